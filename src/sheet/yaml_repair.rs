//! Repairs slips that make a file invalid YAML. Each is found line by line and reported with the corrected line. It is
//! repaired in memory, so that the rest of the file is parsed and its other faults are reported at once.
//!
//! A repair lets the parser read further. It is never written to a file, and a file that needs one is still rejected.

use saphyr_parser::Parser;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};

use super::yaml::code;

/// The longest text that is repaired, in bytes.
const LONGEST: usize = 100_000;
/// The most slips that are repaired.
const MAX_SLIPS: usize = 20;

/// A text with repaired slips.
pub(super) struct Mended {
    /// The repaired text, with the same number of lines.
    pub(super) source: Source,
    /// One fault for each slip, in the order of repair, with its span in the original text.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Whether the text is valid YAML now.
    pub(super) is_valid: bool,
    changed_lines: Vec<usize>,
}

impl Mended {
    /// Maps a span of the repaired text to the original text. In a repaired line it becomes the whole line.
    pub(super) fn original_span(&self, written: &Source, span: Span) -> Span {
        let (line, _) = self.source.line_column(span.start);
        let start = line_start(&written.text, line - 1);
        if self.changed_lines.contains(&(line - 1)) {
            return trimmed_line_span(&written.text, line - 1);
        }
        let offset = span.start - line_start(&self.source.text, line - 1);
        Span::new(start + offset, start + offset + (span.end - span.start))
    }
}

/// Repairs the slips of a text that is not valid YAML; `None` where no slip is found.
pub(super) fn repair_yaml(written: &Source) -> Option<Mended> {
    if written.text.len() > LONGEST {
        return None;
    }
    let mut lines: Vec<String> = written.text.split('\n').map(str::to_owned).collect();
    let (mut diagnostics, mut changed_lines) = (Vec::new(), Vec::new());
    let mut is_valid = false;
    while diagnostics.len() <= MAX_SLIPS {
        let Some(at) = find_first_error(&lines.join("\n")) else {
            is_valid = true;
            break;
        };
        let Some((line, mended, what)) = find_slip(&lines, at) else { break };
        let fault = Diagnostic::error(code::SYNTAX, trimmed_line_span(&written.text, line), what);
        diagnostics.push(fault.note(format!("write `{mended}`")));
        changed_lines.push(line);
        lines[line] = mended;
    }
    let source = Source::new(written.name.clone(), lines.join("\n"));
    (!diagnostics.is_empty()).then_some(Mended { source, diagnostics, is_valid, changed_lines })
}

/// The index of the line where a text stops being valid YAML; `None` where it is valid.
fn find_first_error(text: &str) -> Option<usize> {
    let error = Parser::new_from_str(text).find_map(Result::err)?;
    Some(text.chars().take(error.marker().index()).filter(|c| *c == '\n').count())
}

/// The slip that causes an error: the index of its line, the corrected line, and what is wrong with it.
fn find_slip(lines: &[String], error_line: usize) -> Option<(usize, String, &'static str)> {
    let near = [Some(error_line), error_line.checked_sub(1), Some(error_line + 1), error_line.checked_sub(2)];
    for line in near.into_iter().flatten().filter(|line| lines.get(*line).is_some_and(|text| !text.trim().is_empty())) {
        for (mended, what) in candidate_repairs(lines, line) {
            let mut tried = lines.to_vec();
            tried[line].clone_from(&mended);
            // The repair must let the parser get past the slip, and past where it stopped.
            if find_first_error(&tried.join("\n")).is_none_or(|next| next > error_line.max(line)) {
                return Some((line, mended, what));
            }
        }
    }
    None
}

/// What a line may have been meant to be, the likeliest first.
fn candidate_repairs(lines: &[String], line: usize) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let Some(text) = lines.get(line) else { return found };
    let body = text.trim();
    let indent = &text[..text.len() - text.trim_start().len()];
    let above = lines[..line].iter().rev().find(|above| !above.trim().is_empty());
    if indent.contains('\t') {
        let spaces = possible_columns(above).map(|column| format!("{}{body}", " ".repeat(column)));
        found.extend(spaces.into_iter().map(|line| (line, "a tab: lines are indented by spaces")));
    }
    for bullet in ["* ", "• ", "– ", "— ", "+ "] {
        if let Some(rest) = body.strip_prefix(bullet) {
            found.push((format!("{indent}- {}", quote_if_needed(rest)), "an entry of a list begins with `- `"));
        }
    }
    let (head, value) = split_head_and_value(body);
    if value.starts_with(['\'', '"']) {
        let what = "the quotation marks do not go round the whole text";
        found.extend(requote(value).map(|value| (format!("{indent}{head}{value}"), what)));
    }
    let bracketed = value.starts_with('[') && value.contains(']') || value.starts_with('{') && value.contains('}');
    if bracketed || value.contains(": ") || value.starts_with(['%', '@', '`', '&', '!', '|', '>', '*', ',']) {
        let what = "a text with `: ` in it, or that begins with a mark, stands in quotation marks";
        found.push((format!("{indent}{head}{}", quote(value)), what));
    }
    if let Some(above) = above.filter(|above| above.trim_start().starts_with("- ") && !body.starts_with("- ")) {
        let column = above.len() - above.trim_start().len();
        found.push((
            format!("{}- {}", " ".repeat(column), quote_if_needed(body)),
            "an entry of a list begins with `- `",
        ));
    }
    for column in possible_columns(above) {
        found.push((format!("{}{body}", " ".repeat(column)), "the line is not indented as those beside it"));
    }
    found.retain(|(mended, _)| mended != text);
    found
}

/// The columns where a line can begin after another: that of its key, its own, or one step deeper.
fn possible_columns(above: Option<&String>) -> [usize; 3] {
    let Some(above) = above else { return [0, 0, 0] };
    let column = above.chars().take_while(|c| *c == ' ').count();
    let key = if above.trim_start().starts_with("- ") { column + 2 } else { column };
    [key, column, key + 2]
}

/// Splits a line after its `- ` and `key: `, and returns that head and the rest.
fn split_head_and_value(body: &str) -> (&str, &str) {
    let dash = if body.starts_with("- ") { 2 } else { 0 };
    let rest = &body[dash..];
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let key = rest.split_once(": ").filter(|(key, _)| is_key(key)).map_or(0, |(key, _)| key.len() + 2);
    body.split_at(dash + key)
}

/// Requotes a text with missing or extra quotation marks.
fn requote(value: &str) -> Option<String> {
    let mark = value.chars().next()?;
    let inner = value.strip_prefix(mark)?;
    let closed_early = mark == '"' && !value.ends_with('"') && inner.contains('"');
    let meant = if closed_early { value } else { inner.strip_suffix(mark).unwrap_or(inner) };
    Some(quote(meant))
}

/// Quotes a text with the kind of quotation mark that it does not contain.
fn quote(text: &str) -> String {
    if text.contains('"') || text.contains('\\') {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

fn quote_if_needed(text: &str) -> String {
    if text.starts_with(['\'', '"', '[', '{']) || text.contains(": ") { quote(text) } else { text.to_owned() }
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
}

/// The span of a line without the white space around it.
fn trimmed_line_span(text: &str, line: usize) -> Span {
    let start = line_start(text, line);
    let found = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let blank = found.len() - found.trim_start().len();
    Span::new(start + blank, start + found.trim_end().len().max(blank))
}
