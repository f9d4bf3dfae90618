//! Who goes along in which case, whom a word in a list of people means, and what is asked once and not waited for.

use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

use super::blind::seat_of_writers;
use super::{assert_refused, plan};

/// Orders that a careful reader would ask about, and the code that asks.
const REFUSED: &[(&str, &str)] = &[
    // Who goes along is said of one move, and not of the other.
    ("Saber: If Lancer is here, I flee to the Church; otherwise, we flee to the Mall.", "E110"),
    ("Saber: If Lancer is here, we flee to the Church; otherwise, I flee to the Mall.", "E110"),
    ("Saber: We flee to the Church if Lancer is here; otherwise, I flee to the Mall.", "E110"),
    ("Saber: If Lancer is here, flee to the Church; otherwise, flee with Rin to the Mall.", "E110"),
    ("Saber: If Lancer is dead, flee to the Church with Rin; otherwise, flee to the Mall.", "E110"),
    ("Saber: Move to the Church with Rin if she is here, otherwise to the Bridge.", "E110"),
    ("Rin: If Lancer is here, I flee to the Church; otherwise, Saber and I flee to the Mall.", "E110"),
    ("Saber: Move to the Church with Rin unless Lancer is here. In that case, I move to the Mall.", "E110"),
    // A word in a list beside a name is not that name again.
    ("Saber: Attack Archer or him.", "E362"),
    ("Saber: Attack Lancer. Attack Archer or him.", "E362"),
    ("Saber: Attack Lancer. Attack Archer, then him.", "E362"),
    ("Saber: Attack Lancer. If Archer attacks me and he doesn't, use Parry.", "E362"),
    ("Saber: Attack Lancer. If Archer is dead and he is here, attack him again.", "E362"),
];

/// Orders that leave nothing open, and their plan.
const READ: &[(&str, &[&str])] = &[
    (
        "Saber: If Lancer is here, we flee to the Church; otherwise, we flee to the Mall.",
        &[
            "Saber: If Lancer is here, flee to Church; otherwise, flee to Mall.",
            "Rin: If Lancer is here, flee to Church; otherwise, flee to Mall.",
        ],
    ),
    (
        "Saber: We flee to the Church if Lancer is here, otherwise to the Mall.",
        &[
            "Saber: If Lancer is here, flee to Church; otherwise, flee to Mall.",
            "Rin: If Lancer is here, flee to Church; otherwise, flee to Mall.",
        ],
    ),
    (
        "Saber: If Lancer is here, move to the Church with Rin; otherwise, move to the Mall with Rin.",
        &[
            "Saber: If Lancer is here, move to Church; otherwise, move to Mall.",
            "Rin: If Lancer is here, move to Church; otherwise, move to Mall.",
        ],
    ),
    (
        "Saber: Attack Lancer. If Archer and he attack me, use Parry.",
        &["Saber: Attack Lancer.", "Saber: If Archer attacks me and Lancer attacks me, use Parry."],
    ),
    (
        "Saber: Attack Illya. If Rin and she are here, use Parry.",
        &["Saber: Attack Illya.", "Saber: If Rin is here and Illya is here, use Parry."],
    ),
    (
        "Saber: Attack Lancer. Use Excalibur on Archer and him.",
        &["Saber: Attack Lancer.", "Saber: Use Excalibur on Archer and Lancer."],
    ),
    // The Night would look for him in the first event: his name takes the word's place.
    (
        "Saber: Use Parry when Lancer attacks me and Quick Hand on him when he attacks Rin.",
        &["Saber: Use Parry when Lancer attacks me and then use Quick Hand on Lancer when Lancer attacks Rin."],
    ),
    (
        "Saber: Use Parry when Lancer attacks me, then attack him when he attacks Rin.",
        &["Saber: Use Parry when Lancer attacks me and then attack Lancer when Lancer attacks Rin."],
    ),
    (
        "Saber: Use Parry when Lancer attacks me and Quick Hand on Lancer when Lancer attacks Rin.",
        &["Saber: Use Parry when Lancer attacks me and then use Quick Hand on Lancer when Lancer attacks Rin."],
    ),
];

/// A text with its head, checked.
fn checked(text: &str) -> CheckedFile {
    let (name, sentences) = text.split_once(": ").unwrap();
    check(&Source::new("letter", format!("{name}:\n{sentences}\n")), &seat_of_writers())
}

#[test]
fn what_leaves_open_who_goes_or_whom_a_list_means_is_refused() {
    assert_refused(REFUSED, checked);
}

#[test]
fn what_says_who_goes_and_whom_a_list_means_is_read() {
    for (order, expected) in READ {
        let checked = checked(order);
        let errors: Vec<_> =
            checked.diagnostics.iter().filter(|said| said.is_error()).map(|said| &said.message).collect();
        assert!(errors.is_empty(), "{order}\n{errors:?}");
        assert_eq!(plan(&checked), *expected, "{order}");
    }
}

#[test]
fn a_change_that_is_asked_once_before_the_blows_is_warned_of() {
    let warnings = |order: &str| -> Vec<String> {
        let checked = checked(order);
        assert!(!checked.has_errors(), "{order}");
        checked.diagnostics.iter().map(|said| said.code.to_owned()).collect()
    };
    for order in [
        "Saber: If Rin falls below 100 Health, use Mend on her; otherwise, use Guard.",
        "Saber: If I drop below 100 Health, use Parry; otherwise, use Quick Hand on Lancer.",
        "Saber: Unless Rin drops below 100 Health, use Guard.",
        "Saber: If I get poisoned, use Guard; otherwise, use Calm.",
    ] {
        assert!(warnings(order).contains(&"W342".to_owned()), "{order}: {:?}", warnings(order));
    }
    for order in [
        "Saber: If Rin falls below 100 Health, use Mend on her.",
        "Saber: If Rin has less than 100 Health, use Mend on her; otherwise, use Guard.",
        "Saber: If I drop below 100 Health, flee to the Bridge; otherwise, stay.",
    ] {
        assert!(!warnings(order).contains(&"W342".to_owned()), "{order}: {:?}", warnings(order));
    }
}
