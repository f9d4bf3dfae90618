//! `Nobody`, `no opponent`, `neither A nor B`: where they deny what is said, and where they would be lost (A255).

use super::Rule;
use crate::language::pairs::Pair;

/// Whether a pair speaks of `nobody` or `no opponent`: then what is said of it is denied.
pub(super) fn is_nobody(pair: &Pair<'_, Rule>) -> bool {
    match pair.as_rule() {
        Rule::nobody => true,
        Rule::subject if holds_neither(pair) => true,
        Rule::subject | Rule::object | Rule::who | Rule::who_one => {
            pair.clone().into_inner().next().is_some_and(|p| is_nobody(&p))
        }
        _ => false,
    }
}

/// Whether an odd number of the objects within a pair is nobody.
pub(super) fn objects_deny(pair: &Pair<'_, Rule>) -> bool {
    let objects = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::object);
    objects.filter(is_nobody).count() % 2 == 1
}

/// How many things joined by `or` a `not_c` without brackets says of one subject: `Lancer attacks me or dies`.
pub(super) fn things_said(part: &Pair<'_, Rule>) -> usize {
    let about = part.clone().into_inner().find(|p| p.as_rule() == Rule::about);
    let said = about.and_then(|p| p.into_inner().find(|p| p.as_rule() == Rule::said));
    said.map_or(0, |p| p.into_inner().filter(|p| p.as_rule() == Rule::said_all).count())
}

fn holds_neither(subject: &Pair<'_, Rule>) -> bool {
    subject.clone().into_inner().any(|p| p.as_rule() == Rule::k_neither)
}

/// Where a `nobody` stands that denies nothing: its words would be read as somebody.
pub(crate) struct LostDenial<'i> {
    pub(crate) words: Pair<'i, Rule>,
    /// Within a condition.
    pub(crate) asked: bool,
}

/// The first `nobody` of a sentence that denies nothing where it stands.
pub(crate) fn lost_denial<'i>(mut sentence: impl Iterator<Item = Pair<'i, Rule>>) -> Option<LostDenial<'i>> {
    sentence.find_map(|pair| within(pair, PhraseContext { asked: false, found: false, denies: false }))
}

#[derive(Clone, Copy)]
struct PhraseContext {
    /// Within a condition.
    asked: bool,
    /// Within words that find somebody by a deed: `whoever attacks …`.
    found: bool,
    /// Whoever stands here may be nobody.
    denies: bool,
}

fn within<'i>(pair: Pair<'i, Rule>, place: PhraseContext) -> Option<LostDenial<'i>> {
    let below = match pair.as_rule() {
        Rule::nobody => return (!place.denies).then_some(LostDenial { words: pair, asked: place.asked }),
        Rule::condition | Rule::unsaid_of => PhraseContext { asked: true, ..place },
        Rule::whoever | Rule::who_did | Rule::all_who_did | Rule::whom_did => {
            PhraseContext { asked: true, found: true, denies: false }
        }
        // The subject of a statement, and whom a deed is done to or by.
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
        | Rule::by_killing => PhraseContext { denies: !place.found, ..place },
        // Of several, or of whose Master somebody is, nothing is denied by it.
        Rule::subject | Rule::object | Rule::who_one => {
            PhraseContext { denies: place.denies && is_alone(&pair), ..place }
        }
        _ => PhraseContext { denies: false, ..place },
    };
    pair.into_inner().find_map(|inner| within(inner, below))
}

fn is_alone(pair: &Pair<'_, Rule>) -> bool {
    let mut inner = pair.clone().into_inner();
    inner.next().is_some() && inner.next().is_none()
}
