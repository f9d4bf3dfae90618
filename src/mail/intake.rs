//! Decides the outcome of each letter: accepted, refused with reasons, or set aside for the GM.
//!
//! Nothing is lost and nothing is taken twice. Each letter is first kept as it came. Then the log entries of all
//! letters, the order files and the answers are written in one transaction: all of them or none. The module knows no
//! Servants.
//!
//! | module | holds |
//! | --- | --- |
//! | `context` | what an import needs beside the letters |
//! | `establish_seat`, `seat_letters` | whose a letter is; the decision about one that is certainly a seat's |
//! | `unproven_letters`, `token_guesses` | letters of a doubtful sender; the tokens in them |
//! | `decisions` | what is decided about a letter, and its wording |
//! | `standing_orders`, `withdraw_by_number`, `forum_orders` | a seat's orders after a letter; orders withdrawn by number; forum posts |
//! | `answer_requests`, `after_war` | a player's requests; a player's letter after the War is over |
//! | `gm`, `bounces` | the GM's own letters; letters that a server returns |
//! | `answer_letters` | the address of the answer, and whether there is an answer |

mod after_war;
mod answer_letters;
mod answer_requests;
pub mod bounces;
mod context;
mod decisions;
mod establish_seat;
pub mod forum_orders;
mod gm;
mod seat_letters;
mod standing_orders;
mod token_guesses;
mod unproven_letters;
mod withdraw_by_number;

use std::collections::{BTreeMap, BTreeSet};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::transaction::Transaction;

use super::append_log::AppendLog;
use super::inbox::{self, LetterOutcome, LetterRecord, OrderFileUpdate, WordsStanding};
use super::kept_letters;
use super::letter::{self, Letter, Unanswerable};
use super::letter_templates::LetterTemplates;
use super::mailed_war::{MailedSeat, MailedWar};
use super::sender::hide_token;
use super::sources::{MAX_RAW_BYTES, RawLetter};

pub use answer_letters::reply_subject;
pub use context::{IntakeContext, OrdersAskedAt, SeatProof};
use decisions::{Decision, add_reason, limit_notes, lines_for_gm, render_verdict, sort_by_position};

/// The reason for setting aside orders that came after the deadline.
pub const TOO_LATE: &str = "it came after the deadline";

/// The most remarks in an answer.
const MAX_REMARKS: usize = 30;

/// What an import did with a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntakeResult {
    /// It was imported before.
    Known,
    /// It has an entry in the log now; the texts are remarks for the GM, each with its line.
    New(Box<LetterRecord>, Vec<String>),
}

/// An import in progress.
#[derive(Debug)]
pub struct Intake<'a> {
    mailed_war: &'a MailedWar,
    templates: &'a LetterTemplates,
    night: NightFolder,
    log: AppendLog<LetterRecord>,
    /// The entries of the earlier nights.
    earlier: Vec<LetterRecord>,
    /// The entries of this night.
    pub entries: Vec<LetterRecord>,
    /// The transaction that the import writes at its end.
    pub change: Transaction,
    /// Seats for which a letter of this run holds.
    news: BTreeSet<String>,
    /// What the import needs beside the letters.
    pub context: IntakeContext,
}

impl<'a> Intake<'a> {
    /// Begins an import for the night that accepts orders.
    pub fn new(
        folder: &Folder,
        mailed_war: &'a MailedWar,
        templates: &'a LetterTemplates,
        context: IntakeContext,
    ) -> Result<Intake<'a>> {
        let night = folder.night(mailed_war.night);
        let log = inbox::inbox_log(&night);
        let earlier = inbox::read_entries_up_to(folder, mailed_war.night.saturating_sub(1))?;
        let entries = mailed_war.drop_former_words(log.read()?, &context.handed);
        Ok(Intake {
            mailed_war,
            templates,
            night,
            log,
            earlier,
            entries,
            change: Transaction::new(folder),
            news: BTreeSet::new(),
            context,
        })
    }

    /// Imports a letter.
    pub fn import_letter(&mut self, raw: &RawLetter, proof: SeatProof) -> Result<IntakeResult> {
        self.file_letter(raw, proof, letter::is_letter(&raw.bytes), true)
    }

    fn file_letter(
        &mut self,
        raw: &RawLetter,
        proof: SeatProof,
        is_letter: bool,
        skip_known: bool,
    ) -> Result<IntakeResult> {
        let hash = kept_letters::hash_letter(&raw.bytes);
        let all = || self.earlier.iter().chain(&self.entries);
        if skip_known && is_letter && all().any(|entry| entry.hash == hash) {
            return Ok(IntakeResult::Known);
        }
        let (mut letter, unparsed_reason) = parse_letter_or_text(raw, is_letter);
        let content_hash = kept_letters::hash_content(&letter);
        let is_same_letter = |entry: &LetterRecord| {
            letter.message_id.is_some() && entry.message == letter.message_id && entry.says == content_hash
        };
        if skip_known && is_letter && all().any(is_same_letter) {
            return Ok(IntakeResult::Known);
        }
        let arrived =
            raw.arrived.or(letter.received.filter(|_| is_letter)).unwrap_or(self.context.now).min(self.context.now);
        let decision = match unparsed_reason {
            Some(why) => Decision {
                outcome: Some(LetterOutcome::SetAside),
                reason: why.words().to_owned(),
                ..Decision::default()
            },
            None => self.decide_letter(&mut letter, proof, arrived, &raw.bytes)?,
        };
        let gets_no_answer = self.context.night_is_played || self.context.writer_has_left;
        let mut decision = Decision { receipt: decision.receipt.filter(|_| !gets_no_answer), ..decision };
        if self.context.writer_has_left {
            add_reason(&mut decision.reason, "its writer has left the seat, and is not told");
        }
        let seat = decision.seat.and_then(|seat| self.mailed_war.seats.get(seat)).map(|seat| seat.name.clone());
        // A text without an id may repeat an earlier one, if another came in between.
        if skip_known && !is_letter {
            let last = self.entries.iter().rev().find(|entry| entry.seat == seat);
            if last.is_some_and(|last| last.hash == hash) {
                return Ok(IntakeResult::Known);
            }
        }
        let own = self.mailed_war.token_of(decision.person);
        let remarks = decision.remarks.iter().map(|remark| hide_token(remark, own)).collect();
        let has_receipt = decision.receipt.is_some() && proof == SeatProof::Letter;
        let mut entry = self.make_entry(raw, &letter, decision, (hash, content_hash), seat, arrived)?;
        // What the writer was not told waits for the GM: nothing is refused or answered in silence.
        if has_receipt && entry.answer.is_none() && entry.outcome != LetterOutcome::Accepted {
            entry.outcome = LetterOutcome::SetAside;
        }
        if !self.context.is_dry_run {
            kept_letters::keep_letter(&self.night, &entry.id, &raw.bytes)?;
            self.log.add_with(&mut self.change, &entry)?;
        }
        let changes = [WordsStanding::Holds, WordsStanding::Withdrawn, WordsStanding::Cut];
        let changing = entry.orders.iter().filter(|words| changes.contains(&words.standing));
        self.news.extend(changing.map(|words| words.seat.clone()));
        self.entries.push(entry.clone());
        Ok(IntakeResult::New(Box::new(entry), remarks))
    }

    /// Makes a letter's log entry, with the answer to it.
    fn make_entry(
        &self,
        raw: &RawLetter,
        letter: &Letter,
        decision: Decision,
        (hash, says): (String, String),
        seat: Option<String>,
        arrived: i64,
    ) -> Result<LetterRecord> {
        let mut id: String = hash.chars().take(12).collect();
        let earlier_copies = self.earlier.iter().chain(&self.entries).filter(|entry| entry.hash == hash).count();
        let earlier_copies = earlier_copies + usize::from(self.context.first_logged_night.is_some());
        if earlier_copies > 0 {
            id = format!("{id}-{}", earlier_copies + 1);
        }
        let words: Vec<&str> =
            [decision.reason.as_str(), &decision.note].into_iter().filter(|words| !words.is_empty()).collect();
        let mut why = words.join("; ");
        let own = self.mailed_war.token_of(decision.person);
        if raw.bytes.len() >= MAX_RAW_BYTES {
            add_reason(&mut why, "only its beginning was kept");
        }
        let mut answer = self.make_answer(letter, decision.person, decision.receipt, decision.is_doubted, &mut why)?;
        if let Some(answer) = &mut answer {
            answer.enclosed = decision.enclosed;
        }
        Ok(LetterRecord {
            id,
            outcome: decision.outcome.unwrap_or(LetterOutcome::SetAside),
            why,
            seat,
            from: letter.from.clone(),
            subject: hide_token(&letter.subject, own).chars().take(200).collect(),
            verdict: render_verdict(&letter.verdict),
            source: raw.source.clone(),
            arrived,
            taken: self.context.now,
            message: letter.message_id.clone(),
            hash,
            says,
            faults: decision.error_count,
            orders: decision.orders,
            guesses: decision.guesses,
            is_doubted: decision.is_doubted,
            person: self.index_in_seat(decision.person),
            asked: decision.requests,
            gm: decision.gm,
            returned: decision.returned,
            for_night: decision.for_night,
            came: self.context.first_logged_night,
            notes: limit_notes(&sort_by_position(decision.notes.iter(), &letter.texts), own),
            kept: lines_for_gm(letter, decision.outcome, &decision.notes, decision.set_aside_text, own),
            answer,
        })
    }

    /// The index of a person among the people of their seat: 0 is the player, then the substitute.
    fn index_in_seat(&self, person: Option<usize>) -> usize {
        let seat = person.and_then(|person| self.mailed_war.people.get(person)).map(|person| person.seat);
        let before = self.mailed_war.people.iter().take(person.unwrap_or(0));
        before.filter(|other| Some(other.seat) == seat).count()
    }

    /// Imports a letter for a seat on the GM's word, even if it was imported before.
    pub fn import_for_seat(&mut self, raw: &RawLetter, seat: usize) -> Result<IntakeResult> {
        self.file_letter(raw, SeatProof::GmSays(seat), letter::is_letter(&raw.bytes), false)
    }

    /// Updates all order files from the log, as part of [`Intake::change`]. Returns the seats whose file the GM wrote
    /// by hand, with what became of it.
    pub fn update_order_files(&mut self) -> Result<Vec<(String, OrderFileUpdate)>> {
        let mut changed_files = Vec::new();
        if self.context.is_dry_run {
            return Ok(changed_files);
        }
        for seat in &self.mailed_war.seats {
            let filed = inbox::update_order_file(
                &mut self.change,
                &self.night,
                &self.entries,
                &seat.name,
                &seat.characters,
                self.news.contains(&seat.name),
            )?;
            if filed != OrderFileUpdate::AsLettersSay {
                changed_files.push((seat.name.clone(), filed));
            }
        }
        Ok(changed_files)
    }

    /// The order files that [`Intake::update_order_files`] would rewrite, by the index of their seat.
    pub fn pending_order_files(&self) -> BTreeMap<usize, String> {
        let seats = self.mailed_war.seats.iter().enumerate().filter(|(_, seat)| self.news.contains(&seat.name));
        let file = |seat: &MailedSeat| {
            inbox::render_order_file(&self.entries, &seat.name, &seat.characters, self.night.number)
        };
        seats.filter_map(|(index, seat)| Some((index, file(seat)?))).collect()
    }

    /// The entries of all nights up to this one.
    pub fn all_entries(&self) -> Vec<LetterRecord> {
        self.earlier.iter().chain(&self.entries).cloned().collect()
    }
}

/// Parses a letter or a bare text; the second part is why it could not be parsed.
fn parse_letter_or_text(raw: &RawLetter, is_letter: bool) -> (Letter, Option<letter::UnparsedReason>) {
    let read = if is_letter || raw.bytes.len() > letter::MAX_LETTER_LENGTH {
        letter::parse_letter(&raw.bytes)
    } else {
        Ok(letter::from_bare_text(&raw.source, &raw.bytes))
    };
    match read {
        Ok(letter) => (letter, None),
        Err(why) => (Letter { unanswerable: Some(Unanswerable::NoSender), ..Letter::default() }, Some(why)),
    }
}
