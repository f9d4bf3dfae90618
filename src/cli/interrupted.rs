//! Tests commands that are interrupted at any step: the result is the old War or the new one, never neither.
//!
//! Every command is run on the same folder with a fault at each of its steps in turn: the run is killed there, or
//! killed with half a file written, or the disk refuses the write, or is full from there on. Data that was not synced
//! is kept, lost, or lost in part. Then the folder is opened as the next command opens it, and must be the old or the
//! new one. The command, run again, must reach the same end.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser as _;
use regex::Regex;
use tempfile::TempDir;

use crate::campaign::disk::faulty::{self, InjectedFault, Loss, read_tree};
use crate::campaign::folder::Folder;

use super::failure::CommandResult;
use super::ui::Ui;
use super::{Cli, carry_out};

pub(super) type FileTree = BTreeMap<PathBuf, Vec<u8>>;

/// Runs a command on the War in a folder; `WAR` stands for the folder.
pub(super) fn grail(root: &Path, command: &str) -> CommandResult {
    let root = root.to_str().unwrap();
    let words = command.split(' ').map(|word| match word.strip_prefix("WAR") {
        Some(path) => format!("{root}{path}"),
        None => word.replace('_', " "),
    });
    let cli = Cli::try_parse_from(std::iter::once("grail".to_owned()).chain(words)).unwrap();
    carry_out(&Ui::silent(), cli.command)
}

pub(super) fn write_fixture(root: &Path, place: &str, text: &str) {
    let path = root.join(place);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The first War, with Maildirs for its letters in and out, and a skill in it that awaits nothing.
fn first_war(root: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns/first-war");
    let mut files = read_tree(&from);
    files.retain(|path, _| !path.starts_with("nights/001") || path.starts_with("nights/001/orders"));
    files.retain(|path, _| !path.starts_with("nights") || path.starts_with("nights/001"));
    faulty::write_tree(root, &files);
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let mail = "mail: { from: \"The Referee <gm@example.org>\", by: maildir, maildir: sent, inbox: inbox }\n";
    fs::write(root.join("war.yaml"), format!("{war}\n{mail}")).unwrap();
}

fn start_first_war(root: &Path) {
    first_war(root);
    grail(root, "start WAR").unwrap();
}

fn token(root: &Path, seat: &str) -> String {
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let line = war.lines().skip_while(|line| !line.contains(&format!("name: {seat}"))).nth(1).unwrap();
    line.split("token: ").nth(1).unwrap().trim_end_matches(" }").to_owned()
}

/// A started War with orders of both players in the inbox; one of the seats has an order file by hand.
fn with_letters(root: &Path) {
    start_first_war(root);
    fs::remove_file(root.join("nights/001/orders/blue.txt")).unwrap();
    write_fixture(root, "inbox/cur/.keep", "");
    let players = [("alice", "Red", "Saber: Stay.\nIris: Stay."), ("bob", "Blue", "Lancer: Stay.\nEdmund: Stay.")];
    for (number, (who, seat, orders)) in players.into_iter().enumerate() {
        let token = token(root, seat);
        let letter = format!(
            "From: {who}@example.org\nTo: gm@example.org\nSubject: Orders\nMessage-ID: <{number}@example.org>\n\
             Content-Type: text/plain; charset=utf-8\n\nToken: {token}\nNight: 1\n\n{orders}\n"
        );
        write_fixture(root, &format!("inbox/new/170000000{number}.a"), &letter);
    }
}

/// A War with a GM, press and extensions for whoever asks, and letters in the inbox that ask for all of these.
fn with_requests(root: &Path) {
    with_letters(root);
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let gm = "\ngm: { email: kat@example.org, token: kat-owns-2-the-whole-war }\nmail: { press: [public], extension: anybody,";
    fs::write(root.join("war.yaml"), war.replace("\nmail: {", gm)).unwrap();
    let (red, blue) = (token(root, "Red"), token(root, "Blue"));
    let letters = [
        ("alice", String::new(), "May she walk alone?".to_owned()),
        (
            "alice",
            red,
            "May I have my sheet?\nPress to all: Beware.\n\nWithdraw Iris's orders.\nSaber: Scout Market.".to_owned(),
        ),
        ("bob", blue, "Can I get an extension?\nMy new address is bo@example.net".to_owned()),
        (
            "kat",
            "kat-owns-2-the-whole-war".to_owned(),
            "extend 2 hours\n- add: { Saber: { mana: -1 } }\n  reason: A test.".to_owned(),
        ),
    ];
    for (number, (who, token, body)) in letters.iter().enumerate() {
        let token = if token.is_empty() { String::new() } else { format!("Token: {token}\n\n") };
        let letter = format!(
            "From: {who}@example.org\nTo: gm@example.org\nSubject: Hello\nMessage-ID: <asks.{number}@example.org>\n\
             Content-Type: text/plain; charset=utf-8\n\n{token}{body}\n"
        );
        write_fixture(root, &format!("inbox/new/170000010{number}.a"), &letter);
    }
}

/// A War by forum: a thread in which both players post, one of them twice, and a stranger.
fn with_a_thread(root: &Path) {
    start_first_war(root);
    fs::remove_file(root.join("nights/001/orders/blue.txt")).unwrap();
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let war =
        war.replace("name: Alice,", "name: Alice, forum: Alys42,").replace("name: Bob,", "name: Bob, forum: Bert,");
    fs::write(root.join("war.yaml"), war).unwrap();
    let when = "Nov 24, 2026 10:00 AM";
    let thread = format!(
        "The War of the Two Lanterns\n\nAlys42\n#1 · {when}\nSaber: Stay.\n\nBert\n#2 · {when}\nLancer: Stay.\nMay I ask \
         something?\n\nZed\n#3 · {when}\nHello all.\n\nAlys42\n#4 · {when}\nSaber: Scout Market.\nIris: Stay.\n"
    );
    write_fixture(root, "thread.txt", &thread);
}

/// The letters with requests, imported, and the GM's confirmation in the inbox.
fn with_confirmation(root: &Path) {
    with_requests(root);
    grail(root, "orders import WAR").unwrap();
    let log = fs::read_to_string(root.join("nights/001/inbox.yaml")).unwrap();
    let own = log.lines().find(|line| line.contains("kat@example.org")).unwrap();
    let id = own.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
    let letter = format!(
        "From: kat@example.org\nTo: gm@example.org\nSubject: Re\nMessage-ID: <asks.9@example.org>\n\
         Content-Type: text/plain; charset=utf-8\n\nToken: kat-owns-2-the-whole-war\nconfirm {id}\n"
    );
    write_fixture(root, "inbox/new/1700000200.a", &letter);
}

/// Two Nights, played and mailed, and a ruling that changes the first of them.
fn with_nights_to_reopen(root: &Path) {
    start_first_war(root);
    grail(root, "resolve WAR").unwrap();
    grail(root, "mail WAR --send").unwrap();
    grail(root, "resolve WAR").unwrap();
    let ruling = "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n";
    write_fixture(root, "nights/001/rulings.yaml", ruling);
}

/// The same after one reopening, with a further ruling: a revision is kept already.
fn with_reopened_night(root: &Path) {
    with_nights_to_reopen(root);
    grail(root, "reopen WAR 1").unwrap();
    let ruling = "- set: { Saber: { health: 9 } }\n  at: end\n  reason: The roof came down.\n";
    write_fixture(root, "nights/001/rulings.yaml", ruling);
}

/// The parts of a folder that are compared: without temporary files, uncommitted Nights and clock times.
pub(super) fn comparable_tree(mut tree: FileTree) -> FileTree {
    let owned = ["events.jsonl", "updates", "templates", "war.yaml", "map.yaml", "sheets"];
    let committed: Vec<PathBuf> =
        tree.keys().filter(|path| path.ends_with("state.yaml")).map(|path| path.parent().unwrap().into()).collect();
    tree.retain(|path, _| {
        let beside = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".grail-"));
        let night: PathBuf = path.iter().take(2).collect();
        let is_uncommitted = path.starts_with("nights")
            && !committed.contains(&night)
            && path.iter().nth(2).is_some_and(|part| owned.iter().any(|owned| part == *owned));
        // A letter is saved before it is imported; its file alone means nothing yet.
        let letter = path.iter().nth(2).is_some_and(|part| part == "letters");
        // The keys are generated anew by each start, and by the first letter if there are none.
        let drawn = path.ends_with("keys.yaml");
        // Each run writes a new digest, with the state at its time.
        let digest = path.to_string_lossy().contains("digest-");
        // The time at which a night is played differs each time.
        let moment = path.ends_with("deadline.yaml") || path.ends_with("played.yaml");
        !(digest || beside || is_uncommitted || letter || drawn || moment || path.ends_with(".lock"))
    });
    let clock = Regex::new(r#""(at|taken|arrived)":\d+|\nDate: [^\n]*"#).unwrap();
    let boundary = Regex::new(r#"boundary="([^"]*)""#).unwrap();
    for (path, bytes) in &mut tree {
        if !(path.extension().is_some_and(|e| e == "eml" || e == "yaml") || path.starts_with("sent")) {
            continue;
        }
        let mut text = clock.replace_all(&String::from_utf8_lossy(bytes), "").into_owned();
        for found in boundary.captures_iter(&text.clone()) {
            text = text.replace(&found[1], "-");
        }
        if path.ends_with("outbox.yaml") {
            text = last_states(&text);
        }
        *bytes = text.into_bytes();
    }
    // An outbox with only a digest is ignored too.
    tree.retain(|path, bytes| !(path.ends_with("outbox.yaml") && bytes == b"{}"));
    tree
}

/// The last state of each letter of an outbox, whatever steps led to it.
fn last_states(log: &str) -> String {
    let state = Regex::new(r#""letter":"([^"]*)","state":"([^"]*)""#).unwrap();
    let states: BTreeMap<&str, &str> = state
        .captures_iter(log)
        .map(|found| (found.get(1).unwrap().as_str(), found.get(2).unwrap().as_str()))
        .filter(|(letter, _)| !letter.starts_with("digest-"))
        .collect();
    format!("{states:?}")
}

/// The results of a law's trials.
#[derive(Debug, Default)]
struct TrialResults {
    points: usize,
    trials: usize,
    bad: Vec<String>,
}

/// A command to interrupt. Every `stride`th step is tried; `whole` is whether a run is one transaction.
struct Law {
    command: &'static str,
    prepare: fn(&Path),
    stride: usize,
    whole: bool,
}

impl Law {
    fn run(&self) -> TrialResults {
        let dir = TempDir::new().unwrap();
        let root = dir.path().join("war");
        (self.prepare)(&root);
        let before = read_tree(&root);
        let (done, record) = faulty::run(&root, usize::MAX, InjectedFault::None, || grail(&root, self.command));
        assert!(done.is_ok(), "{}: {done:?}", self.command);
        let (old, new) = (comparable_tree(before.clone()), comparable_tree(read_tree(&root)));
        assert!(self.command.contains("status") || old != new, "{} does nothing", self.command);
        let mut found = TrialResults { points: record.steps, ..TrialResults::default() };
        for at in (0..record.steps).step_by(self.stride) {
            for fault in self.faults(at) {
                faulty::write_tree(&root, &before);
                let (done, record) = faulty::run(&root, at, fault, || grail(&root, self.command));
                let losses: &[Loss] = match fault {
                    InjectedFault::Killed | InjectedFault::Torn => {
                        &[Loss::Nothing, Loss::All, Loss::Some(at as u64), Loss::Some(at as u64 + 7)]
                    }
                    InjectedFault::None | InjectedFault::Refused | InjectedFault::Full => &[Loss::Nothing],
                };
                let mut wrong =
                    |what: &str, loss: Loss| found.bad.push(format!("step {at}, {fault:?}, {loss:?}: {what}"));
                for (number, loss) in losses.iter().enumerate() {
                    found.trials += 1;
                    record.restore_after(*loss);
                    if let Err(error) = Folder::open(&root) {
                        wrong(&format!("the folder does not open: {error}"), *loss);
                        continue;
                    }
                    let now = comparable_tree(read_tree(&root));
                    if self.whole && now != old && now != new {
                        wrong(&format!("neither the old nor the new: {:?}", differing(&now, &old)), *loss);
                    }
                    if done.is_ok() && now != new {
                        wrong(&format!("it said that it was done: {:?}", differing(&now, &new)), *loss);
                    }
                    // A command that was done already may continue with something else: the next night.
                    if number == at % losses.len() && now != new {
                        // The next night is not due yet and is not played early; unsent letters are sent by `mail`.
                        let again = grail(&root, self.command).or_else(|_| grail(&root, "mail WAR --send"));
                        let end = comparable_tree(read_tree(&root));
                        if end != new {
                            wrong(&format!("again ({again:?}) ends otherwise: {:?}", differing(&end, &new)), *loss);
                        }
                    }
                }
            }
        }
        found
    }

    /// The faults to try at a step: all of them if every step is tried.
    fn faults(&self, at: usize) -> Vec<InjectedFault> {
        match (self.stride, at % 2) {
            (1, _) => vec![InjectedFault::Killed, InjectedFault::Torn, InjectedFault::Refused, InjectedFault::Full],
            (_, 0) => vec![InjectedFault::Killed, InjectedFault::Full],
            _ => vec![InjectedFault::Torn, InjectedFault::Refused],
        }
    }

    /// Asserts that the law holds.
    fn holds(&self) {
        let found = self.run();
        eprintln!("{}: {} steps, {} trials, {} bad", self.command, found.points, found.trials, found.bad.len());
        assert!(found.bad.is_empty(), "{}: {} bad:\n{}", self.command, found.bad.len(), found.bad.join("\n"));
    }
}

/// The first paths at which two folders differ.
pub(super) fn differing(a: &FileTree, b: &FileTree) -> Vec<PathBuf> {
    a.keys().chain(b.keys()).filter(|path| a.get(*path) != b.get(*path)).take(8).cloned().collect()
}

/// A law that tries every `stride`th step; `cargo test` alone tries a third of these.
fn law(command: &'static str, prepare: fn(&Path), stride: usize, whole: bool) -> Law {
    let stride = if stride > 1 { stride * crate::case_stride(3) } else { stride };
    Law { command, prepare, stride, whole }
}

/// The command that imports orders from a forum thread.
const BY_THREAD: &str = "orders import WAR --thread WAR/thread.txt --zone UTC";

#[test]
fn reopen_is_done_whole_or_not_at_all() {
    law("reopen WAR 1", with_nights_to_reopen, 17, true).holds();
}

#[test]
fn reopen_once_more_is_done_whole_or_not_at_all() {
    law("reopen WAR 1", with_reopened_night, 53, true).holds();
}

#[test]
fn resolve_is_done_whole_or_not_at_all() {
    law("resolve WAR", start_first_war, 5, true).holds();
}

#[test]
fn a_start_is_done_whole_or_not_at_all() {
    law("start WAR", first_war, 11, true).holds();
}

#[test]
fn an_import_is_done_whole_or_not_at_all() {
    law("orders import WAR", with_letters, 9, true).holds();
}

#[test]
fn what_letters_ask_for_is_done_whole_or_not_at_all() {
    law("orders import WAR", with_requests, 15, true).holds();
    law(BY_THREAD, with_a_thread, 9, true).holds();
    law("orders import WAR", with_confirmation, 23, false).holds();
    law("letters WAR 3 --answer Yes.", with_confirmation, 5, true).holds();
    law("letters WAR 3 --aside", with_confirmation, 3, true).holds();
    law("deadline WAR --extend 2h", with_confirmation, 5, true).holds();
}

#[test]
fn what_changes_a_file_or_two_is_done_whole_or_not_at_all() {
    law("seat WAR Red --player Ida --email ida@example.org", start_first_war, 3, true).holds();
    law("logic WAR gold No_civilian_died.", start_first_war, 3, true).holds();
}

#[test]
fn an_evening_goes_on_from_wherever_it_was_interrupted() {
    law("night WAR --send --early", with_letters, 71, false).holds();
    law("night WAR --send --early", with_requests, 113, false).holds();
    law("mail WAR 1 --send", with_reopened_night, 59, false).holds();
}

/// Tries every step of every command, which takes some minutes.
#[test]
#[ignore = "every step of every command takes minutes; the other tests take some of them"]
fn no_command_has_a_step_at_which_it_may_not_be_interrupted() {
    let all = [
        law("reopen WAR 1", with_nights_to_reopen, 1, true),
        law("reopen WAR 1", with_reopened_night, 1, true),
        law("start WAR", first_war, 1, true),
        law("resolve WAR", start_first_war, 1, true),
        law("orders import WAR", with_letters, 1, true),
        law("night WAR --send --early", with_letters, 1, false),
        law("orders import WAR", with_requests, 1, true),
        law(BY_THREAD, with_a_thread, 1, true),
        law("orders import WAR --thread WAR/thread.txt --zone UTC --send", with_a_thread, 1, false),
        law("orders import WAR", with_confirmation, 1, false),
        law("night WAR --send --early", with_requests, 1, false),
        law("mail WAR 1 --send", with_reopened_night, 1, false),
        law("letters WAR 3 --answer Yes.", with_confirmation, 1, true),
        law("letters WAR 3 --aside", with_confirmation, 1, true),
        law("deadline WAR --extend 2h", with_confirmation, 1, true),
        law("seat WAR Red --player Ida --email ida@example.org", start_first_war, 1, true),
        law("logic WAR gold No_civilian_died.", start_first_war, 1, true),
    ];
    all.iter().for_each(Law::holds);
}
