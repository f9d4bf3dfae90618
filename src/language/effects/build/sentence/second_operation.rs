//! The second operation of a sentence: `… and the user restores 20 Mana`, `… and loses 20 Mana`.

use super::{SentenceContext, TimedOperation, build_timed_operations};
use crate::language::condition::Who;
use crate::language::effect::{Immediate, Modifier, Operation, Standing, Verb};
use crate::language::effects::build::parts::{has_child, nonsense_error};
use crate::language::effects::build::{Node, ambiguity, antecedents, build_operations, clause, lost_words};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// Builds the second operation: it shares the trigger and, if nobody is named, the subject of the first.
pub(super) fn build_second_operation(
    sentence: &Node<'_>,
    part: &Node<'_>,
    before: &[TimedOperation],
    context: SentenceContext<'_>,
) -> ParseResult<Vec<TimedOperation>> {
    let Some(second) = part.clone().into_inner().last() else { return Ok(Vec::new()) };
    if clause::build_inner_condition(&second)?.is_some() {
        return Err(nonsense_error(&second, "this hangs on something of its own: make it a sentence of its own"));
    }
    ambiguity::check_their_after_killer(sentence, &second)?;
    let Some(last) = before.last() else { return Ok(Vec::new()) };
    match &last.operation {
        Operation::Immediate(Immediate { verb: Verb::InflictNamed(_), .. }) => {
            let why = "of the status, or beside it? what a status does is parted by `;`, and what is beside it is a sentence of its own";
            return Err(nonsense_error(&second, why));
        }
        Operation::Standing(
            Standing { modifier: Modifier::Survives { .. }, .. }
            | Standing { modifier: Modifier::Negates | Modifier::ThrowsBack, quota: Some(_), .. },
        ) => {
            return Err(nonsense_error(&second, "when this? make it a sentence of its own, with what it waits for"));
        }
        Operation::Standing(Standing { modifier: Modifier::Intercepts { .. }, .. })
            if has_child(&second, Rule::k_damage) =>
        {
            let why = "from those attacks, or from all? make it a sentence of its own";
            return Err(nonsense_error(&second, why));
        }
        Operation::Standing(standing) if standing.quota.is_some() => {
            return Err(lost_words::diagnose_clause_after_quota(
                sentence,
                &second,
                standing,
                &build_operations(&second)?,
            ));
        }
        _ => {}
    }
    let is_elided = second.contains_any([Rule::elided]);
    let begins_with = |words: &[&str]| words.iter().any(|word| second.as_str().to_lowercase().starts_with(word));
    let names_nobody = !is_elided
        && !has_child(&second, Rule::effect_who)
        && !begins_with(&["the ", "this ", "damage", "half", "all "]);
    let operations_before: Vec<Operation> = before.iter().map(|thing| thing.operation.clone()).collect();
    let mut things = build_timed_operations(&second)?;
    let limits_attackers = |operation: &Operation| match operation {
        Operation::Standing(Standing {
            modifier: Modifier::DamageDealt(_) | Modifier::DamageTaken(_),
            attacks,
            ..
        }) => Some(!attacks.others.is_anybody()),
        _ => None,
    };
    if limits_attackers(&last.operation) == Some(true)
        && things.iter().any(|thing| limits_attackers(&thing.operation) == Some(false))
    {
        return Err(nonsense_error(
            &second,
            "of those alone, or of all? say it behind this too, or make it two sentences",
        ));
    }
    for thing in &mut things {
        let is_about_skill = matches!(thing.operation, Operation::Clause(_));
        let is_skill_before = matches!(last.operation, Operation::Clause(_));
        let is_done_by_user = matches!(second.as_rule(), Rule::summon | Rule::drain | Rule::inflict | Rule::reflects);
        let is_other_subject = last.subject.as_ref().is_some_and(|who| *who != Who::User);
        if names_nobody && ((is_about_skill && !is_skill_before) || (is_done_by_user && is_other_subject)) {
            let why = "who, or what, does this? say it again: `and the user …`, `and this attack …`";
            return Err(nonsense_error(&second, why));
        }
        match (is_elided, &last.subject) {
            (true, Some(subject)) => {
                antecedents::bind_elided_subject(&mut thing.operation, subject);
                thing.subject = Some(subject.clone());
            }
            (true, None) => return Err(nonsense_error(&second, "of whom? nobody was named before")),
            (false, _) => {
                antecedents::bind_second_operation(&mut thing.operation, &operations_before, context)
                    .map_err(|why| nonsense_error(&second, why))?;
            }
        }
    }
    Ok(things)
}
