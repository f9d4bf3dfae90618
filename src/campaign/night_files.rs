//! Writes all of a night or nothing, and single files completely or not at all.
//!
//! A night's files are written and synced; then `state.yaml` is written, and that is the night's commit. A folder with
//! files but without it is what an interrupted run left; the next run removes the files that a run writes (never orders
//! or rulings) and writes them anew. To change several existing files, use a [`super::transaction::Transaction`].
#![expect(clippy::disallowed_methods, reason = "a night is committed to files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Serialize;

use super::disk::{self, BESIDE};
use super::error::{AtPath, CampaignError, Result};
use super::folder::{COMMIT_FILE, NightFolder};

/// The files of a night by their path in its folder (`updates/red.txt`), with `state.yaml` apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NightFiles {
    /// Everything but the commit.
    pub files: BTreeMap<String, String>,
    /// `state.yaml`.
    pub state: String,
}

impl NightFiles {
    /// Every file by its path, the commit last.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(path, text)| (path.as_str(), text.as_str())).chain([(COMMIT_FILE, &*self.state)])
    }
}

/// What a commit found in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierRun {
    /// Nothing of an earlier run.
    Clean,
    /// The remains of an interrupted run, which are removed now.
    Remains,
}

/// Writes a text file completely or not at all.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of any bytes completely or not at all; it is on the disk when this returns.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    disk::write_atomically(path, bytes, true)
}

/// Writes a night. `owned` names the files and folders that only a run writes, some of which an interrupted run may
/// have left.
///
/// # Errors
/// [`CampaignError::Committed`] if the night is committed already; an error with the path if the system refuses. The
/// night is then not committed.
pub fn commit(night: &NightFolder, files: &NightFiles, owned: &[&str]) -> Result<EarlierRun> {
    if night.is_resolved() {
        return Err(CampaignError::Committed { path: night.state_file() });
    }
    disk::make_folder(&night.path)?;
    let found = clear_remains(night, owned)?;
    let mut folders = BTreeSet::from([night.path.clone()]);
    for (place, text) in &files.files {
        let path = night.path.join(place);
        let folder = disk::folder_of(&path);
        disk::make_folder(folder)?;
        folders.insert(folder.to_owned());
        disk::write_unsynced(&path, text.as_bytes())?;
    }
    // The commit says that all these files are there.
    files.files.keys().try_for_each(|place| disk::sync_file(&night.path.join(place)))?;
    folders.iter().try_for_each(|folder| disk::sync_folder(folder))?;
    write_file(&night.state_file(), &files.state)?;
    Ok(found)
}

fn clear_remains(night: &NightFolder, owned: &[&str]) -> Result<EarlierRun> {
    let mut found = EarlierRun::Clean;
    for entry in fs::read_dir(&night.path).at("read", &night.path)? {
        let path = entry.at("read", &night.path)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if !name.starts_with(BESIDE) && !owned.contains(&name) {
            continue;
        }
        found = EarlierRun::Remains;
        disk::remove(&path)?;
    }
    Ok(found)
}

/// Renders a value as YAML.
pub(super) fn to_yaml(tree: &impl Serialize) -> Result<String> {
    serde_yaml::to_string(tree).map_err(|e| CampaignError::internal(format!("a tree could not be written: {e}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_night_is_cleared_and_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let night = NightFolder { number: 1, path: dir.path().join("001") };
        for (path, text) in [("orders/red.txt", "Stay."), ("updates/old.txt", "half"), (".grail-x", "ha")] {
            write_file(&night.path.join(path), text).unwrap();
        }
        let files = NightFiles {
            files: BTreeMap::from([("updates/red.txt".to_owned(), "whole".to_owned())]),
            state: "night: 1\n".to_owned(),
        };
        assert_eq!(commit(&night, &files, &["updates"]).unwrap(), EarlierRun::Remains);
        assert!(night.is_resolved());
        assert!(night.path.join("orders/red.txt").exists());
        assert!(!night.path.join("updates/old.txt").exists() && !night.path.join(".grail-x").exists());
        assert!(commit(&night, &files, &["updates"]).is_err(), "a committed night is never overwritten");
    }
}
