//! The grammars' fast reader: it walks the tables that `build.rs` made of the rules of `*.pest`.
//!
//! It finds the tree of a text that the grammar understands. Why a text is refused, pest says.

use super::memo::Memo;
use super::tables::{CHOICES, CLASSES, CODES, Kind, LISTS, NODES, Node, RuleCode, SETS};
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
    let (tokens, memo) = (Vec::with_capacity(text.len()), Memo::new());
    let mut engine = Engine { text, at: 0, tokens, memo, steps: MOST_STEPS, depth: DEEPEST, spent: false };
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
    memo: Memo,
    steps: u32,
    depth: u32,
    spent: bool,
}

impl Engine<'_> {
    /// A rule, if neither the next byte nor what is known of this place rules it out. Most are ruled out.
    #[inline(always)]
    fn rule(&mut self, rule: Rule, spaced: bool) -> bool {
        let code = &CODES[rule as usize];
        self.begins(code.first) && !(spaced && self.memo.has_failed(rule, self.at)) && self.read(rule, code, spaced)
    }

    #[inline(never)]
    fn read(&mut self, rule: Rule, code: &RuleCode, spaced: bool) -> bool {
        match code.kind {
            Kind::Plain => self.node(code.body, spaced),
            Kind::End => self.end(spaced),
            Kind::Silent | Kind::Leaf | Kind::Tree if spaced => self.once(rule, code),
            Kind::Silent | Kind::Leaf | Kind::Tree => self.anew(rule, code, false),
        }
    }

    /// A rule that may have been read at this place before.
    fn once(&mut self, rule: Rule, code: &RuleCode) -> bool {
        let (start, index) = (self.at, self.tokens.len());
        if let Some(found) = self.memo.find(rule, start) {
            self.memo.copy_tokens(found, &mut self.tokens);
            self.at = found.end;
            return true;
        }
        let matched = self.may_go_on(code) && self.anew(rule, code, true);
        match matched {
            true => {
                let tokens = self.tokens.get(index..).unwrap_or_default();
                self.memo.note_match(rule, (start, self.at), tokens, index);
            }
            false => self.memo.note_failure(rule, start),
        }
        matched
    }

    /// Whether a rule can go on behind the rule that it begins with, as far as that is known here.
    fn may_go_on(&mut self, code: &RuleCode) -> bool {
        let start = self.at;
        let Some((lead, behind)) = code.lead else { return true };
        let Some(found) = self.memo.find(lead, start) else { return !self.memo.has_failed(lead, start) };
        self.at = found.end;
        self.space(true);
        let goes_on = self.begins(behind);
        self.at = start;
        goes_on
    }

    /// A rule, read at this place.
    fn anew(&mut self, rule: Rule, code: &RuleCode, spaced: bool) -> bool {
        match code.kind {
            Kind::Plain | Kind::Silent | Kind::End => self.deeper(code.body, spaced),
            Kind::Leaf => self.leaf(rule, code.body, spaced),
            Kind::Tree => self.tree(rule, code.body, spaced),
        }
    }

    /// A part of an expression. Most are rules and words, and most of these are ruled out by a look.
    #[inline(always)]
    fn part(&mut self, node: u16, spaced: bool) -> bool {
        match &NODES[usize::from(node)] {
            Node::Rule(rule) => self.rule(*rule, spaced),
            Node::Word(word) => self.word(word),
            _ => self.node(node, spaced),
        }
    }

    /// An expression.
    fn node(&mut self, node: u16, spaced: bool) -> bool {
        match &NODES[usize::from(node)] {
            Node::Text(text) => self.rest().starts_with(text.as_bytes()) && self.take(text.len()),
            Node::Word(word) => self.word(word),
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
                LISTS[usize::from(list)].iter().any(|part| self.part(*part, spaced))
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

    /// A word, given in lower case, in any letter case.
    #[inline(always)]
    fn word(&mut self, word: &str) -> bool {
        let rest = self.rest();
        let letters = rest.iter().map(u8::to_ascii_lowercase);
        // Most words differ from the text in one of their first letters.
        rest.len() >= word.len() && letters.zip(word.bytes()).all(|(a, b)| a == b) && self.take(word.len())
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
            if !self.part(*part, spaced) {
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
