//! `grail scenario`: runs small Wars in one file with their expectations.
#![expect(clippy::disallowed_methods, reason = "a folder stands for the scenario files in it")]

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::campaign::error::AtPath as _;
use crate::campaign::game::load_war::read_source_file;
use crate::campaign::game::parallel::map_in_parallel;
use crate::scenario::{self, RunReport};
use crate::sheet::library;

use super::failure::{CommandResult, Failure};
use super::ui::{Ui, counted};

/// How many files are run before their reports are printed.
const FILES_AT_ONCE: usize = 32;

/// Runs scenarios: small Wars in one file with what must come out.
///
/// A folder stands for every `.yaml` file in it and in its folders; a sheet that a scenario names by its path is looked
/// for from the working directory, then in the library that comes with the program. Exit code 1 when an expectation
/// does not hold, 2 when a folder has no scenarios.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  grail scenario tests/scenarios/07-attacks/damage-types.yaml")]
pub(super) struct ScenarioArgs {
    /// The scenarios' files or folders.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub(super) fn run(ui: &Ui, args: &ScenarioArgs) -> CommandResult {
    let mut files = Vec::new();
    for path in &args.files {
        let found = find_scenario_files(path)?;
        if found.is_empty() {
            return Err(Failure::Usage(format!("there is no scenario (`*.yaml`) in the folder `{}`", path.display())));
        }
        files.extend(found);
    }
    let (mut rendered, mut passed_count, mut failed) = (Vec::new(), 0, 0);
    for files in files.chunks(FILES_AT_ONCE) {
        let sources = files.iter().map(|file| read_source_file(file)).collect::<Result<Vec<_>, _>>()?;
        let reports = map_in_parallel(sources, |source| {
            let report = scenario::run_with_library(&source, &|path| read_sheet(path));
            (source, report)
        });
        for (source, report) in reports {
            ui.text(&report.render(&source))?;
            let scenarios = scenarios_to_json(&report, &source);
            rendered.push(json!({ "file": source.name, "holds": report.passes(), "scenarios": scenarios }));
            let passed = report.scenarios.iter().filter(|s| s.passes()).count();
            passed_count += passed;
            let has_no_result = !report.passes() && report.scenarios.is_empty();
            failed += (report.scenarios.len() - passed).max(usize::from(has_no_result));
        }
    }
    ui.json(&rendered)?;
    ui.status(&format!("{}: {passed_count} hold, {failed} failed.", counted(passed_count + failed, "scenario")));
    if failed == 0 { Ok(()) } else { Err(Failure::Reported) }
}

fn scenarios_to_json(report: &RunReport, source: &crate::language::span::Source) -> Vec<Value> {
    report.scenarios.iter().map(|scenario| json!(scenario.to_json(source))).collect()
}

/// Reads a sheet that a scenario names by its path: from the working directory, else from the library.
fn read_sheet(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().or_else(|| library::text(path).map(str::to_owned))
}

/// The file itself, or the scenario files in a folder and its subfolders, by path.
pub(super) fn find_scenario_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).at("read", &folder)? {
            let entry = entry.at("read", &folder)?;
            // Links are not followed: they may lead back up.
            if entry.file_type().at("read", &folder)?.is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|e| e == "yaml") {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
