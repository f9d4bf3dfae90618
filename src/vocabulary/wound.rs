//! How badly hurt somebody looks.

use serde::{Deserialize, Serialize};

/// How badly hurt somebody looks, as fine as the observer's ACT allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    /// Standing or fallen.
    Fallen(bool),
    /// Hurt or not.
    Hurt(bool),
    /// Light or heavy.
    Heavy(bool),
    /// Quarters of maximum Health left at most, 1–4.
    Quarters(u8),
    /// Tenths left at most, 1–10.
    Tenths(u8),
    /// Percent left, to the nearest 5 or 1.
    Percent(u8),
}
