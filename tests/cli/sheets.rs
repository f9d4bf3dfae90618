//! Sheets by themselves.

use super::Desk;

#[test]
fn a_sheet_is_checked_by_itself() {
    let desk = Desk::with_war();
    desk.grail(["sheet", "check", "war/sheets/saber.yaml", "war/sheets/iris.yaml"]).done().says(["2 files: 0 errors."]);
    desk.edit("war/sheets/saber.yaml", "25 Physical", "25 Phsyical");
    desk.grail(["sheet", "check", "war/sheets/saber.yaml"]).ends(1).prints(["war/sheets/saber.yaml:32:14"]);
    desk.grail(["sheet", "check", "nowhere.yaml"]).ends(1).says(["there is no `nowhere.yaml`"]);
}

#[test]
fn a_sheet_is_explained_skill_by_skill() {
    let desk = Desk::with_war();
    let run = desk.grail(["sheet", "explain", "war/sheets/saber.yaml"]).done();
    let run = run.prints(["Rapid Cut (C-)", "25 Physical", "1 AP"]);
    run.prints([
        "    The user's END is raised by 1 rank for 2 Turns.
      understood: The user's END is raised by 1 rank for 2 Turns.
      trigger:    from when the skill is used
      operation:  the user's END is raised by 1 rank
      duration:   2 Turns, that of its use the first
",
        "      trigger:    part of the skill's own use
      condition:  if the target has LCK ranked A or higher
",
        "      trigger:    always on\n",
    ]);
    // Whether it is an attack, and why.
    run_of_attacks(&desk);
    // What can never happen is pointed out beside it.
    desk.edit(
        "war/sheets/saber.yaml",
        "if the target has LCK ranked A or higher",
        "if the target is in battle and the target is not in battle",
    );
    let run = desk.grail(["sheet", "explain", "war/sheets/saber.yaml"]).done();
    run.prints(["warning[W242]: this condition can never hold", "= it asks for a thing and for its contrary"]);
}

/// A sentence that strikes makes an attack, a status alone stands in the Damage field (A078, A263).
fn run_of_attacks(desk: &Desk) {
    desk.write(
        "props.yaml",
        "kind: familiar\nname: Wasp\nhealth: 10\nmana: 0\nap: 1\nappearance: Small.\n\
         stats: { STR: E, END: E, MAE: E, MAR: E, AGI: E, LCK: E, ACT: E, NP: E }\nskills:\n\
         \x20 - { name: Sting, rank: E, type: Support, max_targets: 1, targets: \"[Any]\", cost: 0 SP, effects: [The target receives Poison 3/20.] }\n\
         \x20 - { name: Swarm, rank: E, type: Support, max_targets: 1, targets: \"[Self]\", cost: 0 SP, effects: [Opponents in this location receive 5 Special damage.] }\n\
         \x20 - { name: Venom, rank: E, type: Support, max_targets: 1, targets: \"[Any]\", damage: Poison 3/50, cost: 0 SP }\n\
         \x20 - { name: Numb, rank: E, type: Support, max_targets: 1, targets: \"[Any]\", damage: Stun 1, cost: 0 SP }\n\
         \x20 - { name: Ground, rank: E, type: Bounded Field, max_targets: 1, targets: \"[Location]\", cost: 0 SP, effects: [\"At the Instant Phase of each Turn, opponents inside receive 5 Special damage.\"] }\n",
    );
    desk.grail(["sheet", "explain", "props.yaml"]).done().prints([
        "    an attack: `The target receives Poison 3/20.` strikes as it is used\n",
        "    an area attack: `Opponents in this location receive 5 Special damage.` strikes as it is used\n",
        "; Poison 3/50; ",
        "    an attack: it inflicts Poison 3/50\n",
        "    no attack: it inflicts no damage, and no status that deals any\n",
        "    no attack: what it inflicts is of the ground it covers\n",
    ]);
}

#[test]
fn of_a_sheet_with_faults_all_that_can_be_read_is_read() {
    let desk = Desk::with_war();
    let sheet = "war/sheets/saber.yaml";
    // No YAML, a key misspelt, damage turned round: one error each, and none that only follows from them.
    desk.edit(
        sheet,
        "      - The user's END is raised by 1 rank for 2 Turns.",
        "      * The user's END is rised by 1 rank for 2 Turns.",
    );
    desk.edit(sheet, "damage: 25 Physical", "damage: Physical 25");
    let text = desk.read(sheet).replacen("max_targets:", "max_target:", 1);
    desk.write(sheet, &text);
    let run = desk.grail(["sheet", "check", sheet]).ends(1).says(["1 file: 4 errors."]);
    run.prints([
        "error[E261]: an entry of a list begins with `- `",
        "= write `      - The user's END is rised by 1 rank for 2 Turns.`",
        "= did you mean `max_targets`?",
        "= did you mean `25 Physical`?",
        "= did you mean `raised`?",
    ]);
    // The rest is explained all the same.
    let run = desk.grail(["sheet", "explain", sheet]).ends(1);
    run.prints(["Rapid Cut: not all of it could be read, see its faults", "      trigger:    always on\n"]);
}

#[test]
fn the_effect_language_is_explained_topic_by_topic() {
    let desk = Desk::empty();
    desk.grail(["sheet", "help"]).done().prints(["  durations   how long\n", "docs/authors-guide.md"]);
    desk.grail(["sheet", "help", "dur"]).done().prints([
        "durations: how long\n",
        "  # so many Turns (family 12)\n  The user's END is raised by 1 rank for 2 Turns.\n    or: The user's END",
    ]);
    let found = desk.grail(["sheet", "help", "once", "per", "battle"]).done();
    found.prints(["  This skill can be used once per battle.\n"]);
    desk.grail(["sheet", "help", "37"]).done().prints(["The next 40 damage the target receives is absorbed"]);
    let code = desk.grail(["sheet", "help", "W295"]).done();
    let code = code.prints(["W295  What a used skill sets would hold for ever", "durations: how long"]);
    code.prints(["How it is written: `grail sheet help durations`"]);
    desk.grail(["sheet", "help", "W283"]).done().prints(["W283  A sentence is not understood"]);
    desk.grail(["sheet", "help", "durationns"]).ends(2).says(["did you mean `durations`?"]);
    desk.grail(["sheet", "help", "xyzzy"]).ends(2).says(["`grail sheet help` lists the topics"]);
    let json = desk.grail(["sheet", "help", "all", "--format", "json"]).done();
    let tree: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert!(tree.as_array().unwrap().len() > 20);
    assert_eq!(tree[0]["sentences"][0]["family"], 9);
}

#[test]
fn the_schema_is_printed_or_written() {
    let desk = Desk::empty();
    let printed = desk.grail(["sheet", "schema"]).done().out;
    desk.grail(["sheet", "schema", "--output", "sheet.schema.json"])
        .done()
        .says(["The schema is in sheet.schema.json."]);
    assert_eq!(desk.read("sheet.schema.json"), printed);
    let tree: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(tree["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

const TEXT: &str = "Servant: Lancer\nClass: Lancer\nAP: 4\nSTR: B END: C MAE: D MAR: C AGI: A LCK: E ACT: B NP: B\n
Basic Attack\n\nName: Quick Thrust\nRank: C-\nType: Anti-Personnel\nMax Number of Targets: 1\nType of Target: [Any]
Damage: 25 Physical\nCost: 1 AP\nDescription: Faster than it looks.\n\nNoble Phantasms\n\nName: Red Branch\nRank: B
Type: Anti-Personnel\nMax Number of Targets: 1\nType of Target: [Enemy]\nDamage: 60 Physical, Poison 2/10\nCost: 3 AP, 80 Mana
Description: It has already struck.\n- This attack ignores END.\n";

#[test]
fn a_text_in_the_rulebook_s_form_becomes_a_sheet_that_is_checked_and_played() {
    let desk = Desk::with_war();
    desk.write("lancer.txt", TEXT);
    desk.grail(["sheet", "import", "lancer.txt", "--output", "lancer.yaml"]).done().says([
        "1 character, 2 skills, 1 of 1 sentence understood; 0 left to the GM; 0 lines unread; 0 doubts to look at.",
        "finds 0 errors in lancer.yaml",
    ]);
    desk.grail(["sheet", "check", "lancer.yaml"]).done().says(["1 file: 0 errors."]);
    desk.grail(["sheet", "import", "lancer.txt", "--output", "lancer.yaml"]).ends(2).says(["is there already"]);
    desk.write("war/sheets/lancer.yaml", &desk.read("lancer.yaml"));
    desk.grail(["start", "war"]).done();
}

#[test]
fn what_is_not_understood_is_told_with_its_line_and_kept() {
    let desk = Desk::empty();
    let text = TEXT.replace("ignores END", "ignores every armour").replace("Cost: 1 AP", "Cost: 1 APP\nReach: long");
    desk.write("lancer.txt", &text.replace('\n', "\r\n"));
    let run = desk.grail(["sheet", "import", "lancer.txt"]).ends(1);
    let run = run.prints(["# line 14, not understood: ", "cost: 1 APP", "# line 15, not understood: Reach: long"]);
    let run = run.prints(["- 'GM: This attack ignores every armour.'"]);
    run.says([
        "warning[W282]",
        "lancer.txt:14:1",
        "warning[W281]",
        "lancer.txt:15:1",
        "warning[W283]",
        "lancer.txt:28:1",
    ]);
    let json = desk.grail(["sheet", "import", "lancer.txt", "--format", "json"]).ends(1);
    let tree: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!((&tree["sentences"], &tree["understood"]), (&1.into(), &0.into()));
    assert_eq!(tree["remarks"].as_array().unwrap().len(), 3);
}

/// A sheet of one Servant whose skill stands at the end.
fn with_skill(skill: &str) -> String {
    format!(
        "kind: servant\nname: Caster\nclass: Caster\nsex: Female\nalignment: Lawful Evil\norigin: invented\nappearance: A shade.
health_regen: 5\nmana_regen: 5\nstats: {{ STR: C, END: C, MAE: C, MAR: C, AGI: C, LCK: C, ACT: C, NP: C }}\nap: 3
basic_attack: {{ name: Bolt, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 25 Ranged, cost: 1 AP, description: x }}
noble_phantasms:\n  - {{ name: Book, rank: C, type: Prepared, max_targets: 1, targets: \"[Any]\", damage: 60 Special, cost: 3 AP, description: x }}
skills:\n  - {skill}\n"
    )
}

#[test]
fn explain_keeps_the_author_s_type_and_shows_what_is_required() {
    let desk = Desk::empty();
    desk.write(
        "caster.yaml",
        &with_skill(
            "{ name: Rule Breaker, rank: C, type: Anti-Thaumaturgy, max_targets: 1, targets: \"[Any]\", damage: 20 Special, cost: 1 AP, description: x, requirements: The user must have 50 or more Mana. It is Night 3 or later. }",
        ),
    );
    let run = desk.grail(["sheet", "explain", "caster.yaml"]).done();
    let run = run.prints([
        "  Rule Breaker (C): Anti-Thaumaturgy; Attacking Phase; 20 Special;",
        "    requires: the user has 50 or more Mana\n    requires: it is Night 3 or later\n",
    ]);
    assert!(!run.out.contains("Anti-Fortress"), "{}", run.out);
}

#[test]
fn an_upgrade_while_something_holds_asks_for_its_time() {
    let desk = Desk::empty();
    let skill = |effects: &str| {
        with_skill(&format!(
            "{{ name: Slash -> Great Slash, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Physical -> 40 Physical, cost: 1 AP, description: x }}\n  \
             - {{ name: Oath, rank: C, type: Support, max_targets: 1, targets: \"[Self]\", cost: 1 SP, description: x, effects: [{effects}] }}"
        ))
    };
    desk.write("caster.yaml", &skill("'Upgrades \"Slash\" while the user has 100 or less Health.'"));
    desk.grail(["sheet", "check", "caster.yaml"]).done().prints([
        "warning[W295]: an upgrade whose time is not said is over with the Turn (A228)",
        "write `Upgrades \"Slash\" while the user has 100 or less Health indefinitely.`",
    ]);
    for said in [
        "'Upgrades \"Slash\".'",
        "'Upgrades \"Slash\" while the user has 100 or less Health.', Lasts 3 Turns.",
        "'Upgrades \"Slash\" indefinitely while the user has 100 or less Health.'",
        "'Upgrades \"Slash\" for 2 Turns while the user has 100 or less Health.'",
    ] {
        desk.write("caster.yaml", &skill(said));
        let run = desk.grail(["sheet", "check", "caster.yaml"]).done();
        assert!(!run.out.contains("W295"), "{}", run.out);
    }
}

#[test]
fn a_stat_of_nobody_is_asked_for_where_others_are_targets() {
    let desk = Desk::empty();
    let skill = |targets: &str| {
        with_skill(&format!(
            "{{ name: Gust, rank: C, type: Support, max_targets: 1, targets: \"{targets}\", cost: 1 SP, description: x, effects: [STR is lowered by 2 ranks for 2 Turns.] }}"
        ))
    };
    desk.write("caster.yaml", &skill("[Any]"));
    desk.grail(["sheet", "check", "caster.yaml"]).ends(1).prints([
        "error[E239]: whose? `Gust` is used on others too",
        "write `The user's STR is lowered by 2 ranks for 2 Turns.` or `The target's STR is lowered by 2 ranks for 2 Turns.`",
    ]);
    desk.write("caster.yaml", &skill("[Self]"));
    desk.grail(["sheet", "check", "caster.yaml"]).done();
}

#[test]
fn nobody_is_moved_where_no_order_can_name_the_place() {
    let desk = Desk::empty();
    let skill = |effect: &str| {
        with_skill(&format!(
            "{{ name: Gust, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 1 SP, description: x, effects: [\"{effect}\", Lasts 3 Turns.] }}"
        ))
    };
    let triggers = ["When the user damages an opponent, ", "At the end of each Turn, ", "When the target enters, "];
    let verbs = ["is pushed", "is relocated"];
    for (trigger, verb) in triggers.into_iter().flat_map(|trigger| verbs.map(|verb| (trigger, verb))) {
        desk.write(
            "caster.yaml",
            &skill(&format!("{trigger}the target {verb} to an adjacent location of the user's choice.")),
        );
        desk.grail(["sheet", "check", "caster.yaml"])
            .ends(1)
            .prints(["error[E239]: when this comes, no order can say where to, so nobody would be moved"]);
        desk.write("caster.yaml", &skill(&format!("{trigger}the target {verb} to the user's location.")));
        let run = desk.grail(["sheet", "check", "caster.yaml"]);
        assert!(!run.out.contains("E239"), "{}", run.out);
    }
    // What a use does at once takes its place from the order.
    desk.write("caster.yaml", &skill("The target is pushed to an adjacent location of the user's choice."));
    let run = desk.grail(["sheet", "check", "caster.yaml"]).done();
    assert!(!run.out.contains("E239"), "{}", run.out);
}

#[test]
fn what_would_hold_for_ever_is_asked_about_with_both_readings() {
    let desk = Desk::empty();
    let skill = |effects: &str| {
        with_skill(&format!(
            "{{ name: Hex, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Special, cost: 1 AP, description: x, effects: [{effects}] }}"
        ))
    };
    desk.write("caster.yaml", &skill("\"The target's STR is lowered by 2 ranks if the target is Evil.\""));
    desk.grail(["sheet", "check", "caster.yaml"]).done().prints([
        "warning[W295]: this holds for ever once the skill was used, as no time is said",
        "write `The target's STR is lowered by 2 ranks if the target is Evil until the end of the Turn.`",
        "write `The target's STR is lowered by 2 ranks if the target is Evil indefinitely.`",
    ]);
    desk.write("caster.yaml", &skill("\"When the target attacks, the target loses 5 Health.\""));
    desk.grail(["sheet", "check", "caster.yaml"]).done().prints([
        "warning[W295]: no duration is said: once the skill is used, this waits for ever",
        "write `Lasts until the end of the Turn.`",
        "write `Lasts indefinitely.`",
    ]);
    for said in [
        "\"The target's STR is lowered by 2 ranks until the end of the Turn.\"",
        "\"The target's STR is lowered by 2 ranks indefinitely.\"",
        "\"The target's STR is lowered by 2 ranks for 3 Turns.\"",
        "\"The target's STR is lowered by 2 ranks until they are damaged.\"",
        "\"The target's STR is lowered by 2 ranks while the target is in this location.\"",
        "\"The user's next attack inflicts 10 more damage.\"",
        "\"When the target attacks, the target loses 5 Health.\", Lasts 2 Turns.",
        "\"When the target attacks, the target loses 5 Health.\", Lasts indefinitely.",
        "\"When the target dies, the user restores 5 Health.\"",
        "\"Damage inflicted increases by 10.\", \"The target loses 5 Mana.\"",
    ] {
        desk.write("caster.yaml", &skill(said));
        let run = desk.grail(["sheet", "check", "caster.yaml"]).done();
        assert!(!run.out.contains("W295"), "{}", run.out);
    }
}
