//! The steps by which the ledger changes, and what each changes.
//!
//! Nothing is decided here: a step records what followed from what was said. The Night's events carry the steps.

use serde::{Deserialize, Serialize};

use crate::vocabulary::ids::SeatId;

use super::{Author, Correction, Duty, DutyState, Ledger, SetAside, Statement, StatementRelation};

/// Why a player was warned or given strikes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PenaltyReason {
    /// A blue was not answered by its update (R395, R396).
    Unanswered(u32),
    /// A red was untrue, and the GM had to correct it (R388).
    Untrue(u32),
    /// A red was untrue, and its author knew it (R389).
    Intended(u32),
    /// The GM's own reason (R008).
    Word(String),
}

/// Why the GM should look at a statement again; for the GM alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatementDoubt {
    /// The program knows that this sentence is untrue (R387).
    Untrue(String),
    /// This sentence is about something not yet decided (A248).
    Undecided(String),
    /// The statement contains these words of a sheet (A246, R010).
    SheetWords(String),
}

/// One change of the ledger, or a note to the GM.
#[expect(missing_docs, reason = "the variant's comment says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LedgerStep {
    /// A statement was made.
    Stated(Statement),
    /// A statement was corrected (R388, R390).
    Corrected {
        statement: u32,
        by: Author,
        /// What it should have said.
        text: String,
    },
    /// A statement was set aside, so that it does not count.
    SetAside { statement: u32, reason: String },
    /// A blue need not be answered.
    Excused { statement: u32, reason: String },
    /// A blue was not answered in time.
    Failed { statement: u32, who: SeatId },
    /// A player got the one warning (R395, A249).
    Warned { who: SeatId, why: PenaltyReason },
    /// A player got strikes (R388, R389, R396).
    Struck { who: SeatId, strikes: u32, why: PenaltyReason },
    /// A player was banned (R397–R399).
    Banned { who: SeatId },
    /// The GM withdrew a player's warning, strikes and ban (R008).
    Cleared { who: SeatId, reason: String },
    /// A player left the game, or takes part again (R386).
    Out { who: SeatId, out: bool },
    /// The GM should look at a statement again; nobody else is told.
    Doubted { statement: u32, doubts: Vec<StatementDoubt> },
    /// An entry of `logic.yaml` had no effect, which the GM is told.
    Moot {
        /// Its number in the file, from 1.
        entry: u16,
        why: String,
    },
}

impl LedgerStep {
    /// Whether the GM should look at it before the Night is final: doubts, entries without effect, penalties.
    pub const fn needs_gm_review(&self) -> bool {
        match self {
            LedgerStep::Doubted { .. }
            | LedgerStep::Moot { .. }
            | LedgerStep::Failed { .. }
            | LedgerStep::Warned { .. }
            | LedgerStep::Struck { .. }
            | LedgerStep::Banned { .. } => true,
            LedgerStep::Stated(_)
            | LedgerStep::Corrected { .. }
            | LedgerStep::SetAside { .. }
            | LedgerStep::Excused { .. }
            | LedgerStep::Cleared { .. }
            | LedgerStep::Out { .. } => false,
        }
    }
}

impl Ledger {
    /// Applies a step, in the Night of this number.
    pub fn apply(&mut self, step: &LedgerStep, night: u32) {
        match step {
            LedgerStep::Stated(statement) => self.add_statement(statement),
            LedgerStep::Corrected { statement, by, text } => {
                let correction = Correction { by: *by, text: text.clone(), night };
                if let Some(corrected) = self.statement_mut(*statement) {
                    corrected.correction = Some(correction);
                }
            }
            LedgerStep::SetAside { statement, reason } => self.set_aside(*statement, reason, night),
            LedgerStep::Excused { statement, reason } => {
                self.close_duty(*statement, DutyState::Excused(reason.clone()))
            }
            LedgerStep::Failed { statement, .. } => self.close_duty(*statement, DutyState::Failed(night)),
            LedgerStep::Warned { who, .. } => self.persons.entry(*who).or_default().warned_on = Some(night),
            LedgerStep::Struck { who, strikes, .. } => {
                let standing = self.persons.entry(*who).or_default();
                standing.strikes = standing.strikes.saturating_add(*strikes);
            }
            LedgerStep::Banned { who } => {
                self.persons.entry(*who).or_default().banned_since = Some(night);
                self.lift_duties(*who);
            }
            LedgerStep::Cleared { who, .. } => {
                let standing = self.persons.entry(*who).or_default();
                (standing.warned_on, standing.strikes, standing.banned_since) = (None, 0, None);
                self.persons.retain(|_, standing| *standing != super::PlayerStanding::default());
            }
            LedgerStep::Out { who, out } => {
                self.persons.entry(*who).or_default().takes_no_part = *out;
                if *out {
                    self.lift_duties(*who);
                }
                self.persons.retain(|_, standing| *standing != super::PlayerStanding::default());
            }
            LedgerStep::Doubted { .. } | LedgerStep::Moot { .. } => {}
        }
    }

    fn add_statement(&mut self, statement: &Statement) {
        if let (Some(reply), Author::Person(by)) = (statement.reply, statement.author)
            && self.open_duties().any(|owed| owed.statement == reply.target() && owed.debtor == by)
        {
            self.close_duty(reply.target(), DutyState::Met(statement.number));
        }
        self.statements.push(statement.clone());
    }

    /// Closes an open duty with this state.
    fn close_duty(&mut self, blue: u32, state: DutyState) {
        if let Some(duty) = self.statement_mut(blue).and_then(|s| s.duty.as_mut())
            && duty.state == DutyState::Open
        {
            duty.state = state;
        }
    }

    /// Sets a statement aside. A duty that it created is lifted, and a duty that it met is open again, due by the
    /// next update.
    fn set_aside(&mut self, number: u32, reason: &str, night: u32) {
        self.close_duty(number, DutyState::Lifted);
        let Some(statement) = self.statement_mut(number) else { return };
        statement.set_aside = Some(SetAside { reason: reason.to_owned(), night });
        if let Some(StatementRelation::Answers(blue) | StatementRelation::Counters(blue)) = statement.reply
            && let Some(duty) = self.statement_mut(blue).and_then(|s| s.duty.as_mut())
            && duty.state == DutyState::Met(number)
        {
            *duty = Duty { due: night.saturating_add(1), state: DutyState::Open };
        }
    }

    /// Lifts all duties from and to a player who left the game (R397, R399).
    fn lift_duties(&mut self, who: SeatId) {
        for statement in &mut self.statements {
            let is_concerned =
                statement.author == Author::Person(who) || statement.to.as_ref().is_some_and(|to| to.person == who);
            if let Some(duty) = statement.duty.as_mut().filter(|d| is_concerned && d.state == DutyState::Open) {
                duty.state = DutyState::Lifted;
            }
        }
    }
}
