//! A War of six players and a GM, five Nights by letters alone: into a Maildir, out to a real server where there is one.

use std::collections::BTreeMap;
use std::fs;

use grail_referee::campaign::folder::file_name;
use grail_referee::mail::letter::Letter;

use super::real::Real;
use super::{deliver, post, words};
use crate::cli::{Desk, copy_example};

/// The token of the GM.
const GM: &str = "kat-owns-2-the-whole-war";
/// What stands in `mail:` beside the way out.
const RULES: &str = "inbox: inbox, answers: 90, when_ready: true, remind: 4 hours, press: [public, teams, anonymous], days: [Monday, Thursday]";

/// A War by letters.
struct War {
    desk: Desk,
    server: Option<Real>,
    /// Team, address, token.
    players: Vec<(String, String, String)>,
    number: u32,
}

impl War {
    fn begun() -> War {
        let desk = Desk::empty();
        copy_example("nine-bridges", &desk.path("war"));
        let war = desk.read("war/war.yaml");
        // The first six teams.
        let end = war.find("  - name: Grey").unwrap();
        let head = war[..end].replace(", secondary: Liesel", "");
        let gm = format!("gm: {{ name: Kat, email: kat@example.org, token: {GM} }}");
        desk.write("war/war.yaml", &format!("{head}{gm}\nswitches: {{}}\n"));
        // The orders that the example has are mailed.
        fs::rename(desk.path("war/nights"), desk.path("example")).unwrap();
        let players = head.lines().zip(head.lines().skip(1)).filter_map(|(name, player)| {
            let (_, rest) = player.split_once("email: ")?;
            let (email, token) = rest.trim_end_matches(" }").split_once(", token: ")?;
            Some((name.trim().strip_prefix("- name: ")?.to_owned(), email.to_owned(), token.to_owned()))
        });
        let players: Vec<_> = players.collect();
        assert_eq!(players.len(), 6);
        let war = War { desk, server: Real::with(&[]), players, number: 0 };
        war.settings();
        war.desk.grail(["start", "war"]).done();
        war
    }

    fn settings(&self) {
        let way = match &self.server {
            Some(server) => format!("by: smtp, server: 127.0.0.1, port: {}, tls: none", server.port()),
            None => "by: maildir, maildir: sent".to_owned(),
        };
        post(&self.desk, &format!("{way}, {RULES}"));
    }

    /// Puts a letter into the inbox.
    fn put(&mut self, from: &str, subject: &str, answers: Option<&str>, body: &str) {
        self.number += 1;
        let thread = answers.map(|id| format!("In-Reply-To: <{id}>\nReferences: <{id}>\n")).unwrap_or_default();
        let letter = format!(
            "From: {from}\nTo: gm@example.org\nSubject: {subject}\nMessage-ID: <in.{}@example.org>\n{thread}\
             Content-Type: text/plain; charset=utf-8\n\n{body}\n",
            self.number
        );
        deliver(&self.desk, &format!("{}.a", 1_700_000_000 + self.number), &letter);
    }

    /// A player's letter with their token.
    fn write(&mut self, team: &str, body: &str) {
        let (_, email, token) = self.players.iter().find(|(name, ..)| name == team).unwrap().clone();
        self.put(&email, "To the referee", None, &format!("Token: {token}\n\n{body}"));
    }

    /// The orders that the example War has for a night.
    fn orders(&mut self, night: u32, but: &[&str]) {
        for (team, ..) in self.players.clone() {
            let place = format!("example/{night:03}/orders/{}.txt", file_name(&team));
            if but.contains(&team.as_str()) || !self.desk.path(&place).exists() {
                continue;
            }
            let orders = self.desk.read(&place);
            let lines: Vec<&str> = orders.lines().filter(|line| !line.starts_with("Token:")).collect();
            self.write(&team, &lines.join("\n"));
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

    /// The GM writes, reads what would come of it, and confirms.
    fn gm(&mut self, body: &str) {
        self.put("kat@example.org", "My word", None, &format!("Token: {GM}\n{body}"));
        let id = format!("in.{}@example.org", self.number);
        self.import();
        let echo = self.out().into_iter().find(|(_, l)| l.answers.contains(&id)).unwrap().1;
        assert!(
            words(&echo).contains("Nothing is done yet") && !words(&echo).contains("NOT POSSIBLE"),
            "{}",
            words(&echo)
        );
        let echo = echo.message_id.unwrap();
        self.put("kat@example.org", "Re: My word", Some(&echo), &format!("Token: {GM}\nconfirm"));
        self.import();
    }

    fn play(&self, night: u32) {
        self.desk.grail(["night", "war", "--send", "--early"]).done().says([&format!("Night {night} is resolved")]);
    }
}

fn whole(letter: &Letter) -> String {
    letter.texts.iter().map(|text| format!("{}\n{}\n", text.place, text.text)).collect()
}

#[test]
fn six_players_and_a_gm_play_five_nights_by_letters_alone() {
    let mut war = War::begun();
    war.desk.grail(["mail", "war", "0", "--send"]).done().says(["6 sent"]);

    // The first Night: questions, requests, press, more time.
    war.orders(1, &[]);
    war.put("jonas@example.org", "A question", None, "May Artillery shoot from the Opera House?");
    war.write("Blue", "Can I get an extension?");
    war.write("Green", "Please send me the players' guide.\nMay I have my sheet?\nCould you send me my packet again?");
    war.write("Gold", "Press to all: The curtain rises.\n");
    war.write("White", "Anonymous press to Black: I know where you sleep.\n");
    war.put("white-rabbit@example.net", "Watches", None, "Cheap watches!");
    war.import();
    assert!(whole(&war.told("amara@", "You may write, in a line of its own")).contains("green-packet-night-1.yaml"));
    assert!(words(&war.told("nora@", "The curtain rises.")).contains("Gold says to all:"));
    let anonymous = words(&war.told("luka@", "where you sleep")).to_owned();
    assert!(anonymous.contains("Somebody says to Black:") && !anonymous.contains("White"), "{anonymous}");
    let heard = |team: &str| war.out().iter().any(|(to, l)| to.contains(team) && whole(l).contains("where you sleep"));
    assert!(!heard("nora@") && !heard("pieter@"));
    let list = war.desk.grail(["letters", "war"]).done().out;
    let of = |what: &str| list.lines().find(|l| l.contains(what)).unwrap().split(' ').next().unwrap().to_owned();
    let (question, time, watches) = (of("A question"), of("it asks: for more time"), of("Watches"));
    let due = war.desk.read("war/nights/001/deadline.yaml");
    war.gm(&format!("answer {question}: He may.\nanswer {time}: Two hours.\nextend 2 hours\naside {watches}\n"));
    war.told("jonas@", "He may.");
    war.told("sunniva@", "The deadline was moved");
    assert_ne!(war.desk.read("war/nights/001/deadline.yaml"), due);
    war.play(1);
    war.told("kat@", "Night 1 is played.");

    // The second: what was told comes again, orders are withdrawn, an address changes.
    war.orders(2, &[]);
    war.write("Red", "I lost my last update.\nWithdraw all my orders.\nPlain text only, please.");
    war.write("Gold", "My new address is bell@example.net");
    war.import();
    assert!(
        words(&war.told("nora@", "Your update of night 1:")).contains("All that you ordered for night 2 is withdrawn.")
    );
    assert!(war.desk.read("war/nights/002/orders/red.txt").contains("all were withdrawn"));
    let code = |letter: &Letter| words(letter).lines().find_map(|l| l.strip_prefix("confirm ")).unwrap().to_owned();
    let (old, new) = (code(&war.told("jonas@", "confirm ")), code(&war.told("bell@", "confirm ")));
    war.write("Gold", &format!("confirm {old}"));
    war.put("bell@example.net", "Re: night 2", None, &format!("Token: velvet-curtain\nconfirm {new}"));
    war.import();
    for (_, email, _) in &mut war.players {
        *email = email.replace("jonas@example.org", "bell@example.net");
    }
    war.play(2);
    war.told("bell@", "Night 2, for Gold");

    // The third: somebody is to be waited for, somebody is away; a ruling by mail, a letter that comes back.
    war.orders(3, &["White"]);
    war.write("Blue", "Please wait for me!");
    war.write("White", "I am away from 2099-01-01 to 2099-02-01.");
    war.import();
    war.desk.grail(["night", "war", "--send"]).ends(1).says(["Blue asked to be waited for"]);
    war.write("Blue", "I am ready.");
    let id = war.told("sunniva@", "Night 2, for White").message_id.unwrap();
    let bounce = format!("The mailbox is full.\n\nMessage-ID: <{id}>\n");
    war.put("MAILER-DAEMON@example.org", "Undelivered", None, &bounce);
    war.import();
    let list = war.desk.grail(["letters", "war"]).done().out;
    let returned = list.lines().find(|l| l.contains("update-white of night 2")).unwrap().split(' ').next().unwrap();
    war.gm(&format!("aside {returned}\n- add: {{ Maren: {{ cp: 5 }} }}\n  reason: A found purse.\n"));
    war.play(3);
    assert!(war.desk.read("war/nights/003/rulings.yaml").contains("A found purse."));

    // The fourth: the silent are reminded by the clock, and the Night comes without them.
    war.write("Red", "Night: 4\nSaber: Stay.\nMaren: Stay.\n");
    let soon = |hours: i64| {
        let at = jiff::Zoned::now().checked_add(jiff::SignedDuration::from_hours(hours)).unwrap();
        format!("due: \"{}\"\n", at.with_time_zone(jiff::tz::TimeZone::UTC))
    };
    war.desk.write("war/nights/004/deadline.yaml", &soon(2));
    war.desk.grail(["night", "war", "--when-due", "--send"]).done().says(["nothing is played before"]);
    war.told("pieter@", "no orders have come for Blue");
    war.desk.write("war/nights/004/deadline.yaml", &soon(-2));
    war.desk.grail(["night", "war", "--when-due", "--send", "--despite-silence"]).done().says(["Night 4 is resolved"]);

    // The fifth: all are ready long before the deadline.
    for team in ["Red", "Blue", "Green", "Gold", "White", "Black"] {
        war.desk.grail(["night", "war", "--when-due", "--send"]).done().says(["nothing is played before"]);
        war.write(team, "I am ready.");
    }
    war.desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 5 is resolved"]);

    all_holds(&war);
}

/// Every letter went out once and to whom it belongs; no token was mailed; every letter that came has its one state.
fn all_holds(war: &War) {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (to, letter) in war.out() {
        *times.entry(letter.message_id.clone().unwrap()).or_default() += 1;
        let text = whole(&letter);
        assert!(!text.contains(GM), "the GM's token was mailed");
        for (team, email, token) in &war.players {
            assert!(!text.contains(token.as_str()), "the token of {team} was mailed to {to}");
            let own = to.contains(email.as_str()) || (team == "Gold" && to.contains("jonas@"));
            assert!(own || !text.contains(&format!(", for {team}\n")), "what is for {team} went to {to}");
        }
    }
    assert!(times.len() > 100 && times.values().all(|n| *n == 1), "{times:?}");
    let all = war.desk.grail(["letters", "war", "--all"]).done();
    let lines = all.out.lines().filter(|line| !line.starts_with(' ')).count();
    assert_eq!(lines, war.number as usize, "{}", all.out);
    for night in 1..=5 {
        for (seat, ..) in &war.players {
            let page = war.desk.read(&format!("war/nights/{night:03}/updates/{}.txt", file_name(seat)));
            let told = war.out().iter().filter(|(_, l)| l.subject.ends_with(&format!("night {night}: {seat}"))).count();
            assert!(told == 1 && !page.is_empty(), "night {night}, {seat}: {told}");
        }
    }
    all.says(["None awaits you."]);
    war.desk.grail(["replay", "war"]).done();
}
