//! The hunt of the Seal: who is marked, and which protections a mark loses (R305–R313, A184–A192).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::sheet::SheetKind;
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;

/// The number of Nights that a hunt lasts (R311, A187).
pub const HUNT_NIGHTS: u32 = 3;

/// A hunt in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunt {
    /// The marked characters, whatever team they are on (A186). The dead remain among them.
    pub marks: BTreeSet<CharacterId>,
    /// The Night at whose end they were marked.
    pub since: u32,
}

impl Hunt {
    /// Whether it is over as this Night ends.
    pub const fn is_over_after(&self, night: u32) -> bool {
        night >= self.last_night()
    }

    /// Returns the Night at whose end it is over.
    pub const fn last_night(&self) -> u32 {
        self.since + HUNT_NIGHTS
    }
}

impl War {
    /// Whether somebody is a mark of the current hunt.
    pub fn is_marked(&self, id: CharacterId) -> bool {
        self.hunt.as_ref().is_some_and(|hunt| hunt.marks.contains(&id))
    }

    /// Whether a living mark is at a location. Nothing then keeps anybody from entering it (R312).
    pub fn is_hunting_ground(&self, at: LocationId) -> bool {
        self.hunt.is_some() && self.present(at).any(|id| self.is_marked(id))
    }

    /// Returns the Masters of the teams with the fewest Combat Points, and every member of those teams (R306, R307,
    /// A184, A185). Only living Masters in the War with at least one Servant count.
    pub fn find_last_teams(&self) -> (Vec<CharacterId>, Vec<CharacterId>) {
        let masters: Vec<CharacterId> = self
            .living()
            .filter(|id| self.character(*id).kind == SheetKind::Master && !self.servants_of(*id).is_empty())
            .collect();
        let lowest_cp: Option<Exact> = masters.iter().map(|id| self.character(*id).cp()).min();
        let last_masters: Vec<CharacterId> =
            masters.into_iter().filter(|id| Some(self.character(*id).cp()) == lowest_cp).collect();
        let members =
            self.living().filter(|id| self.master_of(*id).is_some_and(|m| last_masters.contains(&m))).collect();
        (last_masters, members)
    }

    /// Whether a skill can be used: for a story skill, its set of story updates has appeared (R315).
    pub fn is_unlocked(&self, skill: &Skill) -> bool {
        let sets_told = u32::try_from(self.story_nights.len()).unwrap_or(u32::MAX);
        skill.role != Role::StorySkill || skill.story_set.is_some_and(|set| set <= sets_told)
    }
}
