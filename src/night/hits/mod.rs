//! Hits: who is struck, what stands between, what they do.
//!
//! | module | holds |
//! | --- | --- |
//! | `land_hits`, `landing` | the hits of a batch computed and carried out; one hit on its way |
//! | `interception`, `negation`, `surprise` | who stands between; what has no effect; Surprise Attacks |
//! | `base_damage`, `damage_formula` | what a hit inflicts before anything changes it; the one damage formula |
//! | `through` | through what damage is done, and which sentences speak of it |
//! | `absorption` | what shields absorb of damage that is about to be received |
//! | `shares` | what a later hit does not inflict, or another target takes |
//! | `quotas` | sentences that work on so many attacks, and what hits use up of them |

pub(super) mod absorption;
pub(super) mod base_damage;
pub(super) mod damage_formula;
pub(super) mod interception;
pub(super) mod land_hits;
pub(super) mod landing;
pub(super) mod negation;
pub(super) mod quotas;
mod shares;
pub(super) mod surprise;
pub(super) mod through;
