//! Letters out by a server that refuses, cuts and hangs: every letter once, or named.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use grail_referee::mail::letter;

use super::post;
use super::server::{Act, Server, Taken};
use crate::cli::{Desk, Run, repository};

/// A War with its first night played, whose letters go to a server.
fn played(server: &Server) -> Desk {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    to(&desk, server, "tls: none");
    desk
}

fn to(desk: &Desk, server: &Server, more: &str) {
    post(desk, &format!("by: smtp, server: 127.0.0.1, port: {}, {more}", server.port));
}

fn mail(desk: &Desk) -> Run {
    desk.grail(["mail", "war", "1", "--send", "--tries", "3", "--wait", "0"])
}

/// How often each letter was taken, by reader and subject.
fn times(taken: &[Taken]) -> BTreeMap<(String, String), usize> {
    let mut times = BTreeMap::new();
    for one in taken {
        let subject = letter::parse_letter(one.raw.as_bytes()).unwrap().subject;
        *times.entry((one.to.clone(), subject)).or_insert(0) += 1;
    }
    times
}

/// Both players' update and the public one, each once.
fn all_once(server: &Server) {
    let times = times(&server.taken());
    assert!(times.len() == 4 && times.values().all(|n| *n == 1), "{times:?}");
}

#[test]
fn every_player_gets_their_own_update_once_with_the_next_packet() {
    let server = Server::plain();
    let desk = played(&server);
    desk.grail(["mail", "war", "1"])
        .done()
        .says(["4 letters would go out; nothing is sent without --send."])
        .prints(["alice@example.org", "red-packet-night-2.yaml"]);
    desk.grail(["mail", "war", "1", "--dry-run"]).done();
    assert!(server.taken().is_empty() && !desk.path("war/nights/001/outbox.yaml").exists());
    mail(&desk).done().says(["Night 1: 4 sent."]);
    all_once(&server);
    mail(&desk).done();
    all_once(&server);
    for one in server.taken() {
        assert_eq!(one.from, "gm@example.org");
        let found = letter::parse_letter(one.raw.as_bytes()).unwrap();
        let text = &found.texts[0].text;
        let (seat, other) = if one.to.starts_with("alice") { ("Red", "Blue") } else { ("Blue", "Red") };
        assert!(!text.contains(&format!("for {other}")), "{text}");
        if found.subject.ends_with(seat) {
            assert!(text.contains("YOUR CHARACTERS"), "{text}");
            // The page shows the map, which travels along.
            for part in ["Content-Type: image/png", "Content-ID: <picture-1>", "src=3D\"cid:picture-1\""] {
                assert!(one.raw.replace("=\r\n", "").contains(part), "{part} is not in the letter to {}", one.to);
            }
            let packet = &found.texts[1];
            desk.write(&packet.part, &packet.text);
            desk.write("tonight.txt", if seat == "Red" { "Saber: Stay.\n" } else { "Lancer: Stay.\n" });
            let run = desk.grail(["check", "tonight.txt", "--packet", &packet.part]).done();
            assert!(run.err.contains("night 2: 0 errors"), "{}", run.err);
        }
        assert!(!one.raw.contains("-lantern"), "no token travels");
    }
}

#[test]
fn what_is_refused_for_the_time_being_is_tried_again_and_what_is_refused_for_good_is_named() {
    let server = Server::new(|stage, n| match (stage, n) {
        ("RCPT", 1 | 3) => Act::Say("451 later"),
        ("message", 2) => Act::Say("452 too much"),
        _ => Act::Ok,
    });
    let desk = played(&server);
    mail(&desk).done();
    all_once(&server);
    let server = Server::new(|stage, n| match (stage, n) {
        ("RCPT", 1) => Act::Say("550 nobody here"),
        ("message", 1) => Act::Say("554 no thanks"),
        _ => Act::Ok,
    });
    let desk = played(&server);
    mail(&desk).ends(1).says([
        "was refused for good: permanent error (550): nobody here",
        "no thanks",
        "2 refused, 2 sent",
    ]);
    mail(&desk).ends(1);
    assert_eq!(server.taken().len(), 2, "what was refused for good is not tried again by itself");
    desk.grail(["mail", "war", "1", "--again", "update-red", "--again", "update-blue", "--send", "--wait", "0"]).done();
    all_once(&server);
}

#[test]
fn a_server_that_stays_away_costs_nothing_but_time() {
    let knocked = Arc::new(AtomicUsize::new(0));
    let knocks = knocked.clone();
    let server = Server::new(move |stage, _| {
        if stage != "connect" {
            return Act::Ok;
        }
        knocks.fetch_add(1, Ordering::Relaxed);
        Act::Say("421 closed")
    });
    let desk = played(&server);
    mail(&desk).ends(1).says(["was put off", "4 put off"]);
    assert_eq!(knocked.load(Ordering::Relaxed), 3, "once a round, not for every letter");
    let server = Server::plain();
    to(&desk, &server, "tls: none");
    mail(&desk).done();
    all_once(&server);
}

#[test]
fn a_connection_cut_before_the_letter_loses_and_doubles_nothing() {
    for cut in ["connect", "EHLO", "MAIL", "RCPT", "DATA"] {
        for when in [1, 2] {
            let server = Server::new(move |stage, n| if stage == cut && n == when { Act::Cut } else { Act::Ok });
            let desk = played(&server);
            mail(&desk).done();
            all_once(&server);
        }
    }
}

#[test]
fn a_connection_cut_behind_the_letter_is_named_and_left_to_the_gm() {
    for (act, taken) in [(Act::Cut, 3), (Act::TakeAndCut, 4)] {
        let server = Server::new(move |stage, n| if stage == "message" && n == 2 { act.clone() } else { Act::Ok });
        let desk = played(&server);
        mail(&desk).ends(1).says(["update-red to alice@example.org may have gone out", "--settle update-red"]);
        mail(&desk).ends(1);
        assert_eq!(server.taken().len(), taken);
        // The next evening names it too: nothing else of that night is left to send.
        let next = desk.grail(["night", "war", "--send", "--early"]);
        assert!(next.err.contains("update-red to alice@example.org may have gone out: ask"), "{}", next.err);
        desk.grail(["status", "war"]).done().prints(["update-red to alice@example.org: may have gone out"]);
        let word = if taken == 3 { "--again" } else { "--settle" };
        desk.grail(["mail", "war", "1", word, "update-red", "--send", "--wait", "0"]).done();
        all_once(&server);
    }
}

#[test]
fn a_run_that_is_killed_anywhere_sends_every_letter_once_or_names_it() {
    for (stage, letters_named) in
        [("connect 1", 0), ("MAIL 2", 0), ("RCPT 3", 0), ("DATA 1", 0), ("message 1", 1), ("message 3", 1)]
    {
        let (word, number) = stage.split_once(' ').unwrap();
        let (word, number): (String, usize) = (word.to_owned(), number.parse().unwrap());
        let server = Server::new(move |stage, n| if stage == word && n == number { Act::Hang } else { Act::Ok });
        let desk = played(&server);
        let mut run = Command::new(env!("CARGO_BIN_EXE_grail"));
        run.args(["mail", "war", "1", "--send"])
            .env_clear()
            .current_dir(desk.path(""))
            .stderr(Stdio::null())
            .stdout(Stdio::null());
        let mut run = run.spawn().unwrap();
        server.wait_for(stage);
        run.kill().unwrap();
        run.wait().unwrap();
        let again = mail(&desk);
        let times = times(&server.taken());
        assert!(times.values().all(|n| *n == 1), "{stage}: {times:?}");
        assert_eq!(times.len() + letters_named, 4, "{stage}: {times:?}");
        assert_eq!(again.err.matches(" may have gone out: ask").count(), letters_named, "{stage}: {}", again.err);
    }
}

#[test]
fn a_run_that_is_killed_over_a_maildir_sends_every_letter_once() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    post(&desk, "by: maildir, maildir: sent");
    mail(&desk).done();
    let whole = desk.read("war/nights/001/outbox.yaml");
    let found = || fs::read_dir(desk.path("war/sent/new")).unwrap().count();
    assert_eq!(found(), 4);
    // As if it had been killed behind each line of its book, and in the middle of each.
    for (at, _) in whole.match_indices('\n') {
        for cut in [at + 1, at.saturating_sub(7)] {
            desk.write("war/nights/001/outbox.yaml", &whole[..cut]);
            mail(&desk).done();
            assert_eq!(found(), 4);
        }
    }
}

#[test]
fn a_password_comes_from_outside_and_goes_over_an_encrypted_way_alone() {
    let skills = super::server::Skills { auth: Some("PLAIN AGdtAHNlY3JldCB3b3Jk".to_owned()), ..Default::default() };
    let server = Server::with(skills, |_, _| Act::Ok);
    let desk = played(&server);
    to(&desk, &server, "tls: none, user: gm");
    mail(&desk).ends(1).says(["looked for in the environment as `GRAIL_MAIL_PASSWORD`"]);
    let with = |password: &str| {
        let mut run = Command::new(env!("CARGO_BIN_EXE_grail"));
        run.args(["mail", "war", "1", "--send", "--wait", "0", "--tries", "1"])
            .env_clear()
            .env("GRAIL_MAIL_PASSWORD", password);
        let output = run.current_dir(desk.path("")).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, told) = with("wrong word");
    assert!(code == Some(1) && told.contains("does not let `gm` in") && !told.contains("wrong word"), "{told}");
    assert!(told.contains("4 put off"), "a wrong password refuses nobody's letter: {told}");
    desk.write("war/password", "secret word\n");
    to(&desk, &server, "tls: none, user: gm, password_file: war/password");
    mail(&desk).ends(1).says(["lies in the campaign"]);
    to(&desk, &server, "tls: none, user: gm");
    let (code, told) = with("secret word");
    assert!(code == Some(0) && !told.contains("secret word"), "{told}");
    all_once(&server);
    to(&desk, &server, "user: gm, password_file: password");
    desk.write("password", "secret word\n");
    desk.grail(["mail", "war", "1", "--again", "update-red", "--send", "--tries", "1"])
        .ends(1)
        .says(["offers no encryption"]);
    assert!(
        !desk
            .files("war")
            .iter()
            .any(|(name, bytes)| name != "password" && String::from_utf8_lossy(bytes).contains("secret word"))
    );
}

/// A server with a certificate and its key, which lets `gm` in with `secret word`.
fn encrypted((certificate, key): (&[u8], &[u8]), implicit: bool) -> Server {
    let skills = super::server::Skills {
        encrypt: Some(super::server::tls(certificate, key)),
        implicit,
        auth: Some("PLAIN AGdtAHNlY3JldCB3b3Jk".to_owned()),
    };
    Server::with(skills, |_, _| Act::Ok)
}

/// As `docs/mail.md` makes one; where the way cannot be made, it is said what to do.
#[test]
fn a_server_s_self_signed_certificate_is_trusted_by_name_and_what_is_wrong_with_others_is_said() {
    let key = &include_bytes!("tls/alone-key.pem")[..];
    let alone = encrypted((include_bytes!("tls/alone.pem"), key), false);
    let desk = played(&alone);
    desk.write("password", "secret word\n");
    for name in ["alone.pem", "vouches.pem"] {
        fs::copy(repository().join("tests/mail/tls").join(name), desk.path("war").join(name)).unwrap();
    }
    let login = "user: gm, password_file: password";
    to(&desk, &alone, &format!("tls: implicit, {login}, certificate: alone.pem"));
    mail(&desk).ends(1).says(["does not encrypt from the first byte on this port: `tls: starttls`?"]);
    let vouches = encrypted((include_bytes!("tls/vouches.pem"), key), true);
    to(&desk, &vouches, &format!("tls: implicit, {login}, certificate: vouches.pem"));
    mail(&desk).ends(1).says(["4 put off", "make one with `-addext basicConstraints=critical,CA:FALSE`"]);
    to(&desk, &alone, &format!("tls: starttls, {login}, certificate: alone.pem"));
    mail(&desk).done();
    all_once(&alone);
    assert!(vouches.taken().is_empty());
}

#[test]
fn an_encrypted_way_is_encrypted_from_its_start_or_by_starttls_and_to_nobody_else() {
    for (way, implicit) in [("starttls", false), ("implicit", true)] {
        let pair = (&include_bytes!("tls/server.pem")[..], &include_bytes!("tls/server-key.pem")[..]);
        let server = encrypted(pair, implicit);
        let desk = played(&server);
        desk.write("password", "secret word\n");
        fs::copy(repository().join("tests/mail/tls/authority.pem"), desk.path("war/authority.pem")).unwrap();
        let login = format!("tls: {way}, user: gm, password_file: password");
        to(&desk, &server, &login);
        mail(&desk).ends(1).says(["4 put off", "name it in war.yaml as `certificate` under `mail:`"]);
        assert!(server.taken().is_empty(), "a certificate that nobody vouches for is no certificate");
        to(&desk, &server, &format!("{login}, certificate: authority.pem"));
        mail(&desk).done();
        all_once(&server);
    }
}

#[test]
fn the_system_s_own_mail_program_takes_letters() {
    let desk = Desk::started();
    desk.grail(["resolve", "war"]).done();
    desk.write("take", "#!/bin/sh\nprintf '%s ' \"$@\" >> taken; /bin/cat >> taken\n");
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(desk.path("take"), fs::Permissions::from_mode(0o755)).unwrap();
    post(&desk, &format!("by: sendmail, sendmail: {}", desk.path("take").display()));
    mail(&desk).done().says(["4 sent"]);
    let taken = desk.read("taken");
    assert_eq!(taken.matches("-i -f gm@example.org -- ").count(), 4, "{taken}");
    post(&desk, "by: sendmail, sendmail: /nowhere/sendmail");
    desk.grail(["mail", "war", "1", "--again", "update-red", "--send", "--tries", "1"]).ends(1).says(["cannot be run"]);
}
