//! The one parser of all grammars under `../grammar/`.

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;
use pest::error::Error;
use pest::iterators::Pairs;
use pest_derive::Parser;

/// The parser; [`Rule`] has every rule of every grammar.
#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/fields.pest"]
#[grammar = "../grammar/conditions.pest"]
#[grammar = "../grammar/effects.pest"]
#[grammar = "../grammar/orders.pest"]
pub(crate) struct Grammar;

/// How much work a text may make; far above what any honest sentence needs.
const CALL_LIMIT: NonZeroUsize = NonZeroUsize::new(1_000_000).unwrap();

static LIMITED: Once = Once::new();

/// Parses a text by an entry rule, with the limit that keeps hostile texts cheap.
pub(crate) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    LIMITED.call_once(|| pest::set_call_limit(Some(CALL_LIMIT)));
    Grammar::parse(rule, text).map_err(Box::new)
}

/// Reads a text by a rule, within a bounded number of steps.
///
/// # Errors
/// What pest expected where.
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    parse(rule, text)
}
