//! The Logic Game, as a GM types it.

use super::Desk;

/// A War with what is said in its first night.
fn talking() -> Desk {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Red: \"Saber is dead.\" Blue to Blue: \"Lancer never sleeps.\"\n");
    desk
}

#[test]
fn what_players_state_is_shown_before_the_night_and_told_in_its_update() {
    let desk = talking();
    let run = desk.grail(["logic", "war"]).done();
    run.prints([
        "For the update of night 1:",
        "1 RED  \"Saber is dead.\"  Red",
        "2 BLUE \"Lancer never sleeps.\"  Red, to Blue",
        "Blue owes Red an answer to 2, by the update of Night 2.",
        "statement 1 is doubtful: `Saber is dead` is untrue as things stand (R387)",
    ]);
    let run = desk.grail(["resolve", "war"]).done();
    run.says(["the Logic Game: statement 1 is doubtful"]);
    let public = desk.read("war/nights/001/updates/public.txt");
    assert!(public.contains("1 [RED] Red: \"Saber is dead.\""), "{public}");
    assert!(!public.contains("doubtful") && !public.contains("untrue"), "{public}");
    let blue = desk.read("war/nights/001/updates/blue.txt");
    assert!(blue.contains("You owe Red an answer to 2") && !blue.contains("doubtful"), "{blue}");
    desk.grail(["replay", "war"]).done();
}

#[test]
fn the_gm_adds_answers_judges_and_the_night_can_be_replayed() {
    let desk = talking();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["logic", "war", "owed"]).done().prints(["Blue owes Red an answer to 2, by the update of Night 2."]);
    desk.grail(["logic", "war", "correct", "1", "Saber is alive.", "--intended"]).done().says(["Entry 1 is in war/"]);
    desk.grail(["logic", "war", "gold", "Nobody has died."]).done().prints(["3 GOLD \"Nobody has died.\"  the GM"]);
    desk.grail(["logic", "war", "answer", "2", "Lancer sleeps.", "--by", "Blue"]).done();
    desk.grail(["logic", "war", "blue", "Edmund lies.", "--by", "Blue", "--to", "Iris", "--with", "3"]).done();
    let run = desk.grail(["logic", "war", "log"]).done();
    run.prints(["Red has 3 strikes, 3 in all", "Red is banned from the Logic Game", "Answered by 4."]);
    desk.grail(["resolve", "war"]).done().says(["Red is banned from the Logic Game"]);
    let public = desk.read("war/nights/002/updates/public.txt");
    for words in ["Corrected by the GM: \"Saber is alive.\"", "3 [GOLD] the GM: \"Nobody has died.\"", "resting on 3"] {
        assert!(public.contains(words), "{words}:\n{public}");
    }
    desk.grail(["replay", "war"]).done();
    let json = desk.grail(["logic", "war", "--format", "json"]).done().out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["persons"][0]["strikes"], 3);
    assert_eq!(json["log"]["statements"][0]["correction"]["by_gm"], true);
}

#[test]
fn what_would_come_to_nothing_is_not_added() {
    let desk = talking();
    for args in
        [["logic", "war", "answer", "9", "No.", "--by", "Blue"], ["logic", "war", "answer", "1", "No.", "--by", "Red"]]
    {
        desk.grail(args).ends(2).says(["this would come to nothing"]);
    }
    desk.grail(["logic", "war", "red", "No.", "--by", "Nobody"]).ends(1).says(["there is no seat `Nobody`"]);
    desk.grail(["logic", "war", "red", "I am the GM.", "--by", "GM"]).ends(1).says(["the GM speaks in gold"]);
    assert!(!desk.path("war/nights/001/logic.yaml").exists());
}

#[test]
fn what_everybody_has_read_may_be_answered_at_once() {
    let desk = Desk::started();
    let blue = ["logic", "war", "blue", "Iris hides.", "--by", "Blue", "--to", "Iris", "--posted"];
    desk.grail(blue).done().prints(["Iris (Red) owes Blue an answer to 1, by the update of Night 1."]);
    desk.grail(["logic", "war", "owed"])
        .done()
        .prints(["Red is warned in the Logic Game: statement 1 was not answered"]);
    desk.write("red.txt", "Answer 1 in red: \"Iris hides from nobody.\"\n");
    desk.grail(["check", "red.txt", "--campaign", "war", "--team", "Red"]).done();
    desk.grail(["packet", "war", "Red", "--output", "red.yaml"]).done();
    desk.grail(["check", "red.txt", "--packet", "red.yaml"]).done();
    desk.write("war/nights/001/orders/red.txt", &desk.read("red.txt"));
    desk.grail(["logic", "war", "owed"]).done().prints(["Nobody owes an answer."]);
}

#[test]
fn last_orders_that_come_again_state_nothing_again() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "switches: {}", "switches: { orders.silence: repeat }");
    desk.grail(["start", "war"]).done();
    desk.write("war/nights/001/orders/red.txt", "Red: \"Saber is alive.\"\n");
    desk.grail(["resolve", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    let public = desk.read("war/nights/002/updates/public.txt");
    assert_eq!(public.matches("Saber is alive").count(), 1, "{public}");
}
