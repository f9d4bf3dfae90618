//! Skills in force: what was used, on whom, until when.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::vocabulary::cost::Upkeep;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::bargain::Bargain;
use super::setup::SkillRef;

/// A skill, Command Spell or item in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveSkill {
    /// The skill that was used.
    pub skill: SkillRef,
    /// The character that used it.
    pub user: CharacterId,
    /// The characters it affects; the user alone for a [Self] skill.
    pub targets: Vec<CharacterId>,
    /// The character that a Command Spell names besides its Servant: the second target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<CharacterId>,
    /// The location where it works: where it was used, or the location it was used on.
    #[serde(rename = "place")]
    pub location: LocationId,
    /// Whether it was used from another location. It then does not depend on where its user is (R357).
    #[serde(rename = "afar", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_afar: bool,
    /// The Night in which it came into force.
    pub since: u32,
    /// The number of the event with which it began, within that Night.
    #[serde(default)]
    pub began: u32,
    /// The cost of prolonging it (R123).
    pub upkeep: Option<Upkeep>,
    /// Whether its only target is [Self] (R362, R367).
    #[serde(rename = "self_only")]
    pub is_self_only: bool,
    /// Whether it was used in its upgraded form.
    #[serde(rename = "upgraded")]
    pub is_upgraded: bool,
    /// Its lasting sentences, each with its own end.
    pub parts: Vec<ActivePart>,
    /// The end of the skill itself.
    pub until: Until,
    /// The words it was given, such as a command or a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The triggered sentence, if this is what such a sentence left in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_off: Option<u16>,
    /// The other characters that a triggered sentence still names.
    #[serde(default, skip_serializing_if = "TriggerPeople::is_nobody")]
    pub set_off_by: TriggerPeople,
    /// The sentence that inflicted it, if this is a status defined on a sheet (R130).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What was paid and chosen when it was used.
    #[serde(default = "no_bargain", skip_serializing_if = "Bargain::is_none")]
    pub bargain: Bargain,
    /// For a Reality Marble: the successive idle rounds of the teams inside, by their Masters (R297).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub idle: BTreeMap<CharacterId, u32>,
}

/// The characters of the deed that triggered a sentence, for what it counts while in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriggerPeople {
    /// `the target`: the skill's; for a sentence without targets, that of the deed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<CharacterId>,
    /// `that character`: whoever did the deed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doer: Option<CharacterId>,
    /// `the attacker`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<CharacterId>,
}

impl TriggerPeople {
    /// Whether no character is remembered.
    pub fn is_nobody(&self) -> bool {
        *self == TriggerPeople::default()
    }
}

fn no_bargain() -> Bargain {
    Bargain::NONE
}

impl War {
    /// Returns a skill that comes into force now, in its simplest form: on its user alone, in their location, with no
    /// sentences, no upkeep and no end.
    pub fn new_active(&self, user: CharacterId, skill: SkillRef) -> ActiveSkill {
        ActiveSkill {
            skill,
            user,
            targets: vec![user],
            second: None,
            location: self.character(user).at,
            is_afar: false,
            since: self.night,
            began: 0,
            upkeep: None,
            is_self_only: false,
            is_upgraded: false,
            parts: Vec::new(),
            until: Until::Open,
            words: None,
            set_off: None,
            set_off_by: TriggerPeople::default(),
            status: None,
            bargain: Bargain::NONE,
            idle: BTreeMap::new(),
        }
    }

    /// Returns all sentences of a skill, each without an end of its own.
    pub fn all_parts(&self, skill: SkillRef) -> Vec<ActivePart> {
        let lines = (0u16..).take(self.skill(skill).effects.len());
        lines
            .map(|line| ActivePart { left: self.attacks_from_use(skill, line), ..ActivePart::until(line, Until::Open) })
            .collect()
    }

    /// Returns the location that a skill in force covers as a Bounded Field or a Reality Marble (R113, R288, R293);
    /// `None` for any other skill.
    pub fn ground_covered(&self, active: &ActiveSkill) -> Option<LocationId> {
        (active.is_skill() && self.skill(active.skill).covers_ground(active.is_upgraded)).then_some(active.location)
    }

    /// Whether the user has left the location that the skill's effects there are confined to (R357). A Bounded Field is
    /// not confined, and neither are what it triggered (R358) and what the GM added to it (A261). A status goes with
    /// whoever has it.
    pub fn is_left_behind(&self, active: &ActiveSkill) -> bool {
        let covers_ground = |skill| self.skill(skill).covers_ground(active.is_upgraded);
        let is_confined = active.status.is_none() && !self.skill_known_as(active.skill).is_some_and(covers_ground);
        is_confined && !active.is_afar && self.character(active.user).at != active.location
    }

    /// Whether a skill in force is a Bounded Field (R113).
    pub fn is_field(&self, active: &ActiveSkill) -> bool {
        active.is_skill() && self.skill(active.skill).is_field(active.is_upgraded)
    }

    /// Returns the Bounded Field in force at a location (R114); the field of a Home Base does not count (R224).
    pub fn field_at(&self, at: LocationId) -> Option<&ActiveSkill> {
        self.active_skills.iter().find(|a| a.location == at && self.is_field(a))
    }
}

/// One lasting sentence in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivePart {
    /// Its index among the skill's effects.
    pub line: u16,
    /// For a status defined on a sheet: the index of the part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_status: Option<u16>,
    /// Its end.
    pub until: Until,
    /// How many more attacks it works on (`the next 2 attacks`); `None` if it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// Targets it does not affect, or no longer affects: its condition did not hold for them, or they did what it
    /// lasted until.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<CharacterId>,
    /// The damage that its use inflicted on each character, if the sentence is measured by that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inflicted: Vec<(CharacterId, Exact)>,
}

impl ActivePart {
    /// Returns a sentence with this end, on all its targets, without a count.
    pub const fn until(line: u16, until: Until) -> ActivePart {
        ActivePart { line, of_status: None, until, left: None, spared: Vec::new(), inflicted: Vec::new() }
    }
}

/// The end of an effect (R374).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Until {
    /// It ends with that Night.
    Night(u32),
    /// It has no end of its own: it lasts while its upkeep is paid, or until it is cancelled.
    Open,
}

impl ActiveSkill {
    /// Whether one of its sentences does not affect a target.
    pub fn spares(&self, line: u16, who: CharacterId) -> bool {
        self.parts.iter().any(|part| part.line == line && part.spared.contains(&who))
    }

    /// Whether both come from the same use.
    pub fn is_same_use(&self, other: &ActiveSkill) -> bool {
        (self.user, self.skill, self.since, self.began) == (other.user, other.skill, other.since, other.began)
    }

    /// Whether this is the skill itself, not something that a sentence of it left in force.
    pub const fn is_skill(&self) -> bool {
        self.set_off.is_none() && self.status.is_none()
    }
}

impl Until {
    /// Whether it has ended once a Night has ended.
    pub const fn is_over_after(self, night: u32) -> bool {
        match self {
            Until::Night(last) => last <= night,
            Until::Open => false,
        }
    }
}
