//! The conformance suite: every file of `tests/scenarios/` holds; and what the
//! runner makes of scenarios that do not.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their files and stop where something is wrong"
)]

mod runner;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use grail_referee::language::span::Source;
use grail_referee::rules::{RuleKind, rules, rulings};
use grail_referee::scenario::{RunReport, cited_rules, run_with_library};
use grail_referee::vocabulary::rule_id::RuleId;
use grail_referee::vocabulary::switches::{SwitchError, Switches};

/// Every file of scenarios of the repository.
pub(crate) fn files() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut paths, mut folders) = (Vec::new(), vec![root.join("tests/scenarios")]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    paths.retain(|path| path.extension().is_some_and(|e| e == "yaml"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(root).unwrap().iter().map(|part| part.to_str().unwrap());
            Source::new(name.collect::<Vec<_>>().join("/"), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// Runs a file of scenarios; sheets are found in the repository.
pub(crate) fn run(source: &Source) -> RunReport {
    run_with_library(source, &|path| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok())
}

/// Every file of scenarios as it was played, once for all tests that ask.
static PLAYED: LazyLock<Vec<(Source, RunReport)>> = LazyLock::new(|| {
    files()
        .into_iter()
        .map(|source| {
            let report = run(&source);
            (source, report)
        })
        .collect()
});

#[test]
fn every_scenario_holds() {
    let mut failed = String::new();
    let mut scenarios = 0;
    for (source, report) in &*PLAYED {
        scenarios += report.scenarios.len();
        if !report.passes() {
            failed.push_str(&report.render(source));
        }
    }
    println!("{scenarios} scenarios");
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_scenario_names_its_rules_and_checks_something() {
    for (source, report) in &*PLAYED {
        let mut titles = BTreeSet::new();
        for scenario in &report.scenarios {
            assert!(!scenario.rules.is_empty(), "{}: `{}` names no rule", source.name, scenario.title);
            assert!(
                scenario.compared > 0 || !scenario.passes(),
                "{}: `{}` checks nothing",
                source.name,
                scenario.title
            );
            assert!(titles.insert(scenario.title.clone()), "{}: `{}` stands there twice", source.name, scenario.title);
        }
    }
}

/// The chapters of the book, by number, each with its rules; who may know what (I) is of the chapter of updates.
fn chapters() -> BTreeMap<u8, BTreeSet<RuleId>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules/rules.txt")).unwrap();
    let all = rules();
    let mut chapters: BTreeMap<u8, BTreeSet<RuleId>> = BTreeMap::new();
    let mut number = 0;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("# 1.") {
            let digits: String = heading.chars().take_while(char::is_ascii_digit).collect();
            number = digits.parse().unwrap();
        } else if let Some(rule) = line.split(' ').next().and_then(RuleId::parse) {
            let rulings = all.iter().find(|entry| entry.id == rule).unwrap().rulings.iter().copied();
            chapters.entry(number).or_default().extend(rulings.chain([rule]));
        }
    }
    let knowledge = rulings().into_iter().map(|ruling| ruling.id).filter(|id| matches!(id, RuleId::I(_)));
    chapters.entry(28).or_default().extend(knowledge);
    chapters
}

#[test]
fn every_file_lies_in_the_folder_of_a_chapter_that_it_cites() {
    let chapters = chapters();
    let mut names = BTreeSet::new();
    for source in files() {
        let path = source.name.strip_prefix("tests/scenarios/").unwrap();
        let (folder, file) = path.split_once('/').unwrap_or_else(|| panic!("{path} lies in no chapter's folder"));
        let number = folder.split_once('-').and_then(|(number, _)| number.parse::<u8>().ok());
        let of_chapter = number.and_then(|number| chapters.get(&number));
        let of_chapter = of_chapter.unwrap_or_else(|| panic!("{folder} is no chapter of the book"));
        let cites =
            cited_rules(&source).iter().flat_map(|scenario| scenario.rules.clone()).any(|id| of_chapter.contains(&id));
        assert!(cites, "{path} cites no rule of its chapter");
        assert!(names.insert(file.to_owned()), "two files are called {file}");
        assert!(!file.starts_with(|c: char| c.is_ascii_digit()), "{path}: a file is called by what it is about");
    }
}

#[test]
fn every_rule_that_the_engine_carries_out_is_held_by_a_scenario() {
    let held: BTreeSet<RuleId> = files().iter().flat_map(cited_rules).flat_map(|scenario| scenario.rules).collect();
    let missing: Vec<String> = rules()
        .into_iter()
        .filter(|rule| rule.kind == RuleKind::Engine && !held.contains(&rule.id))
        .map(|rule| format!("{} {}", rule.id, rule.text))
        .collect();
    assert!(missing.is_empty(), "no scenario holds\n{}", missing.join("\n"));
}

#[test]
fn a_scenario_that_cites_a_rule_there_is_not_fails() {
    let text =
        "scenario: A rule of nobody's\nrules: [R431, A094]\nmap: { Park: [] }\nteams: {}\nsheets: []\nnights: [{}]\n";
    let report = run(&Source::new("scenario.yaml", text));
    assert!(!report.passes());
    assert!(report.render(&Source::new("scenario.yaml", text)).contains("there is no rule `R431`"));
}

/// The values of a switch; `a number` stands for any.
fn values_of(switch: &str) -> &'static [&'static str] {
    match Switches::default().set(switch, "no value of any switch") {
        Err(SwitchError::UnknownValue(values)) => values,
        other => unreachable!("{switch}: {other:?}"),
    }
}

/// What a scenario of this text turns, and which rules it is about.
fn turned(document: &serde_yaml::Value) -> (Vec<(String, String)>, Vec<String>) {
    let text = |value: &serde_yaml::Value| match value {
        serde_yaml::Value::String(text) => text.clone(),
        serde_yaml::Value::Bool(yes) => yes.to_string(),
        serde_yaml::Value::Number(number) => number.to_string(),
        other => unreachable!("{other:?} is no value of a switch"),
    };
    let switches = document.get("switches").and_then(serde_yaml::Value::as_mapping);
    let turned = switches.into_iter().flatten().map(|(key, value)| (text(key), text(value))).collect();
    let rules = document.get("rules").and_then(serde_yaml::Value::as_sequence);
    (turned, rules.into_iter().flatten().map(text).collect())
}

#[test]
fn every_value_of_every_switch_has_a_scenario_of_its_ruling() {
    use serde::Deserialize as _;
    let mut scenarios = Vec::new();
    for source in files() {
        for document in serde_yaml::Deserializer::from_str(&source.text) {
            scenarios.push(turned(&serde_yaml::Value::deserialize(document).unwrap()));
        }
    }
    let mut missing = Vec::new();
    for switch in Switches::NAMES {
        let ruling = rulings().into_iter().find(|ruling| ruling.switch == Some(switch)).unwrap().id.to_string();
        for value in values_of(switch) {
            let mut alone = Switches::default();
            let is_default = alone.set(switch, value).is_ok() && alone.changed().is_empty();
            let held = scenarios.iter().any(|(turned, rules)| {
                let set = turned.iter().find(|(name, _)| name == switch).map(|(_, value)| value.as_str());
                let in_force = match set {
                    None => is_default,
                    Some(set) if *value == "a number" => set.parse::<u32>().is_ok(),
                    Some(set) => set == *value,
                };
                in_force && rules.contains(&ruling)
            });
            if !held {
                missing.push(format!("{switch}: {value} ({ruling})"));
            }
        }
    }
    assert!(missing.is_empty(), "no scenario of\n{}", missing.join("\n"));
}
