//! `Attack Lancer with Surge and Archer with Cut at the end of the Attacking Phase`: a time or a count at the end of a
//! sentence that a rewording gives to the last of several actions alone, though it may be of all of them.

use crate::language::condition::Written;
use crate::language::order::{Action, Branch, Order, Times};
use crate::language::orders::sentence::delays::may_wait;
use crate::language::orders::{Rule, matches_rule};

/// How many words the ending of a sentence has at most.
const MAX_ENDING_WORDS: usize = 12;

/// Whether a time or a count at the end of a text is of the last action alone, without a `then` that says so.
pub(in crate::language::orders) fn leaves_ending_open(text: &str, order: &Order<Written>) -> bool {
    const SEQUENCE: [&str; 5] = ["then", "first", "follow", "afterwards", "finally"];
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let says_then = words.any(|word| SEQUENCE.iter().any(|known| known.eq_ignore_ascii_case(word)));
    let has_late_end = |branch: &Branch<Written>| match branch.actions.split_last() {
        Some((last, before)) => {
            !last.delay.is_none() && before.iter().any(|action| action.delay.is_none() && may_wait(&action.kind))
        }
        None => false,
    };
    let has_counted_end = |branch: &Branch<Written>| match branch.actions.split_last() {
        Some((last, before)) => {
            let is_once = |action: &Action<Written>| action.kind.facts().times == Times::ONCE;
            let is_at_same = |action: &Action<Written>| action.kind.targets() == last.kind.targets();
            !is_once(last) && !before.is_empty() && before.iter().all(|action| is_once(action) && is_at_same(action))
        }
        None => false,
    };
    let branches = &order.body.branches;
    !says_then
        && (branches.iter().any(has_late_end) && ends_in(text, Rule::whole_last_time)
            || branches.iter().any(has_counted_end) && ends_in(text, Rule::whole_last_count))
}

/// Whether the last words of a text are what a rule reads.
fn ends_in(text: &str, rule: Rule) -> bool {
    let text = text.trim_end_matches(['.', '!', ' ']);
    let starts = text.rmatch_indices(' ').map(|(at, _)| at + 1).take(MAX_ENDING_WORDS);
    starts.into_iter().any(|at| text.get(at..).is_some_and(|ending| matches_rule(rule, ending)))
}
