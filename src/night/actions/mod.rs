//! What an order makes a character do: its requirements, its price, and how it is carried out.
//!
//! | module | holds |
//! | --- | --- |
//! | `perform` | carries out one action: an arm for each kind of order, here or below |
//! | `step_skill`, `find_skill` | which skill an order means, in which form, how often |
//! | `begin_use`, `price`, `reach` | using a skill: its requirements, its price, whom it can reach |
//! | `contracts`, `speech` | contracts and interceptors; words between players |
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
