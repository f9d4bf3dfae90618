//! All of a night or nothing, and single files whole or not at all.
//!
//! A night's files are written and brought to the disk; then `state.yaml` is put in its place, and that is the
//! night's commit. A folder with files but without it is what an interrupted run left; the next run clears away
//! what a run writes (never orders or rulings) and writes anew. What changes several files that are there
//! already is a [`super::transaction::Transaction`].
#![expect(clippy::disallowed_methods, reason = "a night is committed to files")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Serialize;

use super::disk::{self, BESIDE};
use super::error::{AtPath, CampaignError, Result};
use super::folder::{COMMIT_FILE, NightFolder};

/// The files of a night by their place in its folder (`updates/red.txt`), `state.yaml` apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NightFiles {
    /// Everything but the commit.
    pub files: BTreeMap<String, String>,
    /// `state.yaml`.
    pub state: String,
}

impl NightFiles {
    /// Every file by its place, the commit last.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(place, text)| (place.as_str(), text.as_str())).chain([(COMMIT_FILE, &*self.state)])
    }
}

/// What a commit found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlierRun {
    /// Nothing of an earlier run.
    Clean,
    /// The remains of an interrupted run, now gone.
    Remains,
}

/// Writes a file whole or not at all.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of any bytes whole or not at all; when this returns it is on the disk.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    disk::place(path, bytes, true)
}

/// Writes a night: `owned` names the files and folders that only a run writes, of which an
/// interrupted one may have left some.
///
/// # Errors
/// [`CampaignError::Committed`] where the night is committed; with the path, when the system
/// refuses. The night is then not committed.
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
        disk::put(&path, text.as_bytes())?;
    }
    // The commit says that all of this is there.
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

/// Writes a tree as YAML.
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
        for (place, text) in [("orders/red.txt", "Stay."), ("updates/old.txt", "half"), (".grail-x", "ha")] {
            write_file(&night.path.join(place), text).unwrap();
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
