//! The position: characters, teams, seats, locations, effects in force, knowledge.
//!
//! | module | holds |
//! | --- | --- |
//! | `setup`, `new_war` | what never changes (sheets, map, switches); building a new War |
//! | `character`, `active_skill`, `statuses` | a character's state; a skill in force; statuses defined on sheets |
//! | `in_force`, `modifiers`, `scope` | the index of sentences in force by what they change; which hold now; whom each means |
//! | `shields`, `maxima` | shields in force, and what they have absorbed; maximum Health and Mana |
//! | `damage_kinds` | the current type of somebody's damage |
//! | `stats`, `costs`, `restrictions`, `detection`, `marble` | questions to the position: ranks, prices, what is forbidden, who is detected, what a Reality Marble seals off |
//! | `evaluate`, `counts_and_measures`, `history`, `bargain` | conditions; counts; deeds of this Turn; payments and choices |
//! | `sheet_facts`, `hit_facts` | what only a sheet asks: of the ground, of who stands before a Master, of the hits of a use |
//! | `contract_terms`, `bonds_index` | who may contract whom; who belongs to whom |
//! | `knowledge`, `dossier`, `naming` | what characters were told; what a seat remembers; ids as names in files |
//! | `igm`, `seal`, `ending`, `ruled_skills` | the IGM, the Seal's hunt, how the War ended, sentences that the GM has ruled |
//!
//! Within a Night only applied events (`crate::event`) change what is saved of a [`War`]. After it, `campaign::game`
//! notes what its pages told, and an end by the GM's word. What never changes is in its [`setup::Setup`], shared and
//! immutable.

pub mod active_skill;
pub mod bargain;
pub mod bonds_index;
pub mod character;
pub mod contract_terms;
mod costs;
pub mod counts_and_measures;
pub mod damage_kinds;
pub mod detection;
pub mod dossier;
pub mod ending;
pub mod evaluate;
pub mod history;
pub mod hit_facts;
pub mod igm;
pub mod in_force;
pub mod knowledge;
pub mod marble;
pub mod maxima;
pub mod modifiers;
pub mod naming;
pub mod new_war;
pub mod restrictions;
pub mod ruled_skills;
mod scope;
pub mod seal;
pub mod setup;
mod sheet_facts;
pub mod shields;
pub mod stats;
pub mod statuses;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::logic::Ledger;
use crate::sheet::Sheet;
use crate::sheet::skill::Skill;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::phase::Round;

use active_skill::ActiveSkill;
use bonds_index::BondsIndex;
use character::Character;
use ending::EndingKind;
use igm::IgmState;
use in_force::InForce;
use ruled_skills::RuledSkill;
use seal::Hunt;
use setup::{Setup, SheetId, SkillRef};

/// The position between two Nights, or within one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct War {
    /// Sheets, map, seats and switches, which no Night changes.
    #[serde(skip)]
    pub setup: Arc<Setup>,
    /// The Night last begun; 0 before the first.
    pub night: u32,
    /// Every character, at the index that its id gives; familiars come last.
    pub characters: Vec<Character>,
    /// Skills and Command Spells in force, in the order they began.
    #[serde(rename = "active")]
    pub active_skills: Vec<ActiveSkill>,
    /// Items that lie in a location.
    pub dropped: BTreeMap<LocationId, Vec<SkillRef>>,
    /// What each seat remembers.
    pub seats: Vec<SeatMemory>,
    /// The characters that public updates have named.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub named_publicly: BTreeSet<CharacterId>,
    /// Sentences that the GM has ruled, in the order ruled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ruled: Vec<RuledSkill>,
    /// The Logic Game's ledger (R386–R400).
    #[serde(default, skip_serializing_if = "Ledger::is_empty")]
    pub logic: Ledger,
    /// What the IGM knows (R326).
    #[serde(default, skip_serializing_if = "IgmState::is_empty")]
    pub igm: IgmState,
    /// The current hunt (R305–R313).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunt: Option<Hunt>,
    /// The Nights at whose end a set of story updates appeared (R314, R316).
    #[serde(rename = "story", default, skip_serializing_if = "Vec::is_empty")]
    pub story_nights: Vec<u32>,
    /// How the War ended, if it has.
    pub ended: Option<Ended>,
    /// How it ended for each Master (R401).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<(CharacterId, Vec<EndingKind>)>,
    /// The deeds of this Turn; cleared as it ends.
    #[serde(skip)]
    pub past_deeds: Vec<history::PastDeed>,
    /// The combat round being resolved; not part of the position between phases.
    #[serde(skip)]
    pub round: Option<Round>,
    /// The number of the event of a use whose hits are still to land; not part of the position between uses.
    #[serde(skip)]
    pub in_use: Option<u32>,
    /// The sentences in force by what they change; derived from the rest.
    #[serde(skip)]
    pub in_force: InForce,
    /// Masters, teams and seats; derived from the characters.
    #[serde(skip)]
    pub bonds: Arc<BondsIndex>,
}

/// What a seat remembers beyond its characters' own knowledge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatMemory {
    /// Characters it cannot name: `Stranger-1`, `Stranger-2`, … in the order they were met.
    pub strangers: Vec<CharacterId>,
    /// What it has seen of everybody else, as its updates told it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dossiers: BTreeMap<CharacterId, dossier::Dossier>,
}

/// The end of the War (R005, A070).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The Night it ended.
    pub night: u32,
    /// The winning team; `None` when nobody won.
    pub winner: Option<TeamId>,
}

impl War {
    /// Rebuilds the index of the sentences in force.
    pub(crate) fn reindex(&mut self) {
        self.in_force = InForce::build(self);
    }

    /// Returns the team that has won; `None` while the War goes on, and where nobody won.
    pub fn winner(&self) -> Option<&setup::Team> {
        self.setup.teams.get(self.ended.as_ref()?.winner?.index())
    }

    /// Returns a character.
    pub fn character(&self, id: CharacterId) -> &Character {
        &self.characters[id.index()]
    }

    /// Returns a character for changes; only events change it.
    pub(crate) fn character_mut(&mut self, id: CharacterId) -> &mut Character {
        &mut self.characters[id.index()]
    }

    /// Yields every character's id, in order.
    pub fn ids(&self) -> impl Iterator<Item = CharacterId> + use<> {
        (0..self.characters.len()).map(CharacterId::at)
    }

    /// Yields the id of every living character in the War, in order; those that the IGM shelters have left it (R336).
    pub fn living(&self) -> impl Iterator<Item = CharacterId> + '_ {
        self.ids().filter(|id| self.character(*id).is_alive() && !self.is_sheltered(*id))
    }

    /// Yields the living characters at a location, in order.
    pub fn present(&self, at: LocationId) -> impl Iterator<Item = CharacterId> + '_ {
        self.living().filter(move |id| self.character(*id).at == at)
    }

    /// Returns the sheet of a character.
    pub fn sheet(&self, id: CharacterId) -> &Sheet {
        &self.setup.sheets[self.character(id).sheet.index()]
    }

    /// Returns a skill of a sheet, a library or a ruling.
    pub fn skill(&self, skill: SkillRef) -> &Skill {
        match skill.sheet {
            SheetId::RULED => &self.ruled[usize::from(skill.skill_index)].skill,
            _ => self.setup.skill(skill),
        }
    }

    /// Returns the character with a name, in any letter case.
    pub fn character_named(&self, name: &str) -> Option<CharacterId> {
        self.characters.iter().position(|c| c.name.eq_ignore_ascii_case(name)).map(CharacterId::at)
    }

    /// Returns the characters that somebody's sheet calls by a name: the character with that name, else their own
    /// familiars whose sheet has it.
    pub fn characters_called(&self, user: CharacterId, name: &str) -> Vec<CharacterId> {
        if let Some(named) = self.character_named(name) {
            return vec![named];
        }
        let is_own_familiar = |id: &CharacterId| self.character(*id).summoner == Some(user);
        self.ids().filter(is_own_familiar).filter(|id| self.sheet(*id).name.eq_ignore_ascii_case(name)).collect()
    }

    /// Whether somebody's sheet calls a character by this name.
    pub fn is_called(&self, user: CharacterId, name: &str, who: CharacterId) -> bool {
        let character = self.character(who);
        character.name.eq_ignore_ascii_case(name)
            || (character.summoner == Some(user)
                && self.sheet(who).name.eq_ignore_ascii_case(name)
                && self.character_named(name).is_none())
    }

    /// Yields somebody's living familiars, in the order they were summoned.
    pub fn familiars_of(&self, who: CharacterId) -> impl Iterator<Item = CharacterId> + '_ {
        self.living().filter(move |id| self.character(*id).summoner == Some(who))
    }

    /// Returns how many more familiars of a sheet somebody may have; `None` if there is no limit.
    pub fn room_for(&self, who: CharacterId, familiar: &str, at_most: Option<u32>) -> Option<u32> {
        let sheet = self.setup.familiar_named(familiar);
        let present = self.familiars_of(who).filter(|id| Some(self.character(*id).sheet) == sheet).count();
        let sheet_limit = sheet.and_then(|sheet| self.setup.sheets.get(sheet.index())?.max_per_summoner());
        let at_most = at_most.into_iter().chain(sheet_limit).min();
        at_most.map(|limit| limit.saturating_sub(u32::try_from(present).unwrap_or(u32::MAX)))
    }

    /// Returns the name of the next familiar of a sheet that somebody summons: `Caster's Wolf`, `Caster's Wolf-2`.
    pub fn name_of_familiar(&self, who: CharacterId, sheet: SheetId) -> String {
        let familiar = self.setup.sheets.get(sheet.index()).map_or("familiar", |sheet| &sheet.name);
        let name = format!("{}'s {familiar}", self.character(who).name);
        let mut number = 1u32;
        let mut full_name = name.clone();
        while self.character_named(&full_name).is_some() {
            number += 1;
            full_name = format!("{name}-{number}");
        }
        full_name
    }

    /// Whether a seat can tell who this is: one of its own, or somebody that one of its characters recognises.
    pub fn recognises(&self, seat: SeatId, who: CharacterId) -> bool {
        if who.index() >= self.characters.len() {
            // It is summoned later.
            return false;
        }
        self.seat_of(who) == Some(seat)
            || self
                .seat_characters(seat)
                .any(|own| self.character(own).knows.contains(&who) || self.are_partners(own, who))
    }

    /// Returns what a seat calls a character: its name if recognised, its alias if met; `None` otherwise.
    pub fn name_for(&self, seat: SeatId, who: CharacterId) -> Option<String> {
        if self.recognises(seat, who) {
            return Some(self.character(who).name.clone());
        }
        let strangers = &self.seats.get(seat.index())?.strangers;
        strangers.iter().position(|s| *s == who).map(|index| format!("Stranger-{}", index + 1))
    }
}
