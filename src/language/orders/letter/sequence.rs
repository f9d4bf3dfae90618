//! `First, …` and `Finally, …`: orders are carried out as they stand in the letter; these words do not change that.

use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Order;
use crate::language::orders::{Name, OrderFileReader, Written, codes};
use crate::language::span::Span;

impl OrderFileReader<'_> {
    /// Warns of an order that calls itself the first but follows others, that follows one called the last, or
    /// that says `afterwards` of nothing.
    pub(in crate::language::orders) fn find_sequence_warning(
        &self,
        span: Span,
        order: &Order<Written>,
    ) -> Option<Diagnostic> {
        let begins_with = |words: &[&str]| self.begins_with_one_of(span, words);
        let mut orders_of_actor = self.parsed.orders.iter().filter(|earlier| earlier.actor.text == order.actor.text);
        if begins_with(&["afterwards", "afterward", "later"]) && orders_of_actor.next().is_none() {
            let message = "nothing stands above that this could follow: it is done in its own place";
            return Some(
                Diagnostic::warning(codes::OUT_OF_SEQUENCE, order.span, message)
                    .note("write the orders as they are to come"),
            );
        }
        let follows_last = self.actors_with_last_order.contains(&order.actor.text);
        if !(begins_with(&["first", "firstly"]) && orders_of_actor.next().is_some() || follows_last) {
            return None;
        }
        let message = "this is done where it stands in the letter: behind the orders above it";
        Some(
            Diagnostic::warning(codes::OUT_OF_SEQUENCE, order.span, message)
                .note("write the orders as they are to come"),
        )
    }

    /// The error of an order that begins with `Then` behind a refused sentence that says when, or whether: `Hold off
    /// until whatever. Then Cut Lancer.` Carried out alone, it would wait for nothing.
    pub(in crate::language::orders) fn find_lost_time(&self, span: Span) -> Option<Diagnostic> {
        const TIMES: [&str; 15] = [
            "until", "till", "til", "wait", "waits", "hold", "holds", "delay", "once", "when", "whenever", "after",
            "soon", "unless", "if",
        ];
        let is_refused = self.parsed.unread.last().is_some_and(|above| above.number == self.count);
        let (above, _) = self.sentences.last().filter(|_| is_refused)?;
        let is_beside = !self.text(Span::new(above.end.min(span.start), span.start)).contains('\n');
        let leads = self.begins_with_one_of(span, &["then", "afterwards", "afterward"]) || {
            let text = self.text(span).trim_start();
            text.get(..10).is_some_and(|lead| lead.eq_ignore_ascii_case("after that"))
        };
        let says_when = || {
            self.text(*above)
                .split(|c: char| !c.is_alphabetic())
                .any(|word| TIMES.iter().any(|time| word.eq_ignore_ascii_case(time)))
        };
        (is_beside && leads && says_when()).then(|| {
            let message = "this follows the sentence before it, which says when and is not understood";
            Diagnostic::error(codes::WHOSE_TIME, self.prepared.original_span(span), message)
                .note("write both as one order: `After C, A.`, `If C, A.`")
        })
    }

    /// Remembers whose order calls itself the last.
    pub(in crate::language::orders) fn note_last_order(&mut self, span: Span, actor: &Name) {
        if self.begins_with_one_of(span, &["finally", "lastly"]) {
            self.actors_with_last_order.push(actor.text.clone());
        }
    }

    /// Whether a sentence begins with one of these words.
    fn begins_with_one_of(&self, span: Span, words: &[&str]) -> bool {
        let text = self.text(span).trim_start();
        let first = text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        words.iter().any(|word| first.eq_ignore_ascii_case(word))
    }
}
