//! Groups lines into drafts of characters and their skills.

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Span;
use crate::vocabulary::stat::Stat;

use super::code;
use super::labels::Section;
use super::lines::ImportLine;

mod gather;

/// A text with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DraftText {
    pub(super) span: Span,
    pub(super) text: String,
}

/// A character as described in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CharacterDraft {
    /// Values by key, in the order of the text; `clues` and `familiars` may occur several times.
    pub(super) fields: Vec<(&'static str, DraftText)>,
    pub(super) stats: Vec<(Stat, DraftText)>,
    pub(super) skills: Vec<SkillDraft>,
    pub(super) endings: Vec<(&'static str, DraftText)>,
    /// The items that it holds at the start; a sheet has no place for them.
    pub(super) items: Vec<DraftText>,
    /// Lines of unknown purpose.
    pub(super) unknown_lines: Vec<DraftText>,
    /// For a familiar described below its summoner: the index of that character.
    pub(super) summoner: Option<usize>,
}

/// A skill as described in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SkillDraft {
    /// The section it stands in; `None` where no heading comes before it.
    pub(super) section: Option<Section>,
    pub(super) name: DraftText,
    pub(super) fields: Vec<(&'static str, DraftText)>,
    /// Its bullets: the sentences of its effects.
    pub(super) effects: Vec<DraftText>,
    pub(super) unknown_lines: Vec<DraftText>,
}

impl CharacterDraft {
    /// The first value of a key.
    pub(super) fn field(&self, key: &str) -> Option<&DraftText> {
        self.values(key).next()
    }

    /// All values of a key.
    pub(super) fn values(&self, key: &str) -> impl Iterator<Item = &DraftText> {
        values_of(&self.fields, key)
    }

    fn has_stat(&self, stat: Stat) -> bool {
        self.stats.iter().any(|(own, _)| *own == stat)
    }

    /// Whether only the identity of the character has been given so far.
    fn has_only_identity(&self) -> bool {
        self.stats.is_empty() && self.skills.is_empty()
    }
}

impl SkillDraft {
    /// The first value of a key.
    pub(super) fn field(&self, key: &str) -> Option<&DraftText> {
        self.values(key).next()
    }

    /// All values of a key.
    pub(super) fn values(&self, key: &str) -> impl Iterator<Item = &DraftText> {
        values_of(&self.fields, key)
    }

    /// Its type, in lower case; empty where none is given.
    pub(super) fn kind(&self) -> String {
        self.field("type").map(|field_text| field_text.text.trim().to_lowercase()).unwrap_or_default()
    }
}

fn values_of<'d>(fields: &'d [(&'static str, DraftText)], key: &str) -> impl Iterator<Item = &'d DraftText> {
    fields.iter().filter(move |(own, _)| *own == key).map(|(_, field_text)| field_text)
}

/// The characters of a text. The summoner of a familiar is an index among them.
pub(super) fn build_drafts(text: &str, lines: &[ImportLine], remarks: &mut Vec<Diagnostic>) -> Vec<CharacterDraft> {
    let drafts = gather::gather(text, lines);
    let unknown_lines = drafts
        .iter()
        .flat_map(|d| d.unknown_lines.iter().chain(d.skills.iter().flat_map(|skill| &skill.unknown_lines)));
    remarks.extend(
        unknown_lines
            .map(|line| Diagnostic::warning(code::UNKNOWN_LINE, line.span, "no field of a sheet: kept as a comment")),
    );
    let items = drafts.iter().flat_map(|draft| &draft.items);
    remarks.extend(items.map(|item| {
        Diagnostic::warning(code::UNKNOWN_LINE, item.span, "a sheet holds no items: kept as a comment")
            .note("what a character holds at the beginning is given in the War")
    }));
    drafts
}
