//! Suggested lines that would lose something: a name, a number or a denial of the order that they are to replace.

use crate::language::diagnostic::Diagnostic;
use crate::language::name_book::{NameBook, NameKind};
use crate::language::number_words::number_of_word;
use crate::language::span::Span;

/// Words that deny or limit what is ordered; a suggested line must not leave all of them out.
const DENIALS: [&str; 13] = [
    "not",
    "no",
    "never",
    "nobody",
    "none",
    "nothing",
    "neither",
    "unless",
    "except",
    "until",
    "otherwise",
    "only",
    "without",
];
/// Kinds of names that a suggested line keeps.
const KEPT: [NameKind; 5] =
    [NameKind::Character, NameKind::Skill, NameKind::Item, NameKind::Location, NameKind::CommandSpell];

/// Drops each suggestion of a whole line that loses something of its order. The spans are those of the orders.
pub(super) fn drop_lossy_suggestions(diagnostics: &mut [Diagnostic], orders: &[Span], names: &NameBook, text: &str) {
    for diagnostic in diagnostics {
        let Some(suggestion) = diagnostic.suggestion.as_deref().filter(|line| line.ends_with('.') && *line != "Stay.")
        else {
            continue;
        };
        let is_around = |order: &&Span| order.start <= diagnostic.span.start && diagnostic.span.end <= order.end;
        let Some(order) = orders.iter().find(is_around) else { continue };
        // A suggestion for all of an order says what there is in its place; one for a part must keep the rest.
        let outside = [order.start..diagnostic.span.start, diagnostic.span.end..order.end].map(|range| text.get(range));
        let is_of_part = outside.into_iter().flatten().any(|rest| rest.contains(char::is_alphanumeric));
        let order = text.get(order.range()).unwrap_or_default();
        if is_of_part && loses_something(order, suggestion, names) {
            diagnostic.suggestion = None;
        }
    }
}

/// Whether a line lacks a known name, a number or every denial of an order.
fn loses_something(order: &str, line: &str, names: &NameBook) -> bool {
    let (order_words, line_words) = (words(order), words(line));
    let names_it = |words: &[String], name: &str| {
        let name = self::words(name);
        !name.is_empty() && words.windows(name.len()).any(|window| window == name)
    };
    let loses_name = KEPT
        .iter()
        .any(|kind| names.of_kind(*kind).any(|name| names_it(&order_words, name) && !names_it(&line_words, name)));
    let number = |word: &String| word.parse::<u32>().ok().or_else(|| number_of_word(word).filter(|number| *number > 1));
    let loses_number = order_words
        .iter()
        .filter_map(number)
        .any(|wanted| !line_words.iter().filter_map(number).any(|told| told == wanted));
    let denies = |words: &[String]| words.iter().any(|word| DENIALS.contains(&word.as_str()) || word.ends_with("n't"));
    loses_name || loses_number || denies(&order_words) && !denies(&line_words)
}

/// The words of a text in lower case; a possessive is its owner.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '-')).filter(|word| !word.is_empty());
    parts.map(|word| word.trim_end_matches("'s").to_lowercase()).collect()
}
