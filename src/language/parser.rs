//! The one parser of all grammars under `../grammar/`.

use pest_derive::Parser;

/// The parser; [`Rule`] has every rule of every grammar.
#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/fields.pest"]
#[grammar = "../grammar/conditions.pest"]
#[grammar = "../grammar/effects.pest"]
#[grammar = "../grammar/orders.pest"]
pub(crate) struct Grammar;
