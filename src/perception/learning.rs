//! Learning from perception: names recognised, aliases given to strangers, skills heard, people sighted.

use crate::event::facts::Learners;
use crate::event::kind::{EventKind, Knowledge, Movement};
use crate::event::{Event, Vantage};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::war::War;
use crate::war::character::Sighting;

use super::figure::{alias_order_key, identify_bystander, is_mark_beside, is_own, sight_acuity};
use super::perceive::perceive;
use super::perceived::{Figure, Perceived, SeenAct};

/// Returns what the observers of an event learn from it: who is recognised, who gets an alias, which skills are heard
/// by name, who was sighted where, and which items a newcomer finds. `war` is the position after the event. Nothing
/// is learned twice.
pub fn learn_from_event(war: &War, event: &Event) -> Vec<EventKind> {
    let mut lessons = Lessons::new(war);
    lessons.is_by_day = event.phase == Phase::DailyMove;
    let learners = event.kind.facts(war).learners;
    for observation in &event.observations {
        match learners {
            Learners::Nobody => break,
            Learners::Others if observation.vantage == Vantage::Own => continue,
            Learners::Others | Learners::Everybody => {}
        }
        let Some(perceived) = perceive(war, event, observation) else { continue };
        lessons.add_people(&perceived);
        if let Some(skill) = perceived.skill.filter(|_| observation.vantage != Vantage::Own) {
            lessons.add_heard_skill(observation.observer, skill);
        }
    }
    let mut events = lessons.into_events();
    if let EventKind::Movement(Movement::Entered { who, at, .. }) = event.kind {
        events.extend(notice_items_at(war, at, &[who]));
    }
    events
}

/// Returns what everybody learns by looking around: who is in the same location. Call it when characters may have met
/// without an event that shows it: when the Turn begins, and after a phase in which somebody moved.
pub fn learn_from_looking(war: &War) -> Vec<EventKind> {
    let mut lessons = Lessons::new(war);
    for observer in war.living() {
        let (acuity, at) = (sight_acuity(war, observer), war.character(observer).at);
        let is_noticed = |who: &CharacterId| !is_own(war, observer, *who) && !war.is_hidden_from(*who, observer, false);
        for who in war.present(at).filter(is_noticed) {
            lessons.add_figure(observer, acuity, identify_bystander(war, observer, acuity, who), Some(at));
        }
    }
    lessons.into_events()
}

/// The Bounded Fields that somebody may newly sense this Turn (R291): anybody in the field's location, except its
/// caster and the caster's team. The visibility table decides how much each observer learns.
pub fn find_sensed_fields(war: &War) -> Vec<EventKind> {
    let fields = war.active_skills.iter().filter(|active| war.is_field(active)).map(|active| active.location);
    let sensed = fields.filter_map(|at| {
        let unaware: Vec<CharacterId> =
            war.present(at).filter(|who| !war.character(*who).turn.sensed.contains(&at)).collect();
        sense_field_at(war, at, &unaware)
    });
    sensed.collect()
}

/// The sensing of the Bounded Field at a location, by those of `observers` who can sense it; `None` if nobody can.
pub fn sense_field_at(war: &War, at: LocationId, observers: &[CharacterId]) -> Option<EventKind> {
    // A field covered by a Reality Marble is suspended (A221).
    let field = war.field_at(at).filter(|field| !war.is_suspended(field))?;
    let outsiders = observers.iter().copied().filter(|who| !is_own(war, *who, field.user));
    let observers_able: Vec<CharacterId> = outsiders.filter(|who| sight_acuity(war, *who) >= Acuity::C).collect();
    let is_harmful = war.skill(field.skill).does_harm();
    (!observers_able.is_empty())
        .then_some(Knowledge::FieldSensed { field: field.skill, at, by: observers_able, harmful: is_harmful }.into())
}

/// The items lying about in each location, with the characters there who notice them (R354).
pub fn find_noticed_items(war: &War) -> Vec<EventKind> {
    let at = war.dropped.keys().copied();
    at.filter_map(|at| notice_items_at(war, at, &war.present(at).collect::<Vec<_>>())).collect()
}

/// The items lying in one location that some of `observers` notice: those with an ACT rank (R354, I05).
fn notice_items_at(war: &War, at: LocationId, observers: &[CharacterId]) -> Option<EventKind> {
    // Characters inside a Reality Marble are not in the location that it covers (R116, A221).
    let items = war.dropped.get(&at).filter(|_| war.marble_at(at).is_none())?.clone();
    let observers_able: Vec<CharacterId> =
        observers.iter().copied().filter(|who| sight_acuity(war, *who) >= Acuity::E).collect();
    (!observers_able.is_empty()).then_some(Knowledge::ItemsNoticed { by: observers_able, at, items }.into())
}

/// Collects what is learned at one moment, each thing once.
struct Lessons<'a> {
    war: &'a War,
    recognised: Vec<(CharacterId, CharacterId)>,
    strangers: Vec<(SeatId, CharacterId, CharacterId)>,
    heard: Vec<(CharacterId, crate::war::setup::SkillRef)>,
    sighted: Vec<(CharacterId, CharacterId, LocationId)>,
    /// Whether it is the Daily Move: whoever is seen now need not be there at night.
    is_by_day: bool,
}

impl<'a> Lessons<'a> {
    fn new(war: &'a War) -> Self {
        Lessons {
            war,
            recognised: Vec::new(),
            strangers: Vec::new(),
            heard: Vec::new(),
            sighted: Vec::new(),
            is_by_day: false,
        }
    }

    /// Learns of every character that an observer could point at in what it perceived.
    fn add_people(&mut self, perceived: &Perceived) {
        // An observer who is far away sees nobody standing anywhere.
        let location = perceived.location.filter(|_| !perceived.is_afar);
        let figures = perceived.actor.iter().chain(&perceived.objects).chain(&perceived.interceptor);
        // The two ends of a contract may be in different locations.
        let is_contract_event = matches!(perceived.act, SeenAct::Freed | SeenAct::Contracted | SeenAct::Disqualified);
        for figure in figures {
            let is_here = |at: &LocationId| {
                !is_contract_event || figure.identity().is_some_and(|who| self.war.character(who).at == *at)
            };
            self.add_figure(perceived.observer, perceived.acuity, *figure, location.filter(is_here));
        }
        if let (Some(to), Some(Figure::Known(who) | Figure::Stranger(who)), SeenAct::Left) =
            (perceived.other_location, perceived.actor, perceived.act)
        {
            self.sighted.retain(|(observer, w, _)| (*observer, *w) != (perceived.observer, who));
            self.add_sighting(perceived.observer, who, to);
        }
        // An attacker seen to shoot from another location stands there.
        if let (Some(from), Some(who)) = (perceived.other_location, perceived.actor.and_then(Figure::identity))
            && perceived.is_afar
            && perceived.vantage != Vantage::Own
            && self.war.character(who).at == from
            && !is_own(self.war, perceived.observer, who)
        {
            self.add_sighting(perceived.observer, who, from);
        }
    }

    fn add_figure(&mut self, observer: CharacterId, acuity: Acuity, figure: Figure, location: Option<LocationId>) {
        let war = self.war;
        let Some(who) = figure.identity().filter(|who| !is_own(war, observer, *who)) else { return };
        match figure {
            Figure::Known(_) => {
                // A lower ACT recognises whom its seat knows, which is no new knowledge of its own.
                let is_recognised_by_sight = acuity >= Acuity::A || is_mark_beside(war, observer, who);
                if is_recognised_by_sight && !war.character(observer).knows.contains(&who) {
                    push_new(&mut self.recognised, (observer, who));
                }
            }
            Figure::Stranger(_) => {
                if let Some(seat) = war.seat_of(observer)
                    && !war.seats.get(seat.index()).is_some_and(|memory| memory.strangers.contains(&who))
                    && !self.strangers.iter().any(|(known_seat, w, _)| (*known_seat, *w) == (seat, who))
                {
                    self.strangers.push((seat, who, observer));
                }
            }
            Figure::OfKind(_) | Figure::Someone => {}
        }
        if let Some(location) = location {
            self.add_sighting(observer, who, location);
        }
    }

    fn add_sighting(&mut self, observer: CharacterId, who: CharacterId, location: LocationId) {
        let last_sighting = self.war.character(observer).sightings.get(&who);
        let sighting = Sighting { at: location, night: self.war.night, was_by_day: self.is_by_day };
        if last_sighting != Some(&sighting) {
            push_new(&mut self.sighted, (observer, who, location));
        }
    }

    fn add_heard_skill(&mut self, observer: CharacterId, skill: crate::war::setup::SkillRef) {
        let Some(skill) = self.war.skill_known_as(skill) else { return };
        let sheet = self.war.character(observer).sheet;
        let is_common = skill.sheet.index() < crate::war::setup::SheetId::FIRST_CHARACTER;
        if !is_common && skill.sheet != sheet && !self.war.character(observer).heard.contains(&skill) {
            push_new(&mut self.heard, (observer, skill));
        }
    }

    /// Turns the lessons into events in a fixed order. Strangers met at one moment are ordered so that their names
    /// stay hidden.
    fn into_events(mut self) -> Vec<EventKind> {
        let war = self.war;
        self.recognised.sort_unstable();
        // A character that the seat recognises at this very moment needs no alias.
        let recognised = self.recognised.clone();
        self.strangers
            .retain(|(seat, who, _)| !recognised.iter().any(|(o, w)| w == who && war.seat_of(*o) == Some(*seat)));
        self.strangers.sort_by_key(|(seat, who, observer)| (*seat, alias_order_key(war, *observer, *who)));
        self.heard.sort_unstable();
        self.sighted.sort_unstable();
        let mut events: Vec<EventKind> =
            Vec::with_capacity(self.recognised.len() + self.strangers.len() + self.heard.len());
        events
            .extend(self.recognised.into_iter().map(|(observer, who)| Knowledge::Recognised { observer, who }.into()));
        events.extend(self.strangers.into_iter().map(|(seat, who, _)| Knowledge::Aliased { seat, who }.into()));
        events.extend(self.heard.into_iter().map(|(observer, skill)| Knowledge::SkillHeard { observer, skill }.into()));
        for group in self.sighted.chunk_by(|a, b| a.0 == b.0) {
            if let Some((observer, ..)) = group.first() {
                let seen = group.iter().map(|(_, who, at)| (*who, *at)).collect();
                events.push(Knowledge::Sighted { observer: *observer, seen }.into());
            }
        }
        events
    }
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
