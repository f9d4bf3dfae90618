//! A law: no letter that leaves says of a night or its deadline what is no longer so, however long it was held.

use crate::cli::Desk;

use super::{by_maildir, deliver, letter_of, sent, words};

/// What players write, and what the answer says while the night is still to come.
const ASKED: [(&str, &str); 6] = [
    ("Saber: Stay.\n", "Until then what a newer letter says"),
    ("When are orders due?\n", "are left."),
    ("Please wait for me.\n", "will not be played before its deadline"),
    ("I am ready.\n", "night 1 may be played"),
    ("Can I get an extension?\n", "until you hear of it the deadline stands"),
    ("Saber: Use Nonsense on Lancer.\nIris: Stay.\nMay she walk alone?\n", "Send a new letter to mend it"),
];

/// A War in which letters were taken in and nothing was sent, with one of the GM's and one confirmed.
fn held() -> Desk {
    let desk = by_maildir();
    let gm = "gm: { name: Kat, email: kat@example.org, token: kat-owns-2-the-whole-war }\nswitches:";
    desk.edit("war/war.yaml", "switches:", gm);
    desk.grail(["deadline", "war", "--to", "2099-07-01 22:00"]).done();
    for (number, (asks, _)) in ASKED.into_iter().enumerate() {
        let number = u32::try_from(number).unwrap();
        deliver(&desk, &format!("17000000{number:02}.a"), &letter_of("alice", 1, number, asks));
    }
    let gm = |number: u32, body: &str| {
        let letter = format!(
            "From: Kat <kat@example.org>\nTo: gm@example.org\nSubject: My word\nMessage-ID: <gm.{number}@example.org>\n\
             Content-Type: text/plain\n\nToken: kat-owns-2-the-whole-war\n{body}\n"
        );
        deliver(&desk, &format!("17000001{number:02}.g"), &letter);
    };
    gm(1, "extend 2 hours\n- add: { Saber: { mana: -1 } }\n  reason: A test.");
    desk.grail(["orders", "import", "war"]).done();
    assert!(sent(&desk).is_empty());
    desk
}

/// What each letter to somebody says.
fn to(desk: &Desk, whom: &str) -> Vec<String> {
    sent(desk).into_iter().filter(|(to, _)| to.contains(whom)).map(|(_, letter)| words(&letter).to_owned()).collect()
}

#[test]
fn what_was_held_says_what_is_so_when_it_leaves() {
    let first = "Wednesday 1 July, 22:00 Europe/London";
    // What happens while the letters are held, what the deadline is then, and whether the night is still to come.
    for (change, due, open) in [
        (vec!["orders", "import", "war"], Some(first), true),
        (vec!["deadline", "war", "--extend", "24h"], Some("Thursday 2 July, 22:00 Europe/London"), true),
        (vec!["deadline", "war", "--to", "2099-06-20 22:00"], Some("Saturday 20 June, 22:00 Europe/London"), true),
        (vec!["deadline", "war", "--pause"], None, true),
        (vec!["night", "war", "--early"], None, false),
    ] {
        let desk = held();
        let run = desk.grail_of(&change).done();
        if !open {
            run.says(["Held until --send: answer (7), notice (2)."]);
        }
        let send = if open { vec!["orders", "import", "war", "--send"] } else { vec!["night", "war", "--send"] };
        desk.grail_of(&send).done();
        let all: Vec<String> = sent(&desk).iter().map(|(_, letter)| words(letter).to_owned()).collect();
        if due != Some(first) {
            // That it was played early says when orders would have been due.
            let early = format!("before its orders were due ({first})");
            assert!(all.iter().all(|text| !text.replace(&early, "").contains(first)), "{change:?}: {all:#?}");
        }
        let answers = to(&desk, "alice@");
        let said = |what: &str| answers.iter().any(|text| text.contains(what));
        for (asks, now) in ASKED {
            // A deadline that was moved is what was asked for; what counts the time that is left counts that of the
            // next night where this one is played, and none where the night is put off.
            let moved = asks.contains("extension") && due != Some(first);
            let wanted = match now {
                "are left." => due.is_some() || !open,
                "Until then what a newer letter says" => due.is_some(),
                _ => open && !moved,
            };
            assert_eq!(said(now), wanted, "{change:?}, {asks}: {answers:#?}");
        }
        let since = answers.iter().filter(|text| text.contains("Night 1 has been played since your letter came in."));
        assert_eq!(since.count(), if open { 0 } else { ASKED.len() }, "{change:?}: {answers:#?}");
        let gm = to(&desk, "kat@");
        let echo: Vec<&String> = gm.iter().filter(|text| text.contains("confirm")).collect();
        match (open, due) {
            (true, Some(_)) => assert!(echo.iter().any(|text| text.contains("Nothing is done yet")), "{gm:#?}"),
            (true, None) => assert!(echo.iter().any(|text| text.contains("NOT POSSIBLE: no deadline")), "{gm:#?}"),
            (false, _) => {
                assert!(echo.iter().any(|text| text.contains("this was of night 1, which is played")), "{gm:#?}")
            }
        }
        // One word of the deadline to each, and none of a night that is played.
        let put_off = |text: &str| text.contains("put off until") && !text.contains(" come in");
        let notices = answers.iter().filter(|text| text.contains("The deadline was moved") || put_off(text));
        assert_eq!(notices.count(), usize::from(open), "{change:?}: {answers:#?}");
        // Each once, and nothing waits.
        assert_eq!(all.len(), sent(&desk).len());
        let _ = desk.grail_of(&send);
        assert_eq!(to(&desk, "alice@").len(), answers.len());
    }
}
