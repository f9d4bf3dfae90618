//! Rejects sentences that may depend on the one before them: on its moment, its duration or its condition.

use super::unclear_piece;
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Effect, Operation, Sentence};
use crate::language::fields::Read;

/// Words that add a sentence to the one before it.
const ADDING: [&str; 8] =
    ["also", "in addition", "additionally", "furthermore", "moreover", "besides", "as well", "too"];

/// Words that put something after the duration of the sentence before.
const BEHIND: [&str; 3] = ["afterwards", "afterward", "after that"];

/// Checks that a sentence clearly does not share the moment, the duration or the condition of one before it.
pub(super) fn stands_alone(earlier: &Effect, effect: &Effect, piece: &str) -> Read<()> {
    let said = effect.sentences();
    let apart = |other: &&Sentence| {
        let fails = matches!(other.operation, Operation::Clause(Clause::Fails { .. }));
        other.condition.is_some()
            && !fails
            && said.iter().any(|rule| rule.condition.as_ref() != other.condition.as_ref())
    };
    if adds(piece) && earlier.sentences().iter().any(apart) {
        return Err(told_apart(piece, "under the condition of the sentence before it, or by itself?", "under it"));
    }
    let of_skill = |rule: &&Sentence| matches!(rule.operation, Operation::Clause(_));
    for rule in effect.sentences().into_iter().filter(|rule| !of_skill(rule) && rule.trigger.is_none()) {
        let holds = matches!(rule.operation, Operation::Standing(_));
        for other in earlier.sentences().into_iter().filter(|rule| !of_skill(rule)) {
            if other.trigger.is_some() && !(holds && rule.condition.is_some()) {
                let why = "at the moment that the sentence before it waits for, or by itself?";
                return Err(told_apart(piece, why, "at that moment"));
            }
            let timed = other.duration.is_some() || other.until.is_some();
            if holds && timed && rule.duration.is_none() && rule.until.is_none() && rule.condition.is_none() {
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
fn adds(piece: &str) -> bool {
    ADDING.iter().any(|word| says(piece, word))
}

/// Whether a text contains these words as whole words.
fn says(text: &str, words: &str) -> bool {
    let lower = text.to_lowercase();
    let whole = |at: usize| {
        let before = lower.get(..at).and_then(|head| head.chars().next_back());
        let behind = lower.get(at + words.len()..).and_then(|rest| rest.chars().next());
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    };
    lower.match_indices(words).any(|(at, _)| whole(at))
}

/// Rejects `… for 2 Turns. Afterwards, they lose 20 Mana`: it may mean after those Turns, or at once.
pub(super) fn behind_a_time<'a>(text: &str, mut said: impl Iterator<Item = &'a Effect>) -> Read<()> {
    let timed = |rule: &Sentence| rule.duration.is_some() || rule.until.is_some();
    let mut words = BEHIND.iter().filter(|words| says(text, words));
    match words.next().filter(|_| said.any(|effect| effect.sentences().into_iter().any(timed))) {
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

fn told_apart(piece: &str, why: &str, joined: &str) -> Vec<Diagnostic> {
    let joined = format!("{joined}: join them by `, and`");
    with_notes(unclear_piece(piece, why), &[&joined, "by itself: make it an entry of its own"])
}

fn with_notes(faults: Vec<Diagnostic>, notes: &[&str]) -> Vec<Diagnostic> {
    faults.into_iter().map(|fault| notes.iter().fold(fault, |fault, note| fault.note(*note))).collect()
}
