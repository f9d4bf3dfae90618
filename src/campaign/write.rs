//! All of a night or nothing.
//!
//! `state.yaml` is written beside its place, synced and renamed, so that it is there whole or not at
//! all; it comes last, and its rename is the night's commit. A folder with files but without it is
//! what an interrupted run left; the next run clears away what a run writes (never orders or
//! rulings) and writes anew. The other files follow from the position before, the orders and the
//! rulings: they are not synced one by one, for should the power fail they can be made again.
//! Imports nothing of the game.
#![expect(clippy::disallowed_methods, reason = "a night is committed to files")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use serde::Serialize;

use super::error::{AtPath, CampaignError, Result};
use super::folder::{COMMIT_FILE, NightFolder};

/// How the files begin that are not in their place yet.
const BESIDE: &str = ".grail-";

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
pub enum Found {
    /// Nothing of an earlier run.
    Clean,
    /// The remains of an interrupted run, now gone.
    Remains,
}

/// Writes a file whole or not at all.
///
/// # Errors
/// With the path, when the system refuses.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of any bytes whole or not at all.
///
/// # Errors
/// With the path, when the system refuses.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).at("make", folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(BESIDE);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder).at("write in", folder)?;
    file.write_all(bytes).at("write", path)?;
    file.as_file().sync_all().at("write", path)?;
    file.persist(path).map_err(|e| e.error).at("write", path)?;
    sync_folder(folder)
}

/// Writes a night: `owned` names the files and folders that only a run writes, of which an
/// interrupted one may have left some.
///
/// # Errors
/// [`CampaignError::Committed`] where the night is committed; with the path, when the system
/// refuses. The night is then not committed.
pub fn commit(night: &NightFolder, files: &NightFiles, owned: &[&str]) -> Result<Found> {
    if night.is_resolved() {
        return Err(CampaignError::Committed { path: night.state_file() });
    }
    fs::create_dir_all(&night.path).at("make", &night.path)?;
    let found = clear_remains(night, owned)?;
    for (place, text) in &files.files {
        let path = night.path.join(place);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).at("make", folder)?;
        }
        fs::write(&path, text).at("write", &path)?;
    }
    write_file(&night.state_file(), &files.state)?;
    Ok(found)
}

fn clear_remains(night: &NightFolder, owned: &[&str]) -> Result<Found> {
    let mut found = Found::Clean;
    for entry in fs::read_dir(&night.path).at("read", &night.path)? {
        let path = entry.at("read", &night.path)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if !name.starts_with(BESIDE) && !owned.contains(&name) {
            continue;
        }
        found = Found::Remains;
        if path.is_dir() {
            fs::remove_dir_all(&path).at("remove", &path)?;
        } else {
            fs::remove_file(&path).at("remove", &path)?;
        }
    }
    Ok(found)
}

/// Makes a rename last; systems that cannot open a folder need no such thing.
fn sync_folder(folder: &Path) -> Result<()> {
    if cfg!(unix) {
        File::open(folder).and_then(|f| f.sync_all()).at("write", folder)?;
    }
    Ok(())
}

/// Writes a tree as YAML.
///
/// # Errors
/// An internal fault: no tree of ours is unwritable.
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
        assert_eq!(commit(&night, &files, &["updates"]).unwrap(), Found::Remains);
        assert!(night.is_resolved());
        assert!(night.path.join("orders/red.txt").exists());
        assert!(!night.path.join("updates/old.txt").exists() && !night.path.join(".grail-x").exists());
        assert!(commit(&night, &files, &["updates"]).is_err(), "a committed night is never overwritten");
    }
}
