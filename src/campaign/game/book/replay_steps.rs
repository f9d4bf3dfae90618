//! Tells a Night for the book: deed by deed in the story's voice, as an observer with perfect acuity everywhere would
//! have seen it, with the map at each deed.

use std::sync::Arc;

use serde::Serialize;

use minijinja::Value;

use crate::campaign::game::play::PlayedNight;
use crate::event::apply::apply;
use crate::event::kind::{Combat, Contracts, Effects, EventKind, Movement, Possessions, Referee, Resources};
use crate::event::prose::{Paragraph, group_paragraphs};
use crate::event::{Event, EventId, Observation, Vantage};
use crate::perception::lexicon::Lexicon;
use crate::perception::perceive::perceive;
use crate::perception::perceived::{Figure, Perceived, SeenAct};
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

/// A paragraph's events as the observer saw them, and the map at that time.
struct SeenParagraph {
    parts: Vec<Perceived>,
    /// What only those who did it perceived; told if there is nothing else.
    own_parts: Vec<Perceived>,
    map: MapView,
}

/// The steps of the Night, and the map at its end.
pub(super) fn tell_steps(
    played: &PlayedNight,
    map_drawing: &Arc<MapDrawing>,
    templates: &Templates,
) -> (Vec<StoryStep>, MapView) {
    let (after, events) = (&played.resolution.war, &played.resolution.events);
    let paragraphs = group_paragraphs(after, events);
    let seen = perceive_paragraphs(&played.war_before, events, &paragraphs, map_drawing);
    let mut lexicon = Lexicon::public(after);
    after.ids().for_each(|who| lexicon.add_sex_of(after, who));
    let all_parts = seen.iter().flat_map(|seen| seen.parts.iter().chain(&seen.own_parts));
    all_parts.for_each(|part| lexicon.add_perceived(after, part));
    let mut end = MapView::new(map_drawing);
    let mut deeds: Vec<Vec<EventLine>> = Vec::new();
    let mut maps: Vec<MapView> = Vec::new();
    for SeenParagraph { parts, own_parts, map } in seen {
        map.moves.iter().for_each(|moved| end.add_move(moved.clone()));
        maps.push(map);
        let parts = if parts.is_empty() { own_parts } else { parts };
        deeds.push(if parts.is_empty() { Vec::new() } else { event_lines(&[parts], &lexicon) });
    }
    templates.fill_in_deeds(after.night, deeds.iter_mut().flatten());
    let steps = paragraphs.iter().zip(deeds).zip(maps).map(|((paragraph, deeds), map)| {
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
    let all: Vec<EventId> = events.iter().map(|event| event.id).collect();
    add_characters_to_map(&mut end, after, events, &all);
    (steps, end.with_words())
}

/// What the observer saw of each paragraph. Paragraphs overlap: what follows from a deed may happen after the next deed
/// has begun.
fn perceive_paragraphs(
    before: &War,
    events: &[Event],
    paragraphs: &[Paragraph],
    map_drawing: &Arc<MapDrawing>,
) -> Vec<SeenParagraph> {
    let mut war = before.clone();
    let mut seen: Vec<SeenParagraph> = Vec::new();
    let unseen = || SeenParagraph { parts: Vec::new(), own_parts: Vec::new(), map: MapView::new(map_drawing) };
    seen.resize_with(paragraphs.len(), unseen);
    let drawn_after = find_drawn_moments(events, paragraphs);
    for event in events {
        apply(&mut war, event);
        for ((paragraph, drawn_after), seen) in paragraphs.iter().zip(&drawn_after).zip(&mut seen) {
            if paragraph.events.contains(&event.id) {
                // Who knows whom by now, and whose Home Base gave the alarm, is a matter of the players' pages.
                let part = perceive_with_perfect_acuity(&war, event).map(reveal_names);
                let part = part.filter(|part| !matches!(part.act, SeenAct::Recognised | SeenAct::Alert));
                let is_own = part.as_ref().is_some_and(|part| part.vantage == Vantage::Own);
                if is_own { &mut seen.own_parts } else { &mut seen.parts }.extend(part);
                find_map_move(&war, event, map_drawing).into_iter().for_each(|moved| seen.map.add_move(moved));
            }
            if *drawn_after == event.id {
                add_characters_to_map(&mut seen.map, &war, events, &paragraph.events);
            }
        }
    }
    seen
}

/// The event after which each paragraph's map is drawn: its first, or the last of its arrivals, but never earlier than
/// that of the paragraph before.
fn find_drawn_moments(events: &[Event], paragraphs: &[Paragraph]) -> Vec<EventId> {
    let mut latest = EventId(0);
    let mut moment = |paragraph: &Paragraph| {
        let arrivals = select_events(events, &paragraph.events)
            .filter(|event| matches!(event.kind, EventKind::Movement(Movement::Entered { .. })));
        latest = arrivals.map(|event| event.id).fold(latest.max(paragraph.root), EventId::max);
        latest
    };
    paragraphs.iter().map(&mut moment).collect()
}

fn select_events<'e>(events: &'e [Event], ids: &'e [EventId]) -> impl Iterator<Item = &'e Event> {
    events.iter().filter(|event| ids.contains(&event.id))
}

/// An event as a bystander of ACT EX perceives it; what no bystander perceives, as whoever does it does.
fn perceive_with_perfect_acuity(war: &War, event: &Event) -> Option<Perceived> {
    let facts = event.kind.facts(war);
    let is_involved = |id: &CharacterId| facts.actor == Some(*id) || facts.objects.contains(id);
    let masters = || war.ids().filter(|id| war.character(*id).kind == SheetKind::Master);
    let bystander = masters().find(|id| !is_involved(id)).or_else(|| masters().next());
    let perceive_as = |observer: CharacterId, vantage: Vantage| {
        let sight = Observation {
            observer,
            vantage,
            acuity: Acuity::EX,
            is_afar: false,
            is_actor_hidden: false,
            is_object_hidden: false,
            unseen: Vec::new(),
        };
        perceive(war, event, &sight)
    };
    let seen = bystander.and_then(|observer| perceive_as(observer, Vantage::Present));
    seen.or_else(|| perceive_as(facts.actor?, Vantage::Own))
}

/// Replaces every figure by the character it is, under its own name.
fn reveal_names(mut seen: Perceived) -> Perceived {
    let named = |figure: &mut Figure| {
        if let Some(who) = figure.identity() {
            *figure = Figure::Known(who);
        }
    };
    seen.actor.iter_mut().chain(&mut seen.objects).chain(&mut seen.interceptor).for_each(named);
    seen
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
