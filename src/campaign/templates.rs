//! The campaign's own templates: files of `templates/` that replace the engine's of the same name.
//!
//! A night keeps copies of the templates that it was written with, so that it can be replayed after they have been
//! edited.
#![expect(clippy::disallowed_methods, reason = "templates are files of the campaign")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;

use super::error::{AtPath, Result};
use super::folder::{Folder, NightFolder, read_text};

/// The folder of templates, in the campaign and in a night's folder.
pub const FOLDER: &str = "templates";

/// Whether a file is a template, or the sentences that templates use.
fn is_template(name: &str) -> bool {
    name.ends_with(".j2") || name == "sentences.txt"
}

/// Reads the templates of a night: its own copies once it is resolved, otherwise the campaign's current ones.
pub fn night_templates(folder: &Folder, night: &NightFolder) -> Result<BTreeMap<String, String>> {
    let home = if night.is_resolved() { &night.path } else { folder.root() };
    let folder = home.join(FOLDER);
    let mut found = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(&folder).at("read", &folder)? {
        let path = entry.at("read", &folder)?.path();
        if let Some(name) = path.file_name().and_then(OsStr::to_str).filter(|n| is_template(n)) {
            found.insert(name.to_owned(), read_text(&path)?);
        }
    }
    Ok(found)
}
