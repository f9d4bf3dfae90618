//! `the attacker`, `whoever did it`, the only one here: whom words mean by what the condition asks; and what a second
//! sentence asks that the first denies.

use super::{checked, plan, said};

const READ: &[(&str, &str)] = &[
    ("If Lancer attacks Archer, attack the attacker.", "If Lancer attacks Archer, attack Lancer."),
    ("If Lancer attacks Rin, attack whoever attacks Rin.", "If Lancer attacks Rin, attack Lancer."),
    ("If Rin is attacked, attack the attacker.", "If Rin is attacked, attack the opponent who has attacked Rin."),
    (
        "If Rin is attacked, attack whoever attacks her.",
        "If Rin is attacked, attack the opponent who has attacked Rin.",
    ),
    ("If Rin takes damage, attack whoever did it.", "If Rin is damaged, attack the opponent who has damaged Rin."),
    (
        "If Archer or Lancer attacks Rin, attack the one who did.",
        "If Archer or Lancer attacks Rin, attack that character.",
    ),
    ("Attack Rin's attacker.", "If an opponent attacks Rin, attack the opponent who attacks Rin."),
    ("Attack Lancer if Archer does.", "If Archer attacks Lancer, attack Lancer."),
    (
        "Attack whoever attacked Rin, or Lancer if nobody did.",
        "If an opponent has attacked Rin, attack the opponent who has attacked Rin; otherwise, attack Lancer.",
    ),
    ("If only Lancer is here, attack him.", "If Lancer is here and no opponent except Lancer is here, attack Lancer."),
    ("If Lancer is here and Archer isn't, attack him.", "If Lancer is here and Archer is not here, attack Lancer."),
    (
        "If Lancer isn't here, attack Archer. If he is, use Roar.",
        "If Lancer is not here, attack Archer; otherwise, use Roar.",
    ),
    (
        "If Lancer doesn't attack Rin, attack Archer. If he does, attack Lancer.",
        "If Lancer does not attack Rin, attack Archer; otherwise, attack Lancer.",
    ),
    ("Attack Lancer the first time he attacks Rin.", "Attack Lancer when Lancer attacks Rin."),
    (
        "If Lancer is still alive and still here in the Prepared Effect Phase, attack Lancer. Otherwise attack Archer.",
        "In the Prepared Effect Phase, if Lancer is alive and Lancer is here, attack Lancer; otherwise, attack Archer.",
    ),
    ("Use Roar first, then attack Lancer with my last AP.", "Use Roar and then attack Lancer."),
];

/// Whose attack is open, or whether there is one.
const REFUSED: &[&str] = &[
    "Attack the attacker.",
    "If Rin is not attacked, attack the attacker.",
    "If Archer attacks Rin or Lancer attacks me, attack the attacker.",
    "If I attack Lancer, attack the attacker.",
    "If Lancer is here or Archer is here, attack him.",
    "Use Roar. If she is, attack Lancer.",
];

#[test]
fn whom_words_mean_is_told_by_what_is_asked() {
    for (letter, order) in READ {
        let found = checked(&format!("Saber: {letter}"));
        assert_eq!(plan(&found), [format!("Saber: {order}")], "{letter} {:?}", said(&found));
        assert!(!found.has_errors(), "{letter} {:?}", said(&found));
    }
}

#[test]
fn an_attacker_of_whom_nothing_is_asked_is_asked_about() {
    for letter in REFUSED {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors(), "{letter} {:?}", plan(&found));
    }
}

/// A name is what is wrong where nothing else is, in whatever words the rest stands.
#[test]
fn a_misspelt_name_is_told_in_other_wordings_too() {
    let found = checked("Saber: Flee to the Brigde if I have less than 50 Health or 20 Mana.");
    assert_eq!(said(&found), ["E203 no location `Brigde` is known [Bridge]"]);
}

#[test]
fn what_failed_is_what_the_order_above_uses() {
    let found = checked("Saber: Use Excalibur on Lancer. If it fails or is cancelled, attack Archer instead.");
    assert_eq!(plan(&found), ["Saber: Use Excalibur on Lancer.", "Saber: If \"Excalibur\" fails, attack Archer."]);
    let found = checked("Saber: Attack Lancer. If it fails, attack Archer.");
    assert!(found.has_errors(), "{:?}", plan(&found));
}

/// A judge's sentences: the helper of the second keeps its tense, and the second asks what the first denies.
#[test]
fn what_is_asked_again_is_asked_in_its_own_tense() {
    let found = checked("Saber: If Archer was attacked by Rin, attack him; if Lancer was, attack him.");
    let of = |who: &str| format!("Saber: If Rin has attacked {who}, attack {who}.");
    assert_eq!(plan(&found), [of("Archer"), of("Lancer")]);
    let found = checked("Rin: If Saber isn't here, use \"Summon!\" on her. If she is, use \"Withstand it!\" on her.");
    let both = "Rin: If Saber is not here, command Saber \"Summon!\"; otherwise, command Saber \"Withstand it!\".";
    assert_eq!(plan(&found), [both]);
}

/// A judge's: of two halves one cannot be seen in time, denied or not.
#[test]
fn a_half_that_cannot_hold_is_told_within_a_denial_too() {
    let found = checked("Saber: Flee to the Bridge unless Lancer is dead or Archer has fled.");
    assert!(said(&found).iter().any(|said| said.contains("W342")), "{:?}", said(&found));
}

/// A judge's sentences: what stands before the first `if` is said of both halves.
const BELOW_A_HEAD: &[(&str, &[&str])] = &[
    (
        "In the second round, if Lancer is here, attack him; if he is not, attack Archer.",
        &["In the 2nd round, if Lancer is here, attack that character; otherwise, attack Archer."],
    ),
    (
        "When Lancer attacks Rin, if Archer is here, attack Lancer; if Archer is not here, use Excalibur on Lancer.",
        &["When Lancer attacks Rin, if Archer is here, attack Lancer; otherwise, use Excalibur on Lancer."],
    ),
    (
        "At the end of the Attacking Phase, if Archer has attacked Rin, attack Archer; if Archer has not attacked Rin, attack Lancer.",
        &[
            "At the end of the Attacking Phase, if Archer has attacked Rin, attack Archer.",
            "At the end of the Attacking Phase, if Archer does not attack Rin, attack Lancer.",
        ],
    ),
    (
        "2nd Attacking Phase: if Lancer is here, attack Lancer; if he is not, attack Archer.",
        &["In the 2nd Attacking Phase, if Lancer is here, attack Lancer; otherwise, attack Archer."],
    ),
    (
        "If Lancer is here, attack Lancer. If Lancer is not here, attack Archer.",
        &["If Lancer is here, attack Lancer; otherwise, attack Archer."],
    ),
    // On lines of their own, and of what somebody does, each is asked for itself.
    (
        "If Lancer is here, attack Lancer.\nIf Lancer is not here, attack Archer.",
        &["If Lancer is here, attack Lancer.", "If Lancer is not here, attack Archer."],
    ),
    (
        "If Lancer attacks Rin, attack Lancer. If Lancer does not attack Rin, attack Archer.",
        &["If Lancer attacks Rin, attack Lancer.", "If Lancer does not attack Rin, attack Archer."],
    ),
];

#[test]
fn what_stands_at_the_head_is_said_of_both_halves() {
    for (letter, orders) in BELOW_A_HEAD {
        let found = checked(&format!("Saber: {letter}"));
        let read: Vec<String> = orders.iter().map(|order| format!("Saber: {order}")).collect();
        assert_eq!(plan(&found), read, "{letter} {:?}", said(&found));
    }
}

#[test]
fn a_head_is_of_no_part_that_it_may_not_be_meant_of() {
    for letter in [
        "When Lancer attacks Rin, attack him; if Archer is here, attack him too.",
        "In the second round, if Rin is here, attack Lancer, and if Archer is here, attack Archer.",
        "At the end of the Attacking Phase, attack Lancer; attack Archer.",
        "At the end of the Attacking Phase, attack Lancer, and if Archer is here, attack Archer.",
    ] {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors() && plan(&found).is_empty(), "{letter} {:?}", plan(&found));
    }
}

/// A judge's sentences, which were read as something else.
#[test]
fn what_is_added_or_already_so_is_asked_about() {
    for letter in [
        "During the Support Phase, if Archer is here, use Roar; if Lancer is here as well, use Excalibur on Lancer.",
        "Attack Archer. If he is already dead, attack Lancer.",
        "If Archer doesn't attack me, attack Lancer. If Lancer doesn't either, flee to the Bridge.",
        "If Lancer attacks me, use Roar. If Archer attacks me as well, flee to the Bridge.",
        "If Archer is here, attack Archer. If Lancer is here as well, attack Lancer too.",
        "If Lancer attacks Rin, attack Lancer. If Archer also attacks Rin, attack Archer.",
        "At the end of the Attacking Phase, if Archer attacked me, attack Archer. If Lancer did, attack Lancer.",
        "If Lancer attacks Archer I attack him.",
        "If Lancer attacks Archer please attack him.",
        "When Lancer attacks Archer I'd like to attack him.",
        "If Lancer doesn't attack Rin, attack Lancer at the end of the Attacking Phase; if he does, attack Archer.",
    ] {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors() && plan(&found).len() < 2, "{letter} {:?}", plan(&found));
    }
}
