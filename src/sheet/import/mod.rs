//! `grail sheet import`: the rulebook's text form of characters and skills → a sheet.
//!
//! `lines` tells fields, headings, bullets and text apart, `draft` gathers them into characters and
//! skills, `values` reads each value by the loader's own reader, and `sheet_writer` writes the sheet. Nothing
//! is dropped: a value that is misread is written as it stands, so that the check stops at it; a
//! sentence of a skill that is not understood is left to the GM (`GM:`); a line of unknown purpose is
//! kept as a comment where it stood. Each of these is remarked on with its place.

mod draft;
mod lines;
mod sheet_writer;
mod values;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;

/// The codes of remarks.
pub mod code {
    crate::language::codes::codes! {
        /// A line has no known purpose: it is kept as a comment.
        UNKNOWN_LINE = "W281";
        /// A value is misread: it is written as it stands.
        MISREAD = "W282";
        /// A sentence is not understood: it is left to the GM.
        SENTENCE = "W283";
        /// Something that a sheet must have is not in the text.
        MISSING = "W284";
        /// Something was guessed.
        GUESSED = "W285";
        /// A sentence of a description could be said as an effect.
        DESCRIBED = "H286";
        /// A sentence was put into the language's words.
        REWORDED = "H287";
    }
}

/// The longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 20;

/// What came of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportedSheets {
    /// The sheets, one YAML document a character.
    pub yaml: String,
    /// What was not understood, or guessed, in the order of the text.
    pub remarks: Vec<Diagnostic>,
    /// How many characters there are.
    pub characters: usize,
    /// How many skills of all sorts.
    pub skills: usize,
    /// Sentences of effects that are understood.
    pub understood: usize,
    /// Sentences of effects in all.
    pub sentences: usize,
}

/// Reads a text in the rulebook's form.
pub fn import(source: &Source) -> ImportedSheets {
    let mut imported = ImportedSheets::default();
    let lines = lines::lines(&source.text);
    let drafts = draft::drafts(&source.text, &lines, &mut imported.remarks);
    for draft in &drafts {
        if imported.characters > 0 {
            imported.yaml.push_str("---\n");
        }
        imported.characters += 1;
        sheet_writer::sheet(draft, source, &mut imported);
    }
    imported.remarks.sort_by_key(|remark| (remark.span, remark.code));
    imported
}

impl ImportedSheets {
    /// Whether everything was understood: nothing but hints remarks on the text.
    pub fn is_whole(&self) -> bool {
        self.remarks.iter().all(|remark| remark.severity == crate::language::diagnostic::Severity::Hint)
    }
}

#[cfg(test)]
mod tests;
