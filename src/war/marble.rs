//! Reality Marbles: a location sealed off together with those inside (R116, R117, R292–R297, A133, A221).
//!
//! A Marble covers its whole location, and pushes out whoever it does not draw in as it closes (R293, R294). So
//! everybody at a sealed location is inside. No skill, no move and no group of a sentence crosses the wall, in or out.
//! Effects already on somebody and the bond of a contract do. Command Spells override the wall like any skill's effect
//! (R160), but only "Summon!" can be used across it (A133).

use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::active_skill::ActiveSkill;

impl War {
    /// Returns the Reality Marble that seals a location (R117).
    pub fn marble_at(&self, at: LocationId) -> Option<&ActiveSkill> {
        self.active_skills.get(self.in_force.marble_index(at)?)
    }

    /// Returns the Reality Marble whose wall is between two locations.
    pub fn marble_wall_between(&self, from: LocationId, to: LocationId) -> Option<&ActiveSkill> {
        if from == to { None } else { self.marble_at(from).or_else(|| self.marble_at(to)) }
    }

    /// Returns the Reality Marble whose wall keeps somebody from moving between two locations. No wall keeps anybody
    /// out of a location with a mark of the Seal, but a wall keeps in whoever is inside (R312, A191).
    pub fn marble_wall_against(&self, from: LocationId, to: LocationId) -> Option<&ActiveSkill> {
        let wall_around_origin = self.marble_at(from);
        if from == to {
            None
        } else {
            wall_around_origin.or_else(|| self.marble_at(to).filter(|_| !self.is_hunting_ground(to)))
        }
    }

    /// Whether the wall of a Reality Marble is between a location and a character (A133).
    pub fn is_walled_off(&self, from: LocationId, who: CharacterId) -> bool {
        self.in_force.has_marbles() && self.marble_wall_between(from, self.character(who).at).is_some()
    }

    /// Whether somebody maintains a Reality Marble (R296).
    pub fn keeps_a_marble(&self, who: CharacterId) -> bool {
        self.in_force
            .marble_indices()
            .filter_map(|index| self.active_skills.get(index))
            .any(|marble| marble.user == who)
    }

    /// Whether a skill in force is a Reality Marble.
    pub fn is_marble(&self, active: &ActiveSkill) -> bool {
        active.is_skill() && self.skill(active.skill).is_marble(active.is_upgraded)
    }

    /// Whether a skill in force is suspended: a Bounded Field covered by a Reality Marble (A221).
    pub fn is_suspended(&self, active: &ActiveSkill) -> bool {
        self.in_force.has_marbles() && !self.is_marble(active) && {
            self.ground_covered(active).is_some_and(|ground| self.marble_at(ground).is_some())
        }
    }

    /// Returns the Masters whose teams have somebody inside a Reality Marble, each with whether any of those inside has
    /// been in battle this Turn; in order (R297, A223).
    pub fn teams_inside(&self, marble: &ActiveSkill) -> Vec<(CharacterId, bool)> {
        let mut teams: Vec<(CharacterId, bool)> = Vec::new();
        for who in self.present(marble.location) {
            let Some(master) = self.master_of(who).filter(|m| self.character(*m).mastery.is_some()) else { continue };
            let is_fighting = self.character(who).turn.was_in_battle;
            match teams.iter_mut().find(|(team_master, _)| *team_master == master) {
                Some(team) => team.1 |= is_fighting,
                None => teams.push((master, is_fighting)),
            }
        }
        teams.sort_unstable();
        teams
    }
}
