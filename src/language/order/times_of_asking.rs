//! When the conditions of an order are asked, and whether it waits for them (A253).

use super::{Action, Body, Branch, Moment};
use crate::language::condition::{Condition, Naming};

impl<N: Naming> Body<N> {
    /// Whether no time is written before its conditions or beside them.
    pub fn names_no_time(&self) -> bool {
        self.read_at.is_none() && !self.is_asked_early()
    }

    /// Whether its conditions are asked before its own place, once, as a phase begins or ends.
    pub const fn is_asked_early(&self) -> bool {
        self.asked.is_some() || self.asked_at_end.is_some()
    }

    /// Whether its `if` waits for an event: there is no `otherwise`, or it has a time of its own (A253).
    pub fn waits_for_event(&self) -> bool {
        matches!(self.branches.as_slice(), [only] if only.waits_for_event()) || self.waits_until_otherwise()
    }

    /// Whether its `if` waits for an event up to the time of its `otherwise`: `If Lancer attacks me, use Cut on Lancer;
    /// otherwise, use Cut on Archer at the end of the Attacking Phase` (A253).
    pub fn waits_until_otherwise(&self) -> bool {
        let [first, second] = self.branches.as_slice() else { return false };
        let ([awaited], [Condition::Not(denied)]) = (first.guards.as_slice(), second.guards.as_slice()) else {
            return false;
        };
        let is_late = |action: &Action<N>| {
            action.delay.moment == Moment::End && action.delay.phase.is_some() && action.delay.awaited.is_none()
        };
        **denied == *awaited
            && awaited.waits_for_event()
            && self.names_no_time()
            && first.actions.iter().all(|action| action.delay.is_none())
            && second.actions.iter().all(is_late)
            && !self.actions().any(|action| action.kind.has_only_phase())
    }

    /// Whether one of several branches is chosen once in each round. Not so for declarations, whose condition is
    /// checked again and again, not for actions at an event, which are decided when it happens, and not where the first
    /// waits for the time of the other.
    pub fn chooses_once(&self) -> bool {
        self.branches.len() > 1
            && !self.waits_until_otherwise()
            && !self.actions().any(|action| action.kind.has_only_phase())
    }
}

impl<N: Naming> Branch<N> {
    /// Whether one of its conditions names an event that is waited for.
    pub fn waits_for_event(&self) -> bool {
        self.guards.iter().any(Condition::waits_for_event)
    }
}
