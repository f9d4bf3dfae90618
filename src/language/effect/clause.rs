//! What a sentence says of its own skill: how it is used, how it hits, how long it lasts.

use crate::language::condition::Resource;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;

use super::{Change, Counted, Duration, HitSpan, Limit, Measure, Portion};

/// What holds of each use of the skill.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Family 1: damage of this skill. `Damage inflicted increases by 50%`, `… by 10 for each familiar the user has`.
    SkillDamage(Measure),
    /// Family 6: `Half of the damage is inflicted at once and the rest over the next 2 Turns`.
    Splits {
        /// What is inflicted at once.
        part: Portion,
        /// Over how many Turns the rest.
        turns: u32,
    },
    /// Family 6: `Each hit after the first inflicts 20% less damage than the one before`.
    Falls(Change),
    /// Family 6: `Damage is divided equally among the targets`: of the use.
    Divided,
    /// Family 4: `This skill hits 3 times`.
    Hits(u32),
    /// Family 4: `This skill hits two more times`, `… for each familiar the user has`.
    MoreHits {
        hits: u32,
        /// For each of these, if it says so.
        each: Option<Counted>,
    },
    /// Family 5: `This attack ignores END`.
    IgnoresStat(Stat),
    /// Family 5: `The target's MAR is treated as 1 rank lower for this attack`.
    TreatedLower { stat: Stat, ranks: i8 },
    /// Family 5: `This attack ignores 50% of the target's MAR`, as a factor: the rest of its value counts.
    IgnoresPart(Stat, Exact),
    /// Family 5: `This attack's damage is calculated with the higher of the user's STR and MAE`: of these the highest.
    CalculatedWith {
        stats: Vec<Stat>,
        /// `in place of STR`: only where that would count.
        in_place_of: Option<Stat>,
    },
    /// Family 5: `This attack's damage is calculated against the lower of the target's END and MAR`.
    CalculatedAgainst(Vec<Stat>),
    /// Family 5: `This attack ignores Flight`: height neither lessens it nor keeps it off (R263–R268).
    IgnoresFlight,
    /// Family 5: `This attack's damage becomes Special`: all of it, by the stats of that type (R089 to R093).
    BecomesKind(DamageType),
    /// Family 5: `This damage cannot be reduced`.
    CannotBeReduced,
    /// Family 23: `This skill can be used once per Turn`.
    Limited(Limit),
    /// Family 23: `This skill can be used once per battle on each target`: so often on one and the same.
    LimitedOnTarget(Limit),
    /// Family 23: `Can only be used if …`: what must hold beforehand (R124) is its condition.
    OnlyUsable,
    /// Family 46: `This skill fails if …`: paid for, and nothing comes of it (A143), if its condition holds of any
    /// target.
    Fails {
        /// `and 50% of its Mana cost is refunded`: what part of it, as a factor.
        refunded: Option<Exact>,
    },
    /// Family 27: `Charges for 1 Turn`: ordered once to begin, and again from so many Turns later on (R217, A065).
    Charges(u32),
    /// `The Mana cost of this skill decreases by 10`: what this use costs; no cost falls below nothing.
    Cost {
        what: Resource,
        change: Measure,
        /// `to a minimum of 1`: it lowers no cost further.
        least: Option<Exact>,
    },
    /// Family 24: `This attack cannot be intercepted`.
    NotIntercepted,
    /// Family 7: `This attack cannot be negated`.
    NotNegated,
    /// Family 24: `This skill may damage Masters`, in spite of their Servants' protection (R009).
    DamagesMasters,
    /// Family 27: `This skill occurs before all other actions of its phase` (R191).
    First,
    /// Family 27: `This skill occurs after all other actions of its phase` (R182).
    Last,
    /// Family 24: `This effect ends if an intercepted attack would kill the user` (R180, A125).
    EndsBeforeFatal,
    /// Family 21: `This skill becomes Instant type`: for the use the condition holds of (A228).
    BecomesType(SkillType),
    /// Family 28: `Lasts 3 Turns`: every sentence of the skill without a duration of its own.
    Lasts(Duration),
    /// `This skill works on only one target at a time`: used on another, it ends for whoever it was on before.
    OneAtATime,
    /// `Does not stack with itself`: using it again renews it (A136).
    DoesNotStack,
}

impl Clause {
    /// Since when earlier uses of the skill are counted, if this counts them.
    pub const fn counts_uses(&self) -> Option<HitSpan> {
        match self {
            Clause::SkillDamage(Measure { each: Some(Counted::UsesOfThis(within)), .. })
            | Clause::MoreHits { each: Some(Counted::UsesOfThis(within)), .. } => Some(*within),
            _ => None,
        }
    }

    /// Whether this changes how the skill's damage comes about; it takes a skill that inflicts some.
    pub const fn is_of_damage(&self) -> bool {
        match self {
            Clause::SkillDamage(_)
            | Clause::Splits { .. }
            | Clause::Falls(_)
            | Clause::Divided
            | Clause::Hits(_)
            | Clause::MoreHits { .. }
            | Clause::IgnoresStat(_)
            | Clause::TreatedLower { .. }
            | Clause::IgnoresPart(..)
            | Clause::CalculatedWith { .. }
            | Clause::CalculatedAgainst(_)
            | Clause::BecomesKind(_)
            | Clause::CannotBeReduced
            | Clause::IgnoresFlight
            | Clause::NotIntercepted
            | Clause::DamagesMasters => true,
            Clause::BecomesType(_)
            | Clause::Limited(_)
            | Clause::LimitedOnTarget(_)
            | Clause::OnlyUsable
            | Clause::Fails { .. }
            | Clause::Charges(_)
            | Clause::NotNegated
            | Clause::Cost { .. }
            | Clause::First
            | Clause::Last
            | Clause::EndsBeforeFatal
            | Clause::Lasts(_)
            | Clause::OneAtATime
            | Clause::DoesNotStack => false,
        }
    }
}
