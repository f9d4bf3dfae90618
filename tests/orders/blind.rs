//! Orders by people who had seen nothing but the rulebook: each keeps its reading.
//!
//! `blind/*.tsv` has one writer each: number, character, sentence, what its writer meant, and how it is read: the
//! plan's words, or `refused` and the code. `GRAIL_DOCS=renew cargo test --test integration blind` writes the readings
//! anew; look at each that changed. The table of rounds is in `blind/README.md`.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests touch files and stop where something is wrong"
)]

use std::fs;
use std::path::PathBuf;

use grail_referee::language::condition::Written;
use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::order::Order;
use grail_referee::language::order_text;
use grail_referee::orders::CheckedFile;
use grail_referee::perception::view::View;

use super::plan;
use super::readings::{checked_by, reading_of};
use super::view::seat_of_writers;
use crate::cli::repository;

fn writers() -> Vec<PathBuf> {
    let folder = fs::read_dir(repository().join("tests/orders/blind")).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|of| of == "tsv"));
    files.sort();
    files
}

#[test]
fn what_blind_writers_wrote_keeps_its_reading() {
    let view = seat_of_writers();
    let renew = std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew");
    let (mut changed, mut told, mut compared) = (Vec::new(), ToldOfOrders::default(), 0);
    for path in writers() {
        let mut rows = Vec::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let [number, character, sentence, meant, kept] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{}: {line}", path.display());
            };
            // Unless all cases are tried, every third line; each file begins at another one.
            if !renew && (rows.len() + path.as_os_str().len()) % crate::cases(3, 1) != 0 {
                rows.push(line.to_owned());
                continue;
            }
            let checked = checked_by(character, sentence, &view);
            let found = reading_of(&checked);
            if found != kept {
                changed.push(format!("{}: {sentence}\n    kept  {kept}\n    found {found}", path.display()));
            }
            rows.push([number, character, sentence, meant, &found].join("\t"));
            compared += checked.plan.len();
            // What is told of an order is read again, of every second of these.
            if rows.len() % crate::cases(2, 1) == 0 {
                told.look_at(character, sentence, &checked, &view);
            }
        }
        if renew {
            fs::write(&path, rows.join("\n") + "\n").unwrap();
        }
    }
    assert!(renew || changed.is_empty(), "{} readings changed\n{}", changed.len(), changed.join("\n"));
    assert!(compared > 500, "{compared} compared");
    assert!(told.understood > crate::cases(60, 200), "{} parts of refused orders are understood", told.understood);
    assert!(told.faults.is_empty(), "{}\n{}", told.faults.len(), told.faults.join("\n"));
}

/// What is told of orders: their canonical words are the same order; no message holds a mark that stands for a name;
/// what is said to be understood of a refused order can be read by itself.
#[derive(Default)]
struct ToldOfOrders {
    understood: usize,
    faults: Vec<String>,
}

impl ToldOfOrders {
    fn look_at(&mut self, character: &str, sentence: &str, checked: &CheckedFile, view: &View) {
        // Whoever goes along in one case of several is asked with the writer: alone, their words are another order.
        let has_all_cases = |order: &&Order<Written>| order.body.branches.iter().all(|case| !case.actions.is_empty());
        for order in checked.plan.iter().filter(has_all_cases) {
            let words = order_text::order_sentence(order);
            let again: Vec<_> = checked_by(&order.actor.text, &words, view).plan.iter().map(body_of).collect();
            if again != [body_of(order)] {
                self.faults.push(format!("{sentence}\n    {words}\n    {}\n    {again:?}", body_of(order)));
            }
        }
        for said in &checked.diagnostics {
            let words = [&said.message].into_iter().chain(&said.notes).chain(&said.suggestion);
            if words.clone().any(|words| words.chars().any(is_mark)) {
                self.faults.push(format!("{sentence}\n    a mark in {said:?}"));
            }
            for part in words.filter_map(|note| note.strip_prefix("understood: `")?.split_once('`')) {
                self.understood += 1;
                let part = part.0.replace('…', "stay");
                let alone = checked_by(character, &part, view);
                // Whose a skill is, the reader of sentences does not know.
                let is_unread =
                    |said: &&Diagnostic| NOT_READ.contains(&said.code) && !said.message.contains("; it is `");
                if let Some(fault) = alone.diagnostics.iter().find(is_unread) {
                    self.faults.push(format!("{sentence}\n    {part}\n    {fault:?}"));
                }
            }
        }
    }
}

/// Codes of orders that are not read, or name what is not known.
const NOT_READ: [&str; 7] = ["E105", "E112", "E120", "E201", "E202", "E203", "E204"];

/// Whether a character is one that stands for a name in a prepared text.
fn is_mark(c: char) -> bool {
    ('\u{f0000}'..='\u{10ffff}').contains(&c) || ('\u{e000}'..='\u{f8ff}').contains(&c)
}

/// A body without the places where its words stand.
fn body_of(order: &Order<Written>) -> String {
    let told = format!("{:?}", order.body);
    let mut parts = told.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// A tool: orders of one's own, `character TAB sentence` a line in the file that `GRAIL_ORDERS` names, each with its
/// plan or its first error. `GRAIL_ORDERS=my.tsv cargo test --test integration orders_of_my_own -- --ignored
/// --nocapture`
#[test]
#[ignore = "reads a file of its caller's"]
fn orders_of_my_own() {
    let view = seat_of_writers();
    let orders = fs::read_to_string(std::env::var("GRAIL_ORDERS").unwrap()).unwrap();
    let mut read = 0;
    for (character, sentence) in orders.lines().filter_map(|line| line.split_once('\t')) {
        let checked = checked_by(character, sentence, &view);
        println!("{character}: {sentence}\n    {}", plan(&checked).join(" | "));
        checked.diagnostics.iter().for_each(|said| println!("    {} {}", said.code, said.message));
        read += 1;
    }
    assert!(read > 0, "no line with a character, a tabulator and a sentence");
}
