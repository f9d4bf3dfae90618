//! Rejects sentences that may depend on the one before them: on its moment, its duration or its condition.

use super::unclear_piece;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Effect, Operation, Sentence};
use crate::language::fields::ParseResult;

/// Words that add a sentence to the one before it.
const ADDING: [&str; 8] =
    ["also", "in addition", "additionally", "furthermore", "moreover", "besides", "as well", "too"];

/// Words that put something after the duration of the sentence before.
const AFTERWARDS: [&str; 3] = ["afterwards", "afterward", "after that"];

/// Checks that a sentence clearly does not share the moment, the duration or the condition of one before it.
pub(super) fn check_independent(earlier: &Effect, effect: &Effect, piece: &str) -> ParseResult<()> {
    let sentences = effect.sentences();
    let has_other_condition = |other: &&Sentence| {
        let fails = matches!(other.operation, Operation::Clause(Clause::Fails { .. }));
        other.condition.is_some()
            && !fails
            && sentences.iter().any(|rule| rule.condition.as_ref() != other.condition.as_ref())
    };
    if says_addition(piece) && earlier.sentences().iter().any(has_other_condition) {
        return Err(unclear_addition_error(
            piece,
            "under the condition of the sentence before it, or by itself?",
            "under it",
        ));
    }
    let is_clause = |rule: &&Sentence| matches!(rule.operation, Operation::Clause(_));
    for rule in effect.sentences().into_iter().filter(|rule| !is_clause(rule) && rule.trigger.is_none()) {
        let is_standing = matches!(rule.operation, Operation::Standing(_));
        for other in earlier.sentences().into_iter().filter(|rule| !is_clause(rule)) {
            if other.trigger.is_some() && !(is_standing && rule.condition.is_some()) {
                let why = "at the moment that the sentence before it waits for, or by itself?";
                return Err(unclear_addition_error(piece, why, "at that moment"));
            }
            let is_timed = other.duration.is_some() || other.ending_deed.is_some();
            if is_standing
                && is_timed
                && rule.duration.is_none()
                && rule.ending_deed.is_none()
                && rule.condition.is_none()
            {
                return Err(unclear_piece(
                    piece,
                    "as long as the sentence before it, or as long as the skill? say it of this one too",
                ));
            }
        }
    }
    Ok(())
}

/// Whether a sentence says that it adds to the one before it.
fn says_addition(piece: &str) -> bool {
    ADDING.iter().any(|word| contains_words(piece, word))
}

/// Whether a text contains these words as whole words.
fn contains_words(text: &str, words: &str) -> bool {
    let lower = text.to_lowercase();
    let is_whole_word = |at: usize| {
        let before = lower.get(..at).and_then(|head| head.chars().next_back());
        let behind = lower.get(at + words.len()..).and_then(|rest| rest.chars().next());
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    };
    lower.match_indices(words).any(|(at, _)| is_whole_word(at))
}

/// Rejects `… for 2 Turns. Afterwards, they lose 20 Mana`: it may mean after those Turns, or at once.
pub(super) fn reject_afterwards<'a>(text: &str, mut effects: impl Iterator<Item = &'a Effect>) -> ParseResult<()> {
    let is_timed = |rule: &Sentence| rule.duration.is_some() || rule.ending_deed.is_some();
    let mut words = AFTERWARDS.iter().filter(|words| contains_words(text, words));
    match words.next().filter(|_| effects.any(|effect| effect.sentences().into_iter().any(is_timed))) {
        Some(words) => {
            let why = format!("`{words}`: once the time before it is over, or at once?");
            Err(with_notes(
                unclear_piece(text, &why),
                &["at once: leave the word out", "when the time is over: `In 2 Turns, …` counts it from the use"],
            ))
        }
        None => Ok(()),
    }
}

fn unclear_addition_error(piece: &str, why: &str, joined: &str) -> Vec<Diagnostic> {
    let joined = format!("{joined}: join them by `, and`");
    with_notes(unclear_piece(piece, why), &[&joined, "by itself: make it an entry of its own"])
}

fn with_notes(diagnostics: Vec<Diagnostic>, notes: &[&str]) -> Vec<Diagnostic> {
    diagnostics.into_iter().map(|fault| notes.iter().fold(fault, |fault, note| fault.note(*note))).collect()
}
