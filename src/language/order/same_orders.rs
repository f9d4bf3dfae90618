//! Whether two orders are the same, or do the same.

use super::{Action, Body, Branch};
use crate::language::condition::Naming;

impl<N: Naming> Body<N> {
    /// Whether another order means the same: numbers and places in the text do not count.
    pub fn means_same_as(&self, other: &Body<N>) -> bool {
        let actions = |a: &Branch<N>, b: &Branch<N>| {
            let same = |(one, other): (&Action<N>, &Action<N>)| one.kind == other.kind && one.delay == other.delay;
            a.actions.len() == b.actions.len() && a.actions.iter().zip(&b.actions).all(same)
        };
        self.read_at == other.read_at
            && self.asked == other.asked
            && self.asked_at_end == other.asked_at_end
            && self.branches.len() == other.branches.len()
            && self.branches.iter().zip(&other.branches).all(|(a, b)| a.guards == b.guards && actions(a, b))
    }

    /// Whether the copy of an order for whoever goes along is one of this order: in the same branches it has the same
    /// moves, and nothing else (R273).
    pub fn is_copied_by(&self, copy: &Self) -> bool {
        let holds = |(of, copied): (&Branch<N>, &Branch<N>)| {
            copied.actions.iter().all(|copy| of.actions.iter().any(|action| action.kind == copy.kind))
        };
        self.branches.len() == copy.branches.len() && self.branches.iter().zip(&copy.branches).all(holds)
    }

    /// Whether both have the same number of actions in the same branches: whoever goes along does all that is done.
    pub fn has_actions_of(&self, copy: &Self) -> bool {
        let counts = |body: &Self| body.branches.iter().map(|branch| branch.actions.len()).collect::<Vec<_>>();
        counts(self) == counts(copy)
    }
}
