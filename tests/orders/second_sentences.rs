//! What a second sentence leaves open about the first: in its place or as well, on its condition or whatever is so, how
//! often, other than whom.

use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

use super::view::seat_of_writers;
use super::{assert_refused, plan, said};

/// Orders that a careful reader would ask about, and the code that asks.
const REFUSED: &[(&str, &str)] = &[
    // Whoever stays does not move, whatever else they do.
    ("Saber: If Lancer is here, stay and attack him. Move to the Bridge.", "E364"),
    ("Saber: If Lancer is here, stay and attack him. Flee to the Bridge.", "E364"),
    ("Saber: If Lancer is here, attack him; otherwise, stay. Move to the Bridge.", "E364"),
    // Instead of which order?
    ("Saber: Use Guard. Attack Lancer. If Rin has 100 or less Health, use Mend on her instead.", "E362"),
    ("Saber: Use Guard. Attack Lancer twice. If Archer is here, use Mend on Rin instead.", "E362"),
    ("Saber: Use Guard. Use Surge on Lancer. If Archer is here, use Calm instead.", "E362"),
    ("Saber: Attack Lancer. Attack Archer. If Illya is here, attack Illya instead.", "E362"),
    ("Saber: Attack Lancer. Attack Archer. If I have 100 or less Health, use Guard instead.", "E362"),
    // Once, or as often as what it replaces?
    ("Saber: Attack Lancer twice. If Archer is here, attack him instead.", "E361"),
    ("Saber: Use Surge on Lancer twice. If Archer is here, use Surge on Archer instead.", "E361"),
    // Asked once, or before each use?
    ("Saber: Use Surge on Lancer twice. Do not use Surge if I have 50 or less Mana.", "E105"),
    ("Saber: Use Surge on Lancer as often as possible, except when I have 50 or less Mana.", "E117"),
    ("Saber: Keep using Surge on Lancer unless I have 50 or less Mana.", "E117"),
    // Once begun, it lasts.
    ("Saber: Use Rain Manipulation as long as Lancer is here.", "E117"),
    ("Saber: While Lancer is here, use Rain Manipulation.", "E117"),
    ("Saber: Use Calm until he is dead.", "E214"),
    // Below a move everything comes behind it.
    ("Saber: Move to the Bridge. Attack Lancer in the first round.", "E117"),
    ("Saber: Move to the Bridge. Use Mend on Rin in the first round.", "E117"),
    ("Saber: Move to the Bridge. Attack Lancer at the Park.", "E117"),
    ("Rin: Move to the Bridge. Give the Splint to Saber at the Park.", "E117"),
    // Nothing else: the order below too?
    ("Saber: If Lancer is here, attack him and do nothing else. Attack Archer.", "E364"),
    ("Saber: If Lancer is here, attack him, nothing else. Attack Archer.", "E364"),
    ("Saber: If Lancer is here, do nothing but use Guard. Attack Archer.", "E364"),
    ("Saber: If Lancer is here, do nothing except use Guard. Attack Archer.", "E364"),
    ("Saber: If Lancer is here, use Guard and do nothing. Attack Archer.", "E364"),
    ("Saber: If Lancer is here, just use Guard. Attack Archer.", "E364"),
    // Whom does the word mean, of two?
    ("Saber: Attack Lancer. If Archer has not attacked me, attack him again.", "E362"),
    ("Saber: Attack Lancer. If Archer has not been attacked, attack him again.", "E362"),
    ("Saber: Attack Lancer twice unless Archer is here. In that case, attack him once.", "E362"),
    ("Saber: Attack Lancer unless Archer is dead. In that case, use Surge on him.", "E362"),
    ("Saber: Attack Lancer. If Archer is here, attack him twice instead.", "E362"),
    (
        "Saber: Attack Lancer at the end of the Attacking Phase unless Archer attacks me. In that case, attack Archer.",
        "E117",
    ),
    // Whose deed, and whose time?
    ("Saber: Attack whoever attacks Rin unless Archer does.", "E362"),
    ("Saber: Attack Lancer when Archer does not attack.", "E117"),
    ("Saber: Attack Lancer when nobody attacks me.", "E117"),
    // Otherwise than what?
    ("Saber: If Lancer is here, attack him. If Archer is here, attack him too. Otherwise, use Guard.", "E108"),
    ("Saber: Attack Lancer if he is here. Attack Archer if he is here. Otherwise, move to the Bridge.", "E108"),
    // Other than whom?
    ("Saber: If Lancer attacks me, attack him. If someone else attacks me, use Parry.", "E362"),
    ("Saber: If Lancer attacks me, use Parry. If someone else attacks me, attack that character.", "E362"),
    ("Saber: Attack Lancer. If someone else is here, attack them.", "E362"),
    ("Saber: Attack Lancer. If another Servant attacks me, attack that Servant.", "E362"),
    ("Saber: If someone attacks me, attack them. If someone else attacks me, use Parry.", "E362"),
    ("Saber: Attack whoever attacks me first. If another character attacks me, use Parry.", "E362"),
    ("Saber: If Lancer is here, attack him. If there is another Servant here, use Guard.", "E362"),
    // On the condition above, or whatever is so?
    ("Saber: If Lancer attacks me, attack him. Flee to the Bridge as well.", "E117"),
    ("Saber: Attack whoever attacks Rin. Also flee to the Bridge.", "E117"),
    ("Rin: If I am poisoned, use the Pills. Afterwards flee to the Bridge.", "E117"),
    ("Saber: If Lancer attacks me, attack him. Also flee to the Bridge.", "E117"),
    ("Saber: If Lancer attacks me, attack him. Flee to the Bridge too.", "E117"),
    ("Saber: If Lancer attacks me, attack him. And use Guard.", "E117"),
    ("Saber: If Lancer is here, attack him. Also use Guard.", "E117"),
    ("Saber: If I have 50 or less Health, use Guard. Then flee to the Bridge.", "E117"),
    ("Saber: If Archer attacks me, attack Archer. Attack Archer again.", "E117"),
    ("Saber: If Rin is dead, flee to the Bridge. Drop the Splint as well.", "E117"),
];

/// What is near these and done as it is written, with its plan.
const PLANNED: &[(&str, &[&str])] = &[
    (
        "Saber: If Lancer is here, stay; otherwise, move to the Bridge.",
        &["Saber: If Lancer is here, stay; otherwise, move to Bridge."],
    ),
    (
        "Saber: If Lancer is here, attack him. Move to the Bridge.",
        &["Saber: If Lancer is here, attack that character.", "Saber: Move to Bridge."],
    ),
    (
        "Saber: Use Guard. Attack Lancer. If Archer is here, attack Archer instead.",
        &["Saber: Use Guard.", "Saber: If Archer is here, attack Archer; otherwise, attack Lancer."],
    ),
    (
        "Saber: Use Guard. Attack Lancer. If Archer is here, use Surge on Lancer instead.",
        &["Saber: Use Guard.", "Saber: If Archer is here, use Surge on Lancer; otherwise, attack Lancer."],
    ),
    (
        "Saber: Attack Lancer. Use Surge on Archer. If Illya is here, use Surge on Illya instead.",
        &["Saber: Attack Lancer.", "Saber: If Illya is here, use Surge on Illya; otherwise, use Surge on Archer."],
    ),
    (
        "Saber: Attack Lancer twice. If Archer is here, attack Archer once instead.",
        &["Saber: If Archer is here, attack Archer; otherwise, attack Lancer 2 times."],
    ),
    (
        "Saber: Attack Lancer twice. If I have 100 or less Health, use Guard instead.",
        &["Saber: If I have 100 or less Health, use Guard; otherwise, attack Lancer 2 times."],
    ),
    ("Saber: Attack Lancer. Don't attack him if Archer is here.", &["Saber: If Archer is not here, attack Lancer."]),
    (
        "Saber: If Lancer is here, attack him and do nothing else.",
        &["Saber: If Lancer is here, attack that character."],
    ),
    ("Saber: Just attack Lancer. Use Guard.", &["Saber: Attack Lancer.", "Saber: Use Guard."]),
    (
        "Saber: Use Mend on Rin. If someone else attacks me, use Parry.",
        &["Saber: Use Mend on Rin.", "Saber: If another character attacks me, use Parry."],
    ),
    (
        "Saber: Attack Lancer. If an opponent except Lancer attacks me, use Parry.",
        &["Saber: Attack Lancer.", "Saber: If an opponent except Lancer attacks me, use Parry."],
    ),
    (
        "Saber: If Lancer is here, attack him; otherwise, use Guard. Then move to the Bridge.",
        &["Saber: If Lancer is here, attack that character; otherwise, use Guard.", "Saber: Move to Bridge."],
    ),
    (
        "Saber: At the end of the Attacking Phase, attack Lancer unless Archer attacks me. In that case, attack Archer.",
        &["Saber: If Archer does not attack me, attack Lancer at the end of the Attacking Phase; otherwise, \
           attack Archer at the end of the Attacking Phase."],
    ),
    (
        "Saber: If Lancer is here, attack him. If Archer is here, use Guard; otherwise, use Calm.",
        &[
            "Saber: If Lancer is here, attack that character.",
            "Saber: If Archer is here, use Guard; otherwise, use Calm.",
        ],
    ),
    ("Saber: Attack Lancer. Also use Guard.", &["Saber: Attack Lancer.", "Saber: Use Guard."]),
    (
        "Saber: If I have 50 or less Health, use Guard and then flee to the Bridge.",
        &["Saber: If I have 50 or less Health, use Guard and then flee to Bridge."],
    ),
];

fn checked(text: &str) -> CheckedFile {
    check(&Source::new("letter", text), &seat_of_writers())
}

#[test]
fn what_a_second_sentence_leaves_open_is_asked() {
    assert_refused(REFUSED, checked);
}

#[test]
fn what_a_second_sentence_makes_clear_is_done() {
    let other: Vec<_> = PLANNED
        .iter()
        .filter(|(text, orders)| plan(&checked(text)) != **orders)
        .map(|(text, _)| (text, plan(&checked(text)), said(&checked(text))))
        .collect();
    assert!(other.is_empty(), "{other:#?}");
}
