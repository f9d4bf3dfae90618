//! Consequences of what was done in a batch.
//!
//! | module | holds |
//! | --- | --- |
//! | `deaths`, `homes` | deaths, freed Servants, the end of the War; who inherits a dead Master's Home Bases |
//! | `joining`, `arrival` | who is in battle; whom an arrival alerts |
//! | `maxima` | everybody's maximum Health and Mana, after each batch |
//! | `seal`, `endings` | the Seal's hunt and the story; how the War ended for each Master |

pub(super) mod arrival;
pub(super) mod deaths;
pub(super) mod endings;
pub(super) mod homes;
pub(super) mod joining;
pub(super) mod maxima;
pub(super) mod seal;
