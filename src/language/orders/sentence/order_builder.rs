//! The state while a sentence becomes an order, and how its conditions become guards (R194, R195).

use crate::language::condition::{Condition, Name, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Delay;
use crate::language::orders::clause::things::Thing;
use crate::language::orders::{ConditionReader, NameBook, Rule};
use crate::language::pairs::Pair;
use crate::vocabulary::phase::Phase;

/// Builds the body of one order.
pub(in crate::language::orders) struct OrderBuilder<'a> {
    pub(in crate::language::orders) reader: ConditionReader<'a>,
    pub(in crate::language::orders) names: &'a NameBook,
    /// The words that are read.
    pub(in crate::language::orders) sentence: &'a str,
    /// The sentence before it, of the same character.
    pub(in crate::language::orders) sentence_before: &'a str,
    /// Who the sentence says acts.
    pub(in crate::language::orders) doer: Option<Name>,
    /// Whether a clause without a subject has been read.
    pub(in crate::language::orders) has_unnamed_clause: bool,
    /// The character in whose block the sentence stands.
    pub(in crate::language::orders) block_actor: Option<Name>,
    /// The names in the conditions read so far.
    pub(in crate::language::orders) names_in_conditions: Vec<Name>,
    /// The locations that the sentence names, each once.
    pub(in crate::language::orders) places: Vec<Name>,
    /// `By means of Blink, …`: the skill or item for the next clause.
    pub(in crate::language::orders) instrument: Option<Thing>,
    /// The characters who go along: the order is theirs as well.
    pub(in crate::language::orders) companions: Vec<Name>,
    /// Whether the subject is `we`: all own characters act.
    pub(in crate::language::orders) says_we: bool,
    /// Whether the last named subject is followed by infinitives: `have Saber attack …`, `Saber is to attack …`.
    pub(in crate::language::orders) doer_takes_infinitive: bool,
    /// Whether the order begins with `let's`: all own characters go, or the skill's owner uses it.
    pub(in crate::language::orders) says_lets: bool,
    /// Whether the subject is several characters: `Saber and Rin`.
    pub(in crate::language::orders) has_several_subjects: bool,
    /// Whether the subject is `I` or `we`.
    pub(in crate::language::orders) first_person: bool,
    /// As which phase begins its conditions are asked, where it says so.
    pub(in crate::language::orders) asked: Option<Phase>,
    /// The phase at whose end its conditions may be asked, where it says so.
    pub(in crate::language::orders) ended: Option<Phase>,
    /// Diagnostics for an order that can be read.
    pub(in crate::language::orders) warnings: Vec<Diagnostic>,
}

/// The guards and delay that apply to an inner part of a sentence.
#[derive(Clone)]
pub(in crate::language::orders) struct ClauseContext {
    pub(in crate::language::orders) guards: Vec<Condition<Written>>,
    pub(in crate::language::orders) delay: Delay<Written>,
    /// Whether only this order depends on the conditions so far, so that another `if` may join them.
    pub(in crate::language::orders) may_join: bool,
    /// Whether a time stands before the `if` of the whole order.
    pub(in crate::language::orders) has_time: bool,
}

impl ClauseContext {
    /// Whether neither a condition nor a delay stands before.
    pub(in crate::language::orders) fn is_plain(&self) -> bool {
        self.guards.is_empty() && self.delay.is_none() && !self.has_time
    }
}

/// Joins the conditions before and behind an order.
pub(in crate::language::orders) fn join_conditions(
    before: Vec<Condition<Written>>,
    behind: Option<Condition<Written>>,
) -> Vec<Condition<Written>> {
    let parts = before.into_iter().chain(behind).flat_map(|part| match part {
        Condition::All(parts) => parts,
        part => vec![part],
    });
    let mut parts: Vec<_> = parts.collect();
    match parts.len() {
        0 | 1 => parts,
        _ => vec![Condition::All(std::mem::take(&mut parts))],
    }
}

/// Whether an order has no alternative in its sentence.
pub(in crate::language::orders) fn has_no_alternative(order: &Pair<'_, Rule>) -> bool {
    let alternatives = [Rule::otherwise, Rule::else_np, Rule::in_which_case, Rule::instead, Rule::other_np];
    !order.clone().into_inner().any(|p| alternatives.contains(&p.as_rule()))
}

pub(in crate::language::orders) fn negate(condition: &Condition<Written>) -> Condition<Written> {
    match condition {
        Condition::Not(inner) => (**inner).clone(),
        other => Condition::Not(Box::new(other.clone())),
    }
}

/// Turns the condition of an `if` or `unless` into a guard.
pub(in crate::language::orders) fn to_guard(condition: Condition<Written>, unless: bool) -> Condition<Written> {
    let mut guard = if unless { negate(&condition) } else { condition };
    guard.set_denied_to_present();
    guard
}

pub(in crate::language::orders) fn first_child<'i>(pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    pair.clone().into_inner().next().filter(|p| p.as_rule() == rule)
}

/// Whether a `lead_delay` or `tail_delay` pair waits for an event.
pub(in crate::language::orders) fn awaits_event(pair: &Pair<'_, Rule>) -> bool {
    pair.contains_any([Rule::on_event, Rule::on_event_until])
}
