//! What follows of what was done: deaths, battles, homes, the Seal, the end of the War.

pub(super) mod arrival;
pub(super) mod deaths;
pub(super) mod endings;
pub(super) mod homes;
pub(super) mod joining;
pub(super) mod seal;
