//! Families of sentences: every way of saying a thing, and how it is read back (EFFECTS.md).

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;

/// Every sentence says the same as the first, which is how it is printed back.
fn same(sentences: &[&str]) {
    let first = sentences[0];
    for sentence in sentences {
        let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
        let printed = canonical(&effect);
        assert_eq!(printed, first, "for `{sentence}`");
        assert_eq!(parse(&printed).as_ref(), Ok(&effect), "`{printed}` is read back as something else");
    }
}

/// What is wrong with a sentence.
fn refused(sentence: &str) -> String {
    match parse(sentence) {
        Ok(effect) => panic!("`{sentence}` is taken for `{effect}`"),
        Err(faults) => faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect::<Vec<_>>().join(" | "),
    }
}

#[test]
fn family_8_immunity() {
    same(&[
        "The user is immune to Poison.",
        "The user cannot be poisoned.",
        "The user cannot receive Poison.",
        "The user has immunity to Poison.",
        "The user gains immunity against Poison",
        "Poison has no effect on the user.",
    ]);
    same(&["The user is immune to Stun.", "The user cannot be Stunned.", "The user can\u{2019}t be stunned."]);
    same(&[
        "The user is immune to negative status effects for 3 Turns.",
        "The user is immune to all negative status effects for three Turns.",
        "For 3 Turns, the user is immune to any negative status effect.",
        "Negative status effects have no effect on the user for 3 Turns.",
        "The user cannot suffer negative status effects for 3 Turns.",
    ]);
    same(&["The user and the user's Master are immune to Poison."]);
    same(&["The target is immune to Stun if the target is in battle until the end of the Turn."]);
    assert_eq!(refused("The user is immune to rain."), "E241 understood up to `The user is immune to`, but not `rain`");
}

#[test]
fn family_16_spirit_form_and_places() {
    same(&[
        "The target enters Spirit Form.",
        "The target takes on Spirit Form.",
        "The target is forced into Spirit Form.",
    ]);
    same(&["The target leaves Spirit Form.", "The target is forced out of Spirit Form."]);
    same(&[
        "The target is brought to the user's location.",
        "The target is summoned to the user's location.",
        "The target is relocated to the location of the user.",
        "The target appears at the user's location.",
    ]);
    same(&["The user's Master is brought to the target's location."]);
    assert!(refused("The target enters Spirit Form for 2 Turns.").contains("at once"));
}

#[test]
fn family_27_before_all_others() {
    same(&[
        "This skill occurs before all other actions of its phase.",
        "This skill resolves before anything else in its phase.",
        "This attack happens before everything else of its phase",
    ]);
}
