//! The sex of a character: what a look shows, and which pronoun is used.

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
    /// Parses the `sex` of a sheet; `None` for any word but these.
    pub fn parse(words: &str) -> Option<Sex> {
        match words.trim().to_lowercase().as_str() {
            "female" | "woman" | "girl" | "f" => Some(Sex::Female),
            "male" | "man" | "boy" | "m" => Some(Sex::Male),
            _ => None,
        }
    }
}
