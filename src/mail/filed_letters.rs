//! Every letter that came, numbered through the whole War, with exactly one state each, and whether it awaits the GM.
//!
//! A letter awaits the GM while it is set aside, or while the words in it that are not orders are neither answered nor
//! put aside. `settled.yaml`, beside the inbox log of its night, records what the GM did with a letter. A letter that
//! the GM accepts later has a second entry in the log, but keeps its number.

use serde::{Deserialize, Serialize};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::transaction::Transaction;

use crate::vocabulary::text::collapse_whitespace;

use super::append_log::AppendLog;
use super::gm_letters::has_actions;
use super::inbox::{self, LetterOutcome, LetterRecord};
use super::intake::TOO_LATE;
use super::intake::bounces::DELIVERY_DELAYED;
use super::requests::Request;
use super::thread::POST_ID_SUFFIX;

/// What the GM did with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettlementKind {
    /// The GM has answered its writer.
    Answered,
    /// The GM has read it and does nothing more.
    PutAside,
    /// The letter is the GM's own, and what it says is done.
    Done,
    /// The letter is the GM's own, and at least a part of what it says is not done; the text says why.
    NotDone,
    /// The time that it asks for was granted.
    Granted,
    /// The bounce returns a letter of the program's, which is sent once more.
    SentAgain,
}

/// An entry of `settled.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// The letter's id.
    pub letter: String,
    /// What the GM did.
    pub how: SettlementKind,
    /// When, in seconds since 1970.
    pub at: i64,
    /// The GM's answer, or the reason why something was not done.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The one state of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LetterState {
    /// Its orders hold.
    Accepted,
    /// It waits for the GM, or the GM has put it aside.
    SetAside,
    /// It has its answer.
    Answered,
    /// It was not accepted, and its writer was told why.
    Refused,
}

impl LetterState {
    /// The name of the state, for people.
    pub const fn word(self) -> &'static str {
        match self {
            LetterState::Accepted => "accepted",
            LetterState::SetAside => "set aside",
            LetterState::Answered => "answered",
            LetterState::Refused => "refused",
        }
    }
}

/// A letter of any night up to now.
#[derive(Clone, Debug)]
pub struct FiledLetter {
    /// Its number in the War, from 1.
    pub number: usize,
    /// The night whose inbox log has its first entry.
    pub night: u32,
    /// Its entry in the log; the later one if the GM accepted it later.
    pub record: LetterRecord,
    /// The id of its first entry.
    pub id: String,
    /// What the GM last did with it.
    pub settled: Option<Settlement>,
    /// Whether it is a forum post that was edited later and came once more.
    pub is_changed: bool,
}

/// The log of what the GM did with the letters of a night.
pub fn settlement_log(night: &NightFolder) -> AppendLog<Settlement> {
    AppendLog::at(night.path.join("settled.yaml"))
}

/// Records what the GM did with a letter, as part of a transaction.
pub fn settle(
    change: &mut Transaction,
    folder: &Folder,
    letter: &FiledLetter,
    (how, text): (SettlementKind, &str),
    at: i64,
) -> Result<()> {
    settle_record(change, &folder.night(letter.night), &letter.id, (how, text), at)
}

/// Records what the GM did with a letter, by the id of its first entry in the log of a night.
pub fn settle_record(
    change: &mut Transaction,
    night: &NightFolder,
    id: &str,
    (how, text): (SettlementKind, &str),
    at: i64,
) -> Result<()> {
    let entry = Settlement { letter: id.to_owned(), how, at, text: text.trim().to_owned() };
    settlement_log(night).add_with(change, &entry)
}

/// Loads all letters up to a night, in the order of their numbers.
pub fn load_letters_up_to(folder: &Folder, night: u32) -> Result<Vec<FiledLetter>> {
    let mut all: Vec<FiledLetter> = Vec::new();
    let mut second_entries: Vec<(u32, LetterRecord)> = Vec::new();
    for number in 0..=night {
        let night = folder.night(number);
        let settlements = settlement_log(&night).read()?;
        for record in inbox::inbox_log(&night).read()? {
            if let Some(first_night) = record.came {
                second_entries.push((first_night, record));
                continue;
            }
            if let Some(first) = all.iter_mut().find(|one| one.is_second_entry(number, &record)) {
                first.merge_second_entry(record);
                continue;
            }
            let settlement = settlements.iter().rev().find(|entry| entry.letter == record.id).cloned();
            let id = record.id.clone();
            all.push(FiledLetter {
                number: all.len() + 1,
                night: number,
                record,
                id,
                settled: settlement,
                is_changed: false,
            });
        }
    }
    // A letter that was accepted into an earlier night keeps the number of its first entry.
    for (first_night, record) in second_entries {
        if let Some(first) = all.iter_mut().find(|one| one.is_second_entry(first_night, &record)) {
            first.merge_second_entry(record);
        }
    }
    let is_post = |letter: &FiledLetter| letter.record.message.as_ref().is_some_and(|id| id.ends_with(POST_ID_SUFFIX));
    for number in 0..all.len() {
        let (letter, later) = (&all[number], all.get(number + 1..).unwrap_or_default());
        let changed = is_post(letter) && later.iter().any(|one| one.record.message == letter.record.message);
        all[number].is_changed = changed;
    }
    Ok(all)
}

/// Adds letters that are being imported for a night, with the numbers that they will have.
pub fn add_new(all: &mut Vec<FiledLetter>, night: u32, new: &[LetterRecord]) {
    for record in new {
        let known = |one: &FiledLetter| one.id == record.id || record.id.starts_with(&format!("{}-", one.id));
        if !all.iter().any(known) {
            let (number, id, record) = (all.len() + 1, record.id.clone(), record.clone());
            all.push(FiledLetter { number, night, record, id, settled: None, is_changed: false });
        }
    }
}

impl FiledLetter {
    /// Whether a record is the second entry of this letter, which the GM accepted later: the same bytes from the same
    /// place, arrived at the same moment, and first logged in night `came`.
    fn is_second_entry(&self, first_night: u32, record: &LetterRecord) -> bool {
        self.night == first_night
            && record.id.starts_with(&format!("{}-", self.id))
            && (&self.record.hash, &self.record.source, self.record.arrived)
                == (&record.hash, &record.source, record.arrived)
    }

    /// Takes over the second entry. When the letter was imported, whether its sender is in doubt, and the night that it
    /// is for stay; so does its answer, unless the second entry has one.
    fn merge_second_entry(&mut self, record: LetterRecord) {
        let LetterRecord { taken, answer, is_doubted, for_night, .. } = std::mem::take(&mut self.record);
        self.record = LetterRecord { taken, is_doubted, for_night, answer: record.answer.or(answer), ..record };
    }

    /// The night that its orders are for: the night in which it came, or the played night that it names.
    pub fn order_night(&self) -> u32 {
        self.record.for_night.unwrap_or(self.night)
    }

    /// Its one state.
    pub fn state(&self) -> LetterState {
        let answered = self
            .settled
            .as_ref()
            .is_some_and(|settlement| !matches!(settlement.how, SettlementKind::PutAside | SettlementKind::SentAgain));
        match self.record.outcome {
            LetterOutcome::Accepted => LetterState::Accepted,
            LetterOutcome::Answered => LetterState::Answered,
            LetterOutcome::SetAside | LetterOutcome::Refused if answered => LetterState::Answered,
            LetterOutcome::Refused => LetterState::Refused,
            LetterOutcome::SetAside => LetterState::SetAside,
        }
    }

    /// Why it is in its state, and what the GM did with it; may be empty.
    pub fn reason(&self) -> String {
        let done = self.settled.as_ref().map(|settlement_words| match settlement_words.how {
            SettlementKind::Answered => "the GM has answered it",
            SettlementKind::PutAside => "the GM has put it aside",
            SettlementKind::Done => "done as the GM wrote",
            SettlementKind::NotDone => "not done, or not all of it",
            SettlementKind::Granted => "more time was granted",
            SettlementKind::SentAgain => "the letter that it returned goes out once more",
        });
        let changed = self.is_changed.then_some("the post was changed since");
        let taken = (self.record.id != self.id).then_some("taken in on the GM's word");
        let parts = [Some(self.record.why.as_str()).filter(|why| !why.is_empty()), taken, changed, done];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Whether it awaits the GM.
    pub fn awaits_gm(&self) -> bool {
        self.settled.is_none() && !self.is_changed && (self.state() == LetterState::SetAside || self.has_words())
    }

    /// The letter of the program's that it returns: the letter's name and its night. `None` if it is not a bounce.
    pub fn returned_letter(&self) -> Option<(&str, u32)> {
        let name = self.record.returned.as_deref()?;
        let (_, rest) = self.record.why.split_once(&format!("{name} of night "))?;
        let night = rest.split(' ').next()?.parse().ok()?;
        Some((name, night))
    }

    /// Whether it is a server's notice that a letter is delayed: nobody reads an answer to that.
    pub fn is_delay_notice(&self) -> bool {
        self.record.seat.is_none() && self.record.why.starts_with(DELIVERY_DELAYED)
    }

    /// Whether it is a letter of the GM's whose commands wait to be confirmed.
    pub fn awaits_confirmation(&self) -> bool {
        has_actions(&self.record.gm) && self.settled.is_none()
    }

    /// Whether it was set aside because its orders came too late.
    pub fn is_late_order(&self) -> bool {
        let is_late = self.record.why.starts_with(TOO_LATE) || self.record.for_night.is_some();
        self.record.seat.is_some() && self.state() == LetterState::SetAside && is_late
    }

    /// Whether it asks for more time.
    pub fn asks_for_time(&self) -> bool {
        self.record.asked.iter().any(|request| matches!(request, Request::Extension(_)))
    }

    /// Whether a request for more time is all that it has for the GM.
    pub fn asks_for_time_alone(&self) -> bool {
        let is_extension_note =
            |note: &String| self.record.asked.iter().any(|one| *one == Request::Extension(note.clone()));
        self.asks_for_time()
            && self.record.notes.iter().all(is_extension_note)
            && self.record.outcome != LetterOutcome::SetAside
    }

    /// The lines that the GM is shown while it awaits them.
    pub fn excerpt(&self) -> Vec<String> {
        let (notes, kept) = (&self.record.notes, &self.record.kept);
        let is_kept = |note: &String| kept.iter().any(|line| collapse_whitespace(line) == *note);
        // If the whole letter is shown, its notes are already in it.
        notes.iter().filter(|note| !is_kept(note)).chain(kept).cloned().collect()
    }

    /// Whether it is from a player and has words that are not orders.
    pub fn has_words(&self) -> bool {
        self.record.seat.is_some() && !self.record.notes.is_empty()
    }
}

/// The most letters of one address that are listed one by one, if nothing proves whose they are.
const MAX_SIMILAR: usize = 3;

/// The letters that await the GM. Of an address that proves nothing, only the first few are returned; the second part
/// of the result has a line on how many more there are from each.
pub fn find_letters_awaiting_gm(all: &[FiledLetter]) -> (Vec<&FiledLetter>, Vec<String>) {
    let mut shown: Vec<&FiledLetter> = Vec::new();
    let mut more: Vec<(&str, Vec<usize>)> = Vec::new();
    for letter in all.iter().filter(|letter| letter.awaits_gm()) {
        let from = letter.record.from.as_deref().unwrap_or("nobody");
        let is_same_sender = |one: &&&FiledLetter| one.record.seat.is_none() && one.record.from == letter.record.from;
        if letter.record.seat.is_some()
            || letter.record.returned.is_some()
            || shown.iter().filter(is_same_sender).count() < MAX_SIMILAR
        {
            shown.push(letter);
            continue;
        }
        match more.iter_mut().find(|(address, _)| *address == from) {
            Some((_, numbers)) => numbers.push(letter.number),
            None => more.push((from, vec![letter.number])),
        }
    }
    let words =
        |(from, numbers): (&str, Vec<usize>)| format!("{} more of {from}: {}", numbers.len(), render_ranges(&numbers));
    (shown, more.into_iter().map(words).collect())
}

/// Renders ascending numbers as people write them: `4, 7-9`.
fn render_ranges(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut().filter(|(_, last)| *last + 1 == *number) {
            Some((_, last)) => *last = *number,
            None => runs.push((*number, *number)),
        }
    }
    let runs_in_words = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    runs_in_words.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_one_address_takes_few_lines() {
        let letter = |number: usize, from: &str, seat: Option<&str>| FiledLetter {
            number,
            night: 1,
            record: LetterRecord {
                outcome: LetterOutcome::SetAside,
                from: Some(from.to_owned()),
                seat: seat.map(str::to_owned),
                ..LetterRecord::default()
            },
            id: number.to_string(),
            settled: None,
            is_changed: false,
        };
        let mut all: Vec<FiledLetter> = (1..=9).map(|n| letter(n, "eve@example.org", None)).collect();
        all.push(letter(10, "al@example.org", Some("Red")));
        all.push(letter(11, "eve@example.org", None));
        let (shown, more) = find_letters_awaiting_gm(&all);
        assert_eq!(shown.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3, 10]);
        assert_eq!(more, ["7 more of eve@example.org: 4-9, 11"]);
    }
}
