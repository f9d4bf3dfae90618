//! The map as a reader knows it: where their own characters are, whom they saw where and moving how, who died, where
//! their own may go. Everything on it comes from a report; [`crate::pictures`] draws it.

use std::sync::Arc;

use crate::event::Vantage;
use crate::event::detail::Travel;
use crate::perception::own_state::{OwnState, Prevented};
use crate::perception::perceived::{Figure, Perceived, SeenAct};
use crate::perception::report::{KnownPerson, Report};
use crate::pictures::chart::Chart;
use crate::pictures::map::{MapMove, MapView};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::LocationId;
use crate::vocabulary::phase::Phase;

use super::value_words;

/// The map with what a report knows.
pub fn build_map(chart: &Arc<Chart>, report: &Report) -> MapView {
    let mut map = MapView::new(chart);
    let homes: Vec<&str> =
        report.own.iter().flat_map(|own| &own.homes).map(|at| report.lexicon.location_name(*at)).collect();
    let reachable: Vec<&str> =
        report.own.iter().filter(|own| own.alive).flat_map(|own| reachable_places(own, report)).collect();
    let has_ended = report.ended.is_some();
    for (place, known) in map.places.iter_mut().zip(chart.places()) {
        let own = report.own.iter().filter(|own| own.alive && report.lexicon.location_name(own.at) == known.name);
        place.own = own.map(|own| own.name.clone()).collect();
        place.facility = known.facility.as_deref().map(value_words::facility_name);
        place.home = homes.contains(&known.name.as_str());
        place.may_go = !has_ended && reachable.contains(&known.name.as_str());
        for person in report.known.iter().filter(|person| !person.known.dead) {
            let known = &person.known;
            match &known.last_seen {
                Some((at, _)) if *at != place.name || was_only_seen_leaving(person, report) => {}
                Some((_, night)) if *night != report.night && known.by_day => {
                    place.earlier_by_day.push((known.name.clone(), *night));
                }
                Some((_, night)) if *night != report.night => place.earlier.push((known.name.clone(), *night)),
                Some(_) if known.by_day => place.by_day.push(known.name.clone()),
                Some(_) => place.seen.push(known.name.clone()),
                None => {}
            }
        }
    }
    for deed in report.scenes.iter().flat_map(|scene| scene.deeds.iter().flatten()) {
        match deed.act {
            SeenAct::Entered | SeenAct::Left => note_move(&mut map, deed, report),
            SeenAct::Died => note_death(&mut map, deed, report),
            SeenAct::Alert => note_alarm(&mut map, deed, report),
            _ => {}
        }
    }
    map.with_words()
}

/// Whether somebody was last seen leaving for the location, and nobody of the reader's saw them arrive there.
pub(super) fn was_only_seen_leaving(person: &KnownPerson, report: &Report) -> bool {
    let Some((at, night)) = &person.known.last_seen else { return false };
    let is_that_place = |place: LocationId| report.lexicon.location_name(place) == at;
    let leaves = |deed: &Perceived| {
        let who = deed.actor.and_then(Figure::identity);
        deed.act == SeenAct::Left && who.is_some() && who == person.who && deed.other_place.is_some_and(is_that_place)
    };
    let is_watched = report.scenes.iter().any(|scene| is_that_place(scene.place) && !scene.own.is_empty());
    let own_there = report.own.iter().any(|own| is_that_place(own.at));
    let deeds = report.scenes.iter().flat_map(|scene| scene.deeds.iter().flatten());
    *night == report.night && !is_watched && !own_there && deeds.into_iter().any(leaves)
}

/// Marks a Home Base that gave the alarm.
fn note_alarm(map: &mut MapView, deed: &Perceived, report: &Report) {
    for at in &deed.places {
        let name = report.lexicon.location_name(*at);
        if let Some(place) = map.places.iter_mut().find(|place| place.name == name) {
            match deed.phase {
                Phase::DailyMove => place.alarm_by_day = true,
                _ => place.alarm = true,
            }
        }
    }
}

/// Adds a move to the map, if both ends are known and the mover is identified.
fn note_move(map: &mut MapView, deed: &Perceived, report: &Report) {
    let (Some(figure), Some(here), Some(there)) = (deed.actor, deed.place, deed.other_place) else { return };
    if figure.identity().is_none() {
        return;
    }
    let number = |place| map.chart.place_index(report.lexicon.location_name(place));
    let (from, to) = if deed.act == SeenAct::Left { (here, there) } else { (there, here) };
    let (Some(from), Some(to)) = (number(from), number(to)) else { return };
    let how = match deed.travel {
        Some(Travel::Retreat) => Some("in retreat"),
        Some(Travel::Skill) => Some("by a skill"),
        Some(Travel::Warp | Travel::Escape) => Some("at once"),
        Some(Travel::Pushed) => Some("pushed"),
        Some(Travel::Move) | None => None,
    };
    let own = deed.vantage == Vantage::Own;
    map.add_move(MapMove { who: report.lexicon.figure_name(figure).to_owned(), from, to, own, how });
}

/// Marks who died where.
fn note_death(map: &mut MapView, deed: &Perceived, report: &Report) {
    let Some(place) = deed.place else { return };
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
pub(super) fn reachable_places<'r>(own: &OwnState, report: &'r Report) -> Vec<&'r str> {
    let fighting = own.turns_in_battle > 0;
    let is_held = own.prevented.iter().any(|from| match from {
        Prevented::Leave | Prevented::Move => true,
        Prevented::Flee => fighting,
        Prevented::Act | Prevented::Regenerate | Prevented::RegenerateHealth | Prevented::RegenerateMana => false,
    });
    if is_held || !matches!(own.kind, SheetKind::Master | SheetKind::Servant) {
        return Vec::new();
    }
    let neighbours_of = |name: &str| report.places.iter().find(|p| p.name == name).map(|p| p.adjacent.as_slice());
    let mut reached = vec![report.lexicon.location_name(own.at)];
    let mut frontier = reached.clone();
    for _ in 0..own.move_range.max(1) {
        let mut next: Vec<&str> = Vec::new();
        for place in frontier.iter().flat_map(|name| neighbours_of(name).unwrap_or_default()) {
            if !reached.contains(&place.as_str()) {
                reached.push(place);
                next.push(place);
            }
        }
        frontier = next;
    }
    reached.split_off(1)
}
