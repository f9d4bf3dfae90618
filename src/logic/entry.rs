//! What the GM writes into a Night's `logic.yaml`: statements that came in otherwise than in orders, and judgements.

use crate::vocabulary::ids::SeatId;

use super::{Addressee, Author, Colour, Reply};

/// An entry of `logic.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogicEntry {
    /// Its place in the file, from 1.
    pub number: u16,
    /// Everybody has read it before the orders of the Night were due.
    pub posted: bool,
    /// What it says.
    pub word: EntryKind,
}

/// What an entry says.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Somebody states something.
    State {
        author: Author,
        colour: Colour,
        text: String,
        to: Option<Addressee>,
        reply: Option<Reply>,
        /// The red it rests on.
        with: Vec<u32>,
    },
    /// A statement is corrected.
    Correct {
        statement: u32,
        by: Author,
        /// What it should have said.
        text: String,
        /// Its author knew better (R389).
        intended: bool,
    },
    /// A statement does not count.
    SetAside { statement: u32, reason: String },
    /// A blue need not be answered.
    Excuse { statement: u32, reason: String },
    /// A person is warned.
    Warn { who: SeatId, reason: String },
    /// A person has strikes.
    Strike { who: SeatId, strikes: u32, reason: String },
    /// A person is banned.
    Ban { who: SeatId },
    /// Warning, strikes and ban are taken back.
    Clear { who: SeatId, reason: String },
    /// A person takes no part, or takes part again (R386).
    Out { who: SeatId, out: bool },
}

impl EntryKind {
    /// Whether the GM judges, and so speaks last: whoever corrects themselves in tonight's orders was first (R390).
    pub const fn is_judgement(&self) -> bool {
        match self {
            EntryKind::State { .. } | EntryKind::Correct { by: Author::Person(_), .. } | EntryKind::Out { .. } => false,
            EntryKind::Correct { by: Author::Gm, .. }
            | EntryKind::SetAside { .. }
            | EntryKind::Excuse { .. }
            | EntryKind::Warn { .. }
            | EntryKind::Strike { .. }
            | EntryKind::Ban { .. }
            | EntryKind::Clear { .. } => true,
        }
    }
}
