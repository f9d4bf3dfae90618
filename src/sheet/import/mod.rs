//! `grail sheet import`: the rulebook's text form of characters and skills, as people post it → a sheet.
//!
//! | module | what it does |
//! | --- | --- |
//! | `markup` | takes the marks of boards, wikis and mails off a line |
//! | `labels` | what headings and labels mean |
//! | `numbers` | lines of ranks and amounts |
//! | `tables` | tables, as lines of `label: value` |
//! | `lines` | classifies lines as fields, headings, titles, bullets or text |
//! | `compact` | skills described in one line, titles of skills |
//! | `draft` | groups lines into characters and skills |
//! | `values` | each value in the sheet's words, accepted by the loader's own parser |
//! | `hits` | the number of hits, given beside the damage |
//! | `owner` | class, name and pronoun of the sheet's owner |
//! | `sentences` | each sentence in the language's words, accepted by the language |
//! | `sheet_writer` | the sheet, and the remarks |
//!
//! Nothing is dropped and nothing is guessed silently. A misread value is written unchanged, so that the check reports
//! it. A sentence that does not parse, or that the check rejects, is left to the GM (`GM:`). A line of unknown purpose
//! becomes a comment where it stood. Each of these gets a remark with its span.

mod compact;
mod draft;
mod hits;
pub(in crate::sheet) mod labels;
mod lines;
mod markup;
mod numbers;
pub(in crate::sheet) mod owner;
mod sentences;
mod sheet_writer;
mod tables;
mod values;

use std::collections::BTreeMap;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;
use crate::sheet::load_sheet::{Defaults, load};

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

/// The longest text that is imported, in bytes.
pub const MAX_TEXT_LENGTH: usize = 1 << 20;

/// The result of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportedSheets {
    /// The sheets, one YAML document for each character.
    pub yaml: String,
    /// What was not understood, or guessed, in the order of the text.
    pub remarks: Vec<Diagnostic>,
    /// The number of characters.
    pub characters: usize,
    /// The number of skills of all kinds.
    pub skills: usize,
    /// The number of sentences of effects that are understood.
    pub understood: usize,
    /// The number of sentences of effects.
    pub sentences: usize,
    /// The number of sentences that are left to the GM.
    pub left_to_gm: usize,
    /// The number of lines of the text that are kept as comments.
    pub kept_as_comments: usize,
    /// The number of lines of the YAML.
    pub lines: usize,
}

/// How many times a sheet is rewritten without the sentences that its check rejected.
const MAX_TRIES: usize = 4;

/// Converts a text in the rulebook's form to sheets.
pub fn import(source: &Source) -> ImportedSheets {
    let lines = lines::classify_lines(&source.text);
    let mut remarks = Vec::new();
    let drafts = draft::build_drafts(&source.text, &lines, &mut remarks);
    let mut refused = BTreeMap::new();
    for _ in 0..MAX_TRIES {
        let (imported, written) = write_sheets(source, &drafts, &remarks, &refused);
        let more = rejected_sentences(&imported, &written);
        if more.is_empty() {
            return imported;
        }
        refused.extend(more);
    }
    write_sheets(source, &drafts, &remarks, &refused).0
}

/// Writes the sheets of drafts, and records which line of the YAML holds which sentence.
fn write_sheets(
    source: &Source,
    drafts: &[draft::CharacterDraft],
    remarks: &[Diagnostic],
    refused: &sheet_writer::RefusalReasons,
) -> (ImportedSheets, BTreeMap<usize, sheet_writer::SentencePlace>) {
    let mut imported = ImportedSheets { remarks: remarks.to_vec(), ..ImportedSheets::default() };
    let mut written = BTreeMap::new();
    for (index, draft) in drafts.iter().enumerate() {
        if imported.characters > 0 {
            imported.yaml.push_str("---\n");
            imported.lines += 1;
        }
        imported.characters += 1;
        let own_familiars = drafts.iter().filter(|other| other.summoner == Some(index));
        let familiars = own_familiars.filter_map(|familiar| Some(familiar.field("name")?.text.clone())).collect();
        let summoner = draft.summoner.and_then(|index| drafts.get(index));
        sheet_writer::write_sheet(draft, familiars, summoner, source, refused, &mut written, &mut imported);
    }
    imported.remarks.sort_by_key(|remark| (remark.span, remark.code));
    imported.remarks.dedup();
    (imported, written)
}

/// The sentences that the check of the sheet rejects, each with the reason.
fn rejected_sentences(
    imported: &ImportedSheets,
    written: &BTreeMap<usize, sheet_writer::SentencePlace>,
) -> sheet_writer::RefusalReasons {
    let source = Source::new("the sheet", imported.yaml.clone());
    let faults = load(&source, Defaults::Sheet).err().unwrap_or_default();
    let of_sentences = faults.into_iter().filter(Diagnostic::is_error).filter_map(|fault| {
        let line = source.line_column(fault.span.start).0.checked_sub(1)?;
        Some((*written.get(&line)?, fault.message))
    });
    of_sentences.collect()
}

impl ImportedSheets {
    /// Whether everything was understood: every remark is only a hint.
    pub fn is_fully_understood(&self) -> bool {
        self.remarks.iter().all(|remark| remark.severity == crate::language::diagnostic::Severity::Hint)
    }
}

#[cfg(test)]
mod tests;
