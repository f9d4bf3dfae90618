//! Statements about the sentence's own skill: how it is used, how it hits, how long it lasts.

use crate::language::condition::{Group, Resource, Written};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;

use super::{Change, Counted, Duration, HitSpan, Limit, Measure, Portion};

/// A statement about each use of the skill.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clause {
    /// Family 1: damage of this skill. `Damage inflicted increases by 50%`, `… by 10 for each familiar the user has`.
    SkillDamage(Measure),
    /// Family 1: `This attack's base damage becomes 35`, `… becomes 35 instead of 20`.
    BaseBecomes {
        base: Exact,
        /// The number it becomes it instead of: that of the Damage field.
        instead_of: Option<Exact>,
    },
    /// Family 6: `Half of the damage is inflicted at once and the rest over the next 2 Turns`.
    Splits {
        /// The part that is inflicted at once.
        part: Portion,
        /// The number of Turns over which the rest is inflicted.
        turns: u32,
    },
    /// Family 5: `Half of the damage is Physical and half is Magical`: each half is calculated by its own type.
    HalfAndHalf(DamageType, DamageType),
    /// Family 44: `The user pays all of their Mana but 1, and base damage becomes 50% of it`.
    SpendsAll {
        /// The Mana that is kept.
        keeps: Exact,
        /// The part of what is paid that the base damage becomes, as a factor.
        part: Exact,
    },
    /// Family 6: `Each hit after the first inflicts 20% less damage than the one before`.
    FallsPerHit(Change),
    /// Family 6: `Damage is divided equally among the targets` of one use.
    DividesDamage,
    /// Family 6: `Each target after the first receives 20% less damage than the one before`, in the order in which
    /// they are named.
    FallsPerTarget(Change),
    /// Family 4: `This skill hits 3 times`.
    Hits(u32),
    /// Family 4: `This skill hits two more times`, `… for each familiar the user has`.
    MoreHits {
        hits: u32,
        /// What the hits are counted for, if the sentence says `for each`.
        each: Option<Counted>,
    },
    /// Family 5: `This attack ignores END`.
    IgnoresStat(Stat),
    /// Family 5: `The target's MAR is treated as 1 rank lower for this attack`.
    TreatedLower { stat: Stat, ranks: i8 },
    /// Family 5: `The target's END is treated as E for this attack`: the stat counts as exactly this rank.
    TreatedAs {
        /// Whether it is a stat of the attacker, and not of the target.
        of_attacker: bool,
        stat: Stat,
        rank: Rank,
    },
    /// Family 5: `This attack ignores 50% of the target's MAR`. The factor is the part that does not count.
    IgnoresPart(Stat, Exact),
    /// Family 5: `This attack's damage is calculated with the higher of the user's STR and MAE`. The highest of the
    /// stats counts.
    CalculatedWith {
        stats: Vec<Stat>,
        /// `in place of STR`: only where STR would be used.
        in_place_of: Option<Stat>,
    },
    /// Family 5: `This attack's damage is calculated against the lower of the target's END and MAR`.
    CalculatedAgainst(Vec<Stat>),
    /// Family 5: `This attack ignores Flight`: Flight neither reduces nor prevents its damage (R263–R268).
    IgnoresFlight,
    /// Family 5: `This damage cannot be reduced by Flight`: whom it may be used on stays as it is (R263, R264, R267).
    NotReducedByFlight,
    /// Family 5: `This attack's damage becomes Special`: all of it, calculated with the stats of that type (R089 to
    /// R093).
    BecomesKind(DamageType),
    /// Family 5: `This damage cannot be reduced`.
    CannotBeReduced,
    /// Family 5: `This damage cannot be reduced by skills`: what the rules subtract is subtracted (R018, R263).
    NotReducedBySkills,
    /// Family 5: `This damage cannot be reduced by skills of the target`: by what the target themselves use or have.
    NotReducedByTarget,
    /// Family 5: `Skills cannot reduce this damage by a percentage`: what they subtract as a number is subtracted.
    NotReducedByPercentages,
    /// Family 1: `This attack suffers no penalty for low Health` (R018).
    NoLowHealthPenalty,
    /// Family 26: `This attack cannot reduce the target's Health below 1`: whoever takes a hit keeps so much.
    SparesTarget(Exact),
    /// Family 23: `This skill can be used once per Turn`.
    Limited(Limit),
    /// Family 23: `This skill can be used once per battle on each target`: the limit is counted for each target.
    LimitedOnTarget(Limit),
    /// Family 23: `Can only be used if …`. The sentence's condition must hold before the use (R124).
    OnlyUsable,
    /// Family 46: `This skill fails if …`. If the condition holds for any target, the skill is paid for and has no
    /// effect (A143).
    Fails {
        /// `and 50% of its Mana cost is refunded`: the refunded part, as a factor.
        refunded: Option<Exact>,
    },
    /// Family 27: `Charges for 1 Turn`. It is ordered once to begin, and again this many Turns later or more (R217,
    /// A065).
    Charges(u32),
    /// `The Mana cost of this skill decreases by 10`: the cost of this use. A cost never falls below zero.
    Cost {
        resource: Resource,
        change: Measure,
        /// `to a minimum of 1`: the cost is not lowered below this.
        least: Option<Exact>,
    },
    /// Family 24: `This attack cannot be intercepted`.
    NotIntercepted,
    /// Family 24: `This attack cannot be intercepted by familiars`.
    NotInterceptedBy(Group<Written>),
    /// Family 7: `This attack cannot be negated`.
    NotNegated,
    /// Family 24: `This skill may damage Masters`, despite the protection of their Servants (R009).
    DamagesMasters,
    /// Family 27: `This skill occurs before all other actions of its phase` (R191).
    OccursFirst,
    /// Family 27: `This skill occurs after all other actions of its phase` (R182).
    OccursLast,
    /// Family 24: `This effect ends if an intercepted attack would kill the user` (R180, A125).
    EndsBeforeFatal,
    /// Family 21: `This skill becomes Instant type`, for a use for which the condition holds (A228).
    BecomesType(SkillType),
    /// Family 28: `Lasts 3 Turns`. It applies to every sentence of the skill that has no duration of its own.
    Lasts(Duration),
    /// `This skill works on only one target at a time`. If it is used on another target, it ends for the one before.
    OneAtATime,
    /// `Does not stack with itself`: using it again renews it (A136).
    DoesNotStack,
    /// `Stacks with itself up to 3 times`: used once more on the same target, the oldest ends (A136).
    StacksUpTo(u32),
}

impl Clause {
    /// What this counts anew at each use, if it says `for each`.
    const fn counted(&self) -> Option<&Counted> {
        match self {
            Clause::SkillDamage(Measure { each, .. })
            | Clause::Cost { change: Measure { each, .. }, .. }
            | Clause::MoreHits { each, .. } => each.as_ref(),
            _ => None,
        }
    }

    /// The span in which earlier uses of the skill are counted; `None` if they are not counted.
    pub const fn counted_use_span(&self) -> Option<HitSpan> {
        match self.counted() {
            Some(Counted::UsesOfThis { within, .. }) => Some(*within),
            _ => None,
        }
    }

    /// Whether earlier uses of the skill are counted for each target.
    pub const fn counts_uses_on_target(&self) -> bool {
        matches!(self.counted(), Some(Counted::UsesOfThis { on_target: true, .. }))
    }

    /// Whether this changes how the skill's damage is calculated or inflicted. The skill must then inflict damage.
    pub const fn changes_damage(&self) -> bool {
        match self {
            Clause::SkillDamage(_)
            | Clause::BaseBecomes { .. }
            | Clause::Splits { .. }
            | Clause::FallsPerHit(_)
            | Clause::FallsPerTarget(_)
            | Clause::HalfAndHalf(..)
            | Clause::SpendsAll { .. }
            | Clause::DividesDamage
            | Clause::Hits(_)
            | Clause::MoreHits { .. }
            | Clause::IgnoresStat(_)
            | Clause::TreatedLower { .. }
            | Clause::TreatedAs { .. }
            | Clause::IgnoresPart(..)
            | Clause::CalculatedWith { .. }
            | Clause::CalculatedAgainst(_)
            | Clause::BecomesKind(_)
            | Clause::CannotBeReduced
            | Clause::NotReducedBySkills
            | Clause::NotReducedByTarget
            | Clause::NotReducedByPercentages
            | Clause::NoLowHealthPenalty
            | Clause::SparesTarget(_)
            | Clause::IgnoresFlight
            | Clause::NotReducedByFlight
            | Clause::NotIntercepted
            | Clause::NotInterceptedBy(_)
            | Clause::DamagesMasters => true,
            Clause::BecomesType(_)
            | Clause::Limited(_)
            | Clause::LimitedOnTarget(_)
            | Clause::OnlyUsable
            | Clause::Fails { .. }
            | Clause::Charges(_)
            | Clause::NotNegated
            | Clause::Cost { .. }
            | Clause::OccursFirst
            | Clause::OccursLast
            | Clause::EndsBeforeFatal
            | Clause::Lasts(_)
            | Clause::OneAtATime
            | Clause::DoesNotStack
            | Clause::StacksUpTo(_) => false,
        }
    }

    /// Whether it is asked anew for each hit, so that it may hold for one of them alone.
    pub const fn is_of_each_hit(&self) -> bool {
        matches!(
            self,
            Clause::SkillDamage(_)
                | Clause::BaseBecomes { .. }
                | Clause::IgnoresStat(_)
                | Clause::IgnoresPart(..)
                | Clause::TreatedLower { .. }
                | Clause::TreatedAs { .. }
                | Clause::CalculatedWith { .. }
                | Clause::CalculatedAgainst(_)
                | Clause::IgnoresFlight
                | Clause::NotReducedByFlight
                | Clause::NoLowHealthPenalty
        )
    }
}
