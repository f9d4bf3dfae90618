//! Letters that mean harm: bounded time and memory, nothing run, nothing echoed, nothing lost.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use grail_referee::mail::letter::{self, MAX_LETTER_LENGTH, UnparsedReason};

use super::{by_maildir, deliver, letter_of, post, sent, words};
use crate::cli::{Desk, Run};

/// A guard against what never ends, not a measure: no letter comes near it.
const HANG: Duration = Duration::from_secs(120);

fn quick(raw: &[u8]) -> Result<letter::Letter, UnparsedReason> {
    let start = Instant::now();
    let read = letter::parse_letter(raw);
    assert!(start.elapsed() < HANG, "{:?}", start.elapsed());
    read
}

#[test]
fn what_is_enormous_or_nested_without_end_is_not_taken_apart() {
    let head = "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n";
    let big = format!("{head}\n{}", "Saber: Stay.\n".repeat(MAX_LETTER_LENGTH / 12));
    assert_eq!(quick(big.as_bytes()).unwrap_err(), UnparsedReason::TooLong);
    let mut nested = head.to_owned();
    for n in 0..10_000 {
        nested.push_str(&format!("Content-Type: multipart/mixed; boundary=\"b{n}\"\n\n--b{n}\n"));
    }
    assert_eq!(quick(nested.as_bytes()).unwrap_err(), UnparsedReason::TooManyParts);
    let letters = head.to_owned() + &"Content-Type: message/rfc822\n\n".repeat(10_000);
    assert_eq!(quick(letters.as_bytes()).unwrap_err(), UnparsedReason::TooManyParts);
    let mut below = head.to_owned();
    for n in 0..60 {
        below.push_str(&format!("Content-Type: multipart/mixed; boundary=\"b{n}\"\n\n--b{n}\n"));
    }
    below.push_str("Content-Type: text/plain\n\nSaber: Stay.\n");
    assert!(quick(below.as_bytes()).unwrap().texts.is_empty(), "what lies deeper than twelve parts is not read");
}

#[test]
fn odd_headers_and_pages_cost_little() {
    let many = format!("From: {}\nSubject: x\n\nSaber: Stay.\n", "a@example.org, ".repeat(100_000));
    assert!(quick(many.as_bytes()).is_ok());
    let long = format!("From: a@example.org\nSubject: {}\n\nx\n", "=?utf-8?B?w6k=?= ".repeat(50_000));
    assert!(quick(long.as_bytes()).is_ok());
    for page in [
        "<div>".repeat(40_000),
        "<".repeat(200_000),
        "<blockquote>".repeat(15_000) + "x",
        "&".repeat(200_000),
        "<a \"".repeat(50_000),
    ] {
        let raw = format!("From: a@example.org\nSubject: x\nContent-Type: text/html\n\n{page}");
        assert!(quick(raw.as_bytes()).is_ok());
    }
    for rubbish in [&b""[..], b"\xff\xfe\x00", b"\n\n\n", b":::::\n\n", b"From: a@b\r\n\r"] {
        let _ = quick(rubbish);
    }
}

#[test]
fn every_cut_of_a_letter_is_read_or_refused() {
    let raw = letter_of("alice", 1, 1, "Saber: Stay.\n")
        .replace("text/plain; charset=utf-8", "multipart/mixed; boundary=b")
        + "\n--b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nU2FiZXI6IFN0YXkuCg==\n--b--\n";
    for end in 0..raw.len() {
        let _ = letter::parse_letter(&raw.as_bytes()[..end]);
    }
}

#[test]
fn hostile_letters_harm_nobody_else_s() {
    let desk = by_maildir();
    let guess = letter_of("alice", 1, 2, "Saber: Stay.\n").replace("red-lantern", "red-lantern1");
    let shell = letter_of("alice", 1, 3, "Saber: Stay.\n")
        .replace("Alice <alice@example.org>", "\"$(touch pwned)\" <`id`@example.org>");
    let template = letter_of(
        "alice",
        1,
        4,
        "Saber:\n  Say: \"{{ war }}{% include 'personal.txt.j2' %}\".\n  Frob {{ 7 * 7 }}.\n  Stay.\nIris: Stay.\n",
    );
    let big = letter_of("bob", 1, 5, &"x".repeat(MAX_LETTER_LENGTH));
    let zips = letter_of("bob", 1, 6, "").replace("text/plain; charset=utf-8", "application/zip; name=a.zip");
    deliver(&desk, "1700000001.a", &guess);
    deliver(&desk, "1700000002.b", &shell);
    deliver(&desk, "1700000003.c", &template);
    deliver(&desk, "1700000004.d", &big);
    deliver(&desk, "1700000005.e", &zips);
    deliver(&desk, "1700000006.f", &letter_of("bob", 1, 7, "Lancer: Stay.\nEdmund: Stay.\n"));
    let run = desk.grail(["orders", "import", "war", "--send"]).done().says(["6 new letters."]);
    assert_eq!(run.out.matches("accepted").count(), 2, "{}", run.out);
    assert!(!desk.path("pwned").exists());
    let told: String = sent(&desk).iter().map(|(_, letter)| words(letter).to_owned()).collect();
    assert!(!told.contains("49") && told.contains("{{ 7 * 7 }}"), "{told}");
    for secret in ["red-lantern", "blue-lantern"] {
        assert!(!told.contains(secret) && !run.out.contains(secret) && !run.err.contains(secret), "{secret}");
    }
    // What came is kept as it came.
    assert_eq!(fs::read_dir(desk.path("war/nights/001/letters")).unwrap().count(), 6);
    desk.grail(["orders", "import", "war"]).done().says(["0 new letters, 6 taken in before."]);
}

/// Runs the program with so much memory and no more, a file at its standard input.
fn bounded(desk: &Desk, args: &[&str], input: &Path) -> Run {
    let start = Instant::now();
    let mut run = Command::new("/bin/sh");
    run.args(["-c", &format!("ulimit -v {MOST_MEMORY} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_grail")]);
    run.args(args).env_clear().current_dir(desk.path("")).stdin(fs::File::open(input).unwrap());
    let run = Run::of(&run.output().unwrap());
    assert!(start.elapsed() < HANG, "{:?}", start.elapsed());
    run
}

/// The most kilobytes of memory for whatever comes in: what a small rented machine has to spare.
const MOST_MEMORY: usize = 400 * 1024;

/// A letter that is sent with what stands in `inbox.yaml` of it and what it was answered.
fn import(desk: &Desk, name: &str, letter: &[u8]) -> (Run, String) {
    fs::write(desk.path("war/inbox/new").join(name), letter).unwrap();
    let run = bounded(desk, &["orders", "import", "war", "--send"], Path::new("/dev/null")).done();
    let book = desk.read("war/nights/001/inbox.yaml");
    (run, book.lines().next_back().unwrap_or_default().to_owned())
}

#[test]
fn fifty_megabytes_are_kept_and_set_aside_in_little_memory() {
    let desk = by_maildir();
    let head = letter_of("alice", 1, 1, "Saber: Stay.\n");
    let line = "VGhpcyBpcyBub3RoaW5nIGJ1dCBub2lzZSBpbiBhIGxldHRlciBvZiBmaWZ0eSBtZWdhYnl0ZXMuLi4=\n";
    let big = head + &line.repeat(50 * 1024 * 1024 / line.len());
    let (run, entry) = import(&desk, "1700000001.a", big.as_bytes());
    assert!(run.out.contains("set aside") && entry.contains("set-aside"), "{}\n{entry}", run.out);
    let kept = fs::read_dir(desk.path("war/nights/001/letters")).unwrap().next().unwrap().unwrap();
    assert_eq!(kept.metadata().unwrap().len(), big.len() as u64, "kept as it came");
    // The same by a pipe, and within an mbox between two others.
    let piped = desk.path("piped");
    fs::write(&piped, big.replacen("alice.1.1@", "alice.1.2@", 1)).unwrap();
    bounded(&desk, &["orders", "import", "war", "-"], &piped).done().prints(["set aside"]);
    let (first, last) = (letter_of("alice", 1, 3, "Saber: Stay.\n"), letter_of("bob", 1, 3, "Lancer: Stay.\n"));
    let from = "From somebody Sat Nov 21 20:00:00 2026\n";
    let third = big.replacen("alice.1.1@", "alice.1.4@", 1);
    desk.write("box", &format!("{from}{first}\n{from}{third}\n{from}{last}\n"));
    let run = bounded(&desk, &["orders", "import", "war", "--mbox", "box"], Path::new("/dev/null")).done();
    assert_eq!(run.out.matches("accepted").count(), 2, "{}", run.out);
}

#[test]
fn ten_thousand_nested_parts_and_zips_of_zips_are_set_aside_in_little_memory() {
    let desk = by_maildir();
    let mut nested = letter_of("alice", 1, 1, "").replace("Content-Type: text/plain; charset=utf-8\n\n", "");
    for n in 0..10_000 {
        nested.push_str(&format!("Content-Type: multipart/mixed; boundary=\"b{n}\"\n\n--b{n}\n"));
    }
    nested.push_str("Content-Type: text/plain\n\nToken: red-lantern\nSaber: Stay.\n");
    let (run, entry) = import(&desk, "1700000001.a", nested.as_bytes());
    assert!(run.out.contains("set aside") && entry.contains("set-aside"), "{}\n{entry}", run.out);
    // A zip that holds a zip, under names and kinds of all sorts: nothing is unpacked.
    let zip =
        "UEsDBAoAAAAAAAAAIQAAAAAAIAAAACAAAAAFAAAAYS56aXBQSwMECgAAAAAAAAAhAAAAAAAAAAAAAAAAAAEAAABhUEsFBgAAAAAAAAAA";
    for (n, (kind, name)) in
        [("application/zip", "orders.zip"), ("application/octet-stream", "orders.txt"), ("text/plain", "more.txt")]
            .into_iter()
            .enumerate()
    {
        let letter = letter_of("alice", 1, 2 + n as u32, "").replace(
            "Content-Type: text/plain; charset=utf-8\n\n",
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n",
        ) + &format!(
            "\n--b\nContent-Type: {kind}; name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\"\n\
             Content-Transfer-Encoding: base64\n\n{zip}\n--b--\n"
        );
        let (run, _) = import(&desk, &format!("170000001{n}.z"), letter.as_bytes());
        assert!(run.out.contains("set aside, Red"), "{kind}: {}", run.out);
        let told = sent(&desk).iter().map(|(_, letter)| words(letter).to_owned()).collect::<String>();
        assert!(told.contains(&format!("Not read: {name}")), "{told}");
    }
}

#[test]
fn no_letter_writes_a_header_line_of_an_answer() {
    let desk = by_maildir();
    desk.edit("war/war.yaml", "name: Alice,", "name: \"Alice\\r\\nBcc: eve@example.org\\r\\n\\r\\nHello\",");
    let evil = "=?utf-8?Q?Orders=0D=0ABcc:_eve@example.org=0D=0A=0D=0AHello?=";
    let letter = letter_of("alice", 1, 1, "Saber: Stay.\n")
        .replace(
            "Subject: Night 1",
            &format!("Subject: {evil}\nReferences: <a@b> {evil}\n =?utf-8?Q?<c@d=0D=0ABcc:e>?="),
        )
        .replace("From: Alice", &format!("From: {evil}"))
        .replace("<alice.1.1@example.org>", "<alice.1.1\r@example.org\u{b}Bcc:eve>");
    import(&desk, "1700000001.a", letter.as_bytes());
    // Whoever has no token is answered where the letter says: not to more than one address.
    let stranger =
        letter.replace("red-lantern", "no").replace("alice@example.org", "alice@example.org>, <eve@example.org");
    import(&desk, "1700000002.b", stranger.as_bytes());
    let files = desk.files("war/sent/new");
    assert_eq!(files.len(), 2);
    for (_, bytes) in files {
        let raw = String::from_utf8(bytes).unwrap();
        let (head, _) = raw.split_once("\r\n\r\n").unwrap();
        let names: Vec<_> =
            head.split("\r\n").filter(|l| !l.starts_with([' ', '\t'])).filter_map(|l| l.split_once(':')).collect();
        assert!(!names.iter().any(|(name, _)| name.eq_ignore_ascii_case("bcc")), "{head}");
        let to: Vec<_> = names.iter().filter(|(name, _)| *name == "To").collect();
        assert!(matches!(to.as_slice(), [(_, to)] if to.contains("alice@") && !to.contains("eve@")), "{head}");
        assert!(!head.replace("\r\n", "").contains(['\r', '\n', '\u{b}']), "{head}");
    }
}

#[test]
fn malformed_letters_of_a_charset_cost_their_own_words_alone() {
    let desk = by_maildir();
    let mut letter =
        letter_of("alice", 1, 1, "Iris: Stay.\nSaber:\n  Use \u{1}\u{2} on Lancer.\n  Scout Market.\n").into_bytes();
    let at = letter.windows(2).position(|two| two == b"\x01\x02").unwrap();
    // An overlong slash, a half of a pair, a byte that begins nothing.
    letter.splice(at..at + 2, *b"\xc0\xaf\xed\xa0\x80\xff\xfe");
    let (run, entry) = import(&desk, "1700000001.a", &letter);
    assert!(run.out.contains("accepted, Red") && entry.contains("accepted"), "{}\n{entry}", run.out);
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    let told = words(&sent(&desk)[0].1).to_owned();
    assert!(told.contains("1 fault aside") && told.contains("error["), "{told}");
    for (n, charset) in ["utf-7", "utf-16", "x-nothing", "\u{0}", "iso-2022-jp"].into_iter().enumerate() {
        let letter = letter_of("bob", 1, n as u32, "Lancer: Stay.\n")
            .replace("charset=utf-8", &format!("charset=\"{charset}\""));
        import(&desk, &format!("170000001{n}.c"), letter.as_bytes());
    }
}

#[test]
fn shell_characters_in_a_sender_run_nothing_whatever_program_sends_the_answer() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = by_maildir();
    desk.write("take", "#!/bin/sh\nfor word in \"$@\"; do printf '<%s>' \"$word\" >> taken; done; echo >> taken; /bin/cat > /dev/null\n");
    fs::set_permissions(desk.path("take"), fs::Permissions::from_mode(0o755)).unwrap();
    post(&desk, &format!("by: sendmail, sendmail: {}, inbox: inbox", desk.path("take").display()));
    let senders = [
        "\"$(touch pwned)\" <`touch${IFS}pwned`@example.org>",
        "<-oQ/tmp/pwned@example.org>",
        "<a|touch.pwned@example.org>",
    ];
    for (n, sender) in senders.into_iter().enumerate() {
        let letter = letter_of("alice", 1, n as u32, "Saber: Stay.\n")
            .replace("Alice <alice@example.org>", sender)
            .replace("red-lantern", "guess");
        import(&desk, &format!("170000001{n}.s"), letter.as_bytes());
    }
    assert!(!desk.path("pwned").exists());
    let taken = fs::read_to_string(desk.path("taken")).unwrap_or_default();
    for line in taken.lines() {
        assert!(line.starts_with("<-i><-f><gm@example.org><--><"), "an address that is no option: {line}");
        assert_eq!(line.matches('<').count(), 5, "one address and no more: {line}");
    }
}

#[test]
fn a_forged_sender_gets_nothing_in_and_nothing_out_with_and_without_the_token() {
    let desk = by_maildir();
    let plain = |n, body: &str| letter_of("alice", 1, n, body);
    let forged = [
        // Without the token, from the player's own address; then with somebody else's address and the token.
        (plain(1, "Saber: Stay.\n").replace("Token: red-lantern\n", ""), "set-aside", "it has no token"),
        (
            plain(2, "Saber: Stay.\n").replace("alice@example.org", "eve@example.net"),
            "set-aside",
            "its token is right, but",
        ),
        // The receiving server says that the domain disowns it.
        (
            "Authentication-Results: mx.example.org; dmarc=fail\n".to_owned() + &plain(3, "Saber: Stay.\n"),
            "set-aside",
            "disowns it",
        ),
        (
            "Authentication-Results: mx.example.org; dmarc=fail\n".to_owned()
                + &plain(4, "Saber: Stay.\n").replace("Token: red-lantern\n", ""),
            "set-aside",
            "not answered",
        ),
        (plain(5, "Saber: Stay.\n").replace("red-lantern", "red-lanterm"), "set-aside", "its token is nobody's"),
        (
            plain(6, "Saber: Stay.\n").replace("alice@", "eve@").replace("Token: red-lantern\n", ""),
            "set-aside",
            "its sender is no player",
        ),
    ];
    for (n, (letter, outcome, why)) in forged.iter().enumerate() {
        let (run, entry) = import(&desk, &format!("170000000{n}.f"), letter.as_bytes());
        assert!(entry.contains(outcome) && entry.contains(why), "letter {n}: {entry}");
        assert!(!run.out.contains("red-lantern") && !run.err.contains("red-lantern") && !entry.contains("red-lantern"));
    }
    assert!(
        !desk.path("war/nights/001/orders/red.txt").exists()
            || !desk.read("war/nights/001/orders/red.txt").contains("Letter")
    );
    for (to, letter) in sent(&desk) {
        assert!(to.contains("alice@example.org"), "nobody else is answered: {to}");
        let told = words(&letter);
        for secret in ["lantern", "Saber", "Lancer", "Market"] {
            assert!(!told.contains(secret), "{secret}:\n{told}");
        }
    }
    // All of them are in the book, and those that wait are shown.
    assert_eq!(desk.read("war/nights/001/inbox.yaml").lines().filter(|l| l.contains("outcome")).count(), forged.len());
    desk.grail(["status", "war"]).done().prints(["Letters that await you"]);
}
