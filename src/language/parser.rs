//! The one parser of all grammars in the folder `grammar`.
//!
//! The grammars are written for pest, which defines what they mean. A faster parser walks
//! tables made of the same files; pest explains why a text is refused. The two must agree: the tests of this module
//! compare them on every shipped line, the fuzz targets on any text.

use grail_grammar::{TooMuch, by_pest, run};
use pest::error::Error;

pub(crate) use grail_grammar::Rule;

use super::pairs::Pairs;

/// Parses a text by a rule, within a bounded number of steps.
///
/// # Errors
/// Returns pest's error, which says what was expected where. A text that takes too many steps is an error too (`call
/// limit reached`).
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let found = match run(rule, text) {
        Ok(Some(tokens)) if !cfg!(fuzzing) => return Ok(Pairs::new(text, tokens)),
        found => found,
    };
    // The fast parser gave up, or pest has to explain the refusal. A result of the fast parser must be pest's too.
    let tokens = by_pest(rule, text);
    if let Ok(found) = found {
        debug_assert_eq!(found.as_ref(), tokens.as_ref().ok(), "`{text}` as {rule:?}");
    }
    tokens.map(|tokens| Pairs::new(text, tokens))
}

/// Parses a text by a rule; `None` if the rule refuses it. Cheaper than the function above, because no error is made.
pub(crate) fn parse_pairs(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    if cfg!(fuzzing) {
        return read(rule, text).ok();
    }
    let found = run(rule, text).unwrap_or_else(|TooMuch| by_pest(rule, text).ok());
    found.map(|tokens| Pairs::new(text, tokens))
}

/// Whether a rule understands a text.
pub(crate) fn matches_rule(rule: Rule, text: &str) -> bool {
    parse_pairs(rule, text).is_some()
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
