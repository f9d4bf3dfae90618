//! What says `here` above a move or a warp, moves together from two places, exceptions in a sentence of their own, and
//! an `otherwise` behind two conditions.

use grail_referee::language::span::Source;
use grail_referee::orders::check;
use grail_referee::orders::plan::{build_plan, render_plan};

use super::readings::checked_of_writers;
use super::view::seat_of_writers;
use super::{assert_refused, plan, said};

/// Orders that a careful reader would ask about, and the code that asks.
const REFUSED: &[(&str, &str)] = &[
    // An exception to the order above, or what is done where the condition fails?
    ("Saber: Attack Lancer three times. Except if Archer attacks me, then attack Archer once.", "E108"),
    ("Saber: Attack Lancer. Except if Archer is here, then attack Archer.", "E108"),
    ("Saber: Attack Lancer. Except when Archer is here, then attack Archer.", "E108"),
    ("Saber: Attack Lancer. Except if Archer is here: attack Archer.", "E108"),
    ("Saber: Attack Lancer. Except if he attacked me, then use Surge on him.", "E108"),
    ("Saber: Attack Lancer. Unless Archer is here, then attack Archer.", "E108"),
    ("Saber: Use Guard. Unless Rin has less than 100 Health, then use Mend on her.", "E108"),
    ("Saber: Attack Lancer. Except if Archer and Illya are here, attack Archer.", "E108"),
    // Otherwise than the second condition, or than both?
    ("Saber: If Lancer is here, then if Archer is here, attack Archer; otherwise, attack Illya.", "E108"),
    ("Saber: If Lancer is here, if Archer is not here, attack Lancer twice; otherwise, attack Illya.", "E108"),
    ("Saber: If I am attacked while Archer is here, attack Archer; otherwise, attack Illya.", "E108"),
    // A comparison with whoever acts, which no name binds.
    ("Saber: Flee to the Church with Rin if Illya has less Health than me.", "E110"),
    ("Saber: Flee to the Church with Rin if an ally is attacked.", "E110"),
    // Whoever did it, or both?
    ("Saber: If Lancer or Archer attacks Rin, use Excalibur on them.", "E362"),
    ("Saber: Use Excalibur on them if Lancer or Archer attacks Rin.", "E362"),
    // The warp comes first.
    ("Saber: If Lancer is here, attack him. Use Blink to the Bridge.", "E363"),
    ("Saber: Use Excalibur on everyone here. Use Blink to the Bridge.", "E363"),
    ("Saber: Attack an opponent here. Use Blink to the Bridge.", "E363"),
    ("Saber: Attack Lancer here. Use Blink to the Bridge.", "E363"),
    ("Saber: If two or more opponents are here, attack Lancer. Use Blink to the Bridge.", "E363"),
];

/// Orders that leave nothing open, and their plan.
const READ: &[(&str, &[&str])] = &[
    ("Saber: Unless Archer is here, attack Lancer.", &["Saber: If Archer is not here, attack Lancer."]),
    (
        "Saber: Use Guard. Unless Archer is here, attack Lancer.",
        &["Saber: Use Guard.", "Saber: If Archer is not here, attack Lancer."],
    ),
    ("Saber: Attack Lancer except if Archer is here.", &["Saber: If Archer is not here, attack Lancer."]),
    (
        "Saber: If Lancer is here and Archer is here, attack Archer; otherwise, attack Illya.",
        &["Saber: If Lancer is here and Archer is here, attack Archer; otherwise, attack Illya."],
    ),
    (
        "Saber: When Lancer attacks me, if Archer is here, attack Archer; otherwise, attack Lancer.",
        &["Saber: When Lancer attacks me, if Archer is here, attack Archer; otherwise, attack Lancer."],
    ),
    (
        "Saber: If Lancer is here: if Archer is here, attack Archer; otherwise, attack Illya.",
        &["Saber: If Lancer is here: if Archer is here, attack Archer; otherwise, attack Illya."],
    ),
    (
        "Saber: If Lancer is here, then if Archer is here, attack Archer; otherwise, attack Illya; otherwise, stay.",
        &["Saber: If Lancer is here, if Archer is here, attack Archer; otherwise, attack Illya; otherwise, stay."],
    ),
    // In the companion's order the comparison is turned round.
    (
        "Saber: Flee to the Church with Rin if Rin's Health is below mine.",
        &[
            "Saber: If Rin has Health lower than mine, flee to Church.",
            "Rin: If Saber has Health higher than mine, flee to Church.",
        ],
    ),
    (
        "Saber: Flee to the Church with Rin if I have less Health than her.",
        &[
            "Saber: If Rin has Health higher than mine, flee to Church.",
            "Rin: If Saber has Health lower than mine, flee to Church.",
        ],
    ),
    (
        "Saber: Flee to the Church with Rin if she doesn't have less Mana than me.",
        &[
            "Saber: If Rin does not have Mana lower than mine, flee to Church.",
            "Rin: If Saber does not have Mana higher than mine, flee to Church.",
        ],
    ),
    (
        "Saber: We flee to the Church if Rin has less Health than me.",
        &[
            "Saber: If Rin has Health lower than mine, flee to Church.",
            "Rin: If Saber has Health higher than mine, flee to Church.",
        ],
    ),
    (
        "Saber: Flee to the Church with Rin if I have less than 50 Health.",
        &[
            "Saber: If I have less than 50 Health, flee to Church.",
            "Rin: If Saber has less than 50 Health, flee to Church.",
        ],
    ),
    (
        "Saber: If Lancer attacks Rin, use Excalibur on him.",
        &["Saber: If Lancer attacks Rin, use Excalibur on that character."],
    ),
    (
        "Saber: Use Blink to the Bridge. If Lancer is here, attack him.",
        &["Saber: Use Blink to Bridge.", "Saber: If Lancer is here, attack that character."],
    ),
];

#[test]
fn what_leaves_open_which_place_or_case_is_meant_is_refused() {
    assert_refused(REFUSED, checked_of_writers);
}

#[test]
fn what_says_its_place_and_case_is_read() {
    for (order, expected) in READ {
        let checked = checked_of_writers(order);
        assert!(!checked.has_errors(), "{order}: {:?}", said(&checked));
        assert_eq!(plan(&checked), *expected, "{order}");
    }
}

#[test]
fn what_says_here_or_first_above_a_move_is_kept_before_it() {
    for (text, is_kept) in [
        ("Saber: Attack Lancer here, then move to the Bridge.", true),
        ("Saber: Attack Lancer first, then move to the Bridge.", true),
        ("Saber: Attack Lancer and then move to the Bridge.", true),
        ("Saber: Attack an opponent in this location. Move to the Bridge.", true),
        ("Saber: Use Excalibur on everyone here. Move to the Bridge.", true),
        ("Saber: If Lancer is here, attack him. Move to the Bridge.", true),
        ("Saber: If two or more opponents are here, attack Lancer. Flee to the Bridge.", true),
        ("Saber: First, attack Lancer. Move to the Bridge.", true),
        ("Saber: Attack Lancer. Then move to the Bridge.", true),
        ("Saber: Attack Lancer. Move to the Bridge.", false),
        ("Saber: If I have less than 50 Health, attack Lancer. Move to the Bridge.", false),
        ("Saber: Move to the Bridge. If Lancer is here, attack him.", false),
        ("Saber: Attack Lancer here.", false),
    ] {
        let checked = checked_of_writers(text);
        let kept = checked.plan.iter().any(|order| order.before_move);
        assert_eq!(kept, is_kept, "{text}: {:?}", said(&checked));
        // What may be done behind the move says so.
        let planned = render_plan(&build_plan(&checked, &seat_of_writers()));
        let again = ["Saber: Attack Lancer. Move", "Saber: If I have less than 50 Health, attack Lancer. Move"];
        let comes_up_again = again.iter().any(|begins| text.starts_with(begins));
        assert_eq!(planned.contains("once more in Bridge after the move"), comes_up_again, "{text}: {planned}");
    }
}

#[test]
fn a_move_from_two_places_is_warned_of_and_here_is_of_neither() {
    let codes = |text: &str| -> Vec<&str> {
        let mut view = seat_of_writers();
        view.own.iter_mut().filter(|own| own.name == "Saber").for_each(|own| own.at = "Mall".to_owned());
        let checked = check(&Source::new("letter", text), &view);
        checked.diagnostics.iter().map(|said| said.code).collect()
    };
    for (text, code) in [
        ("Rin: Move to the Church with Saber.", "W386"),
        ("Rin: If I have less than 50 Health, move to the Church with Saber.", "W386"),
        ("Rin: If Archer is here, move to the Church with Saber.", "E363"),
        ("Rin: Move to the Church with Saber unless an opponent is here.", "E363"),
        // Who comes and goes in a place is seen by whoever is there.
        ("Rin: If Archer leaves the Park, move to the Church with Saber.", "E110"),
        ("Rin: If Archer enters the Mall, move to the Church with Saber.", "E110"),
        ("Rin: If Saber leaves the Mall, move to the Church with Saber.", "E110"),
    ] {
        assert!(codes(text).contains(&code), "{text}: {:?}", codes(text));
    }
    let together = checked_of_writers("Rin: If Archer is here, move to the Church with Saber.");
    assert!(!together.has_errors(), "{:?}", said(&together));
}

#[test]
fn a_limit_of_purchases_is_told_beforehand() {
    for (text, is_told) in [
        ("Rin: Buy 2 Splints at the Hospital.", true),
        ("Rin: Buy a Splint twice.", true),
        ("Rin: Buy a Splint. Buy Status-curing Pills.", true),
        ("Rin: Buy a Splint.", false),
        ("Rin: Buy 2 Focus Bands.", false),
    ] {
        let mut view = seat_of_writers();
        view.own.iter_mut().for_each(|own| own.at = "Hospital".to_owned());
        let checked = check(&Source::new("letter", text), &view);
        let is_warned = checked.diagnostics.iter().any(|said| said.code == "W387");
        assert_eq!(is_warned, is_told, "{text}: {:?}", said(&checked));
    }
}
