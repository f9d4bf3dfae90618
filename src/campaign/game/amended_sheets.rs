//! The sheets that were amended during the War (R008), in the folders of their Nights.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, NightFolder, file_name};

use super::sheets::{self, SheetFile};

/// The amended sheets of each Night, in order of name.
pub type Amendments = BTreeMap<u32, Vec<SheetFile>>;

/// The path of an amended sheet.
pub fn amended_sheet_path(night: &NightFolder, sheet: &str) -> PathBuf {
    night.path.join("sheets").join(format!("{}.yaml", file_name(sheet)))
}

/// Reads the amended sheets of all Nights.
pub fn read_amendments(folder: &Folder) -> Result<Amendments> {
    let mut all = Amendments::new();
    let mut faults = Vec::new();
    for night in folder.begun_nights()?.into_iter().filter(|night| night.number > 0) {
        for path in sheets::list_sheets(&night.path.join("sheets"))? {
            match sheets::read_sheet(&path)? {
                Ok(file) => all.entry(night.number).or_default().push(file),
                Err(faulty) => faults.push(faulty),
            }
        }
    }
    if faults.is_empty() { Ok(all) } else { Err(CampaignError::Faults(faults)) }
}
