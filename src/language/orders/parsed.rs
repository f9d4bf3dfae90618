//! What is made of an order file: its orders, and what is wrong.

use crate::language::condition::Written;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Header, Order};
use crate::language::span::Span;

/// An order file, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// The header lines.
    pub header: Header,
    /// The orders that could be read, in the order of the file.
    pub orders: Vec<Order<Written>>,
    /// Orders that could be read and say `he`, `her`, once more with names in the place of such words, where one person
    /// alone can be meant: by their numbers. They hold where the orders leave open whom they mean.
    pub in_names: Vec<InNames>,
    /// The orders that could not be read and have a number all the same.
    pub unread: Vec<FaultyOrder>,
    /// How many orders the file holds, those that could not be read too.
    pub count: usize,
    /// What is wrong, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// An order read with names in the place of its pronouns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InNames {
    /// The order.
    pub order: Order<Written>,
    /// Its words.
    pub words: String,
}

/// An order with an error, by its number: it keeps its place among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultyOrder {
    /// Which order of the file, from 1.
    pub number: usize,
    /// Whose it is, as written above it or in it.
    pub actor: String,
    /// Where it stands.
    pub span: Span,
}
