//! Whether a skill is an attack, and what makes it one (R100, A078, A263).
//!
//! A skill attacks by its Damage field, or by its blows: sentences that strike somebody as the skill is used. The type
//! of the skill decides everything else it does, and when (A056).

use crate::language::condition::Who;
use crate::language::effect::{Effect, Immediate, Operation, Sentence, Verb};
use crate::vocabulary::damage::{Damage, DamageType};

use super::skill::{Role, Skill};

/// One source of a skill's harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttackSource<'s> {
    /// Its Damage field.
    Field(&'s Damage),
    /// One of its sentences, by its index among the effects.
    Sentence(u16),
}

impl Skill {
    /// Whether the skill can inflict damage, or a status that deals damage. Then it is an attack (R100, A078, A263).
    pub fn is_attack(&self) -> bool {
        self.damage.iter().flat_map(|field| field.values()).any(Damage::does_damage) || self.blows().next().is_some()
    }

    /// What makes the skill an attack in its present form; empty for other skills.
    pub fn attack_sources(&self, upgraded: bool) -> Vec<AttackSource<'_>> {
        let field = self.damage.as_ref().map(|field| field.value(upgraded)).filter(|damage| damage.does_damage());
        field
            .map(AttackSource::Field)
            .into_iter()
            .chain(self.blows().map(|(line, _)| AttackSource::Sentence(line)))
            .collect()
    }

    /// The sentences that strike somebody as the skill is used, each with its index among the effects. Passives and
    /// skills that cover the ground have none. Command Spells, items and services are not skills, and have none either
    /// (A263, R160).
    pub fn blows(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        let is_skill = !matches!(self.role, Role::CommandSpell | Role::Item | Role::Service);
        let can_strike = is_skill && !self.is_passive() && !self.covers_ground(false) && !self.covers_ground(true);
        self.effects.iter().zip(0u16..).filter_map(move |(line, index)| match &line.effect {
            Effect::Sentence(sentence) if can_strike && sentence.is_blow() => Some((index, sentence)),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// The blows on the skill's targets. They strike as a Damage field does.
    pub fn blows_on_targets(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        self.blows().filter(|(_, sentence)| sentence.operation.who() == Some(&Who::Target))
    }

    /// The blows on anybody else: a group, or somebody related to a target. They strike wherever those characters are.
    pub fn blows_on_others(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        self.blows().filter(|(_, sentence)| sentence.operation.who() != Some(&Who::Target))
    }

    /// Whether one of its blows strikes a whole group, which makes the skill an area attack (A149, A263).
    pub fn strikes_a_group(&self) -> bool {
        self.blows_on_others().any(|(_, sentence)| sentence.operation.who().is_some_and(is_of_group))
    }

    /// Whether a use strikes each of its targets.
    pub fn strikes_targets(&self) -> bool {
        self.damage.iter().flat_map(|field| field.values()).any(Damage::does_damage)
            || self.blows_on_targets().next().is_some()
    }

    /// The types of damage it can inflict in its present form: first the type of the field, then those of its
    /// sentences.
    pub fn damage_types(&self, upgraded: bool) -> impl Iterator<Item = DamageType> {
        let field = self.damage.as_ref().and_then(|field| field.value(upgraded).kind);
        let damage_of_sentence = |(_, sentence): (u16, &Sentence)| match &sentence.operation {
            Operation::Immediate(Immediate { verb: Verb::Damage { kind, .. }, .. }) => Some(*kind),
            Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
        };
        let sentences = self.blows_on_targets().chain(self.blows_on_others());
        field.into_iter().chain(sentences.filter_map(damage_of_sentence))
    }

    /// The type of the attack: the first of [`Skill::damage_types`]. `None` where the skill inflicts no damage.
    pub fn attack_type(&self, upgraded: bool) -> Option<DamageType> {
        self.damage_types(upgraded).next()
    }

    /// Whether it can inflict damage of a type (R091: Long-ranged is Ranged too).
    pub fn inflicts(&self, damage_type: DamageType, upgraded: bool) -> bool {
        self.damage_types(upgraded).any(|kind| kind.matches_filter(damage_type))
    }
}

/// Whether the words may mean several characters.
fn is_of_group(who: &Who<crate::language::condition::Written>) -> bool {
    match who {
        Who::Related(relation, of) => relation.is_of_several() || is_of_group(of),
        who => matches!(who, Who::OneOf(_)) || who.group().is_some(),
    }
}
