//! The grammars' fast reader: it walks the tables that `build.rs` made of the rules of `*.pest`.
//!
//! It finds the tree of a text that the grammar understands. Why a text is refused, pest says.

use super::tables::{CHOICES, CLASSES, CODES, Kind, LISTS, NODES, Node, SETS};
use super::{Rule, Token};

/// The most rules that one text may try; a person's sentence tries a few hundred.
const MOST_STEPS: u32 = 200_000;
/// How deep rules may stand within one another.
const DEEPEST: u32 = 250;

/// Reads a text by a rule: its tokens, none if the grammar refuses it.
///
/// # Errors
/// When the text is too much work.
pub fn run(rule: Rule, text: &str) -> Result<Option<Vec<Token<Rule>>>, TooMuch> {
    let (tokens, known) = (Vec::with_capacity(text.len()), Vec::new());
    let mut engine = Engine { text, at: 0, tokens, known, steps: MOST_STEPS, depth: DEEPEST, spent: false };
    let understood = engine.rule(rule, true);
    if engine.spent { Err(TooMuch) } else { Ok(understood.then_some(engine.tokens)) }
}

/// The text was given up.
#[derive(Debug)]
pub struct TooMuch;

/// A text while it is read. Whatever does not match leaves `at` and `tokens` as they were.
///
/// `spaced` says whether white space may stand between parts, and with it whether rules leave tokens: neither is so
/// within an atomic rule.
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
    /// A rule, if the next byte does not rule it out.
    fn rule(&mut self, rule: Rule, spaced: bool) -> bool {
        let code = &CODES[rule as usize];
        if !self.begins(code.first) {
            return false;
        }
        match code.kind {
            Kind::Plain => self.node(code.body, spaced),
            Kind::Silent => self.deeper(code.body, spaced),
            Kind::Leaf => self.leaf(rule, code.body, spaced),
            Kind::Tree => self.tree(rule, code.body, spaced),
            Kind::TreeOnce => self.tree_once(rule, code.body, spaced),
            Kind::End => self.end(spaced),
        }
    }

    /// An expression.
    fn node(&mut self, node: u16, spaced: bool) -> bool {
        match &NODES[usize::from(node)] {
            Node::Text(text) => self.rest().starts_with(text.as_bytes()) && self.take(text.len()),
            Node::Word(word) => {
                let letters = self.rest().iter().map(u8::to_ascii_lowercase);
                // Most words differ from the text in one of their first letters.
                self.rest().len() >= word.len() && letters.zip(word.bytes()).all(|(a, b)| a == b) && self.take(word.len())
            }
            Node::Range(from, to) => self.letter(|c| *from <= c && c <= *to),
            Node::Letter(is) => self.letter(is),
            Node::Any => self.letter(|_| true),
            Node::Digit => self.byte(|b| b.is_ascii_digit()),
            Node::Alphanumeric => self.byte(|b| b.is_ascii_alphanumeric()),
            Node::Start => self.at == 0,
            Node::End => self.end(spaced),
            Node::UpTo(ends) => self.up_to(ends),
            Node::Rule(rule) => self.rule(*rule, spaced),
            Node::Ahead(inner) => self.ahead(*inner, spaced),
            Node::NotAhead(inner) => !self.ahead(*inner, spaced),
            Node::Maybe(inner) => self.node(*inner, spaced) || true,
            Node::Some(inner) => self.some(*inner, spaced),
            Node::All(parts) => self.all(parts, spaced),
            Node::Either(choice) => {
                let list = CHOICES[usize::from(*choice)][usize::from(CLASSES[self.next_byte()])];
                LISTS[usize::from(list)].iter().any(|part| self.node(*part, spaced))
            }
        }
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The next byte. The end of the text is one place behind all bytes.
    fn next_byte(&self) -> usize {
        self.text.as_bytes().get(self.at).map_or(256, |b| usize::from(*b))
    }

    /// Whether the next byte is of a set.
    fn begins(&self, set: u16) -> bool {
        let byte = self.next_byte();
        SETS[usize::from(set)][byte >> 6] >> (byte & 63) & 1 == 1
    }

    fn take(&mut self, bytes: usize) -> bool {
        self.at += bytes;
        true
    }

    fn byte(&mut self, is: impl Fn(u8) -> bool) -> bool {
        self.rest().first().is_some_and(|b| is(*b)) && self.take(1)
    }

    fn letter(&mut self, is: impl Fn(char) -> bool) -> bool {
        let next = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|c| is(c) && self.take(c.len_utf8()))
    }

    /// Up to the first of some texts, or to the end.
    fn up_to(&mut self, ends: &[&str]) -> bool {
        while self.at < self.text.len() && !ends.iter().any(|end| self.rest().starts_with(end.as_bytes())) {
            self.letter(|_| true);
        }
        true
    }

    /// White space between the parts of a rule that is not atomic.
    fn space(&mut self, spaced: bool) {
        if spaced {
            while self.rule(Rule::WHITESPACE, false) {}
        }
    }

    fn back(&mut self, at: usize, tokens: usize) {
        self.at = at;
        self.tokens.truncate(tokens);
    }

    /// Parts that all must match.
    fn all(&mut self, parts: &[u16], spaced: bool) -> bool {
        let (at, tokens) = (self.at, self.tokens.len());
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.space(spaced);
            }
            if !self.node(*part, spaced) {
                self.back(at, tokens);
                return false;
            }
        }
        true
    }

    /// Whether something follows, nothing of it consumed.
    fn ahead(&mut self, part: u16, spaced: bool) -> bool {
        let (at, tokens) = (self.at, self.tokens.len());
        let matched = self.node(part, spaced);
        self.back(at, tokens);
        matched
    }

    /// A part once or more often.
    fn some(&mut self, part: u16, spaced: bool) -> bool {
        if !self.node(part, spaced) {
            return false;
        }
        loop {
            let (at, tokens) = (self.at, self.tokens.len());
            self.space(spaced);
            if !self.node(part, spaced) {
                self.back(at, tokens);
                return true;
            }
        }
    }

    /// A rule's parts, within the bounds of work.
    fn deeper(&mut self, parts: u16, spaced: bool) -> bool {
        if self.steps == 0 || self.depth == 0 {
            self.spent = true;
            return false;
        }
        self.steps -= 1;
        self.depth -= 1;
        let matched = self.node(parts, spaced);
        self.depth += 1;
        matched
    }

    /// A rule with its parts as tokens within its own; in an atomic rule, none.
    fn tree(&mut self, rule: Rule, parts: u16, spaced: bool) -> bool {
        let (start, index) = (self.at, self.tokens.len());
        if spaced {
            self.tokens.push(Token { rule, start, end: start, next: index });
        }
        let matched = self.deeper(parts, spaced);
        if spaced {
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
    fn tree_once(&mut self, rule: Rule, parts: u16, spaced: bool) -> bool {
        if !spaced {
            return self.tree(rule, parts, false);
        }
        let (start, index) = (self.at, self.tokens.len());
        if let Some(known) = self.known.iter().rev().find(|known| known.rule == rule && known.start == start) {
            let Some((end, tokens)) = &known.found else { return false };
            self.tokens.extend(tokens.iter().map(|token| Token { next: token.next + index, ..*token }));
            self.at = *end;
            return true;
        }
        let matched = self.tree(rule, parts, true);
        let tokens = self.tokens.get(index..).unwrap_or_default();
        let tokens = tokens.iter().map(|token| Token { next: token.next - index, ..*token }).collect();
        self.known.push(Known { rule, start, found: matched.then_some((self.at, tokens)) });
        matched
    }

    /// An atomic rule: one token, and no white space within.
    fn leaf(&mut self, rule: Rule, parts: u16, spaced: bool) -> bool {
        let start = self.at;
        let matched = self.node(parts, false);
        if spaced && matched {
            self.push_leaf(rule, start);
        }
        matched
    }

    /// The end of the text.
    fn end(&mut self, spaced: bool) -> bool {
        let matched = self.at == self.text.len();
        if spaced && matched {
            self.push_leaf(Rule::EOI, self.at);
        }
        matched
    }

    fn push_leaf(&mut self, rule: Rule, start: usize) {
        let next = self.tokens.len() + 1;
        self.tokens.push(Token { rule, start, end: self.at, next });
    }
}
