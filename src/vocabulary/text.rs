//! Texts as people write them: white space, and the letter a sentence begins with.

/// The text with its first letter large, as a sentence begins.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The text with its white space folded to single blanks.
pub fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a line in small letters, without marks around them.
pub fn bare_words(line: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    line.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect()
}

/// A text of so many letters at most; one that is cut ends with `…`.
pub fn shortened(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}
