//! The one parser of all grammars under `../grammar/`.
//!
//! pest defines what they mean and says why a text is refused; what is understood is found by the
//! [`engine`] that `build.rs` makes of the same files. The two must agree: the tests of this module ask both
//! about every shipped line, the fuzz targets about every text, and any other debug build, so every test, about one
//! text of four.

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser as _;
use pest::error::Error;

use super::engine;
use super::grammar::Grammar;
pub(crate) use super::grammar::Rule;
use super::pairs::{Pairs, Token};

/// The most steps pest may take over one text; a person's sentence takes a few thousand.
const MOST_STEPS: usize = 400_000;

/// Reads a text by a rule, within a bounded number of steps.
///
/// # Errors
/// What pest expected where. A text that takes too many steps is an error of pest's own
/// (`call limit reached`).
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let found = match engine::run(rule, text) {
        Ok(Some(tokens)) if !is_checked(text) => return Ok(Pairs::new(text, tokens)),
        found => found,
    };
    // The engine gave up, or pest is to say why the text is refused; what the engine knows must be what pest finds.
    let tokens = by_pest(rule, text);
    if let Ok(found) = found {
        debug_assert_eq!(found.as_ref(), tokens.as_ref().ok(), "`{text}` as {rule:?}");
    }
    tokens.map(|tokens| Pairs::new(text, tokens))
}

/// The trees of a text, if the rule understands it.
pub(crate) fn tree(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    if is_checked(text) {
        return read(rule, text).ok();
    }
    let found = engine::run(rule, text).unwrap_or_else(|engine::TooMuch| by_pest(rule, text).ok());
    found.map(|tokens| Pairs::new(text, tokens))
}

/// Whether pest reads a text that the engine has read: in debug builds one of four, in fuzzing each.
fn is_checked(text: &str) -> bool {
    let one_of_four = || text.bytes().fold(0_u8, u8::wrapping_add).is_multiple_of(4);
    cfg!(debug_assertions) && (cfg!(fuzzing) || one_of_four())
}

/// Whether a rule understands a text.
pub(crate) fn reads(rule: Rule, text: &str) -> bool {
    tree(rule, text).is_some()
}

/// What pest makes of a text.
fn by_pest(rule: Rule, text: &str) -> Result<Vec<Token<Rule>>, Box<Error<Rule>>> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(NonZeroUsize::new(MOST_STEPS)));
    let mut tokens = Vec::new();
    for pair in Grammar::parse(rule, text)?.flatten() {
        let span = pair.as_span();
        let next = tokens.len() + 1 + pair.clone().into_inner().flatten().count();
        tokens.push(Token { rule: pair.as_rule(), start: span.start(), end: span.end(), next });
    }
    Ok(tokens)
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
