//! `Each time Lancer attacks Rin, use Cut on him, up to 3 times.`: an order for each of the first so many times (A064).

use std::mem;

use super::order_builder::OrderBuilder;
use crate::language::condition::{Comparison, Condition, Predicate, Tally, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Body, Order, Target, Times};
use crate::language::orders::diagnose::order_error::OrderError;
use crate::language::orders::{Rule, codes};
use crate::language::pairs::{Pair, Pairs};

/// As often as anything can be answered in a Turn; more is a slip of the pen.
const MOST_ANSWERS: u32 = 10;

impl OrderBuilder<'_> {
    /// Notes of how many times an order is done at each, where it says `each time` and sets off how often at most.
    pub(super) fn note_answers(&mut self, whole: &Pairs<'_, Rule>, body: &mut Body<Written>) -> Result<(), OrderError> {
        let says_each = self.warnings.iter().any(|warning| warning.code == codes::FIRES_ONCE);
        let parts = || whole.clone().flatten();
        let event = parts().find(|part| part.as_rule() == Rule::o_each_time).map(|part| part.as_span().start);
        let limits: Vec<_> = parts().filter(|part| self.is_limit_set_off(part)).collect();
        // `Cut him, up to 3 times, each time he attacks Rin`: of each could be so many.
        let [limit] = limits.as_slice() else { return Ok(()) };
        if says_each && event < Some(limit.as_span().start) && self.has_countable_event(body) {
            self.note_each_time(body);
        } else if !says_each && (awaited(body).is_some() || body.waits_for_event()) {
            let message = "so often at the first of them, or once at each, so many times at most?";
            return Err(Diagnostic::error(codes::HOW_MANY, self.reader.original_span(limit), message)
                .note("at the first: `When Lancer attacks Rin, attack Lancer 3 times.`")
                .note("once at each: `Each time Lancer attacks Rin, attack Lancer, up to 3 times.`")
                .into());
        }
        Ok(())
    }

    fn note_each_time(&mut self, body: &mut Body<Written>) {
        let [branch] = body.branches.as_slice() else { return };
        let [action] = branch.actions.as_slice() else { return };
        if let Times::Exactly(times @ 2..=MOST_ANSWERS) = action.kind.facts().times {
            body.answers = Some(times);
            for warning in self.warnings.iter_mut().filter(|warning| warning.code == codes::FIRES_ONCE) {
                warning.message = format!("read as {times} orders, one for each of the first {times} times (A064)");
                warning.notes.clear();
            }
        }
    }

    /// `…, up to 3 times`: of `Cut him up to 3 times` so many could be done at each.
    fn is_limit_set_off(&self, part: &Pair<'_, Rule>) -> bool {
        part.as_rule() == Rule::so_often_at_most
            && self.sentence.get(..part.as_span().start).is_some_and(|before| before.trim_end().ends_with(','))
    }

    /// Whether an order waits for a deed that can be counted, and its targets are the same each time.
    fn has_countable_event(&self, body: &Body<Written>) -> bool {
        let Some(event) = awaited(body) else { return false };
        let deeds = match event {
            Condition::AnyOf(parts) => parts.iter().collect(),
            other => vec![other],
        };
        let is_countable = |deed: &&Condition<Written>| {
            let counted = self.reader.build_repeated((*deed).clone(), Comparison::AtLeast, 2);
            deed.waits_for_event() && !counted.has_empty_part()
        };
        let doer = |deed: &&Condition<Written>| match deed {
            Condition::Is(Predicate::Did(deed)) => Some(deed.who.clone()),
            _ => None,
        };
        let first = deeds.first().and_then(doer);
        let is_by_one = first.is_some() && deeds.iter().all(|deed| doer(deed) == first);
        // `attacks me or hits me`: one blow would be two of them.
        let kind = |deed: &&Condition<Written>| deed.present_deeds().next().map(|deed| mem::discriminant(&deed.act));
        let are_alike = deeds.iter().all(|deed| kind(deed) == deeds.first().and_then(kind));
        let is_fixed = |target: &Target<Written>| match target {
            Target::Character(Who::Named(_) | Who::User) => true,
            Target::Character(Who::Antecedent) => matches!(first, Some(Who::Named(_))),
            Target::Character(Who::Related(_, of)) => **of == Who::User,
            Target::Character(_) | Target::Location(_) | Target::Here => false,
        };
        is_by_one
            && are_alike
            && deeds.iter().all(is_countable)
            && body.actions().flat_map(|action| action.kind.targets()).all(is_fixed)
    }
}

/// The one event that an order waits for.
fn awaited(body: &Body<Written>) -> Option<&Condition<Written>> {
    let mut events = body.actions().filter_map(|action| action.delay.awaited.as_ref()).chain(&body.read_at.awaited);
    events.next().filter(|_| events.next().is_none())
}

/// The order for the nth time of those that an order answers, done once. Of several deeds each counts, and the orders
/// for them are the same: the second answers the second (A064).
pub(in crate::language::orders) fn order_for_nth(order: &Order<Written>, nth: u32) -> Order<Written> {
    let mut order = order.clone();
    order.body.answers = None;
    for action in order.body.actions_mut() {
        action.kind = action.kind.with_times(Times::ONCE).unwrap_or_else(|| action.kind.clone());
    }
    let Body { branches, read_at, .. } = &mut order.body;
    let waits = branches.iter_mut().flat_map(|branch| &mut branch.actions).map(|action| &mut action.delay.awaited);
    for event in waits.chain([&mut read_at.awaited]).flatten() {
        if let Condition::Is(Predicate::Did(deed)) = event
            && nth > 1
        {
            let said = Predicate::DidOften(Tally::Times, Comparison::AtLeast, nth, deed.clone());
            *event = Condition::Is(said);
        }
    }
    order
}
