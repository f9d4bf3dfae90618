//! Arranges what a seat perceived by phase and location: which events belong to one deed, and in which order deeds
//! are told.
//!
//! A page does not reveal the order of the log. Whoever could not tell what came first (I04) reads deeds in an order
//! that follows only from what was perceived.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::EventId;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::war::War;

use super::figure::sight_key;
use super::perceived::{Figure, Perceived, SeenAct, Wound};
use super::scene::Scene;

/// Something told to one seat.
pub(super) struct ReportEntry {
    pub(super) perceived: Perceived,
    /// The use of a skill it belongs to; the event itself if it belongs to none.
    pub(super) root: EventId,
    /// The location where it is told: where the observer was who perceived it best.
    pub(super) scene: LocationId,
    /// The seat's characters that perceived it, each with the location; `None` for one that was told of it elsewhere.
    pub(super) observers: Vec<(CharacterId, Option<LocationId>)>,
}

/// Groups entries by phase and location.
pub(super) fn group_by_scene(after: &War, entries: Vec<ReportEntry>) -> Vec<Scene> {
    let mut groups: BTreeMap<(Phase, LocationId), Vec<ReportEntry>> = BTreeMap::new();
    for entry in entries {
        groups.entry((entry.perceived.phase, entry.scene)).or_default().push(entry);
    }
    let mut scenes: Vec<Scene> =
        groups.into_iter().map(|((phase, location), entries)| build_scene(after, phase, location, entries)).collect();
    // A character already told of at this location tonight is not listed there again.
    let mut met: BTreeMap<LocationId, Vec<Figure>> = BTreeMap::new();
    for scene in &mut scenes {
        let met = met.entry(scene.location).or_default();
        scene.present.retain(|figure| !met.iter().any(|known| is_same_person(known, figure)));
        let figures =
            scene.event_groups.iter().flatten().flat_map(|perceived| perceived.actor.iter().chain(&perceived.objects));
        met.extend(scene.present.iter().chain(figures).filter(|figure| figure.identity().is_some()));
    }
    scenes
}

/// Whether two figures are the same character. A Servant with a seat of its own may not know by name whom its Master
/// knows.
fn is_same_person(one: &Figure, other: &Figure) -> bool {
    one == other || one.identity().is_some_and(|who| other.identity() == Some(who))
}

fn build_scene(after: &War, phase: Phase, location: LocationId, entries: Vec<ReportEntry>) -> Scene {
    let mut observers: BTreeSet<(CharacterId, Option<LocationId>)> = BTreeSet::new();
    let mut present: Vec<Figure> = Vec::new();
    let mut observer = None;
    let mut deeds: Vec<ReportedDeed> = Vec::new();
    // Only ACT C and better tell who acted before whom (I04).
    let is_order_known = entries.iter().any(|entry| entry.perceived.acuity >= Acuity::C);
    for ReportEntry { perceived, root, observers: their_observers, .. } in entries {
        if perceived.act == SeenAct::Sighted {
            observer = Some(perceived.observer);
            // What a scout finds is printed in the scout's own line.
            if perceived.known_locations.first().is_some_and(|at| *at != location) {
                continue;
            }
            observers.extend(their_observers);
            for figure in perceived.objects {
                if !present.iter().any(|known| is_same_person(known, &figure)) {
                    present.push(figure);
                }
            }
            continue;
        }
        observers.extend(their_observers);
        match deeds.iter_mut().find(|deed| deed.root == root) {
            Some(deed) => deed.parts.push(perceived),
            None => deeds.push(ReportedDeed { root, parts: vec![perceived] }),
        }
    }
    // A character that comes, goes or acts is mentioned in that deed already.
    let is_in_deed = |figure: &Figure| {
        let names_figure = |perceived: &Perceived| {
            perceived.actor.iter().chain(&perceived.objects).any(|other| is_same_person(other, figure))
        };
        deeds.iter().flat_map(|deed| &deed.parts).any(names_figure)
    };
    present.retain(|figure| !is_in_deed(figure));
    if let Some(observer) = observer {
        present.sort_by_key(|figure| sight_key(after, observer, *figure));
    }
    for deed in &mut deeds {
        deed.parts.sort_by_cached_key(|part| part_order(after, part));
    }
    deeds.sort_by_cached_key(|deed| deed_order(after, deed, is_order_known));
    keep_last_wounds(&mut deeds, is_order_known);
    let attacks = deeds
        .iter()
        .filter(|deed| deed.parts.first().is_some_and(|part| part.act == SeenAct::Used && part.is_attack))
        .count();
    let is_order_unknown = !is_order_known && attacks > 1;
    if !is_order_known {
        move_wounds_to_end(&mut deeds);
    }
    // Those who perceived the same elsewhere do not belong to this scene.
    let observers_at = |at: Option<LocationId>| {
        observers.iter().filter(move |(_, observer_place)| *observer_place == at).map(|(id, _)| *id)
    };
    let own: Vec<CharacterId> = observers_at(Some(location)).collect();
    let told_elsewhere = if own.is_empty() { observers_at(None).collect() } else { Vec::new() };
    Scene {
        phase,
        location,
        own_witnesses: own,
        told_elsewhere,
        is_order_unknown,
        present,
        event_groups: deeds.into_iter().map(|deed| deed.parts).collect(),
    }
}

/// Keeps, of hits that fell at once on one character, only the state after all of them. The state after each hit
/// would reveal the order of the log.
fn keep_last_wounds(deeds: &mut [ReportedDeed], is_order_known: bool) {
    type Last = (EventId, Option<Exact>, Option<u8>, Option<Wound>);
    let key_of = |part: &Perceived| {
        has_wound(part).then_some((if is_order_known { part.batch } else { 0 }, affected_figure(part)?.identity()?))
    };
    let mut last_states: BTreeMap<(u32, CharacterId), Last> = BTreeMap::new();
    for part in deeds.iter().flat_map(|deed| &deed.parts) {
        if let Some(key) = key_of(part) {
            let last_state =
                last_states.entry(key).or_insert((part.event, part.health_left, part.left_percent, part.wound));
            if part.event > last_state.0 {
                let (health_left, percent) = (part.health_left.or(last_state.1), part.left_percent.or(last_state.2));
                *last_state = (part.event, health_left, percent, part.wound.or(last_state.3));
            }
        }
    }
    for part in deeds.iter_mut().rev().flat_map(|deed| deed.parts.iter_mut().rev()) {
        if let Some(key) = key_of(part) {
            let last_state = last_states.remove(&key);
            (part.health_left, part.left_percent, part.wound) =
                last_state.map_or((None, None, None), |(_, left, percent, wound)| (left, percent, wound));
        }
    }
}

/// When nobody could tell which of several deeds came last, moves the state in which they left somebody to the end.
fn move_wounds_to_end(deeds: &mut Vec<ReportedDeed>) {
    let mut deeds_by_character: BTreeMap<CharacterId, usize> = BTreeMap::new();
    for deed in deeds.iter() {
        for who in deed.parts.iter().filter_map(struck_character).collect::<BTreeSet<_>>() {
            *deeds_by_character.entry(who).or_default() += 1;
        }
    }
    let is_struck_repeatedly = |part: &Perceived| {
        struck_character(part).is_some_and(|who| deeds_by_character.get(&who).is_some_and(|deeds| *deeds > 1))
    };
    let mut final_states: Vec<ReportedDeed> = Vec::new();
    for part in deeds.iter_mut().flat_map(|d| &mut d.parts).filter(|part| has_wound(part) && is_struck_repeatedly(part))
    {
        let mut final_state = Perceived {
            act: SeenAct::LeftSo,
            objects: affected_figure(part).into_iter().collect(),
            ..part.without_details()
        };
        (final_state.health_left, final_state.left_percent, final_state.wound) =
            (part.health_left.take(), part.left_percent.take(), part.wound.take());
        final_states.push(ReportedDeed { root: final_state.event, parts: vec![final_state] });
    }
    let insert_at = deeds
        .iter()
        .position(|deed| deed.parts.first().is_some_and(|part| act_order(part.act) > 1))
        .unwrap_or(deeds.len());
    deeds.splice(insert_at..insert_at, final_states);
}

/// The character whose body an event affected: the interceptor, else the first object, else the actor.
fn affected_figure(part: &Perceived) -> Option<Figure> {
    part.interceptor.or(part.objects.first().copied()).or(part.actor)
}

/// The character that was struck, if the reader could point at it.
fn struck_character(part: &Perceived) -> Option<CharacterId> {
    affected_figure(part).filter(|_| matches!(part.act, SeenAct::Hit | SeenAct::Damaged)).and_then(Figure::identity)
}

const fn has_wound(part: &Perceived) -> bool {
    part.health_left.is_some() || part.wound.is_some()
}

struct ReportedDeed {
    root: EventId,
    parts: Vec<Perceived>,
}

/// The sort key of a part of a deed: the use itself first, then its consequences, by the character affected.
type PartOrder = (u8, Vec<(u8, u64)>, u32);

fn part_order(war: &War, part: &Perceived) -> PartOrder {
    let comes_after_use = u8::from(!matches!(
        part.act,
        SeenAct::Used | SeenAct::CommandSpell | SeenAct::Fighting | SeenAct::Uproar | SeenAct::Flash
    ));
    // If every object is identified, the log's order is no secret.
    let keys: Vec<(u8, u64)> = part.objects.iter().map(|figure| sight_key(war, part.observer, *figure)).collect();
    let are_all_identified = part.objects.iter().all(|figure| figure.identity().is_some());
    (comes_after_use, keys, if are_all_identified { part.event.0 } else { perceived_sort_key(part) })
}

/// The rank of an act within a scene: how the Turn began, deeds, deaths and their consequences, endings.
const fn act_order(act: SeenAct) -> u8 {
    match act {
        SeenAct::TurnBegan | SeenAct::Regenerated | SeenAct::UpkeepPaid | SeenAct::Drained | SeenAct::Alert => 0,
        SeenAct::Died | SeenAct::Freed | SeenAct::Contracted | SeenAct::Disqualified | SeenAct::HomeTaken => 2,
        SeenAct::EffectEnded
        | SeenAct::MarbleEnded
        | SeenAct::StatusEnded
        | SeenAct::CombatPoints
        | SeenAct::CombatPointsLost
        | SeenAct::Idled
        | SeenAct::Recognised => 3,
        SeenAct::WarEnded => 4,
        _ => 1,
    }
}

type DeedOrder = (u32, u8, (u8, u64), Vec<(u8, u64)>, u32);

fn deed_order(war: &War, deed: &ReportedDeed, is_order_known: bool) -> DeedOrder {
    let Some(first) = deed.parts.first() else { return (0, 0, (0, 0), Vec::new(), 0) };
    let rank = act_order(first.act);
    let batch = if is_order_known { first.batch } else { 0 };
    let actor = first.actor.map_or((9, 0), |figure| sight_key(war, first.observer, figure));
    let objects = first.objects.iter().map(|figure| sight_key(war, first.observer, *figure)).collect();
    // The order of one's own deeds, and of one recognisable character's, is no secret.
    let recognised = first.actor.is_some_and(|figure| figure.identity().is_some());
    (batch, rank, actor, objects, if recognised { first.event.0 } else { perceived_sort_key(first) })
}

/// A number that follows only from what was perceived, to order what cannot be told apart otherwise.
fn perceived_sort_key(part: &Perceived) -> u32 {
    let wound = part.wound.map_or(0, |wound| match wound {
        Wound::Fallen(yes) | Wound::Hurt(yes) | Wound::Heavy(yes) => u32::from(yes),
        Wound::Quarters(n) | Wound::Tenths(n) | Wound::Percent(n) => u32::from(n),
    });
    let amount = part.amount.and_then(|amount| u32::try_from(amount.floor()).ok()).unwrap_or(0);
    (part.act as u32) << 24 | (wound & 0xFF) << 16 | (amount & 0xFFFF)
}
