//! What running a scenario file came to, and how it is told.

use std::fmt::Write as _;

use serde::Serialize;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};
use crate::vocabulary::rule_id::RuleId;

/// All scenarios of a file.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// One for each YAML document.
    pub scenarios: Vec<ScenarioReport>,
    /// What is wrong with the file as a whole; then there are no scenarios.
    pub faults: Vec<Diagnostic>,
}

/// One scenario.
#[derive(Clone, Debug, Default)]
pub struct ScenarioReport {
    /// Its title.
    pub title: String,
    /// The line it begins in.
    pub line: usize,
    /// The rules it is about.
    pub rules: Vec<RuleId>,
    /// How many Nights were played.
    pub nights: usize,
    /// How many expectations were compared.
    pub compared: usize,
    /// Expectations that did not hold.
    pub failures: Vec<Mismatch>,
    /// What is wrong with the scenario itself, warnings among it.
    pub faults: Vec<Diagnostic>,
    /// What was wrong with the orders of Nights in which something did not hold, each with its line in them.
    pub orders: Vec<String>,
}

/// An expectation that did not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// Its line in the file.
    pub line: usize,
    /// Where the expected value stands.
    #[serde(skip)]
    pub span: Span,
    /// Where in the tree: `nights[1].expect.Saber.health`.
    pub path: String,
    /// What the file says.
    pub expected: String,
    /// What came out.
    pub found: String,
    /// The events that led there, in words.
    pub events: Vec<String>,
}

impl RunReport {
    /// Whether every scenario holds.
    pub fn holds(&self) -> bool {
        !self.faults.iter().any(Diagnostic::is_error) && self.scenarios.iter().all(ScenarioReport::holds)
    }

    /// The report in plain text: what failed, then one line of numbers.
    pub fn render(&self, source: &Source) -> String {
        let mut out = String::new();
        for fault in &self.faults {
            out.push_str(&fault.render(source));
        }
        for scenario in &self.scenarios {
            scenario.render(source, &mut out);
        }
        let failed = self.scenarios.iter().filter(|s| !s.holds()).count();
        let held = self.scenarios.len() - failed;
        let _ =
            writeln!(out, "{}: {}, {failed} failed", source.name, counted(held, "scenario holds", "scenarios hold"));
        out
    }
}

impl ScenarioReport {
    /// Whether it is without fault and everything expected came out.
    pub fn holds(&self) -> bool {
        self.failures.is_empty() && !self.faults.iter().any(Diagnostic::is_error)
    }

    fn render(&self, source: &Source, out: &mut String) {
        if self.failures.is_empty() && self.faults.is_empty() {
            return;
        }
        let rules: Vec<String> = self.rules.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "{}:{}: {} [{}]", source.name, self.line, self.title, rules.join(", "));
        for fault in &self.faults {
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
        for fault in &self.orders {
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
    /// The line it begins in.
    pub line: usize,
    pub title: &'a str,
    /// The rules it is about.
    pub rules: &'a [RuleId],
    /// Whether it holds.
    pub holds: bool,
    /// How many Nights were played.
    pub nights: usize,
    /// How many expectations were compared.
    pub compared: usize,
    /// Expectations that did not hold.
    pub failures: &'a [Mismatch],
    /// What is wrong with it.
    pub faults: Vec<crate::language::diagnostic::Located<'a>>,
    /// What was wrong with the orders of Nights in which something did not hold.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub orders: &'a [String],
}

impl ScenarioReport {
    /// The scenario for `--format json`.
    pub fn to_json<'a>(&'a self, source: &'a Source) -> ScenarioJson<'a> {
        ScenarioJson {
            file: &source.name,
            line: self.line,
            title: &self.title,
            rules: &self.rules,
            holds: self.holds(),
            nights: self.nights,
            compared: self.compared,
            failures: &self.failures,
            faults: self.faults.iter().map(|fault| fault.located(source)).collect(),
            orders: &self.orders,
        }
    }
}
