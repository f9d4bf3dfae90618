//! The one parser of all grammars under `../grammar/`.
//!
//! pest defines what they mean and says why a text is refused; what is understood is found by the fast reader that is
//! made of the same files. The two must agree: the tests of this module ask both about every shipped line, the fuzz
//! targets about every text.

use grail_grammar::{TooMuch, by_pest, run};
use pest::error::Error;

pub(crate) use grail_grammar::Rule;

use super::pairs::Pairs;

/// Reads a text by a rule, within a bounded number of steps.
///
/// # Errors
/// What pest expected where. A text that takes too many steps is an error of pest's own
/// (`call limit reached`).
pub(crate) fn read(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, Box<Error<Rule>>> {
    let found = match run(rule, text) {
        Ok(Some(tokens)) if !cfg!(fuzzing) => return Ok(Pairs::new(text, tokens)),
        found => found,
    };
    // The reader gave up, or pest is to say why the text is refused; what the reader knows must be what pest finds.
    let tokens = by_pest(rule, text);
    if let Ok(found) = found {
        debug_assert_eq!(found.as_ref(), tokens.as_ref().ok(), "`{text}` as {rule:?}");
    }
    tokens.map(|tokens| Pairs::new(text, tokens))
}

/// The trees of a text, if the rule understands it.
pub(crate) fn tree(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    if cfg!(fuzzing) {
        return read(rule, text).ok();
    }
    let found = run(rule, text).unwrap_or_else(|TooMuch| by_pest(rule, text).ok());
    found.map(|tokens| Pairs::new(text, tokens))
}

/// Whether a rule understands a text.
pub(crate) fn reads(rule: Rule, text: &str) -> bool {
    tree(rule, text).is_some()
}

#[cfg(test)]
#[path = "parser_tests.rs"]
mod tests;
