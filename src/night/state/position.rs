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
    pub(super) war_before_batch: Option<War>,
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
