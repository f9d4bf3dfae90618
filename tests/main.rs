//! The one integration test binary: one folder a subject.

mod cli;
mod house;
mod scenarios;
mod sheets;
