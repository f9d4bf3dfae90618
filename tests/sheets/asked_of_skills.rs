//! What a sheet refuses by the skill that a sentence stands in, though the sentence alone is read: when a used skill
//! asks, which phase it means, where it waits, and what has a status for an item.

use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

const SUPPORT: &str = "skills:\n  - {name: Z, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, ";
const FIELD: &str =
    "skills:\n  - {name: Z, rank: C, type: Bounded Field, max_targets: 1, targets: \"[Location]\", cost: 1 SP, ";
const ABILITY: &str = "abilities:\n  - {name: Z, rank: C, ";
const MARK: &str = "statuses: [\"Mark: The victim's STR is lowered by 1 rank. Lasts 3 Turns.\"]\n";

/// The codes of the errors of a sheet with these entries on one skill.
fn errors(head: &str, skill: &str, entries: &[&str]) -> Vec<String> {
    let effects = entries.iter().map(|entry| format!("'{}'", entry.replace('\'', "''"))).collect::<Vec<_>>().join(", ");
    let text = format!("kind: servant\nname: Saber\n{head}{skill}effects: [{effects}]}}\n");
    let faults = load(&Source::new("sheet.yaml", text), Defaults::Scenario).err().unwrap_or_default();
    faults.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.code.to_owned()).collect()
}

#[track_caller]
fn loads(skill: &str, entries: &[&str]) {
    assert_eq!(errors("", skill, entries), Vec::<String>::new(), "{entries:?}");
}

#[track_caller]
fn refused(code: &str, skill: &str, entries: &[&str]) {
    assert_eq!(errors("", skill, entries), [code], "{entries:?}");
}

#[test]
fn what_could_be_done_later_in_the_turn_is_not_asked_at_the_use() {
    for asked in [
        "If no opponent attacks the user this Turn, the user restores 20 Health.",
        "If the target does not move this Turn, they lose 20 Mana.",
        "The target loses 20 Mana if they move this Turn.",
        "The user restores 20 Mana if the target leaves this location this Turn.",
        "The user's STR is raised by 1 rank for 2 Turns if the user is damaged this Turn.",
        "If the user dies, the target dies.",
    ] {
        refused("E248", SUPPORT, &[asked]);
    }
    for told in [
        "If no opponent has attacked the user this Turn, the user restores 20 Health.",
        "If the target has not moved this Turn, they lose 20 Mana.",
        "The target loses 20 Mana if they moved this Turn.",
        "At the end of the Turn, the target loses 20 Mana if they move this Turn.",
        "At the end of the Turn, the user restores 20 Health if no opponent attacks the user this Turn.",
    ] {
        loads(SUPPORT, &[told]);
    }
}

#[test]
fn a_phase_of_a_used_skill_is_of_each_turn_or_of_none() {
    for phase in [
        "The target loses 20 Mana during the Movement Phase.",
        "In the Instant Phase, the target receives 10 Special damage.",
        "The user restores 10 Mana at the Initial Phase.",
    ] {
        refused("E239", SUPPORT, &[phase]);
        loads(SUPPORT, &[phase, "Lasts 3 Turns."]);
    }
    loads(SUPPORT, &["At the Movement Phase of each Turn, the target loses 20 Mana.", "Lasts 3 Turns."]);
    loads(SUPPORT, &["At the end of the Turn, the target loses 20 Mana."]);
    loads(ABILITY, &["The user restores 10 Mana at the Initial Phase."]);
    loads(FIELD, &["Characters in this location lose 10 Mana during the Movement Phase."]);
}

#[test]
fn what_waits_in_a_place_does_not_go_with_its_user() {
    for waits in [
        "For 4 Turns, when an opponent enters the user's location, they lose 20 Mana.",
        "For 4 Turns, when an opponent leaves the user's location, they lose 20 Mana.",
        "For 4 Turns, when an opponent enters the same location as the user, they lose 20 Mana.",
    ] {
        refused("E239", SUPPORT, &[waits]);
    }
    loads(SUPPORT, &["For 4 Turns, when an opponent enters this location, they lose 20 Mana."]);
    loads(SUPPORT, &["For 4 Turns, all opponents in the user's location lose 5 Mana each Turn."]);
    // An ability waits where its owner is.
    loads(ABILITY, &["When an opponent enters the user's location, they lose 20 Mana."]);
}

#[test]
fn nobody_has_a_status_as_an_item_is_had() {
    for said in [
        "The target loses 10 Mana if they have \"Mark\".",
        "The target loses 10 Mana if the target has \"Mark\".",
        "The target loses 10 Mana unless they have \"Mark\".",
    ] {
        assert_eq!(errors(MARK, SUPPORT, &[said]), ["E239"], "{said}");
        // Without such a status it is an item.
        loads(SUPPORT, &[said]);
    }
    for said in [
        "The target loses 10 Mana if they are affected by \"Mark\".",
        "The target is afflicted with \"Mark\".",
        "The target receives \"Mark\".",
    ] {
        assert!(errors(MARK, SUPPORT, &[said]).is_empty(), "{said}");
    }
}

#[test]
fn base_damage_becomes_a_number_instead_of_what_it_is() {
    const ATTACK: &str = "skills:\n  - {name: Z, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 25 Physical, cost: 1 AP, ";
    refused("E239", ATTACK, &["Base damage becomes 35 instead of 20 if the target is a Master."]);
    loads(ATTACK, &["Base damage becomes 35 instead of 25 if the target is a Master."]);
    refused("E239", SUPPORT, &["Base damage becomes 35 if the target is a Master."]);
}
