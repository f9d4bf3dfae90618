//! What one sentence says of several things, until when, otherwise, so often in the War: how it is read back.

use super::families::{refused, same};

#[test]
fn one_subject_and_several_predicates() {
    same(&[
        "Each of these: the target receives Stun 2; and the target loses 20 Mana.",
        "The target is Stunned for 2 Turns and loses 20 Mana.",
        "The target is Stunned for 2 Turns and they lose 20 Mana.",
        "The target is Stunned for 2 Turns, and loses 20 Mana.",
    ]);
    same(&[
        "Each of these: all opponents in this location receive 10 Special damage; and all opponents in this location lose 5 Mana.",
        "Opponents in this location receive 10 Special damage and lose 5 Mana.",
    ]);
    same(&[
        "Each of these: when an opponent enters this location, that character receives 10 Special damage; and when an opponent enters this location, that character loses 5 Mana.",
        "When an opponent enters this location, they receive 10 Special damage and lose 5 Mana.",
    ]);
    same(&[
        "Each of these: the target's STR is lowered by 1 rank for 2 Turns; and the target loses 20 Mana.",
        "The target's STR is lowered by 1 rank for 2 Turns and they lose 20 Mana.",
    ]);
    same(&[
        "Each of these: the target cannot move for 2 Turns; and the target cannot flee for 2 Turns.",
        "The target cannot move and cannot flee for 2 Turns.",
        "The target cannot move or flee for 2 Turns.",
    ]);
    same(&[
        "Each of these: this attack ignores END; and this attack cannot be intercepted.",
        "This attack ignores END and cannot be intercepted.",
    ]);
    assert!(refused("And loses 20 Mana.").contains("nobody was named"));
    assert!(refused("Damage inflicted increases by 20% and is Stunned for 2 Turns.").contains("nobody was named"));
    assert!(refused("The target loses 20 Mana and summons 2 \"Wolf\" familiars.").contains("who, or what"));
    same(&[
        "Each of these: the user drains 10 Mana from the target; and the user restores 10 Health.",
        "The user drains 10 Mana from the target and restores 10 Health.",
    ]);
    same(&[
        "Each of these: the target receives 10 Special damage; and the user loses 10 Mana.",
        "The user inflicts 10 Special damage on the target and loses 10 Mana.",
    ]);
    same(&[
        "Each of these: the target restores 20 Health; and the target's STR is raised by 1 rank for 2 Turns.",
        "The target restores 20 Health and their STR is raised by 1 rank for 2 Turns.",
    ]);
    assert!(refused("The user's attacks ignore END and cannot be intercepted.").contains("who, or what"));
    assert!(refused("The target loses 20 Mana and inflicts 20% more damage.").contains("who, or what"));
    assert!(
        refused("When an attack would kill the user, the user survives with 5 Health and restores 20 Mana.")
            .contains("when this")
    );
    assert!(
        refused("The target receives \"Ache\" for 2 Turns: at the Instant Phase they lose 8 Health and lose 10 Mana.")
            .contains("of the status")
    );
    assert!(
        refused("The target's STR is lowered by 1 rank for 2 Turns and their END is lowered by 1 rank.")
            .contains("how long")
    );
    assert!(refused("For 2 Turns, this attack ignores END and hits 3 times.").contains("none of this lasts"));
}

/// `They` is one person or nobody: whoever did it, and whom a condition asks of, count too.
#[test]
fn nobody_is_they_whom_another_could_be() {
    for sentence in [
        "When an opponent is damaged, the user loses 5 Mana and that character loses 10 Mana.",
        "When an opponent damages the user, the user restores 10 Mana and they lose 10 Mana.",
        "When an opponent uses a skill, if they are Evil, the user restores 10 Mana; otherwise, they lose 10 Mana.",
        "If the target is Evil, the user restores 20 Mana and they lose 20 Mana.",
        "50% of the damage received is reflected to the attacker if they are Evil.",
        "The user intercepts attacks that target the user's Master until they are damaged.",
    ] {
        assert!(refused(sentence).contains("either of two"), "{sentence}");
    }
    same(&["When an opponent dies, the user restores Health equal to 10% of that character's maximum Health."]);
    assert!(refused("The target restores 10% of that character's maximum Health.").contains("nobody was spoken of"));
}

/// A time behind several things, or before `otherwise`, could be of all or of one.
#[test]
fn a_time_is_of_what_it_stands_behind() {
    for sentence in [
        "The target is Stunned for 2 Turns and loses 20 Mana each Turn.",
        "The user restores 30 Health and loses 5 Mana each Turn.",
        "The target's STR is lowered by 1 rank for 2 Turns, and the user restores 10 Health in 2 Turns.",
        "The user gains Flight ranked C and restores 10 Mana for 2 Turns.",
        "If the target is Evil, they lose 20 Mana at the end of the next Turn; otherwise, they lose 5 Mana.",
    ] {
        assert!(refused(sentence).starts_with("E242"), "{sentence}");
    }
    assert!(
        refused("The target receives \"Ache\" for 2 Turns: they lose 8 Health each Turn if they are Evil.")
            .contains("on no condition")
    );
    same(&[
        "If the target is an Evil character, the target receives \"Ache\" for 2 Turns: at the Instant Phase of each Turn, that character loses 5 Health.",
        "If the target is Evil, they receive \"Ache\" for 2 Turns: at the Instant Phase they lose 5 Health.",
    ]);
    same(&[
        "Choose one: the user restores 20 Mana; or at the end of this Turn, the target loses 20 Mana.",
        "Choose one: the user restores 20 Mana, or the target loses 20 Mana at the end of this Turn.",
    ]);
    same(&[
        "Each of these: the target loses 20 Mana if the user pays 8 additional Mana; and the target loses 5 Mana unless the user pays 8 additional Mana.",
        "The user may pay 8 additional Mana; if they do, the target loses 20 Mana; otherwise, the target loses 5 Mana.",
    ]);
}

#[test]
fn otherwise() {
    same(&[
        "Each of these: the target loses 20 Mana if the target is in battle; and the target loses 5 Mana unless the target is in battle.",
        "If the target is in battle, the target loses 20 Mana; otherwise, the target loses 5 Mana.",
        "If the target is in battle, they lose 20 Mana. Otherwise, they lose 5 Mana.",
        "The target loses 20 Mana if they are in battle; otherwise they lose 5 Mana.",
    ]);
    same(&[
        "Each of these: damage inflicted increases by 10% unless the user is in battle; and this attack ignores END if the user is in battle.",
        "Unless the user is in battle, damage inflicted increases by 10%; otherwise, this attack ignores END.",
    ]);
    same(&[
        "Each of these: damage inflicted increases by 50% if the target is a Master; and the target receives Stun 1 unless the target is a Master.",
        "If the target is a Master, damage inflicted increases by 50%; otherwise, the target receives Stun 1.",
    ]);
    assert!(
        refused(
            "If the target is in battle, damage inflicted increases by 50%; otherwise, the target receives Stun 1."
        )
        .contains("two sentences")
    );
    assert!(
        refused("If the user is in battle, the user restores 5 Mana; otherwise, the user's STR is raised by 1 rank.")
            .contains("for how long")
    );
    assert!(refused("The target loses 20 Mana; otherwise, they lose 5 Mana.").contains("otherwise than what"));
}

#[test]
fn until_something_is_done() {
    same(&[
        "The target's STR is lowered by 1 rank until the target is damaged.",
        "Until the target is damaged, the target's STR is lowered by 1 rank.",
        "The target's STR is lowered by 1 rank until they are damaged.",
    ]);
    same(&["The user's END is raised by 1 rank for 3 Turns or until the user is attacked."]);
    same(&[
        "When the user is attacked, the attacker's AGI is lowered by 1 rank until that character leaves this location.",
        "When the user is attacked, the attacker's AGI is lowered by 1 rank until they leave this location.",
        "When the user is attacked, the attacker's AGI is lowered by 1 rank until the attacker leaves this location.",
    ]);
    same(&[
        "Each of these: lasts 3 Turns; and when the user is damaged, this skill ends.",
        "Lasts 3 Turns or until the user is damaged.",
    ]);
    assert!(refused("The target loses 20 Mana until they are damaged.").contains("at once"));
    assert!(
        refused("The user's END is raised by 1 rank until the attacker leaves this location.").contains("until they")
    );
    assert!(refused("Opponents in this location cannot flee until they are damaged.").contains("which of them"));
    assert!(
        refused("When an opponent attacks the user, the user's STR is raised by 1 rank until they die.")
            .contains("either of two")
    );
    assert!(
        refused("When the user attacks, the user's STR is raised by 1 rank until the target dies.")
            .contains("who is that")
    );
    assert!(refused("Lasts 4 Turns unless the user is damaged.").contains("until when"));
    assert!(
        refused("The user's STR is raised by 1 rank for 4 Turns unless the user is damaged.").contains("until when")
    );
}

#[test]
fn so_often_in_the_war() {
    same(&[
        "When the user is attacked for the first time during the War, the user restores 50 Health.",
        "Once during the War, when the user is attacked, the user restores 50 Health.",
        "Once per War, when the user is attacked, the user restores 50 Health.",
        "The first time during the War the user is attacked, the user restores 50 Health.",
    ]);
    same(&[
        "Once during the War, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        "When an attack would kill the user, the user survives with 1 Health once during the War.",
        "The user survives a fatal attack with 1 Health (once per War).",
    ]);
    same(&["The user survives the next 2 fatal attacks with 1 Health."]);
    same(&["The first attack that targets the user during the War is negated."]);
    same(&["The user's first 2 attacks during the War inflict 50% more damage."]);
}

#[test]
fn comparisons_and_targets() {
    same(&[
        "Damage inflicted increases by 20% if the target has LCK lower than the user's.",
        "Damage inflicted increases by 20% if the target's LCK is lower than the user's.",
        "Damage inflicted increases by 20% if the target has lower LCK than the user.",
        "Damage inflicted increases by 20% if the user's LCK is higher than the target's.",
        "Damage inflicted increases by 20% if the user's LCK is higher than the target's LCK.",
    ]);
    same(&[
        "The target dies if the target has Mana lower than the user's.",
        "The target dies if they have less Mana than the user.",
    ]);
    same(&[
        "All opponents with AGI lower than the user's in this location cannot flee.",
        "All opponents with AGI lower than the user's cannot flee.",
    ]);
    same(&[
        "The target loses 20 Mana.",
        "Targets lose 20 Mana.",
        "Each target loses 20 Mana.",
        "All targets lose 20 Mana.",
    ]);
    same(&[
        "The target loses 20 Mana if the target is a character in Spirit Form.",
        "Targets in Spirit Form lose 20 Mana.",
    ]);
    assert!(
        refused("Damage inflicted increases by 20% if the target's LCK is lower than the attacker's.").contains("told")
    );
}

#[test]
fn what_effects_restore_and_turns_to_come() {
    same(&["The target cannot be healed for 2 Turns."]);
    same(&["The target cannot restore Health for 2 Turns."]);
    same(&[
        "Health the target restores decreases by 50%.",
        "Healing the target receives is halved.",
        "Healing the target receives decreases by 50%.",
    ]);
    same(&["The target loses 1 AP each Turn for the next 2 Turns.", "The target loses 1 AP for 2 Turns."]);
    assert!(refused("When the user is attacked, the user gains 1 AP this Turn.").contains("have been given"));
    same(&["In 2 Turns, the target loses 20 Mana.", "The target loses 20 Mana in 2 Turns."]);
    same(&["At the end of the next Turn, the target loses 20 Mana.", "After 2 Turns, the target loses 20 Mana."]);
    same(&[
        "Damage the user receives decreases by 20% if the user is in the first Turn of battle.",
        "In the first Turn of battle, damage the user receives decreases by 20%.",
        "During the first Turn of each battle, damage the user receives decreases by 20%.",
    ]);
    same(&[
        "When an opponent uses a skill, that character loses 5 Mana.",
        "When an opponent uses a skill, they lose 5 Mana.",
    ]);
    same(&["Lasts 3 Turns.", "Lasts at most 3 Turns.", "This Noble Phantasm lasts up to 3 Turns."]);
}
