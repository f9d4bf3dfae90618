//! Puts the author's numbers, names and stats into an example, where they are of the same unit.

use crate::language::effect_text::canonical;
use crate::language::effects::parse_known;
use crate::language::number_words::number_of_word_or_digits;
use crate::language::span::Span;

use super::STATS;

/// Words between a number and what it counts.
const BETWEEN: [&str; 10] =
    ["full", "positive", "negative", "physical", "ranged", "long-ranged", "magical", "special", "base", "whole"];

/// What is counted.
const UNITS: [&str; 9] = ["mana", "health", "damage", "turn", "rank", "subrank", "ap", "sp", "cp"];

/// Something of a sentence that can stand in another one in its place.
struct Value {
    /// What it is: two values of one unit can take each other's place.
    unit: String,
    span: Span,
    said: String,
}

/// The example with the author's values of each unit that both have once, as it is read back then.
pub(super) fn fill_example(example: &str, text: &str) -> String {
    let of_author = find_values(text);
    let mut filled = example.to_owned();
    for value in find_values(example).iter().rev() {
        if is_only_one(&find_values(example), value)
            && let Some(other) = of_author.iter().find(|other| other.unit == value.unit)
            && is_only_one(&of_author, other)
        {
            filled.replace_range(value.span.range(), &other.said);
        }
    }
    let read = |text: &str| parse_known(text).ok().flatten().map(|effect| canonical(&effect));
    Some(filled)
        .filter(|filled| filled != example)
        .and_then(|filled| read(&filled))
        .unwrap_or_else(|| example.to_owned())
}

/// Whether no other value of the unit is said.
fn is_only_one(values: &[Value], value: &Value) -> bool {
    values.iter().filter(|other| other.unit == value.unit).all(|other| other.said == value.said)
}

/// The words of a text, each with its place and without punctuation round it.
fn find_words(text: &str) -> Vec<(Span, &str)> {
    let mut at = 0;
    let mut words = Vec::new();
    for word in text.split(char::is_whitespace) {
        let inner = word.trim_matches(|letter: char| !letter.is_alphanumeric() && !"%+-".contains(letter));
        let start = at + word.find(inner).unwrap_or(0);
        if !inner.is_empty() {
            words.push((Span::new(start, start + inner.len()), inner));
        }
        at += word.len() + text.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    words
}

/// The values that a text says.
fn find_values(text: &str) -> Vec<Value> {
    let words = find_words(text);
    let lower: Vec<String> = words.iter().map(|(_, word)| word.to_lowercase()).collect();
    let word_at = |index: usize| lower.get(index).map_or("", String::as_str);
    let mut values = Vec::new();
    for (index, (span, word)) in words.iter().enumerate() {
        let before = index.checked_sub(1).map_or("", word_at);
        let unit = if STATS.contains(word) {
            Some("stat".to_owned())
        } else if before == "ranked" {
            (word.len() < 5).then(|| format!("ranked {} {}", word_at(index + 1), word_at(index + 2)))
        } else if before == "poison" || before == "stun" {
            Some(before.to_owned())
        } else if word.ends_with('%') {
            unit_of_percent(before, [index + 1, index + 2, index + 3].map(word_at))
        } else {
            let is_bound = ["least", "most", "than", "below", "above", "to"].contains(&before);
            let number = number_of_word_or_digits(word).filter(|_| !is_bound);
            number.and_then(|_| unit_of_number([index + 1, index + 2, index + 3].map(word_at)))
        };
        let said = number_of_word_or_digits(word).map_or_else(|| (*word).to_owned(), |number| number.to_string());
        values.extend(unit.map(|unit| Value { unit, span: *span, said }));
    }
    values
}

/// What a percentage is of: `by 20%`, `20% more`, `50% of the damage`.
fn unit_of_percent(before: &str, behind: [&str; 3]) -> Option<String> {
    match behind {
        _ if before == "by" => Some("by %".to_owned()),
        ["more" | "less", ..] => Some(format!("% {}", behind[0])),
        ["of", ..] => Some(format!("% {}", behind.join(" "))),
        _ => None,
    }
}

/// What a number counts: `3 Turns`, `20 Special damage`.
fn unit_of_number(behind: [&str; 3]) -> Option<String> {
    let counted = behind.into_iter().find(|word| !BETWEEN.contains(word))?;
    let singular = counted.strip_suffix('s').unwrap_or(counted);
    UNITS.contains(&singular).then(|| singular.to_owned())
}
