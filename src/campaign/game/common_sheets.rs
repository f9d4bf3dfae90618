//! The common sheets: Command Spells, items, services and the visibility table, from the library or the campaign.

use std::path::Path;

use crate::campaign::error::{FaultyFile, Result};
use crate::campaign::folder::read_text_if_there;
use crate::language::span::Source;
use crate::sheet::common;
use crate::sheet::visibility_table::{VisibilityTable, read as table_of};

use super::sheets::{SheetFile, parse_sheet};

/// The Command Spells (R156).
pub const SPELLS: &str = "command-spells";
/// The items (R337).
pub const ITEMS: &str = "items";

/// The services of locations (R328).
pub const SERVICES: &str = "services";

/// Who learns what (I01–I24): a table beside the libraries, not one itself.
pub const PERCEPTION: &str = "perception";

/// The common sheets that come with the engine.
const BUILT_IN: [(&str, &str); 3] =
    [(SPELLS, common::COMMAND_SPELLS), (ITEMS, common::ITEMS), (SERVICES, common::SERVICES)];

/// A library with its name, or the file with its faults.
pub type CommonSheet = (&'static str, std::result::Result<SheetFile, FaultyFile>);

/// Reads the common sheets: a file `sheets/common/NAME.yaml` of the folder replaces the engine's own.
pub fn read_common_sheets(folder: &Path) -> Result<Vec<CommonSheet>> {
    let mut shelves = Vec::new();
    for (name, built_in) in BUILT_IN {
        shelves.push((name, parse_sheet(find_text(folder, name, built_in)?.source)));
    }
    Ok(shelves)
}

/// The visibility table (I01–I24), with its text.
#[derive(Debug)]
pub struct VisibilityTableFile {
    /// The text under its path.
    pub source: Source,
    /// Whether the folder has its own file; otherwise it is the engine's.
    pub is_own: bool,
    /// The table, or the file with its faults.
    pub visibility_table: std::result::Result<VisibilityTable, FaultyFile>,
}

/// Reads the visibility table: a file `sheets/common/perception.yaml` of the folder replaces the engine's own.
pub fn visibility_table(folder: &Path) -> Result<VisibilityTableFile> {
    let found = find_text(folder, PERCEPTION, common::PERCEPTION)?;
    let visibility_table = table_of::parse_table(&found.source)
        .map_err(|diagnostics| FaultyFile { source: found.source.clone(), diagnostics });
    Ok(VisibilityTableFile { source: found.source, is_own: found.is_own, visibility_table })
}

/// The text that applies to a folder.
struct FoundText {
    source: Source,
    is_own: bool,
}

fn find_text(folder: &Path, name: &str, built_in: &str) -> Result<FoundText> {
    let path = folder.join(common_sheet_path(name));
    let text = read_text_if_there(&path)?;
    let is_own = text.is_some();
    let title = if is_own { path.display().to_string() } else { format!("grail's {}", common_sheet_path(name)) };
    Ok(FoundText { source: Source::new(title, text.unwrap_or_else(|| built_in.to_owned())), is_own })
}

/// The path of a library in a campaign, and in its frozen copy.
pub fn common_sheet_path(name: &str) -> String {
    format!("sheets/common/{name}.yaml")
}
