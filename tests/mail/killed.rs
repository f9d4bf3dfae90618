//! `grail night --send` killed at its calls of the system, as a machine that dies kills it: the program itself, over a
//! server, at every write, rename, sync, removal, connection and word to the server.
//!
//! After each death the command is given again, as a GM does. No letter may be lost, none may come twice, and none may
//! say anything else than in a run that nobody disturbed. `cargo test` dies at each kind of word to the server and at some
//! kinds of what is done to files, `GRAIL_LAWS=full` at every call. What the disk loses of what was not synced: `src/cli/war_by_letters.rs`.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use grail_referee::mail::letter;

use super::server::{Server, Taken};
use super::{by_maildir, deliver, letter_of, post};
use crate::cli::{Desk, copy};

/// The library that kills, made by the machine's C compiler; nothing where there is none.
fn killer(desk: &Desk) -> Option<PathBuf> {
    let made = desk.path("killed.so");
    let source = crate::cli::repository().join("tests/mail/killed.c");
    let mut cc = Command::new("cc");
    let done = cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&made).arg(source).arg("-ldl").output();
    if done.is_ok_and(|done| done.status.success()) {
        return Some(made);
    }
    eprintln!("skipped: no C compiler makes a library here");
    None
}

/// A run of the command over a War: killed at a call, or with its calls written to a file.
fn night(killer: &Path, root: &Path, more: &[(&str, &str)]) -> Output {
    let mut run = Command::new(env!("CARGO_BIN_EXE_grail"));
    run.args(["night", "war", "--send", "--early", "--tries", "1", "--wait", "0"]).env_clear().current_dir(root);
    run.env("LD_PRELOAD", killer).envs(more.iter().copied()).output().unwrap()
}

/// A letter as its reader has it: its words and what is attached, without what clocks and chance put into it.
fn said(taken: &Taken) -> (String, String) {
    let read = letter::read(taken.raw.as_bytes()).unwrap();
    let texts: Vec<String> = read.texts.iter().map(|text| format!("{}\n{}", text.place, text.text)).collect();
    (read.message_id.unwrap_or_default(), format!("to {}\n{}\n{}", taken.to, read.subject, texts.join("\n")))
}

/// What the players have of some letters: each with how often it came. What the GM is told of an evening is told anew
/// by each run, as it is by then.
fn by_id(taken: &[Taken]) -> BTreeMap<String, (String, usize)> {
    let mut found: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for one in taken.iter().filter(|one| !one.to.starts_with("kat@")) {
        let (id, said) = said(one);
        let known = found.entry(id).or_insert((said.clone(), 0));
        assert_eq!(known.0, said, "one letter that says two things");
        known.1 += 1;
    }
    found
}

/// A War before its first night whose letters go to a server, with orders and all that letters ask for in its inbox.
fn with_letters(server: &Server) -> Desk {
    let desk = by_maildir();
    desk.edit(
        "war/war.yaml",
        "switches:",
        "gm: { email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:",
    );
    let way = format!("by: smtp, server: 127.0.0.1, port: {}, tls: none", server.port);
    post(&desk, &format!("{way}, inbox: inbox, press: [public], extension: anybody"));
    let alice = "Press to all: Beware.\n\nMay I have my sheet?\nSaber: Scout Market.\nIris: Stay.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, alice));
    let bob = "Can I get an extension?\nLancer: Stay.\nEdmund: Stay.\n";
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, bob));
    deliver(&desk, "1700000003.a", &letter_of("alice", 1, 2, "A question").replace("Token: red-lantern\n", ""));
    desk
}

/// The calls at which a run dies: each, where every law is tried whole; else the first of each kind of word to the
/// server, and of every few kinds of what is done to a file.
fn chosen(calls: &[String]) -> Vec<usize> {
    if std::env::var("GRAIL_LAWS").is_ok_and(|laws| laws == "full") {
        return (1..=calls.len()).collect();
    }
    let mut seen = BTreeSet::new();
    let kind = |call: &str| {
        let name = call.rsplit(['/', ' ']).next().unwrap_or_default();
        let name: String = name.split('-').next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit()).collect();
        (call.split(' ').next().unwrap_or_default().to_owned(), name)
    };
    let (wire, files): (Vec<usize>, Vec<usize>) = (1..=calls.len())
        .filter(|n| seen.insert(kind(&calls[n - 1])))
        .partition(|n| calls[n - 1].starts_with("send ") || calls[n - 1].starts_with("connect "));
    wire.into_iter().chain(files.into_iter().step_by(5)).collect()
}

/// Gives the command again until nothing is left of the evening; of a letter that may have gone out its reader is asked.
fn gone_on_with(killer: &Path, root: &Path, taken: &dyn Fn() -> Vec<Taken>) -> String {
    let mut told = String::new();
    for _ in 0..3 {
        let run = night(killer, root, &[]);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        for line in said.lines().filter(|line| line.contains(" may have gone out: ask")) {
            let name = line.split(": ").nth(2).unwrap().split(' ').next().unwrap();
            let night = line.split("night ").nth(1).unwrap().split(':').next().unwrap();
            let book = std::fs::read_to_string(root.join(format!("war/nights/{night:0>3}/outbox.yaml"))).unwrap();
            let entry = book.lines().find(|entry| entry.contains(&format!("\"letter\":\"{name}\""))).unwrap();
            let id = entry.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
            let came = taken().iter().any(|one| one.raw.contains(id));
            let mut settle = Command::new(env!("CARGO_BIN_EXE_grail"));
            let word = if came { "--settle" } else { "--again" };
            settle.args(["mail", "war", night, word, name, "--send"]).env_clear().current_dir(root).output().unwrap();
        }
        told.push_str(&said);
        if !said.contains(" may have gone out: ask") {
            break;
        }
    }
    told
}

/// Whether the book says of a letter, by its id, that it was not sent since its night is played.
fn is_overtaken(book: &str, id: &str) -> bool {
    let Some(entry) = book.lines().find(|entry| entry.contains(id)) else { return false };
    let name = entry.split("\"letter\":\"").nth(1).unwrap().split('"').next().unwrap();
    let last = book.lines().rfind(|entry| entry.contains(&format!("\"letter\":\"{name}\""))).unwrap();
    last.contains("the night is played")
}

#[test]
fn a_night_that_is_killed_at_any_call_of_the_system_loses_doubles_and_contradicts_no_letter() {
    let server = Server::plain();
    let desk = with_letters(&server);
    let Some(killer) = killer(&desk) else { return };
    let root = |name: &str| {
        let root = desk.path(name);
        copy(&desk.path("war"), &root.join("war"));
        root
    };
    // Undisturbed, with its calls.
    let trace = desk.path("calls");
    let quiet = root("quiet");
    let run = night(&killer, &quiet, &[("GRAIL_KILL_TRACE", trace.to_str().unwrap())]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let wanted = by_id(&server.taken());
    assert!(wanted.len() >= 8 && wanted.values().all(|(_, times)| *times == 1), "{wanted:?}");
    let calls: Vec<String> = std::fs::read_to_string(&trace).unwrap().lines().map(str::to_owned).collect();
    for kind in ["write ", "rename ", "fsync ", "unlink ", "open ", "connect ", "send "] {
        assert!(calls.iter().any(|call| call.starts_with(kind)), "no {kind} among {} calls", calls.len());
    }
    let chosen = chosen(&calls);
    eprintln!("{} calls, {} deaths", calls.len(), chosen.len());
    for at in chosen {
        let call = &calls[at - 1];
        let (before, place) = (server.taken().len(), root(&format!("killed-{at}")));
        let at = at.to_string();
        let mut how = vec![("GRAIL_KILL_AT", at.as_str())];
        // Half of what is written is worse than nothing of it.
        if call.starts_with("write ") || call.starts_with("send ") {
            how.push(("GRAIL_KILL_TORN", "1"));
        }
        let run = night(&killer, &place, &how);
        assert_eq!(run.status.code(), None, "call {at}, {call}: not killed");
        let taken = || server.taken().split_off(before);
        let told = gone_on_with(&killer, &place, &taken);
        let found = by_id(&taken());
        let book = std::fs::read_to_string(place.join("war/nights/001/outbox.yaml")).unwrap();
        for (id, (said, _)) in &wanted {
            let first = said.lines().next().unwrap_or_default();
            match found.get(id) {
                Some((other, times)) => {
                    assert_eq!(*times, 1, "call {at}, {call}: doubled, {first}; then it said:\n{told}");
                    assert_eq!(other, said, "call {at}, {call}: contradicted; then it said:\n{told}");
                }
                // Word of a deadline that was cut off on its way, of a night that is played by now.
                None => assert!(is_overtaken(&book, id), "call {at}, {call}: lost, {first}; then it said:\n{told}"),
            }
        }
        assert!(found.keys().all(|id| wanted.contains_key(id)), "call {at}, {call}: a letter that nobody else has");
        std::fs::remove_dir_all(&place).unwrap();
    }
}
