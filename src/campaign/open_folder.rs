//! Opens a campaign after finishing the committed change of an interrupted run ([`super::transaction`]).
#![expect(clippy::disallowed_methods, reason = "the campaign is a folder")]

use std::path::PathBuf;
use std::time::Duration;

use super::error::{CampaignError, Result};
use super::folder::Folder;
use super::lock::Lock;

/// How long to wait for a run that carries out a change.
const PATIENCE: Duration = Duration::from_secs(10);

impl Folder {
    /// Opens the campaign in a folder, after finishing the committed change of an interrupted run.
    ///
    /// # Errors
    /// [`CampaignError::Missing`] without a `war.yaml`; what prevents such a change from being finished.
    pub fn open(root: impl Into<PathBuf>) -> Result<Folder> {
        let folder = Folder::at(root.into());
        let war = folder.war_file();
        if war.is_file() {
            return folder.finish_pending_change();
        }
        let hint = format!("a campaign has one; `grail new {}` makes a war to begin with", folder.root().display());
        Err(CampaignError::Missing { path: war, hint })
    }

    /// Finishes the committed change of an interrupted run, if there is one.
    ///
    /// # Errors
    /// [`CampaignError::Busy`] if a run that carries it out does not end; the errors of `finish_interrupted`.
    fn finish_pending_change(self) -> Result<Folder> {
        if self.root().join(Folder::CHANGE).exists() {
            Lock::wait_for(&self, PATIENCE)?;
        }
        Ok(self)
    }
}
