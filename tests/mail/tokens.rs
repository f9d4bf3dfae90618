//! Tokens cannot be guessed, and no answer helps to guess one.

use grail_referee::mail::letter::Letter;

use super::{by_maildir, deliver, letter_of, post, sent, words};
use crate::cli::{Desk, copy, repository};

/// A letter in Bob's name, whoever wrote it, with orders and so many words for a token; the last is the right one.
fn guesses(number: usize, words: usize, line: &str) -> String {
    let wrong: String = (1..words).map(|n| format!("{line}guess-{number}-{n}\n")).collect();
    let letter = letter_of("bob", 1, u32::try_from(number).unwrap(), "Lancer: Scout Market.\nEdmund: Stay.\n");
    letter.replace("Token: blue-lantern\n", &format!("{wrong}{line}blue-lantern\n"))
}

/// A letter in Bob's name whose token is wrong.
fn wrong(number: usize) -> String {
    guesses(number, 2, "Token: ").replace("Token: blue-lantern\n", "")
}

#[test]
fn a_list_of_words_finds_no_token() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &guesses(1, 500, ""));
    deliver(&desk, "1700000002.b", &guesses(2, 500, "Token: "));
    let subject: Vec<String> = (0..50).map(|n| format!("guess-{n}")).collect();
    let subject = format!("Subject: {} blue-lantern", subject.join(" "));
    let letter = letter_of("bob", 1, 3, "Lancer: Stay.\n").replace("Token: blue-lantern\n", "");
    deliver(&desk, "1700000003.c", &letter.replace("Subject: Night 1", &subject));
    // A lone word beside a line that says `Token:` counts for nothing.
    let beside = letter_of("bob", 1, 4, "Lancer: Stay.\n\nblue-lantern\n").replace("Token: blue-lantern", "Token: x");
    deliver(&desk, "1700000004.d", &beside);
    let run = desk.grail(["orders", "import", "war"]).done();
    assert!(!run.out.contains("accepted") && !run.out.contains(", Blue"), "{}", run.out);
    assert_eq!(run.out.matches("words more than the 5 that count").count(), 3, "the GM is told:\n{}", run.out);
    assert!(!desk.path("war/nights/001/letters").join("blue").exists());
    desk.grail(["orders", "import", "war"]).done().says(["4 taken in before."]);
    let status = desk.grail(["status", "war"]).done().out;
    assert!(status.contains("Letters that await you") && status.lines().count() < 30, "{status}");
}

#[test]
fn who_guesses_again_and_again_is_slowed_down_and_the_player_is_not_locked_out() {
    let desk = by_maildir();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() - 1000;
    // A few may be a player's own slips: what follows holds.
    (0..4).for_each(|n| deliver(&desk, &format!("{}.{n}", now + n), &wrong(n as usize)));
    deliver(&desk, &format!("{}.own", now + 4), &letter_of("bob", 1, 50, "Edmund: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Blue"]);
    // Many are none, and the right one among them waits for the GM, who is told.
    (5..30).for_each(|n| deliver(&desk, &format!("{}.{n}", now + n), &wrong(n as usize)));
    deliver(&desk, &format!("{}.hit", now + 31), &letter_of("bob", 1, 51, "Lancer: Scout Market.\n"));
    let run = desk.grail(["orders", "import", "war", "--send"]).done();
    run.prints(["set aside, Blue", "behind many wrong ones"])
        .says(["wrong tokens within a day", "bob@example.org: 29 letters"]);
    assert!(!desk.read("war/nights/001/orders/blue.txt").contains("Scout Market"));
    let status = desk.grail(["status", "war"]).done();
    status.prints([
        "Wrong tokens within a day",
        "in the name of Blue: 29 letters without the right token, 29 words tried",
        "letters wait for you until",
    ]);
    // Bob has the answer, for it went to his address, and writes by it: nobody else knows its id.
    let told: Vec<Letter> = sent(&desk).into_iter().map(|(_, letter)| letter).collect();
    let told = told.iter().find(|letter| words(letter).contains("Write your orders as an answer")).unwrap();
    let id = told.message_id.clone().unwrap();
    let forged = letter_of("bob", 1, 52, "Lancer: Stay.\n")
        .replace("Subject:", "In-Reply-To: <grail.0123@example.org>\nSubject:");
    deliver(&desk, &format!("{}.forged", now + 32), &forged);
    let reply =
        letter_of("bob", 1, 53, "Lancer: Stay.\n").replace("Subject:", &format!("In-Reply-To: <{id}>\nSubject:"));
    deliver(&desk, &format!("{}.reply", now + 33), &reply);
    let run = desk.grail(["orders", "import", "war"]).done();
    assert_eq!(
        (run.out.matches("accepted, Blue").count(), run.out.matches("set aside, Blue").count()),
        (1, 1),
        "{}",
        run.out
    );
    // Alice is not concerned.
    deliver(&desk, &format!("{}.alice", now + 34), &letter_of("alice", 1, 1, "Saber: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Red"]);
}

#[test]
fn whose_token_cannot_be_guessed_is_not_slowed_down() {
    let drawn = "k7qm-2vxd-yhtr-w4cp";
    let desk = by_maildir();
    desk.write("war/war.yaml", &desk.read("war/war.yaml").replace("blue-lantern", drawn));
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs() - 1000;
    (0..30).for_each(|n| deliver(&desk, &format!("{}.{n}", now + n), &wrong(n as usize)));
    let own = letter_of("bob", 1, 51, "Lancer: Scout Market.\n").replace("blue-lantern", drawn);
    deliver(&desk, &format!("{}.own", now + 31), &own);
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Blue"]);
    assert!(desk.read("war/nights/001/orders/blue.txt").contains("Scout Market"));
    let status =
        desk.grail(["status", "war"]).done().prints(["in the name of Blue: 30 letters without the right token"]);
    let line = status.out.lines().find(|line| line.contains("in the name of Blue")).unwrap();
    assert!(!line.contains("wait for you"), "{line}");
}

#[test]
fn a_domain_that_vouches_for_its_sender_is_no_guesser_s() {
    let desk = by_maildir();
    (0..9).for_each(|n| deliver(&desk, &format!("170000000{n}.a"), &wrong(n)));
    let own = format!("Authentication-Results: mx; dmarc=pass\n{}", letter_of("bob", 1, 50, "Lancer: Stay.\n"));
    deliver(&desk, "1700000009.b", &own);
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Blue"]);
}

#[test]
fn letters_without_a_token_use_up_nobody_s_answers() {
    let desk = by_maildir();
    for n in 0..25 {
        let letter =
            letter_of("alice", 1, n, "Saber: Stay.\n").replace("Token: red-lantern\n", "").replace("Night 1", "Hi");
        deliver(&desk, &format!("17000000{n:02}.a"), &letter);
    }
    deliver(&desk, "1700000090.b", &letter_of("alice", 1, 90, "Saber: Stay.\n").replace("Token: red-lantern\n", ""));
    let own =
        format!("Authentication-Results: mx; dmarc=pass\n{}", letter_of("alice", 1, 91, "Saber: Scout Market.\n"));
    deliver(&desk, "1700000091.b", &own);
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told: Vec<Letter> = sent(&desk).into_iter().map(|(_, letter)| letter).collect();
    let plans = told.iter().filter(|letter| words(letter).contains("Scout Market")).count();
    assert_eq!((told.len(), plans), (2, 1), "one answer to what anybody could have written, and one to the player");
}

/// What a player is answered to a letter of their own that tries words; ids and times aside.
fn oracle(word: &str) -> String {
    let desk = by_maildir();
    let body = format!(
        "Token: {word}\n\n{word}\n\nSaber:\n  Say: \"Is it {word}, or {word}?\".\n  Scout {word}.\n  Use {word} on Lancer.\n  Stay.\n# {word}\nIris: Stay.\n"
    );
    let letter =
        letter_of("alice", 1, 1, &body).replace("Subject: Night 1", &format!("Subject: Night 1 {word} ({word})"));
    deliver(&desk, "1700000001.a", &letter);
    let run = desk.grail(["orders", "import", "war", "--send"]).done();
    assert!(run.out.contains("accepted, Red"), "{}", run.out);
    let [(to, answer)] = &sent(&desk)[..] else { panic!("{}", run.out) };
    format!("{to}\n{}\n{}", answer.subject, words(answer)).replace(word, "WORD")
}

#[test]
fn an_answer_tells_nothing_of_the_words_that_a_letter_tries() {
    let wrong = oracle("bloo-lantern");
    assert!(wrong.contains("Is it WORD, or WORD?"), "what was written is read and shown: {wrong}");
    assert_eq!(oracle("blue-lantern"), wrong);
    assert_eq!(oracle("BLUE-lantern"), oracle("BLOO-lantern"));
}

#[test]
fn a_token_that_is_a_name_harms_nobody() {
    let orders = |token: &str| {
        let desk = Desk::with_war();
        desk.edit("war/war.yaml", "blue-lantern", token);
        desk.grail(["start", "war"]).done();
        post(&desk, "by: maildir, maildir: sent, inbox: inbox");
        desk.grail(["orders", "import", "war"]).done();
        deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber:\n  Scout\nMarket\n\nIris: Move to Market.\n"));
        let bob = letter_of("bob", 1, 1, "Lancer:\n  Scout Market.\nEdmund: Move to Market.\n");
        deliver(&desk, "1700000002.b", &bob.replace("Token: blue-lantern", &format!("Token: {token}")));
        let run = desk.grail(["orders", "import", "war", "--send"]).done();
        assert_eq!(run.out.matches("accepted").count(), 2, "{token}: {}", run.out);
        let told: Vec<String> = sent(&desk).iter().map(|(_, letter)| words(letter).to_owned()).collect();
        ["red", "blue"]
            .map(|seat| {
                let text = desk.read(&format!("war/nights/001/orders/{seat}.txt"));
                text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
            })
            .join("\n")
            + &told.join("\n")
    };
    let usual = orders("k7qm-2vxd-yhtr-w4cp");
    assert!(usual.contains("Scout Market.") && usual.contains("Move to Market."), "{usual}");
    for token in ["Market", "market", "Clock House", "Lancer", "Scout", "the"] {
        assert_eq!(orders(token), usual, "{token}");
    }
}

#[test]
fn what_is_drawn_has_eighty_bits_and_more_and_what_is_weak_is_warned_of() {
    let desk = Desk::empty();
    let drawn = |name: &str| {
        desk.grail(["new", name]).done();
        let war = desk.read(&format!("{name}/war.yaml"));
        let value = |key: &str| {
            let rest = war.split(key).nth(1).unwrap();
            rest.trim_start().split([' ', '\n', '}']).next().unwrap().to_owned()
        };
        (value("\nseed:"), value("token:"))
    };
    let (one, other) = (drawn("one"), drawn("other"));
    assert!(one.0 != other.0 && one.1 != other.1);
    assert_eq!(one.0.replace('-', "").len(), 32, "a seed of 128 bits: {}", one.0);
    assert_eq!(one.1.replace('-', "").len(), 16, "a token of 16 letters with five bits: {}", one.1);
    let start = desk.grail(["start", "one"]).done();
    assert!(!start.err.contains("warning["), "{}", start.err);
    assert!(desk.read("one/nights/000/war.yaml").contains(&one.0), "the War keeps the seed it began with");
    desk.grail(["resolve", "one"]).done();
    desk.grail(["replay", "one"]).done();
    let token = desk.grail(["seat", "one", "Red", "--new-token"]).done().out;
    assert_eq!(token.trim_end_matches(".\n").rsplit(' ').next().unwrap().len(), 19, "{token}");
    desk.grail(["seat", "one", "Red", "--token", "copper"]).done().says(["this token can be guessed"]);
    // By hand: it begins, and says what can be guessed and the cure.
    let hand = Desk::with_war();
    let start = hand.grail(["start", "war"]).done();
    assert_eq!(start.err.matches("warning[W418]").count(), 2, "{}", start.err);
    start.says(["warning[W419]", "--new-token", "leave `seed` out"]);
    // Without a seed one is drawn.
    let without = Desk::with_war();
    let war = without.read("war/war.yaml");
    without.write(
        "war/war.yaml",
        &war.lines().filter(|l| !l.starts_with("seed:")).map(|l| format!("{l}\n")).collect::<String>(),
    );
    without.grail(["start", "war"]).done();
    let frozen = without.read("war/nights/000/war.yaml");
    let seed = frozen.lines().find_map(|line| line.strip_prefix("seed: ")).unwrap();
    assert_eq!(seed.replace('-', "").len(), 32, "{seed}");
    without.grail(["resolve", "war"]).done();
    without.grail(["replay", "war"]).done();
}

/// Everything that Alice is mailed of a night, byte by byte; dates and the marks between parts aside.
fn mailed(change: impl Fn(&Desk), key: char) -> Vec<(String, String)> {
    let desk = Desk::with_war();
    change(&desk);
    desk.grail(["start", "war"]).done();
    desk.write("war/keys.yaml", &format!("format: 1\nletters: {}\n", key.to_string().repeat(64)));
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    desk.grail(["orders", "import", "war"]).done();
    deliver(
        &desk,
        "1700000001.a",
        &letter_of("alice", 1, 1, "Saber:\n  Use Nonsense on Lancer.\n  Stay.\nIris: Stay.\n"),
    );
    desk.grail(["orders", "import", "war", "--send"]).done();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["mail", "war", "--send"]).done();
    let mut found = Vec::new();
    for (name, bytes) in desk.files("war/sent/new") {
        let text = String::from_utf8(bytes).unwrap();
        if !text.contains("alice@example.org") {
            continue;
        }
        let marks: Vec<String> =
            text.split("boundary=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect();
        let plain = marks.iter().fold(text.clone(), |text, mark| text.replace(mark.as_str(), "MARK"));
        let lines: Vec<&str> =
            plain.lines().filter(|line| !line.starts_with("Date:") && !line.contains(" are due ")).collect();
        found.push((name, lines.join("\n")));
    }
    assert_eq!(found.len(), 3, "an answer, an update, the public one");
    let subject = |text: &str| text.lines().find(|line| line.starts_with("Subject:")).map(str::to_owned);
    found.sort_by_key(|(_, text)| subject(text));
    found
}

#[test]
fn no_byte_that_is_mailed_changes_with_what_its_reader_cannot_know() {
    let plain = mailed(|_| (), 'a');
    let secrets: [(&str, &str, &str); 5] = [
        ("war/sheets/lancer.yaml", "true_name: Ferran the Gatekeeper", "true_name: Somebody Else"),
        ("war/sheets/lancer.yaml", "mana: 200", "mana: 210"),
        ("war/sheets/lancer.yaml", "decreases by 10%", "decreases by 15%"),
        ("war/sheets/lancer.yaml", "  - He cannot pass a gate without closing it.", "  - He snores."),
        ("war/war.yaml", "seed: 7331", "seed: 7332"),
    ];
    for (file, from, to) in secrets {
        assert_eq!(mailed(|desk| desk.edit(file, from, to), 'a'), plain, "{to}");
    }
    // Ids are the key's, and nothing else is.
    let other = mailed(|_| (), 'b');
    for ((name, text), (other_name, other_text)) in plain.iter().zip(&other) {
        let id = |text: &str| text.lines().find_map(|l| l.strip_prefix("Message-ID: ")).unwrap().to_owned();
        assert!(name != other_name && id(text) != id(other_text));
        assert_eq!(text.replace(&id(text), "ID"), other_text.replace(&id(other_text), "ID"));
    }
}

#[test]
fn a_war_that_the_program_of_before_started_goes_on() {
    let desk = Desk::empty();
    copy(&repository().join("tests/kept/war"), &desk.path("war"));
    assert!(!desk.path("war/keys.yaml").exists());
    let frozen = desk.read("war/nights/000/war.yaml");
    assert!(frozen.contains("\nseed: 7331\n"), "its seed is a number, and stays one: {frozen}");
    // Its night is still open, on whatever day this runs.
    let due = desk.read("war/nights/003/deadline.yaml").replace("2026-", "2099-");
    desk.write("war/nights/003/deadline.yaml", &due);
    desk.write("letter.eml", &letter_of("alice", 3, 1, "Iris: Stay.\n"));
    desk.grail(["orders", "import", "war", "letter.eml", "--send"]).done().prints(["accepted, Red"]);
    let keys = desk.read("war/keys.yaml");
    assert!(keys.lines().any(|line| line.len() > 64), "{keys}");
    desk.grail(["resolve", "war"]).done();
    desk.grail(["mail", "war", "--send"]).done();
    assert_eq!(desk.read("war/keys.yaml"), keys, "drawn once");
    assert_eq!(sent(&desk).len(), 5, "the answer, two updates, the public one for two");
    assert_eq!(desk.read("war/nights/000/war.yaml"), frozen);
    // Keys that are broken are named with what to do; without them the next letter draws new ones.
    desk.write("war/keys.yaml", "letters: ?\n");
    desk.grail(["mail", "war"]).ends(1).says(["keys.yaml", "remove it"]);
    std::fs::remove_file(desk.path("war/keys.yaml")).unwrap();
    desk.grail(["mail", "war"]).done().says(["0 letters would go out"]);
}

#[test]
fn an_answer_is_never_many_times_its_letter() {
    let desk = by_maildir();
    let bodies = [
        format!("Saber: {}", "X. ".repeat(4000)),
        format!("Saber:\n{}", "Attack Lancre.\n".repeat(800)),
        format!("Saber:\n{}", "If Lancer is here, use Rapid Cut on Lancer; otherwise, stay.\n".repeat(400)),
        // What was ordered before is no more this letter's than its own few words are.
        "Iris: Stay.\n".to_owned(),
    ];
    for (number, body) in (0..).zip(&bodies) {
        deliver(&desk, &format!("170000000{number}.a"), &letter_of("alice", 1, number, body));
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told = sent(&desk);
    assert_eq!(told.len(), bodies.len());
    for (_, answer) in told {
        let number =
            answer.references.iter().find_map(|id| id.split('.').nth(2)?.split('@').next()?.parse::<usize>().ok());
        let asked = bodies[number.unwrap()].len();
        assert!(words(&answer).len() <= 40 * 1024 + 7 * asked, "{} bytes for {asked}", words(&answer).len());
    }
}

#[test]
fn a_player_s_own_token_in_a_line_of_orders_is_told_to_nobody() {
    for accepted in [false, true] {
        let desk = by_maildir();
        let letter = letter_of("alice", 1, 1, "Saber: Oh the token! Red-Lantern\nSaber: Stay.\n");
        let letter = if accepted { letter.replace("Token: red-lantern", "Token: red-lamp") } else { letter };
        deliver(&desk, "1700000001.a", &letter);
        let run = desk.grail(["orders", "import", "war"]).done();
        assert_eq!(run.out.contains("accepted, Red"), !accepted, "{}", run.out);
        if accepted {
            desk.grail(["letters", "war", "1", "--accept", "--as", "Red"]).done();
        }
        desk.grail(["night", "war", "--early", "--despite-silence", "--send"]).done();
        let orders = desk.read("war/nights/001/orders/red.txt");
        assert!(orders.contains("Oh the token! ...") && orders.contains("Stay"), "{orders}");
        for file in ["nights/001/updates/red.txt", "nights/001/updates/red.html"] {
            let text = desk.read(&format!("war/{file}"));
            assert!(!text.to_lowercase().contains("red-lantern"), "{file}");
        }
    }
}
