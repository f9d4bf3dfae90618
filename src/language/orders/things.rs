//! What is used, bought or given, and what is paid for it.

use crate::language::condition::Name;
use crate::language::order::Offer;
use crate::language::span::Span;

/// A thing that is used, bought or given.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// Its name; none for the basic attack.
    pub(super) name: Option<Name>,
    /// How many, or how often.
    pub(super) count: Option<u32>,
    /// `item` stands before it.
    pub(super) item: bool,
    pub(super) span: Span,
}

/// What is said to be paid for something.
#[derive(Clone, Debug)]
pub(super) struct Price {
    pub(super) offer: Offer,
    /// `100 CP each`.
    pub(super) each: bool,
    pub(super) span: Span,
}
