//! The Logic Game on a page: the log for everybody, and on a seat's own page what it owes (R378, R386–R400).

use serde::Serialize;

use crate::logic::Colour;
use crate::perception::logic_view::{DutyView, LogicView, StatementView};

use super::value_words;

/// The log of the Logic Game on the public page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LogicBlock {
    /// The statements since the last update.
    pub new: Vec<LogicLine>,
    /// Earlier statements that changed since then.
    pub changed: Vec<LogicLine>,
    /// All other earlier statements.
    pub earlier: Vec<LogicLine>,
    /// Who owes whom an answer, a sentence each.
    pub owed: Vec<String>,
    /// Who is banned, as one phrase.
    pub banned: Option<String>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct LogicLine {
    pub number: u32,
    /// `red`, `blue` or `gold`.
    pub colour: &'static str,
    /// The author, the addressee and the statements it relates to: `Red, to Rin, resting on 2`.
    pub head: String,
    pub text: String,
    /// Remarks on it, a sentence each.
    pub remarks: Vec<String>,
}

/// The Logic Game on a seat's own page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LogicOwn {
    /// The answers that the seat owes.
    pub owed: Vec<OwnDuty>,
    /// The seat's standing, a sentence each.
    pub standing: Vec<String>,
}

impl LogicOwn {
    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.owed.is_empty() && self.standing.is_empty()
    }
}

/// A blue that the reader must answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct OwnDuty {
    /// The blue.
    pub number: u32,
    pub by: String,
    pub text: String,
    /// The Night by whose update the answer is due.
    pub due: u32,
}

/// The public log after a Night.
pub fn public_log(log: &LogicView, night: u32) -> LogicBlock {
    let mut block = LogicBlock::default();
    for statement in &log.statements {
        let line = statement_line(statement);
        if statement.night == night {
            block.new.push(line);
        } else if has_changed_in(statement, night) {
            block.changed.push(line);
        } else {
            block.earlier.push(line);
        }
    }
    block.owed = log
        .owed
        .iter()
        .map(|o| format!("{} owes {} an answer to {}, by the update of Night {}.", o.who, o.to, o.statement, o.due))
        .collect();
    block.banned = value_words::join_with_and(&log.banned.iter().map(|b| b.who.as_str()).collect::<Vec<_>>());
    block
}

/// What a seat owes, and its standing.
pub fn own_standing(log: &LogicView) -> LogicOwn {
    let own_duties = log.owed.iter().filter(|owed| owed.is_mine);
    let owed: Vec<OwnDuty> = own_duties
        .map(|duty| OwnDuty { number: duty.statement, by: duty.to.clone(), text: duty.text.clone(), due: duty.due })
        .collect();
    let mut notes = Vec::new();
    if let Some(own) = &log.standing {
        if own.is_banned {
            notes.push("You are banned from the Logic Game: what you said in red is guaranteed no longer.".to_owned());
        } else if own.takes_no_part {
            notes.push("You take no part in the Logic Game.".to_owned());
        } else {
            if own.is_newly_warned {
                notes.push("A blue stayed unanswered: this is the one warning there is.".to_owned());
            } else if own.is_warned {
                notes.push("You have had the one warning there is.".to_owned());
            }
            if own.strikes > 0 {
                notes.push(format!("Strikes: {} of the {} that ban.", own.strikes, own.of));
            }
        }
    }
    LogicOwn { owed, standing: notes }
}

/// Whether a statement was corrected or set aside, or its duty failed, in this Night.
fn has_changed_in(statement: &StatementView, night: u32) -> bool {
    let failed = matches!(statement.duty, Some(DutyView::Failed(since)) if since == night);
    failed
        || statement.set_aside.as_ref().is_some_and(|aside| aside.night == night)
        || statement.correction.as_ref().is_some_and(|correction| correction.night == night)
}

/// The line for a statement, with all remarks on it.
pub fn statement_line(statement: &StatementView) -> LogicLine {
    let mut head = statement.by.clone();
    if let Some(to) = &statement.to {
        head.push_str(&format!(", to {to}"));
    }
    if let Some(number) = statement.answers {
        head.push_str(&format!(", answering {number}"));
    }
    if let Some(number) = statement.counters {
        head.push_str(&format!(", countering {number}"));
    }
    if let Some(numbers) = value_words::join_with_and(&statement.with.iter().map(u32::to_string).collect::<Vec<_>>()) {
        head.push_str(&format!(", resting on {numbers}"));
    }
    let mut remarks = Vec::new();
    if let Some(correction) = &statement.correction {
        let by = if correction.is_by_gm { "the GM" } else { "its author" };
        remarks.push(format!("Corrected by {by}: \"{}\"", correction.text));
    }
    if let Some(aside) = &statement.set_aside {
        remarks.push(format!("Set aside by the GM: {}", aside.reason));
    }
    let is_standing = statement.correction.is_none() && statement.set_aside.is_none();
    if statement.colour == Colour::Red && !statement.is_guaranteed && is_standing {
        remarks.push("Guaranteed no longer: its author is banned.".to_owned());
    }
    match &statement.duty {
        Some(DutyView::Met(by)) => remarks.push(format!("Answered by {by}.")),
        Some(DutyView::Excused(reason)) => remarks.push(format!("It need not be answered: {reason}")),
        Some(DutyView::Lifted) if is_standing => remarks.push("Nobody need answer it any more.".to_owned()),
        Some(DutyView::Failed(night)) => remarks.push(format!("No answer came by the update of Night {night}.")),
        Some(DutyView::Open(_) | DutyView::Lifted) | None => {}
    }
    LogicLine { number: statement.number, colour: statement.colour.name(), head, text: statement.text.clone(), remarks }
}
