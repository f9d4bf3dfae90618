//! The conformance suite: every file of `tests/scenarios/` holds (INTERFACES 4); and what the
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

use grail_referee::language::span::Source;
use grail_referee::scenario::{Report, run_with};

fn files() -> Vec<Source> {
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

#[test]
fn every_scenario_holds() {
    let mut failed = String::new();
    let mut scenarios = 0;
    for source in files() {
        let report: Report = run(&source);
        scenarios += report.scenarios.len();
        if !report.holds() {
            failed.push_str(&report.render(&source));
        }
    }
    println!("{scenarios} scenarios");
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_scenario_names_its_rules_and_checks_something() {
    for source in files() {
        let mut titles = BTreeSet::new();
        for scenario in run(&source).scenarios {
            assert!(!scenario.rules.is_empty(), "{}: `{}` names no rule", source.name, scenario.title);
            assert!(scenario.compared > 0 || !scenario.holds(), "{}: `{}` checks nothing", source.name, scenario.title);
            assert!(titles.insert(scenario.title.clone()), "{}: `{}` stands there twice", source.name, scenario.title);
        }
    }
}
