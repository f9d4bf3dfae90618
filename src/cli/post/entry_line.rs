//! A letter that came in, in a line.

use crate::mail::inbox::{Entry, Outcome};

/// What came of a letter, in a word.
pub(in crate::cli) const fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Accepted => "accepted",
        Outcome::Refused => "refused",
        Outcome::SetAside => "set aside",
    }
}

/// A letter that came in, in a line.
pub(in crate::cli) fn line(entry: &Entry) -> String {
    let whose = entry.seat.as_deref().unwrap_or("nobody's");
    let from = entry.from.as_deref().map(|from| format!(" from {from}")).unwrap_or_default();
    let faults = match entry.faults {
        0 => String::new(),
        1 => ", 1 fault".to_owned(),
        n => format!(", {n} faults"),
    };
    let why = if entry.why.is_empty() { String::new() } else { format!(": {}", entry.why) };
    let verdict = if entry.verdict.is_empty() { String::new() } else { format!(" [{}]", entry.verdict) };
    format!("{} {}, {whose}{from}{verdict}{faults}{why}", entry.id, word(entry.outcome))
}
