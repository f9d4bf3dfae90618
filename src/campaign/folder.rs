//! The paths of a campaign (docs/gm-guide.md, "The campaign's folder").
//!
//! Here a night is only a number and a folder.
#![expect(clippy::disallowed_methods, reason = "the campaign is a folder")]

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::{AtPath, CampaignError, Result};

/// The file whose presence marks a night as resolved.
pub const COMMIT_FILE: &str = "state.yaml";

/// A campaign's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    root: PathBuf,
}

/// One night's folder, resolved or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NightFolder {
    /// Counted from 1; 0 is the start.
    pub number: u32,
    /// `nights/NNN` in the campaign's folder.
    pub path: PathBuf,
}

impl Folder {
    /// The file beside `war.yaml` with a committed change that is not carried out yet ([`super::transaction`]).
    pub const CHANGE: &str = ".change";

    /// The folder of a campaign, whether or not there is one.
    pub(super) const fn at(root: PathBuf) -> Folder {
        Folder { root }
    }

    /// The campaign of a file: the nearest folder above it with a `war.yaml` that is not a night's.
    pub fn around(file: &Path) -> Option<PathBuf> {
        let file = fs::canonicalize(file).ok()?;
        let nights = Some(OsStr::new("nights"));
        let is_night_folder = |dir: &Path| dir.parent().and_then(Path::file_name) == nights;
        file.ancestors().skip(1).find(|dir| dir.join("war.yaml").is_file() && !is_night_folder(dir)).map(Path::to_owned)
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The file with the title, teams, switches and mail settings.
    pub fn war_file(&self) -> PathBuf {
        self.root.join("war.yaml")
    }

    /// The map.
    pub fn map_file(&self) -> PathBuf {
        self.root.join("map.yaml")
    }

    /// The lock file.
    pub fn lock_file(&self) -> PathBuf {
        self.root.join(".lock")
    }

    /// A night's folder.
    pub fn night(&self, number: u32) -> NightFolder {
        NightFolder { number, path: self.root.join("nights").join(format!("{number:03}")) }
    }

    /// The nights that have a folder, including 0 (the start), in order.
    pub fn begun_nights(&self) -> Result<Vec<NightFolder>> {
        let nights = self.root.join("nights");
        if !nights.is_dir() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for entry in fs::read_dir(&nights).at("read", &nights)? {
            let path = entry.at("read", &nights)?.path();
            let number = path.file_name().and_then(|n| n.to_str()).and_then(|n| n.parse().ok());
            if let Some(number) = number.filter(|number| self.night(*number).path == path) {
                found.push(NightFolder { number, path });
            }
        }
        found.sort_by_key(|night| night.number);
        Ok(found)
    }

    /// The nights that were resolved, including 0 (the start), in order.
    ///
    /// # Errors
    /// When `nights/` cannot be read; [`CampaignError::Gap`] if a position is missing between them.
    pub fn resolved_nights(&self) -> Result<Vec<NightFolder>> {
        let begun = self.begun_nights()?;
        let is_next = |(number, night): &(u32, NightFolder)| night.number == *number && night.is_resolved();
        let resolved: Vec<NightFolder> =
            (0..).zip(begun.iter().cloned()).take_while(is_next).map(|(_, night)| night).collect();
        let missing = u32::try_from(resolved.len()).unwrap_or(u32::MAX);
        // These files only exist once all earlier nights are played. A War that is started again may find files of the
        // old one.
        let later_files: &[&str] =
            if missing > 0 { &[COMMIT_FILE, "events.jsonl", "inbox.yaml"] } else { &[COMMIT_FILE] };
        let later = begun.iter().filter(|night| night.number > missing);
        let later =
            later.flat_map(|night| later_files.iter().map(|name| night.path.join(name))).find(|file| file.is_file());
        match later {
            Some(later) => Err(CampaignError::Gap { path: self.night(missing).state_file(), later }),
            None => Ok(resolved),
        }
    }

    /// The last night that was resolved.
    ///
    /// # Errors
    /// [`CampaignError::NotStarted`] before `grail start`.
    pub fn last_resolved_night(&self) -> Result<NightFolder> {
        self.resolved_nights()?.pop().ok_or_else(|| CampaignError::NotStarted { path: self.root.clone() })
    }

    /// A night that was resolved.
    ///
    /// # Errors
    /// [`CampaignError::NoNight`] for a night that was not resolved.
    pub fn resolved_night(&self, number: u32) -> Result<NightFolder> {
        let last = self.last_resolved_night()?.number;
        let night = self.night(number);
        if night.is_resolved() { Ok(night) } else { Err(CampaignError::NoNight { night: number, last }) }
    }
}

impl NightFolder {
    /// The night whose `orders` folder contains a file.
    pub fn around(file: &Path) -> Option<u32> {
        let orders = file.parent()?;
        let night = orders.parent()?.file_name()?.to_str()?;
        (orders.file_name()? == "orders").then(|| night.parse().ok())?
    }

    /// The position after the night; its presence is the night's commit.
    pub fn state_file(&self) -> PathBuf {
        self.path.join(COMMIT_FILE)
    }

    /// The event log.
    pub fn events_file(&self) -> PathBuf {
        self.path.join("events.jsonl")
    }

    /// The GM's rulings.
    pub fn rulings_file(&self) -> PathBuf {
        self.path.join("rulings.yaml")
    }

    /// The GM's entries for the Logic Game.
    pub fn logic_file(&self) -> PathBuf {
        self.path.join("logic.yaml")
    }

    /// The GM's own passages for the updates.
    pub fn story_file(&self) -> PathBuf {
        self.path.join("story.yaml")
    }

    /// The folder of the orders.
    pub fn orders(&self) -> PathBuf {
        self.path.join("orders")
    }

    /// The folder of the updates.
    pub fn updates(&self) -> PathBuf {
        self.path.join("updates")
    }

    /// The folder that keeps the night's former files of its `number`th reopening, from 1.
    pub fn kept_revision(&self, number: u32) -> PathBuf {
        self.path.join("kept").join(number.to_string())
    }

    /// How often the night was reopened; its folder has the files of this revision.
    pub fn revision(&self) -> u32 {
        (1..).take_while(|number| self.kept_revision(*number).exists()).last().unwrap_or(0)
    }

    /// Whether the night was resolved.
    pub fn is_resolved(&self) -> bool {
        self.state_file().is_file()
    }
}

/// The file name of a seat: its name in lower case, with a dash for every character that is not a letter or digit.
pub fn file_name(seat: &str) -> String {
    seat.chars().flat_map(char::to_lowercase).map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// Reads a text file.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(fs::read(path).at("read", path)?)
        .map_err(|e| CampaignError::NotText { path: path.to_owned(), byte: e.utf8_error().valid_up_to() })
}

/// Reads a text file; `None` if it does not exist.
pub fn read_text_if_there(path: &Path) -> Result<Option<String>> {
    if path.exists() { read_text(path).map(Some) } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_s_file_is_its_name_in_lower_case() {
        assert_eq!(file_name("Red"), "red");
        assert_eq!(file_name("Old Guard"), "old-guard");
        assert_eq!(file_name("../Évora"), "---évora");
    }
}
