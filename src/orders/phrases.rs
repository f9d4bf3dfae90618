//! Looks for phrases in the words of an order.

/// Phrases for the present moment.
pub(super) const NOW: [&str; 7] =
    ["at once", "now", "right now", "immediately", "right away", "straight away", "instantly"];

/// The parts of a text outside quotations: what is said to others, and to a Servant, asks for nothing.
pub(super) fn parts_outside_quotes(words: &str) -> impl Iterator<Item = &str> {
    words.split(['"', '\u{201C}', '\u{201D}']).step_by(2)
}

/// The words outside quotations.
pub(super) fn outside_quotes(words: &str) -> String {
    parts_outside_quotes(words).collect()
}

/// Whether a phrase stands in a text as whole words.
pub(super) fn has_words(text: &str, phrase: &str) -> bool {
    // Nearly always a word is missing, and the text need not be taken apart.
    if !phrase.split(' ').all(|word| text.contains(word)) {
        return false;
    }
    let padded: String = text.chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    format!(" {} ", padded.split_whitespace().collect::<Vec<_>>().join(" ")).contains(&format!(" {phrase} "))
}
