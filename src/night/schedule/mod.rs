//! Which orders come when.

pub(super) mod tasks;
pub(super) mod turn_order;
