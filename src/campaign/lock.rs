//! One run at a time: a lock on a file of the campaign that the system drops with the run.
//!
//! Imports nothing of the game.
#![expect(clippy::disallowed_methods, reason = "the lock is a file of the campaign")]

use std::fs::{File, OpenOptions, TryLockError};

use super::error::{AtPath, CampaignError, Result};
use super::folder::Folder;

/// The right to write into a campaign, held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _held: File,
}

impl Lock {
    /// Takes the lock of a campaign. The lock file stays; a run that was killed holds nothing.
    ///
    /// # Errors
    /// [`CampaignError::Busy`] while another run holds it.
    pub fn take(folder: &Folder) -> Result<Lock> {
        let path = folder.lock_file();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).at("open", &path)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _held: file }),
            Err(TryLockError::WouldBlock) => Err(CampaignError::Busy { path: folder.root().to_owned() }),
            Err(TryLockError::Error(source)) => Err(source).at("lock", &path),
        }
    }
}
