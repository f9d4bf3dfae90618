//! Words that are easily lost: `another`, `other`, `else`, `targeted`, `partners`, `first`, whose Master somebody is.
//! Each comes back in what is read back, or it is refused with a sentence that says it.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{parse, read_if_understood};
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

use super::offered;

/// What a sentence is read back as; `None` where it is refused. Every sentence a refusal offers is understood.
fn read(sentence: &str) -> Option<String> {
    match parse(sentence) {
        Ok(effect) => Some(canonical(&effect)),
        Err(faults) => {
            for note in faults.iter().flat_map(|fault| &fault.notes) {
                if let Some((_, said)) = note.split_once("write `") {
                    let said = said.trim_end_matches('`');
                    assert!(parse(said).is_ok() || !said.ends_with('.'), "`{sentence}` is answered with `{said}`");
                }
            }
            None
        }
    }
}

fn refused(sentence: &str) {
    if let Some(read) = read(sentence) {
        panic!("`{sentence}` is taken for `{read}`");
    }
}

/// The codes said of a sentence of a skill.
fn said_of(max_targets: u32, targets: &str, sentence: &str) -> Vec<String> {
    let text = format!(
        "kind: servant\nname: Saber\nskills:\n  - {{name: Z, rank: C, type: Support, max_targets: {max_targets}, targets: \"{targets}\", cost: 1 SP, effects: [\"{sentence}\"]}}\n"
    );
    let loaded = load(&Source::new("sheet.yaml", text.clone()), Defaults::Scenario);
    let warnings = loaded.unwrap_or_else(|faults| panic!("{text}: {faults:#?}")).warnings;
    warnings.into_iter().map(|fault| fault.code.to_owned()).collect()
}

/// What is done, and whether somebody besides the user is spoken of in it.
const DONE: &[(&str, bool)] = &[
    ("The user restores 10 Health", false),
    ("Damage the user receives decreases by 10%", false),
    ("The user's STR is raised by 1 rank", false),
    ("The target loses 10 Health", true),
    ("The target's Master loses 10 Mana", true),
    ("Damage the target inflicts decreases by 20%", true),
    ("Damage inflicted increases by 20%", true),
    ("This skill hits 2 times", true),
];

/// What is asked, `{}` standing for whom.
const ASKED: &[&str] =
    &["if {} is in this location", "if {} was damaged", "if {} has attacked", "unless {} was attacked"];

#[test]
fn another_is_than_the_user_or_refused() {
    for (done, spoken) in DONE {
        for asked in ASKED {
            for who in ["another Servant", "another character", "another Evil Servant", "anyone else"] {
                let sentence = format!("{done} {}.", asked.replace("{}", who));
                if *spoken {
                    refused(&sentence);
                } else if let Some(read) = read(&sentence) {
                    assert!(read.contains("other than the user"), "`{sentence}` is read as `{read}`");
                }
                // Said whole it is what it says wherever it stands.
                let whole = sentence.replace("another", "a").replace("a Evil", "an Evil").replace(" else", "");
                let whole = ["Servant", "character", "anyone"].iter().fold(whole, |said, kind| {
                    said.replacen(&format!("{kind} "), &format!("{kind} other than the user "), 1)
                });
                if let Some(read) = read(&whole) {
                    assert!(read.contains("other than the user"), "`{whole}` is read as `{read}`");
                }
            }
            for side in ["another opponent", "another ally", "another enemy Servant", "another allied Master"] {
                refused(&format!("{done} {}.", asked.replace("{}", side)));
            }
        }
    }
    // Behind whoever does it.
    for who in ["a Servant", "an opponent", "the target", "the user's Master", "another Servant"] {
        for does in ["damages", "attacks", "kills"] {
            for whom in ["another Servant", "another character", "another opponent", "anyone else"] {
                refused(&format!("When {who} {does} {whom}, the user restores 5 Health."));
            }
        }
    }
    for counted in ["for each other Servant in this location", "for each other opponent in this location"] {
        refused(&format!("The target loses 10 Health {counted}."));
        refused(&format!("Damage inflicted increases by 10 {counted}."));
    }
    refused("If the target is another Servant, they lose 10 Health.");
    refused("The user's Master and all other Masters in this location lose 10 Health.");
    refused("The target and everyone else in this location lose 10 Health.");
}

#[test]
fn another_opponent_is_offered_as_two_or_more() {
    let said = offered("Damage inflicted increases by 20% if another opponent is in this location.");
    assert_eq!(
        said,
        [
            "Damage inflicted increases by 20% if an opponent is here.",
            "Damage inflicted increases by 20% if 2 or more opponents are here.",
        ]
    );
    let said = offered("When a Servant damages another Servant, the user restores 5 Health.");
    assert_eq!(said, ["When a Servant damages a Servant other than the user, the user restores 5 Health."]);
}

#[test]
fn a_possessive_is_of_whoever_stands_before_it() {
    let described = [
        "damaged by the user",
        "who were damaged by the user",
        "with less Health than the user",
        "who have lower LCK than the user",
        "in the same location as the user",
        "except the user",
    ];
    for group in ["All opponents", "Every Servant", "All Evil characters"] {
        for said in described {
            for whose in ["Master", "Servant", "contracted partner"] {
                refused(&format!("{group} {said}'s {whose} lose 10 Health."));
                refused(&format!("At the end of each Turn, {group} {said}'s {whose} loses 5 Health."));
            }
        }
    }
    for said in described {
        refused(&format!("When an opponent {said}'s Master dies, the user restores 5 Health."));
    }
    // Of one of whom it is asked it is told apart.
    let read = read("The target loses 10 Health if the target was damaged by the user's Master.");
    assert_eq!(read.as_deref(), Some("The target loses 10 Health if the user's Master damages the target this Turn."));
}

#[test]
fn what_is_targeted_is_not_attacked() {
    for who in ["the user", "the target", "the user's Master", "an ally"] {
        for by in ["", " by a skill", " by a Noble Phantasm", " by a Support skill", " by an opponent"] {
            refused(&format!("When {who} is targeted{by}, the user restores 5 Health."));
            refused(&format!("The user restores 5 Health if {who} was targeted{by}."));
        }
    }
    assert_eq!(
        offered("When the user is targeted, the user restores 5 Health."),
        ["When the user is attacked, the user restores 5 Health."]
    );
    // An attack, and an attacker, say what it is.
    assert!(read("When the user is targeted by a physical attack, the user restores 5 Health.").is_some());
    assert!(read("When the user is targeted, the attacker loses 5 Health.").is_some());
}

#[test]
fn partners_are_all_of_a_team_or_the_contracted_one() {
    for sentence in [
        "The user's partners restore 10 Health.",
        "The target's partners lose 10 Health.",
        "Damage the user's partners receive decreases by 10%.",
        "When the user's partners are damaged, the user restores 5 Health.",
        "The user restores 5 Health if the user's partners are in this location.",
    ] {
        refused(sentence);
        assert!(offered(sentence).iter().any(|said| said.contains("contracted partner")), "{sentence}");
    }
    let said = offered("The user's partners restore 10 Health.");
    assert!(said.iter().any(|said| said == "All allies in this location restore 10 Health."), "{said:?}");
}

#[test]
fn the_first_of_a_group_is_of_all_or_of_each() {
    for does in ["enters this location", "attacks", "uses a Noble Phantasm", "attacks the user", "is attacked"] {
        for often in ["the first time each Turn", "the first 2 times each Turn", "the first time during the War"] {
            refused(&format!("When an opponent {does} for {often}, the user restores 5 Health."));
        }
        let read = read(&format!("Once per Turn, when an opponent {does}, the user restores 5 Health."));
        assert!(read.is_some_and(|read| read.starts_with("Once per Turn, when an opponent ")), "{does}");
    }
    refused("When the user attacks an opponent for the first time each Turn, the user restores 5 Health.");
    assert!(read("When the user is damaged for the first time each Turn, the user restores 5 Health.").is_some());
}

#[test]
fn the_same_location_is_somebody_s() {
    for whose in ["the target's Master", "the attacker's Master", "the target's Servant"] {
        refused(&format!("Damage inflicted increases by 20% if {whose} is in the same location."));
        refused(&format!("The user restores 10 Health if {whose} is in the same location."));
        for whom in ["the user", "the target"] {
            let sentence = format!("The user restores 10 Health if {whose} is in the same location as {whom}.");
            assert!(whose.contains("attacker") || read(&sentence).is_some_and(|read| read == sentence), "{sentence}");
        }
    }
    assert!(read("Damage inflicted increases by 20% if the user's Master is in the same location.").is_some());
}

#[test]
fn what_is_counted_for_several_together_is_told() {
    for sentence in [
        "The next attack that targets the target is negated.",
        "The user intercepts the next attack that targets the target.",
        "The target's next 2 attacks inflict 50% more damage.",
    ] {
        assert!(said_of(2, "[Any]", sentence).iter().any(|code| code == "W251"), "{sentence}");
        assert!(!said_of(1, "[Any]", sentence).iter().any(|code| code == "W251"), "{sentence}");
    }
    for entry in ["The target is forced into Spirit Form.", "The target enters Spirit Form."] {
        assert!(said_of(1, "[Any]", entry).iter().any(|code| code == "W250"), "{entry}");
    }
    let asked = "The target enters Spirit Form unless the target is in battle.";
    assert!(!said_of(1, "[Any]", asked).iter().any(|code| code == "W250"), "{asked}");
}

#[test]
fn ever_never_and_just_are_not_of_this_turn() {
    for said in
        ["has ever been damaged", "has never been damaged", "never attacked", "has just attacked", "has ever attacked"]
    {
        for done in ["Damage inflicted increases by 20%", "The user restores 5 Health"] {
            refused(&format!("{done} if the target {said}."));
            refused(&format!("{done} unless the target {said}."));
        }
    }
    assert!(read("Damage inflicted increases by 20% if the target has not been damaged this Turn.").is_some());
    for first in ["When the user attacks first", "If the user attacks first"] {
        refused(&format!("{first}, the user restores 5 Health."));
    }
}

#[test]
fn another_thing_is_another_than_some_thing() {
    for done in
        ["uses another skill", "uses another Noble Phantasm", "uses another Support skill", "makes another action"]
    {
        refused(&format!("When the user {done}, the user loses 5 Mana."));
        refused(&format!("The user loses 5 Mana if the target {done}."));
    }
    let read = read("If there is another Servant in this location, damage the user receives decreases by 10%.");
    assert!(read.is_some_and(|read| read.contains("Servants other than the user")));
}

#[test]
fn but_leaves_out_and_never_adds() {
    for others in
        ["the target", "the attacker", "the user's Master", "Masters", "Evil Servants", "the user's familiars"]
    {
        for done in ["lose 5 Mana", "restore 5 Health", "cannot move for 2 Turns", "receive 8 Special damage"] {
            for all in ["All opponents", "All characters in this location", "The user's team", "The target"] {
                refused(&format!("{all} but {others} {done}."));
            }
        }
    }
    for sentence in [
        "The target's STR, END but MAE are lowered by 1 rank for 2 Turns.",
        "The target restores 10 Health but Mana.",
        "The user is immune to Poison but Stun.",
        "The target receives Poison 2/3 but Stun 1.",
        "This attack ignores END but MAR.",
        "The user's physical but magical attacks inflict 10 more damage.",
    ] {
        refused(sentence);
    }
    // Between two things that are done it says no more than `and`.
    assert!(read("The target loses 10 Health but restores 5 Mana.").is_some());
}

#[test]
fn a_maximum_is_not_what_is_there() {
    for whose in ["the target's", "the user's"] {
        for what in ["Health", "Mana"] {
            refused(&format!("Damage inflicted increases by 20 if {whose} maximum {what} is 50 or less."));
            assert!(read(&format!("Damage inflicted increases by 20 if {whose} {what} is 50 or less.")).is_some());
        }
    }
}

#[test]
fn what_is_shared_or_left_out_is_said_of_whom_it_is_said() {
    for sentence in [
        "All opponents in this location but Masters lose 10 Mana.",
        "Everyone but the target loses 10 Mana.",
        "The user is immune to all negative status effects but Poison.",
        "The target's STR but END is lowered by 1 rank for 2 Turns.",
        "The user's team but the user restores 10 Health.",
        "When the user's Master or familiars are attacked, the user restores 5 Health.",
        "The target cannot attack the user's Master or familiars for 2 Turns.",
        "The user's STR is raised by 1 rank if neither the user's Master nor Servants are here.",
        "The target cannot attack or target the user for 2 Turns.",
        "The target cannot target or attack the user for 2 Turns.",
        "The target cannot leave or enter Spirit Form for 2 Turns.",
        "The target enters Spirit Form and cannot leave it for 2 Turns.",
        "The target is pushed to an adjacent location of the user's choice and cannot leave it for 2 Turns.",
    ] {
        assert!(read_if_understood(sentence).is_none(), "{sentence}");
    }
    for sentence in [
        "Opponents in this location cannot leave it for 2 Turns.",
        "The target cannot leave this location or enter Spirit Form for 2 Turns.",
        "The target cannot attack the user and cannot target the user for 2 Turns.",
        "When the user's Master or the user's familiars are attacked, the user restores 5 Health.",
        "The target loses 10 Mana, but the user restores 5 Mana.",
    ] {
        assert!(read_if_understood(sentence).is_some(), "{sentence}");
    }
}
