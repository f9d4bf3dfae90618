//! Rejects `already` where the skill itself may have changed what is asked: `The target is Stunned. If they are already
//! Stunned, …`. The condition is evaluated after the sentences before it.

use crate::language::condition::{Predicate, Property, Resource};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Immediate, Operation, Sentence, Verb};
use crate::language::span::Span;

use super::code;
use super::reader::Diagnostics;
use super::skill::{EffectLine, Skill};
use super::yaml::Scalar;

/// Rejects sentences with `already` whose condition an earlier sentence of the same use may have changed.
pub(super) fn reject_already(skill: &Skill, scalars: &[Scalar], diagnostics: &Diagnostics) {
    for (index, (line, scalar)) in skill.effects.iter().zip(scalars).enumerate() {
        let before = skill.effects.iter().take(EffectLine::start_of_sentence(&skill.effects, index));
        if says_already(&scalar.text)
            && before.filter_map(immediate_action).any(|action| can_change_condition(action, line))
        {
            let message = "this is asked behind the sentences above, and what they have done counts by then";
            diagnostics.report(
                Diagnostic::error(code::MISPLACED_EFFECT, scalar.source_span(Span::new(0, scalar.text.len())), message)
                    .note("put this sentence before them, or leave `already` out if what they do is to count"),
            );
        }
    }
}

fn says_already(text: &str) -> bool {
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "already")
}

/// What a line does once, as its skill is used; `None` for standing effects, clauses and triggered sentences.
fn immediate_action(line: &EffectLine) -> Option<&Immediate> {
    match line.sentence()? {
        Sentence { trigger: None, operation: Operation::Immediate(done), .. } => Some(done),
        _ => None,
    }
}

/// Whether an action may change what the condition of a line asks: statuses, Health or Mana.
fn can_change_condition(action: &Immediate, line: &EffectLine) -> bool {
    let Some(Sentence { trigger: None, condition: Some(asked), .. }) = line.sentence() else { return false };
    let asks_about_status =
        matches!(action.verb, Verb::Inflict(_) | Verb::InflictNamed(_) | Verb::Cure(_) | Verb::CureNamed(_));
    let asks_about_points =
        matches!(action.verb, Verb::Restore { .. } | Verb::Lose { .. } | Verb::Drain { .. } | Verb::Damage { .. });
    asked.statements().into_iter().any(|predicate| {
        let Predicate::Has(_, property) = predicate else { return false };
        let status =
            matches!(property, Property::AffectedBy(_) | Property::AffectedByNamed(_) | Property::AffectedByAnyStatus);
        let points = matches!(property, Property::Has(Resource::Health | Resource::Mana, ..));
        (asks_about_status && status) || (asks_about_points && points)
    })
}
