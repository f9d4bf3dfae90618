//! A War that an earlier version began and this one goes on with: `tests/kept/war`.

use super::{Desk, copy, repository};

/// The version that played its Nights.
const THEN: &str = "0.1.0";

/// A folder with the kept War in `war`.
pub(crate) fn kept() -> Desk {
    let desk = Desk::empty();
    copy(&repository().join("tests/kept/war"), &desk.path("war"));
    desk
}

#[test]
fn a_war_of_an_earlier_version_is_read_and_checked() {
    let desk = kept();
    desk.grail(["status", "war"])
        .done()
        .prints(["Night 2 is resolved; night 3 is next", "Orders of night 3 from: Blue, Red"]);
    let orders = "war/nights/003/orders/red.txt";
    assert!(desk.read(orders).contains("Stranger-2"), "an alias of that version holds");
    desk.grail(["check", orders]).done();
    desk.grail(["packet", "war", "Red"]).done().prints(["Stranger-2"]);
    desk.grail(["rulings", "war"]).done();
    desk.grail(["logic", "war"]).done().prints(["Saber struck first."]);
    let run = desk.grail(["explain", "war", "2"]);
    assert!(run.code == Some(0) || run.err.contains("is not what the night's orders lead to"), "{}", run.err);
}

#[test]
fn the_next_night_of_such_a_war_is_played_and_mailed_to_everybody_once() {
    let desk = kept();
    let before = desk.files("war/nights/002");
    desk.grail(["resolve", "war"]).done().says(["Night 3: "]);
    assert!(desk.read("war/nights/003/updates/red.txt").contains("1. Use Rapid Cut on Stranger-2."));
    desk.grail(["mail", "war", "2"]).done().says(["0 letters would go out"]);
    desk.grail(["mail", "war", "--send"]).done().says(["Night 3: 4 sent."]);
    desk.grail(["mail", "war", "--send"]).done().says(["Night 3: 4 sent."]);
    assert_eq!(desk.files("war/sent/new").len(), 4);
    assert!(desk.files("war/nights/002") == before, "a Night of the other version is touched by nobody");
}

#[test]
fn replay_of_its_nights_is_the_same_or_names_the_difference_of_versions() {
    let desk = kept();
    let run = desk.grail(["replay", "war"]);
    // Night 0 as well: what the IGM begins with is read otherwise now (A266).
    let named = format!("was resolved by version {THEN}");
    assert!(run.code == Some(0) || run.err.contains(&named), "{}\n{}", run.out, run.err);
    assert_ne!(env!("CARGO_PKG_VERSION"), THEN);
}

#[test]
fn a_night_of_an_earlier_version_is_reopened() {
    let desk = kept();
    let ruling = "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n";
    desk.write("war/nights/002/rulings.yaml", ruling);
    desk.grail(["reopen", "war", "2"]).done().prints(["Night 2, red:", "+ Saber: Health 7 of"]);
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/002/kept/1/updates/red.txt").contains("Health 275.28 of"));
}
