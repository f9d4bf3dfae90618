//! The steps that change files: every step of a command goes through here.
//!
//! A step is done, refused by the system, or never reached. A command of several steps must handle each of these cases
//! after every step. A test can refuse a step, end the run there, or lose what was not synced (the file
//! `disk/faulty.rs`).
#![expect(clippy::disallowed_methods, reason = "a campaign is files")]

#[cfg(test)]
pub(crate) mod faulty;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{AtPath as _, Result};

/// The prefix of temporary files, which are not in their place yet.
pub(super) const BESIDE: &str = ".grail-";

/// One change of the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiskStep<'a> {
    /// Makes a folder in an existing one.
    MakeFolder(&'a Path),
    /// Writes a file, not yet synced.
    Put(&'a Path, &'a [u8]),
    /// Syncs a file's content to the disk.
    SyncFile(&'a Path),
    /// Syncs the names in a folder to the disk.
    SyncFolder(&'a Path),
    /// Renames a file within its folder, and replaces a file that has the new name.
    Rename(&'a Path, &'a Path),
    /// Removes a file.
    Remove(&'a Path),
    /// Removes an empty folder.
    RemoveFolder(&'a Path),
}

impl DiskStep<'_> {
    fn perform(self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(result) = faulty::intercept(self) {
            return result;
        }
        self.write_to_disk()
    }

    fn write_to_disk(self) -> io::Result<()> {
        match self {
            DiskStep::MakeFolder(path) => fs::create_dir(path),
            DiskStep::Put(path, bytes) => {
                OpenOptions::new().create(true).truncate(true).write(true).open(path)?.write_all(bytes)
            }
            DiskStep::SyncFile(path) => OpenOptions::new().write(true).open(path)?.sync_all(),
            // Systems that cannot open a folder do not need this.
            DiskStep::SyncFolder(path) => {
                if cfg!(unix) {
                    File::open(path)?.sync_all()
                } else {
                    Ok(())
                }
            }
            DiskStep::Rename(from, to) => fs::rename(from, to),
            DiskStep::Remove(path) => fs::remove_file(path),
            DiskStep::RemoveFolder(path) => fs::remove_dir(path),
        }
    }
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder and the missing ones above it; they are on the disk when this returns.
pub(crate) fn make_folder(path: &Path) -> Result<()> {
    if path.is_dir() || path.as_os_str().is_empty() {
        return Ok(());
    }
    let above = folder_of(path);
    make_folder(above)?;
    DiskStep::MakeFolder(path).perform().at("make", path)?;
    sync_folder(above)
}

/// Writes a file without syncing it.
pub(super) fn write_unsynced(path: &Path, bytes: &[u8]) -> Result<()> {
    DiskStep::Put(path, bytes).perform().at("write", path)
}

/// Syncs a file to the disk.
pub(super) fn sync_file(path: &Path) -> Result<()> {
    DiskStep::SyncFile(path).perform().at("write", path)
}

/// Syncs the names in a folder to the disk.
pub(super) fn sync_folder(path: &Path) -> Result<()> {
    DiskStep::SyncFolder(path).perform().at("write", path)
}

/// Removes a file, or a folder with all that is in it.
pub(super) fn remove(path: &Path) -> Result<()> {
    if !path.is_dir() {
        return DiskStep::Remove(path).perform().at("remove", path);
    }
    for entry in fs::read_dir(path).at("read", path)? {
        remove(&entry.at("read", path)?.path())?;
    }
    DiskStep::RemoveFolder(path).perform().at("remove", path)
}

/// Writes a file completely or not at all; if `must_sync` is true, it is on the disk when this returns.
pub(super) fn write_atomically(path: &Path, bytes: &[u8], must_sync: bool) -> Result<()> {
    let folder = folder_of(path);
    make_folder(folder)?;
    let temporary = temporary_name(folder);
    let result = write_and_rename(&temporary, path, bytes, must_sync);
    if result.is_err() && temporary.exists() {
        // Only the first error is reported.
        let _ = remove(&temporary);
    }
    result?;
    if must_sync { sync_folder(folder) } else { Ok(()) }
}

fn write_and_rename(temporary: &Path, path: &Path, bytes: &[u8], must_sync: bool) -> Result<()> {
    DiskStep::Put(temporary, bytes).perform().at("write", path)?;
    if must_sync {
        DiskStep::SyncFile(temporary).perform().at("write", path)?;
    }
    DiskStep::Rename(temporary, path).perform().at("write", path)
}

/// A unique name for a temporary file.
fn temporary_name(folder: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    folder.join(format!("{BESIDE}{}-{number}", std::process::id()))
}
