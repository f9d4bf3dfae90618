//! Talk among orders: what could not be read as an order, and is rather said to the GM.
//!
//! Whoever wrote it is told that it is no order, as of every fault; beside that the GM reads it. An order that is
//! misspelt is its writer's alone to mend.

use std::ops::Range;

use crate::language::codes;
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::vocabulary::text::folded;

/// Words by which somebody speaks to the GM.
const TO_THE_GM: [&str; 9] =
    ["gm", "referee", "extension", "deadline", "holiday", "vacation", "away", "sorry", "question"];
/// First words of questions.
const ASKING: [&str; 14] =
    ["how", "what", "why", "who", "where", "which", "can", "could", "may", "does", "do", "is", "are", "will"];
/// The faults of a sentence that could not be read.
const UNREAD: [&str; 3] = [codes::NOT_UNDERSTOOD, codes::NO_ACTOR, codes::OTHER_VERB];
/// The most lines that one sentence goes on for.
const MOST_LINES: usize = 20;

/// A sentence that was not understood and is for the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Talk {
    /// Its lines.
    pub(super) said: String,
    /// Where it stands, where it is spoken to the GM: then it is no order that failed.
    pub(super) spoken: Option<Range<usize>>,
}

/// The lines of a sentence that was not understood, where it speaks to the GM or is like no order.
pub(super) fn talk_at(fault: &Diagnostic, source: &Source) -> Option<Talk> {
    if !fault.is_error() || !UNREAD.contains(&fault.code) {
        return None;
    }
    let (before, behind) = (source.text.get(..fault.span.start)?, source.text.get(fault.span.start..)?);
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let first = before.rfind(['\n', '.', '!', '?', ':', ';']).map_or(0, |at| at + 1);
    // From its first word on it is like none: no verb stands there, and none that is near.
    let begins = before.get(first..)?.chars().all(|c| !c.is_alphanumeric());
    let unlike = (begins || fault.code == codes::OTHER_VERB) && fault.suggestion.is_none();
    let lines = behind.lines().enumerate().take_while(|(number, line)| {
        *number == 0 || (!line.trim().is_empty() && !line.contains(':') && *number < MOST_LINES)
    });
    let mut said = source.text.get(line..fault.span.start)?.to_owned();
    let mut end = fault.span.start;
    for (number, line) in lines {
        said.push_str(if number > 0 { " " } else { "" });
        said.push_str(line);
        end += usize::from(number > 0) + line.len();
        if line.trim_end().ends_with(['.', '!', '?']) {
            break;
        }
    }
    let said = folded(&said);
    let mut words = said.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let sentence = source.text.get(first..end).unwrap_or_default();
    let opening = sentence.split_whitespace().next().unwrap_or_default();
    let asks = ASKING.contains(&opening.to_lowercase().as_str());
    let spoken = asks || said.ends_with('?') || words.any(|word| TO_THE_GM.contains(&word.as_str()));
    // A question is one sentence: what is ordered behind it in its line is none of it.
    let stop = sentence.find(['.', '!', '?']).map_or(end, |at| first + at + 1);
    let question = asks && source.text.get(first..stop).is_some_and(|text| text.ends_with('?'));
    (spoken || unlike).then_some(Talk { said, spoken: question.then_some(first..stop) })
}

/// Adds talk to the notes, in place of those that are a part of it.
pub(super) fn add_talk(notes: &mut Vec<String>, said: String) {
    if notes.iter().any(|note| note.contains(&said)) {
        return;
    }
    notes.retain(|note| !said.contains(note.as_str()));
    notes.push(said);
}
