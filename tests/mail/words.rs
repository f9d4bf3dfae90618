//! Words to the GM: nothing that a player writes is lost, and all of it stands there until the GM has settled it.

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, sent, words};

/// A letter from Alice's address without her token.
fn question(number: u32, subject: &str, body: &str) -> String {
    format!(
        "From: Alice <alice@example.org>\nTo: gm@example.org\nSubject: {subject}\nMessage-ID: <q.{number}@example.org>\n\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    )
}

#[test]
fn a_question_without_a_token_awaits_the_gm_until_it_is_answered_in_its_thread() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &question(1, "A question", "May a Servant walk alone?"));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["set aside", "it has no token"]);
    let [(_, told)] = sent(&desk).try_into().unwrap();
    assert!(words(&told).contains("The GM will read what it says"), "{}", words(&told));
    let shown = ["1 (night 1) alice@example.org, \"A question\", set aside", "May a Servant walk alone?"];
    desk.grail(["letters", "war"]).done().prints(shown).says(["1 letter: 1 set aside. 1 of them awaits you"]);
    desk.grail(["status", "war"]).done().prints(["    May a Servant walk alone?"]);
    desk.grail(["letters", "war", "1"]).done().prints(["  May a Servant walk alone?", "Answered by the program:"]);
    let answer = "Yes, she may.";
    desk.grail(["letters", "war", "1", "--answer", answer, "--send"]).done().says(["Your answer to alice@example.org"]);
    let letters = sent(&desk);
    let (to, told) = letters.iter().find(|(_, letter)| words(letter).contains(answer)).unwrap();
    assert!(to.contains("alice@example.org") && told.subject == "Re: A question", "{to}: {}", told.subject);
    assert_eq!((&told.answers[..], told.references.len()), (&["q.1@example.org".to_owned()][..], 1));
    let raw = desk.files("war/sent/new").into_iter().find(|(_, raw)| String::from_utf8_lossy(raw).contains(answer));
    assert!(String::from_utf8(raw.unwrap().1).unwrap().contains("> May a Servant walk alone?"), "what is answered");
    desk.grail(["letters", "war"]).done().says(["1 letter: 1 answered. None awaits you."]);
    desk.grail(["letters", "war", "--all"]).done().prints(["answered: it has no token", "the GM has answered it"]);
    assert!(!desk.grail(["status", "war"]).done().out.contains("walk alone"));
    // Later nights have it still.
    desk.grail(["resolve", "war"]).done();
    desk.grail(["letters", "war", "1"]).done().prints(["Your answer:\n  Yes, she may."]);
}

#[test]
fn talk_among_orders_is_for_the_gm_and_the_orders_hold() {
    let desk = by_maildir();
    let body = "Saber:\n  Scout Market.\n  Can I get an extension?\nIris: Stay.\n\nThanks for last week!\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, body));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Red"]);
    let run = desk.grail(["letters", "war"]).done();
    run.prints(["accepted", "  Can I get an extension?\n", "  Thanks for last week!\n"]);
    desk.grail(["letters", "war", "1", "--aside"]).done().says(["1 letter put aside."]);
    desk.grail(["letters", "war"]).done().says(["1 letter: 1 accepted. None awaits you."]);
    desk.grail(["letters", "war", "9", "--aside"]).ends(1).says(["lists the letters of the War"]);
}

#[test]
fn reasons_talk_and_what_takes_back_no_named_order_are_for_the_gm_and_on_no_page() {
    let desk = by_maildir();
    let body = "Hi Kat, can I get an extension? My train is late.\n\nSaber:\n  Scout Market.\n  Sorry, I am slow today.\n  Stay.\n\
                Iris: Stay.\nPlease withdraw my last order.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, body));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Red"]);
    let said = "  Hi Kat, can I get an extension?\n  My train is late.\n  Sorry, I am slow today.\n  Please withdraw my last order.\n";
    desk.grail(["letters", "war"]).done().prints([said]);
    let receipt = words(&sent(&desk)[0].1).to_owned();
    for part in [
        "The GM is asked for more time",
        "Nothing was withdrawn by `Please withdraw my last order`",
        "  1. Scout Market.",
        "  2. Stay.\n",
        "  3. Stay.",
    ] {
        assert!(receipt.contains(part), "no {part:?} in\n{receipt}");
    }
    assert!(!receipt.contains("fault") && !receipt.contains("error[") && !receipt.contains("  |    "), "{receipt}");
    desk.grail(["night", "war", "--send", "--early"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("1. Scout Market.") && !page.contains("NOT ACCEPTED") && !page.contains("slow"), "{page}");
}

#[test]
fn a_token_in_a_sentence_proves_and_is_no_order() {
    let desk = by_maildir();
    let letter = letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n")
        .replace("Token: red-lantern\n", "Hello Kat, my token is red-lantern.\n");
    deliver(&desk, "1700000001.a", &letter);
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Red"]);
    let (_, told) = &sent(&desk)[0];
    assert!(words(told).contains("2. Stay.") && !words(told).contains("lantern"), "{}", words(told));
}

#[test]
fn what_is_set_aside_is_shown_to_its_writer_and_to_the_gm() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T22:00:00+00:00[Europe/London]\"\n");
    deliver(&desk, "1700000901.a", &letter_of("alice", 1, 1, "Saber: Scout Market.\nIris: Stay.\n"));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["set aside, Red"]);
    let (_, told) = &sent(&desk)[0];
    for part in ["It came after the deadline", "You wrote:"] {
        assert!(words(told).contains(part), "no {part:?} in\n{}", words(told));
    }
    let raw = desk.files("war/sent/new").into_iter().next().unwrap().1;
    assert!(String::from_utf8_lossy(&raw).contains("> Saber: Scout Market."), "the words themselves");
    for command in ["letters", "status"] {
        desk.grail([command, "war"]).done().prints(["  Saber: Scout Market.\n"]);
    }
    // What nothing proves is not mailed back to whomever it names.
    deliver(&desk, "1700000902.a", &question(2, "Orders", "Saber: Scout Chapel."));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["it has no token"]);
    let all: String =
        desk.files("war/sent/new").iter().map(|(_, raw)| String::from_utf8_lossy(raw).into_owned()).collect();
    assert!(!all.contains("Scout Chapel"), "{all}");
}

#[test]
fn a_letter_taken_in_on_the_gm_s_word_keeps_its_number_and_has_one_state() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    deliver(&desk, "1700000001.a", &question(1, "Orders", "Saber: Scout Market.\nIris: Stay."));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done();
    desk.grail(["letters", "war", "1", "--accept"]).ends(1).says(["--as SEAT"]);
    desk.grail(["letters", "war", "1", "--accept", "--as", "Red"]).done().prints(["accepted, Red"]);
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    let run = desk.grail(["letters", "war", "--all"]).done();
    let run = run.prints(["1 (night 1) Red <alice@example.org>, \"Orders\", accepted", "taken in on the GM's word"]);
    assert_eq!(run.out.lines().filter(|line| !line.starts_with(' ')).count(), 2, "{}", run.out);
    let json = desk.grail(["letters", "war", "--all", "--format", "json"]).done().out;
    assert!(json.contains("\"state\": \"accepted\"") && json.contains("\"number\": 2"), "{json}");
}

#[test]
fn the_first_letter_has_all_that_a_player_begins_with_and_nothing_of_others() {
    let desk = by_maildir();
    desk.grail(["mail", "war", "0"])
        .done()
        .prints(["welcome-red: welcome to alice@example.org"])
        .says(["2 letters would go out"]);
    desk.grail(["mail", "war", "0", "--send"]).done();
    desk.grail(["mail", "war", "0", "--send"]).done();
    let letters = sent(&desk);
    assert_eq!(letters.len(), 2, "each once");
    let alice = &letters.iter().find(|(to, _)| to.contains("alice@")).unwrap().1;
    let said = words(alice);
    for part in [
        "welcome to The War of the Two Lanterns",
        "You play Red: Iris, Saber",
        "Market (Super Mall): to ",
        "HOW TO ANSWER",
        "Ford Guard (Support, rank B, 1 SP, 20 Mana): The user's END is raised by 1",
        "\nToken: …\nNight: 1\n",
    ] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    // Nothing was ordered yet, and nothing has happened.
    assert!(!said.contains("\nYOUR ORDERS\n") && !said.contains("WHAT HAPPENED"), "{said}");
    let places: Vec<&str> = alice.texts.iter().map(|text| text.part.as_str()).collect();
    let own = ["the letter", "red-packet-night-1.yaml", "iris.yaml", "saber.yaml", "red-night-0.html"];
    assert_eq!(places, own.into_iter().chain(["orders-in-two-pages.txt"]).collect::<Vec<_>>());
    let page = &alice.texts[4].text;
    assert!(
        page.contains("River Mail") && page.contains("The map in words") && !page.contains("What happened"),
        "{page}"
    );
    let all: String = alice.texts.iter().map(|text| text.text.as_str()).collect();
    for secret in ["-lantern", "Gatekeeper", "Ferran", "Quick Thrust", "Broken Second"] {
        assert!(!all.contains(secret), "{secret}: {all}");
    }
}

/// A War of which one night was played and told.
fn told() -> Desk {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send", "--early"]).done();
    desk
}

#[test]
fn a_war_that_collapses_ends_by_the_gm_s_word_with_its_book() {
    let desk = told();
    let before = sent(&desk).len();
    desk.grail(["end", "war", "--winner", "Green"]).ends(2).says(["there is no team `Green`: the teams are Blue, Red"]);
    desk.grail(["end", "war", "--draw", "--send"]).done().says(["The War ends with night 1, as a draw."]);
    let letters = sent(&desk);
    let last: Vec<_> = letters.iter().filter(|(_, letter)| letter.subject.ends_with(": the end")).collect();
    assert_eq!((last.len(), letters.len() - before), (2, 2), "one to each player");
    assert!(words(&last[0].1).contains("as a draw") && desk.read("war/book.html").contains("Ferran the Gatekeeper"));
    desk.grail(["status", "war"]).done().prints(["The War ended on night 1; winner: nobody."]);
    desk.grail(["resolve", "war"]).ends(1).says(["ended"]);
    desk.grail(["night", "war", "--send"]).done().says(["The War ended on night 1"]);
    desk.grail(["end", "war", "--abandoned"]).ends(2).says(["ended on night 1 already"]);
    desk.grail(["replay", "war"]).done();
    deliver(&desk, "1700000001.a", &letter_of("alice", 2, 1, "Saber: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done().prints(["refused, Red", "the War ended on night 1"]);
    // As long as nobody was told it can be taken back.
    std::fs::remove_file(desk.path("war/ended.yaml")).unwrap();
    desk.grail(["status", "war"]).done().prints(["night 2 is next"]);
    desk.grail(["end", "war", "--winner", "red"]).done();
    desk.grail(["status", "war"]).done().prints(["winner: Red."]);
}

#[test]
fn a_night_that_is_told_once_the_war_was_ended_asks_for_no_more_orders() {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["end", "war", "--abandoned", "--send"]).done();
    desk.grail(["night", "war", "--send"]).done();
    let pages: Vec<_> = sent(&desk).into_iter().filter(|(_, letter)| letter.subject.contains(", night 1")).collect();
    let told = |words: &str| pages.iter().filter(|(_, letter)| super::words(letter).contains(words)).count();
    assert_eq!((pages.len(), told("The War is over: no more orders are due."), told("are due by")), (4, 4, 0));
}

#[test]
fn the_last_letters_wait_until_they_are_sent_by_whatever_sends() {
    let send: [&[&str]; 4] = [
        &["mail", "war", "--send"],
        &["night", "war", "--send"],
        &["orders", "import", "war", "--send"],
        &["end", "war", "--draw", "--send"],
    ];
    for command in send {
        let desk = told();
        desk.grail(["end", "war", "--draw"]).done().says(["`grail night war --send` sends them."]);
        desk.grail(["night", "war"])
            .done()
            .says(["The War ended on night 1, and 2 letters of it wait: --send sends them."]);
        desk.grail(["end", "war", "--abandoned", "--send"]).ends(2).says(["ended on night 1 already"]);
        desk.grail_of(command).done();
        let last = || sent(&desk).iter().filter(|(_, letter)| letter.subject.ends_with(": the end")).count();
        assert_eq!(last(), 2, "{command:?}");
        let list = desk.grail(["mail", "war", "--list"]).done().out;
        assert_eq!(
            list.lines().filter(|line| line.contains("the-end-") && line.contains(": sent")).count(),
            2,
            "{list}"
        );
        desk.grail(["night", "war", "--send"]).done().says(["The War ended on night 1, and no letter of it waits."]);
        desk.grail(["end", "war", "--draw", "--send"]).ends(2).says(["ended on night 1 already"]);
        assert_eq!(last(), 2, "each once");
    }
}

#[test]
fn an_end_that_is_taken_back_tells_nobody_whatever_sends() {
    let send: [&[&str]; 4] = [
        &["mail", "war", "--send"],
        &["night", "war", "--send", "--when-due"],
        &["orders", "import", "war", "--send"],
        &["deadline", "war", "--send"],
    ];
    for command in send {
        let desk = told();
        let before = sent(&desk).len();
        desk.grail(["end", "war", "--winner", "Red"]).done();
        let shown = desk.grail(["mail", "war"]).done();
        shown.prints(["the-end-alice-example-org: notice", ": waiting"]).says(["2 letters would go out"]);
        std::fs::remove_file(desk.path("war/ended.yaml")).unwrap();
        desk.grail(["mail", "war", "2"]).done().prints([": taken back"]).says(["0 letters would go out"]);
        desk.grail_of(command).done();
        assert_eq!(sent(&desk).len(), before, "{command:?}");
        // Ended otherwise, everybody is told that.
        desk.grail(["end", "war", "--draw", "--send"]).done();
        let last: Vec<_> = sent(&desk).into_iter().filter(|(_, one)| one.subject.ends_with(": the end")).collect();
        let draw = |one: &str| one.contains("as a draw") && !one.contains("holds no longer");
        assert!(last.len() == 2 && last.iter().all(|(_, one)| draw(words(one))), "{last:?}");
    }
}

#[test]
fn an_end_that_was_told_and_is_another_since_is_told_again() {
    let desk = told();
    desk.grail(["end", "war", "--abandoned", "--send"]).done();
    std::fs::remove_file(desk.path("war/ended.yaml")).unwrap();
    desk.grail(["status", "war"]).done().prints(["2 readers were mailed that it is over"]);
    desk.grail(["end", "war", "--winner", "Red", "--send"]).done();
    let all = sent(&desk);
    let last = all.iter().filter(|(_, one)| one.subject.ends_with(": the end"));
    let won = last.clone().filter(|(_, one)| {
        words(one).contains("Red has won") && words(one).contains("mailed of its end before holds no longer")
    });
    assert_eq!((last.count(), won.count()), (4, 2));
}
