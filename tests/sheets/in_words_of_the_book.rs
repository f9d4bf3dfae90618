//! What a blind author who wrote in the words of the rulebook would not have needed to say in others.

use super::families::refused;
use grail_referee::language::effect_text::canonical;
use grail_referee::sheet::effect_sentences::parse_entry;

/// Each entry of a sheet, and how it is read back.
const SAID: &[(&str, &[&str])] = &[
    (
        "This attack's damage is doubled to Stunned targets.",
        &["Damage inflicted increases by 100% if the target is a character affected by Stun."],
    ),
    (
        "This attack's damage is halved to Stunned targets.",
        &["Damage inflicted decreases by 50% if the target is a character affected by Stun."],
    ),
    (
        "This attack's damage is tripled to Stunned targets.",
        &["Damage inflicted increases by 200% if the target is a character affected by Stun."],
    ),
    (
        "The user reflects the next attack that targets them.",
        &["The next attack that targets the user is negated and the damage is reflected to the attacker."],
    ),
    ("The opponents' LCK falls to E.", &["All opponents in this location's LCK is lowered to E."]),
    (
        "The user can survive without a Master for two Nights before losing Mana.",
        &["The user can act without a Master for 2 Turns."],
    ),
    ("The target loses 15 Mana if this attack hits.", &["The target loses 15 Mana."]),
    (
        "Inflicts an additional 15 Special damage on any target that is currently affected by Poison.",
        &["The target receives 15 Special damage if the target is a character affected by Poison."],
    ),
    (
        "While this skill is active, the user's attacks inflict Special damage instead of Physical damage.",
        &["The user's physical attacks become Special."],
    ),
    (
        "All stats of the target decrease by one negative subrank for three Turns.",
        &["All stats of the target are lowered by 1 subrank for 3 Turns."],
    ),
    (
        "The user becomes immune to Stun for the rest of the Turn, and any existing Stun on them is removed.",
        &["The user is immune to Stun until the end of the Turn.", "Stun is removed from the user."],
    ),
    (
        "All opponents with ACT ranked D or lower cannot target the user with attacks this Turn.",
        &["All opponents with ACT ranked D or lower cannot attack the user until the end of the Turn."],
    ),
    (
        "The user gains 1 additional AP at the beginning of each Turn if they are battling two or more opponents.",
        &["The user gains 1 AP each Turn if 2 or more opponents in battle are here and the user is in battle."],
    ),
    (
        "The user's stats cannot be decreased by the skills of opponents.",
        &["The user's stats cannot be lowered by skills of opponents."],
    ),
    (
        "This field lasts for five Turns, and it will be canceled if the caster dies.",
        &["Lasts 5 Turns.", "When the user dies, this skill ends."],
    ),
    (
        "The caster creates a barrier around themselves that absorbs up to 40 damage and lasts for three Turns.",
        &["The next 40 damage the user receives is absorbed for 3 Turns."],
    ),
];

/// What only looks like it.
const REFUSED: &[&str] = &[
    // Raised or lowered?
    "All stats of the target increase by one negative subrank for three Turns.",
    // Of each Turn's attacks, or of the next?
    "The user reflects attacks.",
    "This field lasts for five Turns, and it will be canceled if the target dies or flees.",
];

#[test]
fn words_of_the_book_are_read() {
    for (entry, told) in SAID {
        let read = parse_entry(entry, false).1.unwrap_or_else(|faults| panic!("{entry}: {}", faults[0].message));
        let lines = read.into_iter().flat_map(|one| one.effect.lines());
        assert_eq!(lines.map(|line| canonical(&line)).collect::<Vec<_>>(), *told, "{entry}");
    }
}

#[test]
fn what_only_looks_like_it_is_refused() {
    for entry in REFUSED {
        assert!(refused(entry).starts_with("E24"), "{entry}");
    }
}
