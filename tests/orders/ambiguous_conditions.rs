//! A condition that leaves open whom it means, or how many, is refused: read as less it would hold too soon, or never.

use super::{checked, said};

/// What is said of those a condition speaks of.
const SAID: &[&str] =
    &["{be} here", "{have} attacked me", "{be} in Spirit Form", "{have} entered this location", "{have} been attacked"];

/// Who, and whether the words stand for several.
const ALL: &[(&str, bool)] = &[
    ("every opponent", false),
    ("every enemy Servant", false),
    ("each opponent", false),
    ("all opponents", true),
    ("all of the enemy Servants", true),
    ("everyone", false),
    ("everybody", false),
];
const ONE_OF: &[(&str, bool)] = &[
    ("Lancer or Caster", false),
    ("an opponent", false),
    ("any enemy Servant", false),
    ("someone", false),
    ("either Lancer or Caster", false),
];

fn said_of((who, several): (&str, bool), said: &str, not: bool) -> String {
    let (be, have) = if several { ("are", "have") } else { ("is", "has") };
    let deny = |word: &str| if not { format!("{word} not") } else { word.to_owned() };
    format!("{who} {}", said.replace("{be}", &deny(be)).replace("{have}", &deny(have)))
}

/// Every condition built of these, in each form an order has for one.
fn in_every_form(condition: &str) -> [String; 5] {
    [
        format!("Saber: If {condition}, use Parry on Lancer."),
        format!("Saber: Unless {condition}, use Parry on Lancer."),
        format!("Saber: When {condition}, use Parry on Lancer."),
        format!("Saber: Use Parry on Lancer after {condition}."),
        format!("Saber: If Rin is here and {condition}, use Parry on Lancer; otherwise, stay."),
    ]
}

fn is_refused(text: &str, code: &str) {
    let checked = checked(text);
    assert!(checked.plan.is_empty(), "{text}\nis planned: {:?}", super::plan(&checked));
    let said = said(&checked);
    assert!(said.iter().any(|line| line.starts_with(code)), "{text}\n{said:#?}");
}

#[test]
fn what_compares_counts_or_sees_is_asked_as_it_says() {
    for condition in [
        "I have more Health than any opponent",
        "I have more Health than opponents",
        "up to 2 opponents are here",
        "up to 2 opponents have attacked me",
        "I see Lancer first",
        "Lancer uses a spell",
        "an enemy Servant is not dead",
        "it is Night 1.5 or later",
    ] {
        let text = format!("Saber: If {condition}, use Parry on Lancer.");
        let checked = checked(&text);
        assert!(checked.plan.is_empty(), "{text}\nis planned: {:?}", super::plan(&checked));
        assert!(!said(&checked).is_empty(), "{text}");
    }
}

#[test]
fn nothing_is_asked_of_all_that_would_be_asked_of_one() {
    for (who, said) in ALL.iter().flat_map(|who| SAID.iter().map(move |said| (who, said))) {
        for not in [false, true] {
            for text in in_every_form(&said_of(*who, said, not)) {
                is_refused(&text, "E361");
            }
        }
    }
    for text in [
        "Saber: If Lancer attacks everyone, use Parry on Lancer.",
        "Saber: If my team is here, use Parry on Lancer.",
        "Saber: If both enemy Servants are here, use Parry on Lancer.",
    ] {
        is_refused(text, "E361");
    }
}

#[test]
fn not_one_of_them_and_not_any_of_them_are_told_apart() {
    for (who, said) in ONE_OF.iter().flat_map(|who| SAID.iter().map(move |said| (who, said))) {
        // `Either` stands first in a condition.
        let forms = in_every_form(&said_of(*who, said, true));
        for text in forms.iter().take(if who.0.starts_with("either") { 4 } else { 5 }) {
            is_refused(text, "E361");
        }
    }
    for condition in ["Lancer or Caster is absent", "at least one opponent is not here", "two opponents are not here"] {
        is_refused(&format!("Saber: If {condition}, use Parry on Lancer."), "E361");
    }
}

#[test]
fn whom_a_condition_means_is_said() {
    for condition in [
        "Lancer is here and nobody else is here",
        "nobody else is here",
        "no other enemy Servant is here",
        "Lancer is here and no other enemy Servant is here",
        "Lancer attacks me and someone else attacks me",
        "Lancer attacks me and another opponent is here",
        "Lancer attacks first",
        "an enemy Servant is dead",
        "somebody is dead",
        "nobody is dead",
        "no enemy Servant is dead",
        "my Servant is dead",
        "Lancer's Master is dead",
    ] {
        is_refused(&format!("Saber: If {condition}, use Parry on Lancer."), "E362");
    }
}

#[test]
fn what_is_clear_is_read() {
    for condition in [
        "an opponent is here",
        "Lancer or Caster is here",
        "neither Lancer nor Caster is here",
        "no opponent is here",
        "nobody has attacked me",
        "Lancer is not here or Caster is not here",
        "Lancer is here and Caster is here",
        "three or more opponents are here",
        "exactly one opponent is here",
        "opponents are here",
        "enemy Servants have attacked me",
        "Lancer attacks allies",
        "we are attacked",
        "Lancer attacks me first",
        "Lancer is dead",
        "an enemy Servant dies",
        "Lancer has not attacked an ally",
    ] {
        let text = format!("Saber: If {condition}, use Parry on Lancer.");
        let checked = checked(&text);
        let said = said(&checked);
        assert!(!said.iter().any(|line| line.starts_with('E')), "{text}\n{said:#?}");
        assert_eq!(checked.plan.len(), 1, "{text}");
        // What the plan says back is understood as well, and as the same.
        let again = super::checked(&super::plan(&checked)[0]);
        assert_eq!(super::plan(&again), super::plan(&checked), "{text}\n{:#?}", super::said(&again));
    }
}

#[test]
fn a_state_that_was_is_asked_as_one_that_is_and_told_so() {
    for condition in
        ["Lancer was here", "Lancer was in Spirit Form", "I had 100 or less Health", "my Health was 100 or less"]
    {
        let text = format!("Saber: If {condition}, use Parry on Lancer.");
        let said = said(&checked(&text));
        assert!(said.iter().any(|line| line.starts_with("W371")), "{text}\n{said:#?}");
    }
    for condition in
        ["Lancer was attacked", "Lancer has attacked me", "my move was cancelled", "I have 100 or less Health"]
    {
        let text = format!("Saber: If {condition}, use Parry on Lancer.");
        let said = said(&checked(&text));
        assert!(!said.iter().any(|line| line.starts_with("W371")), "{text}\n{said:#?}");
    }
}

#[test]
fn a_skill_that_strikes_one_is_not_used_on_all() {
    for (order, refused) in [
        ("Attack every opponent.", true),
        ("Attack everyone.", true),
        ("Attack an opponent.", false),
        ("Attack Lancer.", false),
        ("Use Excalibur on every opponent.", false),
    ] {
        let said = said(&checked(&format!("Saber: {order}")));
        assert_eq!(said.iter().any(|line| line.starts_with("E361")), refused, "{order}\n{said:#?}");
    }
}

#[test]
fn who_is_at_a_place_not_seen_is_said_to_be_unknown() {
    for (condition, told) in [
        ("Lancer is in Bridge", true),
        ("nobody is in Bridge", true),
        ("two or more opponents are in Bridge", true),
        ("Rin is in Bridge", false),
        ("I detect nobody in Bridge", true),
        ("Rin detects an opponent in Bridge", true),
        ("I see nobody in Park", false),
        ("Lancer is in Park", false),
        ("Lancer is here", false),
    ] {
        let said = said(&checked(&format!("Saber: If {condition}, use Parry on Lancer.")));
        assert_eq!(said.iter().any(|line| line.starts_with("W373")), told, "{condition}\n{said:#?}");
    }
}

#[test]
fn who_is_seen_beside_a_scouting_is_seen_where() {
    for seen in ["I see Lancer", "I detect an opponent", "I do not see anyone", "Lancer is seen by me"] {
        let beside = checked(&format!("Saber: Scout Bridge. If {seen}, use Parry on Lancer."));
        assert_eq!(beside.plan.len(), 1, "{seen}");
        assert!(said(&beside).iter().any(|line| line.starts_with("E363")), "{seen}: {:#?}", said(&beside));
        let alone = checked(&format!("Saber: If {seen}, use Parry on Lancer."));
        assert_eq!(alone.plan.len(), 1, "{seen}: {:#?}", said(&alone));
    }
    let at_a_place = checked("Saber: Scout Bridge. If I detect an opponent in Bridge, use Parry on Lancer.");
    assert_eq!(at_a_place.plan.len(), 2, "{:#?}", said(&at_a_place));
}

#[test]
fn one_who_is_named_is_not_asked_for_twice() {
    for (who, code) in [
        ("Lancer and an opponent", Some("E362")),
        ("Lancer and a Servant", Some("E362")),
        ("an enemy Servant and Lancer", Some("E362")),
        ("Rin and an opponent", None),
        ("Lancer and an opponent except Lancer", None),
        ("Lancer and Caster", None),
        ("Lancer or an opponent", None),
    ] {
        let said_of = |what: &str| format!("Saber: If {who} {what}, use Parry on Lancer.");
        for text in [said_of("are here"), said_of("attack me"), said_of("have attacked Rin")] {
            match code {
                Some(code) => is_refused(&text, code),
                None => assert_eq!(checked(&text).plan.len(), 1, "{text}: {:#?}", said(&checked(&text))),
            }
        }
    }
}

#[test]
fn several_who_were_found_are_not_one() {
    for condition in [
        "two opponents attack me",
        "at least 2 Servants are here",
        "I am attacked by two Servants",
        "more than one opponent attacks me",
    ] {
        is_refused(&format!("Saber: If {condition}, attack them."), "E");
    }
    for condition in
        ["Caster is here and Lancer is here and he attacks me", "Caster attacks Rin and Lancer is here and he dies"]
    {
        is_refused(&format!("Saber: If {condition}, use Parry on Lancer."), "E362");
    }
}

#[test]
fn a_wait_behind_two_is_of_both_or_of_one() {
    for (order, asked) in [
        ("Use Parry on Lancer and use Roar when Caster attacks me.", true),
        ("Use Parry on Lancer and Roar in the Attacking Phase.", true),
        ("Parry Lancer and Roar at AGI D.", true),
        ("Use Parry on Lancer, then use Roar when Caster attacks me.", false),
        ("Use Roar and attack Lancer at AGI D.", true),
        ("Use Roar and then attack Lancer at AGI D.", false),
        ("When Caster attacks me, use Parry on Lancer and use Roar.", false),
    ] {
        let found = checked(&format!("Saber: {order}"));
        let said = said(&found);
        assert_eq!(said.iter().any(|line| line.starts_with("E117")), asked, "{order}\n{said:#?}");
        assert_eq!(found.plan.is_empty(), asked, "{order}\n{said:#?}");
    }
}

#[test]
fn a_pronoun_is_whom_it_can_be_alone() {
    for (order, code) in [
        ("Once he is dead, attack Caster.", "E362"),
        ("Attack Lancer's Master if he is in Spirit Form.", "E214"),
        ("Attack Lancer's Master unless she is here.", "E214"),
        ("If Lancer attacks Archer and hits him, attack Caster.", "E362"),
        ("If Saber attacks Lancer, use Heal on him.", "E362"),
        ("If an opponent attacks their Master, attack Caster.", "E362"),
        ("Attack an enemy Master, or an enemy Servant if none is here.", "E362"),
        ("Attack Lancer after Caster attacks Rin unless Archer attacks me first.", "E362"),
        ("Attack Lancer if I am left alone.", "E105"),
    ] {
        let said = said(&checked(&format!("Saber: {order}")));
        assert!(said.iter().any(|line| line.starts_with(code)), "{order}\n{said:#?}");
    }
    let plan = super::plan(&checked("Saber: Attack Lancer. When he attacks me, attack Caster."));
    assert_eq!(plan.last().map(String::as_str), Some("Saber: Attack Caster when Lancer attacks me."));
    for (order, read) in [
        ("Use Excalibur on Lancer and his Master if Caster is here.", "on Lancer and Lancer's Master"),
        ("If Lancer attacks Rin, use Excalibur on Caster and her Master.", "on Caster and Caster's Master"),
        ("Attack Lancer or his Master if Caster is here.", "attack Lancer or Lancer's Master"),
        ("When Lancer attacks his Master, attack Caster.", "when Lancer attacks Lancer's Master"),
        ("If Lancer attacks Archer and kills Rin, attack Caster.", "Lancer kills Rin"),
        ("If Lancer attacks Archer but doesn't hit him, attack Caster.", "Lancer does not hit Archer"),
    ] {
        let plan = super::plan(&checked(&format!("Saber: {order}")));
        assert!(plan.len() == 1 && plan[0].contains(read), "{order}\n{plan:?}");
    }
}

#[test]
fn what_is_put_off_comes_behind_what_is_not() {
    for (order, told) in [
        ("Attack Lancer at AGI D and then attack Caster.", true),
        ("Attack Lancer at the end of the Attacking Phase and then attack Caster.", true),
        ("Attack Lancer and then attack Caster at AGI D.", false),
        ("At AGI D, attack Lancer and then attack Caster.", false),
        ("Attack Lancer at AGI D and then attack Caster at AGI D.", false),
    ] {
        let said = said(&checked(&format!("Saber: {order}")));
        assert_eq!(said.iter().any(|line| line.starts_with("E117")), told, "{order}\n{said:#?}");
    }
}

#[test]
fn no_word_of_an_order_of_contracts_spells_or_statements_is_passed_over() {
    for (order, code) in [
        ("Accept a transfer to whoever kills Saber.", "E362"),
        ("Break the contract with every Servant.", "E361"),
        ("Use my second Command Spell on Saber: \"Withstand it!\"", "E361"),
        ("I guess in blue that Lancer belongs to Tokiomi.", "E112"),
    ] {
        let said = said(&checked(&format!("Rin: {order}")));
        assert!(said.iter().any(|line| line.starts_with(code)), "{order}\n{said:#?}");
    }
}

#[test]
fn what_is_added_and_whose_they_are_is_asked() {
    for order in [
        "Use Excalibur on Lancer, Archer and their Masters.",
        "Use Excalibur on Lancer, and on Archer as well if Caster is dead.",
        "Use Excalibur on Lancer and Archer as well if Caster is dead.",
        "If Lancer is dead too, attack Caster.",
        "If anyone uses a Noble Phantasm, use Heal on that character.",
        "If a Servant attacks, use Heal on that Servant.",
    ] {
        is_refused(&format!("Saber: {order}"), "E362");
    }
    is_refused("Rin: Use Jewel Light on all our Servants.", "E319");
    for order in [
        "Use Excalibur on Lancer and Archer if Caster is dead.",
        "If Caster is dead, use Excalibur on Lancer and Archer too.",
        "If anyone attacks Rin, attack that character.",
    ] {
        let found = checked(&format!("Saber: {order}"));
        assert_eq!(found.plan.len(), 1, "{order}: {:#?}", said(&found));
    }
    let scouting = said(&checked("Saber: If Lancer is in Bridge, scout Harbor; otherwise, scout Bridge."));
    assert!(scouting.iter().any(|line| line.starts_with("W373")), "{scouting:#?}");
}
