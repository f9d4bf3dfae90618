//! The position of a Night in progress, and its log. Only events change the position.

use std::collections::BTreeSet;

use crate::event::apply::apply;
use crate::event::kind::{Effects, EventKind};
use crate::event::{Cause, Event, EventId, Observation};
use crate::perception::{learning, observers};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::war::War;

/// The position and its log. Everybody may read its fields; only events change them.
#[derive(Clone)]
pub(in crate::night) struct Position {
    /// The position now.
    pub(in crate::night) war: War,
    /// The position before the current batch, if one is in progress. Its characters do not see each other's deeds.
    war_before_batch: Option<War>,
    /// Everything that has happened, in order.
    pub(in crate::night) events: Vec<Event>,
    /// For each character, the events it perceived: index in the log, index among the event's observations.
    record: Vec<Vec<(u32, u16)>>,
    /// The current phase.
    pub(in crate::night) phase: Phase,
    /// The number of the current batch.
    pub(in crate::night) batch_number: u32,
    /// The flyers that can be struck all Turn, for an attack still to come (A144).
    pub(in crate::night) exposed: BTreeSet<CharacterId>,
    /// Whether the War is over: nothing more happens but the end of the Turn.
    pub(in crate::night) is_over: bool,
}

impl Position {
    /// Starts before anything has happened.
    pub(super) fn new(war: &War, exposed: &BTreeSet<CharacterId>) -> Position {
        Position {
            war: war.clone(),
            war_before_batch: None,
            events: Vec::with_capacity(256),
            record: vec![Vec::new(); war.characters.len()],
            phase: Phase::TurnStart,
            batch_number: 0,
            exposed: exposed.clone(),
            is_over: false,
        }
    }

    /// Returns the position that everybody reads in this batch.
    pub(in crate::night) fn basis(&self) -> &War {
        self.war_before_batch.as_ref().unwrap_or(&self.war)
    }

    /// Whether a batch of several characters is in progress.
    pub(in crate::night) fn is_in_batch(&self) -> bool {
        self.war_before_batch.is_some()
    }

    /// Returns who perceives an event on the current position.
    pub(in crate::night) fn observations_of(
        &self,
        kind: &EventKind,
        cause: Cause,
        location: Option<LocationId>,
    ) -> Vec<Observation> {
        let mut observations = observers::find_observers(&self.war, kind, location);
        if let Cause::Effect { .. } = cause {
            observers::drop_remote_observers(&self.war, kind, &mut observations);
        }
        observations
    }

    /// Yields the events of this Turn that a character perceived before this batch, with its observations.
    pub(in crate::night) fn perceived_events(&self, who: CharacterId) -> impl Iterator<Item = (&Event, &Observation)> {
        self.record.get(who.index()).into_iter().flatten().filter_map(|(event, observation)| {
            let event = self.events.get(*event as usize)?;
            (event.batch < self.batch_number).then_some((event, event.observations.get(usize::from(*observation))?))
        })
    }

    /// Begins a phase.
    pub(super) fn enter_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.next_batch();
    }

    /// Sets the combat round to that of the current phase; none as the Turn ends.
    pub(super) fn begin_round(&mut self) {
        self.war.round = self.phase.round();
    }

    /// Sets the use whose hits are still to land; `None` once they have landed.
    pub(super) fn set_in_use(&mut self, use_event: Option<EventId>) {
        self.war.in_use = use_event.map(|use_event| use_event.0);
    }

    /// Separates what follows from what came before, except within a batch, in which all happens at once.
    pub(super) fn next_batch(&mut self) {
        if self.war_before_batch.is_none() {
            self.batch_number += 1;
        }
    }

    /// Begins a batch: everybody in it reads the position as it is now.
    pub(super) fn begin_batch(&mut self) {
        self.war_before_batch = Some(self.war.clone());
    }

    /// Ends a batch: everybody sees what has been done.
    pub(super) fn end_batch(&mut self) {
        self.war_before_batch = None;
    }

    /// Shows rulings made within a batch to everybody in it.
    pub(super) fn show_rulings(&mut self) {
        if let Some(before) = &mut self.war_before_batch {
            before.ruled.clone_from(&self.war.ruled);
        }
    }

    /// Marks the War as over.
    pub(super) fn end_war(&mut self) {
        self.is_over = true;
    }

    /// Returns the id of the next event.
    pub(super) fn next_id(&self) -> EventId {
        EventId(u32::try_from(self.events.len()).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// Applies an event, notes it for whoever perceived it, and logs it. Returns what its observers learn.
    pub(super) fn apply_event(&mut self, event: Event) -> Vec<EventKind> {
        apply(&mut self.war, &event);
        if let EventKind::Effects(Effects::Summoned { .. }) = event.kind {
            // A summoned familiar exists for everybody, even for those who read the position before their batch.
            self.record.resize_with(self.war.characters.len(), Vec::new);
            if let Some(before) = self.war_before_batch.as_mut() {
                apply(before, &event);
            }
        }
        for (observation, number) in event.observations.iter().zip(0u16..) {
            if let Some(record) = self.record.get_mut(observation.observer.index()) {
                record.push((event.id.0 - 1, number));
            }
        }
        let learned = learning::learn_from_event(&self.war, &event);
        self.events.push(event);
        learned
    }
}
