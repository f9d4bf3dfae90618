//! The result of running a scenario file, and its rendering.

use std::fmt::Write as _;

use serde::Serialize;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};
use crate::vocabulary::rule_id::RuleId;

/// The results of all scenarios of a file.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// One for each YAML document.
    pub scenarios: Vec<ScenarioReport>,
    /// The faults of the file as a whole; if there are any, there are no scenarios.
    pub diagnostics: Vec<Diagnostic>,
}

/// The result of one scenario.
#[derive(Clone, Debug, Default)]
pub struct ScenarioReport {
    /// Its title.
    pub title: String,
    /// The line where it begins.
    pub line: usize,
    /// The rules it is about.
    pub rules: Vec<RuleId>,
    /// The number of Nights played.
    pub nights: usize,
    /// The number of expectations compared.
    pub compared: usize,
    /// The expectations that failed.
    pub failures: Vec<Mismatch>,
    /// The faults of the scenario itself, including warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The faults in the orders of Nights with a failed expectation, each with its line in the orders.
    pub order_faults: Vec<String>,
}

/// An expectation that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// Its line in the file.
    pub line: usize,
    /// The span of the expected value.
    #[serde(skip)]
    pub span: Span,
    /// The path in the tree: `nights[1].expect.Saber.health`.
    pub path: String,
    /// The value in the file.
    pub expected: String,
    /// The actual value.
    pub found: String,
    /// The relevant events, in words.
    pub events: Vec<String>,
}

impl RunReport {
    /// Whether every scenario passes.
    pub fn passes(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error) && self.scenarios.iter().all(ScenarioReport::passes)
    }

    /// Renders the report as plain text: the failures, then one line of numbers.
    pub fn render(&self, source: &Source) -> String {
        let mut out = String::new();
        for fault in &self.diagnostics {
            out.push_str(&fault.render(source));
        }
        for scenario in &self.scenarios {
            scenario.render(source, &mut out);
        }
        let failed = self.scenarios.iter().filter(|s| !s.passes()).count();
        let passed = self.scenarios.len() - failed;
        let _ =
            writeln!(out, "{}: {}, {failed} failed", source.name, counted(passed, "scenario holds", "scenarios hold"));
        out
    }
}

impl ScenarioReport {
    /// Whether it has no faults and every expectation was met.
    pub fn passes(&self) -> bool {
        self.failures.is_empty() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    fn render(&self, source: &Source, out: &mut String) {
        if self.failures.is_empty() && self.diagnostics.is_empty() {
            return;
        }
        let rules: Vec<String> = self.rules.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{}:{}: {} [{}]", source.name, self.line, self.title, rules.join(", "));
        for fault in &self.diagnostics {
            out.push_str(&fault.render(source));
        }
        for failure in &self.failures {
            let _ = writeln!(out, "  line {}: {}", failure.line, failure.path);
            let _ = writeln!(out, "    expected {}", failure.expected);
            let _ = writeln!(out, "    found    {}", failure.found);
            for event in &failure.events {
                let _ = writeln!(out, "      | {event}");
            }
        }
        for fault in &self.order_faults {
            out.push_str(fault);
        }
    }
}

fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A scenario for `--format json`.
#[derive(Clone, Debug, Serialize)]
pub struct ScenarioJson<'a> {
    pub file: &'a str,
    /// The line where it begins.
    pub line: usize,
    pub title: &'a str,
    /// The rules it is about.
    pub rules: &'a [RuleId],
    /// Whether it passes.
    pub holds: bool,
    /// The number of Nights played.
    pub nights: usize,
    /// The number of expectations compared.
    pub compared: usize,
    /// The expectations that failed.
    pub failures: &'a [Mismatch],
    /// The faults of the scenario itself.
    pub faults: Vec<crate::language::diagnostic::Located<'a>>,
    /// The faults in the orders of Nights with a failed expectation.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub orders: &'a [String],
}

impl ScenarioReport {
    /// Returns the scenario for `--format json`.
    pub fn to_json<'a>(&'a self, source: &'a Source) -> ScenarioJson<'a> {
        ScenarioJson {
            file: &source.name,
            line: self.line,
            title: &self.title,
            rules: &self.rules,
            holds: self.passes(),
            nights: self.nights,
            compared: self.compared,
            failures: &self.failures,
            faults: self.diagnostics.iter().map(|fault| fault.locate(source)).collect(),
            orders: &self.order_faults,
        }
    }
}
