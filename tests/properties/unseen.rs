//! Somebody nobody notices under an area attack: whoever struck learns that their blow met somebody, and nobody else
//! learns anything, not by a page, a View, a diagnostic, nor from the public (A257).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use grail_referee::event::detail::StateChange;
use grail_referee::event::kind::{Combat, Effects, EventKind, Movement};
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{Resolution, resolve};
use grail_referee::perception::public::build_public_report;
use grail_referee::perception::report::build_report;
use grail_referee::updates::page::public_page;
use grail_referee::updates::render::Templates;
use grail_referee::vocabulary::ids::SeatId;
use grail_referee::war::War;

use super::dice::Dice;
use super::nights::{read, seats};
use super::secrets::{Given, honest, one_seat};
use super::{each, wars};

/// What strikes whoever is there, in the field and in a sentence, and with what besides.
const AREAS: &str = r#"
kind: servant
name: Props
stats: {}
skills:
  - { name: Prop Quake, rank: C, type: Anti-Location, max_targets: 1, targets: "[Location]", damage: 3 Physical, cost: 0 AP, effects: ["The target receives 2 Special damage."] }
  - { name: Prop Cinders, rank: C, type: Support, max_targets: 1, targets: "[Self]", cost: 0 SP, effects: ["Opponents in this location receive 3 Magical damage."] }
  - { name: Prop Fume, rank: C, type: Instant, max_targets: 1, targets: "[Self]", cost: 0 AP, effects: ["All characters in this location receive Poison 2/1."] }
"#;

const SHADE: &str = r#"
kind: servant
name: Shade
stats: {}
abilities: [{ name: Prop Shade, rank: A, effects: ["The user's presence is hidden."] }]
"#;

/// Two Wars alike, in one of which somebody unseen stands among the others.
fn pair(dice: &mut Dice) -> [War; 2] {
    let mut plan = wars::empty(dice);
    plan.locations = wars::map(dice, &["Park", "Bridge"]);
    plan.locations.extend(wars::map(dice, &["Abbey", "Tower"]));
    plan.focus_primary = Some("Rin".to_owned());
    for number in 0..3 {
        let mut team = one_seat(wars::team(dice, number, "Bridge"));
        team.servants.iter_mut().for_each(|servant| servant.skills.extend(wars::sheet(AREAS).skills));
        plan.teams.push(team);
    }
    let mut hidden = one_seat(wars::team(dice, 3, "Abbey"));
    hidden.servants.truncate(1);
    hidden.servants.iter_mut().for_each(|servant| servant.skills.extend(wars::sheet(SHADE).skills));
    plan.teams.push(hidden);
    let war = wars::war(&plan);
    let [mut with, mut without] = [war.clone(), war];
    for (war, place) in [(&mut with, "Park"), (&mut without, "Abbey")] {
        let [park, abbey, own] = ["Park", "Abbey", place].map(|name| war.setup.location_named(name).expect("a place"));
        let mut changes = Vec::new();
        for who in war.ids() {
            let master = war.master_of(who).unwrap_or(who);
            let hidden = war.character(master).name == TEAM_OF_THE_UNSEEN;
            let at = match (hidden, who == master) {
                (false, _) => park,
                (true, true) => abbey,
                (true, false) => own,
            };
            changes.push(StateChange::At(who, at));
        }
        wars::set(war, changes);
    }
    [with, without]
}

/// The Master of the fourth of the cast's teams.
const TEAM_OF_THE_UNSEEN: &str = "Illya";

/// What a seat writes: now and then an area, an attack, nothing.
fn script(war: &War, seat: SeatId, dice: &mut Dice) -> String {
    let mut text = String::new();
    for who in war.seat_characters(seat) {
        let character = war.character(who);
        if character.master.is_none() || war.master_of(who).is_some_and(|m| war.character(m).name == TEAM_OF_THE_UNSEEN)
        {
            continue;
        }
        let foes: Vec<_> =
            war.living().filter(|id| war.are_foes(who, *id) && war.character(*id).at == character.at).collect();
        let named = dice.one(&foes).map(|id| war.character(id).name.clone());
        let order = match (dice.below(6), named) {
            (0, _) => "Use Prop Quake on Park.".to_owned(),
            (1, _) => "Use Prop Cinders.".to_owned(),
            (2, _) => "Use Prop Fume.".to_owned(),
            (3, Some(name)) if name != "Shade" => "Attack an opponent.".to_owned(),
            _ => continue,
        };
        let _ = writeln!(text, "{}: {order}", character.name);
    }
    text
}

#[test]
fn nobody_learns_of_the_unseen_but_who_struck_them() {
    let templates = Templates::new(BTreeMap::new()).expect("shipped templates");
    let (mut compared, mut struck) = (0, 0);
    each("nobody_learns_of_the_unseen_but_who_struck_them", 20, 20, |seed| {
        let mut dice = Dice::of(seed);
        let wars = pair(&mut dice);
        let alike = dice.fork();
        let nights = wars.each_ref().map(|war| {
            let mut alike = alike.clone();
            let mut plans = Vec::new();
            let mut found = Vec::new();
            for seat in seats(war) {
                let (plan, diagnostics) = read(war, seat, &script(&wars[1], seat, &mut alike));
                plans.push(plan);
                found.push(diagnostics);
            }
            (resolve(war, &plans, &Rulings::default()), plans, found)
        });
        let [one, other] = &nights;
        let unseen = wars[0].ids().find(|id| {
            let master = wars[0].master_of(*id);
            master.is_some_and(|m| m != *id && wars[0].character(m).name == TEAM_OF_THE_UNSEEN)
        });
        let unseen = unseen.expect("somebody unseen");
        // Whose blow met them, by the log.
        let met: Vec<SeatId> = one
            .0
            .events
            .iter()
            .filter_map(|event| match &event.kind {
                EventKind::Combat(Combat::Hit { attacker, target, taker, .. })
                    if *taker == unseen || *target == unseen =>
                {
                    wars[0].seat_of(*attacker)
                }
                _ => None,
            })
            .collect();
        for (place, seat) in seats(&wars[0]).enumerate() {
            if wars[0].seat_of(unseen) == Some(seat) {
                continue;
            }
            let told = |war: &War, (night, plans, found): &(Resolution, Vec<_>, Vec<Vec<_>>)| {
                honest(&Given {
                    before: war,
                    night,
                    seat,
                    plan: &plans[place],
                    diagnostics: &found[place],
                    report: &build_report(war, &night.war, &night.events, seat),
                    templates: &templates,
                })
            };
            let (a, b) = (told(&wars[0], one), told(&wars[1], other));
            if met.contains(&seat) {
                struck += 1;
                assert!(a != b, "seed {seed}: {seat:?} has struck somebody unseen and is not told:\n{a}");
                continue;
            }
            compared += 1;
            let lines = a.lines().zip(b.lines()).find(|(x, y)| x != y);
            assert!(a == b, "seed {seed}, {seat:?}: {lines:#?}\nof\n{a}");
        }
        let page = |war: &War, night: &Resolution| {
            let report = build_public_report(war, &night.war, &night.events);
            let mut page = public_page(&report, None);
            templates.fill_in_public(&mut page);
            templates.render_public_text(&page).expect("a page")
        };
        // The public looks through the eyes of a focus Master, who may have struck.
        assert_eq!(page(&wars[0], &one.0), page(&wars[1], &other.0), "seed {seed}: the public page");
    });
    println!("{compared} pages compared, {struck} seats struck somebody unseen");
    assert!(compared > 0 && struck > 0, "nobody struck");
}

/// A Servant's player and their Master's are two: what stands on the Servant's sheet the other is not told, however
/// they ask for it, and what they slip into the Servant's block is not done.
#[test]
fn no_partner_reads_a_sheet_by_writing_for_it() {
    let templates = Templates::new(BTreeMap::new()).expect("shipped templates");
    let secret = |name: &str| {
        let text = format!(
            "kind: servant\nname: Props\nstats: {{}}\nskills:\n  - {{ name: {name}, rank: C, type: Support, max_targets: 1, \
             targets: \"[Any]\", cost: 0 SP, effects: [The target receives Poison 2/9.] }}\n"
        );
        wars::sheet(&text).skills
    };
    each("no_partner_reads_a_sheet_by_writing_for_it", 12, 12, |seed| {
        let mut dice = Dice::of(seed);
        let mut plan = wars::empty(&mut dice);
        plan.locations = wars::map(&mut dice, &["Park", "Bridge"]);
        for number in 0..2 {
            plan.teams.push(one_seat(wars::team(&mut dice, number, "Bridge")));
        }
        plan.teams[0].servants.truncate(1);
        plan.teams[0].seats =
            vec![("Red".to_owned(), Vec::new()), ("Red Partner".to_owned(), vec!["Saber".to_owned()])];
        let mut double = plan.clone();
        for (plan, name) in [(&mut plan, "Hidden Art"), (&mut double, "Other Thing")] {
            let sheet = &mut plan.teams[0].servants[0];
            sheet.skills.extend(secret(name));
            sheet.true_name = Some(format!("{name} Bearer"));
        }
        let wars = [wars::war(&plan), wars::war(&double)];
        let mut slipped = String::from("Rin:\n  Move to Park.\n");
        for line in ["Use Hidden Art on Caster.", "Use Other Thing on Caster.", "Attack Caster.", "Move to Park."] {
            if dice.chance(60) {
                let _ = write!(slipped, "Saber:\n  {line}\n");
            }
        }
        let told = wars.each_ref().map(|war| {
            let seat = war.setup.seat_named("Red").expect("a seat");
            let (plan, found) = read(war, seat, &slipped);
            let night = resolve(war, std::slice::from_ref(&plan), &Rulings::default());
            let saber = war.character_named("Saber").expect("of the cast");
            let done = night.events.iter().any(|e| match &e.kind {
                EventKind::Effects(Effects::SkillUsed { user, .. }) => *user == saber,
                EventKind::Movement(Movement::Left { who, .. }) => *who == saber,
                _ => false,
            });
            assert!(!done, "seed {seed}: a partner's block was carried out:\n{slipped}");
            honest(&Given {
                before: war,
                night: &night,
                seat,
                plan: &plan,
                diagnostics: &found,
                report: &build_report(war, &night.war, &night.events, seat),
                templates: &templates,
            })
        });
        let lines = told[0].lines().zip(told[1].lines()).find(|(x, y)| x != y);
        assert!(told[0] == told[1], "seed {seed}: {lines:#?}\n{slipped}");
    });
}
