//! Text helpers: white space, and the first letter of a sentence.

/// The text with its first letter in upper case.
pub fn capitalise(text: &str) -> String {
    let mut letters = text.chars();
    let mut out = String::with_capacity(text.len());
    out.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(letters.as_str());
    out
}

/// The text with all white space collapsed to single spaces.
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a line in lower case, without punctuation around them.
pub fn bare_words(line: &str) -> Vec<String> {
    let trim = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    line.split_whitespace().map(trim).filter(|word| !word.is_empty()).collect()
}

/// Bytes as hexadecimal digits, two for each.
pub fn hex_digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text cut to at most this many characters; a cut text ends with `…`.
pub fn shorten(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest.saturating_sub(1)).chain(['…']).collect()
}
