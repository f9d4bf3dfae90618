//! Rejects `if possible` before a part of an order: `Attack Lancer, if possible with Surge`.

use super::Checker;
use super::phrases::has_words;
use crate::language::codes;
use crate::language::condition::Written;
use crate::language::order::Order;

impl Checker<'_> {
    /// Rejects orders that say how they are done if possible, and not how otherwise.
    pub(super) fn reject_if_possible(&mut self, orders: &[&Order<Written>], words: impl Fn(&Order<Written>) -> String) {
        for order in orders.iter().filter(|order| says_part_if_possible(&words(order).to_lowercase())) {
            let message = "`if possible`: and what if it is not?";
            self.push_error(codes::WHOSE_TIME, order.span, message)
                .notes
                .push("write it without these words, or say what is done then: `If C, A; otherwise, B.`".to_owned());
            self.faulty.push(order.number);
        }
    }
}

/// Whether `if possible` or `where possible` stands before a part of an order in lower case.
fn says_part_if_possible(order: &str) -> bool {
    const PARTS: [&str; 8] = ["with", "using", "after", "before", "by", "when", "while", "in"];
    const WORDS: [&str; 2] = ["if possible", "where possible"];
    let precedes_part = |words: &str| PARTS.iter().any(|part| has_words(order, &format!("{words} {part}")));
    WORDS.iter().any(|words| has_words(order, words) && precedes_part(words))
}
