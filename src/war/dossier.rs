//! What a seat keeps in mind of somebody else over the Nights (R379): no more than its updates told it.

use serde::{Deserialize, Serialize};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::wound::Wound;

use super::character::Sighting;
use super::setup::SkillRef;

/// What a seat has seen of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dossier {
    /// The best eyes of the seat that saw them: how much of their look is known (I03, I04).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acuity: Option<Acuity>,
    /// Where they were last seen on each Night, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Sighting>,
    /// How hurt they looked last, and on which Night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wound: Option<(u32, Wound)>,
    /// The skills they were seen to use and heard to name, in the order first seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<SkillSeen>,
    /// That they died, where the seat has seen it or was told of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell: Option<Fell>,
    /// How hard they struck by what was not heard named, once for each type of damage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blows: Vec<BlowSeen>,
}

/// A death, as far as a seat knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fell {
    /// The Night.
    pub night: u32,
    /// Where, if it was seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<LocationId>,
    /// Who killed them, if that could be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<CharacterId>,
    /// The phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// Nobody of the seat saw it: their Servant was seen to lose them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unseen: bool,
    /// It was seen, and not by whom.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub killer_unknown: bool,
}

/// Blows of somebody else whose skill nobody could name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlowSeen {
    /// The type of damage, where the seat was told it.
    pub damage: Option<DamageType>,
    /// The most damage of one hit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Exact>,
    /// The most of one that something of the seat's own made less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lessened: Option<LessenedBlow>,
}

/// A blow that the reader's own side made less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessenedBlow {
    /// The damage that came of it.
    pub damage: Exact,
    /// What made it less.
    pub by: Vec<Lessening>,
}

/// Something of the reader's own side that makes a blow less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lessening {
    /// The skill.
    pub skill: SkillRef,
    /// By how much, where it is a part of the damage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Exact>,
}

impl Dossier {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        *self == Dossier::default()
    }

    /// The skills of the seat's own that made blows of theirs less.
    pub fn lessened_by(&self) -> impl Iterator<Item = SkillRef> {
        let of_skills = self.skills.iter().filter_map(|seen| seen.lessened.as_ref());
        let of_blows = self.blows.iter().filter_map(|seen| seen.lessened.as_ref());
        of_skills.chain(of_blows).flat_map(|blow| blow.by.iter().map(|by| by.skill))
    }
}

/// A skill of somebody else, as far as it was seen at work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillSeen {
    /// The skill.
    pub skill: SkillRef,
    /// In its upgraded form.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upgraded: bool,
    /// The type of its damage, where that was made out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<DamageType>,
    /// The most damage of one hit whose number the seat was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<Exact>,
    /// The most of one that something of the seat's own made less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lessened: Option<LessenedBlow>,
    /// The Night it was last seen.
    pub night: u32,
}

impl SkillSeen {
    /// A skill of which nothing is known but its name.
    pub fn new(skill: SkillRef, upgraded: bool, night: u32) -> SkillSeen {
        SkillSeen { skill, upgraded, damage: None, most: None, lessened: None, night }
    }
}
