//! What each observer learns, and the pages made of it.

mod ladder;
mod pages;
mod secrecy;
mod stage;
