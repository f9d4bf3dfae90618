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
