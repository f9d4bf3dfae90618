//! The map as a reader knows it: where their own characters are, whom they saw where and moving how, who died, where
//! their own may go. Everything on it comes from a report; [`crate::pictures`] draws it.

use std::sync::Arc;

use crate::event::Vantage;
use crate::event::detail::Travel;
use crate::perception::own_state::{OwnState, Prevented};
use crate::perception::perceived::{Figure, Perceived, SeenAct};
use crate::perception::report::{KnownPerson, Report};
use crate::pictures::map_drawing::MapDrawing;
use crate::pictures::map_view::{MapMove, MapView};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::LocationId;
use crate::vocabulary::phase::Phase;

use super::value_words;

/// The map with what a report knows.
pub fn build_map(map_drawing: &Arc<MapDrawing>, report: &Report) -> MapView {
    let mut map = MapView::new(map_drawing);
    let homes: Vec<&str> =
        report.own_states.iter().flat_map(|own| &own.homes).map(|at| report.lexicon.location_name(*at)).collect();
    let reachable: Vec<&str> =
        report.own_states.iter().filter(|own| own.is_alive).flat_map(|own| reachable_locations(own, report)).collect();
    let has_ended = report.war_end.is_some();
    for (location, known) in map.places.iter_mut().zip(map_drawing.locations()) {
        let own = report
            .own_states
            .iter()
            .filter(|own| own.is_alive && report.lexicon.location_name(own.location) == known.name);
        location.own = own.map(|own| own.name.clone()).collect();
        location.facility = known.facility.as_deref().map(value_words::facility_name);
        location.is_home = homes.contains(&known.name.as_str());
        location.may_go = !has_ended && reachable.contains(&known.name.as_str());
        for person in report.known_people.iter().filter(|person| !person.knowledge.is_dead) {
            let known = &person.knowledge;
            match &known.last_seen {
                Some((at, _)) if *at != location.name || was_only_seen_leaving(person, report) => {}
                Some((_, night)) if *night != report.night && known.was_by_day => {
                    location.earlier_by_day.push((known.name.clone(), *night));
                }
                Some((_, night)) if *night != report.night => location.earlier.push((known.name.clone(), *night)),
                Some(_) if known.was_by_day => location.by_day.push(known.name.clone()),
                Some(_) => location.seen.push(known.name.clone()),
                None => {}
            }
        }
    }
    for perceived in report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten()) {
        match perceived.act {
            SeenAct::Entered | SeenAct::Left => note_move(&mut map, perceived, report),
            SeenAct::Died => note_death(&mut map, perceived, report),
            SeenAct::Alert => note_alarm(&mut map, perceived, report),
            _ => {}
        }
    }
    map.with_words()
}

/// Whether somebody was last seen leaving for the location, and nobody of the reader's saw them arrive there.
pub(super) fn was_only_seen_leaving(person: &KnownPerson, report: &Report) -> bool {
    let Some((at, night)) = &person.knowledge.last_seen else { return false };
    let is_that_location = |location: LocationId| report.lexicon.location_name(location) == at;
    let leaves = |perceived: &Perceived| {
        let who = perceived.actor.and_then(Figure::identity);
        perceived.act == SeenAct::Left
            && who.is_some()
            && who == person.character
            && perceived.other_location.is_some_and(is_that_location)
    };
    let is_watched =
        report.scenes.iter().any(|scene| is_that_location(scene.location) && !scene.own_witnesses.is_empty());
    let own_there = report.own_states.iter().any(|own| is_that_location(own.location));
    let deeds = report.scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    *night == report.night && !is_watched && !own_there && deeds.into_iter().any(leaves)
}

/// Marks a Home Base that gave the alarm.
fn note_alarm(map: &mut MapView, deed: &Perceived, report: &Report) {
    for at in &deed.known_locations {
        let name = report.lexicon.location_name(*at);
        if let Some(location) = map.places.iter_mut().find(|location| location.name == name) {
            match deed.phase {
                Phase::DailyMove => location.has_alarm_by_day = true,
                _ => location.has_alarm = true,
            }
        }
    }
}

/// Adds a move to the map, if both ends are known and the mover is identified.
fn note_move(map: &mut MapView, deed: &Perceived, report: &Report) {
    let (Some(figure), Some(here), Some(there)) = (deed.actor, deed.location, deed.other_location) else { return };
    if figure.identity().is_none() {
        return;
    }
    let number = |location| map.chart.location_index(report.lexicon.location_name(location));
    let (from, to) = if deed.act == SeenAct::Left { (here, there) } else { (there, here) };
    let (Some(from), Some(to)) = (number(from), number(to)) else { return };
    let how = match deed.travel {
        Some(Travel::Retreat) => Some("in retreat"),
        Some(Travel::Skill) => Some("by a skill"),
        Some(Travel::Warp | Travel::Escape) => Some("at once"),
        Some(Travel::Pushed) => Some("pushed"),
        Some(Travel::Move) | None => None,
    };
    let is_own = deed.vantage == Vantage::Own;
    map.add_move(MapMove { who: report.lexicon.figure_name(figure).to_owned(), from, to, is_own, how });
}

/// Marks who died where.
fn note_death(map: &mut MapView, deed: &Perceived, report: &Report) {
    let Some(place) = deed.location else { return };
    let place = report.lexicon.location_name(place);
    let Some(place) = map.places.iter_mut().find(|p| p.name == place) else { return };
    let is_identified = |figure: &&Figure| figure.identity().is_some();
    for figure in deed.objects.iter().filter(is_identified) {
        let name = report.lexicon.figure_name(*figure).to_owned();
        if !place.died.contains(&name) {
            place.died.push(name);
        }
    }
}

/// The locations to which a character may move next Turn, by what its own state allows. A character held by an effect
/// gets none, although the effect may have ended by then.
pub(super) fn reachable_locations<'r>(own: &OwnState, report: &'r Report) -> Vec<&'r str> {
    let fighting = own.turns_in_battle > 0;
    let is_held = own.prevented.iter().any(|from| match from {
        Prevented::Leave | Prevented::Move => true,
        Prevented::Flee => fighting,
        Prevented::Act | Prevented::Regenerate | Prevented::RegenerateHealth | Prevented::RegenerateMana => false,
    });
    if is_held || !matches!(own.kind, SheetKind::Master | SheetKind::Servant) {
        return Vec::new();
    }
    let neighbours_of = |name: &str| report.locations.iter().find(|p| p.name == name).map(|p| p.adjacent.as_slice());
    let mut reached = vec![report.lexicon.location_name(own.location)];
    let mut frontier = reached.clone();
    for _ in 0..own.move_range.max(1) {
        let mut next: Vec<&str> = Vec::new();
        for location in frontier.iter().flat_map(|name| neighbours_of(name).unwrap_or_default()) {
            if !reached.contains(&location.as_str()) {
                reached.push(location);
                next.push(location);
            }
        }
        frontier = next;
    }
    reached.split_off(1)
}
