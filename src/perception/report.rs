//! A Night as a seat perceived it: the only source of an update.
//!
//! A seat is told every event once, by whichever of its characters perceived it best, completed with what the others
//! perceived. A Master's seat reads what its Servants perceived (I15). The order reveals nothing either. Events of
//! one batch, and all events of a phase for observers below ACT C, stand in an order that depends only on what was
//! perceived (I23).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use crate::event::apply::apply;
use crate::event::kind::{Contracts, EventKind, Knowledge, Movement, Referee};
use crate::event::{Event, EventId, Observation, Vantage};
use crate::sheet::SheetKind;
use crate::sheet::skill::Skill;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::sex::Sex;
use crate::vocabulary::switches::Stack;
use crate::war::War;
use crate::war::dossier::Dossier;
use crate::war::setup::{SheetId, SkillRef};

use super::dossiers;
use super::figure::{find_masters_seat, is_own, reports_sights_to_seat, sight_key};
use super::lexicon::Lexicon;
use super::logic_view::{LogicView, build_logic_view};
use super::look::{Look, look_at};
use super::merge::merge_perceived;
use super::own_state::{OwnState, build_own_state};
use super::perceive::perceive;
use super::perceived::{Figure, NumberChange, Perceived, SeenAct};
use super::public::{WarEnd, find_war_end};
use super::scene::Scene;
use super::scene_grouping::{ReportEntry, group_by_scene};
use super::view::{KnownCharacter, KnownLocation};
use super::view_of::{find_last_sightings, list_known_characters, list_known_locations, list_seen_skills};

/// A Night as one seat perceived it.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Report {
    pub seat: SeatId,
    pub night: u32,
    /// What happened where somebody of the seat was, phase by phase, place by place.
    pub scenes: Vec<Scene>,
    /// The outcomes of orders, in the order of the log.
    pub outcomes: Vec<Perceived>,
    /// Who was met tonight for the first time.
    pub people: Vec<MetCharacter>,
    /// The seat's characters as the Night leaves them.
    pub own_states: Vec<OwnState>,
    /// Everybody else the seat has a name for, and what it knows of them.
    pub known_people: Vec<KnownPerson>,
    /// Names of others' skills that somebody of the seat has heard without knowing whose they are.
    pub skills: Vec<String>,
    /// What the seat remembers of everybody else, tonight included.
    pub dossiers: BTreeMap<CharacterId, Dossier>,
    /// The locations with what the seat knows of them.
    pub locations: Arc<[KnownLocation]>,
    /// Whether the War is over, and which team won.
    pub war_end: Option<WarEnd>,
    /// The Logic Game's log.
    pub logic: LogicView,
    /// What is sold for Combat Points. This is public.
    pub wares: Vec<Ware>,
    /// The Command Spells that the seat heard spent, or saw end, tonight: the name, and what it does, which everybody
    /// may read.
    pub spells_heard: Vec<(String, Vec<String>)>,
    /// Whether the percentages on one hit are added up (switch `damage.stack`).
    pub adds_percentages: bool,
    /// The names that the seat knows for what the report mentions.
    pub lexicon: Lexicon,
}

/// An item or a service that is sold for Combat Points (R280).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ware {
    /// Its name.
    pub name: String,
    /// Its price in Combat Points.
    pub price: Exact,
    /// The facility that sells it, as `map.yaml` calls it.
    pub facility: String,
    /// What it does, sentence by sentence, in the sheet's words.
    pub does: Vec<String>,
}

/// Somebody outside the seat for whom it has a name.
#[derive(Clone, Debug)]
pub struct KnownPerson {
    /// Which character; `None` for a name that the seat has merely heard and cannot assign.
    pub character: Option<CharacterId>,
    /// What is known of them as the Night ends.
    pub knowledge: KnownCharacter,
    /// What they look like, at the best ACT with which the seat has ever seen them.
    pub look: Option<Look>,
}

/// A character met for the first time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetCharacter {
    /// The character that the seat's own met.
    pub character: CharacterId,
    /// What they look like.
    pub look: Look,
}

/// What one seat's characters perceived during a Night, in order, not yet arranged as a report.
pub struct Account {
    seat: SeatId,
    entries: Vec<ReportEntry>,
    locations: Arc<[KnownLocation]>,
}

impl Account {
    /// Arranges the account as the seat's report.
    #[must_use]
    pub fn build_report(self, war_before: &War, war_after: &War) -> Report {
        assemble_report(war_before, war_after, self.seat, self.entries, &self.locations)
    }
}

/// The accounts of these seats, in order, from a single pass over the Night.
pub fn collect_accounts(war_before: &War, war_after: &War, events: &[Event], seats: Range<usize>) -> Vec<Account> {
    let locations: Arc<[KnownLocation]> = list_known_locations(war_after).into();
    let build_account = |(entries, seat)| Account { seat: SeatId::at(seat), entries, locations: locations.clone() };
    collect_entries(war_before, events, seats.clone()).into_iter().zip(seats).map(build_account).collect()
}

/// The reports of all seats, in order.
pub fn build_reports(war_before: &War, war_after: &War, events: &[Event]) -> Vec<Report> {
    let all_seats = 0..war_before.setup.seats.len();
    collect_accounts(war_before, war_after, events, all_seats)
        .into_iter()
        .map(|account| account.build_report(war_before, war_after))
        .collect()
}

/// The report of one seat.
pub fn build_report(war_before: &War, war_after: &War, events: &[Event], seat: SeatId) -> Report {
    let entries = collect_entries(war_before, events, seat.index()..seat.index() + 1).pop().unwrap_or_default();
    assemble_report(war_before, war_after, seat, entries, &list_known_locations(war_after).into())
}

/// The events of which a seat's page may tell: those perceived by its characters and by those whose perception it
/// shares.
pub fn find_events_read_by(war_before: &War, events: &[Event], seat: SeatId) -> BTreeSet<EventId> {
    let entries = collect_entries(war_before, events, seat.index()..seat.index() + 1);
    entries.iter().flatten().map(|entry| entry.perceived.event).collect()
}

/// Goes through the Night once, event by event, and collects for each seat in `readers` what its characters
/// perceived.
fn collect_entries(war_before: &War, events: &[Event], readers: Range<usize>) -> Vec<Vec<ReportEntry>> {
    let mut war = war_before.clone();
    let mut entries: Vec<Vec<ReportEntry>> = readers.clone().map(|_| Vec::new()).collect();
    let index_of = |seat: &SeatId| readers.contains(&seat.index()).then(|| seat.index() - readers.start);
    let mut roots: Vec<EventId> = Vec::with_capacity(events.len());
    let raised: Vec<(CharacterId, Acuity)> = events
        .iter()
        .filter_map(|event| {
            let EventKind::Knowledge(Knowledge::ReportRaised { who, act, .. }) = event.kind else { return None };
            Some((who, act))
        })
        .collect();
    for event in events {
        let parting_contract = perceive_parting_contract(&war, event);
        apply(&mut war, event);
        let root = find_root(&war, event, &roots);
        roots.push(root);
        if let Some((seat, perceived)) = parting_contract {
            let scene = war.character(perceived.observer).at;
            if let Some(list) = index_of(&seat).and_then(|index| entries.get_mut(index)) {
                add_entry(list, perceived, root, scene, true);
            }
        }
        for observation in &event.observations {
            let indices = find_reading_seats(&war, event, observation).map(|seat| index_of(&seat?));
            if indices == [None, None] {
                continue;
            }
            let observation = &raise_acuity(&raised, observation.clone());
            let Some(perceived) = perceive(&war, event, observation) else { continue };
            let scene = find_scene(&war, event, observation);
            let is_there = is_there(&war, event, observation, scene);
            for index in indices.into_iter().flatten() {
                if let Some(list) = entries.get_mut(index) {
                    add_entry(list, perceived.clone(), root, scene, is_there);
                }
            }
        }
    }
    entries
}

/// What a Servant's old seat is told of the new contract by which the Servant leaves it. This is the last thing that
/// the Servant perceives for that seat, by its knowledge before the contract.
fn perceive_parting_contract(war: &War, event: &Event) -> Option<(SeatId, Perceived)> {
    let EventKind::Contracts(Contracts::Contracted { servant, master, .. }) = event.kind else { return None };
    let seat = war.seat_of(servant)?;
    let is_leaving = war.setup.own_seat(servant).is_none() && war.seat_of(master) != Some(seat);
    let observation = event.observations.iter().find(|observation| is_leaving && observation.observer == servant)?;
    Some((seat, perceive(war, event, observation)?))
}

/// Adds what one observer perceived; merges it into the last entry if that is of the same event.
fn add_entry(list: &mut Vec<ReportEntry>, perceived: Perceived, root: EventId, scene: LocationId, is_there: bool) {
    match list.last_mut() {
        Some(last) if last.perceived.event == perceived.event => {
            last.observers.push((perceived.observer, is_there.then_some(scene)));
            let is_better = merge_perceived(&mut last.perceived, perceived);
            if is_better {
                last.scene = scene;
            }
        }
        _ => {
            let observers = vec![(perceived.observer, is_there.then_some(scene))];
            list.push(ReportEntry { perceived, root, scene, observers });
        }
    }
}

/// The seats that read what a character perceived: its own and its Master's (R074, I15).
fn find_reading_seats(war: &War, event: &Event, observation: &Observation) -> [Option<SeatId>; 2] {
    let own_seat = war.seat_of(observation.observer);
    // Whoever gave an order gets its outcome, whichever seat the character belongs to by then.
    if let EventKind::Referee(Referee::OrderOutcome { order, .. }) = event.kind {
        return [Some(order.seat), None];
    }
    // What the GM tells somebody is for nobody else.
    if observation.vantage == Vantage::Told
        && matches!(event.kind, EventKind::Referee(Referee::Told { .. } | Referee::Ruled { .. }))
    {
        return [own_seat, None];
    }
    if war.setup.switches.bond_shares_perception {
        return [own_seat, find_masters_seat(war, observation.observer)];
    }
    // Without the bond, a Servant that has no player of its own reports what it did, what was done to it and what it
    // scouted. What its Master saw beside it, the Master's own eyes report.
    let is_sighting = matches!(event.kind, EventKind::Knowledge(Knowledge::Sighted { .. }));
    let is_felt = match observation.vantage {
        Vantage::Own | Vantage::Victim | Vantage::Scout | Vantage::Told => !is_sighting,
        Vantage::Present => false,
    };
    [own_seat.filter(|_| is_felt || reports_sights_to_seat(war, observation.observer)), None]
}

/// Raises an observation to the ACT that a skill gives to the observer's whole report; detections are not affected
/// (A215).
fn raise_acuity(raised: &[(CharacterId, Acuity)], observation: Observation) -> Observation {
    let raised_act = raised.iter().filter(|(who, _)| *who == observation.observer).map(|(_, act)| *act);
    Observation { acuity: raised_act.fold(observation.acuity, Acuity::max), ..observation }
}

/// The location where an event is told: where the observer was, but for a scout the location scouted.
fn find_scene(war: &War, event: &Event, observation: &Observation) -> LocationId {
    let at = war.character(observation.observer).at;
    if let EventKind::Movement(Movement::Left { from, .. }) = event.kind
        && observation.vantage == Vantage::Own
    {
        return from;
    }
    // A scout notices other scouts in the location it looks at, not where it came from.
    let event_location = event.location.filter(|_| event.kind.facts(war).is_observed_at_location);
    event_location.unwrap_or(at)
}

/// Whether an observer is at the scene, in person or as a scout.
fn is_there(war: &War, event: &Event, observation: &Observation, scene: LocationId) -> bool {
    let is_scouting =
        matches!(event.kind, EventKind::Knowledge(Knowledge::Scouted { .. } | Knowledge::ScoutDetected { .. }));
    let is_leaving =
        matches!(event.kind, EventKind::Movement(Movement::Left { .. })) && observation.vantage == Vantage::Own;
    is_scouting || is_leaving || war.character(observation.observer).at == scene
}

/// The use of a skill that an event belongs to; the event itself if none. Deaths and their consequences stand for
/// themselves, so that nothing reveals whose hit was the last (I23).
fn find_root(war: &War, event: &Event, roots: &[EventId]) -> EventId {
    let parent = event.parent.filter(|_| event.kind.facts(war).is_told_with_use);
    let find_known_root =
        |parent: EventId| roots.get(usize::try_from(parent.0).unwrap_or(usize::MAX).saturating_sub(1)).copied();
    parent.and_then(find_known_root).unwrap_or(event.id)
}

fn assemble_report(
    war_before: &War,
    war_after: &War,
    seat: SeatId,
    entries: Vec<ReportEntry>,
    locations: &Arc<[KnownLocation]>,
) -> Report {
    let (outcomes, entries): (Vec<ReportEntry>, Vec<ReportEntry>) =
        entries.into_iter().partition(|entry| entry.perceived.act == SeenAct::OrderOutcome);
    let outcomes: Vec<Perceived> = outcomes.into_iter().map(|entry| entry.perceived).collect();
    let people = list_met_people(war_before, war_after, seat, &entries);
    let seat_characters: Vec<CharacterId> = war_after.seat_characters(seat).collect();
    let is_own = |who: CharacterId| seat_characters.contains(&who);
    let mut dossiers = war_before.seats.get(seat.index()).map(|memory| memory.dossiers.clone()).unwrap_or_default();
    dossiers::note_best_acuity(&mut dossiers, entries.iter().map(|entry| &entry.perceived), is_own);
    let mut scenes = group_by_scene(war_after, entries);
    tell_ended_spells(&mut scenes);
    tell_own_fallen(&mut scenes, is_own);
    let last_sightings = find_last_sightings(war_after, &seat_characters);
    dossiers::update_dossiers(&mut dossiers, war_after.night, &scenes, &last_sightings, is_own);
    let own_states = build_own_states(war_before, war_after, seat);
    let known_people = list_known_people(war_after, seat, &seat_characters, &dossiers);
    let mut lexicon = Lexicon::for_seat(war_before, war_after, seat);
    seat_characters.iter().for_each(|who| lexicon.add_sex_of(war_after, *who));
    add_scenes_to_lexicon(&mut lexicon, war_after, &scenes, &own_states);
    for person in &people {
        lexicon.add_figure(war_after, Figure::Stranger(person.character));
    }
    add_dossiers_to_lexicon(&mut lexicon, war_after, dossiers.values(), is_own);
    add_looks_to_lexicon(&mut lexicon, war_after, &known_people);
    Report {
        seat,
        night: war_after.night,
        outcomes,
        people,
        own_states,
        known_people,
        skills: list_skills_without_owner(war_after, &seat_characters, dossiers.values()),
        dossiers,
        locations: locations.clone(),
        war_end: find_war_end(war_after),
        logic: build_logic_view(war_after, Some(seat)),
        wares: find_wares(war_after),
        spells_heard: list_spells_heard(war_after, &scenes),
        scenes,
        adds_percentages: war_after.setup.switches.stack == Stack::Additive,
        lexicon,
    }
}

/// The states of the seat's characters. A familiar that went on an earlier Night is no longer mentioned.
fn build_own_states(war_before: &War, war_after: &War, seat: SeatId) -> Vec<OwnState> {
    let is_mentioned = |id: &CharacterId| {
        let character = war_after.character(*id);
        character.kind != SheetKind::Familiar || character.death.as_ref().is_none_or(|d| d.night == war_after.night)
    };
    let mentioned = war_after.seat_characters(seat).filter(is_mentioned);
    mentioned.map(|id| build_own_state(war_before, war_after, seat, id)).collect()
}

/// The people whom a seat knows, with what it remembers of them.
fn list_known_people(
    war: &War,
    seat: SeatId,
    seat_characters: &[CharacterId],
    dossiers: &BTreeMap<CharacterId, Dossier>,
) -> Vec<KnownPerson> {
    let known_characters = list_known_characters(war, seat, seat_characters).into_iter();
    let with_memory = known_characters.map(|(character, mut knowledge)| {
        let dossier = character.and_then(|who| dossiers.get(&who));
        knowledge.is_dead |= dossier.is_some_and(|dossier| dossier.fell.is_some());
        let look = character.and_then(|who| Some(look_at(war, who, dossier?.acuity?)));
        KnownPerson { character, knowledge, look }
    });
    with_memory.collect()
}

/// The skills that a seat has seen and remembers in nobody's dossier.
fn list_skills_without_owner<'d>(
    war: &War,
    seat_characters: &[CharacterId],
    dossiers: impl Iterator<Item = &'d Dossier>,
) -> Vec<String> {
    let with_owner: Vec<&str> = dossiers
        .flat_map(|dossier| &dossier.skills)
        .map(|dossier_skill| war.skill(dossier_skill.skill).name.base.as_str())
        .collect();
    let seen = list_seen_skills(war, seat_characters).into_iter();
    seen.filter(|name| !with_owner.contains(&name.as_str())).collect()
}

/// Adds whom and what the scenes and the states of one's own characters mention.
fn add_scenes_to_lexicon(lexicon: &mut Lexicon, war: &War, scenes: &[Scene], own_states: &[OwnState]) {
    for perceived in scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten()) {
        lexicon.add_perceived(war, perceived);
    }
    let beside_own = own_states.iter().flat_map(|own_state| own_state.others_beside.iter().flatten());
    for figure in scenes.iter().flat_map(|scene| &scene.present).chain(beside_own) {
        lexicon.add_figure(war, *figure);
    }
    for id in scenes.iter().flat_map(|scene| scene.own_witnesses.iter().chain(&scene.told_elsewhere)) {
        lexicon.add_figure(war, Figure::Known(*id));
    }
}

/// Adds the skills that dossiers mention, and those who killed somebody.
fn add_dossiers_to_lexicon<'d>(
    lexicon: &mut Lexicon,
    war: &War,
    dossiers: impl Iterator<Item = &'d Dossier> + Clone,
    is_own: impl Fn(CharacterId) -> bool,
) {
    for skill in dossiers.clone().flat_map(|dossier| &dossier.skills) {
        lexicon.add_skill(war, skill.skill, skill.is_upgraded);
    }
    for skill in dossiers.clone().flat_map(Dossier::reducing_skills) {
        lexicon.add_skill(war, skill, false);
    }
    for killer in dossiers.filter_map(|dossier| dossier.fell?.by) {
        lexicon.add_figure(war, if is_own(killer) { Figure::Known(killer) } else { Figure::Stranger(killer) });
    }
}

/// Adds the sex and the look of those whom the seat has seen, for sentences about them.
fn add_looks_to_lexicon(lexicon: &mut Lexicon, war: &War, known_people: &[KnownPerson]) {
    for person in known_people {
        let (Some(who), Some(look)) = (person.character, &person.look) else { continue };
        if let Some(sex) = look.sex.as_deref().and_then(Sex::parse) {
            lexicon.add_sex(who, sex);
        }
        if let Some(brief) = look.brief_description().filter(|_| !person.knowledge.is_recognised) {
            lexicon.add_figure(war, Figure::Stranger(who));
            lexicon.add_look(who, brief);
        }
    }
}

/// Tells at each blow what the Command Spells of others changed that the reader saw end tonight.
fn tell_ended_spells(scenes: &mut [Scene]) {
    let parts = scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    let ended: Vec<(CharacterId, SkillRef)> = parts
        .filter(|part| part.act == SeenAct::EffectEnded)
        .filter_map(|part| Some((part.actor?.identity()?, part.skill?)))
        .collect();
    for part in scenes.iter_mut().flat_map(|scene| scene.event_groups.iter_mut().flatten()) {
        let told = std::mem::take(&mut part.spells_of_others).into_iter().filter(|(user, change)| {
            change.skill.is_some_and(|skill| ended.contains(&(*user, skill))) && !part.changed_by.contains(change)
        });
        let told: Vec<NumberChange> = told.map(|(_, change)| change).collect();
        part.changed_by.extend(told);
    }
}

/// Tells at each battle that was found who of the reader's own had died there tonight.
fn tell_own_fallen(scenes: &mut [Scene], is_own: impl Fn(CharacterId) -> bool) {
    let mut fallen: Vec<(LocationId, CharacterId)> = Vec::new();
    for scene in scenes {
        let location = scene.location;
        for part in scene.event_groups.iter_mut().flatten() {
            if part.act == SeenAct::BattleFound {
                part.fallen
                    .extend(fallen.iter().filter(|(where_fallen, _)| *where_fallen == location).map(|(_, who)| *who));
            } else if part.act == SeenAct::Died {
                let dead = part.objects.iter().filter_map(|figure| figure.identity()).filter(|who| is_own(*who));
                fallen.extend(dead.map(|who| (location, who)));
            }
        }
    }
}

/// The Command Spells heard or seen to end tonight, each once, with their sentences.
fn list_spells_heard(war: &War, scenes: &[Scene]) -> Vec<(String, Vec<String>)> {
    let mut spells: Vec<(String, Vec<String>)> = Vec::new();
    let is_of_spell = |act: SeenAct| matches!(act, SeenAct::CommandSpell | SeenAct::EffectEnded);
    let parts = scenes.iter().flat_map(|scene| scene.event_groups.iter().flatten());
    for skill in parts.filter(|part| is_of_spell(part.act)).filter_map(|part| part.skill) {
        let spell = war.skill(skill);
        if skill.sheet == SheetId::SPELLS && !spells.iter().any(|(name, _)| *name == spell.name.base) {
            spells.push((spell.name.base.clone(), spell.sentences()));
        }
    }
    spells
}

/// The wares sold for Combat Points in the War's facilities (R280).
fn find_wares(war: &War) -> Vec<Ware> {
    let common = war.setup.sheets.iter().take(SheetId::FIRST_CHARACTER);
    let build_ware = |skill: &Skill| {
        let price = skill.price.filter(|price| !price.is_zero())?;
        let facility = skill.sold_at.clone()?;
        let sentences = skill.sentences();
        let does = if sentences.is_empty() { vec![skill.description.clone()] } else { sentences };
        Some(Ware { name: skill.name.base.clone(), price, facility, does })
    };
    common.flat_map(|shelf| &shelf.skills).filter_map(build_ware).collect()
}

/// The characters that the seat could point at for the first time, with their look at the best ACT that saw them.
fn list_met_people(war_before: &War, war_after: &War, seat: SeatId, entries: &[ReportEntry]) -> Vec<MetCharacter> {
    let mut first_sights: BTreeMap<CharacterId, (Acuity, CharacterId)> = BTreeMap::new();
    let own_before: Vec<CharacterId> = war_before.seat_characters(seat).collect();
    for entry in entries {
        let perceived = &entry.perceived;
        if perceived.is_afar || perceived.act == SeenAct::Recognised {
            continue;
        }
        for figure in perceived.actor.iter().chain(&perceived.objects).chain(&perceived.interceptor) {
            let Some(who) = figure.identity().filter(|who| !is_own(war_after, perceived.observer, *who)) else {
                continue;
            };
            let seen_before = own_before
                .iter()
                .any(|own_character| war_before.character(*own_character).sightings.contains_key(&who));
            let best_sight = first_sights.entry(who).or_insert((perceived.acuity, perceived.observer));
            best_sight.0 = best_sight.0.max(perceived.acuity);
            if seen_before {
                first_sights.remove(&who);
            }
        }
    }
    let mut people: Vec<(CharacterId, Acuity, CharacterId)> =
        first_sights.into_iter().map(|(who, (acuity, observer))| (who, acuity, observer)).collect();
    people.sort_by_key(|(who, _, observer)| {
        let figure = if war_after.recognises(seat, *who) { Figure::Known(*who) } else { Figure::Stranger(*who) };
        sight_key(war_after, *observer, figure)
    });
    people
        .into_iter()
        .map(|(who, acuity, _)| MetCharacter { character: who, look: look_at(war_after, who, acuity) })
        .collect()
}
