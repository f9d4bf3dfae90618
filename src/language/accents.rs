//! Letters with accents: composing them, and removing the accents.
//!
//! Some mail programs write `é` as an `e` followed by an accent; both are the same letter. A name without its accents
//! is another name, but the nearest one.

use icu_normalizer::properties::{
    CanonicalComposition, CanonicalCompositionBorrowed, CanonicalDecomposition, CanonicalDecompositionBorrowed,
    Decomposed,
};

const PUT_TOGETHER: CanonicalCompositionBorrowed<'static> = CanonicalComposition::new();
const TAKEN_APART: CanonicalDecompositionBorrowed<'static> = CanonicalDecomposition::new();

/// Whether a character is an accent that combines with the letter before it.
pub(crate) const fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

/// Returns the one letter that a letter and the accent after it make; `None` if there is no such letter.
pub(crate) fn compose(letter: char, accent: char) -> Option<char> {
    if is_accent(accent) { PUT_TOGETHER.compose(letter, accent) } else { None }
}

/// Composes letters with the accents after them.
pub(crate) fn compose_all(letters: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let mut letters = letters.peekable();
    std::iter::from_fn(move || {
        let mut letter = letters.next()?;
        while let Some(one) = letters.peek().and_then(|accent| compose(letter, *accent)) {
            letter = one;
            letters.next();
        }
        Some(letter)
    })
}

/// Returns a text in lower case without accents.
pub(crate) fn without_accents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().flat_map(char::to_lowercase).filter(|c| !is_accent(*c)) {
        match c {
            'a'..='z' => out.push(c),
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            'ø' => out.push('o'),
            'ł' => out.push('l'),
            'đ' | 'ð' => out.push('d'),
            'ı' => out.push('i'),
            _ => out.push(strip_accents(c)),
        }
    }
    out
}

/// Returns a letter without its accents.
fn strip_accents(mut letter: char) -> char {
    // No letter has more than three accents.
    for _ in 0..4 {
        match TAKEN_APART.decompose(letter) {
            Decomposed::Expansion(first, accent) if is_accent(accent) => letter = first,
            Decomposed::Singleton(other) => letter = other,
            Decomposed::Default | Decomposed::Expansion(..) => break,
        }
    }
    letter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_and_its_accent_are_one() {
        assert_eq!(compose_all("Le\u{301}onore".chars()).collect::<String>(), "Léonore");
        assert_eq!(compose_all("e\u{302}\u{301}x\u{301}".chars()).collect::<String>(), "ếx\u{301}");
        assert_eq!(compose_all("Saber".chars()).collect::<String>(), "Saber");
    }

    #[test]
    fn accents_are_left_out_for_comparing() {
        assert_eq!(without_accents("Léonore Ångström"), "leonore angstrom");
        assert_eq!(without_accents("Ế Straße Łódź Œuvre"), "e strasse lodz oeuvre");
        assert_eq!(without_accents("東京, 한국"), "東京, 한국");
    }
}
