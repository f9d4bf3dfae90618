//! Text → trees with spans, and what is wrong with a text as data.
//!
//! One file a grammar. Nothing here knows a War: names stay names. May import [`crate::vocabulary`].

pub mod codes;
pub mod condition;
pub mod condition_text;
pub(crate) mod conditions;
pub mod diagnostic;
pub mod effect;
pub mod effect_text;
pub mod effects;
pub mod ending;
pub(crate) mod expected;
pub mod fields;
pub(crate) mod glyphs;
pub mod guide;
pub(crate) mod letters;
pub mod names;
pub mod order;
pub mod order_text;
pub mod orders;
pub(crate) mod pairs;
pub(crate) mod parser;
pub(crate) mod prepare;
pub mod rename;
pub mod span;
pub(crate) mod spelling;
pub mod visit;
