//! An append-only book: one entry a line, and each entry is on the disk before the next step.
//!
//! It is a YAML list whose items are JSON, so that people and programs can read it. A newline commits its entry:
//! whatever an interrupted run left after the last newline is cut off.
#![expect(clippy::disallowed_methods, reason = "a book is a file of the campaign")]

use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::campaign::error::{AtPath as _, CampaignError, Result, Unreadable};
use crate::campaign::folder::read_text;
use crate::campaign::night_files::write_bytes;
use crate::campaign::transaction::Transaction;

/// The format of the books.
const FORMAT: u32 = 1;
/// The program's version.
const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// A book of entries of one kind.
#[derive(Debug)]
pub struct AppendLog<T> {
    path: PathBuf,
    entries: PhantomData<T>,
}

impl<T: Serialize + DeserializeOwned> AppendLog<T> {
    /// The book at a path; the file need not exist yet.
    pub fn at(path: PathBuf) -> AppendLog<T> {
        AppendLog { path, entries: PhantomData }
    }

    /// The path of the book's file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All committed entries in their order; none when the file does not exist.
    ///
    /// # Errors
    /// [`CampaignError::Unreadable`] for a line that is not an entry, and for a book of another format.
    pub fn read(&self) -> Result<Vec<T>> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let text = read_text(&self.path)?;
        let committed = text.get(..text.rfind('\n').map_or(0, |end| end + 1)).unwrap_or_default();
        let refuse = |why| CampaignError::Unreadable { path: self.path.clone(), why };
        let mut entries = Vec::new();
        for (number, line) in committed.lines().enumerate() {
            let Some(item) = line.strip_prefix("- ") else {
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                return Err(refuse(Unreadable::Broken { detail: format!("line {} is no entry", number + 1) }));
            };
            if let Some(format) = head_format(item) {
                if format != FORMAT.to_string() {
                    return Err(refuse(Unreadable::Format { found: format, known: FORMAT }));
                }
                continue;
            }
            let entry = serde_json::from_str(item)
                .map_err(|e| refuse(Unreadable::Broken { detail: format!("line {}: {e}", number + 1) }))?;
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Adds an entry and writes it to the disk before returning.
    pub fn add(&self, entry: &T) -> Result<()> {
        let mut text = if self.path.exists() { fs::read(&self.path).at("read", &self.path)? } else { Vec::new() };
        append(&mut text, entry)?;
        write_bytes(&self.path, &text)
    }

    /// Adds an entry to a transaction: it is written when the transaction is committed.
    pub fn add_with(&self, change: &mut Transaction, entry: &T) -> Result<()> {
        append(change.content_mut(&self.path)?, entry)
    }
}

/// Appends an entry to the committed lines of a book, and the head before it if the book is empty.
fn append(log: &mut Vec<u8>, entry: &impl Serialize) -> Result<()> {
    let item = serde_json::to_string(entry)
        .map_err(|e| CampaignError::internal(format!("an entry could not be written: {e}")))?;
    log.truncate(log.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1));
    if log.is_empty() {
        log.extend(format!("- {}\n", json!({ "format": FORMAT, "engine": ENGINE })).bytes());
    }
    log.extend(format!("- {item}\n").bytes());
    Ok(())
}

/// The format number in the head of a book; `None` if the item is an entry.
fn head_format(item: &str) -> Option<String> {
    let tree: serde_json::Value = serde_json::from_str(item).ok()?;
    tree.get("format").map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_interrupted_run_left_is_cut_off_and_all_else_stays() {
        let dir = tempfile::tempdir().unwrap();
        let log: AppendLog<(u32, String)> = AppendLog::at(dir.path().join("nights/book.yaml"));
        assert!(log.read().unwrap().is_empty());
        log.add(&(1, "a\nb".to_owned())).unwrap();
        let text = fs::read_to_string(log.path()).unwrap();
        fs::write(log.path(), format!("{text}- [2,\"tor")).unwrap();
        assert_eq!(log.read().unwrap(), [(1, "a\nb".to_owned())]);
        log.add(&(3, "c".to_owned())).unwrap();
        assert_eq!(log.read().unwrap(), [(1, "a\nb".to_owned()), (3, "c".to_owned())]);
        let tree: serde_json::Value = serde_yaml::from_str(&fs::read_to_string(log.path()).unwrap()).unwrap();
        assert_eq!(tree.as_array().map(Vec::len), Some(3), "the book is YAML");
        fs::write(log.path(), "- {\"format\":2}\n").unwrap();
        assert!(log.read().is_err());
        fs::write(log.path(), "- {\"format\":1}\nnonsense\n").unwrap();
        assert!(log.read().is_err());
    }
}
