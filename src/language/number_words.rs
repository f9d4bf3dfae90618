//! Numbers written as words, `zero` to `twelve`.

const WORDS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Returns the number that a word names; `None` for any other word, and for digits.
pub(crate) fn number_of_word(word: &str) -> Option<u32> {
    let index = WORDS.iter().position(|known| known.eq_ignore_ascii_case(word));
    index.and_then(|number| u32::try_from(number).ok())
}

/// Returns the word for a number; `None` above twelve.
pub(crate) fn word_of_number(number: u32) -> Option<&'static str> {
    WORDS.get(usize::try_from(number).ok()?).copied()
}

/// Returns the number that a word or digits name; `None` for anything else.
pub(crate) fn number_of_word_or_digits(word: &str) -> Option<u32> {
    number_of_word(word).or_else(|| word.parse().ok())
}

/// What stands behind a count with which a text begins: `Cuts on him` of `my last two Cuts on him`.
pub(crate) fn behind_count(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, behind)) = rest.split_once(' ')
        && (["my", "all", "both", "a", "an", "another", "more", "last"].iter().any(|of| of.eq_ignore_ascii_case(word))
            || number_of_word_or_digits(word.trim_end_matches('x')).is_some())
    {
        rest = behind.trim_start();
    }
    rest
}

/// Whether a text says that a number is exact: `exactly 2`, `only two`.
///
/// `Only` and `just` count only if a number follows: `the user only restores 5 Health` is not exact.
pub(crate) fn says_exactly(text: &str) -> bool {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|pair| match pair {
        [word, next]
            if ["exactly", "precisely", "just", "only"].iter().any(|known| known.eq_ignore_ascii_case(word)) =>
        {
            number_of_word_or_digits(next).is_some()
        }
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::says_exactly;

    #[test]
    fn exactly_is_said_of_the_number_behind_it() {
        for text in ["if I have exactly 2 Command Spells", "with Only two AP left", "if they have precisely 40 Mana"] {
            assert!(says_exactly(text), "{text}");
        }
        for text in ["the user only restores Health if they have 40 Mana", "just attack 2 of them", "exactly as before"]
        {
            assert!(!says_exactly(text), "{text}");
        }
    }
}
