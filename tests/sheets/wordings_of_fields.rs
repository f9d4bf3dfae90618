//! What blind authors wrote of what is always on, of fields and of having no Master: how it is read back, and what is
//! refused beside it.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;

use super::families::{not_read_so, refused};

/// Each wording, and the sentence it is read as.
const READ: &[(&str, &str)] = &[
    (
        "While the user's Health is at 1/3 or less of their maximum Health, damage they inflict increases by 30%.",
        "Damage the user inflicts increases by 30% if the user has 1/3 or less of their maximum Health.",
    ),
    (
        "If the user's Health is reduced to 50 or less, the user restores 10 Mana.",
        "The user restores 10 Mana if the user has 50 or less Health.",
    ),
    (
        "At the beginning of each Turn, if the user's Health is 100 or less, they gain 1 additional AP during that Turn.",
        "The user gains 1 AP each Turn if the user has 100 or less Health.",
    ),
    (
        "The user gains 1 additional AP at the beginning of their first Turn of battle.",
        "The user gains 1 AP each Turn if the user is in the first Turn of battle.",
    ),
    (
        "The user receives 50% less damage from all sources other than Special damage.",
        "Damage the user receives decreases by 50%.",
    ),
    (
        "Ranged and long-ranged attacks made by an opponent whose LCK is lower than the user's inflict 30% less damage on the user.",
        "Damage the user receives from ranged or long-ranged attacks of opponents with LCK lower than the user's decreases by 30%.",
    ),
    (
        "The first attack that targets the user each Turn has its damage halved.",
        "Damage the user receives from the first attack each Turn decreases by 50%.",
    ),
    (
        "The first attack against the user each Turn has its damage reduced by 10.",
        "Damage the user receives from the first attack each Turn decreases by 10.",
    ),
    (
        "While Masterless, the user continues to regenerate normally.",
        "The user regenerates without a Master if the user is Masterless.",
    ),
    (
        "If the user has no contract, the Mana they lose each Night is reduced to 10% of their maximum Mana.",
        "The user loses only 10% of their maximum Mana each Night for lacking a Master if the user is Masterless.",
    ),
    (
        "The user does not suffer the damage penalty for having 1/3 or less of their maximum Health.",
        "The user suffers no penalty for low Health.",
    ),
    ("The user ignores the normal penalty for low Health.", "The user suffers no penalty for low Health."),
    (
        "All of the user's stats except LCK decrease by one rank.",
        "All stats of the user except LCK are lowered by 1 rank.",
    ),
    (
        "All of the user's stats other than LCK and END gain 1 rank.",
        "All stats of the user except END and LCK are raised by 1 rank.",
    ),
    (
        "Magical damage inflicted in this location increases by 20%, regardless of who inflicts it.",
        "Magical damage all characters in this location inflict increases by 20%.",
    ),
    (
        "Damage inflicted by ranged attacks in this location decreases by 5.",
        "Ranged damage all characters in this location inflict with attacks decreases by 5.",
    ),
    ("Spirit Form cannot be entered in this location.", "All characters in this location cannot enter Spirit Form."),
    (
        "No opponent can enter Spirit Form within this location.",
        "All opponents in this location cannot enter Spirit Form.",
    ),
    (
        "This Bounded Field is cancelled if the user's Health is reduced to 75 or less.",
        "Lasts unless the user has 75 or less Health.",
    ),
    ("Lasts until the user's Health is 75 or less.", "Lasts unless the user has 75 or less Health."),
    ("Broken if the caster's Health falls to 50 or below.", "Lasts unless the user has 50 or less Health."),
    ("The Reality Marble collapses when the user is attacked.", "When the user is attacked, this skill ends."),
    (
        "At the end of each Turn, the summoner loses 5 Mana.",
        "At the end of each Turn, the user's summoner loses 5 Mana.",
    ),
];

/// Entries of several sentences, and what they are read as together.
const ENTRIES: &[(&str, &[&str])] = &[
    (
        "The regeneration of everyone in this location increases by 10 for Health and 5 for Mana.",
        &[
            "Each of these: all characters in this location's Health regeneration increases by 10; and all characters in this location's Mana regeneration increases by 5.",
        ],
    ),
    (
        "All characters in this location lose 10 Mana at the end of each Turn. The caster's team is not affected.",
        &["At the end of each Turn, all characters in this location except the user's team lose 10 Mana."],
    ),
    (
        "Everyone in this location has their ACT lowered by 2 ranks. The caster is immune to this effect.",
        &["All characters in this location other than the user's ACT is lowered by 2 ranks."],
    ),
    (
        "Damage inflicted by magical attacks in this location increases by 20%. Affects everyone inside it.",
        &["Magical damage all characters in this location inflict with attacks increases by 20%."],
    ),
];

#[test]
fn what_authors_write_of_fields_is_read() {
    let mut wrong = not_read_so(READ);
    for (text, told) in ENTRIES {
        match read_passage(text) {
            Ok(read) => {
                let read: Vec<_> = read.iter().map(|one| canonical(&one.effect)).collect();
                if read != *told {
                    wrong.push(format!("{text}\n    {read:?}"));
                }
            }
            Err(faults) => wrong.push(format!("{text}\n    {faults:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_else_it_could_be_is_refused() {
    for (text, why) in [
        ("The user loses only 10% of their maximum Mana each Night.", "while they have no Master"),
        ("The user does not suffer the damage penalty for having 1/2 or less of their maximum Health.", "E241"),
        ("The user can regenerate normally.", "while they have no Master"),
        ("If the user is not Masterless, they can regenerate normally.", "while they have no Master"),
        ("While Masterless, the user loses only 10% of the target's maximum Mana each Night.", "of their own maximum"),
        ("The user's Health regeneration increases by 10 for Health and 5 for Mana.", "said twice"),
        ("The user's regeneration increases by 10 for Health and 5 for Health.", "twice"),
        ("All stats of the user except ACT are raised by 1 rank.", "none of them"),
        // Those who scout, not the user's own scouting.
        ("The user cannot be detected by scouting Masters while scouting.", "when besides"),
        // A payment, which is no drain: what there is to drain may be less.
        ("The user's Master restores 20 Mana and the user loses the same amount.", "E241"),
    ] {
        assert!(refused(text).contains(why), "{text}: {}", refused(text));
    }
    for text in [
        "The user restores 10 Health. The caster's team is not affected.",
        "All opponents in this location lose 10 Mana. Affects everyone inside it.",
        "All allies in this location restore 10 Mana. The caster's team is not affected.",
    ] {
        assert!(read_passage(text).is_err(), "{text}");
    }
}
