//! What an import must know beside the letters, and how a letter proves whose it is.

use std::collections::BTreeMap;

use jiff::{Zoned, civil::Date};

use crate::campaign::game::mail_file::{ExtensionRule, PressRules};
use crate::mail::sender::Correspondent;

/// Whose orders a letter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The letter must prove it.
    Post,
    /// The GM says so.
    As(usize),
    /// A board says so, of a post.
    Posted {
        /// Of which seat the orders are.
        seat: usize,
        /// The latest moment at which it may have been written, in seconds since 1970.
        written: i64,
        /// Why the GM must look, whatever it says; empty where nothing speaks against it.
        doubt: &'static str,
    },
}

impl Mode {
    /// Whether orders must have come in time.
    pub(super) const fn is_timed(self) -> bool {
        match self {
            Mode::Post | Mode::Posted { .. } => true,
            Mode::As(_) => false,
        }
    }
}

/// When orders for a night were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFor {
    /// When the night before was played, in seconds since 1970.
    At(i64),
    /// It is not written down.
    Unknown,
}

/// What an import must know beside the letters.
#[derive(Clone, Debug, Default)]
pub struct IntakeContext {
    /// What time it is, in seconds since 1970.
    pub now: i64,
    /// When orders are due.
    pub due: Option<Zoned>,
    /// How long after that they are still taken, in seconds.
    pub grace: i64,
    /// The night is put off without a day.
    pub paused: bool,
    /// When the last night's updates went out.
    pub opened: Option<i64>,
    /// When the night before was played, and orders for the next were asked for.
    pub asked_for: Option<AskedFor>,
    /// Addresses of the referee's own.
    pub own: Vec<String>,
    /// The most answers that one address gets within a day to letters that are certainly its own.
    pub answers: Option<u32>,
    /// The day that it is where orders are due.
    pub today: Date,
    /// Whether the War's own rule has granted more time in the night already.
    pub granted: bool,
    /// How an extension is granted.
    pub extension: ExtensionRule,
    /// What press there is.
    pub press: PressRules,
    /// The codes that confirm a change of address, and whether they were mailed to the new one: each with the seat.
    pub codes: BTreeMap<String, (String, Option<String>)>,
    /// The GM, as a sender.
    pub gm: Option<Correspondent>,
    /// The GM's own letters that wait for their `confirm`: id and subject.
    pub unconfirmed: Vec<(String, String)>,
    /// The letters that say what would come of one of the GM's, by their ids: which it is.
    pub echoes: BTreeMap<String, String>,
    /// What the letters are called that went out, by their ids; and in words, which night's, and to whom.
    pub names: BTreeMap<String, (String, String)>,
    /// The answers that went out in the night: id, the letter that each answers, and when it went out.
    pub answered: BTreeMap<String, (String, i64)>,
    /// The letters that went out to players: id and address. Nobody else knows such an id.
    pub sent: BTreeMap<String, String>,
    /// When each seat came into the hands of the player it has.
    pub handed: BTreeMap<String, i64>,
    /// Whether the night is played, and a letter taken into it on the GM's word: its writer is told by what follows.
    pub past: bool,
    /// The night in whose book it stands, where that is a later one.
    pub came: Option<u32>,
    /// Whether a letter is taken in on the GM's word whose writer has left the seat: what stands there is another's.
    pub left: bool,
    /// Whether nothing is written.
    pub dry: bool,
}
