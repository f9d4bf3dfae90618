//! Skill types and the phase each belongs to (R106–R118, R410–R411, A055, A056).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::phase::Phase;

/// The Type of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SkillType {
    /// An attack on persons.
    AntiPersonnel,
    /// An attack on many.
    AntiArmy,
    /// An attack on a place.
    AntiLocation,
    /// An attack on a fortress.
    AntiFortress,
    /// An attack on a city, a world: any other "Anti-" type of the sheets (R216).
    AntiOther,
    /// Support Phase (R411).
    Support,
    /// Instant Phase (R106).
    Instant,
    /// Prepared Effect Phase (R107).
    Prepared,
    /// Always on, not an action (R108).
    Passive,
    /// Instant Phase; disables opponents (R109–R111).
    SurpriseAttack,
    /// Creates a familiar (R112).
    Summoning,
    /// Covers a location (R113–R115).
    BoundedField,
    /// Pulls opponents into a world of its own (R116–R118).
    RealityMarble,
}

impl SkillType {
    /// All types.
    pub const ALL: [SkillType; 13] = [
        SkillType::AntiPersonnel,
        SkillType::AntiArmy,
        SkillType::AntiLocation,
        SkillType::AntiFortress,
        SkillType::AntiOther,
        SkillType::Support,
        SkillType::Instant,
        SkillType::Prepared,
        SkillType::Passive,
        SkillType::SurpriseAttack,
        SkillType::Summoning,
        SkillType::BoundedField,
        SkillType::RealityMarble,
    ];

    /// The rulebook's word for it.
    pub const fn name(self) -> &'static str {
        match self {
            SkillType::AntiPersonnel => "Anti-Personnel",
            SkillType::AntiArmy => "Anti-Army",
            SkillType::AntiLocation => "Anti-Location",
            SkillType::AntiFortress => "Anti-Fortress",
            SkillType::AntiOther => "Anti-…",
            SkillType::Support => "Support",
            SkillType::Instant => "Instant",
            SkillType::Prepared => "Prepared",
            SkillType::Passive => "Passive",
            SkillType::SurpriseAttack => "Surprise Attack",
            SkillType::Summoning => "Summoning",
            SkillType::BoundedField => "Bounded Field",
            SkillType::RealityMarble => "Reality Marble",
        }
    }

    /// The phase in which a skill of this type is used; `None` for Passive. Summoning, Bounded Fields and Reality
    /// Marbles are used in the Attacking Phase if they list damage, else in the Support Phase (A055).
    #[must_use]
    pub const fn phase(self, has_damage: bool) -> Option<Phase> {
        match self {
            SkillType::AntiPersonnel
            | SkillType::AntiArmy
            | SkillType::AntiLocation
            | SkillType::AntiFortress
            | SkillType::AntiOther => Some(Phase::Attacking),
            SkillType::Support => Some(Phase::Support),
            SkillType::Instant | SkillType::SurpriseAttack => Some(Phase::Instant),
            SkillType::Prepared => Some(Phase::Prepared),
            SkillType::Summoning | SkillType::BoundedField | SkillType::RealityMarble => {
                Some(if has_damage { Phase::Attacking } else { Phase::Support })
            }
            SkillType::Passive => None,
        }
    }
}

impl fmt::Display for SkillType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
