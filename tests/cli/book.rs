//! The book of the example War tells every Night as it was.

use grail_referee::campaign::folder::Folder;
use grail_referee::campaign::game::book::book_so_far;
use grail_referee::campaign::game::play::Game;
use grail_referee::event::kind::{Combat, Effects, EventKind, Movement};
use grail_referee::event::prose::{Paragraph, group_paragraphs};
use grail_referee::event::{Event, EventId};
use grail_referee::vocabulary::ids::CharacterId;
use regex::Regex;

use super::{Desk, copy_example};

/// The text of a page without its tags, its drawings left out.
fn plain(html: &str) -> String {
    let drawings = Regex::new(r"(?s)<svg.*?</svg>").unwrap();
    let tags = Regex::new("<[^>]*>").unwrap();
    tags.replace_all(&drawings.replace_all(html, ""), "").replace("&#x27;", "'").replace("&quot;", "\"")
}

/// What stands between two marks.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let after = text.split_once(from).unwrap_or_else(|| panic!("no `{from}`")).1;
    after.split_once(to).map_or(after, |(inside, _)| inside)
}

fn events_of<'e>(events: &'e [Event], ids: &[EventId]) -> Vec<&'e Event> {
    events.iter().filter(|event| ids.contains(&event.id)).collect()
}

#[test]
fn the_replay_tells_every_arrival_and_blow_in_its_own_step() {
    let desk = Desk::empty();
    copy_example("nine-bridges", &desk.path("war"));
    for _ in 1..=3 {
        desk.grail(["resolve", "war"]).done();
    }
    let spent = "Spent so far: Grey 1 Command Spell; Red 1 Command Spell; Violet 1 Command Spell.";
    desk.grail(["status", "war"]).done().prints([spent]);
    let game = Game::open(Folder::open(desk.path("war")).unwrap()).unwrap();
    let book = book_so_far(&game).unwrap();
    // Once somebody has bought something, that is told as well.
    let log = "war/nights/003/events.jsonl";
    let bought = r#"{"kind":{"what":"bought","who":"@Saber","item":"~Items/Healing Potion","count":1,"payer":"@Maren","price":"20"}}"#;
    desk.write(log, &format!("{}{bought}\n", desk.read(log)));
    desk.grail(["status", "war"]).done().prints(["Red 20 CP and 1 Command Spell;"]);
    let (chronicle, replay) =
        (between(&book, "id=\"chronicle\"", "</section>"), between(&book, "id=\"replay\"", "</section>"));
    for night in 1..=3 {
        let played = game.replay_night(night).unwrap();
        let (war, events) = (&played.resolution.war, &played.resolution.events);
        let name = |who: CharacterId| war.character(who).name.as_str();
        let of_night = plain(between(chronicle, &format!("<h3>Night {night}</h3>"), "<h3>"));
        assert!(!of_night.contains("A quiet Night.") && of_night.contains("→"), "{of_night}");
        let mut arrivals = 0;
        for event in events {
            if let EventKind::Movement(Movement::Entered { who, at, from, .. }) = event.kind {
                let place = |at| war.setup.location(at).name.as_str();
                let line = of_night
                    .lines()
                    .find(|line| line.starts_with(&format!("{}. ", place(at))) && line.contains("Seen here"));
                let came = line.and_then(|line| line.split(&format!("ame from {}: ", place(from))).nth(1));
                let came = came.and_then(|rest| rest.split(['.', ';']).next());
                assert!(came.is_some_and(|names| names.contains(name(who))), "{}: {of_night}", name(who));
                arrivals += 1;
            }
        }
        assert!(arrivals > 0, "the example War moves every Night");
        for (paragraph, step) in group_paragraphs(war, events).iter().zip(1..) {
            let told = plain(between(replay, &format!("id=\"step-{night}-{step}\""), "<p class=\"turn\">"));
            check_step(paragraph, &events_of(events, &paragraph.events), &told, &name);
        }
    }
}

#[test]
fn the_chronicle_tells_a_first_meeting_once() {
    let desk = Desk::started();
    desk.write("war/nights/001/orders/red.txt", "Saber: Move to Lantern Bridge. Iris: Move to Lantern Bridge.\n");
    desk.write("war/nights/001/orders/blue.txt", "Lancer: Move to Lantern Bridge.\n");
    for _ in 1..=2 {
        desk.grail(["resolve", "war"]).done();
    }
    desk.grail(["book", "war", "--so-far", "--output", "book.html"]).done();
    let book = desk.read("book.html");
    let chronicle = plain(between(&book, "id=\"chronicle\"", "</section>"));
    let meeting = "Lantern Bridge. Lancer met Iris and Saber for the first time.";
    assert_eq!(chronicle.matches(meeting).count(), 1, "{chronicle}");
    assert_eq!(chronicle.matches("A quiet Night.").count(), 2, "{chronicle}");
}

/// A step names everybody who acts, strikes, is struck or arrives in its paragraph, and is not told in the log's voice.
fn check_step<'w>(paragraph: &Paragraph, events: &[&Event], told: &str, name: &dyn Fn(CharacterId) -> &'w str) {
    let is_told = |who: &CharacterId| assert!(told.contains(name(*who)), "no {} in: {told}", name(*who));
    for event in events {
        let people = match &event.kind {
            EventKind::Combat(Combat::Hit { attacker, taker, .. }) => vec![*attacker, *taker],
            EventKind::Effects(Effects::SkillUsed { user, .. }) => vec![*user],
            EventKind::Movement(Movement::Entered { who, .. }) => vec![*who],
            _ => continue,
        };
        people.iter().for_each(is_told);
        assert!(!told.contains(&paragraph.sentences.join(" ")), "the log's words: {told}");
    }
}
