//! Other wordings: phrases that the grammars do not read, and the words they can be replaced by.
//!
//! A table has a row for each wording: a pattern with slots, and the words that replace it. Rows are combined in every
//! way that covers the whole text; no word is left over. The result is text of the language, which the grammar reads.
//! So a row cannot give a meaning to anything that has no form in the grammar.
//!
//! ```text
//! [sentence]
//! {sentence} for as long as {state} => {sentence} while {state}
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | `pattern` | the pattern of a row: words, slots, and words of which one is written |
//! | `table` | the rows, as they are read from their file |
//! | `parse_chart` | every way in which rows cover a text |

mod parse_chart;
mod pattern;
mod table;

use std::sync::LazyLock;

use table::WordingTable;

static ORDERS: LazyLock<WordingTable> =
    LazyLock::new(|| WordingTable::of(include_str!("../../grammar/wordings/orders.txt")));
static EFFECTS: LazyLock<WordingTable> =
    LazyLock::new(|| WordingTable::of(include_str!("../../grammar/wordings/effects.txt")));

/// Returns rewordings of an order that the grammar may be able to parse: one for each way to combine the rows, a
/// bounded number of them.
pub(super) fn order_wordings(text: &str) -> Vec<String> {
    parse_chart::ways(&ORDERS, text)
}

/// Returns the orders of a sentence that gives several: for each way to combine the rows, the orders in sequence.
pub(super) fn several_order_wordings(text: &str) -> Vec<Vec<String>> {
    let ways = parse_chart::several(&ORDERS, text);
    ways.iter().map(|way| way.split(" || ").map(str::to_owned).collect()).collect()
}

/// Finds the end of a sentence that equals a text once its spelling is replaced by that of the table. Returns it as its
/// author wrote it; `None` if there is none.
pub(super) fn ending_as_written<'t>(sentence: &'t str, told: &str) -> Option<&'t str> {
    parse_chart::as_written(&ORDERS, sentence, told)
}

/// Returns rewordings of a sheet's sentence that the grammar may be able to parse: one for each way to combine the
/// rows.
pub(super) fn effect_wordings(text: &str) -> Vec<String> {
    parse_chart::ways(&EFFECTS, text)
}

#[cfg(test)]
mod tests;
