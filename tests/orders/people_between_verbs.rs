//! People in a row between two verbs: with which of them each belongs must be plain. `if possible` before a part of an
//! order.

use super::{checked, plan, said};

/// Conditions that can be divided in two ways, or in none.
const REFUSED: &[&str] = &[
    // Nothing tells the object from the subject.
    "Lancer attacks me and Rin or Archer attacks Illya",
    "Lancer attacks Archer and Illya or Caster attacks Rin",
    "Lancer attacks Rin or Archer or Illya attacks me",
    "Lancer attacked Rin or Archer and Illya attacked me",
    "Lancer attacks Rin or Archer and Illya hit me",
    "Rin attacks Lancer or Archer and I attack Illya",
    "Lancer attacks me, or Rin, and I have less than 100 Health",
    // The comma and the verb disagree.
    "Lancer attacks me, or Rin and Archer is here",
    "Lancer attacks me twice, or Rin, and Archer is here",
    // One statement for each object would be about several.
    "someone attacks Archer and Illya, and Caster attacks Rin",
    "Archer or Lancer attacks me and Rin, and Caster attacks Illya",
    "Lancer does not attack me and Rin, and Archer is here",
    // Does the second connective join all, or the last two?
    "Lancer is gone, or in Spirit Form and Archer is here",
    "Lancer is in Spirit Form, or dead and Archer is here",
    "Archer is here and Lancer is gone, or in Spirit Form",
];

/// Conditions that a comma, a number or a case divides in one way, and how they are read.
const READ: &[(&str, &str)] = &[
    // The comma closes the objects.
    ("Lancer attacks me, or Rin, and Archer is here", "(Lancer attacks me or Rin) and Archer is here"),
    ("Lancer attacks me or Rin, and Archer is here", "(Lancer attacks me or Rin) and Archer is here"),
    ("I am attacked by Lancer, or Archer, and Illya is here", "(Lancer or Archer attacks me) and Illya is here"),
    (
        "I am attacked by Lancer and Archer, and Illya is here",
        "Lancer attacks me and Archer attacks me and Illya is here",
    ),
    (
        "Lancer attacks Archer and Illya, and Caster attacks Rin",
        "Lancer attacks Archer and Lancer attacks Illya and Caster attacks Rin",
    ),
    (
        "Lancer attacks Archer and Illya, and I have less than 100 Health",
        "Lancer attacks Archer and Lancer attacks Illya and I have less than 100 Health",
    ),
    // The number of the second verb.
    (
        "Lancer attacks me or Archer and Illya attack Rin",
        "Lancer attacks me or (Archer attacks Rin and Illya attacks Rin)",
    ),
    ("Lancer attacks Rin or Archer and Illya are here", "Lancer attacks Rin or (Archer is here and Illya is here)"),
    (
        "I am attacked by Lancer or Archer and Illya attack Rin",
        "Lancer attacks me or (Archer attacks Rin and Illya attacks Rin)",
    ),
    (
        "Lancer attacks Archer and Illya and Caster attacks Rin",
        "Lancer attacks Archer and Lancer attacks Illya and Caster attacks Rin",
    ),
    ("Lancer attacks me or Rin and Archer attacks Illya", "(Lancer attacks me or Rin) and Archer attacks Illya"),
    (
        "Lancer attacks Rin or Archer and Illya both attack me",
        "Lancer attacks Rin or (Archer attacks me and Illya attacks me)",
    ),
    // The case of a pronoun.
    (
        "Lancer attacks Rin or I and Archer attack Illya",
        "Lancer attacks Rin or (I attack Illya and Archer attacks Illya)",
    ),
    // One object and one subject.
    ("Lancer attacks me and Archer attacks Rin", "Lancer attacks me and Archer attacks Rin"),
    ("Lancer attacks me or Archer is here", "Lancer attacks me or Archer is here"),
    ("Lancer flees or Archer and Illya flee", "Lancer flees or (Archer flees and Illya flees)"),
    (
        "Lancer is gone, or in Spirit Form, and Archer is here",
        "(Lancer is not here or Lancer is in Spirit Form) and Archer is here",
    ),
    ("Lancer is dead or gone, and Archer is here", "(Lancer is dead or Lancer is not here) and Archer is here"),
];

/// How the condition of an order to attack Caster is read; the errors if it is refused.
fn read(text: &str) -> Result<String, Vec<String>> {
    let checked = checked(text);
    let errors: Vec<String> = said(&checked).into_iter().filter(|line| line.starts_with('E')).collect();
    match plan(&checked).first().filter(|_| errors.is_empty()) {
        Some(line) => Ok(line.clone()),
        None => Err(errors),
    }
}

#[test]
fn people_between_two_verbs_are_divided_in_one_way_or_asked_about() {
    for condition in REFUSED {
        for text in [format!("If {condition}, attack Caster."), format!("Attack Caster if {condition}.")] {
            let errors = read(&format!("Saber: {text}")).expect_err(&text);
            assert!(errors.iter().all(|error| error.starts_with("E362")), "{text}\n{errors:#?}");
        }
    }
    for (condition, reading) in READ {
        for text in [format!("If {condition}, attack Caster."), format!("Attack Caster if {condition}.")] {
            let expected = Ok(format!("Saber: If {reading}, attack Caster."));
            assert_eq!(read(&format!("Saber: {text}")), expected, "{text}");
        }
        let unless = format!("Saber: Unless {condition}, attack Caster.");
        let negated = if reading.contains(" and ") || reading.contains(" or ") {
            format!("({reading})")
        } else {
            (*reading).to_owned()
        };
        assert_eq!(read(&unless), Ok(format!("Saber: If not {negated}, attack Caster.")), "{unless}");
    }
}

/// What a refusal offers with brackets is read as it stands.
#[test]
fn the_ways_that_are_offered_are_read() {
    let mut offered = 0;
    for condition in REFUSED {
        let found = checked(&format!("Saber: If {condition}, attack Caster."));
        let notes = found.diagnostics.iter().flat_map(|told| &told.notes).filter(|note| note.starts_with("write `("));
        for way in notes.flat_map(|note| note.split('`').filter(|part| part.starts_with('('))) {
            let text = format!("Saber: If {way}, attack Caster.");
            assert!(read(&text).is_ok(), "{condition}\n{text}\n{:#?}", read(&text));
            offered += 1;
        }
    }
    assert!(offered > 10, "{offered}");
}

#[test]
fn if_possible_before_a_part_of_an_order_is_asked_about() {
    for order in ["with Excalibur", "after Archer has attacked me", "when Archer is gone"] {
        for words in [", if possible ", " where possible "] {
            let text = format!("Saber: Attack Lancer{words}{order}.");
            let errors = read(&text).expect_err(&text);
            assert!(errors.iter().any(|error| error.starts_with("E117")), "{text}\n{errors:#?}");
        }
    }
    assert_eq!(read("Saber: Attack Lancer if possible."), Ok("Saber: Attack Lancer.".to_owned()));
}
