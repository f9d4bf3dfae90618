//! From the pairs of one sentence to branches: conditions, alternatives, reactions, delays.
//!
//! | module | holds |
//! | --- | --- |
//! | `order_builder`, `body` | a sentence becomes branches: conditions, their order, who acts |
//! | `unclear_words` | words that order nothing or may mean two things |
//! | `if_order` | which condition belongs to which action |
//! | `alternatives`, `choices` | one order in place of another; one of two targets |
//! | `reactions`, `delays` | orders that answer an event; orders that wait |
//! | `each_time` | orders that answer each of several times |
//! | `asked_times` | orders whose conditions are asked as a phase begins |
//! | `places` | which location `there` is |

pub(super) mod alternatives;
pub(super) mod asked_times;
pub(super) mod body;
pub(super) mod choices;
pub(super) mod delays;
pub(super) mod each_time;
pub(super) mod if_order;
pub(super) mod order_builder;
pub(super) mod places;
pub(super) mod reactions;
mod unclear_words;
