//! What inflicts damage, and which sentences concern it.

use crate::language::effect::{Skills, Sort};
use crate::war::War;
use crate::war::setup::UsedSkill;

/// What inflicts damage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DamageSource {
    pub used: UsedSkill,
    /// Whether an attack inflicts it; if not, a delayed effect does, or a Bounded Field on whoever is in it.
    pub attack: bool,
    /// Whether whoever takes the attack intercepted it.
    pub intercepted: bool,
}

/// Whether the skill that inflicts damage is of the sort that a modifier names. What a skill does later still counts as
/// that skill's damage, but not as an attack.
pub(super) fn is_by_named_skill(war: &War, with: Option<&Skills>, by: DamageSource) -> bool {
    let of_attacks = |of: &Skills| matches!(of.sort, Sort::Attacks | Sort::BasicAttacks | Sort::Inflicting(_));
    let is_among = |of: &Skills| match by.attack {
        true => war.is_currently_among(by.used, of),
        false => war.skill(by.used.skill).matches_skills(of, by.used.upgraded),
    };
    with.is_none_or(|of| (by.attack || !of_attacks(of)) && is_among(of))
}
