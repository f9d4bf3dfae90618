//! The Logic Game's log as its readers know it (R386–R400): the statements are public, a player's standing is
//! private.
//!
//! Who plays a character is never revealed, so the addressee of a blue, and whoever owes an answer, are named as its
//! author wrote them. Everybody must know who is banned (R399); warnings and strikes are private.

use serde::{Deserialize, Serialize};

use crate::logic::{Author, Colour, DutyState, Ledger, STRIKES_THAT_BAN, Statement, StatementRelation};
use crate::vocabulary::ids::SeatId;
use crate::war::War;

/// The Logic Game's log as one reader sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogicView {
    /// Every statement, in order of number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<StatementView>,
    /// The answers owed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub owed: Vec<OwedView>,
    /// The banned players.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub banned: Vec<BannedView>,
    /// The reader's own standing; `None` in the public log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<StandingView>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct StatementView {
    pub number: u32,
    /// The Night whose update it stands in.
    pub night: u32,
    pub colour: Colour,
    pub by: String,
    /// Whether the reader stated it.
    #[serde(rename = "own")]
    pub is_own: bool,
    /// To whom it is addressed, in its author's words.
    pub to: Option<String>,
    /// The blue that this red answers.
    pub answers: Option<u32>,
    /// The blue that this statement counters.
    pub counters: Option<u32>,
    /// The reds it rests on.
    pub with: Vec<u32>,
    pub text: String,
    /// What it should have said.
    pub correction: Option<CorrectionView>,
    /// Why the GM set it aside, so that it does not count.
    pub set_aside: Option<SetAsideView>,
    /// Whether it is guaranteed to be true.
    #[serde(rename = "guaranteed")]
    pub is_guaranteed: bool,
    /// The state of the duty to answer it, for a blue with an addressee.
    pub duty: Option<DutyView>,
}

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectionView {
    /// Whether the GM corrected it rather than its author.
    #[serde(rename = "by_gm")]
    pub is_by_gm: bool,
    /// The words.
    pub text: String,
    /// The Night whose update it stands in.
    pub night: u32,
}

/// Why a statement does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAsideView {
    /// The GM's reason.
    pub reason: String,
    /// The Night whose update it stands in.
    pub night: u32,
}

/// The state of a duty to answer a blue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", content = "with", rename_all = "snake_case")]
pub enum DutyView {
    /// An answer is due by the update of that Night.
    Open(u32),
    /// That statement answered or countered it.
    Met(u32),
    /// The GM excused the addressee.
    Excused(String),
    /// The duty no longer exists.
    Lifted,
    /// No answer came by the update of that Night.
    Failed(u32),
}

/// A duty to answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwedView {
    /// The blue.
    pub statement: u32,
    /// Who owes it, in its author's words.
    pub who: String,
    /// To whom it is owed.
    pub to: String,
    /// The Night by whose update it is due.
    pub due: u32,
    /// Whether the reader owes it.
    #[serde(rename = "mine")]
    pub is_mine: bool,
    /// The words of the blue.
    pub text: String,
}

/// A banned player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BannedView {
    /// The banned character's name, as the reader knows them.
    pub who: String,
    /// The Night since whose update they are banned.
    pub night: u32,
}

/// The reader's standing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct StandingView {
    /// Whether the reader has had the one warning.
    #[serde(rename = "warned")]
    pub is_warned: bool,
    /// Whether that warning came with this update.
    #[serde(rename = "warned_now")]
    pub is_newly_warned: bool,
    pub strikes: u32,
    /// The number of strikes that ban.
    pub of: u32,
    #[serde(rename = "banned")]
    pub is_banned: bool,
    /// Whether the reader takes no part in the Logic Game.
    #[serde(rename = "out")]
    pub takes_no_part: bool,
}

impl LogicView {
    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        let is_plain = |s: &StandingView| !s.is_warned && s.strikes == 0 && !s.is_banned && !s.takes_no_part;
        self.statements.is_empty() && self.banned.is_empty() && self.standing.as_ref().is_none_or(is_plain)
    }

    /// The statement with this number.
    pub fn build_statement_view(&self, number: u32) -> Option<&StatementView> {
        self.statements.iter().find(|s| s.number == number)
    }
}

/// Returns the log as a seat reads it, or as everybody does when `reader` is `None`: what stands in the updates so
/// far and what was posted since.
pub fn build_logic_view(war: &War, reader: Option<SeatId>) -> LogicView {
    let ledger = &war.logic;
    let is_public = |s: &&Statement| s.is_posted || s.night <= war.night;
    let owed = ledger.open_duties().filter_map(|owed| {
        let blue = ledger.statement(owed.statement).filter(is_public)?;
        Some(OwedView {
            statement: owed.statement,
            who: blue.to.as_ref()?.name.clone(),
            to: author_name(war, blue.author),
            due: owed.due_night,
            is_mine: reader == Some(owed.debtor),
            text: blue.text.clone(),
        })
    });
    let banned = ledger.persons.iter().filter_map(|(who, standing)| {
        Some(BannedView { who: author_name(war, Author::Person(*who)), night: standing.banned_since? })
    });
    LogicView {
        statements: ledger
            .statements
            .iter()
            .filter(is_public)
            .map(|s| find_statement(war, ledger, s, reader))
            .collect(),
        owed: owed.collect(),
        banned: banned.collect(),
        standing: reader.map(|who| build_standing_view(war, who)),
    }
}

fn build_standing_view(war: &War, who: SeatId) -> StandingView {
    let standing = war.logic.standing(who);
    StandingView {
        is_warned: standing.warned_on.is_some(),
        is_newly_warned: standing.warned_on == Some(war.night),
        strikes: standing.strikes,
        of: STRIKES_THAT_BAN,
        is_banned: standing.banned_since.is_some(),
        takes_no_part: standing.takes_no_part,
    }
}

fn find_statement(war: &War, ledger: &Ledger, statement: &Statement, reader: Option<SeatId>) -> StatementView {
    let correction = statement.correction.as_ref().map(|c| CorrectionView {
        is_by_gm: c.by == Author::Gm,
        text: c.text.clone(),
        night: c.night,
    });
    StatementView {
        number: statement.number,
        night: statement.night,
        colour: statement.colour,
        by: author_name(war, statement.author),
        is_own: reader.is_some() && statement.author.person() == reader,
        to: statement.to.as_ref().map(|to| to.name.clone()),
        answers: statement.reply.and_then(|r| if let StatementRelation::Answers(n) = r { Some(n) } else { None }),
        counters: statement.reply.and_then(|r| if let StatementRelation::Counters(n) = r { Some(n) } else { None }),
        with: statement.with.clone(),
        text: statement.text.clone(),
        correction,
        set_aside: statement
            .set_aside
            .as_ref()
            .map(|aside| SetAsideView { reason: aside.reason.clone(), night: aside.night }),
        is_guaranteed: ledger.is_guaranteed(statement),
        duty: statement.duty.as_ref().map(|duty| match &duty.state {
            DutyState::Open => DutyView::Open(duty.due),
            DutyState::Met(by) => DutyView::Met(*by),
            DutyState::Excused(reason) => DutyView::Excused(reason.clone()),
            DutyState::Lifted => DutyView::Lifted,
            DutyState::Failed(night) => DutyView::Failed(*night),
        }),
    }
}

/// The name of an author: a player goes by the name of their seat.
pub fn author_name(war: &War, author: Author) -> String {
    match author {
        Author::Gm => "the GM".to_owned(),
        Author::Person(seat) => war.setup.seats.get(seat.index()).map(|s| s.name.clone()).unwrap_or_default(),
    }
}
