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
    ("Use Roar first, then attack Lancer with everything.", "Use Roar and then attack Lancer as often as possible."),
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
