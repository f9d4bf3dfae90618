//! Renders the result of a tried skill, for people and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::explain::{render_term, terms};
use crate::event::Event;
use crate::event::detail::Outcome;
use crate::event::kind::{EventKind, Referee};
use crate::event::prose::render_deeds;
use crate::event::words::{describe, describe_with_phase_and_rules};
use crate::scenario::tryout::{Fate, PersonState, SentenceFate, TriedNight, TryResult};

/// The most lines that are shown of a sentence's effects, and of the lines without it.
const MAX_SHOWN_LINES: usize = 3;

/// Renders the page for people.
pub(super) fn render_tried(tried: &TryResult) -> String {
    let mut out = String::new();
    let line = |out: &mut String, text: &str| {
        let _ = writeln!(out, "{text}");
    };
    line(&mut out, &format!("{} of {}", render_skill(tried), tried.cast.first().map_or("", |(name, _)| name)));
    let cast: Vec<String> = tried.cast.iter().map(|(name, part)| format!("{name} ({part})")).collect();
    line(&mut out, &format!("On the stage, all at the Square: {}.", cast.join(", ")));
    match &tried.order {
        Some(order) => line(&mut out, &format!("Ordered: {order}")),
        None => line(&mut out, "It is always on: nothing is ordered for it."),
    }
    if tried.blows {
        line(
            &mut out,
            "Besides, who has it and the opponent attack each other every Night (--no-blows keeps them from it).",
        );
    }
    tried.notes.iter().for_each(|note| line(&mut out, &format!("Note: {note}.")));
    tried.nights.iter().for_each(|night| write_night(&mut out, night));
    out.push_str("\nSentence by sentence\n");
    if tried.sentences.is_empty() {
        line(&mut out, "  It has none: what it does, its fields say.");
    }
    tried.sentences.iter().for_each(|sentence| write_sentence(&mut out, sentence));
    if tried.goes_on {
        line(&mut out, "\nSomething of it is still in force: --nights plays on.");
    }
    out
}

fn render_skill(tried: &TryResult) -> String {
    let Some(night) = tried.nights.first() else { return String::new() };
    let skill = night.war_before.skill(tried.skill);
    format!("{} ({}), {}", skill.name.base, skill.rank.base, skill.kind_words.base)
}

fn write_night(out: &mut String, night: &TriedNight) {
    let _ = writeln!(out, "\nNight {}", night.war_after.night);
    let prose = render_deeds(&night.war_after, &night.events);
    if prose.trim().is_empty() {
        out.push_str("  Nothing happened.\n");
    }
    prose.lines().filter(|line| !line.is_empty()).for_each(|line| {
        let _ = writeln!(out, "  {line}");
    });
    let receipts: Vec<String> = night.events.iter().flat_map(|event| render_receipt(night, event)).collect();
    if !receipts.is_empty() {
        out.push_str("  What the numbers are made of\n");
        receipts.iter().for_each(|line| {
            let _ = writeln!(out, "    {line}");
        });
    }
    for (what, why) in find_undone_orders(night) {
        let _ = writeln!(out, "  {what}: {why}");
    }
    for question in &night.pending {
        let _ = writeln!(out, "  The GM is asked: {}", question.question);
        question.sentences.iter().for_each(|sentence| {
            let _ = writeln!(out, "    {sentence}");
        });
    }
    out.push_str("  As it ends\n");
    for (before, after) in &night.people {
        let _ = writeln!(out, "    {}", render_person(before.as_ref(), after));
    }
}

/// Renders what changed a number, and by how much.
fn render_receipt(night: &TriedNight, event: &Event) -> Vec<String> {
    let changes = terms(&event.kind);
    if changes.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![describe(&night.war_after, event)];
    lines.extend(changes.into_iter().map(|term| format!("  {}", render_term(&night.war_after, term))));
    lines
}

/// The orders that failed, or had less effect than ordered, each with its outcome.
fn find_undone_orders(night: &TriedNight) -> Vec<(String, String)> {
    let failed_outcomes = night.events.iter().filter(|event| {
        matches!(&event.kind, EventKind::Referee(Referee::OrderOutcome { outcome, .. })
            if !matches!(outcome, Outcome::Done { .. }))
    });
    failed_outcomes.map(|event| ("Not as ordered".to_owned(), describe(&night.war_after, event))).collect()
}

/// Renders a person's state and its changes: `Saber: Health 300 → 280, Mana 200, AP 4; END B (sheet C)`.
fn render_person(before: Option<&PersonState>, after: &PersonState) -> String {
    if !after.is_alive {
        return format!("{}: gone", after.name);
    }
    let changed = |old: Option<String>, new: String| match old {
        Some(had) if had != new => format!("{had} → {new}"),
        _ => new,
    };
    let field_change = |read: fn(&PersonState) -> String| changed(before.map(read), read(after));
    let mut out = format!(
        "{}: Health {}, Mana {}",
        after.name,
        field_change(|p| if p.is_alive {
            render_share(p.health.to_string(), p.max_health.to_string())
        } else {
            "0".to_owned()
        }),
        field_change(|p| render_share(p.mana.to_string(), p.max_mana.to_string())),
    );
    if after.ap > 0 || before.is_some_and(|old| old.ap > 0) {
        let _ = write!(out, ", AP {}", field_change(|p| p.ap.to_string()));
    }
    if let Some(cp) = after.cp {
        let had = before.and_then(|old_cp| old_cp.cp).map(|cp| cp.to_string());
        let _ = write!(out, ", CP {}", changed(had, cp.to_string()));
    }
    if let Some(spells) = after.command_spells {
        let had = before.and_then(|old_spells| old_spells.command_spells);
        if had.is_some_and(|old| old != spells) {
            let _ = write!(out, ", Command Spells {}", changed(had.map(|old| old.to_string()), spells.to_string()));
        }
    }
    if before.is_some_and(|old| old.location != after.location) {
        let _ = write!(out, ", {}", field_change(|p| p.location.clone()));
    }
    let lost = before.into_iter().flat_map(|old| &old.further).filter(|had| !after.further.contains(had));
    let phrases: Vec<String> =
        after.further.iter().cloned().chain(lost.map(|phrase| format!("no longer: {phrase}"))).collect();
    if !phrases.is_empty() {
        let _ = write!(out, "; {}", phrases.join("; "));
    }
    out
}

fn render_share(now: String, most: String) -> String {
    if now == most { now } else { format!("{now} of {most}") }
}

fn write_sentence(out: &mut String, sentence: &SentenceFate) {
    let _ = writeln!(out, "  {}", sentence.written);
    let Fate::Did { night, with, without } = &sentence.fate else {
        let _ = writeln!(out, "    {}", render_fate(&sentence.fate));
        return;
    };
    for (label, lines) in [(format!("did, in Night {night}"), with), ("without it".to_owned(), without)] {
        for line in lines.iter().take(MAX_SHOWN_LINES) {
            let _ = writeln!(out, "    {label}: {line}");
        }
        if lines.len() > MAX_SHOWN_LINES {
            let _ = writeln!(out, "    {label}: and {} more", lines.len() - MAX_SHOWN_LINES);
        }
    }
    if with.is_empty() && without.is_empty() {
        let _ = writeln!(out, "    did something in Night {night} that shows in no line");
    }
}

/// Renders why a sentence changed nothing.
fn render_fate(fate: &Fate) -> String {
    match fate {
        Fate::Did { .. } => "did something".to_owned(),
        Fate::LeftToGm => "the GM says what it does, each time".to_owned(),
        Fate::NotUsed => "nothing: the skill was not used".to_owned(),
        Fate::ConditionNotMet(condition) => {
            format!("nothing: it was not so that {condition} (try --health, --target-health, --start)")
        }
        Fate::Waits(what) => format!("nothing: it waits, and this did not come: {what} (try --foe, --also, --health)"),
        Fate::NothingMet => {
            "in force, and nothing came that it bears on (try --blows or --no-blows, --foe, --also, --health)"
                .to_owned()
        }
        Fate::LimitNotReached => {
            "nothing: it limits what nobody tried here (try --times, --nights with --also)".to_owned()
        }
        Fate::NothingLacking => {
            "nothing: whom it means lacked nothing that it gives (try --health, --start)".to_owned()
        }
        Fate::NothingChanged => {
            "nothing: it changed nothing here (nobody there whom it means, or it was so already)".to_owned()
        }
    }
}

/// The result as JSON.
pub(super) fn tried_to_json(tried: &TryResult) -> Value {
    json!({
        "skill": tried.nights.first().map(|night| night.war_before.skill(tried.skill).name.base.clone()),
        "cast": tried.cast.iter().map(|(name, part)| json!({ "name": name, "part": part })).collect::<Vec<_>>(),
        "order": tried.order,
        "blows": tried.blows,
        "notes": tried.notes,
        "nights": tried.nights.iter().map(night_to_json).collect::<Vec<_>>(),
        "sentences": tried.sentences.iter().map(sentence_to_json).collect::<Vec<_>>(),
        "goes_on": tried.goes_on,
    })
}

fn night_to_json(night: &TriedNight) -> Value {
    let event = |event: &Event| {
        let changes = terms(&event.kind).into_iter().map(|term| render_term(&night.war_after, term));
        json!({ "words": describe_with_phase_and_rules(&night.war_after, event), "changes": changes.collect::<Vec<_>>() })
    };
    let question = |asked: &crate::night::PendingQuestion| json!({ "key": asked.key, "question": asked.question, "sentences": asked.sentences });
    let people = |(before, after): &(Option<PersonState>, PersonState)| json!({ "name": after.name, "before": before.as_ref().map(person_to_json), "after": person_to_json(after) });
    json!({
        "night": night.war_after.night,
        "events": night.events.iter().map(event).collect::<Vec<_>>(),
        "awaits_the_gm": night.pending.iter().map(question).collect::<Vec<_>>(),
        "people": night.people.iter().map(people).collect::<Vec<_>>(),
    })
}

fn person_to_json(state: &PersonState) -> Value {
    json!({
        "alive": state.is_alive,
        "place": state.location,
        "health": state.health.to_string(),
        "max_health": state.max_health.to_string(),
        "mana": state.mana.to_string(),
        "max_mana": state.max_mana.to_string(),
        "ap": state.ap,
        "cp": state.cp.map(|cp| cp.to_string()),
        "command_spells": state.command_spells,
        "also": state.further,
    })
}

fn sentence_to_json(sentence: &SentenceFate) -> Value {
    let SentenceFate { written, fate } = sentence;
    match fate {
        Fate::Did { night, with, without } => {
            json!({ "written": written, "fate": "did", "night": night, "with": with, "without": without })
        }
        Fate::ConditionNotMet(what) => json!({ "written": written, "fate": "condition_not_met", "condition": what }),
        Fate::Waits(what) => json!({ "written": written, "fate": "waits", "for": what }),
        Fate::LeftToGm => json!({ "written": written, "fate": "left_to_the_gm" }),
        Fate::NotUsed => json!({ "written": written, "fate": "not_used" }),
        Fate::NothingMet => json!({ "written": written, "fate": "nothing_met" }),
        Fate::LimitNotReached => json!({ "written": written, "fate": "limit_not_reached" }),
        Fate::NothingLacking => json!({ "written": written, "fate": "nothing_lacking" }),
        Fate::NothingChanged => json!({ "written": written, "fate": "nothing_changed" }),
    }
}
