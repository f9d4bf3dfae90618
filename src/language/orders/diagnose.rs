//! Why a sentence is refused, and what to write instead.
//!
//! | module | holds |
//! | --- | --- |
//! | `order_error` | the error of a sentence that cannot be read |
//! | `doubts` | wordings with two meanings |
//! | `ambiguity_errors`, `deed_counts` | the errors for them; counts with two meanings |
//! | `unsupported_orders`, `unknowable` | orders that the rules do not have; conditions that nobody can know |
//! | `advice` | what to write instead |

pub(super) mod advice;
pub(super) mod ambiguity_errors;
pub(super) mod deed_counts;
pub(super) mod doubts;
pub(super) mod order_error;
pub(super) mod unknowable;
pub(super) mod unsupported_orders;
