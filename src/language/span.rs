//! Places in a text: spans, and sources with their names.

use std::ops::Range;

/// A part of a source text, in bytes from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte, from 0.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`.
    pub const fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    /// The span moved by `offset`: the same part in a text that contains this one from `offset` on.
    #[must_use]
    pub const fn shifted(self, offset: usize) -> Span {
        Span { start: self.start + offset, end: self.end + offset }
    }

    /// The span as a range of bytes.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A text and the name under which it is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path or title shown in diagnostics.
    pub name: String,
    /// The text as it was read.
    pub text: String,
}

impl Source {
    /// Makes a source of a text and its name.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Returns the line and column of a byte, both from 1. The column counts characters.
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = self.text.get(..byte).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// Returns the text of a line without its line break; lines count from 1. Empty if there is no such line.
    pub fn line(&self, number: usize) -> &str {
        self.text.split('\n').nth(number.saturating_sub(1)).unwrap_or("").trim_end_matches('\r')
    }
}
