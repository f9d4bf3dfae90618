//! The parts of a letter: blocks, labels, sentences, and the parts that are no orders.
//!
//! | module | holds |
//! | --- | --- |
//! | `parsed` | the result of parsing an order file |
//! | `text_parts` | a letter split into headers and blocks |
//! | `labels`, `colon_clauses` | the labels of a block; a condition with a colon |
//! | `messages` | where a message without quotes ends |
//! | `sequence` | sentences that are numbered or follow one another |
//! | `read_sentence`, `sentence_context` | one sentence, in its own or in other words, and what it may refer to |
//! | `record_sentence` | what a sentence turned out to be |
//! | `talk` | sentences that are no orders |

pub(super) mod colon_clauses;
pub(super) mod labels;
pub(super) mod messages;
pub(super) mod parsed;
pub(super) mod read_sentence;
pub(super) mod record_sentence;
pub(super) mod sentence_context;
pub(super) mod sequence;
pub(super) mod talk;
pub(super) mod text_parts;
