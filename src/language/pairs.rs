//! The tree of a parsed text: pairs of a rule and the text it matched, with pest's method names.

use std::rc::Rc;

use grail_grammar::{Rule, Token};

use super::span::Span;

/// Sibling trees, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Pairs<'i, R> {
    text: &'i str,
    tree: Rc<TokenTree<R>>,
    at: usize,
    end: usize,
}

/// A rule and the text it matched, with the pairs within.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'i, R> {
    text: &'i str,
    tree: Rc<TokenTree<R>>,
    at: usize,
    token: Token<R>,
}

/// All tokens of a text, and the set of their rules. The set answers most searches, because most rules do not occur.
#[derive(Debug)]
struct TokenTree<R> {
    tokens: Vec<Token<R>>,
    rules: RuleSet,
}

/// A set of rules, one bit each.
#[derive(Debug)]
struct RuleSet([u64; RuleSet::WORDS]);

impl RuleSet {
    const WORDS: usize = 32;

    /// Returns the word and the bit of a rule. Rules from number 2048 on would share bits with others, and searches for
    /// them would stop less early.
    fn bit_position(rule: impl Numbered) -> (usize, u64) {
        let number = rule.number();
        (number / 64 % RuleSet::WORDS, 1 << (number % 64))
    }

    fn of<R: Numbered>(tokens: &[Token<R>]) -> RuleSet {
        let mut rules = RuleSet([0; RuleSet::WORDS]);
        for token in tokens {
            let (word, bit) = RuleSet::bit_position(token.rule);
            rules.0[word] |= bit;
        }
        rules
    }

    fn may_contain(&self, rule: impl Numbered) -> bool {
        let (word, bit) = RuleSet::bit_position(rule);
        self.0[word] & bit != 0
    }
}

/// A rule with a number of its own.
pub(crate) trait Numbered: Copy + PartialEq {
    fn number(self) -> usize;
}

impl Numbered for Rule {
    fn number(self) -> usize {
        self as usize
    }
}

impl<'i, R: Numbered> Pairs<'i, R> {
    pub(crate) fn new(text: &'i str, tokens: Vec<Token<R>>) -> Pairs<'i, R> {
        let end = tokens.len();
        let rules = RuleSet::of(&tokens);
        Pairs { text, tree: Rc::new(TokenTree { tokens, rules }), at: 0, end }
    }

    /// The pairs and all pairs within them, each before its children.
    pub(crate) fn flatten(self) -> impl Iterator<Item = Pair<'i, R>> {
        let Pairs { text, tree, at, end } = self;
        (at..end).filter_map(move |at| {
            let token = *tree.tokens.get(at)?;
            Some(Pair { text, tree: Rc::clone(&tree), at, token })
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
        let token = *self.tree.tokens.get(at)?;
        self.at = token.next;
        Some(Pair { text: self.text, tree: Rc::clone(&self.tree), at, token })
    }
}

impl<'i, R: Numbered> Pair<'i, R> {
    pub(crate) fn as_rule(&self) -> R {
        self.token.rule
    }

    pub(crate) fn as_span(&self) -> Span {
        Span::new(self.token.start, self.token.end)
    }

    pub(crate) fn as_str(&self) -> &'i str {
        self.text.get(self.token.start..self.token.end).unwrap_or_default()
    }

    /// The children.
    pub(crate) fn into_inner(self) -> Pairs<'i, R> {
        Pairs { text: self.text, end: self.token.next, at: self.at + 1, tree: self.tree }
    }

    /// The descendants of the given rules, in the order of the text.
    pub(crate) fn descendants<const N: usize>(
        &self,
        rules: [R; N],
    ) -> impl Iterator<Item = Pair<'i, R>> + use<'i, N, R> {
        let (text, tree) = (self.text, Rc::clone(&self.tree));
        let end = if self.may_hold(&rules) { self.token.next } else { self.at };
        (self.at + 1..end).filter_map(move |at| {
            let token = *tree.tokens.get(at).filter(|token| rules.contains(&token.rule))?;
            Some(Pair { text, tree: Rc::clone(&tree), at, token })
        })
    }

    /// Whether a descendant has one of the given rules.
    pub(crate) fn contains_any<const N: usize>(&self, rules: [R; N]) -> bool {
        let tokens = self.tree.tokens.get(self.at + 1..self.token.next).unwrap_or_default();
        self.may_hold(&rules) && tokens.iter().any(|token| rules.contains(&token.rule))
    }

    /// Whether one of the given rules may stand anywhere in the text of which this is a part: cheaper than to look.
    pub(crate) fn text_may_have<const N: usize>(&self, rules: [R; N]) -> bool {
        self.may_hold(&rules)
    }

    /// The first child of a rule; `None` if there is none.
    pub(crate) fn first_child(&self, rule: R) -> Option<Pair<'i, R>> {
        if !self.may_hold(&[rule]) {
            return None;
        }
        let mut at = self.at + 1;
        while at < self.token.next {
            let token = *self.tree.tokens.get(at)?;
            if token.rule == rule {
                return Some(Pair { text: self.text, tree: Rc::clone(&self.tree), at, token });
            }
            at = token.next;
        }
        None
    }

    fn may_hold(&self, rules: &[R]) -> bool {
        rules.iter().any(|rule| self.tree.rules.may_contain(*rule))
    }
}
