//! Text → trees with spans, and what is wrong with a text as data.
//!
//! One file a grammar. Nothing here knows a War: names stay names. May import [`crate::vocabulary`].

pub(crate) mod accents;
pub mod codes;
pub mod condition;
pub mod condition_text;
pub(crate) mod conditions;
pub mod diagnostic;
pub mod effect;
pub mod effect_text;
pub mod effects;
pub mod ending_condition;
pub mod fields;
pub(crate) mod glyphs;
pub mod guide;
pub mod name_book;
pub mod order;
pub mod order_text;
pub mod orders;
pub(crate) mod pairs;
pub(crate) mod parse_error;
pub(crate) mod parser;
pub(crate) mod prepare;
pub mod rename;
pub mod span;
pub(crate) mod spelling;
pub mod visit;
