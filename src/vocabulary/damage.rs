//! The Damage field of a skill (R089–R101, R121).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::exact::Exact;
use super::status::{Status, StatusKind};

/// The type of an attack's damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DamageType {
    /// Base × (STR − END + 1) (R089).
    Physical,
    /// Base (R090).
    Ranged,
    /// Base, from other locations (R091); a subtype of Ranged.
    #[serde(rename = "Long-ranged")]
    LongRanged,
    /// Base × (MAE − MAR + 1) (R092).
    Magical,
    /// Base; luck does not raise it (R046, R093).
    Special,
}

impl DamageType {
    /// All types.
    pub const ALL: [DamageType; 5] =
        [DamageType::Physical, DamageType::Ranged, DamageType::LongRanged, DamageType::Magical, DamageType::Special];

    /// The word of the rulebook.
    pub const fn name(self) -> &'static str {
        match self {
            DamageType::Physical => "Physical",
            DamageType::Ranged => "Ranged",
            DamageType::LongRanged => "Long-ranged",
            DamageType::Magical => "Magical",
            DamageType::Special => "Special",
        }
    }

    /// Whether an effect on `filter` attacks applies to this type; Long-ranged attacks are Ranged too (R091).
    pub fn matches_filter(self, filter: DamageType) -> bool {
        self == filter || (self == DamageType::LongRanged && filter == DamageType::Ranged)
    }
}

impl fmt::Display for DamageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The Damage field: `30 Magical, Stun 1`, `3 Physical, 2 hits`; or statuses alone: `Poison 3/50` (A078).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// The base damage of each hit; 0 for statuses alone.
    pub base: Exact,
    /// The attack type; `None` for statuses alone.
    pub kind: Option<DamageType>,
    /// The number of hits, at least 1; each is a separate attack (R101).
    pub hits: u32,
    /// Statuses that follow the hit (R413, A026).
    pub riders: Vec<Status>,
}

impl Damage {
    /// Whether it inflicts damage or a status that does, which makes the skill an attack (R100, A263).
    pub fn does_damage(&self) -> bool {
        self.kind.is_some() || self.riders.iter().any(|status| status.kind() == StatusKind::Poison)
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(kind) = self.kind else {
            let statuses: Vec<String> = self.riders.iter().map(ToString::to_string).collect();
            return f.write_str(&statuses.join(", "));
        };
        write!(f, "{} {kind}", self.base)?;
        if self.hits != 1 {
            write!(f, ", {} hits", self.hits)?;
        }
        self.riders.iter().try_for_each(|r| write!(f, ", {r}"))
    }
}
