//! A War of six players and a GM, five Nights by letters alone: into a Maildir, out to a real server where there is
//! one.
//!
//! What the post can do happens in it at least once. That it is the same when the machine dies at any step:
//! `src/cli/war_by_letters.rs`.

use std::collections::BTreeMap;

use grail_referee::campaign::folder::file_name;
use grail_referee::mail::letter::Letter;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::gm::{OATH, decided};
use super::real::Real;
use super::six_players::ORDERS;
use super::{deliver, post, words};
use crate::cli::{Desk, copy, repository};

/// The token of the GM.
const GM: &str = "kat-owns-2-the-whole-war";
/// What stands in `mail:` beside the way out.
const RULES: &str = "inbox: inbox, answers: 90, when_ready: true, remind: 4 hours, grace: 30 minutes, \
                     press: [public, teams, anonymous], days: [Monday, Thursday], holidays: [2026-12-24 to 2027-01-02]";
/// A War by letters.
struct War {
    desk: Desk,
    server: Option<Real>,
    /// Seat, address, token.
    players: Vec<(String, String, String)>,
    number: u32,
}

impl War {
    fn begun() -> War {
        let desk = Desk::empty();
        copy(&repository().join("tests/mail/six-players"), &desk.path("war"));
        let war = desk.read("war/war.yaml");
        let players = war.lines().enumerate().filter(|(_, line)| !line.starts_with("gm:")).filter_map(|(at, line)| {
            let (head, rest) = line.split_once("email: ")?;
            let (email, token) = rest.trim_end_matches(" }").split_once(", token: ")?;
            let seat = head.split_once("seat: ").map(|(_, rest)| rest.split(',').next().unwrap());
            let team = war.lines().take(at).filter_map(|line| line.trim().strip_prefix("- name: ")).last().unwrap();
            let token = token.split(',').next().unwrap();
            Some((seat.unwrap_or(team).to_owned(), email.to_owned(), token.to_owned()))
        });
        let players: Vec<_> = players.collect();
        assert_eq!(players.len(), 6, "{players:?}");
        let server = Real::with(&[]);
        let way = match &server {
            Some(server) => format!("by: smtp, server: 127.0.0.1, port: {}, tls: none", server.port()),
            None => "by: maildir, maildir: sent".to_owned(),
        };
        desk.edit("war/sheets/saber.yaml", "basic_attack:\n", &format!("{OATH}basic_attack:\n"));
        post(&desk, &format!("{way}, {RULES}"));
        desk.grail(["start", "war"]).done().says(["The Maildir war/inbox is made"]);
        War { desk, server, players, number: 0 }
    }

    /// Puts a letter into the inbox that came long ago, or at a moment.
    fn put(&mut self, from: &str, subject: &str, more: &str, body: &str, at: Option<i64>) {
        self.number += 1;
        let letter = format!(
            "From: {from}\nTo: gm@example.org\nSubject: {subject}\nMessage-ID: <in.{}@example.org>\n{more}\
             Content-Type: text/plain; charset=utf-8\n\n{body}\n",
            self.number
        );
        let at = at.unwrap_or_else(|| Timestamp::now().as_second());
        deliver(&self.desk, &format!("{at}.{:04}", self.number), &letter);
    }

    /// A player's letter with their token, come at a moment.
    fn write_at(&mut self, seat: &str, body: &str, at: Option<i64>) {
        let (_, email, token) = self.players.iter().find(|(name, ..)| name == seat).unwrap().clone();
        self.put(&email, "To the referee", "", &format!("Token: {token}\n\n{body}"), at);
    }

    fn write(&mut self, seat: &str, body: &str) {
        self.write_at(seat, body, None);
    }

    /// What is ordered for a night, by all but some.
    fn orders(&mut self, night: u32, but: &[&str]) {
        for (seat, orders) in ORDERS.into_iter().filter(|(seat, _)| !but.contains(seat)) {
            self.write(seat, &format!("Night: {night}\n{orders}"));
        }
    }

    fn import(&self) {
        self.desk.grail(["orders", "import", "war", "--send"]).done();
    }

    /// All letters that went out: to whom, and each.
    fn out(&self) -> Vec<(String, Letter)> {
        match &self.server {
            Some(server) => server.letters(),
            None => super::sent(&self.desk),
        }
    }

    /// The last letter to an address that holds a word.
    fn told(&self, to: &str, what: &str) -> Letter {
        let found = self.out().into_iter().rev().find(|(whom, l)| whom.contains(to) && whole(l).contains(what));
        found.unwrap_or_else(|| panic!("nothing to {to} with {what:?}")).1
    }

    /// How many letters hold a word.
    fn times(&self, what: &str) -> usize {
        self.out().iter().filter(|(_, letter)| words(letter).contains(what)).count()
    }

    /// The numbers of the letters that await the GM.
    fn awaiting(&self) -> Vec<(String, String)> {
        let list = self.desk.grail(["letters", "war"]).done().out;
        let lines = list.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        lines.map(|line| (line.split(' ').next().unwrap().to_owned(), line.to_owned())).collect()
    }

    /// The GM writes, reads what would come of it, and confirms.
    fn gm(&mut self, body: &str) {
        self.put("kat@example.org", "My word", "", &format!("Token: {GM}\n{body}"), None);
        let id = format!("in.{}@example.org", self.number);
        self.import();
        let echo = self.out().into_iter().find(|(_, l)| l.answers.contains(&id)).unwrap().1;
        let told = words(&echo);
        assert!(told.contains("Nothing is done yet") && !told.contains("NOT POSSIBLE"), "{told}");
        let echo = echo.message_id.unwrap();
        let thread = format!("In-Reply-To: <{echo}>\nReferences: <{echo}>\n");
        self.put("kat@example.org", "Re: My word", &thread, &format!("Token: {GM}\nconfirm"), None);
        self.import();
    }

    /// Sets when orders are due, so many minutes from now.
    fn due_in(&self, night: u32, minutes: i64) {
        let at = Zoned::now().checked_add(SignedDuration::from_mins(minutes)).unwrap();
        let due = format!("due: \"{}\"\n", at.with_time_zone(TimeZone::UTC));
        self.desk.write(&format!("war/nights/{night:03}/deadline.yaml"), &due);
    }

    fn by_the_clock(&self, says: &str) {
        self.desk.grail(["night", "war", "--when-due", "--send", "--despite-silence"]).done().says([says]);
    }

    fn play(&self, night: u32) {
        self.desk.grail(["night", "war", "--send", "--early"]).done().says([&format!("Night {night} is resolved")]);
    }
}

fn whole(letter: &Letter) -> String {
    letter.texts.iter().map(|text| format!("{}\n{}\n", text.part, text.text)).collect()
}

#[test]
fn six_players_and_a_gm_play_five_nights_by_letters_alone() {
    let mut war = War::begun();
    war.desk.grail(["mail", "war", "0", "--send"]).done().says(["6 sent"]);
    first_night(&mut war);
    second_night(&mut war);
    third_night(&mut war);
    fourth_night(&mut war);

    // The fifth: all are ready long before the deadline.
    for seat in ["Red", "Blue", "Green", "Gold", "White"] {
        war.write(seat, "I am ready.");
    }
    war.write("Red", "Night: 5\nSaber: Use Oath of Silence on Iris.\nIris: Stay.");
    war.by_the_clock("nothing is played before");
    war.write("Quill", "I am ready.");
    // What only the GM can settle stops it, is asked and answered by letter, and the clock goes on.
    let stopped = war.desk.grail(["night", "war", "--when-due", "--send", "--despite-silence"]);
    stopped.ends(3);
    let asked = words(&war.told("kat@", "RULINGS THAT NIGHT 5 AWAITS")).to_owned();
    war.gm(&decided(&asked));
    war.by_the_clock("Night 5 is resolved");

    // What awaits the GM is settled by one letter; then the War ends by the GM's word.
    let open: Vec<String> = war.awaiting().into_iter().map(|(number, _)| format!("aside {number}\n")).collect();
    war.gm(&open.concat());
    war.desk.grail(["end", "war", "--draw", "--send"]).done();
    let last = whole(&war.told("mara@", "as a draw"));
    assert!(last.contains("book") && war.desk.path("war/book.html").exists(), "{}", &last[..400]);
    all_holds(&war);
}

/// Questions, requests, press, talk, robots, more time.
fn first_night(war: &mut War) {
    war.orders(1, &["Red"]);
    war.write(
        "Red",
        "Night: 1\nSaber: Stay.\nBy the way, my dog is ill and I am slow.\n\nIris: Stay.\n\nKind regards\nNora",
    );
    war.put("jonas@example.org", "A question", "", "May Rider look into the Chapel?\n\nJonas", None);
    war.write("Blue", "Can I get an extension?");
    war.write("Green", "Please send me the players' guide.\nMay I have my sheet?\nCould you send me my packet again?\nWhen are orders due?");
    war.write("Gold", "Press to all: The curtain rises.\n");
    war.write("White", "Anonymous press to Red: I know where you sleep.\n");
    war.put("white-rabbit@example.net", "Watches", "", "Cheap watches!", None);
    war.put("pieter@example.org", "Out of office", "Auto-Submitted: auto-replied\n", "I am away.", None);
    war.import();
    let green = whole(&war.told("amara@", "You may write, in a line of its own"));
    assert!(green.contains("green-packet-night-1.yaml") && green.contains("It is night 1 of"), "{green}");
    assert!(words(&war.told("pieter@", "The curtain rises.")).contains("Gold says to all:"));
    let anonymous = words(&war.told("nora@", "where you sleep")).to_owned();
    assert!(anonymous.contains("Somebody says to Red:") && !anonymous.contains("White"), "{anonymous}");
    // The answer to its writer quotes it, and nobody else has it.
    assert_eq!((war.times("Somebody says to Red:"), war.times("where you sleep")), (1, 2));
    let receipt = words(&war.told("nora@", "my dog is ill")).to_owned();
    assert!(!receipt.contains("Kind regards") && !receipt.contains("  Nora"), "{receipt}");
    let open = war.awaiting();
    let of = |what: &str| {
        open.iter().find(|(_, line)| line.contains(what)).unwrap_or_else(|| panic!("{what}: {open:?}")).0.clone()
    };
    let (question, time) = (of("A question"), of("it asks: for more time"));
    let others = [of("Watches"), of("Out of office")].map(|n| format!("aside {n}\n")).concat();
    let due = war.desk.read("war/nights/001/deadline.yaml");
    war.gm(&format!("answer {question}: He may.\nanswer {time}: Two hours.\nextend 2 hours\n{others}"));
    war.told("jonas@", "He may.");
    assert_eq!(war.times("The deadline was moved"), 6);
    assert_ne!(war.desk.read("war/nights/001/deadline.yaml"), due);
    war.play(1);
    // The same updates as posts for a board, to paste.
    let posts = war.desk.grail(["updates", "war", "1", "--posts"]).done();
    assert!(posts.out.contains("===== for everybody: the thread ====="), "{}", posts.out);
    assert!(posts.out.contains("[spoiler=WHAT HAPPENED]"), "{}", posts.out);
    let digest = words(&war.told("kat@", "Night 1 is played.")).to_owned();
    assert!(digest.contains("my dog is ill") && digest.contains("aside "), "{digest}");
    // Two players of one team know what each knows: the packets are their own.
    let (master, servant) =
        (whole(&war.told("sunniva@", "Night 1, for White")), whole(&war.told("mara@", "Night 1, for Quill")));
    assert!(master.contains("white-packet-night-2.yaml") && servant.contains("quill-packet-night-2.yaml"));
}

/// What was told comes again, orders are withdrawn, an address changes.
fn second_night(war: &mut War) {
    war.orders(2, &[]);
    war.write("Red", "I lost my last update.\nWithdraw all my orders.\nPlain text only, please.");
    war.write("Blue", "Please cancel Lancer's orders.\nWhat are my orders?");
    war.write("Green", "withdraw 2");
    war.write("Gold", "My new address is bell@example.net");
    // One word in the subject is enough, with the token alone below it.
    let (_, quill, token) = war.players.iter().find(|(seat, ..)| seat == "Quill").unwrap().clone();
    war.put(&quill, "status", "", &format!("Token: {token}"), None);
    war.import();
    war.told("mara@", "Orders are due ");
    let again = words(&war.told("nora@", "Your update of night 1:")).to_owned();
    assert!(again.contains("All that you ordered for night 2 is withdrawn."), "{again}");
    assert!(war.desk.read("war/nights/002/orders/red.txt").contains("all were withdrawn"));
    let blue = words(&war.told("pieter@", "What you ordered for Lancer is withdrawn.")).to_owned();
    assert!(blue.contains("Without orders so far: Lancer.") && blue.contains("Edmund:\n  1. Stay."), "{blue}");
    let green = words(&war.told("amara@", "Order 2 is withdrawn: Rosa: Stay.")).to_owned();
    assert!(green.contains("Archer:\n  1. Stay.") && green.contains("Without orders so far: Rosa."), "{green}");
    let code = |letter: &Letter| words(letter).lines().find_map(|l| l.strip_prefix("confirm ")).unwrap().to_owned();
    let (old, new) = (code(&war.told("jonas@", "confirm ")), code(&war.told("bell@", "confirm ")));
    war.write("Gold", &format!("confirm {old}"));
    let token = war.players.iter().find(|(seat, ..)| seat == "Gold").unwrap().2.clone();
    war.put("bell@example.net", "Re: night 2", "", &format!("Token: {token}\nconfirm {new}"), None);
    war.import();
    for (_, email, _) in &mut war.players {
        *email = email.replace("jonas@example.org", "bell@example.net");
    }
    war.play(2);
    war.told("bell@", "Night 2, for Gold");
}

/// Somebody is to be waited for, somebody is away; the GM puts the night off, goes on, rules; a letter comes back; a
/// past night is ruled on, and everybody who read otherwise is told.
fn third_night(war: &mut War) {
    war.orders(3, &["White"]);
    by_forum_and_in_anothers_name(war);
    war.write("Blue", "Please wait for me!");
    war.write("White", "I am away from 2099-06-01 to 2099-08-01.");
    war.import();
    war.desk.grail(["night", "war", "--send"]).ends(1).says(["Blue asked to be waited for"]);
    war.gm("pause");
    war.by_the_clock("Night 3 is put off");
    war.gm("resume");
    war.gm("deadline 2099-07-02 22:00");
    assert_eq!((war.times("Night 3 is put off until further word."), war.times("Night 3 goes on")), (6, 6));
    war.desk.grail(["status", "war"]).done().prints(["To be waited for: Blue.", "Absent, and not awaited: White."]);
    war.write("Blue", "I am ready.");
    let id = war.told("sunniva@", "Night 2, for White").message_id.unwrap();
    let bounce = format!("The mailbox is full.\n\nMessage-ID: <{id}>\n");
    war.put("MAILER-DAEMON@example.org", "Undelivered", "", &bounce, None);
    war.gm("- add: { Rosa: { cp: 5 } }\n  reason: A found purse.\n");
    let open = war.awaiting();
    assert!(open.iter().any(|(_, line)| line.contains("update-white of night 2 to sunniva@")), "{open:?}");
    // All have ordered or are away, and count on the time that they were given until each says that they need it not.
    war.by_the_clock("The deadline was moved: it is waited for");
    for seat in ["Red", "Green", "Gold", "Quill"] {
        war.write(seat, "I am ready.");
    }
    war.by_the_clock("Night 3 is resolved");
    assert!(war.desk.read("war/nights/003/rulings.yaml").contains("A found purse."));
    let late = "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n";
    war.desk.write("war/nights/003/rulings.yaml", &format!("{}{late}", war.desk.read("war/nights/003/rulings.yaml")));
    war.desk.grail(["reopen", "war", "3"]).done();
    war.desk.grail(["mail", "war", "--send"]).done();
    assert!(words(&war.told("nora@", "Not so any more")).contains("Saber: Health 7 of"));
}

/// A player's post on the forum holds as a letter does. What anybody could have written in a player's name does not,
/// and is answered once a day however often it comes.
fn by_forum_and_in_anothers_name(war: &mut War) {
    war.import();
    // A board shows minutes: the next one is surely behind the Night before.
    let next = Zoned::now().with_time_zone(TimeZone::UTC).checked_add(SignedDuration::from_mins(1)).unwrap();
    let now = next.strftime("%b %d, %Y %I:%M %p");
    let thread = format!(
        "The War of Letters\n\nKatGM\n#1 · {now}\nNight 3 begins.\n\nNora T\n#2 · {now}\nSaber: Scout Chapel.\n\n\
         Zed\n#3 · {now}\nI would scout the Market.\n"
    );
    war.desk.write("thread.txt", &thread);
    let run = war.desk.grail(["orders", "import", "war", "--thread", "thread.txt", "--zone", "UTC", "--send"]).done();
    run.says(["thread.txt, text: 3 posts."]).prints(["accepted, Red"]);
    war.number += 1;
    let holds = war.desk.read("war/nights/003/orders/red.txt");
    assert!(holds.contains("Scout Chapel"), "{holds}");
    let to_blue = |war: &War| war.out().iter().filter(|(to, _)| to.contains("pieter@")).count();
    let before = to_blue(war);
    for number in 0..3 {
        war.put("pieter@example.org", &format!("Orders {number}"), "", "Lancer: Move to Chapel.", None);
    }
    war.import();
    assert_eq!(to_blue(war) - before, 1, "one answer to three letters that nothing proves");
    assert!(!war.desk.read("war/nights/003/orders/blue.txt").contains("Move to Chapel"));
}

/// A seat comes into other hands, another has somebody stand in; the silent are reminded by the clock, what comes in
/// the time of grace is in time and what comes later is not.
fn fourth_night(war: &mut War) {
    let ida = ["seat", "war", "Green", "--player", "Ida", "--email", "ida@example.net", "--new-token", "--send"];
    let run = war.desk.grail(ida).done();
    let token = run.out.trim().trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    let known = whole(&war.told("ida@", "you play Green"));
    assert!(known.contains("green-packet-night-4.yaml") && known.contains("green-night-3.txt"), "{known}");
    let left = war.players.iter().find(|(seat, ..)| seat == "Green").map(|(_, email, _)| email.clone()).unwrap();
    war.told(&left, "Green has another player now.");
    for (seat, email, old) in war.players.iter_mut().filter(|(seat, ..)| seat == "Green") {
        (*email, *old) = ("ida@example.net".to_owned(), token.clone());
        assert_eq!(seat, "Green");
    }
    war.desk.grail(["seat", "war", "Blue", "--substitute", "Olav", "--substitute-email", "olav@example.net"]).done();
    war.write("Green", "Night: 4\nArcher: Stay.\nRosa: Stay.");
    war.due_in(4, 120);
    // The substitute's first letter has what the last night told: no update of it comes beside.
    war.by_the_clock("stand-in-blue-1 to olav@example.net: sent");
    war.by_the_clock("nothing is played before");
    war.told("ida@", "Rosa:\n  2. Stay.");
    war.told("olav@", "you stand in for Pieter");
    war.told("pieter@", "no orders have come for Blue");
    let now = Timestamp::now().as_second();
    war.due_in(4, -10);
    war.write_at("Red", "Night: 4\nSaber: Stay.\nIris: Stay.", Some(now - 300));
    war.by_the_clock("the time of grace runs");
    assert!(war.desk.read("war/nights/004/orders/red.txt").contains("Stay"), "in the time of grace");
    war.due_in(4, -120);
    war.write_at("Gold", "Night: 4\nRider: Stay.", Some(now - 60));
    war.by_the_clock("Night 4 is resolved");
    war.told("bell@", "It came after the deadline");
    assert!(!war.desk.path("war/nights/004/orders/gold.txt").exists());
}

/// Every letter went out once and to whom it belongs; no token was mailed; every letter that came has its one state.
fn all_holds(war: &War) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (to, letter) in war.out() {
        *times.entry(letter.message_id.clone().unwrap()).or_default() += 1;
        let text = whole(&letter);
        assert!(!text.contains(GM), "the GM's token was mailed");
        for (seat, email, token) in &war.players {
            assert!(!text.contains(token.as_str()), "the token of {seat} was mailed to {to}");
            let former = [("Gold", "jonas@"), ("Green", "amara@"), ("Blue", "olav@"), ("Green", "ida@")];
            let own = to.contains(email.as_str()) || former.iter().any(|(of, was)| of == seat && to.contains(was));
            // The book comes with the last letter, when there are no secrets any more.
            let own = own || letter.subject.ends_with(": the end");
            assert!(own || !text.contains(&format!(", for {seat}\n")), "what is for {seat} went to {to}");
        }
        // Nobody else, and no robot, has a letter.
        let known = ["kat@", "jonas@", "amara@", "olav@"].iter().any(|own| to.contains(own));
        assert!(known || war.players.iter().any(|(_, email, _)| to.contains(email.as_str())), "a letter to {to}");
    }
    assert!(times.len() > 120 && times.values().all(|n| *n == 1), "{} letters: {times:?}", times.len());
    let all = war.desk.grail(["letters", "war", "--all"]).done();
    let lines = all.out.lines().filter(|line| !line.starts_with(' ')).count();
    assert_eq!(lines, war.number as usize, "{}", all.out);
    for night in 1..=5 {
        for (seat, ..) in &war.players {
            let page = war.desk.read(&format!("war/nights/{night:03}/updates/{}.txt", file_name(seat)));
            let told = war.out().iter().filter(|(_, l)| l.subject.ends_with(&format!("night {night}: {seat}"))).count();
            // Whoever read otherwise before a ruling came late has errata beside it; a substitute has a copy.
            let wanted = if seat == "Blue" && night >= 4 { 2 } else { 1 };
            let errata = war
                .out()
                .iter()
                .filter(|(_, l)| {
                    l.subject.starts_with("Errata") && l.subject.ends_with(&format!("night {night}: {seat}"))
                })
                .count();
            assert!(
                told - errata == wanted && !page.is_empty(),
                "night {night}, {seat}: {told}, of them errata {errata}"
            );
        }
    }
    all.says(["None awaits you."]);
    war.desk.grail(["replay", "war"]).done();
}
