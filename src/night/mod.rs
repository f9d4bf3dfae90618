//! Resolving a Night: a pure function of the War, the orders and the GM's rulings.

pub mod ruling;
pub mod ruling_file;

use crate::event::Event;
use crate::language::condition::Written;
use crate::language::order::Order;
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use ruling::Rulings;

/// A seat's orders as checked: names, bound to handles by the night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// Whose.
    pub seat: SeatId,
    /// The orders without faults, in the order written.
    pub orders: Vec<Order<Written>>,
}

/// What a Night came to.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The position after the Night.
    pub war: War,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    /// What awaits a ruling; while anything does, the Night is provisional.
    pub pending: Vec<Pending>,
}

/// A question to the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The key to answer it by: `instant/Saber/Oath of Silence/1`.
    pub key: String,
    /// What is asked.
    pub question: String,
}

/// Resolves a Night.
#[must_use]
pub fn resolve(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Resolution {
    let _ = (plans, rulings);
    Resolution { war: war.clone(), events: Vec::new(), pending: Vec::new() }
}
