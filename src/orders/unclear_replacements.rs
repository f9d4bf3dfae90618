//! Rejects an order on a condition that may be meant in the place of an order above it, which stands all the same.

use crate::language::codes;
use crate::language::condition::{Condition, Written};
use crate::language::order::{Action, ActionKind, Order, Times};

use super::Checker;

/// Phrases that say that no more than this is done.
const LIMITS: [&str; 6] = ["nothing else", "nothing more", "no more", "simply", "merely", "just"];
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
    /// condition that limit what is done then, below an order without one.
    pub(super) fn reject_unclear_replacements(
        &mut self,
        orders: &[&Order<Written>],
        words: impl Fn(&Order<Written>) -> String,
    ) {
        for (index, order) in orders.iter().enumerate().filter(|(_, order)| order.body.is_conditional()) {
            let above = orders.get(..index).unwrap_or_default();
            let stands = |above: &&&Order<Written>| {
                !above.body.is_conditional() && above.body.actions().any(|action| action.kind != ActionKind::Stay)
            };
            let mut standing = above.iter().filter(stands).peekable();
            if standing.peek().is_none() {
                continue;
            }
            let words = words(order).to_lowercase();
            let says_limit = says_limit(&words);
            let is_smaller = || asks_only_states(order) && !says_addition(&words);
            if says_limit || is_smaller() && standing.any(|above| repeats_with_less(order, above)) {
                let message = "in the place of the order above, or as well? that one stands whether or not this is so";
                self.push_error(codes::UNCHANGED_BY_NOTHING, order.span, message).notes.push(
                    "in its place: one order, `If C, A; otherwise, B.`; as well: `… again`, `… once more`".to_owned(),
                );
                self.faulty.push(order.number);
            }
        }
    }
}

/// Whether words limit what is done to what they say.
fn says_limit(words: &str) -> bool {
    let plain = JUST_THEN.iter().fold(words.to_owned(), |words, time| words.replace(time, ""));
    LIMITS.iter().any(|limit| has_words(&plain, limit))
}

fn says_addition(words: &str) -> bool {
    ADDITIONS.iter().any(|addition| has_words(words, addition)) || words.contains("as well")
}

/// Whether a phrase stands in a text as whole words.
pub(super) fn has_words(text: &str, phrase: &str) -> bool {
    let padded: String = text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    format!(" {} ", padded.split_whitespace().collect::<Vec<_>>().join(" ")).contains(&format!(" {phrase} "))
}

/// Whether the conditions of an order ask about states alone, which may be so before the order above comes.
fn asks_only_states(order: &Order<Written>) -> bool {
    let waits =
        order.body.actions().any(|action| action.delay.awaited.is_some()) || order.body.read_at.awaited.is_some();
    !waits && order.body.conditions().flat_map(Condition::statements).all(|statement| statement.deed().is_none())
}

/// Whether an order does again what another does, to the same targets and no more often.
fn repeats_with_less(order: &Order<Written>, above: &Order<Written>) -> bool {
    let is_less = |few: Times, many: Times| match (few, many) {
        (Times::Exactly(few), Times::Exactly(many)) => few < many,
        (Times::Exactly(_), Times::AsOftenAsPossible) => true,
        (Times::AsOftenAsPossible, _) => false,
    };
    let is_repetition = |action: &Action<Written>, earlier: &Action<Written>| match (&action.kind, &earlier.kind) {
        (ActionKind::Attack { targets, times }, ActionKind::Attack { targets: same, times: many }) => {
            targets == same && is_less(*times, *many)
        }
        (
            ActionKind::Use { skill, targets, times, .. },
            ActionKind::Use { skill: again, targets: same, times: many, .. },
        ) => skill.text == again.text && targets == same && is_less(*times, *many),
        _ => false,
    };
    order.body.actions().any(|action| above.body.actions().any(|earlier| is_repetition(action, earlier)))
}
