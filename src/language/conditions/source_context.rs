//! The context of a condition: where the parsed text stands in the author's text, and what differs between a sheet and
//! an order.

use super::named_pairs::OpponentKind;
use crate::language::condition::{Who, Written};
use crate::language::span::Span;

/// The context that a parsed text comes from.
pub(crate) trait SourceContext {
    /// Returns the place in the author's text of a part of the parsed text.
    fn original_span(&self, parsed: Span) -> Span;
    /// Returns the name that a mark stands for; `None` if the text has no marks.
    fn name_of_mark(&self, mark: char) -> Option<&str>;
    /// The person meant by `in the same location` without a name: in orders the character who acts.
    fn default_companion(&self) -> Who<Written> {
        Who::User
    }
    /// Fills the placeholders of a note with the names of the sentence.
    fn fill_placeholders(&self, note: &str) -> String {
        note.to_owned()
    }
    /// Returns the two living opponents of a kind; `None` if the reader does not know of exactly two.
    fn known_two(&self, _: OpponentKind) -> Option<[&str; 2]> {
        None
    }
    /// Returns the only partner of the character who acts; `None` if there is none or several.
    fn only_partner(&self) -> Option<&str> {
        None
    }
    /// Whether the text is a sentence of a sheet. A sheet is about what is so, an order about what a player sees.
    fn is_sheet(&self) -> bool {
        false
    }
    /// Whether past deeds are told from present ones. Orders wait for the present ones (A253).
    fn tells_tenses(&self) -> bool {
        false
    }
    /// Returns the words of a span as the author wrote them.
    fn original_words(&self, _: Span) -> String {
        String::new()
    }
    /// Returns the words of a quotation as the author wrote them; `None` if the parsed text was not changed.
    fn original_quotation(&self, _: Span) -> Option<String> {
        None
    }
}

/// A sentence of a sheet, without marks, that begins at a byte of the author's text.
pub(crate) struct SheetText(pub(crate) usize);

impl SourceContext for SheetText {
    fn original_span(&self, parsed: Span) -> Span {
        parsed.shifted(self.0)
    }
    fn name_of_mark(&self, _: char) -> Option<&str> {
        None
    }
    // In a sheet it is whoever the sentence works on.
    fn default_companion(&self) -> Who<Written> {
        Who::Antecedent
    }
    fn is_sheet(&self) -> bool {
        true
    }
}

/// A sentence of a sheet, read with its tenses.
pub(super) struct TensedSheetText;

impl SourceContext for TensedSheetText {
    fn original_span(&self, parsed: Span) -> Span {
        parsed
    }
    fn name_of_mark(&self, _: char) -> Option<&str> {
        None
    }
    fn tells_tenses(&self) -> bool {
        true
    }
    fn is_sheet(&self) -> bool {
        true
    }
}
