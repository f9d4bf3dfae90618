//! Type of Target (R120, A148).

use std::fmt;

use serde::{Deserialize, Serialize};

/// One bracketed word of a skill's Type of Target: `[Any]`, `[Self]`, `[Location]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TargetKind {
    /// The user.
    SelfTarget,
    /// Every character in range (A148).
    Any,
    /// A member of the user's team.
    Ally,
    /// Anyone with whom the user has no partnership, alliance or ceasefire (R364).
    Enemy,
    /// A character with whom the user has a contract.
    ContractedPartner,
    /// A Master.
    Master,
    /// A Servant.
    Servant,
    /// A familiar.
    Familiar,
    /// A location on the map (R412).
    Location,
}

impl TargetKind {
    /// All kinds.
    pub const ALL: [TargetKind; 9] = [
        TargetKind::SelfTarget,
        TargetKind::Any,
        TargetKind::Ally,
        TargetKind::Enemy,
        TargetKind::ContractedPartner,
        TargetKind::Master,
        TargetKind::Servant,
        TargetKind::Familiar,
        TargetKind::Location,
    ];

    /// The word inside the brackets.
    pub const fn name(self) -> &'static str {
        match self {
            TargetKind::SelfTarget => "Self",
            TargetKind::Any => "Any",
            TargetKind::Ally => "Ally",
            TargetKind::Enemy => "Enemy",
            TargetKind::ContractedPartner => "Contracted Partner",
            TargetKind::Master => "Master",
            TargetKind::Servant => "Servant",
            TargetKind::Familiar => "Familiar",
            TargetKind::Location => "Location",
        }
    }
}

impl fmt::Display for TargetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.name())
    }
}
