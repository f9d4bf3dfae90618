//! Who detects whom: presences that effects hide (family 18), and the book's own rule for scouts (R237, A196).

use crate::language::effect::{Hiding, Modifier};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;

use super::War;
use super::evaluate::{belongs_to, in_group};
use super::in_force::ModifierKind;

impl War {
    /// Whether an effect hides somebody from an observer in the same location, or, with `scouting`, hides a scout where
    /// they scout.
    ///
    /// Nobody hides from their own team or seat, or from somebody they have fought in this battle (A143).
    pub fn is_hidden_from(&self, who: CharacterId, observer: CharacterId, scouting: bool) -> bool {
        self.is_hidden_in(who, observer, scouting, false)
    }

    /// Whether an effect hides somebody from an observer who scouts their location.
    pub fn is_hidden_from_scout(&self, who: CharacterId, scout: CharacterId) -> bool {
        self.is_hidden_in(who, scout, false, true)
    }

    /// Whether somebody, perhaps scouting, is hidden from an observer, perhaps a scout.
    fn is_hidden_in(&self, who: CharacterId, observer: CharacterId, scouting: bool, by_scout: bool) -> bool {
        if self.in_force.has_none(ModifierKind::Detection) || who == observer || self.are_partners(observer, who) {
            return false;
        }
        // A mark of the Seal is always recognised where it is (R312, A191).
        if self.is_marked(who) && !scouting {
            return false;
        }
        let character = self.character(who);
        let has_fought = character.turn.fought.contains(&observer) || character.battle.opponents.contains(&observer);
        let is_same_seat = self.seat_of(observer).is_some_and(|seat| self.seat_of(who) == Some(seat));
        if has_fought || is_same_seat {
            return false;
        }
        if self.can_detect_hidden(observer, who) {
            return false;
        }
        let mut is_hidden = false;
        for (effect, standing) in self.standing_effects_on(ModifierKind::Detection, who) {
            match &standing.modifier {
                Modifier::Revealed => return false,
                Modifier::Hidden { from, when } => {
                    // Of an ability each Turn anew while there is no battle, of a skill once for all.
                    let has_not_attacked = || match self.active_of(effect) {
                        Some(active) => character.last_attack.is_none_or(|night| night < active.since),
                        None => !character.turn.has_attacked && character.battle.turns == 0,
                    };
                    let is_working = match when {
                        Hiding::Always => true,
                        Hiding::Scouting => scouting,
                        Hiding::FromScouts => by_scout,
                        Hiding::FromScoutsUntilAttack => by_scout && has_not_attacked(),
                        Hiding::UntilAttack => has_not_attacked(),
                    };
                    is_hidden |=
                        is_working && belongs_to(self, from, self.context_of_effect(effect, None, None), observer);
                }
                _ => {}
            }
        }
        is_hidden
    }

    /// Whether an effect lets an observer detect a hidden character.
    fn can_detect_hidden(&self, observer: CharacterId, who: CharacterId) -> bool {
        self.standing_effects_on(ModifierKind::Senses, observer).any(|(effect, standing)| match &standing.modifier {
            Modifier::DetectsHidden(whom) => in_group(self, whom, self.context_of_effect(effect, None, None), who),
            _ => false,
        })
    }

    /// Whether an observer sees somebody: both are in one location, and the other is not hidden from them.
    pub fn is_in_sight(&self, observer: CharacterId, other: CharacterId) -> bool {
        self.character(other).is_alive()
            && !self.is_sheltered(other)
            && self.character(other).at == self.character(observer).at
            && !self.is_hidden_from(other, observer, false)
    }

    /// Whether an observer, perhaps a scout too, detects a scout: with an equal or higher ACT, never with N/A (R237,
    /// A196), and if no effect hides the scout.
    pub fn detects_scout(&self, observer: CharacterId, scout: CharacterId, is_scouting_too: bool) -> bool {
        let acuity = self.acuity(observer);
        let is_hidden = self.is_hidden_in(scout, observer, true, is_scouting_too);
        acuity != Acuity::None && acuity >= self.acuity(scout) && !is_hidden
    }
}
