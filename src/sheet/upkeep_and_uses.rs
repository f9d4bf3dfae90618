//! Checks words about an upkeep that the skill does not have, and about more uses of an item than there are.
//!
//! `As long as the upkeep is paid` is for ever where nothing is paid. An item is gone once it is used (R340): `can be
//! used 3 times` would promise two uses that nobody gets.

use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Clause, Effect, Limit, Operation, Sentence};
use crate::language::span::Span;

use super::code;
use super::reader::Diagnostics;
use super::skill::{EffectLine, Role, Skill};

/// Rejects a sentence that rests on the upkeep of a skill that has none.
pub(super) fn reject_absent_upkeep(skill: &Skill, line: &EffectLine, span: Span, diagnostics: &Diagnostics) {
    let text = &line.text;
    let speaks = text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "upkeep");
    let paid = ["is paid", "are paid", "pays", "pay "].iter().any(|words| text.to_lowercase().contains(words));
    let to_the_gm = matches!(line.effect, Effect::Gm(_));
    if speaks && paid && !to_the_gm && !skill.cost.values().any(|cost| cost.upkeep.is_some()) {
        let message = format!("`{}` has no upkeep that could be paid", skill.name.base);
        diagnostics.report(Diagnostic::error(code::MISPLACED_EFFECT, span, message).note(
            "write it into the cost, as in `cost: 20 Mana, Upkeep 10 Mana`, or say how long, as in `for 3 Turns`",
        ));
    }
}

/// Rejects a number of uses of an item, which is gone after the first (R340).
pub(super) fn reject_more_uses_of_item(skill: &Skill, sentence: &Sentence, span: Span, diagnostics: &Diagnostics) {
    let uses = match &sentence.operation {
        Operation::Clause(Clause::Limited(Limit::PerWar(uses) | Limit::PerBattle(uses) | Limit::PerTurn(uses))) => {
            *uses
        }
        Operation::Clause(_) | Operation::Immediate(_) | Operation::Standing(_) => return,
    };
    if skill.role == Role::Item && !skill.is_passive() && uses > 1 {
        let message = format!("`{}` is an item, and gone once it is used (R340)", skill.name.base);
        diagnostics.report(
            Diagnostic::error(code::MISPLACED_EFFECT, span, message)
                .note("whoever is to use it more often holds as many of it"),
        );
    }
}
