//! `If he hasn't, B` behind a condition, `when I act`, and what a judge of the 28th of November found: read as meant,
//! or asked about.

use grail_referee::language::span::Source;
use grail_referee::orders::{check, plan as planning};
use grail_referee::vocabulary::sex::Sex;

use super::{checked, plan, said};

/// Caster is a woman, Lancer and Archer are men.
const READ: &[(&str, &[&str])] = &[
    (
        "If Lancer has attacked Archer, attack Archer. If he hasn't, attack Lancer.",
        &["If Lancer has attacked Archer, attack Archer; otherwise, attack Lancer."],
    ),
    (
        "If Lancer has attacked Archer before I act, attack Archer. If he hasn't, attack Lancer.",
        &["If Lancer has attacked Archer, attack Archer; otherwise, attack Lancer."],
    ),
    (
        "If Lancer is here, attack Archer. If he isn't, use Roar.",
        &["If Lancer is here, attack Archer; otherwise, use Roar."],
    ),
    // Of a man and a woman `he` is the man, whoever was asked of.
    (
        "If Caster doesn't attack Rin, attack Archer. If he does, use Roar.",
        &["If Caster does not attack Rin, attack Archer.", "If Archer attacks Rin, use Roar."],
    ),
    (
        "In the Attacking Phase, if Lancer has attacked Rin, attack Lancer; if he hasn't, attack Archer.",
        &["In the Attacking Phase, if Lancer has attacked Rin, attack Lancer; otherwise, attack Archer."],
    ),
    ("If Lancer is here when I act, attack him.", &["If Lancer is here, attack that character."]),
    ("When I act, attack Lancer if he is here.", &["If Lancer is here, attack Lancer."]),
    ("Attack Lancer when my turn comes.", &["Attack Lancer."]),
    (
        "If Lancer has attacked Rin by the time I act, attack him.",
        &["If Lancer has attacked Rin, attack that character."],
    ),
    ("If Lancer attacks Rin before my action, attack him.", &["If Lancer has attacked Rin, attack that character."]),
    (
        "Attack Lancer if he is here when I act in the Prepared Effect Phase.",
        &["If Lancer is here, attack Lancer in the Prepared Effect Phase."],
    ),
    ("If Rin's been attacked, attack Lancer.", &["If Rin has been attacked, attack Lancer."]),
    ("If Rin's dropped below 50 Health, use Roar.", &["If Rin has less than 50 Health, use Roar."]),
    (
        "Use Excalibur on Archer and Lancer, if Lancer is here.",
        &["If Lancer is here, use Excalibur on Archer and Lancer."],
    ),
    (
        "Use Excalibur on Lancer and Archer if Lancer is here.",
        &["If Lancer is here, use Excalibur on Lancer and Archer."],
    ),
    ("Use Roar unless we are both in battle.", &["If not (I am in battle and Rin is in battle), use Roar."]),
    (
        "If Lancer has used Gae Bolg this Turn, attack him.",
        &["If Lancer has used \"Gae Bolg\", attack that character."],
    ),
];

/// What could be meant in two ways, or of another.
const ASKED_ABOUT: &[&str] = &[
    "If Lancer isn't here, attack Archer. If he isn't, use Roar.",
    "If Caster attacks Archer, attack Archer. If he doesn't, use Roar.",
    "If Lancer or Archer is here, attack Caster. If he isn't, use Roar.",
    "If nobody attacks Rin, attack Archer. If they do, use Roar.",
    "If I have less than 50 Health, use Roar; if he doesn't, attack Archer.",
    "If Lancer attacks Rin when I act, attack him.",
    "Use Excalibur on Archer and Lancer if Lancer is here.",
    "Use Excalibur on Lancer, Archer, and Caster if she attacked Rin.",
    "Use Excalibur on Lancer, and Archer unless he has left.",
    "Use Excalibur on Lancer and Archer unless Archer is dead.",
    "Use Roar unless we are in battle.",
    "If Lancer has already used Gae Bolg, attack him.",
    "If Lancer still hasn't used Gae Bolg, use Roar.",
    "Attack Lancer for as long as I have more than 100 Health.",
];

#[test]
fn what_is_answered_in_short_is_of_what_was_asked() {
    let mut view = super::view::view();
    let sex = |name: &str| match name {
        "Rin" | "Saber" | "Caster" => Some(Sex::Female),
        "Lancer" | "Archer" => Some(Sex::Male),
        _ => None,
    };
    view.own.iter_mut().for_each(|own| own.sex = sex(&own.name));
    view.known.iter_mut().for_each(|known| known.sex = sex(&known.name));
    for (letter, orders) in READ {
        let found = check(&Source::new("red.txt", format!("Saber: {letter}")), &view);
        let orders: Vec<String> = orders.iter().map(|order| format!("Saber: {order}")).collect();
        assert_eq!(plan(&found), orders, "{letter} {:?}", said(&found));
        assert!(!found.has_errors(), "{letter} {:?}", said(&found));
    }
    for letter in ASKED_ABOUT {
        let found = check(&Source::new("red.txt", format!("Saber: {letter}")), &view);
        assert!(found.has_errors(), "{letter} {:?}", plan(&found));
    }
}

/// An offer binds nobody before it is answered: it is told, and declares nothing.
#[test]
fn what_is_offered_is_told() {
    for (letter, told) in [
        ("Offer Lancer a ceasefire.", "I offer a ceasefire"),
        ("Propose an alliance to Lancer.", "I offer an alliance"),
    ] {
        let found = checked(&format!("Rin: {letter}"));
        assert_eq!(plan(&found), [format!("Rin: Tell Lancer: \"{told}\".")], "{letter} {:?}", said(&found));
    }
    let found = checked("Rin: Give Saber the Splint, and the Pills if she's poisoned.");
    assert!(found.has_errors(), "{:?}", plan(&found));
}

/// R282: Combat Points and Command Spells are a Master's.
#[test]
fn a_servant_is_not_asked_for_what_a_master_has() {
    for letter in ["If Saber has 2500 or more CP, attack Lancer.", "If we have 2500 or more CP, attack Lancer."] {
        let found = checked(&format!("Saber: {letter}"));
        assert!(said(&found).iter().any(|said| said.starts_with("E353")), "{letter} {:?}", said(&found));
    }
    assert!(!checked("Saber: If Rin has 2500 or more CP, attack Lancer.").has_errors());
}

/// `stay` behind a move is no time to ask: what is there is seen on arrival.
#[test]
fn whoever_has_moved_asks_on_arrival() {
    for end in ["; otherwise, stay.", ", otherwise stay.", ". If not, stay.", "; otherwise do nothing.", "."] {
        let found = checked(&format!("Saber: Move to Church. If Lancer is there, attack him twice{end}"));
        let arrived = "Saber: If Lancer is in Church, attack that character 2 times.";
        assert_eq!(plan(&found), ["Saber: Move to Church.", arrived], "{end} {:?}", said(&found));
        let planned = planning::build_plan(&found, &super::view::view());
        assert_eq!(planned[1].steps[0].asked, "asked in the 2nd Attacking Phase", "{end}");
    }
    let found = checked("Saber: If Lancer is here, attack Lancer; otherwise, stay.");
    assert_eq!(plan(&found), ["Saber: If Lancer is here, attack Lancer; otherwise, stay."]);
}

/// What is said to come behind the order above, and comes before it, is told.
#[test]
fn what_comes_before_the_order_above_is_told() {
    let codes = |letter: &str| said(&checked(letter)).iter().map(|said| said[..4].to_owned()).collect::<Vec<_>>();
    for lead in ["Then", "After that,", "After this,", "Afterwards,", "Next,"] {
        assert_eq!(codes(&format!("Saber: Attack Lancer. {lead} use Roar.")), ["E117"], "{lead}");
    }
    for letter in [
        "Saber: Attack Lancer. If he is dead, use Roar.",
        "Saber: Attack Lancer. If he has less than 50 Health, use Roar.",
        "Saber: Attack Lancer. If he is dead, use Roar; otherwise, attack Archer.",
    ] {
        assert!(codes(letter).contains(&"W361".to_owned()), "{letter} {:?}", codes(letter));
    }
    // Asked behind the blow, or of somebody else.
    for letter in [
        "Saber: Attack Lancer. If he is dead by then, attack Archer.",
        "Saber: Attack Lancer. If he is dead, attack Archer.",
        "Saber: Attack Lancer. If Archer is dead, use Roar.",
        "Saber: Use Roar. If Lancer is still here then, attack him.",
    ] {
        assert!(!codes(letter).iter().any(|code| code == "W361" || code == "E117"), "{letter} {:?}", codes(letter));
    }
    // One cause, one error.
    assert_eq!(codes("Saber: Atack Lancer. After that, use Roar."), ["E112"]);
    // A word for those who are here is for nobody else to read (R377).
    assert!(checked("Rin: Tell everyone here: leave.").has_errors());
}
