//! Changes several files of a campaign at once: all of them or none.
//!
//! All changes are collected first. A change of one file is written at once. Several are first written together into
//! one file, `.change` in the campaign's folder; its presence is the commit. Then each file is written, and `.change`
//! is removed last. A run that ends before the commit has changed nothing; a run that ends after it leaves the rest to
//! whoever opens the campaign next ([`finish_interrupted`]). Each entry has a file's content or says that it is
//! removed, and so may be carried out any number of times.
#![expect(clippy::disallowed_methods, reason = "a change is written into files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk;
use super::error::{AtPath as _, CampaignError, Result, Unreadable};
use super::folder::Folder;
use crate::vocabulary::text::hex_digits;

/// The format of `.change`.
const FORMAT: u32 = 1;

/// Changes to some files of a campaign.
#[derive(Debug)]
pub struct Transaction {
    root: PathBuf,
    /// The new content of each file, by its path in the campaign; `None` if it is removed.
    files: BTreeMap<PathBuf, Option<Vec<u8>>>,
}

/// The contents of `.change`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeFile {
    format: u32,
    engine: String,
    files: Vec<ChangedFile>,
}

/// A file in `.change`; without text and bytes it is removed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangedFile {
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// The content in hexadecimal digits, if it is not UTF-8 text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bytes: Option<String>,
}

impl Transaction {
    /// An empty transaction.
    pub fn new(folder: &Folder) -> Transaction {
        Transaction { root: folder.root().to_owned(), files: BTreeMap::new() }
    }

    /// Sets the content of a file.
    pub fn write(&mut self, path: &Path, bytes: impl Into<Vec<u8>>) -> Result<()> {
        let relative = self.relative_path(path)?;
        self.files.insert(relative, Some(bytes.into()));
        Ok(())
    }

    /// Removes a file.
    pub fn remove(&mut self, path: &Path) -> Result<()> {
        let relative = self.relative_path(path)?;
        self.files.insert(relative, None);
        Ok(())
    }

    /// The new content of a file, for appending; the current content if this transaction has not written it.
    pub fn content_mut(&mut self, path: &Path) -> Result<&mut Vec<u8>> {
        let relative = self.relative_path(path)?;
        if !self.files.contains_key(&relative) {
            let current = if path.exists() { fs::read(path).at("read", path)? } else { Vec::new() };
            self.files.insert(relative.clone(), Some(current));
        }
        let bytes = self.files.get_mut(&relative).map(Option::get_or_insert_default);
        bytes.ok_or_else(|| CampaignError::internal("a change lost one of its files"))
    }

    fn relative_path(&self, path: &Path) -> Result<PathBuf> {
        match path.strip_prefix(&self.root) {
            Ok(relative) if relative.components().all(|part| matches!(part, Component::Normal(_))) => {
                Ok(relative.to_owned())
            }
            _ => Err(CampaignError::internal(format!("`{}` is no file of the campaign", path.display()))),
        }
    }

    /// Carries out all changes. The campaign's lock must be held.
    ///
    /// # Errors
    /// An error with the path if the system refuses: nothing is changed then. [`CampaignError::Unfinished`] if it
    /// refuses after the commit; the next command does the rest.
    pub fn commit(mut self) -> Result<()> {
        // Unchanged files are left alone.
        let absolute = |path: &PathBuf| self.root.join(path);
        let is_unchanged = |path: &PathBuf, bytes: &Option<Vec<u8>>| match bytes {
            Some(bytes) => fs::read(absolute(path)).is_ok_and(|current| current == *bytes),
            None => !absolute(path).exists(),
        };
        let news: BTreeSet<PathBuf> = self
            .files
            .iter()
            .filter(|(path, bytes)| !is_unchanged(path, bytes))
            .map(|(path, _)| path.clone())
            .collect();
        self.files.retain(|path, _| news.contains(path));
        if self.files.is_empty() {
            return Ok(());
        }
        if let (1, Some((path, Some(bytes)))) = (self.files.len(), self.files.first_key_value()) {
            return disk::write_atomically(&self.root.join(path), bytes, true);
        }
        disk::write_atomically(&self.root.join(Folder::CHANGE), self.render_change_file()?.as_bytes(), true)?;
        self.carry_out().map_err(|error| CampaignError::Unfinished { error: Box::new(error) })
    }

    fn render_change_file(&self) -> Result<String> {
        let entry = |(place, bytes): (&PathBuf, &Option<Vec<u8>>)| -> Result<ChangedFile> {
            let path = place.to_str().ok_or_else(|| CampaignError::internal("a file's name is no text"))?.to_owned();
            let text = bytes.as_ref().and_then(|bytes| String::from_utf8(bytes.clone()).ok());
            let bytes = bytes.as_ref().filter(|_| text.is_none()).map(|bytes| hex_digits(bytes));
            Ok(ChangedFile { path, text, bytes })
        };
        let files = self.files.iter().map(entry).collect::<Result<Vec<_>>>()?;
        let written = ChangeFile { format: FORMAT, engine: env!("CARGO_PKG_VERSION").to_owned(), files };
        serde_json::to_string(&written)
            .map_err(|e| CampaignError::internal(format!("a change could not be written: {e}")))
    }

    /// Writes all files; `.change` is removed last, when everything is on the disk.
    fn carry_out(&self) -> Result<()> {
        let mut folders = BTreeSet::new();
        for (place, bytes) in &self.files {
            let path = self.root.join(place);
            match bytes {
                Some(bytes) => disk::write_atomically(&path, bytes, false)?,
                None if path.exists() => disk::remove(&path)?,
                None => {}
            }
        }
        for (place, bytes) in &self.files {
            let path = self.root.join(place);
            if bytes.is_some() {
                disk::sync_file(&path)?;
            }
            let folder = disk::folder_of(&path);
            if folder.exists() && folders.insert(folder.to_owned()) {
                disk::sync_folder(folder)?;
            }
        }
        disk::remove(&self.root.join(Folder::CHANGE))?;
        disk::sync_folder(&self.root)
    }
}

/// Finishes the committed change of an interrupted run; returns whether there was one. The lock must be held.
///
/// # Errors
/// [`CampaignError::Unreadable`] for an invalid `.change`; an error with the path if the system refuses.
pub fn finish_interrupted(folder: &Folder) -> Result<bool> {
    let path = folder.root().join(Folder::CHANGE);
    if !path.exists() {
        return Ok(false);
    }
    let bytes = fs::read(&path).at("read", &path)?;
    let unreadable = |why| CampaignError::Unreadable { path: path.clone(), why };
    let broken = |detail: String| unreadable(Unreadable::Broken { detail });
    let written: ChangeFile = serde_json::from_slice(&bytes).map_err(|e| broken(e.to_string()))?;
    if written.format != FORMAT {
        return Err(unreadable(Unreadable::Format { found: written.format.to_string(), known: FORMAT }));
    }
    let mut change = Transaction::new(folder);
    for entry in written.files {
        let path = folder.root().join(&entry.path);
        match (entry.text, entry.bytes) {
            (Some(text), _) => change.write(&path, text)?,
            (None, Some(digits)) => {
                let bytes = from_digits(&digits).ok_or_else(|| broken(format!("`{}`", entry.path)))?;
                change.write(&path, bytes)?;
            }
            (None, None) => change.remove(&path)?,
        }
    }
    change.carry_out().map(|()| true)
}

fn from_digits(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}
