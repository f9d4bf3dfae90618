//! Order files: a letter's text → headers and orders with names as written (INTERFACES 3).
//!
//! All faults are collected; a bad order never costs its neighbours. Nothing here knows a War:
//! the [`NameBook`] says only which names need no quotes and what kinds they are of.

mod body;
mod deeds;
mod delays;
mod faults;
mod labels;
mod parted;
mod pronouns;

use super::codes;
use super::condition::{Condition, Name, Written};
use super::conditions::{Places, Reader};
use super::diagnostic::Diagnostic;
use super::glyphs::normal;
use super::letters::composed;
use super::names::NameBook;
use super::names::NameKind;
use super::order::{Branch, Deed, Header, Order};
use super::parser::{Rule, read, reads};
use super::prepare::Prepared;
use super::prepare::heads::{Label, label};
use super::prepare::split::{Piece, has_unclosed, split};
use super::span::{Source, Span};
use parted::Parted;

/// The most bytes an order file may have.
pub const LONGEST_TEXT: usize = 64 * 1024;
/// The most bytes one order may have, quoted texts aside.
pub const LONGEST_ORDER: usize = 2000;
/// The most orders a file may hold.
pub const MOST_ORDERS: usize = 300;
/// How deep conditions and parentheses may nest.
pub const DEEPEST: usize = 12;

/// An order file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The header lines.
    pub header: Header,
    /// The orders that could be read, in the order of the file.
    pub orders: Vec<Order<Written>>,
    /// How many orders the file holds, those that could not be read too.
    pub count: usize,
    /// What is wrong, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads an order file.
#[must_use]
pub fn parse(source: &Source, names: &NameBook) -> Parsed {
    let mut parsed = Parsed { header: Header::default(), orders: Vec::new(), count: 0, diagnostics: Vec::new() };
    if source.text.len() > LONGEST_TEXT {
        let message = format!("the text has {} bytes; at most {LONGEST_TEXT} are read", source.text.len());
        parsed.diagnostics.push(Diagnostic::error(codes::TEXT_TOO_LONG, Span::new(0, 0), message));
        return parsed;
    }
    let mut prepared = Prepared::new(&source.text, names);
    parsed.diagnostics = std::mem::take(&mut prepared.diagnostics);
    let pieces = split(&prepared, &mut parsed.diagnostics);
    let mut file = File::new(&prepared, &mut parsed);
    for piece in pieces {
        match piece {
            Piece::Header { key, value } => file.header(key, value),
            Piece::Block(name) => file.block(name),
            Piece::Sentence(span) => file.sentence(span),
        }
    }
    parsed.count = file.count;
    if parsed.count == 0 && parsed.diagnostics.is_empty() {
        parsed.diagnostics.push(
            Diagnostic::hint(codes::NO_ORDERS, Span::new(0, 0), "there are no orders in this text")
                .note("lines that begin with `>` and what follows a line `-- ` are not read"),
        );
    }
    parsed.diagnostics.sort_by_key(|d| (d.span.start, d.span.end));
    parsed
}

/// What a letter says under one character's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The name as written, or as the book has it.
    pub name: String,
    /// The orders, from the first one's first letter to the last one's end.
    pub span: Span,
}

/// The stretches of a text that give orders for one character each, in the order of the text.
#[must_use]
pub fn blocks(source: &Source, names: &NameBook) -> Vec<Block> {
    if source.text.len() > LONGEST_TEXT {
        return Vec::new();
    }
    let prepared = Prepared::new(&source.text, names);
    let mut parsed = Parsed { header: Header::default(), orders: Vec::new(), count: 0, diagnostics: Vec::new() };
    let pieces = split(&prepared, &mut Vec::new());
    let mut file = File::new(&prepared, &mut parsed);
    let mut found: Vec<Block> = Vec::new();
    // Whether a sentence goes on with the last block.
    let mut open = false;
    for piece in pieces {
        match piece {
            Piece::Header { .. } => open = false,
            Piece::Block(name) => {
                file.block(name);
                open &= file.label.is_some();
            }
            Piece::Sentence(span) => {
                let label = file.label.take();
                let Some(actor) = &file.actor else { continue };
                let place = prepared.place(label.map_or(span, |(name, _)| Span::new(name.start, span.end)));
                match found.last_mut().filter(|_| open) {
                    Some(block) => block.span.end = place.end,
                    None => found.push(Block { name: actor.text.clone(), span: place }),
                }
                open = true;
            }
        }
    }
    found
}

/// An order with what is to be said of it.
type Read = (Order<Written>, Vec<Diagnostic>);

/// An order file while it is read.
struct File<'a> {
    prepared: &'a Prepared<'a>,
    parsed: &'a mut Parsed,
    /// Whose block this is.
    actor: Option<Name>,
    /// Orders so far, the bad ones too.
    count: usize,
    /// Characters that have been given a `Move to`.
    moved: Vec<Name>,
    /// The label above the next order.
    label: Option<(Span, Label)>,
}

impl<'a> File<'a> {
    fn new(prepared: &'a Prepared<'a>, parsed: &'a mut Parsed) -> File<'a> {
        File { prepared, parsed, actor: None, count: 0, moved: Vec::new(), label: None }
    }

    fn text(&self, span: Span) -> &str {
        self.prepared.text.get(span.range()).unwrap_or("")
    }

    /// The text of a stretch with its marks written as names.
    fn named(&self, span: Span) -> String {
        let mut out = String::new();
        for c in self.text(span).chars() {
            match self.prepared.marked(c) {
                Some(name) => out.push_str(name),
                None => out.push(c),
            }
        }
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        self.parsed.diagnostics.push(diagnostic);
    }

    fn header(&mut self, key: Span, value: Span) {
        let place = self.prepared.place(value);
        let word = self.text(key).to_ascii_lowercase();
        let text = self.named(value).trim_matches('"').to_owned();
        if text.is_empty() {
            let place = self.prepared.place(key);
            return self.say(Diagnostic::error(codes::BAD_HEADER, place, format!("`{word}:` has no value")));
        }
        let twice = match word.as_str() {
            "war" => self.parsed.header.war.replace(Name { text, span: place }).is_some(),
            "token" => self.parsed.header.token.replace(Name { text, span: place }).is_some(),
            "night" => match text.parse() {
                Ok(night) => self.parsed.header.night.replace((night, place)).is_some(),
                Err(_) => {
                    return self.say(
                        Diagnostic::error(codes::BAD_HEADER, place, format!("`{text}` is no number of a Night"))
                            .note("write a number: `Night: 3`"),
                    );
                }
            },
            _ => self.parsed.header.team.replace(Name { text, span: place }).is_some(),
        };
        if twice {
            let place = self.prepared.place(key);
            self.say(Diagnostic::error(codes::BAD_HEADER, place, format!("`{word}:` is given twice")));
        }
    }

    /// A new block begins, or a label stands within one: it heads nothing but what stands in the block.
    fn block(&mut self, name: Span) {
        self.label = label(self.text(name)).filter(|_| self.actor.is_some()).map(|label| (name, label));
        if self.label.is_some() {
            return;
        }
        let text = self.named(name).trim_matches('"').to_owned();
        self.actor = Some(Name { text, span: self.prepared.place(name) });
    }

    fn sentence(&mut self, span: Span) {
        let label = self.label.take();
        self.count += 1;
        if self.count > MOST_ORDERS {
            if self.count == MOST_ORDERS + 1 {
                let message = format!("at most {MOST_ORDERS} orders are read");
                self.say(Diagnostic::error(codes::TOO_MANY_ORDERS, self.prepared.place(span), message));
            }
            return;
        }
        if has_unclosed(self.text(span)) {
            // The open quote is reported already.
            return;
        }
        let (first, read) = match self.order(span) {
            Ok(read) => (span, Ok(read)),
            Err(fault) => match self.parted(span, fault) {
                Parted::InTwo { first, read, rest } => {
                    self.say_full_stop(first);
                    self.one(first, label, *read);
                    return self.sentence(rest);
                }
                Parted::Whole(fault) => (span, Err(fault)),
            },
        };
        self.one(first, label, read);
    }

    /// One sentence with the label above it.
    fn one(&mut self, span: Span, label: Option<(Span, Label)>, read: Result<Read, faults::Fault>) {
        if let Some((name, label)) = label {
            self.labelled(name, label, span, read.is_ok());
            if label == Label::Remark && read.is_err() {
                // A remark is no order.
                self.count -= 1;
                return;
            }
        }
        match read {
            Ok((order, warnings)) => self.keep(order, warnings),
            // Prose around a coloured statement is none of the orders, unless it begins like one.
            Err(_) if self.prepared.is_beside_colour(span) && !self.begins_order(span) => {
                let place = self.prepared.place(span);
                self.say(
                    Diagnostic::warning(codes::BESIDE_COLOUR, place, "these words are no order and are passed over")
                        .note("the coloured text beside them is a statement of the Logic Game"),
                );
            }
            Err(fault) => self.say(fault.into_diagnostic(self.prepared, span)),
        }
    }

    fn keep(&mut self, mut order: Order<Written>, warnings: Vec<Diagnostic>) {
        self.parsed.diagnostics.extend(warnings);
        order.after_move = self.moved.contains(&order.actor);
        // A move that may not be made puts off nothing (A253): every branch moves, and one of them comes.
        let moves = |branch: &Branch<Written>| branch.actions.iter().any(|action| matches!(action.deed, Deed::Move(_)));
        let branches = &order.body.branches;
        let waits = order.body.read_at.after.is_some()
            || branches.iter().flat_map(|branch| &branch.actions).any(|action| action.delay.after.is_some());
        // The last `otherwise` asks nothing of its own.
        let complete = branches.last().is_some_and(|last| last.guards.len() + 1 == branches.len());
        let moves = branches.iter().all(moves) && complete && !waits;
        if moves && !order.after_move {
            self.moved.push(order.actor.clone());
        }
        self.parsed.orders.push(order);
    }

    /// Reads one sentence.
    fn order(&self, span: Span) -> Result<Read, faults::Fault> {
        let text = self.text(span);
        faults::check_size(text)?;
        let mut pairs = read(Rule::order_line, text).map_err(faults::Fault::Unread)?;
        let places = Within { prepared: self.prepared, offset: span.start };
        let reader = Reader { places: &places };
        let mut builder = body::Builder { reader, names: self.prepared.names, doer: None, warnings: Vec::new() };
        let body = builder.whole(&mut pairs)?;
        let actor = match (&builder.doer, &self.actor) {
            (Some(doer), _) => doer.clone(),
            (None, Some(actor)) => actor.clone(),
            // A statement is the player's own, whoever of theirs it stands under.
            (None, None) => match self.only_own().or_else(|| self.first_own().filter(|_| body.is_spoken())) {
                Some(text) => Name { text, span: self.prepared.place(Span::new(span.start, span.start)) },
                None => return Err(faults::no_actor(self.prepared.place(span)).into()),
            },
        };
        let order = Order { actor, number: self.count, span: self.prepared.place(span), body, after_move: false };
        Ok((order, builder.warnings))
    }

    fn first_own(&self) -> Option<String> {
        self.prepared.names.of_kind(NameKind::Own).next().map(str::to_owned)
    }

    fn only_own(&self) -> Option<String> {
        let mut own = self.prepared.names.of_kind(NameKind::Own);
        own.next().filter(|_| own.next().is_none()).map(str::to_owned)
    }
}

/// A sentence within a prepared text.
struct Within<'a> {
    prepared: &'a Prepared<'a>,
    offset: usize,
}

impl Places for Within<'_> {
    fn place(&self, parsed: Span) -> Span {
        self.prepared.place(parsed.shifted(self.offset))
    }

    fn marked(&self, mark: char) -> Option<&str> {
        self.prepared.marked(mark)
    }

    fn tells_tenses(&self) -> bool {
        true
    }

    fn quotation(&self, parsed: Span) -> Option<String> {
        self.prepared.quotation(parsed.shifted(self.offset))
    }
}

/// A statement in the words of a condition: `Saber is dead`; `None` for any other sentence.
#[must_use]
pub fn statement(text: &str, names: &NameBook) -> Option<Condition<Written>> {
    let own = names.of_kind(NameKind::Own).next()?;
    let parsed = parse(&Source::new("statement", format!("\"{own}\":\nIf {text}, stay.")), names);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return None;
    }
    let [order] = parsed.orders.as_slice() else { return None };
    let [branch] = order.body.branches.as_slice() else { return None };
    let stays = matches!(branch.actions.as_slice(), [action] if action.deed == Deed::Stay && action.delay.is_none());
    match branch.guards.as_slice() {
        [guard] if stays && order.body.read_at.is_none() => Some(guard.clone()),
        _ => None,
    }
}

/// A text in the letters that the grammar reads, for comparing names in any writing.
pub fn plain(text: &str) -> impl Iterator<Item = char> {
    composed(text.chars().filter_map(normal))
}

#[cfg(test)]
mod tests;
