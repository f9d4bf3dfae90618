//! What can happen. The event log is the only truth about a Night.
//!
//! State changes only by applying events ([`apply`]); every update, explanation and statistic is
//! rendered from them. An event carries the rules it rests on, its cause and parent, its place,
//! and who perceived it how.
//!
//! | module | holds |
//! | --- | --- |
//! | [`kind`], [`detail`] | every kind of event; what they say beyond their kind |
//! | [`facts`] | whom a kind concerns, who perceives it, what there is to be learned of it |
//! | [`apply`], `apply_ruling`, [`changes`], `payment`, `seen_contracts` | what an event changes in the position |
//! | [`number_receipts`], [`recorded_deeds`] | how a number came about; the deeds an event consists of |
//! | [`words`], [`prose`] | an event, a whole Night, in words for the GM |
//!
//! `CONTRIBUTING.md` says how a kind of event is added.

pub mod apply;
mod apply_ruling;
pub mod changes;
pub mod detail;
pub mod facts;
pub mod kind;
pub mod number_receipts;
mod payment;
pub mod prose;
pub mod recorded_deeds;
mod seen_contracts;
pub mod words;

use serde::{Deserialize, Serialize};

use crate::vocabulary::ids::{CharacterId, LocationId, SeatId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rule_id::RuleId;
use crate::war::setup::SkillRef;

use kind::EventKind;

/// An event's place in its Night's log, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub u32);

/// Something that happened in a Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its place in the log.
    pub id: EventId,
    /// The part of the Turn.
    pub phase: Phase,
    /// The batch: all of one batch happened at once.
    pub batch: u32,
    /// The event it followed from.
    pub parent: Option<EventId>,
    /// Why it happened.
    pub cause: Cause,
    /// The rules and rulings it rests on.
    pub rules: Vec<RuleId>,
    /// Where; `None` for what has no place.
    pub place: Option<LocationId>,
    /// What happened.
    pub kind: EventKind,
    /// Who perceived it, decided as it happened.
    #[serde(rename = "sights")]
    pub observations: Vec<Observation>,
}

/// Why an event happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Cause {
    /// The rules themselves.
    Rule,
    /// An order.
    Order(OrderRef),
    /// An effect in force.
    Effect {
        /// The skill it is of.
        skill: SkillRef,
        /// Who used it.
        user: CharacterId,
    },
    /// The GM's word: its place in `rulings.yaml`, from 1.
    Ruling(u16),
}

/// An order of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OrderRef {
    /// The seat that ordered it.
    pub seat: SeatId,
    /// Which of its orders, from 1.
    pub number: u16,
}

/// That a character perceived an event, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Observation {
    /// Who perceived it.
    pub observer: CharacterId,
    /// In what part: doer, victim, bystander, scout, or somebody who was told.
    #[serde(rename = "role")]
    pub vantage: Vantage,
    /// Their ACT when it happened.
    pub acuity: Acuity,
    /// The other end of the deed was in another location (R091): who struck, seen from those
    /// struck; whom it struck, seen from beside who did.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub afar: bool,
    /// Whoever did it is hidden from the observer (family 18).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden_author: bool,
    /// Somebody it was done to is hidden from the observer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden_object: bool,
    /// Who of those it was done to, and who stood between, is hidden from the observer (A257).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<CharacterId>,
}

/// From where an observer perceives an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Vantage {
    /// Did it, or it concerns its own resources: knows it exactly.
    Own,
    /// It was done to its own body (I13).
    Victim,
    /// Was in the same location.
    Present,
    /// Scouted the location by day (I17).
    Scout,
    /// Is told by a rule: an alert, a contract (I06).
    Told,
}
