//! `Strike whoever attacks Rin`: an order against the doer of a deed waits for that deed, as `if` does (A253).

use super::order_builder::join_conditions;
use crate::language::condition::{Act, Condition, Deed, Predicate, Side, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, Body, SpellObject, Target};
use crate::language::orders::codes;

/// Whether an action has the doer of a deed among several alternatives, gives something to the doer, or is a Command
/// Spell against the doer.
fn has_doer_among_others(kind: &ActionKind<Written>) -> bool {
    let is_doer = |who: &Who<Written>| matches!(who, Who::WhoDid(deed) | Who::WhomDid(deed) if !deed.is_past);
    // Whoever has left can be pursued all the same.
    let leaves =
        |who: &Who<Written>| matches!(who, Who::WhoDid(deed) if matches!(deed.act, Act::Flees | Act::Leaves(_)));
    let is_choice_with_doer =
        |target: &Target<Written>| matches!(target, Target::Character(Who::OneOf(all)) if all.iter().any(is_doer));
    let gives_to_doer = matches!(kind, ActionKind::Give { to, .. } if is_doer(to));
    let is_spell_against_doer =
        matches!(kind, ActionKind::Command { object: SpellObject::Character(who), .. } if is_doer(who) && !leaves(who));
    gives_to_doer || is_spell_against_doer || kind.targets().iter().any(is_choice_with_doer)
}

/// Makes an order against the doer of a deed wait for that deed. A past deed (`whoever attacked Rin`) is checked at the
/// order's place, and so is an order with an `otherwise`.
pub(in crate::language::orders) fn wait_for_doers(body: &mut Body<Written>) -> Result<(), Diagnostic> {
    let has_event = body.read_at.awaited.is_some() || body.actions().any(|action| action.delay.awaited.is_some());
    let mut deeds: Vec<Deed<Written>> = body
        .actions()
        .flat_map(|action| action.kind.targets())
        .filter_map(|target| match target {
            Target::Character(Who::WhoDid(deed) | Who::WhomDid(deed)) if !deed.is_past => {
                Some(Deed { is_first: false, ..Deed::clone(deed) })
            }
            _ => None,
        })
        .collect();
    deeds.dedup();
    if let Some(action) = body.actions().find(|action| has_doer_among_others(&action.kind)) {
        let message = "is this to wait until somebody does it?";
        return Err(Diagnostic::error(codes::WHOM, action.span, message)
            .note("write `When an opponent attacks Rin, attack that character.`, and what else is meant as an order of its own"));
    }
    // `After Lancer has acted, attack whoever attacks Rin`: whichever event comes first would use up the order.
    let awaited = body.read_at.awaited.iter().chain(body.actions().filter_map(|action| action.delay.awaited.as_ref()));
    let guards = body.branches.iter().flat_map(|branch| &branch.guards).filter(|guard| guard.waits_for_event());
    let others: Vec<&Predicate<Written>> = awaited.chain(guards).flat_map(|asked| asked.statements()).collect();
    let is_other_event = |statement: &Predicate<Written>| {
        statement.deed().is_none_or(|other| deeds.iter().all(|deed| deed.act != other.act))
    };
    if let Some(action) = body.actions().next().filter(|_| !deeds.is_empty())
        && others.into_iter().any(is_other_event)
        && body.branches.len() == 1
    {
        let message = "does this wait for both, or for the first of them alone?";
        return Err(Diagnostic::error(codes::WHOM, action.span, message).note(
            "write `If Lancer acts and an opponent attacks Rin, attack that character.`, or `… attack whoever attacked Rin.`",
        ));
    }
    let ([only_branch], [deed, ..]) = (body.branches.as_mut_slice(), deeds.as_slice()) else { return Ok(()) };
    if !has_event && !only_branch.guards.iter().any(Condition::waits_for_event) {
        if let [first, more @ ..] = only_branch.actions.as_slice()
            && (!more.is_empty() || first.kind.targets().len() > 1)
        {
            let message = "an order against whoever does something waits for that: does the rest wait too?";
            return Err(Diagnostic::error(codes::WHOM, first.span, message).note(
                "write an order for each, or `If an opponent attacks Rin, attack that character and then use Guard.`",
            ));
        }
        let mut deed = deed.clone();
        if let Who::Any(group) = &mut deed.who
            && group.side == Side::Anyone
        {
            group.side = Side::Opponents;
        }
        only_branch.guards =
            join_conditions(std::mem::take(&mut only_branch.guards), Some(Condition::Is(Predicate::Did(deed))));
    }
    Ok(())
}
