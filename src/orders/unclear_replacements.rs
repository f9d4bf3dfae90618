//! Rejects an order on a condition that may be meant in the place of another order, which stands all the same.

use std::borrow::Cow;

use crate::language::codes;
use crate::language::condition::{Condition, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target, Times};

use super::Checker;
use super::phrases::has_words;

/// Phrases that say that no more than this is done.
const LIMITS: [&str; 10] = [
    "nothing else",
    "nothing more",
    "no more",
    "do nothing but",
    "do nothing except",
    "do nothing and",
    "and do nothing",
    "simply",
    "merely",
    "just",
];
/// Words that say that something is done besides what stands above.
const ADDITIONS: [&str; 8] = ["again", "more", "also", "too", "another", "additional", "extra", "besides"];
/// Phrases in which `just` is said of a time.
const JUST_THEN: [&str; 11] = [
    "has just",
    "have just",
    "had just",
    "'s just",
    "'ve just",
    "is just",
    "just after",
    "just before",
    "just as",
    "just when",
    "just in case",
];

impl Checker<'_> {
    /// `Attack Lancer twice. If my Health is below 100, just use Guard.` · `… attack him once.`: rejects orders on a
    /// condition that limit what is done then, beside an order without one.
    pub(super) fn reject_unclear_replacements(
        &mut self,
        orders: &[&Order<Written>],
        words: impl Fn(&Order<Written>) -> String,
    ) {
        let words_of = |order: &Order<Written>| words(order).to_lowercase();
        for (index, order) in orders.iter().enumerate().filter(|(_, order)| order.body.is_conditional()) {
            if self.faulty.contains(&order.number) {
                continue;
            }
            let stands = |other: &&&Order<Written>| {
                !other.body.is_conditional() && other.body.actions().any(|action| action.kind != ActionKind::Stay)
            };
            let words = words_of(order);
            let limits_others = says_limit(&words) && orders.iter().any(|other| stands(&other));
            let above = || orders.get(..index).unwrap_or_default().iter().filter(stands);
            let may_replace = || asks_only_states(order) && !says_addition(&words);
            let is_another =
                || !says_addition(&words) && above().any(|of| repeats_otherwise(order, of, (&words, &words_of(of))));
            if limits_others || may_replace() && above().any(|above| repeats_with_less(order, above)) || is_another() {
                let message = "in the place of the other order, or as well? that one stands whether or not this is so";
                self.push_error(codes::UNCHANGED_BY_NOTHING, order.span, message).notes.push(
                    "in its place: one order, `If C, A; otherwise, B.`; as well: `… again`, `… twice as well`"
                        .to_owned(),
                );
                self.faulty.push(order.number);
            }
        }
    }
}

/// Whether words limit what is done to what they say.
fn says_limit(words: &str) -> bool {
    let without_times = || JUST_THEN.iter().fold(words.to_owned(), |words, time| words.replace(time, ""));
    let plain = if words.contains("just") { Cow::Owned(without_times()) } else { Cow::Borrowed(words) };
    LIMITS.iter().any(|limit| has_words(&plain, limit))
}

fn says_addition(words: &str) -> bool {
    ADDITIONS.iter().any(|addition| has_words(words, addition)) || words.contains("as well")
}

/// `Attack Lancer. If he attacks Rin, attack him twice.` · `Attack Lancer with Cut. If …, attack him with Surge.`:
/// whether an order on a condition does the same to the same person another number of times, or with something else.
fn repeats_otherwise(order: &Order<Written>, above: &Order<Written>, words: (&str, &str)) -> bool {
    let [branch] = order.body.branches.as_slice() else { return false };
    let is_once_asked = !branch.guards.is_empty() && branch.actions.iter().all(|action| action.delay.is_none());
    let says_attack = |words: &str| has_words(words, "attack") || has_words(words, "attacks");
    let says_with = |words: &str| says_attack(words) && has_words(words, "with");
    let attack_by_both = || says_attack(words.0) && says_attack(words.1) && (says_with(words.0) || says_with(words.1));
    let person = |kind: &ActionKind<Written>| match kind.targets() {
        [Target::Character(Who::Antecedent)] => {
            let mut statements = branch.guards.iter().flat_map(Condition::statements);
            statements.find_map(|statement| statement.subject().cloned())
        }
        [Target::Character(who)] => Some(who.clone()),
        _ => None,
    };
    let is_another = |action: &Action<Written>, earlier: &Action<Written>| {
        let is_same_person = person(&action.kind).is_some_and(|who| person(&earlier.kind) == Some(who));
        let (facts, facts_above) = (action.kind.facts(), earlier.kind.facts());
        let is_blow = |kind: &ActionKind<Written>| matches!(kind, ActionKind::Attack { .. } | ActionKind::Use { .. });
        let is_same_means = facts.uses == facts_above.uses;
        is_same_person
            && is_blow(&action.kind)
            && is_blow(&earlier.kind)
            && (is_same_means && facts.times != facts_above.times || !is_same_means && attack_by_both())
    };
    is_once_asked && branch.actions.iter().any(|action| above.body.actions().any(|earlier| is_another(action, earlier)))
}

/// Whether the conditions of an order ask about states alone, which may be so before the order above comes.
fn asks_only_states(order: &Order<Written>) -> bool {
    let waits =
        order.body.actions().any(|action| action.delay.awaited.is_some()) || order.body.read_at.awaited.is_some();
    !waits && order.body.conditions().flat_map(Condition::statements).all(|statement| statement.deed().is_none())
}

/// Whether an order does again what another does, to the same targets and no more often.
fn repeats_with_less(order: &Order<Written>, above: &Order<Written>) -> bool {
    let is_less = |times: Times, times_above: Times| match (times, times_above) {
        (Times::Exactly(times), Times::Exactly(times_above)) => times < times_above,
        (Times::Exactly(_), Times::AsOftenAsPossible) => true,
        (Times::AsOftenAsPossible, _) => false,
    };
    let is_repetition = |action: &Action<Written>, earlier: &Action<Written>| match (&action.kind, &earlier.kind) {
        (ActionKind::Attack { targets, times }, ActionKind::Attack { targets: same, times: times_above }) => {
            targets == same && is_less(*times, *times_above)
        }
        (
            ActionKind::Use { skill, targets, times, .. },
            ActionKind::Use { skill: again, targets: same, times: times_above, .. },
        ) => skill.text == again.text && targets == same && is_less(*times, *times_above),
        _ => false,
    };
    order.body.actions().any(|action| above.body.actions().any(|earlier| is_repetition(action, earlier)))
}
