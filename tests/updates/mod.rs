//! What each observer learns, and the pages made of it.

mod pages;
mod stage;
