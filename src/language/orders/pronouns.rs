//! `he`, `she`, `they` behind an order: whom the order itself is about.
//!
//! `Use Barbed Spear on Caster, but only if she is still here.` Where the condition finds nobody whom the word could
//! mean, and the order names one character alone, it means that one.

use crate::language::condition::{Condition, Deed as Done, Predicate, Relation, Who, Written};
use crate::language::order::{Action, ActionKind, Target};

/// The one character an order names: its target, or the Servant it commands.
pub(super) fn only_one(actions: &[Action<Written>]) -> Option<Who<Written>> {
    let mut named: Vec<&Who<Written>> = Vec::new();
    for action in actions {
        named.extend(action.deed.targets().iter().filter_map(|target| match target {
            Target::Character(who) => Some(who),
            Target::Location(_) | Target::Here => None,
        }));
        match &action.deed {
            ActionKind::Command { servant: one, .. } | ActionKind::Give { to: one, .. } => named.push(one),
            _ => {}
        }
    }
    named.dedup();
    match named.as_slice() {
        [one @ (Who::Named(_) | Who::Related(Relation::Master | Relation::Servant | Relation::Partner, _))] => {
            Some((*one).clone())
        }
        _ => None,
    }
}

/// Whether an order names anybody but who acts.
pub(super) fn names_others(actions: &[Action<Written>]) -> bool {
    actions.iter().any(|action| {
        let whom = match &action.deed {
            ActionKind::Command { .. } | ActionKind::Give { .. } => true,
            deed => deed.targets().iter().any(|of| matches!(of, Target::Character(who) if *who != Who::User)),
        };
        whom || action.delay.after.is_some()
    })
}

/// Whether a condition still says `that character` beside somebody else.
pub(super) fn is_open(condition: &Condition<Written>) -> bool {
    let says_they = |who: &&Who<Written>| who.mentions(&|who| *who == Who::Antecedent);
    let people = people(condition);
    people.iter().any(says_they) && !people.iter().all(says_they)
}

/// Who does something in a condition, or is something, and to whom it is done.
pub(super) fn people(condition: &Condition<Written>) -> Vec<&Who<Written>> {
    let mut found = Vec::new();
    for said in condition.statements() {
        found.extend(said.subject());
        found.extend(said.deed().and_then(|deed| deed.object()));
    }
    found
}

/// Puts this one in the place of `that character`, if nothing in the condition could be meant by the word.
pub(super) fn resolve(condition: &mut Condition<Written>, one: &Who<Written>) {
    let said = condition.statements();
    // `Lancer attacks him`: whoever does it is not whom it is done to.
    let of_object = said.iter().any(|said| is_done_to_that(said));
    if said.into_iter().any(|said| finds(said) && !is_done_to_that(said)) {
        return;
    }
    for said in condition.statements_mut() {
        match said {
            Predicate::Did(Done { act, who, .. }) if *who != Who::Antecedent => {
                if let Some(on @ Who::Antecedent) = act.object_mut() {
                    *on = one.clone();
                }
            }
            Predicate::Has(who @ Who::Antecedent, _)
            | Predicate::Among(who @ Who::Antecedent, _)
            | Predicate::IsIn(who @ Who::Antecedent, _)
            | Predicate::Holds(who @ Who::Antecedent, _)
            | Predicate::Did(Done { who: who @ Who::Antecedent, .. })
                if !of_object =>
            {
                *who = one.clone();
            }
            _ => {}
        }
    }
}

/// Whether somebody else does something to `that character`.
fn is_done_to_that(said: &Predicate<Written>) -> bool {
    said.deed().is_some_and(|done| done.who != Who::Antecedent && done.object() == Some(&Who::Antecedent))
}

/// Whether a statement speaks of somebody whom `that character` could mean.
fn finds(said: &Predicate<Written>) -> bool {
    match said {
        Predicate::Has(who, _) | Predicate::IsIn(who, _) | Predicate::Among(who, _) | Predicate::Holds(who, _) => {
            *who != Who::Antecedent
        }
        // Whoever `he` does it to is not `he`.
        Predicate::Did(done) => done.who != Who::Antecedent,
        Predicate::Night(..) | Predicate::SecondRound | Predicate::Active(_, None) => false,
        Predicate::Active(_, Some(_)) | Predicate::Detects(..) | Predicate::IsWith(..) | Predicate::Count(..) => true,
        Predicate::MoveCancelled(_) | Predicate::OwnSkillFailed(_) | Predicate::Would(_) => true,
        Predicate::Pays(..) | Predicate::Chooses(_) => true,
    }
}
