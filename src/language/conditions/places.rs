//! Where the words of a condition stand, and how its reader takes them: a sheet's or an order's.

use super::known_two::TwoOf;
use crate::language::condition::{Who, Written};
use crate::language::span::Span;

/// Where a parsed text came from.
pub(crate) trait Places {
    /// The place in the author's text of a stretch of the parsed text.
    fn place(&self, parsed: Span) -> Span;
    /// The name that a mark stands for, if the text has marks.
    fn marked(&self, mark: char) -> Option<&str>;
    /// As whom somebody is `in the same location` where that is not said: as the reader.
    fn beside(&self) -> Who<Written> {
        Who::User
    }
    /// A note in the names of the sentence.
    fn in_its_names(&self, note: &str) -> String {
        note.to_owned()
    }
    /// The two living opponents of a kind, where the reader knows of exactly two.
    fn two(&self, _: TwoOf) -> Option<[&str; 2]> {
        None
    }
    /// Who else is of the side of whoever acts, where it is one alone.
    fn fellow(&self) -> Option<&str> {
        None
    }
    /// Whether it is a sentence of a sheet, which is asked of what is so, and not of what a player sees.
    fn is_sheet(&self) -> bool {
        false
    }
    /// Whether what happens is told from what has happened: orders wait for the one (A253).
    fn tells_tenses(&self) -> bool {
        false
    }
    /// The words of a stretch as their author wrote them.
    fn words(&self, _: Span) -> String {
        String::new()
    }
    /// The words of a quotation as their author wrote them, if the parsed text was changed.
    fn quotation(&self, _: Span) -> Option<String> {
        None
    }
}

/// A text that stands in another from a byte on, without marks: a sentence of a sheet.
pub(crate) struct Shift(pub(crate) usize);

impl Places for Shift {
    fn place(&self, parsed: Span) -> Span {
        parsed.shifted(self.0)
    }
    fn marked(&self, _: char) -> Option<&str> {
        None
    }
    // In a sheet it is as whoever the sentence works on.
    fn beside(&self) -> Who<Written> {
        Who::Antecedent
    }
    fn is_sheet(&self) -> bool {
        true
    }
}

/// A sentence of a sheet that is asked what it says in the past.
pub(super) struct Tensed;

impl Places for Tensed {
    fn place(&self, parsed: Span) -> Span {
        parsed
    }
    fn marked(&self, _: char) -> Option<&str> {
        None
    }
    fn tells_tenses(&self) -> bool {
        true
    }
    fn is_sheet(&self) -> bool {
        true
    }
}
