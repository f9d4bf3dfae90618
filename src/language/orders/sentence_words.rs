//! The words, names and stops of a sentence: what is looked at where words are written out.

use crate::language::glyphs::is_mark;

/// A word of a sentence, or what stands between words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    Word(&'t str),
    /// A known name.
    Mark(char),
    Stop(char),
    /// Words in quotes, the quotes left out.
    Quote(&'t str),
}

/// A token, and where it begins and ends.
pub(super) type Placed<'t> = (usize, usize, Token<'t>);

impl Token<'_> {
    /// Whether it is one of these words.
    pub(super) fn is(self, words: &[&str]) -> bool {
        matches!(self, Token::Word(word) if is_one_of(word, words))
    }

    /// Whether it asks or waits for something.
    pub(super) fn asks(self) -> bool {
        self.is(ASKING) || self.is(&["whoever", "soon", "long", "case"])
    }
}

/// Words with which something is asked or waited for.
pub(super) const ASKING: &[&str] =
    &["if", "when", "unless", "after", "once", "while", "until", "till", "whenever", "because", "since", "should"];

pub(super) fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|of| of.eq_ignore_ascii_case(word))
}

/// The tokens of a sentence.
pub(super) fn tokens(text: &str) -> Vec<Placed<'_>> {
    let mut found = Vec::new();
    let (mut word, mut quote): (Option<usize>, Option<usize>) = (None, None);
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if let Some(from) = quote {
            if c == '"' || at == text.len() {
                let said = text.get(from + 1..at).unwrap_or_default();
                found.push((from, (at + 1).min(text.len()), Token::Quote(said)));
                quote = None;
            }
            continue;
        }
        if (c.is_alphanumeric() || c == '\'') && !is_mark(c) {
            word.get_or_insert(at);
            continue;
        }
        if let Some((from, said)) = word.take().and_then(|from| Some((from, text.get(from..at)?))) {
            found.push((from, at, Token::Word(said)));
        }
        let end = at + c.len_utf8();
        match c {
            '"' => quote = Some(at),
            c if is_mark(c) => found.push((at, end, Token::Mark(c))),
            ',' | ';' | ':' | '.' | '(' | ')' | '\n' => found.push((at, end, Token::Stop(c))),
            _ => {}
        }
    }
    found
}
