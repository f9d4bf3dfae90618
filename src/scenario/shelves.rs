//! The common shelves a scenario plays with: the engine's own Command Spells and items.

use crate::language::span::Source;
use crate::sheet::Sheet;
use crate::sheet::load::{Defaults, load};

const SPELLS: &str = include_str!("../../sheets/common/command-spells.yaml");
const ITEMS: &str = include_str!("../../sheets/common/items.yaml");

/// The shelf of Command Spells and that of items.
pub(super) fn common() -> (Option<Sheet>, Option<Sheet>) {
    (shelf("command-spells.yaml", SPELLS), shelf("items.yaml", ITEMS))
}

/// A shipped shelf; tests hold that it is without fault.
fn shelf(name: &str, text: &str) -> Option<Sheet> {
    load(&Source::new(name, text), Defaults::Sheet).ok()?.sheets.into_iter().next()
}
