//! Other wordings: what people write beside what the grammars read, and the words that say the same there.
//!
//! A table has a row for each wording: a pattern with slots, and what it says. Rows are put together as the grammar
//! would put phrases together, in every way that covers the whole text; nothing of it is left over. What comes out is
//! text of the language, and it is the grammar that reads it: a row can make nothing mean what has no form there.
//!
//! ```text
//! [sentence]
//! {sentence} for as long as {state} => {sentence} while {state}
//! ```
//!
//! | module | holds |
//! | --- | --- |
//! | `table` | the rows, as they are read from their file |
//! | `chart` | every way in which rows cover a text |

mod chart;
mod table;

use std::sync::LazyLock;

use table::Table;

static ORDERS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("../../grammar/wordings/orders.txt")));
static EFFECTS: LazyLock<Table> = LazyLock::new(|| Table::of(include_str!("../../grammar/wordings/effects.txt")));

/// What an order that the grammar does not read may say, in the words that it does: each way to put it together, a
/// bounded number of them.
pub(super) fn of_order(text: &str) -> Vec<String> {
    chart::ways(&ORDERS, text)
}

/// The orders that a sentence says where it says several: each way, the orders in their order.
pub(super) fn of_several_orders(text: &str) -> Vec<Vec<String>> {
    let ways = chart::several(&ORDERS, text);
    ways.iter().map(|way| way.split(" || ").map(str::to_owned).collect()).collect()
}

/// The end of a sentence that says in its writer's own spelling what is told to somebody: words for others stand as
/// they were written.
pub(super) fn as_written<'t>(sentence: &'t str, told: &str) -> Option<&'t str> {
    chart::as_written(&ORDERS, sentence, told)
}

/// What a sentence of a sheet may say, likewise.
pub(super) fn of_effect(text: &str) -> Vec<String> {
    chart::ways(&EFFECTS, text)
}

#[cfg(test)]
mod tests;
