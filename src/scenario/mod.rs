//! Scenarios: small Wars in one file with their expected results (tests/scenarios/README.md).
//!
//! | module | holds |
//! | --- | --- |
//! | `file` | a scenario file: its War, its starting position, its Nights |
//! | `play`, `scenario_night` | playing its Nights; what a Night came to |
//! | `expect` | comparing the result with what is listed under `expect` |
//! | `run_report` | the result of a file, rendered |
//! | [`headings`], `index` | the titles and rules of a scenario; which scenarios are about which rules |
//! | [`tryout`] | one skill of a sheet, played without a scenario |
//!
//! Scenarios are how rules are tested, ruled on and discussed. [`run`] plays every YAML document of a file: it builds
//! the War, sets the starting position of each Night, checks the orders through each seat's View as a campaign does,
//! resolves the Night and compares. Nothing in a file is ignored: an unknown key is a fault, and so is one that the
//! engine does not support yet.

mod expect;
mod file;
pub mod headings;
mod index;
mod play;
mod run_report;
mod scenario_night;
pub mod tryout;

pub use index::{ScenarioCitation, cited_rules, embedded_scenario_files};
pub use run_report::{Mismatch, RunReport, ScenarioReport};

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};
use crate::sheet::reader::Diagnostics;
use crate::sheet::yaml::{self, Node};
use crate::vocabulary::rule_id::RuleId;

/// The codes of faults in scenario files.
pub mod code {
    crate::language::codes::codes! {
        /// The file holds no scenario.
        EMPTY = "E601";
        /// There is no rule of this id.
        RULE = "E602";
        /// There is no such switch, or it has no such value.
        SWITCH = "E603";
        /// A character has no sheet, or a sheet no character.
        SHEET = "E604";
        /// The scenario's War cannot be.
        WAR = "E605";
        /// There is no such facility.
        FACILITY = "E606";
        /// There is no such seat.
        SEAT = "E607";
        /// There is nothing of this name to expect.
        UNKNOWN = "E608";
        /// An expectation that nothing can answer.
        NOT_YET = "E609";
        /// This kind of character cannot have what is expected.
        NOT_FOR_KIND = "E610";
        /// A value is of the wrong form.
        FORM = "E611";
        /// The templates cannot make a page.
        PAGE = "E612";
    }
}

/// Returns the text of the sheet at a path, if there is one, for a scenario that names a path instead of writing a
/// sheet.
pub type SheetSource<'s> = &'s dyn Fn(&str) -> Option<String>;

/// Runs every scenario of a file that contains all its sheets.
pub fn run(source: &Source) -> RunReport {
    run_with_library(source, &|_| None)
}

/// Runs every scenario of a file; sheets named by a path are loaded from `library`.
pub fn run_with_library(source: &Source, library: SheetSource<'_>) -> RunReport {
    let documents = match yaml::parse(source) {
        Ok(documents) => documents,
        Err(diagnostics) => return RunReport { scenarios: Vec::new(), diagnostics },
    };
    if documents.is_empty() {
        let fault = Diagnostic::error(code::EMPTY, Span::new(0, 0), "the file holds no scenario");
        return RunReport { scenarios: Vec::new(), diagnostics: vec![fault] };
    }
    let scenarios = documents
        .iter()
        .map(|document| {
            let diagnostics = Diagnostics::default();
            let mut report = file::parse_scenario(document, library, &diagnostics)
                .map(|scenario| play::play_scenario(&scenario, &diagnostics))
                .unwrap_or_default();
            report.line = source.line_column(document.span.start).0;
            if report.title.is_empty() {
                report.title = document.get("scenario").and_then(|n| n.text()).unwrap_or("without a name").to_owned();
            }
            for failure in &mut report.failures {
                failure.line = source.line_column(failure.span.start).0;
            }
            report.diagnostics = diagnostics.into_sorted();
            if let Some(refused) = document.get("refused") {
                check_refusal(document, refused, &mut report);
            }
            report
        })
        .collect();
    RunReport { scenarios, diagnostics: Vec::new() }
}

/// Checks a War that must not load: only the codes of its faults, including warnings, are compared. Codes in the 600s
/// are faults of the scenario itself, except for the one of a War that cannot be built.
fn check_refusal(document: &Node, refused: &Node, report: &mut ScenarioReport) {
    let rules = document.get("rules").and_then(Node::items).unwrap_or_default();
    report.rules = rules.iter().filter_map(|rule| RuleId::parse(rule.text()?)).collect();
    let own = |fault: &Diagnostic| fault.code.starts_with("E6") && fault.code != code::WAR;
    if report.diagnostics.iter().any(own) {
        return;
    }
    let codes = |codes: Vec<&str>| {
        let mut codes = codes;
        codes.sort_unstable();
        format!("[{}]", codes.join(", "))
    };
    let expected = codes(refused.items().unwrap_or_default().iter().filter_map(Node::text).collect());
    let found = codes(report.diagnostics.iter().map(|fault| fault.code).collect());
    report.compared += 1;
    if expected == found {
        report.diagnostics.clear();
    } else {
        let (span, path) = (refused.span, "refused".to_owned());
        report.failures.push(Mismatch { line: report.line, span, path, expected, found, events: Vec::new() });
    }
}
