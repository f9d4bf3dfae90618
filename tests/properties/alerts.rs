//! Whoever is alerted learns that somebody came or went, and no more: two Wars that differ only in who comes, how many
//! and how they look give whoever is told the same page, View and diagnostics, byte for byte (R125, R288, I08).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use grail_referee::event::detail::StateChange;
use grail_referee::night::resolve;
use grail_referee::night::rulings::Rulings;
use grail_referee::perception::report::build_report;
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::ids::{CharacterId, SeatId};
use grail_referee::war::War;
use grail_referee::war::new_war::WarPlan;

use super::dice::Dice;
use super::nights::{read, seats};
use super::secrets::{Given, honest, one_seat};
use super::{each, wars};

/// The field that tells its caster, wherever they are.
const WEB: &str = r#"
kind: servant
name: Props
stats: {}
skills:
  - name: Prop Web
    rank: C
    type: Bounded Field
    max_targets: 1
    targets: "[Location]"
    cost: 0 SP
    effects:
      - When an opponent enters this location, the user is alerted.
      - When an opponent leaves this location, the user is alerted.
      - Lasts 5 Turns.
"#;

/// What hides some of those who come.
const SHADE: &str = r#"
kind: servant
name: Shade
stats: {}
abilities: [{ name: Prop Shade, rank: A, effects: ["The user's presence is hidden."] }]
"#;

/// One who casts the field over the Park and is told far from it, and two teams who can walk into it.
fn plan(dice: &mut Dice) -> WarPlan {
    let mut plan = wars::empty(dice);
    plan.locations = wars::map(dice, &["Park", "Bridge"]);
    plan.locations.extend(wars::map(dice, &["Abbey", "Tower"]));
    for number in 0..3 {
        let mut team = one_seat(wars::team(dice, number, if number == 0 { "Abbey" } else { "Bridge" }));
        let more = wars::sheet(if number == 0 { WEB } else { SHADE });
        for (place, servant) in team.servants.iter_mut().enumerate() {
            if number == 0 || place == 0 {
                servant.skills.extend(more.skills.iter().cloned());
            }
        }
        plan.teams.push(team);
    }
    plan
}

/// Puts the teller's team at one place and all others at another.
fn place(war: &mut War, own: SeatId, here: &str, there: &str) {
    let [here, there] = [here, there].map(|name| war.setup.location_named(name).expect("a place"));
    let at = |who: CharacterId| if war.seat_of(who) == Some(own) { here } else { there };
    let changes = war.ids().map(|who| StateChange::At(who, at(who))).collect();
    wars::set(war, changes);
}

/// Resolves a Night of what these characters do. Returns what the seat is given of it.
fn night(war: &mut War, seat: SeatId, who: &[CharacterId], order: &str, templates: &Templates) -> String {
    let mut plans = Vec::new();
    let mut own = Vec::new();
    for writer in seats(war) {
        let mut text = String::new();
        for who in who.iter().filter(|who| war.seat_of(**who) == Some(writer)) {
            let _ = writeln!(text, "{}: {order}", war.character(*who).name);
        }
        let (plan, found) = read(war, writer, &text);
        if writer == seat {
            own = found;
        }
        plans.push(plan);
    }
    let night = resolve(war, &plans, &Rulings::default());
    let plan = &plans[seat.index()];
    let report = &build_report(war, &night.war, &night.events, seat);
    let told = honest(&Given { before: war, night: &night, seat, plan, diagnostics: &own, report, templates });
    *war = night.war;
    told
}

#[test]
fn an_alert_tells_nothing_of_whom() {
    let templates = Templates::new(BTreeMap::new()).expect("shipped templates");
    let (mut came, mut left, mut unlike) = (0, 0, 0);
    each("an_alert_tells_nothing_of_whom", 30, 200, |seed| {
        let mut dice = Dice::of(seed);
        let mut war = wars::war(&plan(&mut dice));
        let seat = war.setup.seat_named("Red").expect("a seat");
        place(&mut war, seat, "Park", "Bridge");
        let caster = war.seat_characters(seat).find(|who| war.master_of(*who).is_some_and(|m| m != *who));
        let caster = caster.expect("a Servant");
        night(&mut war, seat, &[caster], "Use Prop Web on Park.", &templates);
        place(&mut war, seat, "Abbey", "Bridge");
        let others: Vec<CharacterId> = war.living().filter(|who| war.seat_of(*who) != Some(seat)).collect();
        let comers = [(); 2].map(|()| {
            let mut some: Vec<CharacterId> = others.iter().copied().filter(|_| dice.chance(50)).collect();
            if some.is_empty() {
                some.extend(dice.one(&others));
            }
            some
        });
        unlike += usize::from(comers[0] != comers[1]);
        let mut pair = [war.clone(), war];
        for (order, word, count) in
            [("Move to Park.", "somebody had come", &mut came), ("Move to Bridge.", "somebody had left", &mut left)]
        {
            let mut told = Vec::new();
            for (war, comers) in pair.iter_mut().zip(&comers) {
                let comers: Vec<CharacterId> =
                    comers.iter().copied().filter(|who| war.character(*who).is_alive()).collect();
                told.push(night(war, seat, &comers, order, &templates));
            }
            *count += told.iter().filter(|page| page.contains(word)).count();
            let lines = told[0].lines().zip(told[1].lines()).find(|(x, y)| x != y);
            assert!(told[0] == told[1], "seed {seed}, {order}: {lines:#?}\nof\n{}", told[0]);
        }
    });
    println!("{came} told of comers, {left} of goers, {unlike} pairs unlike");
    assert!(came > 0 && left > 0 && unlike > 0, "nobody was alerted");
}
