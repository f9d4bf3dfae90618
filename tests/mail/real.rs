//! Letters out by a real mail server, aiosmtpd: what our own server of the other tests cannot prove of itself.
//!
//! It runs where Python has aiosmtpd: that of `GRAIL_TEST_SMTP_PYTHON`, which the gate sets and which must
//! work then, else one in `target/aiosmtpd`, else the system's. Without any the tests say so and are skipped.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use grail_referee::mail::letter;
use tempfile::TempDir;

use super::post;
use crate::cli::{Desk, Run, repository};

/// A Python that has aiosmtpd.
fn python() -> Option<&'static PathBuf> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let has_it = |python: &PathBuf| {
        let mut asked = Command::new(python);
        asked.args(["-c", "import aiosmtpd"]).stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    };
    let look = || {
        if let Some(python) = std::env::var_os("GRAIL_TEST_SMTP_PYTHON").map(PathBuf::from) {
            assert!(has_it(&python), "GRAIL_TEST_SMTP_PYTHON is {}, which has no aiosmtpd", python.display());
            return Some(python);
        }
        let found =
            [repository().join("target/aiosmtpd/bin/python"), PathBuf::from("python3")].into_iter().find(has_it);
        if found.is_none() {
            // Past the test runner, which keeps the words of tests that pass to itself.
            let words = "skipped: the tests of a real mail server, for want of aiosmtpd (`.ci/run` installs it)\n";
            let _ = std::io::stderr().write_all(words.as_bytes());
        }
        found
    };
    FOUND.get_or_init(look).as_ref()
}

/// A running aiosmtpd.
pub(super) struct Real {
    child: Child,
    port: u16,
    lines: mpsc::Receiver<String>,
    folder: TempDir,
}

/// A letter as the server took it.
struct Taken {
    from: String,
    to: String,
    tls: bool,
    raw: Vec<u8>,
}

impl Real {
    /// A server with what it is to do; none where it cannot run here.
    pub(super) fn with(arguments: &[&str]) -> Option<Real> {
        let folder = TempDir::new().unwrap();
        let mut child = Command::new(python()?)
            .arg(repository().join("tests/mail/smtpd.py"))
            .arg(folder.path())
            .args(arguments)
            .current_dir(repository())
            .env("PYTHONWARNINGS", "ignore")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (told, lines) = mpsc::channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| told.send(line)));
        let mut real = Real { child, port: 0, lines, folder };
        real.port = real.wait_for("port ").parse().unwrap();
        Some(real)
    }

    /// Waits for a line that begins so; what stands behind.
    fn wait_for(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("no line {start:?}"));
            if let Some(rest) = line.strip_prefix(start) {
                return rest.to_owned();
            }
        }
    }

    fn taken(&self) -> Vec<Taken> {
        let mut files: Vec<_> = fs::read_dir(self.folder.path()).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort();
        let taken = |file: &PathBuf| {
            let bytes = fs::read(file).unwrap();
            let mut parts = bytes.splitn(4, |b| *b == b'\n');
            let mut line = || String::from_utf8(parts.next().unwrap().to_vec()).unwrap();
            let (from, to, tls) = (line(), line(), line() == "tls True");
            Taken { from, to, tls, raw: parts.next().unwrap().to_vec() }
        };
        files.iter().map(taken).collect()
    }

    /// Where it listens.
    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// The letters in the order they were taken: to whom, and each.
    pub(super) fn letters(&self) -> Vec<(String, letter::Letter)> {
        let mut files: Vec<_> = fs::read_dir(self.folder.path()).unwrap().map(|e| e.unwrap().path()).collect();
        files.sort_by_key(|file| file.file_stem().unwrap().to_str().unwrap().parse::<u32>().unwrap());
        let each = files.iter().map(|file| {
            let bytes = fs::read(file).unwrap();
            let mut parts = bytes.splitn(4, |b| *b == b'\n');
            let to = String::from_utf8(parts.nth(1).unwrap().to_vec()).unwrap();
            (to, letter::parse_letter(parts.nth(1).unwrap()).unwrap())
        });
        each.collect()
    }

    /// How often each letter was taken, by reader and subject.
    fn times(&self) -> BTreeMap<(String, String), usize> {
        let mut times = BTreeMap::new();
        for one in self.taken() {
            *times.entry((one.to, letter::parse_letter(&one.raw).unwrap().subject)).or_insert(0) += 1;
        }
        times
    }

    /// Both players' update and the public one, each once.
    fn all_once(&self) {
        let times = self.times();
        assert!(times.len() == 4 && times.values().all(|n| *n == 1), "{times:?}");
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A War with its first night played, whose letters go to a server.
fn played(server: &Real) -> Desk {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    to(&desk, server, "tls: none");
    desk
}

fn to(desk: &Desk, server: &Real, more: &str) {
    post(desk, &format!("by: smtp, server: 127.0.0.1, port: {}, {more}", server.port));
}

fn mail(desk: &Desk) -> Run {
    desk.grail(["mail", "war", "1", "--send", "--tries", "3", "--wait", "0"])
}

#[test]
fn a_real_server_takes_every_letter_once_and_can_read_it() {
    let Some(server) = Real::with(&[]) else { return };
    let desk = played(&server);
    mail(&desk).done().says(["Night 1: 4 sent."]);
    mail(&desk).done();
    server.all_once();
    for one in server.taken() {
        assert_eq!((one.from.as_str(), one.tls), ("gm@example.org", false));
        let found = letter::parse_letter(&one.raw).unwrap();
        let seat = if one.to == "alice@example.org" { "red" } else { "blue" };
        let page = if found.subject.ends_with("public") { "public" } else { seat };
        let said = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wanted = [page, "public"].map(|page| said(&desk.read(&format!("war/nights/001/updates/{page}.txt"))));
        let text = said(&found.texts[0].text);
        assert!(wanted.iter().any(|page| text.ends_with(page)), "not the page {page} as it was written:\n{text}");
        let other = if seat == "red" { "for Blue" } else { "for Red" };
        assert!(!text.contains(other), "{text}");
    }
}

#[test]
fn a_real_server_s_refusals_for_now_pass_and_those_for_good_are_named() {
    let temporary =
        ["--do", "MAIL", "2", "451 later", "--do", "RCPT", "1", "450 busy", "--do", "DATA", "2", "452 full"];
    let Some(server) = Real::with(&temporary) else { return };
    mail(&played(&server)).done();
    server.all_once();
    let for_good = ["--do", "RCPT", "1", "550 nobody here", "--do", "DATA", "1", "554 no thanks"];
    let Some(server) = Real::with(&for_good) else { return };
    let desk = played(&server);
    let said = ["was refused for good: permanent error (550): nobody here", "no thanks", "2 refused, 2 sent"];
    mail(&desk).ends(1).says(said);
    mail(&desk).ends(1);
    assert_eq!(server.taken().len(), 2, "what was refused for good is not tried again by itself");
    // The connection ends before a letter, and behind one.
    let Some(server) = Real::with(&["--do", "RCPT", "2", "cut", "--do", "DATA", "3", "cut"]) else { return };
    mail(&played(&server)).ends(1).says(["may have gone out", "3 sent"]);
    assert_eq!(server.times().len(), 3);
}

#[test]
fn a_real_server_is_spoken_to_over_tls_with_a_name_and_a_password() {
    let tls = ["tests/mail/tls/server.pem", "tests/mail/tls/server-key.pem"];
    let arguments = ["--tls", tls[0], tls[1], "--login", "gm", "secret word"];
    let Some(server) = Real::with(&arguments) else { return };
    let desk = played(&server);
    desk.write("password", "wrong word\n");
    fs::copy(repository().join("tests/mail/tls/authority.pem"), desk.path("war/authority.pem")).unwrap();
    let login = "tls: starttls, user: gm, password_file: password";
    to(&desk, &server, login);
    mail(&desk).ends(1).says(["4 put off"]);
    to(&desk, &server, &format!("{login}, certificate: authority.pem"));
    mail(&desk).ends(1).says(["does not let `gm` in"]);
    assert!(server.taken().is_empty());
    desk.write("password", "secret word\n");
    mail(&desk).done();
    server.all_once();
    assert!(server.taken().iter().all(|one| one.tls));
}

/// Kills a run with `kill -9` when the server has reached a stage.
fn killed(desk: &Desk, server: &Real, stage: &str) {
    let mut run = Command::new(env!("CARGO_BIN_EXE_grail"));
    run.args(["mail", "war", "1", "--send"]).env_clear().current_dir(desk.path(""));
    let mut run = run.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    server.wait_for(stage);
    // On Unix this is SIGKILL.
    run.kill().unwrap();
    run.wait().unwrap();
}

#[test]
fn killed_between_any_two_letters_to_a_real_server_every_letter_goes_out_once() {
    // Each run hands over one letter and hangs at the next: the second, fourth … time that one is announced.
    let hang = ["1", "3", "5", "7"].map(|n| ["--do", "MAIL", n, "hang"]).concat();
    let Some(server) = Real::with(&hang) else { return };
    let desk = played(&server);
    for stage in ["MAIL 1", "MAIL 3", "MAIL 5", "MAIL 7"] {
        killed(&desk, &server, stage);
    }
    mail(&desk).done();
    server.all_once();
}

#[test]
fn killed_behind_a_letter_to_a_real_server_it_is_named_and_nothing_is_doubled() {
    // The server has the letter and has not answered.
    let Some(server) = Real::with(&["--do", "DATA", "2", "hang"]) else { return };
    let desk = played(&server);
    killed(&desk, &server, "DATA 2");
    mail(&desk).ends(1).says(["update-red to alice@example.org may have gone out", "3 sent"]);
    desk.grail(["mail", "war", "1", "--again", "update-red", "--send", "--wait", "0"]).done();
    server.all_once();
}
