//! The phases of a Turn in the book's order (R210).
//!
//! | module | holds |
//! | --- | --- |
//! | `turn_start`, `turn_end`, `between_phases` | the beginning and end of the Turn; what happens between phases |
//! | `scouting`, `initial`, `movement` | the phases without combat |
//! | `combat`, `poison` | the combat phases of both rounds; Poison and delayed damage in the Instant Phase |
//! | `phase_loop` | the loop of every phase: a batch, its consequences, the effects they trigger |

pub(super) mod between_phases;
pub(super) mod combat;
pub(super) mod initial;
pub(super) mod movement;
pub(super) mod phase_loop;
pub(super) mod poison;
pub(super) mod scouting;
pub(super) mod turn_end;
pub(super) mod turn_start;
