//! Text → trees with spans, and what is wrong with a text as data.
//!
//! One file a grammar. Nothing here knows a War: names stay names. May import [`crate::vocabulary`].

pub mod condition;
pub(crate) mod conditions;
pub mod diagnostic;
pub mod effect;
pub mod effect_text;
pub mod effects;
pub(crate) mod expected;
pub mod fields;
pub mod order;
pub(crate) mod parser;
pub mod span;
