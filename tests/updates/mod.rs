//! What each observer learns, and the pages made of it.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "tests stop where something is wrong")]

mod by_acuity;
mod causes;
mod conditions;
mod contracts;
mod golden;
mod in_a_letter;
mod logic;
mod next_turn;
mod pages;
mod secrecy;
pub(crate) mod stage;
mod table;
