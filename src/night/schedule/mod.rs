//! Orders on their way to being carried out, and in which order that is.

pub(super) mod bind;
pub(super) mod tasks;
pub(super) mod turn_order;
