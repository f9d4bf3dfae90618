//! What the GM writes into a Night's `logic.yaml`: statements that came other than by orders, and judgements.

use crate::vocabulary::ids::SeatId;

use super::{Addressee, Author, Colour, StatementRelation};

/// An entry of `logic.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogicEntry {
    /// Its number in the file, from 1.
    pub number: u16,
    /// Whether everybody could read it before the Night's orders were due.
    pub is_posted: bool,
    /// Its content.
    pub kind: EntryKind,
}

/// The content of an entry.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Somebody states something.
    State {
        author: Author,
        colour: Colour,
        text: String,
        to: Option<Addressee>,
        reply: Option<StatementRelation>,
        /// The reds it rests on.
        with: Vec<u32>,
    },
    /// A statement is corrected.
    Correct {
        statement: u32,
        by: Author,
        /// What it should have said.
        text: String,
        /// Whether its author knew that it was untrue (R389).
        is_intended: bool,
    },
    /// A statement is set aside, so that it does not count.
    SetAside { statement: u32, reason: String },
    /// A blue need not be answered.
    Excuse { statement: u32, reason: String },
    /// A player is warned.
    Warn { who: SeatId, reason: String },
    /// A player gets strikes.
    Strike { who: SeatId, strikes: u32, reason: String },
    /// A player is banned.
    Ban { who: SeatId },
    /// A player's warning, strikes and ban are withdrawn.
    Clear { who: SeatId, reason: String },
    /// A player leaves the Logic Game, or takes part again (R386).
    Out { who: SeatId, out: bool },
}

impl EntryKind {
    /// Whether this is a judgement of the GM, which is applied last: a player's own correction in tonight's orders
    /// precedes it (R390).
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
