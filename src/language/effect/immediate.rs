//! What happens once: when the skill resolves, or when the sentence's trigger comes.

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, Lesson, Who};
use crate::language::condition::Resource;

/// What is done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Immediate {
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
    /// Family 19: `The user learns the target's Health`.
    Learn {
        /// Who.
        who: Who,
        /// Of these only those in the target location.
        there: bool,
        /// What.
        what: Vec<Lesson>,
        /// Of whom; of the user, where it is the target location.
        of: Who,
    },
    /// `The user perceives the whole Night with ACT EX`: its report of this Night (R350, A215).
    WholeReport {
        /// Who.
        who: Who,
        /// How acutely.
        act: Acuity,
    },
    /// Family 34: `The user's Master gains 50 CP`: of whoever it is, their Master (R282).
    CombatPoints {
        /// Whose.
        who: Who,
        /// Signed points.
        by: Exact,
        /// For each familiar the user has.
        per_familiar: bool,
    },
    /// Family 34: `The user's Master restores 1 Command Spell`.
    CommandSpells {
        /// Whose.
        who: Who,
        /// Signed.
        by: i32,
    },
    /// Family 14: `The target loses 1 AP at the beginning of the next Turn` (R080, A035).
    ApNextTurn {
        /// Who.
        who: Who,
        /// Signed points.
        by: i32,
    },
}

impl Immediate {
    /// On whom this works.
    #[must_use]
    pub const fn who(&self) -> &Who {
        match self {
            Immediate::Restore { who, .. }
            | Immediate::Lose { who, .. }
            | Immediate::Inflict { who, .. }
            | Immediate::InflictNamed { who, .. }
            | Immediate::Cure { who, .. }
            | Immediate::EnterSpiritForm(who)
            | Immediate::LeaveSpiritForm(who)
            | Immediate::Bring { who, .. }
            | Immediate::Learn { who, .. }
            | Immediate::WholeReport { who, .. }
            | Immediate::CombatPoints { who, .. }
            | Immediate::CommandSpells { who, .. }
            | Immediate::ApNextTurn { who, .. } => who,
        }
    }

    /// Whether this does harm.
    #[must_use]
    pub fn does_harm(&self) -> bool {
        match self {
            Immediate::Lose { .. } | Immediate::Inflict { .. } | Immediate::InflictNamed { .. } => true,
            Immediate::ApNextTurn { by, .. } => *by < 0,
            Immediate::CombatPoints { by, .. } => by.is_negative(),
            Immediate::CommandSpells { by, .. } => *by < 0,
            Immediate::Learn { .. } | Immediate::WholeReport { .. } => false,
            Immediate::Restore { .. }
            | Immediate::Cure { .. }
            | Immediate::EnterSpiritForm(_)
            | Immediate::LeaveSpiritForm(_)
            | Immediate::Bring { .. } => false,
        }
    }

    /// Whether this is measured by the damage that the skill inflicted.
    #[must_use]
    pub const fn is_of_damage(&self) -> bool {
        matches!(
            self,
            Immediate::Restore { amount: Amount::OfDamage(_), .. }
                | Immediate::Lose { amount: Amount::OfDamage(_), .. }
        )
    }
}
