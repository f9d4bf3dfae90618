//! How the War ended for a Master (R401–R409).

use std::fmt;

use serde::{Deserialize, Serialize};

/// The ending of the War for a Master.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndingKind {
    /// For a winner with a Good End, or with a Normal End and the puzzle solved (R402).
    Best,
    /// For a winner (R403).
    Good,
    /// For a winner (R404).
    Normal,
    /// For a winner (R405).
    Bad,
    /// For a survivor who lost (R406).
    SharedGood,
    /// For a survivor who lost (R407).
    SharedNormal,
    /// For a survivor who lost (R408).
    SharedBad,
    /// For a dead Master (R409).
    Dead,
}

impl EndingKind {
    /// All endings, the best first.
    pub const ALL: [EndingKind; 8] = [
        EndingKind::Best,
        EndingKind::Good,
        EndingKind::Normal,
        EndingKind::Bad,
        EndingKind::SharedGood,
        EndingKind::SharedNormal,
        EndingKind::SharedBad,
        EndingKind::Dead,
    ];

    /// Returns the book's name.
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Best => "Best End",
            EndingKind::Good => "Good End",
            EndingKind::Normal => "Normal End",
            EndingKind::Bad => "Bad End",
            EndingKind::SharedGood => "Shared Good End",
            EndingKind::SharedNormal => "Shared Normal End",
            EndingKind::SharedBad => "Shared Bad End",
            EndingKind::Dead => "Dead End",
        }
    }

    /// Returns the ending with a name, in any letter case.
    pub fn named(name: &str) -> Option<EndingKind> {
        EndingKind::ALL.into_iter().find(|end| end.name().eq_ignore_ascii_case(name.trim()))
    }
}

impl fmt::Display for EndingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
