//! `ended.yaml`: how the GM has ended a War before its rules did: as a draw, for want of players, or for a winner.
//!
//! The position of its last night is ended by this file, whatever its state file says; no later night is played.

use serde::{Deserialize, Serialize};

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{Folder, read_text_if_there};
use crate::campaign::night_files::to_yaml;
use crate::war::{Ended, War};

use super::{ENGINE, FORMAT};

/// The name of the file in the campaign.
pub const FILE: &str = "ended.yaml";

/// How the GM ended a War.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarVerdict {
    /// Nobody wins.
    Draw,
    /// The War is abandoned.
    Abandoned,
    /// A team wins.
    Winner,
}

/// `ended.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndedFile {
    /// The format of the file.
    pub format: u32,
    /// The version that wrote it.
    pub engine: String,
    /// The last night that was played.
    pub night: u32,
    /// How it ended.
    pub how: WarVerdict,
    /// The team that wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
}

impl EndedFile {
    /// The file of a War that ends after a night.
    pub fn new(night: u32, how: WarVerdict, winner: Option<String>) -> EndedFile {
        EndedFile { format: FORMAT, engine: ENGINE.to_owned(), night, how, winner }
    }

    /// Reads the file; `None` if there is none.
    ///
    /// # Errors
    /// [`CampaignError::Unreadable`] for a file that is not valid.
    pub fn read(folder: &Folder) -> Result<Option<EndedFile>> {
        let path = folder.root().join(FILE);
        let Some(text) = read_text_if_there(&path)? else { return Ok(None) };
        let file: EndedFile = serde_yaml::from_str(&text).map_err(|e| CampaignError::Unreadable {
            path: path.clone(),
            why: Unreadable::Broken { detail: e.to_string() },
        })?;
        if file.format != FORMAT {
            let why = Unreadable::Format { found: file.format.to_string(), known: FORMAT };
            return Err(CampaignError::Unreadable { path, why });
        }
        Ok(Some(file))
    }

    /// Renders the file.
    pub fn render(&self) -> Result<String> {
        to_yaml(self)
    }

    /// Ends a position, if it is that of the file's night and has not ended by itself.
    pub fn apply(&self, war: &mut War, night: u32) {
        if night == self.night && war.ended.is_none() {
            let winner = self.winner.as_ref().and_then(|name| war.setup.team_named(name));
            war.ended = Some(Ended { night, winner });
        }
    }
}
