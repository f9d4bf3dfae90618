//! A batch: what happens at once, until its sum is applied (R209, R214, A023, A054, A069, A085, A125).

use crate::event::kind::{EventKind, Resources};
use crate::event::{Cause, EventId, Observation};
use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::in_force::ActiveEffect;
use crate::war::setup::SkillRef;

/// What a batch defers to its end.
#[derive(Clone, Default)]
pub(in crate::night) struct Batch {
    restored: Vec<DeferredRestoration>,
    /// The interceptors whose effects end before a fatal hit (A125).
    interceptors: Vec<(ActiveEffect, CharacterId)>,
    /// The effects of that kind that end before this batch.
    ended_effects: Vec<ActiveEffect>,
}

/// Health or Mana that an effect restores, not yet limited by the maximum.
#[derive(Clone, Copy, Debug)]
pub(in crate::night) struct Restoration {
    pub character: CharacterId,
    pub resource: Resource,
    pub amount: Exact,
    pub skill: SkillRef,
    pub restorer: CharacterId,
    pub parent: EventId,
    pub cause: Cause,
}

/// A restoration deferred to the end of its batch, with where it was done and who perceived it then.
#[derive(Clone, Debug)]
pub(super) struct DeferredRestoration {
    pub restoration: Restoration,
    pub location: Option<LocationId>,
    pub observations: Vec<Observation>,
}

impl Batch {
    /// Defers a restoration to the end of the batch.
    pub(super) fn defer(&mut self, restored: DeferredRestoration) {
        self.restored.push(restored);
    }

    /// Takes the deferred restorations, to be applied now.
    pub(super) fn take_restored(&mut self) -> Vec<DeferredRestoration> {
        std::mem::take(&mut self.restored)
    }

    /// Notes an interceptor whose effect ends before a fatal hit.
    pub(in crate::night) fn note_interceptor(&mut self, effect: ActiveEffect, who: CharacterId) {
        self.interceptors.push((effect, who));
    }

    /// Returns the interceptors whose effects end before a fatal hit.
    pub(in crate::night) fn interceptors(&self) -> &[(ActiveEffect, CharacterId)] {
        &self.interceptors
    }

    /// Returns the effects that end before this batch.
    pub(in crate::night) fn ended(&self) -> &[ActiveEffect] {
        &self.ended_effects
    }

    /// Sets the effects without which the batch is carried out again.
    pub(in crate::night) fn begin_without(&mut self, ended: &[ActiveEffect]) {
        ended.clone_into(&mut self.ended_effects);
    }

    /// Clears the interceptions: none of the interceptors was killed, and the batch is done.
    pub(in crate::night) fn end_interceptions(&mut self) {
        self.ended_effects.clear();
        self.interceptors.clear();
    }
}

impl Restoration {
    /// Returns the event of restoring this amount.
    pub(super) fn event(self, amount: Exact) -> EventKind {
        let Restoration { character: who, resource: of, skill, restorer, .. } = self;
        EventKind::Resources(Resources::Restored { who, of, amount, skill, by: restorer })
    }
}
