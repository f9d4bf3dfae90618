//! The GM's word.

use super::Desk;

#[test]
fn what_the_gm_sets_holds_from_then_on_and_is_replayed() {
    let desk = Desk::started();
    desk.write(
        "war/nights/001/rulings.yaml",
        "- set: { Iris: { cp: 120 }, Saber: { at: Chapel } }\n  at: end\n  reason: a test\n",
    );
    desk.grail(["resolve", "war"]).done();
    desk.grail(["explain", "war", "1"]).done().prints(["the GM sets", "a test", "by ruling 1"]);
    let status = desk.grail(["status", "war"]).done();
    let saber = status.out.lines().find(|line| line.starts_with("Saber")).unwrap();
    assert!(saber.contains("Chapel"), "{saber}");
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_ruling_with_a_fault_stops_the_night() {
    let desk = Desk::started();
    desk.write("war/nights/001/rulings.yaml", "- set: { Sabre: { at: Chapel } }\n  whne: end\n");
    desk.grail(["resolve", "war"]).ends(1).says(["war/nights/001/rulings.yaml:1:", "war/nights/001/rulings.yaml:2:"]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

#[test]
fn a_night_that_awaits_the_gm_is_not_written_and_ends_with_3() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "switches: {}", "switches: { war.no_winner: gm }");
    desk.grail(["start", "war"]).done();
    desk.write(
        "war/nights/001/rulings.yaml",
        "- set: { Iris: { alive: false }, Edmund: { alive: false } }\n  reason: a test\n",
    );
    desk.grail(["resolve", "war"]).ends(3).says(["end/1: ", "rulings are awaited: the night is not written"]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

/// A War in which nobody is left on the first night, and the GM says who wins.
fn without_a_winner() -> Desk {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "switches: {}", "switches: { war.no_winner: gm }");
    desk.grail(["start", "war"]).done();
    desk.write("war/nights/001/rulings.yaml", NOBODY_LEFT);
    desk
}

const NOBODY_LEFT: &str = "- set: { Iris: { alive: false }, Edmund: { alive: false } }\n  reason: a test\n";

#[test]
fn what_is_awaited_is_listed_with_a_skeleton_that_answers_it() {
    let desk = without_a_winner();
    let run = desk.grail(["rulings", "war"]).ends(3).says(["Night 1 awaits 1 ruling", "war/nights/001/rulings.yaml"]);
    let answer = "- decide: end/1\n  winner: TEAM  # Blue, Red or none\n  reason: \"\"\n";
    assert!(run.out.ends_with(answer), "{}", run.out);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
    // Pasted as it is the skeleton is no answer yet.
    desk.write("war/nights/001/rulings.yaml", &format!("{NOBODY_LEFT}{}", run.out));
    desk.grail(["rulings", "war"]).ends(1).says([
        "rulings.yaml:5:11",
        "there is no team `TEAM`",
        "`Blue`, `Red`, `none`",
    ]);
    desk.edit("war/nights/001/rulings.yaml", "TEAM", "Blue");
    desk.edit("war/nights/001/rulings.yaml", "reason: \"\"", "reason: Her hand was on the cup.");
    // What no condition can say of the winner's ending is asked too.
    let run = desk.grail(["rulings", "war"]).ends(3);
    assert!(run.out.contains("Is this fulfilled for Edmund's Good End?"), "{}", run.out);
    let answer = run.out.replace("reason: \"\"", "reason: He never ran.");
    desk.edit(
        "war/nights/001/rulings.yaml",
        "Her hand was on the cup.\n",
        &format!("Her hand was on the cup.\n{answer}"),
    );
    desk.grail(["rulings", "war"]).done().says(["Night 1 awaits no ruling."]);
    desk.grail(["resolve", "war"]).done().says(["The War is over: Blue has won."]);
    desk.grail(["replay", "war"]).done();
}

#[test]
fn an_answer_that_does_not_fit_is_a_fault() {
    let desk = without_a_winner();
    for (answer, says) in [
        ("- { decide: end/1, winner: Bleu }", "did you mean `Blue`?"),
        ("- { decide: end/1 }", "the answer is missing"),
        ("- { decide: end/1, effects: no effect }", "`effects` is no answer to this question"),
        ("- { decide: end/first, winner: none }", "`first` is no number of a night"),
        ("- { decide: instant/Saber/Vow/1, winner: none }", "`Saber` has no skill `Vow`"),
        ("- { decide: weather, winner: none }", "`weather` is no key of a question"),
        ("- { decide: end/1, winner: none, at: end }", "`at` does not belong to `decide`"),
        ("- { set: { Iris: { cp: 1 } }, winner: none }", "`winner` does not belong to `set`"),
        ("- { decide: end/1, winner: none }\n- { decide: end/1, winner: Red }", "`end/1` is decided a second time"),
    ] {
        let answer = answer.replace(" }", ", reason: a test }").replace("{ cp: 1, reason: a test }", "{ cp: 1 }");
        desk.write("war/nights/001/rulings.yaml", &format!("{NOBODY_LEFT}{answer}\n"));
        desk.grail(["resolve", "war"]).ends(1).says(["war/nights/001/rulings.yaml:", says]);
    }
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

#[test]
fn an_answer_that_nothing_asks_for_is_a_warning() {
    let desk = Desk::started();
    desk.write("war/nights/001/rulings.yaml", "- { decide: end/1, winner: Red, reason: a test }\n");
    let says = "warning: `war/nights/001/rulings.yaml`: ruling 1 answers `end/1`, which nothing asks";
    desk.grail(["rulings", "war"]).done().says([says]);
    desk.grail(["resolve", "war"]).done().says([says, "written to"]);
}

/// A War in which Saber swears an oath that the GM adjudicates.
fn with_an_oath() -> Desk {
    let desk = Desk::with_war();
    let oath = "skills:\n  - name: Oath of Silence\n    rank: B\n    type: Support\n    max_targets: 2\n    \
                targets: \"[Any]\"\n    cost: 10 Mana\n    description: An oath.\n    effects:\n      \
                - GM: The target must keep one oath.\n";
    desk.edit("war/sheets/saber.yaml", "skills:\n", oath);
    desk.write("war/nights/001/orders/red.txt", "Saber:\n  Use Oath of Silence on Iris.\n");
    desk.grail(["start", "war"]).done();
    desk
}

const RULINGS: &str = "war/nights/001/rulings.yaml";

#[test]
fn a_sentence_for_the_gm_stops_the_night_with_3_until_its_skeleton_is_answered() {
    let desk = with_an_oath();
    let key = "support/Saber/Oath of Silence/1";
    desk.grail(["resolve", "war"]).ends(3).says([
        "support/Saber/Oath of Silence/1: Saber used Oath of Silence on Iris at ",
        "in the Support Phase. What comes of it?",
        "The night is not written: see `grail rulings war`",
    ]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
    // A dry run shows the night as it would be with nothing coming of it, and stops with 3 too.
    desk.grail(["resolve", "war", "--dry-run", "--show"])
        .ends(3)
        .prints(["Saber used Oath of Silence on Iris, for 10 Mana."]);
    let run = desk.grail(["rulings", "war"]).ends(3).prints([
        "#   \"The target must keep one oath.\"\n",
        "# Saber (the user): at ",
        "# Iris (the target): at ",
    ]);
    let skeleton = run.out;
    assert!(skeleton.contains(&format!("- decide: {key}\n  effects:  # `no effect`, or sentences")), "{skeleton}");
    // Pasted as it is it answers nothing, and says so.
    desk.write(RULINGS, &skeleton);
    desk.grail(["rulings", "war"]).ends(1).says(["the answer is missing", "a ruling without a reason"]);
    desk.edit(RULINGS, "effects:", "effects: [The target loses 20 Mana.]");
    desk.edit(RULINGS, "reason: \"\"", "reason: Iris swore to keep still.");
    desk.grail(["rulings", "war"]).done().says(["Night 1 awaits no ruling."]);
    desk.grail(["resolve", "war", "--dry-run"]).done().says(["nothing is written"]);
    desk.grail(["resolve", "war"]).done();
    desk.grail(["explain", "war", "1"]).done().prints([
        "the GM decides support/Saber/Oath of Silence/1 and sets for Saber \"The target loses 20 Mana.\": \
         Iris swore to keep still., by ruling 1 [R008]",
        "Iris loses 20 Mana through Oath of Silence, by ruling 1",
        "follows from event",
    ]);
    desk.grail(["replay", "war"]).done();
    // The GM's reason and key are the GM's alone.
    for (file, bytes) in desk.files("war/nights/001/updates") {
        let page = String::from_utf8(bytes).unwrap();
        assert!(!page.contains("swore") && !page.contains("support/"), "{file}:\n{page}");
    }
}

#[test]
fn what_the_gm_ruled_in_words_is_in_force_the_night_after() {
    let desk = with_an_oath();
    let answer = "- decide: support/Saber/Oath of Silence/1\n  \
                  effects: The target's STR is raised by 1 rank for 3 Turns.\n  reason: a test\n";
    desk.write(RULINGS, answer);
    desk.grail(["resolve", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["replay", "war"]).done();
    let state = desk.read("war/nights/002/state.yaml");
    assert!(state.contains("The target's STR is raised by 1 rank for 3 Turns."), "{state}");
}

#[test]
fn every_fault_of_the_file_is_told_at_once_with_its_place_and_the_nearest_name() {
    let desk = with_an_oath();
    let faults = [
        ("- forbid: { seat: Rde, order: 1 }\n  reason: a", "1:19", "there is no seat `Rde`"),
        ("- forbid: { seat: Red, order: 9 }\n  reason: a", "3:31", "`Red` has no order 9: its only order is 1"),
        (
            "- forbid: { character: Saber, skill: Oath of Silense }\n  reason: a",
            "5:38",
            "did you mean `Oath of Silence`?",
        ),
        ("- allow: { order: 1 }\n  reason: a", "7:12", "`allow` has no `seat`"),
        ("- add: { Sabre: { health: 3 } }\n  reason: a", "9:10", "did you mean `Saber`?"),
        ("- add: { Saber: { healht: 3, cp: 3, items: [Splnt] } }\n  reason: a", "11:19", "did you mean `health`?"),
        ("- add: { Iris: { effects: [The user loses 5 Helth.] } }\n  reason: a", "13:45", "but not `Helth`"),
        ("- add: { Iris: { effects: [\"GM: Who knows?\"] } }\n  reason: a", "15:29", "the GM cannot ask the GM"),
        (
            "- add: { Iris: { effects: [This skill hits 3 times.] } }\n  reason: a",
            "17:28",
            "this speaks of the use of a skill",
        ),
        (
            "- decide: suport/Saber/Oath of Silence/1\n  effects: no effect\n  reason: a",
            "19:11",
            "did you mean `support`?",
        ),
        ("- decide: support/Sabr/Oath/1\n  effects: no effect\n  reason: a", "22:19", "did you mean `Saber`?"),
        (
            "- decide: support/Saber/Oath of Silence/none\n  effects: no effect\n  reason: a",
            "25:41",
            "is not the number of a use",
        ),
        ("- forbit: { seat: Red, order: 1 }\n  reason: a", "28:3", "did you mean `forbid`?"),
        ("- set: { Saber: { health: 3 } }\n  tell: Grene", "30:3", "a ruling without a reason"),
        ("- undo: 1\n  at: end\n  reason: a", "33:7", "`at` does not belong to `undo`"),
    ];
    let text: String = faults.iter().map(|(entry, ..)| format!("{entry}\n")).collect();
    desk.write(RULINGS, &text);
    let run = desk.grail(["resolve", "war"]).ends(1);
    for (entry, place, says) in faults {
        let place = format!("{RULINGS}:{place}\n");
        assert!(run.err.contains(&place), "no fault at {place} for\n{entry}\n{}", run.err);
        assert!(run.err.contains(says), "nothing says {says}:\n{}", run.err);
    }
    for more in ["only a Master has `cp`", "did you mean `Splint`?", "nobody to tell is called `Grene`"] {
        assert!(run.err.contains(more), "nothing says {more}:\n{}", run.err);
    }
}

#[test]
fn what_is_undone_is_named_by_the_number_that_explain_shows_of_the_coming_night() {
    let desk = Desk::started();
    let coming =
        desk.grail(["explain", "war", "1"]).done().says(["Night 1 is not resolved: this is how it would be now."]);
    let line = coming.out.lines().find(|line| line.contains(" hits ")).unwrap().to_owned();
    let number = line.trim_start().split_once(' ').unwrap().0;
    desk.write(RULINGS, &format!("- undo: {number}\n  reason: It was a dream.\n"));
    desk.grail(["resolve", "war"]).done();
    let explained = desk.grail(["explain", "war", "1"]).done().prints(["It was a dream., by ruling 1 [R008]"]);
    assert!(explained.out.contains(&format!("the GM undoes event {number} and so forbids order ")));
    desk.grail(["replay", "war"]).done();
}

#[test]
fn what_no_order_stands_behind_is_not_undone() {
    let desk = Desk::started();
    desk.write(RULINGS, "- undo: 1\n  reason: a test\n- undo: 9999\n  reason: a test\n");
    desk.grail(["resolve", "war"]).ends(1).says(["no order stands behind event 1"]);
    desk.write(RULINGS, "- undo: 9999\n  reason: a test\n");
    desk.grail(["resolve", "war"]).ends(1).says(["the night has no event 9999: its events are 1 to "]);
}

#[test]
fn an_order_the_check_refused_is_allowed_and_no_page_says_it_was_not_accepted() {
    let desk = Desk::started();
    let orders = "Saber:\n  If Lancer would attack Iris, use Rapid Cut on Iris.\n  Sing.\n";
    desk.write("war/nights/001/orders/red.txt", orders);
    desk.write(RULINGS, "- allow: { seat: Red, order: 2 }\n  reason: a test\n");
    desk.grail(["resolve", "war"]).ends(1).says(["order 2 could not be read", "correct the order in the seat's file"]);
    desk.write(RULINGS, "- allow: { seat: Red, order: 1 }\n  reason: a test\n");
    desk.grail(["resolve", "war"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("use Rapid Cut on Iris.\n   "), "{page}");
    assert!(!page.contains("\"If Lancer would"), "{page}");
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_skeleton_is_yaml_whatever_names_stand_in_it() {
    for name in ["Oath: of Silence", "Oath # of: Silence", "- Oath, {silent}", "*Oath & !vow", "yes", "\u{C9}id: ja"] {
        let desk = Desk::with_war();
        let oath = format!(
            "skills:\n  - name: \"{name}\"\n    rank: B\n    type: Support\n    max_targets: 2\n    targets: \"[Any]\"\n    \
             cost: 10 Mana\n    description: An oath.\n    effects:\n      - GM: The target must keep one oath.\n"
        );
        desk.edit("war/sheets/saber.yaml", "skills:\n", &oath);
        let order = format!("Saber: Use \"{name}\" on Iris.\n");
        desk.write("war/nights/001/orders/red.txt", &order);
        desk.grail(["start", "war"]).done();
        let skeleton = desk.grail(["rulings", "war"]).ends(3).out;
        let answered =
            skeleton.replace("effects:  #", "effects: no effect  #").replace("reason: \"\"", "reason: a test");
        desk.write(RULINGS, &answered);
        desk.grail(["rulings", "war"]).done().says(["Night 1 awaits no ruling."]);
        // What the comment offers can be pasted as well.
        for offered in skeleton.lines().filter_map(|line| line.trim().strip_prefix("# or: ")) {
            desk.write(RULINGS, &answered.replace("  reason:", &format!("  {offered}\n  reason:")));
            desk.grail(["rulings", "war"]).done();
        }
    }
}

#[test]
fn a_team_that_can_win_is_offered_in_words_that_can_be_pasted() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "  - name: Blue\n", "  - name: \"Blue: the # last\"\n");
    desk.edit("war/war.yaml", "switches: {}", "switches: { war.no_winner: gm }");
    std::fs::remove_dir_all(desk.path("war/nights")).unwrap();
    desk.grail(["start", "war"]).done();
    desk.write(RULINGS, NOBODY_LEFT);
    let out = desk.grail(["rulings", "war"]).ends(3).out;
    assert!(out.contains("winner: TEAM  # \"Blue: the # last\", Red or none"), "{out}");
    desk.write(
        RULINGS,
        &format!("{NOBODY_LEFT}{}", out.replace("TEAM", "\"Blue: the # last\"").replace("\"\"", "a test")),
    );
    let run = desk.grail(["rulings", "war"]);
    assert!(run.code != Some(1), "{}", run.err);
}

#[test]
fn all_faults_of_a_file_are_told_at_once_an_event_that_is_none_among_them() {
    let desk = Desk::started();
    desk.write(
        RULINGS,
        "- set: { Sabre: { at: Chapel } }\n  reason: a test\n- undo: 9999\n  reason: a test\n- forbid: { seat: Rde, order: 1 }\n  reason: a test\n",
    );
    desk.grail(["resolve", "war"]).ends(1).says([
        "did you mean `Saber`?",
        "the night has no event 9999",
        "did you mean `Red`?",
        "3 faults in 1 file",
    ]);
}

#[test]
fn words_for_a_place_where_nobody_is_by_then_are_warned_of() {
    let desk = Desk::started();
    let said = "- add: { Chapel: { text: The bells ring. } }\n  reason: a test\n";
    desk.write(RULINGS, said);
    let says = ["`war/nights/001/rulings.yaml`: ruling 1 says something at Chapel, where nobody is by then"];
    desk.grail(["rulings", "war"]).done().says(says);
    desk.grail(["resolve", "war", "--dry-run"]).done().says(says);
    desk.write(RULINGS, &said.replace("Chapel", "Old Mansion"));
    let run = desk.grail(["rulings", "war"]).done();
    assert!(!run.err.contains("nobody is by then"), "{}", run.err);
}
