//! What came in for a night, read against the position before it: orders and rulings.
//!
//! May import [`crate::orders`], [`crate::perception`], [`crate::night`] and what those may.

use crate::campaign::error::{FaultyFile, Result};
use crate::campaign::folder::NightFolder;
use crate::campaign::orders::OrderText;
use crate::night::SeatPlan;
use crate::night::ruling::Rulings;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::play::CheckedOrders;

/// Checks a seat's orders against what the seat knows.
#[must_use]
pub fn orders(before: &War, text: OrderText) -> CheckedOrders {
    let seat = SeatId::at(text.seat);
    let _ = before;
    CheckedOrders { seat, source: text.source, plan: SeatPlan { seat, orders: Vec::new() }, diagnostics: Vec::new() }
}

/// Reads the GM's word for a night.
///
/// # Errors
/// Every fault of `rulings.yaml`.
pub fn rulings(before: &War, night: &NightFolder) -> Result<(Rulings, Vec<FaultyFile>)> {
    let _ = (before, night);
    Ok((Rulings::default(), Vec::new()))
}
