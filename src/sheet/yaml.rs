//! Parses hand-written YAML into a tree with source spans.
//!
//! All YAML that people write (sheets, `war.yaml`, `map.yaml`, rulings, scenarios) is parsed here. Faults are shown at
//! their spans, and numbers keep the digits they were written with (A021). Duplicate keys, merge keys, anchors, aliases
//! and tags are rejected, because they could hide something. The engine's own state files are not parsed here.

use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, Span as Mark};

use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};

/// The longest text that is parsed, in bytes.
pub const MAX_TEXT_LENGTH: usize = 1 << 20;
/// The deepest nesting of lists and maps.
pub const DEEPEST: usize = 64;
/// Parsing stops after so many faults.
const MAX_FAULTS: usize = 200;

/// The codes of faults in the form of a file.
pub mod code {
    crate::language::codes::codes! {
        /// The text is not YAML.
        SYNTAX = "E261";
        /// The file is too long.
        TOO_LONG = "E262";
        /// Lists and maps are nested too deeply.
        TOO_DEEP = "E263";
        /// An anchor or an alias (`&`, `*`), which are not read.
        ANCHOR = "E264";
        /// A tag (`!`), which is not read.
        TAG = "E265";
        /// A merge key (`<<`), which is not read.
        MERGE_KEY = "E266";
        /// A key is given twice.
        DUPLICATE_KEY = "E267";
        /// A key is a list or a map.
        KEY = "E268";
    }
}

/// Renders a text as a YAML scalar: plain where that is unambiguous, otherwise in double quotes as in JSON.
pub fn as_scalar(text: &str) -> String {
    const WORDS: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '/' | '-' | '_' | '.' | '\'');
    let plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(is_plain_char)
        && !WORDS.contains(&text.to_lowercase().as_str());
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

/// A value with its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its span, in bytes of the source; [`Source::line_column`] converts it to a line.
    pub span: Span,
    /// What it is.
    pub kind: NodeKind,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A text or number, as written.
    Scalar(Scalar),
    /// `[a, b]` or lines with dashes.
    List(Vec<Node>),
    /// `key: value` pairs in the order written; keys are scalars and stand once each.
    Map(Vec<(Node, Node)>),
}

/// A text or number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text, with quotes and folds resolved. A number keeps its digits.
    pub text: String,
    /// Whether it was written without quotes.
    pub is_unquoted: bool,
    positions: BytePositions,
}

/// The source positions of the bytes of a scalar's text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BytePositions {
    /// Consecutive, from this byte on.
    From(usize),
    /// One position for each byte, and one for the end.
    Each(Vec<usize>),
    /// Unknown, but within this span.
    Within(Span),
}

impl Scalar {
    /// The source span of a part of the text.
    pub fn source_span(&self, inner: Span) -> Span {
        match &self.positions {
            BytePositions::From(start) => inner.shifted(*start),
            BytePositions::Within(whole) => *whole,
            BytePositions::Each(positions) => {
                let at = |byte: usize| positions.get(byte).or(positions.last()).copied().unwrap_or(0);
                let end = if inner.end > inner.start { at(inner.end - 1) + 1 } else { at(inner.start) };
                Span::new(at(inner.start), end.max(at(inner.start)))
            }
        }
    }

    /// This scalar with other text, of which no part has a place of its own in the source.
    pub fn with_other_text(&self, text: String) -> Scalar {
        let whole = self.source_span(Span::new(0, self.text.len()));
        Scalar { text, is_unquoted: self.is_unquoted, positions: BytePositions::Within(whole) }
    }

    fn source_byte(&self, byte: usize) -> usize {
        self.source_span(Span::new(byte, byte)).start
    }
}

impl Node {
    /// The scalar; `None` for a list or a map.
    pub fn render_scalar(&self) -> Option<&Scalar> {
        match &self.kind {
            NodeKind::Scalar(scalar) => Some(scalar),
            NodeKind::List(_) | NodeKind::Map(_) => None,
        }
    }

    /// The text of a scalar; `None` for a list or a map.
    pub fn text(&self) -> Option<&str> {
        self.render_scalar().map(|scalar| scalar.text.as_str())
    }

    /// The items of a list; `None` for other nodes.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            NodeKind::List(items) => Some(items),
            NodeKind::Scalar(_) | NodeKind::Map(_) => None,
        }
    }

    /// The entries of a map; `None` for other nodes.
    pub fn entries(&self) -> Option<&[(Node, Node)]> {
        match &self.kind {
            NodeKind::Map(entries) => Some(entries),
            NodeKind::Scalar(_) | NodeKind::List(_) => None,
        }
    }

    /// The value of a key of a map; `None` where the key is absent or the node is not a map.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()?.iter().find(|(k, _)| k.text() == Some(key)).map(|(_, value)| value)
    }

    /// The span of the last name that a fault puts in backquotes, each searched within the one before: for
    /// ``team `Red`: there is no location `Brige` `` the home of that team. `None` where none of the names is found.
    pub fn span_of_named(&self, fault: &str) -> Option<Span> {
        let mut innermost = (None, self);
        for name in fault.split('`').skip(1).step_by(2) {
            if let Some((span, node)) = innermost.1.find_named(name) {
                innermost = (Some(span), node);
            }
        }
        innermost.0
    }

    /// The span of a name within the node, and the node that belongs to it: the value of a key, or the map of a value.
    fn find_named(&self, name: &str) -> Option<(Span, &Node)> {
        let is_name = |node: &Node| node.text() == Some(name);
        match &self.kind {
            NodeKind::Scalar(_) => is_name(self).then_some((self.span, self)),
            NodeKind::List(items) => items.iter().find_map(|item| item.find_named(name)),
            NodeKind::Map(entries) => entries.iter().find_map(|(key, value)| match (is_name(key), is_name(value)) {
                (true, _) => Some((key.span, value)),
                (_, true) => Some((value.span, self)),
                _ => value.find_named(name),
            }),
        }
    }

    /// Whether no value was written: `key:`, `~` or `null`.
    pub fn is_null(&self) -> bool {
        self.render_scalar().is_some_and(|s| s.is_unquoted && matches!(s.text.as_str(), "" | "~" | "null"))
    }

    /// The kind of node for messages: `a text`, `a list`, `a map`, `nothing`.
    pub fn kind_name(&self) -> &'static str {
        match &self.kind {
            NodeKind::Scalar(_) if self.is_null() => "nothing",
            NodeKind::Scalar(_) => "a text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        }
    }

    /// The node as a sentence: a scalar, or a map of one key and a scalar. YAML parses a sentence with a colon in it as
    /// such a map (`GM: The target must answer.`).
    pub fn sentence(&self) -> Option<Scalar> {
        if let Some(scalar) = self.render_scalar() {
            return Some(scalar.clone());
        }
        let [(key, value)] = self.entries()? else { return None };
        let (head, tail) = (key.render_scalar()?, value.render_scalar()?);
        let text = if value.is_null() { format!("{}:", head.text) } else { format!("{}: {}", head.text, tail.text) };
        let mut positions: Vec<usize> = (0..head.text.len()).map(|byte| head.source_byte(byte)).collect();
        positions.push(key.span.end);
        if !value.is_null() {
            positions.push(key.span.end);
            positions.extend((0..=tail.text.len()).map(|byte| tail.source_byte(byte)));
        } else {
            positions.push(key.span.end + 1);
        }
        Some(Scalar {
            text,
            is_unquoted: head.is_unquoted && tail.is_unquoted,
            positions: BytePositions::Each(positions),
        })
    }
}

/// Parses a text: one tree for each of its YAML documents.
pub fn parse(source: &Source) -> Result<Vec<Node>, Vec<Diagnostic>> {
    let text = &source.text;
    if text.len() > MAX_TEXT_LENGTH {
        let message = format!("the file has {} bytes: at most {MAX_TEXT_LENGTH} are read", text.len());
        return Err(vec![Diagnostic::error(code::TOO_LONG, Span::new(0, 0), message)]);
    }
    let mut builder = TreeBuilder::new(text);
    for event in &mut Parser::new_from_str(text) {
        match event {
            Ok((event, mark)) => {
                if !builder.handle_event(event, mark) {
                    break;
                }
            }
            Err(error) => {
                let at = builder.byte(error.marker().index());
                let fault = Diagnostic::error(code::SYNTAX, Span::new(at, at), format!("not YAML: {}", error.info()));
                builder.diagnostics.push(fault.note(
                    "a text that starts with a quotation mark or a bracket, or has `: ` in it, stands in single quotes",
                ));
                break;
            }
        }
    }
    builder.finish()
}

/// A list or map that is still open.
struct OpenNode {
    span: Span,
    shape: OpenShape,
}

enum OpenShape {
    List(Vec<Node>),
    Map { entries: Vec<(Node, Node)>, key: Option<Node>, seen: BTreeMap<String, Span> },
}

struct TreeBuilder<'t> {
    text: &'t str,
    /// The byte offset of each character; `None` for ASCII text, where both are the same.
    bytes: Option<Vec<usize>>,
    open: Vec<OpenNode>,
    documents: Vec<Node>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> TreeBuilder<'t> {
    fn new(text: &'t str) -> Self {
        let bytes = (!text.is_ascii())
            .then(|| text.char_indices().map(|(byte, _)| byte).chain(std::iter::once(text.len())).collect());
        TreeBuilder { text, bytes, open: Vec::new(), documents: Vec::new(), diagnostics: Vec::new() }
    }

    fn byte(&self, index: usize) -> usize {
        match &self.bytes {
            Some(bytes) => bytes.get(index).copied().unwrap_or(self.text.len()),
            None => index.min(self.text.len()),
        }
    }

    fn span(&self, mark: Mark) -> Span {
        let start = self.byte(mark.start.index());
        Span::new(start, self.byte(mark.end.index()).max(start))
    }

    fn report_fault(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(code, span, message));
    }

    /// Handles an event; `false` when parsing must stop.
    fn handle_event(&mut self, event: Event<'_>, mark: Mark) -> bool {
        let span = self.span(mark);
        match event {
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
            Event::Alias(_) => {
                self.report_fault(code::ANCHOR, span, "an alias: write the value again");
                self.source_span(empty_node(span));
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.reject_anchor_and_tag(span, anchor, tag.is_some());
                let is_unquoted = style == ScalarStyle::Plain;
                let positions = find_byte_positions(self.text, span, &text, style);
                self.source_span(Node {
                    span,
                    kind: NodeKind::Scalar(Scalar { text: text.into_owned(), is_unquoted, positions }),
                });
            }
            Event::SequenceStart(anchor, tag) => {
                self.reject_anchor_and_tag(span, anchor, tag.is_some());
                self.open.push(OpenNode { span, shape: OpenShape::List(Vec::new()) });
            }
            Event::MappingStart(anchor, tag) => {
                self.reject_anchor_and_tag(span, anchor, tag.is_some());
                let shape = OpenShape::Map { entries: Vec::new(), key: None, seen: BTreeMap::new() };
                self.open.push(OpenNode { span, shape });
            }
            Event::SequenceEnd | Event::MappingEnd => self.close_node(span.end),
        }
        if self.open.len() > DEEPEST {
            self.report_fault(code::TOO_DEEP, span, format!("lists and maps nest more than {DEEPEST} deep"));
            return false;
        }
        self.diagnostics.len() < MAX_FAULTS
    }

    fn reject_anchor_and_tag(&mut self, span: Span, anchor: usize, tag: bool) {
        if anchor != 0 {
            self.report_fault(code::ANCHOR, span, "an anchor: write the value again where it is needed");
        }
        if tag {
            self.report_fault(code::TAG, span, "a tag: values are read by what they are for");
        }
    }

    fn close_node(&mut self, end: usize) {
        let Some(OpenNode { span, shape }) = self.open.pop() else { return };
        let (kind, last) = match shape {
            OpenShape::List(items) => {
                let last = items.last().map_or(span.end, |item| item.span.end);
                (NodeKind::List(items), last)
            }
            OpenShape::Map { entries, .. } => {
                let last = entries.last().map_or(span.end, |(key, value)| value.span.end.max(key.span.end));
                (NodeKind::Map(entries), last)
            }
        };
        // A block ends with its last value; a flow list or map ends with its bracket.
        let bracket = self.text.get(..end).is_some_and(|t| t.ends_with([']', '}']));
        let end = if bracket { end.max(last) } else { last };
        self.source_span(Node { span: Span::new(span.start, end), kind });
    }

    fn source_span(&mut self, node: Node) {
        match self.open.last_mut().map(|open| &mut open.shape) {
            None => self.documents.push(node),
            Some(OpenShape::List(items)) => items.push(node),
            Some(OpenShape::Map { key: key @ None, .. }) => *key = Some(node),
            Some(OpenShape::Map { entries, key, seen }) => {
                let Some(name) = key.take() else { return };
                let fault = match name.text() {
                    None => Some((code::KEY, "a key must be a text".to_owned(), None)),
                    Some("<<") => Some((code::MERGE_KEY, "a merge key: write the keys out".to_owned(), None)),
                    Some(text) => match seen.get(text) {
                        Some(first) => Some((code::DUPLICATE_KEY, format!("`{text}` is given twice"), Some(*first))),
                        None => {
                            seen.insert(text.to_owned(), name.span);
                            None
                        }
                    },
                };
                match fault {
                    None => entries.push((name, node)),
                    Some((code, message, first)) => {
                        let mut fault = Diagnostic::error(code, name.span, message);
                        if let Some(first) = first {
                            let line = self.text.get(..first.start).unwrap_or("").matches('\n').count() + 1;
                            fault = fault.note(format!("the first is in line {line}"));
                        }
                        self.diagnostics.push(fault);
                    }
                }
            }
        }
    }

    fn finish(self) -> Result<Vec<Node>, Vec<Diagnostic>> {
        if self.diagnostics.is_empty() { Ok(self.documents) } else { Err(self.diagnostics) }
    }
}

fn empty_node(span: Span) -> Node {
    let scalar = Scalar { text: String::new(), is_unquoted: true, positions: BytePositions::Within(span) };
    Node { span, kind: NodeKind::Scalar(scalar) }
}

/// Finds the source positions of a scalar's text: unchanged, after a quote, or folded.
fn find_byte_positions(source: &str, span: Span, text: &str, style: ScalarStyle) -> BytePositions {
    let written = source.get(span.range()).unwrap_or("");
    if written.starts_with(text) && style == ScalarStyle::Plain {
        return BytePositions::From(span.start);
    }
    let quoted = matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
    let inner = written.get(1..).unwrap_or("");
    if quoted && inner.starts_with(text) && inner.len() <= text.len() + 1 {
        return BytePositions::From(span.start + 1);
    }
    find_folded_positions(written, span, text, style).map_or(BytePositions::Within(span), BytePositions::Each)
}

/// Walks the text and its source in parallel: a fold is any white space, an escape is two characters. `None` where the
/// two do not match.
fn find_folded_positions(written: &str, span: Span, text: &str, style: ScalarStyle) -> Option<Vec<usize>> {
    let head = match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
        ScalarStyle::Literal | ScalarStyle::Folded if written.starts_with(['|', '>']) => written.find('\n')? + 1,
        ScalarStyle::Literal | ScalarStyle::Folded | ScalarStyle::Plain => 0,
    };
    let mut rest = written.get(head..)?.char_indices().map(|(at, c)| (at + head + span.start, c)).peekable();
    let mut positions = Vec::with_capacity(text.len() + 1);
    let mut end = span.start + head;
    let mut folding = true;
    for c in text.chars() {
        if c.is_whitespace() {
            let here = rest.peek().map_or(end, |(at, _)| *at);
            positions.extend(std::iter::repeat_n(here, c.len_utf8()));
            folding = true;
            continue;
        }
        if folding {
            while rest.next_if(|(_, s)| s.is_whitespace()).is_some() {}
            folding = false;
        }
        let (at, found) = rest.next()?;
        if found == '\\' && style == ScalarStyle::DoubleQuoted {
            rest.next()?;
        } else if found != c {
            return None;
        } else if c == '\'' && style == ScalarStyle::SingleQuoted {
            rest.next_if(|(_, s)| *s == '\'');
        }
        positions.extend((0..c.len_utf8()).map(|byte| at + byte));
        end = at + c.len_utf8();
        // White space in the text itself is matched by folding.
    }
    positions.push(end);
    Some(positions)
}

#[cfg(test)]
#[path = "yaml_tests.rs"]
mod tests;
