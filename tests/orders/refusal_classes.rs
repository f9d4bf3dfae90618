//! Causes for which blind writers were refused, each mended as a class: how one of each reads, and what is refused
//! still.

use super::{checked, plan, said};

/// An order, its canonical words.
const READ: &[(&str, &str)] = &[
    // A time behind a condition: the order waits for it, and asks then.
    (
        "Saber: If I have 100 or less Health at the end of the Attacking Phase, use Heal on Saber; otherwise, attack Lancer.",
        "Saber: If I have 100 or less Health, use Heal on Saber at the end of the Attacking Phase; otherwise, attack Lancer at the end of the Attacking Phase.",
    ),
    (
        "Saber: If nobody has attacked us by the end of the Attacking Phase, use Heal on Saber.",
        "Saber: If nobody attacks my team, use Heal on Saber at the end of the Attacking Phase.",
    ),
    (
        "Saber: If Lancer attacks me by the end of the Attacking Phase, use Heal on Saber.",
        "Saber: If Lancer has attacked me, use Heal on Saber at the end of the Attacking Phase.",
    ),
    (
        "Saber: Enter Spirit Form if nobody attacks us by the 2nd Support Phase.",
        "Saber: If nobody attacks my team, enter Spirit Form in the 2nd Support Phase.",
    ),
    (
        "Saber: Flee to Bridge if my Health is 100 or less when the Movement Phase begins.",
        "Saber: If I have 100 or less Health, flee to Bridge in the Movement Phase.",
    ),
    // Which of two.
    (
        "Saber: Use Parry on whichever of Rin and me has lost more Health.",
        "Saber: If Rin has missing Health higher than mine, use Parry on Rin; otherwise, if Rin has missing Health lower than mine, use Parry on me.",
    ),
    (
        "Saber: Parry goes to whoever of us two is lower on Health.",
        "Saber: If Rin has Health lower than mine, use Parry on Rin; otherwise, if Rin has Health higher than mine, use Parry on me.",
    ),
    (
        "Saber: Use Parry on whichever of us has more Mana.",
        "Saber: If Rin has Mana higher than mine, use Parry on Rin; otherwise, if Rin has Mana lower than mine, use Parry on me.",
    ),
    // Whom one's team has declared for.
    ("Saber: Attack Lancer unless he is allied with us.", "Saber: If Lancer is not an ally, attack Lancer."),
    ("Saber: Attack Lancer unless we are allied with him.", "Saber: If Lancer is not an ally, attack Lancer."),
    ("Saber: If Lancer is our ally, stay.", "Saber: If Lancer is an ally, stay."),
    ("Saber: If we have no alliance with Lancer, attack Lancer.", "Saber: If Lancer is not an ally, attack Lancer."),
    // Two conditions behind an order, one of them denied.
    (
        "Saber: Attack Lancer if Rin is here, but not if Archer is here.",
        "Saber: If Rin is here and Archer is not here, attack Lancer.",
    ),
    (
        "Saber: Attack Lancer if Rin is here, unless Archer is here.",
        "Saber: If Rin is here and Archer is not here, attack Lancer.",
    ),
    // A noun leads.
    ("Saber: Parry goes into Archer.", "Saber: Use Parry on Archer."),
    ("Saber: Prepare Excalibur and bring it down on Archer.", "Saber: Use Excalibur on Archer."),
    ("Saber: Open the round by hitting Archer with Parry.", "Saber: Use Parry on Archer."),
    ("Saber: Leave the battle and walk to the Bridge.", "Saber: Flee to Bridge."),
    // What happens, in other words.
    ("Saber: After taking the first hit of the Night, use Roar.", "Saber: Use Roar when anyone hits me."),
    ("Saber: Attack Lancer after he has made his first attack.", "Saber: Attack Lancer when Lancer attacks."),
    ("Saber: If Caster dies by my hand, stay.", "Saber: If I kill Caster, stay."),
    ("Saber: If Lancer attacks Rin and Rin survives, stay.", "Saber: If Lancer attacks Rin and Rin is alive, stay."),
    ("Saber: If Rin and I are in different places, stay.", "Saber: If Rin is not here, stay."),
    (
        "Saber: If Lancer's Master is without a Servant here, stay.",
        "Saber: If Lancer's Master's Servant is not here, stay.",
    ),
    // Teams by one of theirs.
    ("Saber: Use Excalibur on everyone from Lancer's team.", "Saber: Use Excalibur on Lancer's team."),
    // Information for information.
    (
        "Rin: Tell the IGM that Lancer is a spearman, and ask for information in return.",
        "Rin: Ask the IGM for information, offering \"Lancer is a spearman\".",
    ),
];

#[test]
fn each_class_reads_as_it_is_meant() {
    let mut wrong = Vec::new();
    for (text, words) in READ {
        for text in [text, words] {
            let found = checked(text);
            if plan(&found) != [*words] {
                wrong.push(format!("{text}\n    {:?}\n    {:?}", plan(&found), said(&found)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An order, the words of the answer.
const REFUSED: &[(&str, &str)] = &[
    ("Saber: If Lancer attacks me at the end of the Attacking Phase, stay.", "the time of the event, or of the order?"),
    ("Saber: Attack Lancer unless we have a ceasefire with him.", "whether there is a ceasefire"),
    ("Saber: If Caster accepts the alliance, attack Lancer.", "what somebody answers"),
    ("Saber: If Lancer tries to leave, attack Lancer.", "what somebody is about to do"),
    ("Saber: If Caster is alone, attack Caster.", "without their Servant, or with nobody at all?"),
    ("Saber: Attack Lancer. If Archer does, attack Archer.", "the deed must be said again"),
    ("Saber: Attack Lancer if I'm losing.", "a number or an event says it"),
    ("Rin: Move to Bridge if the Night looks quiet.", "a number or an event says it"),
    ("Saber: If Caster states a blue, stay.", "Logic Game"),
    ("Saber: Treat Caster as an enemy.", "who is friend or foe is no order"),
    ("Saber: Keep Rain Manipulation up.", "an upkeep is paid by itself"),
    ("Saber: Use Excalibur on everyone from Blue.", "is a team"),
    ("Saber: Use Parry on whichever of Lancer and Archer has less Health.", "one of them must be who acts"),
    (
        "Saber: If Lancer attacks me, use Parry on whichever of Rin and me has less Health.",
        "is it asked when this happens",
    ),
    ("Saber: Attack Lancer and wait until Archer attacks.", ""),
    ("Saber: Attack everyone who attacked nobody.", "deny"),
    ("Saber: If Rin is here, use Parry on whichever of us has less Health; otherwise, stay.", "of several branches"),
];

#[test]
fn what_nobody_can_know_is_answered_on_purpose() {
    for (text, words) in REFUSED {
        let found = checked(text);
        assert!(found.has_errors(), "{text}: {:?}", plan(&found));
        assert!(said(&found).iter().any(|line| line.contains(words)), "{text}\n{:?}", said(&found));
    }
}

#[test]
fn everyone_who_did_it_is_said_to_be_as_many_as_the_skill_strikes() {
    for (text, code) in [
        ("Saber: Use Excalibur on everyone who attacked Rin.", "W372"),
        ("Saber: Attack everyone who attacked Rin.", "E361"),
        ("Saber: Attack each enemy Servant who attacked Rin.", "E361"),
    ] {
        let found = checked(text);
        assert!(said(&found).iter().any(|line| line.starts_with(code)), "{text}: {:?}", said(&found));
    }
}

#[test]
fn every_item_but_some_is_each_of_the_others_that_are_held() {
    let found = checked("Rin: Give Saber every item I have except the Splint.");
    let given = plan(&found).join(" ");
    let held =
        &super::view::view().own.iter().find(|own| own.name == "Rin").map(|own| own.items.clone()).unwrap_or_default();
    for item in held {
        assert_eq!(given.contains(item.as_str()), item != "Splint", "{item}: {given} {:?}", said(&found));
    }
    for text in ["Give Saber every item I have except Excalibur.", "Buy every item.", "Use everything I have."] {
        assert!(checked(&format!("Rin: {text}")).has_errors(), "{text}");
    }
}

#[test]
fn a_blow_at_whoever_has_gone_by_then_is_told() {
    let told = |text: &str| said(&checked(text)).iter().any(|line| line.starts_with("W379"));
    for text in [
        "Saber: If Lancer flees, attack Lancer.",
        "Saber: If Lancer leaves this location, attack Lancer.",
        "Saber: When Lancer dies, attack Lancer.",
        "Saber: Attack Lancer when he leaves.",
        // Whoever flees goes behind all blows of the round.
        "Saber: If Lancer flees, attack Archer.",
    ] {
        assert!(told(text), "{text}: {:?} {:?}", plan(&checked(text)), said(&checked(text)));
    }
    for text in [
        "Saber: If Lancer has not fled, attack Lancer.",
        "Saber: If Lancer attacks me, attack Lancer.",
        "Saber: If Lancer leaves Church, attack Lancer.",
        "Saber: If Lancer flees or Lancer attacks me, attack Lancer.",
    ] {
        assert!(!told(text), "{text}: {:?}", said(&checked(text)));
    }
}
