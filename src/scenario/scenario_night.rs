//! The result of a scenario's Night, with everything that can be expected of it.

use std::collections::BTreeMap;

use crate::event::Event;
use crate::language::diagnostic::Diagnostic;
use crate::night::PendingQuestion;
use crate::perception::public::build_public_report;
use crate::perception::report::build_report;
use crate::updates::page;
use crate::updates::render::{TemplateError, Templates};
use crate::vocabulary::ids::SeatId;
use crate::war::War;

/// The result of a Night, with everything that can be expected of it.
pub(super) struct ScenarioNight {
    /// The position before it.
    pub(super) war_before: War,
    /// The position after it.
    pub(super) war: War,
    /// The log.
    pub(super) events: Vec<Event>,
    /// The questions that need a ruling.
    pub(super) pending: Vec<PendingQuestion>,
    /// The diagnostics of each seat's orders.
    pub(super) diagnostics: Vec<(SeatId, Vec<Diagnostic>)>,
    /// The orders carried out, in canonical words.
    pub(super) orders: Vec<(SeatId, Vec<page::AcceptedOrder>)>,
}

impl ScenarioNight {
    /// Renders the update that a seat would be sent.
    pub(super) fn render_page(&self, seat: SeatId) -> Result<String, TemplateError> {
        let report = build_report(&self.war_before, &self.war, &self.events, seat);
        let orders = self.orders.iter().find(|(s, _)| *s == seat).map_or(&[][..], |(_, orders)| orders);
        Templates::new(BTreeMap::new())?.render_personal_text(&page::personal_page(&report, orders, None))
    }

    /// Renders the public update.
    pub(super) fn render_public_page(&self) -> Result<String, TemplateError> {
        let report = build_public_report(&self.war_before, &self.war, &self.events);
        Templates::new(BTreeMap::new())?.render_public_text(&page::public_page(&report, None))
    }
}
