//! `If Rin isn't here, go to the Bridge. If she is here, attack Lancer.`: one order with `otherwise`.
//!
//! Of two sentences side by side of which the second asks the opposite of the first, one is meant. As orders of their
//! own both could be carried out: what the first does may make the second hold. What somebody does is waited for, so
//! that there each stands by itself.

use super::order_builder::negated;
use super::{File, Order};
use crate::language::condition::{Condition, Predicate, Written};
use crate::language::order::Branch;
use crate::language::span::Span;

impl File<'_> {
    /// Puts an order into the one above it that asks the opposite in the same line; whether it was put there.
    pub(super) fn is_other_half(&mut self, order: &Order<Written>, span: Span) -> bool {
        let named = self.parsed.in_names.iter().find(|other| other.order.number == order.number);
        let half = named.map_or(order, |named| &named.order).body.clone();
        let is_half = self.half_above(order, span).is_some_and(|above| is_opposite(above, &half.branches));
        let same_time = |above: &Order<Written>| half.read_at.is_none() || half.read_at == above.body.read_at;
        let Some(above) = self.parsed.orders.last_mut().filter(|above| is_half && same_time(above)) else {
            return false;
        };
        above.body.branches.extend(half.branches);
        let number = above.number;
        self.parsed.in_names.retain(|other| other.order.number != order.number && other.order.number != number);
        self.count -= 1;
        true
    }

    /// The one branch of the order above, if it stands in the same line and is of the same character.
    fn half_above(&self, order: &Order<Written>, span: Span) -> Option<&Branch<Written>> {
        let above = self.parsed.orders.last().filter(|above| self.above == Some(above.span))?;
        let (at, _) = self.read.last()?;
        let between = self.text(Span::new(at.end.min(span.start), span.start));
        let [branch] = above.body.branches.as_slice() else { return None };
        (above.actor == order.actor && !between.contains('\n')).then_some(branch)
    }
}

/// Whether the one branch of an order asks whether the opposite is so of what another asks.
fn is_opposite(above: &Branch<Written>, branches: &[Branch<Written>]) -> bool {
    let ([asked], [Branch { guards, .. }]) = (above.guards.as_slice(), branches) else { return false };
    let [opposite] = guards.as_slice() else { return false };
    negated(asked) == *opposite && is_of_a_state(asked)
}

/// Whether a condition is one statement, of something that is so.
fn is_of_a_state(condition: &Condition<Written>) -> bool {
    let said = match condition {
        Condition::Is(said) => said,
        Condition::Not(inner) => match &**inner {
            Condition::Is(said) => said,
            Condition::All(_) | Condition::AnyOf(_) | Condition::Not(_) => return false,
        },
        Condition::All(_) | Condition::AnyOf(_) => return false,
    };
    said.deed().is_none() && !matches!(said, Predicate::Becomes(..))
}
