//! The common shelf: Command Spells and items as sheets that a GM can read, copy and change.
//!
//! They are data in the effect language (EFFECTS); only what the language cannot say is code.

use crate::language::diagnostic::Diagnostic;
use crate::language::span::Source;

use super::Sheet;
use super::load::{Defaults, load};

/// The text of `sheets/common/command-spells.yaml` (R156–R193).
pub const COMMAND_SPELLS: &str = include_str!("../../sheets/common/command-spells.yaml");
/// The text of `sheets/common/items.yaml` (R337–R355).
pub const ITEMS: &str = include_str!("../../sheets/common/items.yaml");

/// The Command Spells and the items of the rulebook.
#[must_use]
pub fn common() -> (Sheet, Sheet) {
    let shelf = |name: &str, text: &str| {
        let source = Source::new(format!("sheets/common/{name}"), text);
        // A test holds that both load; an empty shelf would only be missing, never wrong.
        one(&source).unwrap_or_else(|_| Sheet::shelf(name))
    };
    (shelf("command-spells.yaml", COMMAND_SPELLS), shelf("items.yaml", ITEMS))
}

/// The one sheet of a file.
fn one(source: &Source) -> Result<Sheet, Vec<Diagnostic>> {
    load(source, Defaults::Sheet)?.sheets.pop().ok_or_else(Vec::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::skill::Role;

    #[test]
    fn the_shelf_loads_without_a_word() {
        for text in [COMMAND_SPELLS, ITEMS] {
            let loaded = load(&Source::new("common", text), Defaults::Sheet);
            let loaded = loaded.unwrap_or_else(|faults| panic!("{faults:#?}"));
            assert_eq!(loaded.warnings, []);
        }
    }

    #[test]
    fn eleven_spells_and_seven_items_are_known_and_fifteen_of_them_run() {
        let (spells, items) = common();
        assert_eq!((spells.name.as_str(), items.name.as_str()), ("Command Spells", "Items"));
        assert_eq!(spells.skills.len(), 11);
        assert!(spells.skills.iter().all(|s| s.role == Role::CommandSpell));
        assert!(items.skills.iter().all(|s| s.role == Role::Item && s.price.is_some() && s.sold_at.is_some()));
        assert_eq!(items.skills.len(), 7);
        let running = spells.skills.iter().chain(&items.skills).filter(|s| !s.not_yet);
        let running: Vec<&str> = running.map(|s| s.name.base.as_str()).collect();
        assert_eq!(
            running,
            [
                "Kill them no matter what!",
                "Survive at all costs!",
                "Withstand it!",
                "Obey me!",
                "Defend X!",
                "Get behind me!",
                "Flee this battle now!",
                "You can't escape!",
                "Take on Spirit Form!",
                "Leave Spirit Form!",
                "Summon!",
                "Status-curing Pills",
                "Focus Band",
                "Charged Potion",
                "Teleporter"
            ]
        );
    }
}
