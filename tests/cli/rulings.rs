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
    desk.write("war/nights/001/rulings.yaml", "- set: { Iris: { alive: false }, Edmund: { alive: false } }\n");
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

const NOBODY_LEFT: &str = "- set: { Iris: { alive: false }, Edmund: { alive: false } }\n";

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
        "rulings.yaml:4:11",
        "there is no team `TEAM`",
        "`Blue`, `Red`, `none`",
    ]);
    desk.edit("war/nights/001/rulings.yaml", "TEAM", "Blue");
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
        ("- { decide: end/first, winner: none }", "`first` is no number of a night"),
        ("- { decide: instant/Saber/Vow/1, winner: none }", "not understood yet"),
        ("- { decide: weather, winner: none }", "`weather` is no key of a question"),
        ("- { decide: end/1, winner: none, at: end }", "`at` does not belong to `decide`"),
        ("- { set: { Iris: { cp: 1 } }, winner: none }", "`winner` does not belong to `set`"),
        ("- { decide: end/1, winner: none }\n- { decide: end/1, winner: Red }", "`end/1` is decided a second time"),
    ] {
        desk.write("war/nights/001/rulings.yaml", &format!("{NOBODY_LEFT}{answer}\n"));
        desk.grail(["resolve", "war"]).ends(1).says(["war/nights/001/rulings.yaml:", says]);
    }
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

#[test]
fn an_answer_that_nothing_asks_for_is_a_warning() {
    let desk = Desk::started();
    desk.write("war/nights/001/rulings.yaml", "- { decide: end/1, winner: Red }\n");
    let says = "warning: `war/nights/001/rulings.yaml`: ruling 1 answers `end/1`, which nothing asks";
    desk.grail(["rulings", "war"]).done().says([says]);
    desk.grail(["resolve", "war"]).done().says([says, "written to"]);
}
