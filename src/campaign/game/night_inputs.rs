//! The inputs of a night, parsed against the position before it: orders, Logic Game entries and rulings.

use crate::campaign::error::{CampaignError, FaultyFile, Result};
use crate::campaign::folder::{NightFolder, read_text_if_there};
use crate::campaign::order_files::OrderText;
use crate::language::codes;
use crate::language::span::Source;
use crate::logic::entry::LogicEntry;
use crate::night::SeatPlan;
use crate::night::logic::logic_file;
use crate::night::rulings::Rulings;
use crate::night::rulings::ruling_file;
use crate::orders::check;
use crate::perception::view_of::build_view;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::checked_orders::CheckedOrders;

/// The codes of headers that say that the orders are for something else.
const MISDIRECTED_CODES: [&str; 3] = [codes::OTHER_WAR, codes::OTHER_NIGHT, codes::OTHER_TEAM];

/// Checks a seat's orders against what the seat knows. No order that is for another War, Night or team is carried out
/// (R232).
pub fn check_orders(before: &War, text: OrderText) -> CheckedOrders {
    let seat = SeatId::at(text.seat);
    // The token was checked when the orders came; it may have changed since.
    let mut view = build_view(before, seat);
    view.night = text.night;
    let checked = check(&text.source, &view);
    let is_for_this_night = !checked.diagnostics.iter().any(|d| MISDIRECTED_CODES.contains(&d.code));
    let (diagnostics, faulty) = (checked.diagnostics.clone(), checked.faulty.clone());
    let mut plan = SeatPlan::from_checked(seat, checked);
    if text.night <= before.night {
        // Last orders are repeated (A234), but nobody says the same again.
        plan.orders.retain(|order| !order.body.is_logic_game_only());
        plan.refused.retain(|order| !order.body.is_logic_game_only());
    }
    if !is_for_this_night {
        plan.refused.append(&mut plan.orders);
        plan.refused.sort_by_key(|order| order.number);
    }
    CheckedOrders { seat, source: text.source, plan, faulty, diagnostics }
}

/// Reads the GM's entries for the Logic Game of a night; empty without a file.
pub fn read_logic(before: &War, night: &NightFolder) -> Result<Vec<LogicEntry>> {
    let path = night.logic_file();
    let Some(text) = read_text_if_there(&path)? else { return Ok(Vec::new()) };
    parse_logic(before, Source::new(path.display().to_string(), text))
}

/// Reads the text of a `logic.yaml`.
pub fn parse_logic(before: &War, source: Source) -> Result<Vec<LogicEntry>> {
    logic_file::parse_file(&source, before)
        .map_err(|diagnostics| CampaignError::Faults(vec![FaultyFile { source, diagnostics }]))
}

/// Reads the rulings for a night with these orders: `tried` if given, otherwise the night's file; empty without a file.
pub fn read_rulings(before: &War, night: &NightFolder, plans: &[SeatPlan], tried: Option<&str>) -> Result<Rulings> {
    let path = night.rulings_file();
    let text = match tried {
        Some(text) => Some(text.to_owned()),
        None => read_text_if_there(&path)?,
    };
    let Some(text) = text else { return Ok(Rulings::default()) };
    let source = Source::new(path.display().to_string(), text);
    ruling_file::parse_file(&source, before, plans)
        .map_err(|diagnostics| CampaignError::Faults(vec![FaultyFile { source, diagnostics }]))
}
