//! What the words of a sentence leave open though its tree does not show it: to which of two things a condition
//! belongs, whether something ends or pauses.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Duration, Effect, Modifier, Operation, Sentence, Trigger, Verb};
use crate::language::effect_text::canonical;

use super::diagnose::{denies_deeds, nonsense_error};

/// The diagnostics for everything that the words of a sentence leave open.
pub(super) fn find_open_questions(sentence: &Sentence, text: &str) -> impl Iterator<Item = Diagnostic> {
    [find_unclear_end(sentence, text), find_unclear_location(sentence, text), find_unclear_repetition(sentence, text)]
        .into_iter()
        .flatten()
}

/// Diagnoses `50 Health, and 20 Mana if …`: the condition could belong to both things or to the second.
pub(super) fn find_unclear_tail(sentences: &[Sentence], text: &str) -> Option<Diagnostic> {
    let [one, other] = sentences else { return None };
    let shared = one.condition.is_some() && one.condition == other.condition
        || one.trigger.is_some() && one.trigger == other.trigger
        || one.duration.is_some() && one.duration == other.duration;
    let lower = text.to_lowercase();
    let (_, second) = lower.rsplit_once(", and ")?;
    if !shared || begins_with_subject(second) || !has_tail(second) {
        return None;
    }
    let written = |first: Sentence| {
        format!("`{} {}`", canonical(&Effect::Sentence(first)), canonical(&Effect::Sentence(other.clone())))
    };
    let has_condition = [" if ", " unless ", " while ", " as long as "].iter().any(|word| second.contains(word));
    let of_second = match one {
        one if has_condition => Sentence { condition: None, ..one.clone() },
        one if one.duration.is_some() => Sentence { duration: None, ..one.clone() },
        one => Sentence { trigger: None, ..one.clone() },
    };
    let fault = nonsense_error(text, "is what stands behind said of both things, or of the second alone?");
    Some(
        fault.note(format!("of both: {}", written(one.clone()))).note(format!("of the second: {}", written(of_second))),
    )
}

/// Whether words begin with a subject, so that they are a clause of their own.
fn begins_with_subject(words: &str) -> bool {
    const HEADS: [&str; 16] = [
        "the",
        "they",
        "each",
        "their",
        "all",
        "any",
        "every",
        "everyone",
        "it",
        "its",
        "damage",
        "opponents",
        "allies",
        "no",
        "this",
        "that",
    ];
    HEADS.contains(&words.split_whitespace().next().unwrap_or_default())
}

/// Whether words contain a time, a duration or a condition.
fn has_tail(words: &str) -> bool {
    const TAILS: [&str; 15] = [
        " if ",
        " unless ",
        " while ",
        " as long as ",
        " when ",
        " whenever ",
        " each time ",
        " at the end ",
        " at the beginning ",
        " at the start ",
        " until ",
        " during the ",
        " next turn",
        " each turn",
        " every turn",
    ];
    let has_turns = words.rsplit_once(" for ").is_some_and(|(_, long)| long.contains("turn"));
    has_turns || TAILS.iter().any(|tail| words.contains(tail))
}

/// Diagnoses `For as long as the user is not damaged, …`: the deed could end it for good, or be asked about anew each
/// Turn.
fn find_unclear_end(sentence: &Sentence, text: &str) -> Option<Diagnostic> {
    let in_force = matches!(sentence.operation, Operation::Standing(_)) && !sentence.at_use;
    if !says_while(text) || !in_force || !denies_deeds(sentence) || text.to_lowercase().contains("this turn") {
        return None;
    }
    let asked_each_turn = canonical(&Effect::Sentence(sentence.clone()));
    let mut fault = nonsense_error(text, "is it over for good with that deed, or asked anew each Turn?");
    let ended_by_deed = asked_each_turn.replace(" unless ", " until ");
    if !says_while(&ended_by_deed) && super::parse(&ended_by_deed).is_ok() {
        fault.notes.push(format!("if that ends it: `{ended_by_deed}`"));
    }
    fault.notes.push(format!("if it is asked each Turn: `{asked_each_turn}`"));
    Some(fault)
}

/// Diagnoses `The user's Master cannot be targeted while the user is in the same location`: the location could be the
/// Master's or the attacker's.
fn find_unclear_location(sentence: &Sentence, text: &str) -> Option<Diagnostic> {
    let lower = text.to_lowercase();
    let names_nobody = lower.trim_end_matches('.').ends_with(" same location") || lower.contains(" same location,");
    let forbids_targeting = sentence.operation.modifier().is_some_and(Modifier::prevents_targeting);
    (forbids_targeting && names_nobody && sentence.condition.is_some()).then(|| {
        nonsense_error(text, "the same location as whose?")
            .note("write `in the same location as …`, with whoever it is")
    })
}

/// Diagnoses `The target takes 10% less damage each Turn for 3 Turns`: each could last 3 Turns, or one could come in
/// each of 3 Turns.
fn find_unclear_repetition(sentence: &Sentence, text: &str) -> Option<Diagnostic> {
    let comes_each_turn = matches!(sentence.trigger, Some(Trigger::EachTurn(_)));
    let is_standing = matches!(sentence.operation, Operation::Standing(_));
    let is_long = matches!(sentence.duration, Some(Duration::Turns(2..)));
    let lower = text.to_lowercase();
    let stands_first =
        ["each turn,", "every turn,", "at the ", "in each ", "during each "].iter().any(|head| lower.starts_with(head));
    (comes_each_turn && is_standing && is_long && !stands_first).then(|| {
        nonsense_error(text, "does each of them hold so long, or does one come each Turn so long?")
            .note("write `Each Turn, … for 1 Turn.`, and `Lasts 3 Turns.` behind it")
    })
}

/// Whether a text says `while` or `as long as`.
pub(crate) fn says_while(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.starts_with("while ") || [" while ", "long as "].iter().any(|word| lower.contains(word))
}

/// Diagnoses what a rewording loses. A Surprise Attack that fails keeps nobody from acting (A143), and one that is
/// negated for its target still keeps the others. A comma may separate a condition from the first of two things.
pub(super) fn find_lost_words(effect: &Effect, text: &str) -> Option<Diagnostic> {
    let sentence = match effect {
        Effect::Sentence(sentence) => sentence,
        Effect::Several(sentences) => return find_unclear_tail(sentences, text),
        Effect::Choice(_) | Effect::Gm(_) => return None,
    };
    let is_next_turn = matches!(sentence.operation.verb(), Some(Verb::ApNextTurn { .. }));
    let says_at_once =
        ["immediately", "instantly", "at once", "right away"].iter().any(|word| text.to_lowercase().contains(word));
    if is_next_turn && says_at_once {
        let why = "this Turn's AP have been given: they come with the next Turn (R080), and not at once";
        return Some(nonsense_error(text, why).note("write `… at the beginning of the next Turn`"));
    }
    let negates =
        matches!(&sentence.operation, Operation::Standing(standing) if standing.modifier == Modifier::Negates);
    let lower = text.to_lowercase();
    let says_fails = lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == "fail" || word == "fails");
    (negates && says_fails && lower.contains("surprise attack")).then(|| {
        let why = "a Surprise Attack that fails keeps nobody from acting (A143): is that meant?";
        nonsense_error(text, why).note(
            "write `Surprise Attacks that target … fail` of all of them, or `… are negated`: that does nothing to them, and \
             keeps others in the location from acting all the same",
        )
    })
}
