//! What a used skill does besides damage: what happens once (`immediate`), what begins to hold
//! (`lasting`) and how that ends (`ending`, `unheld`). `work` puts them together.

pub(super) mod apply_skill;
pub(super) mod bounded_fields;
pub(super) mod end_effects;
pub(super) mod expired_effects;
pub(super) mod immediate;
pub(super) mod lasting;
pub(super) mod marble;
pub(super) mod reached;
pub(super) mod relocation;

mod cancelling;
mod lessons;
mod summoning;
