//! The GM's word for a Night (`rulings.yaml`).

use std::fmt;

use crate::event::detail::Change;
use crate::vocabulary::ids::TeamId;
use crate::vocabulary::phase::Phase;

/// All rulings of a Night, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings {
    /// One entry each.
    pub entries: Vec<Ruling>,
}

/// One ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What is ruled.
    pub word: Word,
    /// Why.
    pub reason: String,
}

/// What a ruling says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// Things are so from now on.
    Set {
        /// When it takes effect.
        at: Moment,
        /// What is set.
        changes: Vec<Change>,
    },
    /// An answer to a question that the Night asks.
    Decide {
        /// The question.
        question: Question,
        /// The team that has won; `None` if nobody has.
        winner: Option<TeamId>,
    },
}

/// When a ruling takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// Before the Turn begins.
    Start,
    /// Before a phase.
    Before(Phase),
    /// After the Turn has ended.
    End,
}

/// A question that a Night can ask the GM; its text is the key it is answered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// `end/N`: who wins the War that ended on Night N without a team (A070).
    End {
        /// The Night.
        night: u32,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::End { night } => write!(f, "end/{night}"),
        }
    }
}
