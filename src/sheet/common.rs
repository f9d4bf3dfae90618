//! The common library: Command Spells and items as sheets that a GM can read, copy and change. Also the shipped
//! visibility table.
//!
//! They are written in the effect language. Only what the language cannot say is code.

use std::sync::{Arc, LazyLock};

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;

use super::Sheet;
use super::load_sheet::{Defaults, load};
use super::visibility_table::{VisibilityTable, read};

/// The text of `sheets/common/command-spells.yaml` (R156–R193).
pub const COMMAND_SPELLS: &str = include_str!("../../sheets/common/command-spells.yaml");
/// The text of `sheets/common/items.yaml` (R337–R355).
pub const ITEMS: &str = include_str!("../../sheets/common/items.yaml");

/// The text of `sheets/common/abilities.yaml` (R145, R263, R344).
pub const ABILITIES: &str = include_str!("../../sheets/common/abilities.yaml");

/// The text of `sheets/common/services.yaml` (R328–R333).
pub const SERVICES: &str = include_str!("../../sheets/common/services.yaml");

/// The text of `sheets/common/perception.yaml` (I01–I24).
pub const PERCEPTION: &str = include_str!("../../sheets/common/perception.yaml");

/// The visibility table that comes with the engine, parsed once.
static SHIPPED_TABLE: LazyLock<Arc<VisibilityTable>> = LazyLock::new(|| {
    let source = Source::new("sheets/common/perception.yaml", PERCEPTION);
    // A test ensures that the file is valid. Without rows the table would tell nobody anything.
    Arc::new(read::parse_table(&source).unwrap_or_default())
});

/// The visibility table that comes with the engine.
pub fn visibility_table() -> Arc<VisibilityTable> {
    SHIPPED_TABLE.clone()
}

/// The Command Spells of the rulebook, and its items followed by the services of its locations.
pub fn command_spells_and_items() -> (Sheet, Sheet) {
    COMMON.clone()
}

/// Loaded once, because many scenarios ask for it.
static COMMON: LazyLock<(Sheet, Sheet)> = LazyLock::new(|| {
    let library = |name: &str, text: &str| {
        let source = Source::new(format!("sheets/common/{name}"), text);
        // A test ensures that every file loads. An empty library would lack entries, but hold no wrong ones.
        load_single_sheet(&source).unwrap_or_else(|_| Sheet::empty_library(name))
    };
    let items = library("items.yaml", ITEMS).extended_with(&library("services.yaml", SERVICES));
    (library("command-spells.yaml", COMMAND_SPELLS), items)
});

/// Loads the only sheet of a file.
fn load_single_sheet(source: &Source) -> Result<Sheet, Vec<Diagnostic>> {
    load(source, Defaults::Sheet)?.sheets.pop().ok_or_else(Vec::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::skill::Role;

    #[test]
    fn the_shelf_loads_without_a_word() {
        for text in [COMMAND_SPELLS, ITEMS, ABILITIES, SERVICES] {
            let loaded = load(&Source::new("common", text), Defaults::Sheet);
            let loaded = loaded.unwrap_or_else(|faults| panic!("{faults:#?}"));
            assert_eq!(loaded.warnings, []);
        }
    }

    #[test]
    fn the_focus_band_gives_battle_continuation() {
        let (_, items) = command_spells_and_items();
        let abilities = load_single_sheet(&Source::new("abilities", ABILITIES)).unwrap();
        let effects =
            |library: &Sheet, name: &str| library.skills.iter().find(|s| s.is_called(name)).unwrap().effects.clone();
        assert_eq!(effects(&items, "Focus Band"), effects(&abilities, "Battle Continuation"));
        assert_eq!(abilities.skills.len(), 3);
    }

    #[test]
    fn eleven_spells_seven_items_and_five_services_are_known_and_all_of_them_run() {
        let (spells, items) = command_spells_and_items();
        assert_eq!((spells.name.as_str(), items.name.as_str()), ("Command Spells", "Items"));
        assert_eq!(spells.skills.len(), 11);
        assert!(spells.skills.iter().all(|s| s.role == Role::CommandSpell));
        assert!(items.skills.iter().all(|s| s.price.is_some() && s.sold_at.is_some()));
        assert_eq!(items.skills.iter().filter(|s| s.role == Role::Item).count(), 7);
        assert_eq!(items.skills.iter().filter(|s| s.role == Role::Service).count(), 5);
    }
}
