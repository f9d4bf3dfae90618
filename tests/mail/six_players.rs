//! What the six players and the GM of `tests/mail/six-players` write in five nights, each thing that letters can ask
//! for.

/// What stands in `mail:` beside the way out.
pub(crate) const SETTINGS: &str = "inbox: inbox, answers: 90, press: [public, teams, anonymous], extension: anybody";
/// Where letters come from: whose they are, and their tokens.
const WRITERS: [(&str, &str, &str); 7] = [
    ("Red", "nora@example.org", "k7qm-2vxd-yhtr-w4cp"),
    ("Blue", "pieter@example.org", "d3nf-8rzt-mkwa-5jyb"),
    ("Green", "amara@example.org", "q9hs-4wvc-xpbe-7gtu"),
    ("Gold", "jonas@example.org", "z2ja-6mcr-fykd-9vnw"),
    ("White", "sunniva@example.org", "n5xe-3tqk-cdra-8whm"),
    ("Quill", "mara@example.org", "b8vy-7ghj-rwtn-2xqs"),
    ("GM", "kat@example.org", "kat-owns-2-the-whole-war"),
];
/// What is ordered each night, where nothing else is.
pub(crate) const ORDERS: [(&str, &str); 6] = [
    ("Red", "Saber: Stay.\nIris: Stay."),
    ("Blue", "Lancer: Scout Market.\nEdmund: Stay."),
    ("Green", "Archer: Stay.\nRosa: Stay."),
    ("Gold", "Rider: Scout Market.\nBruno: Stay."),
    ("White", "Sigrid: Stay."),
    ("Quill", "Caster: Scout Chapel."),
];
/// What else is written for each night: by whom, and what. `?` writes without a token.
const ASKED: [&[(&str, &str)]; 5] = [
    &[
        ("Gold?", "May Rider look into the Chapel?"),
        ("Blue", "Can I get an extension?"),
        ("Green", "Please send me the players' guide.\nMay I have my sheet?\nCould you send me my packet again?"),
        ("Gold", "Press to all: The curtain rises."),
        ("White", "Anonymous press to Red: I know where you sleep."),
    ],
    &[
        (
            "Red",
            "Night: 2\nI lost my last update.\nWithdraw all my orders.\nPlain text only, please.\n\nSaber: Scout Market.\nIris: Stay.",
        ),
        ("GM", "answer 1: He may.\n- add: { Rosa: { cp: 5 } }\n  reason: A found purse."),
    ],
    &[
        ("GM", "confirm"),
        ("Green", "My new address is quist@example.net"),
        ("Blue", "By the way, my dog is ill.\nWhat are my orders?"),
    ],
    &[("Gold?", "Cheap watches!"), ("Quill", "Night: 4\nI am away from 2099-01-01 to 2099-02-01.\nI am ready.")],
    &[("White", "Night: 5\nPlease wait for me."), ("White", "Night: 5\nI am ready.")],
];

/// The letters of a night, from 1, each with the name of its file in a Maildir; `book` is the second night's list of
/// letters, which knows which letter of the GM's waits for its word.
pub(crate) fn letters_of(night: usize, book: &str) -> Vec<(String, String)> {
    let asked = ASKED[night - 1];
    // Red's own of the second night stand below what is withdrawn.
    let below = |whose: &str| asked.iter().any(|(by, body)| *by == whose && body.contains("Withdraw"));
    let ordered = ORDERS.into_iter().filter(|(whose, _)| !below(whose));
    let ordered = ordered.map(|(whose, orders)| (whose, format!("Night: {night}\n{orders}")));
    let asked = asked.iter().map(|(whose, body)| (*whose, (*body).to_owned()));
    let letter = |(number, (whose, body)): (usize, (&str, String))| {
        let bare = whose.trim_end_matches('?');
        let (_, from, token) = WRITERS.iter().find(|(name, ..)| *name == bare).unwrap();
        let token = if bare == whose { format!("Token: {token}\n") } else { String::new() };
        let body = if body == "confirm" { format!("confirm {}", echoed(book)) } else { body };
        let text = format!(
            "From: {from}\nTo: gm@example.org\nSubject: A letter\nMessage-ID: <{night}.{number}@example.org>\n\
             Content-Type: text/plain; charset=utf-8\n\n{token}{body}\n"
        );
        (format!("1700{night:03}{number:03}.a"), text)
    };
    (1..).zip(ordered.chain(asked)).map(letter).collect()
}

/// The id of the GM's letter that waits for its word.
fn echoed(book: &str) -> &str {
    let own = book.lines().find(|line| line.contains("kat@example.org")).unwrap();
    own.split("\"id\":\"").nth(1).unwrap().split('"').next().unwrap()
}
