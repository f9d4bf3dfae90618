//! Words that could be of either of two sentences: whom a pronoun means, and what an addition adds to.

use super::readings::{all_read, all_refused, checked_by};
use super::view::seat_of_writers;

#[test]
fn the_subject_of_a_condition_is_of_one_of_two_sentences_or_asked() {
    all_refused(&[
        "Saber: Attack Illya. Use Mend on Rin. If she attacks me, use Parry.",
        "Rin: Gandr Illya. Give the Splint to Saber. If she attacks me, stay.",
        "Saber: Attack Lancer. Attack Archer. If he dies, flee to the Bridge.",
        "Saber: Attack Lancer when Archer attacks him. If he attacks me, use Parry.",
        "Saber: Use Mend on Rin if Illya attacks her. If she dies, flee to the Bridge.",
    ]);
    all_read(&[
        // A woman, and a man.
        (
            "Saber: Use Mend on Rin. Attack Lancer. If he attacks me, use Parry.",
            "Saber: Use Mend on Rin. | Saber: Attack Lancer. | Saber: If Lancer attacks me, use Parry.",
        ),
        // Nobody else is named.
        (
            "Saber: Attack Lancer. Use Guard. If he attacks me, use Parry.",
            "Saber: Attack Lancer. | Saber: Use Guard. | Saber: If Lancer attacks me, use Parry.",
        ),
        // The one who is spoken of all the time.
        (
            "Saber: Attack Lancer. Use Surge on Lancer. If he attacks me, use Parry.",
            "Saber: Attack Lancer. | Saber: Use Surge on Lancer. | Saber: If Lancer attacks me, use Parry.",
        ),
        (
            "Saber: Attack Archer. If Lancer attacks Rin, attack him. If Lancer attacks me, use Quick Hand on him.",
            "Saber: Attack Archer. | Saber: If Lancer attacks Rin, attack that character. | Saber: If Lancer attacks me, use Quick Hand on that character.",
        ),
    ]);
}

#[test]
fn too_behind_a_time_or_behind_somebody_s_condition_is_asked() {
    all_refused(&[
        "Saber: In the second round, attack Lancer. Attack Archer too.",
        "Saber: At the end of the Attacking Phase, attack Lancer. Attack Archer as well.",
        "Saber: If Rin is here, attack Lancer. Attack Archer too.",
        "Saber: In the second round, attack Lancer. Also use Guard.",
        "Rin: Saber flees to the Bridge if attacked. I flee to the Bridge too.",
    ]);
    all_read(&[
        ("Saber: Attack Lancer. Attack Archer too.", "Saber: Attack Lancer. | Saber: Attack Archer."),
        (
            "Saber: In the second round, attack Lancer. In the second round, attack Archer too.",
            "Saber: Attack Lancer in the 2nd round. | Saber: Attack Archer in the 2nd round.",
        ),
        // Another kind of thing: `also` says no more than that it is ordered besides.
        (
            "Saber: In the second round, attack Lancer. Also give the Splint to Rin.",
            "Saber: Attack Lancer in the 2nd round. | Saber: Give Splint to Rin.",
        ),
        (
            "Rin: Saber flees to the Bridge if attacked. I flee to the Bridge.",
            "Saber: If I am attacked, flee to Bridge. | Rin: Flee to Bridge.",
        ),
    ]);
}

#[test]
fn hurt_is_missing_health_only_where_it_is_healed() {
    all_refused(&["Saber: When I am hurt, use Parry.", "Saber: If I am hurt, use Parry.", "Saber: If I'm hurt, stay."]);
    all_read(&[(
        "Saber: If Rin is hurt, use Mend on Rin.",
        "Saber: If Rin has less than 100% of their maximum Health, use Mend on Rin.",
    )]);
}

#[test]
fn a_command_spell_is_ended_by_its_name() {
    for words in ["Cancel", "End", "Stop", "Lift", "Release", "Stop using", "End the Command Spell"] {
        let order = format!("Rin: {words} \"Get behind me!\".");
        all_read(&[(&order, "Rin: Release \"Get behind me!\".")]);
    }
    // Of two who are defended, the name of the spell ends it for one or for both.
    all_refused(&["Rin: Cancel \"Defend Illya!\"."]);
    all_read(&[("Saber: Cancel Veil.", "Saber: Cancel Veil.")]);
}

#[test]
fn the_same_on_either_of_two_conditions_is_read() {
    all_read(&[(
        "Saber: If Lancer is here, use Parry; otherwise, if Archer is here, use Parry.",
        "Saber: If Lancer is here, use Parry; otherwise, if Archer is here, use Parry.",
    )]);
    // It would be asked once, before anybody can attack.
    all_refused(&["Saber: If Lancer attacks me, use Parry; otherwise, if Archer attacks me, use Parry."]);
    all_refused(&["Saber: If Lancer attacks Archer, attack him; otherwise, attack him."]);
}

#[test]
fn a_place_that_each_case_names_is_asked_first() {
    all_read(&[(
        "Rin: If Saber has less than 100 Health, buy a Splint at the Hospital; otherwise, buy Status-curing Pills at the Hospital.",
        "Rin: If I am in Hospital: if Saber has less than 100 Health, buy Splint; otherwise, buy Status-curing Pills.",
    )]);
    all_refused(&[
        "Rin: If Saber has less than 100 Health, buy a Splint at the Hospital; otherwise, buy a Focus Band at the Mall.",
    ]);
}

#[test]
fn an_event_that_the_other_case_waits_for_is_not_asked_before() {
    all_read(&[
        // The first waits up to the time of the other.
        (
            "Rin: If an opponent attacks Saber, use Gandr on that character; otherwise, use Gandr on Lancer at the end of the Attacking Phase.",
            "Rin: If an opponent attacks Saber, use Gandr on that character; otherwise, use Gandr on Lancer at the end of the Attacking Phase.",
        ),
        (
            "Saber: If Archer attacks, use Excalibur on Archer; otherwise, use Excalibur on Archer at the end of the Attacking Phase.",
            "Saber: If Archer attacks, use Excalibur on Archer; otherwise, use Excalibur on Archer at the end of the Attacking Phase.",
        ),
        // An order for each case, and all of it at the end.
        (
            "Rin: If an opponent attacks Saber, use Gandr on that character. If nobody attacks Saber, use Gandr on Lancer at the end of the Attacking Phase.",
            "Rin: If an opponent attacks Saber, use Gandr on that character. | Rin: If nobody attacks Saber, use Gandr on Lancer at the end of the Attacking Phase.",
        ),
        (
            "Saber: At the end of the Attacking Phase, if Archer attacks me, attack Archer; otherwise, attack Lancer.",
            "Saber: At the end of the Attacking Phase, if Archer attacks me, attack Archer; otherwise, attack Lancer.",
        ),
        // A state, and what has happened by then.
        (
            "Rin: If Saber has 100 or less Health, use Jewel Light on Saber; otherwise, use Gandr on Lancer at the end of the Attacking Phase.",
            "Rin: If Saber has 100 or less Health, use Jewel Light on Saber; otherwise, use Gandr on Lancer at the end of the Attacking Phase.",
        ),
        (
            "Saber: If Archer has attacked me, attack Archer; otherwise, attack Lancer at the end of the Attacking Phase.",
            "Saber: If Archer has attacked me, attack Archer; otherwise, attack Lancer at the end of the Attacking Phase.",
        ),
    ]);
}

/// What is offered for each case is read.
#[test]
fn the_orders_that_are_offered_for_each_case_are_read() {
    let view = seat_of_writers();
    let sentence = "If Archer attacks me, attack Archer; otherwise, if Lancer is here, attack Lancer at the end of the Attacking Phase.";
    let refused = checked_by("Saber", sentence, &view);
    let notes = refused.diagnostics.iter().flat_map(|said| &said.notes);
    let offer =
        notes.filter_map(|note| note.strip_prefix("write an order for each case, and the first waits: ")).next();
    let offered: Vec<&str> = offer.unwrap_or_default().split('`').skip(1).step_by(2).collect();
    assert_eq!(offered.len(), 2, "{sentence}");
    let both = checked_by("Saber", &offered.join(" "), &view);
    assert!(!both.has_errors() && both.plan.len() == 2, "{offered:?}: {:?}", both.diagnostics);
}

#[test]
fn what_has_an_upkeep_is_cancelled_by_not_paying() {
    all_read(&[
        ("Saber: Cancel Rain Manipulation.", "Saber: Stop paying for Rain Manipulation."),
        (
            "Saber: If I have less than 60 Mana, cancel Rain Manipulation.",
            "Saber: If I have less than 60 Mana, stop paying for Rain Manipulation.",
        ),
    ]);
    all_refused(&[
        "Saber: Cancel Rain Manipulation at the end of the Support Phase.",
        "Saber: When Lancer attacks me, cancel Rain Manipulation.",
    ]);
}

#[test]
fn what_is_the_doers_own_needs_no_name() {
    all_read(&[
        (
            "Saber: Saber uses her Splint once she's at 100 Health or less.",
            "Saber: Use item Splint when Saber has 100 or less Health.",
        ),
        (
            "Saber: Saber uses her Splint when she has 100 Health or less.",
            "Saber: Use item Splint when Saber has 100 or less Health.",
        ),
    ]);
    // Either of the two.
    all_refused(&["Rin: Rin gives her Splint to Saber once she is hit."]);
}
