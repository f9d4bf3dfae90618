//! Looks for words and phrases in a text without taking it apart.

/// Whether a letter belongs to a word of a phrase.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '\''
}

/// Whether a phrase stands in a text as whole words. Signs and spaces between the words of the text do not count.
#[must_use]
pub fn has_words(text: &str, phrase: &str) -> bool {
    let Some(first) = phrase.chars().next() else { return false };
    text.match_indices(first).any(|(at, _)| {
        let (before, behind) = text.split_at_checked(at).unwrap_or_default();
        begins_with(behind, phrase) && !before.ends_with(is_letter)
    })
}

/// Whether a text begins with the words of a phrase.
fn begins_with(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    phrase.split(' ').enumerate().all(|(at, word)| {
        if at > 0 {
            rest = rest.trim_start_matches(|letter| !is_letter(letter));
        }
        let Some(behind) = rest.strip_prefix(word) else { return false };
        rest = behind;
        !word.is_empty() && !behind.starts_with(is_letter) && word.chars().all(is_letter)
    })
}

/// Whether a word is one of these, in any letter case.
#[must_use]
pub fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether two names, if both are ASCII, have the same letters and digits in any letter case; `None` for others.
#[must_use]
pub fn have_same_letters(one: &str, other: &str) -> Option<bool> {
    (one.is_ascii() && other.is_ascii()).then(|| ascii_letters(one).eq(ascii_letters(other)))
}

fn ascii_letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase())
}

/// Whether one of these words stands in a text, in any letter case. `him` stands in `him's`.
#[must_use]
pub fn has_any_word(text: &str, words: &[&str]) -> bool {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    runs.filter(|run| !run.is_empty()).any(|run| is_one_of(run, words))
}
