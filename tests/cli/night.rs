//! A night: orders in, the same bytes out whatever the files are called.

use super::Desk;

#[test]
fn a_dry_run_writes_nothing() {
    let desk = Desk::started();
    std::fs::remove_file(desk.path("war/.lock")).unwrap();
    let before = desk.files("war");
    desk.grail(["resolve", "war", "--dry-run", "--show"]).done().says(["nothing is written"]);
    assert_eq!(desk.files("war"), before);
}

#[test]
fn order_files_may_be_called_in_any_case_and_teams_stand_in_any_order() {
    let plain = Desk::started();
    plain.grail(["resolve", "war"]).done();
    let other = Desk::with_war();
    let war = other.read("war/war.yaml");
    let (head, teams) = war.split_once("teams:\n").unwrap();
    let (teams, tail) = teams.split_once("switches:").unwrap();
    let (red, blue) = teams.split_at(teams.find("  - name: Blue").unwrap());
    other.write("war/war.yaml", &format!("{head}teams:\n{blue}{red}switches:{tail}"));
    let map = other.read("war/map.yaml");
    let (first, rest) = map.split_once("locations:\n").unwrap();
    let mut lines: Vec<&str> = rest.lines().collect();
    lines.reverse();
    other.write("war/map.yaml", &format!("{first}locations:\n{}\n", lines.join("\n")));
    let orders = other.path("war/nights/001/orders");
    std::fs::rename(orders.join("red.txt"), orders.join("RED.TXT")).unwrap();
    std::fs::rename(orders.join("blue.txt"), orders.join("Blue.txt")).unwrap();
    other.grail(["start", "war"]).done();
    other.grail(["resolve", "war"]).done();
    let without_orders =
        |desk: &Desk| desk.files("war/nights").into_iter().filter(|(f, _)| !f.contains("orders")).collect::<Vec<_>>();
    assert_eq!(without_orders(&plain), without_orders(&other));
}

#[test]
fn an_order_file_of_no_seat_is_an_error_that_names_the_nearest() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/redd.txt", "Saber: Stay.\n");
    desk.write("war/nights/001/orders/RED.txt", "Saber: Stay.\n");
    desk.grail(["resolve", "war"]).ends(1).says([
        "war/nights/001/orders/redd.txt`: there is no seat `redd`, did you mean `Red`?",
        "seat `Red` has two files",
    ]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

#[test]
fn a_seat_without_orders_is_silent() {
    let desk = Desk::started();
    std::fs::remove_file(desk.path("war/nights/001/orders/blue.txt")).unwrap();
    desk.grail(["resolve", "war"]).done().says(["No orders came from Blue."]);
    desk.grail(["replay", "war"]).done();
}

#[test]
fn replay_names_the_night_and_the_file_that_differ() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let events = desk.read("war/nights/001/events.jsonl");
    desk.write("war/nights/001/events.jsonl", &format!("{events}{{}}\n"));
    desk.grail(["replay", "war"]).ends(1).prints(["night 1: events.jsonl differs from line"]);
    desk.grail(["explain", "war", "1"]).ends(1).says(["is not what the night's orders lead to"]);
    std::fs::remove_file(desk.path("war/nights/001/events.jsonl")).unwrap();
    desk.grail(["replay", "war"]).ends(1).prints(["night 1: events.jsonl is not there"]);
}

#[test]
fn a_night_of_another_version_is_named_and_compared_all_the_same() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let now = concat!("engine: ", env!("CARGO_PKG_VERSION"));
    desk.edit("war/nights/001/state.yaml", now, "engine: 0.0.1");
    desk.edit("war/nights/001/events.jsonl", concat!("\"engine\":\"", env!("CARGO_PKG_VERSION")), "\"engine\":\"0.0.1");
    desk.grail(["replay", "war"]).done().says(["night 1 was resolved by version 0.0.1", "came out the same"]);
    desk.grail(["explain", "war", "1"]).done();
}

#[test]
fn a_night_that_was_not_resolved_is_named_with_the_last_one() {
    let desk = Desk::started();
    desk.grail(["updates", "war", "4"]).ends(1).says(["night 4 has not been resolved: the last one is night 0"]);
    desk.grail(["explain", "war", "0"]).ends(2).says(["night 0 is the start"]);
}

#[test]
fn what_is_no_number_of_a_night_and_no_folder_of_scenarios_is_told_plainly() {
    let desk = Desk::started();
    desk.grail(["updates", "war", "one"]).ends(2).says(["a number is written in digits"]);
    desk.grail(["explain", "war", "1", "first"]).ends(2).says(["a number is written in digits"]);
    desk.grail(["mail", "war", "7"]).ends(1).says(["night 7 has not been resolved: the last one is night 0"]);
    std::fs::create_dir(desk.path("empty")).unwrap();
    desk.grail(["scenario", "empty"]).ends(2).says(["there is no scenario (`*.yaml`) in the folder `empty`"]);
}

#[test]
fn results_are_json_on_request() {
    let desk = Desk::started();
    for args in [
        ["resolve", "war", "--format", "json"],
        ["status", "war", "--format", "json"],
        ["rulings", "war", "--format", "json"],
        ["logic", "war", "--format", "json"],
        ["replay", "war", "--format", "json"],
    ] {
        let run = desk.grail(args).done();
        let value: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {}", run.out));
        assert!(value.is_object());
    }
    let draft = desk.grail(["updates", "war", "1", "--draft", "--format", "json"]).done();
    let value: serde_json::Value = serde_json::from_str(&draft.out).unwrap();
    assert!(value["draft"].as_str().unwrap().contains("public"));
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    use std::process::{Command, Stdio};
    let desk = Desk::started();
    let mut child = Command::new(env!("CARGO_BIN_EXE_grail"))
        .args(["status", "war"])
        .env_clear()
        .current_dir(desk.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn an_event_is_explained_with_its_numbers_its_order_and_what_led_to_it() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let all = desk.grail(["explain", "war", "1"]).done().out;
    let hit = all.lines().find(|line| line.contains(" hits Saber with Quick Thrust")).unwrap();
    assert!(hit.contains("24 × (0.65 − 0.62 + 1) = 24.72") && hit.contains("R089"), "{hit}");
    let number = hit.split_whitespace().next().unwrap();
    let one = desk.grail(["explain", "war", "1", number]).done().prints([
        "Lancer uses Quick Thrust on Saber",
        "because of order 2 of Blue: If Saber attacks Lancer first",
        "follows from event",
    ]);
    assert!(one.out.lines().count() < 10, "{}", one.out);
    desk.grail(["explain", "war", "1", "999"]).ends(2).says(["night 1 has no event 999"]);
}

#[test]
fn a_night_is_explained_about_somebody_in_a_phase_and_for_a_seat() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let explain = |with: &[&str]| desk.grail_of(&[&["explain", "war", "1"], with].concat()).done().out;
    let (all, lancer) = (explain(&[]), explain(&["--about", "Lancer"]));
    let events = |out: &str| out.lines().filter(|line| !line.starts_with("      ")).count();
    assert!(lancer.contains("Lancer uses Quick Thrust on Saber") && events(&lancer) < events(&all), "{lancer}");
    let attacking = explain(&["--about", "Lancer", "--phase", "2nd attacking"]);
    let heads = attacking.lines().filter(|line| !line.starts_with("      "));
    assert!(heads.clone().all(|line| line.contains("  2nd Attacking Phase: ")) && heads.count() > 0, "{attacking}");
    assert!(events(&explain(&["--for", "Blue"])) < events(&all));
    desk.grail(["explain", "war", "1", "--about", "Lanser"]).ends(2).says(["did you mean `Lancer`?"]);
    desk.grail(["explain", "war", "1", "--phase", "noon"]).ends(2).says(["no phase begins with `noon`"]);
    desk.grail(["explain", "war", "1", "4", "--about", "Lancer"]).ends(2);
}
