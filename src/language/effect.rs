//! The effect tree: what a sentence of a sheet means (EFFECTS.md).
//!
//! A sentence is consumed whole or refused; every tree prints as one canonical sentence that
//! parses to the same tree.

use serde::{Deserialize, Serialize};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::{Status, StatusKind};

use super::condition::{Condition, Filter, Resource, Written};

/// Who an operation works on.
pub type Who = super::condition::Who<Written>;

/// One sentence of a sheet, understood.
#[expect(clippy::large_enum_variant, reason = "nearly every effect is a rule")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// `GM: …`: adjudicated by the GM.
    Gm(String),
    /// Anything the engine runs itself.
    Rule(Rule),
}

/// `operation [if condition] [for N Turns]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What is done.
    pub operation: Operation,
    /// Only if this holds.
    pub condition: Option<Condition<Written>>,
    /// How long.
    pub duration: Option<Duration>,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duration {
    /// `for N Turns`: the casting Turn counts as the first (R374).
    Turns(u32),
    /// `until the end of the Turn`, `during this Turn`.
    ThisTurn,
    /// `indefinitely`, `until cancelled`.
    Indefinitely,
}

/// By how much something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Percentage as a signed factor: +50% is 0.5, −15% is −0.15.
    Percent(Exact),
    /// A signed number.
    Flat(Exact),
}

/// How much is restored or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A number.
    Number(Exact),
    /// A part of the maximum, as a factor.
    OfMaximum(Exact),
}

/// What is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Family 1: damage of this skill. `Damage inflicted increases by 50%`.
    SkillDamage(Change),
    /// Family 1: `Damage increases by 10 for each familiar the user has`.
    SkillDamagePerFamiliar(Exact),
    /// Family 2: damage someone deals. `Physical damage the user inflicts on Evil Servants increases by 10%`.
    DamageDealt {
        /// Who deals it.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only against these; empty is anybody.
        against: Vec<Filter<Written>>,
        /// By how much.
        change: Change,
    },
    /// Family 3: damage someone takes. `Damage the user receives from physical attacks decreases by 20%`.
    DamageTaken {
        /// Who takes it.
        who: Who,
        /// Only these types; empty is any.
        kinds: Vec<DamageType>,
        /// Only from these; empty is anybody.
        from: Vec<Filter<Written>>,
        /// By how much.
        change: Change,
    },
    /// Family 4: `This skill hits 3 times`.
    Hits(u32),
    /// Family 4: `This skill hits two more times`.
    MoreHits(u32),
    /// Family 9: `The target restores 50 Health`.
    Restore {
        /// Who.
        who: Who,
        /// Health or Mana.
        what: Resource,
        /// How much.
        amount: Amount,
    },
    /// Family 9: `The target loses 20 Mana`.
    Lose {
        /// Who.
        who: Who,
        /// Health or Mana.
        what: Resource,
        /// How much.
        amount: Amount,
    },
    /// Family 11: regeneration; `what` `None` is both (R363).
    Regeneration {
        /// Who.
        who: Who,
        /// Health, Mana or both.
        what: Option<Resource>,
        /// By how much, of the sheet's values (A175).
        change: Change,
    },
    /// Family 11: `The user regenerates while in battle`.
    RegenerateInBattle(Who),
    /// Family 11: `The target cannot regenerate` (A168).
    CannotRegenerate(Who),
    /// Family 12: `The target's STR is raised by 1 rank`.
    RaiseRanks {
        /// Who.
        who: Who,
        /// Which stats.
        stats: Vec<Stat>,
        /// Signed letters.
        by: i8,
    },
    /// Family 12: `All stats of the target are lowered by 2 subranks`.
    RaiseSubranks {
        /// Who.
        who: Who,
        /// Which stats.
        stats: Vec<Stat>,
        /// Signed subranks.
        by: i8,
    },
    /// Family 12: `The user's AGI becomes A+`.
    Become {
        /// Who.
        who: Who,
        /// Which stat.
        stat: Stat,
        /// The rank.
        rank: Rank,
    },
    /// Family 13: `The target receives Poison 3/20`.
    Inflict {
        /// Who.
        who: Who,
        /// What.
        status: Status,
    },
    /// Family 13: `The target receives "Bleeding" for 2 Turns: at the Instant Phase they receive 8 Special damage`.
    InflictNamed {
        /// Who.
        who: Who,
        /// What the author calls it.
        name: String,
        /// How many Turns it works, as a Poison does (A075).
        turns: u32,
        /// When it works.
        phase: Phase,
        /// Damage each time.
        damage: Exact,
        /// Its type.
        kind: DamageType,
    },
    /// Family 13: `All negative status effects are removed from the target`; `None` is all.
    Cure {
        /// Who.
        who: Who,
        /// One kind, or all.
        kind: Option<StatusKind>,
    },
    /// Family 8: `The user is immune to Poison`; `None` is every negative status effect (A137).
    Immune {
        /// Who.
        who: Who,
        /// One kind, or all.
        kind: Option<StatusKind>,
    },
    /// `The target enters Spirit Form` (R189).
    EnterSpiritForm(Who),
    /// `The target leaves Spirit Form` (R190).
    LeaveSpiritForm(Who),
    /// Family 16: `The target is brought to the user's location` (R192).
    Bring {
        /// Who.
        who: Who,
        /// To whom.
        to: Who,
    },
    /// Family 27: `This skill occurs before all other actions of its phase` (R191).
    First,
    /// Family 21: `Upgrades "Power Blow"`; any of the skill's names.
    Upgrade(String),
    /// Family 21: `This skill becomes Instant type`: for the use the condition holds of (A228).
    BecomesType(SkillType),
    /// Family 22: `The user gains Flight ranked C`.
    Flight {
        /// Who.
        who: Who,
        /// The rank.
        rank: Rank,
    },
    /// Family 28: `Lasts 3 Turns`: every sentence of the skill without a duration of its own.
    Lasts(Duration),
    /// `Does not stack with itself`: using it again renews it (A136).
    DoesNotStack,
}

/// When an operation is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Once, when the skill resolves.
    AtOnce,
    /// In the skill's own use: it says how the skill is used, how it hits, how long it lasts.
    OfThisUse,
    /// For a time: while the ability is had or the skill is in force.
    ForATime,
}

impl Operation {
    /// When this is carried out.
    #[must_use]
    pub const fn manner(&self) -> Manner {
        match self {
            Operation::Restore { .. }
            | Operation::Lose { .. }
            | Operation::Inflict { .. }
            | Operation::InflictNamed { .. }
            | Operation::Cure { .. }
            | Operation::EnterSpiritForm(_)
            | Operation::LeaveSpiritForm(_)
            | Operation::Bring { .. } => Manner::AtOnce,
            Operation::SkillDamage(_)
            | Operation::SkillDamagePerFamiliar(_)
            | Operation::Hits(_)
            | Operation::MoreHits(_)
            | Operation::BecomesType(_)
            | Operation::First
            | Operation::Lasts(_)
            | Operation::DoesNotStack => Manner::OfThisUse,
            Operation::DamageDealt { .. }
            | Operation::DamageTaken { .. }
            | Operation::Immune { .. }
            | Operation::Regeneration { .. }
            | Operation::RegenerateInBattle(_)
            | Operation::CannotRegenerate(_)
            | Operation::RaiseRanks { .. }
            | Operation::RaiseSubranks { .. }
            | Operation::Become { .. }
            | Operation::Upgrade(_)
            | Operation::Flight { .. } => Manner::ForATime,
        }
    }

    /// Of whom this speaks; `None` where it speaks of the skill itself.
    #[must_use]
    pub const fn who(&self) -> Option<&Who> {
        match self {
            Operation::DamageDealt { who, .. }
            | Operation::DamageTaken { who, .. }
            | Operation::Immune { who, .. }
            | Operation::Restore { who, .. }
            | Operation::Lose { who, .. }
            | Operation::Regeneration { who, .. }
            | Operation::RegenerateInBattle(who)
            | Operation::CannotRegenerate(who)
            | Operation::RaiseRanks { who, .. }
            | Operation::RaiseSubranks { who, .. }
            | Operation::Become { who, .. }
            | Operation::Inflict { who, .. }
            | Operation::InflictNamed { who, .. }
            | Operation::Cure { who, .. }
            | Operation::EnterSpiritForm(who)
            | Operation::LeaveSpiritForm(who)
            | Operation::Bring { who, .. }
            | Operation::Flight { who, .. } => Some(who),
            Operation::SkillDamage(_)
            | Operation::SkillDamagePerFamiliar(_)
            | Operation::Hits(_)
            | Operation::MoreHits(_)
            | Operation::Upgrade(_)
            | Operation::BecomesType(_)
            | Operation::First
            | Operation::Lasts(_)
            | Operation::DoesNotStack => None,
        }
    }

    /// Whether this happens once when the skill resolves; the others hold for a time.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        self.manner() == Manner::AtOnce
    }

    /// Whether this speaks of the skill's own use only.
    #[must_use]
    pub fn is_of_this_use(&self) -> bool {
        self.manner() == Manner::OfThisUse
    }
}
