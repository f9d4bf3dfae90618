//! What players ask for by mail, each in ordinary words and by a subject of one word, answered at once and of nobody
//! else's.

use std::fs;

use grail_referee::mail::letter::Letter;

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, post, sent, words};

/// What is answered to a letter of a player's.
fn asked(desk: &Desk, who: &str, number: u32, body: &str) -> Letter {
    deliver(desk, &format!("17000{number:05}.a"), &letter_of(who, 1, number, body).replace("Night: 1\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    answer(desk, who, number)
}

fn answer(desk: &Desk, who: &str, number: u32) -> Letter {
    let id = format!("{who}.1.{number}@example.org");
    let found: Vec<Letter> = sent(desk).into_iter().map(|(_, l)| l).filter(|l| l.answers.contains(&id)).collect();
    let [letter] = <[Letter; 1]>::try_from(found).unwrap_or_else(|all| panic!("{} answers to {id}", all.len()));
    letter
}

/// A letter whose subject is all it says.
fn by_subject(desk: &Desk, number: u32, subject: &str) -> Letter {
    let letter = letter_of("alice", 1, number, "").replace("Night: 1\n", "");
    deliver(desk, &format!("17000{number:05}.a"), &letter.replace("Subject: Night 1", &format!("Subject: {subject}")));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["answered, Red"]);
    answer(desk, "alice", number)
}

/// All that a letter holds.
fn whole(letter: &Letter) -> String {
    letter.texts.iter().map(|text| format!("{}\n{}\n", text.part, text.text)).collect()
}

#[test]
fn what_is_one_s_own_comes_again_in_ordinary_words_and_by_subject() {
    let desk = by_maildir();
    desk.grail(["night", "war", "--send", "--early"]).done();
    for (number, line, subject, wanted) in [
        (10, "Please send me the players' guide.", "help", "# Orders in two pages"),
        (20, "When are orders due?", "status", "Orders are due "),
        (30, "What are my orders?", "orders please", "You have no orders for night 2 so far."),
        (40, "I lost my last update, could you send it again?", "update", "Your update of night 1:"),
        (50, "Could you send me my packet again?", "packet", "red-packet-night-2.yaml"),
        (60, "May I have my sheet, please?", "sheet", "true_name"),
    ] {
        let line = if number == 40 { "I lost my last update" } else { line };
        let subject = if number == 30 { "my orders" } else { subject };
        for letter in [asked(&desk, "alice", number, line), by_subject(&desk, number + 1, subject)] {
            let said = whole(&letter);
            assert!(said.contains(wanted), "{line}, {subject}: no {wanted:?} in\n{said}");
            assert!(!said.contains("Gatekeeper") && !said.contains("blue-lantern"), "nothing of Blue's:\n{said}");
        }
    }
    let page = desk.read("war/nights/001/updates/red.txt");
    let again = words(&answer(&desk, "alice", 40)).to_owned();
    let folded = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(folded(&again).contains(&folded(&page)), "{again}");
    desk.grail(["letters", "war"]).done().says(["12 letters: 12 answered. None awaits you."]);
}

#[test]
fn nothing_is_sent_again_that_was_not_told() {
    let desk = by_maildir();
    desk.grail(["resolve", "war"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    let secret = page.lines().rev().find(|line| line.len() > 30).unwrap().trim().to_owned();
    let said =
        whole(&asked(&desk, "alice", 1, "Could you send me my update again?\nMy packet, please.\nI need my packet"));
    assert!(said.contains("No night has been told yet") && said.contains("which is not told yet"), "{said}");
    assert!(!said.contains(&secret), "{said}");
}

#[test]
fn orders_are_withdrawn_for_one_or_for_all_and_nobody_else_s() {
    let desk = by_maildir();
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, "Saber: Scout Market.\nIris: Stay.\n"));
    deliver(&desk, "1700000002.b", &letter_of("bob", 1, 1, "Lancer: Stay.\n"));
    desk.grail(["orders", "import", "war"]).done();
    let said = words(&asked(&desk, "alice", 10, "Please cancel Saber's orders.")).to_owned();
    assert!(said.contains("What you ordered for Saber is withdrawn."), "{said}");
    assert!(said.contains("Iris:\n  1. Stay.") && said.contains("Without orders so far: Saber."), "{said}");
    let file = desk.read("war/nights/001/orders/red.txt");
    assert!(!file.contains("Scout Market") && file.contains("Stay"), "{file}");
    // What the same letter orders holds.
    let both = asked(&desk, "alice", 11, "Withdraw all my orders.\n\nSaber: Move to Market.\n");
    assert!(words(&both).contains("All that you ordered for night 1 is withdrawn."), "{}", words(&both));
    let file = desk.read("war/nights/001/orders/red.txt");
    assert!(file.contains("Move to Market") && !file.contains("Stay"), "{file}");
    by_subject(&desk, 12, "withdraw");
    assert!(desk.read("war/nights/001/orders/red.txt").contains("all were withdrawn"));
    desk.grail(["status", "war"]).done().prints(["Orders of night 1 from: Blue.\nAwaited from: Red."]);
    // Nobody is Blue's but Blue: a name that is not one's own is no request.
    asked(&desk, "alice", 13, "Withdraw Lancer's orders.");
    assert!(desk.read("war/nights/001/orders/blue.txt").contains("Stay"));
    desk.write("war/nights/001/deadline.yaml", "due: \"2023-11-14T00:00:00+00:00[Europe/London]\"\n");
    let late = words(&asked(&desk, "bob", 99999, "Withdraw my orders.")).to_owned();
    assert!(late.contains("Nothing was withdrawn: your letter came after the deadline"), "{late}");
    assert!(desk.read("war/nights/001/orders/blue.txt").contains("Stay"));
}

/// A letter that arrives now: behind all that was answered before.
fn asked_now(desk: &Desk, number: u32, line: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    deliver(desk, &format!("{now}.n{number}"), &letter_of("alice", 1, number, line).replace("Night: 1\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    words(&answer(desk, "alice", number)).to_owned()
}

#[test]
fn one_order_is_withdrawn_by_its_number_and_the_answer_shows_what_is_left() {
    let desk = by_maildir();
    let ordered = "Saber:\n  Scout Market.\n  Use Rapid Cut on Lancer.\n  Move to Market.\nIris:\n  Stay.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ordered));
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Red"]);
    let said = asked_now(&desk, 10, "Please withdraw my second order.");
    assert!(said.contains("Order 2 is withdrawn: Saber: Use Rapid Cut on Lancer"), "{said}");
    for left in ["1. Scout Market.", "2. Move to Market.", "Iris:\n  3. Stay."] {
        assert!(said.contains(left), "no {left:?} in\n{said}");
    }
    let file = desk.read("war/nights/001/orders/red.txt");
    assert!(!file.contains("Rapid Cut") && file.contains("Scout Market") && file.contains("Stay"), "{file}");
    // By subject; the last order of a character.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let letter = letter_of("alice", 1, 11, "").replace("Night: 1\n", "");
    deliver(&desk, &format!("{now}.s"), &letter.replace("Subject: Night 1", "Subject: withdraw 3"));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["answered, Red"]);
    let said = words(&answer(&desk, "alice", 11)).to_owned();
    assert!(
        said.contains("Order 3 is withdrawn: Iris: Stay") && said.contains("Without orders so far: Iris."),
        "{said}"
    );
    let none = asked_now(&desk, 12, "withdraw 3");
    assert!(none.contains("Nothing was withdrawn: there is no order 3 in your plan"), "{none}");
    // Of several letters that were not answered when it came it may mean any.
    deliver(&desk, "1700000002.a", &letter_of("alice", 1, 2, "Iris: Stay.\n"));
    deliver(&desk, "1700000013.a", &letter_of("alice", 1, 13, "Cancel order 1.").replace("Night: 1\n", ""));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let early = words(&answer(&desk, "alice", 13)).to_owned();
    assert!(early.contains("before you were told how your orders are numbered now"), "{early}");
    asked_now(&desk, 15, "Cancel Iris's orders.");
    let file = desk.read("war/nights/001/orders/red.txt");
    assert!(file.contains("Scout Market") && file.contains("Move to Market"), "{file}");
    let both = asked_now(&desk, 14, "Withdraw orders 1 and 2.");
    assert!(both.contains("Order 1 is withdrawn") && both.contains("Without orders so far: Iris, Saber."), "{both}");
    assert!(desk.read("war/nights/001/orders/red.txt").contains("all were withdrawn"));
}

/// Numbers are those of the plan that their writer was sent last, however soon letters follow each other.
#[test]
fn two_withdrawals_from_one_plan_take_what_it_numbered_and_a_copy_takes_nothing() {
    let desk = by_maildir();
    let ordered = "Saber:\n  Scout Market.\n  Use Rapid Cut on Lancer.\n  Move to Market.\nIris:\n  Stay.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ordered));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Red"]);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    for (number, order) in [(2, 2), (3, 4), (4, 2)] {
        let letter = letter_of("alice", 1, number, &format!("withdraw {order}")).replace("Night: 1\n", "");
        deliver(&desk, &format!("{now}.n{number}"), &letter);
    }
    desk.grail(["orders", "import", "war", "--send"]).done();
    let said = |number| words(&answer(&desk, "alice", number)).to_owned();
    assert!(said(3).contains("Order 4 is withdrawn: Iris: Stay."), "{}", said(3));
    assert!(said(4).contains("order 2 of the plan that you had is withdrawn already"), "{}", said(4));
    let file = desk.read("war/nights/001/orders/red.txt");
    assert!(!file.contains("Rapid Cut") && !file.contains("Stay") && file.contains("Move to Market"), "{file}");
    // A copy that comes behind the answer means no order of the new plan; an answer to that does.
    let again = asked_now(&desk, 5, "withdraw 2");
    assert!(again.contains("you wrote the same before, and that was done"), "{again}");
    let plan = answer(&desk, "alice", 5).message_id.unwrap();
    let letter = letter_of("alice", 1, 6, "withdraw 2").replace("Night: 1\n", "");
    let letter = letter.replacen("Content-Type", &format!("In-Reply-To: <{plan}>\nContent-Type"), 1);
    deliver(&desk, &format!("{}.n6", now + 60), &letter);
    desk.grail(["orders", "import", "war", "--send"]).done();
    let said = words(&answer(&desk, "alice", 6)).to_owned();
    assert!(said.contains("Order 2 is withdrawn: Saber: Move to Market."), "{said}");
}

/// What a letter orders comes behind what it takes back, and the answer says of which plan the number is.
#[test]
fn an_order_withdrawn_beside_new_ones_is_of_the_plan_before() {
    let desk = by_maildir();
    let body = "Saber: Scout Market.\nPlease withdraw order 1.\n";
    let first = asked_now(&desk, 1, body);
    assert!(first.contains("Nothing was withdrawn") && first.contains("Saber:\n  1. Scout Market."), "{first}");
    let second = asked_now(&desk, 2, body);
    let of = "Order 1 of the plan that you had, \"Scout Market.\" for Saber, holds no longer.";
    assert!(second.contains(of) && !second.contains("Order 1 is withdrawn"), "{second}");
    assert!(second.contains("Saber:\n  1. Scout Market."), "{second}");
    let third = asked_now(&desk, 3, "Iris: Stay.\nPlease withdraw order 1.\n");
    assert!(
        third.contains("Order 1 is withdrawn: Saber: Scout Market.") && third.contains("Iris:\n  1. Stay."),
        "{third}"
    );
}

/// What is left of a character with errors alone is shown still.
#[test]
fn what_was_not_accepted_stays_where_the_only_order_beside_it_is_withdrawn() {
    let desk = by_maildir();
    asked_now(&desk, 1, "Saber: Stay.\nIris:\n  Scout Market.\n  Atack Lancer.\n");
    let said = asked_now(&desk, 2, "withdraw 2");
    assert!(said.contains("Saber:\n  1. Stay.\nIris:\n  2. not accepted: Atack Lancer"), "{said}");
}

/// What a later letter says and nobody understood stands beside orders of an earlier one, and stays when those go.
#[test]
fn what_a_later_letter_has_that_was_not_accepted_stays_where_an_earlier_one_is_withdrawn() {
    let desk = by_maildir();
    asked_now(&desk, 1, "Saber: Scout Market.\n");
    let said = asked_now(&desk, 2, "Saber: Atack Lancer.\nIris: Stay.\n");
    let number =
        said.lines().find_map(|line| line.trim().strip_suffix(". Scout Market. [Daily Move Phase, all at once]"));
    let said = asked_now(&desk, 3, &format!("withdraw {}", number.unwrap()));
    assert!(said.contains("is withdrawn: Saber: Scout Market."), "{said}");
    assert!(said.contains("not accepted: Atack Lancer") && said.contains("Stay."), "{said}");
    // A withdrawal of all that is ordered for her takes that too.
    let said = asked_now(&desk, 4, "Please cancel Saber's orders.");
    assert!(!said.contains("not accepted: Atack Lancer"), "{said}");
}

/// An order with an error keeps its number: in the plan, on the page, and for whoever withdraws it.
#[test]
fn an_order_with_an_error_keeps_its_number_everywhere() {
    let desk = by_maildir();
    let ordered = "Saber:\n  Scout Market.\n  Atack Lancer.\nIris:\n  Stay.\n  Use Foo on Lancer.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ordered));
    desk.grail(["orders", "import", "war", "--send"]).done().prints(["accepted, Red"]);
    let plan = "1. Scout Market. [Daily Move Phase, all at once]\n  2. not accepted: Atack Lancer\n\
                Iris:\n  3. Stay.\n  4. not accepted: Use Foo on Lancer\n";
    let said = words(&answer(&desk, "alice", 1)).to_owned();
    assert!(said.contains(plan), "{said}");
    desk.grail(["check", "war/nights/001/orders/red.txt"]).ends(1).prints([plan]);
    let said = asked_now(&desk, 10, "withdraw 4");
    assert!(said.contains("Order 4 is withdrawn: Iris: Use Foo on Lancer"), "{said}");
    assert!(said.contains("2. not accepted: Atack Lancer\nIris:\n  3. Stay."), "{said}");
    let said = asked_now(&desk, 11, "withdraw 3");
    assert!(said.contains("Order 3 is withdrawn: Iris: Stay") && said.contains("2. not accepted: Atack"), "{said}");
    desk.grail(["night", "war", "--early"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(
        page.contains("\n1. Scout Market.") && page.contains("- Order 2, \"Atack Lancer\": `Atack` is no"),
        "{page}"
    );
    assert!(!page.contains("Foo"), "{page}");
}

#[test]
fn what_would_change_the_other_orders_is_not_withdrawn() {
    let desk = by_maildir();
    let ordered = "Saber:\n  Move to Market.\n  Use Rapid Cut on Lancer.\nIris:\n  Stay.\n";
    deliver(&desk, "1700000001.a", &letter_of("alice", 1, 1, ordered));
    desk.grail(["orders", "import", "war"]).done().prints(["accepted, Red"]);
    let before = desk.read("war/nights/001/orders/red.txt");
    let said = asked_now(&desk, 10, "withdraw 1");
    assert!(said.contains("Nothing was withdrawn: what is left would not say the same"), "{said}");
    assert_eq!(desk.read("war/nights/001/orders/red.txt"), before);
    // What the GM wrote by hand is the GM's to take out.
    desk.write("war/nights/001/orders/red.txt", "Saber: Scout Market.\nIris: Stay.\n");
    let said = asked_now(&desk, 11, "withdraw 1");
    assert!(said.contains("the GM wrote your orders in"), "{said}");
    desk.grail(["letters", "war"]).done().prints(["asks to withdraw order 1"]);
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
}

#[test]
fn whoever_asks_is_waited_for_and_whoever_is_ready_is_not() {
    let desk = by_maildir();
    asked(&desk, "alice", 1, "Please wait for me!");
    desk.grail(["night", "war"]).ends(1).says(["Red asked to be waited for", "play with --early"]);
    desk.grail(["status", "war"]).done().prints(["To be waited for: Red."]);
    asked(&desk, "alice", 2, "I'm ready.");
    desk.grail(["status", "war"]).done().prints(["Ready: Red."]);
    // By the clock a night is played as soon as nobody is waited for only where the War says so.
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["nothing is played before"]);
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, when_ready: true");
    fs::remove_file(desk.path("war/nights/001/orders/blue.txt")).unwrap();
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["nothing is played before"]);
    asked(&desk, "bob", 3, "I am ready");
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 1 is resolved"]);
}

#[test]
fn days_away_are_not_waited_for() {
    let desk = by_maildir();
    fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    desk.write("war/nights/001/deadline.yaml", "due: \"2099-12-05T21:00:00+00:00[Europe/London]\"\n");
    let said = words(&asked(&desk, "bob", 1, "I am away from 2099-12-03 to 2099-12-08.")).to_owned();
    assert!(said.contains("From 2099-12-03 to 2099-12-08 nobody waits for Blue"), "{said}");
    desk.grail(["status", "war"]).done().prints(["Awaited from: Red.", "Absent, and not awaited: Blue."]);
    asked(&desk, "bob", 2, "I am back.");
    desk.grail(["status", "war"]).done().prints(["Awaited from: Blue, Red."]);
}

#[test]
fn more_time_is_the_gm_s_to_give_or_the_war_s_own_rule_s_and_everybody_is_told() {
    let desk = by_maildir();
    let line = "Can I get an extension?";
    let said = words(&asked(&desk, "alice", 1, &format!("Saber: Stay.\n{line}\n"))).to_owned();
    assert!(said.contains("The GM is asked for more time") && !said.contains("E105"), "{said}");
    desk.grail(["letters", "war"]).done().prints([line]);
    let before = desk.read("war/nights/001/deadline.yaml");
    desk.grail(["deadline", "war", "--extend", "24 hours", "--send"]).done().prints(["Orders for night 1 are due"]);
    assert_ne!(desk.read("war/nights/001/deadline.yaml"), before);
    let told = |desk: &Desk, what: &str| sent(desk).iter().filter(|(_, letter)| words(letter).contains(what)).count();
    assert_eq!(told(&desk, "The deadline was moved"), 2);
    // A night that is put off is not played by a clock.
    desk.grail(["deadline", "war", "--pause", "--send"]).done().prints(["Night 1 is put off."]);
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 1 is put off"]);
    desk.write("war/nights/001/deadline.yaml", "due: \"2020-01-01T23:00:00+00:00[Europe/London]\"\n");
    desk.grail(["night", "war", "--when-due", "--send"]).done().says(["Night 1 is resolved"]);

    let other = by_maildir();
    post(&other, "by: maildir, maildir: sent, inbox: inbox, extension: half, extension_length: 2 days");
    asked(&other, "alice", 1, line);
    assert_eq!(told(&other, "More time was asked for, and granted"), 0);
    asked(&other, "bob", 2, line);
    assert_eq!(told(&other, "More time was asked for, and granted"), 2);
    let once = other.read("war/nights/001/deadline.yaml");
    asked(&other, "bob", 3, "I need more time");
    assert_eq!(other.read("war/nights/001/deadline.yaml"), once, "once a night");
    // What the rule grants no more is the GM's to grant: no request reaches nobody.
    other.grail(["letters", "war"]).done().prints(["I need more time", "--extend"]).says(["1 of them awaits you"]);
}

#[test]
fn what_the_gm_moves_uses_up_nothing_of_the_war_s_own_rule() {
    let line = "Can I get an extension?";
    for change in [&["--extend", "24h"][..], &["--pause"], &["--to", "2099-01-01"]] {
        let desk = by_maildir();
        post(&desk, "by: maildir, maildir: sent, inbox: inbox, extension: half");
        desk.grail_of(&[&["deadline", "war"], change].concat()).done();
        if change == ["--pause"] {
            desk.grail(["deadline", "war", "--resume"]).done();
        }
        let due = || desk.grail(["deadline", "war"]).done().out;
        let before = due();
        asked(&desk, "alice", 1, line);
        desk.grail(["status", "war"]).done().prints(["More time is asked for by Red (1 of 2;"]);
        assert_eq!(due(), before);
        asked(&desk, "bob", 2, line);
        let told =
            sent(&desk).iter().filter(|(_, one)| words(one).contains("More time was asked for, and granted")).count();
        assert_eq!((told, due() == before), (2, false), "{change:?}");
        let granted = due();
        // Once a night, whatever the GM does then.
        desk.grail(["deadline", "war", "--extend", "1h"]).done();
        asked(&desk, "alice", 3, "I need more time");
        asked(&desk, "bob", 4, "I need more time");
        assert_ne!(due(), granted);
        desk.grail(["letters", "war"]).done().says(["2 of them await you"]);
    }
}

#[test]
fn press_goes_where_the_war_lets_it_and_says_who_wrote_it_or_not() {
    let desk = by_maildir();
    let refused = words(&asked(&desk, "alice", 1, "Press to Blue: Shall we talk?\n")).to_owned();
    assert!(refused.contains("passed on to nobody: in this War there is no press to a team"), "{refused}");
    post(&desk, "by: maildir, maildir: sent, inbox: inbox, press: [public, teams, anonymous]");
    let body = "Press to Blue: Shall we talk, red-lantern?\nSaber: Scout Market.\n\nAnonymous press to all: Beware.\n";
    asked(&desk, "alice", 2, body);
    let bob: Vec<String> = sent(&desk)
        .iter()
        .filter(|(to, letter)| to.contains("bob@") && letter.subject.ends_with("press"))
        .map(|(_, letter)| words(letter).to_owned())
        .collect();
    assert_eq!(bob.len(), 2, "{bob:?}");
    let all = bob.concat();
    assert!(
        all.contains("Red says to Blue:\n\n  Shall we talk, ...?") && all.contains("Somebody says to all:"),
        "{all}"
    );
    assert!(!all.contains("Scout") && !all.contains("Alice"), "{all}");
    assert!(desk.read("war/nights/001/orders/red.txt").contains("Scout Market"));
    let nobody = words(&asked(&desk, "alice", 3, "Press to Green: Hello.\n")).to_owned();
    assert!(nobody.contains("there is no team `Green`. The teams are Blue, Red."), "{nobody}");
}

#[test]
fn letters_without_pages_and_to_another_address_that_both_confirm() {
    let desk = by_maildir();
    asked(&desk, "alice", 1, "Please stop sending me HTML.");
    let new = "al@example.net";
    let told = words(&asked(&desk, "alice", 2, &format!("My new address is {new}"))).to_owned();
    let code = |text: &str| text.lines().find_map(|line| line.strip_prefix("confirm ")).unwrap().to_owned();
    let asks = |desk: &Desk| sent(desk).into_iter().filter(|(to, _)| to.contains(new)).collect::<Vec<_>>();
    let [(_, there)] = &asks(&desk)[..] else { panic!("one letter to the new address") };
    let (old, there) = (code(&told), code(words(there)));
    assert_ne!(old, there);
    asked(&desk, "alice", 3, &format!("confirm {old}"));
    assert!(!desk.read("war/war.yaml").contains(new), "the new address has not confirmed");
    // From the new address, and from nowhere else.
    let from = |address: &str, number: u32| {
        let letter = letter_of("alice", 1, number, &format!("confirm {there}\n")).replace("Night: 1\n", "");
        deliver(
            &desk,
            &format!("17000{number:05}.c"),
            &letter.replace("alice@example.org>\nTo", &format!("{address}>\nTo")),
        );
        desk.grail(["orders", "import", "war", "--send"]).done()
    };
    from("eve@example.net", 4).prints(["set aside, Red from eve@example.net"]);
    from(new, 5).prints(["answered, Red from al@example.net"]);
    assert!(desk.read("war/war.yaml").contains(&format!("email: {new}")), "{}", desk.read("war/war.yaml"));
    let first =
        asks(&desk).into_iter().filter(|(_, letter)| words(letter).contains("Letters for Red go here from now on"));
    assert_eq!(first.count(), 1, "the new address is told");
    desk.grail(["night", "war", "--send", "--early"]).done();
    let files = desk.files("war/sent/new");
    let update = |to: &str| {
        let all = files.iter().map(|(_, raw)| String::from_utf8_lossy(raw).into_owned());
        all.into_iter().find(|raw| raw.contains(to) && raw.contains("packet")).unwrap()
    };
    assert!(!update(new).contains("text/html") && update("bob@example.org").contains("text/html"));
}
