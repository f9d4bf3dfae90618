//! `keys.yaml`: a secret of the program, so that nobody can compute the ids in its letters.
//!
//! Message ids come from it, and from nothing that the War keeps secret: whoever guesses a sheet or a seed cannot check
//! the guess by them. `grail start` generates the key anew each time; a War that an earlier version started gets one
//! with the first letter that is written.

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, read_text_if_there};
use crate::campaign::night_files::write_file;
use crate::campaign::random;
use crate::vocabulary::keyed_hash::keyed_hash;
use crate::vocabulary::text::hex_digits;

/// The name of the file in the campaign.
pub const FILE: &str = "keys.yaml";

/// A War's keys.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    letters: [u8; 32],
    is_saved: bool,
}

/// Does not print the keys.
impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Keys(kept: {})", self.is_saved)
    }
}

impl Keys {
    /// Reads the keys of a War; if it has none, they are generated and not saved yet.
    pub fn load(folder: &Folder) -> Result<Keys> {
        let path = folder.root().join(FILE);
        let Some(text) = read_text_if_there(&path)? else { return Keys::generate() };
        let found = text.lines().find_map(|line| line.strip_prefix("letters:")).map(str::trim).and_then(parse_key);
        let letters = found.ok_or_else(|| CampaignError::Mail {
            text: format!(
                "`{}` holds no key of 64 hexadecimal digits: restore it, or remove it, and the next letter draws a new one",
                path.display()
            ),
        })?;
        Ok(Keys { letters, is_saved: true })
    }

    /// Generates new keys, which are not saved yet.
    pub fn generate() -> Result<Keys> {
        Ok(Keys { letters: random::random_bytes()?, is_saved: false })
    }

    /// Saves keys that are not saved yet; this must precede any write that uses them.
    pub fn save(&self, folder: &Folder) -> Result<()> {
        if self.is_saved {
            return Ok(());
        }
        let hex = hex_digits(&self.letters);
        let text = format!(
            "# For the program alone: ids of letters are made with it. Show it to nobody, and keep it.\nformat: 1\nletters: {hex}\n"
        );
        write_file(&folder.root().join(FILE), &text)
    }

    /// The unique id of a letter, of 128 bits, derived from the parts that identify it.
    pub fn letter_id(&self, what: &[&str]) -> String {
        let parts: Vec<&[u8]> = std::iter::once("letter").chain(what.iter().copied()).map(str::as_bytes).collect();
        hex_digits(&keyed_hash(&self.letters, &parts)[..16])
    }
}

fn parse_key(hex: &str) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    if hex.len() != 64 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(index * 2..index * 2 + 2)?, 16).ok()?;
    }
    Some(key)
}
