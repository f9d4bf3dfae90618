//! Reads orders of the blind writers' seat, for the files that hold many of them.
#![expect(clippy::unwrap_used, reason = "tests stop where something is wrong")]

use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};
use grail_referee::perception::view::View;

use super::plan;
use super::view::seat_of_writers;

/// What a character orders, checked.
pub(super) fn checked_by(character: &str, sentence: &str, view: &View) -> CheckedFile {
    check(&Source::new("letter", format!("{character}:\n{sentence}\n")), view)
}

/// `Saber: Use Calm.`, a name and an order of the blind writers' seat, checked.
pub(super) fn checked_of_writers(order: &str) -> CheckedFile {
    let (character, sentences) = order.split_once(": ").unwrap();
    checked_by(character, sentences, &seat_of_writers())
}

/// The plan of what a character orders, or the code of its first error.
pub(super) fn reading(character: &str, sentence: &str, view: &View) -> String {
    reading_of(&checked_by(character, sentence, view))
}

/// The plan of a checked file, or the code of its first error.
pub(super) fn reading_of(checked: &CheckedFile) -> String {
    match checked.diagnostics.iter().find(|said| said.is_error()) {
        Some(error) => format!("refused {}", error.code),
        None => plan(checked).join(" | "),
    }
}

/// The same of `Saber: Use Calm.`, a name and an order.
pub(super) fn read(order: &str, view: &View) -> String {
    let (character, sentence) = order.split_once(": ").unwrap();
    reading(character, sentence, view)
}

/// Each order has this plan, or is refused with this code.
#[track_caller]
pub(super) fn all_read(orders: &[(&str, &str)]) {
    let view = seat_of_writers();
    let wrong: Vec<_> = orders
        .iter()
        .map(|(order, told)| (order, read(order, &view), told))
        .filter(|(_, found, told)| found != *told)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each order is refused.
#[track_caller]
pub(super) fn all_refused(orders: &[&str]) {
    let view = seat_of_writers();
    let read: Vec<_> = orders.iter().map(|order| (order, read(order, &view))).collect();
    let wrong: Vec<_> = read.iter().filter(|(_, found)| !found.starts_with("refused")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
