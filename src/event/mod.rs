//! Events: everything that can happen. The event log is the only record of a Night.
//!
//! State changes only by applying events ([`apply`]), and every update, explanation and statistic is rendered from
//! them. An event carries the rules it rests on, its cause and parent, its location, and who perceived it and how.
//!
//! | module | holds |
//! | --- | --- |
//! | [`kind`], [`detail`] | every kind of event; details beyond the kind |
//! | [`facts`] | whom a kind concerns, who perceives it, what there is to learn from it |
//! | [`apply`], `apply_ruling`, [`changes`], `payment`, `seen_contracts` | what an event changes in the position |
//! | [`number_receipts`], [`recorded_deeds`] | how a number came about; the deeds that an event counts as |
//! | [`words`], [`prose`] | an event, or a whole Night, in words for the GM |
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

/// An event's number in its Night's log, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventId(pub u32);

/// Something that happened in a Night.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number in the log.
    pub id: EventId,
    /// The part of the Turn.
    pub phase: Phase,
    /// Its batch: all events of one batch happen at once.
    pub batch: u32,
    /// The event it followed from.
    pub parent: Option<EventId>,
    /// Why it happened.
    pub cause: Cause,
    /// The rules and rulings it rests on.
    pub rules: Vec<RuleId>,
    /// The location; `None` for events without one.
    #[serde(rename = "place")]
    pub location: Option<LocationId>,
    /// What happened.
    pub kind: EventKind,
    /// Who perceived it, decided when it happened.
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
        /// The skill whose effect it is.
        skill: SkillRef,
        /// Who used it.
        user: CharacterId,
    },
    /// A ruling of the GM: its number in `rulings.yaml`, from 1.
    Ruling(u16),
}

/// An order of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OrderRef {
    /// The seat that ordered it.
    pub seat: SeatId,
    /// The number of the order within the seat's, from 1.
    pub number: u16,
}

/// Records that a character perceived an event, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Observation {
    /// Who perceived it.
    pub observer: CharacterId,
    /// The observer's part: doer, victim, bystander, scout, or somebody who was told.
    #[serde(rename = "role")]
    pub vantage: Vantage,
    /// The observer's ACT when it happened.
    pub acuity: Acuity,
    /// Whether the other end of the deed was in another location (R091): the attacker's end, for those struck; the
    /// target's end, for those beside the attacker.
    #[serde(rename = "afar", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_afar: bool,
    /// Whether the actor is hidden from the observer (family 18).
    #[serde(rename = "hidden_author", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_actor_hidden: bool,
    /// Whether an object is hidden from the observer.
    #[serde(rename = "hidden_object", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_object_hidden: bool,
    /// The objects and the interceptor that are hidden from the observer (A257).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unseen: Vec<CharacterId>,
}

/// How an observer perceives an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Vantage {
    /// Did it, or it concerns the observer's own resources: knows it exactly.
    Own,
    /// It was done to the observer's own body (I13).
    Victim,
    /// Was in the same location.
    Present,
    /// Scouted the location by day (I17).
    Scout,
    /// Is told by a rule: an alert, a contract (I06).
    Told,
}
