//! Text → trees with spans, and what is wrong with a text as data.
//!
//! Three languages share one grammar of conditions: orders, sheets' effects, and conditions themselves. Each has a
//! tree, a reader (text → tree) and canonical words (tree → text), which parse to the same tree.
//!
//! | | tree | reader | canonical words |
//! | --- | --- | --- | --- |
//! | conditions | `condition` | `conditions` | `condition_text` |
//! | effects of sheets | `effect` | `effects` | `effect_text` |
//! | orders | `order` | `orders` | `order_text` |
//!
//! | module | holds |
//! | --- | --- |
//! | `visit` | the one walk over trees of conditions and effects |
//! | `rename` | exchanging the names in a tree: written → canonical → handles |
//! | `fields`, `ending_condition` | the short fields of a sheet (ranks, costs, damage); the condition of an ending |
//! | `prepare`, `glyphs`, `accents` | a letter made ready for the grammar: headings, sentences, plain characters |
//! | `parser`, `pairs`, `parse_error` | the parser of all grammars, what it gives, what it expected where it failed |
//! | `wordings` | what people write beside what the grammars read, from the tables of `grammar/wordings/` |
//! | `name_book`, `spelling`, `number_words` | names that need no quotes; the nearest word to a misspelt one; `two` |
//! | `span`, `diagnostic`, `codes`, `code_topics` | places in a text; what is wrong there, as data; the code of each fault |
//! | `guide`, `sheet_guide` | the language for those who write it: orders (`grail orders help`), sheets (`grail sheet help`) |
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
pub mod guide;
pub mod name_book;
pub(crate) mod number_words;
pub mod order;
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
