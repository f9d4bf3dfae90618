//! What the conditions and descriptions of orders mean: read on what the character perceived.

pub(super) mod asking;
pub(super) mod branches;
pub(super) mod evaluate_perceived;
pub(super) mod perceived_acts;
pub(super) mod targeting;
