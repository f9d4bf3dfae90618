//! What an import needs beside the letters, and how the seat of a letter is established.

use std::collections::BTreeMap;

use jiff::{Zoned, civil::Date};

use crate::campaign::game::mail_file::{ExtensionRule, PressRules};
use crate::mail::sender::Correspondent;

/// How the seat of a letter is established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatProof {
    /// The letter must prove it.
    Letter,
    /// The GM names the seat.
    GmSays(usize),
    /// The letter is a forum post, and its author's name gives the seat.
    Posted {
        /// The seat that the orders are of.
        seat: usize,
        /// The latest moment at which it may have been written, in seconds since 1970.
        written: i64,
        /// Why the GM must decide whatever the post says; empty if nothing is in doubt.
        doubt: &'static str,
    },
}

impl SeatProof {
    /// Whether the deadline applies to the orders.
    pub(super) const fn is_timed(self) -> bool {
        match self {
            SeatProof::Letter | SeatProof::Posted { .. } => true,
            SeatProof::GmSays(_) => false,
        }
    }
}

/// When orders for a night were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrdersAskedAt {
    /// When the night before was played, in seconds since 1970.
    At(i64),
    /// There is no record.
    Unknown,
}

/// What an import needs beside the letters.
#[derive(Clone, Debug, Default)]
pub struct IntakeContext {
    /// The current time, in seconds since 1970.
    pub now: i64,
    /// When orders are due.
    pub deadline: Option<Zoned>,
    /// How long after that orders are still accepted, in seconds.
    pub grace: i64,
    /// Whether the night is paused.
    pub is_paused: bool,
    /// When the last night's updates were sent, in seconds since 1970.
    pub opened: Option<i64>,
    /// When the night before was played, and orders for the next were asked for.
    pub asked_for: Option<OrdersAskedAt>,
    /// The referee's own addresses.
    pub referee_addresses: Vec<String>,
    /// The most answers that one address gets within a day to letters that are certainly its own.
    pub answers: Option<u32>,
    /// The current date in the zone of the deadline.
    pub today: Date,
    /// Whether the War's own rule has already granted more time in this night.
    pub has_granted_time: bool,
    /// How an extension is granted.
    pub extension: ExtensionRule,
    /// Which press is allowed.
    pub press: PressRules,
    /// The codes that confirm a change of address. Each has its seat and, if the code was mailed to the new address,
    /// that address.
    pub codes: BTreeMap<String, (String, Option<String>)>,
    /// The GM, as a sender.
    pub gm: Option<Correspondent>,
    /// The GM's own letters that wait for their `confirm`: id and subject.
    pub unconfirmed: Vec<(String, String)>,
    /// The letters that say what a letter of the GM's would do: their message ids and the id of that letter.
    pub echoes: BTreeMap<String, String>,
    /// The letters that were sent: message id, name, and a description with the night and the addressee.
    pub sent_letters: BTreeMap<String, (String, String)>,
    /// The answers that were sent in this night: message id, the entry that each answers, and when it was sent.
    pub answered: BTreeMap<String, (String, i64)>,
    /// The letters that were sent to players: message id and address. Nobody else knows such an id.
    pub sent_to: BTreeMap<String, String>,
    /// When each seat was taken over by its current player, in seconds since 1970.
    pub handed: BTreeMap<String, i64>,
    /// Whether the night is already played and a letter is imported into it on the GM's word; its writer learns of it
    /// by what follows.
    pub night_is_played: bool,
    /// The night whose log has the letter's first entry, if that is a later one.
    pub first_logged_night: Option<u32>,
    /// Whether the letter's writer has left the seat, which now has another player.
    pub writer_has_left: bool,
    /// Whether this is a dry run: nothing is written.
    pub is_dry_run: bool,
}
