//! Letters to whoever was told of a night that was reopened since.

use crate::cli::Desk;

use super::{by_maildir, sent, words};

const LATE: &str = "- set: { Saber: { health: 7 } }\n  at: end\n  reason: The roof came down.\n";

/// The subjects of all letters that went out, with whom they went to.
fn subjects(desk: &Desk) -> Vec<(String, String)> {
    sent(desk).into_iter().map(|(to, letter)| (to, letter.subject)).collect()
}

/// Night 1 told to everybody, and reopened with a late ruling of which Red alone reads.
fn reopened() -> Desk {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    desk.grail(["mail", "war", "--send"]).done().says(["4 sent"]);
    desk.write("war/nights/001/rulings.yaml", LATE);
    desk.grail(["reopen", "war", "1"]).done().says(["errata go out with the next `grail mail war --send`"]);
    desk
}

#[test]
fn whoever_was_told_otherwise_gets_errata_once_and_nobody_else() {
    let desk = reopened();
    let before = sent(&desk);
    desk.grail(["mail", "war"])
        .done()
        .prints(["errata-1-update-red: errata to alice@example.org"])
        .says(["1 letter would go out"]);
    desk.grail(["status", "war"]).done().prints(["Errata wait"]);
    desk.grail(["mail", "war", "--send"]).done();
    let after = sent(&desk);
    assert_eq!(after.len(), before.len() + 1, "{:?}", subjects(&desk));
    let (to, errata) = after.iter().find(|(_, letter)| letter.subject.starts_with("Errata: ")).unwrap();
    assert!(to.contains("alice@example.org"));
    let update = &before.iter().find(|(to, l)| to.contains("alice") && l.subject.ends_with("Red")).unwrap().1;
    assert_eq!(errata.references.last(), update.message_id.as_ref(), "it stands in the thread of what it is about");
    assert!(before.iter().all(|(_, letter)| letter.message_id != errata.message_id), "it has an id of its own");
    let text = words(errata);
    for part in ["night 1 was resolved again", "Not so any more", "So now", "- Saber: Health 7 of", "WHAT HAPPENED"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let packet = errata.texts.iter().find(|text| text.part.ends_with("packet-night-2.yaml")).unwrap();
    assert!(packet.text.contains("health: '7'") || packet.text.contains("health: 7"), "{}", packet.text);
    for _ in 0..2 {
        desk.grail(["mail", "war", "--send"]).done();
        desk.grail(["mail", "war", "1", "--send"]).done();
    }
    assert_eq!(sent(&desk).len(), after.len(), "sent once");
    assert!(!desk.grail(["status", "war"]).done().out.contains("Errata wait"));
}

#[test]
fn errata_of_an_earlier_night_go_out_with_the_next_night_s_letters() {
    let desk = by_maildir();
    for _ in 1..=2 {
        desk.grail(["resolve", "war"]).done();
        desk.grail(["mail", "war", "--send"]).done();
    }
    desk.write(
        "war/nights/001/rulings.yaml",
        "- add: { Iris: { text: You hear bells. } }\n  at: end\n  reason: Bells.\n",
    );
    desk.grail(["reopen", "war", "1"]).done();
    let before = sent(&desk).len();
    desk.grail(["mail", "war", "2"]).done().prints(["errata-1-update-red of night 1: errata to alice@example.org"]);
    desk.grail(["night", "war", "--send"]).done();
    let letters = sent(&desk);
    assert_eq!(letters.len(), before + 1, "{:?}", subjects(&desk));
    let errata = &letters.iter().find(|(_, l)| l.subject.starts_with("Errata: ")).unwrap().1;
    assert!(errata.subject.contains("night 1") && words(errata).contains("You hear bells."), "{}", words(errata));
    assert!(!words(errata).contains("packet"), "the night for which one was good is over");
}

#[test]
fn a_night_reopened_before_it_was_told_is_told_as_it_is_now_without_errata() {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    desk.write("war/nights/001/rulings.yaml", LATE);
    desk.grail(["reopen", "war", "1"]).done();
    desk.grail(["mail", "war", "--send"]).done().says(["4 sent"]);
    assert!(subjects(&desk).iter().all(|(_, subject)| !subject.starts_with("Errata")));
    let update = sent(&desk).into_iter().find(|(_, l)| l.subject.ends_with("Red")).unwrap().1;
    assert!(words(&update).contains("Health 7 of"));
}

#[test]
fn a_night_reopened_twice_is_set_right_in_one_letter() {
    let desk = reopened();
    desk.write("war/nights/001/rulings.yaml", &LATE.replace('7', "9"));
    desk.grail(["reopen", "war", "1"]).done();
    desk.grail(["mail", "war", "--send"]).done();
    let errata: Vec<_> = sent(&desk).into_iter().filter(|(_, l)| l.subject.starts_with("Errata")).collect();
    let [(_, letter)] = errata.as_slice() else { panic!("{errata:?}") };
    assert!(
        words(letter).contains("- Saber: Health 9 of") && !words(letter).contains("Health 7 of"),
        "{}",
        words(letter)
    );
    // And back to what was told first: there is a difference to the last letter, and it is told.
    std::fs::remove_file(desk.path("war/nights/001/rulings.yaml")).unwrap();
    desk.grail(["reopen", "war", "1"]).done();
    desk.grail(["mail", "war", "--send"]).done();
    let errata: Vec<_> = sent(&desk).into_iter().filter(|(_, l)| l.subject.starts_with("Errata")).collect();
    assert_eq!(errata.len(), 2);
    assert!(
        errata.iter().any(|(_, l)| words(l).contains("- Saber: Health 9 of") && words(l).contains("Not so any more"))
    );
}

#[test]
fn a_letter_sent_again_says_what_is_so_now_under_another_id() {
    let desk = reopened();
    let before = sent(&desk);
    desk.grail(["mail", "war", "1", "--again", "update-red", "--send"]).done();
    let news: Vec<_> = sent(&desk)
        .into_iter()
        .filter(|(_, letter)| before.iter().all(|(_, old)| old.message_id != letter.message_id))
        .collect();
    let [(to, letter)] = news.as_slice() else { panic!("{:?}", subjects(&desk)) };
    assert!(to.contains("alice@example.org") && words(letter).contains("Health 7 of"), "{}", words(letter));
    desk.grail(["mail", "war", "--send"]).done();
    assert_eq!(sent(&desk).len(), before.len() + 1, "what they were told is so: no errata");
}

#[test]
fn a_night_that_never_was_is_called_void_to_whoever_was_told_of_it() {
    let desk = by_maildir();
    for _ in 1..=2 {
        desk.grail(["resolve", "war"]).done();
        desk.grail(["mail", "war", "--send"]).done();
    }
    let end = "- set: { Lancer: { alive: false }, Edmund: { alive: false } }\n  at: start\n  reason: The end.\n";
    desk.write("war/nights/001/rulings.yaml", end);
    // Whether an ending is fulfilled is the GM's to say.
    let asked = desk.grail(["reopen", "war", "1"]).ends(3).err;
    let keys = asked.lines().filter_map(|line| line.split_once("ending/")?.1.split(": ").next());
    let said: String =
        keys.map(|key| format!("- {{ decide: ending/{key}, fulfilled: false, reason: No. }}\n")).collect();
    desk.write("war/nights/001/rulings.yaml", &format!("{end}{said}"));
    desk.grail(["reopen", "war", "1"]).done().prints(["Night 2: the War is over before it"]);
    let before = sent(&desk).len();
    desk.grail(["mail", "war", "--send"]).done();
    let errata: Vec<_> = sent(&desk).into_iter().filter(|(_, l)| l.subject.starts_with("Errata")).collect();
    let of = |night: &str| errata.iter().filter(|(_, l)| l.subject.contains(night)).count();
    assert_eq!((of("night 1"), of("night 2")), (4, 4), "{:?}", subjects(&desk));
    assert!(errata.iter().any(|(_, l)| words(l).contains("night 2 is void: the War ended on night 1.")));
    desk.grail(["mail", "war", "--send"]).done();
    assert_eq!(sent(&desk).len(), before + 8);
}

#[test]
fn errata_go_out_by_what_the_gm_wrote_into_their_draft() {
    let desk = reopened();
    desk.edit("war/nights/001/updates/red.errata.txt", "Errata to Night 1", "Errata to Night 1\n\nMy mistake, sorry.");
    desk.grail(["mail", "war", "--send"]).done();
    let errata = sent(&desk).into_iter().find(|(_, l)| l.subject.starts_with("Errata")).unwrap().1;
    assert!(words(&errata).contains("My mistake, sorry."), "{}", words(&errata));
}
