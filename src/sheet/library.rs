//! The library: the Servants, Masters and familiars that ship with the program. Each is found by its path, wherever the
//! program runs.

/// Each sheet's path, as a War names it, and its text.
const SHEETS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The text of a library sheet by its path, as in `sheets/servants/saber.yaml`.
pub fn text(path: &str) -> Option<&'static str> {
    SHEETS.iter().find(|(own, _)| *own == path).map(|(_, text)| *text)
}

/// The paths of the library's sheets, in order.
pub fn paths() -> impl Iterator<Item = &'static str> {
    SHEETS.iter().map(|(path, _)| *path)
}
