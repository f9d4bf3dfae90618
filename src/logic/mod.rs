//! The Logic Game's ledger: who stated what in red, blue and gold, who owes an answer, who was warned (R386–R400).
//!
//! | colour | is | whose |
//! | --- | --- | --- |
//! | red | guaranteed to be true (R387) | anybody's who is not banned |
//! | blue | a guess with good grounds (R391) | the same |
//! | gold | always true (R400) | the GM's |
//!
//! A blue with an addressee creates a [`Duty`]: to answer it in red (R394) or to counter it in blue (R393) by the
//! next update. The ledger is part of the War (`entry`) and changes only by [`LedgerStep`]s (`step`), which the
//! Night's events carry. The Night decides which steps follow from what came in.

pub mod entry;
pub mod step;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::vocabulary::ids::SeatId;

use step::{LedgerStep, PenaltyReason};

/// Strikes that ban from the game (R397).
pub const STRIKES_THAT_BAN: u32 = 3;
/// The maximum number of characters of a statement, which is printed in everybody's update.
pub const MAX_STATEMENT_LENGTH: usize = 1000;

/// The colour of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// A statement its author guarantees (R387).
    Red,
    /// A guess (R391).
    Blue,
    /// A statement of the GM's, always true (R400).
    Gold,
}

impl Colour {
    /// The word for the colour.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Gold => "gold",
        }
    }
}

/// Who states or corrects something. A person of the rulebook is a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Author {
    /// The GM.
    Gm,
    /// A player, even one whose characters are dead (A249).
    Person(SeatId),
}

impl Author {
    /// The player; `None` for the GM.
    #[must_use]
    pub const fn person(self) -> Option<SeatId> {
        match self {
            Author::Gm => None,
            Author::Person(seat) => Some(seat),
        }
    }
}

/// The addressee of a blue (A247).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addressee {
    /// The name that the author used: nobody else need know who plays the character.
    pub name: String,
    /// Who must answer.
    pub person: SeatId,
}

/// The relation of a statement to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatementRelation {
    /// A red that confirms or denies this blue (R394).
    Answers(u32),
    /// A blue as plausible as this blue (R393).
    Counters(u32),
}

impl StatementRelation {
    /// The number of the statement replied to.
    pub const fn target(self) -> u32 {
        match self {
            StatementRelation::Answers(number) | StatementRelation::Counters(number) => number,
        }
    }
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Statement {
    /// Its number in the War, from 1.
    pub number: u32,
    /// The Night whose update it stands in.
    pub night: u32,
    pub colour: Colour,
    /// Who states it.
    pub author: Author,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Addressee>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<StatementRelation>,
    /// The reds it rests on, which rule other possibilities out (R392).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<u32>,
    /// Whether everybody could read it before that Night's orders were due.
    #[serde(rename = "posted", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_posted: bool,
    /// What it should have said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// Why the GM set it aside, so that it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<SetAside>,
    /// The duty of its addressee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<Duty>,
}

/// What a statement should have said (R388, R390).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Who corrected it: its author or the GM.
    pub by: Author,
    /// The words.
    pub text: String,
    /// The Night whose update it stands in.
    pub night: u32,
}

/// A statement that the GM does not count: a blue without a basis (R391), a counter less plausible than the blue
/// (R393), a red about what is undecided (A248), a sheet's own words (A246).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// The reason, which everybody reads.
    pub reason: String,
    /// The Night whose update it stands in.
    pub night: u32,
}

/// The duty to answer a blue (R394, A247).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// The Night by whose update it is due (R395).
    pub due: u32,
    /// Its state.
    pub state: DutyState,
}

/// The state of a duty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DutyState {
    /// An answer is due.
    Open,
    /// The statement with this number met it.
    Met(u32),
    /// The GM excused the addressee, for this reason.
    Excused(String),
    /// It was lifted with the blue, or because one of the two players left the game (R399).
    Lifted,
    /// No answer came by the update of that Night. An answer may still come, but the failure stands.
    Failed(u32),
}

/// A player's standing in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerStanding {
    /// The Night of the player's one warning (R395, A249).
    #[serde(rename = "warned", default, skip_serializing_if = "Option::is_none")]
    pub warned_on: Option<u32>,
    /// The number of strikes, which never expire (A249).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub strikes: u32,
    /// The Night since whose update the player is banned (R397).
    #[serde(rename = "banned", default, skip_serializing_if = "Option::is_none")]
    pub banned_since: Option<u32>,
    /// Whether the player takes no part (R386).
    #[serde(rename = "out", default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_no_part: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(strikes: &u32) -> bool {
    *strikes == 0
}

/// A duty to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDuty {
    /// The blue.
    pub statement: u32,
    /// Who owes it.
    pub debtor: SeatId,
    /// The Night by whose update it is due.
    pub due_night: u32,
}

/// The ledger of a War.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Every statement, in order of number.
    pub statements: Vec<Statement>,
    /// The players whose standing differs from the initial one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub persons: BTreeMap<SeatId, PlayerStanding>,
}

impl Ledger {
    /// Whether nothing has happened in it yet.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.persons.is_empty()
    }

    /// The number of the next statement.
    pub fn next_number(&self) -> u32 {
        u32::try_from(self.statements.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The statement with this number.
    pub fn statement(&self, number: u32) -> Option<&Statement> {
        self.statements.get(index_of(number)?)
    }

    fn statement_mut(&mut self, number: u32) -> Option<&mut Statement> {
        self.statements.get_mut(index_of(number)?)
    }

    /// A player's standing.
    pub fn standing(&self, who: SeatId) -> PlayerStanding {
        self.persons.get(&who).cloned().unwrap_or_default()
    }

    /// Whether a player is banned (R397).
    pub fn is_banned(&self, who: SeatId) -> bool {
        self.persons.get(&who).is_some_and(|p| p.banned_since.is_some())
    }

    /// Whether a player takes part: neither banned nor staying out.
    pub fn takes_part(&self, who: SeatId) -> bool {
        self.persons.get(&who).is_none_or(|p| p.banned_since.is_none() && !p.takes_no_part)
    }

    /// Whether a statement is guaranteed: gold, or a red that nobody corrected or set aside and whose author is not
    /// banned (R387, R398, R400).
    pub fn is_guaranteed(&self, statement: &Statement) -> bool {
        let stands = statement.correction.is_none() && statement.set_aside.is_none();
        match (statement.colour, statement.author) {
            (Colour::Gold, _) => true,
            (Colour::Red, Author::Gm) => stands,
            (Colour::Red, Author::Person(who)) => stands && !self.is_banned(who),
            (Colour::Blue, _) => false,
        }
    }

    /// The duty that a blue creates for its addressee, if any. It is due by this update if everybody could read the
    /// blue before, else by the next (R394, R395, R399, A247).
    pub fn duty_created_by(&self, statement: &Statement) -> Option<Duty> {
        let author = statement.author.person()?;
        let to = statement.to.as_ref()?.person;
        let creates_duty =
            statement.colour == Colour::Blue && author != to && self.takes_part(author) && self.takes_part(to);
        let due = if statement.is_posted { statement.night } else { statement.night.saturating_add(1) };
        creates_duty.then_some(Duty { due, state: DutyState::Open })
    }

    /// Every open duty, in order of the blues.
    pub fn open_duties(&self) -> impl Iterator<Item = OpenDuty> + '_ {
        self.statements.iter().filter_map(|s| match (&s.duty, &s.to) {
            (Some(Duty { due, state: DutyState::Open }), Some(to)) => {
                Some(OpenDuty { statement: s.number, debtor: to.person, due_night: *due })
            }
            _ => None,
        })
    }

    /// The penalty for a duty not met by its update: first the one warning, then a strike each time (R395, R396,
    /// A249).
    pub fn penalty_for(&self, owed: OpenDuty) -> LedgerStep {
        let OpenDuty { statement, debtor: who, .. } = owed;
        let why = PenaltyReason::Unanswered(statement);
        if self.standing(who).warned_on.is_none() {
            LedgerStep::Warned { who, why }
        } else {
            LedgerStep::Struck { who, strikes: 1, why }
        }
    }

    /// Whether a player has the strikes that ban and is not banned yet (R397).
    pub fn must_be_banned(&self, who: SeatId) -> bool {
        let standing = self.standing(who);
        standing.strikes >= STRIKES_THAT_BAN && standing.banned_since.is_none()
    }

    /// The words of every red and of every correction of one. What has been declared is no secret any more, whoever
    /// declared it and whatever happened to it since (R320).
    pub fn red_texts(&self) -> impl Iterator<Item = &str> {
        let red = self.statements.iter().filter(|statement| statement.colour == Colour::Red);
        red.flat_map(|s| std::iter::once(s.text.as_str()).chain(s.correction.as_ref().map(|c| c.text.as_str())))
    }
}

fn index_of(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests;
