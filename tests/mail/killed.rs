//! `grail night --send` killed at its calls of the system, as a machine that dies kills it: the program itself, over a
//! server, at every write, rename, sync, removal, connection and word to the server, in each of the five nights that
//! six players and a GM play by letters.
//!
//! After each death the command is given again, as a GM does. No letter may be lost, none may come twice, and none may
//! say anything else than in a run that nobody disturbed. `cargo test` dies at each kind of word to the server and at
//! some kinds of what is done to files, on one night each, `GRAIL_LAWS=full` at every call of every night. What the
//! disk loses of what was not synced: `src/cli/war_by_letters.rs`. A full run takes more than an hour:
//! `GRAIL_KILL_PART=3/20` takes every twentieth call from the third, and `GRAIL_BINARY` names another build of the
//! program, one for release.

#![expect(clippy::print_stderr, reason = "what is skipped is said")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use grail_referee::mail::letter;

use super::server::{Server, Taken};
use super::six_players::{SETTINGS, letters_of};
use super::{deliver, post};
use crate::cli::{Desk, copy, repository};

/// How many nights are played.
const NIGHTS: usize = 5;

/// The library that kills, made by the machine's C compiler; nothing where there is none.
fn killer(desk: &Desk) -> Option<PathBuf> {
    let made = desk.path("killed.so");
    let source = repository().join("tests/mail/killed.c");
    let mut cc = Command::new("cc");
    let done = cc.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&made).arg(source).arg("-ldl").output();
    if done.is_ok_and(|done| done.status.success()) {
        return Some(made);
    }
    eprintln!("skipped: no C compiler makes a library here");
    None
}

/// The program as it is built for the tests, or as the environment names it.
fn program() -> Command {
    Command::new(std::env::var("GRAIL_BINARY").unwrap_or_else(|_| env!("CARGO_BIN_EXE_grail").to_owned()))
}

/// A run of the command over a War: killed at a call, or with its calls written to a file.
fn played(killer: &Path, root: &Path, more: &[(&str, &str)]) -> Output {
    let mut run = program();
    run.args(["night", "war", "--send", "--early", "--tries", "1", "--wait", "0"]).env_clear().current_dir(root);
    run.env("LD_PRELOAD", killer).envs(more.iter().copied()).output().unwrap()
}

/// A letter as its reader has it: its words and what is attached, without what clocks and chance put into it.
fn said(taken: &Taken) -> (String, String) {
    let read = letter::parse_letter(taken.raw.as_bytes()).unwrap();
    let texts: Vec<String> = read.texts.iter().map(|text| format!("{}\n{}", text.part, text.text)).collect();
    (read.message_id.unwrap_or_default(), format!("to {}\n{}\n{}", taken.to, read.subject, texts.join("\n")))
}

/// What the players have of some letters: each with how often it came. What the GM is told of an evening is told anew
/// by each run, as it is by then.
fn by_id(taken: &[Taken]) -> Result<BTreeMap<String, (String, usize)>, String> {
    let mut found: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for one in taken.iter().filter(|one| !one.to.starts_with("kat@")) {
        let (id, said) = said(one);
        let known = found.entry(id).or_insert((said.clone(), 0));
        if known.0 != said {
            return Err(format!("one letter says two things:\n{}\n{said}", known.0));
        }
        known.1 += 1;
    }
    Ok(found)
}

/// The War of six, begun, whose letters go to a server.
fn begun(server: &Server) -> Desk {
    let desk = Desk::empty();
    copy(&repository().join("tests/mail/six-players"), &desk.path("war"));
    post(&desk, &format!("by: smtp, server: 127.0.0.1, port: {}, tls: none, {SETTINGS}", server.port));
    desk.grail(["start", "war"]).done();
    desk
}

/// The calls of a night at which a run dies: each, where every law is tried whole; else, of the first of each kind of
/// word to the server and of every few kinds of what is done to a file, those that are this night's.
fn chosen(calls: &[String], night: usize) -> Vec<usize> {
    if std::env::var("GRAIL_LAWS").is_ok_and(|laws| laws == "full") {
        let part = std::env::var("GRAIL_KILL_PART").unwrap_or_else(|_| "1/1".to_owned());
        let (first, step) = part.split_once('/').unwrap();
        return (first.parse().unwrap()..=calls.len()).step_by(step.parse().unwrap()).collect();
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
    wire.into_iter().chain(files.into_iter().step_by(9)).skip(night - 1).step_by(2 * NIGHTS).collect()
}

/// Gives the command again until nothing is left of the evening; of a letter that may have gone out its reader is
/// asked.
fn gone_on_with(killer: &Path, root: &Path, taken: &dyn Fn() -> Vec<Taken>) -> String {
    let mut told = String::new();
    for _ in 0..3 {
        let run = played(killer, root, &[]);
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        for line in said.lines().filter(|line| line.contains(" may have gone out: ask")) {
            let name = line.split(": ").nth(2).unwrap().split(' ').next().unwrap();
            let night = line.split("night ").nth(1).unwrap().split(':').next().unwrap();
            let book = std::fs::read_to_string(root.join(format!("war/nights/{night:0>3}/outbox.yaml"))).unwrap();
            let entry = book.lines().find(|entry| entry.contains(&format!("\"letter\":\"{name}\""))).unwrap();
            let id = entry.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap();
            let came = taken().iter().any(|one| one.raw.contains(id));
            let mut settle = program();
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

/// A night before it is played: the folder, with its letters in the inbox.
struct Eve {
    night: usize,
    folder: PathBuf,
    /// The calls of the run that nobody disturbs.
    calls: Vec<String>,
    /// The letters of that run.
    wanted: BTreeMap<String, (String, usize)>,
}

/// Plays the nights undisturbed; each as it was before.
fn quiet(desk: &Desk, server: &Server, killer: &Path) -> Vec<Eve> {
    let mut eves = Vec::new();
    for night in 1..=NIGHTS {
        let book = std::fs::read_to_string(desk.path("war/nights/002/inbox.yaml")).unwrap_or_default();
        for (name, text) in letters_of(night, &book) {
            deliver(desk, &name, &text);
        }
        let folder = desk.path(&format!("eve-{night}"));
        copy(&desk.path("war"), &folder.join("war"));
        let (trace, before) = (desk.path(&format!("calls-{night}")), server.taken().len());
        let run = played(killer, &desk.path(""), &[("GRAIL_KILL_TRACE", trace.to_str().unwrap())]);
        assert!(run.status.success(), "night {night}: {}", String::from_utf8_lossy(&run.stderr));
        let calls: Vec<String> = std::fs::read_to_string(&trace).unwrap().lines().map(str::to_owned).collect();
        for kind in ["write ", "rename ", "fsync ", "unlink ", "open ", "connect ", "send "] {
            assert!(calls.iter().any(|call| call.starts_with(kind)), "no {kind} among {} calls", calls.len());
        }
        let wanted = by_id(&server.taken().split_off(before)).unwrap();
        assert!(wanted.len() >= 18 && wanted.values().all(|(_, times)| *times == 1), "night {night}: {wanted:?}");
        eves.push(Eve { night, folder, calls, wanted });
    }
    eves
}

/// Kills a night at each chosen call, each time from its eve; how often, and what was wrong behind which.
fn killed_at_its_calls(eve: &Eve, killer: &Path) -> (usize, Vec<String>) {
    let server = Server::plain();
    let war = std::fs::read_to_string(eve.folder.join("war/war.yaml")).unwrap();
    let (head, rest) = war.split_once("port: ").unwrap();
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    std::fs::write(eve.folder.join("war/war.yaml"), format!("{head}port: {}{rest}", server.port)).unwrap();
    let chosen = chosen(&eve.calls, eve.night);
    let wrong = chosen.iter().filter_map(|number| killed_at(eve, *number, killer, &server).err());
    let wrong: Vec<String> = wrong.inspect(|wrong| eprintln!("{wrong}")).collect();
    eprintln!("night {}: {} deaths, of {} calls; {} went wrong", eve.night, chosen.len(), eve.calls.len(), wrong.len());
    (chosen.len(), wrong)
}

/// Kills a night at a call, goes on, and compares the letters; what is wrong with them.
fn killed_at(eve: &Eve, number: usize, killer: &Path, server: &Server) -> Result<(), String> {
    let (call, place) = (&eve.calls[number - 1], eve.folder.join("killed"));
    let what = format!("night {}, call {number} of {}, {call}", eve.night, eve.calls.len());
    server.forget();
    let _ = std::fs::remove_dir_all(&place);
    copy(&eve.folder.join("war"), &place.join("war"));
    let at = number.to_string();
    let mut how = vec![("GRAIL_KILL_AT", at.as_str())];
    // Half of what is written is worse than nothing of it.
    if call.starts_with("write ") || call.starts_with("send ") {
        how.push(("GRAIL_KILL_TORN", "1"));
    }
    let run = played(killer, &place, &how);
    if run.status.code().is_some() {
        return Err(format!("{what}: not killed"));
    }
    let told = gone_on_with(killer, &place, &|| server.taken());
    let found = by_id(&server.taken()).map_err(|why| format!("{what}: {why}"))?;
    let book = std::fs::read_to_string(place.join(format!("war/nights/{:03}/outbox.yaml", eve.night))).unwrap();
    for (id, (said, _)) in &eve.wanted {
        let first = said.lines().take(2).collect::<Vec<_>>().join(", ");
        match found.get(id) {
            Some((_, times)) if *times > 1 => {
                return Err(format!("{what}: {times} times, {first}; then it said:\n{told}"));
            }
            Some((other, _)) if other != said && !is_said_later(other, said, eve.night) => {
                return Err(format!("{what}: contradicted; then it said:\n{told}\n{said}\n{other}"));
            }
            // Word of a deadline that was cut off on its way, of a night that is played by now, may not leave.
            None if !is_overtaken(&book, id) => {
                return Err(format!("{what}: lost, {first}; then it said:\n{told}"));
            }
            Some(_) | None => {}
        }
    }
    match found.keys().all(|id| eve.wanted.contains_key(id)) {
        true => Ok(()),
        false => Err(format!("{what}: a letter that nobody else has")),
    }
}

/// Whether an answer that left once its night was played says so, and has the same plan.
fn is_said_later(later: &str, said: &str, night: usize) -> bool {
    let plan = |text: &str| -> Vec<String> {
        let behind = text.lines().skip_while(|line| !line.starts_with("YOUR PLAN FOR NIGHT")).skip(2);
        behind.take_while(|line| !line.is_empty()).map(str::to_owned).collect()
    };
    later.contains(&format!("Night {night} has been played since your letter came in.")) && plan(later) == plan(said)
}

#[test]
fn a_night_that_is_killed_at_any_call_of_the_system_loses_doubles_and_contradicts_no_letter() {
    let server = Server::plain();
    let desk = begun(&server);
    let Some(killer) = killer(&desk) else { return };
    let eves = quiet(&desk, &server, &killer);
    let killer = &killer;
    // Two at a time: more would take a machine's whole strength.
    let halves: [Vec<&Eve>; 2] = [0, 1].map(|half| eves.iter().skip(half).step_by(2).collect());
    let deaths: Vec<(usize, Vec<String>)> = std::thread::scope(|scope| {
        let work = |half: &[&Eve]| half.iter().map(|eve| killed_at_its_calls(eve, killer)).collect::<Vec<_>>();
        let halves = halves.each_ref().map(|half| scope.spawn(move || work(half)));
        halves.into_iter().flat_map(|half| half.join().unwrap()).collect()
    });
    let (deaths, wrong): (Vec<usize>, Vec<Vec<String>>) = deaths.into_iter().unzip();
    let (deaths, wrong) = (deaths.iter().sum::<usize>(), wrong.concat());
    let calls: usize = eves.iter().map(|eve| eve.calls.len()).sum();
    eprintln!("{deaths} deaths, of {calls} calls; {} went wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
