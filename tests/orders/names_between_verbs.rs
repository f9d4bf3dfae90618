//! People in a row between two verbs: with which of them each belongs must be plain. `if possible` before a part of an
//! order.

use super::{checked, said};

/// Orders that can be read in two ways, or leave open what is done otherwise.
const REFUSED: &[(&str, &str)] = &[
    ("Saber: If Lancer attacks me, or Rin, and Archer is here, attack Caster.", "E362"),
    ("Saber: If I am attacked by Lancer and Archer, and Illya is here, attack Caster.", "E362"),
    ("Saber: If Lancer attacks me or Archer and Illya attack Rin, attack Caster.", "E362"),
    ("Saber: Unless Lancer attacks me or Archer and Illya attack Rin, attack Caster.", "E362"),
    ("Saber: If Lancer attacks Archer and Illya and Caster attacks Rin, attack Caster.", "E362"),
    ("Saber: Attack Lancer, if possible with Excalibur.", "E117"),
    ("Saber: Attack Lancer, if possible after Archer has attacked me.", "E117"),
];

/// Orders beside them that stand as they are.
const PLANNED: &[&str] = &[
    "Saber: If Lancer attacks me or Rin, attack Caster.",
    "Saber: If Lancer attacks me and Archer attacks Rin, attack Caster.",
    "Saber: If Lancer attacks me, I attack him.",
    "Saber: If Lancer, Archer and Illya are here, attack Caster.",
    "Saber: Attack Lancer if possible.",
];

#[test]
fn people_between_two_verbs_are_asked_about() {
    for (order, code) in REFUSED {
        let said = said(&checked(order));
        assert!(said.iter().any(|line| line.starts_with(code)), "{order}\n{said:#?}");
    }
    for order in PLANNED {
        let said = said(&checked(order));
        assert!(!said.iter().any(|line| line.starts_with('E')), "{order}\n{said:#?}");
    }
}
