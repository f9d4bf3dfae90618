//! The one integration test binary: one folder a subject.

mod cli;
mod house;
mod mail;
mod mutants;
mod orders;
mod properties;
mod scenarios;
mod sheets;
mod updates;
