//! A pronoun never stands for somebody of the other sex, for two people at once, or for the same person twice (A260).

use super::readings::checked_by;
use std::collections::BTreeMap;

use super::view::seat_of_writers;
use super::{plan, said};

const WOMEN: [&str; 2] = ["Illya", "Saber"];
const MEN: [&str; 3] = ["Lancer", "Archer", "Tokiomi"];

/// Conditions of two people, and what is said of `he`.
const CONDITIONS: &[&str] = &[
    "if {a} or {b} attacks Rin",
    "if Rin is attacked by {a} or {b}",
    "if {a} or {b} is attacked",
    "if {a} or {b} is here",
    "after {a} or {b} attacks Rin",
    "if {a} is here and {he} is not in Spirit Form",
    "if {a} is here but {he} has less than 100 Health",
    "if {a} is not here but {he} attacks Rin",
    "if neither {a} nor {he} attacked Rin",
    "if {a} attacks {b} or {him}",
    "if {a} attacks {him} or {b}",
    "if {a} or {his} Servant attacks Rin",
];

const ORDERS: &[&str] = &[
    "Gandr {him}",
    "Gandr {b}",
    "Use Jewel Light on {him}",
    "Contract with {b}",
    "Flee to the Bridge with {b}",
    "Ally with {b}",
    "Tell {b} \"hello\"",
];

#[test]
fn a_pronoun_is_bound_to_nobody_whom_it_cannot_mean() {
    let view = seat_of_writers();
    let people: Vec<&str> = WOMEN.into_iter().chain(MEN).collect();
    let mut accepted = 0;
    for (he, him, his, fit) in [("he", "him", "his", &MEN[..]), ("she", "her", "her", &WOMEN[..])] {
        for (a, b) in people.iter().flat_map(|a| people.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b) {
            for (order, condition) in ORDERS.iter().flat_map(|order| CONDITIONS.iter().map(move |of| (order, of))) {
                let sentence = format!("{order} {condition}.");
                if !["{he}", "{him}", "{his}"].iter().any(|pronoun| sentence.contains(pronoun)) {
                    continue;
                }
                let holes = BTreeMap::from([("{a}", a), ("{b}", b), ("{he}", he), ("{him}", him), ("{his}", his)]);
                let text = holes.iter().fold(sentence, |text, (hole, word)| text.replace(hole, word));
                let checked = checked_by("Rin", &text, &view);
                for line in plan(&checked).iter().filter(|line| line.starts_with("Rin")) {
                    accepted += 1;
                    // Whoever a condition finds is one of those it names.
                    let finds = condition.split("attacks").next().unwrap_or_default();
                    let found = [("{a}", a), ("{b}", b)].into_iter().filter(|(hole, _)| finds.contains(hole));
                    let unfit = found.map(|(_, name)| name).find(|name| !fit.contains(name));
                    assert!(!line.contains("that character") || unfit.is_none(), "{text}\n{line}\n{unfit:?}");
                    for name in &people {
                        let twice = [format!("{name} or {name} "), format!("{name} nor {name} ")];
                        let itself = format!("{name} attacks {name}.");
                        assert!(!twice.iter().any(|twice| line.contains(twice)), "{text}\n{line}");
                        assert!(!line.contains(&itself), "{text}\n{line}");
                    }
                }
            }
        }
    }
    assert!(accepted > 300, "{accepted} were accepted");
}

#[test]
fn whom_the_order_names_is_not_whom_its_condition_finds() {
    let view = seat_of_writers();
    for text in [
        "Contract with Lancer if Archer is dead and he is here.",
        "Tell Illya \"hello\" if Archer is not here but she is.",
        "Gandr Illya if neither Archer nor her Servant is here.",
        "Contract with Lancer if Tokiomi or his Master dies.",
        "Gandr Archer if neither Lancer nor he attacked Saber.",
        "If Illya or her Servant attacks Saber, Gandr her.",
    ] {
        let checked = checked_by("Rin", text, &view);
        assert!(checked.plan.is_empty(), "{text}\n{:?}", plan(&checked));
        assert!(said(&checked).iter().any(|line| line.starts_with("E362")), "{text}\n{:#?}", said(&checked));
    }
    for (text, planned) in [
        (
            "Flee to the Bridge with Saber if Lancer attacks her or me.",
            "If Lancer attacks Saber or me, flee to Bridge.",
        ),
        (
            "If Saber or Lancer is attacked, use Jewel Light on her.",
            "If Saber or Lancer is attacked, use Jewel Light on Saber.",
        ),
    ] {
        let checked = checked_by("Rin", text, &view);
        assert_eq!(plan(&checked).first().map(String::as_str), Some(format!("Rin: {planned}").as_str()), "{text}");
    }
}

#[test]
fn a_move_asks_nothing_of_another_time() {
    let view = seat_of_writers();
    for text in [
        "Move to the Church, but not if Rin stays here.",
        "Flee to the Bridge if my Health is below 100 when Archer attacks me.",
        "If Archer attacks me while Lancer is here, flee to the Bridge.",
    ] {
        let checked = checked_by("Saber", text, &view);
        assert!(checked.plan.is_empty(), "{text}\n{:?}", plan(&checked));
        assert!(said(&checked).iter().any(|line| line.starts_with("E117")), "{text}\n{:#?}", said(&checked));
    }
    for text in
        ["Flee to the Bridge when Lancer attacks me.", "If Lancer attacks me and Archer is here, flee to the Bridge."]
    {
        let checked = checked_by("Saber", text, &view);
        assert_eq!(checked.plan.len(), 1, "{text}\n{:#?}", said(&checked));
    }
}
