//! When the conditions of an order are asked, and whether it waits for them (A253).

use super::Body;
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

    /// Whether its `if` waits for an event. Only an order without `otherwise` waits (A253).
    pub fn waits_for_event(&self) -> bool {
        matches!(self.branches.as_slice(), [only] if only.guards.iter().any(Condition::waits_for_event))
    }

    /// Whether one of several branches is chosen once in each round. Not so for declarations, whose condition is
    /// checked again and again, and not for actions at an event, which are decided when it happens.
    pub fn chooses_once(&self) -> bool {
        self.branches.len() > 1 && !self.actions().any(|action| action.kind.has_only_phase())
    }
}
