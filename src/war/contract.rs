//! What a Servant suffers for lacking a Master, and what softens it: Independent Action (R143–R145, R151).

use crate::language::effect::{Change, Duration, Standing};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::force::Class;

impl War {
    /// The part of its maximum Mana that a Servant loses in this Turn for lacking a Master: 40% (R144), less what
    /// effects take off it.
    ///
    /// # Errors
    /// [`LostDigits`] when an exact product cannot be held.
    pub fn masterless_part(&self, who: CharacterId) -> Result<Exact, LostDigits> {
        let mut bracket = Exact::ONE;
        for (line, standing) in self.standing_on(Class::Contract, who) {
            match standing {
                Standing::NeedsNoMaster(_) => {
                    // Of an ability the Turns run from the loss of the Master, of a skill from its use.
                    let turns = match self.rule(line).and_then(|rule| rule.duration) {
                        _ if line.active.is_some() => None,
                        Some(Duration::Turns(turns)) => Some(turns),
                        Some(Duration::ThisTurn) => Some(1),
                        Some(Duration::Indefinitely) | None => None,
                    };
                    if turns.is_none_or(|turns| self.turns_masterless(who) <= turns) {
                        return Ok(Exact::ZERO);
                    }
                }
                Standing::MasterlessLoss { change: Change::Percent(part), .. } => bracket += *part,
                _ => {}
            }
        }
        Exact::percent(40).times(bracket.at_least_zero())
    }

    /// How many Turns a Servant has begun without a Master, this one among them; 0 while it has one.
    #[must_use]
    pub fn turns_masterless(&self, who: CharacterId) -> u32 {
        self.character(who).masterless_since.map_or(0, |since| self.night.saturating_sub(since))
    }

    /// Whether a Servant regenerates though it has no Master (R143, R145).
    #[must_use]
    pub fn regenerates_masterless(&self, who: CharacterId) -> bool {
        self.standing_on(Class::Contract, who)
            .any(|(_, standing)| matches!(standing, Standing::RegenerateMasterless(_)))
    }
}
