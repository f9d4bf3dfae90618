//! Whole evenings by mail: letters in, the night played, letters out.

use std::fs;

use grail_referee::campaign::folder::file_name;

use crate::cli::{Desk, copy_example};

use super::{by_maildir, deliver, letter_of, post, sent, words};

#[test]
fn the_example_war_is_played_for_three_nights_by_mail_alone() {
    let (files, desk) = (Desk::empty(), Desk::empty());
    for place in [&files, &desk] {
        copy_example("nine-bridges", &place.path("war"));
    }
    let war = desk.read("war/war.yaml");
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    let players: Vec<(String, String, String)> = war
        .lines()
        .zip(war.lines().skip(1))
        .filter_map(|(name, player)| {
            let seat = name.trim().strip_prefix("- name: ")?;
            let (_, rest) = player.split_once("email: ")?;
            let (email, token) = rest.trim_end_matches(" }").split_once(", token: ")?;
            Some((seat.to_owned(), email.to_owned(), token.to_owned()))
        })
        .collect();
    assert_eq!(players.len(), 10);
    for part in ["new", "cur"] {
        fs::create_dir_all(desk.path("war/inbox").join(part)).unwrap();
    }
    for night in 1..=3 {
        let mut silent = 0;
        for (number, (seat, email, token)) in players.iter().enumerate() {
            let place = format!("war/nights/{night:03}/orders/{}.txt", file_name(seat));
            if !desk.path(&place).exists() {
                silent += 1;
                continue;
            }
            let orders = desk.read(&place);
            fs::remove_file(desk.path(&place)).unwrap();
            let letter = format!(
                "From: {email}\nTo: gm@example.org\nSubject: Orders\nMessage-ID: <{night}.{number}@example.org>\nContent-Type: text/plain; charset=utf-8\n\nToken: {token}\n{orders}"
            );
            deliver(&desk, &format!("17000000{number:02}.{night}"), &letter);
        }
        let before = sent(&desk).len();
        desk.grail(["night", "war", "--send", "--early"]).done().says([&format!("Night {night} is resolved")]);
        files.grail(["resolve", "war"]).done();
        // A receipt to everybody who wrote, an update and the public one to everybody.
        assert_eq!(sent(&desk).len() - before, 30 - silent);
        for (seat, email, _) in &players {
            let letters: Vec<_> = sent(&desk)
                .into_iter()
                .filter(|(to, l)| to.contains(email) && l.subject.contains(&format!("night {night}: ")))
                .collect();
            let [(_, update)] = letters.as_slice() else { panic!("{} updates of {seat}", letters.len()) };
            assert_eq!(update.references.len(), (night - 1).min(2), "the thread goes on");
            let page = desk.read(&format!("war/nights/{night:03}/updates/{}.txt", file_name(seat)));
            let said = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said(words(update)).ends_with(&said(&page)), "{}", words(update));
        }
        let state = format!("war/nights/{night:03}/state.yaml");
        assert_eq!(desk.read(&state), files.read(&state), "by mail and by files it is the same night");
    }
    desk.grail(["replay", "war"]).done();
    let all: String = sent(&desk).iter().flat_map(|(_, l)| l.texts.iter().map(|t| t.text.clone())).collect();
    assert!(players.iter().all(|(_, _, token)| !all.contains(token.as_str())), "a token was mailed");
}

#[test]
fn too_much_silence_stops_the_night_and_reminders_go_to_the_silent_once() {
    let desk = by_maildir();
    fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n"));
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, silence: 0");
    desk.grail(["night", "war"])
        .ends(1)
        .says(["No orders have come from Blue.", "1 team without orders, and at most 0 may be"]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
    desk.grail(["mail", "war", "--remind", "--send"]).done();
    desk.grail(["mail", "war", "--remind", "--send"]).done();
    let reminders: Vec<_> = sent(&desk).into_iter().filter(|(_, l)| words(l).contains("no orders have come")).collect();
    assert!(matches!(reminders.as_slice(), [(to, _)] if to.contains("bob@example.org")), "{reminders:?}");
    desk.grail(["seat", "war", "Blue", "--absent", "1-2"]).done();
    desk.grail(["night", "war", "--early"]).done().says(["Night 1 is resolved", "awaits its telling: 4 letters"]);
}

#[test]
fn a_night_that_awaits_the_gm_stops_with_3_and_goes_on_to_the_letters_when_it_is_answered() {
    let desk = Desk::with_war();
    let oath = "skills:\n  - name: Oath of Silence\n    rank: B\n    type: Support\n    max_targets: 2\n    \
                targets: \"[Any]\"\n    cost: 10 Mana\n    description: An oath.\n    effects:\n      \
                - GM: The target must keep one oath.\n";
    desk.edit("war/sheets/saber.yaml", "skills:\n", oath);
    fs::remove_dir_all(desk.path("war/nights")).unwrap();
    desk.grail(["start", "war"]).done();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    for part in ["new", "cur"] {
        fs::create_dir_all(desk.path("war/inbox").join(part)).unwrap();
    }
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Use Oath of Silence on Iris.\nIris: Stay.\n"));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\nEdmund: Stay.\n"));
    let key = "support/Saber/Oath of Silence/1";
    for times in 1..=2 {
        let run = desk.grail(["night", "war", "--send", "--early"]).ends(3);
        let run = run.says([key, "`grail rulings war` prints what to paste", "rulings are awaited"]);
        assert!(times == 1 || run.err.contains("0 new letters"), "{}", run.err);
        assert!(!desk.path("war/nights/001/state.yaml").exists());
        assert_eq!(sent(&desk).len(), 2, "the two letters are answered, each once, and nothing is told");
    }
    let json = desk.grail(["night", "war", "--send", "--early", "--format", "json"]).ends(3).out;
    assert!(json.contains(key) && json.contains("\"played\": false"), "{json}");
    // Half an answer is none.
    let skeleton = desk.grail(["rulings", "war"]).ends(3).out;
    desk.write("war/nights/001/rulings.yaml", &skeleton);
    desk.grail(["night", "war", "--send", "--early"]).ends(1).says(["the answer is missing"]);
    let answered = skeleton.replace("effects:", "effects: no effect").replace("reason: \"\"", "reason: a test");
    desk.write("war/nights/001/rulings.yaml", &answered);
    desk.grail(["night", "war", "--send", "--early"]).done().says([
        "Night 1 is resolved",
        "Night 1: 6 sent",
        "Orders for night 2 are due",
    ]);
    assert_eq!(sent(&desk).len(), 6);
    let update = words(&sent(&desk).iter().find(|(_, l)| l.subject.ends_with("Red")).unwrap().1).to_owned();
    assert!(update.contains("Use Oath of Silence on Iris.\n   Done."), "{update}");
    // The next run is the next night's: nobody is answered or told twice.
    desk.grail(["night", "war", "--send"]).ends(1).says(["night 2 is not played"]);
    assert_eq!(sent(&desk).len(), 6);
    desk.grail(["replay", "war"]).done();
}

#[test]
fn the_gm_reads_and_edits_the_drafts_before_they_go_out() {
    let desk = by_maildir();
    desk.grail(["night", "war"]).done().says(["Night 1 is resolved", "Read the pages in"]);
    assert!(sent(&desk).is_empty());
    desk.edit("war/nights/001/updates/red.txt", "WHAT HAPPENED", "Well fought.\n\nWHAT HAPPENED");
    desk.write("war/nights/001/updates/blue.html", "<p>Night 1, for Blue</p>");
    desk.write("war/nights/001/updates/red.html", "<p>Night 1, for Red</p>");
    desk.grail(["night", "war"]).done().says(["Night 1 awaits its telling"]);
    desk.grail(["night", "war", "--send"]).done().says(["4 sent", "Orders for night 2 are due"]);
    let letters = sent(&desk);
    let of = |seat: &str| letters.iter().find(|(_, l)| l.subject.ends_with(seat)).unwrap();
    assert!(words(&of("Red").1).contains("Well fought."));
    let raw = |seat: &str| {
        let id = of(seat).1.message_id.clone().unwrap();
        let files = desk.files("war/sent/new");
        files
            .into_iter()
            .map(|(_, b)| String::from_utf8(b).unwrap())
            .find(|t| t.contains(&format!("Message-ID: <{id}>")))
            .unwrap()
    };
    assert!(raw("Blue").contains("multipart/alternative"), "a page goes beside the text");
    assert!(!raw("Red").contains("text/html"), "a page that does not say what the GM wrote does not go");
    // The next run begins the next night.
    desk.grail(["night", "war"]).ends(1).says(["night 2 is not played"]);
}

#[test]
fn a_clock_s_command_waits_for_the_deadline() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--when-due"]).done().says(["Orders for night 1 are due", "nothing is played before"]);
    assert!(!desk.path("war/nights/001/state.yaml").exists());
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T22:00:00+00:00[Europe/London]\"\n");
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 1 is resolved"]);
}

#[test]
fn before_the_deadline_a_night_is_played_when_all_have_ordered_or_the_gm_says_so() {
    let desk = by_maildir();
    let blue = desk.read("war/nights/001/orders/blue.txt");
    fs::remove_file(desk.path("war/nights/001/orders/blue.txt")).unwrap();
    let run = desk.grail(["night", "war", "--send"]).ends(1).says([
        "No orders have come from Blue.",
        "warning: night 1 is not played: its orders are due ",
        " are left",
        "play with --early",
    ]);
    assert!(!run.err.contains("Red") && !desk.path("war/nights/001/state.yaml").exists(), "{}", run.err);
    // What came and cannot be carried out is no order.
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Use Nonsense on Saber.\n");
    desk.grail(["night", "war"]).ends(1).says(["Nothing that came from Blue could be accepted: see `grail status`."]);
    desk.write("war/nights/001/orders/blue.txt", &blue);
    // Nobody was mailed that there is more time: nobody counts on it.
    desk.grail(["night", "war"]).done().says([
        "Night 1 was played ",
        " before its orders were due, ",
        "Night 1 is resolved",
    ]);
    // Both reasons at once, and each has its own word.
    let other = by_maildir();
    fs::remove_dir_all(other.path("war/nights/001/orders")).unwrap();
    post(&other, "by: maildir, maildir: sent, inbox: inbox, silence: 0, grace: 30 minutes");
    let run = other.grail(["night", "war"]).ends(1);
    run.says(["the time of grace counted", "play with --early", "play with --despite-silence"]);
    other.grail(["night", "war", "--early"]).ends(1).says(["play with --despite-silence"]);
    other.grail(["night", "war", "--despite-silence"]).ends(1).says(["play with --early"]);
    let json = other.grail(["night", "war", "--format", "json"]).ends(1).out;
    assert!(json.contains("\"played\": false") && json.contains("Blue"), "{json}");
    other.grail(["night", "war", "--early", "--despite-silence"]).done().says(["Night 1 is resolved"]);
    // Behind the deadline nobody is waited for.
    let late = by_maildir();
    fs::remove_file(late.path("war/nights/001/orders/blue.txt")).unwrap();
    late.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T22:00:00+00:00[Europe/London]\"\n");
    late.grail(["night", "war"]).done().says(["Night 1 is resolved"]);
}

#[test]
fn who_was_mailed_that_there_is_more_time_is_not_played_over_without_a_word() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n"));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\nEdmund: Stay.\n"));
    let run = desk.grail(["night", "war", "--send"]).ends(1);
    run.says([
        "night 1 is not played: everybody who is awaited has ordered, but Blue, Red were mailed that orders are due ",
        "have not written `I am ready`",
        "`grail night war --early --send`",
    ]);
    deliver(&desk, "1700000003.b", &letter_of("bob", 1, 2, "I am ready.\n"));
    desk.grail(["night", "war", "--send"]).ends(1).says(["but Red was mailed that orders are due "]);
    deliver(&desk, "1700000004.a", &letter_of("alice", 1, 3, "I am ready.\n"));
    desk.grail(["night", "war", "--send"]).done().says([" before its orders were due, ", "Night 1 is resolved"]);
    // The updates name the next day; the GM may play all the same, and is told what that does.
    deliver(&desk, "1700000005.a", &letter_of("alice", 2, 1, "Saber: Stay.\nIris: Stay.\n"));
    deliver(&desk, "1700000006.b", &letter_of("bob", 2, 1, "Lancer: Stay.\nEdmund: Stay.\n"));
    desk.grail(["night", "war"]).ends(1).says(["but Blue, Red were mailed", "`grail night war --early`"]);
    desk.grail(["night", "war", "--early"]).done().says(["Night 2 was played ", "Night 2 is resolved"]);
    // A War whose rule is to go on as soon as all have ordered goes on.
    desk.grail(["night", "war", "--send"]).done();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, when_ready: true");
    deliver(&desk, "1700000007.a", &letter_of("alice", 3, 1, "Saber: Stay.\nIris: Stay.\n"));
    deliver(&desk, "1700000008.b", &letter_of("bob", 3, 1, "Lancer: Stay.\nEdmund: Stay.\n"));
    desk.grail(["night", "war", "--send"]).done().says(["Night 3 is resolved"]);
}

#[test]
fn a_letter_from_before_the_telling_is_no_answer_to_it() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send"]).done();
    deliver(&desk, "1700000001.a", &letter_of("alice", 2, 1, "Saber: Stay.\n").replace("Night: 2\n", ""));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\n"));
    desk.grail(["orders", "import", "war"])
        .done()
        .prints(["names no night", "set aside, Blue from bob@example.org: it is for night 1, which is played"]);
    deliver(&desk, "1700000003.c", &letter_of("alice", 2, 2, "Saber: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Red"]);
    // Nor are its requests of one night.
    let withdraws = letter_of("alice", 2, 3, "I am ready.\n\nWithdraw all my orders.\n");
    deliver(&desk, "1700000004.d", &withdraws.replace("Night: 2\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told = |text: &str| sent(&desk).iter().any(|(_, letter)| words(letter).contains(text));
    assert!(told("You asked to go on and to withdraw orders: that came before night 1 was told"));
    assert!(!told("is withdrawn") && !told("may be played"));
}

#[test]
fn a_seat_gets_a_new_player_a_new_token_and_a_substitute() {
    let desk = by_maildir();
    let run =
        desk.grail(["seat", "war", "Red", "--player", "Ida Lund", "--email", "ida@example.org", "--new-token"]).done();
    let token = run.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    deliver(
        &desk,
        "1700000002.b",
        &letter_of("alice", 1, 2, "Saber: Scout Market.\n").replace("alice@", "ida@").replace("red-lantern", &token),
    );
    desk.grail(["orders", "import", "war"]).done().prints(["refused", "accepted, Red from ida@example.org"]);
    let lent =
        desk.grail(["seat", "war", "Red", "--substitute", "Olav Moe", "--substitute-email", "olav@example.org"]).done();
    let token = lent.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    deliver(
        &desk,
        "1700000003.c",
        &letter_of("alice", 1, 3, "Iris: Stay.\n").replace("alice@", "olav@").replace("red-lantern", &token),
    );
    desk.grail(["night", "war", "--send", "--early"]).done().prints(["accepted, Red from olav@example.org"]);
    let to: Vec<String> =
        sent(&desk).into_iter().filter(|(_, l)| l.subject.ends_with(": Red")).map(|(to, _)| to).collect();
    assert!(to.len() == 2 && to[0].contains("ida@") && to[1].contains("olav@"), "{to:?}");
    let shown = desk.grail(["seat", "war", "Red"]).done();
    assert!(shown.out.contains("Olav Moe") && !shown.out.contains(&token), "{}", shown.out);
    desk.grail(["seat", "war", "Red", "--no-substitute"]).done();
    assert!(!desk.read("war/war.yaml").contains("Olav"));
}

#[test]
fn a_new_war_by_mail_has_its_inbox_and_nobody_s_orders() {
    let desk = Desk::empty();
    desk.grail(["new", "war", "--without-orders"]).done();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    let run = desk.grail(["start", "war"]).done().says(["The Maildir war/inbox is made"]);
    assert!(!run.err.contains("warning["), "{}", run.err);
    desk.grail(["status", "war"]).done().prints(["Awaited from: Blue, Red."]);
    desk.grail(["night", "war", "--send"]).ends(1).says(["No orders have come from Blue, Red."]);
    // With the orders that a new War comes with, the GM is told whose they are.
    let other = Desk::with_war();
    fs::remove_dir_all(other.path("war/nights/000")).unwrap_or_default();
    post(&other, "by: maildir, maildir: sent, inbox: inbox");
    other.grail(["start", "war"]).done().says(["orders for night 1 are there already, of Blue and Red"]);
    // A folder that is there and no Maildir is not made one.
    fs::remove_dir_all(other.path("war/inbox/new")).unwrap();
    other.grail(["orders", "import", "war"]).ends(1).says(["a Maildir has the folders new, cur and tmp"]);
}

#[test]
fn who_is_absent_is_not_awaited_and_the_gm_reads_so() {
    let desk = by_maildir();
    fs::remove_file(desk.path("war/nights/001/orders/blue.txt")).unwrap();
    desk.grail(["seat", "war", "Blue", "--absent", "1-2"]).done();
    desk.grail(["seat", "war", "Blue"]).done().prints(["Blue is not waited for in night 1 to 2."]);
    desk.grail(["status", "war"]).done().prints(["Awaited from: nobody.", "Absent, and not awaited: Blue."]);
    desk.grail(["night", "war"]).done().says(["Night 1 is resolved"]);
}

#[test]
fn a_substitute_written_into_the_war_after_the_letters_went_gets_theirs_and_nothing_else_is_said_to_wait() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send"]).done().says(["4 sent"]);
    let olav = "red-lantern, substitute: { name: Olav, email: olav@example.org, token: olav-stands-in-7-nights } }";
    desk.edit("war/war.yaml", "red-lantern }", olav);
    let run = desk.grail(["night", "war"]).done();
    let run = run.says([
        "Night 1 is told, but for 2 letters: update-red-substitute to olav@example.org",
        "until then night 2 is not played",
    ]);
    assert!(!run.err.contains("alice@") && !run.err.contains("awaits its telling"), "{}", run.err);
    desk.grail(["night", "war", "--send"]).done();
    // The update and the public one.
    assert_eq!(sent(&desk).iter().filter(|(to, _)| to.contains("olav@")).count(), 2);
    assert_eq!(sent(&desk).len(), 6, "nobody is told twice");
}

#[test]
fn the_dead_have_no_health() {
    let desk = Desk::started();
    desk.write("war/nights/001/rulings.yaml", "- set: { Lancer: { health: -36, alive: false } }\n  reason: a test\n");
    desk.grail(["resolve", "war"]).done();
    let status = desk.grail(["status", "war"]).done().out;
    let lancer = status.lines().find(|line| line.starts_with("Lancer")).unwrap();
    assert!(lancer.contains("dead") && !lancer.contains("-36"), "{lancer}");
}
