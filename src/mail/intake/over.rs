//! A player's letter once the War is over: it orders nothing, what it says is the GM's to read, and what may still be
//! asked for is answered.

use crate::mail::inbox::{Enclosure, LetterOutcome};
use crate::mail::letter::LetterText;
use crate::mail::letter_templates::OrderReceipt;
use crate::mail::referee::LetterOrders;
use crate::mail::requests::Request;

use super::decisions::{Decision, in_order, refused};

/// What comes of it: `said` is told to the GM, `texts` are without it and without what is asked for, and `reading` is what
/// they order.
pub(super) fn decide_over(
    mut decision: Decision,
    mut receipt: OrderReceipt,
    night: u32,
    (requests, said): (&[Request], &[String]),
    (reading, texts): (&LetterOrders, &[LetterText]),
) -> Decision {
    let over = format!("The War ended on night {night}.");
    // Beside orders, which are no matter any more, what is none; else all that it says.
    let lines = texts.iter().flat_map(|text| text.text.lines()).filter(|line| line.chars().any(char::is_alphabetic));
    let lines: Vec<String> = match reading.is_empty() {
        true => lines.map(str::to_owned).collect(),
        false => reading.notes.clone(),
    };
    let mut notes: Vec<String> = said.iter().cloned().chain(lines).collect();
    for request in requests {
        match request {
            Request::Press(press) => notes.extend(press.text.lines().map(str::to_owned)),
            Request::Update => decision.enclosed.push(Enclosure::Update),
            Request::Help
            | Request::Status
            | Request::Orders
            | Request::Packet
            | Request::Sheet
            | Request::Withdraw(_)
            | Request::WithdrawOrders(_)
            | Request::Wait
            | Request::Ready
            | Request::Extension(_)
            | Request::Away { .. }
            | Request::Back
            | Request::Html(_)
            | Request::Address(_)
            | Request::Confirm(_) => {}
        }
    }
    decision.notes = in_order(notes.iter(), texts);
    if decision.notes.is_empty() && requests.is_empty() {
        return refused(decision, receipt, format!("the War ended on night {night}"), vec![over]);
    }
    receipt.outcome = "answered".to_owned();
    receipt.why = vec![over];
    receipt.notes.clone_from(&decision.notes);
    decision.outcome = Some(match decision.notes.is_empty() {
        true => LetterOutcome::Answered,
        false => LetterOutcome::SetAside,
    });
    decision.why = format!("the War ended on night {night}");
    decision.receipt = Some(receipt);
    decision
}
