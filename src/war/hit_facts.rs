//! Which hits of a use words can ask about: the one that is being computed, or those that struck somebody.

use crate::language::condition::SheetFact;

/// What is known of some hits of a use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HitFacts {
    /// Their numbers within the use: the first is the lowest bit.
    numbers: u64,
    /// Whether the last hit is among them.
    has_last: bool,
    /// Whether one of them is taken in somebody's place.
    is_intercepted: bool,
    /// Whether one of them is taken by a Servant in their Master's place.
    is_for_master: bool,
}

impl HitFacts {
    /// No hit.
    pub const NONE: HitFacts = HitFacts { numbers: 0, has_last: false, is_intercepted: false, is_for_master: false };

    /// One hit of so many. Above 64 hits the number of a hit is not known; nobody asks for it.
    pub fn of(number: u32, hits: u32, is_intercepted: bool, is_for_master: bool) -> HitFacts {
        let numbers = number.checked_sub(1).and_then(|bit| 1u64.checked_shl(bit)).unwrap_or(0);
        HitFacts { numbers, has_last: number >= hits, is_intercepted, is_for_master }
    }

    /// Adds other hits.
    pub fn add(&mut self, other: HitFacts) {
        self.numbers |= other.numbers;
        self.has_last |= other.has_last;
        self.is_intercepted |= other.is_intercepted;
        self.is_for_master |= other.is_for_master;
    }

    /// Whether a statement about hits is true of any of these.
    pub fn satisfy(self, fact: SheetFact) -> bool {
        match fact {
            SheetFact::NthHit(number) => {
                let bit = number.checked_sub(1).and_then(|bit| 1u64.checked_shl(bit));
                bit.is_some_and(|bit| self.numbers & bit != 0)
            }
            SheetFact::LastHit => self.has_last,
            SheetFact::Intercepted => self.is_intercepted,
            SheetFact::InterceptedForMaster => self.is_for_master,
            SheetFact::Ground(_) | SheetFact::GroundOfTarget(_) => false,
            SheetFact::TargetProtected | SheetFact::TargetAdjacent => false,
        }
    }
}
