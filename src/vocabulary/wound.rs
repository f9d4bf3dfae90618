//! How badly hurt somebody looks.

use serde::{Deserialize, Serialize};

/// How badly hurt somebody looks, as precisely as the observer's ACT allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    /// Whether they have fallen.
    Fallen(bool),
    /// Whether they are hurt.
    Hurt(bool),
    /// Whether they are badly hurt.
    Heavy(bool),
    /// Quarters of maximum Health left, rounded up, 1–4.
    Quarters(u8),
    /// Tenths of maximum Health left, rounded up, 1–10.
    Tenths(u8),
    /// Percent of maximum Health left, to the nearest 5 or 1.
    Percent(u8),
}
