//! Orders taken out of letters by the real program: who may order, what holds, what is answered.

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// The orders of a file without its comments.
fn orders(desk: &Desk, seat: &str) -> String {
    let text = desk.read(&format!("war/nights/001/orders/{seat}.txt"));
    text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_latest_arrival_holds_for_each_character_whenever_it_is_read() {
    let desk = by_maildir();
    // The sender's own clock says nothing: the file's name says when it was delivered.
    deliver(
        &desk,
        "1700000030.M1P1.host",
        &letter_of("alice", 1, 1, "Saber: Scout Market.\n").replace("20:00:00", "08:00:00"),
    );
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Red from alice@example.org"]);
    deliver(&desk, "1700000010.M1P1.host", &letter_of("alice", 1, 2, "Saber: Stay.\nIris: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done().says(["1 new letter, 1 taken in before."]);
    assert_eq!(orders(&desk, "red"), "Saber: Scout Market Iris: Stay");
    deliver(&desk, "1700000040.M1P1.host", &letter_of("alice", 1, 3, "Iris: Move to Market.\n"));
    desk.grail(["orders", "import", "war"]).done();
    assert_eq!(orders(&desk, "red"), "Iris: Move to Market Saber: Scout Market");
    desk.grail(["resolve", "war"]).done();
    assert!(desk.read("war/nights/001/updates/red.txt").contains("Scout Market"));
}

#[test]
fn the_same_letter_by_two_ways_is_taken_once() {
    let desk = by_maildir();
    let letter = letter_of("alice", 1, 1, "Saber: Stay.\n");
    deliver(&desk, "1700000001.a", &letter);
    desk.write(
        "box",
        &format!(
            "From alice Sat Nov 21 20:00:00 2026\n{letter}\nFrom bob Sat Nov 21 20:01:00 2026\n{}\n",
            letter_of("bob", 1, 1, "Lancer: Stay.\n")
        ),
    );
    desk.write(
        "again.eml",
        &format!("Received: by mx2.example.org; Sat, 21 Nov 2026 20:00:09 +0000\n{}", letter.replace('\n', "\r\n")),
    );
    desk.grail(["orders", "import", "war", "--maildir", "war/inbox", "--mbox", "box", "again.eml"])
        .done()
        .says(["2 new letters, 2 taken in before."]);
    let changed = letter.replace("Saber: Stay.", "Saber: Scout Market.");
    desk.write("changed.eml", &changed);
    desk.grail(["orders", "import", "war", "changed.eml"]).done().says(["1 new letter."]);
    assert_eq!(orders(&desk, "red"), "Saber: Scout Market", "another letter under a known id is another letter");
}

#[test]
fn a_receipt_goes_to_the_player_in_the_thread_of_their_letter() {
    let desk = by_maildir();
    let letter = letter_of("alice", 1, 1, "Saber:\n  Scout Clock House.\n  Use Rapid Cutt on Lancer.\n")
        .replace("Subject: Night 1", "Subject: Night 1 red-lantern\nReferences: <r1@example.org>");
    deliver(&desk, "1700000001.a", &letter);
    desk.grail(["orders", "import", "war", "--send"]).done();
    let letters = sent(&desk);
    let [(to, receipt)] = letters.as_slice() else { panic!("{letters:?}") };
    assert_eq!(to, "alice@example.org");
    assert_eq!(receipt.subject, "Re: Night 1");
    assert_eq!(receipt.references, ["r1@example.org", "alice.1.1@example.org"]);
    let text = words(receipt);
    for part in [
        "Dear Alice,",
        "1 fault aside",
        "did you mean `Rapid Cut`?",
        "1. Scout Clock House.",
        "Without orders so far: Iris.",
        "are due ",
    ] {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    assert_eq!(sent(&desk).len(), 1, "it is answered once");
}

#[test]
fn an_order_has_one_number_in_the_letter_at_home_in_the_answer_and_in_the_update() {
    let desk = by_maildir();
    // By name Iris would stand first; a remark and a faulty order stand between.
    let body = "Saber:\n  Scout Clock House.\n  Note: the gate is shut.\n  Use Rapid Cutt on Lancer.\n  Use Rapid Cut on Lancer.\nIris:\n  Stay.\n";
    desk.write("home.txt", body);
    let home = desk.grail(["check", "home.txt", "--campaign", "war", "--team", "Red"]).ends(1).out;
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, body));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let answer = words(&sent(&desk)[0].1).to_owned();
    desk.grail(["resolve", "war"]).done();
    let update = desk.read("war/nights/001/updates/red.txt");
    for (number, actor, order) in
        [(1, "Saber", "Scout Clock House."), (3, "Saber", "Use Rapid Cut on Lancer."), (4, "Iris", "Stay.")]
    {
        for (what, text) in [("check", &home), ("answer", &answer)] {
            assert!(text.contains(&format!("  {number}. {order}")), "the {what} has no {order:?}:\n{text}");
        }
        let under = update.split_once(&format!("\n{actor}:\n")).map_or("", |(_, rest)| rest);
        assert!(under.contains(&format!("{number}. {order}")), "the update has no {order:?}:\n{update}");
    }
    assert!(
        update.contains("- Order 2, \"Use Rapid Cutt on Lancer.\": `Saber` has no skill"),
        "in the player's own words: {update}"
    );
    // A newer letter stands first in what holds from then on, and the answer says so.
    desk.grail(["resolve", "war", "--dry-run"]).done();
    deliver(&desk, "1700000002.b", &letter_of("alice", 2, 1, "Saber: Stay.\nIris: Stay.\n"));
    deliver(&desk, "1700000003.c", &letter_of("alice", 2, 2, "Iris: Move to Market.\n"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let answers = sent(&desk);
    let last = answers.iter().find(|(_, l)| l.references.contains(&"alice.2.2@example.org".to_owned())).unwrap();
    assert!(words(&last.1).contains("Iris:\n  1. Move to Market."), "{}", words(&last.1));
    desk.grail(["resolve", "war"]).done();
    let update = desk.read("war/nights/002/updates/red.txt");
    assert!(update.contains("Iris:\n1. Move to Market.") && update.contains("Saber:\n2. Stay."), "{update}");
}

#[test]
fn two_players_of_a_team_order_for_their_own_and_fill_each_other_s_silence() {
    let desk = Desk::with_war();
    desk.edit(
        "war/war.yaml",
        "    player: { name: Alice, email: alice@example.org, token: red-lantern }\n",
        "    players:\n      - { name: Alice, email: alice@example.org, token: red-lantern, characters: [Iris] }\n      - { name: Cora, email: cora@example.org, token: third-lantern, characters: [Saber] }\n",
    );
    std::fs::remove_dir_all(desk.path("war/nights")).unwrap();
    desk.grail(["start", "war"]).done();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    std::fs::create_dir_all(desk.path("war/inbox/cur")).unwrap();
    deliver(
        &desk,
        "1700000001.a",
        &letter_of("alice", 1, 1, "Iris: Stay.\nSaber: Use Nonsense on Lancer.\nSaber: Stay.\n"),
    );
    desk.grail(["orders", "import", "war", "--send"]).done();
    assert_eq!(orders(&desk, "alice"), "Iris: Stay");
    assert!(orders(&desk, "cora").starts_with("Saber: Use Nonsense on Lancer"));
    let text = words(&sent(&desk)[0].1).to_owned();
    assert!(text.contains("Your orders for Saber are kept in case that player is silent."), "{text}");
    assert!(!text.contains("Nonsense"), "what the other player may do is not told: {text}");
    let cora = letter_of("alice", 1, 2, "Saber: Scout Market.\n")
        .replace("alice", "cora")
        .replace("red-lantern", "third-lantern");
    deliver(&desk, "1700000000.b", &cora);
    desk.grail(["orders", "import", "war"]).done();
    assert_eq!(orders(&desk, "cora"), "Saber: Scout Market", "the player's own word holds, whenever it came");
}

#[test]
fn orders_pasted_from_a_forum_need_no_token_but_the_gm_s_word() {
    let desk = by_maildir();
    desk.write("post.txt", "Saber: Scout Market.\nIris: Stay.\n");
    desk.grail(["orders", "import", "war", "post.txt"]).done().prints(["set aside, nobody's: it has no token"]);
    desk.grail(["orders", "import", "war", "--as", "Red", "post.txt"]).done().prints(["accepted, Red"]);
    desk.grail(["orders", "import", "war", "--as", "Red", "post.txt"])
        .done()
        .says(["0 new letters, 1 taken in before."]);
    desk.write("other.txt", "Saber: Stay.\n");
    desk.grail(["orders", "import", "war", "--as", "Red", "other.txt"]).done();
    desk.grail(["orders", "import", "war", "--as", "Red", "post.txt"]).done().says(["1 new letter."]);
    assert_eq!(orders(&desk, "red"), "Saber: Scout Market Iris: Stay", "who changes their mind back is heard");
}

#[test]
fn a_late_letter_waits_for_the_gm_who_can_take_it_in() {
    let desk = by_maildir();
    desk.write("war/nights/001/deadline.yaml", "format: 1\ndue: \"2023-11-14T22:00:00+00:00[Europe/London]\"\n");
    let grace = |text: &str| post(&desk, &format!("by: maildir, maildir: sent, inbox: inbox, grace: {text}"));
    grace("10 minutes");
    // Five and fifteen minutes later.
    deliver(&desk, "1699999500.a", &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    deliver(&desk, "1700000100.b", &letter_of("alice", 1, 2, "Saber: Scout Market.\n"));
    let run = desk.grail(["orders", "import", "war"]).done().prints([
        "accepted, Red",
        "set aside, Red",
        "it came after the deadline",
    ]);
    assert_eq!(orders(&desk, "red"), "Saber: Stay");
    let id = run.out.lines().find(|line| line.contains("set aside")).unwrap().split(' ').next().unwrap().to_owned();
    desk.grail(["status", "war"]).done().prints([
        "Letters that await you",
        &id,
        "Due: Tuesday 14 November, 22:00 Europe/London.",
    ]);
    desk.grail(["orders", "import", "war", "--accept", &id]).done().prints(["accepted, Red"]);
    assert_eq!(orders(&desk, "red"), "Saber: Scout Market");
    let status = desk.grail(["status", "war"]).done();
    assert!(!status.out.contains("await you"), "{}", status.out);
    grace("soon");
    desk.grail(["orders", "import", "war"]).ends(1).says(["`grace: soon` in war.yaml is no length of time"]);
}

#[test]
fn an_address_gets_so_many_answers_a_day_and_no_more() {
    let desk = by_maildir();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, answers: 3");
    for n in 0..6 {
        deliver(&desk, &format!("170000000{n}.a"), &letter_of("alice", 1, n, "Saber: Stay.\n"));
    }
    let run = desk.grail(["orders", "import", "war", "--send"]).done();
    assert_eq!(sent(&desk).len(), 3);
    assert_eq!(run.out.matches("as many answers today as may be").count(), 3, "{}", run.out);
}

#[test]
fn an_interrupted_import_is_made_good() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done();
    let whole = desk.files("war/nights/001");
    // As if the run had been killed behind the entry: no order file, no answer written.
    std::fs::remove_file(desk.path("war/nights/001/orders/red.txt")).unwrap();
    std::fs::remove_file(desk.path("war/nights/001/outbox.yaml")).unwrap();
    std::fs::remove_dir_all(desk.path("war/nights/001/outbox")).unwrap();
    desk.grail(["orders", "import", "war"]).done();
    let names = |files: &[(String, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&desk.files("war/nights/001")), names(&whole));
    // As if it had been killed in the middle of the entry.
    let book = desk.read("war/nights/001/inbox.yaml");
    desk.write("war/nights/001/inbox.yaml", &book[..book.len() - 20]);
    desk.grail(["orders", "import", "war"]).done().says(["1 new letter."]);
    assert_eq!(desk.read("war/nights/001/inbox.yaml").lines().count(), book.lines().count());
}

#[test]
fn a_dry_run_writes_nothing() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    let before = desk.files("war");
    desk.grail(["orders", "import", "war", "--dry-run"]).done().prints(["accepted, Red"]);
    assert_eq!(desk.files("war"), before);
}
