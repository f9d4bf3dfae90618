//! Attacks that are negated and whose damage strikes the attacker (families 7 and 25, A028).

use crate::event::Cause;
use crate::language::effect::Modifier;
use crate::night::effects::immediate::{EffectDamageSource, inflict_effect_damage};
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;

use super::landing::Negation;
use super::negation::emit_negation;

/// Negates a hit that would have inflicted so much. An effect that throws attacks back inflicts it on the attacker: it
/// is Special, is no attack, and is not reflected again (A028).
pub(crate) fn negate_hit(night: &mut Night<'_>, negation: &Negation, used: &SkillUse, damage: Exact) {
    let Negation { on, through, .. } = *negation;
    let said = night.basis().sentence(through).and_then(|sentence| sentence.operation.modifier());
    let throws_back = said == Some(&Modifier::ThrowsBack);
    let event = emit_negation(night, negation, used);
    if throws_back && !damage.is_zero() {
        let cause = Cause::Effect { skill: through.skill, user: through.user };
        let source = EffectDamageSource {
            by: on,
            skill: through.skill,
            upgraded: false,
            parent: Some(event),
            cause,
            lingering: None,
        };
        inflict_effect_damage(night, source, used.user, damage, DamageType::Special);
    }
}
