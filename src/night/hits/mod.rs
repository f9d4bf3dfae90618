//! Hits: who is struck, what stands between, what they do.

pub(super) mod attack;
pub(super) mod damage;
pub(super) mod interception;
pub(super) mod landing;
pub(super) mod negation;
pub(super) mod stroke;
pub(super) mod surprise;
