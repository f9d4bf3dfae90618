//! The grammars under `../grammar/`, as pest reads them: every rule by its name.
//!
//! Imports nothing.

use pest_derive::Parser;

/// pest's parser; [`Rule`] has every rule of every grammar.
#[derive(Parser)]
#[grammar = "../grammar/base.pest"]
#[grammar = "../grammar/fields.pest"]
#[grammar = "../grammar/conditions.pest"]
#[grammar = "../grammar/effects.pest"]
#[grammar = "../grammar/effects_once.pest"]
#[grammar = "../grammar/effects_skill.pest"]
#[grammar = "../grammar/effects_standing.pest"]
#[grammar = "../grammar/effects_words.pest"]
#[grammar = "../grammar/lexicon.pest"]
#[grammar = "../grammar/orders.pest"]
pub(super) struct Grammar;
