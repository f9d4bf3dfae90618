//! The owner of a sheet, called by class, name or true name in its sentences: the user, and nobody else.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// The canonical sentences of a skill of Lancer's, or the codes of its faults.
fn said(entry: &str) -> Vec<String> {
    let entry = entry.replace('\'', "''");
    let sheet = format!(
        "kind: servant\nname: Cadwal\ntrue_name: Morholt of the Isle\nclass: Lancer\nskills: [{{ name: S, rank: C, type: Support, max_targets: 1, targets: '[Any]', cost: 1 SP, effects: ['{entry}'] }}]\n"
    );
    match load(&Source::new("sheet.yaml", sheet), Defaults::Scenario) {
        Ok(loaded) => loaded.sheets[0].skills[0].effects.iter().map(|line| canonical(&line.effect)).collect(),
        Err(faults) => {
            faults.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.code.to_string()).collect()
        }
    }
}

#[test]
fn an_owner_called_by_name_is_the_user() {
    for (entry, read) in [
        ("Lancer restores 30 Mana.", "The user restores 30 Mana."),
        ("Cadwal's AGI increases by one full rank for three Turns.", "The user's AGI is raised by 1 rank for 3 Turns."),
        ("Morholt of the Isle restores 5 Health.", "The user restores 5 Health."),
        ("The target cannot attack Lancer this Turn.", "The target cannot attack the user until the end of the Turn."),
        (
            "When Lancer's Master dies, Lancer loses 10 Health.",
            "When the user's Master dies, the user loses 10 Health.",
        ),
    ] {
        assert_eq!(said(entry), [read], "{entry}");
    }
}

#[test]
fn who_only_shares_the_name_is_not_the_user() {
    for entry in [
        "An enemy Lancer loses 10 Mana.",
        "Any Lancer loses 10 Mana.",
        "Saber and Lancer lose 10 Mana.",
        "Lancers and Cadwals lose 10 Mana.",
        // Of two classes that are named, one could be anybody's.
        "Damage Lancer inflicts on Saber increases by 20% this Turn.",
        "Morholt's Hound loses 10 Mana.",
    ] {
        let found = said(entry);
        assert!(found.iter().all(|code| code.starts_with('E')), "{entry}: {found:?}");
    }
    let of_class = said("Servants of the Lancer class lose 10 Mana.");
    assert!(!of_class.iter().any(|line| line.contains("user")), "{of_class:?}");
}
