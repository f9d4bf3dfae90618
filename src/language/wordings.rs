//! Other wordings: phrases that the grammars do not read, and the words they can be replaced by. The tables are
//! `grammar/wordings/*.txt`; the package `grail-wordings` combines their rows.

use std::sync::LazyLock;

use grail_wordings::WordingTable;

use super::parser::{Rule, parse_pairs};

static ORDERS: LazyLock<WordingTable> =
    LazyLock::new(|| WordingTable::parse(include_str!("../../grammar/wordings/orders.txt"), &has_rule));
static EFFECTS: LazyLock<WordingTable> =
    LazyLock::new(|| WordingTable::parse(include_str!("../../grammar/wordings/effects.txt"), &has_rule));

/// Returns rewordings of an order that the grammar may be able to parse: one for each way to combine the rows, a
/// bounded number of them.
pub(super) fn order_wordings(text: &str) -> Vec<String> {
    ORDERS.rewordings(text, &reads_whole)
}

/// Returns the orders of a sentence that gives several: for each way to combine the rows, the orders in sequence.
pub(super) fn several_order_wordings(text: &str) -> Vec<Vec<String>> {
    ORDERS.several_rewordings(text, &reads_whole)
}

/// Finds the end of a sentence that equals a text once its spelling is replaced by that of the table. Returns it as its
/// author wrote it; `None` if there is none.
pub(super) fn ending_as_written<'t>(sentence: &'t str, told: &str) -> Option<&'t str> {
    ORDERS.ending_as_written(sentence, told)
}

/// Returns rewordings of a sheet's sentence that the grammar may be able to parse: one for each way to combine the
/// rows. The words of the table are replaced where the rows alone lead to nothing that the grammar reads.
pub(super) fn effect_wordings(text: &str) -> Vec<String> {
    let rewordings = EFFECTS.rewordings(text, &reads_whole);
    if rewordings.iter().any(|said| reads_whole("effect_sentence", said)) {
        return rewordings;
    }
    match respell_effect(text) {
        Some(respelt) => EFFECTS.rewordings(&respelt, &reads_whole).into_iter().chain([respelt]).collect(),
        None => rewordings,
    }
}

/// Returns a sheet's sentence with the spellings and words of the table; `None` if it has none of them.
pub(super) fn respell_effect(text: &str) -> Option<String> {
    EFFECTS.respell(text, &reads_whole)
}

/// Whether the grammar has a rule of this name.
fn has_rule(name: &str) -> bool {
    Rule::named(name).is_some()
}

/// Whether a rule of the grammar reads the whole text.
fn reads_whole(rule: &str, text: &str) -> bool {
    let pairs = Rule::named(rule).and_then(|rule| parse_pairs(rule, text));
    pairs.and_then(Iterator::last).is_some_and(|pair| pair.as_span().end == text.len())
}

#[cfg(test)]
mod tests;
