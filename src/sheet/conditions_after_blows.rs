//! Rejects one condition shared by a blow and another part of the same sentence. The blow falls first, and the other
//! part is evaluated after it (A263).
//!
//! `If the target is Poisoned, they lose 20 Mana; otherwise, they receive Poison 2/10`: a target who was not Poisoned
//! is Poisoned when the other part is evaluated, so both would happen. No such sentence loads.

use super::code;
use super::reader::Diagnostics;
use super::skill::{EffectLine, Skill};
use super::yaml::Scalar;
use crate::language::condition::Resource;
use crate::language::condition::{Condition, Predicate, Property, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::Span;

/// Rejects sentences whose condition is evaluated both before their own blow and after it.
pub(super) fn reject_shared_conditions(skill: &Skill, scalars: &[Scalar], diagnostics: &Diagnostics) {
    let blows: Vec<usize> = skill.blows().map(|(index, _)| usize::from(index)).collect();
    for blow in blows {
        let Some(asked) =
            skill.effects.get(blow).and_then(EffectLine::sentence).and_then(|sentence| sentence.condition.as_ref())
        else {
            continue;
        };
        if !asked.statements().into_iter().any(can_be_changed_by_blow) {
            continue;
        }
        let other_sentences = other_lines_of_sentence(&skill.effects, blow)
            .filter(|scalar| !skill.blows().any(|(index, _)| usize::from(index) == *scalar));
        let mut other_sentences = other_sentences.filter_map(|scalar| skill.effects.get(scalar)?.sentence());
        if other_sentences.any(|sentence| {
            sentence.trigger.is_none()
                && sentence
                    .condition
                    .as_ref()
                    .is_some_and(|condition| without_negation(condition) == without_negation(asked))
        }) && let Some(scalar) = scalars.get(blow)
        {
            let message = "understood, but this cannot be carried out: its blow falls first, and the rest would be asked \
                           behind it, when this may no longer be so (A263)";
            diagnostics.report(
                Diagnostic::error(code::NOT_YET, scalar.source_span(Span::new(0, scalar.text.len())), message)
                    .note("ask of something that the blow does not change, or leave the rest to a skill of its own"),
            );
        }
    }
}

/// The indices of the other lines of the sentence that a line belongs to.
fn other_lines_of_sentence(lines: &[EffectLine], line: usize) -> impl Iterator<Item = usize> {
    let joined = |at: &usize| lines.get(*at).is_some_and(|line| line.continues_sentence);
    let first = EffectLine::start_of_sentence(lines, line);
    let more = (first + 1..lines.len()).take_while(joined).count();
    (first..=first + more).filter(move |at| *at != line)
}

/// The condition without its negations.
fn without_negation(condition: &Condition<Written>) -> &Condition<Written> {
    match condition {
        Condition::Not(condition) => without_negation(condition),
        condition => condition,
    }
}

/// Whether a blow may change what a predicate says: Health, statuses, who lives, who is in battle, or how many there
/// are.
fn can_be_changed_by_blow(predicate: &Predicate<Written>) -> bool {
    if matches!(predicate, Predicate::Count(..)) {
        return true;
    }
    let (Predicate::Has(_, property) | Predicate::Becomes(_, property)) = predicate else { return false };
    match property {
        Property::Has(resource, ..) => *resource == Resource::Health,
        Property::BesideUser(..) | Property::DamagedByUser => true,
        Property::AffectedBy(_) | Property::AffectedByNamed(_) | Property::AffectedByAnyStatus => true,
        Property::Dead | Property::Alive | Property::Masterless => true,
        Property::InBattle | Property::InFirstTurnOfBattle | Property::InTurnOfBattle { .. } => true,
        Property::Ranked(..) | Property::InSpiritForm => false,
        Property::AtHome | Property::HasFlight | Property::HasAbility(_) => false,
    }
}
