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
pub(super) fn check(skill: &Skill, places: &[Scalar], faults: &Diagnostics) {
    let blows: Vec<usize> = skill.blows().map(|(place, _)| usize::from(place)).collect();
    for blow in blows {
        let Some(asked) =
            skill.effects.get(blow).and_then(EffectLine::sentence).and_then(|said| said.condition.as_ref())
        else {
            continue;
        };
        if !asked.statements().into_iter().any(changes_by_a_blow) {
            continue;
        }
        let again =
            beside(&skill.effects, blow).filter(|at| !skill.blows().any(|(place, _)| usize::from(place) == *at));
        let mut again = again.filter_map(|at| skill.effects.get(at)?.sentence());
        if again.any(|said| said.trigger.is_none() && said.condition.as_ref().is_some_and(|of| bare(of) == bare(asked)))
            && let Some(at) = places.get(blow)
        {
            let message = "understood, but this cannot be carried out: its blow falls first, and the rest would be asked \
                           behind it, when this may no longer be so (A263)";
            faults.report(
                Diagnostic::error(code::NOT_YET, at.place(Span::new(0, at.text.len())), message)
                    .note("ask of something that the blow does not change, or leave the rest to a skill of its own"),
            );
        }
    }
}

/// The indices of the other lines of the sentence that a line belongs to.
fn beside(lines: &[EffectLine], line: usize) -> impl Iterator<Item = usize> {
    let joined = |at: &usize| lines.get(*at).is_some_and(|line| line.joined);
    let first = EffectLine::start_of_sentence(lines, line);
    let more = (first + 1..lines.len()).take_while(joined).count();
    (first..=first + more).filter(move |at| *at != line)
}

/// The condition without its negations.
fn bare(asked: &Condition<Written>) -> &Condition<Written> {
    match asked {
        Condition::Not(asked) => bare(asked),
        asked => asked,
    }
}

/// Whether a blow may change what a predicate says: Health, statuses, who lives, who is in battle, or how many there
/// are.
fn changes_by_a_blow(said: &Predicate<Written>) -> bool {
    if matches!(said, Predicate::Count(..)) {
        return true;
    }
    let (Predicate::Has(_, of) | Predicate::Becomes(_, of)) = said else { return false };
    match of {
        Property::Has(resource, ..) => *resource == Resource::Health,
        Property::BesideUser(..) | Property::DamagedByUser => true,
        Property::AffectedBy(_) | Property::AffectedByNamed(_) | Property::AffectedByAnyStatus => true,
        Property::Dead | Property::Alive | Property::Masterless => true,
        Property::InBattle | Property::InFirstTurnOfBattle | Property::InTurnOfBattle { .. } => true,
        Property::Ranked(..) | Property::InSpiritForm | Property::HasFlight | Property::HasAbility(_) => false,
    }
}
