//! The state of a Night in progress, in parts, each with its own fields.
//!
//! | part | holds |
//! | --- | --- |
//! | `position` | the position and its log: the state, the events, who perceived them |
//! | `batch` | what happens at once |
//! | `agenda` | what is still to come: orders, bids, queued uses, deaths; in `triggers`, what sentences wait for |
//! | `questions` | the questions to the GM, and which rulings have been used |
//! | `damage_credit` | credit for damage: kills and Combat Points |
//! | `task`, `skill_use` | an order being carried out; a skill in use |
//! | `night` | all of them together |
//!
//! Each part's fields are private to it. [`Night`] combines the parts, and only it emits events. Nothing here knows
//! what an order or an effect does.

pub(super) mod agenda;
pub(super) mod batch;
pub(super) mod damage_credit;
pub(super) mod position;
pub(super) mod questions;
pub(super) mod skill_use;
pub(super) mod task;
pub(super) mod triggers;

mod night;

pub(super) use night::Night;
