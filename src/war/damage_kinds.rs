//! The type of damage of somebody's attacks, where an effect changes it (R089 to R093).

use crate::language::effect::{AttackQuality, Clause, Modifier, SkillFilter, SkillSort};
use crate::vocabulary::damage::DamageType;

use super::War;
use super::evaluate::{EvalContext, condition_holds};
use super::in_force::ModifierKind;
use super::setup::UsedSkill;

impl War {
    /// Returns the type that effects now give to the damage of an attack; `None` if they do not change it. The skill's
    /// own sentences go before those in force; of the latter, the latest applies.
    pub fn changed_damage_type(&self, skill_form: UsedSkill) -> Option<DamageType> {
        let UsedSkill { user, skill, is_upgraded, target } = skill_form;
        let own_skill = self.skill(skill);
        if !own_skill.is_attack() {
            return None;
        }
        let context = EvalContext::of(user, target, Some(user));
        let own_kind = own_skill.clauses().find_map(|(clause, only_if)| match clause {
            Clause::BecomesKind(kind) if only_if.is_none_or(|c| condition_holds(self, c, context)) => Some(*kind),
            _ => None,
        });
        if own_kind.is_some() || self.in_force.has_none(ModifierKind::Attacks) {
            return own_kind;
        }
        let in_force = self.standing_effects_between(ModifierKind::Attacks, user, None, Some(user));
        let kinds = in_force.filter_map(|(_, standing)| match &standing.modifier {
            // A sentence chooses attacks by what their sheet says.
            Modifier::OfAttacks(AttackQuality::BecomesKind(kind))
                if own_skill.matches_skills(standing.attacks.skills(), is_upgraded) =>
            {
                Some(*kind)
            }
            _ => None,
        });
        kinds.last()
    }

    /// Whether somebody's skill now inflicts damage of a type.
    pub fn currently_inflicts(&self, skill_form: UsedSkill, kind: DamageType) -> bool {
        match self.changed_damage_type(skill_form) {
            Some(changed) => changed.matches_filter(kind),
            None => self.skill(skill_form.skill).inflicts(kind, skill_form.is_upgraded),
        }
    }

    /// Whether somebody's skill, with its current type of damage, is among the skills that a sentence names.
    pub fn is_currently_among(&self, skill_form: UsedSkill, skills: &SkillFilter) -> bool {
        let own_skill = self.skill(skill_form.skill);
        if let SkillSort::Inflicting(kinds) | SkillSort::SkillsInflicting(kinds) = &skills.sort
            && let Some(changed) = self.changed_damage_type(skill_form)
        {
            let any_attack = SkillFilter { sort: SkillSort::Attacks, ..skills.clone() };
            return kinds.iter().any(|kind| changed.matches_filter(*kind))
                && own_skill.matches_skills(&any_attack, skill_form.is_upgraded);
        }
        own_skill.matches_skills(skills, skill_form.is_upgraded)
    }
}
