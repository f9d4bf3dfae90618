//! A War of six players and a GM, five nights by letters alone, with a machine that dies again and again.
//!
//! The War is played twice from one start: once undisturbed, once with every run of `night --send` killed at some step,
//! run again and killed some steps further on, until one comes to its end. What the folder and the readers have in the end
//! must be the same, byte for byte but for clocks: no letter is lost, none comes twice, and none says anything else.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::campaign::disk::faulty::{self, InjectedFault, Loss, tree};

use super::interrupted::{Tree, differing, grail, put, settled};

/// A night as its clock's command plays it, once nobody is waited for.
const NIGHT: &str = "night WAR --send --early";
/// Where letters come from: whose they are, and their tokens.
const WRITERS: [(&str, &str, &str); 7] = [
    ("Red", "nora@example.org", "k7qm-2vxd-yhtr-w4cp"),
    ("Blue", "pieter@example.org", "d3nf-8rzt-mkwa-5jyb"),
    ("Green", "amara@example.org", "q9hs-4wvc-xpbe-7gtu"),
    ("Gold", "jonas@example.org", "z2ja-6mcr-fykd-9vnw"),
    ("White", "sunniva@example.org", "n5xe-3tqk-cdra-8whm"),
    ("Quill", "mara@example.org", "b8vy-7ghj-rwtn-2xqs"),
    ("GM", "kat@example.org", "kat-owns-2-the-whole-war"),
];
/// What is ordered each night, where nothing else is.
const ORDERS: [(&str, &str); 6] = [
    ("Red", "Saber: Stay.\nIris: Stay."),
    ("Blue", "Lancer: Scout Market.\nEdmund: Stay."),
    ("Green", "Archer: Stay.\nRosa: Stay."),
    ("Gold", "Rider: Scout Market.\nBruno: Stay."),
    ("White", "Sigrid: Stay."),
    ("Quill", "Caster: Scout Chapel."),
];
/// What else is written for each night: by whom, and what. `?` writes without a token.
const ASKED: [&[(&str, &str)]; 5] = [
    &[
        ("Gold?", "May Rider look into the Chapel?"),
        ("Blue", "Can I get an extension?"),
        ("Green", "Please send me the players' guide.\nMay I have my sheet?\nCould you send me my packet again?"),
        ("Gold", "Press to all: The curtain rises."),
        ("White", "Anonymous press to Red: I know where you sleep."),
    ],
    &[
        (
            "Red",
            "Night: 2\nI lost my last update.\nWithdraw all my orders.\nPlain text only, please.\n\nSaber: Scout Market.\nIris: Stay.",
        ),
        ("GM", "answer 1: He may.\n- add: { Rosa: { cp: 5 } }\n  reason: A found purse."),
    ],
    &[
        ("GM", "confirm"),
        ("Green", "My new address is quist@example.net"),
        ("Blue", "By the way, my dog is ill.\nWhat are my orders?"),
    ],
    &[("Gold?", "Cheap watches!"), ("Quill", "I am away from 2099-01-01 to 2099-02-01.\nI am ready.")],
    &[("White", "Please wait for me."), ("White", "I am ready.")],
];

/// The War, begun, before its first letter.
fn begun(root: &Path) {
    faulty::lay(root, &tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/six-players")));
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let mail = "mail: { from: \"The Referee <gm@example.org>\", by: maildir, maildir: sent, inbox: inbox, answers: 90, \
                press: [public, teams, anonymous], extension: anybody }\n";
    fs::write(root.join("war.yaml"), format!("{war}{mail}")).unwrap();
    grail(root, "start WAR").unwrap();
}

/// Puts the letters of a night into the inbox.
fn letters_of(root: &Path, night: usize) {
    let mut number = 0;
    let mut letter = |whose: &str, body: &str| {
        let bare = whose.trim_end_matches('?');
        let (_, from, token) = WRITERS.iter().find(|(name, ..)| *name == bare).unwrap();
        let token = if bare == whose { format!("Token: {token}\n") } else { String::new() };
        // The book knows which letter of the GM's is meant.
        let body = if body == "confirm" { format!("confirm {}", echoed(root)) } else { body.to_owned() };
        number += 1;
        let text = format!(
            "From: {from}\nTo: gm@example.org\nSubject: A letter\nMessage-ID: <{night}.{number}@example.org>\n\
             Content-Type: text/plain; charset=utf-8\n\n{token}{body}\n"
        );
        put(root, &format!("inbox/new/1700{night:03}{number:03}.a"), &text);
    };
    let asked = ASKED[night - 1];
    for (whose, orders) in ORDERS {
        // Red's own of the second night stand below what is withdrawn.
        if !asked.iter().any(|(by, body)| *by == whose && body.contains("Withdraw")) {
            letter(whose, &format!("Night: {night}\n{orders}"));
        }
    }
    asked.iter().for_each(|(whose, body)| letter(whose, body));
}

/// The id of the GM's letter that waits for its word.
fn echoed(root: &Path) -> String {
    let book = fs::read_to_string(root.join("nights/002/inbox.yaml")).unwrap();
    let own = book.lines().find(|line| line.contains("kat@example.org")).unwrap();
    own.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// Runs a night killed at a step, again with the death so many steps later, and so on until a run ends by itself; how
/// often it was killed.
fn killed_again_and_again(root: &Path, first: usize, stride: usize) -> usize {
    let (mut at, mut kills) = (first, 0);
    loop {
        let fault = if kills % 2 == 0 { InjectedFault::Killed } else { InjectedFault::Torn };
        let (_, record) = faulty::run(root, at, fault, || grail(root, NIGHT));
        let ended = record.steps <= at;
        record.lay([Loss::Nothing, Loss::All, Loss::Some(at as u64)][kills % 3]);
        if ended {
            return kills;
        }
        kills += 1;
        at += stride;
    }
}

/// What matters of a folder, wherever it lies: the book says from which file a letter came.
fn without_places(root: &Path) -> Tree {
    let own = root.display().to_string();
    let mut files = settled(tree(root));
    for (place, bytes) in &mut files {
        if place.ends_with("inbox.yaml") {
            *bytes = String::from_utf8_lossy(bytes).replace(&own, "WAR").into_bytes();
        }
    }
    files
}

/// Plays some nights of the War twice and compares; how often the second was killed.
fn played(nights: usize, stride: usize) -> usize {
    let dir = TempDir::new().unwrap();
    let (quiet, killed) = (dir.path().join("quiet"), dir.path().join("killed"));
    begun(&quiet);
    faulty::lay(&killed, &tree(&quiet));
    let mut kills = 0;
    for night in 1..=nights {
        for root in [&quiet, &killed] {
            letters_of(root, night);
        }
        let _ = grail(&quiet, NIGHT);
        assert!(quiet.join(format!("nights/{night:03}/state.yaml")).exists(), "night {night} is not played");
        kills += killed_again_and_again(&killed, night, stride);
        let (wanted, found) = (without_places(&quiet), without_places(&killed));
        let differ: Vec<PathBuf> = differing(&wanted, &found);
        let said =
            |of: &Tree| differ.first().and_then(|place| of.get(place)).map(|b| String::from_utf8_lossy(b).into_owned());
        assert!(
            differ.is_empty(),
            "night {night}, after {kills} deaths, otherwise: {differ:?}\n{:?}\n{:?}",
            said(&wanted),
            said(&found)
        );
    }
    let sent = fs::read_dir(killed.join("sent/new")).unwrap().count();
    assert!(sent > 15 * nights, "only {sent} letters went out");
    kills
}

#[test]
fn a_war_by_letters_is_the_same_however_often_the_machine_dies() {
    let kills = played(2, 61);
    eprintln!("{kills} deaths");
    assert!(kills >= 4, "only {kills} deaths");
}

/// A run is killed one step later than the one before, through every step of every night: some minutes.
#[test]
#[ignore = "every step of five nights takes minutes; the other test takes some of them"]
fn a_war_by_letters_is_the_same_though_it_dies_at_every_step() {
    let kills = played(5, 1);
    eprintln!("{kills} deaths");
    assert!(kills > 200, "only {kills} deaths");
}
