//! Ensures one run at a time: a lock on a file of the campaign, which the system releases when the run ends.
#![expect(clippy::disallowed_methods, reason = "the lock is a file of the campaign")]

use std::fs::{File, OpenOptions, TryLockError};
use std::thread::sleep;
use std::time::Duration;

use super::error::{AtPath, CampaignError, Result};
use super::folder::Folder;
use super::transaction;

/// The right to write into a campaign; it is held until it is dropped.
#[derive(Debug)]
pub struct Lock {
    _held: File,
}

impl Lock {
    /// Takes the lock of a campaign and finishes the committed change of an interrupted run. The lock file stays; a run
    /// that was killed holds no lock.
    ///
    /// # Errors
    /// [`CampaignError::Busy`] while another run holds it; the errors of [`transaction::finish_interrupted`].
    pub fn take(folder: &Folder) -> Result<Lock> {
        let path = folder.lock_file();
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).at("open", &path)?;
        match file.try_lock() {
            Ok(()) => {
                let lock = Lock { _held: file };
                transaction::finish_interrupted(folder)?;
                Ok(lock)
            }
            Err(TryLockError::WouldBlock) => Err(CampaignError::Busy { path: folder.root().to_owned() }),
            Err(TryLockError::Error(source)) => Err(source).at("lock", &path),
        }
    }

    /// Takes the lock of a campaign, and waits up to `patience` for a run that holds it.
    pub fn wait_for(folder: &Folder, patience: Duration) -> Result<Lock> {
        let step = Duration::from_millis(100);
        let mut waited = Duration::ZERO;
        loop {
            match Lock::take(folder) {
                Err(CampaignError::Busy { .. }) if waited < patience => {
                    sleep(step);
                    waited += step;
                }
                done => return done,
            }
        }
    }
}
