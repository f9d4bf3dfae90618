//! The meaning of the conditions and descriptions in orders, evaluated on what the character perceived.
//!
//! | module | holds |
//! | --- | --- |
//! | `due_steps`, `branches` | when a condition is asked, how an order waits; which branch runs |
//! | `evaluate_perceived`, `known_properties`, `perceived_acts` | whether it holds; the state of somebody; who did a deed |
//! | `targeting` | which characters an order means |

pub(super) mod branches;
pub(super) mod due_steps;
pub(super) mod evaluate_perceived;
mod known_properties;
pub(super) mod perceived_acts;
pub(super) mod targeting;
