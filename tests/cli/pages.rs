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
    desk.grail(["updates", "war", "1", "--gm"]).done().prints(["Lancer uses Quick Thrust on Saber", "[AGI "]);
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
    let told = "NOT ACCEPTED, and so not carried out - Order 1, \"Use Rapid Cutt on Lancer.\": `Saber` has no skill \
                `Rapid Cutt` (did you mean `Rapid Cut`?).";
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(told), "{page}");
    assert!(!desk.read("war/nights/001/updates/blue.txt").contains("NOT ACCEPTED"));
}

/// A player reads no more than that nobody was met; the GM reads where everybody stood.
#[test]
fn the_gm_reads_who_was_where_when_a_target_could_not_be_reached() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber: Use Rapid Cut on Lancer.\nIris: Scout Market.\n");
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Move to Chapel.\nEdmund: Stay.\n");
    desk.grail(["resolve", "war"]).done();
    desk.grail(["updates", "war", "1", "--gm"])
        .done()
        .prints(["  Order 1 of Red for Saber: not done: the target could not be reached.\n    \
         Then there were at Chapel Lancer; at Clock House Edmund; at Old Mansion Iris, Saber.\n"]);
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("Not done: the target could not be reached.") && !page.contains("Then there were"), "{page}");
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

#[test]
fn a_night_is_read_in_five_forms_and_two_are_written() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    for (form, sign) in [
        ("text", "YOUR ORDERS"),
        ("html", "<h2>Your orders</h2>"),
        ("bbcode", "[b]YOUR ORDERS[/b]"),
        ("gamefaqs", "<b>YOUR ORDERS</b>"),
        ("json", "\"orders\": ["),
    ] {
        let page = desk.grail(["updates", "war", "1", "--seat", "Red", "--form", form]).done().out;
        assert!(page.contains(sign), "{form}: {page}");
    }
    let html = desk.read("war/nights/001/updates/red.html");
    let shown = desk.grail(["updates", "war", "1", "--seat", "Red", "--form", "html"]).done().out;
    assert_eq!(shown.trim_end(), html.trim_end());
    assert!(html.contains("<svg") && html.contains("default-src 'none'") && !html.contains("<script"), "{html}");
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_hostile_name_is_text_on_every_page() {
    let desk = Desk::with_war();
    let hostile = "A man <script>alert(1)</script> [url=x]of[/url] smoke.";
    for sheet in ["war/sheets/lancer.yaml", "war/sheets/saber.yaml", "war/sheets/iris.yaml", "war/sheets/edmund.yaml"] {
        let text = desk.read(sheet);
        let lines = text.lines().filter(|line| !line.starts_with("appearance:"));
        let lines: Vec<String> = lines.map(|l| l.replace("ACT: D", "ACT: A").replace("ACT: C", "ACT: A")).collect();
        desk.write(sheet, &format!("{}\nappearance: \"{hostile}\"\n", lines.join("\n")));
    }
    desk.edit("war/war.yaml", "The War of the Two Lanterns", "The War of the <b>Two</b> [b]Lanterns[/b]");
    desk.grail(["start", "war"]).done();
    desk.grail(["resolve", "war"]).done();
    let page = |form: &str| desk.grail(["updates", "war", "1", "--form", form]).done().out;
    assert!(page("text").contains("<script>"));
    let html = page("html");
    assert!(html.contains("&lt;script&gt;") && !html.contains("<script>") && !html.contains("<b>Two"), "{html}");
    assert!(!page("bbcode").contains("[url=") && !page("bbcode").contains("[b]Lanterns"));
    assert!(!page("gamefaqs").contains("<script>") && !page("gamefaqs").contains("<b>Two"));
}

#[test]
fn the_gm_s_own_passages_are_kept_however_often_a_night_is_rendered() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let draft = desk.grail(["updates", "war", "1", "--draft", "--seat", "Red"]).done().out;
    let at = draft.lines().find_map(|l| l.trim().strip_prefix("- at: ").filter(|at| at.contains(", "))).unwrap();
    let story = format!(
        "red:\n- at: opening\n  text: |\n    It rained.\n\n    It rained on <both> banks.\n- at: {at}\n  text: Something else happened.\n"
    );
    desk.write("war/nights/001/story.yaml", &story);
    desk.grail(["updates", "war", "1", "--write"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("It rained.\n") && page.contains("Something else happened."), "{page}");
    assert!(
        desk.read("war/nights/001/updates/red.html").contains("<p class=\"gm\">It rained on &lt;both&gt; banks.</p>")
    );
    assert!(!desk.read("war/nights/001/updates/blue.txt").contains("rained"));
    desk.grail(["replay", "war"]).done();
    // What was written over and reads otherwise now is told as it is, and the GM is asked to look.
    desk.write(
        "war/nights/001/story.yaml",
        &story.replace("  text: Something", "  was: Another passage.\n  text: Something"),
    );
    let run = desk.grail(["updates", "war", "1", "--seat", "Red"]).done().says(["reads otherwise"]);
    assert!(!run.out.contains("Something else happened."), "{}", run.out);
    desk.write("war/nights/001/story.yaml", "rod:\n- at: opening\n  text: x\n");
    desk.grail(["updates", "war", "1"]).ends(1).says(["there is no page `rod`"]);
}

#[test]
fn a_past_night_is_reopened_and_the_old_is_kept() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    let old = desk.read("war/nights/001/updates/red.txt");
    desk.grail(["reopen", "war", "1"]).done().says(["came out the same"]);
    assert!(!desk.path("war/nights/001/kept").exists());
    desk.write(
        "war/nights/001/rulings.yaml",
        "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n",
    );
    desk.grail(["reopen", "war", "1", "--dry-run"]).done().prints(["Night 1, red:", "+ Saber: Health 7 of"]);
    assert_eq!(desk.read("war/nights/001/updates/red.txt"), old);
    desk.grail(["reopen", "war", "1"]).done().prints(["Night 1, red:"]);
    assert_eq!(desk.read("war/nights/001/kept/1/updates/red.txt"), old);
    assert!(desk.read("war/nights/001/updates/red.txt").contains("Health 7 of"));
    let errata = desk.read("war/nights/001/updates/red.errata.txt");
    assert!(errata.contains("Errata to Night 1") && errata.contains("- Saber: Health 7 of"), "{errata}");
    desk.grail(["replay", "war"]).done();
    desk.grail(["reopen", "war", "4"]).ends(1).says(["night 4 has not been resolved"]);
}

#[test]
fn the_book_is_made_once_the_war_is_over() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["book", "war"]).ends(1).says(["the war is not over after night 1"]);
    desk.grail(["book", "war", "--so-far", "--output", "so-far.html"]).done().says(["for the GM alone"]);
    let so_far = desk.read("so-far.html");
    assert!(so_far.contains("The War goes on after Night 1.") && so_far.contains("Ferran"), "for the GM alone");
    desk.write("war/nights/002/orders/red.txt", "Saber: Stay.\n");
    let end = "- set: { Lancer: { alive: false }, Edmund: { alive: false } }\n  at: start\n  reason: The end.\n";
    desk.write("war/nights/002/rulings.yaml", end);
    // Whether an ending is fulfilled is the GM's to say.
    let asked = desk.grail(["resolve", "war"]).ends(3).err;
    let keys = asked.lines().filter_map(|line| line.strip_prefix("warning: ")?.split(": ").next().map(str::to_owned));
    let keys = keys.filter(|key| key.starts_with("ending/"));
    let said: String = keys.map(|key| format!("- {{ decide: {key}, fulfilled: false, reason: No. }}\n")).collect();
    desk.write("war/nights/002/rulings.yaml", &format!("{end}{said}"));
    desk.grail(["resolve", "war"]).done();
    desk.grail(["book", "war", "--output", "book.html"]).done();
    let book = desk.read("book.html");
    for sign in ["Ferran", "Quick Thrust", "Night 2, as it truly was", "Night 1, for Red", "Night 1, for everybody"] {
        assert!(book.contains(sign), "{sign}");
    }
    // The replay is followed by links alone, and every link leads somewhere.
    assert!(book.contains("href=\"#step-1-2\"") && !book.contains("<script"));
    let links = book.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    for link in links {
        assert!(book.contains(&format!("id=\"{link}\"")), "{link}");
    }
    assert!(book.contains("died on Night ") && book.contains("class=\"graph\""));
}
