//! What blind authors wrote, class by class: how it is read back, and what is refused beside it.

use super::families::{not_read_so, refused};

/// Each wording, and the sentence it is read as.
const READ: &[(&str, &str)] = &[
    // Who.
    (
        "Damage the user receives from opponents whose LCK is lower than the user's decreases by 30%.",
        "Damage the user receives from opponents with LCK lower than the user's decreases by 30%.",
    ),
    (
        "Damage the user receives from opponents whose LCK is C or lower decreases by 30%.",
        "Damage the user receives from opponents with LCK ranked C or lower decreases by 30%.",
    ),
    (
        "Opponents whose Health is 50 or less receive 5 Special damage at the end of each Turn.",
        "At the end of each Turn, all opponents with 50 or less Health in this location receive 5 Special damage.",
    ),
    (
        "Everyone in this location other than the user's team loses 10 Mana.",
        "All characters in this location except the user's team lose 10 Mana.",
    ),
    ("Everyone in the user's team restores 10 Health.", "The user's team restores 10 Health."),
    ("The wielder restores 10 Health.", "The user restores 10 Health."),
    ("The user's opponents in this location lose 10 Mana.", "All opponents in this location lose 10 Mana."),
    ("No opponent can enter this location.", "All opponents cannot enter this location."),
    (
        "The user's attacks inflict 30% more damage on any target with Flight.",
        "Damage the user inflicts with attacks on characters with Flight increases by 30%.",
    ),
    (
        "When the user kills an enemy Servant, they restore 50 Health.",
        "When the user kills an enemy Servant, the user restores 50 Health.",
    ),
    (
        "When the user is killed, their killer receives 25 Special damage.",
        "When anyone kills the user, that character receives 25 Special damage.",
    ),
    (
        "The user intercepts every attack that targets an ally in the same location.",
        "The user intercepts attacks that target all allies in this location.",
    ),
    // When.
    (
        "Whenever the user receives damage from a physical attack, the attacker receives 5 Special damage.",
        "When anyone damages the user with a Physical attack, the attacker receives 5 Special damage.",
    ),
    (
        "When the user takes damage from an opponent, the user restores 5 Mana.",
        "When an opponent damages the user, the user restores 5 Mana.",
    ),
    (
        "Whenever the user receives a physical attack, the attacker receives 10 Special damage.",
        "When anyone attacks the user with a Physical attack, the attacker receives 10 Special damage.",
    ),
    (
        "The moment the user is attacked, the user restores 5 Health.",
        "When the user is attacked, the user restores 5 Health.",
    ),
    (
        "When the user deals damage to an opponent, the user restores 10 Mana.",
        "When the user damages an opponent, the user restores 10 Mana.",
    ),
    (
        "When the user defeats an opponent, the user restores 10 Mana.",
        "When the user kills an opponent, the user restores 10 Mana.",
    ),
    (
        "If this attack kills the target, the user restores 20 Mana.",
        "When the user kills the target, the user restores 20 Mana.",
    ),
    (
        "When this attack reduces the target's Health to 0 or less, the user restores 20 Mana.",
        "When the user kills the target, the user restores 20 Mana.",
    ),
    ("If this attack hits, the target receives Poison 3/10.", "The target receives Poison 3/10."),
    (
        "If the user has no Master, the user restores 5 Health each Turn.",
        "Each Turn, the user restores 5 Health if the user is Masterless.",
    ),
    (
        "The user's STR is raised by 1 rank while they have 1/3 or less of their maximum Health.",
        "The user's STR is raised by 1 rank if the user has 1/3 or less of their maximum Health.",
    ),
    (
        "Damage inflicted increases by 50% if the user's AGI is equal to or higher than the target's.",
        "Damage inflicted increases by 50% if the target has AGI no higher than the user's.",
    ),
    (
        "If the target has AGI ranked lower than the user's, this attack hits twice.",
        "This skill hits 2 times if the target has AGI lower than the user's.",
    ),
    // How long, how often.
    (
        "The user's STR and AGI each increase by one full rank for as long as the user is in battle.",
        "The user's STR and AGI are raised by 1 rank if the user is in battle.",
    ),
    (
        "The target's STR is lowered by 1 rank during this Turn and the next.",
        "The target's STR is lowered by 1 rank for 2 Turns.",
    ),
    ("The target cannot act until the end of the user's next Turn.", "The target cannot act for 2 Turns."),
    ("While this skill is active, the user's STR is raised by 1 rank.", "The user's STR is raised by 1 rank."),
    (
        "The next attack that targets the user this Turn is negated.",
        "The next attack that targets the user is negated until the end of the Turn.",
    ),
    (
        "The user negates the next attack that targets them this Turn.",
        "The next attack that targets the user is negated until the end of the Turn.",
    ),
    ("The user cannot use this skill again for two Turns.", "This skill cannot be used again for 2 Turns."),
    (
        "At the Initial Phase of each Turn, the user restores 10 Health, even if they are in battle.",
        "Each Turn, the user restores 10 Health.",
    ),
    // What.
    (
        "Physical attacks made by opponents inflict 30% less damage on the user.",
        "Damage the user receives from physical attacks of opponents decreases by 30%.",
    ),
    ("The next attack the user makes inflicts 20% more damage.", "The user's next attack inflicts 20% more damage."),
    (
        "Damage received from magical attacks ranked C or lower is negated.",
        "The user receives no damage from magical attacks ranked C or lower.",
    ),
    ("The user's Basic Attack inflicts Poison 2/5.", "The user's basic attacks inflict Poison 2/5."),
    ("The user's Health is reduced by 40.", "The user loses 40 Health."),
    (
        "Restores the user's Health by 50% of the damage inflicted.",
        "The user restores Health equal to 50% of the damage inflicted.",
    ),
    (
        "The user receives 25% of the damage inflicted as Special damage.",
        "The user receives Special damage equal to 25% of the damage inflicted.",
    ),
    ("The user sacrifices 30 Health.", "The user loses 30 Health."),
    ("The user possesses Flight at rank B+.", "The user gains Flight ranked B+."),
    ("Grants Flight (C) to the target.", "The target gains Flight ranked C."),
    (
        "The user learns the name, current Health, and Mana of the target.",
        "The user learns the target's name, Health and Mana.",
    ),
    (
        "The user can spend an additional 30 Mana to increase the damage inflicted by 40%.",
        "Damage inflicted increases by 40% if the user pays 30 additional Mana.",
    ),
    (
        "Allows the user to survive a fatal blow with 1 Health.",
        "When an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
    ),
    (
        "Allows the user to survive a fatal blow with 1 Health, provided that their Health after that attack would have been between -30 and 0 inclusive.",
        "When an attack would reduce the user's Health to between -30 and 0, the user survives with 1 Health.",
    ),
    ("The low-Health penalty does not apply to the user.", "The user suffers no penalty for low Health."),
    ("The user is not affected by the damage penalty for low Health.", "The user suffers no penalty for low Health."),
    (
        "The user cannot be targeted by attacks from opponents with ACT ranked C or lower.",
        "All opponents with ACT ranked C or lower cannot attack the user.",
    ),
    ("The target cannot restore Health by any means for 4 Turns.", "The target cannot restore Health for 4 Turns."),
    ("The user is immune to all Poison effects.", "The user is immune to Poison."),
    (
        "All negative status effects on the target are removed.",
        "All negative status effects are removed from the target.",
    ),
];

#[test]
fn what_authors_write_is_read() {
    let wrong = not_read_so(READ);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_could_be_meant_otherwise_is_refused() {
    for (text, why) in [
        ("If this attack hits, the user restores 10 Mana.", "what it does to its target"),
        ("When the user kills a Servant, their Master loses 10 Mana.", "either of two"),
        ("When the user is attacked, the killer receives 25 Special damage.", "nobody is killed"),
        ("When the user is attacked, their Master learns the attacker's location.", "either of two"),
        ("An opponent loses 20 Mana.", "which one"),
        ("Servants and Masters other than the user's team lose 20 Mana.", "of all of them"),
        ("Each ally's next attack inflicts 20% more damage.", "for all of them together"),
        ("The next attack that targets each ally is negated.", "for all of them together"),
        ("The user loses 5 Mana each Turn, even while in battle.", "what is this said of"),
        ("All stats of the user decrease by one positive subrank.", "raised or lowered"),
    ] {
        assert!(refused(text).contains(why), "{text}: {}", refused(text));
    }
}
