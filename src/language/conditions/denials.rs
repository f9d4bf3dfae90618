//! `Nobody`, `no opponent`, `neither A nor B`: where they deny a statement, and where the denial would be lost (A255).

use super::{Rule, build_conjunction};
use crate::language::condition::{Condition, Filter, Group, Name, Predicate, Who, Written};
use crate::language::pairs::Pair;

/// Whether a pair is `nobody` or `no opponent`, so that the statement about it is denied.
pub(super) fn is_nobody(pair: &Pair<'_, Rule>) -> bool {
    match pair.as_rule() {
        Rule::nobody => true,
        Rule::subject if says_neither(pair) => true,
        Rule::subject | Rule::object | Rule::who | Rule::who_one => {
            pair.clone().into_inner().next().is_some_and(|p| is_nobody(&p))
        }
        _ => false,
    }
}

/// Whether an odd number of the objects within a pair are `nobody`.
pub(super) fn has_denying_objects(pair: &Pair<'_, Rule>) -> bool {
    let objects = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::object);
    objects.filter(is_nobody).count() % 2 == 1
}

/// Returns how many verb phrases of one subject a `not_c` without brackets joins by `or`: `Lancer attacks me or dies`.
pub(super) fn count_verb_phrases(part: &Pair<'_, Rule>) -> usize {
    let about = part.clone().into_inner().find(|p| p.as_rule() == Rule::about);
    let said = about.and_then(|p| p.into_inner().find(|p| p.as_rule() == Rule::said));
    said.map_or(0, |p| p.into_inner().filter(|p| p.as_rule() == Rule::said_all).count())
}

/// Denies a statement about anybody of a group. `No opponent except Lancer is here` says that Lancer is here, too.
pub(super) fn deny_except(said: Condition<Written>, subject: &Who<Written>) -> Condition<Written> {
    let said_of = |who: &Who<Written>| {
        let mut said = said.clone();
        let subjects = said.statements_mut().into_iter().filter_map(Predicate::subject_mut);
        subjects.filter(|of| **of == *subject).for_each(|of| *of = who.clone());
        said
    };
    let of_excepted: Vec<_> = subject.excepted_by_name().map(said_of).collect();
    build_conjunction(of_excepted.into_iter().chain([Condition::Not(Box::new(said))]))
}

/// `There is no opponent here except Lancer`: that Lancer is there.
pub(super) fn excepted_are_there(group: &Group<Written>, location: Option<&Name>) -> Vec<Condition<Written>> {
    let described =
        group.filters.iter().find_map(|filter| if let Filter::In(name) = filter { Some(name) } else { None });
    let location = location.or(described);
    let is_there = |who: &Who<Written>| Condition::Is(Predicate::IsIn(who.clone(), location.cloned()));
    Who::Any(group.clone()).excepted_by_name().map(is_there).collect()
}

/// Whether parts of a condition say of somebody alone what nobody else does, as [`deny_except`] yields it.
pub(super) fn is_of_excepted_alone(parts: &[Condition<Written>]) -> bool {
    let Some(Condition::Not(denied)) = parts.last() else { return false };
    let Condition::Is(said) = &**denied else { return false };
    said.subject().is_some_and(|subject| subject.excepted_by_name().next().is_some())
}

fn says_neither(subject: &Pair<'_, Rule>) -> bool {
    subject.clone().into_inner().any(|p| p.as_rule() == Rule::k_neither)
}

/// A `nobody` that denies nothing where it stands: it would be read as somebody.
pub(crate) struct LostDenial<'i> {
    pub(crate) words: Pair<'i, Rule>,
    /// Whether it stands within a condition.
    pub(crate) in_condition: bool,
}

/// Returns the first `nobody` of a sentence that denies nothing where it stands; `None` if there is none.
pub(crate) fn find_lost_denial<'i>(mut sentence: impl Iterator<Item = Pair<'i, Rule>>) -> Option<LostDenial<'i>> {
    sentence.find_map(|pair| {
        find_lost_denial_in(pair, PhraseContext { is_in_condition: false, in_description: false, may_deny: false })
    })
}

#[derive(Clone, Copy)]
struct PhraseContext {
    /// Whether the words stand within a condition.
    is_in_condition: bool,
    /// Whether they stand within a description by a deed: `whoever attacks …`.
    in_description: bool,
    /// Whether `nobody` would deny the statement here.
    may_deny: bool,
}

fn find_lost_denial_in<'i>(pair: Pair<'i, Rule>, phrase_context: PhraseContext) -> Option<LostDenial<'i>> {
    let below = match pair.as_rule() {
        Rule::nobody => {
            return (!phrase_context.may_deny)
                .then_some(LostDenial { words: pair, in_condition: phrase_context.is_in_condition });
        }
        Rule::condition | Rule::unsaid_of => PhraseContext { is_in_condition: true, ..phrase_context },
        Rule::whoever | Rule::who_did | Rule::all_who_did | Rule::whom_did => {
            PhraseContext { is_in_condition: true, in_description: true, may_deny: false }
        }
        // The subject of a statement, and the object or agent of a deed.
        Rule::about
        | Rule::attacks
        | Rule::damages
        | Rule::kills
        | Rule::uses
        | Rule::detects
        | Rule::seen
        | Rule::active
        | Rule::used
        | Rule::by_attack
        | Rule::by_damage
        | Rule::by_killing => PhraseContext { may_deny: !phrase_context.in_description, ..phrase_context },
        // In a list, or before `'s Master`, `nobody` denies nothing.
        Rule::subject | Rule::object | Rule::who_one => {
            PhraseContext { may_deny: phrase_context.may_deny && has_one_child(&pair), ..phrase_context }
        }
        _ => PhraseContext { may_deny: false, ..phrase_context },
    };
    pair.into_inner().find_map(|inner| find_lost_denial_in(inner, below))
}

fn has_one_child(pair: &Pair<'_, Rule>) -> bool {
    let mut inner = pair.clone().into_inner();
    inner.next().is_some() && inner.next().is_none()
}
