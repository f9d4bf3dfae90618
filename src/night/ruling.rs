//! The GM's word for a Night (`rulings.yaml`).

use crate::event::kind::Change;
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
    /// When it takes effect.
    pub at: Moment,
    /// What is set.
    pub changes: Vec<Change>,
    /// Why.
    pub reason: String,
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
