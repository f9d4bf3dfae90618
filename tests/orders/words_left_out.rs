//! What a sentence leaves out, since it or the one above it says it: the predicate, the deed, the place, the target.

use grail_referee::language::span::Source;
use grail_referee::orders::{CheckedFile, check};

use super::plan;
use super::view::seat_of_writers;

/// Each letter, and the plan's words for it.
const SAID: &[(&str, &[&str])] = &[
    // What is said of one, of another as well or not.
    (
        "Saber: If Lancer isn't here but Archer is, Cut Archer.",
        &["Saber: If Lancer is not here and Archer is here, use Cut on Archer."],
    ),
    (
        "Saber: If Lancer is dead and Archer isn't, Cut Archer.",
        &["Saber: If Lancer is dead and Archer is not dead, use Cut on Archer."],
    ),
    (
        "Rin: If I'm poisoned and Saber isn't, use Jewel Light on Saber.",
        &["Rin: If I am affected by Poison and Saber is not affected by Poison, use Jewel Light on Saber."],
    ),
    (
        "Saber: If Lancer doesn't attack me but Archer does, Cut Archer.",
        &["Saber: If Lancer does not attack me and Archer attacks me, use Cut on Archer."],
    ),
    (
        "Saber: If Lancer attacks Rin but Archer doesn't, Cut Lancer.",
        &["Saber: If Lancer attacks Rin and Archer does not attack Rin, use Cut on Lancer."],
    ),
    // The deed of the condition above.
    (
        "Saber: If Lancer attacks Rin, Cut Lancer; if Archer does, Surge Archer.",
        &["Saber: If Lancer attacks Rin, use Cut on Lancer.", "Saber: If Archer attacks Rin, use Surge on Archer."],
    ),
    (
        "Saber: If Lancer attacks Rin, Cut Lancer. If Archer does, use Guard.",
        &["Saber: If Lancer attacks Rin, use Cut on Lancer.", "Saber: If Archer attacks Rin, use Guard."],
    ),
    ("Saber: If it's Lancer who attacks Rin, use Guard.", &["Saber: If Lancer attacks Rin, use Guard."]),
    ("Saber: Use Guard if Lancer attacks one of us.", &["Saber: If Lancer attacks my team, use Guard."]),
    // The place that is scouted.
    (
        "Saber: Scout the Bridge. If it's empty, move there.",
        &["Saber: Scout Bridge.", "Saber: If I do not detect anyone in Bridge, move to Bridge."],
    ),
    (
        "Saber: Scout the Bridge by day; if Lancer is there, stay here, otherwise move to Bridge.",
        &["Saber: Scout Bridge.", "Saber: If Lancer is in Bridge, stay; otherwise, move to Bridge."],
    ),
    (
        "Saber: Scout Bridge. If I see Archer there, move to Church.",
        &["Saber: Scout Bridge.", "Saber: If Archer is in Bridge, move to Church."],
    ),
    // The one at whom all the blows before it went.
    (
        "Saber: Cut Lancer twice and finish with a Surge.",
        &["Saber: Use Cut on Lancer 2 times and then use Surge on Lancer."],
    ),
    // Whom a partner attacks.
    (
        "Rin: Gandr on whoever Saber attacks.",
        &["Rin: If Saber attacks an opponent, use Gandr on the opponent whom Saber attacks."],
    ),
    (
        "Rin: Gandr on the same target as Saber.",
        &["Rin: If Saber attacks an opponent, use Gandr on the opponent whom Saber attacks."],
    ),
    ("Saber: Attack Lancer, then Surge.", &["Saber: Attack Lancer and then use Surge on Lancer."]),
];

/// What nothing before it completes, or two things could.
const REFUSED: &[&str] = &[
    "Saber: Attack Lancer. If Archer does, use Guard.",
    "Saber: If Lancer does not attack me, use Guard. If Archer does, use Parry on Archer.",
    "Saber: Move to Bridge. If it is empty, use Guard.",
    "Saber: Scout Bridge. Use Guard. If it is empty, move there.",
    "Saber: Scout Bridge. If he is there, move to Church.",
    "Saber: If Lancer isn't and Archer is, Cut Archer.",
    "Saber: Use Parry on Lancer and then Surge.",
    "Saber: Cut Lancer and then Cut Archer, then Surge.",
    "Saber: Cut an opponent and then Surge.",
];

fn checked(letter: &str) -> CheckedFile {
    let view = seat_of_writers();
    check(&Source::new("letter", letter), &view)
}

#[test]
fn what_a_sentence_leaves_out_is_what_stands_before_it() {
    for (letter, told) in SAID {
        let checked = checked(letter);
        assert!(!checked.has_errors(), "{letter}: {:#?}", checked.diagnostics);
        assert_eq!(plan(&checked), *told, "{letter}");
    }
}

#[test]
fn what_nothing_completes_is_refused() {
    for letter in REFUSED {
        assert!(checked(letter).has_errors(), "{letter}: {:?}", plan(&checked(letter)));
    }
}
