//! Whether a skill is an attack, and by what (R100, A078, A263).
//!
//! By its Damage field, or by sentences of its own that strike somebody as it is used: its blows. What happens
//! besides, and when it happens, its type decides as ever (A056).

use crate::language::condition::Who;
use crate::language::effect::{Effect, Immediate, Operation, Sentence, Verb};
use crate::vocabulary::damage::{Damage, DamageType};

use super::skill::{Role, Skill};

/// What makes an attack of a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Harm<'s> {
    /// Its Damage field.
    Field(&'s Damage),
    /// One of its sentences, by its place among them.
    Sentence(u16),
}

impl Skill {
    /// Whether it can inflict damage, or a status that deals it: then it is an attack (R100, A078, A263).
    pub fn is_attack(&self) -> bool {
        self.damage.iter().flat_map(|field| field.values()).any(Damage::does_damage) || self.blows().next().is_some()
    }

    /// What makes an attack of it in its present form.
    pub fn harms(&self, upgraded: bool) -> Vec<Harm<'_>> {
        let field = self.damage.as_ref().map(|field| field.at(upgraded)).filter(|damage| damage.does_damage());
        field.map(Harm::Field).into_iter().chain(self.blows().map(|(line, _)| Harm::Sentence(line))).collect()
    }

    /// Its sentences that strike somebody as it is used, each with its place among them. What is always on and what
    /// covers the ground has none, and Command Spells, items and services are no skills (A263, R160).
    pub fn blows(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        let is_skill = !matches!(self.role, Role::CommandSpell | Role::Item | Role::Service);
        let strikes = is_skill && !self.is_passive() && !self.lies_on_ground(false) && !self.lies_on_ground(true);
        self.effects.iter().zip(0u16..).filter_map(move |(line, place)| match &line.effect {
            Effect::Sentence(sentence) if strikes && sentence.is_blow() => Some((place, sentence)),
            Effect::Sentence(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    }

    /// Of its blows those on its targets: they strike as a Damage field does.
    pub fn blows_on_targets(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        self.blows().filter(|(_, sentence)| sentence.operation.who() == Some(&Who::Target))
    }

    /// Of its blows those on others, a group or somebody of a target's: they strike wherever those are.
    pub fn blows_on_others(&self) -> impl Iterator<Item = (u16, &Sentence)> {
        self.blows().filter(|(_, sentence)| sentence.operation.who() != Some(&Who::Target))
    }

    /// Whether a blow of it strikes all of a group: an area attack (A149, A263).
    pub fn strikes_a_group(&self) -> bool {
        self.blows_on_others().any(|(_, sentence)| sentence.operation.who().is_some_and(is_of_group))
    }

    /// Whether a use of it strikes each of its targets.
    pub fn strikes_targets(&self) -> bool {
        self.damage.iter().flat_map(|field| field.values()).any(Damage::does_damage)
            || self.blows_on_targets().next().is_some()
    }

    /// The types of damage it can inflict in its present form: the field's before those of its sentences.
    pub fn damage_types(&self, upgraded: bool) -> impl Iterator<Item = DamageType> {
        let field = self.damage.as_ref().and_then(|field| field.at(upgraded).kind);
        let of_sentence = |(_, sentence): (u16, &Sentence)| match &sentence.operation {
            Operation::Immediate(Immediate { verb: Verb::Damage { kind, .. }, .. }) => Some(*kind),
            Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => None,
        };
        let sentences = self.blows_on_targets().chain(self.blows_on_others());
        field.into_iter().chain(sentences.filter_map(of_sentence))
    }

    /// The type of the attack, where it inflicts damage: the first of [`Skill::damage_types`].
    pub fn attack_type(&self, upgraded: bool) -> Option<DamageType> {
        self.damage_types(upgraded).next()
    }

    /// Whether it can inflict damage of a type (R091: Long-ranged is Ranged too).
    pub fn inflicts(&self, of: DamageType, upgraded: bool) -> bool {
        self.damage_types(upgraded).any(|kind| kind.is(of))
    }
}

/// Whether words mean a group.
fn is_of_group(who: &Who<crate::language::condition::Written>) -> bool {
    match who {
        Who::Related(relation, of) => relation.is_of_several() || is_of_group(of),
        who => matches!(who, Who::OneOf(_)) || who.group().is_some(),
    }
}
