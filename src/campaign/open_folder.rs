//! Opening a campaign: what an interrupted run had decided is done first ([`super::transaction`]).
#![expect(clippy::disallowed_methods, reason = "the campaign is a folder")]

use std::path::PathBuf;
use std::time::Duration;

use super::error::{CampaignError, Result};
use super::folder::Folder;
use super::lock::Lock;

/// How long is waited for a run that is about a change.
const PATIENCE: Duration = Duration::from_secs(10);

impl Folder {
    /// Opens the campaign in a folder; what an interrupted run had decided is done first.
    ///
    /// # Errors
    /// [`CampaignError::Missing`] where there is no `war.yaml`; what keeps such a change from being done.
    pub fn open(root: impl Into<PathBuf>) -> Result<Folder> {
        let folder = Folder::at(root.into());
        let war = folder.war_file();
        if war.is_file() {
            return folder.finished();
        }
        let hint = format!("a campaign has one; `grail new {}` makes a war to begin with", folder.root().display());
        Err(CampaignError::Missing { path: war, hint })
    }

    /// The campaign once what an interrupted run had decided is done.
    ///
    /// # Errors
    /// [`CampaignError::Busy`] where a run is about it and does not end; what `transaction::finish` says.
    fn finished(self) -> Result<Folder> {
        if self.root().join(Folder::CHANGE).exists() {
            Lock::wait_for(&self, PATIENCE)?;
        }
        Ok(self)
    }
}
