//! What effects in force negate, forbid and hold in place (families 7, 15–17).
//!
//! Command Spells override all of it (R160); code for Command Spells does not ask here.

use crate::language::effect::{
    Clause, Effect, Forbidden, Modifier, Often, Operation, Quota, Sentence, SkillFilter, SkillSort, Standing, Trigger,
};
use crate::sheet::skill::Role;
use crate::vocabulary::ids::{CharacterId, LocationId};

use super::War;
use super::active_skill::ActiveSkill;
use super::in_force::{ActiveEffect, ModifierKind};
use super::setup::{SkillRef, UsedSkill};

impl War {
    /// Whether an effect forbids a character to use a skill or item in its present form.
    pub fn may_not_use(&self, skill_form: UsedSkill) -> bool {
        let any_skill = SkillFilter { sort: SkillSort::Any, ranked: None, costing: None };
        self.find_forbidding(skill_form.user, |effect, _, forbidden| match forbidden {
            Forbidden::Use(skills) => self.is_currently_among(skill_form, skills),
            Forbidden::UseOthers => {
                skill_form.skill != effect.skill
                    && self.skill(skill_form.skill).matches_skills(&any_skill, skill_form.is_upgraded)
            }
            _ => false,
        })
        .is_some()
    }

    /// Whether a character has its Move Action, and nothing keeps it from using it (R085).
    pub fn has_move_action(&self, who: CharacterId) -> bool {
        self.character(who).turn.has_move_action && !self.may_not(who, &Forbidden::MoveAction)
    }

    /// Whether an effect forbids a character to attack somebody with a skill; a mark of the Seal can always be attacked
    /// (R312).
    pub fn may_not_attack(&self, skill_form: UsedSkill, target: CharacterId) -> bool {
        if self.is_marked(target) {
            return false;
        }
        self.find_forbidding(skill_form.user, |effect, standing, what| match what {
            Forbidden::Attack(whom) => {
                self.ban_covers(standing, skill_form.on(target)) && self.can_name(effect, whom, target)
            }
            Forbidden::AttackOthers(whom) => !self.can_name(effect, whom, target),
            _ => false,
        })
        .is_some()
    }

    /// Whether an effect keeps a character from targeting somebody with a skill; a mark of the Seal can always be
    /// targeted (R312).
    pub fn may_not_target(&self, skill_form: UsedSkill, target: CharacterId) -> bool {
        if self.is_marked(target) || self.in_force.has_none(ModifierKind::Forbidden) {
            return false;
        }
        self.find_forbidding(skill_form.user, |effect, standing, what| match what {
            Forbidden::Target(whom) => {
                self.ban_covers(standing, skill_form.on(target)) && self.can_name(effect, whom, target)
            }
            _ => false,
        })
        .is_some()
    }

    /// Whether a ban covers this skill: `cannot be targeted by ranged attacks` covers ranged attacks only.
    fn ban_covers(&self, ban: &Standing, skill_form: UsedSkill) -> bool {
        ban.attacks.skill_filter.as_ref().is_none_or(|skills| self.is_currently_among(skill_form, skills))
    }

    /// Whether an effect forbids a character an act that takes no object.
    pub fn may_not(&self, who: CharacterId, forbidden: &Forbidden) -> bool {
        self.find_effect_forbidding(who, forbidden).is_some()
    }

    /// Returns the effect that keeps a character in its location: an effect of that location whose user is there too
    /// (R371, A227).
    pub fn find_effect_holding(&self, who: CharacterId) -> Option<ActiveEffect> {
        let at = self.character(who).at;
        self.find_forbidding(who, |effect, _, what| {
            *what == Forbidden::Leave && self.this_location_of(effect) == at && self.character(effect.user).at == at
        })
    }

    /// Returns the effect that keeps a character out of a location; `None` where a mark of the Seal is (R312).
    pub fn find_effect_keeping_out(&self, who: CharacterId, location: LocationId) -> Option<ActiveEffect> {
        if self.is_hunting_ground(location) {
            return None;
        }
        self.find_forbidding(who, |effect, _, what| {
            *what == Forbidden::Enter && self.this_location_of(effect) == location
        })
    }

    /// Returns the effect that keeps a character from scouting a location.
    pub fn find_effect_hiding_location(&self, from: CharacterId, at: LocationId) -> Option<ActiveEffect> {
        self.find_forbidding(from, |effect, _, what| *what == Forbidden::Scout && self.this_location_of(effect) == at)
    }

    /// Returns the effect that forbids a character an act that takes no object.
    pub fn find_effect_forbidding(&self, who: CharacterId, forbidden: &Forbidden) -> Option<ActiveEffect> {
        self.find_forbidding(who, |_, _, what| what == forbidden)
    }

    fn find_forbidding(
        &self,
        who: CharacterId,
        test: impl Fn(ActiveEffect, &Standing, &Forbidden) -> bool,
    ) -> Option<ActiveEffect> {
        self.standing_effects_on(ModifierKind::Forbidden, who).find_map(|(effect, standing)| match &standing.modifier {
            Modifier::Forbids(what) if test(effect, standing, what) => Some(effect),
            _ => None,
        })
    }

    /// Returns the location that a sentence calls "this location". For a skill in force, it is where the skill was
    /// used, or what it was used on (R356). For an ability, and for a status, it is the user's location.
    pub fn this_location_of(&self, effect: ActiveEffect) -> LocationId {
        let active = self.active_of(effect).filter(|active| active.status.is_none());
        active.map_or_else(|| self.character(effect.user).at, |active| active.location)
    }

    /// Yields what negates a skill for a character: the sentence, and how many attacks it still negates, if it counts
    /// them (A025, A030). Nobody's own skill is negated for themselves.
    pub fn list_negating_effects(
        &self,
        on: CharacterId,
        skill_form: UsedSkill,
    ) -> impl Iterator<Item = (ActiveEffect, Option<u32>)> {
        let skill_form = skill_form.on(on);
        let standing = (on != skill_form.user)
            .then(|| self.standing_effects_between(ModifierKind::Negation, on, Some(on), Some(skill_form.user)));
        standing.into_iter().flatten().filter_map(move |(effect, standing)| match &standing.modifier {
            Modifier::Negates | Modifier::ThrowsBack
                if self.is_currently_among(skill_form, standing.attacks.skills()) =>
            {
                Some((effect, standing.quota.map(|quota| self.attacks_left_of(effect, on, quota))))
            }
            _ => None,
        })
    }

    /// Whether a character is unaffected by a skill in force: `skills … have no effect on` it.
    pub(super) fn is_unaffected_by(&self, on: CharacterId, effect: ActiveEffect) -> bool {
        if self.in_force.has_none(ModifierKind::Negation) || effect.user == on {
            return false;
        }
        if self.skill(effect.skill).has_unconditional_clause(&Clause::NotNegated) {
            return false;
        }
        let upgraded = self.active_of(effect).is_some_and(|a| a.is_upgraded);
        self.standing_effects_between(ModifierKind::Negation, on, Some(on), Some(effect.user)).any(|(_, standing)| {
            let skills = standing.attacks.skills();
            let negates_all = skills.sort == SkillSort::Any && standing.quota.is_none();
            matches!(standing.modifier, Modifier::Negates)
                && negates_all
                && self.skill(effect.skill).matches_skills(skills, upgraded)
        })
    }

    /// Returns on how many more attacks by or on somebody a quota sentence works.
    pub fn attacks_left_of(&self, effect: ActiveEffect, on: CharacterId, quota: Quota) -> u32 {
        match quota {
            // A held item works so often from when it is held on (R346).
            Quota::Next(most) if effect.active.is_none() && self.skill(effect.skill).role == Role::Item => {
                most.saturating_sub(self.times_in_war(effect, on))
            }
            Quota::Next(_) => {
                let part = self.active_of(effect).and_then(|a| a.parts.iter().find(|p| p.line == effect.line));
                part.and_then(|p| p.left).unwrap_or(0)
            }
            Quota::FirstEachTurn(most) => most.saturating_sub(times_counted(&self.character(on).turn.counted, effect)),
            Quota::FirstInBattle(most) => most.saturating_sub(self.times_in_battle(effect, on)),
            Quota::FirstInWar(most) => most.saturating_sub(self.times_in_war(effect, on)),
            Quota::OnceEvery(turns) => u32::from(!self.is_resting(effect, on, turns)),
        }
    }

    /// Whether somebody holds an item that works while it is held (R343, R346).
    pub fn holds_working_item(&self, holder: CharacterId, item: SkillRef) -> bool {
        let skill = self.skill(item);
        skill.role == Role::Item && skill.is_passive() && self.character(holder).items.contains(&item)
    }

    /// Whether a held item has worked as often as its sentences say; it is gone then (R346).
    pub fn is_item_used_up(&self, holder: CharacterId, item: SkillRef) -> bool {
        let works_on = |line: u16| {
            let effect = ActiveEffect { user: holder, skill: item, line, of_status: None, active: None };
            let quota = self.quota_at(item, line).filter(|quota| matches!(quota, Quota::Next(_)))?;
            Some(self.attacks_left_of(effect, holder, quota) > 0)
        };
        let counting: Vec<bool> = (0u16..).take(self.skill(item).effects.len()).filter_map(works_on).collect();
        self.holds_working_item(holder, item) && !counting.is_empty() && !counting.contains(&true)
    }

    /// Returns how many attacks by or on somebody a sentence has counted in the War.
    pub fn times_in_war(&self, effect: ActiveEffect, on: CharacterId) -> u32 {
        times_counted(&self.character(on).counted, effect)
    }

    /// Whether a sentence that works once in a number of Turns has worked for somebody within them, including this one.
    pub fn is_resting(&self, effect: ActiveEffect, on: CharacterId, turns: u32) -> bool {
        let key = (effect.skill, effect.line, effect.user);
        let last = self.character(on).worked.iter().find(|(skill, line, user, _)| (*skill, *line, *user) == key);
        last.is_some_and(|(.., night)| self.night < night + turns)
    }

    /// Notes that a sentence that works once in a number of Turns has worked for somebody now.
    fn note_worked(&mut self, on: CharacterId, key: (SkillRef, u16, CharacterId)) {
        let night = self.night;
        let worked = &mut self.character_mut(on).worked;
        worked.retain(|(skill, line, user, _)| (*skill, *line, *user) != key);
        worked.push((key.0, key.1, key.2, night));
    }

    /// Returns how many attacks by or on somebody a sentence has counted in the battle.
    pub fn times_in_battle(&self, effect: ActiveEffect, on: CharacterId) -> u32 {
        times_counted(&self.character(on).counted_in_battle, effect)
    }

    /// Notes that a triggered sentence with a limit per battle, War or number of Turns was carried out.
    pub fn note_triggered(&mut self, user: CharacterId, skill: SkillRef, line: u16) {
        let trigger = self.sentence_at(skill, line).and_then(|sentence| sentence.trigger.as_ref());
        let often = trigger.and_then(|trigger| match trigger {
            Trigger::Limited(often, _) => Some(*often),
            Trigger::When(_) | Trigger::EachTurn(_) | Trigger::Once(..) => None,
        });
        let character = self.character_mut(user);
        match often {
            Some(Often::InWar(_)) => character.counted.push((skill, line, user)),
            Some(Often::InBattle(_)) => character.counted_in_battle.push((skill, line, user)),
            Some(Often::EveryTurns(_)) => self.note_worked(user, (skill, line, user)),
            Some(Often::EachTurn(_) | Often::WorkingEachTurn(_)) | None => {}
        }
    }

    /// Returns the quota of a sentence: the number of attacks and the span of time.
    fn quota_at(&self, skill: SkillRef, line: u16) -> Option<Quota> {
        match &self.sentence_at(skill, line)?.operation {
            Operation::Standing(standing) => standing.quota,
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// Returns the sentence of a line; `None` for one that the GM carries out.
    pub fn sentence_at(&self, skill: SkillRef, line: u16) -> Option<&Sentence> {
        match &self.skill(skill).effects.get(usize::from(line))?.effect {
            Effect::Sentence(sentence) => Some(sentence),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        }
    }

    /// Returns on how many attacks a sentence of a skill works from its use on; `None` if it does not count them.
    pub fn attacks_from_use(&self, skill: SkillRef, line: u16) -> Option<u32> {
        match &self.sentence_at(skill, line)?.operation {
            Operation::Standing(standing) => standing.next_attack_count(),
            Operation::Immediate(_) | Operation::Clause(_) => None,
        }
    }

    /// Counts one more attack by or on somebody for a sentence: against what its use has left, else against its count
    /// in this Turn, the battle or the War.
    pub fn count_attack(&mut self, on: CharacterId, skill: SkillRef, line: u16, whose: CharacterId) {
        let counts_on_use = |a: &&mut ActiveSkill| {
            a.user == whose && a.skill == skill && a.parts.iter().any(|p| p.line == line && p.left.is_some())
        };
        let counts_left = self.active_skills.iter_mut().filter(counts_on_use).filter_map(|active| {
            let is_on_others = !active.targets.contains(&on);
            let left = active.parts.iter_mut().find(|part| part.line == line)?.left.as_mut()?;
            Some((is_on_others, left))
        });
        let mut counts_left: Vec<(bool, &mut u32)> = counts_left.collect();
        if counts_left.is_empty() {
            let quota = self.quota_at(skill, line);
            if let Some(Quota::OnceEvery(_)) = quota {
                return self.note_worked(on, (skill, line, whose));
            }
            let character = self.character_mut(on);
            let counters = match quota {
                Some(Quota::FirstInWar(_) | Quota::Next(_)) => &mut character.counted,
                Some(Quota::FirstInBattle(_)) => &mut character.counted_in_battle,
                Some(Quota::FirstEachTurn(_) | Quota::OnceEvery(_)) | None => &mut character.turn.counted,
            };
            return counters.push((skill, line, whose));
        }
        // Of several uses, the one on this character comes first, then the earliest.
        counts_left.retain(|(_, count)| **count > 0);
        counts_left.sort_by_key(|(is_on_others, _)| *is_on_others);
        if let Some((_, count)) = counts_left.first_mut() {
            **count -= 1;
        }
    }

    /// Returns how many locations a character can move at most in one move (R273).
    pub fn move_range(&self, who: CharacterId) -> u32 {
        let distances =
            self.standing_effects_on(ModifierKind::Movement, who).filter_map(|(_, standing)| {
                match &standing.modifier {
                    Modifier::MovesFar(locations) => Some(*locations),
                    _ => None,
                }
            });
        distances.max().unwrap_or(1).max(1)
    }
}

/// Returns how often a sentence has been counted.
fn times_counted(counted: &[(SkillRef, u16, CharacterId)], effect: ActiveEffect) -> u32 {
    let times = counted.iter().filter(|counted_key| **counted_key == (effect.skill, effect.line, effect.user)).count();
    u32::try_from(times).unwrap_or(u32::MAX)
}
