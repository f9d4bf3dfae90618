//! Orders that are withdrawn by their numbers in the plan.

use crate::campaign::error::Result;
use crate::mail::inbox::{self, CharacterWords, WordsStanding};
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::reply::Reply;
use crate::mail::requests::Request;

use super::{Decision, Intake};

impl Intake<'_> {
    /// What is left of the orders that hold, without those of some numbers: of each character who loses one. What
    /// cannot be done without a doubt is not done, and it is said why.
    pub(super) fn withdraw_by_number(
        &self,
        numbers: &[usize],
        (seat, arrived): (usize, i64),
        beside_others: bool,
        decision: &mut Decision,
        receipt: &mut OrderReceipt,
    ) -> Result<Vec<CharacterWords>> {
        let Some(of) = self.referee.seats.get(seat) else { return Ok(Vec::new()) };
        let named: Vec<String> = numbers.iter().map(usize::to_string).collect();
        let named = format!("{} {}", if named.len() == 1 { "order" } else { "orders" }, named.join(" and "));
        let mut refuse = |why: String| {
            receipt.says.push(Reply::Said(format!("You asked to withdraw {named}. Nothing was withdrawn: {why}")));
            Ok(Vec::new())
        };
        if beside_others {
            return refuse("your letter withdraws other orders too; send the one without the other.".to_owned());
        }
        if inbox::by_hand(&self.night, &self.entries, &of.name, &of.characters)?.is_some() {
            decision.notes.push(format!("asks to withdraw {named}, among orders that you wrote by hand"));
            return refuse("the GM wrote your orders in, and will read what you ask.".to_owned());
        }
        if self.is_numbered_anew(&of.name, arrived) {
            let why = "your letter came before you were told how your orders are numbered now. Write again by the numbers below.";
            return refuse(why.to_owned());
        }
        let held = inbox::holding(&self.entries, &of.name, &of.characters);
        let file = inbox::order_file(&self.entries, &of.name, &of.characters, self.referee.night).unwrap_or_default();
        match self.referee.without_orders(seat, &file, &held, numbers) {
            Err(why) => refuse(why),
            Ok((gone, left)) => {
                for (number, words) in gone {
                    receipt.says.push(Reply::Said(format!("Order {number} is withdrawn: {words}")));
                }
                decision.asked.push(Request::WithdrawOrders(numbers.to_vec()));
                let ordered = |words: &CharacterWords| {
                    let anew = |new: &CharacterWords| new.character == words.character && new.standing.holds();
                    decision.orders.iter().any(anew)
                };
                Ok(left.into_iter().filter(|words| !ordered(words)).collect())
            }
        }
    }

    /// Whether the orders of a seat have other numbers than their writer can have known: they changed again, in this run
    /// or in one that was no earlier than the letter arrived.
    fn is_numbered_anew(&self, seat: &str, arrived: i64) -> bool {
        let changes = |words: &CharacterWords| {
            words.seat == seat && (words.standing.holds() || words.standing == WordsStanding::Withdrawn)
        };
        let mut changed = self.entries.iter().filter(|entry| entry.orders.iter().any(changes));
        changed.next().is_some() && changed.any(|entry| entry.taken > arrived || self.news.contains(seat))
    }
}
