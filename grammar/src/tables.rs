//! The rules of `*.pest` as tables, made by `build.rs`.

use super::Rule;

/// Bytes that something can begin with, one bit each; the bit behind them is the end of the text.
pub(crate) type Set = [u64; 5];

/// A rule.
pub(crate) struct RuleCode {
    /// The set of bytes that it can begin with.
    pub(crate) first: u16,
    pub(crate) kind: Kind,
    /// The node of its expression.
    pub(crate) body: u16,
    /// The rule that it begins with, and the set of bytes that what stands behind it can begin with.
    pub(crate) lead: Option<(Rule, u16)>,
}

/// What a rule leaves in the tree.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// Nothing of its own, and it asks no other rules.
    Plain,
    /// Nothing of its own.
    Silent,
    /// One token, and nothing of what it asks.
    Leaf,
    /// A token with those of the rules it asks.
    Tree,
    /// The end of the text.
    End,
}

/// An expression; its parts are nodes by their place.
pub(crate) enum Node {
    /// This text.
    Text(&'static str),
    /// This text, which is in lower case here, in any letter case.
    Word(&'static str),
    /// A character from one to another.
    Range(char, char),
    /// A character of a kind.
    Letter(fn(char) -> bool),
    /// Any character.
    Any,
    /// An ASCII digit.
    Digit,
    /// An ASCII letter or digit.
    Alphanumeric,
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    /// Everything up to the first of these.
    UpTo(&'static [&'static str]),
    /// A rule.
    Rule(Rule),
    /// That something follows.
    Ahead(u16),
    /// That something does not follow.
    NotAhead(u16),
    /// Once or not at all.
    Maybe(u16),
    /// Once or more often.
    Some(u16),
    /// One after the other.
    All(&'static [u16]),
    /// The first that matches of a choice, of which the next byte leaves some.
    Either(u16),
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

/// Whether a word, given in lower case, is one of the grammars'. Their list is sorted as if in lower case.
#[must_use]
pub fn has_word(word: &str) -> bool {
    let letters = |of: &'static str| of.bytes().map(|letter| letter.to_ascii_lowercase());
    WORDS.binary_search_by(|of| letters(of).cmp(word.bytes())).is_ok()
}
