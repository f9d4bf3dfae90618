//! Why a sentence is refused, and what to write instead.
//!
//! | module | holds |
//! | --- | --- |
//! | `order_error` | the error of a sentence that cannot be read |
//! | `doubts` | wordings with two meanings |
//! | `ambiguity_errors`, `deed_counts` | the errors for them; counts with two meanings |
//! | `unsupported_orders`, `unknowable` | orders that the rules do not have; conditions that nobody can know |
//! | `advice` | what to write instead |
//! | `guidance`, `order_forms` | which part of a sentence is understood, and forms for the rest |

pub(super) mod advice;
pub(super) mod ambiguity_errors;
pub(super) mod deed_counts;
pub(super) mod doubts;
pub(super) mod guidance;
pub(super) mod order_error;
mod order_forms;
pub(super) mod unknowable;
pub(super) mod unsupported_orders;
