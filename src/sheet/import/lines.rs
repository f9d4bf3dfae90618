//! Classifies the lines of a posted sheet: fields, headings, titles, bullets, numbers, text.

use super::labels::{FieldLabel, Section, parse_class, parse_label, section_of_heading};
use super::markup::{PlainLine, plain_lines};
use super::numbers::{Labelled, parse_numbers};
use super::tables;
use crate::language::span::Span;
use crate::vocabulary::dash::is_dash;

/// A line with its span and its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ImportLine {
    /// The span of its words.
    pub(super) span: Span,
    pub(super) kind: ImportLineKind,
}

/// The kind of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ImportLineKind {
    /// An empty line, or a rule of dashes.
    Blank,
    /// `Skills`, `== Noble Phantasms ==`
    Heading(Section),
    /// `Saber` alone, `# Archer: Bellamy`: a class, and a name after it.
    Class(&'static str, Option<String>),
    /// `Rank: B+`; the value may be empty.
    Field(FieldLabel, String),
    /// `Range: 2 locations`: a field that sheets do not have.
    UnknownField(String),
    /// `STR: B+ END: C …`: a whole line of numbers.
    Numbers(Vec<Labelled>),
    /// `**Rust**`: words marked as a title.
    Title(String),
    /// `- The target restores 50 Health.`
    Bullet(String),
    /// Words in italics, or a quotation.
    Quoted(String),
    /// Anything else.
    Text(String),
}

/// Splits a text into classified lines.
pub(super) fn classify_lines(text: &str) -> Vec<ImportLine> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut table = tables::ImportTable::default();
    for line in text.split_inclusive('\n') {
        let words = line.trim_start_matches(is_blank);
        let at = start + line.len() - words.len();
        let words = words.trim_end_matches(is_blank);
        let span = Span::new(at, at + words.len());
        start += line.len();
        if table.take_line(span, words) {
            continue;
        }
        found.extend(table.finish().into_iter().flat_map(|(span, words)| classify_parts(span, &words)));
        if !table.take_line(span, words) {
            found.extend(classify_parts(span, words));
        }
    }
    found.extend(table.finish().into_iter().flat_map(|(span, words)| classify_parts(span, &words)));
    found
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}')
}

/// Classifies a line of the text: one item, or several fields on one line.
fn classify_parts(span: Span, words: &str) -> Vec<ImportLine> {
    let ornament = |c: char| matches!(c, '=' | '_' | '*' | '~' | '#') || is_dash(c);
    if words.chars().all(|c| ornament(c) || c == ' ') {
        return vec![ImportLine { span, kind: ImportLineKind::Blank }];
    }
    let plain = plain_lines(words);
    let all = plain.iter().flat_map(|line| match split_fields(&line.text) {
        Some(parts) => {
            parts.into_iter().map(|part| classify_line(&PlainLine { text: part, ..PlainLine::default() })).collect()
        }
        None => vec![classify_line(line)],
    });
    all.map(|form| ImportLine { span, kind: form }).collect()
}

fn classify_line(line: &PlainLine) -> ImportLineKind {
    let words = line.text.as_str();
    if words.is_empty() {
        return ImportLineKind::Blank;
    }
    if let Some(heading) = parse_heading(line) {
        return heading;
    }
    if let Some(numbers) = parse_numbers(words) {
        return ImportLineKind::Numbers(numbers);
    }
    match parse_field(words) {
        Some((Some(label), value)) => ImportLineKind::Field(label, value),
        // `**Gae Bolg: The Spear of Death**` is a title that contains a colon.
        Some((None, value)) if !line.is_bullet && !line.is_quoted && (!line.is_title || value.is_empty()) => {
            ImportLineKind::UnknownField(words.to_owned())
        }
        _ if line.is_title => ImportLineKind::Title(words.to_owned()),
        _ if line.is_bullet => ImportLineKind::Bullet(words.to_owned()),
        _ if line.is_quoted => ImportLineKind::Quoted(words.to_owned()),
        _ => ImportLineKind::Text(words.to_owned()),
    }
}

/// The heading on a line, without ornaments around it or a wiki's `Edit` after it.
fn parse_heading(line: &PlainLine) -> Option<ImportLineKind> {
    let bare = line.text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ']' | '(' | ')' | '"'));
    let bare = ["[edit]", "[Edit]", "Edit"].into_iter().find_map(|tail| bare.strip_suffix(tail)).unwrap_or(bare);
    let bare = bare.trim();
    if let Some(section) = section_of_heading(&bare.to_lowercase()) {
        return Some(ImportLineKind::Heading(section));
    }
    if line.is_bullet {
        return None;
    }
    if let Some(class) = parse_class(bare) {
        return Some(ImportLineKind::Class(class, None));
    }
    // `# Archer: Bellamy Two-Arrows`: without the markup of a title it would be a field, or somebody's speech.
    let (first, name) = bare.split_once([':', '-', '\u{2013}', '\u{2014}']).filter(|_| line.is_title)?;
    let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    parse_class(first).map(|class| ImportLineKind::Class(class, name))
}

/// Parses `Rank: B+`, `True Name....: X`, `Sex = F` or `Role   Master`: a known or unknown label (`None`), and the
/// value.
fn parse_field(words: &str) -> Option<(Option<FieldLabel>, String)> {
    let split_at_mark = |mark: &str| {
        let (name, value) = words.split_once(mark)?;
        Some((parse_label(name)?, value.trim().to_owned()))
    };
    if let Some((known, value)) = split_at_mark(":").or_else(|| split_at_mark("=")).or_else(|| split_at_mark("   ")) {
        return Some((Some(known), value));
    }
    let (name, value) = words.split_once(':')?;
    let name = name.trim_matches(['.', ' ']);
    let short = name.split_whitespace().count() <= 4 && name.chars().count() <= 30 && !name.contains(['.', ',', '"']);
    let ability = name.contains(['(', '[']);
    let capital = name.chars().next().is_some_and(char::is_uppercase);
    (short && capital && !ability && name != "GM").then(|| (None, value.trim().to_owned()))
}

/// Splits a line with several fields, each with its label: `Name: X / Class: Saber | Sex: Female`. `None` where there
/// is only one.
fn split_fields(text: &str) -> Option<Vec<String>> {
    let known = |part: &str| {
        let end = part.find([':', '='])?;
        parse_label(part.get(..end)?)
    };
    // A field of prose extends to the end of the line.
    const PROSE: [&str; 4] = ["description", "effects", "requirements", "seen"];
    let first = known(text)?;
    if matches!(first, FieldLabel::Skill(key) if PROSE.contains(&key))
        || matches!(first, FieldLabel::Character("appearance" | "personality" | "clues") | FieldLabel::Ending(_))
    {
        return None;
    }
    let mut parts = vec![String::new()];
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let marks = ['/', '|', ';', ',', ' ', '*', '\u{2022}', '\u{B7}'];
        let parts_here = (marks.contains(&letter) && letter != ' ') || rest.starts_with("   ");
        let behind = rest.trim_start_matches(marks);
        if parts_here && known(behind).is_some() {
            parts.push(String::new());
            rest = behind;
            continue;
        }
        if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
        rest = rest.get(letter.len_utf8()..).unwrap_or_default();
    }
    (parts.len() > 1).then(|| parts.into_iter().map(|part| part.trim().to_owned()).collect())
}
