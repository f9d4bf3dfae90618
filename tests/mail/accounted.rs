//! No line that a player sent vanishes: it is an order that is carried out, one that is refused and shown, a header,
//! or a note that the GM reads.

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::play::Game;
use grail_referee::language::order_text;
use grail_referee::language::span::Source;
use grail_referee::mail::inbox::{LetterRecord, render_order_file};
use grail_referee::mail::intake::{Intake, IntakeContext as Settings, IntakeResult, SeatProof};
use grail_referee::mail::letter_templates::LetterTemplates;
use grail_referee::mail::mailed_war::MailedWar;
use grail_referee::mail::sources::RawLetter;
use grail_referee::orders::check;
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::ids::SeatId;

use crate::cli::Desk;

use super::corpus::seated;
use super::{by_maildir, deliver, letter_of, sent, words};

/// What a line of a letter is; `%` is a word that no other line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// It says something: its word must be found again.
    Said(&'static str),
    /// A header, a head alone, an empty or a drawn line.
    Form(&'static str),
    /// Somebody else's: a quotation.
    Quoted(&'static str),
}

/// Lines of every form that letters and forum posts have.
const LINES: [Line; 54] = [
    Line::Form("Saber:"),
    Line::Form("Iris:"),
    Line::Form("Saber ->"),
    Line::Form("Orders for Iris:"),
    Line::Form("*Saber:*"),
    Line::Form("Night: 1"),
    Line::Form("Team: Red"),
    Line::Form("War: The War of the Two Lanterns"),
    Line::Form(""),
    Line::Form("   "),
    Line::Form("-----"),
    Line::Form("______________________________"),
    Line::Form("* * *"),
    Line::Form("=========="),
    Line::Form("Saber"),
    Line::Form("Sabr:"),
    Line::Form("Lancer:"),
    Line::Form("Orders:"),
    Line::Form("Daytime:"),
    Line::Quoted("> Night 1 was long, wrote %."),
    Line::Said("Say: \"%\"."),
    Line::Said("Saber: Say: \"%\"."),
    Line::Said("Iris: Say: \"%\""),
    Line::Said("- Say: \"%\"."),
    Line::Said("2) Say: \"%\"."),
    Line::Said("Saber says: \"%\"."),
    Line::Said("Iris, say: \"%\"."),
    Line::Said("If Lancer is here, say: \"%\"."),
    Line::Said("When Lancer attacks me, say: \"%\"; otherwise, stay."),
    Line::Said("Stay. Say: \"%\"."),
    Line::Said("Use % on Lancer."),
    Line::Said("Saber uses % on Lancer."),
    Line::Said("Saber: use % on Lancer"),
    Line::Said("Scout %."),
    Line::Said("Sabr: Scout %."),
    Line::Said("Lancer: Scout %."),
    Line::Said("Lancer attacks %."),
    Line::Said("Note: the gate of % is shut."),
    Line::Said("PS: give my love to %."),
    Line::Said("P.S. if % comes, let Saber flee."),
    Line::Said("Daytime: scout %."),
    Line::Said("# remember %"),
    Line::Said("Stay. # because of %"),
    Line::Said("Hello GM, this is %,"),
    Line::Said("Hi % - here are my orders for tonight:"),
    Line::Said("Dear %!"),
    Line::Said("Thanks, %"),
    Line::Said("I would like to attack % but I fear her."),
    Line::Said("Attack % and then, if she is dead, move to the Market"),
    Line::Said("**Attack %.**"),
    Line::Said("\u{201C}For %!\u{201D} she cries."),
    Line::Said("[b]Saber[/b]: Say: \"%\"."),
    Line::Said("On the way she meets %:"),
    Line::Said("(ooc: % here, sorry for the noise)"),
];

/// What stands below the line of a signature.
const SIGNATURES: [&str; 5] = [
    "",
    "-- \n%, the Red player",
    "--\nIris: Say: \"%\".",
    "-- \nSaber:\n  Say: \"%\".\n  Stay.",
    "-- \n% | phone 12 34",
];

/// A letter made of such lines, with the words that must be found again and those of the signature.
fn letter(seed: u64) -> (String, Vec<String>) {
    // Numbers that look like chance, from the seed alone.
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % n as u64).unwrap()
    };
    let (mut text, mut wanted) = (String::new(), Vec::new());
    for number in 0..2 + draw(9) {
        let line = LINES[draw(LINES.len())];
        let word = format!("Zor{}x{number}", ["ba", "ki", "lu", "me"][draw(4)]);
        let (Line::Said(form) | Line::Form(form) | Line::Quoted(form)) = line;
        text.push_str(&" ".repeat(2 * draw(2)));
        text.push_str(&form.replace('%', &word));
        text.push('\n');
        wanted.extend(matches!(line, Line::Said(_)).then_some(word));
    }
    let signature = SIGNATURES[draw(SIGNATURES.len())];
    if !signature.is_empty() {
        text.push_str(&signature.replace('%', "Zorsign"));
        text.push('\n');
        wanted.push("Zorsign".to_owned());
    }
    (text, wanted)
}

/// A first War, and Red's eyes.
struct Table {
    desk: Desk,
    game: Game,
    referee: MailedWar,
    templates: LetterTemplates,
    view: View,
}

impl Table {
    fn laid() -> Table {
        let desk = Desk::started();
        let game = Game::open(Folder::open(desk.path("war")).unwrap()).unwrap();
        let referee = MailedWar::load(&game).unwrap();
        let red = referee.seats.iter().position(|seat| seat.name == "Red").unwrap();
        let view = build_view(&game.war_after(0).unwrap(), SeatId::at(red));
        let templates = LetterTemplates::new(std::collections::BTreeMap::new()).unwrap();
        Table { desk, game, referee, templates, view }
    }

    /// What comes of a text that is Red's, and what is said of it; nothing is written.
    fn imported(&self, text: &str) -> (LetterRecord, Vec<String>) {
        let settings = Settings { now: 1_700_000_000, is_dry_run: true, ..Settings::default() };
        let mut intake = Intake::new(&self.game.folder, &self.referee, &self.templates, settings).unwrap();
        let red = self.referee.seats.iter().position(|seat| seat.name == "Red").unwrap();
        let raw =
            RawLetter { bytes: text.as_bytes().to_vec(), source: "post.txt".to_owned(), arrived: Some(1_700_000_000) };
        match intake.import_letter(&raw, SeatProof::GmSays(red)).unwrap() {
            IntakeResult::New(entry, remarks) => (*entry, remarks),
            IntakeResult::Known => panic!("known: {text}"),
        }
    }

    /// What is carried out of an order file, in canonical words, and what is said of it.
    fn carried_out(&self, text: &str) -> (Vec<String>, String) {
        let source = Source::new("orders", text);
        let checked = check(&source, &self.view);
        let mut plan: Vec<String> = checked
            .plan
            .iter()
            .map(|order| format!("{}: {}", order.actor.text, order_text::order_sentence(order)))
            .collect();
        plan.sort();
        (plan, checked.diagnostics.iter().map(|fault| fault.render(&source)).collect())
    }
}

#[test]
fn no_line_of_a_letter_vanishes() {
    let table = Table::laid();
    let mut seen = [0; 3];
    for seed in 1..=std::env::var("GRAIL_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(100) {
        let (text, wanted) = letter(seed);
        let (entry, remarks) = table.imported(&text);
        let file =
            render_order_file(std::slice::from_ref(&entry), "Red", &seated(&table.referee), 1).unwrap_or_default();
        let ((home, _), (night, faults)) = (table.carried_out(&text), table.carried_out(&file));
        let letter = format!("seed {seed}, the letter:\n{text}\nthe file:\n{file}\nnotes: {:?}", entry.notes);
        assert_eq!(home, night, "what the check at home takes is what the night takes; {letter}");
        for word in wanted {
            let has = |text: &str| text.to_lowercase().contains(&word.to_lowercase());
            let carried = night.iter().any(|order| has(order));
            let noted = entry.notes.iter().any(|note| has(note));
            assert!(has(&file) || noted, "{word} is in neither the order file nor the notes; {letter}");
            assert!(
                carried || noted || has(&faults) || remarks.iter().any(|remark| has(remark)),
                "{word} is not told of; {letter}\nremarks: {remarks:#?}"
            );
            seen[if carried { 0 } else { 1 + usize::from(noted) }] += 1;
        }
    }
    assert!(seen.iter().all(|number| *number > 15), "carried out, refused, noted: {seen:?}");
    drop(table.desk);
}

/// A forum post: a greeting, an order without a head, faults of several kinds, a comment.
const POST: &str = "Hello GM, this is Alice.\n\nSaber attacks Lancer.\n\nSabr:\n  Scout Market.\n\n# remember the truce\n\
                    Iris: Stay.\n  Use Nonsense on Lancer.\n";

#[test]
fn what_was_not_understood_of_a_post_is_told_everywhere_until_the_night_is_played() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    desk.write("post.txt", POST);
    let told = ["`Sabr` is no character of this seat", "Scout Market", "`Iris` has no skill `Nonsense`"];
    let run = desk.grail(["orders", "import", "war", "--as", "Red", "post.txt", "--send"]).done().prints(told);
    run.prints([
        "accepted, Red",
        "2 faults",
        "No orders, for you to read:\n  Hello GM, this is Alice.",
        "# remember the truce",
    ]);
    desk.grail(["status", "war"]).done().prints(told).prints([
        "Not accepted of what Red sent:",
        "Letters that await you",
        "puts it aside): 1",
        "    Hello GM, this is Alice.\n    # remember the truce",
    ]);
    let check = desk.grail(["check", "war/nights/001/orders/red.txt"]).ends(1).prints(told);
    check.prints(["Saber:\n  1. Attack Lancer.", "Iris:\n  3. Stay."]);
    let receipt = words(&sent(&desk)[0].1).to_owned();
    for part in told.into_iter().chain(["Attack Lancer.", "kept for the GM to read", "Hello GM, this is Alice."]) {
        assert!(receipt.contains(part), "no {part:?} in:\n{receipt}");
    }
    desk.grail(["resolve", "war"]).done().says(told);
    let page = desk.read("war/nights/001/updates/red.txt");
    for part in told.into_iter().chain(["NOT ACCEPTED", "1. Attack Lancer."]) {
        assert!(page.contains(part), "no {part:?} in:\n{page}");
    }
    desk.grail(["replay", "war"]).done();
}

#[test]
fn a_letter_of_which_nothing_is_understood_stays_on_the_page_and_leaves_what_came_before() {
    let desk = by_maildir();
    std::fs::remove_dir_all(desk.path("war/nights/001/orders")).unwrap();
    let letter = |n: u32, body: &str| letter_of("alice", 1, n, body);
    deliver(&desk, "1700000001.a", &letter(1, "Saber: Use Nonsense on Lancer.\n"));
    desk.grail(["orders", "import", "war", "--send"])
        .done()
        .prints(["refused, Red", "`Saber` has no skill `Nonsense`"]);
    let first = words(&sent(&desk)[0].1).to_owned();
    assert!(first.contains("No order for Saber could be accepted.\n"), "{first}");
    assert!(!first.contains("came before") && first.contains("Without orders so far: Iris, Saber."), "{first}");
    desk.grail(["status", "war"]).done().prints(["Orders of night 1 from: nobody.", "`Saber` has no skill `Nonsense`"]);
    deliver(&desk, "1700000002.b", &letter(2, "Saber: Scout Market.\n"));
    deliver(&desk, "1700000003.c", &letter(3, "Saber: Use Madness on Lancer.\n"));
    deliver(&desk, "1700000004.d", &letter(4, "What is my Health?\n"));
    desk.grail(["orders", "import", "war", "--send"]).done();
    let of = |n: u32| {
        let id = format!("alice.1.{n}@example.org");
        let letters = sent(&desk);
        words(&letters.iter().find(|(_, l)| l.references.contains(&id)).unwrap().1).to_owned()
    };
    assert!(of(3).contains("No order for Saber could be accepted; those that came before hold"), "{}", of(3));
    for n in [3, 4] {
        assert!(of(n).contains("Scout Market.") && of(n).contains("Without orders so far: Iris."), "{}", of(n));
    }
    desk.grail(["night", "war", "--send", "--despite-silence", "--early"]).done();
    let page = desk.read("war/nights/001/updates/red.txt");
    assert!(page.contains("Scout Market.") && page.contains("`Saber` has no skill `Madness`"), "{page}");
    assert!(!page.contains("Nonsense") && !page.contains("Health?"), "mended, and no order: {page}");
}

#[test]
fn who_is_silent_repeats_their_last_orders_though_what_they_sent_was_not_understood() {
    let desk = Desk::with_war();
    desk.edit("war/war.yaml", "switches: {}", "switches: { orders.silence: repeat }");
    desk.grail(["start", "war"]).done();
    desk.write("war/nights/001/orders/red.txt", "Saber: Scout Market.\n");
    desk.grail(["resolve", "war"]).done();
    desk.write("note.txt", "Sabr: Attack Lancer.\n");
    desk.grail(["orders", "import", "war", "--as", "Red", "note.txt"])
        .done()
        .prints(["set aside, Red, 1 fault: it has no orders"]);
    desk.grail(["resolve", "war"]).done();
    let page = desk.read("war/nights/002/updates/red.txt");
    assert!(page.contains("Scout Market.") && page.contains("`Sabr` is no character of this seat"), "{page}");
    desk.grail(["replay", "war"]).done();
}
