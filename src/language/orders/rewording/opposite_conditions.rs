//! `If Rin isn't here, go to the Bridge. If she is here, attack Lancer.`: one order with `otherwise`.
//!
//! If two adjacent sentences ask opposite conditions, they mean one order. As two orders both could be carried out,
//! because the first may make the condition of the second true. Deeds are awaited, so two orders about deeds stay
//! separate.

use crate::language::condition::{Condition, Predicate, Written};
use crate::language::order::{Body, Branch};
use crate::language::orders::sentence::order_builder::negate;
use crate::language::orders::{Order, OrderFileReader};
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// Merges an order into the order above it if that one asks the opposite on the same line. Returns whether it was
    /// merged.
    pub(in crate::language::orders) fn merge_opposite_order(&mut self, order: &Order<Written>, span: Span) -> bool {
        let named_reading = self.parsed.named_readings.iter().find(|other| other.order.number == order.number);
        let body = named_reading.map_or(order, |named| &named.order).body.clone();
        let is_opposite_above =
            self.only_branch_above(order, span).is_some_and(|above| is_opposite(above, &body.branches));
        let is_delayed = |body: &Body<Written>| body.actions().any(|action| !action.delay.is_none());
        let has_same_time = |above: &Order<Written>| {
            (body.read_at.is_none() || body.read_at == above.body.read_at)
                && (body.asked.is_none() || body.asked == above.body.asked)
                && (body.asked_at_end.is_none() || body.asked_at_end == above.body.asked_at_end)
                && is_delayed(&body) == is_delayed(&above.body)
        };
        let Some(above) = self.parsed.orders.last_mut().filter(|above| is_opposite_above && has_same_time(above))
        else {
            return false;
        };
        above.body.branches.extend(body.branches);
        let number = above.number;
        self.parsed.named_readings.retain(|other| other.order.number != order.number && other.order.number != number);
        true
    }

    /// The only branch of the order above, if that order is on the same line and has the same actor.
    fn only_branch_above(&self, order: &Order<Written>, span: Span) -> Option<&Branch<Written>> {
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let (at, _) = self.sentences.last()?;
        let between = self.text(Span::new(at.end.min(span.start), span.start));
        let [branch] = above.body.branches.as_slice() else { return None };
        (above.actor == order.actor && !between.contains('\n')).then_some(branch)
    }
}

/// Whether the only branch of an order asks the opposite of what another order asks.
fn is_opposite(above: &Branch<Written>, branches: &[Branch<Written>]) -> bool {
    let ([guard], [Branch { guards, .. }]) = (above.guards.as_slice(), branches) else { return false };
    let [opposite] = guards.as_slice() else { return false };
    negate(guard) == *opposite && is_about_state(guard)
}

/// Whether a condition is one statement about a state.
fn is_about_state(condition: &Condition<Written>) -> bool {
    let statement = match condition {
        Condition::Is(said) => said,
        Condition::Not(inner) => match &**inner {
            Condition::Is(said) => said,
            Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) => return false,
        },
        Condition::All(_) | Condition::AnyOf(_) => return false,
    };
    statement.deed().is_none() && !matches!(statement, Predicate::Becomes(..))
}
