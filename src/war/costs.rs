//! What a use of a skill costs: its field, changed by its own sentences and by what is in force.
//!
//! Flat changes add before percentages, which add to each other, as with damage (A002); no cost falls below
//! nothing. Upkeep is no cost of a use. Imports the position alone.

use crate::language::condition::Resource;
use crate::language::effect::{Change, Clause, Standing};
use crate::vocabulary::cost::Cost;
use crate::vocabulary::exact::Exact;

use super::War;
use super::counting::{Tally, measured};
use super::force::Class;
use super::setup::SkillRef;
use super::truth::Speech;

impl War {
    /// What a use of a skill costs its user, on the position as it stands.
    #[must_use]
    pub fn cost_of(&self, skill: SkillRef, upgraded: bool, speech: Speech<'_>) -> Cost {
        let mut cost = self.skill(skill).cost.at(upgraded).clone();
        let own = self.clauses(skill, speech).filter_map(|clause| match clause {
            Clause::Cost { what, change } => {
                let tally = Tally::of(speech, skill, speech.user);
                Some((*what, measured(self, change, tally).unwrap_or(change.by)))
            }
            _ => None,
        });
        let in_force = self.standing_between(Class::Costs, speech.user, speech.target, None);
        let in_force = in_force.filter_map(|(line, standing)| match standing {
            Standing::Costs { of, what, change, .. } if self.skill(skill).is_among(of, upgraded) => {
                let tally = Tally::of(self.speech_of(line, speech.target, None), line.skill, speech.user);
                Some((*what, measured(self, change, tally).unwrap_or(change.by)))
            }
            _ => None,
        });
        let changes: Vec<(Resource, Change)> = own.chain(in_force).collect();
        if changes.is_empty() {
            return cost;
        }
        let points = |of: u32, what| {
            let changed = changed(Exact::from(of), &changes, what);
            u32::try_from(changed.floor()).unwrap_or(of)
        };
        cost.ap = points(cost.ap, Resource::ActionPoints);
        cost.sp = points(cost.sp, Resource::SupportPoints);
        cost.mana = changed(cost.mana, &changes, Resource::Mana);
        cost.health = changed(cost.health, &changes, Resource::Health);
        cost.cp = changed(cost.cp, &changes, Resource::CombatPoints);
        cost
    }
}

/// A cost after the changes that are of its kind; one with more digits than can be held stays as it was.
fn changed(of: Exact, changes: &[(Resource, Change)], what: Resource) -> Exact {
    let (mut flat, mut percent) = (of, Exact::ONE);
    for (_, change) in changes.iter().filter(|(kind, _)| *kind == what) {
        match change {
            Change::Flat(by) => flat += *by,
            Change::Percent(by) => percent += *by,
        }
    }
    flat.at_least_zero().times(percent.at_least_zero()).unwrap_or(of)
}
