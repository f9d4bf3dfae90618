//! Tests a War of six players and a GM: five nights by letters alone, on a machine that dies again and again.
//!
//! The War is played twice from one start. The first time it is undisturbed. The second time every run of
//! `night --send` is killed at some step, run again and killed some steps later, until a run ends by itself. The folder
//! and the readers' letters must be the same in the end, byte for byte except for clock times: no letter is lost, none
//! comes twice, and none differs.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::campaign::disk::faulty::{self, InjectedFault, Loss, read_tree};

use super::interrupted::{FileTree, comparable_tree, differing, grail, write_fixture};

#[path = "../../tests/mail/six_players.rs"]
mod six_players;

/// The command that a clock runs to play a night when nobody is waited for.
const NIGHT: &str = "night WAR --send --early";

/// The started War, before its first letter.
fn start_six_player_war(root: &Path) {
    faulty::write_tree(root, &read_tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/six-players")));
    let war = fs::read_to_string(root.join("war.yaml")).unwrap();
    let (from, settings) = ("The Referee <gm@example.org>", six_players::SETTINGS);
    let mail = format!("mail: {{ from: {from}, by: maildir, maildir: sent, {settings} }}\n");
    fs::write(root.join("war.yaml"), format!("{war}{mail}")).unwrap();
    grail(root, "start WAR").unwrap();
}

/// Puts the letters of a night into the inbox.
fn put_letters_of_night(root: &Path, night: usize) {
    let log = fs::read_to_string(root.join("nights/002/inbox.yaml")).unwrap_or_default();
    for (name, text) in six_players::letters_of(night, &log) {
        write_fixture(root, &format!("inbox/new/{name}"), &text);
    }
}

/// Runs a night that is killed at a step, again with the kill `stride` steps later, and so on until a run ends by
/// itself; returns the number of kills.
fn run_with_repeated_kills(root: &Path, first: usize, stride: usize) -> usize {
    let (mut at, mut kills) = (first, 0);
    loop {
        let fault = if kills % 2 == 0 { InjectedFault::Killed } else { InjectedFault::Torn };
        let (_, record) = faulty::run(root, at, fault, || grail(root, NIGHT));
        let ended = record.steps <= at;
        record.restore_after([Loss::Nothing, Loss::All, Loss::Some(at as u64)][kills % 3]);
        if ended {
            return kills;
        }
        kills += 1;
        at += stride;
    }
}

/// The comparable files of a folder, without its path: the log names the file of each letter.
fn comparable_without_root(root: &Path) -> FileTree {
    let own = root.display().to_string();
    let mut files = comparable_tree(read_tree(root));
    for (path, bytes) in &mut files {
        if path.ends_with("inbox.yaml") {
            *bytes = String::from_utf8_lossy(bytes).replace(&own, "WAR").into_bytes();
        }
    }
    files
}

/// Plays some nights of the War twice and compares; returns how often the second was killed.
fn play_twice_and_compare(nights: usize, stride: usize) -> usize {
    let dir = TempDir::new().unwrap();
    let (quiet, killed) = (dir.path().join("quiet"), dir.path().join("killed"));
    start_six_player_war(&quiet);
    faulty::write_tree(&killed, &read_tree(&quiet));
    let mut kills = 0;
    for night in 1..=nights {
        for root in [&quiet, &killed] {
            put_letters_of_night(root, night);
        }
        let _ = grail(&quiet, NIGHT);
        assert!(quiet.join(format!("nights/{night:03}/state.yaml")).exists(), "night {night} is not played");
        kills += run_with_repeated_kills(&killed, night, stride);
        let (wanted, found) = (comparable_without_root(&quiet), comparable_without_root(&killed));
        let differ: Vec<PathBuf> = differing(&wanted, &found);
        let first_difference = |tree: &FileTree| {
            differ.first().and_then(|path| tree.get(path)).map(|b| String::from_utf8_lossy(b).into_owned())
        };
        assert!(
            differ.is_empty(),
            "night {night}, after {kills} deaths, otherwise: {differ:?}\n{:?}\n{:?}",
            first_difference(&wanted),
            first_difference(&found)
        );
    }
    let sent = fs::read_dir(killed.join("sent/new")).unwrap().count();
    assert!(sent > 15 * nights, "only {sent} letters went out");
    kills
}

#[test]
fn a_war_by_letters_is_the_same_however_often_the_machine_dies() {
    let kills = play_twice_and_compare(2, 61);
    eprintln!("{kills} deaths");
    assert!(kills >= 4, "only {kills} deaths");
}

/// Each run is killed one step later than the one before, through every step of every night, which takes some minutes.
#[test]
#[ignore = "every step of five nights takes minutes; the other test takes some of them"]
fn a_war_by_letters_is_the_same_though_it_dies_at_every_step() {
    let kills = play_twice_and_compare(5, 1);
    eprintln!("{kills} deaths");
    assert!(kills > 200, "only {kills} deaths");
}
