//! What happens at once (R209, R214, A023, A054, A069, A085).
//!
//! Everybody in a batch reads the position before it; its consequences are drawn when all of it has been done. What
//! it gives and takes is one sum: what is restored meets the maximum behind all that is lost. Whether it would kill
//! whoever stands between is seen by letting it happen (R180, A125).

use crate::event::kind::{EventKind, Resources};
use crate::event::{Cause, EventId, Sight};
use crate::language::condition::Resource;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rules::RuleId;
use crate::war::force::Line;
use crate::war::setup::SkillRef;

use super::Night;
use super::hits::interception;

/// Health or Mana that an effect restores, as if there were no maximum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restoring {
    pub who: CharacterId,
    pub of: Resource,
    pub amount: Exact,
    pub skill: SkillRef,
    pub by: CharacterId,
    pub parent: EventId,
    pub cause: Cause,
}

/// The same until the sum of its batch is drawn: where, and perceived by whom, as it was done.
#[derive(Clone, Debug)]
pub(super) struct Restored {
    of: Restoring,
    place: Option<LocationId>,
    sights: Vec<Sight>,
}

impl<'a> Night<'a> {
    /// Carries out what happens at once, and draws its consequences; within a batch, it is part of that one.
    pub(super) fn at_once(&mut self, deeds: impl Fn(&mut Night<'a>)) {
        if self.before.is_some() {
            return deeds(self);
        }
        self.next_batch();
        self.unless_fatal(|night| {
            night.before = Some(night.war.clone());
            deeds(night);
            night.draw_the_sum();
            night.before = None;
        });
        self.settle();
    }

    /// Carries out a batch, or a part of one. Would all of it together kill whoever stands between by an effect that
    /// ends before it kills, it is taken back and carried out with such effects at an end (R180, A125).
    pub(super) fn unless_fatal<T>(&mut self, batch: impl Fn(&mut Night<'a>) -> T) -> T {
        if self.before.is_some() || !interception::may_be_fatal(&self.war) {
            return batch(self);
        }
        let start = self.clone();
        let mut void: Vec<Line> = Vec::new();
        loop {
            let done = batch(self);
            let fatal = interception::fatal(self, &start.war);
            if fatal.is_empty() {
                self.void.clear();
                self.stood.clear();
                return done;
            }
            void.extend(fatal);
            self.clone_from(&start);
            self.void.clone_from(&void);
        }
    }

    /// Restores Health or Mana, in a batch behind all that is lost in it.
    pub(super) fn restore(&mut self, of: Restoring) {
        let kind = of.event(of.amount);
        let place = kind.facts(&self.war).place;
        let sights = self.sights_of(&kind, of.cause, place);
        self.restored.push(Restored { of, place, sights });
        if self.before.is_none() {
            self.draw_the_sum();
        }
    }

    /// What was restored in a batch happens, up to the maximum (A023).
    fn draw_the_sum(&mut self) {
        for Restored { of, place, sights } in std::mem::take(&mut self.restored) {
            if self.war.character(of.who).is_alive() {
                let (now, most) = self.war.vital(of.who, of.of);
                let kind = of.event(of.amount.min((most - now).at_least_zero()));
                self.emit_seen(sights, kind, Some(of.parent), of.cause, place, &[RuleId::A(23)]);
            }
        }
    }
}

impl Restoring {
    fn event(self, amount: Exact) -> EventKind {
        let Restoring { who, of, skill, by, .. } = self;
        EventKind::Resources(Resources::Restored { who, of, amount, skill, by })
    }
}
