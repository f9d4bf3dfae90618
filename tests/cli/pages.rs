//! What everybody may read.

use super::Desk;

#[test]
fn each_seat_has_a_page_and_there_is_one_for_everybody() {
    let desk = Desk::started();
    let shown = desk.grail(["resolve", "war", "--show"]).done().out;
    for name in ["public", "red", "blue"] {
        let page = desk.read(&format!("war/nights/001/updates/{name}.txt"));
        assert!(shown.contains(&format!("===== {name} =====\n\n{}", page.trim_end())), "{name}");
    }
    let red = desk.read("war/nights/001/updates/red.txt");
    assert_eq!(desk.grail(["updates", "war", "1", "--seat", "Red"]).done().out, red);
    assert!(red.contains("Health 2") && !red.contains("Quick Thrust") && !red.contains("Ferran"), "{red}");
    desk.grail(["updates", "war", "1", "--gm"]).done().prints(["Lancer uses Quick Thrust on Saber"]);
    desk.grail(["updates", "war", "1", "--seat", "Rod"]).ends(1).says(["did you mean `Red`?"]);
}

#[test]
fn a_campaign_s_own_template_stands_for_the_engine_s_and_is_kept_with_the_night() {
    let desk = Desk::started();
    desk.write("war/templates/public.txt.j2", "Night {{ night }} in {{ war }}.\n");
    desk.grail(["resolve", "war"]).done();
    assert_eq!(desk.read("war/nights/001/updates/public.txt").trim_end(), "Night 1 in The War of the Two Lanterns.");
    desk.write("war/templates/public.txt.j2", "Something else.\n");
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_template_that_cannot_be_used_stops_the_night_and_tells_no_secret() {
    let desk = Desk::started();
    desk.write("war/templates/personal.txt.j2", "\n{{ own[0].nmae }}\n");
    let run = desk.grail(["resolve", "war"]).ends(1).says(["personal.txt.j2`, line 2", "campaign's templates/"]);
    assert!(!run.err.contains("Ferran") && !run.err.contains("150"), "{}", run.err);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
}

#[test]
fn what_the_check_refused_is_told_to_its_player() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber:\n  Use Rapid Cutt on Lancer.\n  Move to Lantern Bridge.\n");
    desk.grail(["resolve", "war"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    let told = "NOT ACCEPTED, and so not carried out\n- Line 2: `Saber` has no skill `Rapid Cutt` (did you mean `Rapid Cut`?).";
    assert!(page.contains(told), "{page}");
    assert!(!desk.read("war/nights/001/updates/blue.txt").contains("NOT ACCEPTED"));
}

#[test]
fn whom_a_servant_with_a_player_of_its_own_cannot_name_stands_once_on_the_master_s_page() {
    let desk = Desk::with_war();
    let war = desk.read("war/war.yaml");
    let at = war.find("player: { name: Alice").unwrap();
    let end = at + war[at..].find('\n').unwrap();
    let seats = "players: [{ name: Alice, email: a@example.org, token: aa-1, characters: [Iris] }, \
                 { name: Ann, email: b@example.org, token: bb-2, characters: [Saber] }]";
    desk.write("war/war.yaml", &format!("{}{seats}{}", &war[..at], &war[end..]));
    desk.grail(["start", "war"]).done();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    let move_all = "Saber: Move to Lantern Bridge.\n";
    desk.write("war/nights/001/orders/ann.txt", move_all);
    desk.write("war/nights/001/orders/alice.txt", "Iris: Move to Lantern Bridge.\n");
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Move to Lantern Bridge.\nEdmund: Move to Lantern Bridge.\n");
    desk.grail(["resolve", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    let page = desk.read("war/nights/002/updates/alice.txt");
    let here: Vec<&str> = page.lines().filter(|line| line.trim_start().starts_with("Here")).collect();
    assert!(!here.is_empty(), "{page}");
    for line in here {
        let names: Vec<&str> =
            line.trim().trim_end_matches('.').split([':', ',']).flat_map(|p| p.split(" and ")).collect();
        let mut once: Vec<&str> = names.iter().map(|n| n.trim()).collect();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len(), "{line}");
    }
}
