//! `First, …` and `Finally, …`: orders are carried out as they stand in the letter; these words do not change that.

use super::{File, Places as _, Written, codes};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Order;
use crate::language::span::Span;

impl File<'_> {
    /// Warns of an order that calls itself the first but follows others, or that follows one called the last.
    pub(super) fn sequence_warning(&self, span: Span, order: &Order<Written>) -> Option<Diagnostic> {
        let opens = |span: Span, words: &[&str]| {
            let text = self.text(span).trim_start();
            let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            words.iter().any(|word| first.eq_ignore_ascii_case(word))
        };
        let own = || self.parsed.orders.iter().filter(|earlier| earlier.actor.text == order.actor.text);
        let told = |earlier: &Order<Written>, words: &[&str]| {
            self.sentences.iter().any(|(at, _)| self.prepared.place(*at) == earlier.span && opens(*at, words))
        };
        let behind_the_last = || own().any(|earlier| told(earlier, &["finally", "lastly"]));
        if !(opens(span, &["first", "firstly"]) && own().next().is_some() || behind_the_last()) {
            return None;
        }
        let message = "this is done where it stands in the letter: behind the orders above it";
        Some(
            Diagnostic::warning(codes::OUT_OF_SEQUENCE, order.span, message)
                .note("write the orders as they are to come"),
        )
    }
}
