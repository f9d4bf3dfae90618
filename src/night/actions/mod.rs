//! What an order makes a character do: what must hold for it, what is paid, what is done.

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
