//! Things that are used, bought or given, and their stated prices.

use crate::language::condition::Name;
use crate::language::order::Offer;
use crate::language::span::Span;

/// A thing that is used, bought or given.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// Its name; `None` for the basic attack.
    pub(super) name: Option<Name>,
    /// How many, or how often.
    pub(super) count: Option<u32>,
    /// Whether `item` stands before it.
    pub(super) says_item: bool,
    pub(super) span: Span,
}

/// A stated price.
#[derive(Clone, Debug)]
pub(super) struct Price {
    pub(super) offer: Offer,
    /// Whether the price is for each: `100 CP each`.
    pub(super) is_each: bool,
    pub(super) span: Span,
}
