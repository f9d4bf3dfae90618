//! The schedule: orders as `tasks`, each in its phase; within a phase the `turn_order`, by AGI, then LCK, with ties and
//! delays (R207–R209).

pub(super) mod tasks;
pub(super) mod turn_order;
