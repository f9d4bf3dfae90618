//! Slips that make a file no YAML: found line by line, told with the whole line as it should be, and mended in thought,
//! so that the rest of the file is read and its other faults are told at once.
//!
//! A mending is one that lets the file be read further; it is never written anywhere. A file with one stays refused.

use saphyr_parser::Parser;

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};

use super::yaml::code;

/// The longest text that is mended, in bytes.
const LONGEST: usize = 100_000;
/// The most slips that are looked for.
const MOST_SLIPS: usize = 20;

/// A text in which slips are mended.
pub(super) struct Mended {
    /// The text, with as many lines; where it is still no YAML, the text as it was.
    pub(super) source: Source,
    /// What each slip is, in the order of the file, at its place in the text as it was written.
    pub(super) faults: Vec<Diagnostic>,
    /// Whether it is YAML now.
    pub(super) whole: bool,
    changed: Vec<usize>,
}

impl Mended {
    /// A place of the mended text in the one that was written: of a line that was mended the whole line.
    pub(super) fn place(&self, written: &Source, span: Span) -> Span {
        let (line, _) = self.source.line_column(span.start);
        let start = line_start(&written.text, line - 1);
        if self.changed.contains(&(line - 1)) {
            return whole_line(&written.text, line - 1);
        }
        let offset = span.start - line_start(&self.source.text, line - 1);
        Span::new(start + offset, start + offset + (span.end - span.start))
    }
}

/// Mends the slips of a text that is no YAML; `None` where none is found.
pub(super) fn mend(written: &Source) -> Option<Mended> {
    if written.text.len() > LONGEST {
        return None;
    }
    let mut lines: Vec<String> = written.text.split('\n').map(str::to_owned).collect();
    let (mut faults, mut changed) = (Vec::new(), Vec::new());
    let mut whole = false;
    while faults.len() <= MOST_SLIPS {
        let Some(at) = first_error(&lines.join("\n")) else {
            whole = true;
            break;
        };
        let Some((line, mended, what)) = slip_near(&lines, at) else { break };
        let fault = Diagnostic::error(code::SYNTAX, whole_line(&written.text, line), what);
        faults.push(fault.note(format!("write `{mended}`")));
        changed.push(line);
        lines[line] = mended;
    }
    let source = Source::new(written.name.clone(), lines.join("\n"));
    (!faults.is_empty()).then_some(Mended { source, faults, whole, changed })
}

/// The line in which a text stops being YAML.
fn first_error(text: &str) -> Option<usize> {
    let error = Parser::new_from_str(text).find_map(Result::err)?;
    Some(text.chars().take(error.marker().index()).filter(|c| *c == '\n').count())
}

/// The slip that an error comes from: its line, the line as it should be, and what is wrong with it.
fn slip_near(lines: &[String], at: usize) -> Option<(usize, String, &'static str)> {
    let near = [Some(at), at.checked_sub(1), Some(at + 1), at.checked_sub(2)];
    for line in near.into_iter().flatten().filter(|line| lines.get(*line).is_some_and(|text| !text.trim().is_empty())) {
        for (mended, what) in mendings(lines, line) {
            let mut tried = lines.to_vec();
            tried[line].clone_from(&mended);
            // It must be read behind the slip, and behind where it stopped.
            if first_error(&tried.join("\n")).is_none_or(|next| next > at.max(line)) {
                return Some((line, mended, what));
            }
        }
    }
    None
}

/// What a line could have been meant as, the likeliest first.
fn mendings(lines: &[String], line: usize) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let Some(text) = lines.get(line) else { return found };
    let body = text.trim();
    let indent = &text[..text.len() - text.trim_start().len()];
    let above = lines[..line].iter().rev().find(|above| !above.trim().is_empty());
    if indent.contains('\t') {
        let spaces = columns(above).map(|column| format!("{}{body}", " ".repeat(column)));
        found.extend(spaces.into_iter().map(|line| (line, "a tab: lines are indented by spaces")));
    }
    for bullet in ["* ", "• ", "– ", "— ", "+ "] {
        if let Some(rest) = body.strip_prefix(bullet) {
            found.push((format!("{indent}- {}", quoted_if_needed(rest)), "an entry of a list begins with `- `"));
        }
    }
    let (head, value) = head_and_value(body);
    if value.starts_with(['\'', '"']) {
        let what = "the quotation marks do not go round the whole text";
        found.extend(requoted(value).map(|value| (format!("{indent}{head}{value}"), what)));
    }
    let bracketed = value.starts_with('[') && value.contains(']') || value.starts_with('{') && value.contains('}');
    if bracketed || value.contains(": ") || value.starts_with(['%', '@', '`', '&', '!', '|', '>', '*', ',']) {
        let what = "a text with `: ` in it, or that begins with a mark, stands in quotation marks";
        found.push((format!("{indent}{head}{}", in_quotes(value)), what));
    }
    if let Some(above) = above.filter(|above| above.trim_start().starts_with("- ") && !body.starts_with("- ")) {
        let column = above.len() - above.trim_start().len();
        found.push((
            format!("{}- {}", " ".repeat(column), quoted_if_needed(body)),
            "an entry of a list begins with `- `",
        ));
    }
    for column in columns(above) {
        found.push((format!("{}{body}", " ".repeat(column)), "the line is not indented as those beside it"));
    }
    found.retain(|(mended, _)| mended != text);
    found
}

/// Where a line can begin behind another: as its key does, as it does itself, or one step within.
fn columns(above: Option<&String>) -> [usize; 3] {
    let Some(above) = above else { return [0, 0, 0] };
    let column = above.chars().take_while(|c| *c == ' ').count();
    let key = if above.trim_start().starts_with("- ") { column + 2 } else { column };
    [key, column, key + 2]
}

/// `- `, `key: `, and what stands behind.
fn head_and_value(body: &str) -> (&str, &str) {
    let dash = if body.starts_with("- ") { 2 } else { 0 };
    let rest = &body[dash..];
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let key = rest.split_once(": ").filter(|(key, _)| is_key(key)).map_or(0, |(key, _)| key.len() + 2);
    body.split_at(dash + key)
}

/// A text in quotation marks of which some are missing or too many.
fn requoted(value: &str) -> Option<String> {
    let mark = value.chars().next()?;
    let inner = value.strip_prefix(mark)?;
    let closed_early = mark == '"' && !value.ends_with('"') && inner.contains('"');
    let meant = if closed_early { value } else { inner.strip_suffix(mark).unwrap_or(inner) };
    Some(in_quotes(meant))
}

/// A text in the quotation marks that do not stand in it.
fn in_quotes(text: &str) -> String {
    if text.contains('"') || text.contains('\\') {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

fn quoted_if_needed(text: &str) -> String {
    if text.starts_with(['\'', '"', '[', '{']) || text.contains(": ") { in_quotes(text) } else { text.to_owned() }
}

fn line_start(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line).map(str::len).sum()
}

/// A line without the white space round it.
fn whole_line(text: &str, line: usize) -> Span {
    let start = line_start(text, line);
    let found = text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let blank = found.len() - found.trim_start().len();
    Span::new(start + blank, start + found.trim_end().len().max(blank))
}
