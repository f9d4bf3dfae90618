//! Finds the one misspelt word of a text: the word of the language that makes the text understood in its place.

use std::cmp::Reverse;
use std::sync::LazyLock;

use grail_grammar::{WORDS, run};
use pest::error::InputLocation;

use super::parser::{Rule, read};
use super::span::Span;

/// A misspelt word with its correction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misspelling {
    /// Its place.
    pub(crate) span: Span,
    /// The correction.
    pub(crate) word: String,
}

/// The most corrections that are tried for one text.
const MAX_TRIES: usize = 40;
/// The most words of a text that are examined: those nearest to where the parser stopped.
const MAX_WORDS: usize = 24;
/// Words of the language that are often confused with each other.
const CONFUSED: [(&str, &str); 11] = [
    ("an", "and"),
    ("and", "an"),
    ("form", "from"),
    ("from", "form"),
    ("her", "here"),
    ("here", "her"),
    ("no", "on"),
    ("of", "off"),
    ("than", "then"),
    ("then", "than"),
    ("to", "two"),
];

/// Finds the misspelt word of a text that a rule refuses at `stopped`: the only fault of the text, or else the word at
/// that place, if its correction makes more of the text understood. `None` if no correction helps.
pub(crate) fn find_misspelling(rule: Rule, text: &str, stopped: usize) -> Option<Misspelling> {
    let reach = |text: &str| match read(rule, text).map_err(|error| error.location) {
        Ok(_) => text.len() + 1,
        Err(InputLocation::Pos(at) | InputLocation::Span((at, _))) => at,
    };
    find_only_misspelling(rule, text, stopped).or_else(|| find_fault_at(text, stopped, reach))
}

/// Finds the misspelt word that is the only fault of a text, which a rule refuses at `stopped`.
pub(crate) fn find_only_misspelling(rule: Rule, text: &str, stopped: usize) -> Option<Misspelling> {
    find_only_fault(text, stopped, |text| run(rule, text).is_ok_and(|found| found.is_some()))
}

/// Finds the word whose correction makes the whole text understood. The nearest spelling is tried first.
fn find_only_fault(text: &str, stopped: usize, understood: impl Fn(&str) -> bool) -> Option<Misspelling> {
    let away = |word: &Span| word.start.abs_diff(stopped);
    let mut words = unquoted_words(text);
    words.sort_by_key(away);
    words.truncate(MAX_WORDS);
    let mut tries: Vec<_> = words
        .iter()
        .flat_map(|at| {
            let written = text.get(at.range()).unwrap_or_default();
            similar_words(written).into_iter().map(|(distance, long, word)| (distance, away(at), long, *at, word))
        })
        .collect();
    tries.sort();
    tries
        .into_iter()
        .take(MAX_TRIES)
        .map(|(.., at, word)| replace_word(text, at, word))
        .find_map(|(slip, text)| understood(&text).then_some(slip))
}

/// Finds the misspelt word at which the parser stopped, if its correction makes more of the text understood. For texts
/// with more than one misspelt word.
fn find_fault_at(text: &str, stopped: usize, reach: impl Fn(&str) -> usize) -> Option<Misspelling> {
    let at = unquoted_words(text).into_iter().find(|word| word.range().contains(&stopped))?;
    // `of` for `off` helps by chance, where more than one word is strange.
    let is_confused = |written: &str| CONFUSED.iter().any(|(word, _)| word.eq_ignore_ascii_case(written));
    let mut tries = similar_words(text.get(at.range()).filter(|written| !is_known(written) && !is_confused(written))?);
    tries.sort_unstable();
    tries.into_iter().take(MAX_TRIES).map(|(.., word)| replace_word(text, at, word)).find_map(|(slip, text)| {
        // One word more can be chance: `did you mean `headed`?` of `handed me the Pills`.
        let read = reach(&text);
        let behind = text.get(at.start + slip.word.len()..read.min(text.len())).unwrap_or_default();
        (read > text.len() || behind.split_whitespace().count() > 1).then_some(slip)
    })
}

/// Replaces a word of a text, keeping its capital letter. Returns the correction and the new text.
fn replace_word(text: &str, at: Span, word: &str) -> (Misspelling, String) {
    let (before, rest) = text.split_at_checked(at.start).unwrap_or((text, ""));
    let (written, behind) = rest.split_at_checked(at.end - at.start).unwrap_or((rest, ""));
    let mut word = word.to_owned();
    if written.starts_with(char::is_uppercase)
        && let Some(first) = word.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    let text = format!("{before}{word}{behind}");
    (Misspelling { span: at, word }, text)
}

const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// Returns every plain word of a text, except in quotes.
fn unquoted_words(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    let (mut quoted, mut start) = (false, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        quoted ^= c == '"';
        if c.is_alphabetic() && !quoted {
            start.get_or_insert(at);
        } else if let Some(from) = start.take() {
            found.push(Span::new(from, at));
        }
    }
    // Private-use characters stand for names, letters beyond ASCII for other languages, and `don't` is two words.
    let joined = |word: &Span| {
        let (before, behind) = text.split_at_checked(word.end).unwrap_or((text, ""));
        let before = before.get(..word.start).unwrap_or_default();
        let tail = behind.strip_prefix(APOSTROPHES).and_then(|tail| tail.chars().next());
        before.ends_with(APOSTROPHES) || tail.is_some_and(|c| c.is_alphabetic() && c != 's')
    };
    found.retain(|word| !joined(word) && text.get(word.range()).is_some_and(|word| word.len() > 1 && word.is_ascii()));
    found
}

fn is_known(word: &str) -> bool {
    let small = |b: u8| b.to_ascii_lowercase();
    WORDS.binary_search_by(|known| known.bytes().map(small).cmp(word.bytes().map(small))).is_ok()
}

/// Returns the language's words of nearly the same spelling, each with the number of letters that differ. Of two with
/// the same number the longer is nearer: a letter is more often left out than mistyped. A word of the language is taken
/// as it is, unless it is one that is often confused.
fn similar_words(written: &str) -> Vec<(usize, Reverse<usize>, &'static str)> {
    // The letters of each word.
    static LETTERS: LazyLock<Vec<u32>> = LazyLock::new(|| WORDS.iter().map(|word| letter_set(word)).collect());
    let lower = written.to_ascii_lowercase();
    // A correction of a word with a negating prefix would reverse its meaning, and a word in capitals is an
    // abbreviation.
    let negates = ["un", "in", "dis", "non"].iter().any(|start| lower.strip_prefix(start).is_some_and(is_known));
    if negates || (written.len() > 1 && written.bytes().all(|b| b.is_ascii_uppercase())) {
        return Vec::new();
    }
    if is_known(&lower) {
        let meant = CONFUSED.iter().filter(|(word, _)| *word == lower);
        return meant.map(|(_, word)| (1, Reverse(word.len()), *word)).collect();
    }
    let most = if lower.len() < 6 { 1 } else { 2 };
    let own = letter_set(&lower);
    let alike = LETTERS.iter().map(|of| (of ^ own).count_ones() as usize <= 2 * most);
    WORDS
        .iter()
        .zip(alike)
        .filter(|(word, alike)| *alike && word.len().abs_diff(lower.len()) <= most)
        .map(|(word, _)| (strsim::osa_distance(&lower, &word.to_ascii_lowercase()), *word))
        .filter(|(distance, _)| *distance <= most)
        .map(|(distance, word)| (distance, Reverse(word.len()), word))
        .collect()
}

/// Returns the set of letters in a word, one bit each.
fn letter_set(word: &str) -> u32 {
    word.bytes().map(|b| b.to_ascii_lowercase()).filter(u8::is_ascii_lowercase).fold(0, |all, b| all | 1 << (b - b'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slip_is_found_wherever_it_stands() {
        let right = "when the user is attacked, they lose 5 Mana";
        for (wrong, word) in [
            ("when the usre is attacked, they lose 5 Mana", "user"),
            ("whne the user is attacked, they lose 5 Mana", "when"),
            ("when the user is atacked, they lose 5 Mana", "attacked"),
            ("when the user is attacked, they loose 5 Mana", "lose"),
        ] {
            let found = find_only_fault(wrong, 0, |text| text == right).map(|slip| slip.word);
            assert_eq!(found.as_deref(), Some(word), "{wrong}");
        }
        assert_eq!(
            find_only_fault("Whne the user", 0, |text| text.starts_with("When ")).map(|s| s.word).as_deref(),
            Some("When")
        );
    }

    #[test]
    fn quoted_words_and_names_stay() {
        assert_eq!(unquoted_words("use \"Rapid Cutt\" on \u{F0000} x 2"), [Span::new(0, 3), Span::new(17, 19)]);
    }

    #[test]
    fn a_word_of_the_language_is_meant_as_it_stands_unless_it_is_often_confused() {
        assert_eq!(find_only_fault("attack", 0, |text| text == "attacks"), None);
        assert_eq!(
            find_only_fault("less then", 0, |text| text == "less than").map(|s| s.word).as_deref(),
            Some("than")
        );
    }
}
