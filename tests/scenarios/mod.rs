//! The conformance suite: every file of `tests/scenarios/` holds; and what the
//! runner makes of scenarios that do not.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read their files and stop where something is wrong"
)]

mod runner;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use grail_referee::language::span::Source;
use grail_referee::rules::{Kind, rules, rulings};
use grail_referee::scenario::{Report, cited, run_with};
use grail_referee::vocabulary::rule_id::RuleId;
use grail_referee::vocabulary::switches::{SwitchError, Switches};

/// Every file of scenarios of the repository.
pub(crate) fn files() -> Vec<Source> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "yaml"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            Source::new(format!("tests/scenarios/{name}"), fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// Runs a file of scenarios; sheets are found in the repository.
pub(crate) fn run(source: &Source) -> Report {
    run_with(source, &|path| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok())
}

/// Every file of scenarios as it was played, once for all tests that ask.
static PLAYED: LazyLock<Vec<(Source, Report)>> = LazyLock::new(|| {
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
        if !report.holds() {
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
            assert!(scenario.compared > 0 || !scenario.holds(), "{}: `{}` checks nothing", source.name, scenario.title);
            assert!(titles.insert(scenario.title.clone()), "{}: `{}` stands there twice", source.name, scenario.title);
        }
    }
}

#[test]
fn every_rule_that_the_engine_carries_out_is_held_by_a_scenario() {
    let held: BTreeSet<RuleId> = files().iter().flat_map(cited).flat_map(|scenario| scenario.rules).collect();
    let missing: Vec<String> = rules()
        .into_iter()
        .filter(|rule| rule.kind == Kind::Engine && !held.contains(&rule.id))
        .map(|rule| format!("{} {}", rule.id, rule.text))
        .collect();
    assert!(missing.is_empty(), "no scenario holds\n{}", missing.join("\n"));
}

#[test]
fn a_scenario_that_cites_a_rule_there_is_not_fails() {
    let text =
        "scenario: A rule of nobody's\nrules: [R431, A094]\nmap: { Park: [] }\nteams: {}\nsheets: []\nnights: [{}]\n";
    let report = run(&Source::new("scenario.yaml", text));
    assert!(!report.holds());
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
