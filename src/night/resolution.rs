//! The input and the result of a Night.

use crate::event::{Event, OrderRef};
use crate::language::condition::Written;
use crate::language::order::Order;
use crate::night::rulings::Rulings;
use crate::orders::CheckedFile;
use crate::vocabulary::ids::{LocationId, SeatId};
use crate::war::War;

/// The checked orders of a seat. Their names are bound to ids by the Night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatPlan {
    /// The seat whose orders they are.
    pub seat: SeatId,
    /// The orders without faults, in the order written.
    pub orders: Vec<Order<Written>>,
    /// The orders with faults. They are not carried out, unless the GM allows one (R008).
    pub refused: Vec<Order<Written>>,
    /// How many orders there were, including those that could not be parsed.
    pub count: usize,
}

impl SeatPlan {
    /// Builds the plan from checked orders.
    pub fn from_checked(seat: SeatId, checked: CheckedFile) -> SeatPlan {
        SeatPlan { seat, orders: checked.plan, refused: checked.refused, count: checked.count }
    }

    /// Yields the orders to carry out, in the order written: those without faults, and those the GM allows.
    pub fn admitted<'p>(&'p self, rulings: &'p Rulings) -> impl Iterator<Item = &'p Order<Written>> {
        let reference =
            |order: &Order<Written>| Some(OrderRef { seat: self.seat, number: u16::try_from(order.number).ok()? });
        let allowed = self.refused.iter().filter(move |o| reference(o).is_some_and(|r| rulings.allows(r)));
        let mut admitted: Vec<&Order<Written>> = self.orders.iter().chain(allowed).collect();
        admitted.sort_by_key(|order| order.number);
        admitted.into_iter()
    }
}

/// The result of a Night.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The position after the Night.
    pub war: War,
    /// Everything that happened, in order.
    pub events: Vec<Event>,
    /// The questions that await a ruling. While there is one, the Night is provisional.
    pub pending: Vec<PendingQuestion>,
    /// Answers of the GM that nothing asked for.
    pub unasked: Vec<UnaskedAnswer>,
    /// Words of the GM in a location where nobody was.
    pub unheard: Vec<UnheardText>,
}

/// Words of a ruling that were said where nobody was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnheardText {
    /// The ruling's number in the file, from 1.
    pub ruling: u16,
    /// The location where they were said.
    pub location: LocationId,
}

/// An answer that nothing asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnaskedAnswer {
    /// The ruling's number in the file, from 1.
    pub ruling: u16,
    /// The question's key in `rulings.yaml`.
    pub key: String,
}

/// A question to the GM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingQuestion {
    /// The key to answer it by: `instant/Saber/Oath of Silence/1`.
    pub key: String,
    /// The question, in words for the GM.
    pub question: String,
    /// The sheet's sentences that ask, or the orders in question.
    pub sentences: Vec<String>,
    /// Who is involved, and how they stand: `Saber (the user): at Park, …`.
    pub involved: Vec<String>,
    /// What the GM writes beneath the key, with the choices as a comment: `winner: TEAM  # Red or none`.
    pub answer: String,
}
