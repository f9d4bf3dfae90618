//! Fields with an arrow, which have an upgraded value: `25 Physical -> 50 Physical, Stun 1` (R427).

use serde::{Deserialize, Serialize};

/// A value and, if the sheet has an arrow, its value while the skill is upgraded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progression<T> {
    /// The value before the arrow, for the skill not upgraded.
    pub base: T,
    /// The value after the arrow, if there is one.
    pub upgraded: Option<T>,
}

impl<T> Progression<T> {
    /// A field without an arrow.
    pub const fn fixed(base: T) -> Self {
        Progression { base, upgraded: None }
    }

    /// The current value (A228).
    pub fn value(&self, upgraded: bool) -> &T {
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
