//! Reality Marbles: a location sealed off with whom it holds (R116, R117, R292–R297, A133, A221).
//!
//! A Marble covers its location whole, and whoever it does not draw in is pushed out as it closes (R293, R294): whoever
//! is at a sealed location is inside. No skill reaches, no move leads and no group of a sentence extends across the
//! wall, in or out; what lies on somebody already, and the bond of a contract, does. Command Spells circumvent the
//! wall as any skill's effect (R160), and only "Summon!" is used across it (A133).

use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::active_skill::ActiveSkill;

impl War {
    /// The Reality Marble that seals a location (R117).
    pub fn marble_at(&self, at: LocationId) -> Option<&ActiveSkill> {
        self.active_skills.get(self.in_force.marble(at)?)
    }

    /// The Reality Marble whose wall stands between two locations.
    pub fn marble_wall_between(&self, from: LocationId, to: LocationId) -> Option<&ActiveSkill> {
        if from == to { None } else { self.marble_at(from).or_else(|| self.marble_at(to)) }
    }

    /// The wall that keeps somebody at a location from going to another; none keeps anybody from where a mark of the
    /// Seal is, though it keeps in whoever is inside (R312, A191).
    pub fn marble_wall_against(&self, from: LocationId, to: LocationId) -> Option<&ActiveSkill> {
        let out = self.marble_at(from);
        if from == to { None } else { out.or_else(|| self.marble_at(to).filter(|_| !self.is_hunting_ground(to))) }
    }

    /// Whether the wall of a Reality Marble stands between a location and a character (A133).
    pub fn is_walled_off(&self, from: LocationId, who: CharacterId) -> bool {
        self.in_force.has_marbles() && self.marble_wall_between(from, self.character(who).at).is_some()
    }

    /// Whether somebody keeps a Reality Marble up (R296).
    pub fn keeps_a_marble(&self, who: CharacterId) -> bool {
        self.in_force.marbles().filter_map(|place| self.active_skills.get(place)).any(|marble| marble.user == who)
    }

    /// Whether a skill in force is a Reality Marble.
    pub fn is_marble(&self, active: &ActiveSkill) -> bool {
        active.is_skill() && self.skill(active.skill).is_marble(active.upgraded)
    }

    /// Whether what a skill in force does rests for now: a Bounded Field covered by a Reality Marble (A221).
    pub fn is_suspended(&self, active: &ActiveSkill) -> bool {
        self.in_force.has_marbles() && !self.is_marble(active) && {
            self.ground_of(active).is_some_and(|ground| self.marble_at(ground).is_some())
        }
    }

    /// The Masters whose teams have somebody inside a Reality Marble, and whether anybody of them there has been in
    /// battle this Turn; in order (R297, A223).
    pub fn teams_inside(&self, marble: &ActiveSkill) -> Vec<(CharacterId, bool)> {
        let mut teams: Vec<(CharacterId, bool)> = Vec::new();
        for who in self.present(marble.place) {
            let Some(master) = self.master_of(who).filter(|m| self.character(*m).mastery.is_some()) else { continue };
            let fights = self.character(who).turn.in_battle;
            match teams.iter_mut().find(|(of, _)| *of == master) {
                Some(team) => team.1 |= fights,
                None => teams.push((master, fights)),
            }
        }
        teams.sort_unstable();
        teams
    }
}
