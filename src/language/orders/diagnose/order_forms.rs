//! The table of forms: how an order, a condition, a time or a target is written, found by the words that were not
//! understood.

use std::sync::LazyLock;

use crate::language::name_book::{NameBook, NameKind};

/// What the words that were not understood seem to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A condition.
    Asked,
    /// Another case.
    Other,
    /// A time.
    When,
    /// A target.
    Whom,
    /// An order.
    Done,
}

/// A row of the table.
pub(super) struct FormRow {
    /// The topic of `grail orders help`.
    pub(super) topic: &'static str,
    pub(super) part: Part,
    /// Lists of words, of each of which one must be among those that were not understood.
    words: Vec<Vec<&'static str>>,
    /// The forms, with placeholders.
    pub(super) forms: &'static str,
}

static ROWS: LazyLock<Vec<FormRow>> =
    LazyLock::new(|| include_str!("order_forms.txt").lines().filter_map(parse_row).collect());

fn parse_row(line: &'static str) -> Option<FormRow> {
    let mut fields = line.split('|').map(str::trim);
    let (topic, part) = (fields.next().filter(|topic| !topic.starts_with('#'))?, fields.next()?);
    let part = match part {
        "asked" => Part::Asked,
        "other" => Part::Other,
        "when" => Part::When,
        "whom" => Part::Whom,
        "done" => Part::Done,
        _ => return None,
    };
    let words = fields.next()?.split('&').map(|list| list.split_whitespace().collect()).collect();
    Some(FormRow { topic, part, words, forms: fields.next()? })
}

/// Every row.
pub(super) fn rows() -> &'static [FormRow] {
    &ROWS
}

/// What stands in the place of a Command Spell's words when a row is looked for.
pub(super) const SPELL: &str = "<spell>";

/// The first row of a part that these words call for; `None` if none does.
pub(super) fn find_row(part: Part, words: &str, names: &NameBook) -> Option<&'static FormRow> {
    let words: Vec<String> = words
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | ';' | ':' | '!' | '?' | '"' | '(' | ')'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    rows().iter().filter(|row| row.part == part).find(|row| row.fits(&words, names))
}

impl FormRow {
    fn fits(&self, words: &[String], names: &NameBook) -> bool {
        let is_strike = |mark: char| {
            let own = names.marked(mark).filter(|skill| names.points_of(skill).is_some());
            own.is_some_and(|skill| !names.does_no_harm(skill))
        };
        let is_there = |wanted: &&str| match (*wanted, kind_of(wanted)) {
            ("*", _) => true,
            ("<spell>", _) => words.iter().any(|word| word == SPELL),
            ("<strike>", _) => words.iter().any(|word| word.chars().any(is_strike)),
            (_, Some(kind)) => words.iter().any(|word| word.chars().any(|c| names.mark_is(c, kind))),
            (_, None) => words.iter().any(|word| fits_word(word, wanted)),
        };
        self.words.iter().all(|list| list.iter().any(is_there))
    }
}

fn fits_word(word: &str, wanted: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(start) => word.starts_with(start),
        None => word == wanted,
    }
}

/// The kind of name that a word such as `<skill>` of the table stands for.
fn kind_of(wanted: &str) -> Option<NameKind> {
    match wanted {
        "<skill>" => Some(NameKind::Skill),
        "<item>" => Some(NameKind::Item),
        "<place>" => Some(NameKind::Location),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::order_guide::find_topic;

    #[test]
    fn every_row_is_read_and_names_a_topic_of_the_help() {
        let lines = include_str!("order_forms.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(lines.count(), rows().len());
        for row in rows() {
            assert!(find_topic(row.topic).is_some_and(|topic| topic.name == row.topic), "{}", row.topic);
            assert_eq!(row.forms.matches('`').count() % 2, 0, "{}", row.forms);
        }
    }
}
