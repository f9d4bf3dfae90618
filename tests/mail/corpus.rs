//! Letters as mail programs really write them, with what must come of each: `corpus.txt`, and what each program of
//! `programs.rs` makes of the same contents.

use std::fs;

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::play::Game;
use grail_referee::mail::inbox::{LetterOutcome, LetterRecord, render_order_file};
use grail_referee::mail::intake::{Intake, IntakeContext as Settings, IntakeResult, SeatProof};
use grail_referee::mail::letter_templates::LetterTemplates;
use grail_referee::mail::mailed_war::MailedWar;
use grail_referee::mail::sources::RawLetter;

use super::programs::{CONTENTS, PROGRAMS, letter};
use crate::cli::{Desk, repository};

/// A letter with what must come of it.
struct Case {
    name: String,
    wants: Vec<(String, String)>,
    raw: Vec<u8>,
}

impl Case {
    fn wants(&self, key: &str) -> Option<&str> {
        self.wants.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(repository().join("tests/mail/corpus.txt")).unwrap();
    let mut found = Vec::new();
    for part in text.split("\n=== ").skip(1) {
        let (head, raw) = part.split_once("\n---\n").unwrap();
        let mut lines = head.lines();
        let name = lines.next().unwrap().to_owned();
        let wants = lines.map(|l| l.split_once(": ").map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap()).collect();
        found.push(Case { name, wants, raw: unescaped(raw) });
    }
    found
}

/// The bytes of a letter: `\xNN` is one, `\\` a backslash.
fn unescaped(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match (first, after.first()) {
            (b'\\', Some(b'x')) => {
                let digits = std::str::from_utf8(&after[1..3]).unwrap();
                out.push(u8::from_str_radix(digits, 16).unwrap());
                rest = &after[3..];
            }
            (b'\\', Some(b'\\')) => {
                out.push(b'\\');
                rest = &after[1..];
            }
            _ => out.push(*first),
        }
    }
    out.push(b'\n');
    out
}

const fn word(outcome: LetterOutcome) -> &'static str {
    match outcome {
        LetterOutcome::Accepted => "accepted",
        LetterOutcome::Refused => "refused",
        LetterOutcome::SetAside => "set-aside",
        LetterOutcome::Answered => "answered",
    }
}

/// Whom Red orders for.
pub(super) fn seated(referee: &MailedWar) -> Vec<String> {
    referee.seats.iter().find(|seat| seat.name == "Red").unwrap().characters.clone()
}

/// The plan of all that holds because of a letter: `Saber: Stay. / Iris: Stay.`
pub(super) fn plan(referee: &MailedWar, entry: &LetterRecord) -> String {
    let text = render_order_file(std::slice::from_ref(entry), "Red", &seated(referee), 1).unwrap_or_default();
    let red = referee.seats.iter().position(|seat| seat.name == "Red").unwrap();
    let (plan, _) = referee.render_plan(red, &text);
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in plan.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|l| !l.starts_with(' ')) {
            // Two blocks of one name are one here; in the file each stands where it stood in the letter.
            let earlier = found.iter().position(|(known, _)| known == name).map(|at| found.remove(at));
            found.push(earlier.unwrap_or_else(|| (name.to_owned(), Vec::new())));
        } else if let Some((_, words)) =
            line.trim().split_once(". ").filter(|(n, _)| n.chars().all(|c| c.is_ascii_digit()))
            && !words.starts_with("not accepted: ")
        {
            // The order alone, without its place.
            let words = words.rsplit_once(" [").filter(|(_, place)| place.ends_with(']')).map_or(words, |(w, _)| w);
            found.last_mut().unwrap().1.push(words.to_owned());
        }
    }
    // A head below which nothing was accepted has no plan.
    found.retain(|(_, words)| !words.is_empty());
    found.sort_by_key(|(name, _)| name != "Saber");
    found.into_iter().map(|(name, words)| format!("{name}: {}", words.join(" "))).collect::<Vec<_>>().join(" / ")
}

/// The letters of `programs.rs`, each with what must come of it.
fn of_programs() -> Vec<Case> {
    let mut found = Vec::new();
    for program in &PROGRAMS {
        for shape in program.shapes {
            for content in &CONTENTS {
                let number = found.len();
                let wants = content.wants.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
                found.push(Case {
                    name: format!("{}, {shape:?}, {}", program.name, content.name),
                    wants,
                    raw: letter(program, content, *shape, number),
                });
            }
        }
    }
    found
}

#[test]
fn every_letter_of_the_corpus_comes_to_what_is_written_above_it() {
    let cases = cases();
    assert!(cases.len() >= 180, "only {} letters", cases.len());
    all_hold(&cases);
}

#[test]
fn every_program_s_letters_come_to_what_they_say() {
    let cases = of_programs();
    assert!(cases.len() >= 420, "only {} letters", cases.len());
    all_hold(&cases);
}

/// Takes each letter in by itself, and compares what came of it.
fn all_hold(cases: &[Case]) {
    let desk = Desk::started();
    let folder = Folder::open(desk.path("war")).unwrap();
    let game = Game::open(folder.clone()).unwrap();
    let referee = MailedWar::load(&game).unwrap();
    let templates = LetterTemplates::new(std::collections::BTreeMap::new()).unwrap();
    let mut wrong = Vec::new();
    for case in cases {
        let settings = Settings {
            now: 1_800_000_000,
            referee_addresses: vec!["gm@example.org".to_owned()],
            is_dry_run: true,
            ..Settings::default()
        };
        let mut intake = Intake::new(&folder, &referee, &templates, settings).unwrap();
        let raw = RawLetter { bytes: case.raw.clone(), source: case.name.clone(), arrived: None };
        let IntakeResult::New(entry, _) = intake.import_letter(&raw, SeatProof::Letter).unwrap() else {
            panic!("{}: known", case.name)
        };
        let answer = entry.answer.as_ref().map_or("none".to_owned(), |a| format!("{}\n{}", a.subject, a.text));
        let mut check = |what: &str, found: &str, holds: bool| {
            if !holds {
                wrong.push(format!(
                    "{}: {what} {:?}, found {found:?} ({})",
                    case.name,
                    case.wants(what).unwrap_or("?"),
                    entry.why
                ));
            }
        };
        let want = case.wants("want").unwrap();
        check("want", word(entry.outcome), want == word(entry.outcome));
        let found = plan(&referee, &entry);
        check("plan", &found, case.wants("plan").is_none_or(|wanted| wanted == found));
        check("why", &entry.why, case.wants("why").is_none_or(|wanted| entry.why.contains(wanted)));
        check(
            "faults",
            &entry.faults.to_string(),
            case.wants("faults").is_none_or(|wanted| wanted == entry.faults.to_string()),
        );
        let answered = case
            .wants("answer")
            .is_none_or(|wanted| if wanted == "none" { answer == "none" } else { answer.contains(wanted) });
        check("answer", &answer, answered);
        let shown = format!("{answer}\n{}\n{}", entry.why, entry.subject).to_lowercase();
        check("secret", &shown, !shown.contains("red-lantern") && !shown.contains("blue-lantern"));
        if want == "accepted" && case.wants("faults").is_none() {
            check("faults", &answer, entry.faults == 0);
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
