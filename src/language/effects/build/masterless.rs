//! Servants without a Master: what they lose and regenerate (R143–R145).

use super::Node;
use super::parts::{child, nonsense_error, read_factor, read_person, read_who, required};
use crate::language::condition::{Condition, Predicate, Property, Who, Written};
use crate::language::effect::{Modifier, Sentence, Standing};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// Builds `The user loses only 10% of their maximum Mana each Night for lacking a Master`.
pub(super) fn build_masterless_rate(pair: &Node<'_>) -> ParseResult<Standing> {
    let who = read_who(pair)?;
    let whose = child(&required(pair, Rule::of_maximum)?, Rule::effect_one);
    if let Some(other) = whose.filter(|whose| read_person(whose).is_ok_and(|whose| whose != who)) {
        return Err(nonsense_error(&other, "of their own maximum Mana (R144)"));
    }
    Ok(Standing::of(who, Modifier::MasterlessLossIs(read_factor(&required(pair, Rule::percent)?)?)))
}

/// `… regenerates normally`, `… loses only 10% of their maximum Mana each Night`: rejects them unless the
/// sentence, or its condition, says that there is no Master.
pub(super) fn reject_unstated_masterless(sentence: &Node<'_>, sentences: &[Sentence]) -> ParseResult<()> {
    let words = [Rule::w_lacking, Rule::w_being, Rule::k_masterless, Rule::k_without];
    let is_unstated = |p: &Node<'_>| p.as_rule() == Rule::as_ever || !p.contains_any(words);
    let Some(part) = sentence.descendants([Rule::as_ever, Rule::masterless_rate]).find(is_unstated) else {
        return Ok(());
    };
    let is_about_masterless = |tree: &&Sentence| {
        matches!(tree.operation.modifier(), Some(Modifier::MasterlessLossIs(_) | Modifier::RegenerateMasterless))
    };
    let states_masterless = |tree: &Sentence| {
        let who = tree.operation.who();
        tree.condition.as_ref().is_some_and(|condition| who.is_some_and(|who| requires_masterless(condition, who)))
    };
    if sentences.iter().filter(is_about_masterless).all(states_masterless) {
        return Ok(());
    }
    Err(nonsense_error(&part, "while they have no Master? write `While Masterless, …` before it"))
}

/// Whether a condition holds only for the Masterless.
fn requires_masterless(condition: &Condition<Written>, whom: &Who<Written>) -> bool {
    match condition {
        Condition::Is(Predicate::Has(who, Property::Masterless)) => who == whom,
        Condition::All(parts) => parts.iter().any(|part| requires_masterless(part, whom)),
        Condition::Is(_) | Condition::Not(_) | Condition::AnyOf(_) => false,
    }
}
