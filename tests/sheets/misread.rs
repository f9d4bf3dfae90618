//! Sentences that could be read as somebody else than they mean: refused with a whole sentence that is understood, or
//! said; never read the other way round in silence.

use grail_referee::language::effect_text::canonical;
use grail_referee::language::effects::{parse, read_passage};
use grail_referee::language::span::Source;
use grail_referee::scenario::run;
use grail_referee::sheet::load_sheet::{Defaults, load};

use super::offered;

/// The codes said of a sentence as one of a Servant's abilities (`damage: None`) or of an attack.
fn said_of(kind: &str, skill: &str, sentence: &str) -> Vec<String> {
    let text = format!("kind: {kind}\nname: Saber\n{skill}effects: [\"{}\"]}}\n", sentence.replace('"', "\\\""));
    let found = match load(&Source::new("sheet.yaml", text.clone()), Defaults::Scenario) {
        Ok(loaded) => loaded.warnings,
        // What is asked once is refused where it could not have happened by then.
        Err(faults) if faults.iter().all(|fault| fault.code == "E248" || !fault.is_error()) => faults,
        Err(faults) => panic!("{text}: {faults:#?}"),
    };
    found.into_iter().map(|fault| fault.code.to_owned()).collect()
}

const ABILITY: &str = "abilities:\n  - {name: Z, rank: C, ";
const ATTACK: &str = "skills:\n  - {name: Z, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Physical, cost: 1 AP, ";
const SUPPORT: &str = "skills:\n  - {name: Z, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, ";

#[test]
fn who_stands_behind_an_exception_is_not_brought_in() {
    let ends = ["lose 5 Mana.", "lose 5 Mana each Turn.", "cannot regenerate.", "receive 8 Special damage."];
    for all in ["All characters in this location", "Everyone", "All Servants", "Characters inside"] {
        for but in ["except", "except for", "other than"] {
            for joint in [" and ", ", and "] {
                for other in ["the user's Master", "the target", "the user's familiars"] {
                    for end in ends {
                        let said = offered(&format!("{all} {but} the user{joint}{other} {end}"));
                        let read = said.first().and_then(|line| parse(line).ok()).map(|effect| canonical(&effect));
                        let read = read.unwrap_or_else(|| panic!("{all} {but} {other}: nothing is offered"));
                        assert!(read.contains("other") && !read.contains("except"), "{read}");
                    }
                }
            }
        }
    }
    for waits in ["enters this location", "is damaged", "attacks the user's Master"] {
        for who in ["anyone", "a Servant", "any character"] {
            let said =
                offered(&format!("When {who} other than the user or the target {waits}, the user restores 5 Health."));
            assert_eq!(said.len(), 1, "{who} {waits}");
        }
    }
    // The exception behind the last of them is of it alone.
    assert!(parse("The target and all characters in this location except the user lose 5 Mana.").is_ok());
}

#[test]
fn their_behind_what_is_seen_is_not_the_user() {
    let seen = [
        "Opponents cannot detect the user",
        "Opponents cannot detect the user while scouting",
        "Characters cannot detect the user",
        "The user cannot be detected by opponents",
        "The user's presence is hidden from opponents",
        "The user detects hidden characters",
    ];
    let asked = [
        ("unless their ACT is A or higher", "with ACT ranked lower than A"),
        ("if their ACT is B or lower", "with ACT ranked B or lower"),
        ("if they are in battle", "in battle"),
        ("unless they are in Spirit Form", "who are not in Spirit Form"),
    ];
    for sentence in seen {
        for (condition, told) in asked {
            let said = offered(&format!("{sentence} {condition}."));
            assert!(matches!(said.as_slice(), [line] if line.contains(told)), "{sentence} {condition}: {said:?}");
        }
        let own = format!("{sentence} unless the user is in battle.");
        assert!(parse(&own).is_ok(), "{own}");
    }
}

#[test]
fn a_summoner_is_of_familiars() {
    for victim in ["the user", "the user's Master"] {
        for act in ["is attacked by", "is damaged by", "is hit by", "is killed by"] {
            for whose in ["its", "their"] {
                for done in ["% summoner loses 10 Health", "the user loses 10 Health if % summoner is in battle"] {
                    let done = done.replace('%', whose);
                    let said = offered(&format!("When {victim} {act} a familiar, {done}."));
                    assert!(said.iter().all(|line| line.contains("summoner")), "{said:?}");
                }
            }
        }
    }
    // What its owner has not is nobody.
    for (kind, who, has) in [
        ("servant", "summoner", false),
        ("servant", "Servant", false),
        ("servant", "Master", true),
        ("servant", "contracted partner", true),
        ("master", "summoner", false),
        ("master", "Master", false),
        ("master", "Servant", true),
    ] {
        for sentence in [
            format!("The user's {who} loses 10 Health each Turn."),
            format!("When the user's {who} is damaged, the user restores 5 Health."),
            format!("The user's STR is raised by 1 rank while the user's {who} is in battle."),
        ] {
            let said = said_of(kind, ABILITY, &sentence);
            assert_eq!(said.iter().any(|code| code == "W246"), !has, "{kind}: {sentence}: {said:?}");
        }
    }
}

#[test]
fn status_effects_are_the_negative_ones_or_it_is_refused() {
    for sentence in [
        "All negative status effects are removed from the target.",
        "The user is immune to negative status effects.",
        "The user cannot receive negative status effects.",
        "The user restores 5 Health for each negative status effect on the target.",
        "If the target is affected by a negative status effect, the target loses 20 Mana.",
        "The user's STR is raised by 1 rank while the user is affected by any negative status effect.",
    ] {
        assert!(parse(sentence).is_ok(), "{sentence}");
        assert_eq!(offered(&sentence.replacen("negative ", "", 1)), [sentence]);
    }
}

#[test]
fn what_an_attack_asks_of_its_own_hits_is_told_to_be_too_early() {
    for asked in ["they were damaged", "the target was damaged", "they are hit", "the user damaged the target"] {
        for unless in ["if", "unless"] {
            for done in ["The target is Stunned for 1 Turn", "The user restores 20 Health", "The target loses 20 Mana"]
            {
                let they = asked.starts_with("they") && done.starts_with("The user");
                let sentence =
                    format!("{done} {unless} {asked}.").replace("they", if they { "the target" } else { "they" });
                let sentence =
                    sentence.replace("the target were", "the target was").replace("the target are", "the target is");
                assert!(said_of("servant", ATTACK, &sentence).iter().any(|code| code == "W248"), "{sentence}");
                assert!(!said_of("servant", SUPPORT, &sentence).iter().any(|code| code == "W248"), "{sentence}");
            }
        }
    }
    let dies = "If the target dies, the user restores 20 Health.";
    assert!(said_of("servant", ATTACK, dies).is_empty(), "{dies}");
}

#[test]
fn what_is_always_on_asks_of_a_target_only_in_a_hit() {
    for (done, of_hits) in [
        ("Damage the user inflicts increases by 10%", true),
        ("Damage the user receives decreases by 10%", true),
        ("The user's attacks hit 1 more time", true),
        ("The user's physical attacks ignore END", true),
        ("The user's STR is raised by 1 rank", false),
        ("The user's regeneration increases by 5", false),
        ("The user is immune to Poison", false),
    ] {
        for asked in ["if the target is Stunned", "unless the target is Evil"] {
            let said = said_of("servant", ABILITY, &format!("{done} {asked}."));
            assert_eq!(said.is_empty(), of_hits, "{done} {asked}: {said:?}");
        }
    }
}

#[test]
fn they_in_a_condition_is_nobody_s_guess() {
    const WAITED: &[(&str, &str)] = &[
        ("the user is attacked", "the attacker"),
        ("the user attacks", "the target"),
        ("the user's Master is attacked", "the attacker"),
    ];
    const ASKED: &[&str] = &[
        "unless they are a familiar",
        "if they are Evil",
        "if their END is C or lower",
        "if they have 50% or less of their maximum Health",
    ];
    for (waited, who) in WAITED {
        for done in ["loses 5 Mana", "is Stunned for 1 Turn", "restores 5 Health"] {
            for asked in ASKED {
                let sentence = format!("When {waited}, {who} {done} {asked}.");
                assert!(parse(&sentence).is_err(), "{sentence}");
            }
        }
    }
    for clear in [
        "When the user is attacked, the user restores 5 Health if they have 50 or less Health.",
        "When the user is attacked, the attacker loses 5 Mana if the attacker is Evil.",
        "When an opponent attacks the user, they lose 5 Mana if they are Evil.",
    ] {
        assert!(parse(clear).is_ok(), "{clear}");
    }
}

#[test]
fn nobody_is_asked_as_the_attacker_where_nobody_attacks() {
    for (done, known) in [
        ("Damage the user receives decreases by 10%", true),
        ("The user's attacks cannot be intercepted", true),
        ("The user's STR is raised by 1 rank", false),
        ("The user is immune to Poison", false),
        ("The user survives a fatal attack with 1 Health", false),
        ("Attacks ranked C or lower that target the user are negated", true),
    ] {
        for asked in ["if the attacker is Evil", "unless the attacker is a Master"] {
            let said = said_of("servant", ABILITY, &format!("{done} {asked}."));
            assert_eq!(said.iter().any(|code| code == "W246"), !known, "{done} {asked}: {said:?}");
        }
    }
}

#[test]
fn who_stays_somewhere_and_comes_back_has_not_stayed() {
    for sentence in [
        "While the user remains in this location, damage the user receives decreases by 10%.",
        "The target's STR is lowered by 1 rank as long as the user stays in this location.",
    ] {
        assert!(parse(sentence).is_err(), "{sentence}");
    }
    for sentence in [
        "Lasts while the user remains in this location.",
        "While the user is in this location, damage the user receives decreases by 10%.",
    ] {
        assert!(parse(sentence).is_ok(), "{sentence}");
    }
}

/// What is said of all of a group, and of one of them, and whether what is so of none of them can be counted.
const OF_ALL: &[(&str, &str, bool)] = &[
    ("every opponent is", "an opponent is", true),
    ("all opponents are", "an opponent is", true),
    ("all of the opponents are", "an opponent is", true),
    ("each opponent is", "an opponent is", true),
    ("both enemy Servants are", "an enemy Servant is", true),
    ("everyone is", "anyone is", true),
    ("everybody is", "anyone is", true),
    ("every ally is", "an ally is", true),
];

#[test]
fn what_is_asked_of_all_is_not_asked_of_one() {
    let asked = [("in battle", true), ("Evil", true), ("in Spirit Form", true), ("here", false), ("attacked", false)];
    let done =
        ["The user's STR is raised by 1 rank", "Damage the user receives decreases by 10%", "The user loses 5 Mana"];
    for (all, one, counts) in OF_ALL {
        for (asked, of_state) in asked {
            for (form, done) in ["% if #.", "If #, %.", "% unless #.", "% if the user is in battle and #."]
                .into_iter()
                .flat_map(|form| done.map(|done| (form, done)))
            {
                let sentence = |said: &str| form.replace('#', &format!("{said} {asked}")).replace('%', done);
                // `Both` stands first in a condition.
                if all.starts_with("both") && form.contains(" and #") {
                    continue;
                }
                let said = offered(&sentence(all));
                let of_one = parse(&sentence(one)).map(|effect| canonical(&effect));
                assert_eq!(said.first().map(Ok), Some(of_one.as_ref()), "{}", sentence(all));
                assert_eq!(said.len() == 2, *counts && of_state, "{}: {said:?}", sentence(all));
                assert!(said.iter().skip(1).all(|line| line.contains("exactly 0 ") && line.contains(" not ")));
            }
        }
    }
    for sentence in [
        "When every opponent attacks the user, the user restores 5 Health.",
        "The user's AGI is raised by 1 rank until all opponents leave this location.",
        "If the user attacked everyone, the user loses 20 Mana.",
    ] {
        offered(sentence);
    }
    // What each of several is could be asked of all.
    let said = offered("If opponents are in battle, the user restores 5 Health.");
    assert_eq!(said.first().map(String::as_str), Some("The user restores 5 Health if an opponent is in battle."));
    // That there are some is so of one of them, and says so.
    for (several, one) in [("opponents are here", "an opponent is here"), ("opponents attack", "an opponent attacks")] {
        let sentence = format!("If {several}, the user restores 5 Health.");
        let read = parse(&sentence).map(|effect| canonical(&effect)).unwrap_or_default();
        assert!(read.contains(one), "{sentence}: {read}");
        assert_eq!(parse(&read).map(|effect| canonical(&effect)).as_ref(), Ok(&read));
    }
}

#[test]
fn what_could_happen_later_is_told_to_be_asked_once() {
    let deeds = [
        ("the target attacks the user", "the target has attacked the user this Turn"),
        ("an opponent enters this location", "an opponent has entered this location this Turn"),
        ("the user is attacked", "the user has been attacked this Turn"),
        ("an opponent uses a Noble Phantasm", "an opponent has used a Noble Phantasm this Turn"),
        ("the target flees", "the target fled"),
        ("the user's Master is damaged", "the user's Master was damaged"),
    ];
    let done = ["the target loses 10 Mana", "the user's STR is raised by 1 rank for 2 Turns"];
    for (happens, happened) in deeds {
        for done in done {
            for joint in ["if", "unless"] {
                // `… for 2 Turns unless …` is refused: until when?
                if joint == "unless" && done.contains("for 2 Turns") {
                    continue;
                }
                let told = |deed: &str, skill: &str| {
                    let sentence = format!("{done} {joint} {deed}.");
                    let sentence = format!("{}{}", sentence[..1].to_uppercase(), &sentence[1..]);
                    let said = said_of("servant", skill, &sentence);
                    said.iter().any(|code| code == "E248" || code == "W248")
                };
                assert!(told(happens, SUPPORT), "{done} {joint} {happens}");
                assert!(!told(happened, SUPPORT), "{done} {joint} {happened}");
                assert!(done.contains("loses") || !told(happens, ABILITY), "{done} {joint} {happens}");
            }
        }
    }
    // Its own kill an attack knows; a use knows nothing of what follows it.
    for (deed, in_attack) in
        [("the target dies", false), ("the user kills the target", false), ("an opponent flees", true)]
    {
        let sentence = format!("If {deed}, the user restores 20 Health.");
        let told = |skill| said_of("servant", skill, &sentence).iter().any(|code| code == "E248");
        assert_eq!(told(ATTACK), in_attack, "{sentence}");
        assert!(told(SUPPORT), "{sentence}");
        let waits = format!("When {deed}, the user restores 20 Health.");
        assert!(!said_of("servant", SUPPORT, &waits).iter().any(|code| code == "E248"), "{waits}");
    }
}

/// A Night in which an attack with a sentence strikes Caster, who has so much Health; Saber has 200 of hers.
fn night(sentence: &str, health: u32, expected: &str) -> String {
    format!(
        "scenario: asked of an attack\nmap: {{ Park: [Bridge], Bridge: [Park] }}\nteams:\n  \
         Red: {{ master: Rin, servants: [Saber], home: Bridge }}\n  \
         Blue: {{ master: Tokiomi, servants: [Caster], home: Bridge }}\n  \
         Green: {{ master: Waver, servants: [Rider], home: Bridge }}\nsheets:\n  \
         - {{ kind: master, name: Rin }}\n  - {{ kind: master, name: Tokiomi }}\n  - {{ kind: master, name: Waver }}\n  \
         - {{ kind: servant, name: Caster }}\n  - {{ kind: servant, name: Rider }}\n  \
         - {{ kind: servant, name: Saber, skills: [{{ name: Z, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", \
         damage: 20 Ranged, cost: 1 AP, effects: [\"{sentence}\"] }}] }}\n\
         start:\n  Saber: {{ at: Park, health: 200 }}\n  Caster: {{ at: Park, health: {health} }}\n\
         nights:\n  - orders: {{ Red: \"Saber: Use Z on Caster.\" }}\n    expect: {{ Saber: {{ {expected} }} }}\n"
    )
}

#[test]
fn what_an_attack_asks_of_a_death_it_asks_behind_its_hits() {
    let asked = [
        ("the target dies", true),
        ("the target is dead", true),
        ("the target was killed", true),
        ("the user kills the target", true),
        ("an opponent is dead", true),
        ("an opponent dies", true),
        ("the target has 0 or less Health", true),
        ("the target is alive", false),
        ("the target is not dead", false),
        ("the target does not die", false),
    ];
    let done = [
        ("the user restores 20 Health", "health: 220", "health: 200"),
        ("the user's STR is raised by 1 rank for 2 Turns", "stats.STR: B", "stats.STR: C"),
    ];
    for (asked, of_death) in asked {
        for (done, if_so, if_not) in done {
            for joint in ["if", "unless"] {
                let sentence = format!("{}{} {joint} {asked}.", done[..1].to_uppercase(), &done[1..]);
                if parse(&sentence).is_err() {
                    // `… for 2 Turns unless …`: until when?
                    assert!(done.contains("STR"), "{sentence}");
                    continue;
                }
                for (health, dies) in [(20, true), (21, false), (300, false)] {
                    let so = (dies == of_death) == (joint == "if");
                    let text = night(&sentence, health, if so { if_so } else { if_not });
                    let report = crate::scenarios::run(&Source::new("scenario.yaml", text.as_str()));
                    let told =
                        said_of("servant", ATTACK, &sentence).iter().any(|code| code == "W248" || code == "E248");
                    assert!(report.passes() || told, "{sentence} with {health} Health\n{text}");
                }
            }
        }
    }
}

/// Groups, and who of those Caster strikes is of each.
const NAMED: [(&str, &[&str]); 9] = [
    ("Servants", &["Saber", "Archer", "Lancer"]),
    ("Masters", &["Rin", "Tokiomi"]),
    ("characters", &["Saber", "Archer", "Rin", "Lancer", "Tokiomi"]),
    ("opponents", &["Lancer", "Tokiomi"]),
    ("allies", &["Archer", "Rin"]),
    ("Evil characters", &["Archer", "Lancer"]),
    ("Servants with STR ranked B or higher", &["Saber", "Lancer"]),
    ("the user or the user's Master", &["Saber", "Rin"]),
    ("Masters or Evil Servants", &["Rin", "Tokiomi", "Archer", "Lancer"]),
];

#[test]
fn whom_a_restriction_names_is_whoever_is_of_the_group() {
    let struck = ["Saber", "Archer", "Rin", "Lancer", "Tokiomi"];
    let volley = "{ name: Volley, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 10 Special, cost: 0 AP, \
         effects: [\"This attack cannot be intercepted.\"] }";
    let mut told = 0;
    for (group, members) in NAMED {
        for (bars, only) in [("cannot attack", false), ("cannot target", false), ("can only attack", true)] {
            for (whom, named) in [("The target", true), ("Opponents in this location", false), ("All opponents", false)]
            {
                let sentence = format!("{whom} {bars} {group} for 4 Turns.");
                if parse(&sentence).is_err() {
                    continue;
                }
                told += 1;
                let on = if named { "Use Truce on Caster." } else { "Use Truce." };
                let targets = if named { "[Any]" } else { "[Self]" };
                let hit = struck.iter().filter(|who| members.contains(who) == only);
                let damage: Vec<String> = hit.map(|who| format!("[Caster, {who}, 10]")).collect();
                let orders: Vec<String> = struck.iter().map(|who| format!("Use Volley on {who}.")).collect();
                let text = format!(
                    "scenario: {sentence}\nmap: {{ Park: [Bridge], Bridge: [Park] }}\nteams:\n  \
                     Red: {{ master: Rin, servants: [Saber, Archer], home: Bridge }}\n  \
                     Blue: {{ master: Tokiomi, servants: [Caster, Lancer], home: Bridge }}\nsheets:\n  \
                     - {{ kind: master, name: Rin }}\n  - {{ kind: master, name: Tokiomi }}\n  \
                     - {{ kind: servant, name: Saber, stats: {{ STR: B }}, skills: [{{ name: Truce, rank: C, type: Support, \
                     max_targets: 1, targets: \"{targets}\", cost: 0 SP, effects: [\"{sentence}\"] }}] }}\n  \
                     - {{ kind: servant, name: Archer, alignment: Lawful Evil }}\n  \
                     - {{ kind: servant, name: Caster, skills: [{volley}] }}\n  \
                     - {{ kind: servant, name: Lancer, alignment: Lawful Evil, stats: {{ STR: A }} }}\n\
                     start:\n  Rin: {{ at: Park }}\n  Saber: {{ at: Park }}\n  Archer: {{ at: Park }}\n  \
                     Tokiomi: {{ at: Park }}\n  Caster: {{ at: Park }}\n  Lancer: {{ at: Park }}\n\
                     nights:\n  - orders: {{ Red: \"Saber: {on}\" }}\n  \
                     - orders: {{ Blue: \"Caster: {}\" }}\n    expect: {{ damage: [{}] }}\n",
                    orders.join(" "),
                    damage.join(", ")
                );
                let report = run(&Source::new("restriction.yaml", text.clone()));
                assert!(report.passes(), "{}", report.render(&Source::new("restriction.yaml", text)));
            }
        }
    }
    assert!(told >= 60, "{told}");
}

#[test]
fn what_is_under_way_and_what_never_begins_is_said() {
    for (skill, sentence, code, is_said) in [
        (ABILITY, "Damage the user inflicts increases by 20% if the user uses a Noble Phantasm.", "W240", true),
        (ABILITY, "The user's STR is raised by 1 rank if the user has attacked this Turn.", "W240", false),
        (ABILITY, "Damage the user inflicts increases by 20% unless the user has attacked this Turn.", "W240", false),
        (ABILITY, "Damage the user inflicts on Servants increases by 20%.", "W240", false),
        (ABILITY, "For 2 Turns, when the user is damaged, the user restores 5 Health.", "W241", true),
        (SUPPORT, "For 2 Turns, when the user is damaged, the user restores 5 Health.", "W241", false),
        (ATTACK, "All opponents who were damaged by the user lose 10 Health.", "W248", true),
        (SUPPORT, "All opponents who were damaged by the user lose 10 Health.", "W248", false),
    ] {
        let said = said_of("servant", skill, sentence);
        assert_eq!(said.iter().any(|said| said == code), is_said, "{sentence}: {said:?}");
    }
}

#[test]
fn they_behind_somebody_else_is_asked_for() {
    for sentence in [
        "Damage the user inflicts increases by 10 if the target is Evil and they have 50 or less Health.",
        "Damage the user receives decreases by 10 if the attacker is a Servant and they are Stunned.",
        "If an opponent is here and they are Evil, the user's STR is raised by 1 rank.",
        "The user restores 10 Mana if the target is Evil and they are Stunned.",
        "If the target is a Servant and their Master is here, the user restores 10 Mana.",
        "When an opponent attacks the user, the user restores 5 Mana if they have 50 or less Health.",
        "When an opponent attacks the user, the user's Master restores 5 Mana if they are here.",
        "They restore 10 Mana if the target is Evil.",
    ] {
        assert!(parse(sentence).is_err(), "{sentence}");
    }
    for sentence in [
        "Damage the user inflicts increases by 10 if the target is Evil and has 50 or less Health.",
        "The target restores 10 Health if they are Evil and have 50 or less Health.",
        "While the user is in Spirit Form, their Mana regeneration increases by 5.",
    ] {
        assert!(parse(sentence).is_ok(), "{sentence}");
    }
    // What is denied by the word itself stays so.
    let unhurt = parse("Damage inflicted increases by 20% if the user's Master is here and unhurt.");
    assert!(unhurt.is_err() || unhurt.is_ok_and(|effect| canonical(&effect).contains("is not damaged")));
    // Behind a sentence before it `they` is whom that one speaks of, or it is refused.
    let two = read_passage("The user restores 10 Health. They restore 10 Mana if the target is Evil.");
    let said = two.map(|two| two.iter().map(|one| canonical(&one.effect)).collect::<Vec<_>>());
    assert!(said.is_err() || said.is_ok_and(|said| said[1].starts_with("The user restores 10 Mana")));
}

#[test]
fn who_cannot_be_targeted_and_who_targets_are_two() {
    let barred = [
        "The user cannot be targeted by attacks of Servants",
        "The user cannot be targeted by opponents",
        "The user cannot be targeted",
        "The user cannot be attacked by Evil characters",
        "Opponents cannot attack the user's Master",
        "Characters cannot target the user's Master",
    ];
    for barred in barred {
        for asked in ["while they are in Spirit Form", "while in Spirit Form", "if they are in Spirit Form"] {
            let said = offered(&format!("{barred} {asked}."));
            let read: Vec<_> = said.iter().filter_map(|line| parse(line).ok()).collect();
            assert!(read.len() == said.len() && !said.is_empty(), "{barred} {asked}: {said:?}");
            assert_eq!(said.iter().filter(|line| line.contains(" if the user")).count(), 1, "{said:?}");
        }
        let clear = format!("{barred} while the user is in Spirit Form.");
        assert!(parse(&clear).is_ok(), "{clear}");
    }
}

#[test]
fn they_behind_those_who_are_struck_seen_or_counted_is_asked_for() {
    let several = [
        "The user restores 2 Mana for each opponent in this location",
        "The user's STR is raised by 1 rank for each familiar the user has",
        "Damage the user receives decreases by 5 for each familiar the user has",
        "Physical damage the user inflicts on Evil Servants increases by 10%",
        "The user detects hidden characters",
        "The user cannot be detected by opponents",
    ];
    let tails = ["and they lose 5 Mana", "and their Master loses 5 Mana", "if they are Evil", "until they are damaged"];
    for said in several {
        for tail in tails {
            let sentence = format!("{said} {tail}.");
            assert!(parse(&sentence).is_err(), "{sentence}");
        }
    }
    for waited in ["When the user is attacked, the attacker", "When the user attacks the target, the target"] {
        for tail in ["they lose 5 Mana", "their Master loses 5 Mana", "their STR is lowered by 1 rank for 2 Turns"] {
            let sentence = format!("{waited} loses 10 Mana and {tail}.");
            assert!(parse(&sentence).is_err(), "{sentence}");
        }
        let same = format!("{waited} loses 10 Mana and 5 Health.");
        assert!(parse(&same).is_ok(), "{same}");
    }
    assert!(parse("When the user is attacked, the user uses \"Counter\" on the attacker if they are Evil.").is_err());
    assert!(parse("The target cannot attack the user until they are damaged.").is_err());
}

#[test]
fn their_killer_is_of_whoever_died_and_what_follows_of_whom() {
    for victim in ["the user dies", "the user is killed", "an ally dies"] {
        for tail in ["and their Master loses 1 Command Spell", "and they lose 5 Mana", "if they are Evil"] {
            let said = offered(&format!("When {victim}, their killer receives 10 Special damage {tail}."));
            assert!(said.iter().any(|line| line.contains("the attacker")), "{victim} {tail}: {said:?}");
        }
        let alone = format!("When {victim}, their killer receives 10 Special damage.");
        assert!(parse(&alone).is_ok(), "{alone}");
    }
}

#[test]
fn a_time_of_its_own_is_held_or_told_and_each_skill_has_an_end() {
    const FOUR: &str = "The user's STR is raised by 1 rank for 4 Turns.";
    let said = |lasts: &str, more: &str| {
        let effects = format!("{SUPPORT}effects: [{more}\"{lasts}\", \"{FOUR}\"]}}");
        let text = format!("kind: servant\nname: Saber\n{effects}\n");
        match load(&Source::new("sheet.yaml", text), Defaults::Scenario) {
            Ok(loaded) => loaded.warnings.into_iter().map(|fault| fault.code.to_owned()).collect::<Vec<_>>(),
            Err(faults) => faults.into_iter().map(|fault| fault.code.to_owned()).collect(),
        }
    };
    let summons = "\"Summons 1 \\\"Wolf\\\" familiar.\", ";
    for (lasts, more, code) in [
        ("Lasts 2 Turns.", "", None),
        ("Lasts 2 Turns.", summons, Some("W257")),
        ("Lasts 5 Turns.", summons, None),
        ("Lasts while the user is in battle.", "", Some("W257")),
        ("Lasts 2 Turns unless the user is in battle.", "", Some("E239")),
        ("Lasts 2 Turns if the user is in battle.", "", Some("E239")),
        ("Lasts 2 Turns unless the user is in battle; otherwise, lasts 1 Turn.", "", None),
    ] {
        let found = said(lasts, more);
        let told = found.iter().find(|code| ["W257", "E239"].contains(&code.as_str()));
        assert_eq!(told.map(String::as_str), code, "{lasts}: {found:?}");
    }
}

#[test]
fn who_attacks_is_asked_of_each_attack() {
    for (sentence, read) in [
        (
            "Attacks that target the user are negated for 2 Turns if the attacker is Evil.",
            "for 2 Turns while the attacker",
        ),
        (
            "Damage the user receives decreases by 10% for 2 Turns unless the attacker is Evil.",
            "for 2 Turns while the attacker is not",
        ),
    ] {
        let read_back = parse(sentence).map(|effect| canonical(&effect)).unwrap_or_default();
        assert!(read_back.contains(read), "{read_back}");
        assert!(!said_of("servant", SUPPORT, sentence).iter().any(|code| code == "W246"), "{sentence}");
    }
}
