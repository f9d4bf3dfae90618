//! Combines the parts of a Night; only [`Night`] emits events.

use std::collections::BTreeSet;
use std::ops::Deref;

use crate::event::detail::{Outcome, Reason};
use crate::event::kind::{EventKind, Knowledge, Referee};
use crate::event::{Cause, Event, EventId, Observation};
use crate::night::resolution::{Resolution, SeatPlan};
use crate::night::rulings::Rulings;
use crate::vocabulary::exact::LostDigits;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::in_force::ActiveEffect;

use super::agenda::Agenda;
use super::batch::{Batch, DeferredRestoration, Restoration};
use super::damage_credit::{Credit, InflictedDamage};
use super::position::Position;
use super::questions::Questions;
use super::skill_use::SkillUse;
use super::task::Step;
use super::triggers::TriggeredEffect;

/// A Night being resolved. It dereferences to its [`Position`], which only [`Night::emit`] changes.
#[derive(Clone)]
pub(in crate::night) struct Night<'a> {
    position: Position,
    /// What happens at once in the current batch.
    pub(in crate::night) batch: Batch,
    /// What is still to be carried out.
    pub(in crate::night) agenda: Agenda<'a>,
    /// The questions to the GM.
    pub(in crate::night) questions: Questions<'a>,
    /// Who has dealt which damage to whom, for Combat Points and for deaths.
    pub(in crate::night) credit: Credit,
}

impl Deref for Night<'_> {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

impl<'a> Night<'a> {
    /// Starts before anything has happened; `exposed` are the flyers that attack this Night (A144).
    pub(in crate::night) fn new(
        war: &War,
        plans: &'a [SeatPlan],
        rulings: &'a Rulings,
        exposed: &BTreeSet<CharacterId>,
    ) -> Night<'a> {
        Night {
            position: Position::new(war, exposed),
            batch: Batch::default(),
            agenda: Agenda::new(plans),
            questions: Questions::new(rulings),
            credit: Credit::default(),
        }
    }

    /// Returns the result of the Night.
    pub(in crate::night) fn into_resolution(self) -> Resolution {
        let (pending, unasked, unheard) = self.questions.into_parts(&self.position.war);
        Resolution { war: self.position.war, events: self.position.events, pending, unasked, unheard }
    }

    /// Begins a phase.
    pub(in crate::night) fn enter_phase(&mut self, phase: Phase) {
        self.position.phase = phase;
        self.next_batch();
    }

    /// Sets the combat round to that of the current phase; none as the Turn ends.
    pub(in crate::night) fn begin_round(&mut self) {
        self.position.war.round = self.position.phase.round();
    }

    /// Sets the use whose hits are still to land; `None` once they have landed.
    pub(in crate::night) fn set_in_use(&mut self, use_event: Option<EventId>) {
        self.position.war.in_use = use_event.map(|use_event| use_event.0);
    }

    /// Separates what follows from what came before, except within a batch, in which all happens at once.
    pub(in crate::night) fn next_batch(&mut self) {
        if !self.is_in_batch() {
            self.position.batch_number += 1;
        }
    }

    /// Begins a batch: everybody in it reads the position as it is now.
    pub(in crate::night) fn begin_batch(&mut self) {
        self.position.war_before_batch = Some(self.position.war.clone());
    }

    /// Ends a batch: restorations are applied, up to the maximum (A023), and everybody sees what has been done.
    pub(in crate::night) fn end_batch(&mut self) {
        self.apply_deferred_restorations();
        self.position.war_before_batch = None;
    }

    /// Shows rulings made within a batch to everybody in it.
    pub(in crate::night) fn show_rulings(&mut self) {
        if let Some(before) = &mut self.position.war_before_batch {
            before.ruled.clone_from(&self.position.war.ruled);
        }
    }

    /// Marks the War as over.
    pub(in crate::night) fn end_war(&mut self) {
        self.position.is_over = true;
    }

    /// Emits an event: decides who perceives it, applies it, and lets observers learn from it.
    pub(in crate::night) fn emit(
        &mut self,
        kind: impl Into<EventKind>,
        parent: Option<EventId>,
        cause: Cause,
        location: Option<LocationId>,
        rules: &[RuleId],
    ) -> EventId {
        let kind = kind.into();
        let location = location.or_else(|| kind.facts(&self.war).location);
        let observations = self.observations_of(&kind, cause, location);
        self.emit_seen(observations, kind, parent, cause, location, rules)
    }

    /// Emits an event with the given observations instead of those of the current position. Of things that happen at
    /// once, who perceives them must not depend on the order of names (R274).
    pub(in crate::night) fn emit_seen(
        &mut self,
        observations: Vec<Observation>,
        kind: EventKind,
        parent: Option<EventId>,
        cause: Cause,
        location: Option<LocationId>,
        rules: &[RuleId],
    ) -> EventId {
        let id = self.next_id();
        self.agenda.triggers.trigger_for_event(&self.position, &self.credit, &kind, id);
        let (phase, batch, rules) = (self.phase, self.batch_number, rules.to_vec());
        let learned =
            self.position.apply_event(Event { id, phase, batch, parent, cause, rules, location, kind, observations });
        for kind in learned {
            let rule = if let EventKind::Knowledge(Knowledge::ItemsNoticed { .. }) = kind {
                RuleId::R(354)
            } else {
                RuleId::I(2)
            };
            self.emit(kind, Some(id), Cause::Rule, None, &[rule]);
        }
        id
    }

    /// Returns the value of an exact computation; `None` where it failed, which is reported as a fault.
    pub(in crate::night) fn report_on_error<T>(&mut self, result: Result<T, LostDigits>) -> Option<T> {
        result.map_err(|error| self.report_fault(&error.to_string())).ok()
    }

    /// Records a fault: something that the engine should not have met.
    pub(in crate::night) fn report_fault(&mut self, text: &str) {
        self.emit(Referee::Fault { text: text.to_owned() }, None, Cause::Rule, None, &[]);
    }

    /// Books damage for the credit of kills and for Combat Points.
    pub(in crate::night) fn book_damage(&mut self, damage: InflictedDamage) {
        self.credit.book_damage(&self.position, damage);
    }

    /// Notes whom a blow has hit. Whether it kills is noted with the deaths of its batch.
    pub(in crate::night) fn note_struck(&mut self, skill_use: &SkillUse, on: impl Iterator<Item = CharacterId>) {
        self.agenda.triggers.note_struck(&self.position.war, skill_use, on);
    }

    /// Takes the triggered sentences, in the order of turns. Those of one sentence and one deed stand together.
    pub(in crate::night) fn take_triggered(&mut self) -> Vec<Vec<TriggeredEffect>> {
        self.agenda.triggers.take_triggered(&self.position.war)
    }

    /// Notes that a triggered sentence was carried out.
    pub(in crate::night) fn note_triggered_use(&mut self, effect: ActiveEffect) {
        self.agenda.triggers.note_carried_out(&self.position.war, effect);
    }

    /// Takes the sentences that deaths trigger in those who died, in the order of turns.
    pub(in crate::night) fn take_death_triggers(&mut self) -> Vec<Vec<TriggeredEffect>> {
        self.agenda.triggers.take_death_triggers(&self.position.war)
    }

    /// Restores Health or Mana; in a batch, after all losses in it.
    pub(in crate::night) fn restore(&mut self, restoration: Restoration) {
        let kind = restoration.event(restoration.amount);
        let location = kind.facts(&self.war).location;
        let observations = self.observations_of(&kind, restoration.cause, location);
        self.batch.defer(DeferredRestoration { restoration, location, observations });
        if !self.is_in_batch() {
            self.apply_deferred_restorations();
        }
    }

    /// Applies the deferred restorations of a batch, up to the maximum (A023).
    fn apply_deferred_restorations(&mut self) {
        for DeferredRestoration { restoration: deferred, location, observations } in self.batch.take_restored() {
            if self.war.character(deferred.character).is_alive() {
                let (current, maximum) = self.war.current_and_maximum(deferred.character, deferred.resource);
                let kind = deferred.event(deferred.amount.min((maximum - current).at_least_zero()));
                self.emit_seen(observations, kind, Some(deferred.parent), deferred.cause, location, &[RuleId::A(23)]);
            }
        }
    }

    /// Notes why a step was not carried out when its turn came.
    pub(in crate::night) fn note_not_done(&mut self, step: Step, why: Reason) {
        self.agenda.note_not_done(step, why);
    }

    /// Notes that a step was carried out, and reports the outcome of its order.
    pub(in crate::night) fn mark_carried_out(&mut self, step: Step, outcome: Outcome) {
        self.agenda.mark_carried_out(step);
        self.report_outcome(step.task, outcome);
    }

    /// Reports the outcome of an order, once.
    pub(in crate::night) fn report_outcome(&mut self, task: usize, outcome: Outcome) {
        let Some((order, actor)) = self.agenda.mark_reported(task) else { return };
        let rules: &[RuleId] = match outcome {
            Outcome::NotDone { why: Reason::Forbidden } => &[RuleId::R(8), RuleId::I(22)],
            Outcome::NotDone { why: Reason::IllegalCondition } => &[RuleId::R(201), RuleId::A(236)],
            Outcome::NotDone { .. } => &[RuleId::I(22)],
            Outcome::Done { .. } | Outcome::DonePartly { .. } => &[],
        };
        self.emit(Referee::OrderOutcome { order, actor, outcome }, None, Cause::Order(order), None, rules);
    }
}
