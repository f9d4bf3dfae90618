//! Whom words mean that could mean two: told as the sentence says it, or refused. Never somebody else.

use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::perception::view::SkillCard;

use super::view::view;
use super::{checked, plan as lines, said};

/// The plan of an order of Saber's, or nothing where it is refused.
fn read(order: &str) -> Option<Vec<String>> {
    let found = checked(&format!("Saber: {order}"));
    let refused = found.diagnostics.iter().any(|d| d.is_error());
    (!refused).then(|| lines(&found))
}

#[test]
fn a_passive_is_of_whom_it_is_said() {
    let mut understood = 0;
    for done in ["is attacked by", "is hit by", "has been damaged by", "was attacked by", "is killed by"] {
        for by in ["Archer", "an opponent", "anyone but Saber"] {
            for (whom, again) in [("him", ""), ("that character", ""), ("his Master", "'s Master")] {
                for order in
                    [format!("If Caster {done} {by}, attack {whom}."), format!("Attack {whom} if Caster {done} {by}.")]
                {
                    let Some(plan) = read(&order) else { continue };
                    understood += 1;
                    assert!(plan[0].contains(&format!("attack Caster{again}")), "{order} {plan:?}");
                }
                // Of a group nobody could say whom.
                assert_eq!(read(&format!("If an opponent {done} {by}, attack {whom}.")), None, "{done} {by} {whom}");
            }
        }
    }
    for hit in ["is hit", "was hit", "gets hit", "takes physical damage"] {
        let order = format!("If Caster {hit}, attack him.");
        let Some(plan) = read(&order) else { continue };
        understood += 1;
        assert!(plan[0].ends_with("attack Caster."), "{order} {plan:?}");
    }
    // Of 94; the others are refused, because the word may mean the doer.
    assert_eq!(understood, 1);
    // Whoever strikes one's own is struck back.
    for own in ["I am", "Rin is"] {
        let plan = read(&format!("If {own} attacked by Caster, attack him."));
        assert!(plan.is_some_and(|plan| plan[0].ends_with("attack that character.")), "{own}");
    }
}

#[test]
fn whoever_is_found_as_object_is_not_taken_for_the_doer() {
    for does in ["attacks", "hits", "damages", "kills"] {
        for found in ["an opponent", "an enemy Master", "someone", "a Servant"] {
            for again in ["that opponent", "them", "him", "that character", "their Master"] {
                let order = format!("If Caster {does} {found}, attack {again}.");
                assert_eq!(read(&order), None, "{order}");
            }
        }
    }
}

#[test]
fn a_second_verb_keeps_its_denial_and_its_object() {
    let acts =
        [("attack me", "attacks me", "attacked me"), ("flee", "flees", "fled"), ("use Roar", "uses Roar", "used Roar")];
    for (plain, finite, past) in acts {
        for (other_plain, other_finite, other_past) in acts {
            for joint in ["or", "and"] {
                for said in [
                    format!("does not {plain} {joint} {other_plain}"),
                    format!("has not {past} {joint} {other_past}"),
                    format!("never {finite} {joint} {other_finite}"),
                    // An order of its own, or of Caster?
                    format!("is here {joint} {other_plain}"),
                    format!("{finite} {joint} {other_plain}"),
                ] {
                    let order = format!("Attack Caster if Caster {said}.");
                    assert_eq!(read(&order), None, "{order}");
                }
            }
        }
    }
    for (first, second) in [("attacks", "hits Rin"), ("attacks", "kills me"), ("enters", "leaves Park")] {
        for joint in ["or", "and"] {
            let order = format!("If Caster {first} {joint} {second}, attack Caster.");
            assert_eq!(read(&order), None, "{order}");
        }
    }
    // Each alternative is of anybody: whoever does the second need not have done the first.
    for anybody in ["nobody", "no opponent"] {
        let plan = read(&format!("If {anybody} attacks me or hits Rin, attack Caster.")).unwrap_or_default();
        assert!(!plan.is_empty() && !plan[0].contains("that character"), "{plan:?}");
    }
}

#[test]
fn what_a_number_has_not_come_to_it_has_not_come_to() {
    for of in ["my Health", "Rin's Health", "my Mana", "Rin's Mana"] {
        for verb in ["fallen below", "dropped below", "sunk to"] {
            let asked = |has: &str| read(&format!("Attack Caster if {of} {has} {verb} 50.")).unwrap_or_default();
            let so = asked("has");
            for denied in ["has not", "hasn't", "has never"] {
                assert_ne!(asked(denied), so, "{of} {denied} {verb}");
            }
        }
    }
}

#[test]
fn how_often_they_did_is_not_how_often_it_is_done() {
    for whom in ["the opponent who attacked me", "whoever attacks me", "the Servant who hit Rin"] {
        for often in ["twice", "two times", "once", "3 times"] {
            let order = format!("Attack {whom} {often}.");
            assert_eq!(read(&order), None, "{order}");
            assert!(read(&format!("Attack {often} {whom}.")).is_some() || often == "once", "{whom} {often}");
        }
    }
}

#[test]
fn of_two_who_go_one_is_not_asked_for_both() {
    for go in
        ["We flee to Bridge", "We both move to Bridge", "Rin and I flee to Bridge", "Saber and Rin flee to Bridge"]
    {
        for asked in [
            "if attacked",
            "if hit",
            "unless attacked",
            "if she is hit",
            "if they are attacked",
            "if their Health is below 50",
        ] {
            let order = format!("{go} {asked}.");
            // She is the one of them who has a name beside `I`.
            let named = go.starts_with("Rin and I") && asked.contains("she");
            assert_eq!(read(&order).is_some(), named, "{order}");
        }
    }
}

#[test]
fn whom_a_command_spell_names_is_not_the_servant() {
    for asked in ["if he flees", "if she has attacked me", "unless he is in Spirit Form", "if Archer attacks her"] {
        for spell in ["\"You can't escape!\" on Caster", "\"Defend Caster!\"", "\"Defend X!\" for Caster"] {
            let found = checked(&format!("Rin: Command Saber {spell} {asked}."));
            assert!(found.diagnostics.iter().any(|d| d.is_error()), "{spell} {asked}: {:?}", lines(&found));
        }
    }
    let found = checked("Rin: Command Saber \"Survive at all costs!\" if she has less than 50 Health.");
    assert_eq!(
        lines(&found),
        ["Rin: If Saber has less than 50 Health, command Saber \"Survive at all costs!\"."],
        "{:?}",
        said(&found)
    );
}

#[test]
fn what_could_be_meant_in_two_ways_is_refused() {
    for order in [
        "If Rin and Caster are in the same place, use Roar.",
        "If Caster and Archer are in the same location, attack Caster.",
        "Attack whoever used Gae Bolg or Lightning Storm.",
        "If a Master enters, attack the Master.",
        "If an opponent attacks Rin, attack the opponent.",
        "When a Servant enters, attack the Servant.",
        "Rin gets the Splint.",
        "If I do not have 50 Health, flee to Bridge.",
        "If I don't have 2 AP, use Roar.",
        "Saber attacks Caster while Rin attacks Archer.",
        "Attack Caster if he's already attacked.",
        "If Rin or I am attacked, attack her.",
        "If Caster and Archer fight, use Roar.",
        "Attack another Servant.",
        "Attack Caster, then attack somebody else.",
        "Attack Caster and use Rapid Cut on someone else.",
        "If opponents attack Rin, attack them.",
        "Attack whoever attacks her.",
        "Attack Caster after she attacks, unless he is dead.",
        "If I have less than 1.000 Mana, use Roar.",
        "Attack Caster and use Excalibur on everyone else.",
        "If Caster and someone else attack me, use Roar.",
        "If Caster attacks Archer and she dies, use Roar.",
        "Attack Caster, twice if Archer attacks Rin.",
        "Attack Caster, using Rapid Cut if Rin is here.",
        "Use Roar, in the Prepared Effect Phase if Rin is here.",
        "Attack Caster, after Archer attacks if she is here.",
    ] {
        assert_eq!(read(order), None, "{order}");
    }
    let found = checked("Rin: Command Saber \"Defend X!\" for herself.");
    assert!(found.diagnostics.iter().any(|d| d.is_error()), "{:?}", lines(&found));
    // Said in another way each is understood.
    for order in [
        "If a Master enters, attack that Master.",
        "If an opponent attacks Rin, attack them.",
        "If I have less than 50 Health, flee to Bridge.",
        "If Caster is attacked, attack Caster.",
        "Attack Caster twice if Archer attacks Rin.",
        "Use Excalibur on every opponent except Caster.",
    ] {
        assert!(read(order).is_some(), "{order}: {:?}", said(&checked(&format!("Saber: {order}"))));
    }
}

#[test]
fn whoever_stands_behind_an_exception_is_a_target_of_its_own() {
    for first in ["every opponent except Caster", "whoever attacked Rin", "every enemy Servant but Caster"] {
        let plan = read(&format!("Use Excalibur on {first} and on Archer.")).unwrap_or_default();
        assert!(plan.iter().any(|line| line.contains(" and on Archer")), "{first}: {plan:?}");
        let again = read(plan[0].trim_start_matches("Saber: ")).unwrap_or_default();
        assert_eq!(again, plan, "{first}");
    }
}

#[test]
fn a_heading_says_nothing_of_when() {
    for heading in ["Saber (second round)", "Saber (if Caster attacks)", "Saber, only once", "Saber (not tonight)"] {
        let found = checked(&format!("{heading}: Attack Caster."));
        assert!(found.diagnostics.iter().any(|d| d.is_error()), "{heading}: {:?}", lines(&found));
    }
}

#[test]
fn what_is_paid_for_no_more_is_not_used() {
    let plan = read("Stop paying for Rain Manipulation and Roar.").unwrap_or_default();
    assert!(!plan.is_empty() && plan.iter().all(|line| !line.contains("use ") && !line.contains("Use ")), "{plan:?}");
}

/// What is said of an order of Saber's whose skill `Longshot` reaches other locations, and its plan.
fn shot(order: &str) -> (Vec<String>, Vec<String>) {
    let mut seat = view();
    for own in seat.own.iter_mut().filter(|own| own.name == "Saber") {
        let parry = own.skills.iter().find(|card| card.names == ["Parry"]);
        let longshot = parry.map(|parry| SkillCard {
            names: vec!["Longshot".to_owned()],
            reaches_elsewhere: true,
            ..parry.clone()
        });
        own.skills.extend(longshot);
    }
    let found = check(&Source::new("orders.txt", format!("Saber: {order}")), &seat);
    (said(&found), lines(&found))
}

#[test]
fn a_place_beside_a_long_shot_is_asked_for() {
    for order in [
        "Use Longshot on Caster at the Bridge.",
        "Use Longshot on Caster in Bridge.",
        "In the Attacking Phase, use Longshot on Caster at the Bridge.",
        "If Lancer is dead, use Longshot on Caster at the Bridge.",
    ] {
        let (told, plan) = shot(order);
        assert!(told.iter().any(|line| line.starts_with("E363")), "{order} {told:?} {plan:?}");
        assert!(plan.is_empty(), "{order} {plan:?}");
        // What does not reach that far is used there alone.
        let near = order.replace("Longshot", "Parry");
        assert!(!shot(&near).0.iter().any(|line| line.starts_with("E363")), "{near}");
    }
    for order in [
        "If I am in Bridge, use Longshot on Caster.",
        "Use Longshot on Caster if I am at the Bridge.",
        "Use Longshot on Caster if he is in Bridge.",
        "Use Longshot on Caster.",
    ] {
        let (told, plan) = shot(order);
        assert!(!told.iter().any(|line| line.starts_with("E363")) && plan.len() == 1, "{order} {told:?}");
    }
    // Both lines that the error offers are understood.
    let offered = ["If I am in Bridge, use Longshot on Caster.", "If Caster is in Bridge, use Longshot on Caster."];
    assert!(offered.into_iter().all(|order| shot(order).1.len() == 1));
}

#[test]
fn words_without_a_name_find_nobody_elsewhere() {
    for order in ["Use Longshot on an opponent in Bridge.", "Use Longshot on an enemy Servant in Bridge."] {
        let (told, plan) = shot(order);
        assert!(told.iter().any(|line| line.starts_with("W381")) && plan.len() == 1, "{order} {told:?}");
    }
    assert!(!shot("Use Longshot on an opponent in Park.").0.iter().any(|line| line.starts_with("W381")));
}

#[test]
fn of_two_who_act_each_keeps_their_own_clause() {
    for (text, plans) in [
        ("Rin: Move to the Church, and Saber moves to the Bridge.", ["Rin: Move to Church.", "Saber: Move to Bridge."]),
        ("Rin: Stay, and Saber attacks Lancer.", ["Rin: Stay.", "Saber: Attack Lancer."]),
        ("Rin moves to the Church and Saber moves to the Bridge.", ["Rin: Move to Church.", "Saber: Move to Bridge."]),
        ("Saber: I move to Bridge, and Rin stays.", ["Saber: Move to Bridge.", "Rin: Stay."]),
        // What is asked before both is asked of both.
        (
            "If Lancer is here, Saber attacks Lancer and Rin moves to the Bridge.",
            ["Saber: If Lancer is here, attack Lancer.", "Rin: If Lancer is here, move to Bridge."],
        ),
        (
            "Rin: If Lancer is here, move to the Church and Saber attacks Lancer.",
            ["Rin: If Lancer is here, move to Church.", "Saber: If Lancer is here, attack Lancer."],
        ),
    ] {
        let checked = checked(text);
        assert_eq!(lines(&checked), plans, "{text}\n{:?}", said(&checked));
        assert!(!checked.diagnostics.iter().any(|d| d.is_error()), "{text}\n{:?}", said(&checked));
    }
    for text in [
        "Rin: Move to the Church, and Saber moves to the Bridge if Lancer is here.",
        "If Lancer is here, Saber attacks Lancer, and Rin moves to the Bridge.",
        "Saber attacks Lancer and Rin moves to the Bridge in the second round.",
        "At the end of the Attacking Phase, Saber attacks Lancer and Rin moves to the Bridge.",
        "Rin: Move to the Bridge and Saber attacks Lancer with me.",
        "Attack Lancer, and Saber moves to the Bridge.",
    ] {
        let checked = checked(text);
        assert!(lines(&checked).is_empty(), "{text}\n{:?}", lines(&checked));
        assert!(said(&checked).iter().any(|line| line.starts_with("E110") || line.starts_with("E362")), "{text}");
    }
    // What to write is a whole line that is understood.
    let both = checked("If Lancer is here, Saber attacks Lancer, and Rin moves to the Bridge.");
    let offered: Vec<&str> =
        both.diagnostics.iter().flat_map(|d| &d.notes).filter_map(|n| n.split('`').nth(1)).collect();
    assert_eq!(
        offered,
        [
            "If Lancer is here, Saber attacks Lancer. If Lancer is here, Rin moves to the Bridge.",
            "If Lancer is here, Saber attacks Lancer. Rin moves to the Bridge.",
        ]
    );
    for line in offered {
        assert_eq!(lines(&checked(line)).len(), 2, "{line}");
    }
}

#[test]
fn whose_somebody_in_a_list_is_is_whoever_stands_before() {
    for (text, plan) in [
        (
            "Saber: If Lancer or his Master attacks Rin, attack Lancer.",
            "Saber: If Lancer or Lancer's Master attacks Rin, attack Lancer.",
        ),
        (
            "Saber: Attack Archer if Lancer or his Master attacks Rin.",
            "Saber: If Lancer or Lancer's Master attacks Rin, attack Archer.",
        ),
    ] {
        let checked = checked(text);
        assert_eq!(lines(&checked), [plan], "{text}\n{:?}", said(&checked));
    }
    for text in [
        "Saber: If Lancer, Archer or his Master attacks Rin, attack Lancer.",
        "Saber: If an opponent or their Master attacks Rin, attack Lancer.",
    ] {
        assert_eq!(read(text.trim_start_matches("Saber: ")), None, "{text}");
    }
}

#[test]
fn a_team_of_more_than_a_skill_takes_is_asked_which() {
    // Rin and Saber.
    for (skill, refused) in [("Chain Slash", false), ("Excalibur", false), ("Rapid Cut", true), ("Jewel Light", true)] {
        let actor = if skill == "Jewel Light" { "Rin" } else { "Saber" };
        let said = said(&checked(&format!("{actor}: Use {skill} on my team.")));
        assert_eq!(said.iter().any(|line| line.starts_with("E303 which of them?")), refused, "{skill}\n{said:#?}");
    }
}
