//! A diagnostic is data: what is wrong, where, what was expected, and what would be right.
//!
//! Only [`Diagnostic::render`] turns it into text. The text reads the same in a terminal and in a letter.

use std::fmt::Write as _;

use serde::Serialize;

use super::accents::without_accents;
use super::span::{Source, Span};

/// How serious a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text cannot be used as it is (`E…`).
    Error,
    /// The text can be used, but may not do what its author means (`W…`).
    Warning,
    /// A remark (`H…`).
    Hint,
}

/// One fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code: `E101`.
    pub code: &'static str,
    /// How serious it is.
    pub severity: Severity,
    /// Its place in the author's text.
    pub span: Span,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// Further lines: what was expected, where the cause is, what to do.
    pub notes: Vec<String>,
    /// The nearest valid thing (`did you mean …?`).
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// Makes an error.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            span,
            message: message.into(),
            notes: Vec::new(),
            suggestion: None,
        }
    }

    /// Makes a warning.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Makes a hint.
    pub fn hint(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Hint, ..Diagnostic::error(code, span, message) }
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Sets the suggestion, if there is one.
    #[must_use]
    pub fn suggest(mut self, suggestion: Option<impl Into<String>>) -> Diagnostic {
        self.suggestion = suggestion.map(Into::into);
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Renders the diagnostic as plain text, with the line and its span marked:
    ///
    /// ```text
    /// error[E101]: no skill `Rapd Cut`
    ///   orders/red.txt:2:7
    ///   |   Use Rapd Cut on Caster.
    ///   |       ^^^^^^^^
    ///   = did you mean `Rapid Cut`?
    /// ```
    pub fn render(&self, source: &Source) -> String {
        let word = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        };
        let (line, column) = source.line_column(self.span.start);
        let length =
            source.text.get(self.span.range()).map_or(1, |t| t.split('\n').next().unwrap_or("").chars().count());
        let (text, before) = cut_line(source.line(line), column - 1);
        let mark = "^".repeat(length.clamp(1, text.chars().count().saturating_sub(before).max(1)));
        let mut out = format!("{word}[{}]: {}\n  {}:{line}:{column}\n", self.code, self.message, source.name);
        let _ = writeln!(out, "  | {text}\n  | {}{mark}", " ".repeat(before));
        for note in &self.notes {
            let _ = writeln!(out, "  = {note}");
        }
        if let Some(suggestion) = &self.suggestion {
            let _ = writeln!(out, "  = did you mean `{suggestion}`?");
        }
        out
    }
}

/// The most characters of a line that are shown.
const MAX_LINE_LENGTH: usize = 240;
/// How many of them stand before the marked place at most.
const MAX_BEFORE_MARK: usize = 80;

/// Returns the part of a line around a place, with tabs as spaces, and how many characters of that part stand before
/// the place.
fn cut_line(line: &str, before: usize) -> (String, usize) {
    let cut = if line.len() > MAX_LINE_LENGTH { before.saturating_sub(MAX_BEFORE_MARK) } else { 0 };
    let mut rest = line.chars().map(|c| if c == '\t' { ' ' } else { c }).skip(cut);
    let lead = if cut > 0 { "... " } else { "" };
    let text: String = lead.chars().chain(rest.by_ref().take(MAX_LINE_LENGTH)).collect();
    let end = if rest.next().is_some() { " ..." } else { "" };
    (text + end, before - cut + lead.len())
}

/// A diagnostic with its line and column, for `--format json`.
#[derive(Clone, Debug, Serialize)]
pub struct Located<'a> {
    /// The stable code.
    pub code: &'a str,
    /// How serious it is.
    pub severity: Severity,
    /// The file's path, as the user gave it.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The first byte of the span.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// What is wrong.
    pub message: &'a str,
    /// Further lines: what is known nearby, what to write instead.
    pub notes: &'a [String],
    /// The nearest valid thing.
    pub suggestion: Option<&'a str>,
}

impl Diagnostic {
    /// Adds the place in a source to the diagnostic.
    pub fn locate<'a>(&'a self, source: &'a Source) -> Located<'a> {
        let (line, column) = source.line_column(self.span.start);
        Located {
            code: self.code,
            severity: self.severity,
            file: &source.name,
            line,
            column,
            start: self.span.start,
            end: self.span.end,
            message: &self.message,
            notes: &self.notes,
            suggestion: self.suggestion.as_deref(),
        }
    }
}

/// Returns the candidate nearest to what was written; `None` if none is near. Letter case and accents do not count. The
/// edit distance may be at most a third of the candidate's length.
pub fn nearest<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bared = without_accents(written);
    candidates
        .into_iter()
        .map(|c| (strsim::damerau_levenshtein(&bared, &without_accents(c)), c))
        .filter(|(distance, c)| *distance * 3 <= c.chars().count())
        .min()
        .map(|(_, c)| c)
}

/// Returns the only candidate of which every word stands in what was written: `Church` for `Kotomine Church`.
pub fn within_words<'a>(written: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let is_written = |word: &str| written.split_whitespace().any(|other| other.eq_ignore_ascii_case(word));
    let mut within = candidates.into_iter().filter(|one| one.split_whitespace().all(is_written));
    let first = within.next()?;
    within.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_shows_its_line_and_marks_its_span() {
        let source = Source::new("red.txt", "Saber:\n  Use Rapd Cut on Caster.\n");
        let diagnostic = Diagnostic::error("E101", Span::new(13, 21), "no skill `Rapd Cut`").suggest(Some("Rapid Cut"));
        assert_eq!(
            diagnostic.render(&source),
            "error[E101]: no skill `Rapd Cut`\n  red.txt:2:7\n  |   Use Rapd Cut on Caster.\n  |       ^^^^^^^^\n  = did you mean `Rapid Cut`?\n"
        );
    }

    #[test]
    fn the_nearest_name_is_suggested_only_when_near() {
        assert_eq!(nearest("rapd cut", ["Rapid Cut", "Rapid Fire"]), Some("Rapid Cut"));
        assert_eq!(nearest("fireball", ["Rapid Cut"]), None);
        assert_eq!(nearest("eleonore", ["Élénora", "Éléonore"]), Some("Éléonore"));
        assert_eq!(nearest("elf", ["Émy", "Élf"]), Some("Élf"), "three letters, one of them with an accent");
    }
}
