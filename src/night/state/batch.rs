//! What happens at once, until its sum is applied (R209, R214, A023, A054, A069, A085, A125).

use crate::event::kind::{EventKind, Resources};
use crate::event::{Cause, EventId, Observation};
use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::in_force::ActiveEffect;
use crate::war::setup::SkillRef;

/// What a batch has put off to its end.
#[derive(Clone, Default)]
pub(in crate::night) struct Batch {
    restored: Vec<DeferredRestoration>,
    /// Who stands between in it by an effect that ends before it kills them (A125).
    interceptors: Vec<(ActiveEffect, CharacterId)>,
    /// Such effects that end before it.
    ended: Vec<ActiveEffect>,
}

/// Health or Mana that an effect restores, as if there were no maximum.
#[derive(Clone, Copy, Debug)]
pub(in crate::night) struct Restoration {
    pub who: CharacterId,
    pub resource: Resource,
    pub amount: Exact,
    pub skill: SkillRef,
    pub by: CharacterId,
    pub parent: EventId,
    pub cause: Cause,
}

/// A restoration that waits for the end of its batch: where it was done, and who perceived it then.
#[derive(Clone, Debug)]
pub(super) struct DeferredRestoration {
    pub restoration: Restoration,
    pub place: Option<LocationId>,
    pub observations: Vec<Observation>,
}

impl Batch {
    /// Puts a restoration off to the end of the batch.
    pub(super) fn restore(&mut self, restored: DeferredRestoration) {
        self.restored.push(restored);
    }

    /// What was restored: it happens now.
    pub(super) fn take_restored(&mut self) -> Vec<DeferredRestoration> {
        std::mem::take(&mut self.restored)
    }

    /// Somebody stands between by a sentence that ends before that kills them.
    pub(in crate::night) fn note_interceptor(&mut self, effect: ActiveEffect, who: CharacterId) {
        self.interceptors.push((effect, who));
    }

    /// Who stands between by such a sentence.
    pub(in crate::night) fn interceptors(&self) -> &[(ActiveEffect, CharacterId)] {
        &self.interceptors
    }

    /// The sentences that end before this batch.
    pub(in crate::night) fn ended(&self) -> &[ActiveEffect] {
        &self.ended
    }

    /// The batch is carried out once more, without these.
    pub(in crate::night) fn begin_without(&mut self, ended: &[ActiveEffect]) {
        ended.clone_into(&mut self.ended);
    }

    /// Nobody who stands between has been killed: the batch is done.
    pub(in crate::night) fn end_interceptions(&mut self) {
        self.ended.clear();
        self.interceptors.clear();
    }
}

impl Restoration {
    /// What happens if so much of it is restored.
    pub(super) fn event(self, amount: Exact) -> EventKind {
        let Restoration { who, resource: of, skill, by, .. } = self;
        EventKind::Resources(Resources::Restored { who, of, amount, skill, by })
    }
}
