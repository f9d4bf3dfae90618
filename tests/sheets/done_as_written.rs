//! Sentences that are done as their words say: of whom an amount is measured, whom a group means, what is counted, when
//! it is asked. Each is a table over its kind, played or read; what cannot be done as written is refused with a
//! sentence that can.

use grail_referee::language::effect::{Effect, Trigger};
use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::parse;
use grail_referee::language::span::Source;
use grail_referee::scenario::run;
use grail_referee::vocabulary::phase::Phase;

use super::offered;

const PALM: &str =
    "{ name: Palm, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 10 Ranged, cost: 0 AP }";

/// Saber with a sentence, as an ability or as a Support skill `Z`, in battle with Caster (Evil) and Lancer (Good).
fn war(ability: bool, sentence: &str, start: &str, nights: &str) -> String {
    let has = if ability {
        format!("abilities: [{{ name: Z, rank: C, effects: [\"{sentence}\"] }}], skills: [{PALM}]")
    } else {
        format!(
            "skills: [{PALM}, {{ name: Z, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 0 SP, \
             effects: [\"{sentence}\"] }}]"
        )
    };
    let fights = |of: &str| format!("at: Park, in_battle_with: [{of}], turns_in_battle: 1");
    let (red, blue) = (fights("Caster, Lancer"), fights("Saber, Archer"));
    format!(
        "scenario: {sentence:?}\nmap: {{ Park: [Bridge], Bridge: [Park] }}\nteams:\n  \
         Red: {{ master: Rin, servants: [Saber, Archer], home: Bridge }}\n  \
         Blue: {{ master: Tokiomi, servants: [Caster, Lancer], home: Bridge }}\nsheets:\n  \
         - {{ kind: master, name: Rin }}\n  - {{ kind: master, name: Tokiomi }}\n  \
         - {{ kind: servant, name: Saber, {has} }}\n  - {{ kind: servant, name: Archer }}\n  \
         - {{ kind: servant, name: Caster, alignment: Lawful Evil, skills: [{PALM}] }}\n  \
         - {{ kind: servant, name: Lancer, alignment: Lawful Good, skills: [{PALM}] }}\n\
         start:\n  Rin: {{ at: Park, health: 50 }}\n  Saber: {{ {red}, health: 200 }}\n  Archer: {{ {red}, health: 200 }}\n  \
         Tokiomi: {{ at: Park }}\n  Lancer: {{ {blue} }}\n  Caster: {{ {blue}{start} }}\nnights:\n{nights}"
    )
}

/// Plays a War and holds that it comes out as it says.
fn holds(text: &str) {
    let source = Source::new("done_as_written.yaml", text.to_owned());
    let report = run(&source);
    assert!(report.passes(), "{}", report.render(&source));
}

fn read(sentence: &str) -> String {
    let effect = parse(sentence).unwrap_or_else(|faults| panic!("`{sentence}`: {faults:#?}"));
    let said = canonical(&effect);
    assert_eq!(parse(&said).ok(), Some(effect), "`{sentence}` is read back as `{said}`");
    said
}

#[test]
fn the_targets_points_are_the_targets() {
    let amounts = [
        ("maximum Health", 30),
        ("current Health", 18),
        ("missing Health", 12),
        ("maximum Mana", 20),
        ("current Mana", 8),
        ("missing Mana", 12),
    ];
    let befalls = [
        ("The user restores", "Saber", 200, 1),
        ("The user loses", "Saber", 200, -1),
        ("The user's Master restores", "Rin", 50, 1),
        ("All allies restore", "Archer", 200, 1),
        ("The target's Master loses", "Tokiomi", 150, -1),
        ("All opponents' Masters lose", "Tokiomi", 150, -1),
        ("All other opponents lose", "", 0, 0),
        ("The target loses", "Caster", 180, -1),
    ];
    let mut played = 0;
    for (who, on, health, sign) in befalls {
        for (points, amount) in amounts {
            let sentence = format!("{who} Health equal to 10% of the target's {points}.");
            if parse(&sentence).is_err() {
                continue;
            }
            played += 1;
            let after = health + sign * amount;
            let nights = format!(
                "  - orders: {{ Red: \"Saber: Use Z on Caster.\" }}\n    expect: {{ {on}: {{ health: {after} }} }}\n"
            );
            holds(&war(false, &sentence, ", health: 180, mana: 80", &nights));
        }
    }
    assert_eq!(played, 7 * amounts.len());
}

#[test]
fn whoever_is_bound_to_several_is_meant_once() {
    for (who, on, health) in [
        ("All opponents' Masters lose", "Tokiomi", 140),
        ("All Servants' Masters in this location lose", "Tokiomi", 140),
        ("The target's Master loses", "Tokiomi", 140),
    ] {
        let sentence = format!("{who} 10 Health.");
        if parse(&sentence).is_err() {
            continue;
        }
        let nights = format!(
            "  - orders: {{ Red: \"Saber: Use Z on Caster.\" }}\n    expect: {{ {on}: {{ health: {health} }} }}\n"
        );
        holds(&war(false, &sentence, "", &nights));
    }
}

#[test]
fn each_turn_is_the_initial_phase() {
    let forms =
        ["Each Turn, %.", "Every Turn, %.", "% each Turn.", "% per Turn.", "At the Initial Phase of each Turn, %."];
    for done in ["the user loses 10 Health", "the user restores 5 Mana", "all opponents in this location lose 5 Mana"] {
        for form in forms {
            let Ok(Effect::Sentence(rule)) = parse(&form.replace('%', done)) else { panic!("{form}: {done}") };
            assert_eq!(rule.trigger, Some(Trigger::EachTurn(Phase::Initial)), "{form}: {done}");
        }
        assert_eq!(read(&format!("{done} each Turn.")), format!("Each Turn, {done}."));
        let Ok(Effect::Sentence(rule)) = parse(&format!("At the beginning of each Turn, {done}.")) else {
            panic!("{done}")
        };
        assert_eq!(rule.trigger, Some(Trigger::EachTurn(Phase::TurnStart)));
    }
}

#[test]
fn nothing_of_a_turn_is_asked_as_it_begins() {
    let asked = [
        "they attacked",
        "they did not attack",
        "they were attacked",
        "they were damaged by an opponent",
        "they used a Noble Phantasm",
        "they killed an opponent",
        "they entered this location",
        "an opponent died",
    ];
    for when in ["Each Turn", "At the beginning of each Turn", "At the Initial Phase of each Turn"] {
        for joint in ["if", "unless"] {
            for asked in asked {
                if joint == "unless" && asked.contains("not") {
                    continue;
                }
                let said = offered(&format!("{when}, the user restores 5 Health {joint} {asked}."));
                assert!(matches!(said.as_slice(), [line] if line.starts_with("At the end of each Turn, ")), "{said:?}");
                let said = read(&said[0]);
                assert!(said.starts_with("At the end of each Turn, the user restores 5 Health"), "{said}");
            }
        }
    }
    let said = offered("The user gains 1 AP each Turn if they attacked.");
    assert!(matches!(said.as_slice(), [line] if parse(line).is_ok()), "{said:?}");
    let said = offered("At the beginning of the next Turn, the target loses 5 Health unless they attacked.");
    assert!(matches!(said.as_slice(), [line] if parse(line).is_ok() && line.contains("end of this Turn")), "{said:?}");
    assert!(parse("Each Turn, all opponents who were damaged by the user lose 5 Health.").is_err());
    assert!(parse("Each Turn, the user restores 5 Health if they are in battle.").is_ok());
}

#[test]
fn what_is_done_once_each_time_has_no_time_of_its_own() {
    let done = ["the user restores 5 Health", "the user loses 5 Mana", "the attacker receives 5 Special damage"];
    for done in done {
        for (time, front) in
            [("for 2 Turns", "For 2 Turns"), ("until the end of the Turn", "Until the end of the Turn")]
        {
            for behind in [
                format!("When the user is damaged, {done} {time}."),
                format!("When the user is damaged, {time}, {done}."),
            ] {
                assert!(parse(&behind).is_err(), "{behind}");
            }
            let first = format!("{front}, when the user is damaged, {done}.");
            assert_eq!(read(&first), first);
        }
    }
    // What the refusals offer.
    for goes_on in [
        "When the user kills an opponent, the user receives \"Glow\" for 2 Turns: they restore 5 Health each Turn.",
        "The target receives \"Glow\" for 2 Turns: they restore 10 Health each Turn.",
    ] {
        assert!(parse(goes_on).is_ok(), "{goes_on}");
    }
}

#[test]
fn whom_a_ban_names_has_no_place() {
    let groups = [
        "Masters",
        "Servants",
        "opponents",
        "Evil characters",
        "Servants other than the user",
        "Servants with STR ranked B or higher",
    ];
    for group in groups {
        for ban in ["cannot attack", "cannot target", "can only attack"] {
            let said = read(&format!("The user {ban} {group}."));
            assert_eq!(said, format!("The user {ban} {group}."));
            assert_eq!(
                read(&format!("The target {ban} {group} for 2 Turns.")),
                format!("The target {ban} {group} for 2 Turns.")
            );
        }
        let said = read(&format!("The user cannot be targeted by {group}."));
        assert_eq!(said, format!("The user cannot be targeted by {group}."));
        // Of one certain character it is said wherever they are.
        for (sentence, wide) in [
            (format!("All {group} cannot target the user."), format!("The user cannot be targeted by {group}.")),
            (
                format!("{group} cannot attack the user's Master."),
                format!("All {group} cannot attack the user's Master."),
            ),
        ] {
            assert_eq!(read(&sentence), wide, "{sentence}");
        }
        // Who acts is of this location otherwise, and who is named there is there (R356).
        let all = group.to_owned();
        for sentence in [
            format!("All {all} cannot target allies."),
            format!("All {all} in this location cannot target the user."),
            format!("All {all} in this location cannot attack the user's Master."),
            format!("The user cannot attack {all} in this location."),
            format!("The user cannot be targeted by {all} in this location."),
        ] {
            let said = read(&sentence);
            assert!(said.contains("in this location"), "{sentence}: {said}");
        }
    }
}

#[test]
fn the_next_attack_is_the_next_whatever_holds_of_it() {
    let conditions = [
        "if the attack's target is Evil",
        "unless the attack's target is Good",
        "while the attack's target is an Evil character",
    ];
    let (first, next) = ("The user's first attack each Turn", "The user's next attack");
    for condition in conditions {
        for (ability, attacks) in [(true, first), (false, next)] {
            let sentence = format!("{attacks} inflicts 50% more damage {condition}.");
            if parse(&sentence).is_err() {
                continue;
            }
            let used = if ability { "" } else { "Use Z on Saber. " };
            for (one, other, damage) in [("Lancer", "Caster", 10), ("Caster", "Lancer", 15)] {
                let nights = format!(
                    "  - orders: {{ Red: \"Saber: {used}Use Palm on {one}. Use Palm on {other}.\" }}\n    \
                     expect: {{ damage: [[Saber, {one}, {damage}], [Saber, {other}, 10]] }}\n"
                );
                holds(&war(ability, &sentence, "", &nights));
            }
        }
    }
    // Of which attacks it is one its own words say; behind the damage they could be of either.
    for (attacks, turn) in [("next", ""), ("first", " each Turn"), ("next 2", "")] {
        for group in ["Masters", "Servants", "Evil opponents"] {
            let (s, verb) = if attacks.contains('2') { ("s", "inflict") } else { ("", "inflicts") };
            let said = format!("The user's {attacks} attack{s} against {group}{turn} {verb} 50% more damage.");
            assert_eq!(read(&said), said);
            assert!(
                parse(&format!("The user's {attacks} attack{s}{turn} {verb} 50% more damage against {group}."))
                    .is_err()
            );
        }
    }
    for (one, other, damage) in [("Lancer", "Caster", [10, 15]), ("Caster", "Lancer", [15, 10])] {
        let nights = format!(
            "  - orders: {{ Red: \"Saber: Use Z on Saber. Use Palm on {one}. Use Palm on {other}.\" }}\n    \
             expect: {{ damage: [[Saber, {one}, {}], [Saber, {other}, {}]] }}\n",
            damage[0], damage[1]
        );
        holds(&war(false, "The user's next attack against Evil Servants inflicts 50% more damage.", "", &nights));
    }
}

#[test]
fn once_is_used_up_when_something_comes_of_it() {
    let done = "the user restores 5 Health if the attacker is Evil";
    for (often, health) in [
        // Good, Evil, Evil: 200 − 30 and what is restored.
        (format!("Once per Turn, when the user is damaged, {done}."), 175),
        (format!("Once during the War, when the user is damaged, {done}."), 175),
        (format!("2 times per Turn, when the user is damaged, {done}."), 180),
        (format!("When the user is damaged for the first time each Turn, {done}."), 170),
        (format!("When the user is damaged, {done}."), 180),
    ] {
        let said = read(&often);
        assert!(said.to_lowercase().starts_with(&often[..8].to_lowercase()), "{often}: {said}");
        let nights = format!(
            "  - orders: {{ Blue: \"Lancer: Use Palm on Saber in the Attacking Phase. Caster: Use Palm on Saber in the Prepared \
             Effect Phase. Use Palm on Saber in the Prepared Effect Phase.\" }}\n    expect: {{ Saber: {{ health: {health} }} }}\n"
        );
        holds(&war(true, &often, "", &nights));
    }
    assert!(parse(&format!("When the user is damaged for the first time during the War, {done}.")).is_err());
}

#[test]
fn an_attack_under_way_has_not_been_made() {
    for (asked, of_before) in [
        ("if the user has attacked this Turn", true),
        ("if the user has attacked a Servant this Turn", true),
        ("unless the user has attacked this Turn", false),
        ("if the user has not attacked this Turn", false),
        ("if the target has been attacked this Turn", true),
        ("if the target has not been damaged this Turn", false),
    ] {
        let (first, second) = if of_before { (10, 12) } else { (12, 10) };
        let sentence = format!("Damage the user inflicts increases by 20% {asked}.");
        let nights = format!(
            "  - orders: {{ Red: \"Saber: Use Palm on Caster. Use Palm on Caster.\" }}\n    \
             expect: {{ damage: [[Saber, Caster, {first}], [Saber, Caster, {second}]] }}\n"
        );
        holds(&war(true, &sentence, "", &nights));
    }
}

#[test]
fn damaged_by_the_user_is_who_lost_health_to_them() {
    for (group, on) in [
        ("opponents who were damaged by the user", ["Caster"].as_slice()),
        ("opponents who were not damaged by the user", ["Lancer", "Tokiomi"].as_slice()),
    ] {
        let health = |who: &str| {
            let whole = match who {
                "Tokiomi" => 150,
                "Caster" => 290,
                _ => 300,
            };
            whole - if on.contains(&who) { 5 } else { 0 }
        };
        let expect: Vec<String> =
            ["Caster", "Lancer", "Tokiomi"].map(|who| format!("{who}: {{ health: {} }}", health(who))).to_vec();
        let nights = format!(
            "  - orders: {{ Red: \"Saber: Use Palm on Caster.\", Blue: \"Lancer: Use Palm on Saber.\" }}\n    expect: {{ {} }}\n",
            expect.join(", ")
        );
        holds(&war(true, &format!("At the end of each Turn, all {group} lose 5 Health."), "", &nights));
    }
}
