//! The order texts of a night: one file for each seat.
//!
//! The letter case of the file names and their order do not matter.
#![expect(clippy::disallowed_methods, reason = "orders are files of the campaign")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::language::diagnostic::nearest;
use crate::language::span::Source;

use super::error::{AtPath, CampaignError, Result};
use super::folder::{NightFolder, file_name, read_text};

/// The order text of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderText {
    /// The index of the seat.
    pub seat: usize,
    /// The night it was sent for.
    pub night: u32,
    /// The text under its path.
    pub source: Source,
}

impl OrderText {
    /// Whether it has anything besides comments.
    pub fn has_content(&self) -> bool {
        self.source.text.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#'))
    }
}

/// Reads the order texts of a night, in the order of the seats; a seat without a file is silent (A234).
///
/// # Errors
/// All files that belong to no seat, belong to a seat that has one already, or cannot be read.
pub fn read_order_texts(night: &NightFolder, seats: &[String]) -> Result<Vec<OrderText>> {
    let folder = night.orders();
    let mut errors = Vec::new();
    let mut taken: BTreeMap<usize, PathBuf> = BTreeMap::new();
    for path in list_order_files(&folder)? {
        let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        match seat_of_file(stem, seats) {
            None => errors.push(unknown_seat_error(&path, stem, seats)),
            Some(seat) => {
                if let Some(first) = taken.get(&seat) {
                    let (first, second) = (first.clone(), path);
                    errors.push(CampaignError::TwoFiles { seat: seats[seat].clone(), first, second });
                } else {
                    taken.insert(seat, path);
                }
            }
        }
    }
    let mut texts = Vec::new();
    for (seat, path) in taken {
        match read_text(&path) {
            Ok(text) => {
                let source = Source::new(path.display().to_string(), text);
                texts.push(OrderText { seat, night: night.number, source });
            }
            Err(error) => errors.push(error),
        }
    }
    CampaignError::combine(errors).map(|()| texts)
}

/// The index of the seat that a file name belongs to, in any letter case.
pub fn seat_of_file(stem: &str, seats: &[String]) -> Option<usize> {
    let name = file_name(stem);
    seats.iter().position(|seat| file_name(seat) == name)
}

/// The error for a file or an argument that names no seat.
pub fn unknown_seat_error(path: &Path, name: &str, seats: &[String]) -> CampaignError {
    CampaignError::UnknownSeat {
        path: path.to_owned(),
        name: name.to_owned(),
        nearest: nearest(name, seats.iter().map(String::as_str)).map(str::to_owned),
    }
}

/// The order files of a folder, by name. Other files, such as raw mail and editors' backups, are skipped.
fn list_order_files(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).at("read", folder)? {
        let path = entry.at("read", folder)?.path();
        let hidden = path.file_name().and_then(OsStr::to_str).is_some_and(|n| n.starts_with('.'));
        let is_text = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("txt"));
        if is_text && !hidden && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
