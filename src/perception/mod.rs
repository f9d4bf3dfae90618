//! What an observer learns of an event, and what a seat may know.
//!
//! Updates, packets, order diagnostics and the truth of conditionals all go through here, so
//! that what a player may read and what their conditionals may react to never differ.
//! May import [`crate::event`], [`crate::war`] and what those may.

pub mod figure;
pub mod ladder;
pub mod learning;
pub mod lexicon;
pub mod look;
mod merge;
pub mod perceive;
pub mod perceived;
pub mod public;
pub mod report;
pub mod sights;
pub mod state;
pub mod view;
pub mod view_of;
pub mod wound;
