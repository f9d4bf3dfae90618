//! What follows of what was done.
//!
//! | module | holds |
//! | --- | --- |
//! | `deaths`, `homes` | deaths, freed Servants, the end of the War; a dead Master's Home Bases |
//! | `joining`, `arrival` | who is in battle; who comes somewhere, and whom that alerts |
//! | `maxima` | the most Health and Mana of everybody, behind each batch |
//! | `seal`, `endings` | the Seal's hunt and the story; how the War ended for each Master |

pub(super) mod arrival;
pub(super) mod deaths;
pub(super) mod endings;
pub(super) mod homes;
pub(super) mod joining;
pub(super) mod maxima;
pub(super) mod seal;
