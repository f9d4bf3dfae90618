//! What a used skill does besides damage: what happens once (`immediate`), what begins to hold
//! (`lasting`) and how that ends (`ending`, `unheld`). `work` puts them together.

pub(super) mod bounded_fields;
pub(super) mod ending;
pub(super) mod immediate;
pub(super) mod lasting;
pub(super) mod marble;
pub(super) mod reached;
pub(super) mod relocation;
pub(super) mod unheld;
pub(super) mod work;

mod cancelling;
mod learning;
mod summoning;
