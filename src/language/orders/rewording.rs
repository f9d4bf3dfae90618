//! Sentences read in other words or without words that add nothing, and sentences that are several orders.
//!
//! | module | holds |
//! | --- | --- |
//! | `all_points` | a sentence that has the order before it done with all AP |
//! | `imperative` | `Saber moves` as `move` |
//! | `asides`, `unquoted_speech` | talk around an order; words to others |
//! | `open_endings` | a time or count at the end that could be of all |
//! | `redundant_times`, `stated_costs` | times and costs that say nothing new |
//! | `own_turn` | a condition asked at one's own place in the Turn |
//! | `glosses` | a condition that its writer explains |
//! | `healing_of_hurt` | healing only if hurt |
//! | `opposite_conditions`, `questions` | two sentences that are one order; a question that is a condition |
//! | `missing_full_stop`, `second_purchase`, `two_actors` | a sentence that is several orders |

pub(super) mod all_points;
pub(super) mod asides;
pub(super) mod glosses;
pub(super) mod healing_of_hurt;
pub(super) mod imperative;
pub(super) mod missing_full_stop;
pub(super) mod open_endings;
pub(super) mod opposite_conditions;
pub(super) mod own_turn;
pub(super) mod questions;
pub(super) mod redundant_times;
pub(super) mod second_purchase;
pub(super) mod stated_costs;
pub(super) mod two_actors;
pub(super) mod unquoted_speech;
