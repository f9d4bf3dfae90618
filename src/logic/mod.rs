//! The Logic Game's ledger: who stated what in red, blue and gold, who owes an answer, who was warned (R386–R400).
//!
//! | colour | is | whose |
//! | --- | --- | --- |
//! | red | guaranteed to be true (R387) | anybody's who is not banned |
//! | blue | a guess with good grounds (R391) | the same |
//! | gold | always true (R400) | the GM's |
//!
//! A blue addressed to somebody makes a [`Duty`]: to answer it in red (R394) or to counter it in blue (R393) by
//! the next update. The ledger stands in the War (`entry`) and changes by [`LedgerStep`]s alone (`step`), which the
//! Night's events carry; what steps follow from what came in is the Night's to say.

pub mod entry;
pub mod step;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::vocabulary::ids::SeatId;

use step::{LedgerStep, PenaltyReason};

/// Strikes that ban from the game (R397).
pub const STRIKES_THAT_BAN: u32 = 3;
/// The most letters a statement may have: it stands in everybody's update.
pub const LONGEST_STATEMENT: usize = 1000;

/// The colour of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Its author guarantees it (R387).
    Red,
    /// A guess (R391).
    Blue,
    /// The GM's, always true (R400).
    Gold,
}

impl Colour {
    /// The colour's word.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Gold => "gold",
        }
    }
}

/// Who states or corrects something. A person of the book is a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Author {
    /// The GM.
    Gm,
    /// A player; one whose characters are dead as well (A249).
    Person(SeatId),
}

impl Author {
    /// The player, unless it is the GM.
    #[must_use]
    pub const fn person(self) -> Option<SeatId> {
        match self {
            Author::Gm => None,
            Author::Person(seat) => Some(seat),
        }
    }
}

/// Whom a blue is addressed to (A247).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Addressee {
    /// As the author calls them: nobody else need know who plays them.
    pub name: String,
    /// Who must answer.
    pub person: SeatId,
}

/// What a statement says to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    /// Red that confirms or denies a blue (R394).
    Answers(u32),
    /// Blue as plausible as that blue (R393).
    Counters(u32),
}

impl Reply {
    /// The number of the statement replied to.
    pub const fn to(self) -> u32 {
        match self {
            Reply::Answers(number) | Reply::Counters(number) => number,
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
    pub reply: Option<Reply>,
    /// The red it rests on, which rules other possibilities out (R392).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<u32>,
    /// Everybody had read it before that Night's orders were due.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub posted: bool,
    /// What it should have said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// Why the GM does not let it count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set_aside: Option<SetAside>,
    /// What its addressee owes.
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

/// A statement that the GM does not let count: blue without a basis (R391), a counter less plausible than the blue
/// (R393), red about what is undecided (A248), a sheet's own words (A246).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAside {
    /// Why, for everybody to read.
    pub reason: String,
    /// The Night whose update it stands in.
    pub night: u32,
}

/// That a blue must be answered (R394, A247).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duty {
    /// By the update of which Night (R395).
    pub due: u32,
    /// How it stands.
    pub state: DutyState,
}

/// How a duty stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DutyState {
    /// It is owed.
    Open,
    /// It was met, by a statement of that number.
    Met(u32),
    /// The GM excused it.
    Excused(String),
    /// It fell away with the blue, or with either person's place in the game (R399).
    Lifted,
    /// Nothing came by the update of that Night. An answer may still come, but this failure stands.
    Failed(u32),
}

/// How a person stands in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerStanding {
    /// The Night of the one warning there is (R395, A249).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warned: Option<u32>,
    /// Strikes; they stay (A249).
    #[serde(default, skip_serializing_if = "is_zero")]
    pub strikes: u32,
    /// Banned since the update of that Night (R397).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banned: Option<u32>,
    /// Takes no part (R386).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(strikes: &u32) -> bool {
    *strikes == 0
}

/// A duty that is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// The blue.
    pub statement: u32,
    /// Who owes it.
    pub who: SeatId,
    /// By the update of which Night.
    pub due: u32,
}

/// The ledger of a War.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// Every statement, in order of number.
    pub statements: Vec<Statement>,
    /// Who stands otherwise than everybody at first.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub persons: BTreeMap<SeatId, PlayerStanding>,
}

impl Ledger {
    /// Whether nothing has been said or done.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty() && self.persons.is_empty()
    }

    /// The number of the next statement.
    pub fn next_number(&self) -> u32 {
        u32::try_from(self.statements.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The statement of a number.
    pub fn statement(&self, number: u32) -> Option<&Statement> {
        self.statements.get(place(number)?)
    }

    fn statement_mut(&mut self, number: u32) -> Option<&mut Statement> {
        self.statements.get_mut(place(number)?)
    }

    /// How a person stands.
    pub fn standing(&self, who: SeatId) -> PlayerStanding {
        self.persons.get(&who).cloned().unwrap_or_default()
    }

    /// Whether a person is banned (R397).
    pub fn is_banned(&self, who: SeatId) -> bool {
        self.persons.get(&who).is_some_and(|p| p.banned.is_some())
    }

    /// Whether a person takes part: neither banned nor staying out.
    pub fn takes_part(&self, who: SeatId) -> bool {
        self.persons.get(&who).is_none_or(|p| p.banned.is_none() && !p.out)
    }

    /// Whether a statement is guaranteed: gold, and red that nobody corrected or set aside and whose author is not
    /// banned (R387, R398, R400).
    pub fn guarantees(&self, statement: &Statement) -> bool {
        let stands = statement.correction.is_none() && statement.set_aside.is_none();
        match (statement.colour, statement.author) {
            (Colour::Gold, _) => true,
            (Colour::Red, Author::Gm) => stands,
            (Colour::Red, Author::Person(who)) => stands && !self.is_banned(who),
            (Colour::Blue, _) => false,
        }
    }

    /// What a blue makes its addressee owe: by this update where everybody had read it before, else by the next
    /// (R394, R395, R399, A247).
    pub fn duty_of(&self, statement: &Statement) -> Option<Duty> {
        let author = statement.author.person()?;
        let to = statement.to.as_ref()?.person;
        let binds = statement.colour == Colour::Blue && author != to && self.takes_part(author) && self.takes_part(to);
        let due = if statement.posted { statement.night } else { statement.night.saturating_add(1) };
        binds.then_some(Duty { due, state: DutyState::Open })
    }

    /// Every duty that is owed, in order of the blues.
    pub fn owed(&self) -> impl Iterator<Item = Owed> + '_ {
        self.statements.iter().filter_map(|s| match (&s.duty, &s.to) {
            (Some(Duty { due, state: DutyState::Open }), Some(to)) => {
                Some(Owed { statement: s.number, who: to.person, due: *due })
            }
            _ => None,
        })
    }

    /// What follows where a duty was not met by its update: the one warning there is, then a strike each
    /// (R395, R396, A249).
    pub fn penalty(&self, owed: Owed) -> LedgerStep {
        let Owed { statement, who, .. } = owed;
        let why = PenaltyReason::Unanswered(statement);
        if self.standing(who).warned.is_none() {
            LedgerStep::Warned { who, why }
        } else {
            LedgerStep::Struck { who, strikes: 1, why }
        }
    }

    /// Whether a person has the strikes that ban and is not banned yet (R397).
    pub fn has_to_go(&self, who: SeatId) -> bool {
        let standing = self.standing(who);
        standing.strikes >= STRIKES_THAT_BAN && standing.banned.is_none()
    }

    /// The words of every red there was, and of what corrected it: what has been declared is nobody's secret any more,
    /// whoever's word it was and whatever became of them since (R320).
    pub fn reds(&self) -> impl Iterator<Item = &str> {
        let red = self.statements.iter().filter(|s| s.colour == Colour::Red);
        red.flat_map(|s| std::iter::once(s.text.as_str()).chain(s.correction.as_ref().map(|c| c.text.as_str())))
    }
}

fn place(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

#[cfg(test)]
mod tests;
