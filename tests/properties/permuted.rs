//! Order of submission is invisible: whoever posts first, and however the files list teams, places
//! and ways, every byte comes out the same.

use std::collections::BTreeMap;
use std::fs;

use grail_referee::campaign::game::load_war::load;
use grail_referee::campaign::game::pages::PageMaker;
use grail_referee::campaign::game::story_file::Story;
use grail_referee::campaign::game::{checked_orders::CheckedOrders, event_file, packet};
use grail_referee::language::span::Source;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{SeatPlan, resolve};
use grail_referee::orders::check;
use grail_referee::perception::view_of::build_view;
use grail_referee::updates::markup::Form;
use grail_referee::war::War;
use grail_referee::war::naming::to_tree;
use grail_referee::war::new_war::WarPlan;

use super::dice::Dice;
use super::nights::seats;
use super::writer::{Bounds, orders};
use super::{each, wars};
use crate::cli::repository;

/// Everything that leaves a Night, as bytes.
fn bytes(before: &War, texts: &[(String, String)]) -> (War, String) {
    let checked: Vec<CheckedOrders> = texts
        .iter()
        .map(|(name, text)| {
            let seat = before.setup.seat_named(name).expect("a seat");
            let source = Source::new(name.clone(), text.clone());
            let checked = check(&source, &build_view(before, seat));
            let (diagnostics, faulty) = (checked.diagnostics.clone(), checked.faulty.clone());
            CheckedOrders { seat, source, plan: SeatPlan::from_checked(seat, checked), faulty, diagnostics }
        })
        .collect();
    let plans: Vec<SeatPlan> = checked.iter().map(|c| c.plan.clone()).collect();
    let mut night = resolve(before, &plans, &Rulings::default());
    let page_maker = PageMaker {
        war_before: before,
        resolution: &night,
        orders: &checked,
        deadline: None,
        templates: BTreeMap::new(),
        story: &Story::default(),
    };
    let mut pages = page_maker.make_pages().expect("pages can be told");
    let kept = std::mem::take(&mut pages.dossiers);
    night.war.seats.iter_mut().zip(kept).for_each(|(memory, dossiers)| memory.dossiers = dossiers);
    let mut out = to_tree(&night.war).expect("a War can be written").to_string();
    out += &event_file::render_log(&night.war, night.war.night, &night.events, "x").expect("a log can be written");
    for page in pages.render_all(&Form::ALL).expect("pages can be written") {
        out += &format!("\n== {}\n{}", page.file(), page.text);
    }
    for seat in seats(&night.war) {
        let view = packet::view_with_token(&night.war, seat, None);
        out += &serde_json::to_string(&view).expect("a View can be written");
    }
    let mut found: Vec<_> = checked.iter().map(|c| format!("{:?} {:?}", c.seat, c.diagnostics)).collect();
    found.sort();
    (night.war, out + &found.concat())
}

/// Plays some Nights in a War and its double, with the same texts in another order.
fn same(mut war: War, mut double: War, dice: &mut Dice, nights: usize) {
    for _ in 0..nights {
        if war.ended.is_some() {
            return;
        }
        let mut texts: Vec<(String, String)> = seats(&war)
            .map(|seat| {
                let text = orders(&build_view(&war, seat), dice, &Bounds::default());
                (war.setup.seats[seat.index()].name.clone(), text)
            })
            .collect();
        let (next, told) = bytes(&war, &texts);
        dice.shuffle(&mut texts);
        let (next_double, told_double) = bytes(&double, &texts);
        if told != told_double {
            let differs = told.lines().zip(told_double.lines()).find(|(a, b)| a != b);
            panic!("Night {}: {differs:#?}", next.night);
        }
        (war, double) = (next, next_double);
    }
}

fn shuffled(mut plan: WarPlan, dice: &mut Dice) -> WarPlan {
    dice.shuffle(&mut plan.teams);
    dice.shuffle(&mut plan.locations);
    dice.shuffle(&mut plan.familiars);
    plan.locations.iter_mut().for_each(|place| dice.shuffle(&mut place.adjacent));
    plan.teams.iter_mut().for_each(|team| dice.shuffle(&mut team.seats));
    plan
}

#[test]
fn the_order_of_files_is_invisible_in_small_wars() {
    each("the_order_of_files_is_invisible_in_small_wars", 15, 60, |seed| {
        let mut dice = Dice::of(seed);
        let plan = wars::small(&mut dice);
        let (mut war, mut double) = (wars::war(&plan), wars::war(&shuffled(plan, &mut dice)));
        assert_eq!(war.setup, double.setup);
        let mut fate = dice.fork();
        wars::equip(&mut war, &mut fate.clone());
        wars::equip(&mut double, &mut fate);
        same(war, double, &mut dice, 4);
    });
}

/// The example's folder with teams, places and ways in another order.
fn example_shuffled(dice: &mut Dice) -> War {
    let from = repository().join("campaigns/nine-bridges");
    let folder = tempfile::TempDir::new().expect("a folder");
    let war = fs::read_to_string(from.join("war.yaml")).expect("war.yaml");
    let (head, rest) = war.split_once("  - name:").expect("teams");
    let (teams, tail) = rest.split_once("switches:").expect("switches");
    let mut teams: Vec<&str> = teams.split("  - name:").collect();
    dice.shuffle(&mut teams);
    let teams: String = teams.iter().map(|team| format!("  - name:{team}")).collect();
    fs::write(folder.path().join("war.yaml"), format!("{head}{teams}switches:{tail}")).expect("war.yaml");
    let map = fs::read_to_string(from.join("map.yaml")).expect("map.yaml");
    let (head, places) = map.split_once("locations:").expect("locations");
    let mut places: Vec<&str> = places.lines().filter(|line| line.contains("adjacent")).collect();
    dice.shuffle(&mut places);
    fs::write(folder.path().join("map.yaml"), format!("{head}locations:\n{}\n", places.join("\n"))).expect("map.yaml");
    load(folder.path(), &[from]).expect("the same War").war
}

#[test]
fn the_order_of_files_is_invisible_in_the_example() {
    let example = wars::example().war;
    each("the_order_of_files_is_invisible_in_the_example", 1, 3, |seed| {
        let mut dice = Dice::of(seed);
        let (mut war, mut double) = (example.clone(), example_shuffled(&mut dice));
        assert_eq!(war.setup, double.setup);
        let mut fate = dice.fork();
        wars::equip(&mut war, &mut fate.clone());
        wars::equip(&mut double, &mut fate);
        same(war, double, &mut dice, 5);
    });
}
