//! What a hit inflicts before anything changes it: by the Damage field, or by a sentence (R100, A263).

use crate::language::condition::Resource;
use crate::language::effect::{Amount, Immediate, Operation, Sentence, Verb};
use crate::sheet::skill::{EffectLine, Skill};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::war::War;
use crate::war::counting::{CountContext, count_amount};
use crate::war::evaluate::condition_holds;
use crate::war::setup::UsedSkill;

/// The damage of a hit before anything changes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BaseDamage {
    pub base: Exact,
    pub kind: DamageType,
    /// The sentence that says so; `None` is the Damage field.
    pub line: Option<u16>,
    /// It joins a hit that has damage of its own: none of it comes later.
    pub joins: bool,
}

impl BaseDamage {
    /// Of the type that effects give it now.
    pub(crate) fn as_now(self, war: &War, used: UsedSkill) -> BaseDamage {
        BaseDamage { kind: war.changed_kind(used).unwrap_or(self.kind), ..self }
    }
}

/// What the Damage field inflicts, if it is no status alone.
pub(crate) fn field_damage(skill: &Skill, upgraded: bool) -> Option<BaseDamage> {
    let field = skill.damage.as_ref()?.at(upgraded);
    field.kind.map(|kind| BaseDamage { base: field.base, kind, line: None, joins: false })
}

/// What the first of these sentences inflicts that inflicts damage on whoever takes the hit.
pub(crate) fn sentence_damage<'s>(
    war: &War,
    sentences: impl Iterator<Item = (u16, &'s Sentence)>,
    tally: CountContext<'_>,
    strikes: impl Fn(&Sentence) -> bool,
) -> Result<Option<BaseDamage>, LostDigits> {
    for (line, sentence) in sentences {
        let Some(Verb::Damage { amount, kind }) = sentence.operation.verb() else { continue };
        if strikes(sentence) {
            let base = measured_amount(war, amount, Resource::Health, tally)?;
            return Ok(Some(BaseDamage { base, kind: *kind, line: Some(line), joins: false }));
        }
    }
    Ok(None)
}

/// The type of damage that a sentence inflicts.
pub(crate) fn damage_type(sentence: &Sentence) -> Option<DamageType> {
    match &sentence.operation {
        Operation::Immediate(Immediate { verb: Verb::Damage { kind, .. }, .. }) => Some(*kind),
        Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
    }
}

/// Whether the condition of a sentence holds of whom it works on.
pub(crate) fn condition_holds_now(war: &War, sentence: &Sentence, tally: CountContext<'_>) -> bool {
    sentence.condition.as_ref().is_none_or(|condition| condition_holds(war, condition, tally.context))
}

/// The sentences of a skill by their places.
pub(crate) fn sentences_at<'s>(skill: &'s Skill, places: &'s [u16]) -> impl Iterator<Item = (u16, &'s Sentence)> {
    let of = |line: &'s EffectLine| match &line.effect {
        crate::language::effect::Effect::Sentence(sentence) => Some(sentence),
        _ => None,
    };
    places.iter().filter_map(move |place| Some((*place, skill.effects.get(usize::from(*place)).and_then(of)?)))
}

/// How much a sentence comes to, but what is measured by the damage of the use.
pub(crate) fn measured_amount(
    war: &War,
    told: &Amount,
    what: Resource,
    tally: CountContext<'_>,
) -> Result<Exact, LostDigits> {
    let (now, maximum) = war.vital(tally.own, what);
    match told {
        Amount::Number(n) => Ok(*n),
        Amount::Each(n, each) => n.times(count_amount(war, each, tally)),
        Amount::OfCurrent(part) => now.times(*part),
        Amount::OfMaximum(part) => maximum.times(*part),
        Amount::OfDamage(_) => Ok(Exact::ZERO),
    }
}
