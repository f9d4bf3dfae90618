//! What author 26 asked for, and others before: each class with sentences that are read, and their neighbours that stay
//! refused.

use grail_referee::language::effects::read_passage;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<_> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

#[test]
fn a_use_that_fails_is_that_of_one_character() {
    let told = "The target's next Support skill fails until the end of the Turn.";
    assert_read_back(&[
        ("The target's next Support skill fails.", "The target's next Support skill fails."),
        ("Negates one Support skill used by the target this Turn. Its costs are not refunded.", told),
        ("If the target uses a Support skill later this Turn, it is canceled and its Mana cost is not refunded.", told),
        ("Negates the next Support skill the target makes this Turn. They still have to pay its costs.", told),
        (
            "The first Instant skill ranked B or lower used by the target this Turn is negated.",
            "The target's first Instant skill ranked B or lower each Turn fails until the end of the Turn.",
        ),
    ]);
    assert_refused(&[
        "Opponents' next Support skill fails.",
        "Negates one Support skill used by an opponent this Turn.",
        "The target's Support skills fail.",
        "The target's next item fails.",
        "The first Support skill used by the target this Turn is canceled if its rank is lower than this skill's rank.",
    ]);
}

#[test]
fn a_part_of_somebodys_damage_is_received_by_one_other() {
    assert_read_back(&[
        (
            "Half of the damage the target receives from physical attacks is instead received by the user for 2 Turns.",
            "50% of the damage the target receives from physical attacks is received by the user instead for 2 Turns.",
        ),
        (
            "All damage received by the user's Master this Turn is instead received by the user.",
            "100% of the damage the user's Master receives is received by the user instead until the end of the Turn.",
        ),
        (
            "The user and their Master share damage equally.",
            "Each of these: 50% of the damage the user receives is received by the user's Master instead; and 50% of the damage the user's Master receives is received by the user instead.",
        ),
    ]);
    assert_refused(&[
        "120% of the damage the target receives is received by the user instead.",
        "50% of the damage the user receives is received by the user instead.",
        "50% of the damage the target receives is received by opponents instead.",
        "50% of the Special damage the target receives is received by the user instead.",
        "50% of the damage the target receives is received by the user.",
    ]);
}

#[test]
fn health_that_falls_to_nothing_by_anything() {
    assert_read_back(&[
        (
            "Once per battle, when the user's Health would reach 0 or less, it becomes 10 instead.",
            "Once per battle, when the user's Health would fall to 0 or less, the user survives with 10 Health.",
        ),
        (
            "The first time during the War that the user's Health reaches 0 or below, it becomes 75 instead.",
            "Once during the War, when the user's Health would fall to 0 or less, the user survives with 75 Health.",
        ),
        (
            "The next 2 times the user's Health would fall to 0 or less, the user survives with 1 Health.",
            "The next 2 times the user's Health would fall to 0 or less, the user survives with 1 Health.",
        ),
        (
            "When the user's Health would fall to between -10 and 0, they survive with 1 Health.",
            "When the user's Health would fall to between -10 and 0, the user survives with 1 Health.",
        ),
    ]);
    assert_refused(&[
        "The first time the user would die, they instead survive with 100 Health.",
        "When the user's Mana would fall to 0 or less, the user survives with 1 Health.",
        "When the user's Health would fall to 20 or less, the user survives with 1 Health.",
        "When the user's Health would fall to 0 or less, the target survives with 1 Health.",
    ]);
}

#[test]
fn base_damage_and_amounts_have_numbers() {
    assert_read_back(&[
        (
            "Base damage becomes 35 instead of 20 if the target is a Master.",
            "This attack's base damage becomes 35 instead of 20 if the target is a Master.",
        ),
        (
            "If the target is in battle, the base damage of this attack increases to 40.",
            "This attack's base damage becomes 40 if the target is in battle.",
        ),
        (
            "The target receives Special damage equal to 30% of their maximum Health, up to a limit of 60.",
            "The target receives Special damage equal to 30% of their maximum Health, up to 60.",
        ),
        (
            "The user restores Health equal to half of the damage inflicted, to a maximum of 15.",
            "The user restores Health equal to 50% of the damage inflicted, up to 15.",
        ),
        (
            "The target restores 30 Health, or 50 if the target is a Master.",
            "Each of these: the target restores 50 Health if the target is a Master; and the target restores 30 Health unless the target is a Master.",
        ),
    ]);
    assert_refused(&[
        "The user's base damage becomes 40.",
        "The target receives Special damage equal to 30% of their maximum Health, up to 60%.",
        "The user restores 10 Health, up to 20.",
        "The user restores 10 Health and Mana equal to 50% of the damage inflicted, up to 15.",
        "The target receives 30 Special damage, up to 20.",
    ]);
}

#[test]
fn stats_stand_in_the_place_of_those_of_damage() {
    let swift = "This attack's damage is calculated with the user's AGI in place of STR.";
    assert_read_back(&[
        ("The user's AGI is used in place of their STR when damage is calculated.", swift),
        ("Uses the user's AGI in place of STR for the damage formula.", swift),
        (
            "LCK is used in place of MAR when calculating the damage this spell inflicts on its target.",
            "This attack's damage is calculated against the target's LCK.",
        ),
        (
            "When damage is calculated, the target's END is treated as though it were ranked E.",
            "The target's END is treated as E for this attack.",
        ),
    ]);
    assert_refused(&["This attack's damage is calculated with the user's ACT in place of STR."]);
}

#[test]
fn skills_and_attacks_other_than_basic_attacks() {
    assert_read_back(&[
        (
            "After using this skill, the user cannot use any attack other than their Basic Attack this Turn.",
            "The user cannot use attacks other than basic attacks until the end of the Turn.",
        ),
        (
            "All skills the target uses cost an additional 10 Mana, Basic Attacks excluded.",
            "The target's skills other than basic attacks cost 10 more Mana.",
        ),
        (
            "All active effects of Support skills on the target are cancelled.",
            "All active Support skill effects on the target are cancelled.",
        ),
    ]);
    assert_refused(&["The target cannot use attacks other than \"Rapid Cut\"."]);
}

#[test]
fn who_they_are_behind_what_an_attack_does() {
    assert_read_back(&[
        (
            "If this attack inflicts any damage on the target, they receive Poison 3/10.",
            "The target receives Poison 3/10 if this attack inflicts more than 0 damage.",
        ),
        ("If the target survives this attack, they receive Stun 2.", "The target receives Stun 2."),
        (
            "One of the target's stats of the user's choice decreases by 1 rank for 2 Turns.",
            "Choose one: the target's STR is lowered by 1 rank for 2 Turns; or the target's END is lowered by 1 rank for 2 Turns; or the target's MAE is lowered by 1 rank for 2 Turns; or the target's MAR is lowered by 1 rank for 2 Turns; or the target's AGI is lowered by 1 rank for 2 Turns; or the target's LCK is lowered by 1 rank for 2 Turns.",
        ),
    ]);
    assert_refused(&[
        "If this attack inflicts any damage, they receive Poison 3/10.",
        "One of the target's stats of their choice decreases by 1 rank for 2 Turns.",
        // What suppresses what is there already is another thing (A137).
        "The user is immune to new negative status effects this Turn, while the ones already on them remain.",
    ]);
}
