//! What a condition asks of what lies behind, and how long lasts what comes later: a perfect says of which Turn, a
//! death stays, a delayed effect lasts as long as it says; ranks have their subranks; a rider is no part of the next
//! attack.

use grail_referee::language::effect::{Effect, Modifier, Operation};
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{parse, parse_requirements};

use super::offered;

fn read(sentence: &str) -> String {
    let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
    let said = canonical(&effect);
    assert_eq!(parse(&said).ok(), Some(effect), "`{sentence}` is read back as `{said}`");
    said
}

const PERFECTS: [&str; 12] = [
    "has attacked",
    "has attacked the user",
    "has damaged the user's Master",
    "has used a Noble Phantasm",
    "has killed an opponent",
    "has entered this location",
    "has fled",
    "has been attacked",
    "has been damaged",
    "has been hit by an opponent",
    "has been killed by an opponent",
    "has not been damaged",
];

#[test]
fn what_has_happened_says_in_which_turn() {
    for who in ["the target", "an opponent", "the user's Master"] {
        for perfect in PERFECTS {
            if perfect.contains("not") && who == "an opponent" {
                continue;
            }
            for sentence in [
                format!("If {who} {perfect}, the user restores 5 Health."),
                format!("The user restores 5 Health unless {who} {perfect}."),
                format!("The user's STR is raised by 1 rank while {who} {perfect}."),
                format!("Can only be used if {who} {perfect}."),
                format!("Cannot be used unless {who} {perfect}."),
                format!("At the end of each Turn, the user restores 5 Health if {who} {perfect}."),
                format!("If {who} is in battle and {perfect}, the user restores 5 Health."),
            ] {
                // That one opponent is both cannot be asked.
                if sentence.contains("an opponent is in battle and") {
                    assert!(parse(&sentence).is_err(), "{sentence}");
                    continue;
                }
                let said = offered(&sentence);
                assert!(matches!(said.as_slice(), [said] if said.contains("this Turn")), "{sentence}: {said:?}");
            }
            let later = format!("At the end of the next Turn, if {who} {perfect}, the user restores 5 Health.");
            assert_eq!(offered(&later), [later.replace(perfect, &format!("{perfect} that Turn"))]);
            let required = |turn: &str| parse_requirements(&format!("{who} {perfect}{turn}."));
            assert!(required("").is_err() && required(" this Turn").is_ok(), "{who} {perfect}");
        }
    }
    // What is waited for happens once, and the simple past is of this Turn.
    assert!(parse("Whenever the user has been damaged, the user restores 5 Health.").is_ok());
    assert!(parse("If the target was damaged, the user restores 5 Health.").is_ok());
    for (group, now) in [
        ("who have been damaged by the user", "who were damaged by the user"),
        ("who have been in battle", "who are in battle"),
    ] {
        assert_eq!(
            offered(&format!("All opponents {group} lose 5 Mana.")),
            [format!("All opponents {now} lose 5 Mana.")]
        );
    }
    assert_eq!(
        offered("If the target has been in battle, they lose 5 Mana."),
        ["If the target is in battle, they lose 5 Mana."]
    );
}

#[test]
fn whoever_has_died_is_dead() {
    for who in ["an ally", "no ally", "an opponent", "a Servant", "the user's Master"] {
        for died in ["has died", "has been killed"] {
            for sentence in [
                "The user's STR is raised by 1 rank if %.",
                "Can only be used if %.",
                "If %, the user restores 5 Health.",
            ] {
                let said = offered(&sentence.replace('%', &format!("{who} {died}")));
                let state = sentence.replace('%', &format!("{who} is dead"));
                assert_eq!(said, [state, sentence.replace('%', &format!("{who} {died} this Turn"))]);
            }
        }
    }
}

#[test]
fn of_which_turn_is_asked_later() {
    for later in ["At the end of the next Turn", "After 3 Turns", "After 2 Turns"] {
        for asked in ["the user was damaged", "the target attacked the user", "the target has not attacked"] {
            let said = offered(&format!("{later}, if {asked} this Turn, the user restores 5 Health."));
            assert_eq!(said, [format!("{later}, if {asked} that Turn, the user restores 5 Health.")]);
        }
    }
    for later in ["At the end of the next Turn", "After 3 Turns"] {
        let said = read(&format!("{later}, the target restores 30 Health if they were not damaged."));
        assert_eq!(said, format!("{later}, the target restores 30 Health unless the target is damaged that Turn."));
    }
    assert_eq!(
        offered("If the user was damaged that Turn, they restore 5 Health."),
        ["If the user was damaged this Turn, they restore 5 Health."]
    );
    assert!(parse("At the end of this Turn, if the user was damaged this Turn, they restore 5 Health.").is_ok());
}

#[test]
fn what_comes_as_a_turn_ends_has_turns_of_its_own() {
    for later in [
        "After 1 Turn",
        "After 2 Turns",
        "At the end of the Turn",
        "At the end of the next Turn",
        "At the end of each Turn",
    ] {
        for done in ["the user's STR is raised by 1 rank", "the target cannot attack", "the target is immune to Poison"]
        {
            assert!(read(&format!("{later}, {done} for 2 Turns.")).ends_with(" for 2 Turns."));
            for time in ["until the end of the Turn", "until the end of the next Turn"] {
                assert_eq!(offered(&format!("{later}, {done} {time}.")), [format!("{later}, {done} for 1 Turn.")]);
            }
        }
    }
    let done = "the target cannot attack until the end of the Turn";
    assert!(parse(&format!("At the beginning of the next Turn, {done}.")).is_ok());
}

#[test]
fn raised_to_a_rank_and_lowered_to_it_say_which_way() {
    for stat in ["STR", "AGI", "ACT"] {
        for rank in ["A", "C", "EX", "E"] {
            for (verbs, is) in [
                (["is raised to", "is increased to", "rises to"], "is raised to"),
                (["is lowered to", "is reduced to", "falls to"], "is lowered to"),
                (["becomes", "is set to", "is treated as"], "becomes"),
            ] {
                for verb in verbs {
                    let said = read(&format!("The target's {stat} {verb} {rank} for 2 Turns."));
                    assert_eq!(said, format!("The target's {stat} {is} {rank} for 2 Turns."));
                }
            }
        }
    }
}

#[test]
fn a_letter_alone_leaves_its_subranks_open() {
    for letter in ["EX", "A", "B", "E"] {
        for sentence in [
            "Damage inflicted increases by 20% if the target has STR ranked %.",
            "Damage the user inflicts on Servants with AGI ranked % increases by 20%.",
            "If the target's LCK is %, they lose 5 Mana.",
            "Skills ranked % that target the user are negated for 2 Turns.",
        ] {
            let said = offered(&sentence.replace('%', letter).replace(&format!("20{letter}"), "20%"));
            assert!(said.iter().any(|said| said.contains(&format!("exactly {letter}"))), "{sentence}: {said:?}");
            assert!(said.len() == 2 || sentence.contains("'s LCK") || sentence.contains("Skills"), "{said:?}");
        }
        assert!(parse(&format!("If the target has STR ranked {letter}+, they lose 5 Mana.")).is_ok());
        assert!(parse(&format!("If the target has STR ranked {letter} or lower, they lose 5 Mana.")).is_ok());
    }
}

#[test]
fn no_rider_hangs_on_the_next_attack() {
    let attacks = [
        "The user's next attack",
        "The user's next 2 attacks",
        "The user's next Noble Phantasm",
        "The target's next attack",
    ];
    let riders = [
        "the target receives Stun 1",
        "the target receives Poison 2/5",
        "the target loses 10 Mana",
        "the target cannot flee for 2 Turns",
        "the target's END is lowered by 1 rank for 2 Turns",
        "the user restores 10 Health",
    ];
    for attack in attacks {
        for rider in riders {
            for joint in [" and ", ", and ", ", but "] {
                let verb = if attack.contains('2') { "inflict" } else { "inflicts" };
                let said = offered(&format!("{attack} {verb} 20% more damage{joint}{rider}."));
                let alone = format!("{}{}.", rider[..1].to_uppercase(), &rider[1..]);
                assert!(said.contains(&read(&alone)), "{attack} {joint} {rider}: {said:?}");
            }
        }
        let said = offered(&format!(
            "When the user is attacked, {} inflicts 20% more damage and the target loses 5 Mana.",
            "the user's next attack"
        ));
        assert_eq!(said, ["When the user attacks, the target loses 5 Mana."]);
    }
    // Of an attack on the target it is no attack of the target's.
    let struck = "The next attack that targets the target inflicts 50% less damage and the attacker receives Stun 1.";
    assert!(offered(struck).iter().all(|said| !said.contains("attack inflicts")));
    let said = offered("The user's next attack inflicts 20% more damage and the target receives Stun 1.");
    let Ok(Effect::Sentence(rule)) = parse(&said[0]) else { panic!("{said:?}") };
    assert!(matches!(rule.operation, Operation::Standing(of) if matches!(of.modifier, Modifier::Inflicts(_))));
}

#[test]
fn while_in_battle_behind_two_clauses_is_of_one() {
    for held in ["while in battle", "while in Spirit Form", "during the first Turn of battle"] {
        for joint in [" and ", ", and "] {
            let first = "The user's STR is raised by 1 rank";
            assert!(parse(&format!("{first}{joint}the user is immune to Poison {held}.")).is_err(), "{held}");
            // Behind a comma it may be of the second alone.
            let second = parse(&format!("The user is immune to Poison{joint}takes 10% less damage {held}."));
            assert_eq!(second.is_ok(), joint == " and ", "{joint}{held}");
        }
    }
}
