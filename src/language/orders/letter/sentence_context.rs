//! One sentence of an order file, as the reader of conditions sees it: its spans and names.

use crate::language::conditions::{OpponentKind, SourceContext};
use crate::language::orders::diagnose::advice;
use crate::language::prepare::Prepared;
use crate::language::span::Span;

/// A sentence within a prepared text.
pub(in crate::language::orders) struct SentenceContext<'a> {
    pub(in crate::language::orders) prepared: &'a Prepared<'a>,
    pub(in crate::language::orders) offset: usize,
    pub(in crate::language::orders) sentence: &'a str,
    /// The character of the block; `None` if the sentence names an actor.
    pub(in crate::language::orders) actor: Option<&'a str>,
    /// The span of the whole sentence, if it is read in other words than its own.
    pub(in crate::language::orders) reworded: Option<Span>,
}

impl SentenceContext<'_> {
    /// The words of a reworded sentence, with names in the place of their marks.
    fn reworded_text(&self, parsed: Span) -> String {
        self.prepared.in_names(self.sentence.get(parsed.range()).unwrap_or_default())
    }
}

impl SourceContext for SentenceContext<'_> {
    fn original_span(&self, parsed: Span) -> Span {
        self.prepared.original_span(self.reworded.unwrap_or_else(|| parsed.shifted(self.offset)))
    }

    fn name_of_mark(&self, mark: char) -> Option<&str> {
        self.prepared.name_of_mark(mark)
    }

    fn tells_tenses(&self) -> bool {
        true
    }

    fn fill_placeholders(&self, note: &str) -> String {
        advice::fill_placeholders(note, (self.sentence, 0), self.prepared, self.actor)
    }

    fn known_two(&self, kind: OpponentKind) -> Option<[&str; 2]> {
        self.prepared.names.opponents(kind)
    }

    fn only_partner(&self) -> Option<&str> {
        self.prepared.names.fellow(self.actor?)
    }

    fn original_words(&self, parsed: Span) -> String {
        match self.reworded {
            Some(_) => self.reworded_text(parsed),
            None => self.prepared.words(parsed.shifted(self.offset)),
        }
    }

    fn original_quotation(&self, parsed: Span) -> Option<String> {
        match self.reworded {
            Some(_) => {
                let said = self.reworded_text(parsed);
                let mut letters = said.chars();
                letters.next();
                letters.next_back();
                Some(letters.as_str().to_owned())
            }
            None => self.prepared.quotation(parsed.shifted(self.offset)),
        }
    }
}
