//! Somebody's maximum Health and Mana: the sheet's, as changed by effects in force (family 41).
//!
//! It is stored, and settled after each batch. What is read therefore does not depend on what a sentence asks at that
//! moment.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Modifier};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;

use super::War;
use super::character::Maxima;
use super::counts_and_measures::measure_change;
use super::in_force::{ActiveEffect, ModifierKind};

impl War {
    /// Returns somebody's maximum Health or Mana.
    pub fn maximum(&self, who: CharacterId, what: Resource) -> Exact {
        let maxima = self.maxima(who);
        if what == Resource::Mana { maxima.mana } else { maxima.health }
    }

    /// Returns somebody's maximum Health and Mana.
    pub fn maxima(&self, who: CharacterId) -> Maxima {
        let sheet = self.sheet(who);
        self.character(who).maxima.unwrap_or(Maxima { health: sheet.health, mana: sheet.mana })
    }

    /// Sets somebody's maximum Health or Mana.
    pub fn set_maximum(&mut self, who: CharacterId, what: Resource, maximum: Exact) {
        let mut maxima = self.maxima(who);
        match what {
            Resource::Mana => maxima.mana = maximum,
            _ => maxima.health = maximum,
        }
        let sheet = self.sheet(who);
        let is_as_on_sheet = maxima == Maxima { health: sheet.health, mana: sheet.mana };
        self.character_mut(who).maxima = (!is_as_on_sheet).then_some(maxima);
    }

    /// Returns the current changes to somebody's maximum.
    pub fn maximum_changes(&self, who: CharacterId, what: Resource) -> Result<Vec<(ActiveEffect, Change)>, LostDigits> {
        let mut changes = Vec::new();
        for (effect, standing) in self.standing_effects_on(ModifierKind::Maxima, who) {
            if let Modifier::Maximum { resource: changed, change } = &standing.modifier
                && changed.is_none_or(|changed| changed == what)
            {
                changes.push((effect, measure_change(self, change, self.count_context(effect, who))?));
            }
        }
        Ok(changes)
    }

    /// Fills everybody's Health and Mana up to the maximum that effects give as the War begins.
    pub(super) fn fill_to_maxima(&mut self) {
        let ids: Vec<CharacterId> = self.ids().collect();
        for who in ids {
            for what in [Resource::Health, Resource::Mana] {
                let sheet = self.sheet(who);
                let base = if what == Resource::Mana { sheet.mana } else { sheet.health };
                let Ok(changes) = self.maximum_changes(who, what) else { continue };
                let Ok(maximum) = apply_changes(base, changes.iter().map(|(_, change)| *change)) else { continue };
                if maximum != base {
                    self.set_maximum(who, what, maximum);
                    let character = self.character_mut(who);
                    match what {
                        Resource::Mana => character.mana = maximum,
                        _ => character.health = maximum,
                    }
                }
            }
        }
    }
}

/// Returns a maximum with its changes: percentages of the base, then flat changes (as in A175); at least 1.
pub fn apply_changes(base: Exact, changes: impl Iterator<Item = Change>) -> Result<Exact, LostDigits> {
    let (mut percent, mut flat) = (Exact::ONE, Exact::ZERO);
    for change in changes {
        match change {
            Change::Percent(by) => percent += by,
            Change::Flat(by) => flat += by,
        }
    }
    Ok((base.times(percent.at_least_zero())? + flat).max(Exact::ONE))
}
