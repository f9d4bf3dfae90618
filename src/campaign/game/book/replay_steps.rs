//! Tells a Night for the book: deed by deed in the story's voice, as an observer with perfect acuity everywhere would
//! have seen it, with the map at each deed.

use std::sync::Arc;

use serde::Serialize;

use minijinja::Value;

use crate::campaign::game::play::PlayedNight;
use crate::event::apply::apply;
use crate::event::kind::{Combat, Contracts, Effects, EventKind, Movement, Possessions, Referee, Resources};
use crate::event::prose::group_paragraphs;
use crate::event::{Event, EventId, Observation, Vantage};
use crate::perception::lexicon::Lexicon;
use crate::perception::perceive::perceive;
use crate::perception::perceived::{Figure, Perceived};
use crate::pictures::map_drawing::MapDrawing;
use crate::pictures::map_view::{MapMove, MapView};
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::updates::event_line::{EventLine, event_lines};
use crate::updates::markup::MarkedText;
use crate::updates::render::Templates;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::war::War;

/// The id of the board that the replay's drawings refer to.
pub(super) const BOARD: &str = "board";

/// A moment of the Night.
#[derive(Debug, Serialize)]
pub(super) struct StoryStep {
    /// The part of the Turn.
    phase: &'static str,
    /// Where it happened.
    #[serde(rename = "place")]
    location: Option<String>,
    /// What happened.
    texts: Vec<MarkedText>,
    /// Whether the chronicle tells it too.
    #[serde(rename = "weighty")]
    is_weighty: bool,
    /// The map at that moment.
    map: Value,
}

/// The steps of the Night, and the map at its end.
pub(super) fn tell_steps(
    played: &PlayedNight,
    map_drawing: &Arc<MapDrawing>,
    templates: &Templates,
) -> (Vec<StoryStep>, MapView) {
    let (before, after, events) = (&played.war_before, &played.resolution.war, &played.resolution.events);
    let paragraphs_told = group_paragraphs(after, events);
    let mut war = before.clone();
    let mut lexicon = Lexicon::public(after);
    let mut done = 0;
    // The lines that the observer saw of each paragraph, and the map at that time.
    let mut seen: Vec<(Vec<EventLine>, MapView)> = Vec::new();
    let mut moves: Vec<MapMove> = Vec::new();
    for paragraph in &paragraphs_told {
        let last = paragraph.events.last().copied().unwrap_or(paragraph.root);
        let mut parts: Vec<Perceived> = Vec::new();
        let mut map = MapView::new(map_drawing);
        for event in events.iter().skip(done) {
            apply(&mut war, event);
            if paragraph.events.contains(&event.id) {
                parts.extend(perceive_with_perfect_acuity(&war, event));
                if let Some(moved) = find_map_move(&war, event, map_drawing) {
                    map.add_move(moved.clone());
                    moves.push(moved);
                }
            }
            done += 1;
            if event.id >= last {
                break;
            }
        }
        for part in &mut parts {
            reveal_names(part);
            lexicon.add_perceived(after, part);
        }
        add_characters_to_map(&mut map, &war, events, &paragraph.events);
        let deeds = if parts.is_empty() { Vec::new() } else { event_lines(&[parts], &lexicon) };
        seen.push((deeds, map));
    }
    templates.fill_in_deeds(after.night, seen.iter_mut().flat_map(|(deeds, _)| deeds));
    let steps = paragraphs_told.iter().zip(seen).map(|(paragraph, (deeds, map))| {
        let mut texts: Vec<MarkedText> = deeds.into_iter().map(|line| line.text).collect();
        texts.retain(|text| !text.text().is_empty());
        if texts.is_empty() {
            texts.push(MarkedText::plain(paragraph.sentences.join(" ")));
        }
        StoryStep {
            phase: paragraph.phase.name(),
            location: paragraph.location.map(|at| after.setup.location(at).name.clone()),
            texts,
            is_weighty: select_events(events, &paragraph.events).any(|event| is_weighty(after, event)),
            map: Value::from_safe_string(map.svg_on_board(BOARD)),
        }
    });
    let steps = steps.collect();
    let mut end = MapView::new(map_drawing);
    let all: Vec<EventId> = events.iter().map(|event| event.id).collect();
    add_characters_to_map(&mut end, after, events, &all);
    moves.into_iter().for_each(|step| end.add_move(step));
    (steps, end.with_words())
}

fn select_events<'e>(events: &'e [Event], ids: &'e [EventId]) -> impl Iterator<Item = &'e Event> {
    events.iter().filter(|event| ids.contains(&event.id))
}

/// An event as a bystander of ACT EX perceives it.
fn perceive_with_perfect_acuity(war: &War, event: &Event) -> Option<Perceived> {
    let facts = event.kind.facts(war);
    let involved = |id: &CharacterId| facts.actor == Some(*id) || facts.objects.contains(id);
    let masters = || war.ids().filter(|id| war.character(*id).kind == SheetKind::Master);
    let observer = masters().find(|id| !involved(id)).or_else(|| masters().next())?;
    let sight = Observation {
        observer,
        vantage: Vantage::Present,
        acuity: Acuity::EX,
        is_afar: false,
        is_actor_hidden: false,
        is_object_hidden: false,
        unseen: Vec::new(),
    };
    perceive(war, event, &sight)
}

/// Replaces every figure by the character it is, under its own name.
fn reveal_names(seen: &mut Perceived) {
    let named = |figure: &mut Figure| {
        if let Some(who) = figure.identity() {
            *figure = Figure::Known(who);
        }
    };
    seen.actor.iter_mut().chain(&mut seen.objects).chain(&mut seen.interceptor).for_each(named);
}

/// Places all living characters on the map, and those who just died where they died.
fn add_characters_to_map(map: &mut MapView, war: &War, events: &[Event], now: &[EventId]) {
    let died: Vec<CharacterId> = select_events(events, now)
        .filter_map(|event| if let EventKind::Combat(Combat::Died { who, .. }) = event.kind { Some(who) } else { None })
        .collect();
    for id in war.ids() {
        let character = war.character(id);
        let place = &war.setup.location(character.at).name;
        let Some(place) = map.places.iter_mut().find(|p| p.name == *place) else { continue };
        if character.is_alive() {
            place.seen.push(character.name.clone());
        } else if died.contains(&id) {
            place.died.push(character.name.clone());
        }
    }
}

fn find_map_move(war: &War, event: &Event, map_drawing: &MapDrawing) -> Option<MapMove> {
    let EventKind::Movement(Movement::Entered { who, at, from, .. }) = event.kind else { return None };
    let number = |location| map_drawing.location_index(&war.setup.location(location).name);
    let who = war.character(who).name.clone();
    Some(MapMove { who, from: number(from)?, to: number(at)?, is_own: false, how: None })
}

/// Whether a chronicle tells an event: deaths, Noble Phantasms, Command Spells, contracts made and ended, homes taken,
/// the War's end.
fn is_weighty(war: &War, event: &Event) -> bool {
    match &event.kind {
        EventKind::Combat(kind) => matches!(kind, Combat::Died { .. }),
        EventKind::Effects(kind) => {
            let phantasm =
                matches!(kind, Effects::SkillUsed { skill, .. } if war.skill(*skill).role == Role::NoblePhantasm);
            phantasm || matches!(kind, Effects::Sealed { .. })
        }
        EventKind::Contracts(kind) => matches!(
            kind,
            Contracts::Freed { .. }
                | Contracts::Contracted { .. }
                | Contracts::SpellSpent { .. }
                | Contracts::Disqualified { .. }
        ),
        EventKind::Possessions(kind) => matches!(kind, Possessions::HomeTaken { .. } | Possessions::SpoilsTaken { .. }),
        EventKind::Resources(kind) => matches!(kind, Resources::CivilianConsumed { .. }),
        EventKind::Referee(kind) => matches!(kind, Referee::Ruled { .. }),
        EventKind::Course(_)
        | EventKind::Statuses(_)
        | EventKind::Movement(_)
        | EventKind::Knowledge(_)
        | EventKind::Igm(_) => false,
    }
}
