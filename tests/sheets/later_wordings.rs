//! Wordings of effects that later authors used, each with its canonical sentences, and their neighbours that stay
//! refused.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

use super::other_wordings::assert_read_back;

/// Each wording, and how it is read back.
const SAID: &[(&str, &str)] = &[
    (
        "The caster can contract with two Servants without losing the ability to regenerate.",
        "The user regenerates with two Servants.",
    ),
    (
        "This attack can damage a Master even while a Servant of theirs is in the same location.",
        "This skill may damage Masters.",
    ),
    (
        "If this attack damages a character with Flight, that character loses Flight until the end of the following Turn.",
        "The target loses Flight for 2 Turns if this attack inflicts more than 0 damage.",
    ),
    (
        "For every 60 Health the user is missing, their STR increases by one subrank.",
        "The user's STR is raised by 1 subrank for each 60 Health the user is missing.",
    ),
    (
        "The user does not lose Mana each Night from lacking a Master, and can still regenerate at half of their original \
         values.",
        "Each of these: the user can act without a Master; and the user regenerates without a Master; and the user's \
         regeneration decreases by 50% if the user is Masterless.",
    ),
    (
        "While the user has no Master, they lose only 10% of their maximum Mana each Night instead of 40%, and they can \
         still regenerate at half of their normal values.",
        "Each of these: the user loses only 10% of their maximum Mana each Night for lacking a Master; and the user \
         regenerates without a Master; and the user's regeneration decreases by 50% if the user is Masterless.",
    ),
    ("While this skill is active, the user's AGI is ranked EX.", "The user's AGI becomes EX."),
    ("Up to three of this familiar can exist at once.", "At most 3 of these familiars can exist at a time."),
    ("Using this item restores 30 Health to the user.", "The user restores 30 Health."),
];

#[test]
fn what_later_authors_said_in_other_words_is_read() {
    assert_read_back(SAID);
}

#[test]
fn what_says_more_or_something_else_stays_refused() {
    for text in [
        // Skills of the user may still reduce it.
        "Damage inflicted by this attack cannot be decreased by skill effects of opponents.",
        // It hits the other targets.
        "This attack always misses a target with LCK ranked A or higher.",
        // Instead of how much?
        "While the user has no Master, they lose only 10% of their maximum Mana each Night instead of 30%, and they can \
         still regenerate at half of their normal values.",
        "The caster can contract with three Servants without losing the ability to regenerate.",
        "This attack can damage a Master even while a Servant of theirs is in an adjacent location.",
        // The Servant that it was used on, of two.
        "Each Command Spell the caster uses also restores 20% of their Servant's maximum Health.",
        // Of which kind of familiar?
        "Up to three familiars may be active at once.",
    ] {
        assert!(read_passage(text).is_err(), "{text}: {:?}", read_passage(text).map(|read| canonical(&read[0].effect)));
    }
}
