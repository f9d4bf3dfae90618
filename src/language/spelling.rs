//! The one word of a text that was misspelt: which word of the language, put in its place, makes the text understood.

use std::cmp::Reverse;
use std::sync::LazyLock;

use grail_grammar::{WORDS, run};
use pest::error::InputLocation;

use super::parser::{Rule, read};
use super::span::Span;

/// A word that should read otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Misspelling {
    /// Where it stands.
    pub(crate) at: Span,
    /// What makes the text understood in its place.
    pub(crate) word: String,
}

/// The most texts that are tried for one slip.
const MOST_TRIES: usize = 40;
/// The most words of a text that are looked at, those nearest to where it stopped.
const MOST_WORDS: usize = 24;
/// Words of the language that are written for one another.
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

/// The misspelt word of a text that a rule refuses from a place on: the one that is all that is wrong with it, or the
/// one that stands there, if the text is understood further when it is mended.
pub(crate) fn misspelling(rule: Rule, text: &str, stopped: usize) -> Option<Misspelling> {
    let reach = |text: &str| match read(rule, text).map_err(|error| error.location) {
        Ok(_) => text.len() + 1,
        Err(InputLocation::Pos(at) | InputLocation::Span((at, _))) => at,
    };
    whole_but_for(rule, text, stopped).or_else(|| next_slip(text, stopped, reach))
}

/// The misspelt word that is all that is wrong with a text, which a rule refuses from a place on.
pub(crate) fn whole_but_for(rule: Rule, text: &str, stopped: usize) -> Option<Misspelling> {
    only_slip(text, stopped, |text| run(rule, text).is_ok_and(|found| found.is_some()))
}

/// What is nearest in spelling is tried first.
fn only_slip(text: &str, stopped: usize, understood: impl Fn(&str) -> bool) -> Option<Misspelling> {
    let away = |word: &Span| word.start.abs_diff(stopped);
    let mut words = words(text);
    words.sort_by_key(away);
    words.truncate(MOST_WORDS);
    let mut tries: Vec<_> = words
        .iter()
        .flat_map(|at| {
            let written = text.get(at.range()).unwrap_or_default();
            near(written).into_iter().map(|(distance, long, word)| (distance, away(at), long, *at, word))
        })
        .collect();
    tries.sort();
    tries
        .into_iter()
        .take(MOST_TRIES)
        .map(|(.., at, word)| put(text, at, word))
        .find_map(|(slip, text)| understood(&text).then_some(slip))
}

/// The word at which a text stopped, spelt so that it is understood further: where more than one word is misspelt.
fn next_slip(text: &str, stopped: usize, reach: impl Fn(&str) -> usize) -> Option<Misspelling> {
    let at = words(text).into_iter().find(|word| word.range().contains(&stopped))?;
    let mut tries = near(text.get(at.range()).filter(|written| !is_known(written))?);
    tries.sort_unstable();
    tries.into_iter().take(MOST_TRIES).map(|(.., word)| put(text, at, word)).find_map(|(slip, text)| {
        let further = reach(&text) > at.start + slip.word.len();
        further.then_some(slip)
    })
}

/// A text with a word put in the place of another, in its letter case.
fn put(text: &str, at: Span, word: &str) -> (Misspelling, String) {
    let (before, rest) = text.split_at_checked(at.start).unwrap_or((text, ""));
    let (written, behind) = rest.split_at_checked(at.end - at.start).unwrap_or((rest, ""));
    let mut word = word.to_owned();
    if written.starts_with(char::is_uppercase)
        && let Some(first) = word.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    let text = format!("{before}{word}{behind}");
    (Misspelling { at, word }, text)
}

const APOSTROPHES: [char; 2] = ['\'', '\u{2019}'];

/// Every plain word of a text, quoted ones aside.
fn words(text: &str) -> Vec<Span> {
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
    // Signs of the private letters stand for names, other letters for words of other languages, and `don't` is two
    // words.
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

/// The language's words that are spelt nearly so, each with how many letters differ; of two, the longer is nearer: a
/// letter is sooner left out than written for another. A word that the language has is meant as it stands, unless it
/// is one of those that are confused.
fn near(written: &str) -> Vec<(usize, Reverse<usize>, &'static str)> {
    // Which letters stand in each word.
    static LETTERS: LazyLock<Vec<u32>> = LazyLock::new(|| WORDS.iter().map(|word| letters(word)).collect());
    let lower = written.to_ascii_lowercase();
    // What is denied by its first letters would be turned round, and capitals are a shorthand of their own.
    let negates = ["un", "in", "dis", "non"].iter().any(|start| lower.strip_prefix(start).is_some_and(is_known));
    if negates || (written.len() > 1 && written.bytes().all(|b| b.is_ascii_uppercase())) {
        return Vec::new();
    }
    if is_known(&lower) {
        let meant = CONFUSED.iter().filter(|(word, _)| *word == lower);
        return meant.map(|(_, word)| (1, Reverse(word.len()), *word)).collect();
    }
    let most = if lower.len() < 6 { 1 } else { 2 };
    let own = letters(&lower);
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

/// Which letters stand in a word, one bit each.
fn letters(word: &str) -> u32 {
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
            let found = only_slip(wrong, 0, |text| text == right).map(|slip| slip.word);
            assert_eq!(found.as_deref(), Some(word), "{wrong}");
        }
        assert_eq!(
            only_slip("Whne the user", 0, |text| text.starts_with("When ")).map(|s| s.word).as_deref(),
            Some("When")
        );
    }

    #[test]
    fn quoted_words_and_names_stay() {
        assert_eq!(words("use \"Rapid Cutt\" on \u{F0000} x 2"), [Span::new(0, 3), Span::new(17, 19)]);
    }

    #[test]
    fn a_word_of_the_language_is_meant_as_it_stands_unless_it_is_often_confused() {
        assert_eq!(only_slip("attack", 0, |text| text == "attacks"), None);
        assert_eq!(only_slip("less then", 0, |text| text == "less than").map(|s| s.word).as_deref(), Some("than"));
    }
}
