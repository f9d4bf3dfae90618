//! How much: what is counted, and parts of somebody's points, in what is done and in what holds.

use super::families::{refused, same};

#[test]
fn per_hit() {
    same(&["The target loses 5 Mana for each hit.", "The target loses 5 Mana per hit."]);
    same(&["The user gains 5 CP for each hit.", "The user gains 5 CP per hit."]);
    same(&["The target receives 5 Special damage for each hit.", "The target receives 5 Special damage per hit."]);
    assert!(refused("Damage inflicted increases by 5 per hit.").contains("when they have struck"));
    assert!(refused("When the user is attacked, the attacker loses 5 Mana per hit.").contains("when they have struck"));
}

#[test]
fn a_part_of_somebody_s_points() {
    same(&[
        "The target loses Health equal to 20% of the user's maximum Health.",
        "The target loses 20% of the user's maximum Health.",
    ]);
    same(&["The target loses 20% of their maximum Health.", "The target loses 20% of the target's maximum Health."]);
    same(&["The target restores Health equal to 10% of their maximum Mana."]);
    same(&[
        "The user restores Health equal to 10% of their missing Health.",
        "The user restores 10% of the Health the user is missing.",
        "The user restores 10% of the Health they have lost.",
        "The user recovers Health equal to 10% of the user's missing Health.",
    ]);
    same(&[
        "Each of these: the target restores Health equal to 30% of the user's maximum Health; and the target restores Mana equal to 30% of the user's maximum Mana.",
        "The target restores 30% of the user's maximum Health and Mana.",
    ]);
    same(&[
        "The target receives Special damage equal to 10% of their maximum Health.",
        "The target receives 10% of their maximum Health as Special damage.",
        "Special damage equal to 10% of the target's maximum Health is inflicted on the target.",
    ]);
    same(&["The target's Master receives Special damage equal to 50% of the damage inflicted."]);
    assert!(refused("The user drains 10% of their maximum Mana from the target.").contains("whose?"));
}

#[test]
fn changes_that_are_told_anew() {
    same(&[
        "Damage inflicted increases by 10% of the user's maximum Mana.",
        "Damage inflicted increases by an amount equal to 10% of the user's maximum Mana.",
        "Increases damage inflicted by 10% of the user's maximum Mana.",
    ]);
    same(&["Damage the user receives decreases by 5 for each familiar the user has."]);
    same(&["Damage the user receives decreases by 5% of their maximum Health."]);
    same(&["Damage the user inflicts increases by 5 for each opponent in this location."]);
    same(&[
        "Damage the user inflicts with attacks increases by 5 for each opponent in this location.",
        "The user's attacks inflict 5 more damage for each opponent in this location.",
        "The user's attacks inflict 5 more damage per opponent in this location.",
    ]);
    same(&["The user's regeneration increases by 5 for each opponent in this location, up to 20."]);
    same(&["This skill costs 5 less Mana for each familiar the user has, up to 20."]);
    same(&["The user's skills cost 2 less Mana for each familiar the user has."]);
    same(&[
        "The user gains 1 AP each Turn for each opponent in this location for the next Turn.",
        "The user gains 1 AP for each opponent in this location at the beginning of the next Turn.",
        "The user gains 1 AP for each opponent in this location.",
        "The user gains 1 AP next Turn for each opponent in this location.",
    ]);
}
