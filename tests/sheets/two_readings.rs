//! Entries that two readers would read in two ways: refused, or read in the one that their words say.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::read_passage;
use grail_referee::language::span::Source;
use grail_referee::sheet::load_sheet::{Defaults, load};

/// How an entry is read, its sentences in canonical words; `None` where it is refused.
fn read(entry: &str) -> Option<Vec<String>> {
    Some(read_passage(entry).ok()?.iter().map(|one| canonical(&one.effect)).collect())
}

#[test]
fn they_of_a_second_sentence_are_whom_the_first_one_spoke_of() {
    let states = ["are Evil", "are a Master", "are Poisoned", "are in battle", "have 50 or less Health"];
    let does = [
        "the user restores 20 Mana",
        "the user's Master restores 20 Mana",
        "the user's STR is raised by 1 rank for 2 Turns",
    ];
    for state in states {
        for lead in ["If", "Unless"] {
            for done in does {
                for (first, who) in [
                    ("The target loses 20 Health", Some("the target")),
                    ("The target restores 20 Health", Some("the target")),
                    ("The user restores 20 Health", Some("the user")),
                    ("The user and the target restore 10 Health", None),
                    ("All opponents in this location lose 10 Mana", None),
                    ("Inflicts Poison 2/5", None),
                ] {
                    for joint in [".", ";"] {
                        let lead = if joint == ";" { lead.to_lowercase() } else { lead.to_owned() };
                        let entry = format!("{first}{joint} {lead} they {state}, {done}.");
                        let found = read(&entry).map(|said| said.last().cloned().unwrap_or_default());
                        let behind =
                            found.as_ref().and_then(|said| said.split_once(&format!(" {} ", lead.to_lowercase())));
                        match (who, behind) {
                            (Some(who), Some((_, condition))) => {
                                assert!(condition.starts_with(who), "{entry}\n{found:?}")
                            }
                            (None, _) => assert_eq!(found, None, "{entry}"),
                            (Some(_), None) => {}
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn it_that_is_evil_is_somebody_and_it_that_is_a_night_is_not() {
    for (said, asked) in [
        ("If it is Evil", "if the target is an Evil character."),
        ("If it is not a Master", "unless the target is a Master."),
        ("If it is Night 5 or later", "if it is Night 5 or later."),
    ] {
        let found = read(&format!("The target loses 20 Health. {said}, the user restores 20 Mana.")).unwrap();
        assert_eq!(found[1], format!("The user restores 20 Mana {asked}"));
    }
}

#[test]
fn what_adds_to_a_sentence_with_a_condition_says_whether_it_is_under_it() {
    let conditions = [
        "If the user has 50 or less Health",
        "While the user's Master is here",
        "Unless the user is in battle",
        "From Night 5 on",
    ];
    let adding = [
        "Their END is also raised by 1 rank.",
        "In addition, the user is immune to Stun.",
        "Additionally, the user is immune to Stun.",
        "The user also takes 20% less damage.",
    ];
    for condition in conditions {
        for more in adding {
            assert_eq!(
                read(&format!("{condition}, the user's STR is raised by 1 rank. {more}")),
                None,
                "{condition} {more}"
            );
        }
    }
    assert!(read("The user restores 5 Mana. The user also restores 5 Health.").is_some());
    // `Afterwards` behind a time is no `at once`; `this skill` is all of it, not the sentence before.
    for time in ["for 2 Turns", "until they attack"] {
        for joint in [". Afterwards, ", ". Afterwards ", " and afterwards "] {
            assert_eq!(
                read(&format!("The user's STR is raised by 1 rank {time}{joint}the user loses 30 Health.")),
                None
            );
        }
    }
    let fails = read("The target loses 10 Mana. This skill fails if the target is Evil.").unwrap();
    assert_eq!(fails, ["The target loses 10 Mana.", "This skill fails if the target is an Evil character."]);
}

#[test]
fn a_condition_asks_of_no_deed_that_could_be_the_one_waited_for() {
    let waited =
        ["When an opponent attacks", "Whenever an opponent in this location attacks", "When an opponent hits anyone"];
    let asked = [
        "they attacked the user",
        "they attack the user's Master",
        "that opponent hits a Servant",
        "the user is damaged",
        "the user intercepts the attack",
    ];
    for when in waited {
        for deed in asked {
            for lead in ["if", "unless"] {
                let entry = format!("{when}, they lose 5 Mana {lead} {deed}.");
                assert_eq!(read(&entry), None, "{entry}");
            }
        }
    }
    for (entry, said) in [
        (
            "When an opponent attacks, they lose 5 Mana if they have already attacked the user this Turn.",
            "When an opponent attacks, that character loses 5 Mana if that character has already attacked the user this Turn.",
        ),
        (
            "When the user is attacked, the user restores 5 Mana if the user has attacked this Turn.",
            "When the user is attacked, the user restores 5 Mana if the user attacks this Turn.",
        ),
    ] {
        assert_eq!(read(entry).unwrap(), [said], "{entry}");
        assert_eq!(read(said).unwrap(), [said]);
    }
}

#[test]
fn a_number_in_a_condition_says_whether_it_is_exact() {
    for (amount, read_so) in [("50 Health", false), ("exactly 50 Health", true), ("50 or more Health", true)] {
        let entry = format!("The user restores 5 Mana if the user has {amount}.");
        assert_eq!(read(&entry).is_some(), read_so, "{entry}");
        let requirement = format!("The user must have {amount}.");
        let found = grail_referee::language::effects::parse_requirements(&requirement);
        assert_eq!(found.is_ok(), read_so, "{requirement}");
    }
}

#[test]
fn a_skill_of_the_sheet_is_not_granted_to_its_own_user() {
    let sheet = |sentence: &str, more: &str| {
        let text = format!(
            "kind: servant\nname: Saber\nskills:\n  - {{name: Oath, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: 1 SP, effects: [{sentence}, Lasts 2 Turns.]}}\n  - {{name: Blades, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Physical, cost: 1 AP{more}}}\n"
        );
        load(&Source::new("sheet.yaml", text), Defaults::Scenario).map(|_| ())
    };
    let grant = "'The user gains the skill \"Blades\".'";
    let refused = sheet(grant, "").unwrap_err();
    assert!(refused.iter().any(|fault| fault.message.contains("anyhow")), "{refused:?}");
    assert!(refused.iter().any(|fault| fault.notes.iter().any(|note| note.contains("must be active"))), "{refused:?}");
    let locked = sheet("\"The user's STR is raised by 1 rank.\"", ", requirements: '\"Oath\" must be active.'");
    assert!(locked.is_ok(), "{locked:?}");
    assert!(
        sheet("'One ally gains the skill \"Blades\".'", "").is_ok()
            || sheet("'The target gains the skill \"Blades\".'", "").is_ok()
    );
}

#[test]
fn the_familiar_of_another_sheet_is_not_its_user() {
    let sheet = |entry: &str| {
        let text = format!(
            "kind: servant\nname: Caster\nskills:\n  - {{name: Call, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: 1 SP, effects: ['{entry}', Lasts 2 Turns.]}}\n"
        );
        load(&Source::new("sheet.yaml", text), Defaults::Scenario).map(|_| ())
    };
    let said = [
        "deals 10 more damage",
        "intercepts attacks that target the user",
        "is immune to Poison",
        "restores 5 Health each Turn",
        "cannot be targeted",
    ];
    for said in said {
        for who in ["The familiar", "the familiar", "This familiar", "This creature"] {
            let refused = sheet(&format!("{who} {said}.")).expect_err(said);
            assert!(refused.iter().any(|fault| fault.message.contains("own sheet")), "{who} {said}: {refused:?}");
        }
        assert!(sheet(&format!("The user {said}.")).is_ok(), "{said}");
    }
}

#[test]
fn what_holds_until_a_deed_is_told_from_what_pauses_for_it() {
    for deed in ["the user is not damaged", "no opponent attacks the user", "the user does not attack"] {
        for lead in ["While", "As long as", "For as long as", "So long as"] {
            let entry = format!("{lead} {deed}, damage the user inflicts increases by 10.");
            assert_eq!(read(&entry), None, "{entry}");
        }
    }
    for (entry, said) in [
        ("The user deals 10 more damage until they are damaged.", "until the user is damaged"),
        ("Unless the user is damaged, they deal 10 more damage.", "unless the user is damaged this Turn"),
        ("As long as the user is not Poisoned, they deal 10 more damage.", "unless the user is affected by Poison"),
    ] {
        assert_eq!(read(entry).unwrap(), [format!("Damage the user inflicts increases by 10 {said}.")]);
    }
}

#[test]
fn a_surprise_attack_that_fails_is_not_one_that_is_negated() {
    let fails = ["Surprise Attacks that target the user fail."];
    for end in ["always fail", "fail"] {
        assert_eq!(read(&format!("Surprise Attacks against the user {end}.")).unwrap(), fails);
        assert_ne!(read(&format!("Magical attacks against the user {end}.")).unwrap(), fails);
    }
    assert_ne!(read("Surprise Attacks against the user are negated.").unwrap(), fails);
    assert_eq!(read("The first Surprise Attack aimed at the user fails."), None);
}

#[test]
fn what_stands_behind_a_comma_and_is_of_the_second_or_of_both() {
    let pairs = [
        ("The user restores 50 Health", "20 Mana"),
        ("The target loses 20 Mana", "10 Health"),
        ("The target receives Poison 2/10", "Stun 1"),
        ("The target is Stunned for 1 Turn", "loses 20 Mana"),
    ];
    let tails = [
        "if the target is Evil",
        "unless the target is in battle",
        "at the end of the Turn",
        "at the end of the next Turn",
    ];
    for (one, other) in pairs {
        for tail in tails {
            assert_eq!(read(&format!("{one}, and {other} {tail}.")), None, "{one}, and {other} {tail}");
        }
        assert!(read(&format!("{one}, and {other}.")).is_some(), "{one}, and {other}");
    }
    assert!(read("If the target is Evil, the user restores 50 Health, and 20 Mana.").is_some());
    assert!(read("The user restores 50 Health and 20 Mana if the target is Evil.").is_some());
}

#[test]
fn what_comes_each_turn_for_some_turns_says_how_long_each_lasts() {
    for said in [
        "The target gains a shield that absorbs 20 damage each Turn for 3 Turns.",
        "The target's STR is lowered by 1 subrank each Turn for 3 Turns.",
        "For 3 Turns, the target's STR is lowered by 1 subrank each Turn.",
        "The target takes 10% less damage each Turn for 3 Turns.",
    ] {
        assert_eq!(read(said), None, "{said}");
    }
    assert!(read("The target loses 10 Mana each Turn for 3 Turns.").is_some());
}

#[test]
fn its_behind_the_user_is_of_nobody() {
    for trigger in [
        "When the user is attacked by a Servant",
        "When the user is damaged by a Servant",
        "When the user's Master is attacked by a Servant",
    ] {
        for said in
            ["Master loses 5 Mana", "STR is lowered by 1 rank for 2 Turns", "AGI is lowered by 1 rank for 1 Turn"]
        {
            assert_eq!(read(&format!("{trigger}, its {said}.")), None, "{trigger}, its {said}");
        }
    }
    assert_eq!(
        read("When a Servant attacks the user, its Master loses 5 Mana.").unwrap(),
        ["When a Servant attacks the user, that character's Master loses 5 Mana."]
    );
}

/// What is found on a skill of these targets with these sentences.
fn found_on(targets: &str, entries: &[&str]) -> Vec<String> {
    let entries: String = entries.iter().map(|entry| format!("      - '{}'\n", entry.replace('\'', "''"))).collect();
    let text = format!(
        "kind: servant\nname: Saber\nskills:\n  - name: Oath\n    rank: C\n    type: Support\n    max_targets: 1\n    targets: \"{targets}\"\n    cost: 1 SP\n    effects:\n{entries}"
    );
    match load(&Source::new("sheet.yaml", text), Defaults::Scenario) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().filter(|fault| fault.is_error()).map(|fault| fault.message).collect(),
    }
}

#[test]
fn else_says_than_whom_where_a_skill_has_a_target() {
    let none = Vec::<String>::new();
    for sentence in [
        "Everyone else in this location loses 5 Mana.",
        "Everyone else in this location restores 10 Health.",
        "All other characters in this location lose 5 Mana.",
        "All other Servants in this location restore 10 Health.",
    ] {
        assert!(found_on("[Any]", &[sentence]).iter().any(|m| m.contains("else than whom")), "{sentence}");
        assert_eq!(found_on("[Self]", &[sentence]), none, "{sentence}");
    }
    assert_eq!(found_on("[Any]", &["All characters other than the user in this location lose 5 Mana."]), none);
    for deed in ["has attacked no one else this Turn", "has not attacked anyone else this Turn"] {
        assert_eq!(read(&format!("The user deals 10% more damage if the user {deed}.")), None, "{deed}");
    }
}

#[test]
fn already_is_asked_before_what_the_skill_does() {
    let late = |entries: &[&str]| found_on("[Any]", entries).iter().any(|message| message.contains("asked behind"));
    for (does, asks) in [
        ("The target is Stunned for 1 Turn.", "If they are already Stunned, they lose 20 Mana."),
        ("The target receives Poison 2/10.", "If the target is already Poisoned, they lose 20 Mana."),
        ("The target restores 50 Health.", "If the target already has 200 or more Health, they restore 20 Mana."),
    ] {
        assert!(late(&[&format!("{does} {asks}")]), "{does} {asks}");
        if asks.contains("the target") {
            assert!(late(&[does, asks]), "{does} {asks}");
            assert!(!late(&[asks, does]), "{asks} {does}");
        }
    }
}

#[test]
fn whose_place_time_or_turns_is_not_taken_for_granted() {
    for open in [
        "The target loses 5 Mana for each Turn they have been in battle.",
        "The user's Master loses 5 Mana for each Turn they have been in battle.",
        "The user immediately gains 1 AP.",
        "The user gains 1 AP instantly.",
        "The user cannot be targeted by Ranged attacks while inside.",
        "The user's Master cannot be targeted by opponents while the user is in the same location.",
        "When an opponent enters this location, the user restores 10 Mana and learns their true name.",
        "The target loses 20 Mana and cannot attack the user or their Master for 1 Turn.",
        "The target receives \"Hex\" for 2 Turns: at the beginning of each Turn, they lose 1 AP.",
    ] {
        assert_eq!(read(open), None, "{open}");
    }
    for plain in [
        "The user restores 5 Mana for each Turn they have been in battle.",
        "The user gains 1 AP.",
        "When an opponent enters this location, the user learns their true name.",
        "The target receives \"Hex\" for 2 Turns: they lose 1 AP each Turn.",
    ] {
        assert!(read(plain).is_some(), "{plain}");
    }
    assert_eq!(
        read("Allies in this location cannot be targeted by Ranged attacks.").unwrap(),
        ["All allies in this location cannot be targeted by ranged attacks."]
    );
}
