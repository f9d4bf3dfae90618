//! What is kept off, forbidden, held, moved, stood before, cancelled: families 7, 15–17, 24 and 29.

use super::families::{refused, same};

#[test]
fn family_7_negation() {
    same(&[
        "Magical attacks ranked C or lower that target the user are negated.",
        "All magical attacks of rank C or lower against the user are negated.",
        "Magical attacks ranked at most C targeting the user are negated.",
        "The user negates magical attacks ranked C or lower.",
    ]);
    same(&[
        "Skills of others ranked D or lower have no effect on the user.",
        "Skills ranked D or lower have no effect on the user.",
        "The user is unaffected by skills ranked D or lower.",
        "All skills ranked D or lower that target the user are negated.",
    ]);
    same(&[
        "The next attack that targets the user is negated.",
        "The next one attack against the user is negated.",
        "The user negates the next attack.",
    ]);
    same(&[
        "The next 2 attacks that target the user are negated.",
        "The next two attacks targeting the user are negated.",
    ]);
    same(&["The next magical attack that targets the target is negated."]);
    thrown_back();
    same(&["The next physical attack that targets the user is negated for 3 Turns."]);
    // Skills are no attacks.
    same(&[
        "Skills that inflict magical damage ranked C or lower that target the user are negated.",
        "Magical skills ranked C or lower that target the user are nullified.",
    ]);
    same(&["Surprise Attacks ranked C or lower that target the user are negated."]);
    same(&["Ranged attacks ranked D or lower that target the user are negated for 2 Turns."]);
    same(&["Noble Phantasms ranked B or lower that target the user and the user's Master are negated."]);
    assert!(refused("Magical attacks ranked C or lower are negated.").starts_with("E241"));
}

/// An attack that does nothing to whom it targets, and as much damage to who made it (A028).
fn thrown_back() {
    same(&[
        "The next attack that targets the user is negated and the damage is reflected to the attacker.",
        "The next attack that targets the user is negated, and its damage is reflected back to the attacker.",
        "The next attack that targets the user is reflected.",
        "The next attack against the user is reflected back at the attacker as Special damage.",
        "Reflects the next attack against the user.",
    ]);
    same(&[
        "The next 2 physical attacks that target the user are negated and the damage is reflected to the attacker until \
         the end of the Turn.",
        "The next 2 physical attacks that target the user this Turn are reflected.",
    ]);
    same(&[
        "The first attack that targets the user each Turn is negated and the damage is reflected to the attacker.",
        "The first attack that targets the user each Turn is reflected.",
    ]);
    same(&[
        "Magical attacks ranked C or lower that target the user are negated and the damage is reflected to the attacker.",
        "All magical attacks ranked C or lower that target the user are reflected to the attacker.",
    ]);
    // What is no attack inflicts nothing that could come back.
    assert!(refused("The next Noble Phantasm that targets the user is reflected.").starts_with("E242"));
    assert!(refused("Skills ranked D or lower that target the user are reflected.").starts_with("E242"));
    assert!(
        refused("The next attack that targets the user is negated and half of the damage is reflected.")
            .starts_with("E24")
    );
}

#[test]
fn family_15_forbidding() {
    same(&[
        "The target cannot use skills that inflict magical damage for 1 Turn.",
        "The target cannot use magical skills for 1 Turn.",
        "For one Turn, the target can\u{2019}t use magical skills",
        "The target is unable to use any magical skill for 1 Turn.",
    ]);
    same(&[
        "All opponents in this location cannot use skills ranked B or lower.",
        "Opponents cannot use skills ranked B or lower in this location.",
        "Opponents in this location cannot use skills ranked B or lower.",
    ]);
    same(&["The target cannot enter Spirit Form.", "The target cannot take on Spirit Form."]);
    same(&["The target cannot leave Spirit Form for 2 Turns."]);
    same(&[
        "The target cannot use Noble Phantasms for 1 Turn.",
        "The target cannot use any Noble Phantasm for 1 Turn.",
    ]);
    same(&["The target cannot use \"Wind Step\"."]);
    same(&["The target cannot use items.", "The target cannot use any items."]);
    same(&["The target cannot use attacks for 1 Turn.", "The target cannot attack for 1 Turn."]);
    same(&[
        "The target cannot attack the user or the user's Servant until the end of the Turn.",
        "The target cannot attack the user and the user's Servant during this Turn.",
    ]);
    same(&["All opponents cannot enter this location.", "Opponents cannot enter this location."]);
    same(&[
        "All characters in this location cannot be relocated by skills.",
        "Characters inside cannot be relocated by skills.",
    ]);
    assert!(refused("The target cannot use skills ranked C or lower in this location.").contains("group"));
}

#[test]
fn family_17_holding() {
    same(&[
        "All opponents cannot leave this location.",
        "Opponents cannot leave this location while the user is in it.",
        "Opponents cannot leave this location as long as the user remains in it.",
        "Opponents cannot leave this location while the user is here.",
    ]);
    same(&["All opponents in this location cannot leave this location.", "Opponents inside cannot leave."]);
    same(&["The target cannot leave this location for 2 Turns."]);
    same(&["The target cannot move for 2 Turns.", "The target is unable to move for two Turns."]);
    same(&[
        "The target cannot flee for 2 Turns.",
        "The target cannot retreat for 2 Turns.",
        "For 2 Turns, the target cannot escape.",
    ]);
    same(&["The user cannot move until the end of the Turn.", "The user cannot move during this Turn."]);
}

#[test]
fn family_16_movement() {
    same(&[
        "The user and the user's contracted partner are relocated to the target location.",
        "The user and the user's contracted partner are teleported to the target location.",
    ]);
    same(&[
        "The target is pushed to an adjacent location of the user's choice.",
        "The target is relocated to an adjacent location of the user's choice.",
        "The target is thrown to an adjacent location that the user chooses.",
        "Pushes the target to an adjacent location.",
        "The target is driven to a neighbouring location of the user's choosing.",
    ]);
    same(&[
        "The target is pushed to an adjacent location of the user's choice if the target has 30% or less of their maximum Health.",
    ]);
    same(&[
        "The user may move 2 locations.",
        "The user can move up to two locations each Turn.",
        "The user may move 2 locations per Turn.",
    ]);
    same(&[
        "The target may move 2 locations until the end of the Turn.",
        "The target may move 2 locations during this Turn.",
    ]);
    same(&["The user is relocated to the user's Home Base.", "The user is brought to the user's Home Base."]);
    same(&[
        "The user is brought to the user's Master's location.",
        "The user is relocated to the location of the user's Master.",
    ]);
    same(&[
        "The user's familiars are brought to the user's location.",
        "The user's familiars are relocated to the user's location.",
    ]);
    same(&["The target moves to the target location.", "The targets move to the target location."]);
    same(&[
        "The target and the user flee to an adjacent location of the user's choice.",
        "The target and the user retreat to an adjacent location.",
    ]);
    same(&[
        "The user pursues the target.",
        "The user follows the target.",
        "If the target flees, the user follows at once.",
        "When the target flees, the user follows them.",
    ]);
    assert!(refused("The target is pushed to the Church.").starts_with("E241"));
}

#[test]
fn family_24_standing_between() {
    same(&[
        "The user intercepts attacks that target the user's Master.",
        "The user intercepts all attacks against the user's Master.",
        "The user shields the user's Master.",
        "The user shields the user's Master from all attacks.",
    ]);
    same(&["The user intercepts attacks that target the user's summoner."]);
    same(&[
        "The user intercepts magical attacks ranked C or lower that target all allies in this location.",
        "The user intercepts magical attacks ranked C or lower that target allies in this location.",
    ]);
    same(&["The target intercepts attacks that target the second target."]);
    same(&[
        "The target does not intercept attacks that target the user.",
        "The target cannot intercept attacks against the user.",
    ]);
    same(&[
        "This effect ends if an intercepted attack would kill the user.",
        "This effect is cancelled if an intercepted attack would kill the user.",
    ]);
    same(&[
        "This skill occurs after all other actions of its phase.",
        "This skill occurs at the end of its phase.",
        "This skill resolves after everything else in its phase.",
    ]);
}

#[test]
fn family_29_cancelling() {
    same(&[
        "All active effects on the target ranked C or lower are cancelled.",
        "All effects ranked C or lower on the target are canceled.",
        "Cancels all active effects on the target ranked C or lower.",
        "Every active effect affecting the target of rank C or lower is cancelled.",
    ]);
    same(&["All active effects on the user are cancelled."]);
    same(&["The target's active Bounded Field is cancelled.", "Cancels the target's Bounded Field."]);
    same(&["\"Mist\" is cancelled.", "Cancels \"Mist\"."]);
    assert!(refused("All active effects on the target are cancelled for 2 Turns.").contains("at once"));
}
