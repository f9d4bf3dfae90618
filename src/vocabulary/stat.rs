//! The ranked stats of a character (R028–R067).

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the eight ranked stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stat {
    /// Strength: physical damage inflicted (R034).
    STR,
    /// Endurance: physical damage received (R035).
    END,
    /// Magical Energy: magical damage inflicted (R036).
    MAE,
    /// Magical Resistance: magical damage received (R037).
    MAR,
    /// Agility: order within a phase, the extra AP (R038–R043).
    AGI,
    /// Luck: the extra 25%, the tie-break (R044–R049).
    LCK,
    /// Acuity: the detail of updates (R050–R062). No subranks; may be N/A.
    ACT,
    /// Noble Phantasm: overall effectiveness (R063–R067). No mechanic of its own.
    NP,
}

impl Stat {
    /// All stats in the order of the rulebook.
    pub const ALL: [Stat; 8] = [Stat::STR, Stat::END, Stat::MAE, Stat::MAR, Stat::AGI, Stat::LCK, Stat::ACT, Stat::NP];

    /// The main six stats (R066), which "all stats" in an effect means (A134).
    pub const MAIN: [Stat; 6] = [Stat::STR, Stat::END, Stat::MAE, Stat::MAR, Stat::AGI, Stat::LCK];

    /// The rulebook's abbreviation.
    pub const fn name(self) -> &'static str {
        match self {
            Stat::STR => "STR",
            Stat::END => "END",
            Stat::MAE => "MAE",
            Stat::MAR => "MAR",
            Stat::AGI => "AGI",
            Stat::LCK => "LCK",
            Stat::ACT => "ACT",
            Stat::NP => "NP",
        }
    }

    /// The stat with this abbreviation, in any letter case.
    pub fn parse(text: &str) -> Option<Stat> {
        Stat::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Stat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
