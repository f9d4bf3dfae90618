//! A sheet mended once the War runs.

use super::{Desk, Run, repository};

/// Saber's sheet with one text in another's place.
fn amended(desk: &Desk, from: &str, to: &str) {
    let sheet = desk.read("war/sheets/saber.yaml");
    assert!(sheet.contains(from), "{from}");
    desk.write("saber.yaml", &sheet.replace(from, to));
}

fn amend(desk: &Desk) -> Run {
    desk.grail(["sheet", "amend", "war", "saber.yaml"])
}

const CUT: &str = "damage: 25 Physical";

#[test]
fn an_amended_sheet_holds_from_the_next_night_on_and_in_its_replay() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    amended(&desk, CUT, "damage: 26 Physical");
    let change = "Rapid Cut: not `damage: 25 Physical` any more but `damage: 26 Physical`.";
    let before = desk.files("war/nights");
    let dry = desk.grail(["sheet", "amend", "war", "saber.yaml", "--dry-run"]).done();
    dry.prints([change]).says(["would hold from night 2 on; nothing is written"]);
    assert!(desk.files("war/nights") == before);
    amend(&desk).done().prints([change]).says(["holds from night 2 on"]);
    let json = desk.grail(["sheet", "amend", "war", "saber.yaml", "--format", "json"]).done().out;
    assert!(json.contains("\"night\": 2") && json.contains("\"sheet\": \"Saber\""), "{json}");
    assert!(desk.grail(["packet", "war", "Red"]).done().out.contains("26 Physical"));
    assert!(!desk.grail(["packet", "war", "Blue"]).done().out.contains("26 Physical"));
    desk.write("war/nights/002/orders/red.txt", "Saber: Use Rapid Cut on an opponent.\n");
    desk.write("war/nights/002/orders/blue.txt", "Lancer: Stay.\n");
    desk.grail(["resolve", "war"]).done();
    let red = desk.read("war/nights/002/updates/red.txt");
    assert!(red.contains("The sheet of Saber is amended from this Night on.") && red.contains("26 Physical"), "{red}");
    for page in ["blue", "public"] {
        for form in ["txt", "html"] {
            let page = desk.read(&format!("war/nights/002/updates/{page}.{form}"));
            assert!(!page.contains("amended") && !page.contains("26 Physical"), "{page}");
        }
    }
    let log = desk.grail(["explain", "war", "2"]).done().out;
    assert!(log.contains("amended") && log.contains("R008"), "{log}");
    // It was Night 1 that the former sheet held in, and Night 3 that the amended one still holds in.
    desk.grail(["resolve", "war"]).done();
    desk.grail(["replay", "war"]).done().says(["3 nights and the start came out the same"]);
    desk.grail(["reopen", "war", "1"]).done().says(["3 nights came out the same"]);
    std::fs::remove_file(desk.path("war/nights/002/sheets/saber.yaml")).unwrap();
    desk.grail(["replay", "war"]).ends(1).prints(["night 2: "]);
}

#[test]
fn the_blow_of_an_amended_skill_is_the_amended_one() {
    let struck = |amend_it: bool| {
        let desk = Desk::started();
        if amend_it {
            amended(&desk, CUT, "damage: 50 Physical");
            amend(&desk).done();
        }
        desk.grail(["resolve", "war"]).done();
        let log = desk.read("war/nights/001/events.jsonl");
        let bases: Vec<&str> = log.match_indices("Rapid Cut").map(|(at, _)| &log[at..at + 9]).collect();
        assert!(!bases.is_empty());
        let status = desk.grail(["status", "war"]).done().out;
        status.lines().find(|line| line.starts_with("Lancer")).unwrap().to_owned()
    };
    assert_ne!(struck(false), struck(true), "Lancer is struck harder");
}

#[test]
fn what_an_amended_sheet_may_not_say_is_refused_with_its_place() {
    let desk = Desk::started();
    for (from, to, code, says) in [
        ("name: Saber", "name: Sabre", "E613", "did you mean `Saber`?"),
        ("kind: servant", "kind: familiar", "E614", "cannot change"),
        ("name: Long Stroke", "name: Longer Stroke", "E615", "`Long Stroke` is gone"),
        ("health: 300", "health: 300 # as before", "E618", "says all this already"),
        ("damage: 34 Physical", "damage: 34 Physicle", "E", "Physicle"),
    ] {
        amended(&desk, from, to);
        let run = amend(&desk).ends(1);
        assert!(run.err.contains(&format!("error[{code}")) && run.err.contains(says), "{from}: {}", run.err);
        assert!(!desk.path("war/nights/001/sheets").exists());
    }
    let mut sheet = desk.read("war/sheets/saber.yaml");
    sheet = sheet.replace("  - name: Ford Guard", "  - name: Ford Step\n    rank: C\n    type: Support\n    max_targets: 1\n    targets: \"[Self]\"\n    cost: 1 SP\n    description: A step.\n    effects:\n      - The user restores 5 Health.\n  - name: Ford Guard");
    desk.write("saber.yaml", &sheet);
    amend(&desk).done().prints(["Ford Step"]);
    desk.grail(["check", "war/nights/001/orders/red.txt"]).done();
}

#[test]
fn a_lower_maximum_brings_down_what_is_above_it_and_says_so() {
    let desk = Desk::started();
    amended(&desk, "health: 300", "health: 280");
    amend(&desk).done().says(["W613", "bringing their Health to 280"]);
    desk.write("war/nights/001/orders/red.txt", "Saber: Stay.\n");
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Stay.\n");
    desk.grail(["resolve", "war"]).done();
    let red = desk.read("war/nights/001/updates/red.txt");
    assert!(red.contains("Health 280 of 280"), "{red}");
}

#[test]
fn a_maximum_that_an_effect_has_raised_is_settled_from_the_amended_sheet() {
    let desk = Desk::started();
    let sentence = "The user's END is raised by 1 rank for 2 Turns.";
    amended(&desk, sentence, "The user's maximum Health increases by 50 for 3 Turns.");
    amend(&desk).done();
    desk.write("war/nights/001/orders/red.txt", "Saber: Use Ford Guard.\n");
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Stay.\n");
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/001/updates/red.txt").contains("Health 300 of 350"));
    desk.write("saber.yaml", &desk.read("saber.yaml").replace("health: 300", "health: 280"));
    let run = amend(&desk).done();
    assert!(!run.err.contains("W613"), "{}", run.err);
    desk.write("war/nights/002/orders/blue.txt", "Lancer: Stay.\n");
    desk.grail(["resolve", "war"]).done();
    let red = desk.read("war/nights/002/updates/red.txt");
    assert!(red.contains("Health 320 of 330"), "{red}");
}

#[test]
fn a_skill_in_force_keeps_the_number_of_its_sentences() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber: Use Ford Guard.\n");
    desk.grail(["resolve", "war"]).done();
    let sentence = "      - The user's END is raised by 1 rank for 2 Turns.\n";
    amended(&desk, sentence, &format!("{sentence}      - The user restores 5 Health.\n"));
    amend(&desk).ends(1).says(["E616", "`Ford Guard` is in force"]);
    amended(&desk, "raised by 1 rank", "raised by 2 ranks");
    amend(&desk).done();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["replay", "war"]).done();
}

#[test]
fn start_says_from_where_a_sheet_of_the_library_is_found() {
    let desk = Desk::with_war();
    let sheet = std::fs::read_to_string(repository().join("campaigns/first-war/sheets/saber.yaml")).unwrap();
    desk.write("library/sheets/saber.yaml", &sheet);
    super::copy(&desk.path("war"), &desk.path("library/wars/war"));
    desk.edit("library/wars/war/war.yaml", "servants: [sheets/saber.yaml]", "servants: [sheets/aoife.yaml]");
    std::fs::rename(desk.path("library/sheets/saber.yaml"), desk.path("library/sheets/aoife.yaml")).unwrap();
    let run = desk.grail(["start", "library/wars/war"]).ends(1);
    run.says(["there is no sheet `sheets/aoife.yaml`", "it stands in `", "run the command from there"]);
}
