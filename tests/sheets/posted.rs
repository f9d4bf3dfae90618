//! Sheets as people post them on boards and in mails, and what `grail sheet import` makes of each.
//!
//! `tests/sheets/posted/` holds the texts, our own, the first ten written before the reader of them was looked at, each
//! with the sheet that comes of it and what is told to the author. When one has changed for the better,
//! `GRAIL_GOLDEN=renew cargo test
//! --test integration posted` keeps the new one, and `git diff tests/sheets/posted` shows what to read through.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::effect::Effect;
use grail_referee::language::span::Source;
use grail_referee::sheet::import::{ImportedSheets, import};
use grail_referee::sheet::load_sheet::{Defaults, load};
use grail_referee::sheet::yaml;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sheets/posted")
}

/// Every text of the folder, by its name.
fn posted() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|file| file.unwrap().path());
    let texts = files.filter(|path| path.extension().is_some_and(|ext| ext == "txt"));
    let mut all: Vec<(String, String)> = texts
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    all.sort();
    assert!(all.len() >= 10, "the posted sheets are not found");
    all
}

fn imported(text: &str) -> ImportedSheets {
    import(&Source::new("posted.txt", text))
}

/// What the author is told: a line a remark, and how much was understood.
fn told(text: &str, imported: &ImportedSheets) -> String {
    let source = Source::new("posted.txt", text);
    let mut told = String::new();
    for remark in &imported.remarks {
        let line = source.line_column(remark.span.start).0;
        writeln!(told, "{line}: {} {}", remark.code, remark.message).unwrap();
    }
    let faults = load(&Source::new("posted.yaml", imported.yaml.clone()), Defaults::Sheet).err().unwrap_or_default();
    for fault in faults.iter().filter(|fault| fault.is_error()) {
        writeln!(told, "the check: {} {}", fault.code, fault.message).unwrap();
    }
    writeln!(
        told,
        "{} characters, {} skills, {} of {} sentences understood; {} left to the GM; {} lines unread",
        imported.characters,
        imported.skills,
        imported.understood,
        imported.sentences,
        imported.left_to_gm,
        imported.kept_as_comments
    )
    .unwrap();
    told
}

#[test]
fn posted_sheets_become_what_is_kept_beside_them() {
    let renew = std::env::var("GRAIL_GOLDEN").is_ok_and(|word| word == "renew");
    let mut other = Vec::new();
    for (name, text) in posted() {
        let imported = imported(&text);
        for (ending, now) in [("yaml", imported.yaml.clone()), ("told", told(&text, &imported))] {
            let path = folder().join(format!("{name}.{ending}"));
            if renew {
                std::fs::write(&path, &now).unwrap();
            } else if std::fs::read_to_string(&path).ok().as_deref() != Some(&now) {
                other.push(format!("{name}.{ending} is now:\n{now}"));
            }
        }
    }
    assert!(other.is_empty(), "GRAIL_GOLDEN=renew keeps what is better:\n{}", other.join("\n"));
}

/// What has one reading loads: the check finds nothing but what the author left open or said twice.
#[test]
fn a_sheet_without_a_doubtful_value_loads() {
    let doubtful = ["assassin-half", "avenger-forum"];
    for (name, text) in posted() {
        let imported = imported(&text);
        let source = Source::new("posted.yaml", imported.yaml.clone());
        match load(&source, Defaults::Sheet) {
            Ok(loaded) => {
                assert!(!doubtful.contains(&name.as_str()), "{name} loads, though a value is in doubt");
                assert_eq!(loaded.sheets.len(), imported.characters, "{name}");
            }
            Err(faults) => {
                let told: String = faults.iter().map(|fault| fault.render(&source)).collect();
                assert!(doubtful.contains(&name.as_str()), "{name} does not load:\n{told}");
                // Every error is at a value that was remarked on.
                let misread = imported.remarks.iter().filter(|remark| ["W282", "W284"].contains(&remark.code)).count();
                let errors = faults.iter().filter(|fault| fault.is_error()).count();
                assert!(misread >= errors, "{name}:\n{told}");
            }
        }
    }
}

/// Each sentence counted as understood is one of the engine's on the sheet, each other a `GM:`.
#[test]
fn what_is_counted_is_what_the_sheet_says() {
    for (name, text) in posted() {
        let imported = imported(&text);
        assert_eq!(imported.understood + imported.left_to_gm, imported.sentences, "{name}");
        let Ok(loaded) = load(&Source::new("posted.yaml", imported.yaml.clone()), Defaults::Sheet) else { continue };
        let lines = loaded.sheets.iter().flat_map(|sheet| &sheet.skills).flat_map(|skill| &skill.effects);
        let gm = lines.filter(|line| matches!(line.effect, Effect::Gm(_))).count();
        assert_eq!(gm, imported.left_to_gm, "{name}");
        let doubts = |code: &str| imported.remarks.iter().filter(|remark| remark.code == code).count();
        assert!(doubts("W283") <= imported.left_to_gm, "{name}");
        assert!(imported.left_to_gm == 0 || doubts("W283") > 0, "{name}: left to the GM without a word");
    }
}

/// The words of a line that the sheet or a remark with its place must show.
fn words(line: &str) -> Vec<String> {
    let mut plain = String::new();
    // `[size=200]` is a mark, with its value.
    let line = regex::Regex::new(r"\[[A-Za-z]+=[^\]\n]*\]").unwrap().replace_all(line, " ");
    // Marks within a word are none of its letters; a number ends where a letter begins.
    for letter in line.to_lowercase().chars().filter(|c| !matches!(c, '*' | '_' | '`' | '\'' | '\\')) {
        let number = plain.ends_with(|c: char| c.is_ascii_digit()) && letter.is_alphabetic();
        plain.extend(number.then_some(' '));
        plain.push(letter);
    }
    plain.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2).map(str::to_owned).collect()
}

/// Words that say what a part of a text is, and not what is in it: labels, headings, marks, and that there is nothing.
fn is_structure(word: &str) -> bool {
    const WORDS: &str = "name true class kind role sex gender alignment origin source appearance personality weapon \
        health mana regen regeneration hit hits points action per turn max number targets target type rank damage cost \
        upkeep requirements requirement description effects effect limit skill skills spells abilities ability passive \
        personal basic attack attacks noble phantasm phantasms familiar familiars parameters stats stat base strength \
        endurance magical energy resistance agility luck acuity items ending endings quote spoiler list wikitable center size field value infobox passives div \
        class none tbd one anti support the and also all its use users user caster of usable can hitpoints";
    WORDS.split_whitespace().any(|of| of == word)
}

/// Where each line of a text is found again.
fn lost(text: &str) -> Option<String> {
    let imported = imported(text);
    let sheet: std::collections::BTreeSet<String> = words(&imported.yaml).into_iter().collect();
    let source = Source::new("posted.txt", text);
    let remarked = |number: usize| {
        let of = |remark: &Diagnostic| {
            let (first, last) = (source.line_column(remark.span.start).0, source.line_column(remark.span.end).0);
            (first..=last).contains(&number)
        };
        imported.remarks.iter().any(of)
    };
    text.lines().enumerate().find_map(|(place, line)| {
        let missing = words(line).into_iter().filter(|word| !is_structure(word) && !sheet.contains(word));
        let missing: Vec<String> = missing.collect();
        (!missing.is_empty() && !remarked(place + 1))
            .then(|| format!("line {}, `{line}`: {missing:?}\n{}", place + 1, imported.yaml))
    })
}

#[test]
fn no_line_of_a_posted_sheet_is_lost() {
    for (name, text) in posted() {
        assert_eq!(lost(&text), None, "{name}");
    }
}

/// Pieces of posted sheets, and what stands round them.
fn piece() -> impl Strategy<Value = String> {
    let texts: Vec<String> =
        posted().into_iter().flat_map(|(_, text)| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let marks = "(Name|Rank|Type|Target|Cost|Damage|Limit|Items|Familiar|Hits|Upkeep)?(: |:| = | - | \\| |, )?\
        (\\*\\*| \\[b\\]|\\[/b\\] |''|==|-> |\\* |\\| |> |\"|\\(|\\)|\\[B\\]|N/A|\\?|[a-zé]{3,8}|[A-E]\\+|[0-9]{1,3}| ){0,8}";
    prop_oneof![4 => proptest::sample::select(texts), 2 => marks, 1 => "[ -~]{0,30}", 1 => "\\PC{0,20}"]
}

proptest! {
    // The same texts in each run of the gate: what it finds is found by whoever runs it again.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(40),
        ..ProptestConfig::with_cases(crate::cases(40, 400))
    })]

    #[test]
    fn no_text_stops_the_import_and_no_line_is_lost(pieces in proptest::collection::vec(piece(), 0..25)) {
        let text = pieces.join("\n");
        let source = Source::new("posted.yaml", imported(&text).yaml);
        let parsed = yaml::parse(&source);
        prop_assert!(parsed.is_ok(), "{parsed:?}\n{}", source.text);
        prop_assert_eq!(lost(&text), None);
    }
}
