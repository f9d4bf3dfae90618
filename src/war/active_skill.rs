//! Skills in force: what was used, on whom, until when.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::vocabulary::cost::Upkeep;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::bargain::Bargain;
use super::setup::SkillRef;

/// A skill, Command Spell or item whose effects hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveSkill {
    /// What was used.
    pub skill: SkillRef,
    /// Who used it.
    pub user: CharacterId,
    /// On whom; the user alone for a [Self] skill.
    pub targets: Vec<CharacterId>,
    /// Whom a Command Spell names besides its Servant: the second target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<CharacterId>,
    /// Where it works: where it was used, or the location it was used on.
    pub place: LocationId,
    /// Its user was elsewhere: it does not hang on where they are (R357).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub afar: bool,
    /// The Night in which it came into force.
    pub since: u32,
    /// The number of the event with which it began, in that Night.
    #[serde(default)]
    pub began: u32,
    /// What prolonging it takes (R123).
    pub upkeep: Option<Upkeep>,
    /// Its only target is [Self] (R362, R367).
    pub self_only: bool,
    /// Used in its upgraded form.
    pub upgraded: bool,
    /// Its lasting sentences, each until its own end.
    pub parts: Vec<ActivePart>,
    /// Until when the skill itself is active.
    pub until: Until,
    /// The words it was given: an order that is obeyed, what was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The sentence that was set off, if this is what one left behind when what it waited for came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_off: Option<u16>,
    /// Of whom what was set off still speaks, besides whom it is on.
    #[serde(default, skip_serializing_if = "SetOffBy::is_nobody")]
    pub set_off_by: SetOffBy,
    /// The sentence by which this is a status of a sheet's own on its target (R130).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What was paid and chosen when it was used.
    #[serde(default = "nothing", skip_serializing_if = "Bargain::is_none")]
    pub bargain: Bargain,
    /// Of a Reality Marble: how many rounds in a row the teams inside have let pass, by their Masters (R297).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub idle: BTreeMap<CharacterId, u32>,
}

/// Who was at hand as a sentence was set off, for what it counts as long as it holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetOffBy {
    /// `the target`: the skill's, or of what has none that of the deed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<CharacterId>,
    /// `that character`: whoever did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doer: Option<CharacterId>,
    /// `the attacker`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attacker: Option<CharacterId>,
}

impl SetOffBy {
    /// Whether nobody is remembered.
    pub fn is_nobody(&self) -> bool {
        *self == SetOffBy::default()
    }
}

fn nothing() -> Bargain {
    Bargain::NONE
}

impl War {
    /// A skill that begins to be in force now, in its simplest shape: on its user alone, where they are, with none of
    /// its sentences, without upkeep and end.
    pub fn new_active(&self, user: CharacterId, skill: SkillRef) -> ActiveSkill {
        ActiveSkill {
            skill,
            user,
            targets: vec![user],
            second: None,
            place: self.character(user).at,
            afar: false,
            since: self.night,
            began: 0,
            upkeep: None,
            self_only: false,
            upgraded: false,
            parts: Vec::new(),
            until: Until::Open,
            words: None,
            set_off: None,
            set_off_by: SetOffBy::default(),
            status: None,
            bargain: Bargain::NONE,
            idle: BTreeMap::new(),
        }
    }

    /// All sentences of a skill, each without an end of its own.
    pub fn all_parts(&self, skill: SkillRef) -> Vec<ActivePart> {
        let lines = (0u16..).take(self.skill(skill).effects.len());
        lines.map(|line| ActivePart { left: self.count_of(skill, line), ..ActivePart::of(line, Until::Open) }).collect()
    }

    /// The place whose ground a skill in force covers: a Bounded Field's, a Reality Marble's (R113, R288, R293);
    /// `None` for what belongs to people.
    pub fn ground_of(&self, active: &ActiveSkill) -> Option<LocationId> {
        (active.is_skill() && self.skill(active.skill).lies_on_ground(active.upgraded)).then_some(active.place)
    }

    /// Whether its user has left the location to which what a skill does there is confined (R357); a Bounded Field is
    /// an exception, with what it set off (R358) and what the GM put into it (A261), and a status goes with whoever has
    /// it.
    pub fn is_left(&self, active: &ActiveSkill) -> bool {
        let of_ground = |skill| self.skill(skill).lies_on_ground(active.upgraded);
        let confined = active.status.is_none() && !self.skill_known_as(active.skill).is_some_and(of_ground);
        confined && !active.afar && self.character(active.user).at != active.place
    }

    /// Whether a skill in force is a Bounded Field (R113).
    pub fn is_field(&self, active: &ActiveSkill) -> bool {
        active.is_skill() && self.skill(active.skill).is_field(active.upgraded)
    }

    /// The Bounded Field active at a location (R114); a Home Base's is none of these (R224).
    pub fn field_at(&self, at: LocationId) -> Option<&ActiveSkill> {
        self.active_skills.iter().find(|a| a.place == at && self.is_field(a))
    }
}

/// One lasting sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivePart {
    /// Its place among the skill's effects.
    pub line: u16,
    /// Of a status of a sheet's own: which of the things it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_status: Option<u16>,
    /// Until when it holds.
    pub until: Until,
    /// How many more it keeps off (`the next 2 attacks`); `None` for what does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// Targets on whom it does not work, or no more: its condition did not hold of them, or what it was to last until
    /// they have done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spared: Vec<CharacterId>,
    /// What its use inflicted on whom, where it is measured by that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inflicted: Vec<(CharacterId, Exact)>,
}

impl ActivePart {
    /// A sentence that holds until then, on all its targets, however often.
    pub const fn of(line: u16, until: Until) -> ActivePart {
        ActivePart { line, of_status: None, until, left: None, spared: Vec::new(), inflicted: Vec::new() }
    }
}

/// Until when something holds (R374).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Until {
    /// The end of that Night.
    Night(u32),
    /// No end of its own: while it is paid for, or until it is cancelled.
    Open,
}

impl ActiveSkill {
    /// Whether one of its sentences does not work on a target, or no more.
    pub fn spares(&self, line: u16, who: CharacterId) -> bool {
        self.parts.iter().any(|part| part.line == line && part.spared.contains(&who))
    }

    /// Whether this is of the same use as another.
    pub fn is_same_use(&self, other: &ActiveSkill) -> bool {
        (self.user, self.skill, self.since, self.began) == (other.user, other.skill, other.since, other.began)
    }

    /// Whether this is the skill itself in force: nothing that a sentence of it left behind.
    pub const fn is_skill(&self) -> bool {
        self.set_off.is_none() && self.status.is_none()
    }
}

impl Until {
    /// Whether it is over once a Night has ended.
    pub const fn is_over_after(self, night: u32) -> bool {
        match self {
            Until::Night(last) => last <= night,
            Until::Open => false,
        }
    }
}
