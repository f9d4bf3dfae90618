//! What is not to be done: a part of the order beside it, kept to by itself, or refused.

use super::{checked, plan, said};

/// Orders with what they forbid, and the one order that they come to.
const ONE_ORDER: &[(&str, &str)] = &[
    ("Attack Lancer. Don't attack him if Archer is here.", "If Archer is not here, attack Lancer."),
    (
        "Attack Lancer twice. Do not attack him unless he has attacked Rin.",
        "If Lancer has attacked Rin, attack Lancer 2 times.",
    ),
    ("Flee to the Bridge. Don't flee if Rin is still here.", "If Rin is not here, flee to Bridge."),
    ("Use Excalibur on all enemies. Don't hit Illya.", "Use Excalibur on every opponent except Illya."),
    ("Attack an opponent. Do not attack Illya.", "Attack an opponent except Illya."),
    (
        "If my Mana is below 20, do not use Rapid Cut. Otherwise use Rapid Cut on Archer.",
        "If I do not have less than 20 Mana, use Rapid Cut on Archer.",
    ),
    ("Attack Lancer, not Archer.", "Attack Lancer."),
    ("Attack Lancer rather than Archer.", "Attack Lancer."),
    ("Use Excalibur on Caster, not on Archer.", "Use Excalibur on Caster."),
    ("Attack Caster even if Archer is here.", "Attack Caster."),
    ("Attack Caster whether or not Archer attacks me.", "Attack Caster."),
];

/// What forbids something that another order does, or whose meaning is left open.
const REFUSED: &[&str] = &[
    // Whatever is given away is kept no longer.
    "Rin: Give Focus Band to Saber. Save the Focus Band.",
    "Rin: Give Saber everything I have and save the Focus Band.",
    // Two orders above, or an order that hangs on something.
    "Attack Lancer. Use Roar. Don't attack him if Archer is here.",
    "If Rin is here, attack Lancer. Don't attack him if Archer is here.",
    // Whom?
    "Attack Lancer. If someone attacks Lancer, don't attack him.",
    "Attack Lancer. Not Archer.",
    // Another order does it.
    "Attack Archer. Attack Lancer, not Archer.",
    "Use Rapid Cut on Caster. If my Mana is below 20, do not use Rapid Cut. Otherwise use Rapid Cut on Archer.",
    "Attack Caster. Use Excalibur on all enemies. Don't hit Caster.",
    // Who is not meant is a part of what is asked, or of whom.
    "Attack Lancer if Archer attacks Rin and not Caster.",
    "Attack any opponent who has attacked Rin, but not Illya.",
    "Attack Caster even if Archer is here, and Archer too.",
];

#[test]
fn what_an_order_is_not_to_do_is_a_part_of_it() {
    for (letter, order) in ONE_ORDER {
        let found = checked(&format!("Saber: {letter}"));
        assert_eq!(plan(&found), [format!("Saber: {order}")], "{letter} {:?}", said(&found));
        assert!(!found.has_errors(), "{letter} {:?}", said(&found));
    }
}

#[test]
fn what_is_forbidden_and_done_is_asked_about() {
    for letter in REFUSED {
        let found = checked(&format!("Saber: {letter}"));
        assert!(found.has_errors(), "{letter} {:?}", plan(&found));
    }
}

/// Orders in other words, and what they say.
const IN_OTHER_WORDS: &[(&str, &str)] = &[
    ("Attack Caster (x2).", "Attack Caster 2 times."),
    ("Attack Lancer. After that, attack Archer.", "Attack Archer."),
    (
        "If both Lancer and Archer are here, use Excalibur on both. If only one of them is here, use Rapid Cut on that one.",
        "If Lancer is here and Archer is here, use Excalibur on Lancer and Archer; otherwise, if Lancer is here, use Rapid Cut on Lancer; otherwise, if Archer is here, use Rapid Cut on Archer.",
    ),
    (
        "Flee to the Bridge if I have less than 50 Health or 20 Mana.",
        "If I have less than 50 Health or I have less than 20 Mana, flee to Bridge.",
    ),
    (
        "If I have between 50 and 100 Health, use Roar.",
        "If I have 50 or more Health and I have 100 or less Health, use Roar.",
    ),
    ("If Lancer attacks Rin with Rapid Cut, attack Lancer.", "If Lancer uses \"Rapid Cut\" on Rin, attack Lancer."),
];

#[test]
fn what_players_say_in_other_words_has_one_reading() {
    for (letter, order) in IN_OTHER_WORDS {
        let found = checked(&format!("Saber: {letter}"));
        assert_eq!(plan(&found).last(), Some(&format!("Saber: {order}")), "{letter} {:?}", said(&found));
    }
    let chained = checked("Saber: When Lancer attacks Rin, use Parry on him. After that, attack Archer.");
    assert!(chained.has_errors(), "{:?}", plan(&chained));
}
