//! Fields the book writes with an arrow: `25 Physical -> 50 Physical, Stun 1` (R427).

use serde::{Deserialize, Serialize};

/// A value and, where the sheet has an arrow, what it becomes while the skill is upgraded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progression<T> {
    /// The value before the arrow: of the skill not upgraded.
    pub base: T,
    /// The right-hand value, if the field has an arrow.
    pub upgraded: Option<T>,
}

impl<T> Progression<T> {
    /// A field without an arrow.
    pub const fn fixed(base: T) -> Self {
        Progression { base, upgraded: None }
    }

    /// The value in force (A228).
    pub fn at(&self, upgraded: bool) -> &T {
        match &self.upgraded {
            Some(value) if upgraded => value,
            _ => &self.base,
        }
    }

    /// Both values, the left-hand one first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.base).chain(self.upgraded.iter())
    }
}
