//! The source of a piece of damage (an attack, an effect, a status), and the sentences that change its damage.

use crate::language::effect::{SkillFilter, SkillSort};
use crate::war::War;
use crate::war::setup::UsedSkill;

/// What inflicts damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamageSource {
    pub skill_form: UsedSkill,
    /// Whether an attack inflicts it; if not, a delayed effect does, or a Bounded Field on whoever is in it.
    pub is_attack: bool,
    /// Whether whoever takes the attack intercepted it.
    pub is_intercepted: bool,
}

/// Whether the skill that inflicts damage is of the sort that a modifier names. What a skill does later still counts as
/// that skill's damage, but not as an attack.
pub(super) fn is_by_named_skill(war: &War, with: Option<&SkillFilter>, source: DamageSource) -> bool {
    let is_about_attacks = |skills: &SkillFilter| {
        matches!(skills.sort, SkillSort::Attacks | SkillSort::BasicAttacks | SkillSort::Inflicting(_))
    };
    let is_among = |skills: &SkillFilter| match source.is_attack {
        true => war.is_currently_among(source.skill_form, skills),
        false => war.skill(source.skill_form.skill).matches_skills(skills, source.skill_form.is_upgraded),
    };
    with.is_none_or(|skills| (source.is_attack || !is_about_attacks(skills)) && is_among(skills))
}
