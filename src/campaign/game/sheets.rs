//! Finds and reads sheets: in the campaign, else in the working directory, else in the program's library.
#![expect(clippy::disallowed_methods, reason = "sheets are files")]

use std::path::{Path, PathBuf};

use crate::campaign::error::{AtPath as _, FaultyFile, Result};
use crate::campaign::folder::{file_name, read_text};
use crate::language::diagnostic::Diagnostic;
use crate::language::span::{Source, Span};
use crate::sheet::load_sheet::{Defaults, load};
use crate::sheet::{Sheet, library, yaml};

use super::code;

/// A sheet with the text it came from.
#[derive(Clone, Debug)]
pub struct SheetFile {
    /// The text under its path.
    pub source: Source,
    /// The parsed sheet.
    pub sheet: Sheet,
    /// Its warnings.
    pub warnings: Vec<Diagnostic>,
}

/// The folders in which sheets are searched for, in order.
#[derive(Clone, Debug)]
pub struct SheetSearch {
    /// The folders that paths are relative to.
    pub roots: Vec<PathBuf>,
}

impl SheetSearch {
    /// Finds the sheet with a path as `war.yaml` writes it.
    pub fn find(&self, path: &str) -> Result<Option<Source>> {
        match self.roots.iter().map(|root| root.join(path)).find(|p| p.is_file()) {
            Some(file) => read_file(&file).map(Some),
            None => Ok(library_sheet(path)),
        }
    }

    /// Finds the sheet of a familiar that a sheet names: in the folder `familiars` beside it, beside it, or in the
    /// library.
    pub fn find_familiar(&self, beside: &Path, name: &str) -> Result<Option<Source>> {
        let file = format!("{}.yaml", file_name(name));
        let beside = beside.parent().into_iter().map(Path::to_owned);
        let mut folders = beside
            .chain(self.roots.iter().map(|root| root.join("sheets")))
            .flat_map(|folder| [folder.join("familiars").join(&file), folder.join(&file)]);
        match folders.find(|p| p.is_file()) {
            Some(file) => read_file(&file).map(Some),
            None => Ok(library_sheet(&format!("sheets/familiars/{file}"))),
        }
    }

    /// The folder above a root from which the path leads to a file; `None` if there is none.
    pub fn stands_elsewhere(&self, path: &str) -> Option<PathBuf> {
        let full: Vec<PathBuf> = self.roots.iter().filter_map(|root| std::fs::canonicalize(root).ok()).collect();
        let mut above = full.iter().flat_map(|root| root.ancestors().skip(1));
        above.find(|folder| folder.join(path).is_file()).map(Path::to_owned)
    }

    /// The `.yaml` files in the folder of a path, for suggestions.
    pub fn nearby_paths(&self, path: &str) -> Vec<String> {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let mut found = Vec::new();
        for root in &self.roots {
            let Ok(entries) = std::fs::read_dir(root.join(folder)) else { continue };
            let names = entries.filter_map(|e| e.ok()?.file_name().into_string().ok());
            found.extend(names.filter(|n| n.ends_with(".yaml")).map(|n| folder.join(n).display().to_string()));
        }
        found.extend(
            library::paths()
                .filter(|path_in_library| Path::new(path_in_library).parent() == Some(folder))
                .map(str::to_owned),
        );
        found.sort();
        found.dedup();
        found
    }
}

/// A sheet of the program's own library.
fn library_sheet(path: &str) -> Option<Source> {
    library::text(path).map(|text| Source::new(format!("grail's {path}"), text))
}

fn read_file(path: &Path) -> Result<Source> {
    Ok(Source::new(path.display().to_string(), read_text(path)?))
}

/// Reads a file, or the library's sheet of that path if the file does not exist.
pub fn read_sheet_source(path: &Path) -> Result<Source> {
    let own = if path.exists() { None } else { path.to_str().and_then(library_sheet) };
    own.map_or_else(|| read_file(path), Ok)
}

/// The sheet files in a folder, by name; empty without the folder.
pub fn list_sheets(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).at("read", folder)? {
        let path = entry.at("read", folder)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|e| e == "yaml" || e == "yml") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Reads a file with one sheet: the sheet, or the file with its faults.
pub fn read_sheet(path: &Path) -> Result<std::result::Result<SheetFile, FaultyFile>> {
    Ok(parse_sheet(read_sheet_source(path)?))
}

/// Parses a text with one sheet.
///
/// # Errors
/// The text with its faults.
pub fn parse_sheet(source: Source) -> std::result::Result<SheetFile, FaultyFile> {
    match load(&source, Defaults::Sheet) {
        Err(diagnostics) => Err(FaultyFile { source, diagnostics }),
        Ok(mut loaded) if loaded.sheets.len() == 1 => {
            Ok(SheetFile { source, sheet: loaded.sheets.remove(0), warnings: loaded.warnings })
        }
        Ok(loaded) => {
            let message = format!("the file holds {} sheets: write one character a file", loaded.sheets.len());
            let fault = Diagnostic::error(code::SHEET_FILE, Span::new(0, 0), message);
            Err(FaultyFile { source, diagnostics: vec![fault] })
        }
    }
}

/// The span of a familiar's name in the sheet that names it.
pub fn familiar_span(source: &Source, name: &str) -> Span {
    let documents = yaml::parse(source).unwrap_or_default();
    let node = documents.first().and_then(|sheet| sheet.get("familiars"));
    let items = node.map(|node| node.items().unwrap_or(std::slice::from_ref(node))).unwrap_or_default();
    let listed = items.iter().find(|item| item.text().is_some_and(|t| t.trim() == name)).map(|item| item.span);
    // Otherwise a sentence names it.
    let quoted = || source.text.find(&format!("\"{name}\"")).map(|at| Span::new(at + 1, at + 1 + name.len()));
    listed.or_else(quoted).unwrap_or(Span::new(0, 0))
}
