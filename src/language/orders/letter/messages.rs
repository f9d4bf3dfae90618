//! Where a message without quotes ends: at its sentence's full stop. Nothing tells whether more was meant to be said.
//!
//! An order on the next line must not be told to an enemy, and what is said to the reader of the message must not be
//! done by its writer.

use crate::language::condition::Written;
use crate::language::conditions::SourceContext as _;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{ActionKind, LogicStatement};
use crate::language::orders::people::sentence_words::is_one_of;
use crate::language::orders::{NameKind, OrderFileReader, ReadOrder, codes};
use crate::language::prepare::split::begins_order;
use crate::language::span::Span;

/// Words for whoever reads a message.
const ADDRESSED: &[&str] = &["you", "your", "yours", "yourself", "you're", "you'll", "you've", "u", "ur"];
/// Words for whoever writes it.
const WRITER: &[&str] = &["i", "me", "my", "we", "us", "our", "i'll", "we'll", "i'm", "we're"];

impl OrderFileReader<'_> {
    /// `Tell Illya: peace` above `Gandr Lancer.`: an error if a message without quotes goes on over a line that begins
    /// like an order.
    pub(in crate::language::orders) fn find_order_in_message(
        &self,
        parsed: &ReadOrder,
        span: Span,
    ) -> Option<Diagnostic> {
        let text = self.text(span);
        let begins_order_line = |line: &&str| {
            let line = line.trim_start();
            let names = self.prepared.names;
            let can_begin = |mark: char| {
                [NameKind::Own, NameKind::Skill, NameKind::Item].into_iter().any(|kind| names.mark_is(mark, kind))
            };
            let word = line.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
            line.chars().next().is_some_and(can_begin)
                || begins_order(line)
                || is_one_of(word, &["if", "when", "unless", "support", "attack", "movement"])
        };
        let is_message = parsed.0.body.actions().any(|action| is_message(&action.kind));
        if !is_message || text.contains('"') {
            return None;
        }
        text.lines().skip(1).find(begins_order_line).map(|line| {
            let message = format!("is `{}` said too, or an order of its own?", self.prepared.in_names(line.trim()));
            Diagnostic::error(codes::TWO_ORDERS, self.prepared.original_span(span), message)
                .note("end the message with a full stop, or put what is said in quotes: `Tell Illya: \"peace\".`")
        })
    }

    /// `Tell Illya: Attack Lancer. Flee to the Bridge.`: whether a sentence is an order that could be told to whoever
    /// the message above asks for something, or speaks to. A skill or an item of the seat's own is no stranger's.
    fn may_be_told(&self, text: &str, message: &str) -> bool {
        let names = &self.prepared.names;
        let is_own_thing =
            |mark: char| [NameKind::Skill, NameKind::Item].into_iter().any(|kind| names.mark_is(mark, kind));
        let told = message.split_once(':').map_or("", |(_, told)| told.trim_start());
        let speaks_to = message.split(|c: char| !c.is_alphabetic()).any(|word| is_one_of(word, ADDRESSED));
        begins_order(text) && !text.contains(is_own_thing) && (begins_order(told) || speaks_to)
    }

    /// `Tell Illya: hello. Give me your Splint.`: an error if a sentence behind a message without quotes may be said
    /// too.
    pub(in crate::language::orders) fn find_continued_message(&self, span: Span, is_order: bool) -> Option<Diagnostic> {
        let above = self.parsed.orders.last().filter(|above| self.order_above == Some(above.span))?;
        let (sentence_above, _) = self.sentences.last()?;
        let is_its_sentence = self.prepared.original_span(*sentence_above) == above.span;
        if !is_its_sentence
            || self.text(*sentence_above).contains('"')
            || !above.body.actions().any(|action| is_message(&action.kind))
        {
            return None;
        }
        let text = self.text(span);
        let has_one_of = |words: &[&str]| {
            text.split(|c: char| !(c.is_alphanumeric() || c == '\'')).any(|word| is_one_of(word, words))
        };
        let between = self.prepared.text.get(sentence_above.end..span.start);
        let is_on_same_line = between.is_some_and(|between| !between.contains('\n'));
        let is_addressed = has_one_of(ADDRESSED) || (is_on_same_line && has_one_of(&["please"]));
        let is_said = is_addressed
            || (is_on_same_line && self.may_be_told(text, self.text(*sentence_above)))
            || (!is_order && is_on_same_line && has_one_of(WRITER));
        is_said.then(|| {
            let message = "is this said too? a message without quotes ends at its full stop";
            Diagnostic::error(codes::TWO_ORDERS, self.prepared.original_span(span), message)
                .note("put all that is said in quotes: `Tell Illya: \"hello. We want peace.\"`")
        })
    }
}

/// Whether an action says something.
fn is_message(kind: &ActionKind<Written>) -> bool {
    matches!(
        kind,
        ActionKind::Tell { .. }
            | ActionKind::Say(_)
            | ActionKind::Logic(LogicStatement::Red(_) | LogicStatement::Blue { .. })
    )
}
