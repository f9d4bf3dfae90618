//! The most Health and Mana somebody can have: the sheet's, as effects in force change it (family 41).
//!
//! It is kept, and settled behind each batch: what is read of it does not hang on what a sentence asks in that moment.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Modifier};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::character::Maxima;
use super::counting::measured_change;
use super::in_force::{ActiveEffect, ModifierKind};

impl War {
    /// The most Health or Mana somebody can have.
    pub fn maximum(&self, who: CharacterId, what: Resource) -> Exact {
        let maxima = self.maxima(who);
        if what == Resource::Mana { maxima.mana } else { maxima.health }
    }

    /// The most Health and Mana somebody can have.
    pub fn maxima(&self, who: CharacterId) -> Maxima {
        let sheet = self.sheet(who);
        self.character(who).maxima.unwrap_or(Maxima { health: sheet.health, mana: sheet.mana })
    }

    /// Sets the most of one that somebody can have.
    pub fn set_maximum(&mut self, who: CharacterId, what: Resource, most: Exact) {
        let mut maxima = self.maxima(who);
        match what {
            Resource::Mana => maxima.mana = most,
            _ => maxima.health = most,
        }
        let sheet = self.sheet(who);
        let as_written = maxima == Maxima { health: sheet.health, mana: sheet.mana };
        self.character_mut(who).maxima = (!as_written).then_some(maxima);
    }

    /// What changes the most that somebody can have, now.
    pub fn maximum_changes(&self, who: CharacterId, what: Resource) -> Result<Vec<(ActiveEffect, Change)>, LostDigits> {
        let mut changes = Vec::new();
        for (effect, standing) in self.standing_on(ModifierKind::Maxima, who) {
            if let Modifier::Maximum { what: of, change } = &standing.modifier
                && of.is_none_or(|of| of == what)
            {
                changes.push((effect, measured_change(self, change, self.count_context(effect, who))?));
            }
        }
        Ok(changes)
    }

    /// As a War begins everybody has all that what is always on lets them have.
    pub(super) fn fill(&mut self) {
        let ids: Vec<CharacterId> = self.ids().collect();
        for who in ids {
            for what in [Resource::Health, Resource::Mana] {
                let sheet = self.sheet(who);
                let base = if what == Resource::Mana { sheet.mana } else { sheet.health };
                let Ok(changes) = self.maximum_changes(who, what) else { continue };
                let Ok(most) = changed(base, changes.iter().map(|(_, change)| *change)) else { continue };
                if most != base {
                    self.set_maximum(who, what, most);
                    let character = self.character_mut(who);
                    match what {
                        Resource::Mana => character.mana = most,
                        _ => character.health = most,
                    }
                }
            }
        }
    }
}

/// A maximum with its changes: percentages of what is written, then numbers (as A175 has it); at least 1.
pub fn changed(base: Exact, changes: impl Iterator<Item = Change>) -> Result<Exact, LostDigits> {
    let (mut percent, mut flat) = (Exact::ONE, Exact::ZERO);
    for change in changes {
        match change {
            Change::Percent(by) => percent += by,
            Change::Flat(by) => flat += by,
        }
    }
    Ok((base.times(percent.at_least_zero())? + flat).max(Exact::ONE))
}
