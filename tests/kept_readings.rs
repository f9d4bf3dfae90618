//! Tables of sentences and their readings: who or what a sentence belongs to, the sentence, and how it is read, or
//! `refused` for a neighbour that nobody may guess at.
//!
//! `GRAIL_DOCS=renew` writes the readings anew; no row turns from read to refused, or back, without a hand.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests touch files and stop where something is wrong"
)]

use std::fs;
use std::path::PathBuf;

use crate::cli::repository;

/// The word for what is not read.
const REFUSED: &str = "refused";

/// Holds each row of a folder's tables to its reading. `read` returns the reading, or `refused` and a code.
#[track_caller]
pub(crate) fn hold(folder: &str, read: impl Fn(&str, &str) -> String) {
    let renew = std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew");
    let (mut changed, mut refused, mut rows) = (Vec::new(), 0, 0);
    for path in tables(folder) {
        let mut renewed = Vec::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let [of, sentence, kept]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
            let found = read(of, sentence);
            let found = if found.starts_with(REFUSED) { REFUSED } else { &found };
            let turned = (found == REFUSED) != (kept == REFUSED);
            if found != kept && (turned || !renew) {
                changed.push(format!("{}: {of}: {sentence}\n    kept  {kept}\n    found {found}", path.display()));
            }
            renewed.push([of, sentence, if turned { kept } else { found }].join("\t"));
            refused += usize::from(kept == REFUSED);
            rows += 1;
        }
        if renew {
            fs::write(&path, renewed.join("\n") + "\n").unwrap();
        }
    }
    assert!(changed.is_empty(), "{} readings changed\n{}", changed.len(), changed.join("\n"));
    assert!(refused * 10 >= rows && rows > 0, "{refused} of {rows} rows are refused: too few neighbours");
}

fn tables(folder: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(repository().join(folder)).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|of| of == "tsv"));
    files.sort();
    files
}
