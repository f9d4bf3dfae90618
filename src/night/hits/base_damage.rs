//! The damage of a hit before anything changes it, from the Damage field or from a sentence (R100, A263).

use crate::language::condition::Resource;
use crate::language::effect::{Amount, Immediate, Operation, Sentence, Verb};
use crate::sheet::skill::{EffectLine, Skill};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::war::War;
use crate::war::counts_and_measures::{CountContext, count_amount};
use crate::war::evaluate::condition_holds;
use crate::war::setup::UsedSkill;

/// The damage of a hit before anything changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BaseDamage {
    pub base: Exact,
    pub damage_type: DamageType,
    /// The sentence that inflicts it; `None` for the Damage field.
    pub line: Option<u16>,
    /// Whether it joins a hit that has damage of its own. None of it is then delayed.
    pub joins_hit: bool,
}

impl BaseDamage {
    /// Returns the damage with the type that effects in force give it.
    pub(crate) fn with_changed_type(self, war: &War, skill_form: UsedSkill) -> BaseDamage {
        BaseDamage { damage_type: war.changed_damage_type(skill_form).unwrap_or(self.damage_type), ..self }
    }
}

/// Returns the damage of the Damage field; `None` where the field inflicts statuses only.
pub(crate) fn find_field_damage(skill: &Skill, upgraded: bool) -> Option<BaseDamage> {
    let field = skill.damage.as_ref()?.value(upgraded);
    field.kind.map(|kind| BaseDamage { base: field.base, damage_type: kind, line: None, joins_hit: false })
}

/// Returns the damage of the first sentence that inflicts damage and that `strikes` accepts.
pub(crate) fn find_sentence_damage<'s>(
    war: &War,
    sentences: impl Iterator<Item = (u16, &'s Sentence)>,
    tally: CountContext<'_>,
    strikes: impl Fn(&Sentence) -> bool,
) -> Result<Option<BaseDamage>, LostDigits> {
    for (line, sentence) in sentences {
        let Some(Verb::Damage { amount, kind, .. }) = sentence.operation.verb() else { continue };
        if strikes(sentence) {
            let base = measure_amount(war, amount, Resource::Health, tally)?;
            return Ok(Some(BaseDamage { base, damage_type: *kind, line: Some(line), joins_hit: false }));
        }
    }
    Ok(None)
}

/// Returns the type of damage that a sentence inflicts.
pub(crate) fn find_damage_type(sentence: &Sentence) -> Option<DamageType> {
    match &sentence.operation {
        Operation::Immediate(Immediate { verb: Verb::Damage { kind, .. }, .. }) => Some(*kind),
        Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
    }
}

/// Whether the condition of a sentence holds for the characters it works on.
pub(crate) fn condition_holds_now(war: &War, sentence: &Sentence, tally: CountContext<'_>) -> bool {
    sentence.condition.as_ref().is_none_or(|condition| condition_holds(war, condition, tally.context))
}

/// Yields the sentences of a skill at the given indices.
pub(crate) fn sentences_at<'s>(skill: &'s Skill, lines: &'s [u16]) -> impl Iterator<Item = (u16, &'s Sentence)> {
    let find_sentence = |line: &'s EffectLine| match &line.effect {
        crate::language::effect::Effect::Sentence(sentence) => Some(sentence),
        _ => None,
    };
    lines.iter().filter_map(move |line| Some((*line, skill.effects.get(usize::from(*line)).and_then(find_sentence)?)))
}

/// Returns how much a sentence amounts to. Parts that are measured by the damage of the use count as 0.
pub(crate) fn measure_amount(
    war: &War,
    amount: &Amount,
    resource: Resource,
    tally: CountContext<'_>,
) -> Result<Exact, LostDigits> {
    let (current, maximum) = war.current_and_maximum(tally.affected, resource);
    match amount {
        Amount::Number(n) => Ok(*n),
        Amount::Each(n, each) => n.times(count_amount(war, each, tally)),
        Amount::OfCurrent(part) => current.times(*part),
        Amount::OfMaximum(part) => maximum.times(*part),
        Amount::OfDamage(_) => Ok(Exact::ZERO),
        Amount::AtMost(limited, _) => Ok(amount.limit(measure_amount(war, limited, resource, tally)?)),
    }
}
