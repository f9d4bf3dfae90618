//! Pronouns that nobody named before them fits, and people whom they could not mean (A260).

use super::readings::{all_read, all_refused};

#[test]
fn a_word_before_anybody_whom_it_could_mean_is_refused() {
    all_refused(&[
        "Saber: If she is attacked or Lancer is here, Saber attacks Archer.",
        "Saber: Use Calm if he is here or Rin is hurt.",
        "Saber: If Lancer attacks her or is here, attack Lancer.",
        "Saber: Attack him when Rin is hit.",
        "Saber: Mend him when Rin is hit.",
        "Saber: Wait until Rin is hit. Then attack him.",
        "Saber: Attack Lancer if an enemy attacks her.",
        "Saber: Saber mends her.",
        "Rin: When my Servant is hit, use Gandr on him.",
        "Saber: If my Master is attacked, Saber attacks them.",
    ]);
    all_read(&[
        (
            "Saber: Mend Rin if she is hurt.",
            "Saber: If Rin has less than 100% of their maximum Health, use Mend on Rin.",
        ),
        (
            "Saber: Unless Archer attacks, leave him alone and Cut Lancer.",
            "Saber: If Archer does not attack, use Cut on Lancer.",
        ),
        (
            "Saber: Excalibur on all four of them - Lancer, Archer, Tokiomi, Illya.",
            "Saber: Use Excalibur on Lancer, Archer, Tokiomi and Illya.",
        ),
    ]);
}

#[test]
fn they_are_not_ones_own() {
    all_refused(&[
        "Saber: Saber flees to the Bridge if they attack Rin.",
        "Saber: Saber uses Parry when they attack.",
        "Saber: Saber stays unless they attack.",
        "Rin: I use \"Survive at all costs!\" on Saber if they attack us.",
        "Saber: I teleport Rin to the Church if they attack us.",
        "Saber: Saber attacks Lancer if both attack Rin.",
        "Saber: Saber attacks Lancer and uses Excalibur on both.",
        "Saber: Attack Lancer. If Archer attacks Rin, use Excalibur on both.",
        "Saber: Wait until Rin is hit, then attack their Servant twice.",
    ]);
}

#[test]
fn who_acts_or_the_other_is_asked() {
    all_refused(&[
        "Saber: If Lancer attacks Rin, she flees to the Bridge with Rin.",
        "Saber: Saber attacks Lancer. If Rin is attacked, she flees to the Bridge.",
        "Saber: If Rin dies, she flees to the Bridge.",
        "Saber: Saber flees to the Bridge if an enemy is here and she has less than 100 Health.",
        "Saber: Saber uses Guard if Illya is here and she has less than 200 Health.",
        "Saber: Attack Illya. Mend Rin if she attacks her.",
        "Saber: Attack Lancer if Archer is here. If he is not, attack him.",
        "Saber: Saber attacks Lancer. If Archer attacks Rin, Saber attacks him again.",
        "Saber: When one of us is hit, mend that one.",
        "Saber: If one of us is hit, attack him.",
    ]);
}

#[test]
fn one_of_us_and_both_of_us_keep_their_bracket_and_their_deed() {
    all_read(&[
        (
            "Saber: Flee to the Bridge if one of us is hit and Illya is here.",
            "Saber: If (anyone hits me or anyone hits my contracted partner) and Illya is here, flee to Bridge.",
        ),
        (
            "Saber: If Lancer hits both of us, flee to the Bridge.",
            "Saber: If Lancer hits me and Lancer hits my contracted partner, flee to Bridge.",
        ),
    ]);
    all_refused(&[
        "Saber: If two enemies attack both of us, flee to the Bridge.",
        "Rin: If we have less than 100 Health, flee to the Bridge.",
        "Saber: If Lancer or Archer dies, attack the other.",
        "Saber: Attack the first enemy who attacks Rin twice.",
        "Saber: Attack Lancer, i.e. use Surge on Lancer.",
        "Saber: Saber moves to the Church and attacks Illya.",
    ]);
}

#[test]
fn what_is_left_undone_behind_an_order_is_a_note() {
    all_read(&[
        (
            "Saber: Use Excalibur on Lancer and Archer, and make no other attacks this Turn.",
            "Saber: Use Excalibur on Lancer and Archer.",
        ),
        ("Saber: Two Cuts on Archer, and no Support skill.", "Saber: Use Cut on Archer 2 times."),
        (
            "Saber: Use Teleport on me and Rin to Bridge, without attacking anybody first.",
            "Saber: Use Teleport on me and Rin to Bridge.",
        ),
        (
            "Saber: Cut Lancer once and Archer once. Leave my third AP unused.",
            "Saber: Use Cut on Lancer and then use Cut on Archer.",
        ),
    ]);
    all_refused(&[
        "Saber: Use Excalibur on Lancer and Archer, and make no other attacks. Cut Tokiomi.",
        "Saber: Use Guard, and no Support skill.",
        "Saber: Cut Lancer without attacking anybody.",
    ]);
}
