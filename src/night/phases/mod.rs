//! The phases of a Turn in the book's order (R210), each with what is done in it.

pub(super) mod between_phases;
pub(super) mod combat;
pub(super) mod initial;
pub(super) mod movement;
pub(super) mod phase_loop;
pub(super) mod poison;
pub(super) mod scouting;
pub(super) mod turn_end;
pub(super) mod turn_start;
