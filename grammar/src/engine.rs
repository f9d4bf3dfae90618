//! The grammars' fast reader: the rules of `*.pest` as functions, made by `build.rs`.
//!
//! It finds the tree of a text that the grammar understands. Why a text is refused, pest says.

#![expect(unused_parens, non_snake_case, reason = "code that a program wrote")]

use super::{Rule, Token};

/// The most rules that one text may try; a person's sentence tries a few hundred.
const MOST_STEPS: u32 = 200_000;
/// How deep rules may stand within one another.
const DEEPEST: u32 = 250;

/// Bytes that something can begin with, one bit each.
type Set = [u64; 5];

/// Reads a text by a rule: its tokens, none if the grammar refuses it.
///
/// # Errors
/// When the text is too much work.
pub fn run(rule: Rule, text: &str) -> Result<Option<Vec<Token<Rule>>>, TooMuch> {
    let (tokens, known) = (Vec::with_capacity(text.len()), Vec::new());
    let mut engine = Engine { text, at: 0, tokens, known, steps: MOST_STEPS, depth: DEEPEST, spent: false };
    let understood = start(rule, &mut engine);
    if engine.spent { Err(TooMuch) } else { Ok(understood.then_some(engine.tokens)) }
}

/// The text was given up.
#[derive(Debug)]
pub struct TooMuch;

/// A text while it is read. Whatever does not match leaves `at` and `tokens` as they were.
struct Engine<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token<Rule>>,
    known: Vec<Known>,
    steps: u32,
    depth: u32,
    spent: bool,
}

/// What a rule that many alternatives begin with found at a place: where it ended, with which tokens
/// (counted from its own), if it matched.
struct Known {
    rule: Rule,
    start: usize,
    found: Option<(usize, Vec<Token<Rule>>)>,
}

impl Engine<'_> {
    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Whether the next byte is of a set; never at the end of the text.
    #[inline(always)]
    fn begins(&self, set: &Set) -> bool {
        let byte = self.text.as_bytes().get(self.at).map_or(256, |b| usize::from(*b));
        set[byte >> 6] >> (byte & 63) & 1 == 1
    }

    #[inline(always)]
    fn take(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        true
    }

    #[inline(always)]
    fn text(&mut self, text: &str) -> bool {
        self.rest().starts_with(text.as_bytes()) && self.take(text.len())
    }

    #[inline(always)]
    fn word(&mut self, text: &str) -> bool {
        let found = self.rest().get(..text.len()).is_some_and(|b| b.eq_ignore_ascii_case(text.as_bytes()));
        found && self.take(text.len())
    }

    #[inline(always)]
    fn byte(&mut self, is: impl Fn(u8) -> bool) -> bool {
        self.rest().first().is_some_and(|b| is(*b)) && self.take(1)
    }

    #[inline]
    fn letter(&mut self, is: impl Fn(char) -> bool) -> bool {
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|c| is(c) && self.take(c.len_utf8()))
    }

    #[inline(always)]
    fn range(&mut self, from: char, to: char) -> bool {
        self.letter(|c| from <= c && c <= to)
    }

    /// Up to the first of some texts, or to the end.
    fn up_to(&mut self, ends: &[&str]) -> bool {
        while self.at < self.text.len() && !ends.iter().any(|end| self.rest().starts_with(end.as_bytes())) {
            self.letter(|_| true);
        }
        true
    }

    /// White space between the parts of a rule that is not atomic.
    #[inline(always)]
    fn space<const SPACED: bool>(&mut self) -> bool {
        if SPACED {
            while r_WHITESPACE::<false>(self) {}
        }
        true
    }

    fn back(&mut self, at: usize, tokens: usize) {
        self.at = at;
        self.tokens.truncate(tokens);
    }

    /// Parts that all must match.
    #[inline(always)]
    fn all(&mut self, parts: impl Fn(&mut Self) -> bool) -> bool {
        let (at, tokens) = (self.at, self.tokens.len());
        let matched = parts(self);
        if !matched {
            self.back(at, tokens);
        }
        matched
    }

    /// Whether something follows, nothing of it consumed.
    #[inline(always)]
    fn ahead(&mut self, part: impl Fn(&mut Self) -> bool) -> bool {
        let (at, tokens) = (self.at, self.tokens.len());
        let matched = part(self);
        self.back(at, tokens);
        matched
    }

    /// A part once or not at all.
    #[inline(always)]
    fn maybe(&mut self, part: impl Fn(&mut Self) -> bool) -> bool {
        part(self);
        true
    }

    /// A part once or more often.
    #[inline(always)]
    fn some<const SPACED: bool>(&mut self, part: impl Fn(&mut Self) -> bool) -> bool {
        let matched = part(self);
        if matched {
            while self.all(|p| p.space::<SPACED>() && part(p)) {}
        }
        matched
    }

    /// A rule's parts, within the bounds of work.
    #[inline(always)]
    fn deeper(&mut self, parts: impl Fn(&mut Self) -> bool) -> bool {
        if self.steps == 0 || self.depth == 0 {
            self.spent = true;
            return false;
        }
        self.steps -= 1;
        self.depth -= 1;
        let matched = parts(self);
        self.depth += 1;
        matched
    }

    /// A rule with its parts as tokens within its own; in an atomic rule, none.
    #[inline(always)]
    fn tree<const TOKENS: bool>(&mut self, rule: Rule, parts: impl Fn(&mut Self) -> bool) -> bool {
        let (start, index) = (self.at, self.tokens.len());
        if TOKENS {
            self.tokens.push(Token { rule, start, end: start, next: index });
        }
        let matched = self.deeper(parts);
        if TOKENS {
            self.close(index, matched);
        }
        matched
    }

    fn close(&mut self, index: usize, matched: bool) {
        let (end, next) = (self.at, self.tokens.len());
        match self.tokens.get_mut(index) {
            Some(token) if matched => (token.end, token.next) = (end, next),
            _ => self.tokens.truncate(index),
        }
    }

    /// A rule that is read once at each place, however many alternatives ask for it there.
    fn once<const TOKENS: bool>(&mut self, rule: Rule, parts: impl Fn(&mut Self) -> bool) -> bool {
        if !TOKENS {
            return self.tree::<false>(rule, parts);
        }
        let (start, index) = (self.at, self.tokens.len());
        if let Some(known) = self.known.iter().rev().find(|known| known.rule == rule && known.start == start) {
            let Some((end, tokens)) = &known.found else { return false };
            self.tokens.extend(tokens.iter().map(|token| Token { next: token.next + index, ..*token }));
            self.at = *end;
            return true;
        }
        let matched = self.tree::<true>(rule, parts);
        let tokens = self.tokens.get(index..).unwrap_or_default();
        let tokens = tokens.iter().map(|token| Token { next: token.next - index, ..*token }).collect();
        self.known.push(Known { rule, start, found: matched.then_some((self.at, tokens)) });
        matched
    }

    /// An atomic rule: one token.
    #[inline(always)]
    fn leaf<const TOKENS: bool>(&mut self, rule: Rule, parts: impl Fn(&mut Self) -> bool) -> bool {
        let start = self.at;
        let matched = parts(self);
        if TOKENS && matched {
            let next = self.tokens.len() + 1;
            self.tokens.push(Token { rule, start, end: self.at, next });
        }
        matched
    }

    /// The end of the text.
    fn end<const TOKENS: bool>(&mut self) -> bool {
        self.at == self.text.len() && self.leaf::<TOKENS>(Rule::EOI, |_| true)
    }
}

include!(concat!(env!("OUT_DIR"), "/engine.rs"));
