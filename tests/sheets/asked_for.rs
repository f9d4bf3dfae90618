//! Operations that blind authors asked for: every way of saying a thing, and how it is read back.

use super::families::refused;
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

/// Every sentence says the same as the first, which is how it is printed back, with the table of wordings or without.
fn same(sentences: &[&str]) {
    for sentence in sentences {
        let read = read_passage(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed: Vec<String> = read.iter().map(|one| canonical(&one.effect)).collect();
        assert_eq!(printed, [sentences[0]], "for `{sentence}`");
    }
}

#[test]
fn what_helps_is_cancelled() {
    same(&[
        "All active positive effects on the target are cancelled.",
        "All positive effects on the target are negated.",
        "Removes all positive effects from the target.",
        "Cancels all positive effects on the target.",
    ]);
    same(&[
        "All active positive effects on the target ranked lower than this skill are cancelled.",
        "Removes all positive effects from the target that were created by skills ranked lower than this one.",
    ]);
    same(&[
        "All active stat increases on the target are cancelled.",
        "All stat increases on the target are removed.",
        "All positive stat changes on the target are removed.",
    ]);
    same(&[
        "All active effects with an upkeep on the target are cancelled.",
        "The moment this skill is used, all active effects with an upkeep cost on the target are canceled.",
    ]);
    same(&[
        "The active Bounded Field ranked B or lower in this location is cancelled.",
        "Destroys any Bounded Field in the user's location that is ranked B or lower.",
        "Cancels any Bounded Field ranked B or lower in this location.",
    ]);
    // Statuses, or what is in force?
    assert!(refused("All effects on the target are removed.").contains("All active effects on the target"));
}

#[test]
fn limits_of_each_target() {
    same(&[
        "This skill can be used once per battle on each target.",
        "Can be used once per battle on each target.",
        "Cannot be used on the same target more than once per battle.",
        "This skill cannot be used on the same target twice in the same battle.",
        "Can only be used once per battle per target.",
    ]);
    same(&[
        "This skill cannot be used on the same target on two consecutive Turns.",
        "Cannot be used on the same target in consecutive Turns.",
        "The user cannot target the same character with this skill two Turns in a row.",
    ]);
    same(&[
        "This skill cannot be used again on the same target for 3 Turns.",
        "This skill cannot be used on the same target again for 3 Turns.",
    ]);
}

#[test]
fn disturbed_uses_and_refunds() {
    same(&[
        "This skill fails if the user received more than 50 damage this Turn.",
        "If the user receives more than 50 damage before this skill occurs, it is cancelled.",
        "If the user has received more than 50 damage this Turn, this skill fails.",
    ]);
    same(&[
        "This skill fails and 50% of its Mana cost is refunded if the user received 50 or more damage this Turn.",
        "If the user receives 50 or more damage before the Prepared Effect Phase, this attack is canceled and half of its Mana cost is refunded.",
    ]);
    same(&[
        "When the user kills the target, the user is refunded 100% of this skill's Mana cost.",
        "If this attack kills the target, the user is refunded its full Mana cost.",
        "If this skill kills its target, the user is refunded its entire Mana cost.",
    ]);
    assert!(
        refused(
            "At the end of the next Turn, if the user received 50 or more damage this Turn, the user loses 5 Mana."
        )
        .contains("that later one")
    );
}

#[test]
fn counters_with_the_basic_attack() {
    same(&[
        "When the user is attacked, the user uses their Basic Attack on the attacker without cost.",
        "When the user is attacked, the user counters with their Basic Attack at no cost.",
        "When the user is attacked, they strike back with their Basic Attack at no cost.",
    ]);
}

#[test]
fn hits_that_were_taken() {
    same(&[
        "Damage the user receives decreases by 15% for each time the attack's skill hit the user in this battle, up to 50%.",
        "Each time the user is hit by the same skill more than once in a battle, damage from that skill decreases by a further 15%, to a minimum of half.",
    ]);
    same(&[
        "The user's MAR is raised by 1 subrank for each magical attack that hit the user during the War, up to 5 subranks.",
        "The user's MAR increases by one subrank for each magical attack that has hit them during the War, to a maximum of five subranks.",
    ]);
    same(&[
        "Damage the user receives decreases by 7% for each opponent in this location beyond the first.",
        "For each enemy beyond the first in the user's location, damage the user receives decreases by 7%.",
    ]);
}

#[test]
fn two_change_places_and_stats_are_exchanged() {
    same(&[
        "The user and the target change places.",
        "The user swaps places with the target.",
        "The user exchanges positions with the target.",
    ]);
    assert!(refused("The user and opponents change places.").contains("two change places"));
    same(&[
        "The user's STR and MAE are exchanged for 2 Turns.",
        "For two Turns, the user's STR and MAE are swapped.",
        "Switches the user's STR and MAE for 2 Turns.",
    ]);
    assert!(refused("The user's STR and STR are exchanged.").contains("two of the six"));
}

#[test]
fn once_every_so_many_turns() {
    same(&[
        "Once every 3 Turns, when the user is attacked, the user restores 5 Health.",
        "When the user is attacked, the user restores 5 Health. This effect can only occur once every 3 Turns.",
    ]);
    same(&[
        "Once every 5 Turns, when an attack would reduce the user's Health to between -30 and 0, the user survives with 1 Health.",
        "Allows the user to survive a fatal blow with 1 Health, provided that their Health after that attack would have been between -30 and 0 inclusive. This skill can activate only once every five Turns.",
    ]);
    assert!(
        refused("Twice every 3 Turns, when the user is attacked, the user restores 5 Health.").contains("once every")
    );
}

#[test]
fn places_that_are_not_scouted_and_doors_both_ways() {
    same(&[
        "All characters with ACT ranked lower than A cannot scout this location for 2 Turns.",
        "This location cannot be scouted by characters with ACT ranked lower than A for 2 Turns.",
        "The user's location cannot be scouted by characters with ACT ranked lower than A until the end of the following Turn.",
    ]);
    same(&[
        "Each of these: all opponents cannot enter this location; and all opponents cannot leave this location.",
        "Opponents cannot enter or leave this location.",
    ]);
}

#[test]
fn abilities_by_name() {
    same(&[
        "Damage inflicted increases by 100% if the target is a character with the ability \"Divinity\".",
        "Damage inflicted on characters with the ability \"Divinity\" increases by 100%.",
        "Inflicts double damage against characters with the \"Divinity\" trait.",
    ]);
}

#[test]
fn marks_and_how_many_familiars() {
    same(&[
        "Each of these: the user learns the target's location; and at the end of each Turn, the user learns the target's location.",
        "The user always knows the target's location.",
        "As long as the mark lasts, the user will always know the target's location.",
    ]);
    same(&[
        "This skill works on only one target at a time.",
        "Only one target can be marked at a time.",
        "Only one character can be marked at a time.",
    ]);
    same(&[
        "At most 3 of these familiars can exist at a time.",
        "Up to three of these may exist at once.",
        "No more than three can exist at the same time.",
    ]);
}

#[test]
fn limits_with_a_condition_and_cures_with_immunity() {
    same(&[
        "Each of these: this skill cannot be used again for 3 Turns; and this skill can only be used if the user has less than 50% of their maximum Health.",
        "Can be used only once every three Turns and only if the user's Health is below 50% of its maximum.",
    ]);
    same(&[
        "Each of these: Poison is removed from the user; and the user is immune to Poison for 4 Turns.",
        "The user is cured of Poison and becomes immune to it for 4 Turns.",
    ]);
    same(&[
        "Surprise Attacks that target the user and the user's Master fail.",
        "Surprise Attacks against the user or the user's Master always fail.",
    ]);
}
