//! What an order makes a character do: what must hold for it, what is paid, what is done.

pub(super) mod consuming;
pub(super) mod contracts;
pub(super) mod facility;
pub(super) mod igm;
pub(super) mod perform;
pub(super) mod price;
pub(super) mod reach;
pub(super) mod skills;
pub(super) mod speech;
pub(super) mod trade;
pub(super) mod used;
pub(super) mod using;
