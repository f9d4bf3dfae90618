//! Hits: who is struck, who intercepts, what the hits inflict.
//!
//! | module | holds |
//! | --- | --- |
//! | `land_hits` | the hits of a batch, or of one use, hit by hit |
//! | `compute_landings`, `landing`, `apply_landings` | computing the hits; one computed hit; carrying them out |
//! | `interception`, `negation`, `thrown_back`, `surprise` | who intercepts; what has no effect; what strikes back; Surprise Attacks |
//! | `hit` | one hit, as the damage formula takes it |
//! | `base_damage`, `damage_formula` | the damage of a hit before anything changes it; the one damage formula |
//! | `piercing` | which stats the damage is calculated with and against, and what cannot reduce it |
//! | `damage_source` | what inflicts damage, and which sentences concern it |
//! | `absorption` | what shields absorb of incoming damage |
//! | `damage_shares` | what a later hit does not inflict, or another target takes |
//! | `sparing` | attacks that leave so much Health |
//! | `quotas` | sentences that work on a number of attacks, and what hits use up of them |

pub(super) mod absorption;
pub(super) mod apply_landings;
pub(super) mod base_damage;
mod compute_landings;
pub(super) mod damage_formula;
mod damage_shares;
pub(super) mod damage_source;
pub(super) mod hit;
pub(super) mod interception;
pub(super) mod land_hits;
pub(super) mod landing;
pub(super) mod negation;
mod piercing;
pub(super) mod quotas;
pub(super) mod sparing;
pub(super) mod surprise;
mod thrown_back;
