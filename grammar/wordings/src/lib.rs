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
//! | `phrases` | whole words in a text, for those that only look whether they are there |
//!
//! This is a package of its own so that it is built optimised for tests too: they spend most of their time here.

mod parse_chart;
mod pattern;
mod phrases;
mod table;

pub use phrases::{has_any_word, has_words, have_same_letters, is_one_of};
pub use table::{Row, WordingTable};

/// Whether a rule of the grammar, named first, reads the whole of a text as it is.
pub type ReadsText<'a> = dyn Fn(&str, &str) -> bool + 'a;

impl WordingTable {
    /// Returns the text in words of the grammar, once for each way to combine the rows; a bounded number of them.
    pub fn rewordings(&self, text: &str, reads: &ReadsText<'_>) -> Vec<String> {
        parse_chart::ways(self, text, reads)
    }

    /// Returns the text with the table's spellings and words; `None` if it has none that are said otherwise.
    pub fn respell(&self, text: &str, reads: &ReadsText<'_>) -> Option<String> {
        parse_chart::respelt(self, text, reads)
    }

    /// Returns the sentences of a text that gives several: for each way to combine the rows, the sentences in sequence.
    /// Empty if the table has no such rows.
    pub fn several_rewordings(&self, text: &str, reads: &ReadsText<'_>) -> Vec<Vec<String>> {
        let ways = parse_chart::several(self, text, reads);
        ways.iter().map(|way| way.split(" || ").map(str::to_owned).collect()).collect()
    }

    /// Finds the end of a sentence that equals a text once its spelling is replaced by that of the table. Returns it as
    /// its author wrote it; `None` if there is none.
    pub fn ending_as_written<'t>(&self, sentence: &'t str, told: &str) -> Option<&'t str> {
        parse_chart::as_written(self, sentence, told)
    }
}
