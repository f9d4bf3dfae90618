//! The order-file parser: from a letter's text to headers and orders, with names as written (docs/orders.md).
//!
//! The parser collects all faults; a bad order never costs its neighbours. Nothing here knows a War: the [`NameBook`]
//! only says which names need no quotes and what kind each name is.
//!
//! | folder | holds |
//! | --- | --- |
//! | `letter` | the parts of a letter: blocks, labels, sentences, and the parts that are no orders |
//! | `sentence` | from one sentence to branches: conditions, alternatives, reactions, delays |
//! | `clause` | from one clause to actions: a verb with its phrases, orders with words of their own |
//! | `people` | who acts, and whom pronouns, possessives and team names mean |
//! | `rewording` | sentences read in other words, and sentences that are several orders |
//! | `prohibitions` | what must not be done |
//! | `diagnose` | why a sentence is refused, and what to write instead |
//!
//! A letter's sentences go from `letter` by `sentence` to `clause`. `diagnose`, `people`, `prohibitions` and
//! `rewording` call back into `sentence` and `letter` where a reading has to be tried.

mod clause;
mod diagnose;
mod letter;
mod people;
mod prohibitions;
mod rewording;
mod sentence;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::accents::compose_all;
use super::codes;
use super::condition::{Condition, Name, Written};
use super::conditions::{ConditionReader, SourceContext};
use super::diagnostic::Diagnostic;
use super::glyphs::{is_mark, normalize};
use super::name_book::NameBook;
use super::name_book::NameKind;
use super::order::{ActionKind, Order};
use super::pairs::Pair;
use super::parser::{Rule, matches_rule};
use super::prepare::Prepared;
use super::prepare::block_labels::{BlockLabel, label_of};
use super::prepare::split::{OrderPiece, changing_sentence_start, has_unclosed, split};
use super::span::{Source, Span};
use people::replace_pronouns::MentionContext;
use rewording::missing_full_stop::SplitResult;

pub use letter::parsed::{FaultyOrder, NamedReading, Parsed};
pub use letter::text_parts::{OrderBlock, TextParts, split_text};
pub use rewording::redundant_times::says_points_are_kept;

/// The maximum size of an order file, in bytes.
pub const MAX_TEXT_BYTES: usize = 64 * 1024;
/// The maximum size of one order, in characters, without its quoted texts.
pub const MAX_ORDER_CHARS: usize = 2000;
/// The maximum number of orders in a file.
pub const MAX_ORDERS: usize = 300;
/// The maximum nesting depth of conditions and parentheses.
pub const MAX_NESTING: usize = 12;

/// Parses an order file.
pub fn parse(source: &Source, names: &NameBook) -> Parsed {
    let mut parsed = Parsed::default();
    if source.text.len() > MAX_TEXT_BYTES {
        let message = format!("the text has {} bytes; at most {MAX_TEXT_BYTES} are read", source.text.len());
        parsed.diagnostics.push(Diagnostic::error(codes::TEXT_TOO_LONG, Span::new(0, 0), message));
        return parsed;
    }
    let mut prepared = Prepared::new(&source.text, names);
    parsed.diagnostics = std::mem::take(&mut prepared.diagnostics);
    let pieces = split(&prepared, &mut parsed.diagnostics);
    let mut file = OrderFileReader::new(&prepared, &mut parsed);
    for piece in pieces {
        match piece {
            OrderPiece::Header { key, value } => file.read_header(key, value),
            OrderPiece::Block(name) => file.begin_block(name),
            OrderPiece::Sentence(span) => file.read_sentence(span),
        }
    }
    file.report_talk();
    file.report_prohibitions();
    let (count, last) = (file.count + file.unowned_count, file.actor.take());
    parsed.count = count;
    parsed.diagnostics.extend(reject_orders_below_signature(source, &prepared, last));
    if parsed.count == 0 && parsed.diagnostics.is_empty() {
        parsed.diagnostics.push(
            Diagnostic::hint(codes::NO_ORDERS, Span::new(0, 0), "there are no orders in this text")
                .note("lines that begin with `>` and what follows a line `-- ` are not read"),
        );
    }
    parsed.diagnostics.sort_by_key(|d| (d.span.start, d.span.end));
    parsed
}

/// Parses the text below a signature line, where nothing is read, and reports the first order in it.
fn reject_orders_below_signature(source: &Source, prepared: &Prepared<'_>, last: Option<Name>) -> Option<Diagnostic> {
    let at = prepared.signature?;
    let below = Prepared::new(source.text.get(at..)?, prepared.names);
    let mut parsed = Parsed::default();
    let pieces = split(&below, &mut Vec::new());
    let mut file = OrderFileReader::new(&below, &mut parsed);
    file.actor = last;
    for piece in pieces {
        match piece {
            OrderPiece::Header { .. } => {}
            OrderPiece::Block(name) => file.begin_block(name),
            OrderPiece::Sentence(span) => file.read_sentence(span),
        }
    }
    let first = parsed.orders.first()?;
    let count = match parsed.orders.len() {
        1 => "an order stands".to_owned(),
        count => format!("{count} orders stand"),
    };
    let message = format!("{count} below the line `--`, where a signature begins and nothing is read");
    let span = first.span.shifted(at);
    Some(Diagnostic::error(codes::BELOW_SIGNATURE, span, message).note("take the line `--` out, or write `---`"))
}

/// What a sentence turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SentenceKind {
    /// An order, read or not, with the name of its actor if that is known.
    Order(Option<String>),
    /// Words that give no order.
    Prose,
}

/// An order, the other characters who carry it out as well, and its diagnostics.
type ReadOrder = (Order<Written>, Vec<Name>, Vec<Diagnostic>);

/// The state of the parser within one order file.
struct OrderFileReader<'a> {
    prepared: &'a Prepared<'a>,
    parsed: &'a mut Parsed,
    /// The character whose block this is.
    actor: Option<Name>,
    /// The number of orders so far, including those that could not be read.
    count: usize,
    /// The number of unreadable sentences above all headings: they belong to nobody and have no order number.
    unowned_count: usize,
    /// The characters who already have a `Move to` order.
    moved_actors: Vec<Name>,
    /// Whose moves were refused: what stands below them is of the second round.
    refused_movers: Vec<Name>,
    /// The characters with an order that calls itself the last (`Finally, …`).
    actors_with_last_order: Vec<String>,
    /// The label above the next order, if it is not understood.
    unread_label: Option<(Span, BlockLabel)>,
    /// What the label above the next order says.
    next_label: Option<letter::labels::ActiveLabel>,
    /// What a section label says, which applies to all orders up to the next label.
    section_label: Option<letter::labels::ActiveLabel>,
    /// A heading that names nobody, and how many sentences had been read before it.
    unowned_heading: Option<(Span, usize)>,
    /// What each sentence turned out to be, in order of appearance.
    sentences: Vec<(Span, SentenceKind)>,
    /// Whether the order just above began with a condition or phase and a colon.
    above_has_colon_clause: bool,
    /// A condition on a line of its own that is not understood, and the last of the sentences that stand under it.
    refused_head: Option<(Span, Option<Span>)>,
    /// Talk between the orders, which is reported once at the end.
    talk: Vec<Span>,
    /// The span of the order just above, if it could be read.
    order_above: Option<Span>,
    /// The prohibitions so far.
    forbidden: Vec<prohibitions::prohibition::Prohibition>,
    /// The people whom the sentences above named.
    mentions: MentionContext,
    /// The text of the sentence before, of the same character.
    said_before: String,
    /// The rewordings of each text that the table of wordings was asked for: the same words are tried several times.
    rewordings: RefCell<BTreeMap<String, Rc<[String]>>>,
}

impl<'a> OrderFileReader<'a> {
    fn new(prepared: &'a Prepared<'a>, parsed: &'a mut Parsed) -> OrderFileReader<'a> {
        OrderFileReader {
            prepared,
            parsed,
            actor: None,
            count: 0,
            unowned_count: 0,
            moved_actors: Vec::new(),
            refused_movers: Vec::new(),
            actors_with_last_order: Vec::new(),
            unread_label: None,
            next_label: None,
            section_label: None,
            unowned_heading: None,
            sentences: Vec::new(),
            above_has_colon_clause: false,
            refused_head: None,
            talk: Vec::new(),
            order_above: None,
            forbidden: Vec::new(),
            mentions: MentionContext::default(),
            said_before: String::new(),
            rewordings: RefCell::default(),
        }
    }

    fn text(&self, span: Span) -> &str {
        self.prepared.text.get(span.range()).unwrap_or("")
    }

    /// The text of a span, with its name marks replaced by the names.
    fn text_with_names(&self, span: Span) -> String {
        self.prepared.in_names(self.text(span))
    }

    fn push_diagnostic(&mut self, diagnostic: Diagnostic) {
        self.parsed.diagnostics.push(diagnostic);
    }

    fn read_header(&mut self, key: Span, value: Span) {
        let span = self.prepared.original_span(value);
        let word = self.text(key).to_ascii_lowercase();
        let text = self.text_with_names(value).trim_matches('"').to_owned();
        if text.is_empty() {
            let span = self.prepared.original_span(key);
            return self.push_diagnostic(Diagnostic::error(codes::BAD_HEADER, span, format!("`{word}:` has no value")));
        }
        let twice = match word.as_str() {
            "war" => self.parsed.header.war.replace(Name { text, span }).is_some(),
            "token" => self.parsed.header.token.replace(Name { text, span }).is_some(),
            "night" => match text.parse() {
                Ok(night) => self.parsed.header.night.replace((night, span)).is_some(),
                Err(_) => {
                    return self.push_diagnostic(
                        Diagnostic::error(codes::BAD_HEADER, span, format!("`{text}` is no number of a Night"))
                            .note("write a number: `Night: 3`"),
                    );
                }
            },
            _ => self.parsed.header.team.replace(Name { text, span }).is_some(),
        };
        if twice {
            let span = self.prepared.original_span(key);
            self.push_diagnostic(Diagnostic::error(codes::BAD_HEADER, span, format!("`{word}:` is given twice")));
        }
    }

    /// Begins a new block, or reads a label within one. A label applies only within its block.
    fn begin_block(&mut self, name: Span) {
        (self.unread_label, self.next_label, self.section_label) = (None, None, None);
        if let Some(label) = label_of(self.text(name)).filter(|_| self.actor.is_some()) {
            return self.read_label(name, label);
        }
        (self.order_above, self.above_has_colon_clause, self.refused_head) = (None, false, None);
        self.mentions = MentionContext::default();
        self.said_before.clear();
        self.finish_unowned_heading();
        if !self.text(name).contains(is_mark) {
            self.unowned_heading = Some((name, self.sentences.len()));
        }
        let text = self.text_with_names(name).trim_matches('"').to_owned();
        self.actor = Some(Name { text, span: self.prepared.original_span(name) });
    }

    fn read_sentence(&mut self, span: Span) {
        let label = self.unread_label.take();
        self.next_label = self.next_label.take().or(self.section_label);
        if let Some(label_above) = self.next_label {
            self.check_label_night(label_above);
        }
        if self.count + self.unowned_count >= MAX_ORDERS {
            self.count += 1;
            self.note_owner(span, None);
            if self.count + self.unowned_count == MAX_ORDERS + 1 {
                let message = format!("at most {MAX_ORDERS} orders are read");
                self.push_diagnostic(Diagnostic::error(
                    codes::TOO_MANY_ORDERS,
                    self.prepared.original_span(span),
                    message,
                ));
            }
            return;
        }
        if has_unclosed(self.text(span)) {
            // The open quote has been reported already.
            return self.record_unread(span);
        }
        if let Some(head) = self.refused_head_above(span) {
            self.record_unread(span);
            let message = format!("this stands under `{}`, which is not understood", self.excerpt(head));
            return self.push_diagnostic(
                Diagnostic::error(codes::NOT_UNDERSTOOD, self.prepared.original_span(span), message)
                    .note("write the condition in each order: `If C, A.`"),
            );
        }
        if let Some(forbidden) = self.read_empty_order(span) {
            self.note_owner(span, None);
            return self.forbidden.push(forbidden);
        }
        match self.read_orders(span) {
            Ok(orders) => match self.find_prohibition_read_as_name(span, &orders) {
                Some((first, rest)) => self.read_two_sentences(first, rest, label),
                None => self.record_orders(span, label, orders),
            },
            Err(error) => self.read_in_parts(span, label, error),
        }
    }

    /// Reads the parts of a sentence that is not understood as a whole, or records its error.
    fn read_in_parts(
        &mut self,
        span: Span,
        label: Option<(Span, BlockLabel)>,
        error: diagnose::order_error::OrderError,
    ) {
        // A sentence that would change the order before it is not understood: each stands or falls by itself (A235).
        if let Some(length) = changing_sentence_start(self.text(span)) {
            let (first, rest) = (Span::new(span.start, span.start + length), Span::new(span.start + length, span.end));
            let first_length = self.text(first).trim_end().trim_end_matches('.').len();
            return self.read_two_sentences(Span::new(first.start, first.start + first_length), rest, label);
        }
        match self.split_unreadable(span, error) {
            SplitResult::TwoSentences { first, read: parsed, rest } => {
                self.warn_missing_full_stop(first);
                self.record_sentence(first, label, *parsed);
                self.read_sentence(rest);
            }
            SplitResult::JoinedOrders { first, read: parsed, rest, second } => {
                self.record_sentence(first, label, Ok(*parsed));
                match second {
                    Some(second) => self.record_orders(rest, None, vec![*second]),
                    None => self.read_sentence(rest),
                }
            }
            SplitResult::WithProhibition { first, rest } => self.read_two_sentences(first, rest, label),
            SplitResult::Unsplit(error) => self.record_sentence(span, label, Err(error)),
        }
    }

    /// Reads the two parts of a sentence as two sentences below the same label.
    fn read_two_sentences(&mut self, first: Span, rest: Span, label: Option<(Span, BlockLabel)>) {
        self.unread_label = label;
        let label_above = self.next_label;
        self.read_sentence(first);
        self.next_label = label_above;
        self.read_sentence(rest);
    }

    /// `Use Guard and don't attack anybody`: the order and the prohibition, which was read as the name of a second
    /// skill.
    fn find_prohibition_read_as_name(&self, span: Span, orders: &[ReadOrder]) -> Option<(Span, Span)> {
        let names_stranger = orders.iter().any(|parsed| people::teams::names_strangers(parsed, self.prepared.names));
        names_stranger.then(|| self.split_order_and_prohibition(span)).flatten()
    }

    /// Whether an unreadable sentence is certainly no order: it stands above all headings, names none of the seat's own
    /// characters (of whom there are several), and does not begin like an order.
    fn is_prose(&self, span: Span) -> bool {
        let text = self.text(span);
        let own = |c: char| self.prepared.names.mark_is(c, NameKind::Own);
        self.actor.is_none() && self.only_own().is_none() && !text.contains(own) && !self.begins_order(span)
    }

    fn first_own(&self) -> Option<String> {
        self.prepared.names.of_kind(NameKind::Own).next().map(str::to_owned)
    }

    fn only_own(&self) -> Option<String> {
        let mut own = self.prepared.names.of_kind(NameKind::Own);
        own.next().filter(|_| own.next().is_none()).map(str::to_owned)
    }
}

/// Parses a statement in the words of a condition, such as `Saber is dead`; `None` for any other sentence. It is read
/// as the condition of an order written around it: `If Saber is dead, stay.`
pub fn parse_statement(text: &str, names: &NameBook) -> Option<Condition<Written>> {
    let own = names.of_kind(NameKind::Own).next()?;
    let parsed = parse(&Source::new("statement", format!("\"{own}\":\nIf {text}, stay.")), names);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let [order] = parsed.orders.as_slice() else { return None };
    let [branch] = order.body.branches.as_slice() else { return None };
    let stays =
        matches!(branch.actions.as_slice(), [action] if action.kind == ActionKind::Stay && action.delay.is_none());
    match branch.guards.as_slice() {
        [guard] if stays && order.body.names_no_time() => Some(guard.clone()),
        _ => None,
    }
}

/// A text in the letters that the grammar reads, for comparing names in any script.
pub fn normalized_letters(text: &str) -> impl Iterator<Item = char> {
    compose_all(text.chars().filter_map(normalize))
}

#[cfg(test)]
mod tests;
