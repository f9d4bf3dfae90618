//! What people write late, twice, without a token or after the end, and what is tried once more: none of it is lost,
//! and what is said of it is so.

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

const GM_TOKEN: &str = "kat-owns-2-the-whole-war";
const DRAWN: &str = "dysn-sclh-k7pu-4qwl";

/// A War whose GM has an address and a token.
fn with_gm() -> Desk {
    let desk = by_maildir();
    let gm = format!("gm: {{ name: Kat, email: kat@example.org, token: {GM_TOKEN} }}\nswitches:");
    desk.edit("war/war.yaml", "switches:", &gm);
    desk
}

/// Delivers a letter that arrives at a second of the year 2023, and takes it in.
fn take(desk: &Desk, number: u32, letter: &str) {
    deliver(desk, &format!("17000{number:05}.x"), letter);
    desk.grail(["orders", "import", "war", "--send"]).done();
}

/// A letter of the GM's.
fn of_gm(number: u32, answers: Option<&str>, body: &str) -> String {
    let thread = answers.map(|id| format!("In-Reply-To: <{id}>\n")).unwrap_or_default();
    format!(
        "From: Kat <kat@example.org>\nTo: gm@example.org\nSubject: My word\nMessage-ID: <gm.{number}@example.org>\n{thread}\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    )
}

/// The letters to an address, each with its id.
fn told(desk: &Desk, who: &str) -> Vec<(String, String)> {
    let own = sent(desk).into_iter().filter(|(to, _)| to.contains(who));
    own.map(|(_, letter)| (letter.message_id.clone().unwrap(), words(&letter).to_owned())).collect()
}

/// The one letter to an address that answers a letter.
fn answer_to(desk: &Desk, id: &str) -> String {
    let found = sent(desk).into_iter().find(|(_, letter)| letter.answers.iter().any(|of| of == id));
    found.map(|(_, letter)| words(&letter).to_owned()).unwrap_or_else(|| panic!("no answer to {id}"))
}

#[test]
fn lines_of_a_letter_stand_in_their_order_and_once() {
    let desk = by_maildir();
    let body = "Saber:\nStay.\nIris:\nStay.\n";
    take(&desk, 1, &letter_of("alice", 1, 1, body).replace("Token: red-lantern\nNight: 1\n", ""));
    desk.grail(["letters", "war"]).done().prints(["  Saber:\n  Stay.\n  Iris:\n  Stay.\n"]);
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T00:00:00+00:00[Europe/London]\"\n");
    take(&desk, 2, &letter_of("bob", 1, 1, "Sorry for being late!\nLancer: Stay.\nNow I know better.\n"));
    let listed = desk.grail(["letters", "war"]).done().out;
    assert_eq!(listed.matches("Sorry for being late!").count(), 1, "{listed}");
    assert!(listed.contains("Sorry for being late!\n  Lancer: Stay.\n"), "{listed}");
}

#[test]
fn an_older_letter_that_is_taken_in_says_which_newer_orders_hold() {
    let desk = with_gm();
    let old = letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n")
        .replace("alice@example.org>\nTo", "al@elsewhere.org>\nTo");
    take(&desk, 1, &old);
    take(&desk, 2, &letter_of("alice", 1, 2, "Saber: Scout Market.\n"));
    take(&desk, 3, &of_gm(1, None, &format!("Token: {GM_TOKEN}\naccept 1\n")));
    let newer = "newer orders hold for Saber in place of its own";
    assert!(answer_to(&desk, "gm.1@example.org").contains(newer), "{}", answer_to(&desk, "gm.1@example.org"));
    desk.grail(["letters", "war", "1", "--accept", "--send"]).done().prints([newer]);
    let said: String = told(&desk, "alice@").into_iter().map(|(_, words)| words).collect();
    assert!(said.contains("For Saber newer orders hold, in place of those in this letter."), "{said}");
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
}

#[test]
fn a_late_letter_is_taken_into_a_night_that_is_played() {
    let desk = with_gm();
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T00:00:00+00:00[Europe/London]\"\n");
    take(&desk, 99_000, &letter_of("alice", 1, 1, "Saber: Scout Market.\nIris: Stay.\n"));
    desk.grail(["night", "war", "--send", "--despite-silence"]).done();
    let before = desk.read("war/nights/001/updates/red.txt");
    take(&desk, 99_100, &of_gm(1, None, &format!("Token: {GM_TOKEN}\naccept 1\n")));
    let by_letter = answer_to(&desk, "gm.1@example.org");
    assert!(by_letter.contains("`grail letters war 1 --accept` takes it in"), "{by_letter}");
    let ways =
        ["`grail letters war 1 --accept`, `grail reopen war 1` and `grail mail war --send` play it again with this"];
    desk.grail(["status", "war"]).done().prints(ways);
    let run = desk.grail(["letters", "war", "1", "--accept", "--as", "Red"]).done();
    run.says([
        "`grail reopen war 1` plays it again with what letter 1 orders, then `grail mail war --send` sends errata",
    ]);
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    desk.grail(["letters", "war", "--all"]).done().prints(["1 (night 1) Red", "accepted: taken in on the GM's word"]);
    desk.grail(["reopen", "war", "1"]).done();
    let after = desk.read("war/nights/001/updates/red.txt");
    assert!(before != after && after.contains("Scout Market."), "{after}");
    desk.grail(["night", "war", "--send", "--early", "--despite-silence"]).done();
    assert!(told(&desk, "alice@").iter().any(|(_, words)| words.contains("was resolved again")));
    desk.grail(["replay", "war"]).done();
}

#[test]
fn what_of_the_gm_s_was_not_done_is_told_so_and_waits_for_nothing() {
    let desk = with_gm();
    take(&desk, 1, &of_gm(1, None, &format!("Token: {GM_TOKEN}\naside 9\n")));
    assert!(answer_to(&desk, "gm.1@example.org").contains("there is nothing to confirm"));
    let status = desk.grail(["status", "war"]).done().out;
    assert!(!status.contains("My word"), "{status}");
    desk.grail(["letters", "war", "--all"]).done().prints(["not done, or not all of it"]);
    // What could be done when it was written, and not when it was confirmed.
    take(&desk, 2, &of_gm(2, None, &format!("Token: {GM_TOKEN}\nextend 2 hours\n")));
    let id = told(&desk, "kat@").into_iter().find(|(_, words)| words.contains("everybody is told")).unwrap().0;
    desk.grail(["night", "war", "--send", "--early"]).done();
    take(&desk, 3, &of_gm(3, Some(&id), &format!("Token: {GM_TOKEN}\nconfirm\n")));
    assert!(answer_to(&desk, "gm.3@example.org").contains("NOT DONE: this was of night 1"));
    let all = desk.grail(["letters", "war", "--all"]).done().out;
    assert!(!all.contains("done as the GM wrote") && all.matches("not done, or not all of it").count() == 3, "{all}");
}

#[test]
fn a_token_of_the_player_s_own_is_found_among_other_words_and_told_to_nobody() {
    let desk = by_maildir();
    desk.edit("war/war.yaml", "token: red-lantern", &format!("token: {DRAWN}"));
    for (number, line) in [(1, "Oh the token! DYSN-SCLH-K7PU-4QWL"), (2, "token dysn-sclh-k7pu-4qwl")] {
        let body = format!("{line}\n\nSaber: Scout Market.\n");
        take(&desk, number, &letter_of("alice", 1, number, &body).replace("Token: red-lantern\nNight: 1\n", ""));
        let said = answer_to(&desk, &format!("alice.1.{number}@example.org"));
        assert!(said.contains("your orders for night 1") && said.contains("1. Scout Market."), "{said}");
        assert!(!said.to_lowercase().contains("dysn") && !said.contains("Oh the token"), "{said}");
    }
    // Another's stands for nobody, five words count, and none where a line says `Token:`.
    let wrong = "Token: red-lantern\nOh dysn-sclh-k7pu-4qwl\nSaber: Stay.\n";
    take(&desk, 3, &letter_of("alice", 1, 3, wrong).replacen("Token: red-lantern\nNight: 1\n", "", 1));
    assert!(answer_to(&desk, "alice.1.3@example.org").contains("Its token is missing or wrong."));
    let guesses: String =
        (0..5).map(|n| format!("ab{n}", n = ["aa", "bb", "cc", "dd", "ee"][n]) + "-sclh-k7pu-4qwl here\n").collect();
    let many = letter_of("alice", 1, 4, &format!("{guesses}so dysn-sclh-k7pu-4qwl\nSaber: Stay.\n"));
    take(&desk, 4, &many.replace("Token: red-lantern\nNight: 1\n", ""));
    desk.grail(["letters", "war"]).done().prints(["it has no token", "more than the 5 that count"]);
}

#[test]
fn whoever_answers_a_letter_of_ours_without_the_token_is_told_each_time() {
    let desk = by_maildir();
    take(&desk, 1, &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    let ours = told(&desk, "alice@").pop().unwrap().0;
    for number in [2, 3, 4] {
        let letter = letter_of("alice", 1, number, "Saber: Scout Market.\n").replace("Token: red-lantern\n", "");
        let letter = letter.replacen("Content-Type", &format!("In-Reply-To: <{ours}>\nContent-Type"), 1);
        take(&desk, number, &letter);
        assert!(answer_to(&desk, &format!("alice.1.{number}@example.org")).contains("Its token is missing or wrong."));
    }
    // Of what anybody may write in their name one a day is answered.
    for number in [5, 6] {
        take(&desk, number, &letter_of("alice", 1, number, "Hello?\n").replace("Token: red-lantern\n", ""));
    }
    desk.grail(["letters", "war", "--all"]).done().prints(["not answered, for its sender got as many answers today"]);
}

#[test]
fn a_confirm_without_the_token_hears_of_what_came_in_with_it() {
    let desk = with_gm();
    deliver(&desk, "1700000001.a", &of_gm(1, None, &format!("Token: {GM_TOKEN}\nextend 2 hours\n")));
    take(&desk, 2, &of_gm(2, None, "confirm\n"));
    assert!(answer_to(&desk, "gm.2@example.org").contains("Your letter \"My word\" waits to be confirmed."));
}

#[test]
fn a_ruling_in_a_page_keeps_its_indentation() {
    let desk = with_gm();
    let page = format!(
        "<div>Token: {GM_TOKEN}</div><div>- set: {{ Saber: {{ at: Market }} }}</div><div>&nbsp; at: start</div><div>&nbsp; reason: She was carried off.</div>"
    );
    take(&desk, 1, &of_gm(1, None, &page).replace("text/plain", "text/html"));
    let said = answer_to(&desk, "gm.1@example.org");
    assert!(said.contains("The night was tried with them") && !said.contains("NOT POSSIBLE"), "{said}");
}

#[test]
fn a_subject_asks_beside_the_sentences_below_it() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send", "--early"]).done();
    let body = "Could you send me my packet again? And I lost my last update.\n";
    let letter = letter_of("alice", 2, 1, body).replace("Subject: Night 2", "Subject: help").replace("Night: 2\n", "");
    take(&desk, 1, &letter);
    let said = answer_to(&desk, "alice.2.1@example.org");
    for part in
        ["You may write, in a line of its own", "The packet for your next orders is attached", "Your update of night 1"]
    {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    assert!(!said.contains("was not taken") && !said.contains("`And`"), "{said}");
}

#[test]
fn a_player_without_a_token_is_named_before_anything_goes_out() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", ", token: red-lantern", "");
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    let warned =
        "Alice of Red has no token, and no letter of theirs can be taken: `grail seat war Red --new-token` draws one";
    desk.grail(["start", "war"]).done().says([warned]);
    desk.grail(["mail", "war", "0", "--send"]).done().says([warned]);
}

#[test]
fn what_is_written_after_the_end_is_read_and_what_comes_too_late_to_be_withdrawn_is_listed() {
    let desk = by_maildir();
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T00:00:00+00:00[Europe/London]\"\n");
    take(&desk, 99_000, &letter_of("bob", 1, 1, "Please withdraw all my orders.\n"));
    desk.grail(["letters", "war"]).done().prints(["asks to withdraw all orders, after the deadline"]);
    desk.grail(["letters", "war", "1", "--aside"]).done();
    desk.grail(["night", "war", "--send", "--despite-silence"]).done();
    desk.grail(["end", "war", "--draw", "--send"]).done();
    deliver(&desk, "1700099100.a", &letter_of("alice", 1, 2, "Why is it over?\n").replace("Night: 1\n", ""));
    deliver(&desk, "1700099101.a", &letter_of("bob", 1, 2, "I lost my last update.\n").replace("Night: 1\n", ""));
    // By the clock's command too.
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    desk.grail(["letters", "war"]).done().prints(["set aside: the War ended on night 1", "Why is it over?"]);
    let said = answer_to(&desk, "alice.1.2@example.org");
    assert!(said.contains("The War ended on night 1.") && said.contains("Why is it over?"), "{said}");
    assert!(!said.contains("yet."), "{said}");
    let again = answer_to(&desk, "bob.1.2@example.org");
    assert!(again.contains("Your update of night 1"), "{again}");
}

#[test]
fn letters_that_are_sent_once_more_leave_in_that_run_and_the_inbox_is_read_all_the_same() {
    let desk = with_gm();
    desk.grail(["night", "war", "--send", "--early"]).done();
    let before = told(&desk, "alice@").len();
    take(&desk, 1, &of_gm(1, None, &format!("Token: {GM_TOKEN}\nagain update-red\n")));
    let id = told(&desk, "kat@").into_iter().find(|(_, words)| words.contains("goes out once more")).unwrap().0;
    // A Maildir takes no letter twice under one name.
    for (name, raw) in desk.files("war/sent/new") {
        if String::from_utf8_lossy(&raw).contains("red-packet-night-2.yaml") {
            std::fs::remove_file(desk.path("war/sent/new").join(name)).unwrap();
        }
    }
    assert_eq!(told(&desk, "alice@").len(), before - 1);
    deliver(&desk, "1700000002.g", &of_gm(2, Some(&id), &format!("Token: {GM_TOKEN}\nconfirm\n")));
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    assert_eq!(told(&desk, "alice@").len(), before);
    let digests: String =
        told(&desk, "kat@").into_iter().map(|(_, words)| words).filter(|w| w.contains("NOT DELIVERED")).collect();
    assert!(!digests.contains("update-red"), "{digests}");
    // What is still to be sent keeps nobody's letters out.
    desk.grail(["mail", "war", "1", "--again", "update-blue"]).done();
    deliver(&desk, "1700000003.a", &letter_of("alice", 2, 3, "When are orders due?\n"));
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    assert!(answer_to(&desk, "alice.2.3@example.org").contains("It is night 2"));
}

#[test]
fn a_war_is_ended_in_one_of_three_ways_and_for_a_team_there_is() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--early"]).done();
    desk.grail(["end", "war"]).ends(2).says(["--draw|--abandoned|--winner"]);
    desk.grail(["end", "war", "--winner", "Blau"]).ends(2).says(["there is no team `Blau`: the teams are "]);
}

#[test]
fn what_is_said_above_the_orders_of_an_only_character_is_no_order() {
    let desk = by_maildir();
    desk.edit(
        "war/war.yaml",
        "player: { name: Alice, email: alice@example.org, token: red-lantern }",
        "players:\n      - { name: Alice, email: alice@example.org, token: red-lantern, characters: [Saber], seat: Red }\n      \
         - { name: Carol, email: carol@example.org, token: green-lantern, characters: [Iris] }",
    );
    for night in ["000", "001"] {
        std::fs::remove_dir_all(desk.path(&format!("war/nights/{night}"))).unwrap();
    }
    desk.grail(["start", "war"]).done();
    take(
        &desk,
        1,
        &letter_of("alice", 1, 1, "Night 1\nHallo Kat, gern!\nAtack Lancer.\n\nSaber:\n  Stay.\n")
            .replace("Night: 1\n", ""),
    );
    let said = answer_to(&desk, "alice.1.1@example.org");
    assert!(
        said.contains("No orders, but kept for the GM to read:") && said.contains("  Night 1 Hallo Kat, gern!"),
        "{said}"
    );
    assert!(said.contains("1. not accepted: Atack Lancer") && said.contains("2. Stay."), "{said}");
}

#[test]
fn a_player_and_their_substitute_hear_what_the_other_orders() {
    let desk = by_maildir();
    let stands_in = ["seat", "war", "Red", "--substitute", "Olav", "--substitute-email", "olav@example.org"];
    desk.grail(stands_in).done();
    take(&desk, 1, &letter_of("alice", 1, 1, "Saber: Scout Market.\n"));
    let olav: String = told(&desk, "olav@").into_iter().map(|(_, words)| words).collect();
    assert!(olav.contains("Alice has written for Red, for night 1.") && olav.contains("1. Scout Market."), "{olav}");
    take(&desk, 2, &letter_of("alice", 1, 2, "May she walk alone?\n"));
    assert_eq!(told(&desk, "olav@").iter().filter(|(_, words)| words.contains("has written for")).count(), 1);
}

#[test]
fn a_late_letter_that_names_its_night_awaits_the_gm_and_is_taken_into_that_night() {
    let desk = with_gm();
    desk.grail(["night", "war", "--send", "--early", "--despite-silence"]).done();
    take(&desk, 1, &letter_of("bob", 2, 1, "May she walk alone?\n"));
    take(&desk, 2, &letter_of("alice", 1, 1, "Saber: Scout Market.\nIris: Stay.\nDid I miss it?\n"));
    let said = answer_to(&desk, "alice.1.1@example.org");
    for part in ["was kept for the GM", "It is for night 1, which is played.", "`Night: 2`"] {
        assert!(said.contains(part), "no {part:?} in\n{said}");
    }
    let listed =
        ["2 (night 2) Red", "it is for night 1, which is played", "  Saber: Scout Market.", "  Did I miss it?"];
    desk.grail(["letters", "war"]).done().prints(listed);
    let ways = "Night 1 is played: `grail letters war 2 --accept`, `grail reopen war 1` and `grail mail war --send` play it again";
    desk.grail(["status", "war"]).done().prints([ways]);
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    let digest: String =
        told(&desk, "kat@").into_iter().map(|(_, words)| words).filter(|w| w.contains("AWAIT")).collect();
    assert!(digest.contains("Saber: Scout Market.") && !digest.contains("accept 2\n"), "{digest}");
    take(&desk, 3, &of_gm(1, None, &format!("Token: {GM_TOKEN}\naccept 2\n")));
    assert!(answer_to(&desk, "gm.1@example.org").contains("`grail letters war 2 --accept` takes it in"));
    let before = told(&desk, "alice@").len();
    desk.grail(["letters", "war", "2", "--accept", "--send"])
        .done()
        .says(["`grail reopen war 1` plays it again with what letter 2 orders"]);
    assert_eq!(told(&desk, "alice@").len(), before, "no second answer");
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    assert!(!desk.path("war/nights/002/orders/red.txt").exists());
    let all = desk.grail(["letters", "war", "--all"]).done().out;
    for part in ["1 (night 2) Blue", "2 (night 2) Red", "accepted: taken in on the GM's word", "3 (night 2) kat@"] {
        assert!(all.contains(part), "no {part:?} in\n{all}");
    }
    assert!(!all.contains("4 (night"), "{all}");
    desk.grail(["letters", "war", "2"]).done().prints(["Did I miss it?"]);
    desk.grail(["reopen", "war", "1"]).done();
    assert!(desk.read("war/nights/001/updates/red.txt").contains("Scout Market."));
    // What is for a night to come, or for none, is refused as before.
    take(&desk, 4, &letter_of("alice", 7, 1, "Saber: Scout Market.\n"));
    assert!(answer_to(&desk, "alice.7.1@example.org").contains("These orders are for Night 7"));
}
