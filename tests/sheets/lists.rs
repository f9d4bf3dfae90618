//! Lists of people and of what must hold, comparisons of two, who is not so: how they are read back.

use super::families::{refused, same};

/// Each is refused with this.
fn all_refused(sentences: &[(&str, &str)]) {
    for (sentence, why) in sentences {
        assert_eq!(refused(sentence).split_once(' ').map(|(_, why)| why), Some(*why), "{sentence}");
    }
}

const AT_ONCE: &str = "this happens at once, so it cannot have a duration: what goes on is a status, `… receives \"Glow\" for 2 Turns: they restore 5 Health each Turn`";

#[test]
fn what_is_said_of_a_list_is_said_of_all() {
    same(&[
        "All opponents in this location and all familiars in this location receive 10 Special damage.",
        "All opponents and familiars in this location receive 10 Special damage.",
        "All opponents and all familiars in this location receive 10 Special damage.",
    ]);
    same(&[
        "All enemy Servants in this location and all enemy Masters in this location lose 10 Mana.",
        "All enemy Servants and Masters in this location lose 10 Mana.",
    ]);
    same(&[
        "All Evil Servants in this location and all Evil familiars in this location lose 10 Mana.",
        "Servants and familiars who are Evil lose 10 Mana.",
    ]);
    // A describer before a list is of its first member (A259).
    same(&[
        "All Evil Servants in this location and all familiars in this location lose 10 Mana.",
        "Evil Servants and familiars lose 10 Mana.",
    ]);
    same(&[
        "All Evil Servants in this location and all Masters in this location lose 10 Mana.",
        "All Evil Servants and all Masters lose 10 Mana.",
    ]);
    same(&[
        "The user's Master and the user's familiars restore 10 Health.",
        "The user's Master and familiars restore 10 Health.",
    ]);
    all_refused(&[(
        "The user's Master and familiars in this location restore 10 Health.",
        "whose? say it of each: `the user's Master and the user's familiars`",
    )]);
}

#[test]
fn who_is_not_so() {
    same(&[
        "All opponents who are not in battle in this location lose 10 Mana.",
        "Opponents not in battle lose 10 Mana.",
        "Opponents who aren't in battle lose 10 Mana.",
    ]);
    same(&["All opponents who are not Evil in this location lose 10 Mana.", "All non-Evil opponents lose 10 Mana."]);
    same(&[
        "All characters who are not Servants in this location lose 10 Mana.",
        "All characters who are not Servants lose 10 Mana.",
    ]);
    same(&[
        "All opponents who were not damaged by the user in this location lose 10 Mana.",
        "All opponents who were not damaged by the user lose 10 Mana.",
        "Opponents who were not damaged by the user lose 10 Mana.",
    ]);
    same(&[
        "All characters other than the user in this location lose 10 Mana.",
        "All other characters in this location lose 10 Mana.",
        "All characters in this location other than the user lose 10 Mana.",
        "All characters in this location except the user lose 10 Mana.",
    ]);
}

#[test]
fn one_of_several_must_hold() {
    same(&[
        "Damage inflicted increases by 20% if the target is a Servant or the target is a familiar.",
        "Damage inflicted increases by 20% if the target is a Servant or a familiar.",
    ]);
    same(&[
        "Damage inflicted increases by 20% if the target is an Evil character or the target is a Chaotic character.",
        "Damage inflicted increases by 20% if the target is Evil or Chaotic.",
    ]);
    same(&[
        "Damage inflicted increases by 20% if the target is affected by Poison or the target is affected by \"Rot\".",
        "Damage inflicted increases by 20% if the target is affected by Poison or \"Rot\".",
    ]);
    same(&[
        "Damage inflicted increases by 20% if the target has AGI lower than the user's.",
        "Damage inflicted increases by 20% if the user has higher AGI than the target.",
        "Damage inflicted increases by 20% if the user has AGI higher than the target's.",
        "Damage inflicted increases by 20% if the target's AGI is lower than the user's.",
    ]);
    all_refused(&[
        (
            "Damage inflicted increases by 20% if the user is in battle or the target is Evil, and the target is a Servant.",
            "understood up to `Damage inflicted increases by 20% if the user is in battle or the target is Evil,`, but not `and`",
        ),
        (
            "Damage the user inflicts on opponents or familiars increases by 10%.",
            "understood up to `Damage the user inflicts on opponents`, but not `or`",
        ),
    ]);
}

#[test]
fn times_are_neither_lost_nor_shifted() {
    same(&["The user gains 1 AP each Turn.", "At the beginning of each Turn, the user gains 1 AP."]);
    same(&[
        "Each of these: the user gains 2 AP at the beginning of the next Turn; and at the beginning of the next Turn, the user loses 20 Health.",
        "At the beginning of the next Turn, the user gains 2 AP and loses 20 Health.",
    ]);
    same(&[
        "The target loses 1 AP each Turn for the next Turn.",
        "The target loses 1 AP until the end of the next Turn.",
    ]);
    all_refused(&[
        ("The user restores 10 Health and 10 Mana for 2 Turns.", AT_ONCE),
        ("For 3 Turns, the target receives Poison 2/5 and Stun 1.", AT_ONCE),
        (
            "Lasts 3 Turns while the user is in this location.",
            "how long, and until when? write `Lasts 3 Turns or until the user leaves this location`",
        ),
    ]);
}

#[test]
fn what_it_waits_for_may_stand_behind() {
    same(&[
        "When the user is attacked, the user restores 10 Health.",
        "The user restores 10 Health whenever they are attacked.",
        "The user restores 10 Health each time the user is attacked.",
    ]);
    same(&["When the user attacks, the user restores 10 Health.", "When the user attacks, they restore 10 Health."]);
    same(&[
        "When anyone damages the user with a Physical attack, the attacker loses 10 Mana.",
        "When the user receives physical damage, the attacker loses 10 Mana.",
        "When the user is damaged by a physical attack, the attacker loses 10 Mana.",
    ]);
    same(&[
        "When anyone hits the user, the attacker loses 10 Mana.",
        "When the user is hit, the attacker loses 10 Mana.",
    ]);
}

#[test]
fn that_opponent_is_whoever_was_spoken_of_as_one() {
    same(&[
        "When an opponent attacks the user, that character receives Poison 2/3.",
        "When an opponent attacks the user, that opponent receives Poison 2/3.",
        "When an opponent attacks the user, they receive Poison 2/3.",
    ]);
    same(&[
        "When a Servant enters this location, that character's Master loses 20 Mana.",
        "When a Servant enters this location, that Servant's Master loses 20 Mana.",
    ]);
    all_refused(&[
        (
            "When an opponent attacks the user, that Servant receives Poison 2/3.",
            "which Servant? nobody was spoken of so before",
        ),
        (
            "When the user damages an opponent, that opponent receives Poison 2/3.",
            "`they` could be either of two: say who",
        ),
    ]);
}

#[test]
fn when_a_skill_may_be_used() {
    same(&[
        "This skill cannot be used if the user is in battle.",
        "Cannot be used while in battle.",
        "Cannot be used in battle.",
    ]);
    same(&["This skill can only be used if the user is in battle.", "Can only be used in battle."]);
    same(&[
        "This skill can only be used if the user is attacked this Turn.",
        "This skill can only be used if the user is attacked.",
        "Can only be used if the user was attacked this Turn.",
    ]);
    same(&["This skill cannot be used on two consecutive Turns.", "Cannot be used on consecutive Turns."]);
}
