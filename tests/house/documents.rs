//! What comments and documents name is there: documents, files, rules, codes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use grail_referee::rules::{RuleKind, rules};
use grail_referee::vocabulary::rule_id::RuleId;
use regex::Regex;

use crate::cli::{Desk, repository};

/// A line that is a comment, or stands in a document.
struct Remark {
    file: PathBuf,
    line: usize,
    words: String,
}

impl Remark {
    fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

/// The files that people write: what is made, kept of an older version or quoted whole is none of them.
fn written() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    let left_out = ["target", ".git", "tests/golden", "tests/kept/war", "tests/mail/corpus.txt", "tests/fuzz/target"];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(repository().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if left_out.iter().any(|out| path == Path::new(out)) || path.components().any(|c| c.as_os_str() == "nights")
            {
                continue;
            }
            if entry.path().is_dir() {
                waiting.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The comments of source and data files, and every line of a document.
fn remarks() -> Vec<Remark> {
    let mut found = Vec::new();
    for file in written() {
        let kind = file.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let Ok(text) = fs::read_to_string(repository().join(&file)) else { continue };
        for (number, line) in text.lines().enumerate() {
            let words = match kind {
                "md" => Some(line),
                "rs" | "pest" => line.find("//").map(|at| &line[at..]),
                "yaml" | "yml" | "toml" | "py" | "txt" | "" => line.find('#').map(|at| &line[at..]),
                _ => None,
            };
            found.extend(words.map(|words| Remark { file: file.clone(), line: number + 1, words: words.to_owned() }));
        }
    }
    assert!(found.len() > 5000, "only {} remarks were found", found.len());
    found
}

/// Every match of the first group in a remark.
fn named<'a>(remark: &'a Remark, pattern: &Regex) -> Vec<&'a str> {
    pattern.captures_iter(&remark.words).map(|found| found.get(1).unwrap().as_str()).collect()
}

#[test]
fn documents_and_files_that_are_named_are_there() {
    let path = Regex::new(
        r"(?:^|[^\w./-])((?:src|grammar|sheets|templates|campaigns|tests|docs)/[\w./-]*\.(?:rs|pest|md|yaml|txt|py|toml|j2))\b",
    )
    .unwrap();
    let document = Regex::new(r"(?:^|[^\w./-])([\w./-]+\.md)\b").unwrap();
    // The names of documents that are not public.
    let unpublished =
        Regex::new(r"\b(EFFECTS|INTERFACES|REFERENCE|RULINGS|DESIGN|STYLE|CRATES|LANGUAGE|RULES)\b").unwrap();
    let root = repository();
    let mut wrong = BTreeSet::new();
    for remark in remarks() {
        let own = remark.file.parent().unwrap_or(Path::new(""));
        for name in named(&remark, &path) {
            // A name in capitals stands for any.
            let any = name.split(['/', '.']).any(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase()));
            // Examples speak of the sheets of the War that `grail new` makes.
            let places = [Path::new(""), own, Path::new("campaigns/first-war")];
            if !any && !places.iter().any(|folder| root.join(folder).join(name).exists()) {
                wrong.insert(format!("{}: there is no `{name}`", remark.place()));
            }
        }
        for name in named(&remark, &document) {
            if ![Path::new(""), own, Path::new("docs")].iter().any(|folder| root.join(folder).join(name).exists()) {
                wrong.insert(format!("{}: there is no document `{name}`", remark.place()));
            }
        }
        if !remark.file.ends_with("documents.rs") && remark.file.extension().is_some_and(|kind| kind != "md") {
            // A constant of this name stands in code, not in a remark.
            let cited = named(&remark, &unpublished);
            wrong.extend(cited.iter().map(|name| format!("{}: {name} is not in the repository", remark.place())));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn rules_that_are_named_are_in_the_table() {
    let id = Regex::new(r"\b([A-Z]\d{2,3})\b").unwrap();
    let mut wrong = Vec::new();
    for remark in remarks() {
        // Ids of documents that are not public (O…, T…, L…) are no ids here.
        let known = |id: &&str| match id.as_bytes()[0] {
            b'R' | b'A' if id.len() == 4 => RuleId::parse(id).is_some(),
            b'I' if id.len() == 3 => RuleId::parse(id).is_some(),
            b'O' | b'T' | b'L' => false,
            _ => true,
        };
        let unknown = named(&remark, &id).into_iter().filter(|id| !known(id)).map(str::to_owned).collect::<Vec<_>>();
        wrong.extend(unknown.into_iter().map(|id| format!("{}: there is no {id}", remark.place())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn families_of_sentences_that_are_named_are_in_the_guide() {
    let table = fs::read_to_string(repository().join("docs/sheets.md")).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ")?.0.parse::<u32>().ok());
    let told: BTreeSet<u32> = rows.collect();
    let family = Regex::new(r"(?i)\bfamil(?:y|ies) ((?:\d+(?:, | and )?)+)").unwrap();
    for remark in remarks() {
        for numbers in named(&remark, &family) {
            let known = numbers.split([',', ' ']).filter_map(|n| n.parse::<u32>().ok()).all(|n| told.contains(&n));
            assert!(known, "{}: docs/sheets.md has no family {numbers}", remark.place());
        }
    }
}

#[test]
fn the_workflow_runs_the_gate() {
    let text = fs::read_to_string(repository().join(".github/workflows/ci.yml")).unwrap();
    assert!(text.contains("- run: bash .ci/run\n"));
    // It takes the oldest Rust from Cargo.toml by this line's form.
    let manifest = fs::read_to_string(repository().join("Cargo.toml")).unwrap();
    assert!(manifest.lines().any(|line| line.starts_with("rust-version = \"1.")));
}

/// The rules that a text cites: `R089`, `R034–R037`, `R207 to R209`, `RuleId::R(89)`.
fn cited(text: &str) -> BTreeSet<u16> {
    let id = Regex::new(r"\bR\(?(\d{1,3})\)?(?: ?(?:–|to) ?R(\d{3}))?").unwrap();
    let number = |digits: &str| digits.parse::<u16>().unwrap();
    let range = |found: regex::Captures<'_>| {
        let first = number(&found[1]);
        first..=found.get(2).map_or(first, |last| number(last.as_str()))
    };
    id.captures_iter(text).flat_map(range).collect()
}

#[test]
fn the_module_named_for_a_rule_cites_it() {
    let root = repository();
    let mut wrong = Vec::new();
    for rule in rules().iter().filter(|rule| !rule.implemented_in.is_empty()) {
        let place = rule.implemented_in;
        let folder = root.join("src").join(place);
        let file = root.join("src").join(format!("{place}.rs"));
        if rule.kind == RuleKind::Data && (folder.exists() || file.exists() || root.join(place).exists()) {
            continue;
        }
        let mut files: Vec<PathBuf> = [file].into_iter().filter(|file| file.exists()).collect();
        files.extend(if folder.exists() { super::rust_files(&folder) } else { Vec::new() });
        let RuleId::R(number) = rule.id else { continue };
        if !files.iter().any(|file| cited(&fs::read_to_string(file).unwrap()).contains(&number)) {
            wrong.push(format!("{}: `{place}` is not there, or nowhere in it cites the rule", rule.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_of_a_diagnostic_is_explained() {
    let given = Regex::new(r#" = "([EWH]\d{3})";"#).unwrap();
    let desk = Desk::empty();
    let list = desk.grail(["rules", "codes"]).done().out;
    for file in super::rust_files(&repository().join("src")) {
        for found in given.captures_iter(&fs::read_to_string(&file).unwrap()) {
            let line = list.lines().find(|line| line.starts_with(&found[1]));
            assert!(line.is_some_and(|line| line.len() > 20), "{}: `grail rules {}`", file.display(), &found[1]);
        }
    }
    desk.grail(["rules", "e301"]).done().prints([
        "E301  A condition rests on an act",
        "An error about orders",
        "R198  ",
    ]);
}

#[test]
fn links_between_documents_lead_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut wrong = Vec::new();
    for remark in remarks().into_iter().filter(|remark| remark.file.extension().is_some_and(|kind| kind == "md")) {
        let own = repository().join(remark.file.parent().unwrap_or(Path::new("")));
        for target in named(&remark, &link) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { repository().join(&remark.file) } else { own.join(path) };
            let text = || fs::read_to_string(&file).unwrap_or_default();
            let there = file.exists() && (anchor.is_empty() || has_anchor(&text(), anchor));
            if !there && !target.contains("://") {
                wrong.push(format!("{}: {target}", remark.place()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a document has a heading or an anchor of this name.
fn has_anchor(text: &str, anchor: &str) -> bool {
    let slug = |heading: &str| -> String {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        kept.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect()
    };
    text.contains(&format!("<a id=\"{anchor}\">"))
        || text.lines().any(|line| line.starts_with('#') && slug(line) == anchor)
}

/// ``` `perception/report.rs` `collect_accounts` ```, ``` `plan.rs` (`describe_cost`) ```: what a document names beside
/// a file stands in that file.
#[test]
fn what_a_document_names_beside_a_file_stands_in_it() {
    let beside = Regex::new(r"`([\w/]+\.rs)`,? \(?`(\w+)`").unwrap();
    let sources: Vec<PathBuf> = written().into_iter().filter(|file| file.starts_with("src")).collect();
    let (mut found, mut wrong) = (0, BTreeSet::new());
    for document in ["CONTRIBUTING.md", "docs/architecture.md"] {
        let text = fs::read_to_string(repository().join(document)).unwrap();
        for pair in beside.captures_iter(&text) {
            let (file, name) = (&pair[1], &pair[2]);
            let mut texts = sources
                .iter()
                .filter(|source| source.ends_with(file))
                .map(|source| fs::read_to_string(repository().join(source)).unwrap());
            let word = Regex::new(&format!(r"\b{name}\b")).unwrap();
            found += 1;
            if !texts.any(|text| word.is_match(&text)) {
                wrong.insert(format!("{document}: `{name}` stands in no `{file}`"));
            }
        }
    }
    assert!(found > 10, "only {found} names beside files were found");
    assert!(wrong.is_empty(), "{}", wrong.into_iter().collect::<Vec<_>>().join("\n"));
}
