//! What ends a skill besides its duration.

use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::conditions;
use crate::language::effect::{Clause, Duration, Operation, Sentence, Trigger};
use crate::language::effects::build::parts::{child, has_child, nonsense_error};
use crate::language::effects::build::{Node, antecedents, resolve_they};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// `Lasts … or until the user's Health falls below 50`: builds the clause that it lasts while this does not
/// hold.
pub(super) fn build_lasts_until(state: &Condition<Written>, pair: &Node<'_>) -> ParseResult<Sentence> {
    let condition = Condition::Not(Box::new(state.clone()));
    let operation = Operation::Clause(Clause::Lasts(Duration::Indefinitely));
    let (trigger, condition) = (None, Some(condition));
    let mut sentence = Sentence { trigger, operation, condition, duration: None, ending_deed: None, at_use: false };
    resolve_they::resolve_pronouns(&mut sentence).map_err(|why| nonsense_error(pair, why))?;
    Ok(sentence)
}

/// Replaces `they` with the person it means. In `Until the user is hit, they cannot be targeted` that is the
/// person of the clause before it.
pub(super) fn resolve_pronouns(sentence: &mut Sentence, pair: &Node<'_>) -> Result<(), &'static str> {
    let before = pair.clone().into_inner().next().filter(|p| p.as_rule() == Rule::effect_until);
    let about = before.and_then(|until| child(&until, Rule::about));
    if let Some(who) = about.and_then(|about| conditions::grammatical_subject(&about)) {
        let stands_alone = sentence.trigger.is_none() && sentence.condition.is_none();
        let is_one = !antecedents::is_several(&who) && !who.says_they();
        let says_only_they =
            sentence.operation.people().into_iter().filter(|on| on.says_they()).all(|on| *on == Who::Antecedent);
        if stands_alone && is_one && says_only_they {
            antecedents::replace_they(sentence, &who);
        }
    }
    // `If this attack inflicts damage on the target, they …`: nobody else is spoken of.
    let names_struck_target = pair.descendants([Rule::use_inflicts]).any(|asked| has_child(&asked, Rule::the_target));
    let asks_of_use = matches!(sentence.condition, Some(Condition::Is(Predicate::UseInflicts(..))));
    if names_struck_target && asks_of_use && sentence.trigger.is_none() {
        antecedents::replace_they(sentence, &Who::Target);
    }
    resolve_they::resolve_pronouns(sentence)
}

/// `When the user is attacked, the user's STR is raised by 1 rank for 2 Turns while …`: rejects what cannot
/// be asked when the trigger fires. The condition is asked once, at that moment, and nobody knows yet whom a
/// later attack strikes.
pub(super) fn check_condition_of_trigger(
    pair: &Node<'_>,
    operation: &Operation,
    trigger: Option<&Trigger>,
    (condition, behind_while): (Option<&Condition<Written>>, bool),
) -> ParseResult<()> {
    let (Some(_), Operation::Standing(standing), Some(condition)) = (trigger, operation, condition) else {
        return Ok(());
    };
    if behind_while {
        let why = "what is set off asks once, as it is set off, and not as long as it lasts: write `if`";
        return Err(nonsense_error(pair, why));
    }
    if standing.is_about_struck_target() && antecedents::asks_about_target(condition) {
        let why = "whom the attack will strike is not known as this is set off: say it of those it strikes, as in `against \
                   Evil Servants`";
        return Err(nonsense_error(pair, why));
    }
    Ok(())
}

/// `While the user remains in this location, …`: rejects it, for the condition would hold again once the user
/// comes back.
pub(in crate::language::effects::build) fn reject_remaining_here(pair: &Node<'_>) -> ParseResult<()> {
    let says_lasts = || pair.as_str().to_ascii_lowercase().contains("lasts ");
    match pair.descendants([Rule::stays]).find(|p| child(p, Rule::where_).is_some() && !says_lasts()) {
        Some(stay) => Err(nonsense_error(
            &stay,
            "what stays is over once it leaves: write `Lasts while …` beside this, or `is in this location`",
        )),
        None => Ok(()),
    }
}
