//! The folder: made, started, refused where something is wrong.

use std::fs::File;

use super::Desk;

#[test]
fn a_new_war_is_started_resolved_and_replayed() {
    let desk = Desk::empty();
    desk.grail(["new", "war"]).done().says(["grail start war"]);
    desk.grail(["start", "war"]).done().says(["4 characters of 2 teams"]);
    desk.grail(["resolve", "war"]).done().says(["Night 1", "written to"]);
    desk.grail(["replay", "war"]).done().says(["1 night and the start came out the same"]);
    desk.grail(["status", "war"]).done().prints(["Night 1 is resolved; night 2 is next.", "Awaited from: Blue, Red."]);
}

#[test]
fn a_master_without_a_servant_is_remarked_on_and_may_begin() {
    let desk = Desk::empty();
    desk.grail(["new", "war", "--without-orders"]).done();
    let file = desk.read("war/war.yaml");
    desk.write("war/war.yaml", &file.replace("servants: [sheets/lancer.yaml]", "servants: []"));
    let run = desk.grail(["start", "war"]).done();
    run.says(["W417", "team `Blue` begins with no Servant: a Master has exactly one (R001)", "war.yaml:"]);
}

#[test]
fn a_new_war_is_made_only_in_an_empty_folder() {
    let desk = Desk::empty();
    desk.write("war/notes.txt", "mine");
    desk.grail(["new", "war"]).ends(1).says(["`war` is not empty"]);
    assert_eq!(desk.files("war").len(), 1);
}

#[test]
fn each_new_war_has_secrets_of_its_own() {
    let desk = Desk::empty();
    desk.grail(["new", "a"]).done();
    desk.grail(["new", "b"]).done();
    assert_ne!(desk.read("a/war.yaml"), desk.read("b/war.yaml"));
    assert_eq!(desk.read("a/map.yaml"), desk.read("b/map.yaml"));
}

#[test]
fn the_frozen_start_knows_no_player_address_or_token() {
    let desk = Desk::started();
    for (file, bytes) in desk.files("war/nights/000") {
        let text = String::from_utf8(bytes).unwrap();
        for secret in ["Alice", "example.org", "red-lantern"] {
            assert!(!text.contains(secret), "{file} has {secret}");
        }
    }
}

#[test]
fn what_is_edited_after_the_start_changes_no_night() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    desk.edit("war/sheets/saber.yaml", "health: 300", "health: 10");
    desk.edit("war/map.yaml", "Chapel", "Cathedral");
    desk.edit("war/war.yaml", "seed: 7331", "seed: 1");
    desk.grail(["replay", "war"]).done();
}

/// R326, A266: fewer clues than ten are fewer, and the GM is asked for more.
#[test]
fn the_hints_that_the_igm_lacks_are_asked_for() {
    let desk = Desk::with_war();
    desk.grail(["start", "war"]).done().says(["the IGM begins with ten hints (R326), and 8 of them are missing"]);
    let state = desk.read("war/nights/000/state.yaml");
    assert!(state.contains("He cannot pass a gate") && !state.contains("has the skill"), "clues alone, never a skill");
}

#[test]
fn a_hint_that_cannot_be_is_shown_where_it_stands() {
    let desk = Desk::with_war();
    let war = desk.read("war/war.yaml");
    let with = |hints: &str| desk.write("war/war.yaml", &format!("{}\nigm:\n  hints:\n{hints}", war.trim_end()));
    let first = war.trim_end().lines().count() + 3;
    with("    - { of: Saber, hint: One. }\n    - { of: Iris, hint: Two. }\n");
    let place = format!("war.yaml:{}:", first + 1);
    desk.grail(["start", "war"]).ends(1).says(["E414", &place, "no Servant is called `Iris` (R326)"]);
    with(&(1..=11).map(|n| format!("    - {{ of: Saber, hint: Sign {n}. }}\n")).collect::<String>());
    let place = format!("war.yaml:{}:", first + 10);
    desk.grail(["start", "war"]).ends(1).says(["E414", &place, "the IGM begins with 10 hints, and there are 11"]);
}

#[test]
fn a_war_is_started_once() {
    let desk = Desk::started();
    let before = desk.files("war");
    desk.grail(["start", "war"]).ends(1).says(["nights/000/state.yaml` is there already", "rulings.yaml"]);
    assert_eq!(desk.files("war"), before);
}

#[test]
fn a_folder_without_a_war_says_so() {
    let desk = Desk::empty();
    desk.grail(["status", "nowhere"]).ends(1).says(["there is no `nowhere/war.yaml`", "grail new nowhere"]);
    let desk = Desk::with_war();
    desk.grail(["resolve", "war"]).ends(1).says(["the war in `war` has not begun: run `grail start war`"]);
}

#[test]
fn every_fault_of_war_map_and_sheets_is_told_at_once_with_its_place() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "home: Old Mansion", "home: Old Mansoin");
    desk.edit("war/war.yaml", "title:", "tilte:");
    desk.edit("war/war.yaml", "sheets/lancer.yaml", "sheets/lance.yaml");
    desk.edit("war/war.yaml", "switches: {}", "switches: { damage.stak: additive }");
    desk.edit(
        "war/map.yaml",
        "Clock House: { adjacent: [Lantern Bridge, Chapel] }",
        "Clock House: { adjacent: [Lantern Bridge] }",
    );
    desk.edit("war/sheets/iris.yaml", "health: 150", "health: many");
    desk.grail(["start", "war"]).ends(1).says([
        "war/war.yaml:3:1",
        "war.yaml has no key `tilte`\n",
        "did you mean `title`?",
        "war/war.yaml:12:11",
        "there is no location `Old Mansoin`",
        "did you mean `Old Mansion`?",
        "there is no sheet `sheets/lance.yaml`",
        "did you mean `sheets/lancer.yaml`?",
        "there is no switch `damage.stak`",
        "did you mean `damage.stack`?",
        "`Chapel` leads to `Clock House`, but `Clock House` does not lead back",
        "war/map.yaml:7:24",
        "war/sheets/iris.yaml:9:9",
        "6 faults in 3 files",
    ]);
    assert!(!desk.path("war/nights/000").exists());
}

#[test]
fn a_sheet_may_come_from_the_library_of_the_working_folder() {
    let desk = Desk::with_war();
    let sheet = desk.read("war/sheets/saber.yaml");
    std::fs::remove_file(desk.path("war/sheets/saber.yaml")).unwrap();
    desk.write("sheets/servants/saber.yaml", &sheet);
    desk.edit("war/war.yaml", "sheets/saber.yaml", "sheets/servants/saber.yaml");
    desk.grail(["start", "war"]).done();
    assert_eq!(desk.read("war/nights/000/sheets/saber.yaml"), sheet);
}

#[test]
fn a_second_run_at_the_same_time_is_refused() {
    let desk = Desk::started();
    let lock = File::create(desk.path("war/.lock")).unwrap();
    lock.lock().unwrap();
    desk.grail(["resolve", "war"]).ends(1).says(["another run of grail works on `war`: wait for it to end"]);
    desk.grail(["resolve", "war", "--dry-run"]).done();
    desk.grail(["status", "war"]).done();
    drop(lock);
    desk.grail(["resolve", "war"]).done();
}

#[test]
fn a_state_file_that_was_cut_off_edited_or_is_of_another_format_is_refused() {
    let desk = Desk::started();
    let state = "war/nights/000/state.yaml";
    let whole = desk.read(state);
    let cases = [
        (whole[..whole.len() / 2].to_owned(), "cut off or"),
        (whole[..30].to_owned(), "is cut off or broken (it has no `"),
        (whole.replace("health: '300'", "health: '999'"), "was cut off or changed by hand"),
        (whole.replace("@Saber", "@Sabre"), "`@Sabre` names nothing in this War"),
        (whole.replace("format: 1", "format: 7"), "is of format `7`, and this engine reads format 1"),
        (whole.replace("night: 0", "night: 3"), "is of night 3"),
        ("{{{".to_owned(), "cut off or broken"),
    ];
    for (text, why) in cases {
        desk.write(state, &text);
        desk.grail(["resolve", "war"]).ends(1).says(["war/nights/000/state.yaml` ", why]);
    }
    desk.write(state, &whole);
    desk.grail(["resolve", "war"]).done();
}

#[test]
fn a_night_without_its_state_is_what_an_interrupted_run_left_and_is_written_anew() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let whole = desk.files("war/nights/001");
    std::fs::remove_file(desk.path("war/nights/001/state.yaml")).unwrap();
    desk.write("war/nights/001/events.jsonl", "{\"form");
    desk.write("war/nights/001/updates/nobody.txt", "half");
    desk.write("war/nights/001/.grail-x7", "half");
    desk.grail(["status", "war"]).done().prints(["Night 0 is resolved"]);
    desk.grail(["resolve", "war"]).done().says(["written anew"]);
    assert_eq!(desk.files("war/nights/001"), whole);
}

#[test]
fn a_missing_frozen_file_is_named() {
    let desk = Desk::started();
    std::fs::remove_file(desk.path("war/nights/000/map.yaml")).unwrap();
    desk.grail(["resolve", "war"]).ends(1).says(["there is no `war/nights/000/map.yaml`"]);
}

#[test]
fn command_spells_and_items_are_the_engine_s_or_the_campaign_s_own_and_are_frozen() {
    let desk = Desk::started();
    let shelf = desk.read("war/nights/000/sheets/common/command-spells.yaml");
    assert!(shelf.contains("Survive at all costs!"));
    desk.write("war/nights/001/orders/red.txt", "Iris:\n  Command Saber \"Survive at all costs!\".\n");
    desk.grail(["resolve", "war"]).done();
    assert_eq!(spells_left(&desk), 2);
    let own = Desk::with_war();
    own.write("war/sheets/common/command-spells.yaml", &shelf.replace("Survive at all costs!", "Live!"));
    own.grail(["start", "war"]).done();
    own.write("war/nights/001/orders/red.txt", "Iris:\n  Command Saber \"Live!\".\n");
    own.grail(["resolve", "war"]).done();
    assert_eq!(spells_left(&own), 2);
    own.grail(["replay", "war"]).done();
}

#[test]
fn who_learns_what_is_the_engine_s_ladder_or_the_campaign_s_own_and_is_frozen() {
    let place = "sheets/common/perception.yaml";
    let desk = Desk::started();
    let ladder = desk.read(&format!("war/nights/000/{place}"));
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/001/updates/blue.txt").contains("Iris arrived on foot from"));

    // A campaign in which nobody sees how somebody travels.
    let own = Desk::with_war();
    own.write(&format!("war/{place}"), &ladder.replace("    C: { learns: [travel] }\n", ""));
    own.grail(["start", "war"]).done();
    own.grail(["resolve", "war"]).done();
    let told = own.read("war/nights/001/updates/blue.txt");
    assert!(told.contains("Iris arrived from") && !told.contains("Iris arrived on foot"), "{told}");
    own.grail(["replay", "war"]).done();

    // What is frozen is what the War is told by, and is not to be changed.
    own.edit(&format!("war/nights/000/{place}"), "D: { learns: [actor] }", "D: { learns: [actor, far] }");
    own.grail(["replay", "war"]).ends(1).says(["was cut off or changed by hand"]);
}

#[test]
fn a_ladder_with_a_fault_is_refused_with_its_place() {
    let ladder = Desk::started().read("war/nights/000/sheets/common/perception.yaml");
    let desk = Desk::with_war();
    desk.write(
        "war/sheets/common/perception.yaml",
        &ladder.replacen("[travel]", "[travl]", 1).replacen("\ndied:", "\ndeid:", 1),
    );
    let line = 1 + ladder.lines().position(|line| line.contains("[travel]")).unwrap();
    desk.grail(["start", "war"]).ends(1).says([
        "error[E272]: there is no `travl` to be learned",
        &format!("war/sheets/common/perception.yaml:{line}:19"),
        "C: { learns: [travl] }",
        "did you mean `travel`?",
        "the table of perception has no key `deid`",
        "did you mean `died`?",
    ]);
}

/// How many Command Spells Iris has left.
fn spells_left(desk: &Desk) -> u64 {
    let status = desk.grail(["status", "war", "--format", "json"]).done();
    let status: serde_json::Value = serde_json::from_str(&status.out).unwrap();
    let characters = status["characters"].as_array().unwrap();
    characters.iter().find(|c| c["name"] == "Iris").unwrap()["command_spells"].as_u64().unwrap()
}

#[test]
fn a_frozen_file_that_was_changed_is_refused() {
    let desk = Desk::started();
    let places = ["sheets/saber.yaml", "sheets/common/items.yaml", "map.yaml", "war.yaml"];
    for place in places.map(|place| format!("war/nights/000/{place}")) {
        let whole = desk.read(&place);
        desk.write(&place, &format!("{whole}# changed\n"));
        desk.grail(["resolve", "war"]).ends(1).says(["war/nights/000` was cut off or changed by hand"]);
        desk.write(&place, &whole);
    }
    desk.grail(["resolve", "war"]).done();
}

#[test]
fn a_state_of_another_start_is_refused() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let state = desk.read("war/nights/001/state.yaml");
    std::fs::remove_dir_all(desk.path("war/nights/000")).unwrap();
    desk.edit("war/sheets/saber.yaml", "damage: 34 Physical", "damage: 35 Physical");
    std::fs::remove_file(desk.path("war/nights/001/state.yaml")).unwrap();
    desk.grail(["start", "war"]).done();
    desk.write("war/nights/001/state.yaml", &state);
    desk.grail(["resolve", "war"]).ends(1).says(["001/state.yaml` belongs to another start of the war"]);
}

#[test]
fn names_that_would_share_a_file_are_refused() {
    let desk = Desk::with_war();
    desk.edit("war/sheets/iris.yaml", "name: Iris", "name: Old Lady");
    desk.edit("war/sheets/edmund.yaml", "name: Edmund", "name: Old-Lady");
    desk.edit("war/war.yaml", "focus: { primary: Iris, secondary: Edmund }", "focus: {}");
    desk.grail(["start", "war"]).ends(1).says(["the names `Old Lady` and `Old-Lady` are too much alike"]);
}

/// Commands that would have read what lies in the next night's folder.
const READERS: [&[&str]; 5] = [
    &["status", "war"],
    &["rulings", "war"],
    &["resolve", "war", "--dry-run"],
    &["check", "tonight.txt", "--campaign", "war", "--team", "Red"],
    &["orders", "import", "war", "--as", "Red", "tonight.txt", "--dry-run"],
];

#[test]
fn what_lies_where_nothing_reads_it_is_said_by_every_command_that_would_have() {
    for (place, meant) in [
        ("nights/001/rulings.yml", "nights/001/rulings.yaml"),
        ("nights/001/Rulings.yaml", "nights/001/rulings.yaml"),
        ("nights/001/ruling.yaml", "nights/001/rulings.yaml"),
        ("nights/001/Logic.yml", "nights/001/logic.yaml"),
        ("nights/001/red.txt", "nights/001/orders/red.txt"),
        ("nights/001/Orders/red.txt", "nights/001/orders"),
        ("nights/001/orders/red.text", "nights/001/orders/red.txt"),
        ("nights/001/orders/blue.yaml", "nights/001/orders/blue.txt"),
        ("nights/1/orders/red.txt", "nights/001"),
        ("nights/night-2/rulings.yaml", "nights/002"),
        ("nights/rulings.yaml", "nights/001/rulings.yaml"),
        ("rulings.yaml", "nights/001/rulings.yaml"),
        ("orders/red.txt", "nights/001/orders"),
        ("Nights/001/rulings.yaml", "nights"),
    ] {
        let desk = Desk::started();
        desk.write("tonight.txt", "Saber: Stay.\nIris: Stay.\n");
        desk.write(&format!("war/{place}"), "[]\n");
        desk.write("war/nights/001/notes.md", "mine\n");
        desk.write("war/nights/001/rulings.yaml~", "[]\n");
        let says = format!("did you mean `war/{meant}`");
        // Every command once; each place by one of them, to be quick.
        let args = READERS[place.len() % READERS.len()];
        let run = desk.grail_of(args);
        assert!(run.err.contains("warning: ") && run.err.contains(&says), "{place}, {args:?}: {}", run.err);
        assert!(!run.err.contains("notes.md") && !run.err.contains('~'), "{}", run.err);
        desk.grail(["resolve", "war"]).ends(1).says([&says, "night 1 is not played without it"]);
        assert!(!desk.path("war/nights/001/state.yaml").exists(), "{place}");
    }
}

#[test]
fn every_reader_warns_and_a_tidy_folder_is_left_in_peace() {
    let desk = Desk::started();
    desk.write("tonight.txt", "Saber: Stay.\nIris: Stay.\n");
    for args in READERS {
        assert!(!desk.grail_of(args).err.contains("is read by nothing"), "{args:?}");
    }
    desk.write("war/nights/001/rulings.yml", "[]\n");
    for args in READERS {
        assert!(desk.grail_of(args).err.contains("`war/nights/001/rulings.yml` is read by nothing"), "{args:?}");
    }
    desk.grail(["night", "war"]).ends(1).says(["`war/nights/001/rulings.yml` is read by nothing"]);
}

#[test]
fn rulings_laid_into_a_night_that_is_played_are_told_of() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["status", "war"]).done();
    desk.write("war/nights/001/rulings.yaml", "- set: { Iris: { cp: 120 } }\n  reason: a test\n");
    for args in [["status", "war"], ["rulings", "war"], ["resolve", "war"]] {
        let run = desk.grail(args).done();
        let says = "night 1 is played. What is to hold from now on goes into `war/nights/002/rulings.yaml`";
        assert!(run.err.contains(says), "{args:?}: {}", run.err);
    }
}

#[test]
fn a_missing_position_is_named_and_its_night_is_not_played_again_unasked() {
    let desk = Desk::started();
    for _ in 0..2 {
        desk.grail(["resolve", "war"]).done();
    }
    let two = desk.read("war/nights/002/state.yaml");
    let commands: [&[&str]; 6] = [
        &["status", "war"],
        &["resolve", "war"],
        &["night", "war"],
        &["rulings", "war"],
        &["replay", "war"],
        &["start", "war"],
    ];
    for missing in ["war/nights/001/state.yaml", "war/nights/000/state.yaml"] {
        let text = desk.read(missing);
        std::fs::remove_file(desk.path(missing)).unwrap();
        // A War that stands is not begun again, whatever is missing behind its start.
        for args in commands.into_iter().filter(|args| args[0] != "start" || missing.contains("000")) {
            let run = desk.grail_of(args).ends(1);
            assert!(run.err.contains(&format!("there is no `{missing}`")), "{args:?}: {}", run.err);
        }
        desk.write(missing, &text);
    }
    // The last one may be taken away to play its night again, unless letters of the next night have come in.
    std::fs::remove_file(desk.path("war/nights/002/state.yaml")).unwrap();
    desk.grail(["resolve", "war"]).done();
    assert_eq!(desk.read("war/nights/002/state.yaml"), two);
    desk.write("tonight.txt", "Saber: Stay.\n");
    desk.grail(["orders", "import", "war", "--as", "Red", "tonight.txt"]).done();
    std::fs::remove_file(desk.path("war/nights/002/state.yaml")).unwrap();
    desk.grail(["resolve", "war"])
        .ends(1)
        .says(["there is no `war/nights/002/state.yaml`", "war/nights/003/inbox.yaml"]);
}
