//! Reads text into trees with spans, and describes what is wrong with a text as data.
//!
//! Three languages share one grammar of conditions: orders, the effects of sheets, and conditions themselves. Each has
//! a tree, a reader (text → tree) and a printer of canonical words (tree → text). Canonical words parse to the same
//! tree.
//!
//! | | tree | reader | canonical words |
//! | --- | --- | --- | --- |
//! | conditions | `condition` | `conditions` | `condition_text` |
//! | effects of sheets | `effect` | `effects` | `effect_text` |
//! | orders | `order` | `orders` | `order_text` |
//!
//! | module | holds |
//! | --- | --- |
//! | `visit` | the visitor of trees of conditions, orders and effects |
//! | `rename` | replaces the names in a tree: written → canonical → handles |
//! | `fields`, `ending_condition` | the short fields of a sheet (ranks, costs, damage); the condition of an ending |
//! | `prepare`, `glyphs`, `accents` | prepares a letter for the grammar: headings, sentences, plain characters |
//! | `parser`, `pairs`, `parse_error` | the parser of all grammars, its result, and what it expected where it failed |
//! | `wordings` | wordings that the grammars do not read, from the tables of `grammar/wordings/` |
//! | `name_book`, `spelling`, `number_words` | names that need no quotes; corrected spelling; numbers such as `two` |
//! | `span`, `diagnostic`, `codes`, `code_topics` | places in a text; faults as data; the code of each fault |
//! | `order_guide`, `sheet_guide` | the help on orders (`grail orders help`) and on sheets (`grail sheet help`) |
//!
//! Nothing here knows a War: names stay names.

pub(crate) mod accents;
pub mod code_topics;
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
pub mod name_book;
pub(crate) mod number_words;
pub mod order;
pub mod order_guide;
pub mod order_text;
pub mod orders;
pub(crate) mod pairs;
pub(crate) mod parse_error;
pub(crate) mod parser;
pub(crate) mod prepare;
pub mod rename;
pub mod sheet_guide;
pub mod span;
pub(crate) mod spelling;
pub mod visit;
mod wordings;
