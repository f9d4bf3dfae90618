//! What blind authors 12 to 16 had in common: each class with sentences that are read, and their neighbours that stay
//! refused.

use grail_referee::language::effects::read_passage;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<_> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

#[test]
fn what_is_offered_in_one_sentence_is_counted_in_the_next() {
    assert_read_back(&[
        (
            "When using this skill, the user may pay up to 40 additional Mana. The base damage of this skill increases by 1 for every 2 additional Mana paid.",
            "Damage inflicted increases by 1 for each 2 of up to 40 additional Mana the user pays.",
        ),
        (
            "Up to 50 Health may be sacrificed. The user restores Mana equal to half the amount sacrificed.",
            "The user restores 0.5 Mana for each 1 of up to 50 additional Health the user pays.",
        ),
        (
            "The user can give up to 30 of their Health. Their contracted partner restores twice that amount.",
            "The user's contracted partner restores 2 Health for each 1 of up to 30 additional Health the user pays.",
        ),
        (
            "Any amount of the user's remaining Mana, up to 50, is transferred to the target.",
            "The target restores 1 Mana for each 1 of up to 50 additional Mana the user pays.",
        ),
    ]);
    assert_refused(&[
        "The user may pay up to 40 additional Mana. The base damage of this skill increases by 1 for every 2 additional Health paid.",
        "The user may pay 40 additional Mana. The base damage of this skill increases by 1 for every 2 additional Mana paid.",
        "The target may pay up to 40 additional Mana. The base damage of this skill increases by 1 for every 2 additional Mana paid.",
        "Up to 50 Health may be sacrificed.",
        "Up to 50 Health may be sacrificed. Opponents restore half the amount sacrificed.",
        "The user can give up to 30 of their Health. Their contracted partner does not restore that amount.",
    ]);
}

#[test]
fn how_many_targets_a_use_has() {
    assert_read_back(&[
        (
            "If two or more targets are selected, each target receives 30% less damage.",
            "Damage inflicted decreases by 30% if this skill has 2 or more targets.",
        ),
        (
            "If only one target is chosen, this attack inflicts 50% more damage.",
            "Damage inflicted increases by 50% if this skill has exactly 1 target.",
        ),
        (
            "Damage inflicted increases by 10 unless this attack has more than 2 targets.",
            "Damage inflicted increases by 10 unless this skill has more than 2 targets.",
        ),
    ]);
    assert_refused(&[
        "Damage inflicted increases by 50% if this skill has 2 targets.",
        "Damage inflicted increases by 50% if this skill has at least 2 or more targets.",
        "When the user is attacked, the user restores 5 Health if this skill has 2 or more targets.",
        "If only one target is alive, this attack inflicts 50% more damage.",
    ]);
}

#[test]
fn statuses_last_by_whom_they_come_from() {
    assert_read_back(&[
        ("Poison inflicted by the user lasts one more Turn.", "Poison the user inflicts lasts 1 Turn longer."),
        (
            "Negative status effects inflicted on the user by opponents with lower LCK than the user last one Turn less.",
            "Negative status effects the user receives from opponents with LCK lower than the user's last 1 Turn less.",
        ),
        (
            "Negative status effects inflicted on the user by opponents last one Turn less.",
            "Negative status effects the user receives from opponents last 1 Turn less.",
        ),
    ]);
    assert_refused(&[
        "Poison inflicted by the user lasts.",
        "Poison not inflicted by the user lasts one more Turn.",
        "Poison inflicted on the user by this skill lasts one more Turn.",
        "Status effects inflicted by the user on opponents last one Turn less.",
    ]);
}

#[test]
fn what_the_book_calls_special_and_other_restatements() {
    assert_read_back(&[
        (
            "Opponents with LCK ranked D or lower inflict 15% less damage on the user. This effect does not apply to Special damage.",
            "Damage the user receives from opponents with LCK ranked D or lower decreases by 15%.",
        ),
        (
            "If there is a Bounded Field ranked C or lower in the target area, it is destroyed. Home Bases are not affected.",
            "The active Bounded Field ranked C or lower in this location is cancelled.",
        ),
        (
            "All allies in the area restore 25% of their maximum Health. The caster is not affected.",
            "All allies in this location restore 25% of their maximum Health.",
        ),
        ("The user restores 30 Health. Using this item does not consume SP.", "The user restores 30 Health."),
    ]);
    assert_refused(&[
        "Damage the user receives increases by 15%. This effect does not apply to Special damage.",
        "Special damage the user receives decreases by 15%. This effect does not apply to Special damage.",
        "All characters in the area restore 25% of their maximum Mana. Home Bases are not affected.",
        "The target loses 20 Mana. The caster is not affected.",
    ]);
}

#[test]
fn it_is_this_skill_where_no_other_was_spoken_of() {
    assert_read_back(&[(
        "This attack ignores the target's END. It cannot be used two Turns in a row.",
        "This attack ignores END. | This skill cannot be used on two consecutive Turns.",
    )]);
    assert_refused(&[
        "The next skill the target uses this Turn costs 10 more Mana. It cannot be used two Turns in a row.",
        "The target cannot use \"Fire\" for 2 Turns. It cannot be used two Turns in a row.",
        "The next Noble Phantasm that targets the user is negated. It cannot be used two Turns in a row.",
    ]);
}

#[test]
fn who_is_left_with_so_much_and_who_dies_of_it() {
    assert_read_back(&[
        (
            "If the user would die from an attack, they survive with 1 Health instead. This effect can only be activated once per battle.",
            "Once per battle, when an attack would reduce the user's Health to 0 or less, the user survives with 1 Health.",
        ),
        (
            "The user and the target each lose 40 Health, to a minimum of 1.",
            "The user and the target lose 40 Health but keep at least 1.",
        ),
        (
            "A target that is reduced to 50 Health or less by this attack dies.",
            "The target dies if this attack inflicts more than 0 damage and the target has 50 or less Health.",
        ),
        (
            "If the target has LCK ranked C or lower, they are killed instead if this attack leaves them with 30 or less Health.",
            "The target dies if this attack inflicts more than 0 damage and the target has LCK ranked C or lower and the target has 30 or less Health.",
        ),
    ]);
    assert_refused(&[
        "If the user would die, they survive with 1 Health instead.",
        "The first time the user would die, they instead survive with 100 Health.",
        "A target that is not reduced to 50 Health or less by this attack dies.",
        "The user and the target each restore 40 Health, to a minimum of 1.",
    ]);
}

#[test]
fn times_and_uses_in_other_words() {
    assert_read_back(&[
        (
            "This skill cannot be used again during the following three Turns.",
            "This skill cannot be used again for 4 Turns.",
        ),
        (
            "The user is capable of surviving without a Master for five Turns without losing Mana. During this time, they regenerate as normal.",
            "The user can act without a Master for 5 Turns. | The user regenerates without a Master for 5 Turns.",
        ),
        (
            "Until the user's next Turn ends, any opponent who attacks the user with a physical attack receives 15 Special damage.",
            "For 2 Turns, when an opponent attacks the user with a Physical attack, that character receives 15 Special damage.",
        ),
        (
            "Whenever the user would be damaged by a magical attack, that damage decreases by 20. Does not affect attacks of rank A or higher.",
            "Magical damage the user receives from attacks ranked lower than A decreases by 20.",
        ),
        (
            "Whenever the user uses a Command Spell, the Servant affected by it also restores 20 Mana.",
            "When the user uses a Command Spell, the target restores 20 Mana.",
        ),
    ]);
    assert_refused(&[
        "This skill cannot be used again during the previous three Turns.",
        "The target restores 20 Mana. During this time, they regenerate as normal.",
        "Whenever the user does not use a Command Spell, the Servant affected by it restores 20 Mana.",
        "Whenever the user uses a Noble Phantasm, the Servant affected by it restores 20 Mana.",
    ]);
}
