//! Values of the rulebook's form in the sheet's own words.
//!
//! The loader's own readers judge: what they take is taken as it stands; else the habits of people are
//! tried (no brackets, `&` for a comma, `damage` behind the damage), and what is still not read is
//! written as it stands.

use crate::language::condition::Written;
use crate::language::effect::Effect;
use crate::language::fields::{self, Read};
use crate::language::{condition::Condition, effects};
use crate::vocabulary::target::TargetKind;

/// What became of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It is read, as it stands or in the sheet's words.
    Read(String),
    /// It says that there is none: the key is left out.
    None,
    /// It is not read; why.
    Misread(String),
}

/// The value of a skill's field.
pub(super) fn skill_value(key: &str, text: &str) -> Value {
    let nothing = matches!(
        text.to_lowercase().trim_matches(['.', '-', ' ']),
        "none" | "n/a" | "na" | "" | "\u{2013}" | "\u{2014}"
    );
    match key {
        "damage" | "requirements" if nothing => Value::None,
        "damage" if text.trim() == "0" => Value::None,
        "rank" => tried(text, fields::ranks, &[]),
        "type" => tried(text, fields::skill_types, &[|text: &str| text.replace(" type", "")]),
        "max_targets" => tried(text, fields::whole, &[]),
        "targets" => tried(text, fields::targets, &[bracketed]),
        "damage" => tried(text, fields::damages, &[without_damage, hits_behind]),
        "cost" if nothing => Value::Read("none".to_owned()),
        "cost" => tried(text, fields::costs, &[commas, upkeep_before]),
        "phase" => tried(text, fields::phase, &[]),
        "requirements" => tried::<Vec<Condition<Written>>>(text, effects::requirements, &[with_stop]),
        _ => Value::Read(text.to_owned()),
    }
}

/// The value of a character's field.
pub(super) fn character_value(key: &str, text: &str) -> Value {
    match key {
        "health" | "mana" | "health_regen" | "mana_regen" => tried(text, fields::number, &[first_number]),
        "ap" => tried(text, fields::whole, &[first_number]),
        "concealment" => tried(text, fields::rank, &[]),
        _ => Value::Read(text.to_owned()),
    }
}

/// The text as a reader takes it: as it is, or changed by one of these.
fn tried<T>(text: &str, read: impl Fn(&str) -> Read<T>, changes: &[fn(&str) -> String]) -> Value {
    let why = match read(text) {
        Ok(_) => return Value::Read(text.to_owned()),
        Err(faults) => faults.into_iter().next().map_or(String::new(), |fault| fault.message),
    };
    let changed = changes.iter().map(|change| change(text)).find(|changed| read(changed).is_ok());
    changed.map_or(Value::Misread(why), Value::Read)
}

fn with_stop(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// `Self, Location` → `[Self] [Location]`.
fn bracketed(text: &str) -> String {
    let words = text.split([',', '/', '&', '[', ']']).map(str::trim).filter(|word| !word.is_empty());
    let known = words.map(|word| {
        let kind = TargetKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word));
        kind.map_or_else(|| format!("[{word}]"), |kind| kind.to_string())
    });
    known.collect::<Vec<_>>().join(" ")
}

/// `25 Physical damage` → `25 Physical`.
fn without_damage(text: &str) -> String {
    text.replace(" damage", "").replace(" Damage", "")
}

/// `5 Ranged (3 hits)`, `5 Ranged x3` → `5 Ranged, 3 hits`.
fn hits_behind(text: &str) -> String {
    let text = without_damage(text).replace(" (", ", ").replace('(', ", ").replace(')', "");
    match text.rsplit_once([' ', 'x', '\u{D7}']) {
        Some((head, count)) if !count.is_empty() && count.chars().all(|c| c.is_ascii_digit()) => {
            format!("{}, {count} hits", head.trim_end_matches([' ', 'x', '\u{D7}']))
        }
        _ => text,
    }
}

/// `1 AP & 20 Mana`, `1 AP + 20 Mana`, `1 AP; 20 MP` → `1 AP, 20 Mana`.
fn commas(text: &str) -> String {
    let text = text
        .replace(" & ", ", ")
        .replace(" + ", ", ")
        .replace("; ", ", ")
        .replace(" MP", " Mana")
        .replace(" HP", " Health");
    text.trim_end_matches('.').to_owned()
}

/// `1 SP, 10 Mana per Turn` → `1 SP, Upkeep 10 Mana`.
fn upkeep_before(text: &str) -> String {
    let parts = commas(text);
    let kept = parts.split(", ").map(|part| {
        match part.strip_suffix(" per Turn").or_else(|| part.strip_suffix(" each Turn")) {
            Some(amount) => format!("Upkeep {amount}"),
            None => part.to_owned(),
        }
    });
    kept.collect::<Vec<_>>().join(", ")
}

/// `300 (max 300)`, `300/300`, `+25` → the number it begins with.
fn first_number(text: &str) -> String {
    let text = text.trim_start_matches(['+', ' ']);
    text.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>().trim_end_matches('.').to_owned()
}

/// What became of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SentenceOutcome {
    /// The language has it.
    Understood(String),
    /// The language has it in these words.
    Reworded(String),
    /// The GM's, by the author's own mark.
    Gm(String),
    /// It is not understood; why.
    Unknown { text: String, why: String, notes: Vec<String> },
}

/// The sentences of a bullet: the whole, or each of its parts.
pub(super) fn sentences(text: &str) -> Vec<SentenceOutcome> {
    let whole = sentence(text);
    let parts = parts(text);
    if parts.len() < 2 || !matches!(whole, SentenceOutcome::Unknown { .. }) {
        return vec![whole];
    }
    parts.iter().map(|part| sentence(part)).collect()
}

fn sentence(text: &str) -> SentenceOutcome {
    let text = match text.trim() {
        t if t.ends_with('.') => t.to_owned(),
        t => format!("{t}."),
    };
    let faults = match effects::parse(&text) {
        Ok(Effect::Gm(_)) => return SentenceOutcome::Gm(text),
        Ok(Effect::Sentence(_) | Effect::Choice(_) | Effect::Several(_)) => return SentenceOutcome::Understood(text),
        Err(faults) => faults,
    };
    let changed = reworded(&text);
    if changed != text && matches!(effects::parse(&changed), Ok(Effect::Sentence(_))) {
        return SentenceOutcome::Reworded(changed);
    }
    let fault = faults.into_iter().next();
    let (why, notes) = fault.map_or((String::new(), Vec::new()), |fault| (fault.message, fault.notes));
    SentenceOutcome::Unknown { text, why, notes }
}

/// A way of writing that the language does not have: `raised by +1 rank`.
fn reworded(text: &str) -> String {
    text.replace("ed by +", "ed by ").replace("ed by -", "ed by ")
}

/// A text cut behind full stops, outside quotes.
pub(super) fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        quoted ^= c == '"';
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
        if c == '.' && !quoted && chars.peek().is_some_and(|next| next.is_whitespace()) {
            parts.push(String::new());
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}
