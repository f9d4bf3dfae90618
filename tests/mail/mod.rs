//! The post: letters of every shape in, letters to players out, each once.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests touch files and stop where something is wrong"
)]

mod absences;
mod accounted;
mod corpus;
mod deadlines;
mod errata;
mod evening;
mod gm;
mod held;
mod hostile;
mod import;
#[cfg(target_os = "linux")]
mod killed;
mod outgoing;
mod people;
mod programs;
mod real;
mod requests;
mod server;
mod shapes;
mod silence;
mod six_players;
mod thread;
mod tokens;
mod true_words;
mod unlost;
mod whole_war;
mod withdrawals;
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use grail_referee::mail::letter::{self, Letter};

use crate::cli::Desk;

/// A letter from a player of the first War.
pub(crate) fn letter_of(who: &str, night: u32, number: u32, body: &str) -> String {
    let (name, seat) = if who == "alice" { ("Alice", "red") } else { ("Bob", "blue") };
    format!(
        "From: {name} <{who}@example.org>\nTo: gm@example.org\nSubject: Night {night}\nMessage-ID: <{who}.{night}.{number}@example.org>\n\
         Date: Sat, 21 Nov 2026 20:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\nToken: {seat}-lantern\nNight: {night}\n\n{body}"
    )
}

/// A started War in `war` whose letters go into the Maildir `war/sent` and come in by `war/inbox`.
pub(crate) fn by_maildir() -> Desk {
    let desk = Desk::started();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    for part in ["new", "cur", "tmp"] {
        fs::create_dir_all(desk.path("war/inbox").join(part)).unwrap();
    }
    desk
}

/// Writes the settings of the post into the War.
pub(crate) fn post(desk: &Desk, settings: &str) {
    let war = desk.read("war/war.yaml");
    let (head, _) = war.split_once("\nmail:").unwrap_or((war.trim_end(), ""));
    desk.write("war/war.yaml", &format!("{head}\nmail: {{ from: \"The Referee <gm@example.org>\", {settings} }}\n"));
}

/// Puts a letter into the Maildir.
pub(crate) fn deliver(desk: &Desk, name: &str, letter: &str) {
    desk.write(&format!("war/inbox/new/{name}"), letter);
}

thread_local! {
    /// The letters of this test's Maildirs, by their files, which are never written twice.
    static TAKEN_APART: RefCell<BTreeMap<PathBuf, (String, Letter)>> = const { RefCell::new(BTreeMap::new()) };
}

/// The letters that lie in a Maildir, taken apart, by their subjects.
pub(crate) fn sent(desk: &Desk) -> Vec<(String, Letter)> {
    let Ok(folder) = fs::read_dir(desk.path("war/sent/new")) else { return Vec::new() };
    let take_apart = |file: PathBuf| {
        let raw = fs::read(file).unwrap();
        (letter::header_value(&raw, "To").unwrap(), letter::parse_letter(&raw).unwrap())
    };
    let mut found: Vec<(String, Letter)> = TAKEN_APART.with_borrow_mut(|known| {
        let files = folder.map(|entry| entry.unwrap().path());
        files.map(|file| known.entry(file.clone()).or_insert_with(|| take_apart(file)).clone()).collect()
    });
    found.sort_by(|a, b| (&a.0, &a.1.subject, &a.1.message_id).cmp(&(&b.0, &b.1.subject, &b.1.message_id)));
    found
}

/// What a letter says, its attachments aside.
pub(crate) fn words(letter: &Letter) -> &str {
    letter.texts.first().map_or("", |text| text.text.as_str())
}
