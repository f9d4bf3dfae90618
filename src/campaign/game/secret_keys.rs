//! `keys.yaml`: what the program alone must know, so that nothing it mails can be computed again.
//!
//! Ids of letters come from it, and from nothing that the War keeps secret: whoever guesses a sheet or a seed has
//! nothing to check the guess with. `grail start` draws it, anew each time; a War that an earlier program started gets
//! one with the first letter that is written.

use std::fmt::Write as _;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, read_text_if_there};
use crate::campaign::night_files::write_file;
use crate::campaign::random;
use crate::vocabulary::keyed_hash::keyed;

/// The name of the file in the campaign.
pub const FILE: &str = "keys.yaml";

/// A War's keys.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    letters: [u8; 32],
    kept: bool,
}

/// Says nothing of them.
impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Keys(kept: {})", self.kept)
    }
}

impl Keys {
    /// The keys of a War; drawn, and not kept yet, where it has none.
    pub fn of(folder: &Folder) -> Result<Keys> {
        let path = folder.root().join(FILE);
        let Some(text) = read_text_if_there(&path)? else { return Keys::drawn() };
        let found = text.lines().find_map(|line| line.strip_prefix("letters:")).map(str::trim).and_then(bytes);
        let letters = found.ok_or_else(|| CampaignError::Post {
            text: format!(
                "`{}` holds no key of 64 hexadecimal digits: restore it, or remove it, and the next letter draws a new one",
                path.display()
            ),
        })?;
        Ok(Keys { letters, kept: true })
    }

    /// New keys, not kept yet.
    pub fn drawn() -> Result<Keys> {
        Ok(Keys { letters: random::random_bytes()?, kept: false })
    }

    /// Keeps keys that are not kept yet: before anything is written that is made with them.
    pub fn keep(&self, folder: &Folder) -> Result<()> {
        if self.kept {
            return Ok(());
        }
        let hex = self.letters.iter().fold(String::new(), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        });
        let text = format!(
            "# For the program alone: ids of letters are made with it. Show it to nobody, and keep it.\nformat: 1\nletters: {hex}\n"
        );
        write_file(&folder.root().join(FILE), &text)
    }

    /// What tells a letter from all others, of 128 bits, from what makes it this one letter.
    pub fn letter(&self, what: &[&str]) -> String {
        let parts: Vec<&[u8]> = std::iter::once("letter").chain(what.iter().copied()).map(str::as_bytes).collect();
        keyed(&self.letters, &parts).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    for (place, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(place * 2..place * 2 + 2)?, 16).ok()?;
    }
    Some(key)
}
