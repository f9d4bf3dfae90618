//! `grail calc`: the worked numbers of the rules, unknown ranks as ranges, and the night's own answers.

use super::{Desk, Run, repository};

/// Runs `grail calc` with words as a shell would split them.
pub(crate) fn calc(words: &[&str]) -> Run {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_grail"))
        .arg("calc")
        .args(words)
        .env_clear()
        .current_dir(repository())
        .output()
        .unwrap();
    Run::of(&output)
}

/// The damage of the first line: `…: 40.75 damage`.
fn number(words: &[&str]) -> String {
    let run = calc(words).done();
    let line = run.out.lines().next().unwrap();
    line.rsplit(": ").next().unwrap().strip_suffix(" damage").unwrap().to_owned()
}

const SKILL_X: &str = r"kind: servant
name: Saber
stats: { STR: B+, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: C }
ap: 4
basic_attack: { name: Rapid Cut, rank: C-, type: Anti-Personnel, max_targets: 1, targets: '[Any]', damage: 25 Physical, cost: 1 AP }
skills:
  - name: Skill X
    rank: C
    type: Anti-Personnel
    max_targets: 1
    targets: '[Any]'
    damage: 25 Physical
    cost: 1 AP
    effects:
      - Damage inflicted increases by 50% if the user has 30% or less of their maximum Health.
      - Damage inflicted decreases by 15% if the target has LCK ranked A or higher.
  - { name: Focus, rank: C, type: Support, max_targets: 1, targets: '[Self]', cost: 1 SP, effects: ['Upgrades `Chain`.'] }
  - { name: Chain -> Long Chain, rank: C, type: Anti-Personnel, max_targets: 1, targets: '[Any]', damage: '10 Ranged, 2 hits -> 20 Ranged, 3 hits', cost: 1 AP }
noble_phantasms:
  - { name: Crown, rank: A, type: Anti-Army, max_targets: 9, targets: '[Any]', damage: 70 Magical, cost: '3 AP, 90 Mana' }
";

/// A desk with Saber's sheet on it.
fn desk() -> Desk {
    let desk = Desk::empty();
    desk.write("saber.yaml", &SKILL_X.replace('`', "\""));
    desk
}

#[test]
fn the_worked_numbers_of_the_book_come_out() {
    // R089 with R028, R029: Rapid Cut of B+ STR on E END.
    assert_eq!(number(&["25 Physical", "--str", "B+", "--end", "E"]), "40.75");
    // R092 with R030, R031: Lightning Storm of A++ MAE on C MAR.
    assert_eq!(number(&["30 Magical, Stun 1", "--mae", "A++", "--mar", "C"]), "43.8");
    // R090: Double Bullet.
    assert_eq!(number(&["25 Ranged"]), "25");
    // R422: B+ STR on C-- END, before the percentages.
    assert_eq!(number(&["25 Physical", "--str", "B+", "--end", "C--"]), "32.25");
    // R423, A001: Skill X at 6/20 Health against A+ LCK; its own clause stands for the penalty of R018.
    let desk = desk();
    let words = ["calc", "Skill X", "--sheet", "saber.yaml", "--health", "6/20", "--end", "C--", "--against", "LCK=A+"];
    let run = desk.grail(words).done();
    assert_eq!(
        run.out,
        "Skill X by Saber on the target: 43.5375 damage\n  25 × (0.68 − 0.39 + 1) × (1 + 0.5 − 0.15) = 43.5375 [R089]\n      \
         + 0.5 Saber's Skill X\n      − 0.15 Saber's Skill X\n"
    );
    // A001 (a): with the penalty as well, as the sheet may ask.
    desk.edit("saber.yaml", "    effects:", "    low_health_penalty: true\n    effects:");
    desk.grail(words).done().prints(["(1 + 0.5 − 0.15 − 0.25) = 35.475"]);
}

#[test]
fn each_rule_on_damage_changes_the_number_it_names() {
    let base = ["20 Physical", "--str", "C", "--end", "C"];
    let with = |more: &[&str]| number(&[&base[..], more].concat());
    assert_eq!(with(&[]), "20");
    // R018, A007: a third and less; above it nothing. A005: a Special attack too.
    assert_eq!(with(&["--health", "100/300"]), "15");
    assert_eq!(with(&["--health", "101/300"]), "20");
    assert_eq!(with(&["--health", "50/150"]), "15");
    assert_eq!(number(&["20 Special", "--health", "100/300"]), "15");
    assert_eq!(number(&["20 Ranged", "--health", "30%"]), "15");
    // R044, A012: more than two full ranks; R045: EX against none; R046: never Special.
    assert_eq!(with(&["--with", "LCK=A+", "--against", "LCK=C"]), "25");
    assert_eq!(with(&["--with", "LCK=A", "--against", "LCK=C"]), "20");
    assert_eq!(with(&["--with", "LCK=A", "--against", "LCK=C-"]), "25");
    assert_eq!(with(&["--with", "LCK=EX", "--against", "LCK=A+++"]), "25");
    assert_eq!(with(&["--with", "LCK=EX+", "--against", "LCK=EX"]), "20");
    assert_eq!(number(&["20 Special", "--with", "LCK=EX", "--against", "LCK=E"]), "20");
    assert_eq!(number(&["20 Ranged", "--with", "LCK=EX", "--against", "LCK=E"]), "25");
    // R263, R264, R267, A147.
    let flyer = "The user gains Flight ranked B.";
    assert_eq!(with(&["--against", flyer]), "17");
    assert_eq!(number(&["20 Magical", "--mae", "C", "--mar", "C", "--against", flyer]), "18");
    assert_eq!(with(&["--against", flyer, "--with", "The user gains Flight ranked C."]), "17");
    assert_eq!(with(&["--against", flyer, "--with", "The user gains Flight ranked B."]), "20");
    assert_eq!(number(&["20 Ranged", "--against", flyer]), "20");
    // R029, A013: EX is 1.30 for STR and 1.20 for END. A004: never below 0.
    assert_eq!(number(&["20 Physical", "--str", "EX", "--end", "EX"]), "22");
    assert_eq!(number(&["20 Physical", "--str", "E", "--end", "EX"]), "0");
    // A002: one bracket; R094: what reduces damage in general spares Special; A003: a Command Spell does not.
    assert_eq!(with(&["--with", "LCK=EX", "--against", "Damage the user receives decreases by 50%."]), "15");
    assert_eq!(number(&["20 Special", "--against", "Damage the user receives decreases by 50%."]), "20");
    assert_eq!(number(&["20 Special", "--against", "Survive at all costs!"]), "10");
    assert_eq!(with(&["--with", "Survive at all costs!"]), "10");
    // A031: a flat change is one of the base.
    let flat = ["20 Physical", "--str", "B", "--end", "C", "--with", "Damage the user inflicts increases by 10."];
    assert_eq!(number(&flat), "36");
}

#[test]
fn what_is_not_known_gives_the_least_and_the_most() {
    let run = calc(&["25 Physical", "--str", "B+", "--end", "C..A"]).done();
    assert_eq!(
        run.out,
        "25 Physical by the attacker on the target: 20.75 to 30.75 damage\n  \
         least: 25 × (0.68 − 0.85 + 1) = 20.75 [R089]\n      with the target's END A\n  \
         most: 25 × (0.68 − 0.45 + 1) = 30.75 [R089]\n      with the target's END C\n"
    );
    assert_eq!(number(&["20 Physical", "--str", "?", "--end", "C"]), "10.2 to 38.8");
    assert_eq!(number(&["20 Ranged", "--with", "LCK=EX", "--against", "LCK=?"]), "20 to 25");
    assert_eq!(number(&["20 Ranged", "--health", "?"]), "15 to 20");
    // A sentence that asks for a rank in the middle is heard: the ends alone would say 20.
    let asks = "Damage the user inflicts on characters with AGI ranked exactly B increases by 10.";
    assert_eq!(number(&["20 Ranged", "--against", "AGI=C..A", "--with", asks]), "20 to 30");
    let desk = desk();
    let run = desk.grail([
        "calc",
        "Skill X",
        "--sheet",
        "saber.yaml",
        "--end",
        "C",
        "--against",
        "LCK=C..A",
        "--health",
        "?",
    ]);
    let run = run.done().prints(["26.1375 to 46.125 damage"]);
    assert!(run.out.contains("with the target's LCK A"), "{}", run.out);
}

#[test]
fn hits_upgrades_and_refusals() {
    let desk = desk();
    let chain = ["calc", "Chain", "--sheet", "saber.yaml"];
    desk.grail(chain).done().prints(["Chain by Saber on the target: 20 damage", "= 10 [R090] in each of 2 hits: 20"]);
    desk.grail(["calc", "chain", "--sheet", "saber.yaml", "--upgraded"]).done().prints(["Long Chain by Saber", "60"]);
    desk.grail(["calc", "Long Chain", "--sheet", "saber.yaml", "--with", "Focus"]).done().prints(["60 damage"]);
    let refused: [(&[&str], &str); 7] = [
        (&["Focus", "--sheet", "saber.yaml"], "`Focus` inflicts no damage"),
        (&["Chian", "Saber", "--sheet", "saber.yaml"], "did you mean `Chain`?"),
        (&["25 Phsyical"], "no damage such as `25 Physical`"),
        (&["25 Ranged", "--with", "LCK=F"], "write a rank, two with `..` between them, or `?`"),
        (&["25 Ranged", "--with", "HP=3"], "what can be said is STR, END"),
        (&["25 Ranged", "--with", "Damage the user inflcts doubles."], "did you mean"),
        (&["25 Ranged", "Saber", "Saber"], "the attacker and the target are the same"),
    ];
    for (words, why) in refused {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_grail"))
            .arg("calc")
            .args(words)
            .env_clear()
            .current_dir(desk.path(""))
            .output()
            .unwrap();
        Run::of(&output).ends(2).says([why]);
    }
    let run = desk.grail(["calc", "Chain", "--sheet", "saber.yaml", "--format", "json"]).done();
    let tree: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(tree["least"]["damage"], "20");
    assert_eq!(tree["most"]["hits"], 2);
}

/// The number that the night came to is the number that was calculated before it, for whoever
/// strikes in the example War's first night; and a player's packet says it when it is not secret.
#[test]
fn the_calculator_says_what_the_night_comes_to() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber: Use Rapid Cut on Lancer.\nIris: Stay.\n");
    let sheet = ["war/sheets/saber.yaml", "war/sheets/lancer.yaml"];
    let by_sheet = desk.grail(["calc", "Rapid Cut", "Saber", "Lancer", "--sheet", sheet[0], sheet[1]]).done().out;
    let by_war = desk.grail(["calc", "Rapid Cut", "Saber", "Lancer", "--campaign", "war"]).done().out;
    assert_eq!(by_sheet, by_war);
    desk.grail(["packet", "war", "Red", "--output", "red.yaml"]).done();
    let by_packet = desk.grail(["calc", "Rapid Cut", "Saber", "Lancer", "--packet", "red.yaml"]).done();
    assert!(by_packet.out.contains(" to ") && by_packet.err.contains("Of Lancer only what is said is counted"));
}

/// A hidden name and one that does not exist get the same answer.
#[test]
fn a_packet_tells_nothing_of_hidden_names() {
    let desk = Desk::started();
    desk.grail(["packet", "war", "Red", "--output", "red.yaml"]).done();
    let ask = |name: &str| desk.grail(["calc", "Rapid Cut", "Saber", name, "--packet", "red.yaml"]).ends(2);
    let (hidden, invented) = (ask("Edmund"), ask("Nobody"));
    assert_eq!(hidden.err.replace("Edmund", "Nobody"), invented.err);
    assert_eq!((hidden.out, invented.out), (String::new(), String::new()));
}

#[test]
fn who_summons_is_reckoned_with_without_the_familiar() {
    let sheet = repository().join("campaigns/nine-bridges/sheets/caster.yaml");
    let told = calc(&["Cold Spark", "--sheet", &sheet.display().to_string(), "--mar", "B"]).done().out;
    assert!(told.contains("Cold Spark by Caster on the target: 27.72 damage"), "{told}");
}
