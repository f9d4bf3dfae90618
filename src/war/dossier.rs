//! What a seat remembers about somebody else over the Nights (R379): only what its updates told it.

use serde::{Deserialize, Serialize};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::{Acuity, RankLetter};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::wound::Wound;

use super::character::Sighting;
use super::setup::SkillRef;

/// What a seat has seen of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dossier {
    /// The best ACT in the seat that saw them; it decides how much of their look is known (I03, I04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acuity: Option<Acuity>,
    /// Where they were last seen on each Night, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sighting>,
    /// How hurt they last looked, with the Night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<(u32, Wound)>,
    /// The skills that they were seen to use or heard to name, in the order first seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<SkillSeen>,
    /// Their death, if the seat has seen it or was told of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell: Option<KnownDeath>,
    /// The damage of their blows by unnamed skills, one entry for each type of damage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blows: Vec<BlowSeen>,
}

/// What a seat knows of a death.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownDeath {
    /// The Night.
    pub night: u32,
    /// The location, if the death was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<LocationId>,
    /// The killer, if they were recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CharacterId>,
    /// The phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Whether nobody of the seat saw it, but saw their Servant lose them.
    #[serde(rename = "unseen", default, skip_serializing_if = "std::ops::Not::not")]
    pub was_unseen: bool,
    /// Whether it was seen but the killer was not recognised.
    #[serde(rename = "killer_unknown", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_killer_unknown: bool,
}

/// Blows of somebody else by skills that nobody could name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlowSeen {
    /// The type of damage, if the seat was told it.
    pub damage: Option<DamageType>,
    /// The highest damage of one hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Exact>,
    /// The highest damage of a hit that an effect of the seat's own reduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lessened: Option<ReducedBlow>,
}

/// A blow that the seat's own side reduced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedBlow {
    /// The damage after the reduction.
    pub damage: Exact,
    /// The effects that reduced it.
    pub by: Vec<BlowReduction>,
}

/// An effect of the seat's own side that reduces a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlowReduction {
    /// The skill.
    pub skill: SkillRef,
    /// By how much, if it is a share of the damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Exact>,
}

impl Dossier {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        *self == Dossier::default()
    }

    /// Yields the seat's own skills that reduced their blows.
    pub fn reducing_skills(&self) -> impl Iterator<Item = SkillRef> {
        let of_skills = self.skills.iter().filter_map(|seen| seen.lessened.as_ref());
        let of_blows = self.blows.iter().filter_map(|seen| seen.lessened.as_ref());
        of_skills.chain(of_blows).flat_map(|blow| blow.by.iter().map(|by| by.skill))
    }
}

/// What a seat has seen of somebody else's skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillSeen {
    /// The skill.
    pub skill: SkillRef,
    /// Whether it was seen in its upgraded form.
    #[serde(rename = "upgraded", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_upgraded: bool,
    /// The type of its damage, if it was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<DamageType>,
    /// The highest damage of one hit of which the seat was told the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Exact>,
    /// The highest damage of a hit that an effect of the seat's own reduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lessened: Option<ReducedBlow>,
    /// Its type, if it was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<SkillType>,
    /// Whether it was recognised as a Noble Phantasm.
    #[serde(rename = "noble", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_noble_phantasm: bool,
    /// The letter of the Noble Phantasm's rank, if it was recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<RankLetter>,
    /// The Night it was last seen.
    pub night: u32,
}

impl SkillSeen {
    /// Returns a skill of which only the name is known.
    pub fn new(skill: SkillRef, is_upgraded: bool, night: u32) -> SkillSeen {
        SkillSeen {
            skill,
            is_upgraded,
            damage: None,
            most: None,
            lessened: None,
            kind: None,
            is_noble_phantasm: false,
            rank: None,
            night,
        }
    }
}
