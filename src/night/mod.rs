//! Resolving a Night: a pure function of the War, the orders and the GM's rulings.
//!
//! [`resolve`] lists the eleven phases in the book's order (R210). A place in the order is
//! resolved use by use; each use, and each hit of a multi-hit skill, is a batch: everybody reads
//! the position before it and pays, interceptors are chosen, damage is computed and applied, then
//! deaths and their consequences follow, then reactions, then the next place.
//!
//! | folder | holds |
//! | --- | --- |
//! | `phases` | the phases of a Turn in the book's order; `combat`: places, ties, delays, reactions |
//! | `schedule` | orders bound to handles, on their way to being carried out, and in which order that is |
//! | `conditions` | what an order's conditions and descriptions mean, and when they are asked |
//! | `actions` | carrying an order out: what must hold, what is paid, what is done |
//! | `hits` | who is struck, who stands between, what has no effect, the one damage formula |
//! | `effects` | what skills do besides damage; Bounded Fields, Reality Marbles; what sentences wait for |
//! | `consequences` | what follows of what was done: deaths, battles, homes, the Seal, how it ended |
//! | [`rulings`] | the GM's word: what it can say, its file, what the Night asks and does of it |
//! | [`logic`] | the Logic Game: what came in for it, its file, and what follows |
//! | `batch` | what happens at once: one position, one sum, consequences behind it |
//! | [`calculator`] | the same formula, asked ahead |
//!
//! May import [`crate::orders`], [`crate::perception`], [`crate::event`] and what those may.

pub mod calculator;
pub mod logic;
pub mod rulings;

mod actions;
mod batch;
mod conditions;
mod consequences;
mod effects;
mod exposure;
mod hits;
mod phases;
mod schedule;

use std::collections::{BTreeMap, BTreeSet};

use crate::event::apply::apply;
use crate::event::detail::{Outcome, Reason};
use crate::event::kind::{Effects, EventKind, Knowledge, Referee};
use crate::event::receipt::CpTerm;
use crate::event::{Cause, Event, EventId, OrderRef, Sight};
use crate::language::condition::Written;
use crate::language::order::Order;
use crate::orders::Checked;
use crate::perception::{learning, sights};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::switches::FlightExposed;
use crate::war::War;
use crate::war::force::Line;
use crate::war::setup::SkillRef;

pub use phases::turn_start::{ap_next, ap_terms};

use actions::{contracts, perform, speech};
use consequences::endings;
use effects::{Working, bounded_fields, reactions};
use phases::{combat, initial, movement, scouting, turn_end, turn_start};
use rulings::{Moment, Rulings};
use schedule::tasks::{self, Task};

/// A seat's orders as checked: names, bound to handles by the night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// Whose.
    pub seat: SeatId,
    /// The orders without faults, in the order written.
    pub orders: Vec<Order<Written>>,
    /// The orders with faults: not carried out, but where the GM allows one (R008).
    pub refused: Vec<Order<Written>>,
    /// How many orders there were, those that could not be read too.
    pub count: usize,
}

impl SeatPlan {
    /// The plan of orders as checked.
    #[must_use]
    pub fn of(seat: SeatId, checked: Checked) -> SeatPlan {
        SeatPlan { seat, orders: checked.plan, refused: checked.refused, count: checked.count }
    }

    /// The orders that are carried out, in the order written: those without faults, and those the GM allows.
    pub fn admitted<'p>(&'p self, rulings: &'p Rulings) -> impl Iterator<Item = &'p Order<Written>> {
        let reference =
            |order: &Order<Written>| Some(OrderRef { seat: self.seat, number: u16::try_from(order.number).ok()? });
        let allowed = self.refused.iter().filter(move |o| reference(o).is_some_and(|r| rulings.allows(r)));
        let mut admitted: Vec<&Order<Written>> = self.orders.iter().chain(allowed).collect();
        admitted.sort_by_key(|order| order.number);
        admitted.into_iter()
    }
}

/// What a Night came to.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The position after the Night.
    pub war: War,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    /// What awaits a ruling; while anything does, the Night is provisional.
    pub pending: Vec<Pending>,
    /// Answers of the GM that nothing asked for.
    pub unasked: Vec<Unasked>,
    /// Words of the GM to a place where nobody was.
    pub unheard: Vec<Unheard>,
}

/// Words of a ruling that were said where nobody was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unheard {
    /// The ruling's number in the file, from 1.
    pub ruling: u16,
    /// Where.
    pub at: LocationId,
}

/// An answer that nothing asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unasked {
    /// The ruling's number in the file, from 1.
    pub ruling: u16,
    /// The key it answers.
    pub key: String,
}

/// A question to the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The key to answer it by: `instant/Saber/Oath of Silence/1`.
    pub key: String,
    /// What is asked.
    pub question: String,
    /// The sheet's sentences that ask, the orders in question.
    pub sentences: Vec<String>,
    /// Who is involved, and how they stand: `Saber (the user): at Park, …`.
    pub involved: Vec<String>,
    /// What is to be written beneath the key, with the choices as a comment: `winner: TEAM  # Red or none`.
    pub answer: String,
}

/// Resolves a Night. The plans' order does not matter.
#[must_use]
pub fn resolve(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Resolution {
    match war.setup.switches.flight_exposed {
        FlightExposed::AfterAttack => play(war, plans, rulings, &BTreeSet::new()),
        FlightExposed::WholeTurn => exposure::settled(|exposed| play(war, plans, rulings, exposed)),
    }
}

/// Plays a Night through in which these are exposed from its beginning, should they fly.
fn play(war: &War, plans: &[SeatPlan], rulings: &Rulings, exposed: &BTreeSet<CharacterId>) -> Resolution {
    let mut night = Night::new(war, plans, rulings);
    night.exposed.clone_from(exposed);
    if war.ended.is_none() {
        night.rule(Moment::Start);
        turn_start::begin(&mut night);
        logic::run(&mut night);
        night.tasks = tasks::gather(&night.war, plans, rulings);
        night.obeyed_since_before();
        for phase in Phase::ALL {
            if night.over {
                break;
            }
            night.enter(phase);
            perform::standing_orders(&mut night);
            match phase {
                Phase::TurnStart => night.settle(),
                Phase::DailyMove => scouting::run(&mut night),
                Phase::Initial => {
                    perform::refuse_upkeeps(&mut night);
                    initial::run(&mut night);
                }
                Phase::Instant | Phase::Instant2 => combat::instants(&mut night),
                Phase::Support
                | Phase::Attacking
                | Phase::Prepared
                | Phase::Support2
                | Phase::Attacking2
                | Phase::Prepared2 => combat::run(&mut night),
                Phase::Movement => movement::run(&mut night),
                Phase::TurnEnd => {}
            }
        }
        night.phase = Phase::TurnEnd;
        night.war.round = None;
        night.next_batch();
        endings::note_answers(&mut night);
        speech::run(&mut night);
        tasks::report_the_rest(&mut night);
        if night.over {
            turn_end::combat_points(&mut night);
        } else {
            turn_end::run(&mut night);
        }
        night.rule(Moment::End);
        if night.war.ended.is_some() {
            endings::decide(&mut night);
        }
    }
    let unasked = night.unasked();
    Resolution { war: night.war, events: night.events, pending: night.pending, unasked, unheard: night.unheard }
}

/// The most reactions to reactions that are carried out at once.
const LONGEST_CHAIN: u32 = 64;

/// A Night being resolved.
#[derive(Clone)]
struct Night<'a> {
    war: War,
    plans: &'a [SeatPlan],
    rulings: &'a Rulings,
    events: Vec<Event>,
    /// For each character, the events it perceived: place in the log, place among the sights.
    record: Vec<Vec<(u32, u16)>>,
    phase: Phase,
    batch: u32,
    tasks: Vec<Task>,
    /// The position before a batch of several characters; they do not see each other's deeds.
    before: Option<War>,
    /// What is restored in this batch.
    restored: Vec<batch::Restored>,
    /// Who stands between in it by an effect that ends before it kills them (A125).
    stood: Vec<(Line, CharacterId)>,
    /// Such effects that end before it.
    void: Vec<Line>,
    /// Who has said yes to a contract tonight and waits for the other side (A160).
    bids: Vec<contracts::Bid>,
    /// Upkeeps refused by order (R365).
    refused: Vec<(CharacterId, SkillRef)>,
    /// Damage for Combat Points, booked to the Master it was for at that moment (A178).
    ledger: Vec<Credit>,
    /// Damage of this batch and of the Turn, for the credit of a kill (A082).
    blows: Vec<Blow>,
    /// Who was attacked in the second round (A104).
    attacked_again: Vec<CharacterId>,
    /// Who may be struck at in the air all Turn, for an attack still to come (A144).
    exposed: BTreeSet<CharacterId>,
    over: bool,
    pending: Vec<Pending>,
    /// The numbers of the rulings that answered a question.
    answered: Vec<u16>,
    /// Words of the GM that nobody heard.
    unheard: Vec<Unheard>,
    /// The uses of skills that have asked the GM.
    asked: Vec<(Phase, CharacterId, SkillRef)>,
    /// The Turn has begun.
    begun: bool,
    /// What the GM said before the Turn began, to happen as it begins.
    unspoken: Vec<Working>,
    /// Sentences of sheets that what they waited for has come to.
    woken: Vec<reactions::Woken>,
    /// Attacks that have struck in this batch.
    blown: Vec<reactions::Blown>,
    /// Sentences that held until what has now been done.
    endings: Vec<reactions::Ending>,
    /// They are being carried out.
    answering: bool,
    /// Those of the first time each Turn that have had it.
    answers: BTreeMap<(CharacterId, SkillRef, u16), u32>,
    /// Who dies of an effect, and by whom.
    doomed: Vec<(CharacterId, CharacterId)>,
    /// How many reactions to reactions are under way.
    chain: u32,
    /// A chain too long has been reported.
    chain_reported: bool,
}

/// Damage somebody took.
#[derive(Clone, Copy, Debug)]
struct Blow {
    batch: u32,
    /// `None`: nobody's, as Poison can be.
    by: Option<CharacterId>,
    on: CharacterId,
    amount: Exact,
    /// What Health there was before.
    health: Exact,
    /// By an attack, not by a status.
    attack: bool,
}

/// A Master's share in the damage of a blow.
#[derive(Clone, Copy, Debug)]
struct Credit {
    master: CharacterId,
    /// Which of the blows.
    blow: usize,
    term: CpTerm,
}

impl<'a> Night<'a> {
    fn new(war: &War, plans: &'a [SeatPlan], rulings: &'a Rulings) -> Night<'a> {
        Night {
            war: war.clone(),
            plans,
            rulings,
            events: Vec::with_capacity(256),
            record: vec![Vec::new(); war.characters.len()],
            phase: Phase::TurnStart,
            batch: 0,
            tasks: Vec::new(),
            before: None,
            restored: Vec::new(),
            stood: Vec::new(),
            void: Vec::new(),
            bids: Vec::new(),
            refused: Vec::new(),
            ledger: Vec::new(),
            blows: Vec::new(),
            attacked_again: Vec::new(),
            exposed: BTreeSet::new(),
            over: false,
            pending: Vec::new(),
            answered: Vec::new(),
            unheard: Vec::new(),
            asked: Vec::new(),
            begun: false,
            unspoken: Vec::new(),
            woken: Vec::new(),
            blown: Vec::new(),
            endings: Vec::new(),
            answering: false,
            answers: BTreeMap::new(),
            doomed: Vec::new(),
            chain: 0,
            chain_reported: false,
        }
    }

    /// Begins a phase.
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.next_batch();
        self.rule(Moment::Before(phase));
        for kind in learning::looked_around(&self.war) {
            self.emit(kind, None, Cause::Rule, None, &[RuleId::I(2)]);
        }
        bounded_fields::sense(self);
        if phase == Phase::DailyMove {
            bounded_fields::notice_items(self);
        }
        self.war.round = phase.round();
        // Of the Initial and the Instant Phase it belongs to the one batch (A067, A085).
        if !matches!(phase, Phase::Initial | Phase::Instant) {
            reactions::each_turn(self, phase);
        }
    }

    /// What follows does not happen at once with what came before, but within a batch: all in it does.
    fn next_batch(&mut self) {
        if self.before.is_none() {
            self.batch += 1;
        }
    }

    /// The position that everybody reads in this batch.
    fn basis(&self) -> &War {
        self.before.as_ref().unwrap_or(&self.war)
    }

    /// Lets an event happen: decides who perceives it, applies it, and lets observers learn from it.
    fn emit(
        &mut self,
        kind: impl Into<EventKind>,
        parent: Option<EventId>,
        cause: Cause,
        place: Option<LocationId>,
        rules: &[RuleId],
    ) -> EventId {
        let kind = kind.into();
        let place = place.or_else(|| kind.facts(&self.war).place);
        let sights = self.sights_of(&kind, cause, place);
        self.emit_seen(sights, kind, parent, cause, place, rules)
    }

    /// Who perceives an event as the position is now.
    fn sights_of(&self, kind: &EventKind, cause: Cause, place: Option<LocationId>) -> Vec<Sight> {
        let mut sights = sights::sights(&self.war, kind, place);
        if let Cause::Effect { .. } = cause {
            sights::keep_to_the_place(&self.war, kind, &mut sights);
        }
        sights
    }

    /// Emits an event that is perceived by these, and not by whom the position says as it comes up: of what
    /// happens at once no part may be seen by those alone whose names come later (R274).
    fn emit_seen(
        &mut self,
        sights: Vec<Sight>,
        kind: EventKind,
        parent: Option<EventId>,
        cause: Cause,
        place: Option<LocationId>,
        rules: &[RuleId],
    ) -> EventId {
        let id = EventId(u32::try_from(self.events.len()).unwrap_or(u32::MAX).saturating_add(1));
        if self.war.in_force.waits() || !self.blown.is_empty() {
            reactions::wake(self, &kind, id);
        }
        let event = Event {
            id,
            phase: self.phase,
            batch: self.batch,
            parent,
            cause,
            rules: rules.to_vec(),
            place,
            kind,
            sights,
        };
        apply(&mut self.war, &event);
        if let EventKind::Effects(Effects::Summoned { .. }) = event.kind {
            // It is there for everybody, even for those who see the position before their batch.
            self.record.resize_with(self.war.characters.len(), Vec::new);
            if let Some(before) = self.before.as_mut() {
                apply(before, &event);
            }
        }
        for (sight, number) in event.sights.iter().zip(0u16..) {
            if let Some(record) = self.record.get_mut(sight.observer.index()) {
                record.push((id.0 - 1, number));
            }
        }
        let learned = learning::learned(&self.war, &event);
        self.events.push(event);
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

    /// An exact product, or a fault for the GM.
    fn exact<T>(&mut self, product: Result<T, LostDigits>) -> Option<T> {
        product.map_err(|error| self.fault(&error.to_string())).ok()
    }

    /// Records something the engine should not have met.
    fn fault(&mut self, text: &str) {
        self.emit(Referee::Fault { text: text.to_owned() }, None, Cause::Rule, None, &[]);
    }

    /// Reports once what became of an order.
    fn report(&mut self, task: usize, outcome: Outcome) {
        let Some(entry) = self.tasks.get_mut(task) else { return };
        if entry.reported {
            return;
        }
        entry.reported = true;
        // Of a command nobody is answered but by what came of it.
        if entry.obeys.is_some() {
            return;
        }
        let (order, actor) = (entry.reference, entry.order.actor.id);
        let rules: &[RuleId] = match outcome {
            Outcome::NotDone { why: Reason::Forbidden } => &[RuleId::R(8), RuleId::I(22)],
            Outcome::NotDone { why: Reason::IllegalCondition } => &[RuleId::R(201), RuleId::A(236)],
            Outcome::NotDone { .. } => &[RuleId::I(22)],
            Outcome::Done { .. } | Outcome::DonePartly { .. } => &[],
        };
        self.emit(Referee::OrderOutcome { order, actor, outcome }, None, Cause::Order(order), None, rules);
    }
}
