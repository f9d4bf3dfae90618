//! Orders that ask what has become of the order above: `If he survives, …`, `If that does not kill him, …`.

use super::Checker;
use super::canonical_names::same_name;
use super::condition_timing::{first_phase, occasion_of};
use super::phrases::{has_words, outside_quotes};
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Predicate, Property, Who, Written};
use crate::language::order::{Action, Order, Target};
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;

/// Words by which an order asks what has become of the order above.
const OUTCOMES: [&str; 6] = ["survives", "survived", "still", "again", "once more", "lives"];
/// Words by which an order asks whether somebody has not died of the order above: `that does not kill him`.
const DEATHS: [&str; 5] = ["kill", "kills", "killed", "dies", "die"];

impl Checker<'_> {
    /// `Use Mend on Rin if she survives.`: rejects a state that is asked at the order's own place, before the blows of
    /// others, where no order above strikes whom it asks about.
    pub(super) fn reject_survival(
        &mut self,
        above: Option<&Order<Written>>,
        order: &Order<Written>,
        words: &str,
        actor: &OwnCharacter,
    ) {
        const SURVIVES: [&str; 4] = ["survive", "survives", "survived", "makes it"];
        let words = outside_quotes(&words.to_lowercase());
        let is_early = |action: &Action<Written>| {
            let phase = first_phase(order, action, occasion_of(&action.kind, actor, self.view));
            action.delay.is_none() && phase.is_some_and(|phase| phase <= Phase::Attacking)
        };
        let is_asked_early = order.body.is_conditional()
            && !order.body.waits_for_event()
            && order.body.names_no_time()
            && order.body.actions().any(is_early);
        let is_of_order_above = above.is_some_and(|above| find_outcome(above, order, &words).is_some());
        if is_asked_early && !is_of_order_above && SURVIVES.iter().any(|word| has_words(&words, word)) {
            let message = "survives what? this is asked at the order's own place, and what others do may come later";
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic
                .notes
                .push("of the whole phase: `At the end of the Attacking Phase, if X is alive, A.`".to_owned());
            diagnostic.notes.push("at its place: `If X is alive, A.`".to_owned());
        }
    }
}

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
