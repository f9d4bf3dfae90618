//! A player's letter after the War is over: it orders nothing, its words are kept for the GM, and the requests that are
//! still possible are answered.

use crate::mail::inbox::{Enclosure, LetterOutcome};
use crate::mail::letter::LetterText;
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::mailed_war::LetterOrders;
use crate::mail::reply::RequestReply;
use crate::mail::requests::Request;

use super::decisions::{Decision, refuse, sort_by_position};

/// What may be asked for after the War.
const WHAT_MAY_BE_ASKED: &str = "\
You may still ask for your update again, your sheets and this; whatever else you write is kept for the GM. Here is how \
orders were written.";

/// Decides about a letter after the War is over. `gm_notes` are words for the GM, `texts` are the letter without these
/// and without the requests, and `reading` is the orders in `texts`.
pub(super) fn decide_after_war(
    mut decision: Decision,
    mut receipt: OrderReceipt,
    night: u32,
    (requests, gm_notes): (&[Request], &[String]),
    (reading, texts): (&LetterOrders, &[LetterText]),
) -> Decision {
    let end_note = format!("The War ended on night {night}.");
    // If there are orders, which no longer matter, the lines that are not orders; otherwise all lines.
    let lines = texts.iter().flat_map(|text| text.text.lines()).filter(|line| line.chars().any(char::is_alphabetic));
    let lines: Vec<String> = match reading.is_empty() {
        true => lines.map(str::to_owned).collect(),
        false => reading.notes.clone(),
    };
    let mut notes: Vec<String> = gm_notes.iter().cloned().chain(lines).collect();
    let mut asks_about_orders = false;
    for request in requests {
        match request {
            Request::Press(press) => notes.extend(press.text.lines().map(str::to_owned)),
            Request::Update => decision.enclosed.push(Enclosure::Update),
            Request::Sheet => decision.enclosed.push(Enclosure::Sheets),
            Request::Help => {
                receipt.says.push(RequestReply::Said(WHAT_MAY_BE_ASKED.to_owned()));
                decision.enclosed.push(Enclosure::Guide);
            }
            Request::Status
            | Request::Orders
            | Request::Packet
            | Request::Withdraw(_)
            | Request::WithdrawOrders(_)
            | Request::Wait
            | Request::Ready
            | Request::Extension(_)
            | Request::Away { .. }
            | Request::Back => asks_about_orders = true,
            Request::Html(_) => notes.push("asks for letters of another form".to_owned()),
            Request::Address(to) => notes.push(format!("asks for letters to go to {to}")),
            Request::Confirm(_) => notes.push("confirms another address".to_owned()),
        }
    }
    receipt.says.extend(
        asks_about_orders.then(|| RequestReply::Said("No more orders are due, and nobody is waited for.".to_owned())),
    );
    decision.notes = sort_by_position(notes.iter(), texts);
    if decision.notes.is_empty() && requests.is_empty() {
        return refuse(decision, receipt, format!("the War ended on night {night}"), vec![end_note]);
    }
    receipt.outcome = "answered".to_owned();
    receipt.why = vec![end_note];
    receipt.notes.clone_from(&decision.notes);
    decision.outcome = Some(match decision.notes.is_empty() {
        true => LetterOutcome::Answered,
        false => LetterOutcome::SetAside,
    });
    decision.reason = format!("the War ended on night {night}");
    decision.receipt = Some(receipt);
    decision
}
