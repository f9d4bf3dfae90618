//! Reads a YAML tree declaratively: the loader asks for keys, and faults are collected.
//!
//! A loader asks a [`MapReader`] for the keys it knows and calls [`MapReader::finish`]. All keys that are missing,
//! unknown, misread or of the wrong kind are reported, each at its span.

use std::cell::{Cell, RefCell};

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::ParseResult;
use crate::language::span::Span;

use super::yaml::{Node, Scalar};

/// The codes of faults in the keys of a file.
pub mod code {
    crate::language::codes::codes! {
        /// A key that nothing reads.
        UNKNOWN_KEY = "E221";
        /// A key that must be there is missing.
        MISSING_KEY = "E222";
        /// A list where a text must stand, and the like.
        WRONG_KIND = "E223";
        /// Neither `true` nor `false` stands there.
        NOT_A_FLAG = "E224";
    }
}

/// Collects the faults and warnings of a file.
#[derive(Debug, Default)]
pub struct Diagnostics {
    collected: RefCell<Vec<Diagnostic>>,
    errors: Cell<usize>,
    misread: RefCell<Vec<String>>,
}

impl Diagnostics {
    /// Adds a fault.
    pub fn report(&self, fault: Diagnostic) {
        if fault.is_error() {
            self.errors.set(self.errors.get() + 1);
        }
        self.collected.borrow_mut().push(fault);
    }

    /// Adds the faults of a scalar's text, each at its span in the file.
    pub fn report_in_scalar(&self, scalar: &Scalar, faults: impl IntoIterator<Item = Diagnostic>) {
        for mut fault in faults {
            fault.span = scalar.source_span(fault.span);
            self.report(fault);
        }
    }

    /// Records the name of a skill that was not fully read.
    pub(super) fn record_misread(&self, name: &str) {
        self.misread.borrow_mut().push(name.to_owned());
    }

    /// The names of the skills that were not fully read.
    pub(super) fn misread_names(&self) -> Vec<String> {
        self.misread.borrow().clone()
    }

    /// The number of errors so far.
    pub(super) fn error_count(&self) -> usize {
        self.errors.get()
    }

    /// Whether there is an error so far; warnings do not count.
    pub fn has_errors(&self) -> bool {
        self.errors.get() > 0
    }

    /// All diagnostics, in the order of the file.
    #[must_use]
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut found = self.collected.into_inner();
        found.sort_by(|a, b| (a.span, a.code, &a.message).cmp(&(b.span, b.code, &b.message)));
        found
    }

    /// Parses the text of a node with `read`. Reports its faults and returns `None` where it does not parse, or where
    /// the node is not a scalar.
    pub fn read<T>(&self, node: &Node, parse: impl FnOnce(&str) -> ParseResult<T>) -> Option<T> {
        let Some(scalar) = node.render_scalar() else {
            let mut fault = wrong_kind(node, "a text");
            if node.items().is_some() {
                fault = fault.note(format!(
                    "a text that starts with a bracket needs quotes: write `\"{}\"`",
                    join_in_brackets(node)
                ));
            }
            self.report(fault);
            return None;
        };
        match parse(&scalar.text) {
            Ok(value) => Some(value),
            Err(faults) => {
                self.report_in_scalar(scalar, faults);
                None
            }
        }
    }

    /// Unwraps a parsed value. Reports its faults at one span and returns `None` where there is no value.
    pub fn unwrap_or_report<T>(&self, at: Span, result: ParseResult<T>) -> Option<T> {
        let faults = match result {
            Ok(value) => return Some(value),
            Err(faults) => faults,
        };
        for mut fault in faults {
            fault.span = at;
            self.report(fault);
        }
        None
    }

    /// The first document of a file that is one list; `None` where the file is empty. Reports a second document.
    pub fn one_list<'n>(&self, documents: &'n [Node], code: &'static str) -> Option<&'n Node> {
        if let Some(second) = documents.get(1) {
            self.report(Diagnostic::error(code, second.span, "a second YAML document: write one list"));
        }
        documents.first()
    }

    /// The items of a list. Reports a node that is not a list and returns `None`.
    pub fn items<'n>(&self, node: &'n Node) -> Option<&'n [Node]> {
        let items = node.items();
        if items.is_none() {
            self.report(wrong_kind(node, "a list"));
        }
        items
    }

    /// Parses `true` or `false`. Reports any other value and returns `None`.
    pub fn flag(&self, node: &Node) -> Option<bool> {
        match node.text() {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => {
                self.report(Diagnostic::error(code::NOT_A_FLAG, node.span, "neither `true` nor `false`"));
                None
            }
        }
    }
}

/// A list of texts as one text, each in square brackets.
fn join_in_brackets(node: &Node) -> String {
    let texts: Vec<String> =
        node.items().unwrap_or_default().iter().filter_map(|item| Some(format!("[{}]", item.text()?))).collect();
    if texts.is_empty() { "[Any]".to_owned() } else { texts.join(" ") }
}

fn wrong_kind(node: &Node, wanted: &str) -> Diagnostic {
    let message = format!("{} where {wanted} is expected", node.kind_name());
    Diagnostic::error(code::WRONG_KIND, node.span, message)
}

/// Reads a map whose keys are requested by name.
#[derive(Debug)]
pub struct MapReader<'n> {
    label: String,
    node: &'n Node,
    entries: Vec<(&'n Node, &'n Node, bool)>,
    known_keys: Vec<&'static str>,
    /// Required keys that are absent. They are reported once misspelt keys are known.
    missing: Vec<&'static str>,
    diagnostics: &'n Diagnostics,
}

impl<'n> MapReader<'n> {
    /// Starts to read a map, called `what` in messages (`a
    /// skill`). Reports a node that is not a map and returns `None`.
    pub fn new(node: &'n Node, what: impl Into<String>, diagnostics: &'n Diagnostics) -> Option<MapReader<'n>> {
        let Some(entries) = node.entries() else {
            let mut fault = wrong_kind(node, "a map of keys and values");
            if node.items().is_some_and(|items| items.iter().all(|item| item.entries().is_some())) {
                fault = fault.note("keys stand without dashes: `STR: B+`, not `- STR: B+`");
            }
            diagnostics.report(fault);
            return None;
        };
        let entries = entries.iter().map(|(key, value)| (key, value, false)).collect();
        Some(MapReader { label: what.into(), node, entries, known_keys: Vec::new(), missing: Vec::new(), diagnostics })
    }

    /// The span of the map.
    pub fn span(&self) -> Span {
        self.node.span
    }

    /// The collector of faults.
    pub fn faults(&self) -> &'n Diagnostics {
        self.diagnostics
    }

    /// Sets what the map is called in later messages.
    pub fn set_label(&mut self, what: impl Into<String>) {
        self.label = what.into();
    }

    /// The value of a key; `None` where the key or its value is missing.
    pub fn node(&mut self, key: &'static str) -> Option<&'n Node> {
        self.known_keys.push(key);
        let entry = self.entries.iter_mut().find(|(k, _, _)| k.text() == Some(key))?;
        entry.2 = true;
        (!entry.1.is_null()).then_some(entry.1)
    }

    /// The value of a required key. A missing key or value is reported.
    pub fn required(&mut self, key: &'static str) -> Option<&'n Node> {
        let node = self.node(key);
        if node.is_none() {
            match self.entries.iter().find(|(k, _, _)| k.text() == Some(key)) {
                Some((k, _, _)) => {
                    let message = format!("{} has no value for `{key}`", self.label);
                    self.diagnostics.report(Diagnostic::error(code::MISSING_KEY, k.span, message));
                }
                None => self.missing.push(key),
            }
        }
        node
    }

    /// Parses the value of a key.
    pub fn read<T>(&mut self, key: &'static str, parse: impl FnOnce(&str) -> ParseResult<T>) -> Option<T> {
        let faults = self.diagnostics;
        self.node(key).and_then(|node| faults.read(node, parse))
    }

    /// Parses the value of a required key.
    pub fn read_required<T>(&mut self, key: &'static str, parse: impl FnOnce(&str) -> ParseResult<T>) -> Option<T> {
        let faults = self.diagnostics;
        self.required(key).and_then(|node| faults.read(node, parse))
    }

    /// The trimmed text of a key.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        self.read(key, |text| Ok(text.trim().to_owned()))
    }

    /// The value of a key that holds `true` or `false`.
    pub fn flag(&mut self, key: &'static str) -> Option<bool> {
        let faults = self.diagnostics;
        self.node(key).and_then(|node| faults.flag(node))
    }

    /// The items of a key's list; empty where the key is missing.
    pub fn items(&mut self, key: &'static str) -> &'n [Node] {
        let faults = self.diagnostics;
        self.node(key).and_then(|node| faults.items(node)).unwrap_or_default()
    }

    /// The items of a key's list, or a single text in place of a list.
    pub fn one_or_many(&mut self, key: &'static str) -> &'n [Node] {
        let faults = self.diagnostics;
        match self.node(key) {
            Some(node) if node.render_scalar().is_some() => std::slice::from_ref(node),
            Some(node) => faults.items(node).unwrap_or_default(),
            None => &[],
        }
    }

    /// The trimmed texts of a key: a list, or a single text.
    pub fn texts(&mut self, key: &'static str) -> Vec<String> {
        let faults = self.diagnostics;
        let trimmed = |text: &str| Ok(text.trim().to_owned());
        match self.node(key) {
            None => Vec::new(),
            Some(node) if node.render_scalar().is_some() => faults.read(node, trimmed).into_iter().collect(),
            Some(node) => {
                let items = faults.items(node).unwrap_or_default();
                items.iter().filter_map(|item| faults.read(item, trimmed)).collect()
            }
        }
    }

    /// Starts to read the map of a key.
    pub fn map(&mut self, key: &'static str) -> Option<MapReader<'n>> {
        let faults = self.diagnostics;
        let what = format!("`{key}`");
        self.node(key).and_then(|node| MapReader::new(node, what, faults))
    }

    /// The entries not requested so far, with their values: for maps whose keys are names.
    pub fn remaining_entries(&mut self) -> Vec<(&'n Node, &'n Node)> {
        let mut rest = Vec::new();
        for entry in self.entries.iter_mut().filter(|e| !e.2) {
            entry.2 = true;
            rest.push((entry.0, entry.1));
        }
        rest
    }

    /// Finishes the map: every key that nobody requested is an error.
    pub fn finish(mut self) {
        for (key, _, _) in self.entries.iter().filter(|e| !e.2) {
            let text = key.text().unwrap_or_default();
            let misspelt =
                nearest(text, self.missing.iter().copied()).or_else(|| nearest(text, self.known_keys.iter().copied()));
            // A misspelt key is not also missing.
            self.missing.retain(|key| Some(*key) != misspelt);
            let mut fault =
                Diagnostic::error(code::UNKNOWN_KEY, key.span, format!("{} has no key `{text}`", self.label))
                    .suggest(misspelt);
            if fault.suggestion.is_none() {
                fault = fault.note(format!("its keys are {}", self.known_keys.join(", ")));
            }
            self.diagnostics.report(fault);
        }
    }
}

impl Drop for MapReader<'_> {
    /// Reports all missing keys as one fault.
    fn drop(&mut self) {
        let names: Vec<String> = self.missing.iter().map(|key| format!("`{key}`")).collect();
        let Some((last, others)) = names.split_last() else { return };
        let list = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
        let message = format!("{} has no {list}", self.label);
        self.diagnostics.report(Diagnostic::error(code::MISSING_KEY, first_key_span(self.node), message));
    }
}

/// The span of a map's first key, where missing keys are reported.
fn first_key_span(node: &Node) -> Span {
    match node.entries().and_then(|entries| entries.first()) {
        Some((key, _)) => key.span,
        None => node.span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::fields;
    use crate::language::span::Source;
    use crate::sheet::yaml::parse;

    #[test]
    fn all_faults_of_a_map_are_reported_at_once() {
        let source = Source::new("m.yaml", "nmae: Rin\nhealth: many\nclues: [a, [b]]\nbrave: yes\nodd: 1\nempty:\n");
        let node = parse(&source).unwrap().remove(0);
        let diagnostics = Diagnostics::default();
        let mut map = MapReader::new(&node, "a sheet", &diagnostics).unwrap();
        assert_eq!(map.text("name"), None);
        assert_eq!(map.read_required("health", fields::number), None);
        assert_eq!(map.texts("clues"), ["a"]);
        assert_eq!(map.flag("brave"), None);
        assert!(map.required("empty").is_none() && map.required("ap").is_none());
        map.finish();
        let found: Vec<String> = diagnostics
            .into_sorted()
            .iter()
            .map(|f| {
                let (line, column) = source.line_column(f.span.start);
                format!("{line}:{column} {} {} {}", f.code, f.message, f.suggestion.as_deref().unwrap_or("-"))
            })
            .collect();
        assert_eq!(
            found,
            [
                "1:1 E221 a sheet has no key `nmae` name",
                "1:1 E222 a sheet has no `ap` -",
                "2:9 E252 `many` is no number -",
                "3:12 E223 a list where a text is expected -",
                "4:8 E224 neither `true` nor `false` -",
                "5:1 E221 a sheet has no key `odd` -",
                "6:1 E222 a sheet has no value for `empty` -",
            ]
        );
    }
}
