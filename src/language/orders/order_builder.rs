//! What is known while a sentence is read into an order, and how conditions become its guards (R194, R195).

use super::things::Thing;
use super::{NameBook, Reader, Rule};
use crate::language::condition::{Condition, Name, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Delay;
use crate::language::pairs::Pair;

/// Builds the body of one order.
pub(super) struct OrderBuilder<'a> {
    pub(super) reader: Reader<'a>,
    pub(super) names: &'a NameBook,
    /// Who the sentence says acts.
    pub(super) doer: Option<Name>,
    /// A clause has been read that names nobody.
    pub(super) unnamed: bool,
    /// Whose orders the sentence stands in.
    pub(super) head: Option<Name>,
    /// Whom the conditions read so far name.
    pub(super) asked: Vec<Name>,
    /// The places that the sentence names, each once.
    pub(super) places: Vec<Name>,
    /// `By means of Blink, …`: with what the clause behind it is done.
    pub(super) using: Option<Thing>,
    /// Who goes along: the order is theirs as well.
    pub(super) along: Vec<Name>,
    /// `we`: all of one's own act.
    pub(super) we: bool,
    /// `let's`: all of one's own go, or whoever's skill it is uses it.
    pub(super) let_us: bool,
    /// `Saber and Rin`: the sentence is said of several.
    pub(super) together: bool,
    /// `I`, `we` act.
    pub(super) first_person: bool,
    /// What is to be said of an order that can be read.
    pub(super) warnings: Vec<Diagnostic>,
}

/// What is known on the way into a sentence.
#[derive(Clone)]
pub(super) struct Context {
    pub(super) guards: Vec<Condition<Written>>,
    pub(super) delay: Delay<Written>,
    /// Whether nothing hangs on the conditions so far but the order itself: then another `if` joins them.
    pub(super) joins: bool,
}

/// Conditions before and behind an order, as one.
pub(super) fn join_conditions(
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

/// Whether an order is the only one of a sentence, with none in its place.
pub(super) fn is_alone(order: &Pair<'_, Rule>) -> bool {
    let instead = [Rule::otherwise, Rule::else_np, Rule::in_which_case, Rule::instead, Rule::other_np];
    !order.clone().into_inner().any(|p| instead.contains(&p.as_rule()))
}

pub(super) fn negated(condition: &Condition<Written>) -> Condition<Written> {
    match condition {
        Condition::Not(inner) => (**inner).clone(),
        other => Condition::Not(Box::new(other.clone())),
    }
}

/// What stands behind `if` or `unless` as a guard.
pub(super) fn as_guard(said: Condition<Written>, unless: bool) -> Condition<Written> {
    let mut guard = if unless { negated(&said) } else { said };
    guard.forget_denied_tense();
    guard
}

pub(super) fn first_of<'i>(pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    pair.clone().into_inner().next().filter(|p| p.as_rule() == rule)
}

/// Whether a `lead_delay` or `tail_delay` waits for an event.
pub(super) fn holds_event(pair: &Pair<'_, Rule>) -> bool {
    pair.holds([Rule::on_event, Rule::on_event_until])
}
