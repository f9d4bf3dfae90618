//! A man or a woman: as a look tells, and which pronoun stands for somebody.

use serde::{Deserialize, Serialize};

/// Whether somebody is a woman or a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// She.
    Female,
    /// He.
    Male,
}

impl Sex {
    /// What the `sex` of a sheet says; `None` of any other word than these.
    pub fn of(words: &str) -> Option<Sex> {
        match words.trim().to_lowercase().as_str() {
            "female" | "woman" | "girl" | "f" => Some(Sex::Female),
            "male" | "man" | "boy" | "m" => Some(Sex::Male),
            _ => None,
        }
    }
}
