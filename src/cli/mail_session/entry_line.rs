//! Renders an imported letter in a line.

use crate::mail::inbox::{LetterOutcome, LetterRecord};

/// The name of an outcome, for people.
pub(in crate::cli) const fn outcome_label(outcome: LetterOutcome) -> &'static str {
    match outcome {
        LetterOutcome::Accepted => "accepted",
        LetterOutcome::Refused => "refused",
        LetterOutcome::SetAside => "set aside",
        LetterOutcome::Answered => "answered",
    }
}

/// Renders an imported letter in a line.
pub(in crate::cli) fn render_entry_line(entry: &LetterRecord) -> String {
    let whose = entry.seat.as_deref().unwrap_or("nobody's");
    let from = entry.from.as_deref().map(|from| format!(" from {from}")).unwrap_or_default();
    let faults = match entry.faults {
        0 => String::new(),
        1 => ", 1 fault".to_owned(),
        n => format!(", {n} faults"),
    };
    let why = if entry.why.is_empty() { String::new() } else { format!(": {}", entry.why) };
    let verdict = if entry.verdict.is_empty() { String::new() } else { format!(" [{}]", entry.verdict) };
    format!("{} {}, {whose}{from}{verdict}{faults}{why}", entry.id, outcome_label(entry.outcome))
}
