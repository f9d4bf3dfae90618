//! What an error adds where an order is not read: which part of it is understood, and how the rest is written.

use super::readings::checked_by;
use super::view::seat_of_writers;

/// The notes of an order's errors.
fn notes(character: &str, sentence: &str) -> Vec<String> {
    let checked = checked_by(character, sentence, &seat_of_writers());
    let errors = checked.diagnostics.into_iter().filter(|said| said.is_error());
    errors.flat_map(|said| said.notes.into_iter().chain(said.suggestion)).collect()
}

/// Orders that are refused, and what is said to be understood of them, and what is not.
const PARTS: &[(&str, &str, &str, &str)] = &[
    ("Saber", "Cut Lancer twice, thereupon smite Archer.", "Use Cut on Lancer 2 times.", "thereupon smite Archer"),
    ("Saber", "If Lancer is dead, behave as you see fit.", "If Lancer is dead, …", "behave as you see fit"),
    ("Saber", "If the omens glimmer, use Guard.", "Use Guard.", "If the omens glimmer"),
    ("Rin", "Use Gandr on Archer unless the omens glimmer.", "Use Gandr on Archer.", "unless the omens glimmer"),
    // The condition is of what would follow.
    ("Saber", "Surge on Archer, and if he is dead glimmer.", "Use Surge on Archer.", "and if he is dead glimmer"),
    ("Rin", "As the stars decree, use Gandr on Archer.", "Use Gandr on Archer.", "As the stars decree"),
];

#[test]
fn what_is_understood_of_a_refused_order_is_told() {
    for (character, sentence, understood, rest) in PARTS {
        let notes = notes(character, sentence);
        let wanted = format!("understood: `{understood}`");
        let found = notes.iter().find(|note| note.starts_with(&wanted));
        assert!(found.is_some_and(|note| note.ends_with(&format!("`{rest}`"))), "{sentence}\n{notes:#?}");
    }
}

/// Parts that name nobody the seat knows, or do not say whom they mean, are not called understood.
#[test]
fn a_part_that_says_nothing_by_itself_is_not_called_understood() {
    for (character, sentence) in [
        ("Rin", "Come morning, provided the omens glimmer, do as you like."),
        ("Rin", "Rin waits, smiling at her foes, until the omens glimmer."),
        ("Saber", "Smite the wicked, then cut him."),
        // The time stands before it.
        ("Saber", "Glimmer until everyone else has attacked, then attack all enemies."),
        ("Saber", "Get Saber here, whom the stars favour."),
    ] {
        let notes = notes(character, sentence);
        assert!(!notes.iter().any(|note| note.starts_with("understood: ")), "{sentence}\n{notes:#?}");
    }
}

/// Orders that call for each row of the table of forms.
const CALLING: &[(&str, &str)] = &[
    ("Saber", "Guard unless Rin's Health glimmers."),
    ("Saber", "Guard if the injured glimmer."),
    ("Saber", "Guard if poison glimmers."),
    ("Saber", "Guard if damage glimmers."),
    ("Saber", "Guard if the attack on Rin glimmers."),
    ("Saber", "Guard if somebody glimmers."),
    ("Saber", "Guard if his escape glimmers."),
    ("Saber", "Guard if the dead glimmer."),
    ("Saber", "Guard if the battle glimmers."),
    ("Saber", "Guard if the allied glimmer."),
    ("Saber", "Guard if the spirit glimmers."),
    ("Saber", "Guard if the active Veil glimmers."),
    ("Saber", "Guard if this works like a charm."),
    ("Rin", "Use Gandr on Archer if money glimmers."),
    ("Rin", "Use Gandr on Archer if the Splint glimmers."),
    ("Saber", "Guard if the round glimmers."),
    ("Saber", "Guard if the night glimmers."),
    ("Saber", "Guard if those here glimmer."),
    ("Saber", "Guard if omens glimmer."),
    ("Saber", "Cut Lancer, otherwise as fate decrees."),
    ("Saber", "Cut Lancer, whenever the late hour tolls."),
    ("Saber", "Smite the wicked except Lancer."),
    ("Saber", "Smite everyone wicked."),
    ("Saber", "Smite whoever is wicked."),
    ("Rin", "A blue truth for all to see."),
    ("Rin", "Let the spell revoke itself."),
    ("Rin", "Make her obey at last."),
    ("Rin", "A seal for her as fate decrees."),
    ("Rin", "A letter for the wicked."),
    ("Rin", "A truce as fate decrees."),
    ("Rin", "An alliance as fate decrees."),
    ("Rin", "A contract as fate decrees."),
    ("Rin", "A hint as fate decrees."),
    ("Saber", "A civilian as fate decrees."),
    ("Rin", "A purchase as fate decrees."),
    ("Rin", "A gift as fate decrees."),
    ("Rin", "My things lying as fate decrees."),
    ("Rin", "The Splint as fate decrees."),
    ("Saber", "A spirit as fate decrees."),
    ("Saber", "Veil as fate decrees."),
    ("Saber", "An upkeep as fate decrees."),
    ("Saber", "A scout as fate decrees."),
    ("Saber", "A walk as fate decrees."),
    ("Saber", "The rest as fate decrees."),
    ("Saber", "A fight as fate decrees."),
];

/// Every form that is offered stands, if what it leaves open is filled in.
#[test]
fn every_form_that_is_offered_is_read() {
    let (mut offered, mut wrong) = (Vec::new(), Vec::new());
    for (character, sentence) in CALLING {
        let notes = notes(character, sentence);
        let forms: Vec<_> = notes.iter().filter(|note| note.contains(" written so: ")).collect();
        if forms.is_empty() {
            wrong.push(format!("{sentence}: no form\n    {notes:?}"));
        }
        // There is no statement yet to be answered.
        let answers = |form: &&str| ["Answer ", "Counter ", "…"].iter().any(|start| form.starts_with(start));
        for form in forms.iter().flat_map(|note| note.split('`').skip(1).step_by(2)).filter(|form| !answers(form)) {
            let filled = form.replace("\"…\"", "\"Well met.\"").replace(", …", ", stay.");
            let skill =
                if filled.contains("every opponent") || filled.contains(" and ") { "Excalibur" } else { "Surge" };
            let filled = filled.replace("SKILL", skill).replace("ITEM", "Splint");
            let view = seat_of_writers();
            let reads = ["Saber", "Rin"].iter().any(|of| {
                let checked = checked_by(of, &filled, &view);
                !checked.diagnostics.iter().any(|said| said.is_error())
            });
            if !reads {
                wrong.push(format!("{sentence}: {form}"));
            }
            offered.push(form.to_owned());
        }
    }
    wrong.sort();
    wrong.dedup();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    offered.sort();
    offered.dedup();
    assert!(offered.len() > 60, "{} forms", offered.len());
}
