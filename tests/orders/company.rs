//! Who goes along in which case, who of two acts, whom a second pronoun means, and what is asked once and not waited
//! for.

use super::readings::checked_of_writers;
use super::{assert_refused, plan, said};

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
    ("Saber: Attack Lancer. If Archer and he attack me, use Parry.", "E362"),
    ("Saber: Attack Illya. If Rin and she are here, use Parry.", "E362"),
    ("Saber: Attack Lancer. Use Excalibur on Archer and him.", "E362"),
    ("Saber: Attack Archer or him.", "E362"),
    ("Saber: Attack Lancer. Attack Archer or him.", "E362"),
    ("Saber: Attack Lancer. Attack Archer, then him.", "E362"),
    ("Saber: Attack Lancer. If Archer attacks me and he doesn't, use Parry.", "E362"),
    ("Saber: Attack Lancer. If Archer is dead and he is here, attack him again.", "E362"),
    // The second word may mean whoever was attacked.
    ("Saber: If Illya attacks Rin, use Quick Hand on her and Mend on her.", "E362"),
    ("Saber: If Illya attacks Rin, attack her and give her the Splint.", "E362"),
    ("Saber: If Rin is attacked by Illya, attack her and use Mend on her.", "E362"),
    ("Saber: When Illya attacks Rin, attack her and use Mend on her.", "E362"),
    // A spell on somebody names two.
    ("Rin: Command Saber \"Defend X!\" for Illya and use Jewel Light on her.", "E362"),
    ("Rin: If Lancer attacks me, command Saber \"You can't escape!\" on Archer and Gandr him.", "E362"),
    // An imperative behind a clause about somebody else.
    ("Rin: If Archer is dead, Saber flees to the Church; otherwise, flee with her to the Bridge.", "E110"),
    ("Rin: If Lancer is here, Saber flees to the Church; otherwise, flee to the Bridge.", "E110"),
    ("Rin: If Lancer is here, Saber uses Guard; otherwise, flee to the Bridge.", "E110"),
    ("Rin: Saber attacks Lancer and flee to the Bridge.", "E110"),
    ("Rin: Saber stays, flee to the Church.", "E110"),
    ("Rin: Saber attacks Lancer unless Archer is here. In that case, flee to the Church.", "E110"),
    ("Saber: If Lancer is here, Rin uses Gandr on him; otherwise, flee with her to the Bridge.", "E362"),
    // Forbidden too, or ordered?
    ("Saber: Don't use Guard and Parry.", "E105"),
    ("Saber: Don't use Surge and attack Archer.", "E105"),
    ("Saber: Don't attack Archer and flee to the Bridge.", "E105"),
    ("Saber: No Excalibur and Surge on Lancer.", "E105"),
    ("Saber: Do not use Guard, Calm and Parry.", "E105"),
    ("Saber: Do not use Guard, Parry.", "E105"),
    ("Rin: Don't drop the Splint and give the Teleporter to Saber.", "E105"),
    ("Saber: Don't use Guard and Parry unless attacked.", "E105"),
    ("Saber: Don't use Guard if Lancer is here and attack him.", "E105"),
    ("Saber: Don't flee unless Rin is dead and use Guard.", "E105"),
    ("Saber: Do not attack Archer if he is here and use Guard.", "E105"),
    // Said too, or done?
    ("Rin: Tell Illya: peace\nGandr Lancer.", "E119"),
    ("Rin: Tell Illya: peace\nFlee to the Bridge.", "E119"),
    ("Rin: Tell Illya: peace\nSaber attacks Lancer.", "E119"),
    ("Rin: Say in red: Rin is in the Park\nGandr Lancer.", "E119"),
    ("Rin: Tell Illya: hello. Give me your Splint.", "E119"),
    ("Rin: Tell Illya: hello. Please stay here.", "E119"),
    ("Rin: Tell Illya: hello. We want peace.", "E119"),
    ("Rin: Tell Illya: hello. Leave us alone.", "E119"),
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
    // Whoever stands behind `or` uses something else.
    (
        "Saber: Use Guard when Lancer uses Flame or Archer uses Arrow.",
        &["Saber: Use Guard when Lancer uses \"Flame\" or Archer uses \"Arrow\"."],
    ),
    (
        "Saber: Use Guard if Lancer uses Flame or Gae Bolg.",
        &["Saber: If Lancer uses \"Flame\" or Lancer uses \"Gae Bolg\", use Guard."],
    ),
    ("Saber: Don't use Guard or Parry. Attack Lancer.", &["Saber: Attack Lancer."]),
    ("Saber: Don't attack Archer, but attack Lancer.", &["Saber: Attack Lancer."]),
    ("Saber: No attacks, move to the Bridge.", &["Saber: Move to Bridge."]),
    ("Saber: Don't attack anyone and stay here.", &["Saber: Stay."]),
    (
        "Saber: If Lancer attacks Rin, use Quick Hand on him and Mend on her.",
        &["Saber: If Lancer attacks Rin, use Quick Hand on Lancer and then use Mend on Rin."],
    ),
    (
        "Rin: Command Saber \"You can't escape!\" on Lancer and Gandr him.",
        &["Rin: Command Saber \"You can't escape!\" for Lancer and then use Gandr on Lancer."],
    ),
    ("Rin: Saber attacks Lancer and flees to the Bridge.", &["Saber: Attack Lancer and then flee to Bridge."]),
    ("Rin: Have Saber attack Lancer and flee to the Bridge.", &["Saber: Attack Lancer and then flee to Bridge."]),
    ("Rin: Tell Illya: hello. Gandr Lancer.", &["Rin: Tell Illya: \"hello\".", "Rin: Use Gandr on Lancer."]),
    ("Rin: Tell Illya: we want\npeace with you.", &["Rin: Tell Illya: \"we want peace with you\"."]),
];

#[test]
fn what_leaves_open_who_goes_or_whom_a_list_means_is_refused() {
    assert_refused(REFUSED, checked_of_writers);
}

#[test]
fn a_denial_that_goes_on_is_answered_with_both_ways_to_write_it() {
    for (text, behind) in [
        ("Saber: Don't use Guard and Parry.", "Parry"),
        ("Saber: Don't attack Archer and flee to the Bridge.", "flee to the Bridge"),
        ("Saber: Do not use Guard, Parry.", "Parry"),
    ] {
        let message = format!("is `{behind}` forbidden too, or ordered?");
        let checked = checked_of_writers(text);
        assert!(checked.diagnostics.iter().any(|said| said.message == message), "{text}: {:?}", said(&checked));
    }
}

#[test]
fn what_says_who_goes_and_whom_a_list_means_is_read() {
    for (order, expected) in READ {
        let checked = checked_of_writers(order);
        let errors: Vec<_> =
            checked.diagnostics.iter().filter(|said| said.is_error()).map(|said| &said.message).collect();
        assert!(errors.is_empty(), "{order}\n{errors:?}");
        assert_eq!(plan(&checked), *expected, "{order}");
    }
}

#[test]
fn a_change_that_is_asked_once_before_the_blows_is_warned_of() {
    let warnings = |order: &str| -> Vec<String> {
        let checked = checked_of_writers(order);
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
