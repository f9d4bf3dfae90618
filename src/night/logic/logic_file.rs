//! Parses `logic.yaml` of a Night, and the `logic:` of a scenario: the GM's entries for the Logic Game.
//!
//! The file is a list; each entry states one thing:
//!
//! | entry | meaning |
//! | --- | --- |
//! | `red: "…"`, `by: Red` | a statement that did not come in by orders; `answers: 4` a blue |
//! | `blue: "…"`, `by: Red`, `to: Rin` | a guess; `counters: 4` another; `with: [2, 3]` the red it rests on |
//! | `gold: "…"` | the GM's own |
//! | `correct: 3`, `text: "…"`, `by: Red` | a correction, the GM's where `by` is missing; `intended: true` |
//! | `set_aside: 5`, `reason: "…"` | a statement does not count |
//! | `excuse: 5`, `reason: "…"` | a blue need not be answered |
//! | `warn: Red`, `strike: Red`, `times: 3`, `ban: Red`, `clear: Red` | penalties, with `reason` |
//! | `out: Red`, `in: Red` | a person takes no part, or takes part again |
//!
//! `posted: true` on a statement or a judgement: everybody had read it before the Night's orders were due.

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::fields::{self, ParseResult};
use crate::language::span::{Source, Span};
use crate::logic::entry::{EntryKind, LogicEntry};
use crate::logic::{Addressee, Author, Colour, MAX_STATEMENT_LENGTH, STRIKES_THAT_BAN, StatementRelation};
use crate::sheet::reader::{Diagnostics, MapReader};
use crate::sheet::yaml::{self, Node};
use crate::vocabulary::ids::SeatId;
use crate::vocabulary::text::collapse_whitespace;
use crate::war::War;

use super::find_person;

/// The codes of faults in `logic.yaml`.
pub mod code {
    crate::language::codes::codes! {
        /// An entry says nothing, or several things.
        NOTHING = "E531";
        /// Nobody is called so.
        PERSON = "E532";
        /// Gold by a player, red or blue by the GM (R400).
        GOLD = "E533";
        /// A statement without words, or with too many.
        TEXT = "E534";
        /// The file holds several YAML documents.
        DOCUMENTS = "E535";
        /// A statement of this colour is no such reply.
        REPLY = "E536";
    }
}

/// The keys that say what an entry is about. Each entry has exactly one of them.
const ENTRY_KEYS: [&str; 12] =
    ["red", "blue", "gold", "correct", "set_aside", "excuse", "warn", "strike", "ban", "clear", "out", "in"];

/// Parses a `logic.yaml`; an empty file has no entries.
pub fn parse_file(source: &Source, war: &War) -> Result<Vec<LogicEntry>, Vec<Diagnostic>> {
    let documents = yaml::parse(source)?;
    let diagnostics = Diagnostics::default();
    let node = diagnostics.one_list(&documents, code::DOCUMENTS);
    let entries = node.map(|node| parse_entries(node, war, &diagnostics)).unwrap_or_default();
    if diagnostics.has_errors() { Err(diagnostics.into_sorted()) } else { Ok(entries) }
}

/// Parses the entries of a scenario; their faults go to `diagnostics`.
pub fn parse_entries(node: &Node, war: &War, diagnostics: &Diagnostics) -> Vec<LogicEntry> {
    if node.is_null() {
        return Vec::new();
    }
    let items = diagnostics.items(node).unwrap_or_default();
    items.iter().zip(1u16..).filter_map(|(item, number)| parse_entry(item, number, war, diagnostics)).collect()
}

fn parse_entry(node: &Node, number: u16, war: &War, diagnostics: &Diagnostics) -> Option<LogicEntry> {
    let mut map = MapReader::new(node, "the entry", diagnostics)?;
    let keys: Vec<&'static str> = ENTRY_KEYS.into_iter().filter(|key| node.get(key).is_some()).collect();
    let [key] = keys.as_slice() else {
        let message = if keys.is_empty() {
            "an entry that says nothing".to_owned()
        } else {
            format!("an entry that says several things: {}", keys.join(", "))
        };
        let fault = Diagnostic::error(code::NOTHING, node.span, message);
        diagnostics.report(fault.note(format!("each entry has one of {}", ENTRY_KEYS.join(", "))));
        return None;
    };
    let is_posted = map.flag("posted").unwrap_or_default();
    let read_seat = |text: &str| parse_seat(text, war);
    let read_reason = |map: &mut MapReader<'_>| map.read_required("reason", parse_statement_text).unwrap_or_default();
    let kind = match *key {
        "red" => parse_statement(&mut map, Colour::Red, "red", war),
        "blue" => parse_statement(&mut map, Colour::Blue, "blue", war),
        "gold" => parse_statement(&mut map, Colour::Gold, "gold", war),
        "correct" => {
            let statement = map.read_required("correct", fields::whole);
            let by = map.read("by", |text| parse_author(text, war)).unwrap_or(Author::Gm);
            let text = map.read_required("text", parse_statement_text);
            let is_intended = map.flag("intended").unwrap_or_default();
            match (statement, text) {
                (Some(statement), Some(text)) => Some(EntryKind::Correct { statement, by, text, is_intended }),
                _ => None,
            }
        }
        "set_aside" => {
            let reason = read_reason(&mut map);
            map.read_required("set_aside", fields::whole).map(|statement| EntryKind::SetAside { statement, reason })
        }
        "excuse" => {
            let reason = read_reason(&mut map);
            map.read_required("excuse", fields::whole).map(|statement| EntryKind::Excuse { statement, reason })
        }
        "warn" => {
            let reason = read_reason(&mut map);
            map.read_required("warn", read_seat).map(|who| EntryKind::Warn { who, reason })
        }
        "strike" => {
            let reason = read_reason(&mut map);
            let strikes = map.read("times", parse_strikes).unwrap_or(1);
            map.read_required("strike", read_seat).map(|who| EntryKind::Strike { who, strikes, reason })
        }
        "ban" => map.read_required("ban", read_seat).map(|who| EntryKind::Ban { who }),
        "clear" => {
            let reason = read_reason(&mut map);
            map.read_required("clear", read_seat).map(|who| EntryKind::Clear { who, reason })
        }
        "out" => map.read_required("out", read_seat).map(|who| EntryKind::Out { who, out: true }),
        _ => map.read_required("in", read_seat).map(|who| EntryKind::Out { who, out: false }),
    };
    map.finish();
    Some(LogicEntry { number, is_posted, kind: kind? })
}

/// Parses a statement of a colour.
fn parse_statement(map: &mut MapReader<'_>, colour: Colour, key: &'static str, war: &War) -> Option<EntryKind> {
    let faults = map.faults();
    let text = map.read_required(key, parse_statement_text);
    let by = map.node("by");
    let author = match (by, colour) {
        (None, Colour::Gold) => Some(Author::Gm),
        (None, Colour::Red | Colour::Blue) => {
            map.required("by");
            None
        }
        (Some(node), _) => faults.read(node, |text| parse_author(text, war)),
    };
    if let Some(author) = author
        && (author == Author::Gm) != (colour == Colour::Gold)
    {
        let message = if colour == Colour::Gold { "gold is the GM's alone (R400)" } else { "the GM speaks in gold" };
        faults.report(Diagnostic::error(code::GOLD, by.map_or(map.span(), |n| n.span), message));
    }
    let to = map.node("to").and_then(|node| {
        let name = faults.read(node, |text| Ok(collapse_whitespace(text)))?;
        let person = faults.read(node, |text| parse_person(text, war))?;
        Some(Addressee { name, person })
    });
    let answers = map.node("answers");
    let counters = map.node("counters");
    let read_number = |node: &Node| faults.read(node, fields::whole);
    let reply = match (answers, counters) {
        (Some(node), None) if colour == Colour::Red => read_number(node).map(StatementRelation::Answers),
        (None, Some(node)) if colour == Colour::Blue => read_number(node).map(StatementRelation::Counters),
        (None, None) => None,
        (Some(node), _) | (None, Some(node)) => {
            let message = "red answers, blue counters, and one statement does one of them";
            faults.report(Diagnostic::error(code::REPLY, node.span, message));
            None
        }
    };
    let premises = map.items("with").iter().filter_map(read_number).collect();
    Some(EntryKind::State { author: author?, colour, text: text?, to, reply, with: premises })
}

/// Parses the text of a statement or a reason.
fn parse_statement_text(text: &str) -> ParseResult<String> {
    let text = collapse_whitespace(text);
    let text_fault = |message: String| vec![Diagnostic::error(code::TEXT, Span::new(0, text.len()), message)];
    match text.chars().count() {
        0 => Err(text_fault("there are no words here".to_owned())),
        1..=MAX_STATEMENT_LENGTH => Ok(text),
        letters => Err(text_fault(format!("{letters} letters; at most {MAX_STATEMENT_LENGTH} stand in an update"))),
    }
}

fn parse_strikes(text: &str) -> ParseResult<u32> {
    let times = fields::whole(text)?;
    if (1..=STRIKES_THAT_BAN).contains(&times) {
        return Ok(times);
    }
    let message = format!("a fault costs 1 to {STRIKES_THAT_BAN} strikes");
    Err(vec![Diagnostic::error(code::NOTHING, Span::new(0, text.len()), message)])
}

fn parse_author(text: &str, war: &War) -> ParseResult<Author> {
    if text.trim().eq_ignore_ascii_case("GM") {
        return Ok(Author::Gm);
    }
    parse_seat(text, war).map(Author::Person)
}

/// Parses a person by the name of their seat.
fn parse_seat(text: &str, war: &War) -> ParseResult<SeatId> {
    let name = collapse_whitespace(text);
    war.setup.seat_named(&name).ok_or_else(|| {
        let fault = Diagnostic::error(code::PERSON, Span::new(0, text.len()), format!("there is no seat `{name}`"));
        vec![fault.suggest(nearest(&name, war.setup.seats.iter().map(|s| s.name.as_str())))]
    })
}

/// Parses a person as an author calls them: by seat, team or character.
fn parse_person(text: &str, war: &War) -> ParseResult<SeatId> {
    let name = collapse_whitespace(text);
    find_person(war, &name).ok_or_else(|| {
        let message = format!("no seat, team or character is called `{name}`");
        let seats = war.setup.seats.iter().map(|s| s.name.as_str());
        let names = seats.chain(war.characters.iter().map(|c| c.name.as_str()));
        vec![Diagnostic::error(code::PERSON, Span::new(0, text.len()), message).suggest(nearest(&name, names))]
    })
}
