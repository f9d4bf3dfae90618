//! The letters as they came, in `letters/`, and the hashes that recognise them.
#![expect(clippy::disallowed_methods, reason = "letters are files of the campaign")]

use std::fs;

use sha2::{Digest as _, Sha256};

use crate::campaign::error::{AtPath as _, Result};
use crate::campaign::folder::NightFolder;
use crate::campaign::night_files::write_bytes;
use crate::vocabulary::text::{collapse_whitespace, hex_digits};

use super::letter::Letter;

/// The hash of a letter's bytes, independent of line ends and of empty lines at the end.
pub fn hash_letter(raw: &[u8]) -> String {
    let mut hasher = Sha256::new();
    let mut lines = raw.split(|b| *b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).peekable();
    let mut empty = 0;
    while let Some(line) = lines.next() {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        (0..empty).for_each(|_| hasher.update(b"\n"));
        empty = 0;
        hasher.update(line);
        if lines.peek().is_some() {
            empty = 1;
        }
    }
    hex_digits(&hasher.finalize())
}

/// The hash of a letter's content: its sender, subject and words.
pub fn hash_content(letter: &Letter) -> String {
    let mut hasher = Sha256::new();
    for part in [letter.from.as_deref().unwrap_or_default(), &letter.subject] {
        hasher.update(part.as_bytes());
        hasher.update(b"\0");
    }
    for text in &letter.texts {
        hasher.update(collapse_whitespace(&text.text).as_bytes());
        hasher.update(b"\0");
    }
    hex_digits(&hasher.finalize())
}

/// Saves a letter as it came; saving it again changes nothing.
pub fn keep_letter(night: &NightFolder, id: &str, raw: &[u8]) -> Result<()> {
    let path = night.path.join("letters").join(format!("{id}.eml"));
    if path.exists() { Ok(()) } else { write_bytes(&path, raw) }
}

/// Reads a saved letter.
pub fn read_kept_letter(night: &NightFolder, id: &str) -> Result<Vec<u8>> {
    let path = night.path.join("letters").join(format!("{id}.eml"));
    fs::read(&path).at("read", &path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_make_no_other_letter() {
        assert_eq!(hash_letter(b"a\r\n\r\nb\r\n\r\n"), hash_letter(b"a\n\nb"));
        assert_ne!(hash_letter(b"a\n\nb"), hash_letter(b"a\nb"));
    }
}
