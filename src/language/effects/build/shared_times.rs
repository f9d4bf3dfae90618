//! The Turn of several deeds in one condition: `attacked or moved in the previous Turn` is of that Turn in both.

use super::ambiguity::add_rewrite_note;
use super::{Node, nonsense_error};
use crate::language::condition::{Condition, LastTurn, Predicate, Written};
use crate::language::conditions;
use crate::language::diagnostic::Diagnostic;
use crate::language::effects::parse;
use crate::language::parser::{Rule, parse_pairs};

/// The words for the Turn before this one.
const PREVIOUS: &str = "in the previous Turn";

/// Rejects `attacked or moved in the previous Turn`, where the first deed would be one of this Turn. `spread_time` says
/// the time of each deed.
pub(super) fn reject_lost_time(sentence: &Node<'_>) -> Result<(), Vec<Diagnostic>> {
    let mixes = |asked: &Node<'_>| mixes_turns(&conditions::build_tensed_condition(asked.clone()));
    let Some(asked) = sentence.descendants([Rule::condition]).find(mixes) else { return Ok(()) };
    let message = "in which Turn was the other thing done? say it of each, or ask of one Turn alone";
    let of_each = spread_time(sentence.as_str());
    Err(add_rewrite_note(nonsense_error(&asked, message), "in the previous Turn both", of_each))
}

/// Whether a condition asks of the Turn before, and of a past deed without a Turn as well.
fn mixes_turns(condition: &Condition<Written>) -> bool {
    let statements = condition.statements();
    let is_before =
        |said: &&Predicate<Written>| matches!(said, Predicate::InLastTurn(_, turn) if *turn != LastTurn::MovedNow);
    let is_past = |said: &&Predicate<Written>| matches!(said, Predicate::Did(deed) if deed.is_past);
    statements.iter().any(is_before) && statements.iter().any(is_past)
}

/// The sentence with the time of the last of several verbs said of each: `attacked in the previous Turn or moved in the
/// previous Turn`. `None` if it is not understood so, or the time does not stand behind them all.
pub(in crate::language::effects) fn spread_time(text: &str) -> Option<String> {
    let mut pairs = parse_pairs(Rule::effect_sentence, text)?;
    let sentence = pairs.find(|pair| pair.as_rule() == Rule::effect)?;
    let names_turn = |p: &Node<'_>| p.contains_any([Rule::k_previous]);
    let stands_last = |phrases: &Vec<Node<'_>>| {
        phrases.len() > 1 && phrases.iter().position(names_turn).is_some_and(|at| at + 1 == phrases.len())
    };
    let phrases = sentence.descendants([Rule::said]).map(|said| verb_phrases(&said)).find(stands_last)?;
    let mut spread = text.trim_end().to_owned();
    for phrase in phrases.iter().rev().skip(1) {
        let end = phrase.as_span().start + phrase.as_str().trim_end().len();
        spread.insert_str(end, &format!(" {PREVIOUS}"));
    }
    parse(&spread).is_ok().then_some(spread)
}

fn verb_phrases<'i>(said: &Node<'i>) -> Vec<Node<'i>> {
    said.descendants([Rule::verb_phrase]).collect()
}
