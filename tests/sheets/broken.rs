//! Sheets that must fail or be warned of, each with exactly the words its author will read.
//!
//! The cases stand in `broken.txt`: a title, the sheet, the answer.

use grail_referee::language::span::Source;
use grail_referee::sheet::load::{Defaults, load};

const CASES: &str = include_str!("broken.txt");

/// Title, sheet and answer of each case.
fn cases() -> Vec<(&'static str, &'static str, &'static str)> {
    let mut cases = Vec::new();
    for case in CASES.split("\n=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (sheet, answer) = rest.split_once("\n--- answer\n").unwrap();
        cases.push((title, sheet, answer));
    }
    cases
}

/// What `grail sheet check` says of a sheet.
fn answer(sheet: &str) -> String {
    let source = Source::new("sheet.yaml", format!("{sheet}\n"));
    let found = match load(&source, Defaults::Sheet) {
        Ok(loaded) => loaded.warnings,
        Err(found) => found,
    };
    found.iter().map(|fault| fault.render(&source)).collect()
}

#[test]
fn every_broken_sheet_is_answered_as_written_down() {
    let mut wrong = String::new();
    for (title, sheet, expected) in cases() {
        let answer = answer(sheet);
        if answer.trim_end() != expected.trim_end() {
            wrong.push_str(&format!("=== {title}\n{sheet}\n--- answer\n{answer}\n"));
        }
    }
    assert!(wrong.is_empty(), "these answers differ from broken.txt:\n{wrong}");
}

#[test]
fn there_are_many_broken_sheets_and_none_is_passed_in_silence() {
    assert!(cases().len() >= 30);
    for (title, sheet, _) in cases() {
        assert!(!answer(sheet).is_empty(), "{title}");
    }
}
