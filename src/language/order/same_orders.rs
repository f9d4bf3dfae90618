//! Whether two orders are the same, or do the same.

use super::{Action, ActionKind, Body, Branch};
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
            && self.branches.len() == other.branches.len()
            && self.branches.iter().zip(&other.branches).all(|(a, b)| a.guards == b.guards && actions(a, b))
    }

    /// Whether both have the same actions in the same branches, on whatever conditions.
    pub fn has_actions_like(&self, other: &Self) -> bool {
        let kinds = |branch: &Branch<N>| -> Vec<ActionKind<N>> {
            branch.actions.iter().map(|action| action.kind.clone()).collect()
        };
        self.branches.iter().map(kinds).eq(other.branches.iter().map(kinds))
    }
}
