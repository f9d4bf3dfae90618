//! Statuses defined on sheets: skills in force with one sentence, on one target (R126–R135, A075, A076, A137).

use crate::language::effect::{Affliction, Effect, Immediate, Modifier, Operation, Sentence, Verb};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::status::StatusKind;

use super::War;
use super::active_skill::{ActiveSkill, Until};
use super::evaluate::belongs_to;
use super::in_force::ModifierKind;
use super::setup::SkillRef;

impl War {
    /// Returns the status that a sentence of a skill inflicts.
    pub fn find_affliction(&self, skill: SkillRef, line: u16) -> Option<&Affliction> {
        match &self.skill(skill).effects.get(usize::from(line))?.effect {
            Effect::Sentence(Sentence {
                operation: Operation::Immediate(Immediate { verb: Verb::InflictNamed(status), .. }),
                ..
            }) => Some(status),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// Yields the statuses defined on sheets that a character has received, whether they work or not.
    pub fn afflictions_on(&self, who: CharacterId) -> impl Iterator<Item = (&ActiveSkill, &Affliction)> {
        let received = self.active_skills.iter().filter(move |a| a.status.is_some() && a.targets.contains(&who));
        received.filter_map(|active| Some((active, self.find_affliction(active.skill, active.status?)?)))
    }

    /// Yields the negative ones among them; a status that helps its bearer is not negative (R135).
    pub fn negative_afflictions_on(&self, who: CharacterId) -> impl Iterator<Item = (&ActiveSkill, &Affliction)> {
        self.afflictions_on(who).filter(|(_, status)| status.is_negative())
    }

    /// Whether a character is immune to a status defined on a sheet: it does not receive the status, and one it already
    /// has does not work (A137).
    pub fn is_immune_to_affliction(&self, who: CharacterId, status: &Affliction) -> bool {
        self.standing_effects_on(ModifierKind::Immunity, who)
            .any(|(_, standing)| standing.quota.is_none() && standing.modifier.stops_affliction(status))
    }

    /// Returns for how many Turns a character receives a negative status of somebody, with what makes it shorter or
    /// longer. `kind` is `None` for a status defined on a sheet.
    pub fn received_turns(&self, who: CharacterId, by: CharacterId, kind: Option<StatusKind>, turns: u32) -> u32 {
        let (mut changes, mut floor) = (0i32, 0u32);
        for (own, other, is_inflicter) in [(who, by, false), (by, who, true)] {
            for (effect, standing) in self.standing_effects_on(ModifierKind::Immunity, own) {
                let Modifier::StatusLength { kind: changed, inflicted, turns, least } = &standing.modifier else {
                    continue;
                };
                let others = &standing.attacks.others;
                let is_of_them = || {
                    let context = self.context_of_effect(effect, None, None);
                    others.is_anybody() || belongs_to(self, others, context, other)
                };
                if *inflicted == is_inflicter && (changed.is_none() || *changed == kind) && is_of_them() {
                    changes = changes.saturating_add(*turns);
                    floor = floor.max(*least);
                }
            }
        }
        // A minimum makes no status longer.
        turns.saturating_add_signed(changes).max(floor.min(turns))
    }

    /// Whether a status works on its bearer now. It works from the Turn after it was inflicted (R134, A075), if it is
    /// the most severe with its name, the earliest among equals (R131, A076), and its bearer is not immune (A137).
    pub fn is_in_effect(&self, active: &ActiveSkill) -> bool {
        let Some((status, who)) = active
            .status
            .and_then(|line| self.find_affliction(active.skill, line))
            .zip(active.targets.first().copied())
        else {
            return false;
        };
        if active.since >= self.night {
            return false;
        }
        let mut most_severe: Option<(&ActiveSkill, &Affliction)> = None;
        for (other, status_of_other) in self.afflictions_on(who) {
            let is_same_status = other.since < self.night && status_of_other.name.eq_ignore_ascii_case(&status.name);
            if is_same_status && most_severe.is_none_or(|(_, most)| status_of_other.severity() > most.severity()) {
                most_severe = Some((other, status_of_other));
            }
        }
        most_severe.is_some_and(|(most_severe, _)| std::ptr::eq(most_severe, active))
            && !self.is_immune_to_affliction(who, status)
    }

    /// Returns for how many Turns a status still works, counted as for Poison.
    pub const fn turns_left(&self, active: &ActiveSkill) -> u32 {
        match active.until {
            Until::Night(last) => last.saturating_sub(self.night),
            Until::Open => 0,
        }
    }
}
