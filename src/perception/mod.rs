//! What an observer learns of an event, and what a seat may know.
//!
//! Updates, packets, order diagnostics and the truth of conditionals all go through here, so
//! that what a player may read and what their conditionals may react to never differ.
//! | module | holds |
//! | --- | --- |
//! | [`sights`] | who perceives an event as it happens, and from where |
//! | [`perceive`], [`perceived`] | an event cut down to what one observer learned of it, by the War's ladder ([`crate::sheet::ladder`]) |
//! | [`figure`], [`look`], [`wound`] | who somebody is to an observer, what they look like, how hurt |
//! | `works` | what a lasting effect bears on |
//! | [`learning`] | names, aliases, skills and whereabouts that follow from it |
//! | [`view`], [`view_of`] | what a seat may know when it orders |
//! | [`report`], [`state`], [`public`], [`lexicon`] | a Night as a seat, or everybody, may read it |
//!
//! May import [`crate::event`], [`crate::war`] and what those may.

mod facts;
pub mod figure;
pub mod learning;
pub mod lexicon;
pub mod logic;
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
mod works;
pub mod wound;
