//! Quantities: numbers, parts of a whole, and counts that are made anew each time.

use serde::{Deserialize, Serialize};

pub use crate::language::condition::DamageSpan;
use crate::language::condition::collectors::PeopleCollector;
use crate::language::condition::{Group, Level, Resource, Written};
use crate::language::visit::VisitEffect;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;

use super::Who;

/// The amount by which something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// A percentage as a signed factor: +50% is 0.5, −15% is −0.15.
    Percent(Exact),
    /// A signed number.
    Flat(Exact),
}

impl Change {
    /// Whether it takes something away.
    pub fn is_less(self) -> bool {
        match self {
            Change::Percent(by) | Change::Flat(by) => by.is_negative(),
        }
    }
}

/// What is counted, anew each time.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// `for each familiar the user has`.
    Familiars,
    /// `for each opponent in this location`.
    Group(Group<Written>),
    /// `for each Command Spell the user's Master has left`.
    CommandSpells,
    /// `for each Turn this skill is in force`, this Turn included (R374).
    TurnsInForce,
    /// `for each Turn the user has been in this battle`, this Turn included, as for durations (R374, A102).
    TurnsOfBattle,
    /// `for each Turn the user has been in this battle before this one`.
    EarlierTurnsOfBattle,
    /// `for each earlier Turn of this battle in which this skill hit the target`.
    EarlierTurns {
        /// `hit the target`, and not `was used on the target`.
        hit: bool,
        /// `for each Turn in a row before this one`: only those that follow one another up to this Turn.
        in_a_row: bool,
        /// Of this battle or of the War.
        within: HitSpan,
    },
    /// `for each skill of the user in force`, `for each Support skill of the user in force`.
    SkillsInForce(Option<SkillType>),
    /// `for each opponent in this location beyond the first`.
    GroupBeyondFirst(Group<Written>),
    /// `for each magical attack that hit the user in this battle`: the hits that somebody took (R101).
    HitsTaken { who: Who, by: HitSource, within: HitSpan },
    /// `for each time this skill has already been used in this battle`: earlier uses by the user, without this one.
    UsesOfThis {
        within: HitSpan,
        /// `used on the target`: only uses on the character it works on.
        on_target: bool,
    },
    /// `for each negative status effect on the target`.
    Statuses(Who),
    /// `for every 10 Health the user is missing`, `for every 20 Mana the user has`: whole steps.
    Steps {
        who: Who,
        resource: Resource,
        /// The size of a step; a part is a part of the maximum.
        step: Level,
        /// Whether the missing points are counted, and not the current ones.
        missing: bool,
    },
    /// `for every 10 of up to 30 additional Mana the user pays`: whole steps of the additional payment for the use.
    Paid {
        resource: Resource,
        step: Exact,
        /// The maximum payment; `None` means as much as there is.
        most: Option<Exact>,
    },
    /// `for each target beyond the first` of this use of the skill.
    OtherTargets,
    /// `per hit`: each hit of this use that struck the character it works on.
    Hits,
    /// `10% of the user's maximum Mana`: the points of which the number before them is a part.
    Points {
        /// The owner; `None` is the character it works on: `their`.
        owner: Option<Who>,
        resource: Resource,
        stock: Stock,
    },
    /// `10% of the damage the user received this Turn`, `for each 5 damage the user received in this battle`.
    Damage {
        who: Who,
        /// Whether the damage they received is measured, and not the damage they inflicted.
        taken: bool,
        within: DamageSpan,
        /// The size of a step; `None` if the damage itself is measured.
        step: Option<Exact>,
    },
    /// `by 50% of the damage inflicted`: what the use inflicted on the character it works on, when it began.
    DamageOfUse,
    /// `for each rank of STR the user has above the target`: whole ranks of 20 points each (A012).
    RanksAbove { stat: Stat, who: Who, over: Who },
}

/// Which hits are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HitSource {
    /// `each magical attack`: attacks of these types; any type if empty.
    Kinds(Vec<DamageType>),
    /// `each time the attack's skill hit the user`: hits of the skill by which the current damage is done.
    SameSkill,
    /// `each time this skill hit the target`.
    ThisSkill,
}

/// The span in which hits and uses are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitSpan {
    /// This Turn.
    Turn,
    /// The current battle; outside a battle, this Turn (A102).
    Battle,
    /// The whole War.
    War,
}

impl Counted {
    /// Whether it is counted for the target. If a skill is used on several targets, it is counted for each.
    pub fn is_of_target(&self) -> bool {
        if matches!(self, Counted::UsesOfThis { on_target: true, .. } | Counted::EarlierTurns { .. }) {
            return true;
        }
        PeopleCollector::of(|people| people.visit_counted(self))
            .into_iter()
            .any(|who| who.mentions(&|who| *who == Who::Target))
    }
}

/// Which points of Health or Mana are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stock {
    /// The maximum.
    Maximum,
    /// The current points.
    Current,
    /// The points missing from the maximum.
    Missing,
    /// The damage beyond the Health there was: what the Health is below 0.
    Beyond,
}

/// The amount by which something changes, determined anew each time: `15%`, `5 for each familiar the user has, up to
/// 25`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The change for each counted thing, or the whole change.
    pub amount: Change,
    /// What is counted, if the sentence says `for each`.
    pub each: Option<Counted>,
    /// `up to 25`: the maximum of the whole change, in its own unit and without its sign.
    pub at_most: Option<Exact>,
}

impl From<Change> for Measure {
    fn from(amount: Change) -> Self {
        Measure { amount, each: None, at_most: None }
    }
}

impl Measure {
    /// Whether it takes something away.
    pub fn is_less(&self) -> bool {
        self.amount.is_less()
    }

    /// The count at which the change reaches its maximum; `None` if it has none.
    pub fn most_counted(&self) -> Option<u32> {
        let (Change::Flat(by) | Change::Percent(by)) = self.amount;
        let by = if by.is_negative() { -by } else { by };
        self.at_most.filter(|_| !by.is_zero()).map(|limit| {
            let whole = limit.whole_steps(by);
            if by.times(Exact::from(whole)) == Ok(limit) { whole } else { whole.saturating_add(1) }
        })
    }

    /// The whole change for this count.
    pub fn for_count(&self, count: Exact) -> Result<Change, LostDigits> {
        let capped = |all: Exact| match self.at_most {
            Some(most) if all.is_negative() => -most.min(-all),
            Some(most) => most.min(all),
            None => all,
        };
        Ok(match self.amount {
            Change::Flat(amount) => Change::Flat(capped(amount.times(count)?)),
            Change::Percent(amount) => Change::Percent(capped(amount.times(count)?)),
        })
    }
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// `half`, `a third`, `a quarter`.
    OneOf(u32),
    /// `40%`, as a factor.
    Percent(Exact),
}

impl Portion {
    /// This part of an amount. A quotient is truncated to four decimals.
    pub fn of(self, amount: Exact) -> Result<Exact, LostDigits> {
        match self {
            Portion::OneOf(parts) => Ok(amount.truncated_quotient(parts)),
            Portion::Percent(factor) => amount.times(factor),
        }
    }
}

/// How much is restored or lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A number.
    Number(Exact),
    /// `5 Health for each opponent in this location`.
    Each(Exact, Counted),
    /// A part of the maximum, as a factor.
    OfMaximum(Exact),
    /// `10% of their current Health`: a part of what is there, as a factor.
    OfCurrent(Exact),
    /// Family 10: a part of the damage the skill inflicted, as a factor.
    OfDamage(Exact),
    /// `… , up to 60`: no more than this.
    AtMost(Box<Amount>, Exact),
}

impl Amount {
    /// This amount without the most that it may be.
    pub fn unlimited(&self) -> &Amount {
        if let Amount::AtMost(amount, _) = self { amount.unlimited() } else { self }
    }

    /// So much, or the most that it may be.
    pub fn limit(&self, amount: Exact) -> Exact {
        if let Amount::AtMost(_, most) = self { amount.min(*most) } else { amount }
    }
}
