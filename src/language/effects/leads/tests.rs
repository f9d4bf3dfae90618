//! The table is read whole; every example is understood, and every topic is one of the help.

use crate::language::effects::parse;
use crate::language::sheet_guide::topics;

use super::{LEADS, fill::fill_example, lead_on};

#[test]
fn every_example_is_understood_and_every_topic_is_one_of_the_help() {
    let table = include_str!("leads.txt");
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("topic "));
    assert_eq!(rows.count(), LEADS.len());
    let mut wrong: Vec<&&str> = Vec::new();
    for lead in LEADS.iter() {
        assert!(topics().iter().any(|topic| topic.name == lead.topic), "{}", lead.topic);
        wrong.extend(lead.examples.iter().filter(|example| parse(example).is_err()));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_example_takes_the_authors_values_only_of_its_own_unit() {
    let filled = |example: &str, text: &str| fill_example(example, text);
    assert_eq!(
        filled("The target restores 50 Health.", "An ally regains seven Health from the user."),
        "The target restores 7 Health."
    );
    // Two of one unit: which is meant is not said.
    assert_eq!(
        filled("The target restores 50 Health.", "Restores 35 Health, or 40 Health."),
        "The target restores 50 Health."
    );
    // `60% of the damage` is no decrease by 60%.
    assert_eq!(
        filled("Damage inflicted decreases by 40% if the target is a Master.", "Masters take 60% of the damage."),
        "Damage inflicted decreases by 40% if the target is a Master."
    );
    assert_eq!(
        filled(
            "The target's AGI is lowered by 1 rank for 2 Turns.",
            "Their LCK sinks by two full ranks for three Turns."
        ),
        "The target's LCK is lowered by 2 ranks for 3 Turns."
    );
    assert_eq!(
        filled("The target receives Poison 3/20.", "They suffer Poison 4/15."),
        "The target receives Poison 4/15."
    );
}

#[test]
fn clauses_that_are_understood_alone_are_told_apart() {
    let told = |text: &str| lead_on(text).notes.join("\n");
    let halves = told("The target loses 20 Mana, and their shadow weeps.");
    assert!(halves.contains("understood alone: `The target loses 20 Mana` as `The target loses 20 Mana.`"), "{halves}");
    assert!(halves.contains("not understood: `their shadow weeps`"), "{halves}");
    let lead = told("When the user is attacked, the moon weeps.");
    assert!(lead.contains("`When the user is attacked` as `When the user is attacked`"), "{lead}");
}
