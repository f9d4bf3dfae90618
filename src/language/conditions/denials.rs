//! `Nobody`, `no opponent`, `neither A nor B`: where they deny a statement, and where the denial would be lost (A255).

use super::Rule;
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
