//! The grammars of sheets, orders and scenarios (`*.pest`), read in two ways.
//!
//! [`by_pest`] is what they mean, and says why a text is refused. [`run`] walks tables that `build.rs` made of the same
//! files, is some hundred times faster, and says nothing of what it refuses. A package of its own, so that it is built
//! once for the program and its tests, and beside other packages.

mod engine;
mod machine;
mod memo;
mod rule;
mod tables;

use pest::error::{Error, ErrorVariant, InputLocation};
use pest::{Position, Span};

pub use engine::{TooMuch, run};
pub use rule::Rule;
pub use tables::{WORDS, has_word};

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
    let pairs = machine::MACHINE.parse(rule.name(), text).map_err(|error| Box::new(of_rules(error, text)))?;
    let mut tokens = Vec::new();
    for pair in pairs.flatten() {
        let rule = Rule::named(pair.as_rule()).unwrap_or(Rule::EOI);
        let span = pair.as_span();
        let next = tokens.len() + 1 + pair.clone().into_inner().flatten().count();
        tokens.push(Token { rule, start: span.start(), end: span.end(), next });
    }
    Ok(tokens)
}

/// An error over names of rules as one over rules.
fn of_rules(error: Error<&str>, text: &str) -> Error<Rule> {
    let rules = |names: Vec<&str>| {
        let mut rules: Vec<Rule> = names.into_iter().filter_map(Rule::named).collect();
        // As pest sorts them where they are a type of the grammar's: the first named comes first.
        rules.sort_unstable();
        rules
    };
    let variant = match error.variant {
        ErrorVariant::ParsingError { positives, negatives } => {
            ErrorVariant::ParsingError { positives: rules(positives), negatives: rules(negatives) }
        }
        ErrorVariant::CustomError { message } => ErrorVariant::CustomError { message },
    };
    match error.location {
        InputLocation::Pos(at) => {
            Error::new_from_pos(variant, Position::new(text, at).unwrap_or_else(|| Position::from_start(text)))
        }
        InputLocation::Span((start, end)) => match Span::new(text, start, end) {
            Some(span) => Error::new_from_span(variant, span),
            None => Error::new_from_pos(variant, Position::from_start(text)),
        },
    }
}
