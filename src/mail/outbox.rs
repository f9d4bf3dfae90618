//! The letters that are sent in a night, and the state of each: `outbox.yaml`, `outbox/`.
//!
//! Each step is logged before it is taken and again when it is done. A letter whose last step is "sending" may have
//! gone out: the GM is told its name, and it is never sent again unless the GM says so.
#![expect(clippy::disallowed_methods, reason = "letters are files of the campaign")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::campaign::error::{AtPath as _, CampaignError, Result};
use crate::campaign::folder::NightFolder;
use crate::campaign::night_files::write_bytes;
use crate::campaign::transaction::Transaction;

use super::append_log::AppendLog;

/// The prefix of the name of an answer, before the letter's id.
pub const ANSWER_PREFIX: &str = "answer-";
/// The prefix of the name of a letter that says what one of the GM's letters would do.
pub const ECHO_PREFIX: &str = "echo-";
/// The prefix of the name of a letter that says what was done on the GM's word.
pub const DONE_PREFIX: &str = "done-";

/// The kind of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LetterKind {
    /// An answer to a letter of orders.
    Answer,
    /// The GM's own answer to a letter.
    Word,
    /// A player's words to another.
    Press,
    /// A notice from the referee, such as a moved deadline.
    Notice,
    /// The first letter to a player.
    Welcome,
    /// The first letter to a player who takes over a seat: what the seat knows.
    HandOver,
    /// A seat's update.
    Update,
    /// The public update.
    Public,
    /// The list of what awaits the GM.
    Digest,
    /// A reminder to a player without orders.
    Reminder,
    /// The corrections to what a reader was told of a night that was reopened.
    Errata,
}

impl LetterKind {
    /// The name of the kind, for people.
    pub const fn word(self) -> &'static str {
        match self {
            LetterKind::Answer => "answer",
            LetterKind::Word => "the GM's answer",
            LetterKind::Press => "press",
            LetterKind::Notice => "notice",
            LetterKind::Update => "update",
            LetterKind::Public => "public update",
            LetterKind::Digest => "digest",
            LetterKind::Welcome => "welcome",
            LetterKind::HandOver => "the seat in other hands",
            LetterKind::Reminder => "reminder",
            LetterKind::Errata => "errata",
        }
    }
}

impl LetterKind {
    /// Whether it tells its reader when the next orders are due.
    pub const fn mentions_deadline(self) -> bool {
        match self {
            LetterKind::Answer
            | LetterKind::Notice
            | LetterKind::Welcome
            | LetterKind::HandOver
            | LetterKind::Update
            | LetterKind::Reminder => true,
            LetterKind::Word | LetterKind::Press | LetterKind::Public | LetterKind::Digest | LetterKind::Errata => {
                false
            }
        }
    }

    /// Whether it is sent at once, without waiting for a night to be told.
    pub const fn is_sent_at_once(self) -> bool {
        matches!(
            self,
            LetterKind::Answer | LetterKind::Word | LetterKind::Press | LetterKind::Notice | LetterKind::HandOver
        )
    }
}

/// The state of delivery of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It is written.
    Draft,
    /// It is being handed over: from now on it may have gone out.
    Sending,
    /// The server has accepted it.
    Sent,
    /// It was refused temporarily.
    Deferred,
    /// It was refused permanently.
    Failed,
    /// It is not known whether it was accepted.
    Unsure,
    /// The GM says that it went out, or must not go out.
    Settled,
}

/// What a letter is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct About {
    pub kind: LetterKind,
    pub seat: Option<String>,
    /// The receiver's address.
    pub to: String,
    /// Its `Message-ID`, without the angle brackets.
    pub id: String,
    pub subject: String,
    /// How often the night that it tells had been reopened when it was written.
    #[serde(default, skip_serializing_if = "is_first")]
    pub revision: u32,
    /// The night that accepted orders when it was written, and that night's deadline, if the letter may mention either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_first(revision: &u32) -> bool {
    *revision == 0
}

/// An entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryRecord {
    /// The letter's name; its file is `outbox/<letter>.eml`.
    pub letter: String,
    /// Its state.
    pub state: State,
    /// When, in seconds since 1970.
    pub at: i64,
    /// What it is about; only in its first entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
    /// The server's answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

/// A letter with its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueuedLetter {
    /// Its name in the outbox.
    pub name: String,
    /// What it is about.
    pub about: About,
    /// Its state.
    pub state: State,
    /// When it reached that state, in seconds since 1970.
    pub state_since: i64,
    /// When it was written, in seconds since 1970.
    pub written: i64,
    /// The server's last answer.
    pub server_answer: String,
}

/// The note on a letter that the GM is done with.
const SETTLED_NOTE: &str = "the GM: done with";

impl QueuedLetter {
    /// Whether it was handed to a server, as far as is known; not if it was withheld.
    pub fn was_handed_over(&self) -> bool {
        match self.state {
            State::Sending | State::Sent | State::Unsure => true,
            State::Settled => self.server_answer == SETTLED_NOTE,
            State::Draft | State::Deferred | State::Failed => false,
        }
    }
}

/// The letters that are sent in a night.
#[derive(Debug)]
pub struct Outbox {
    night: NightFolder,
    log: AppendLog<DeliveryRecord>,
    letters: Vec<QueuedLetter>,
}

impl Outbox {
    /// Reads the outbox of a night.
    pub fn open(night: &NightFolder) -> Result<Outbox> {
        let log: AppendLog<DeliveryRecord> = AppendLog::at(night.path.join("outbox.yaml"));
        let mut outbox = Outbox { night: night.clone(), letters: Vec::new(), log };
        for step in outbox.log.read()? {
            outbox.apply_step(step);
        }
        Ok(outbox)
    }

    fn apply_step(&mut self, step: DeliveryRecord) {
        let known = self.letters.iter_mut().find(|letter| letter.name == step.letter);
        match (known, step.about) {
            (Some(letter), about) => {
                letter.state = step.state;
                letter.state_since = step.at;
                letter.server_answer = step.said;
                letter.about = about.unwrap_or_else(|| letter.about.clone());
            }
            (None, Some(about)) => {
                self.letters.push(QueuedLetter {
                    name: step.letter,
                    about,
                    state: step.state,
                    state_since: step.at,
                    written: step.at,
                    server_answer: step.said,
                });
            }
            // A step of an unknown letter can only come from an edited log.
            (None, None) => {}
        }
    }

    /// All letters in the order they were written.
    pub fn letters(&self) -> &[QueuedLetter] {
        &self.letters
    }

    /// A letter by its name.
    pub fn letter(&self, name: &str) -> Option<&QueuedLetter> {
        self.letters.iter().find(|letter| letter.name == name)
    }

    /// The night that the letters are sent in.
    pub fn night(&self) -> u32 {
        self.night.number
    }

    /// How often the night was reopened.
    pub fn revision(&self) -> u32 {
        self.night.revision()
    }

    /// The letter that last told its reader of the night: the letter `name` itself, or errata to it.
    pub fn last_sent_to(&self, name: &str) -> Option<&QueuedLetter> {
        let is_of_reader = |letter: &&QueuedLetter| {
            letter.name == name
                || letter.about.kind == LetterKind::Errata && letter.name == errata_name(letter.about.revision, name)
        };
        let sent = self.letters.iter().filter(is_of_reader).filter(|letter| letter.state.may_have_been_sent());
        sent.max_by_key(|letter| letter.about.revision)
    }

    /// The number of letters in each state.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for letter in &self.letters {
            *counts.entry(letter.state.word()).or_insert(0) += 1;
        }
        counts
    }

    /// Adds a letter to be sent: writes its file first, then its entry.
    pub fn draft(&mut self, name: &str, about: About, bytes: &[u8], at: i64) -> Result<()> {
        write_bytes(&self.file(name), bytes)?;
        self.add(DeliveryRecord {
            letter: name.to_owned(),
            state: State::Draft,
            at,
            about: Some(about),
            said: String::new(),
        })
    }

    /// Adds a letter to be sent as part of a transaction.
    pub fn draft_with(
        &mut self,
        change: &mut Transaction,
        name: &str,
        about: About,
        bytes: &[u8],
        at: i64,
    ) -> Result<()> {
        change.write(&self.file(name), bytes)?;
        let step = DeliveryRecord {
            letter: name.to_owned(),
            state: State::Draft,
            at,
            about: Some(about),
            said: String::new(),
        };
        self.log.add_with(change, &step)?;
        self.apply_step(step);
        Ok(())
    }

    /// Records the state of a letter.
    pub fn record_state(&mut self, name: &str, state: State, note: &str, at: i64) -> Result<()> {
        self.add(DeliveryRecord {
            letter: name.to_owned(),
            state,
            at,
            about: None,
            said: note.chars().take(500).collect(),
        })
    }

    fn add(&mut self, step: DeliveryRecord) -> Result<()> {
        self.log.add(&step)?;
        self.apply_step(step);
        Ok(())
    }

    /// The path of a letter's file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.night.path.join("outbox").join(format!("{name}.eml"))
    }

    /// Reads the bytes of a letter.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.file(name);
        fs::read(&path).at("read", &path)
    }

    /// Records what the GM knows of a letter: it is done with, or it is to be sent again.
    ///
    /// # Errors
    /// [`CampaignError::Missing`] if there is no such letter.
    pub fn settle(&mut self, name: &str, send_again: bool, at: i64) -> Result<()> {
        if self.letter(name).is_none() {
            let names: Vec<&str> = self.letters.iter().map(|letter| letter.name.as_str()).collect();
            let hint = format!("the letters of this night are {}", names.join(", "));
            return Err(CampaignError::Missing { path: self.file(name), hint });
        }
        let state = if send_again { State::Deferred } else { State::Settled };
        self.record_state(name, state, if send_again { "the GM: send it again" } else { SETTLED_NOTE }, at)
    }
}

/// The name of the errata to a letter about a night that was reopened `revision` times.
pub fn errata_name(revision: u32, letter: &str) -> String {
    format!("errata-{revision}-{letter}")
}

impl State {
    /// The name of the state, for people.
    pub const fn word(self) -> &'static str {
        match self {
            State::Draft => "waiting",
            State::Sending | State::Unsure => "may have gone out",
            State::Sent => "sent",
            State::Deferred => "put off",
            State::Failed => "refused",
            State::Settled => "settled",
        }
    }

    /// Whether the letter is still to be handed over.
    pub const fn is_due(self) -> bool {
        matches!(self, State::Draft | State::Deferred)
    }

    /// Whether its reader may have received it.
    pub const fn may_have_been_sent(self) -> bool {
        matches!(self, State::Sending | State::Sent | State::Unsure | State::Settled)
    }

    /// Whether the GM must say whether it went out.
    pub const fn is_unsure(self) -> bool {
        matches!(self, State::Sending | State::Unsure)
    }
}
