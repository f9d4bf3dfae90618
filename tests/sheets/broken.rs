//! Sheets that must fail or be warned of, each with exactly the words its author will read.
//!
//! The cases stand in `broken.txt`: a title, the sheet, the answer.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

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
    assert!(cases().len() >= 50);
    for (title, sheet, _) in cases() {
        assert!(!answer(sheet).is_empty(), "{title}");
    }
}

/// A sheet that would take hours or all memory is refused before it does: within a second, with one fault.
#[test]
fn hostile_sheets_are_refused_in_bounded_time() {
    let long = "x".repeat(10 << 20);
    let aliases: String =
        (1..10).map(|n| format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", "))).collect();
    let many = |line: &str, times: usize| format!("kind: master\nname: Rin\nskills:\n{}", line.repeat(times));
    let hostile = [
        ("a description of 10 MB", format!("kind: master\nname: Rin\nappearance: {long}"), "E262"),
        ("a bomb of aliases", format!("a0: &a0 [x]\n{aliases}"), "E264"),
        ("brackets", format!("kind: {}", "[".repeat(500_000)), "E26"),
        ("braces", format!("kind: {}", "{a: ".repeat(200_000)), "E26"),
        ("dashes", "- ".repeat(400_000), "E26"),
        (
            "a sentence of parentheses",
            many(
                "  - effects: ['Damage increases by 1% if ((((((((((((((((((((((((((((((the user is in battle.']\n",
                1,
            ),
            "E24",
        ),
        (
            "a sentence of 100 kB",
            many(&format!("  - effects: ['The target {}.']\n", "restores ".repeat(11_000)), 1),
            "E244",
        ),
        ("a name of 100 kB", format!("kind: master\nname: {}", "x".repeat(100_000)), "E237"),
        ("a rank of 100 kB", many(&format!("  - {{ name: X, rank: A{} }}\n", "+".repeat(100_000)), 1), "E250"),
        ("thousands of faults", many("  - &x 1\n", 50_000), "E264"),
        ("thousands of skills", many("  - 1\n", 50_000), "E223"),
    ];
    for (what, sheet, code) in hostile {
        let began = std::time::Instant::now();
        let found = load(&Source::new("sheet.yaml", sheet), Defaults::Sheet).unwrap_err();
        assert!(found.iter().any(|fault| fault.code.starts_with(code)), "{what}: {:?}", found.first());
        assert!(began.elapsed().as_secs() < 5, "{what} took {:?}", began.elapsed());
    }
}
