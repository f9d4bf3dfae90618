//! Things that are used, bought or given, and their stated prices.

use crate::language::condition::Name;
use crate::language::order::Offer;
use crate::language::span::Span;

/// A thing that is used, bought or given.
#[derive(Clone, Debug)]
pub(in crate::language::orders) struct Thing {
    /// Its name; `None` for the basic attack.
    pub(in crate::language::orders) name: Option<Name>,
    /// How many, or how often.
    pub(in crate::language::orders) count: Option<u32>,
    /// Whether `item` stands before it.
    pub(in crate::language::orders) says_item: bool,
    pub(in crate::language::orders) span: Span,
}

/// A stated price.
#[derive(Clone, Debug)]
pub(in crate::language::orders) struct Price {
    pub(in crate::language::orders) offer: Offer,
    /// Whether the price is for each: `100 CP each`.
    pub(in crate::language::orders) is_each: bool,
    pub(in crate::language::orders) span: Span,
}
