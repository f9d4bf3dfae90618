//! What an order makes a character do: what must hold for it, what is paid, what is done.
//!
//! | module | holds |
//! | --- | --- |
//! | `perform` | one action carried out: an arm a kind of order, in here or below |
//! | `step_skill`, `find_skill` | which skill an order means, in what form, how often |
//! | `begin_use`, `price`, `reach` | using a skill: what must hold, what it costs, whom it can reach |
//! | `contracts`, `speech` | contracts and shields; words between players |
//! | `trade`, `facility`, `igm`, `consuming` | items and services, who pays for them, the IGM, consuming people |

pub(super) mod begin_use;
pub(super) mod consuming;
pub(super) mod contracts;
pub(super) mod facility;
pub(super) mod find_skill;
pub(super) mod igm;
pub(super) mod perform;
pub(super) mod price;
pub(super) mod reach;
pub(super) mod speech;
pub(super) mod step_skill;
pub(super) mod trade;
