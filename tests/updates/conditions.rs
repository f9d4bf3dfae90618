//! A condition knows no more than its reader's page (A256).

use grail_referee::event::detail::Outcome;
use grail_referee::event::kind::{EventKind, Referee};
use grail_referee::language::span::Source;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, SeatPlan, resolve};
use grail_referee::orders::check;
use grail_referee::perception::report::build_reports;
use grail_referee::perception::view_of::build_view;
use grail_referee::updates::page::personal_page;
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::ids::SeatId;
use grail_referee::war::War;

use super::stage::{CAST, put, war_of, who};

/// What Saber asks of Caster, and the names that its page must show where that holds.
const ASKED: &[(&str, &[&str])] = &[
    ("Caster is here", &["Caster"]),
    ("Caster is a Servant", &["Caster"]),
    ("Caster is in Spirit Form", &["Caster"]),
    ("Caster is in battle", &["Caster"]),
    ("I detect Caster", &["Caster"]),
    ("Caster is in the same location as me", &["Caster"]),
    ("Caster attacks me", &["Caster"]),
    ("Caster acts", &["Caster"]),
    ("Caster was damaged by me", &["Caster"]),
    ("Caster enters this location", &["Caster"]),
    ("Caster's Master is here", &["Caster", "Tokiomi"]),
    ("Caster's Master is a Master", &["Caster", "Tokiomi"]),
    ("Tokiomi's Servant is here", &["Caster", "Tokiomi"]),
    ("Tokiomi is here", &["Tokiomi"]),
    ("Caster dies", &["Caster"]),
    ("Caster is dead", &["Caster"]),
    ("a Caster-class Servant is here", &["Caster"]),
    ("\"Smoke\" is active", &["Smoke"]),
    ("Caster uses \"Smoke\"", &["Caster", "Smoke"]),
];

/// What Blue does meanwhile: by orders, and where Caster stands.
const DEEDS: &[(&str, &str, bool)] = &[
    ("", "Park", false),
    ("", "Park", true),
    ("", "Bridge", false),
    ("Caster: Use Staff on Saber.", "Park", false),
    ("Caster: Use Smoke on Saber.", "Park", false),
    ("Caster: Move to Park.", "Bridge", false),
];

fn cast(act: &str) -> String {
    let skills = "skills: [{ name: Staff, rank: C, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 5 Special, cost: 0 Mana }, { name: Smoke, rank: C, type: Support, max_targets: 1, targets: \"[Any]\", cost: 0 Mana, effects: [\"The target's STR is lowered by 1 rank for 3 Turns.\"] }]";
    CAST.replace("AGI: A, ACT: C }", &format!("AGI: E, ACT: {act} }}")).replace("stats: { END: E, ACT: D } }", &format!("stats: {{ END: E, ACT: D }}, {skills} }}"))
        .replace("cost: 1 SP, seen: Her coat turns to water., effects: [\"The user's STR is raised by 1 rank for 3 Turns.\"]", "cost: 0 Mana, effects: [The user restores 1 Health.]")
}

/// Saber alone of its team at the Park, with whom it and its Master know.
fn stage(act: &str, knows: &[(&str, &str)], at: &str, spirit: bool) -> War {
    let mut war = war_of(&cast(act));
    for name in ["Rin", "Kirei", "Rider"] {
        put(&mut war, name, "School");
    }
    put(&mut war, "Caster", at);
    let caster = who(&war, "Caster");
    war.characters[caster.index()].is_in_spirit_form = spirit;
    for (by, of) in knows {
        let (by, of) = (who(&war, by), who(&war, of));
        war.characters[by.index()].knows.insert(of);
    }
    war
}

fn seat(war: &War, name: &str) -> SeatId {
    SeatId::at(war.setup.seats.iter().position(|seat| seat.name == name).expect("a seat"))
}

fn night(war: &War, red: &str, blue: &str) -> Resolution {
    let plan = |(name, text): (&str, &str)| {
        let seat = seat(war, name);
        SeatPlan::from_checked(seat, check(&Source::new("orders", text), &build_view(war, seat)))
    };
    let plans: Vec<SeatPlan> = [("Red", red), ("Blue", blue)].into_iter().map(plan).collect();
    resolve(war, &plans, &Rulings::default())
}

/// The names that Red's page and its packet for the next Night show.
fn told(war: &War, night: &Resolution) -> String {
    let reports = build_reports(war, &night.war, &night.events);
    let report = reports.iter().find(|report| report.lexicon.seat == "Red").expect("Red's");
    let templates = Templates::new(std::collections::BTreeMap::new()).expect("templates");
    let page = templates.render_personal_text(&personal_page(report, &[], None)).expect("a page");
    let known = build_view(&night.war, seat(war, "Red"));
    let met: Vec<String> = known.known.iter().filter(|k| k.is_recognised).map(|k| k.name.clone()).collect();
    format!("{page}\n{}\n{}", met.join(" "), known.seen_skills.join(" "))
}

#[test]
fn a_condition_holds_only_of_whom_the_page_names() {
    let known: [&[(&str, &str)]; 3] =
        [&[], &[("Saber", "Caster"), ("Saber", "Tokiomi")], &[("Rin", "Caster"), ("Rin", "Tokiomi")]];
    let (mut held, mut asked) = (0, 0);
    let mut failures = Vec::new();
    for act in ["N/A", "E", "D", "C", "B", "A", "EX"] {
        for knows in known {
            for (deed, at, spirit) in DEEDS {
                let war = stage(act, knows, at, *spirit);
                // All is asked in one Night, at its end; an answer is a use that costs nothing.
                let ask = |(question, _): &(&str, &[&str])| {
                    format!("  If {question}, use River Oath in the Prepared Effect Phase.\n")
                };
                let orders: String = ASKED.iter().map(ask).collect();
                let night = night(&war, &format!("Saber:\n{orders}"), deed);
                let red = seat(&war, "Red");
                let mut shown = None;
                for (number, (question, names)) in ASKED.iter().enumerate() {
                    asked += 1;
                    let done = |kind: &EventKind| matches!(kind, EventKind::Referee(Referee::OrderOutcome { order, outcome: Outcome::Done { .. }, .. }) if order.seat == red && order.number as usize == number + 1);
                    if !night.events.iter().any(|event| done(&event.kind)) {
                        continue;
                    }
                    held += 1;
                    let shown = shown.get_or_insert_with(|| told(&war, &night));
                    if let Some(name) = names.iter().find(|name| !shown.contains(**name)) {
                        failures.push(format!("ACT {act}, known {knows:?}, {deed} {at} {spirit}: `{question}` holds, and nothing names {name}:\n{shown}"));
                    }
                }
            }
        }
    }
    assert!(held > 100, "{held} of {asked} held");
    assert!(failures.is_empty(), "{} of {held}\n{}", failures.len(), failures.join("\n"));
}
