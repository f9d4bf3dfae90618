//! What people write, in every shape that mail programs give it: each content in each frame comes to the same.
//!
//! With the letters of `corpus.txt` these are more than 500. A frame is what a program makes of an answer: its parts
//! and encodings, where it puts what is answered, what it writes below.

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::play::Game;
use grail_referee::mail::inbox::LetterOutcome;
use grail_referee::mail::intake::{Intake, IntakeContext as Settings, IntakeResult, SeatProof};
use grail_referee::mail::letter_templates::LetterTemplates;
use grail_referee::mail::mailed_war::MailedWar;
use grail_referee::mail::sources::RawLetter;

use super::corpus::plan;
use crate::cli::Desk;

use LetterOutcome::{Accepted, Answered, Refused, SetAside};

/// What somebody writes: a name, the lines, what comes of it, the plan that holds then.
type Content = (&'static str, &'static [&'static str], LetterOutcome, &'static str);

const TOKEN: &str = "Token: red-lantern";
/// A plan of both characters.
const BOTH: &str = "Saber: Scout Clock House. / Iris: Stay.";

const CONTENTS: [Content; 14] = [
    ("orders", &[TOKEN, "", "Saber:", "Scout Clock House.", "", "Iris: Stay."], Accepted, BOTH),
    ("one-line", &[TOKEN, "", "Saber: Scout Clock House."], Accepted, "Saber: Scout Clock House."),
    ("bullets", &[TOKEN, "", "Saber:", "- Scout Clock House.", "", "Iris:", "- Stay."], Accepted, BOTH),
    (
        "greeting",
        &["Hello Kat,", "", TOKEN, "", "Saber: Scout Clock House.", "", "Iris: Stay.", "", "Thanks,", "Alice"],
        Accepted,
        BOTH,
    ),
    (
        "talk",
        &[TOKEN, "", "Saber: Scout Clock House.", "", "Can I get an extension?", "", "Iris: Stay."],
        Accepted,
        BOTH,
    ),
    (
        "long",
        &[
            TOKEN,
            "",
            "Saber: If Lancer enters this location, use Rapid Cut on Lancer 2 times; otherwise, use Ford Guard.",
        ],
        Accepted,
        "Saber: If Lancer enters this location, use Rapid Cut on Lancer 2 times; otherwise, use Ford Guard.",
    ),
    ("faulty", &[TOKEN, "", "Saber: Scout Nowhere."], Refused, ""),
    ("wrong-token", &["Token: red-lantrn-9", "", "Saber: Scout Clock House."], Refused, ""),
    ("question", &[TOKEN, "", "Does the bridge close at midnight?"], SetAside, ""),
    ("no-token", &["Does the bridge close at midnight?"], SetAside, ""),
    ("status", &[TOKEN, "", "When are orders due?"], Answered, ""),
    ("withdraw", &[TOKEN, "", "Please withdraw all my orders."], Answered, ""),
    ("guide", &[TOKEN, "", "Please send me the players\u{2019} guide."], Answered, ""),
    ("ready", &[TOKEN, "", "I\u{2019}m ready."], Answered, ""),
];

/// What is answered: none of it is the writer's.
const ANSWERED: &str =
    "Orders for night 1 are due Monday.\nSaber: Move to Market.\nIris: Move to Market.\nToken: see above";

fn quoted() -> String {
    ANSWERED.lines().map(|line| format!("> {line}\n")).collect()
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (number, three) in text.as_bytes().chunks(3).enumerate() {
        let bits = three.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let at = bits >> (18 - 6 * place) & 63;
            out.push(if place > three.len() { '=' } else { char::from(LETTERS[at as usize]) });
        }
        if number % 19 == 18 {
            out.push('\n');
        }
    }
    out
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for byte in line.bytes() {
            let piece = if byte == b'=' || !(32..127).contains(&byte) {
                format!("={byte:02X}")
            } else {
                char::from(byte).to_string()
            };
            if width + piece.len() > 74 {
                out.push_str("=\n");
                width = 0;
            }
            width += piece.len();
            out.push_str(&piece);
        }
        out.push('\n');
    }
    out
}

/// Lines as `format=flowed` wraps them (RFC 3676).
fn flowed(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for word in line.split_inclusive(' ') {
            if width + word.len() > 70 {
                out.push('\n');
                width = 0;
            }
            width += word.len();
            out.push_str(word);
        }
        out.push('\n');
    }
    out
}

/// A page with a block of each line, as some programs make it.
fn page(lines: &[&str], block: &str, below: &str) -> String {
    let (name, _) = block.split_once(' ').unwrap_or((block, ""));
    let each = lines.iter().map(|line| match *line {
        "" => format!("<{block}><br></{name}>\n"),
        line => format!("<{block}>{}</{name}>\n", line.replace('&', "&amp;").replace('<', "&lt;")),
    });
    format!(
        "<html><head><style>p {{ margin: 0 }}</style></head><body>{}{below}</body></html>\n",
        each.collect::<String>()
    )
}

fn plain(kind: &str, text: &str) -> String {
    format!("Content-Type: text/plain; charset=utf-8{kind}\n\n{text}")
}

fn in_qp(kind: &str, text: &str) -> String {
    format!(
        "Content-Type: text/{kind}; charset=\"utf-8\"\nContent-Transfer-Encoding: quoted-printable\n\n{}",
        quoted_printable(text)
    )
}

fn in_base64(kind: &str, text: &str) -> String {
    format!("Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: base64\n\n{}\n", base64(text))
}

fn parts(kind: &str, each: &[String]) -> String {
    let all: String = each.iter().map(|part| format!("--=_b1\n{part}\n")).collect();
    format!("Content-Type: multipart/{kind}; boundary=\"=_b1\"\n\n{all}--=_b1--\n")
}

/// Every frame: its name, the subject's first words, and the body that it makes of lines.
fn frames(lines: &[&str]) -> Vec<(&'static str, &'static str, String)> {
    let text = lines.join("\n") + "\n";
    let quoted = quoted();
    let with = |below: &str| format!("{text}\n{below}");
    let head = |names: [&str; 4]| {
        let [from, sent, to, subject] = names;
        format!(
            "{from}: The Referee <gm@example.org>\n{sent}: Monday, 23 November 2026 21:00\n{to}: Alice\n{subject}: Night 1\n\n{ANSWERED}\n"
        )
    };
    let html_quote = format!("<blockquote type=\"cite\">{}</blockquote>", ANSWERED.replace('\n', "<br>"));
    let gmail = format!(
        "<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Mon, 23 Nov 2026 at 21:00, The Referee &lt;gm@example.org&gt; wrote:<br></div>{html_quote}</div>"
    );
    let below_head = |lead: &str, names| with(&format!("{lead}{}", head(names)));
    let english = ["From", "Sent", "To", "Subject"];
    let on = |words: &str| with(&format!("{words}\n\n{quoted}"));
    vec![
        ("gmail", "Re: ", parts("alternative", &[plain("", &on("On Mon, 23 Nov 2026 at 21:00, The Referee <gm@example.org> wrote:")), in_qp("html", &page(lines, "div dir=\"ltr\"", &gmail))])),
        ("gmail-html", "Re: ", in_qp("html", &page(lines, "div", &gmail))),
        ("outlook", "RE: ", parts("alternative", &[in_qp("plain", &below_head("", english)), in_qp("html", &page(lines, "p class=\"MsoNormal\"", ""))])),
        ("outlook-web", "Re: ", in_base64("html", &page(lines, "div class=\"elementToProof\"", ""))),
        ("outlook-phone", "Re: ", plain("", &with(&format!("Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n{}", head(english))))),
        ("outlook-old", "RE: ", plain("", &below_head("-----Original Message-----\n", english))),
        ("outlook-winmail", "", parts("mixed", &[plain("", &text), "Content-Type: application/ms-tnef; name=\"winmail.dat\"\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=\"winmail.dat\"\n\neJ8+IgAAAQ==\n".to_owned()])),
        ("outlook-german", "AW: ", in_qp("plain", &below_head("-----Ursprüngliche Nachricht-----\n", ["Von", "Gesendet", "An", "Betreff"]))),
        ("outlook-spanish", "RV: ", in_qp("plain", &below_head("", ["From", "Enviado", "Para", "Subject"]))),
        ("apple", "Re: ", plain("", &on("On 23 Nov 2026, at 21:00, The Referee <gm@example.org> wrote:"))),
        ("apple-html", "Re: ", parts("alternative", &[in_qp("plain", &text), in_qp("html", &page(lines, "div", &html_quote))])),
        ("iphone", "Re: ", in_qp("plain", &with(&format!("Sent from my iPhone\n\n> On 23 Nov 2026, at 21:00, The Referee <gm@example.org> wrote:\n> \n{quoted}")))),
        ("thunderbird", "Re: ", plain("; format=flowed", &format!("On 23/11/2026 21:00, The Referee wrote:\n{quoted}\n{}\n-- \nAlice\n", flowed(&text)))),
        ("thunderbird-delsp", "Re: ", plain("; format=flowed; delsp=no", &flowed(&text))),
        ("thunderbird-base64", "Re: ", in_base64("plain", &on("On 23/11/2026 21:00, The Referee wrote:"))),
        ("k9", "Re: ", plain("", &with("-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n"))),
        ("samsung", "Re: ", plain("", &below_head("Sent from my Galaxy\n\n\n-------- Original message --------\n", ["From", "Date", "To", "Subject"]))),
        ("yahoo", "Re: ", plain("", &on("    On Monday, November 23, 2026 at 09:00:00 PM GMT, The Referee <gm@example.org> wrote:  "))),
        ("proton", "Re: ", plain("", &with(&format!("Sent with Proton Mail secure email.\n\nOn Monday, November 23rd, 2026 at 21:00, The Referee <gm@example.org> wrote:\n\n{quoted}")))),
        ("mutt", "Re: ", plain("", &format!("On Mon, Nov 23, 2026 at 09:00:00PM +0000, The Referee wrote:\n{quoted}\n{text}"))),
        ("french", "=?utf-8?Q?R=C3=A9p=C2=A0:_?=", in_qp("plain", &on("Le lun. 23 nov. 2026 à 21:00, The Referee <gm@example.org> a écrit :"))),
        ("swedish", "SV: ", in_qp("plain", &on("Den mån 23 nov. 2026 kl 21:00 skrev The Referee <gm@example.org>:"))),
        ("italian", "R: ", plain("", &on("Il giorno lun 23 nov 2026 alle ore 21:00 The Referee <gm@example.org> ha scritto:"))),
        ("chinese", "=?utf-8?B?5Zue5aSN77ya?= ", in_base64("plain", &with(&quoted))),
        ("signed", "", parts("signed", &[plain("", &text), "Content-Type: application/pgp-signature; name=\"signature.asc\"\n\n-----BEGIN PGP SIGNATURE-----\niQEz\n-----END PGP SIGNATURE-----\n".to_owned()])),
    ]
}

#[test]
fn what_people_write_comes_to_the_same_in_every_shape() {
    let desk = Desk::started();
    let folder = Folder::open(desk.path("war")).unwrap();
    let game = Game::open(folder.clone()).unwrap();
    let referee = MailedWar::load(&game).unwrap();
    let templates = LetterTemplates::new(std::collections::BTreeMap::new()).unwrap();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, lines, outcome, planned) in CONTENTS {
        for (frame, re, body) in frames(lines) {
            count += 1;
            let raw = format!(
                "From: Alice <alice@example.org>\nTo: gm@example.org\nSubject: {re}The War of the Two Lanterns, night 0: Red\n\
                 Date: Mon, 23 Nov 2026 22:00:00 +0000\nMessage-ID: <{frame}.{name}@mail.example.org>\nMIME-Version: 1.0\n{body}"
            );
            let settings = Settings {
                now: 1_800_000_000,
                referee_addresses: vec!["gm@example.org".to_owned()],
                is_dry_run: true,
                ..Settings::default()
            };
            let mut intake = Intake::new(&folder, &referee, &templates, settings).unwrap();
            let raw = RawLetter { bytes: raw.into_bytes(), source: frame.to_owned(), arrived: None };
            let IntakeResult::New(entry, _) = intake.import_letter(&raw, SeatProof::Letter).unwrap() else {
                panic!("known")
            };
            let found = plan(&referee, &entry);
            let lost = name.contains("question") && !entry.notes.iter().any(|note| note.contains("midnight"));
            if entry.outcome != outcome || found != planned || lost {
                wrong.push(format!(
                    "{frame}, {name}: {:?} ({}), plan {found:?}, notes {:?}",
                    entry.outcome, entry.why, entry.notes
                ));
            }
        }
    }
    assert!(count + 184 > 500, "{count} letters");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
