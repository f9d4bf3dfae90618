//! Status effects (R126–R135).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::exact::Exact;

/// A status as it is inflicted: `Poison 3/20`, `Stun 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub enum Status {
    /// Poison T/D: D Special damage at the Instant Phase of each of the next T Turns (R127).
    Poison {
        turns: u32,
        /// Special damage each Turn.
        damage: Exact,
    },
    /// Stun T: 1 AP less at the beginning of each of the next T Turns (R128).
    Stun { turns: u32 },
}

/// The kind of a status, without its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StatusKind {
    /// Poison (R127).
    Poison,
    /// Stun (R128).
    Stun,
}

impl StatusKind {
    /// All kinds.
    pub const ALL: [StatusKind; 2] = [StatusKind::Poison, StatusKind::Stun];

    /// The name on sheets.
    pub const fn name(self) -> &'static str {
        match self {
            StatusKind::Poison => "Poison",
            StatusKind::Stun => "Stun",
        }
    }
}

impl Status {
    /// The kind.
    #[must_use]
    pub const fn kind(self) -> StatusKind {
        match self {
            Status::Poison { .. } => StatusKind::Poison,
            Status::Stun { .. } => StatusKind::Stun,
        }
    }

    /// The same status for another number of Turns.
    #[must_use]
    pub const fn lasting(self, turns: u32) -> Status {
        match self {
            Status::Poison { damage, .. } => Status::Poison { turns, damage },
            Status::Stun { .. } => Status::Stun { turns },
        }
    }

    /// The number of Turns it lasts.
    pub const fn turns(self) -> u32 {
        match self {
            Status::Poison { turns, .. } | Status::Stun { turns } => turns,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Poison { turns, damage } => write!(f, "Poison {turns}/{damage}"),
            Status::Stun { turns } => write!(f, "Stun {turns}"),
        }
    }
}
