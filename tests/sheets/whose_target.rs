//! Law: what lasts asks and counts of the target of its skill, whoever bears it; what is said of attacks, of the target
//! of each attack.
//!
//! A skill is used on Caster. What was not so then is so in the next Night: of the user, of the target, or of somebody
//! else. The sentence must then do what it does without a condition, or nothing, as its words say.

use grail_referee::language::span::Source;

use crate::scenarios::run;

/// What holds for a time, of whom `W` means; `W's` is theirs.
const OF_ANYBODY: [&str; 21] = [
    "W's STR is raised by 1 rank",
    "W's STR is lowered by 2 ranks",
    "W's STR becomes EX",
    "W is immune to Stun",
    "W gains 1 SP each Turn",
    "W gains 1 AP each Turn",
    "W's maximum Health increases by 50",
    "Damage W receives decreases by 5",
    "W receives at most 3 damage from each attack",
    "The next 10 damage W receives is absorbed",
    "50% of the damage W receives is reflected to the attacker",
    "The next attack that targets W is negated",
    "W's Health regeneration increases by 5",
    "W cannot regenerate",
    "W cannot use skills",
    "W cannot act",
    "W's skills cost 5 more Mana",
    "W cannot use magical skills",
    "W gains Flight ranked A",
    "W cannot attack Servants",
    "W cannot restore Health",
];

/// What holds of the attacks of whom `W` means.
const OF_ATTACKS: [&str; 4] = [
    "Damage W inflicts increases by 7",
    "W's attacks hit 1 more time",
    "W's attacks inflict Stun 1",
    "W's next attack inflicts 9 more damage",
];

/// What is asked of the target, and how somebody is of whom it is so.
const ASKED: [(&str, &str); 5] = [
    ("the target has 90 or less Health", "health: 60"),
    ("the target has less than 50 Mana", "mana: 45"),
    ("the target is affected by Poison", "statuses: [Poison 3/1]"),
    ("the target holds \"Splint\"", "items: [Splint]"),
    ("the target is in \"Bridge\"", "at: Bridge"),
];

/// What is counted, and what it comes to where there is one of it.
const COUNTED: [(&str, bool); 6] = [
    ("W's STR is raised by 1 rankEACH", false),
    ("W's STR is lowered by 1 rankEACH", false),
    ("W gains 1 AP each TurnEACH", false),
    ("Damage W receives decreases by 5EACH", false),
    ("W's skills cost 5 more ManaEACH", false),
    ("Damage W inflicts increases by 7EACH", true),
];

const PEOPLE: [&str; 3] = ["Saber", "Caster", "Rider"];

/// What is played: the use, and the Night in which it is asked.
const STAGE: &str = r#"
scenario: whose target
rules: []
map: { Park: [Bridge, Far], Bridge: [Park], Far: [Park] }
teams:
  Red: { master: Rin, servants: [Saber], home: Far }
  Blue: { master: Tokiomi, servants: [Caster], home: Far }
  Grey: { master: Gil, servants: [Rider], home: Far }
sheets:
  - { kind: master, name: Rin }
  - { kind: master, name: Tokiomi }
  - { kind: master, name: Gil }
SERVANTS
start: { Saber: { at: Park }, Caster: { at: Park }, Rider: { at: Park } }
nights:
  - orders:
      Red: |
        Saber: Use S1 on Caster.
  - start: { START }
    orders:
      Red: |
        Saber: Use Rest 2 times. CUT Rider. ATTACK Rider.
      Blue: |
        Caster: Use Rest 2 times. CUT Saber. ATTACK Saber.
      Grey: |
        Rider: Use Rest 2 times. CUT Caster. ATTACK Caster.
    expect: { EXPECT }
"#;

const SERVANT: &str = r#"
  - kind: servant
    name: NAME
    health_regen: 4
    ap: 3
    basic_attack: { name: Cut, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: 12 Physical, cost: 1 AP }
    skills:
      - { name: Spark, rank: C, type: Anti-Personnel, max_targets: 1, targets: "[Any]", damage: "5 Magical, Stun 1", cost: "1 AP, 10 Mana" }
      - { name: Rest, rank: C, type: Instant, max_targets: 1, targets: "[Self]", cost: 1 SP, effects: ["The user restores 3 Health and 2 Mana."] }
"#;

/// How the three stand behind the Night in which it is asked, and who struck whom.
fn comes_of(sentences: &[String], who: &str, state: &str) -> Vec<String> {
    let said = |sentence: &String| format!("          - '{}'\n", sentence.replace('\'', "''"));
    let effects: String = sentences.iter().map(said).collect();
    let skill = format!(
        "      - name: S1\n        rank: B\n        type: Support\n        max_targets: 2\n        targets: \"[Any]\"\n        \
         cost: 1 SP\n        effects:\n{effects}"
    );
    let sheet = |name: &str| format!("{}{}", SERVANT.replace("NAME", name), if name == "Saber" { &skill } else { "" });
    let told = |name: &str| {
        format!("{name}: {{ health: 777, mana: 777, statuses: [Poison 9/77], stats.STR: E--, ap_next: 77, at: Far }}")
    };
    // Who was in battle does not regenerate (R243).
    let at_peace = sentences.iter().any(|said| said.contains("regenerat"));
    let at_war = |name: &&str| {
        format!(
            "in_battle_with: [{}], turns_in_battle: 2",
            PEOPLE.map(|other| if other == *name { "Gil" } else { other }).join(", ")
        )
    };
    let start = |name: &str| {
        // What is not said of them is a little below what they can have.
        let said = if name == who { state } else { "" };
        let rest = [if at_peace { "health: 240" } else { "health: 298" }, "mana: 150"]
            .into_iter()
            .filter(|of| !said.starts_with(&of[..4]));
        let own: Vec<&str> = std::iter::once(said).filter(|said| !said.is_empty()).chain(rest).collect();
        let own = own.join(", ");
        if at_peace { format!("{name}: {{ {own} }}") } else { format!("{name}: {{ {own}, {} }}", at_war(&name)) }
    };
    let if_war = if at_peace { "If it is Night 90, " } else { "" };
    let text = STAGE
        .replace("CUT", &format!("{if_war}use Cut on"))
        .replace("ATTACK", &format!("{if_war}use Spark on"))
        .replace("SERVANTS", &PEOPLE.map(sheet).concat())
        .replace("START", &PEOPLE.map(start).join(", "))
        .replace("EXPECT", &format!("{}, damage: []", PEOPLE.map(told).join(", ")));
    let report = run(&Source::new("whose-target.yaml", text.as_str()));
    let [one] = report.scenarios.as_slice() else { panic!("{text}\n{:?}", report.diagnostics) };
    let errors: Vec<_> = one.diagnostics.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty() && one.nights == 2, "{sentences:?}: {errors:?}");
    one.failures.iter().map(|failure| format!("{}: {}", failure.path, failure.found)).collect()
}

/// In which ways it is said: with a time of the sentence's own, or with that of the skill.
fn said(what: &str, whom: &str, asked: &str, way: usize) -> (Vec<String>, bool) {
    let what = what.replace("W's", &format!("{whom}'s")).replace('W', whom);
    let what = format!("{}{}", what[..1].to_uppercase(), &what[1..]);
    let lasts = "Lasts 3 Turns.".to_owned();
    match way {
        0 => (vec![format!("{what} while {asked}."), lasts], true),
        1 => (vec![format!("{what} unless {asked}."), lasts], false),
        2 => (vec![format!("{what} if {asked}."), lasts], true),
        _ => (vec![format!("{what} for 3 Turns while {asked}.")], true),
    }
}

#[test]
fn what_lasts_asks_of_the_target_of_its_skill() {
    let full = std::env::var("GRAIL_LAWS").is_ok_and(|laws| laws == "full");
    let (mut asked_of, mut seen) = (0, 0);
    for (number, what) in OF_ANYBODY.iter().chain(&OF_ATTACKS).enumerate() {
        for (whom, owner) in [("the user", "Saber"), ("the target", "Caster")] {
            let of_attacks = OF_ATTACKS.contains(what);
            // Saber strikes Rider in the Night in which it is asked.
            let subject = if of_attacks && owner == "Saber" { "Rider" } else { "Caster" };
            let mut differ = false;
            for (place, (asked, state)) in ASKED.iter().enumerate() {
                for (way, who) in (0..4).flat_map(|way| PEOPLE.map(|who| (way, who))) {
                    if !full && (place, way) != (number % ASKED.len(), (number / ASKED.len() + owner.len()) % 4) {
                        continue;
                    }
                    // `The target` of a lasting attack is asked about: of the skill, or of the attack?
                    let asked = if subject == "Rider" {
                        asked.replacen("the target", "the attack's target", 1)
                    } else {
                        (*asked).to_owned()
                    };
                    let (sentences, holds) = said(what, whom, &asked, way);
                    let (always, _) = said(what, whom, "it is Night 1 or later", if way == 1 { 0 } else { way });
                    let (never, _) = said(what, whom, "it is Night 90 or later", if way == 1 { 0 } else { way });
                    let [found, always, never] =
                        [sentences.clone(), always, never].map(|sentences| comes_of(&sentences, who, state));
                    let so = (who == subject) == holds;
                    let expected = if so { &always } else { &never };
                    assert_eq!(
                        &found, expected,
                        "{sentences:?} of {owner} where {who} has {state}: {so} is what it says"
                    );
                    asked_of += 1;
                    differ |= always != never;
                }
            }
            assert!(differ, "`{what}` of {whom} changes nothing on this stage");
            seen += 1;
        }
    }
    println!("{asked_of} sentences in {seen} forms");
}

#[test]
fn what_lasts_counts_of_the_target_of_its_skill() {
    let said = |what: &str, whom: &str, each: &str, asked: &str| {
        let what = what.replace("EACH", each).replace("W's", &format!("{whom}'s")).replace('W', whom);
        vec![format!("{}{}{asked}.", what[..1].to_uppercase(), &what[1..]), "Lasts 3 Turns.".to_owned()]
    };
    let each = |subject: &str| match subject {
        "Rider" => " for every 100 Health the attack's target is missing",
        _ => " for every 100 Health the target is missing",
    };
    for (what, of_attacks) in COUNTED {
        for (whom, owner) in [("the user", "Saber"), ("the target", "Caster")] {
            let subject = if of_attacks && owner == "Saber" { "Rider" } else { "Caster" };
            for who in PEOPLE {
                // Of all others less than 100 is missing.
                let found = comes_of(&said(what, whom, each(subject), ""), who, "health: 180");
                let asked = if who == subject { "" } else { " while it is Night 90 or later" };
                let plain = comes_of(&said(what, whom, "", asked), who, "health: 180");
                assert_eq!(found, plain, "`{what}` of {owner} where {who} lacks 120 Health");
                let other = comes_of(&said(what, whom, "", " while it is Night 90 or later"), who, "health: 180");
                assert!(who != subject || found != other, "`{what}` of {whom} changes nothing on this stage");
            }
        }
    }
}
