//! Finds files in a campaign's folder that no command reads: under a similar name, or in a nearby folder.
//!
//! A command that reads a night's folder checks this first, so that no file of the GM's is ignored silently. A file
//! without a similar name is the GM's own and is not reported.
#![expect(clippy::disallowed_methods, reason = "the campaign is a folder")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::language::diagnostic::nearest;

use super::error::{AtPath, Result};
use super::folder::{Folder, file_name};
use super::order_files::seat_of_file;

/// A file or folder that nothing reads under its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrayFile {
    /// The path of the file.
    pub path: PathBuf,
    /// The path that would be read instead.
    pub intended_path: PathBuf,
}

impl StrayFile {
    /// Renders the warning.
    pub fn render_warning(&self) -> String {
        let (path, meant) = (self.path.display(), self.intended_path.display());
        let note = if self.intended_path.exists() { ", which is there too" } else { "" };
        format!("`{path}` is read by nothing: did you mean `{meant}`{note}?")
    }
}

/// The files and folders that the GM may put into a night's folder.
const GM_FILES: [&str; 5] = ["rulings.yaml", "logic.yaml", "story.yaml", "deadline.yaml", "orders"];

/// Finds the stray files of a campaign that were meant for a night: in its own folder, and in those above.
pub fn find_stray_files(folder: &Folder, number: u32, seats: &[String]) -> Result<Vec<StrayFile>> {
    let night = folder.night(number);
    let mut found = Vec::new();
    let mut add = |path: PathBuf, meant: PathBuf| found.push(StrayFile { path, intended_path: meant });
    let nights = folder.root().join("nights");
    for (path, name) in list_entries(folder.root())?.into_iter().chain(list_entries(&nights)?) {
        // Elsewhere a file with a similar name may be the GM's own, so only the exact name counts.
        let known_name = GM_FILES
            .iter()
            .find(|known_name| bare_name(known_name) == bare_name(&name) && path.is_dir() != known_name.contains('.'));
        if let Some(known_name) = known_name {
            add(path, night.path.join(known_name));
        } else if path.is_dir() && name != "nights" && ["night", "nights"].contains(&name.to_lowercase().as_str()) {
            add(path, nights.clone());
        } else if path.parent() == Some(&nights)
            && let Some(meant) = night_number(&name).map(|number| folder.night(number).path)
            && meant != path
        {
            add(path, meant);
        }
    }
    for (path, name) in list_entries(&night.path)? {
        if GM_FILES.contains(&name.as_str()) {
            continue;
        }
        if let Some(known_name) = nearest_name(&name, &GM_FILES) {
            add(path, night.path.join(known_name));
        } else if let Some(seat) = meant_order_file(&path, seats) {
            add(path, night.orders().join(seat));
        }
    }
    for (path, name) in list_entries(&night.orders())? {
        // A `.txt` file of no seat is an error where orders are read.
        if !name.to_lowercase().ends_with(".txt")
            && let Some(seat) = meant_order_file(&path, seats).filter(|_| path.is_file())
        {
            add(path, night.orders().join(seat));
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// The entries of a folder without hidden files and editors' backups; empty without the folder.
fn list_entries(folder: &Path) -> Result<Vec<(PathBuf, String)>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).at("read", folder)? {
        let path = entry.at("read", folder)?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).map(str::to_owned) else { continue };
        let is_editor_file =
            name.starts_with(['.', '#']) || ["~", ".bak", ".orig", ".swp"].iter().any(|end| name.ends_with(end));
        if !is_editor_file {
            found.push((path, name));
        }
    }
    Ok(found)
}

/// Parses the number of a night from a folder name: `3`, `night-3`.
fn night_number(name: &str) -> Option<u32> {
    let lower = name.to_lowercase();
    let number = lower.trim_start_matches("nights").trim_start_matches("night").trim_start_matches(['-', '_', ' ']);
    number.parse().ok()
}

/// A name in lower case without its extensions.
fn bare_name(name: &str) -> String {
    const ENDINGS: [&str; 3] = ["yaml", "yml", "txt"];
    let mut stem = name.to_lowercase();
    while let Some((rest, _)) = stem.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)) {
        stem = rest.to_owned();
    }
    stem
}

/// The valid name that is nearest to a name: in another letter case, with another extension, misspelt.
fn nearest_name<'n>(name: &str, valid: &[&'n str]) -> Option<&'n str> {
    let stem = bare_name(name);
    let stems: Vec<String> = valid.iter().map(|name| bare_name(name)).collect();
    let meant = nearest(&stem, stems.iter().map(String::as_str))?;
    valid.iter().find(|name| bare_name(name) == meant).copied()
}

/// The order file that was meant by a file with a seat's name, or a similar one.
fn meant_order_file(path: &Path, seats: &[String]) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let stem = name.split('.').next()?;
    let exact = seat_of_file(stem, seats).and_then(|seat| seats.get(seat));
    let files: Vec<String> = seats.iter().map(|seat| file_name(seat)).collect();
    let seat = match exact {
        Some(seat) => file_name(seat),
        None => nearest(&file_name(stem), files.iter().map(String::as_str)).filter(|_| name.contains('.'))?.to_owned(),
    };
    Some(format!("{seat}.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_name_is_known_and_the_gm_s_own_files_are_nobody_s_business() {
        for (name, meant) in [
            ("rulings.yml", "rulings.yaml"),
            ("Rulings.yaml", "rulings.yaml"),
            ("ruling.yaml", "rulings.yaml"),
            ("rulings.yaml.txt", "rulings.yaml"),
            ("rulings", "rulings.yaml"),
            ("Orders", "orders"),
            ("order", "orders"),
            ("story.yml", "story.yaml"),
            ("deadlines.yaml", "deadline.yaml"),
        ] {
            assert_eq!(nearest_name(name, &GM_FILES), Some(meant), "{name}");
        }
        for name in ["notes.md", "events.jsonl", "state.yaml", "inbox.yaml", "outbox", "updates", "letters", "errata"] {
            assert_eq!(nearest_name(name, &GM_FILES), None, "{name}");
        }
        assert_eq!(
            ["3", "night-3", "Night 03", "003", "003-old", "kept"].map(night_number),
            [Some(3), Some(3), Some(3), Some(3), None, None]
        );
    }
}
