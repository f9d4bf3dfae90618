//! Letters that mean harm: bounded time and memory, nothing run, nothing echoed, nothing lost.

use std::time::{Duration, Instant};

use grail_referee::mail::letter::{self, LONGEST_LETTER, Untouched};

use super::{by_maildir, deliver, letter_of};

/// What a letter may take in a debug build of a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

fn quick(raw: &[u8]) -> Result<letter::Letter, Untouched> {
    let start = Instant::now();
    let read = letter::read(raw);
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
    read
}

#[test]
fn what_is_enormous_or_nested_without_end_is_not_taken_apart() {
    let head = "From: a@example.org\nSubject: x\nMIME-Version: 1.0\n";
    let big = format!("{head}\n{}", "Saber: Stay.\n".repeat(LONGEST_LETTER / 12));
    assert_eq!(quick(big.as_bytes()).unwrap_err(), Untouched::TooLong);
    let mut nested = head.to_owned();
    for n in 0..10_000 {
        nested.push_str(&format!("Content-Type: multipart/mixed; boundary=\"b{n}\"\n\n--b{n}\n"));
    }
    assert_eq!(quick(nested.as_bytes()).unwrap_err(), Untouched::TooManyParts);
    let letters = head.to_owned() + &"Content-Type: message/rfc822\n\n".repeat(10_000);
    assert_eq!(quick(letters.as_bytes()).unwrap_err(), Untouched::TooManyParts);
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
        let _ = letter::read(raw[..end].as_bytes());
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
    let big = letter_of("bob", 1, 5, &"x".repeat(LONGEST_LETTER));
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
    let told: String = super::sent(&desk).iter().map(|(_, letter)| super::words(letter).to_owned()).collect();
    assert!(!told.contains("49") && told.contains("{{ 7 * 7 }}"), "{told}");
    for secret in ["red-lantern", "blue-lantern"] {
        assert!(!told.contains(secret) && !run.out.contains(secret) && !run.err.contains(secret), "{secret}");
    }
    // What came is kept as it came.
    assert_eq!(std::fs::read_dir(desk.path("war/nights/001/letters")).unwrap().count(), 6);
    desk.grail(["orders", "import", "war"]).done().says(["0 new letters, 6 taken in before."]);
}
