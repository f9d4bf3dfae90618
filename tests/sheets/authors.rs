//! Wordings that authors of sheets were seen to use, beside those of EFFECTS.md: each is read as its canonical
//! sentence.

use super::families::same;

#[test]
fn the_verb_may_stand_before_what_it_changes() {
    same(&["Damage inflicted increases by 50%.", "Increases damage inflicted by 50%.", "Inflicts 50% more damage."]);
    same(&[
        "Damage the user receives decreases by 10.",
        "Reduces damage the user receives by 10.",
        "Decreases the damage received by the user by 10.",
    ]);
    same(&[
        "Physical damage the user inflicts increases by 20% for 2 Turns.",
        "Increases physical damage the user inflicts by 20% for 2 Turns.",
        "Raises the physical damage inflicted by the user by 20% for 2 Turns.",
    ]);
    same(&["The user's Health regeneration increases by 5.", "Increases the user's Health regeneration by 5."]);
}

#[test]
fn what_goes_without_saying_is_left_out() {
    same(&["This skill hits 2 times.", "Hits twice."]);
    same(&["This attack ignores END.", "Ignores the target's END."]);
    same(&[
        "50% of the damage the user receives is reflected to the attacker.",
        "Reflects half of the damage received to the attacker.",
    ]);
    same(&["Summons 1 \"Wolf\" familiar.", "Summons one \"Wolf\"."]);
}

#[test]
fn healing_and_gains() {
    same(&["The target restores 50 Health.", "The target heals 50 Health.", "Heals the target for 50 Health."]);
    same(&["The user restores 20 Mana.", "The user gains 20 Mana."]);
    same(&[
        "The user restores Health equal to 50% of the damage inflicted.",
        "The user restores Health equal to half the damage inflicted.",
    ]);
    same(&["The target gains the skill \"Wind Step\" for 2 Turns.", "Grants the target \"Wind Step\" for 2 Turns."]);
}

#[test]
fn limits_and_timing() {
    same(&["This skill can be used once per Turn.", "Can be used once a Night."]);
    same(&["This skill cannot be used on two consecutive Turns.", "Cannot be used two Turns in a row."]);
    same(&["This skill cannot be used again for 2 Turns.", "Has a cooldown of 2 Turns."]);
    same(&["This skill occurs before all other actions of its phase.", "This skill always occurs first in its phase."]);
    same(&["The target cannot move for 2 Turns.", "The target may not move for 2 Turns."]);
}

#[test]
fn contracts_and_protection() {
    same(&["The user can act without a Master for 2 Turns.", "The user can remain without a Master for 2 Turns."]);
    same(&[
        "The Mana the user loses for lacking a Master decreases by 50%.",
        "The user's Mana loss for lacking a Master is halved.",
    ]);
    same(&[
        "The user intercepts attacks that target the user's Master.",
        "The user intercepts attacks on the user's Master.",
    ]);
    same(&["The next attack that targets the user is negated.", "The next attack on the user is negated."]);
}
