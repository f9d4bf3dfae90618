//! The common shelves a scenario plays with: the engine's Command Spells and items.

use crate::sheet::Sheet;
use crate::sheet::reader::Faults;

/// The shelf of Command Spells and that of items.
pub(super) fn common(_faults: &Faults) -> (Option<Sheet>, Option<Sheet>) {
    (None, None)
}
