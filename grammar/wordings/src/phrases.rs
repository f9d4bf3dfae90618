//! Looks for words and phrases in a text without taking it apart.

/// Whether a letter belongs to a word of a phrase.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '\''
}

/// Whether a phrase stands in a text as whole words. Signs and spaces between the words of the text do not count.
#[must_use]
pub fn has_words(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        rest = rest.get(start..).unwrap_or_default();
        if begins_with(rest, phrase) {
            return true;
        }
        rest = behind_word(rest);
    }
    false
}

/// Whether a text begins with the words of a phrase.
fn begins_with(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    phrase.split(' ').all(|word| {
        let Some(behind) = rest.trim_start_matches(|letter| !is_letter(letter)).strip_prefix(word) else { return false };
        rest = behind;
        !word.is_empty() && !behind.starts_with(is_letter) && word.chars().all(is_letter)
    })
}

/// What stands behind the first word of a text.
fn behind_word(text: &str) -> &str {
    text.find(|letter| !is_letter(letter)).and_then(|end| text.get(end..)).unwrap_or_default()
}

/// Whether a word is one of these, in any letter case.
#[must_use]
pub fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether one of these words stands in a text, in any letter case. `him` stands in `him's`.
#[must_use]
pub fn has_any_word(text: &str, words: &[&str]) -> bool {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    runs.filter(|run| !run.is_empty()).any(|run| is_one_of(run, words))
}
