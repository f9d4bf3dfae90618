//! Looks for phrases in the words of an order.

pub(super) use grail_wordings::{has_any_word, has_words, is_one_of};

/// Phrases for the present moment.
pub(super) const NOW: [&str; 7] =
    ["at once", "now", "right now", "immediately", "right away", "straight away", "instantly"];

const QUOTES: [char; 3] = ['"', '\u{201C}', '\u{201D}'];

/// The parts of a text outside quotations: what is said to others, and to a Servant, asks for nothing.
pub(super) fn parts_outside_quotes(words: &str) -> impl Iterator<Item = &str> {
    words.split(QUOTES).step_by(2)
}

/// The words outside quotations.
pub(super) fn outside_quotes(words: &str) -> String {
    // Nearly always nothing is quoted.
    match QUOTES.iter().any(|quote| words.contains(*quote)) {
        true => parts_outside_quotes(words).collect(),
        false => words.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        assert!(has_words("do nothing, but stay", "nothing but"));
        assert!(has_words("stay", "stay"));
        assert!(has_words("(stay).", "stay"));
        assert!(!has_words("stays", "stay"));
        assert!(!has_words("lancer's", "lancer"));
        assert!(has_words("lancer's own", "lancer's own"));
        assert!(!has_words("if stranger-1 is here", "stranger-1"));
        assert!(!has_words("a  b", "a  b"));
        assert!(!has_words("stay", ""));
        assert!(!has_words("", "stay"));
        assert!(has_words("the the other", "the other"));
    }

    #[test]
    fn words_are_found_in_any_letter_case() {
        assert!(has_any_word("Attack HIM.", &["her", "him"]));
        assert!(has_any_word("he's", &["he"]));
        assert!(!has_any_word("the", &["he"]));
    }
}
