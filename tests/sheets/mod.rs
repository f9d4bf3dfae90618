//! Sheets: those that must load, and those that must fail with the right words.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests touch files and stop where something is wrong"
)]

mod attack_counts;
mod authors;
mod broken;
mod carried_out;
mod circles;
mod done_as_written;
mod false_synonyms;
mod families;
mod guard;
mod joined;
mod keeping;
mod laws;
mod library;
mod lists;
mod lost_words;
mod measures;
mod misread;
mod mutated;
mod schema;
mod shipped;
mod tenses;
mod trees;
mod whole;
