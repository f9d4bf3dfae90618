//! Hits: who is struck, what stands between, what they do.

pub(super) mod base_damage;
pub(super) mod damage_formula;
pub(super) mod interception;
pub(super) mod land_hits;
pub(super) mod landing;
pub(super) mod negation;
pub(super) mod surprise;
