//! `he`, `she`, `they` behind an order: whom the order itself is about.
//!
//! `Use Barbed Spear on Caster, but only if she is still here.` Where the condition finds nobody whom the word could
//! mean, and the order names one character alone, it means that one.

use crate::language::condition::{Act, Condition, Deed as Done, Predicate, Who, Written};
use crate::language::order::{Action, Deed, Target};

/// The one character an order names: its target, or the Servant it commands.
pub(super) fn only_one(actions: &[Action<Written>]) -> Option<Who<Written>> {
    let mut named: Vec<&Who<Written>> = Vec::new();
    for action in actions {
        match &action.deed {
            Deed::Use { targets, .. } | Deed::Attack { targets, .. } | Deed::UseItem { targets, .. } => {
                let people = targets.iter().filter_map(|target| match target {
                    Target::Character(who) => Some(who),
                    Target::Location(_) | Target::Here => None,
                });
                named.extend(people);
            }
            Deed::Command { servant, .. } => named.push(servant),
            _ => {}
        }
    }
    named.dedup();
    match named.as_slice() {
        [one @ (Who::Named(_) | Who::MasterOf(_) | Who::ServantOf(_) | Who::PartnerOf(_))] => Some((*one).clone()),
        _ => None,
    }
}

/// The condition with `that character` as this one, if nothing in it could be meant by the word.
pub(super) fn meant(condition: Condition<Written>, one: &Who<Written>) -> Condition<Written> {
    if finds(&condition) { condition } else { put(condition, one) }
}

/// Whether a condition speaks of somebody whom `that character` could mean.
fn finds(condition: &Condition<Written>) -> bool {
    match condition {
        Condition::All(parts) | Condition::AnyOf(parts) => parts.iter().any(finds),
        Condition::Not(part) => finds(part),
        Condition::Is(
            Predicate::Has(who, _) | Predicate::IsIn(who, _) | Predicate::Among(who, _) | Predicate::Holds(who, _),
        ) => *who != Who::That,
        Condition::Is(Predicate::Did(done)) => {
            done.who != Who::That
                || matches!(&done.act, Act::Attacks(Some(on)) | Act::Uses(_, Some(on)) if *on != Who::User)
        }
        Condition::Is(Predicate::Night(..) | Predicate::SecondRound | Predicate::Active(_, None)) => false,
        Condition::Is(_) => true,
    }
}

fn put(condition: Condition<Written>, one: &Who<Written>) -> Condition<Written> {
    let all = |parts: Vec<Condition<Written>>| parts.into_iter().map(|part| put(part, one)).collect();
    match condition {
        Condition::All(parts) => Condition::All(all(parts)),
        Condition::AnyOf(parts) => Condition::AnyOf(all(parts)),
        Condition::Not(part) => Condition::Not(Box::new(put(*part, one))),
        Condition::Is(Predicate::Has(Who::That, what)) => Condition::Is(Predicate::Has(one.clone(), what)),
        Condition::Is(Predicate::Among(Who::That, of)) => Condition::Is(Predicate::Among(one.clone(), of)),
        Condition::Is(Predicate::IsIn(Who::That, at)) => Condition::Is(Predicate::IsIn(one.clone(), at)),
        Condition::Is(Predicate::Holds(Who::That, what)) => Condition::Is(Predicate::Holds(one.clone(), what)),
        Condition::Is(Predicate::Did(done)) if done.who == Who::That => {
            Condition::Is(Predicate::Did(Done { who: one.clone(), ..done }))
        }
        is @ Condition::Is(_) => is,
    }
}
