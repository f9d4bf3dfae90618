//! Many Nights on end, with orders nobody thought over.

use std::collections::BTreeSet;

use grail_referee::language::diagnostic::Diagnostic;
use grail_referee::language::span::Source;
use grail_referee::night::SeatPlan;
use grail_referee::orders::check;
use grail_referee::perception::view::View;
use grail_referee::perception::view_of::build_view;
use grail_referee::vocabulary::ids::SeatId;
use grail_referee::war::War;

use super::dice::Dice;
use super::writer::{Bounds, orders};
use super::{each, laws, wars};

/// A seat's orders as its View lets them be understood.
pub(crate) fn read(war: &War, seat: SeatId, text: &str) -> (SeatPlan, Vec<Diagnostic>) {
    read_by(&build_view(war, seat), seat, text)
}

/// A seat's orders as this View lets them be understood.
pub(crate) fn read_by(view: &View, seat: SeatId, text: &str) -> (SeatPlan, Vec<Diagnostic>) {
    let checked = check(&Source::new("orders", text), view);
    let diagnostics = checked.diagnostics.clone();
    (SeatPlan::from_checked(seat, checked), diagnostics)
}

/// The seats of a War.
pub(crate) fn seats(war: &War) -> impl Iterator<Item = SeatId> + use<> {
    (0..war.setup.seats.len()).map(SeatId::at)
}

/// How much came of what was written.
#[derive(Default)]
struct Tally {
    nights: usize,
    lines: usize,
    orders: usize,
    done: usize,
    hits: usize,
    deaths: usize,
    ended: usize,
}

/// Plays a War to its end, or for so many Nights.
fn play(mut war: War, dice: &mut Dice, nights: usize, tally: &mut Tally) {
    use grail_referee::event::detail::Outcome;
    use grail_referee::event::kind::{Combat, EventKind, Referee};
    let mut told = BTreeSet::new();
    for _ in 0..nights {
        if war.ended.is_some() {
            tally.ended += 1;
            return;
        }
        let mut plans = Vec::new();
        let mut texts = Vec::new();
        for seat in seats(&war) {
            let view = build_view(&war, seat);
            let text = orders(&view, dice, &Bounds::default());
            let (plan, _) = read_by(&view, seat, &text);
            tally.lines += text.lines().filter(|line| line.starts_with(' ')).count();
            tally.orders += plan.orders.len();
            plans.push(plan);
            texts.push(text);
        }
        let night = laws::resolved_nights(&war, &plans).unwrap_or_else(|how| panic!("{how}\n{}", texts.join("\n")));
        let broken = laws::broken(&war, &plans, &night);
        assert!(broken.is_empty(), "Night {}:\n{}\n{}", night.war.night, broken.join("\n"), texts.join("\n"));
        for event in &night.events {
            match &event.kind {
                EventKind::Referee(Referee::OrderOutcome {
                    outcome: Outcome::Done { .. } | Outcome::DonePartly { .. },
                    ..
                }) => {
                    tally.done += 1;
                }
                EventKind::Combat(Combat::Hit { .. }) => tally.hits += 1,
                EventKind::Combat(Combat::Died { .. }) => tally.deaths += 1,
                _ => {}
            }
        }
        tally.nights += 1;
        let reports = laws::whose_skills(&war, &night, &mut told)
            .unwrap_or_else(|how| panic!("Night {}: {how}\n{}", night.war.night, texts.join("\n")));
        war = night.war;
        // What a seat keeps in mind goes on to the next Night's page.
        for report in reports {
            war.seats[report.seat.index()].dossiers = report.dossiers;
        }
    }
}

impl Tally {
    fn told(&self) -> String {
        let Tally { nights, lines, orders, done, hits, deaths, ended } = self;
        format!(
            "{nights} Nights, {lines} sentences, {orders} orders, {done} done, {hits} hits, {deaths} deaths, {ended} Wars over"
        )
    }
}

#[test]
fn every_night_of_the_example_keeps_the_laws() {
    let start = wars::example().war;
    let mut tally = Tally::default();
    each("every_night_of_the_example_keeps_the_laws", 2, 6, |seed| {
        let mut dice = Dice::of(seed);
        let mut war = start.clone();
        wars::equip(&mut war, &mut dice);
        play(war, &mut dice, 12, &mut tally);
    });
    println!("{}", tally.told());
    assert!(tally.orders * 2 > tally.lines && tally.hits > 0, "little comes of these orders: {}", tally.told());
}

#[test]
fn every_night_of_a_small_war_keeps_the_laws() {
    let mut tally = Tally::default();
    each("every_night_of_a_small_war_keeps_the_laws", 20, 80, |seed| {
        let mut dice = Dice::of(seed);
        let mut war = wars::war(&wars::small(&mut dice));
        wars::equip(&mut war, &mut dice);
        play(war, &mut dice, 10, &mut tally);
    });
    println!("{}", tally.told());
    assert!(tally.orders * 2 > tally.lines && tally.hits > 0, "little comes of these orders: {}", tally.told());
}
