//! The result of parsing an order file: its orders and diagnostics.

use crate::language::condition::Written;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Header, Order};
use crate::language::span::Span;

/// A parsed order file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The values of the header lines.
    pub header: Header,
    /// The orders that could be read, in file order.
    pub orders: Vec<Order<Written>>,
    /// Second readings of orders that say `he` or `her`, with names in the place of such words, if only one person can
    /// be meant; by order number. They apply where the first reading leaves open whom it means.
    pub named_readings: Vec<NamedReading>,
    /// The orders that could not be read but keep their number.
    pub unread: Vec<FaultyOrder>,
    /// The number of orders in the file, including those that could not be read.
    pub count: usize,
    /// The diagnostics, in file order.
    pub diagnostics: Vec<Diagnostic>,
}

/// A reading of an order with names in the place of its pronouns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedReading {
    /// The order.
    pub order: Order<Written>,
    /// Its words, with the names.
    pub text: String,
}

/// An order with an error. It keeps its number among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyOrder {
    /// The number of the order in the file, from 1.
    pub number: usize,
    /// The name of its actor, as written above it or in it.
    pub actor: String,
    /// Its span in the file.
    pub span: Span,
    /// Whether it is a move, so that the orders below it are of the second round.
    pub is_move: bool,
}
