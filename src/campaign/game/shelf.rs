//! The common shelves: Command Spells and items, the library's or the campaign's own.
//!
//! May import [`crate::sheet`] and what that may.

use std::path::Path;

use crate::campaign::error::{FaultyFile, Result};
use crate::campaign::folder::read_text_if_there;
use crate::language::span::Source;
use crate::sheet::common;

use super::sheets::{SheetFile, read_source};

/// The Command Spells (R156).
pub const SPELLS: &str = "command-spells";
/// The items (R337).
pub const ITEMS: &str = "items";

/// The services of locations (R328).
pub const SERVICES: &str = "services";

/// The shelves that come with the engine.
const BUILT_IN: [(&str, &str); 3] =
    [(SPELLS, common::COMMAND_SPELLS), (ITEMS, common::ITEMS), (SERVICES, common::SERVICES)];

/// A shelf by its name, or the file with its faults.
pub type Shelf = (&'static str, std::result::Result<SheetFile, FaultyFile>);

/// Reads the shelves: a file `sheets/common/NAME.yaml` of the folder stands for the engine's own.
///
/// # Errors
/// When a file that is there cannot be read.
pub fn read(folder: &Path) -> Result<Vec<Shelf>> {
    let mut shelves = Vec::new();
    for (name, built_in) in BUILT_IN {
        let path = folder.join(place(name));
        let (title, text) = match read_text_if_there(&path)? {
            Some(text) => (path.display().to_string(), text),
            None => (format!("grail's {}", place(name)), built_in.to_owned()),
        };
        shelves.push((name, read_source(Source::new(title, text))));
    }
    Ok(shelves)
}

/// Where a shelf stands in a campaign, and in its frozen copy.
#[must_use]
pub fn place(name: &str) -> String {
    format!("sheets/common/{name}.yaml")
}
