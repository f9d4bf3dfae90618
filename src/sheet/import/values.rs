//! Converts values of posted sheets to the sheet's own words.
//!
//! The loader's own parsers decide. What they accept stays as it is. Otherwise common habits are tried (no brackets,
//! `&` for a comma, `damage` after the damage). What is still not accepted is written unchanged. An ambiguous value is
//! never accepted.

use crate::language::fields::{self, ParseResult};
use crate::language::number_words::number_of_word;
use crate::vocabulary::target::TargetKind;

/// The outcome of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It is accepted, unchanged or in the sheet's words.
    Read(String),
    /// It says that there is nothing: the key is left out.
    None,
    /// It is not filled in: `?`, `TBD`.
    Unfilled,
    /// It is not accepted, for this reason.
    Misread(String),
}

/// Whether a text means that there is nothing: `N/A`, `none`, `-`.
pub(super) fn is_nothing(text: &str) -> bool {
    let bare = text.to_lowercase();
    let bare = bare.trim_matches(|c: char| matches!(c, '.' | ' ' | '(' | ')') || crate::vocabulary::dash::is_dash(c));
    matches!(bare, "none" | "n/a" | "na" | "nothing" | "nil")
        || (bare.is_empty() && text.contains(|c: char| !c.is_whitespace()))
}

/// Whether a text means that something is still to be filled in: `?`, `TBD`, or an empty text.
pub(super) fn is_placeholder(text: &str) -> bool {
    let bare = text.to_lowercase();
    let bare = bare.trim_matches(|c: char| matches!(c, '?' | '.' | ' ' | '(' | ')' | '!'));
    let is_blank_or_question = !text.contains(|c: char| !c.is_whitespace()) || text.contains('?');
    (bare.is_empty() && is_blank_or_question)
        || matches!(bare, "tbd" | "tba" | "tbc" | "unknown" | "to be decided" | "to be determined")
}

/// Converts the value of a skill's field.
pub(super) fn skill_value(key: &str, text: &str) -> Value {
    if is_placeholder(text) {
        return Value::Unfilled;
    }
    let is_none = is_nothing(text);
    let text = &text.replace(['\u{2192}', '\u{21D2}'], "->").replace("=>", "->");
    match key {
        "cost" if is_none || text.trim().eq_ignore_ascii_case("free") => Value::Read("none".to_owned()),
        _ if is_none => Value::None,
        "damage" if text.trim() == "0" => Value::None,
        "rank" => first_accepted(text, fields::ranks, &[]),
        "type" => first_accepted(text, fields::skill_types, &[|text| text.replace(" type", ""), hyphened]),
        "max_targets" => first_accepted(text, fields::whole, &[number_in_digits]),
        "targets" => first_accepted(text, fields::targets, &[bracketed]),
        "damage" => match first_accepted(
            text,
            fields::damages,
            &[without_damage, normalise_hits, normalise_per_hit, capitalise_damage_types],
        ) {
            Value::Read(damage) if fields::damages(&capitalise_damage_types(&damage)).is_ok() => {
                Value::Read(capitalise_damage_types(&damage))
            }
            value => value,
        },
        "hits" => first_accepted(
            text,
            fields::whole,
            &[number_in_digits, |text| number_in_digits(&normalise_hit_count(text))],
        ),
        "cost" => first_accepted(text, fields::costs, &[separate_by_commas, prefix_upkeep, unbracket_upkeep]),
        "phase" => first_accepted(text, fields::phase, &[]),
        _ => Value::Read(text.clone()),
    }
}

/// Converts the value of a character's field.
pub(super) fn character_value(key: &str, text: &str) -> Value {
    if is_placeholder(text) {
        return Value::Unfilled;
    }
    match key {
        _ if is_nothing(text) => Value::None,
        "health" | "mana" | "health_regen" | "mana_regen" => {
            first_accepted(text, fields::number, &[find_single_number])
        }
        "ap" => first_accepted(text, fields::whole, &[find_single_number]),
        "concealment" => first_accepted(text, fields::rank, &[]),
        _ => Value::Read(text.to_owned()),
    }
}

/// The text in the first form that a parser accepts: unchanged, or changed by one of `changes`.
fn first_accepted<T>(text: &str, parse: impl Fn(&str) -> ParseResult<T>, changes: &[fn(&str) -> String]) -> Value {
    let why = match parse(text) {
        Ok(_) => return Value::Read(text.to_owned()),
        Err(faults) => faults.into_iter().next().map_or(String::new(), |fault| fault.message),
    };
    let changed = changes.iter().map(|change| change(text)).find(|changed| parse(changed).is_ok());
    changed.map_or(Value::Misread(why), Value::Read)
}

/// `Anti Personnel` → `Anti-Personnel`.
fn hyphened(text: &str) -> String {
    text.replace("Anti ", "Anti-").replace("anti ", "Anti-")
}

/// `Self, Location` → `[Self] [Location]`.
fn bracketed(text: &str) -> String {
    let text = text.replace(" or ", ",");
    let words = text.split([',', '/', '&', '[', ']', '+']).map(str::trim).filter(|word| !word.is_empty());
    let known = words.map(|word| {
        let kind = TargetKind::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(word));
        kind.map_or_else(|| format!("[{word}]"), |kind| kind.to_string())
    });
    known.collect::<Vec<_>>().join(" ")
}

/// `1 SP, 40 Mana (Upkeep: 10 Mana per Turn)` → `1 SP, 40 Mana, Upkeep: 10 Mana`.
fn unbracket_upkeep(text: &str) -> String {
    let without_brackets = text.replace(" (", ", ").replace(')', "").replace(';', ",");
    without_brackets.replace(" per Turn", "").replace(" each Turn", "")
}

/// `25 Physical damage` → `25 Physical`.
fn without_damage(text: &str) -> String {
    text.replace(" damage", "").replace(" Damage", "")
}

/// `5 Ranged (3 hits)`, `5 Ranged x3` → `5 Ranged, 3 hits`.
fn normalise_hits(text: &str) -> String {
    let text = without_damage(text).replace(" (", ", ").replace('(', ", ").replace(')', "");
    match text.rsplit_once([' ', 'x', '\u{D7}']) {
        Some((head, count)) if !count.is_empty() && count.chars().all(|c| c.is_ascii_digit()) => {
            format!("{}, {count} hits", head.trim_end_matches([' ', 'x', '\u{D7}']))
        }
        _ => text,
    }
}

/// `3 Physical per Hit, 2 Hits` → `3 Physical, 2 hits`; the number of hits must be given.
fn normalise_per_hit(text: &str) -> String {
    let mut forms = Vec::new();
    for form in without_damage(text).split("->") {
        let form = without_per_hit(&normalise_hits(form.trim()));
        let hits = form.to_lowercase().contains("hit");
        forms.push(if hits { capitalise_damage_types(&form) } else { text.to_owned() });
    }
    forms.join(" -> ")
}

/// Removes `per hit` from damage.
pub(super) fn without_per_hit(text: &str) -> String {
    ["per Hit", "per hit", "Per Hit", "each hit", "a hit", "/hit", "/Hit"]
        .into_iter()
        .fold(text.to_owned(), |text, words| text.replace(&format!(" {words}"), "").replace(words, ""))
}

/// Capitalises the types of damage as the sheet writes them: `25 physical` → `25 Physical`.
fn capitalise_damage_types(text: &str) -> String {
    let words = without_damage(text).replace(" Hits", " hits").replace(" Hit", " hit");
    ["Physical", "Ranged", "Long-ranged", "Magical", "Special", "Stun", "Poison"]
        .into_iter()
        .fold(words, |text, kind| text.replace(&format!(" {}", kind.to_lowercase()), &format!(" {kind}")))
}

/// `3 hits`, `twice`, `three times` → the number.
fn normalise_hit_count(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let number = match lower.as_str() {
        "once" => "1",
        "twice" => "2",
        "thrice" => "3",
        other => other.trim_end_matches(" hits").trim_end_matches(" hit").trim_end_matches(" times"),
    };
    number.to_owned()
}

/// `One`, `1 target` → `1`.
fn number_in_digits(text: &str) -> String {
    let lower = text.trim().to_lowercase();
    let bare = lower.trim_end_matches(" targets").trim_end_matches(" target");
    number_of_word(bare).map_or_else(|| bare.to_owned(), |number| number.to_string())
}

/// `1 AP & 20 Mana`, `1AP + 20MP`, `2 AP 15 Mana` → `1 AP, 20 Mana`.
fn separate_by_commas(text: &str) -> String {
    let text = text.replace(" & ", ", ").replace(" and ", ", ").replace(" + ", ", ").replace("; ", ", ");
    let mut spaced = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.trim_end_matches('.').chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_alphabetic() && before.is_ascii_digit() {
            spaced.push(' ');
        }
        // `2 AP 15 Mana`: another amount begins.
        let begins_amount =
            letter == ' ' && before.is_ascii_alphabetic() && letters.peek().is_some_and(char::is_ascii_digit);
        let is_upkeep = spaced.to_lowercase().ends_with("upkeep");
        spaced.push_str(if begins_amount && !is_upkeep { ", " } else { "" });
        if !begins_amount || is_upkeep {
            spaced.push(letter);
        }
        before = letter;
    }
    let words = spaced.split(' ').map(|word| {
        let (bare, comma) = word.strip_suffix(',').map_or((word, ""), |bare| (bare, ","));
        let name = match bare {
            "MP" | "mana" => "Mana",
            "HP" | "health" => "Health",
            "ap" => "AP",
            "sp" => "SP",
            "turn" | "Turn," => "Turn",
            other => other,
        };
        format!("{name}{comma}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// `1 SP, 10 Mana per Turn` → `1 SP, Upkeep 10 Mana`.
fn prefix_upkeep(text: &str) -> String {
    let parts = separate_by_commas(text).replace("/Turn", " per Turn").replace("/turn", " per Turn");
    let reworded = parts.split(", ").map(|part| {
        let amount = [" per Turn", " each Turn", " every Turn", " a Turn", " upkeep", " Upkeep"]
            .into_iter()
            .fold(part, |part, tail| part.strip_suffix(tail).unwrap_or(part));
        if amount.len() < part.len() { format!("Upkeep {amount}") } else { part.to_owned() }
    });
    reworded.collect::<Vec<_>>().join(", ")
}

/// Converts a separate upkeep field to a part of the cost: `10 Mana per Turn` → `Upkeep 10 Mana`.
pub(super) fn convert_upkeep(text: &str) -> Option<String> {
    let reworded = prefix_upkeep(text);
    let reworded = if reworded.starts_with("Upkeep ") { reworded } else { format!("Upkeep {reworded}") };
    fields::costs(&reworded).is_ok().then_some(reworded)
}

/// The number in `300 (max 300)`, `300/300`, `+25`; empty if different numbers occur, or a negative one.
fn find_single_number(text: &str) -> String {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|number| number.trim_end_matches('.'));
    let mut numbers = numbers.by_ref().filter(|number| !number.is_empty());
    let first = numbers.next().unwrap_or_default();
    let negative = text.trim().starts_with(crate::vocabulary::dash::is_dash);
    if negative || numbers.any(|other| other != first) { String::new() } else { first.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_the_words_of_people() {
        for (key, text, read) in [
            ("cost", "1AP", "1 AP"),
            ("cost", "2 AP 15 Mana", "2 AP, 15 Mana"),
            ("cost", "1SP + 15MP", "1 SP, 15 Mana"),
            ("cost", "1 SP, 20 Mana + 10 Mana per Turn", "1 SP, 20 Mana, Upkeep 10 Mana"),
            ("cost", "10 Mana per Turn", "Upkeep 10 Mana"),
            ("cost", "N/A", "none"),
            ("damage", "8 Physical per Hit, 3 Hits", "8 Physical, 3 hits"),
            ("damage", "5 Ranged per hit, 4 hits", "5 Ranged, 4 hits"),
            ("damage", "25 physical", "25 Physical"),
            ("damage", "3 Physical x2", "3 Physical, 2 hits"),
            ("max_targets", "One", "1"),
            ("max_targets", "3 targets", "3"),
            ("targets", "Any", "[Any]"),
            ("hits", "twice", "2"),
            ("type", "Anti Personnel", "Anti-Personnel"),
            ("rank", "B \u{2192} B+", "B -> B+"),
        ] {
            assert_eq!(skill_value(key, text), Value::Read(read.to_owned()), "{key}: {text}");
        }
        assert_eq!(character_value("health_regen", "+10 a Turn"), Value::Read("10".to_owned()));
    }

    #[test]
    fn two_readings_are_none() {
        for (key, text) in [
            ("damage", "40 or 45 Physical"),
            ("damage", "3 Physical per Hit"),
            ("max_targets", "1 or 2"),
            ("rank", "B/A"),
        ] {
            assert!(matches!(skill_value(key, text), Value::Misread(_)), "{key}: {text}");
        }
        assert!(matches!(character_value("health", "250/300"), Value::Misread(_)));
    }

    #[test]
    fn nothing_and_not_yet_filled_in_are_two_things() {
        for text in ["N/A", "none", "-", "\u{2014}", "None."] {
            assert_eq!(skill_value("damage", text), Value::None, "{text}");
        }
        for text in ["?", "???", "TBD", "", "tba!"] {
            assert_eq!(skill_value("damage", text), Value::Unfilled, "{text}");
        }
    }
}
