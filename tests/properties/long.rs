//! A War of thirty Nights and more, with the library's sheets, played to its end and played again.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use grail_referee::campaign::game::event_file;
use grail_referee::event::Event;
use grail_referee::event::detail::StateChange;
use grail_referee::event::kind::{Combat, EventKind, Igm, Possessions, Resources, Statuses};
use grail_referee::event::words::describe_with_phase_and_rules;
use grail_referee::night::rulings::Rulings;
use grail_referee::night::{SeatPlan, resolve};
use grail_referee::perception::view::{OwnCharacter, View};
use grail_referee::perception::view_of::build_view;
use grail_referee::sheet::SheetKind;
use grail_referee::vocabulary::exact::Exact;
use grail_referee::war::War;
use grail_referee::war::setup::Facility;

use super::dice::Dice;
use super::nights::{read, seats};
use super::writer::{Bounds, orders};
use super::{each, laws, wars};

/// Up to this Night most players keep still, so that the War lasts; from then on nobody does.
const STILL: u32 = 30;
/// By this Night the War is over.
const LAST: u32 = 150;

/// What happened in the War, by the word that stands in the log.
fn word(event: &Event) -> String {
    let tree = serde_json::to_value(&event.kind).expect("an event can be written");
    tree.get("what").and_then(|what| what.as_str()).unwrap_or_default().to_owned()
}

/// A line of the log as its file has it.
fn line(war: &War, event: &Event) -> String {
    event_file::event_to_json(war, event).expect("an event can be written").to_string()
}

/// What a character does besides fighting, where it is.
fn errand(own: &OwnCharacter, view: &View, dice: &mut Dice) -> Option<String> {
    let facility = view.locations.iter().find(|l| l.name == own.at).and_then(|l| l.facility.clone());
    let fallen: Vec<String> =
        view.known.iter().filter(|k| k.kind == Some(SheetKind::Master)).map(|k| k.name.clone()).collect();
    let errand = match facility.as_deref() {
        Some("igm-office") if own.kind == SheetKind::Master && own.servants.is_empty() => "Take shelter.".to_owned(),
        Some("igm-office") => match dice.below(5) {
            0 | 1 => "Ask the IGM for information, offering 150 CP.".to_owned(),
            2 => "Request Fast Healing.".to_owned(),
            3 => "Request Memory Erase.".to_owned(),
            _ => "Request True Healing.".to_owned(),
        },
        Some("super-mall") => dice.pick(&["Buy 2 Focus Band.", "Buy Charged Potion. Use Charged Potion."]).to_owned(),
        Some("advanced-hospital") => "Buy Splint.".to_owned(),
        Some("fancy-mansion") => "Visit.".to_owned(),
        _ if own.kind == SheetKind::Servant && dice.chance(30) => "Consume a civilian.".to_owned(),
        _ => format!("Consume {}.", dice.one(&fallen)?),
    };
    Some(errand)
}

/// The first step of a shortest way.
fn step(view: &View, from: &str, to: &str) -> Option<String> {
    let mut reached: Vec<(&str, Option<&str>)> = vec![(from, None)];
    let mut next = 0;
    while let Some((at, first)) = reached.get(next).copied() {
        if at == to {
            return first.map(str::to_owned);
        }
        let beside = view.locations.iter().find(|l| l.name == at).map_or(&[][..], |l| &l.adjacent);
        for place in beside {
            if !reached.iter().any(|(known, _)| known == place) {
                reached.push((place, first.or(Some(place))));
            }
        }
        next += 1;
    }
    None
}

/// Everybody comes to one place and fights whoever is there; a Master with too many Servants lets one go.
fn last_stand(own: &OwnCharacter, view: &View) -> Vec<String> {
    let mut lines = vec!["Attack an enemy Servant 3 times.".to_owned(), "Attack an opponent 3 times.".to_owned()];
    if own.is_in_spirit_form {
        lines.insert(0, "Leave Spirit Form.".to_owned());
    }
    if let [first, ..] = own.servants.as_slice()
        && view.night >= STILL
        && own.command_spells > 1
    {
        lines.push(format!("Command {first} \"Survive at all costs!\"."));
    }
    if let [_, second, ..] = own.servants.as_slice()
        && view.night > 2 * STILL
    {
        lines.push(format!("Break the contract with {second}."));
    }
    let meeting = view.locations.first().map_or("", |l| l.name.as_str());
    lines.extend(step(view, &own.at, meeting).map(|place| format!("Move to {place}.")));
    lines
}

/// A seat's letter: few fight before the War has lasted, and on some Nights nobody writes at all.
fn letter(view: &View, night: u32, dice: &mut Dice) -> String {
    let mut text = String::new();
    if night.is_multiple_of(11) && night < STILL {
        return text;
    }
    if night > STILL {
        for own in view.own.iter().filter(|own| own.is_alive) {
            let _ = writeln!(text, "{}:\n  {}", own.name, last_stand(own, view).join("\n  "));
        }
    } else if dice.chance(15) {
        text = orders(view, dice, &Bounds::default());
    } else {
        for own in view.own.iter().filter(|own| own.is_alive) {
            if let Some(errand) = errand(own, view, dice) {
                let _ = writeln!(text, "{}:\n  {errand}", own.name);
            }
        }
    }
    text
}

/// Everybody somewhere useful, and every Master with something to spend.
fn provided(mut war: War, dice: &mut Dice) -> War {
    wars::equip(&mut war, dice);
    let useful: Vec<_> = (0u16..)
        .zip(&war.setup.locations)
        .filter(|(_, l)| l.facility.is_some())
        .map(|(place, l)| (grail_referee::vocabulary::ids::LocationId(place), l.facility))
        .collect();
    let mut changes = Vec::new();
    for who in war.ids() {
        if war.character(who).kind == SheetKind::Master {
            changes.push(StateChange::Cp(who, Exact::whole(900)));
        }
        if let Some((at, _)) = dice.one(&useful).filter(|_| dice.chance(40)) {
            changes.push(StateChange::At(who, at));
        }
    }
    // Whoever has no Servant any more may take shelter.
    let office = useful.iter().find(|(_, facility)| *facility == Some(Facility::IgmOffice)).map(|(at, _)| *at);
    let lone = war.ids().filter(|id| war.character(*id).kind == SheetKind::Master).last();
    if let (Some(at), Some(lone)) = (office, lone) {
        changes.push(StateChange::At(lone, at));
        changes.extend(war.servants_of(lone).iter().map(|servant| StateChange::Master(*servant, None)));
    }
    wars::set(&mut war, changes);
    war
}

#[test]
fn a_war_of_thirty_nights_runs_to_its_end_and_again_the_same() {
    let start = wars::example().war;
    each("a_war_of_thirty_nights_runs_to_its_end_and_again_the_same", 1, 1, |seed| {
        let mut dice = Dice::of(seed);
        let first = provided(start.clone(), &mut dice);
        let mut war = first.clone();
        let mut letters: Vec<Vec<SeatPlan>> = Vec::new();
        let mut log: Vec<String> = Vec::new();
        let mut happened: BTreeSet<String> = BTreeSet::new();
        while war.ended.is_none() && war.night < LAST {
            let plans: Vec<SeatPlan> = seats(&war)
                .map(|seat| {
                    let view = build_view(&war, seat);
                    let text = letter(&view, war.night + 1, &mut dice);
                    read(&war, seat, &text).0
                })
                .collect();
            let night = resolve(&war, &plans, &Rulings::default());
            // The laws cost more than the Night; every third is held to them.
            if night.war.night.is_multiple_of(3) {
                let broken = laws::broken(&war, &plans, &night);
                assert!(broken.is_empty(), "Night {}: {}", night.war.night, broken.join("\n"));
            }
            for event in &night.events {
                happened.insert(word(event));
                log.push(line(&night.war, event));
                let number = matches!(
                    event.kind,
                    EventKind::Combat(Combat::Hit { .. })
                        | EventKind::Resources(Resources::Regenerated { .. })
                        | EventKind::Resources(Resources::Drained { .. })
                        | EventKind::Statuses(Statuses::PoisonTicked { .. })
                        | EventKind::Combat(Combat::Damaged { .. })
                        | EventKind::Resources(Resources::CombatPoints { .. })
                        | EventKind::Resources(Resources::UpkeepPaid { .. })
                        | EventKind::Resources(Resources::Granted { .. })
                        | EventKind::Resources(Resources::CivilianConsumed { .. })
                        | EventKind::Igm(Igm::IgmPaid { .. })
                        | EventKind::Possessions(Possessions::Bought { .. })
                );
                assert!(
                    !number || !event.rules.is_empty(),
                    "no rule says why: {}",
                    describe_with_phase_and_rules(&night.war, event)
                );
            }
            letters.push(plans);
            war = night.war;
        }
        assert!(war.ended.is_some() && war.night >= STILL, "Night {}: {:?}", war.night, war.ended);
        let masters = war.ids().filter(|id| war.character(*id).kind == SheetKind::Master).count();
        assert_eq!(war.endings.len(), masters);
        for wanted in [
            "hit",
            "died",
            "regenerated",
            "drained",
            "bought",
            "igm_paid",
            "informed",
            "sheltered",
            "civilian_consumed",
            "marked",
            "hunt_ended",
            "combat_points_lost",
            "story_told",
            "scouted",
            "left",
            "entered",
            "spirit_form",
            "spell_spent",
            "freed",
            "ending_reached",
            "war_ended",
        ] {
            assert!(happened.contains(wanted), "in {} Nights nothing was `{wanted}`: {happened:?}", war.night);
        }
        // Played again from the letters the log is the same to the byte.
        let mut again = first;
        let mut lines = log.iter();
        for plans in &letters {
            let night = resolve(&again, plans, &Rulings::default());
            for event in &night.events {
                assert_eq!(Some(&line(&night.war, event)), lines.next());
            }
            again = night.war;
        }
        assert_eq!(lines.next(), None);
        assert!(again == war);
    });
}
