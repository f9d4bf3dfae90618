//! Seats that come into other hands: a substitute, a successor, and what is not theirs to know.

use grail_referee::mail::letter::Letter;

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// The letters to an address.
fn to(desk: &Desk, whom: &str) -> Vec<Letter> {
    sent(desk).into_iter().filter(|(to, _)| to.contains(whom)).map(|(_, letter)| letter).collect()
}

fn places(letter: &Letter) -> Vec<&str> {
    letter.texts.iter().map(|text| text.part.as_str()).collect()
}

#[test]
fn whoever_takes_a_seat_over_gets_all_that_it_knows_and_nothing_more() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send"]).done();
    deliver(
        &desk,
        "1700000900.a",
        &letter_of("alice", 2, 1, "Saber: Scout Market.\n\nI am away from 2020-01-01 to 2099-12-31."),
    );
    desk.grail(["orders", "import", "war", "--send"]).done();
    let run = desk
        .grail(["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org", "--new-token", "--send"])
        .done();
    let token = run.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    let [letter] = &to(&desk, "ida@")[..] else { panic!("{} letters to Ida", to(&desk, "ida@").len()) };
    let said = words(letter);
    for part in [
        "Dear Ida,\n\nyou play Red, in The War of the Two Lanterns from now on.",
        "You order for Iris and Saber. It is night 2; orders for it are due ",
        "WHAT IS ORDERED SO FAR",
        "Scout Market.",
    ] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    let wanted = [
        "the letter",
        "red-packet-night-2.yaml",
        "iris.yaml",
        "saber.yaml",
        "red-night-1.txt",
        "public-night-1.txt",
        "orders-in-two-pages.txt",
    ];
    assert_eq!(places(letter), wanted);
    let page = desk.read("war/nights/001/updates/red.txt");
    assert_eq!(letter.texts[4].text.trim(), page.trim());
    let all: String = letter.texts.iter().map(|text| text.text.as_str()).collect();
    assert!(!all.contains(&token) && !all.contains("-lantern") && !all.contains("Gatekeeper"), "{all}");
    // What the one before asked for is not what Ida asks for.
    let answer = letter_of("alice", 2, 2, "status\n").replace("alice@", "ida@").replace("red-lantern", &token);
    deliver(&desk, "1700000901.a", &answer.replace("Night: 2\n\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told = to(&desk, "ida@").into_iter().find(|l| words(l).contains("It is night 2 of")).unwrap();
    assert!(!words(&told).contains("You are away"), "{}", words(&told));
}

#[test]
fn a_substitute_gets_the_same_with_the_next_letters_and_a_night_not_told_yet_stays_untold() {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    let run =
        desk.grail(["seat", "war", "Red", "--substitute", "Olav", "--substitute-email", "olav@example.org"]).done();
    run.says(["A letter with all that the seat knows goes out with the next ones"]);
    assert!(sent(&desk).is_empty());
    desk.grail(["orders", "import", "war", "--send"]).done();
    let [letter] = &to(&desk, "olav@")[..] else { panic!("one letter to Olav") };
    let said = words(letter);
    assert!(said.contains("you stand in for Alice in The War of the Two Lanterns: the seat Red."), "{said}");
    assert!(said.contains("Night 1 is played and not told yet"), "{said}");
    // All that a player may ask, but for the address: that of whoever stands in is the GM's to change.
    let asks = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["withdraw all my orders, a character's, or one by its number", "wait for me", "send me HTML again"] {
        assert!(asks.contains(part), "no {part:?} in\n{said}");
    }
    assert!(!asks.contains("my new address") && !asks.contains("Press to"), "{said}");
    assert_eq!(places(letter), ["the letter", "orders-in-two-pages.txt"], "nothing of a night that nobody was told of");
    // Once the night is told, whoever comes next has it, and the letter goes to nobody else.
    desk.grail(["night", "war", "--send"]).done();
    desk.grail(["seat", "war", "Blue", "--player", "Cy", "--email", "cy@example.org", "--send"]).done();
    let [letter] = &to(&desk, "cy@")[..] else { panic!("one letter to Cy") };
    assert!(places(letter).contains(&"blue-packet-night-2.yaml"), "{:?}", places(letter));
    let said = words(letter);
    assert!(said.contains("my new address is …") && !said.contains("Words for others"), "{said}");
    assert!(to(&desk, "bob@").iter().all(|letter| !words(letter).contains("from now on")));
}

#[test]
fn whoever_takes_a_seat_over_gets_each_page_of_a_night_once_unless_asked_again() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send"]).done();
    let run =
        desk.grail(["seat", "war", "Red", "--substitute", "Olav", "--substitute-email", "olav@example.org"]).done();
    let token = run.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    desk.grail(["night", "war", "--send"]).ends(1);
    desk.grail(["mail", "war", "1", "--send"]).done();
    desk.grail(["seat", "war", "Blue", "--player", "Cy", "--email", "cy@example.org", "--send"]).done();
    desk.grail(["mail", "war", "1", "--send"]).done();
    for (whom, page) in [("olav@", "red"), ("cy@", "blue")] {
        let letters = to(&desk, whom);
        let [letter] = &letters[..] else { panic!("{} letters to {whom}", letters.len()) };
        let pages: Vec<&str> = places(letter).into_iter().filter(|place| place.ends_with("night-1.txt")).collect();
        assert_eq!(pages, [format!("{page}-night-1.txt"), "public-night-1.txt".to_owned()], "{whom}");
    }
    // What was read otherwise is told, once; what the substitute asks for comes once more.
    let late = "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n";
    desk.write("war/nights/001/rulings.yaml", late);
    desk.grail(["reopen", "war", "1"]).done();
    for _ in 0..2 {
        desk.grail(["mail", "war", "1", "--send"]).done();
    }
    let letters = to(&desk, "olav@");
    let errata = letters.iter().find(|letter| letter.subject.starts_with("Errata: ")).unwrap();
    assert!(letters.len() == 2 && words(errata).contains("Health 7 of"), "{}", words(errata));
    assert_eq!(to(&desk, "cy@").len(), 1, "nothing is otherwise for Blue");
    // What the substitute asks for comes once more.
    let asks = letter_of("alice", 2, 1, "update\n").replace("alice@", "olav@").replace("red-lantern", &token);
    deliver(&desk, "1700000902.a", &asks.replace("Night: 2\n\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let letters = to(&desk, "olav@");
    let again = letters.iter().filter(|letter| letter.texts.iter().any(|text| text.text.contains("WHAT HAPPENED")));
    assert_eq!((letters.len(), again.count()), (3, 3));
}

#[test]
fn without_a_way_out_or_before_the_start_a_seat_is_changed_and_no_letter_is_written() {
    let desk = Desk::started();
    let run = desk.grail(["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org"]).done();
    assert!(!run.err.contains("letter"), "{}", run.err);
    let new = Desk::empty();
    new.grail(["new", "war", "--without-orders"]).done();
    new.grail(["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org"]).done();
    assert!(new.read("war/war.yaml").contains("ida@example.org"));
}

/// What a change of the seat Red says, and what its player of before is mailed then.
fn farewell<const N: usize>(change: [&str; N]) -> (bool, Vec<String>) {
    let desk = by_maildir();
    let run = desk.grail(change).done();
    desk.grail(["mail", "war", "--send"]).done();
    (
        run.err.contains("whoever played here before knows the seat's token"),
        to(&desk, "alice@").iter().map(|letter| words(letter).to_owned()).collect(),
    )
}

#[test]
fn whoever_plays_a_seat_no_more_is_told_and_a_token_that_they_know_is_warned_of() {
    let void = "your token is nobody's";
    let (warned, letters) =
        farewell(["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org", "--new-token"]);
    let left: Vec<_> = letters.iter().filter(|letter| letter.contains("Red has another player now.")).collect();
    assert!(!warned && left.len() == 1 && left[0].contains(void), "{letters:?}");
    let (warned, letters) = farewell(["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org"]);
    let left: Vec<_> = letters.iter().filter(|letter| letter.contains("Red has another player now.")).collect();
    assert!(warned && left.len() == 1 && left[0].contains("You get no more letters about it."), "{letters:?}");
    assert!(!left[0].contains(void), "{letters:?}");
    // The same person, with another address or another name, leaves nothing.
    for (key, value) in [("--email", "alice@new.example"), ("--player", "Alice B.")] {
        let (warned, letters) = farewell(["seat", "war", "Red", key, value]);
        assert!(!warned && letters.iter().all(|letter| !letter.contains("another player")), "{letters:?}");
    }
}

#[test]
fn a_seat_that_the_war_has_not_is_told_and_no_night_is_played_past_it() {
    let desk = by_maildir();
    desk.edit("war/war.yaml", "name: Blue", "name: Azure");
    desk.grail(["status", "war"]).done().says(["`Azure` in ", "is no seat of this War, which began with Blue, Red"]);
    desk.grail(["night", "war"]).ends(1).says(["`Azure`", "night 1 is not played without it"]);
    desk.edit("war/war.yaml", "name: Azure", "name: Blue");
    desk.grail(["night", "war"]).done();
}

#[test]
fn a_war_by_mail_without_a_gm_s_address_is_warned_of_at_its_start() {
    let desk = Desk::with_war();
    std::fs::remove_dir_all(desk.path("war/nights/000")).unwrap_or_default();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    desk.grail(["start", "war"]).done().says(["`mail:` is set, and war.yaml has no `gm:"]);
    let other = Desk::with_war();
    std::fs::remove_dir_all(other.path("war/nights/000")).unwrap_or_default();
    post(&other, "by: maildir, maildir: sent, inbox: inbox");
    let gm = "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:";
    other.edit("war/war.yaml", "switches:", gm);
    let run = other.grail(["start", "war"]).done();
    assert!(!run.err.contains("`gm:"), "{}", run.err);
}

#[test]
fn the_gm_is_written_into_the_war_and_changed_there() {
    let desk = Desk::empty();
    desk.grail(["new", "war", "--without-orders"]).done();
    desk.grail(["seat", "war", "GM"]).ends(2).says(["war.yaml has no GM yet"]);
    let kat = ["seat", "war", "GM", "--player", "Kat", "--email", "kat@example.org", "--new-token"];
    let run = desk.grail(kat).done();
    let token = run.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    let war = desk.read("war/war.yaml");
    assert!(war.contains("gm: { name: Kat, email: kat@example.org, token: ") && war.contains(&token), "{war}");
    desk.grail(["seat", "war", "gm", "--email", "katrin@example.org"]).done();
    let changed = desk.read("war/war.yaml");
    assert_eq!(changed, war.replace("kat@example.org", "katrin@example.org"));
    desk.grail(["seat", "war", "GM"]).done().prints(["GM: Kat, katrin@example.org, with a token"]);
    desk.grail(["seat", "war", "GM", "--absent", "3"]).ends(2).says(["a name, an address and a token alone"]);
}

#[test]
fn what_was_written_before_a_seat_changed_hands_is_its_writer_s_and_never_the_new_player_s() {
    let desk = by_maildir();
    desk.edit(
        "war/war.yaml",
        "switches:",
        "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:",
    );
    let leaves = "Saber: Scout Market.\nSorry all, I have to leave the game for good after this. New job.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, leaves));
    // Nothing proves the next two, and nobody was told of the second.
    for number in [2, 3] {
        let letter = letter_of("alice", 1, number, "My secret is mine.\nSaber: Guard.\n");
        let other = letter.replace("alice@example.org>\nTo", "al@elsewhere.org>\nTo");
        deliver(&desk, &format!("170000000{number}.a"), &other);
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    let ida = ["seat", "war", "Red", "--player", "Ida", "--email", "ida@example.org", "--new-token", "--send"];
    desk.grail(ida).done();
    let [letter] = &to(&desk, "ida@")[..] else { panic!("one letter to Ida") };
    let said = words(letter);
    assert!(said.contains("Scout Market.") && !said.contains("leave the game") && !said.contains("New job"), "{said}");
    let before = to(&desk, "alice@").len();
    let gm = "From: Kat <kat@example.org>\nTo: gm@example.org\nSubject: My word\nMessage-ID: <gm.1@example.org>\n\
              Content-Type: text/plain\n\nToken: kat-owns-2-the-whole-war\nanswer 1: Good luck!\nanswer 3: Farewell.\naccept 2\n";
    deliver(&desk, "1700000010.g", gm);
    desk.grail(["orders", "import", "war", "--send"]).done();
    let echo = to(&desk, "kat@").pop().unwrap();
    for part in [
        "answered, at alice@example.org, for its writer has left the seat: Good luck!",
        "NOT POSSIBLE: the writer of letter 3 has left the seat, and it proves no address of theirs",
        "its writer has left the seat, and is not told",
    ] {
        assert!(words(&echo).contains(part), "no {part:?} in\n{}", words(&echo));
    }
    let yes = gm
        .replace("gm.1@", "gm.2@")
        .replace("\n\nToken", &format!("\nIn-Reply-To: <{}>\n\nToken", echo.message_id.unwrap()));
    deliver(&desk, "1700000011.g", &format!("{}confirm\n", yes.split("answer 1").next().unwrap()));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told = to(&desk, "alice@");
    assert_eq!(told.len(), before + 1);
    assert!(told.iter().any(|letter| words(letter).contains("Dear Alice,\n\nGood luck!")));
    desk.grail(["letters", "war", "2", "--answer", "Once more.", "--send"]).done();
    assert!(to(&desk, "alice@").iter().any(|letter| words(letter).contains("Once more.")));
    desk.grail(["letters", "war", "3", "--answer", "No.", "--send"]).ends(1).says(["has left the seat"]);
    assert_eq!(to(&desk, "ida@").len(), 1, "nothing of it is Ida's");
}
