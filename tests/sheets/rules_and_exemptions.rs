//! What lifts or changes a rule about points, Combat Points and civilians; and who belongs to the user. Each class with
//! sentences that are read, and their neighbours that stay refused.

use grail_referee::language::effects::read_passage;

use super::other_wordings::assert_read_back;

fn assert_refused(texts: &[&str]) {
    let read: Vec<_> = texts.iter().filter(|text| read_passage(text).is_ok()).collect();
    assert!(read.is_empty(), "{read:#?}");
}

#[test]
fn no_points_are_gained_next_turn() {
    let none = "The user gains no AP for the next Turn.";
    assert_read_back(&[
        ("The user does not gain any AP at the beginning of the following Turn.", none),
        ("At the beginning of the next Turn, the user does not gain any AP.", none),
        ("The user's AP is reduced to 0 at the beginning of the next Turn.", none),
        ("The target gains no SP for the next 2 Turns.", "The target gains no SP for the next 2 Turns."),
    ]);
    assert_refused(&[
        "The user gains no AP until the end of the Turn.",
        "The user gains no additional AP.",
        "The user gains no CP for the next Turn.",
    ]);
}

#[test]
fn opponents_gain_nothing_for_agility() {
    let none = "All opponents in this location gain no AP for higher AGI.";
    assert_read_back(&[
        ("Opponents in this location cannot gain additional AP from having a higher AGI than the user.", none),
        ("Opponents in this location do not gain an extra AP due to their AGI.", none),
        (
            "The target gains no AP for higher AGI for the next 2 Turns.",
            "The target gains no AP for higher AGI for the next 2 Turns.",
        ),
    ]);
    assert_refused(&["Opponents in this location gain no AP for higher LCK."]);
}

#[test]
fn more_points_may_be_used_in_the_first_turn() {
    let all = "The user can use all AP and SP in the first Turn of battle.";
    let each = "The user can use 1 AP and 1 SP in the first Turn of battle.";
    assert_read_back(&[
        ("The user can use both AP and SP freely during their first Turn of battle.", all),
        (
            "In the first Turn of any battle, the user may use all of their AP and SP as though it were a later Turn.",
            all,
        ),
        ("The user may use 1 SP in addition to 1 AP on the first Turn of battle.", each),
        (
            "The user may spend both AP and SP during their first Turn of battle, though still no more than 1 of each.",
            each,
        ),
    ]);
    // One of each, or all?
    assert_refused(&[
        "During the first Turn of battle, the user can use both AP and SP.",
        "The user can use 2 AP in the first Turn of battle.",
    ]);
}

#[test]
fn combat_points_for_damage_change_by_a_part() {
    let more = "Combat Points for damage the user inflicts increase by 50%.";
    assert_read_back(&[
        ("The user's Master gains 50% more CP from damage inflicted by the user.", more),
        (
            "Damage inflicted by the user counts as double when the CP gained by their Master is calculated.",
            "Combat Points for damage the user inflicts increase by 100%.",
        ),
    ]);
    assert_refused(&[
        "Combat Points for damage the user inflicts increase by 50.",
        "The user's Master gains 50% more CP.",
        "The user's Master gains 50% more CP from damage inflicted on the user.",
    ]);
}

#[test]
fn a_civilian_gives_so_much() {
    let instead = "Consuming a civilian restores 20% of the user's maximum Mana instead of 10%.";
    let besides = "Consuming a civilian also restores 10 Health to the user.";
    assert_read_back(&[
        ("When the user consumes a civilian, they restore 20% of their maximum Mana instead of 10%.", instead),
        ("Consuming a civilian restores 20% of the user's maximum Mana rather than 10%.", instead),
        ("Consuming a civilian restores 10 Health to the user.", besides),
        (
            "Consuming a civilian restores 20% of the user's maximum Mana rather than 10%, and also restores 10 Health.",
            &format!("Each of these: {} and {}", instead.trim_end_matches('.').to_owned() + ";", besides),
        ),
    ]);
    assert_refused(&[
        "Consuming a civilian restores 20% of the user's maximum Mana.",
        "Consuming a civilian restores 20 Mana to the user.",
        "Consuming a civilian restores 20% of the user's maximum Mana instead of 15%.",
        "Consuming a civilian also restores 10 Health to the target.",
    ]);
}

#[test]
fn the_target_may_be_somebody_of_the_users() {
    let said =
        "If the target is the user's Master, the target restores 60 Health; otherwise, the target restores 30 Health.";
    let told = "Each of these: the target restores 60 Health if the target is the user's Master; and the target restores 30 Health unless the target is the user's Master.";
    assert_read_back(&[
        (said, told),
        ("Restores 30 Health to the target. If the target is the user's Master, 60 Health is restored instead.", told),
        ("Restores 30 Health to the target, or 60 if the target is the user's Master.", told),
        (
            "The target restores 20 Mana if the target is one of the user's familiars.",
            "The target restores 20 Mana if the target is one of the user's familiars.",
        ),
    ]);
}

#[test]
fn a_move_may_be_called_fleeing() {
    let flee = "The user and the user's contracted partner flee to an adjacent location of the user's choice.";
    assert_read_back(&[
        (
            "The user and their contracted partner move to an adjacent location of the user's choice. This is considered fleeing and consumes the Move Actions of both.",
            flee,
        ),
        (
            "The user escapes from battle to an adjacent location together with the character they're contracted with, even on the first Turn of battle.",
            flee,
        ),
        (
            "The user and their Master warp to an adjacent location. Their Move Actions are not consumed.",
            "The user and the user's Master are pushed to an adjacent location of the user's choice.",
        ),
    ]);
}

#[test]
fn a_status_may_have_its_turns_in_its_name() {
    assert_read_back(&[(
        "The target receives \"Bleeding 2\": at the Instant Phase they receive 8 Special damage.",
        "The target receives \"Bleeding\" for 2 Turns: at the Instant Phase of each Turn, that character receives 8 Special damage.",
    )]);
    assert_refused(&[
        "The target receives \"Bleeding 0\": at the Instant Phase they receive 8 Special damage.",
        "The target receives \"Bleeding\": at the Instant Phase they receive 8 Special damage.",
    ]);
}
