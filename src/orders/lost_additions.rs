//! Rejects words that add something to what is not said: `also if C`, `in the second round too`, `if Lancer attacks Rin
//! as well`.

use super::Checker;
use super::phrases::outside_quotes;
use crate::language::codes;
use crate::language::condition::{Condition, Written};
use crate::language::order::Order;

/// Words that add.
const ADDITIONS: [&str; 5] = ["too", "also", "well", "likewise", "again"];
/// Words that begin a condition or an event.
const CONDITIONS: [&str; 9] = ["if", "unless", "when", "whenever", "while", "after", "once", "where", "should"];
/// Words that end a time.
const ENDS_OF_TIME: [&str; 3] = ["round", "phase", "turn"];
/// Words that begin a time.
const LEADS_OF_TIME: [&str; 3] = ["at", "in", "during"];

/// Where a word that adds stands.
struct Addition<'t> {
    word: &'t str,
    /// The words before it in its sentence.
    before: &'t [&'t str],
    /// The words behind it.
    behind: &'t [&'t str],
}

impl Addition<'_> {
    /// `also if C`: in any case and then too, or then alone?
    fn opens_condition(&self) -> bool {
        self.behind.first().is_some_and(|next| CONDITIONS.contains(next))
    }

    /// `in the second round too` · `also at the end of the Attacking Phase`
    fn belongs_to_time(&self) -> bool {
        let is_last = self.behind.is_empty() || ends_clause(self.word);
        let is_behind = self.before.last().is_some_and(|last| ENDS_OF_TIME.contains(&bare(last)));
        let is_before = self.behind.first().is_some_and(|next| LEADS_OF_TIME.contains(next))
            && self.behind.iter().take(8).any(|word| ENDS_OF_TIME.contains(&bare(word)));
        is_last && is_behind || is_before
    }

    /// Whether it stands in a condition that asks nothing before it.
    fn belongs_to_first_condition(&self) -> bool {
        let Some(start) = self.before.iter().rposition(|word| CONDITIONS.contains(word)) else { return false };
        let clause = self.before.get(start + 1..).unwrap_or_default();
        !clause.is_empty() && !clause.iter().any(|word| ends_clause(word) || ["and", "or", "but"].contains(word))
    }
}

impl Checker<'_> {
    /// Rejects a word that adds something to what neither its sentence nor an order above says.
    pub(super) fn reject_lost_additions(&mut self, order: &Order<Written>, words: &str, above: &[Order<Written>]) {
        let unquoted = outside_quotes(&words.to_lowercase());
        let words: Vec<&str> = unquoted.split_whitespace().collect();
        let is_delayed = !order.body.names_no_time() || order.body.actions().any(|action| !action.delay.is_none());
        for addition in find_additions(&words) {
            let word = match addition.word.trim_end_matches(|c: char| !c.is_alphanumeric()) {
                "well" => "as well",
                word => word,
            };
            let fault = if word != "again" && addition.opens_condition() && (order.body.is_conditional() || is_delayed)
            {
                let is_added = word != "also" && above.iter().any(|above| above.actor == order.actor);
                let message = format!("`{word}`: in any case and then too, or then alone?");
                (!is_added).then_some((codes::WHOM, message, "in any case: `A.`; then alone: `If C, A.`"))
            } else if is_delayed && addition.belongs_to_time() {
                let message = format!("`{word}`: at this time besides which other?");
                let note = "two times are two orders: `A.` and `A in the second round.`; at this time alone, leave the \
                            word out";
                (!above.iter().any(|above| does_the_same(above, order))).then_some((codes::WHOSE_TIME, message, note))
            } else if word != "again" && asks_one_deed(order) && addition.belongs_to_first_condition() {
                let message = format!("`{word}`: besides what?");
                let note = "write all that is asked: `If Lancer attacks me and Lancer attacks Rin, …`; or leave the \
                            word out";
                Some((codes::WHOM, message, note))
            } else {
                None
            };
            if let Some((code, message, note)) = fault {
                self.push_error(code, order.span, message).notes.push(note.to_owned());
                return;
            }
        }
    }
}

/// The words that add, apart from those at the beginning of a sentence.
fn find_additions<'t>(words: &'t [&'t str]) -> Vec<Addition<'t>> {
    let found = words.iter().enumerate().filter(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| words.get(before)).copied();
        let is_as_well = before == Some("as") && words.get(at + 1) != Some(&"as");
        let opens_sentence = before.is_none_or(|before| before.ends_with(['.', '!', ';', ':']));
        ADDITIONS.contains(&bare(word)) && (bare(word) != "well" || is_as_well) && !opens_sentence
    });
    let addition = |(at, word): (usize, &&'t str)| {
        let end = if bare(word) == "well" { at - 1 } else { at };
        let before = words.get(..end).unwrap_or_default();
        let start = before.iter().rposition(|word| word.ends_with(['.', '!', ';'])).map_or(0, |at| at + 1);
        Addition {
            word,
            before: before.get(start..).unwrap_or_default(),
            behind: words.get(at + 1..).unwrap_or_default(),
        }
    };
    found.map(addition).collect()
}

/// A word without the punctuation around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn ends_clause(word: &str) -> bool {
    word.ends_with([',', ';', '.', ':', '!'])
}

/// Whether an order asks for one deed against somebody, and nothing else.
fn asks_one_deed(order: &Order<Written>) -> bool {
    let mut statements: Vec<_> = order.body.conditions().flat_map(Condition::statements).collect();
    statements.dedup();
    matches!(statements.as_slice(), [one] if one.deed().is_some_and(|deed| deed.object().is_some()))
}

/// Whether an order above does the same to the same people, at another time.
fn does_the_same(above: &Order<Written>, order: &Order<Written>) -> bool {
    above.actor == order.actor
        && order.body.actions().all(|action| {
            above.body.actions().any(|earlier| {
                std::mem::discriminant(&earlier.kind) == std::mem::discriminant(&action.kind)
                    && earlier.kind.targets() == action.kind.targets()
                    && earlier.kind.facts().uses == action.kind.facts().uses
                    && earlier.delay != action.delay
            })
        })
}
