//! Attacks that are negated and whose damage strikes the attacker (families 7 and 25, A028).

use crate::event::{Cause, EventId};
use crate::language::effect::Modifier;
use crate::night::effects::immediate::{EffectDamageSource, inflict_effect_damage};
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::war::in_force::ActiveEffect;

use super::landing::Negation;
use super::negation::emit_negation;

/// Negates a hit that would have inflicted so much. An effect that throws attacks back inflicts it on the attacker: it
/// is Special, is no attack, and is not reflected again (A028).
pub(crate) fn negate_hit(night: &mut Night<'_>, negation: &Negation, skill_use: &SkillUse, damage: Exact) {
    let Negation { character, through, .. } = *negation;
    let said = night.basis().sentence(through).and_then(|sentence| sentence.operation.modifier());
    let throws_back = said == Some(&Modifier::ThrowsBack);
    let event = emit_negation(night, negation, skill_use);
    if throws_back && !damage.is_zero() {
        inflict_reflected(night, through, character, skill_use.user, event, damage);
    }
}

/// Inflicts damage that an effect reflects from whoever was struck onto the attacker. It is Special, is no attack, and
/// is not reflected again (A028).
pub(super) fn inflict_reflected(
    night: &mut Night<'_>,
    effect: ActiveEffect,
    struck: CharacterId,
    attacker: CharacterId,
    parent: EventId,
    damage: Exact,
) {
    let source = EffectDamageSource {
        inflicter: struck,
        skill: effect.skill,
        is_upgraded: false,
        parent: Some(parent),
        cause: Cause::Effect { skill: effect.skill, user: effect.user },
        lingering: None,
        keeps: None,
    };
    inflict_effect_damage(night, source, attacker, damage, DamageType::Special);
}
