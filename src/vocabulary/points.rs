//! Points that are spent on skills, and how many the first Turn of a battle allows (R254).

use serde::{Deserialize, Serialize};

/// AP and SP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// Action Points.
    pub ap: u32,
    /// Support Points.
    pub sp: u32,
}

impl Points {
    /// The sum of both.
    pub const fn plus(self, other: Points) -> Points {
        Points { ap: self.ap.saturating_add(other.ap), sp: self.sp.saturating_add(other.sp) }
    }
}

/// What a Servant may spend on skills in the first Turn of a battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstTurnPoints {
    /// The rule: 1 AP or 1 SP, not both (R254).
    #[default]
    One,
    /// 1 AP and 1 SP.
    OneOfEach,
    /// All that there are.
    All,
}

impl FirstTurnPoints {
    /// Whether it is what the rules say.
    pub const fn is_the_rule(&self) -> bool {
        matches!(self, FirstTurnPoints::One)
    }

    /// Whether so many points may be spent.
    pub const fn allows(self, spent: Points) -> bool {
        match self {
            FirstTurnPoints::One => spent.ap.saturating_add(spent.sp) <= 1,
            FirstTurnPoints::OneOfEach => spent.ap <= 1 && spent.sp <= 1,
            FirstTurnPoints::All => true,
        }
    }
}
