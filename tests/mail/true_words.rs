//! What letters and commands say is so: of requests that were done, of orders that were taken back, of the time that is
//! left, and of words that are the GM's alone.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};

use grail_referee::mail::letter::Letter;

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

const GM: &str = "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:";
const TOKEN: &str = "Token: kat-owns-2-the-whole-war\n";

fn with_gm() -> Desk {
    let desk = by_maildir();
    desk.edit("war/war.yaml", "switches:", GM);
    desk
}

/// Takes a player's letter in, for the night that is next, and gives the answer to it.
fn told(desk: &Desk, who: &str, night: u32, number: u32, body: &str) -> String {
    deliver(desk, &format!("1700{number:06}.{who}"), &letter_of(who, night, number, body));
    desk.grail(["orders", "import", "war", "--send"]).done();
    answer(desk, &format!("{who}.{night}.{number}@example.org"))
        .map(|letter| words(&letter).to_owned())
        .unwrap_or_default()
}

fn answer(desk: &Desk, id: &str) -> Option<Letter> {
    sent(desk).into_iter().map(|(_, letter)| letter).find(|letter| letter.answers.iter().any(|of| of == id))
}

/// Takes a letter of the GM's in, and gives the letter back.
fn gm(desk: &Desk, number: u32, answers: &str, body: &str) -> Letter {
    let thread = if answers.is_empty() { String::new() } else { format!("In-Reply-To: <{answers}>\n") };
    let letter = format!(
        "From: Kat <kat@example.org>\nTo: gm@example.org\nSubject: My word\nMessage-ID: <gm.{number}@example.org>\n{thread}\
         Content-Type: text/plain; charset=utf-8\n\n{TOKEN}{body}\n"
    );
    deliver(desk, &format!("17000{number:05}.g"), &letter);
    desk.grail(["orders", "import", "war", "--send"]).done();
    answer(desk, &format!("gm.{number}@example.org")).unwrap_or_else(|| panic!("no answer to {number}"))
}

/// Sets when a night's orders are due, so many minutes from now.
fn due_in(desk: &Desk, night: u32, minutes: i64) {
    let at = Zoned::now().checked_add(SignedDuration::from_mins(minutes)).unwrap().with_time_zone(TimeZone::UTC);
    desk.write(&format!("war/nights/{night:03}/deadline.yaml"), &format!("due: \"{at}\"\n"));
}

#[test]
fn a_question_beside_press_awaits_the_gm_and_the_letter_is_not_called_refused() {
    let desk = with_gm();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, press: [public, anonymous]");
    let body = "Press to all: Beware of the bridge.\n\nAnonymous press to all: I saw you.\n\n\
                Edmund would like to know who is on the bridge, by the way.\n";
    let said = told(&desk, "bob", 1, 1, body);
    assert!(
        said.contains("your letter to") && said.contains("has come in") && !said.contains("was not taken"),
        "{said}"
    );
    for part in ["passed on to everybody: \"Beware of the bridge.\"", "everybody, without your name: \"I saw you.\""] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    let question = "Edmund would like to know who is on the bridge, by the way.";
    let letters = || desk.grail(["letters", "war"]).done().prints([question]).says(["1 of them awaits you"]);
    letters();
    told(&desk, "bob", 1, 2, "Withdraw all my orders.\n");
    letters();
    let status = desk.grail(["status", "war"]).done().out;
    assert!(!status.contains("were refused"), "{status}");
    assert!(
        told(&desk, "alice", 1, 3, "Please send me the players' guide.\n")
            .contains("Words for others: `Press to all: …`.")
    );
}

#[test]
fn a_reason_beside_a_plea_is_the_gm_s_whatever_its_words() {
    let desk = with_gm();
    let reason = "My train is late and I want to look at the map at home.";
    let said = told(&desk, "alice", 1, 1, &format!("Can I get an extension? {reason}\n"));
    assert!(said.contains("The GM is asked for more time") && !said.contains("error"), "{said}");
    desk.grail(["letters", "war"]).done().prints([reason, "--extend"]);
}

#[test]
fn whoever_is_ready_may_say_hello_and_whoever_is_not_understood_hears_how_one_asks() {
    let desk = by_maildir();
    let said = told(&desk, "alice", 1, 1, "Hi, all set, I am ready.\n");
    assert!(said.contains("As far as you are concerned, night 1 may be played."), "{said}");
    let said = told(
        &desk,
        "bob",
        1,
        2,
        "Here goes.\n\nLancer: Stay.\nEdmund: Stay.\n\nKind regards,\nBob\nSenior Actuary | Lee & Partners\n",
    );
    assert!(said.contains("have come in.\n") && !said.contains("Actuary") && !said.contains("goes"), "{said}");
    let said = told(&desk, "alice", 1, 3, "Frobnicate the lot.\n");
    assert!(said.contains("write `I am ready.` in a line of its own"), "{said}");
}

#[test]
fn words_that_are_no_orders_stand_in_no_book_and_reach_no_new_player() {
    let desk = with_gm();
    let private = "Saber: Scout Market.\nFrobnicate because of my secret illness.\nIris: Stay.\n";
    told(&desk, "alice", 1, 1, private);
    desk.write(
        "war/nights/001/rulings.yaml",
        "- set: { Edmund: { cp: 7 } }\n  reason: Edmund does not listen.\n- set: { Iris: { cp: 8 } }\n  tell: Red\n  reason: A kind word.\n",
    );
    desk.grail(["night", "war", "--send", "--early", "--despite-silence"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("secret illness"), "its writer reads it: {page}");
    told(&desk, "alice", 2, 2, &private.replace("illness", "sorrow"));
    assert!(desk.read("war/nights/002/orders/red.txt").contains("secret sorrow"));
    desk.grail([
        "seat",
        "war",
        "Red",
        "--player",
        "Ida",
        "--email",
        "ida@example.org",
        "--token",
        "ida-owns-3-of-the-lamps",
        "--send",
    ])
    .done();
    let ask = |number: u32, line: &str| {
        let letter = format!(
            "From: Ida <ida@example.org>\nTo: gm@example.org\nSubject: x\nMessage-ID: <ida.{number}@example.org>\n\
             Content-Type: text/plain\n\nToken: ida-owns-3-of-the-lamps\n\n{line}\n"
        );
        deliver(&desk, &format!("1900{number:06}.i"), &letter);
        desk.grail(["orders", "import", "war", "--send"]).done();
    };
    ask(1, "What are my orders?");
    ask(2, "I lost my last update.");
    let to_ida: Vec<Letter> =
        sent(&desk).into_iter().filter(|(to, _)| to.contains("ida@")).map(|(_, one)| one).collect();
    assert!(to_ida.iter().any(|one| words(one).contains("Scout Market.")), "{to_ida:?}");
    let all: String = to_ida.iter().flat_map(|one| &one.texts).map(|text| text.text.as_str()).collect();
    assert!(to_ida.len() == 3 && !all.contains("secret"), "{all}");
    // An order of hers stands beside what is left, in a file that letters make.
    ask(3, "Iris: Scout Market.");
    let file = desk.read("war/nights/002/orders/red.txt");
    assert!(
        file.contains("Iris:\nScout Market\n") && file.contains("Saber:\nScout Market.") && !file.contains("secret"),
        "{file}"
    );
    desk.grail(["book", "war", "--so-far"]).done();
    assert!(desk.read("war/book-so-far.html").contains("Edmund does not listen."));
    desk.grail(["end", "war", "--draw", "--send"]).done();
    let book = desk.read("war/book.html");
    assert!(!book.contains("secret illness") && !book.contains("does not listen") && book.contains("A kind word."));
}

#[test]
fn orders_that_are_taken_back_are_called_that_everywhere() {
    let desk = with_gm();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, grace: 30 minutes, silence: 2");
    // Nothing was ordered, and so nothing is withdrawn.
    let said = told(&desk, "bob", 1, 1, "Withdraw all my orders.\n");
    assert!(
        said.contains("You have no orders for night 1 that could be withdrawn.") && !said.contains("is withdrawn."),
        "{said}"
    );
    told(&desk, "bob", 1, 2, "Lancer: Stay.\n");
    let said = told(&desk, "bob", 1, 3, "Please withdraw all my orders for night 1.\n");
    assert!(said.contains("All that you ordered for night 1 is withdrawn."), "{said}");
    told(&desk, "alice", 1, 4, "Iris: Move to Market with Saber.\nSaber: Stay.\n");
    let said = told(&desk, "alice", 1, 5, "Withdraw Saber's orders.\n");
    assert!(said.contains("Saber is still in your plan, by what you ordered for somebody else"), "{said}");
    desk.grail(["night", "war"]).ends(1).says(["All orders are withdrawn again of Blue."]);
    // In the time of grace, and behind it.
    due_in(&desk, 1, -10);
    desk.grail(["night", "war", "--when-due"]).done().says(["were due", "the time of grace runs"]);
    desk.grail(["mail", "war", "--remind", "--send"]).done();
    let reminded = sent(&desk).into_iter().find(|(_, one)| words(one).contains("the orders for Blue are withdrawn"));
    let reminded = words(&reminded.unwrap().1).to_owned();
    assert!(reminded.contains("Orders were due") && reminded.contains("still counts"), "{reminded}");
    let now = Timestamp::now().as_second();
    let status = |number: u32| {
        deliver(
            &desk,
            &format!("{}.b", now + i64::from(number) - 60),
            &letter_of("bob", 1, number, "When are orders due?\n"),
        );
        desk.grail(["orders", "import", "war", "--send"]).done();
        words(&answer(&desk, &format!("bob.1.{number}@example.org")).unwrap()).to_owned()
    };
    assert!(status(6).contains("still counts"));
    due_in(&desk, 1, -40);
    assert!(!status(7).contains("still counts"));
    desk.grail(["night", "war", "--send"]).done();
    let digest =
        sent(&desk).into_iter().find(|(to, one)| to.contains("kat@") && words(one).contains("Night 1 is played."));
    assert!(words(&digest.unwrap().1).contains("Without orders in it: Blue."));
    // Of a night that is played nothing is withdrawn, and it is said which.
    let said = told(&desk, "bob", 2, 8, "Withdraw all my orders for night 1.\n");
    assert!(
        said.contains("Nothing was withdrawn by `Withdraw all my orders for night 1`: night 1 is played."),
        "{said}"
    );
    let said = told(&desk, "bob", 2, 9, "Withdraw Lancer's orders.\n");
    assert!(said.contains("no orders for night 2 for Lancer that could be withdrawn. Night 1 is played"), "{said}");
}

#[test]
fn an_answer_of_the_gm_s_quotes_what_was_written_and_goes_to_whoever_wrote_it() {
    let desk = with_gm();
    desk.grail(["seat", "war", "Blue", "--substitute", "Olav", "--substitute-email", "olav@sub.example"]).done();
    let token = desk
        .read("war/war.yaml")
        .split("olav@sub.example")
        .nth(1)
        .unwrap()
        .split("token: ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .to_owned();
    due_in(&desk, 1, -10);
    let olav = |number: u32, body: &str| {
        let letter = format!(
            "From: Olav <olav@sub.example>\nTo: gm@example.org\nSubject: Orders\nMessage-ID: <olav.{number}@sub.example>\n\
             Content-Type: text/plain\n\nMy token is {token}.\n\n{body}\n"
        );
        deliver(&desk, &format!("{}.o", Timestamp::now().as_second()), &letter);
        desk.grail(["orders", "import", "war", "--send"]).done();
    };
    olav(1, "Withdraw all my orders.");
    let run = desk.grail(["letters", "war", "1", "--answer", "Too late, sorry.", "--send"]).done();
    run.says(["Your answer to olav@sub.example is written."]);
    let word = sent(&desk).into_iter().find(|(_, one)| words(one).contains("Too late, sorry.")).unwrap();
    assert!(word.0.contains("olav@"), "{}", word.0);
    let raw = std::fs::read_dir(desk.path("war/sent/new")).unwrap();
    let raw: Vec<String> = raw.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let said = raw.iter().find(|letter| letter.contains("Too late, sorry.")).unwrap();
    assert!(said.contains("\n> Withdraw all my orders.") && !said.contains("asks to"), "{said}");
    olav(2, "Lancer: Scout Market.");
    let taken = desk.grail(["letters", "war", "2", "--accept"]).done();
    assert!(!taken.out.contains("for you to read"), "{}", taken.out);
    desk.grail(["letters", "war", "2", "--answer", "Taken.", "--send"])
        .done()
        .says(["Your answer to olav@sub.example"]);
    assert!(sent(&desk).iter().all(|(to, one)| !to.contains("bob@") || !words(one).contains("Taken.")));
    // Whoever stands in no more is told, and their token is called what it is.
    desk.grail(["seat", "war", "Blue", "--no-substitute", "--send"]).done();
    assert!(
        sent(&desk).iter().any(|(to, one)| to.contains("olav@") && words(one).contains("stand in for Blue no longer"))
    );
    olav(3, "Lancer: Stay.");
    let letters = desk.grail(["letters", "war", "--all"]).done().out;
    assert!(letters.contains("what it has for a token is nobody's"), "{letters}");
}

#[test]
fn rulings_are_tried_with_the_orders_that_the_same_letter_takes_in() {
    let desk = with_gm();
    due_in(&desk, 1, -10);
    let late = letter_of("alice", 1, 1, "Iris: Scout Market.\nSaber: Scout Chapel.\n");
    deliver(&desk, &format!("{}.a", Timestamp::now().as_second()), &late);
    desk.grail(["orders", "import", "war", "--send"]).done();
    let ruling = "- set: { Saber: { at: Market } }\n  reason: x.\n";
    let events = |letter: &str| {
        let said = letter.split("tried with them: ").nth(1).and_then(|rest| rest.split(" event").next());
        said.and_then(|number| number.parse::<usize>().ok()).unwrap_or_else(|| panic!("no trial in\n{letter}"))
    };
    let before = desk.read("war/nights/001/orders/red.txt");
    let without = gm(&desk, 9, "", ruling);
    let echo = gm(&desk, 10, "", &format!("{ruling}accept 1\n"));
    let tried = events(words(&echo));
    assert_ne!(tried, events(words(&without)), "{}", words(&echo));
    assert_eq!(desk.read("war/nights/001/orders/red.txt"), before, "a trial writes nothing");
    let done = gm(&desk, 11, &echo.message_id.unwrap(), "confirm");
    assert!(words(&done).contains("Done. Letter 1") && events(words(&done)) == tried, "{}", words(&done));
    desk.grail(["night", "war", "--despite-silence", "--send"]).done();
    assert_eq!(desk.read("war/nights/001/events.jsonl").lines().count() - 1, tried, "played as it was tried");
}

#[test]
fn errata_leave_by_night_and_say_when_orders_were_due() {
    let desk = by_maildir();
    for _ in 0..3 {
        desk.grail(["night", "war", "--send", "--early", "--despite-silence"]).done();
    }
    due_in(&desk, 4, -60);
    desk.write(
        "war/nights/001/rulings.yaml",
        "- set: { Iris: { at: Market, cp: 50 } }\n  tell: [Red, Blue]\n  reason: A test.\n",
    );
    desk.grail(["reopen", "war", "1"]).done();
    let run = desk.grail(["mail", "war", "--send"]).done();
    let nights: Vec<u32> =
        run.err.lines().filter_map(|line| line.strip_prefix("Night ")?.split(':').next()?.parse().ok()).collect();
    assert_eq!(nights.first(), Some(&1), "{}", run.err);
    assert!(nights.windows(2).all(|pair| pair[0] <= pair[1]), "{}", run.err);
    let errata: Vec<_> = sent(&desk).into_iter().filter(|(_, one)| one.subject.starts_with("Errata")).collect();
    assert!(errata.iter().any(|(_, one)| words(one).contains("Orders for night 4 were due")), "{errata:?}");
    assert!(!errata.iter().any(|(_, one)| words(one).contains("night 4 are due")));
}

#[test]
fn what_is_asked_once_the_war_is_over_is_answered_or_the_gm_s() {
    let desk = with_gm();
    desk.grail(["night", "war", "--send", "--early", "--despite-silence"]).done();
    desk.grail(["end", "war", "--draw", "--send"]).done();
    let said = told(&desk, "alice", 2, 1, "Thanks all, great game!\nCould I have my sheet?\nSaber: Stay.\n");
    assert!(
        said.contains("Thanks all, great game!") && said.contains("sheets of your characters are attached"),
        "{said}"
    );
    let said = told(&desk, "bob", 2, 2, "Please send me the players' guide.\n");
    assert!(said.contains("You may still ask") && said.contains("Read your plan"), "{said}");
    let said = told(&desk, "bob", 2, 3, "When are orders due?\nMy new address is bo@example.net\n");
    assert!(said.contains("No more orders are due"), "{said}");
    desk.grail(["letters", "war"]).done().prints(["asks for letters to go to bo@example.net", "Thanks all"]);
}

#[test]
fn letters_say_that_the_night_is_put_off_and_that_one_was_played_early() {
    let desk = with_gm();
    desk.grail(["deadline", "war", "--pause", "--send"]).done();
    let put_off = "Night 1 is put off until further word";
    for said in ["Saber: Stay.\n", "When are orders due?\n"] {
        let said = told(&desk, "alice", 1, said.len() as u32, said);
        assert!(said.contains(put_off), "{said}");
    }
    told(&desk, "bob", 1, 1, "Who is there?\n");
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    let to_gm: Vec<_> = sent(&desk).into_iter().filter(|(to, _)| to.contains("kat@")).collect();
    assert!(to_gm.iter().any(|(_, one)| words(one).contains(put_off)), "{to_gm:?}");
    // What is put off no more is not called so, nor is the next night.
    desk.grail(["deadline", "war", "--resume", "--send"]).done();
    assert!(!told(&desk, "alice", 1, 60, "Saber: Scout Market.\n").contains("put off"));
    let due = desk.grail(["deadline", "war"]).done().out;
    let due = due.split(" due ").nth(1).and_then(|rest| rest.split(['.', '\n']).next()).unwrap().to_owned();
    desk.grail(["night", "war", "--send", "--early"]).done();
    let update = |night: u32| {
        let subject = format!("night {night}: Red");
        let found = sent(&desk).into_iter().find(|(_, one)| one.subject.contains(&subject));
        found.map(|(_, one)| words(&one).to_owned()).unwrap_or_else(|| panic!("no update of night {night}"))
    };
    assert!(update(1).contains(&format!("It was played before its orders were due ({due})")), "{due}: {}", update(1));
    due_in(&desk, 2, -600);
    desk.grail(["night", "war", "--send", "--despite-silence"]).done();
    assert!(!update(2).contains("It was played before"), "{}", update(2));
}

#[test]
fn a_seat_is_shown_with_the_days_that_its_player_is_away() {
    let desk = by_maildir();
    desk.grail(["seat", "war", "Red"]).done();
    told(&desk, "alice", 1, 1, "I am away from 24 December 2030 to 2 January 2031.\n");
    desk.grail(["seat", "war", "Red"]).done().prints(["Red wrote to be away from 2030-12-24 to 2031-01-02"]);
    assert!(!desk.grail(["seat", "war", "Blue"]).done().out.contains("away"));
    told(&desk, "alice", 1, 2, "I am back.\n");
    assert!(!desk.grail(["seat", "war", "Red"]).done().out.contains("away"));
}
