//! A seat's orders of a night, checked.

use crate::language::condition::Written;
use crate::language::diagnostic::Diagnostic;
use crate::language::order::Order;
use crate::language::orders::FaultyOrder;
use crate::language::span::Source;
use crate::night::SeatPlan;
use crate::night::rulings::Rulings;
use crate::vocabulary::ids::SeatId;

/// A seat's orders with their diagnostics.
#[derive(Clone, Debug)]
pub struct CheckedOrders {
    /// The seat that sent them.
    pub seat: SeatId,
    /// The orders as they were written.
    pub source: Source,
    /// The orders that stand, bound to the seat's names.
    pub plan: SeatPlan,
    /// The orders with an error, by number and span.
    pub faulty: Vec<FaultyOrder>,
    /// The diagnostics; orders with errors are not carried out.
    pub diagnostics: Vec<Diagnostic>,
}

impl CheckedOrders {
    /// Adds the orders that the GM allows, and removes their diagnostics (R008).
    pub(super) fn admit_allowed(mut self, rulings: &Rulings) -> CheckedOrders {
        let admitted: Vec<Order<Written>> = self.plan.admitted(rulings).cloned().collect();
        let is_allowed = |fault: &Diagnostic| {
            let mut refused = self.plan.refused.iter().filter(|order| admitted.contains(order));
            refused.any(|order| order.span.start <= fault.span.start && fault.span.end <= order.span.end)
        };
        self.diagnostics.retain(|fault| !fault.is_error() || !is_allowed(fault));
        self.plan.refused.retain(|order| !admitted.contains(order));
        self.plan.orders = admitted;
        self
    }
}
