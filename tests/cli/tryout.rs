//! `grail sheet try`: a skill used once on a stage.

use serde_json::Value;

use super::{Desk, repository};

/// A Servant with a skill for each thing a try-out has to tell.
const PAGE: &str = "kind: servant
name: Page
health: 200
mana: 100
ap: 4
appearance: Small.
stats: { STR: C, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: E }
basic_attack: { name: Tap, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 10 Physical, cost: 1 AP }
skills:
  - name: Brace
    rank: C
    type: Support
    max_targets: 1
    targets: \"[Self]\"
    cost: 1 SP, 20 Mana
    effects:
      - The user's END is raised by 1 rank for 2 Turns.
      - When an opponent dies, the user restores 10 Health.
      - \"GM: The user must say a prayer.\"
      - Lasts 2 Turns.
      - Can be used once per Turn.
  - name: Last Stand
    rank: C
    type: Anti-Personnel
    max_targets: 1
    targets: \"[Any]\"
    damage: 20 Physical
    cost: 1 AP
    effects: [Damage inflicted increases by 50% if the user has 30% or less of their maximum Health.]
  - name: Heavy Blow
    rank: C
    type: Anti-Personnel
    max_targets: 1
    targets: \"[Any]\"
    damage: 40 Physical
    cost: 3 AP
";

fn desk() -> Desk {
    let desk = Desk::empty();
    desk.write("page.yaml", PAGE);
    desk
}

/// What became of the sentence that begins so.
fn fate<'t>(tree: &'t Value, beginning: &str) -> &'t Value {
    let begins = |s: &&Value| s["written"].as_str().is_some_and(|written| written.starts_with(beginning));
    tree["sentences"].as_array().unwrap().iter().find(begins).unwrap()
}

#[test]
fn a_skill_is_played_and_each_sentence_accounted_for() {
    let run = desk().grail(["sheet", "try", "page.yaml", "brace"]).done();
    run.prints([
        "Brace (C), Support of Page\n",
        "Ordered: Use Brace.\n",
        "Page uses Brace on Page for 1 SP, 20 Mana.",
        // 20 against END C, 16 against B.
        "Foe hits Page with Blow of Foe: 16 Physical",
        "END B (sheet C)",
        "Mana 100 → 80 of 100",
        "Night 3\n",
        "  The user's END is raised by 1 rank for 2 Turns.\n    did, in Night 1: ",
        "without it: Attacking Phase: Foe hits Page with Blow of Foe: 20 Physical",
        "nothing: it waits, and this did not come: when an opponent dies",
        "  GM: The user must say a prayer.\n    the GM says what it does, each time\n",
        "  Can be used once per Turn.\n    nothing: it limits what nobody tried here",
    ]);
}

#[test]
fn a_condition_is_told_as_the_stage_has_it() {
    let desk = desk();
    let json = |args: &[&str]| -> Value {
        let mut all = vec!["sheet", "try", "page.yaml", "Last Stand", "--format", "json"];
        all.extend(args);
        serde_json::from_str(&desk.grail_of(&all).done().out).unwrap()
    };
    let whole = json(&[]);
    assert_eq!(fate(&whole, "Damage")["fate"], "condition_not_met");
    assert_eq!(fate(&whole, "Damage")["condition"], "the user has 30% or less of their maximum Health");
    assert_eq!(whole["nights"].as_array().unwrap().len(), 1);
    let hurt = json(&["--health", "30%", "--target-health", "50", "--nights", "2", "--night", "7"]);
    assert_eq!(fate(&hurt, "Damage")["fate"], "did");
    assert_eq!(hurt["nights"][0]["night"], 7);
    assert_eq!(hurt["nights"][0]["people"][0]["before"]["health"], "60");
    assert_eq!(hurt["nights"][0]["people"][2]["before"]["health"], "50");
    assert_eq!(hurt["nights"].as_array().unwrap().len(), 2);
    // Of the changes of the number each is told with its source.
    let events = hurt["nights"][0]["events"].as_array().unwrap();
    assert!(events.iter().any(|event| event["changes"][0] == "+ 0.5 Page's Last Stand"), "{events:?}");
}

#[test]
fn who_stands_there_and_what_they_do_can_be_said() {
    let desk = desk();
    // The first Turn of a battle allows no 3 AP: they have fought before, and it is said.
    desk.grail(["sheet", "try", "page.yaml", "Heavy Blow"])
        .done()
        .prints(["Note: they have fought a Turn already", "Page hits Foe with Heavy Blow: 40 Physical"]);
    desk.grail(["sheet", "try", "page.yaml", "Heavy Blow", "--against", "sheets/servants/lancer.yaml"])
        .done()
        .prints(["Lancer (the opponent)", "Page hits Lancer with Heavy Blow"]);
    desk.grail(["sheet", "try", "page.yaml", "Tap", "--times", "2"])
        .done()
        .prints(["Ordered: Use Tap on Foe 2 times."]);
    desk.grail(["sheet", "try", "page.yaml", "Splint"])
        .done()
        .prints(["Ordered: Use item Splint.", "Page uses Splint"]);
    desk.grail(["sheet", "try", "sheets/masters/maren.yaml", "Defend X!"])
        .done()
        .prints(["Ordered: Command Squire \"Defend X!\""]);
    let start = ["--start", "Foe: { statuses: [Poison 2/10] }", "--foe", "Move to Lane."];
    let args = [&["sheet", "try", "page.yaml", "Tap"][..], &start].concat();
    desk.grail_of(&args).done().prints(["Foe: ", "Lane", "Poison 1/10"]);
}

#[test]
fn what_cannot_be_tried_is_answered() {
    let desk = desk();
    let said = desk.grail(["sheet", "try", "page.yaml", "Brase"]).ends(2);
    said.says(["`Page` has no skill `Brase`; did you mean `Brace`?"]);
    desk.grail(["sheet", "try", "page.yaml", "Meteor Strike From Far Above"]).ends(2).says(["it has Tap, Brace"]);
    desk.grail(["sheet", "try", "page.yaml", "Obey me!"]).ends(2).says(["has no skill `Obey me!`"]);
    desk.grail(["sheet", "try", "page.yaml", "Tap", "--health", "many"]).ends(2).says(["write `60` or `30%`"]);
    desk.grail(["sheet", "try", "page.yaml", "Tap", "--health", "900"]).ends(2).says(["is at most 200"]);
    let said = desk.grail(["sheet", "try", "page.yaml", "Tap", "--order", "Use Tap on Rin."]).ends(2);
    said.says(["no character `Rin` is known", "  |   Use Tap on Rin.\n"]);
    desk.grail(["sheet", "try", "page.yaml", "Tap", "--start", "Foe: { helth: 3 }"])
        .ends(2)
        .says(["did you mean `health`?"]);
    desk.write("shelf.yaml", &std::fs::read_to_string(repository().join("sheets/common/items.yaml")).unwrap());
    desk.grail(["sheet", "try", "shelf.yaml", "Splint"]).ends(2).says(["is a shelf"]);
    desk.edit("page.yaml", "is raised by 1 rank", "is rised by 1 rank");
    let faulty = desk.grail(["sheet", "try", "page.yaml", "Tap"]).ends(1);
    let faulty = faulty.prints(["page.yaml:17:"]);
    faulty.says(["can be tried once `grail sheet check` finds none"]);
}

/// Each skill of some sheets of the library can be tried as it stands, and changes or explains something.
#[test]
fn skills_of_the_library_are_tried_without_a_word_more() {
    let desk = Desk::empty();
    let mut accounted = (0, 0);
    for sheet in ["servants/summoner.yaml", "servants/artillery.yaml", "masters/iskra.yaml", "familiars/samr.yaml"] {
        let path = format!("sheets/{sheet}");
        let text = std::fs::read_to_string(repository().join(&path)).unwrap();
        let names = text.lines().filter_map(|line| {
            let name = line.trim_start().strip_prefix("- name: ")?;
            Some(name.split(" -> ").next()?.trim_matches('"').to_owned())
        });
        for name in names {
            let run = desk.grail(["sheet", "try", &path, &name, "--format", "json"]).done();
            let tree: Value = serde_json::from_str(&run.out).unwrap();
            let sentences = tree["sentences"].as_array().unwrap();
            accounted.0 += sentences.iter().filter(|s| s["fate"] == "did").count();
            accounted.1 += sentences.len();
        }
    }
    assert!(accounted.0 * 2 > accounted.1, "few sentences did anything: {accounted:?}");
}
