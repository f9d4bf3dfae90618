//! What came in for a night, read against the position before it: orders and rulings.
//!
//! May import [`crate::orders`], [`crate::perception`], [`crate::night`] and what those may.

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::campaign::folder::{NightFolder, read_text_if_there};
use crate::campaign::orders::OrderText;
use crate::language::diagnostic::Diagnostic;
use crate::language::names::{NameBook, NameKind};
use crate::language::span::Source;
use crate::night::ruling::Rulings;
use crate::night::{SeatPlan, ruling_file};
use crate::perception::view::View;
use crate::perception::view_of::view;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::play::CheckedOrders;

/// Checks a seat's orders against what the seat knows.
#[must_use]
pub fn orders(before: &War, text: OrderText) -> CheckedOrders {
    let seat = SeatId::at(text.seat);
    // Whether the token is right was asked when the orders came in; it may have changed since.
    let checked = check(&text.source, &view(before, seat));
    let plan = SeatPlan { seat, orders: checked.plan };
    CheckedOrders { seat, source: text.source, plan, diagnostics: checked.diagnostics }
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

/// Orders as read; until `orders::check` joins, what the names mean is not looked at.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What can be carried out.
    pub plan: Vec<crate::language::order::Order<crate::language::condition::Written>>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads orders with the names of a view.
#[must_use]
pub fn check(source: &Source, view: &View) -> Checked {
    let mut names = NameBook::new();
    view.own.iter().for_each(|c| names.add(&c.name, NameKind::Own));
    view.known.iter().for_each(|c| names.add(&c.name, NameKind::Character));
    view.locations.iter().for_each(|l| names.add(&l.name, NameKind::Location));
    view.own.iter().flat_map(|c| &c.skills).flat_map(|s| &s.names).for_each(|n| names.add(n, NameKind::Skill));
    let parsed = crate::language::orders::parse(source, &names);
    Checked { plan: parsed.orders, diagnostics: parsed.diagnostics }
}
