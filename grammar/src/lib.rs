//! The grammars of sheets, orders and scenarios (`*.pest`), read in two ways.
//!
//! [`by_pest`] is what they mean, and says why a text is refused. [`run`] is made of the same files by `build.rs`, reads
//! some hundred times faster, and says nothing of what it refuses. A package of its own, so that it is built once
//! for the program and its tests, and beside other packages.

mod engine;

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser as _;
use pest::error::Error;

pub use engine::{TooMuch, WORDS, run};
pub use grammar::Rule;

/// The grammars as pest reads them: every rule by its name.
mod grammar {
    use pest_derive::Parser;

    /// pest's parser; [`Rule`] has every rule of every grammar.
    #[derive(Parser)]
    #[grammar = "../base.pest"]
    #[grammar = "../fields.pest"]
    #[grammar = "../conditions.pest"]
    #[grammar = "../effects.pest"]
    #[grammar = "../effects_amounts.pest"]
    #[grammar = "../effects_guards.pest"]
    #[grammar = "../effects_once.pest"]
    #[grammar = "../effects_skill.pest"]
    #[grammar = "../effects_shields.pest"]
    #[grammar = "../effects_standing.pest"]
    #[grammar = "../effects_use.pest"]
    #[grammar = "../effects_words.pest"]
    #[grammar = "../lexicon.pest"]
    #[grammar = "../orders.pest"]
    pub(super) struct Grammar;
}

/// The most steps pest may take over one text; a person's sentence takes a few thousand.
const MOST_STEPS: usize = 400_000;

/// One matched rule, before the rules matched within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<R> {
    /// The rule.
    pub rule: R,
    /// The byte it starts at.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// The first token that is not within it.
    pub next: usize,
}

/// What pest makes of a text.
///
/// # Errors
/// What pest expected where. A text that takes too many steps is an error of pest's own (`call limit reached`).
pub fn by_pest(rule: Rule, text: &str) -> Result<Vec<Token<Rule>>, Box<Error<Rule>>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_STEPS)));
    let mut tokens = Vec::new();
    for pair in grammar::Grammar::parse(rule, text)?.flatten() {
        let span = pair.as_span();
        let next = tokens.len() + 1 + pair.clone().into_inner().flatten().count();
        tokens.push(Token { rule: pair.as_rule(), start: span.start(), end: span.end(), next });
    }
    Ok(tokens)
}
