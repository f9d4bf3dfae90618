//! The steps of the Logic Game in plain words, for the GM.

use crate::logic::step::{LedgerStep, PenaltyReason, StatementDoubt};
use crate::logic::{Author, Statement, StatementRelation};
use crate::vocabulary::ids::SeatId;
use crate::war::War;

use super::HandleNames;

/// A step of the Logic Game as a line for the GM.
pub fn describe_ledger_step(war: &War, step: &LedgerStep) -> String {
    HandleNames { war }.describe_step(step)
}

impl HandleNames<'_> {
    fn seat_name(&self, seat: SeatId) -> &str {
        self.war.setup.seats.get(seat.index()).map_or("?", |s| &s.name)
    }

    fn author_name(&self, author: Author) -> &str {
        match author {
            Author::Gm => "the GM",
            Author::Person(seat) => self.seat_name(seat),
        }
    }

    pub(in crate::event) fn describe_step(&self, step: &LedgerStep) -> String {
        match step {
            LedgerStep::Stated(statement) => self.describe_statement(statement),
            LedgerStep::Corrected { statement, by, text } => {
                format!("{} corrects statement {statement}: \"{text}\"", self.author_name(*by))
            }
            LedgerStep::SetAside { statement, reason } => format!("the GM sets statement {statement} aside: {reason}"),
            LedgerStep::Excused { statement, reason } => {
                format!("statement {statement} need not be answered: {reason}")
            }
            LedgerStep::Failed { statement, who } => {
                format!("{} has not answered statement {statement} in time", self.seat_name(*who))
            }
            LedgerStep::Warned { who, why } => {
                format!("{} is warned in the Logic Game: {}", self.seat_name(*who), penalty_reason_words(why))
            }
            LedgerStep::Struck { who, strikes, why } => {
                let total_strikes = self.war.logic.standing(*who).strikes;
                let plural = if *strikes == 1 { "" } else { "s" };
                format!(
                    "{} has {strikes} strike{plural}, {total_strikes} in all: {}",
                    self.seat_name(*who),
                    penalty_reason_words(why)
                )
            }
            LedgerStep::Banned { who } => format!("{} is banned from the Logic Game", self.seat_name(*who)),
            LedgerStep::Cleared { who, reason } => {
                format!("the GM takes back warning, strikes and ban of {}: {reason}", self.seat_name(*who))
            }
            LedgerStep::Out { who, out: true } => format!("{} takes no part in the Logic Game", self.seat_name(*who)),
            LedgerStep::Out { who, out: false } => {
                format!("{} takes part in the Logic Game again", self.seat_name(*who))
            }
            LedgerStep::Doubted { statement, doubts } => {
                let doubts: Vec<String> = doubts.iter().map(doubt_words).collect();
                format!("statement {statement} is doubtful: {}", doubts.join("; "))
            }
            LedgerStep::Moot { entry, why } => format!("entry {entry} of logic.yaml comes to nothing: {why}"),
        }
    }

    fn describe_statement(&self, statement: &Statement) -> String {
        let colour = statement.colour.name();
        let reply = match statement.reply {
            None => String::new(),
            Some(StatementRelation::Answers(number)) => format!(", answering {number}"),
            Some(StatementRelation::Counters(number)) => format!(", countering {number}"),
        };
        let to = statement.to.as_ref().map(|to| format!(" to {}", to.name)).unwrap_or_default();
        format!(
            "{} states in {colour}{to}{reply}, number {}: \"{}\"",
            self.author_name(statement.author),
            statement.number,
            statement.text
        )
    }
}

fn penalty_reason_words(why: &PenaltyReason) -> String {
    match why {
        PenaltyReason::Unanswered(number) => format!("statement {number} was not answered"),
        PenaltyReason::Untrue(number) => format!("red statement {number} was untrue"),
        PenaltyReason::Intended(number) => format!("red statement {number} was knowingly untrue"),
        PenaltyReason::Word(reason) => reason.clone(),
    }
}

/// A doubt about a statement, in words.
fn doubt_words(doubt: &StatementDoubt) -> String {
    match doubt {
        StatementDoubt::Untrue(sentence) => format!("`{sentence}` is untrue as things stand (R387)"),
        StatementDoubt::Undecided(sentence) => format!("`{sentence}` is not decided yet (A248)"),
        StatementDoubt::SheetWords(words) => format!("`{words}` stands so on a sheet (A246)"),
    }
}
