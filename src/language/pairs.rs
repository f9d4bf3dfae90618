//! The tree of a text that was read: pairs of a rule and the stretch it matched, as pest has them.

use std::rc::Rc;

use grail_grammar::Token;

use super::span::Span;

/// Trees beside one another, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Pairs<'i, R> {
    text: &'i str,
    tokens: Rc<Vec<Token<R>>>,
    at: usize,
    end: usize,
}

/// One tree.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'i, R> {
    text: &'i str,
    tokens: Rc<Vec<Token<R>>>,
    at: usize,
    token: Token<R>,
}

impl<'i, R: Copy> Pairs<'i, R> {
    pub(crate) fn new(text: &'i str, tokens: Vec<Token<R>>) -> Pairs<'i, R> {
        let end = tokens.len();
        Pairs { text, tokens: Rc::new(tokens), at: 0, end }
    }

    /// The trees and all within them, each before its parts.
    pub(crate) fn flatten(self) -> impl Iterator<Item = Pair<'i, R>> {
        let Pairs { text, tokens, at, end } = self;
        (at..end).filter_map(move |at| {
            let token = *tokens.get(at)?;
            Some(Pair { text, tokens: Rc::clone(&tokens), at, token })
        })
    }
}

impl<'i, R: Copy> Iterator for Pairs<'i, R> {
    type Item = Pair<'i, R>;

    fn next(&mut self) -> Option<Pair<'i, R>> {
        if self.at >= self.end {
            return None;
        }
        let at = self.at;
        let token = *self.tokens.get(at)?;
        self.at = token.next;
        Some(Pair { text: self.text, tokens: Rc::clone(&self.tokens), at, token })
    }
}

impl<'i, R: Copy> Pair<'i, R> {
    pub(crate) fn as_rule(&self) -> R {
        self.token.rule
    }

    pub(crate) fn as_span(&self) -> Span {
        Span::new(self.token.start, self.token.end)
    }

    pub(crate) fn as_str(&self) -> &'i str {
        self.text.get(self.token.start..self.token.end).unwrap_or_default()
    }

    /// The trees within.
    pub(crate) fn into_inner(self) -> Pairs<'i, R> {
        Pairs { text: self.text, end: self.token.next, at: self.at + 1, tokens: self.tokens }
    }
}
