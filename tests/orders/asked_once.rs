//! What is asked once where the words let it hold on, and what is asked of one of several where all are meant.

use super::{checked, plan, said};

/// Orders that would be done otherwise than they say, and the code that refuses each.
const REFUSED: &[(&str, &str)] = &[
    // The first of them would end the wait.
    ("Saber: Wait for everyone to act, then attack Lancer.", "E361"),
    ("Saber: Wait for all enemies to attack Rin, then attack Lancer.", "E361"),
    ("Saber: Wait for both Servants to act, then attack Lancer.", "E361"),
    ("Saber: Wait for everybody else to attack, then attack Lancer.", "E361"),
    ("Saber: Wait for the enemies to act, then attack Lancer.", "E361"),
    ("Saber: Wait for all opponents except Caster to act, then attack Lancer.", "E361"),
    // What begins does not end with the condition.
    ("Rin: Ally with Green as long as Archer is here.", "E117"),
    ("Rin: While Archer is here, ally with Green.", "E117"),
    ("Rin: Ceasefire with Blue as long as Caster is here.", "E117"),
    ("Saber: Enter Spirit Form while Lancer is here.", "E117"),
    ("Rin: Command Saber \"Defend X!\" for Illya as long as Archer is here.", "E117"),
    // Once, or again and again?
    ("Saber: Attack Lancer as long as he lives.", "E117"),
    ("Saber: Attack Lancer while he is here.", "E117"),
    ("Saber: While Lancer is here, attack him.", "E117"),
    ("Saber: Attack Lancer as long as my Health is above 50.", "E117"),
    ("Saber: As long as I have 50 or more Mana, attack Lancer.", "E117"),
    // The choice is made before the first blow.
    ("Saber: Attack Lancer 2 times unless he dies, in which case attack Archer.", "E117"),
    ("Saber: Attack Lancer twice unless he dies; in that case, attack Archer.", "E117"),
    ("Saber: Attack Lancer as often as possible unless he dies, in which case attack Archer.", "E117"),
    // One of two who need not be the same.
    ("Saber: If an opponent attacks Rin and an opponent attacks me, attack him.", "E362"),
    ("Saber: If somebody attacks Rin and someone attacks me, attack them.", "E362"),
    // A skill with one target strikes one.
    ("Saber: Attack each enemy Servant twice.", "E361"),
    ("Saber: Attack every enemy Servant once.", "E361"),
    ("Saber: Attack all opponents.", "E361"),
    ("Saber: Attack everyone who attacked Rin.", "E361"),
    // One of a choice is struck.
    ("Saber: Use Excalibur on all enemy Servants or all enemy Masters.", "E361"),
    ("Saber: Use Excalibur on Lancer or every opponent.", "E361"),
    // One of the team, or all of it?
    ("Saber: If Caster's team leaves, attack Archer.", "E361"),
    ("Saber: If Caster's team flees, attack Archer.", "E361"),
    ("Saber: If Caster's team dies, attack Archer.", "E361"),
    // Each of them, or both together?
    ("Saber: If Lancer attacks either of us twice, use Parry on Lancer.", "E361"),
    // Waited for up to the end of the phase, or asked once?
    ("Saber: Attack whoever attacks Rin. If nobody does, attack Lancer.", "E117"),
    ("Saber: Attack whoever attacks Rin first. If nobody does, attack Lancer.", "E117"),
    // Of one verb, or of both?
    ("Saber: If Lancer attacked or Archer hit Rin, attack Caster.", "E362"),
    ("Saber: If Lancer attacks and Archer hits Rin, attack Caster.", "E362"),
    ("Saber: If Lancer uses Gae Bolg or Archer uses Gae Bolg on me, attack Caster.", "E362"),
];

/// What is near these and done as it is written, with its plan.
const PLANNED: &[(&str, &[&str])] = &[
    // The other case has a time of its own: the first waits up to it.
    (
        "Saber: If Lancer attacks Rin, attack him; otherwise, attack Archer at the end of the Attacking Phase.",
        &[
            "Saber: If Lancer attacks Rin, attack that character; otherwise, attack Archer at the end of the Attacking Phase.",
        ],
    ),
    (
        "Saber: If Lancer attacks Rin, attack him. If he doesn't, attack Archer at the end of the Attacking Phase.",
        &[
            "Saber: If Lancer attacks Rin, attack that character; otherwise, attack Archer at the end of the Attacking Phase.",
        ],
    ),
    (
        "Saber: Attack whoever attacked Rin. If nobody did, attack Lancer.",
        &[
            "Saber: If an opponent has attacked Rin, attack the opponent who has attacked Rin; otherwise, attack Lancer.",
        ],
    ),
    ("Saber: Wait for Lancer to act, then attack Lancer.", &["Saber: Attack Lancer when Lancer acts."]),
    (
        "Saber: Wait for an opponent to attack Rin, then attack Lancer.",
        &["Saber: Attack Lancer when an opponent attacks Rin."],
    ),
    ("Rin: Ally with Green if Archer is here.", &["Rin: If Archer is here, ally with Green."]),
    ("Saber: Attack Lancer as long as Archer isn't here.", &["Saber: If Archer is not here, attack Lancer."]),
    ("Saber: Attack Lancer if he is here.", &["Saber: If Lancer is here, attack Lancer."]),
    ("Saber: Move to Bridge as long as Rin is here.", &["Saber: If Rin is here, move to Bridge."]),
    (
        "Saber: Attack Lancer unless he is dead, in which case attack Archer.",
        &["Saber: If Lancer is not dead, attack Lancer; otherwise, attack Archer."],
    ),
    (
        "Saber: Attack Lancer 2 times. If Lancer dies, attack Archer.",
        &["Saber: Attack Lancer 2 times.", "Saber: If Lancer dies, attack Archer."],
    ),
    (
        "Saber: At the end of the Attacking Phase, if Lancer has attacked me at most once, attack him.",
        &["Saber: At the end of the Attacking Phase, if Lancer has attacked me at most 1 time, attack Lancer."],
    ),
    (
        "Saber: If Lancer attacks Rin, attack him. If he doesn't, attack Archer.",
        &["Saber: If Lancer attacks Rin, attack that character; otherwise, attack Archer."],
    ),
    (
        "Saber: If Lancer has attacked Rin, attack him; otherwise, attack Archer at the end of the Attacking Phase.",
        &[
            "Saber: If Lancer has attacked Rin, attack that character; otherwise, attack Archer at the end of the Attacking Phase.",
        ],
    ),
    (
        "Saber: If Lancer attacked Rin or Archer hit Rin, attack Caster.",
        &["Saber: If Lancer has attacked Rin or Archer hits Rin, attack Caster."],
    ),
    (
        "Saber: If Lancer flees or Archer hits Rin, attack Caster.",
        &["Saber: If Lancer flees or Archer hits Rin, attack Caster."],
    ),
    (
        "Saber: If Lancer uses Gae Bolg on me or Archer uses Gae Bolg on me, attack Caster.",
        &["Saber: If Lancer uses \"Gae Bolg\" on me or Archer uses \"Gae Bolg\" on me, attack Caster."],
    ),
    ("Saber: If Lancer attacks us, attack him.", &["Saber: If Lancer attacks my team, attack that character."]),
    (
        "Saber: Use Excalibur on every enemy Servant and every enemy Master.",
        &["Saber: Use Excalibur on every enemy Servant and every enemy Master."],
    ),
];

#[test]
fn what_is_asked_once_is_refused_where_the_words_let_it_hold_on() {
    let is_refused = |text: &str, code: &str| {
        let found = checked(text);
        plan(&found).is_empty() && said(&found).iter().any(|line| line.starts_with(code))
    };
    let done: Vec<_> = REFUSED.iter().filter(|(text, code)| !is_refused(text, code)).collect();
    let answers: Vec<_> = done.iter().map(|(text, _)| said(&checked(text))).collect();
    assert!(done.is_empty(), "{done:#?} {answers:#?}");
}

#[test]
fn what_is_near_it_is_done_as_it_is_written() {
    for (text, words) in PLANNED {
        let found = checked(text);
        assert_eq!(plan(&found), *words, "{text}: {:?}", said(&found));
    }
}

/// In the seat's View Rin has one Servant, who shields her whatever is ordered.
#[test]
fn a_condition_on_the_only_shield_is_refused() {
    for text in [
        "Rin: Protect me with Saber only if she has 100 or more Health.",
        "Rin: Protect me with Saber unless she has less than 50 Health.",
        "Rin: Protect me with Saber as long as she has 50 or more Health.",
    ] {
        let found = checked(text);
        assert!(said(&found).iter().any(|line| line.starts_with("E120")), "{text}: {:?}", said(&found));
    }
    assert_eq!(plan(&checked("Rin: Protect me with Saber.")).len(), 1);
}
