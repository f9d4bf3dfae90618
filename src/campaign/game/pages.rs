//! The pages of a night: each seat's update and the public one.
//!
//! May import [`crate::updates`] and what that may.

use std::collections::BTreeMap;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::file_name;
use crate::night::Resolution;
use crate::perception::public::public_report;
use crate::perception::report::reports;
use crate::updates::page::{Ordered, personal, public};
use crate::updates::render::{TemplateError, Templates};
use crate::war::War;

use super::play::CheckedOrders;

/// The name of the page for everybody.
pub const PUBLIC: &str = "public";

/// The pages of a night by file name: each seat's, and [`PUBLIC`]. `templates` stand for the
/// engine's of the same name.
///
/// # Errors
/// [`CampaignError::Template`] when a template cannot be used.
pub fn pages(
    before: &War,
    resolution: &Resolution,
    orders: &[CheckedOrders],
    deadline: Option<&str>,
    templates: BTreeMap<String, String>,
) -> Result<Vec<(String, String)>> {
    let templates = Templates::new(templates).map_err(failed)?;
    let (after, events) = (&resolution.war, &resolution.events);
    let mut pages = Vec::new();
    for report in reports(before, after, events) {
        let name = before.setup.seats.get(report.seat.index()).map_or("", |seat| &seat.name);
        let ordered = orders.iter().filter(|o| o.seat == report.seat).flat_map(accepted).collect::<Vec<_>>();
        let refused = orders.iter().filter(|o| o.seat == report.seat).flat_map(refused).collect();
        let page = personal(&report, &ordered, deadline).with_refused(refused);
        let text = templates.personal(&page).map_err(failed)?;
        pages.push((file_name(name), text));
    }
    let page = public(&public_report(before, after, events), deadline);
    pages.push((PUBLIC.to_owned(), templates.public(&page).map_err(failed)?));
    Ok(pages)
}

/// A seat's orders as accepted.
fn accepted(orders: &CheckedOrders) -> impl Iterator<Item = Ordered> {
    orders.plan.orders.iter().map(|order| Ordered::of(orders.seat, order))
}

/// What was wrong with a seat's orders, where, and what would be right.
fn refused(orders: &CheckedOrders) -> impl Iterator<Item = String> {
    orders.diagnostics.iter().filter(|d| d.is_error()).map(|fault| {
        let (line, _) = orders.source.line_column(fault.span.start);
        let right = fault.suggestion.as_ref().map(|s| format!(" (did you mean `{s}`?)")).unwrap_or_default();
        format!("Line {line}: {}{right}", fault.message)
    })
}

fn failed(error: TemplateError) -> CampaignError {
    CampaignError::Template { text: error.to_string() }
}
