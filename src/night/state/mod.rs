//! A Night as it goes, in parts with an owner each.
//!
//! | part | holds |
//! | --- | --- |
//! | `position` | the position and its log: what is so, what has happened, who perceived it |
//! | `batch` | what happens at once |
//! | `agenda` | what is still to come: orders, offers, counters, deaths, and in `triggers` what sentences wait for |
//! | `questions` | what is asked of the GM, and what of the GM's word has been used |
//! | `credit` | who is owed what for which damage |
//! | `task`, `skill_use` | an order on its way; a skill in use |
//! | `night` | all of them together |
//!
//! A part's fields are its own. [`Night`] puts them together: it alone lets an event happen. Nothing here knows what an
//! order or an effect does.

pub(super) mod agenda;
pub(super) mod batch;
pub(super) mod credit;
pub(super) mod position;
pub(super) mod questions;
pub(super) mod skill_use;
pub(super) mod task;
pub(super) mod triggers;

mod night;

pub(super) use night::Night;
