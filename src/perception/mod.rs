//! What an observer learns of an event, and what a seat may know.

pub mod view;
