//! Statements that only a sheet makes: two stats against each other, the hit that is being computed, the ground.

use super::{Comparison, Naming, Who};
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::RankGap;

/// `the user's MAE is higher than the user's STR`: two stats, of one character or of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankComparison<N: Naming> {
    /// Whose stat is compared.
    pub who: Who<N>,
    /// The stat.
    pub stat: Stat,
    /// How it is compared.
    pub by: Gap,
    /// With whose stat.
    pub other: Who<N>,
    /// The stat of the other.
    pub other_stat: Stat,
}

/// How one rank is compared with another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// `higher than`.
    Plain(Comparison),
    /// `at least 2 ranks higher than`.
    Ranks {
        /// Higher, and not lower.
        is_above: bool,
        /// `more than so many`, and not `at least`.
        strictly: bool,
        /// So many whole ranks.
        ranks: u32,
    },
}

impl Gap {
    /// Whether one rank stands so to another.
    pub fn holds(self, rank: Rank, other: Rank, gap: RankGap) -> bool {
        match self {
            Gap::Plain(bound) => bound.holds(&rank, &other),
            Gap::Ranks { is_above: true, strictly, ranks } => rank.exceeds_by_ranks(other, ranks, strictly, gap),
            Gap::Ranks { is_above: false, strictly, ranks } => other.exceeds_by_ranks(rank, ranks, strictly, gap),
        }
    }
}

/// What only a sheet asks: of the hit that is being computed, or of the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFact {
    /// `this is the second hit`: its number among the hits of the use, from 1.
    NthHit(u32),
    /// `this is the last hit` of the use.
    LastHit,
    /// `this attack is intercepted`.
    Intercepted,
    /// `this attack is intercepted for a Master`: by a Servant of theirs.
    InterceptedForMaster,
    /// `the target is in an adjacent location`: adjacent to the user's.
    TargetAdjacent,
    /// `a Servant protects the target`: one of theirs who could intercept for them now (R258).
    TargetProtected,
    /// `a Bounded Field is active in this location`.
    Ground(SkillType),
    /// `a Bounded Field is active in the target's location`.
    GroundOfTarget(SkillType),
}

impl SheetFact {
    /// Whether it asks which hit this is, or who takes it.
    pub const fn is_of_hit(self) -> bool {
        match self {
            SheetFact::NthHit(_) | SheetFact::LastHit | SheetFact::Intercepted | SheetFact::InterceptedForMaster => {
                true
            }
            SheetFact::Ground(_) | SheetFact::GroundOfTarget(_) => false,
            SheetFact::TargetProtected | SheetFact::TargetAdjacent => false,
        }
    }
}
