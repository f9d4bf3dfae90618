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
use grail_referee::language::order::Order;
use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::orders::check;

use super::plan;
use super::readings::reading;
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
    let mut changed = Vec::new();
    for path in writers() {
        let mut rows = Vec::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let [number, character, sentence, meant, kept] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{}: {line}", path.display());
            };
            let found = reading(character, sentence, &view);
            if found != kept {
                changed.push(format!("{}: {sentence}\n    kept  {kept}\n    found {found}", path.display()));
            }
            rows.push([number, character, sentence, meant, &found].join("\t"));
        }
        if renew {
            fs::write(&path, rows.join("\n") + "\n").unwrap();
        }
    }
    assert!(renew || changed.is_empty(), "{} readings changed\n{}", changed.len(), changed.join("\n"));
}

/// A body without the places where its words stand.
fn body_of(order: &Order<Written>) -> String {
    let told = format!("{:?}", order.body);
    let mut parts = told.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or(part, |(_, rest)| rest))
}

#[test]
fn what_is_read_back_is_the_same_order() {
    let view = seat_of_writers();
    let read = |character: &str, sentence: &str| {
        check(&Source::new("letter", format!("{character}:\n{sentence}\n")), &view).plan
    };
    let (mut compared, mut other) = (0, Vec::new());
    for path in writers() {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let [_, character, sentence, ..] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            for order in read(character, sentence) {
                let words = order_text::order_sentence(&order);
                let again = read(&order.actor.text, &words);
                compared += 1;
                if again.iter().map(body_of).collect::<Vec<_>>() != [body_of(&order)] {
                    other.push(format!(
                        "{sentence}\n    {words}\n    {}\n    {:?}",
                        body_of(&order),
                        again.iter().map(body_of).collect::<Vec<_>>()
                    ));
                }
            }
        }
    }
    assert!(compared > 500, "{compared} compared");
    assert!(other.is_empty(), "{} of {compared}\n{}", other.len(), other.join("\n"));
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
        let checked = check(&Source::new("letter", format!("{character}:\n{sentence}\n")), &view);
        println!("{character}: {sentence}\n    {}", plan(&checked).join(" | "));
        checked.diagnostics.iter().for_each(|said| println!("    {} {}", said.code, said.message));
        read += 1;
    }
    assert!(read > 0, "no line with a character, a tabulator and a sentence");
}
