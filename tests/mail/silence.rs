//! Nothing is lost in silence, and nothing is called done that is not.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// A letter with header lines and a body as they stand.
fn put(desk: &Desk, number: u32, head: &str, body: &str) {
    let letter = format!(
        "{head}\nTo: gm@example.org\nMessage-ID: <s.{number}@example.org>\nContent-Type: text/plain; charset=utf-8\n\n{body}\n"
    );
    deliver(desk, &format!("17000{number:05}.s"), &letter);
}

const ALICE: &str = "From: Alice <alice@example.org>\nSubject: Orders";
const KAT: &str = "From: Kat <kat@example.org>\nSubject: My word";
const TOKEN: &str = "Token: kat-owns-2-the-whole-war\n";

fn with_gm() -> Desk {
    let desk = by_maildir();
    let gm = "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:";
    desk.edit("war/war.yaml", "switches:", gm);
    desk
}

/// Letters with mistyped tokens: the first is answered, and what nobody is told of awaits the GM.
#[test]
fn what_is_refused_without_an_answer_awaits_the_gm() {
    let desk = by_maildir();
    for number in 1..=6 {
        put(&desk, number, ALICE, &format!("Token: red-lantrn-{number}\nSaber: Stay."));
    }
    put(&desk, 7, ALICE, "Kat\nwhen\nwhere\nwhy\nwho\nhow\nDoes the bridge close?");
    desk.grail(["orders", "import", "war", "--send"]).done();
    assert_eq!(sent(&desk).len(), 1, "no backscatter");
    let run = desk.grail(["letters", "war"]).done();
    let run = run.says(["7 letters: 1 refused, 6 set aside. 6 of them await you"]);
    let run =
        run.prints(["2 (night 1) alice@example.org", "got as many answers today", "3 more of alice@example.org: 5-7"]);
    assert!(!run.out.contains("\n5 (night 1)"), "{}", run.out);
    desk.grail(["letters", "war", "7"]).done().prints(["Does the bridge close?"]);
    desk.grail(["status", "war"]).done().prints(["3 more of alice@example.org: 5-7"]);
    desk.grail(["letters", "war", "2-7", "--aside"]).done().says(["6 letters put aside."]);
    desk.grail(["letters", "war"]).done().says(["None awaits you."]);
}

/// A request beyond the answers of a day is not called answered.
#[test]
fn a_request_that_gets_no_answer_is_set_aside() {
    let desk = by_maildir();
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, answers: 1");
    for number in 1..=2 {
        deliver(&desk, &format!("170000000{number}.a"), &letter_of("alice", 1, number, "When are orders due?\n"));
    }
    desk.grail(["orders", "import", "war"]).done().prints(["answered, Red", "set aside, Red"]);
    desk.grail(["letters", "war"]).done().prints(["2 (night 1) Red", "it asks: how things stand; not answered"]);
}

/// Talk that looks like a head or like nothing at all is kept whole, and misspelt orders are no talk.
#[test]
fn talk_among_orders_is_kept_in_whole_lines() {
    let desk = by_maildir();
    let body = "Orders for tonight:\nSaber: Stay.\nBy the way my dog died\nand I shall be slow\n\nIris: Scuot Market.\n\
                The weather is fine. Press to red: hello\nHow are you today\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, body));
    desk.grail(["orders", "import", "war"]).done();
    let run = desk.grail(["letters", "war"]).done();
    for kept in [
        "  By the way my dog died and I shall be slow\n",
        "  The weather is fine. Press to red: hello",
        "How are you today",
    ] {
        assert!(run.out.contains(kept), "no {kept:?} in\n{}", run.out);
    }
    assert!(!run.out.contains("Scuot") && !run.out.contains("Orders for tonight"), "{}", run.out);
}

/// A letter of many lines that are no orders says how many are not listed.
#[test]
fn more_words_than_are_listed_are_counted() {
    let desk = by_maildir();
    let body: String = (0..130).map(|n| format!("# remember {n}\n")).collect();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, &format!("Saber: Stay.\n{body}")));
    desk.grail(["orders", "import", "war"]).done().prints(["(and 30 more lines: the letter itself has them)"]);
}

/// What the GM writes without a token is not done, and the GM hears of it.
#[test]
fn the_gm_hears_that_a_token_is_missing() {
    let desk = with_gm();
    put(&desk, 1, KAT, "pause");
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["it is from the GM's address, and has no token"]);
    let [(to, letter)] = sent(&desk).try_into().unwrap();
    assert!(to.contains("kat@") && words(&letter).contains("Nothing of it is done."), "{}", words(&letter));
}

/// A ruling of one night that is confirmed when that is played is not done in the next.
#[test]
fn what_is_confirmed_too_late_is_not_done_in_another_night() {
    let desk = with_gm();
    put(&desk, 1, KAT, &format!("{TOKEN}- add: {{ Iris: {{ cp: 5 }} }}\n  reason: A purse.\nextend 2 hours\naside 1"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let echo = sent(&desk).into_iter().find(|(to, _)| to.contains("kat@")).unwrap().1.message_id.unwrap();
    desk.grail(["night", "war", "--send", "--when-due"]).done();
    let digest =
        |desk: &Desk| sent(desk).into_iter().filter(|(_, letter)| words(letter).contains("NOT CONFIRMED")).count();
    assert_eq!(digest(&desk), 1, "the GM is reminded of it");
    desk.grail(["resolve", "war"]).done();
    put(&desk, 2, &format!("{KAT}\nIn-Reply-To: <{echo}>"), &format!("{TOKEN}confirm"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let told = sent(&desk).into_iter().find(|(_, letter)| letter.answers == ["s.2@example.org"]).unwrap().1;
    assert_eq!(words(&told).matches("NOT DONE: this was of night 1, which is played.").count(), 2, "{}", words(&told));
    assert!(words(&told).contains("is put aside."), "{}", words(&told));
    assert!(!desk.path("war/nights/002/rulings.yaml").exists());
}

/// A night that is played without a ruling which nobody confirmed says so, before and behind it.
#[test]
fn a_night_played_without_what_is_not_confirmed_says_so() {
    let desk = with_gm();
    put(&desk, 1, KAT, &format!("{TOKEN}- add: {{ Iris: {{ cp: 5 }} }}\n  reason: A purse."));
    desk.grail(["orders", "import", "war", "--send"]).done();
    desk.grail(["status", "war"]).done().prints(["Your own letters that you have not confirmed"]);
    desk.grail(["night", "war", "--send", "--early"]).done().says(["not confirmed, and so not done in night 1"]);
    assert!(!desk.path("war/nights/001/rulings.yaml").exists());
    let digest = sent(&desk).into_iter().find(|(_, letter)| words(letter).contains("NOT CONFIRMED")).unwrap().1;
    assert!(words(&digest).contains("not done: night 1 was played without it"), "{}", words(&digest));
}

/// Two answers to one letter both go out; a letter that cannot be taken is not called taken.
#[test]
fn each_of_the_gm_s_words_is_done_or_said_not_to_be() {
    let desk = with_gm();
    put(&desk, 1, "From: alice@example.org\nSubject: Orders", "Saber: Scout Nowhere.");
    put(&desk, 2, KAT, &format!("{TOKEN}answer 1: First.\nanswer 1: Second.\naccept 1 as Red"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let echo = sent(&desk).into_iter().find(|(to, _)| to.contains("kat@")).unwrap().1.message_id.unwrap();
    put(&desk, 3, &format!("{KAT}\nIn-Reply-To: <{echo}>"), &format!("{TOKEN}confirm"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let letters = sent(&desk);
    let heard = |what: &str| letters.iter().filter(|(to, l)| to.contains("alice@") && words(l).contains(what)).count();
    assert_eq!((heard("First."), heard("Second.")), (1, 1));
    let told = &letters.iter().find(|(_, letter)| letter.answers == ["s.3@example.org"]).unwrap().1;
    assert!(words(told).contains("NOT DONE: letter 1 was not taken: none of its orders"), "{}", words(told));
}

/// What a server returns is told with whom it concerns, by its fields and by an address; one that is late is no loss.
#[test]
fn bounces_name_whom_they_concern_and_why() {
    let desk = with_gm();
    desk.grail(["night", "war", "--send", "--early"]).done();
    let id = sent(&desk).into_iter().find(|(_, l)| l.subject.contains("night 1: Blue")).unwrap().1.message_id.unwrap();
    const DAEMON: &str = "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.org\nSubject: Undelivered";
    let fields =
        "Final-Recipient: rfc822; Bob@example.org\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 No such user";
    put(&desk, 1, DAEMON, fields);
    put(&desk, 2, DAEMON, "Hi. This is the qmail-send program.\n<alice@example.org>:\nSorry, no mailbox here.");
    put(&desk, 3, DAEMON, &format!("{}\nMessage-ID: <{id}>", fields.replace("failed", "delayed")));
    put(&desk, 4, DAEMON, &format!("{fields}\nMessage-ID: <{id}>"));
    let run = desk.grail(["orders", "import", "war"]).done();
    run.prints([
        "returns a letter that could not be delivered: to bob@example.org of Blue; 550 5.1.1 No such user",
        "returns a letter that could not be delivered: to alice@example.org of Red",
        "has not delivered a letter yet, and goes on trying: update-blue of night 1",
        "returns a letter that could not be delivered: update-blue of night 1 to bob@example.org; 550",
    ]);
    desk.grail(["night", "war", "--send", "--when-due"]).done();
    let digest = sent(&desk).into_iter().find(|(_, l)| words(l).contains("again update-blue, or: aside 4"));
    assert!(digest.is_some());
    assert!(sent(&desk).iter().all(|(to, _)| !to.contains("MAILER")));
}

/// One address that is refused for the time being keeps nobody else's letters out.
#[test]
fn a_mailbox_that_is_full_holds_up_nobody_s_orders() {
    let desk = by_maildir();
    let script = "#!/bin/sh\n/bin/cat > letter\ncase \"$*\" in *bob*) echo mailbox full >&2; exit $(/bin/cat code);; esac\n/bin/cat letter >> out\n";
    desk.write("take", script);
    fs::set_permissions(desk.path("take"), fs::Permissions::from_mode(0o755)).unwrap();
    post(&desk, &format!("by: sendmail, sendmail: {}, inbox: inbox", desk.path("take").display()));
    desk.write("code", "75");
    let night = || desk.grail(["night", "war", "--send", "--early", "--despite-silence", "--tries", "1"]);
    night().ends(1).says(["update-blue to bob@example.org was put off: mailbox full (exit code 75)"]);
    deliver(&desk, "1700000001.a", &letter_of("alice", 2, 1, "Saber: Stay.\n"));
    night().ends(1).says(["was put off", "1 new letter", "answer-"]);
    assert!(desk.read("war/nights/002/orders/red.txt").contains("Stay"));
    desk.write("code", "67");
    night().ends(1).says(["update-blue to bob@example.org was refused for good"]);
    desk.write("code", "0");
    desk.grail(["mail", "war", "1", "--again", "update-blue", "--send"])
        .ends(1)
        .says(["update-blue to bob@example.org: sent"]);
}
