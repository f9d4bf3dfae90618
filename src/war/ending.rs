//! How the War ended for a Master (R401–R409).

use std::fmt;

use serde::{Deserialize, Serialize};

/// An ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Of a winner with a Good End, or a Normal End and the puzzle (R402).
    Best,
    /// Of a winner (R403).
    Good,
    /// Of a winner (R404).
    Normal,
    /// Of a winner (R405).
    Bad,
    /// Of a survivor who lost (R406).
    SharedGood,
    /// Of a survivor who lost (R407).
    SharedNormal,
    /// Of a survivor who lost (R408).
    SharedBad,
    /// Of the dead: none (R409).
    Dead,
}

impl End {
    /// All endings, the best first.
    pub const ALL: [End; 8] =
        [End::Best, End::Good, End::Normal, End::Bad, End::SharedGood, End::SharedNormal, End::SharedBad, End::Dead];

    /// The book's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            End::Best => "Best End",
            End::Good => "Good End",
            End::Normal => "Normal End",
            End::Bad => "Bad End",
            End::SharedGood => "Shared Good End",
            End::SharedNormal => "Shared Normal End",
            End::SharedBad => "Shared Bad End",
            End::Dead => "Dead End",
        }
    }

    /// The ending of a name, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.name().eq_ignore_ascii_case(name.trim()))
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
