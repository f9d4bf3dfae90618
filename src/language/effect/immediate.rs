//! What happens once: when the skill resolves, or when the sentence's trigger comes.

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::status::{Status, StatusKind};

use super::{Amount, Ranked, Who};
use crate::language::condition::Resource;

/// Where somebody is relocated to (family 16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// `the target location`: the one the skill is used on.
    Target,
    /// `an adjacent location of the user's choice`: the order names it.
    Adjacent,
    /// `the user's location`.
    Of(Who),
    /// `the user's Home Base`.
    HomeOf(Who),
}

/// As what a relocation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `is relocated to`, `is pushed to`: no move of one's own; it takes no Move Action (A115).
    Carried,
    /// `moves to`: a normal move, which takes the Move Action (R349).
    Moves,
    /// `flees to`: a retreat at any time, which takes the Move Action (R182–R186).
    Flees,
}

/// What is cancelled (family 29).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// `all active effects on the target ranked C or lower`.
    On {
        /// On whom.
        who: Who,
        /// Only those of skills ranked so.
        ranked: Option<Ranked>,
    },
    /// `the target's active Bounded Field`.
    Of {
        /// Whose.
        who: Who,
        /// The type of skill.
        kind: SkillType,
    },
    /// `"X"`: the user's own, or what is in force on the target.
    Named(String),
}

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
    Relocate {
        /// Who.
        who: Who,
        /// Where to.
        to: Destination,
        /// As what it counts.
        way: Way,
    },
    /// Family 29: `All active effects on the target ranked C or lower are cancelled`.
    Cancel(Cancelled),
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
            | Immediate::Relocate { who, .. }
            | Immediate::Cancel(Cancelled::On { who, .. } | Cancelled::Of { who, .. })
            | Immediate::ApNextTurn { who, .. } => who,
            Immediate::Cancel(Cancelled::Named(_)) => &Who::User,
        }
    }

    /// Whether this does harm.
    #[must_use]
    pub fn does_harm(&self) -> bool {
        match self {
            Immediate::Lose { .. } | Immediate::Inflict { .. } | Immediate::InflictNamed { .. } => true,
            Immediate::ApNextTurn { by, .. } => *by < 0,
            Immediate::Restore { .. }
            | Immediate::Cure { .. }
            | Immediate::EnterSpiritForm(_)
            | Immediate::LeaveSpiritForm(_)
            | Immediate::Relocate { .. }
            | Immediate::Cancel(_) => false,
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
