//! The one parser of all grammars under `../grammar/`.

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser as _;
use pest::error::Error;
use pest::iterators::Pairs;
use pest_derive::Parser;

/// The parser; [`Rule`] has every rule of every grammar.
#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/fields.pest"]
#[grammar = "../grammar/conditions.pest"]
#[grammar = "../grammar/effects.pest"]
#[grammar = "../grammar/effects_once.pest"]
#[grammar = "../grammar/effects_skill.pest"]
#[grammar = "../grammar/effects_standing.pest"]
#[grammar = "../grammar/effects_words.pest"]
#[grammar = "../grammar/orders.pest"]
pub(crate) struct Grammar;

/// The most steps one text may take; a person's sentence takes a few thousand.
const MOST_STEPS: usize = 400_000;

/// Reads a text by a rule, within a bounded number of steps.
///
/// # Errors
/// What pest expected where. A text that takes too many steps is an error of pest's own
/// (`call limit reached`).
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_STEPS)));
    Grammar::parse(rule, text).map_err(Box::new)
}
