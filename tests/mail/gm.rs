//! The GM's post: a digest of what awaits, and rulings and settlements by mail.

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// A War whose GM has an address and a token.
fn with_gm() -> Desk {
    let desk = by_maildir();
    desk.edit(
        "war/war.yaml",
        "switches:",
        "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:",
    );
    desk
}

/// Delivers a letter of the GM's and takes it in.
fn write(desk: &Desk, number: u32, answers: Option<&str>, body: &str) {
    let thread = answers.map(|id| format!("In-Reply-To: <{id}>\nReferences: <{id}>\n")).unwrap_or_default();
    let letter = format!(
        "From: Kat <kat@example.org>\nTo: gm@example.org\nSubject: My word\nMessage-ID: <gm.{number}@example.org>\n{thread}\
         Content-Type: text/plain; charset=utf-8\n\n{body}\n"
    );
    deliver(desk, &format!("17000{number:05}.g"), &letter);
    desk.grail(["orders", "import", "war", "--send"]).done();
}

/// The letters to the GM, the oldest of a thread first: their ids and words.
fn to_gm(desk: &Desk) -> Vec<(String, Vec<String>, String)> {
    let own = sent(desk).into_iter().filter(|(to, _)| to.contains("kat@"));
    own.map(|(_, l)| (l.message_id.clone().unwrap(), l.answers.clone(), words(&l).to_owned())).collect()
}

/// The answer to one of the GM's letters: its id and words.
fn echo(desk: &Desk, number: u32) -> (String, String) {
    let id = format!("gm.{number}@example.org");
    let found = to_gm(desk).into_iter().find(|(_, answers, _)| answers.contains(&id));
    found.map(|(id, _, words)| (id, words)).unwrap_or_else(|| panic!("no answer to {id}"))
}

const TOKEN: &str = "Token: kat-owns-2-the-whole-war\n";

#[test]
fn rulings_and_answers_by_mail_are_echoed_and_hold_once_they_are_confirmed() {
    let desk = with_gm();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "May she walk alone?\nSaber: Stay.\nIris: Stay.\n"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let body = format!(
        "{TOKEN}answer 1: Yes, she may.\n- set: {{ Saber: {{ at: Market }} }}\n  reason: She was carried off.\n\nextend 2 hours\naside 9\n"
    );
    write(&desk, 10, None, &body);
    let (id, told) = echo(&desk, 10);
    for part in ["is answered: Yes, she may.", "Saber: { at: Market }", "The night was tried", "there is no letter 9"] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    assert!(told.contains("Nothing is done yet") && !told.contains("kat-owns"), "{told}");
    assert!(!desk.path("war/nights/001/rulings.yaml").exists(), "nothing holds yet");
    let due = desk.read("war/nights/001/deadline.yaml");
    write(&desk, 11, Some(&id), &format!("{TOKEN}confirm\n\nKat"));
    assert!(desk.read("war/nights/001/rulings.yaml").contains("She was carried off."));
    assert_ne!(desk.read("war/nights/001/deadline.yaml"), due);
    let alice: Vec<_> = sent(&desk).into_iter().filter(|(to, _)| to.contains("alice@")).collect();
    assert!(alice.iter().any(|(_, letter)| words(letter).contains("Yes, she may.")));
    let (_, done) = echo(&desk, 11);
    assert!(done.contains("Done. Letter 1") && done.contains("NOT DONE: there is no letter 9"), "{done}");
    // Once, however often it is confirmed.
    write(&desk, 12, Some(&id), &format!("{TOKEN}yes\n"));
    assert!(echo(&desk, 12).1.contains("That was gone through before."));
    assert_eq!(desk.read("war/nights/001/rulings.yaml").matches("She was carried off.").count(), 1);
    desk.grail(["letters", "war"]).done().says(["None awaits you."]);
}

#[test]
fn nobody_rules_but_the_gm_from_their_address_with_their_token() {
    let desk = with_gm();
    let ruling = "- set: { Saber: { at: Market } }\n  reason: x\nextend 2 hours\nconfirm\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ruling));
    deliver(
        &desk,
        "1700000002.a",
        &letter_of("alice", 1, 2, ruling).replace("red-lantern", "kat-owns-2-the-whole-war"),
    );
    write(&desk, 3, None, &format!("Token: red-lantern\n{ruling}"));
    write(&desk, 4, None, ruling);
    assert!(!desk.path("war/nights/001/rulings.yaml").exists());
    assert!(to_gm(&desk).iter().all(|(_, _, words)| !words.contains("tried")), "{:?}", to_gm(&desk));
    // A ruling with a fault is told with its place.
    write(&desk, 5, None, &format!("{TOKEN}- set: {{ Sabre: {{ at: Market }} }}\n  reason: x\n"));
    let (_, told) = echo(&desk, 5);
    assert!(told.contains("NOT POSSIBLE") && told.contains("Sabre") && told.contains("nothing to confirm"), "{told}");
}

#[test]
fn a_letter_without_the_token_hears_what_waits_and_what_to_send_at_the_gm_s_own_address_alone() {
    let desk = with_gm();
    write(&desk, 1, None, &format!("{TOKEN}aside 9\nextend 2 hours\n"));
    let pending = desk.grail(["letters", "war", "--all", "--format", "json"]).done().out;
    let id = pending.split("\"id\": \"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    write(&desk, 2, None, "confirm\n");
    let told = echo(&desk, 2).1;
    for part in [
        "Nothing of it is done.",
        "Your letter \"My word\" waits to be confirmed",
        "  Token: …",
        &format!("  confirm {id}"),
    ] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    // What is copied out of it is done; with the dots in it, it is a letter without a token.
    write(&desk, 3, None, &format!("  Token: …\n  confirm {id}\n"));
    assert!(!desk.path("war/nights/001/settled.yaml").exists());
    // A letter with the token that answers none hears it too.
    write(&desk, 20, None, &format!("{TOKEN}confirm\n"));
    let told = echo(&desk, 20).1;
    assert!(told.contains("which letter does this confirm?") && told.contains(&format!("  confirm {id}")), "{told}");
    write(&desk, 4, None, &format!("  {TOKEN}  confirm {id}\n"));
    assert!(echo(&desk, 4).1.contains("Done. Orders for night 1 are due"));
    // Nobody else hears of it.
    write(&desk, 5, None, &format!("{TOKEN}extend 3 hours\n"));
    for (number, who) in [(6, "alice@example.org"), (7, "eve@example.net")] {
        let letter = format!(
            "From: Kat <{who}>\nTo: gm@example.org\nSubject: x\nMessage-ID: <o.{number}@example.org>\nContent-Type: text/plain\n\nconfirm\n"
        );
        deliver(&desk, &format!("17000{number:05}.o"), &letter);
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    let others: String =
        sent(&desk).iter().filter(|(to, _)| !to.contains("kat@")).map(|(_, l)| words(l).to_owned()).collect();
    assert!(others.contains("Its token is missing") && !others.contains("waits to be confirmed"), "{others}");
}

#[test]
fn the_digest_says_what_was_played_what_awaits_and_how_to_settle_it() {
    let desk = with_gm();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "May she walk alone?\nSaber: Stay.\n"));
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    let digest = |desk: &Desk| -> Vec<String> {
        to_gm(desk).into_iter().map(|(_, _, words)| words).filter(|words| words.contains("answer 12")).collect()
    };
    let first = digest(&desk);
    assert_eq!(first.len(), 1);
    for part in ["May she walk alone?", "answer 1: …, or: aside 1", "LETTERS THAT AWAIT YOU"] {
        assert!(first[0].contains(part), "no {part:?} in\n{}", first[0]);
    }
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    assert_eq!(digest(&desk).len(), 1, "nothing is new");
    desk.grail(["night", "war", "--send", "--early"]).done();
    let second = digest(&desk);
    assert!(second.len() == 2 && second.iter().any(|words| words.contains("Night 1 is played.")), "{second:?}");
    // What a server returns is told with whose letter it was.
    let id =
        sent(&desk).into_iter().find(|(to, l)| to.contains("bob@") && l.subject.contains("night 1: Blue")).unwrap();
    let bounce = format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@example.org\nTo: gm@example.org\nSubject: Undelivered\nMessage-ID: <b.1@example.org>\n\
         Content-Type: text/plain\n\nNo such user.\n\nMessage-ID: <{}>\n",
        id.1.message_id.unwrap()
    );
    deliver(&desk, "1700000900.b", &bounce);
    desk.grail(["orders", "import", "war"]).done().prints(["update-blue of night 1 to bob@example.org"]);
    let again = "`grail mail war 1 --again update-blue --send` sends it once more";
    desk.grail(["letters", "war"]).done().prints([again]);
    desk.grail(["status", "war"]).done().prints([again]);
}

/// A skill whose use the GM settles, as the first of a sheet.
pub(super) const OATH: &str = "skills:\n  - name: Oath of Silence\n    rank: B\n    type: Support\n    max_targets: 2\n    \
     targets: \"[Any]\"\n    cost: 10 Mana\n    description: An oath.\n    effects:\n      \
     - GM: The target must keep one oath.\n";

/// The answer to the one question of a digest: that nothing comes of it.
pub(super) fn decided(digest: &str) -> String {
    let at = digest.find("- decide:").unwrap();
    let end = at + digest[at..].find("reason: \"\"").unwrap() + "reason: \"\"".len();
    digest[at..end].replace("effects:", "effects: no effect #").replace("reason: \"\"", "reason: A test.")
}

#[test]
fn a_question_that_stops_a_night_is_asked_and_answered_by_mail() {
    let desk = Desk::with_war();
    let gm = "gm: { email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:";
    desk.edit("war/war.yaml", "switches:", gm);
    desk.edit("war/sheets/saber.yaml", "skills:\n", OATH);
    std::fs::remove_dir_all(desk.path("war/nights")).unwrap();
    desk.grail(["start", "war"]).done();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox");
    for part in ["new", "cur"] {
        std::fs::create_dir_all(desk.path("war/inbox").join(part)).unwrap();
    }
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Use Oath of Silence on Iris.\nIris: Stay.\n"));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\nEdmund: Stay.\n"));
    desk.grail(["night", "war", "--send", "--early"]).ends(3);
    let told = to_gm(&desk).into_iter().find(|(_, _, words)| words.contains("RULINGS THAT NIGHT 1 AWAITS")).unwrap().2;
    write(&desk, 10, None, &format!("{TOKEN}{}\n", decided(&told)));
    let (id, echoed) = echo(&desk, 10);
    assert!(echoed.contains("It awaits no further ruling."), "{echoed}");
    write(&desk, 11, Some(&id), &format!("{TOKEN}confirm"));
    desk.grail(["night", "war", "--send", "--early"]).done().says(["Night 1 is resolved"]);
}

#[test]
fn no_time_is_given_once_the_war_is_over() {
    let desk = with_gm();
    let nothing_waits = desk.grail(["letters", "war", "--send"]).done();
    assert_eq!(nothing_waits.err, "", "of no letters nothing is said");
    desk.grail(["night", "war", "--send", "--early"]).done();
    desk.grail(["end", "war", "--draw", "--send"]).done();
    write(&desk, 1, None, &format!("{TOKEN}extend 2 hours\n"));
    let told = echo(&desk, 1).1;
    assert!(told.contains("NOT POSSIBLE: the War is over: no orders are due"), "{told}");
}

#[test]
fn rulings_of_a_letter_hold_together_or_not_at_all() {
    let desk = with_gm();
    let ruling = "- add: { Saber: { mana: -1 } }\n  reason: A test.\n";
    write(
        &desk,
        1,
        None,
        &format!(
            "{TOKEN}{ruling}\naside 9\n\n- decide: instant/Saber/Rapid Cut/1\n  effects: no effect\n  reason: b\n"
        ),
    );
    let told = echo(&desk, 1).1;
    for part in [
        "NOT POSSIBLE: none of these rulings is taken",
        "entry 2 answers `instant/Saber/Rapid Cut/1`, which nothing asks",
    ] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    assert!(told.contains("nothing to confirm"), "{told}");
    // Two that stand apart are one thing, and both hold.
    let more = "- add: { Iris: { cp: 5 } }\n  reason: Another.\n";
    // What greets and takes leave says nothing.
    write(&desk, 2, None, &format!("Hi Grail,\n\n{TOKEN}{ruling}\naside 9\n{more}\nThanks!\nKat"));
    let (id, told) = echo(&desk, 2);
    assert!(told.contains("mana: -1") && told.contains("cp: 5") && told.contains("there is no letter 9"), "{told}");
    assert!(!told.contains("was not understood"), "{told}");
    write(&desk, 3, Some(&id), &format!("{TOKEN}confirm"));
    let rulings = desk.read("war/nights/001/rulings.yaml");
    assert!(rulings.contains("mana: -1") && rulings.contains("cp: 5"), "{rulings}");
    // What stood there before is none of a later letter's.
    desk.write(
        "war/nights/001/rulings.yaml",
        &format!("{rulings}- decide: instant/Saber/Rapid Cut/7\n  effects: no effect\n  reason: mine\n"),
    );
    write(&desk, 4, None, &format!("{TOKEN}{ruling}"));
    assert!(echo(&desk, 4).1.contains("These rulings, of night 1:"));
}

#[test]
fn a_letter_that_moves_the_deadline_speaks_of_it_as_it_is_then_and_of_none_that_has_gone_by() {
    let desk = with_gm();
    write(&desk, 1, None, &format!("{TOKEN}deadline 2099-07-01 22:00"));
    write(&desk, 2, Some(&echo(&desk, 1).0), &format!("{TOKEN}confirm"));
    let done = echo(&desk, 2).1;
    assert!(
        done.contains("Done. Orders for night 1 are due Wednesday 1 July") && !done.contains("another since"),
        "{done}"
    );
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T22:00:00+00:00[Europe/London]\"\n");
    write(&desk, 3, None, &format!("{TOKEN}extend 2 hours\ndeadline 2023-11-15 22:00"));
    let told = echo(&desk, 3).1;
    for part in [
        "NOT POSSIBLE: Wednesday 15 November, 00:00 Europe/London is past",
        "NOT POSSIBLE: Wednesday 15 November, 22:00 Europe/London is past",
    ] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    assert!(told.contains("nothing to confirm"), "{told}");
}

#[test]
fn the_digest_offers_what_can_be_done_and_a_letter_sent_again_settles_its_return() {
    let desk = with_gm();
    let late = letter_of("alice", 1, 1, "Saber: Stay.\nIris: Stay.\n").replace("alice@", "ally@");
    deliver(&desk, "1700000001.a", &late);
    desk.grail(["night", "war", "--when-due", "--send"]).done();
    let digest = |desk: &Desk, what: &str| {
        to_gm(desk).into_iter().any(|(_, _, words)| words.contains("LETTERS THAT AWAIT") && words.contains(what))
    };
    assert!(digest(&desk, "or: accept 1") && digest(&desk, "  Saber: Stay."), "{:?}", to_gm(&desk));
    desk.grail(["night", "war", "--send", "--early"]).done();
    let last =
        to_gm(&desk).into_iter().map(|(_, _, words)| words).find(|words| words.contains("Night 1 is played.")).unwrap();
    assert!(last.contains("or: aside 1\n") && !last.contains("accept 1\n"), "{last}");
    let id =
        sent(&desk).into_iter().find(|(to, l)| to.contains("bob@") && l.subject.contains("night 1: Blue")).unwrap();
    let bounce = format!(
        "Return-Path: <>\nFrom: MAILER-DAEMON@example.org\nTo: gm@example.org\nSubject: Undelivered\nMessage-ID: <b.1@example.org>\n\
         Content-Type: text/plain\n\nNo such user.\n\nMessage-ID: <{}>\n",
        id.1.message_id.unwrap()
    );
    deliver(&desk, "1700000900.b", &bounce);
    desk.grail(["orders", "import", "war"]).done();
    desk.grail(["letters", "war"]).done().prints(["`grail mail war 1 --again update-blue --send`"]);
    desk.grail(["mail", "war", "1", "--again", "update-blue", "--send"]).done();
    let left = desk.grail(["letters", "war"]).done().out;
    assert!(!left.contains("--again update-blue"), "{left}");
    let run = desk.grail(["mail", "war", "--list"]).done().prints([
        "night 1, update-blue: update to bob@example.org, \"The War of the Two Lanterns, night 1: Blue\": sent 20",
        "to kat@example.org",
    ]);
    assert!(run.err.contains(" letters, ") && run.err.contains(" of them sent."), "{}", run.err);
    desk.grail(["letters", "war", "--all"]).done().prints(["the letter that it returned goes out once more"]);
}

#[test]
fn the_deadline_is_set_put_off_and_resumed_by_mail_and_everybody_is_told_each_time() {
    let desk = with_gm();
    let told = |what: &str| sent(&desk).iter().filter(|(_, letter)| words(letter).contains(what)).count();
    let due = || desk.read("war/nights/001/deadline.yaml");
    let confirm = |number: u32, id: &str| write(&desk, number, Some(id), &format!("{TOKEN}confirm"));
    write(
        &desk,
        1,
        None,
        &format!("{TOKEN}deadline 2099-07-01 22:00\ndeadline 2020-01-01 22:00\nresume\ndeadline 2099-13-01 22:00"),
    );
    let (id, words) = echo(&desk, 1);
    for part in [
        "Orders for night 1 are due Wednesday 1 July, 22:00 Europe/London; everybody is told.",
        "NOT POSSIBLE: Wednesday 1 January, 22:00 Europe/London is past",
        "NOT POSSIBLE: night 1 is not put off",
        "NOT POSSIBLE: `2099-13-01 22:00` is no moment",
    ] {
        assert!(words.contains(part), "no {part:?} in\n{words}");
    }
    assert!(!due().contains("2099"));
    confirm(2, &id);
    assert!(due().contains("2099-07-01T22:00:00+01:00[Europe/London]"), "{}", due());
    assert_eq!(told("The deadline was moved: orders for night 1 are due Wednesday 1 July"), 2);
    write(&desk, 3, None, &format!("{TOKEN}pause"));
    confirm(4, &echo(&desk, 3).0);
    assert!(due().contains("paused") && told("Night 1 is put off until further word.") == 2);
    // Letters are taken while it is put off.
    deliver(&desk, "1700000900.a", &letter_of("alice", 1, 1, "Saber: Scout Market.\n"));
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 1 is put off", "--resume"]);
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    write(&desk, 5, None, &format!("{TOKEN}resume"));
    confirm(6, &echo(&desk, 5).0);
    assert!(!due().contains("paused") && told("Night 1 goes on: orders for it are due ") == 2, "{}", due());
    // It goes on by the day that was given. The same moment as before is told once more; what stands so already is not.
    assert!(due().contains("2099-07-01T22:00:00"), "{}", due());
    desk.grail(["deadline", "war", "--to", "2099-06-30 22:00"]).done();
    for (times, wanted) in [(0, 4), (1, 4)] {
        desk.grail(["deadline", "war", "--to", "2099-07-01 22:00", "--send"]).done();
        assert_eq!(told("The deadline was moved: orders for night 1 are due Wednesday 1 July"), wanted, "{times}");
    }
    desk.grail(["deadline", "war", "--resume"]).ends(1).says(["night 1 is not put off"]);
}

#[test]
fn an_answer_of_the_gm_s_ends_before_their_signature_and_has_as_many_paragraphs_as_they_like() {
    let desk = with_gm();
    for (number, who) in [(1, "alice"), (2, "bob")] {
        deliver(&desk, &format!("170000000{number}.a"), &letter_of(who, 1, 1, "May she walk alone?\n"));
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    let body = format!(
        "{TOKEN}answer 1: Noted, thank you!\n\nThanks!\n\nShe may.\n\nKat Miller\n\nGM since 1999 - www.kats-wars.example\n\
         answer 2: No.\n\nMany things speak against it.\n\nKind regards,\n\nK. M.\n0123 4567\n"
    );
    write(&desk, 10, None, &body);
    let (id, told) = echo(&desk, 10);
    for part in [
        "is answered: Noted, thank you!\n\nThanks!\n\nShe may.\n",
        "Not mailed, for it is your signature: Kat Miller / GM since 1999 - www.kats-wars.example",
        "Not mailed, for it is your signature: Kind regards, / K. M. / 0123 4567",
    ] {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    write(&desk, 11, Some(&id), &format!("{TOKEN}confirm\n"));
    let all: String =
        sent(&desk).iter().filter(|(to, _)| !to.contains("kat@")).map(|(_, l)| words(l).to_owned()).collect();
    assert!(all.contains("She may.") && all.contains("Many things speak against it."), "{all}");
    assert!(!all.contains("1999") && !all.contains("4567") && !all.contains("Kind regards"), "{all}");
}

#[test]
fn what_stands_beside_a_confirm_is_told_and_never_dropped() {
    let desk = with_gm();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "May she walk alone?\nSaber: Stay.\nIris: Stay.\n"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    // Where it confirms nothing, the other lines come to what they would without it.
    write(&desk, 10, None, &format!("{TOKEN}answer 1: Yes, she may.\n\naside 1\nconfirm\n"));
    let (id, told) = echo(&desk, 10);
    for part in
        ["is answered: Yes, she may.", "is put aside.", "`confirm` beside them does nothing", "Nothing is done yet"]
    {
        assert!(told.contains(part), "no {part:?} in\n{told}");
    }
    desk.grail(["status", "war"]).done().prints(["not confirmed"]);
    // Where it confirms another letter, what else it says is told back, and not done.
    write(&desk, 11, Some(&id), &format!("{TOKEN}confirm\nextend 2 hours\nand one more thing\n"));
    let (_, done) = echo(&desk, 11);
    assert!(done.contains("Done. Letter 1") && !done.contains("does nothing"), "{done}");
    let beside = done.split("nothing of it is done").nth(1).unwrap_or_default();
    assert!(beside.contains("\n  extend 2 hours\n  and one more thing"), "{done}");
    assert!(!desk.read("war/nights/001/deadline.yaml").contains("extended"));
    let alice = || {
        sent(&desk)
            .into_iter()
            .filter(|(to, one)| to.contains("alice@") && words(one).contains("Yes, she may."))
            .count()
    };
    assert_eq!(alice(), 1);
    // A `confirm` alone confirms nothing, and says what waits.
    write(&desk, 12, None, &format!("{TOKEN}pause\n"));
    write(&desk, 13, None, &format!("{TOKEN}confirm\n"));
    assert!(echo(&desk, 13).1.contains("which letter does this confirm?"));
}
