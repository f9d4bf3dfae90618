//! The campaign's own templates: files of `templates/` that stand for the engine's of that name.
//!
//! A night keeps copies of those it was written with, so that it can be replayed after they have
//! been edited.
#![expect(clippy::disallowed_methods, reason = "templates are files of the campaign")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;

use super::error::{AtPath, Result};
use super::folder::{Folder, NightFolder, read_text};

/// Where templates stand, in the campaign as in a night's folder.
pub const FOLDER: &str = "templates";

/// Templates, and the sentences they tell by.
fn is_template(name: &str) -> bool {
    name.ends_with(".j2") || name == "sentences.txt"
}

/// The templates that a night is written with: its own copies once it is resolved, else the
/// campaign's as they are now.
pub fn night_templates(folder: &Folder, night: &NightFolder) -> Result<BTreeMap<String, String>> {
    let home = if night.is_resolved() { &night.path } else { folder.root() };
    let place = home.join(FOLDER);
    let mut found = BTreeMap::new();
    if !place.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(&place).at("read", &place)? {
        let path = entry.at("read", &place)?.path();
        if let Some(name) = path.file_name().and_then(OsStr::to_str).filter(|n| is_template(n)) {
            found.insert(name.to_owned(), read_text(&path)?);
        }
    }
    Ok(found)
}
