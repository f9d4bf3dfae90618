//! All output: results to stdout, messages for people to stderr, colour only on a terminal.
#![expect(clippy::disallowed_methods, reason = "colour is switched off by the environment")]

use std::io::{self, IsTerminal as _, Write as _};

use serde::Serialize;
use serde_json::json;

use crate::campaign::error::{CampaignError, FaultyFile};
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::span::Source;
use crate::logic::Colour;

use super::failure::{CommandResult, Failure};

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON value.
    Json,
}

/// The output of the program.
#[derive(Debug)]
pub struct Ui {
    format: Format,
    has_colour: bool,
    colour_results: bool,
    is_silent: bool,
}

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const CYAN: &str = "\u{1b}[1;36m";
/// The colours of the Logic Game.
const LOGIC: [(Colour, &str); 3] =
    [(Colour::Red, "\u{1b}[31m"), (Colour::Blue, "\u{1b}[34m"), (Colour::Gold, "\u{1b}[33m")];
const PLAIN: &str = "\u{1b}[0m";

impl Ui {
    /// The output of a run. `NO_COLOR` switches colour off.
    pub fn new(format: Format) -> Ui {
        let colour_allowed = std::env::var("NO_COLOR").map_or(true, |v| v.is_empty());
        Ui {
            format,
            has_colour: colour_allowed && io::stderr().is_terminal(),
            colour_results: colour_allowed && io::stdout().is_terminal(),
            is_silent: false,
        }
    }

    /// An output that prints nothing.
    #[cfg(test)]
    pub(crate) fn silent() -> Ui {
        Ui { format: Format::Text, has_colour: false, colour_results: false, is_silent: true }
    }

    /// Whether results are JSON.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// The words of a statement of the Logic Game in its colour, if results have colour.
    pub fn in_colour(&self, colour: Colour, words: &str) -> String {
        match LOGIC.iter().find(|(own, _)| *own == colour) {
            Some((_, paint)) if self.colour_results => format!("{paint}{words}{PLAIN}"),
            _ => words.to_owned(),
        }
    }

    /// Words of a result in the colour of a diagnostic, if results have colour.
    pub fn in_severity(&self, severity: Severity, words: &str) -> String {
        if self.colour_results { format!("{}{words}{PLAIN}", severity_paint(severity)) } else { words.to_owned() }
    }

    /// Prints a result for people; does nothing if results are JSON.
    pub fn text(&self, text: &str) -> CommandResult {
        if self.is_json() || self.is_silent {
            return Ok(());
        }
        self.raw(text)
    }

    /// Prints a result that is the same in every format, such as a file.
    pub fn raw(&self, text: &str) -> CommandResult {
        let mut out = io::stdout().lock();
        let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        write!(out, "{text}{end}").and_then(|()| out.flush()).map_err(Failure::Output)
    }

    /// Prints a result for programs; does nothing if results are text.
    pub fn json(&self, value: &impl Serialize) -> CommandResult {
        if !self.is_json() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(value)
            .map_err(|e| CampaignError::internal(format!("a result could not be written: {e}")))?;
        self.raw(&text)
    }

    /// Reports what was done: a sentence with a full stop.
    pub fn status(&self, sentence: &str) {
        self.print_message("", "", sentence);
    }

    /// Prints a warning.
    pub fn warning(&self, text: &str) {
        self.print_message("warning: ", YELLOW, text);
    }

    /// Prints an error.
    pub fn error(&self, text: &str) {
        self.print_message("error: ", RED, text);
    }

    /// Prints why a command failed.
    pub fn failure(&self, failure: &Failure) {
        match failure {
            Failure::Reported => {}
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Failure::Output(error) => self.error(&format!("the results could not be printed: {error}")),
            Failure::Usage(text) => self.error(text),
            Failure::RulingsAwaited => self.error("rulings are awaited: the night is not written"),
            Failure::Campaign(CampaignError::Faults(files)) => {
                let list: Vec<_> = files.iter().map(|file| locate_faults(&file.source, &file.diagnostics)).collect();
                // The failure is printed below in any case.
                let _ = self.json(&json!({ "faults": list }));
                self.faults(files);
                let errors = count_severity(files, Severity::Error);
                self.error(&format!("{} in {}", counted(errors, "fault"), counted(files.len(), "file")));
            }
            Failure::Campaign(CampaignError::Several(errors)) => {
                errors.iter().for_each(|error| self.error(&error.to_string()));
            }
            Failure::Campaign(error) => self.error(&error.to_string()),
        }
    }

    /// Prints the faults and warnings of files as messages.
    pub fn faults(&self, files: &[FaultyFile]) {
        let mut err = io::stderr().lock();
        for (file, fault) in files.iter().flat_map(|file| file.diagnostics.iter().map(move |fault| (file, fault))) {
            // Nothing can be reported if stderr is closed.
            let _ = writeln!(err, "{}", render_diagnostic(fault, &file.source, self.has_colour));
        }
    }

    /// Prints the faults of a file as a result.
    pub fn print_faults(&self, source: &Source, diagnostics: &[Diagnostic]) -> CommandResult {
        for fault in diagnostics {
            self.text(&(render_diagnostic(fault, source, self.colour_results) + "\n"))?;
        }
        Ok(())
    }

    fn print_message(&self, word: &str, paint: &str, text: &str) {
        if self.is_silent {
            return;
        }
        let mut err = io::stderr().lock();
        // Nothing can be reported if stderr is closed.
        let _ = if self.has_colour && !word.is_empty() {
            writeln!(err, "{paint}{word}{PLAIN}{text}")
        } else {
            writeln!(err, "{word}{text}")
        };
    }
}

fn render_diagnostic(fault: &Diagnostic, source: &Source, colour: bool) -> String {
    let text = fault.render(source);
    let paint = severity_paint(fault.severity);
    match text.split_once(':') {
        Some((head, rest)) if colour => format!("{paint}{head}{PLAIN}:{rest}"),
        _ => text,
    }
}

const fn severity_paint(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Hint => CYAN,
    }
}

/// The number of diagnostics of a severity.
pub fn count_severity(files: &[FaultyFile], severity: Severity) -> usize {
    files.iter().flat_map(|file| &file.diagnostics).filter(|fault| fault.severity == severity).count()
}

/// Renders the faults of files, for a letter.
pub(super) fn render_faults(files: &[FaultyFile]) -> String {
    let each = files.iter().flat_map(|file| file.diagnostics.iter().map(|fault| fault.render(&file.source)));
    each.collect::<Vec<_>>().join("\n")
}

/// Parses a number among the arguments: of a night, of an event.
pub(super) fn parse_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "a number is written in digits, as `3`".to_owned())
}

/// Renders a count with its noun: `1 error`, `2 errors`, `1 inquiry`.
pub fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// Renders diagnostics with their positions, for `--format json`.
pub fn locate_faults(source: &Source, diagnostics: &[Diagnostic]) -> serde_json::Value {
    json!(diagnostics.iter().map(|fault| fault.locate(source)).collect::<Vec<_>>())
}
