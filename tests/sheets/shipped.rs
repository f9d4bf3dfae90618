//! Every sheet in the repository loads without a fault or a warning.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// The YAML files under a folder of the repository that stand in a folder `sheets`.
fn sheets_under(root: &Path, folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "yaml")
                // Who learns what is no sheet.
                && !path.ends_with("common/perception.yaml")
                && path.strip_prefix(root).is_ok_and(|p| p.components().any(|c| c.as_os_str() == "sheets"))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Every sheet of the repository.
pub(super) fn sheets() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let paths = ["campaigns", "sheets"].into_iter().flat_map(|folder| sheets_under(root, folder));
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        Source::new(name, std::fs::read_to_string(&path).unwrap())
    };
    paths.map(read).collect()
}

/// Every sentence of every shipped sheet, once.
pub(crate) fn sentences() -> BTreeSet<String> {
    let mut sentences = BTreeSet::new();
    for source in sheets() {
        let sheets = load(&source, Defaults::Sheet).map(|loaded| loaded.sheets).unwrap_or_default();
        let lines = sheets.iter().flat_map(|sheet| &sheet.skills).flat_map(|skill| &skill.effects);
        sentences.extend(lines.map(|line| line.text.clone()));
    }
    sentences
}

#[test]
fn every_shipped_sheet_loads_without_a_word() {
    let mut faults = String::new();
    for source in sheets() {
        let found = match load(&source, Defaults::Sheet) {
            Ok(loaded) => loaded.warnings,
            Err(found) => found,
        };
        faults.extend(found.iter().map(|fault| fault.render(&source)));
    }
    assert!(faults.is_empty(), "{faults}");
}
