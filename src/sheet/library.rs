//! The library: the Servants, Masters and familiars that come with the program, found by their paths wherever it runs.

/// Each sheet's path, as a War names it, with its text.
const SHEETS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The text of a sheet of the library by its path, as in `sheets/servants/saber.yaml`.
pub fn text(path: &str) -> Option<&'static str> {
    SHEETS.iter().find(|(of, _)| *of == path).map(|(_, text)| *text)
}

/// The paths of the library's sheets, in order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    SHEETS.iter().map(|(path, _)| *path)
}
