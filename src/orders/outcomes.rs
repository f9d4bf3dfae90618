//! Orders that ask what has become of the order above: `If he survives, …`, `If that does not kill him, …`.

use super::canonical_names::same_name;
use super::phrases::has_words;
use crate::language::condition::{Condition, Deed, Predicate, Property, Who, Written};
use crate::language::order::{Order, Target};

/// Words by which an order asks what has become of the order above.
const OUTCOMES: [&str; 6] = ["survives", "survived", "still", "again", "once more", "lives"];
/// Words by which an order asks whether somebody has not died of the order above: `that does not kill him`.
const DEATHS: [&str; 5] = ["kill", "kills", "killed", "dies", "die"];

/// A word by which an order asks what has become of a target of the order above.
pub(super) fn find_outcome(above: &Order<Written>, order: &Order<Written>, words: &str) -> Option<&'static str> {
    let targets = || {
        above.body.actions().flat_map(|action| action.kind.targets()).filter_map(|target| match target {
            Target::Character(who) => Some(who),
            Target::Location(_) | Target::Here => None,
        })
    };
    // `If Lancer attacks Rin, attack him`: the target is whom the condition names.
    let is_asked_above = |who: &Who<Written>| {
        let mut subjects = above.body.conditions().flat_map(Condition::statements).filter_map(Predicate::subject);
        subjects.any(|subject| is_same_person(subject, who))
    };
    let is_target = |who: &Who<Written>| {
        targets().any(|target| is_same_person(target, who) || target.says_they() && is_asked_above(who))
    };
    let asks_about_target = |asked: &Predicate<Written>| {
        let object = asked.deed().and_then(Deed::object);
        asked.subject().into_iter().chain(object).any(is_target)
    };
    let asks_of_life = |condition: &Condition<Written>| {
        matches!(condition, Condition::Not(_) | Condition::Is(Predicate::Has(_, Property::Alive)))
    };
    let find = |list: &[&'static str]| list.iter().find(|word| has_words(words, word)).copied();
    let denied = || order.body.conditions().any(asks_of_life).then(|| find(&DEATHS)).flatten();
    let is_asked = order.body.conditions().flat_map(Condition::statements).any(asks_about_target);
    is_asked.then(|| find(&OUTCOMES).or_else(denied)).flatten()
}

/// Whether two words mean the same person.
pub(super) fn is_same_person(one: &Who<Written>, other: &Who<Written>) -> bool {
    match (one, other) {
        (Who::Named(one), Who::Named(other)) => same_name(&one.text, &other.text),
        (one, other) => one == other,
    }
}
