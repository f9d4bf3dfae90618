//! Tests that the fast parser and pest agree.

use std::path::Path;

use proptest::prelude::*;

use super::*;

/// The rules by which whole texts are parsed.
const ENTRIES: [Rule; 8] = [
    Rule::order_line,
    Rule::sentence_start,
    Rule::whole_condition,
    Rule::whole_who,
    Rule::effect_sentence,
    Rule::requirement_text,
    Rule::damage_field,
    Rule::cost_field,
];

/// Returns every line of the shipped sheets, the scenarios and the tests of the languages, and its parts between quotes
/// and after a colon.
#[expect(clippy::disallowed_methods, reason = "a test reads the project's own files")]
fn lines() -> Vec<String> {
    let mut found = Vec::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders =
        ["sheets", "tests/scenarios", "tests/orders", "tests/sheets", "src/language"].map(|f| root.join(f)).to_vec();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(path) {
                let bare =
                    |line: &str| line.trim_matches(|c: char| c.is_whitespace() || "-'\",".contains(c)).to_owned();
                let parts = |line: &str| line.split('"').chain(line.split(": ")).map(bare).collect::<Vec<_>>();
                let parts = text.lines().flat_map(parts);
                found.extend(parts.filter(|part| part.contains(' ') && part.len() < 300));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether a text is understood. Both parsers must find the same tokens.
fn agreed(rule: Rule, text: &str) -> bool {
    let pest = by_pest(rule, text);
    if let Ok(found) = run(rule, text) {
        assert_eq!(found.as_ref(), pest.as_ref().ok(), "`{text}` as {rule:?}");
    }
    pest.is_ok()
}

#[test]
fn the_engine_reads_every_shipped_line_as_pest_does() {
    let lines = lines();
    // pest would take minutes for all of them.
    let share = 4 * crate::case_stride(8);
    let half = |of: usize| {
        let mut understood = [0; ENTRIES.len()];
        for (i, line) in lines.iter().step_by(share).enumerate().filter(|(i, _)| i % 2 == of) {
            for (entry, count) in ENTRIES.into_iter().zip(&mut understood) {
                let line = if entry == Rule::order_line { line.trim_end_matches('.') } else { line };
                // pest must understand what the fast parser understands. Of what that refuses, pest is asked about a
                // part.
                let understood = !matches!(run(entry, line), Ok(None));
                if understood || i % 16 <= 1 {
                    *count += usize::from(agreed(entry, line));
                }
            }
        }
        understood
    };
    let (even, odd) = std::thread::scope(|scope| {
        let even = scope.spawn(|| half(0));
        let odd = half(1);
        (even.join().unwrap(), odd)
    });
    let understood: Vec<usize> = even.iter().zip(odd).map(|(even, odd)| even + odd).collect();
    assert!(understood[0] > 500 / share && understood[4] > 200 / share, "{understood:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_engine_reads_changed_lines_as_pest_does(
        (line, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        (at, take, put) in (any::<prop::sample::Index>(), 0..3_usize, 0..3_usize),
        space in prop::sample::select(vec![" ", "  ", "\n", "\u{A0}", ""]),
    ) {
        thread_local!(static LINES: Vec<String> = lines());
        LINES.with(|lines| {
            let mut words: Vec<&str> = line.get(lines).split(' ').collect();
            let more: Vec<&str> = other.get(lines).split(' ').take(put).collect();
            let at = at.index(words.len());
            let end = words.len().min(at + take);
            words.splice(at..end, more);
            let text = words.join(space);
            for entry in ENTRIES {
                agreed(entry, &text);
            }
        });
    }
}

#[test]
fn a_text_nested_beyond_reason_is_left_to_pest() {
    let text = format!("{}I am here{}", "(".repeat(400), ")".repeat(400));
    assert!(run(Rule::whole_condition, &text).is_err());
    assert!(!matches_rule(Rule::whole_condition, "I am here)"));
}
