//! Diagnostics for counts: deeds counted of several characters, and awaited numbers that may be exceeded.

use crate::language::condition::collectors::asserted_statements;
use crate::language::condition::{Comparison, Predicate, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Body;
use crate::language::orders::codes;
use crate::language::span::Span;

/// The error for a count of several characters together, or of something that cannot be counted.
pub(in crate::language::orders) fn ambiguous_count_error(span: Span) -> Diagnostic {
    Diagnostic::error(codes::HOW_MANY, span, "how often each of them does it, or all together?").note(
        "it is counted of one, by name: `If Lancer attacks me at least 2 times, …`; or those who do it: `If 2 or more opponents attack me, …`",
    )
}

/// The span of an order that waits for a number which already holds at zero or may be exceeded: `exactly 1 opponent
/// attacks`.
pub(in crate::language::orders) fn find_exceedable_count(body: &Body<Written>) -> Option<Span> {
    let is_exceedable = |statement: &Predicate<Written>| match statement {
        Predicate::DidOften(_, bound, _, deed) => {
            !deed.is_past && !matches!(bound, Comparison::AtLeast | Comparison::Above)
        }
        _ => false,
    };
    let conditions = body.conditions().flat_map(|condition| asserted_statements(condition));
    conditions
        .into_iter()
        .any(is_exceedable)
        .then(|| body.actions().next().map(|action| action.span).unwrap_or_default())
}
