//! Effects by people who had seen nothing but the rulebook: each keeps its reading.
//!
//! `blind/*.tsv` has one author each: number, what it stands on, the entry, what its author meant, and how it is read:
//! the canonical sentences, or `refused` and the code. `GRAIL_DOCS=renew cargo test --test integration blind` writes
//! the readings anew; look at each that changed. The table of rounds is in `blind/README.md`.

use std::fs;
use std::path::{Path, PathBuf};

use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::PassageSentence;
use grail_referee::language::fields::ParseResult;
use grail_referee::language::span::Source;
use grail_referee::sheet::effect_sentences::{ParsedEntry, parse_entry, parse_item_entry, parse_owned_entry};
use grail_referee::sheet::import::import;
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::misplaced_effects::means_summoned_familiar;
use grail_referee::sheet::stated_fields::StatedFields;
use grail_referee::sheet::statuses::{StatusHeading, parse_heading};

use crate::cli::repository;
use crate::kept_readings;

fn authors() -> Vec<PathBuf> {
    let folder = fs::read_dir(repository().join("tests/sheets/blind")).unwrap();
    let mut files: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|of| of == "tsv"));
    files.sort();
    files
}

/// The canonical sentences, or why there are none: as the effects of a skill are read, which take an upkeep out and say
/// what an ability says of its owner.
fn reading(stage: Stage, holder: &str, entry: &str) -> String {
    if holder == "status" {
        let read = heading(entry).and_then(|status| status.canonical_words());
        return read.unwrap_or_else(|faults| format!("refused {}", faults[0].code));
    }
    if holder == "item"
        && let (Some(heading), (stated, said)) = parse_item_entry(entry, false)
    {
        return match said {
            Ok(passages) => format!("{}: {}", heading.words(), canonical_lines(passages, &stated)),
            Err(faults) => format!("refused {}", faults[0].code),
        };
    }
    let (stated, said) = stage.read(entry, holder == "ability");
    match said {
        Ok(passages) if holder == "summon" && speaks_of_another_familiar(entry, &passages) => "refused E239".to_owned(),
        Ok(passages) => canonical_lines(passages, &stated),
        Err(faults) => format!("refused {}", faults[0].code),
    }
}

fn canonical_lines(passages: Vec<PassageSentence>, stated: &StatedFields) -> String {
    let lines = passages.into_iter().flat_map(|one| one.effect.lines());
    lines.map(|line| canonical(&line)).chain(stated.words()).collect::<Vec<_>>().join(" | ")
}

/// A status, or what an author says of one without its name.
fn heading(entry: &str) -> ParseResult<StatusHeading> {
    parse_heading(entry).or_else(|faults| parse_heading(&format!("Status: {entry}")).map_err(|_| faults))
}

/// Whose sheet the entries stand on.
#[derive(Clone, Copy)]
enum Stage {
    /// Nobody's: the owner is the user, the caster, the holder.
    Nobody,
    /// That of a Servant of this class.
    Servant(&'static str),
}

impl Stage {
    /// Author 19 wrote for a Lancer, and calls him so.
    fn of_author(path: &Path) -> Stage {
        let file = path.file_name().unwrap().to_string_lossy();
        if file.starts_with("19-") { Stage::Servant("Lancer") } else { Stage::Nobody }
    }

    fn read(self, entry: &str, passive: bool) -> ParsedEntry {
        match self {
            Stage::Nobody => parse_entry(entry, passive),
            Stage::Servant(class) => parse_owned_entry((Some(class), "Cadwal"), entry, passive),
        }
    }
}

/// Whether a familiar's own sheet would refuse `the familiar` as another one.
fn speaks_of_another_familiar(entry: &str, passages: &[PassageSentence]) -> bool {
    passages.iter().any(|passage| means_summoned_familiar(entry, &passage.effect))
}

#[test]
fn what_blind_authors_wrote_keeps_its_reading() {
    let renew = std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew");
    let mut changed = Vec::new();
    for path in authors() {
        let mut rows = Vec::new();
        for line in fs::read_to_string(&path).unwrap().lines() {
            let [number, holder, entry, meant, kept] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{}: {line}", path.display());
            };
            // Unless all cases are tried, every third line.
            if !renew && rows.len() % crate::cases(3, 1) != 0 {
                rows.push(line.to_owned());
                continue;
            }
            let found = reading(Stage::of_author(&path), holder, entry);
            if found != kept {
                changed.push(format!("{}: {entry}\n    kept  {kept}\n    found {found}", path.display()));
            }
            rows.push([number, holder, entry, meant, &found].join("\t"));
        }
        if renew {
            fs::write(&path, rows.join("\n") + "\n").unwrap();
        }
    }
    assert!(renew || changed.is_empty(), "{} readings changed\n{}", changed.len(), changed.join("\n"));
}

/// Tables of what authors write, by themes.
#[test]
fn what_the_table_of_wordings_says_keeps_its_reading() {
    kept_readings::hold("tests/sheets/wordings", |holder, entry| reading(Stage::Nobody, holder, entry));
}

/// What `grail sheet import` makes of the sheets that blind authors posted, a line each: how much of it is understood.
#[test]
fn what_blind_authors_posted_is_counted() {
    let folder = repository().join("tests/sheets/blind/posted");
    let kept = folder.join("counted.tsv");
    let mut texts: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    texts.retain(|path| path.extension().is_some_and(|of| of == "txt"));
    texts.sort();
    let mut counted = String::from("sheet\tsentences\tunderstood\tleft to the GM\tlines unread\terrors of the check\n");
    for path in texts {
        let imported = import(&Source::new("posted.txt", fs::read_to_string(&path).unwrap()));
        assert_eq!(imported.understood + imported.left_to_gm, imported.sentences, "{}", path.display());
        let faults =
            load(&Source::new("posted.yaml", imported.yaml.clone()), Defaults::Sheet).err().unwrap_or_default();
        let errors = faults.iter().filter(|fault| fault.is_error()).count();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let numbers = [imported.sentences, imported.understood, imported.left_to_gm, imported.kept_as_comments, errors];
        counted.push_str(&format!("{name}\t{}\n", numbers.map(|number| number.to_string()).join("\t")));
    }
    if std::env::var("GRAIL_DOCS").is_ok_and(|word| word == "renew") {
        fs::write(&kept, &counted).unwrap();
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), counted, "GRAIL_DOCS=renew keeps what is better");
}

/// Sentences of one's own, each with its reading or what stops it: `GRAIL_SENTENCES=my.tsv` (holder TAB sentence).
/// `GRAIL_OWNER=Lancer` puts them on that Servant's sheet.
#[test]
#[ignore = "reads a file of its caller's"]
fn sentences_of_my_own() {
    let path = std::env::var("GRAIL_SENTENCES").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lancer = std::env::var("GRAIL_OWNER").is_ok_and(|class| class == "Lancer");
    let stage = if lancer { Stage::Servant("Lancer") } else { Stage::Nobody };
    for line in text.lines() {
        let (holder, entry) = line.split_once('\t').unwrap();
        let said = if holder == "status" {
            heading(entry).map(|_| ())
        } else if holder == "item" {
            parse_item_entry(entry, false).1.1.map(|_| ())
        } else {
            stage.read(entry, holder == "ability").1.map(|_| ())
        };
        let tell = |fault: &Diagnostic| {
            format!("\n    {}", [std::slice::from_ref(&fault.message), &fault.notes[..]].concat().join("\n      = "))
        };
        let told = said.err().map(|faults| tell(&faults[0])).unwrap_or_default();
        println!("{entry}\n  = {}{told}", reading(stage, holder, entry));
    }
    assert!(!text.is_empty());
}
