//! Every letter that came, numbered through the whole War, each in exactly one state, and what of it awaits the GM.
//!
//! A letter awaits the GM while it is set aside, or while a player's words in it that are no orders are neither
//! answered nor put aside. What the GM did with a letter stands in `settled.yaml` beside the book of its night; a
//! letter taken in on the GM's word has a second entry in the book, and one number all the same.

use serde::{Deserialize, Serialize};

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::transaction::Transaction;

use crate::vocabulary::text::folded;

use super::append_log::AppendLog;
use super::gm_letters::says_what_is_done;
use super::inbox::{self, LetterOutcome, LetterRecord};
use super::intake::TOO_LATE;
use super::intake::bounces::LATE;
use super::requests::Request;
use super::thread::POSTED;

/// What the GM did with a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Settled {
    /// Its writer has the GM's answer.
    Answered,
    /// The GM has read it, and that is all.
    PutAside,
    /// What it ruled or settled is done: a letter of the GM's own.
    Done,
    /// None of that is done, or a part of it is not: why not.
    NotDone,
    /// The time that it asks for is granted.
    Granted,
    /// The letter of ours that it returns goes out once more.
    SentAgain,
}

/// An entry of `settled.yaml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// The letter's id.
    pub letter: String,
    /// What the GM did.
    pub how: Settled,
    /// When, in seconds since 1970.
    pub at: i64,
    /// The GM's answer, or why what was to be done was not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The one state of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LetterState {
    /// Its orders hold.
    Accepted,
    /// The GM must look, or has looked and put it aside.
    SetAside,
    /// What it asks is answered.
    Answered,
    /// It was not taken, and its writer was told why.
    Refused,
}

impl LetterState {
    /// The state in words.
    pub const fn word(self) -> &'static str {
        match self {
            LetterState::Accepted => "accepted",
            LetterState::SetAside => "set aside",
            LetterState::Answered => "answered",
            LetterState::Refused => "refused",
        }
    }
}

/// A letter of some night.
#[derive(Clone, Debug)]
pub struct FiledLetter {
    /// Its number in the War, from 1.
    pub number: usize,
    /// The night in whose book it stands.
    pub night: u32,
    /// What the book says of it: where it was taken in on the GM's word, of that.
    pub record: LetterRecord,
    /// The id under which it first came.
    pub id: String,
    /// What the GM did with it last.
    pub settled: Option<Settlement>,
    /// Whether it is a post that was changed since, and came once more.
    pub changed: bool,
}

/// What the GM did with the letters of a night.
pub fn settlements(night: &NightFolder) -> AppendLog<Settlement> {
    AppendLog::at(night.path.join("settled.yaml"))
}

/// Writes what the GM did with a letter, as part of a change.
pub fn settle(
    change: &mut Transaction,
    folder: &Folder,
    letter: &FiledLetter,
    (how, text): (Settled, &str),
    at: i64,
) -> Result<()> {
    settle_record(change, &folder.night(letter.night), &letter.id, (how, text), at)
}

/// The same of a letter by the id under which it first came, in the book of a night.
pub fn settle_record(
    change: &mut Transaction,
    night: &NightFolder,
    id: &str,
    (how, text): (Settled, &str),
    at: i64,
) -> Result<()> {
    let entry = Settlement { letter: id.to_owned(), how, at, text: text.trim().to_owned() };
    settlements(night).add_with(change, &entry)
}

/// All letters up to a night, in the order of their numbers.
pub fn up_to(folder: &Folder, night: u32) -> Result<Vec<FiledLetter>> {
    let mut all: Vec<FiledLetter> = Vec::new();
    let mut again: Vec<(u32, LetterRecord)> = Vec::new();
    for number in 0..=night {
        let night = folder.night(number);
        let settled = settlements(&night).read()?;
        for record in inbox::book(&night).read()? {
            if let Some(came) = record.came {
                again.push((came, record));
                continue;
            }
            if let Some(first) = all.iter_mut().find(|one| one.is_again(number, &record)) {
                first.take_in(record);
                continue;
            }
            let by_gm = settled.iter().rev().find(|entry| entry.letter == record.id).cloned();
            let id = record.id.clone();
            all.push(FiledLetter { number: all.len() + 1, night: number, record, id, settled: by_gm, changed: false });
        }
    }
    // What was taken into an earlier night has the number by which it came.
    for (came, record) in again {
        if let Some(first) = all.iter_mut().find(|one| one.is_again(came, &record)) {
            first.take_in(record);
        }
    }
    let is_post = |letter: &FiledLetter| letter.record.message.as_ref().is_some_and(|id| id.ends_with(POSTED));
    for number in 0..all.len() {
        let (letter, later) = (&all[number], all.get(number + 1..).unwrap_or_default());
        let changed = is_post(letter) && later.iter().any(|one| one.record.message == letter.record.message);
        all[number].changed = changed;
    }
    Ok(all)
}

/// Adds letters that are being taken in for a night, as they will be numbered.
pub fn add_new(all: &mut Vec<FiledLetter>, night: u32, new: &[LetterRecord]) {
    for record in new {
        let known = |one: &FiledLetter| one.id == record.id || record.id.starts_with(&format!("{}-", one.id));
        if !all.iter().any(known) {
            let (number, id, record) = (all.len() + 1, record.id.clone(), record.clone());
            all.push(FiledLetter { number, night, record, id, settled: None, changed: false });
        }
    }
}

impl FiledLetter {
    /// Whether a record is of it, taken in once more on the GM's word: the same bytes, from the same place, come at the
    /// same moment of a night.
    fn is_again(&self, came: u32, record: &LetterRecord) -> bool {
        self.night == came
            && record.id.starts_with(&format!("{}-", self.id))
            && (&self.record.hash, &self.record.place, self.record.arrived)
                == (&record.hash, &record.place, record.arrived)
    }

    /// Takes such a record for its own. Whose it was, and what its writer was told, stays as it was then.
    fn take_in(&mut self, record: LetterRecord) {
        let LetterRecord { taken, answer, doubted, for_night, .. } = std::mem::take(&mut self.record);
        self.record = LetterRecord { taken, doubted, for_night, answer: record.answer.or(answer), ..record };
    }

    /// The night that its orders are for: the one for which it came, or a played one that it names.
    pub fn of_night(&self) -> u32 {
        self.record.for_night.unwrap_or(self.night)
    }

    /// Its one state.
    pub fn state(&self) -> LetterState {
        let answered =
            self.settled.as_ref().is_some_and(|done| !matches!(done.how, Settled::PutAside | Settled::SentAgain));
        match self.record.outcome {
            LetterOutcome::Accepted => LetterState::Accepted,
            LetterOutcome::Answered => LetterState::Answered,
            LetterOutcome::SetAside | LetterOutcome::Refused if answered => LetterState::Answered,
            LetterOutcome::Refused => LetterState::Refused,
            LetterOutcome::SetAside => LetterState::SetAside,
        }
    }

    /// Why it is in that state, and what the GM did with it; empty where nothing is to be said.
    pub fn reason(&self) -> String {
        let done = self.settled.as_ref().map(|done| match done.how {
            Settled::Answered => "the GM has answered it",
            Settled::PutAside => "the GM has put it aside",
            Settled::Done => "done as the GM wrote",
            Settled::NotDone => "not done, or not all of it",
            Settled::Granted => "more time was granted",
            Settled::SentAgain => "the letter that it returned goes out once more",
        });
        let changed = self.changed.then_some("the post was changed since");
        let taken = (self.record.id != self.id).then_some("taken in on the GM's word");
        let parts = [Some(self.record.why.as_str()).filter(|why| !why.is_empty()), taken, changed, done];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Whether it awaits the GM.
    pub fn awaits_gm(&self) -> bool {
        self.settled.is_none() && !self.changed && (self.state() == LetterState::SetAside || self.has_words())
    }

    /// Which letter of ours a server returns with it: its name, and of which night it is.
    pub fn returns(&self) -> Option<(&str, u32)> {
        let name = self.record.returned.as_deref()?;
        let (_, behind) = self.record.why.split_once(&format!("{name} of night "))?;
        let night = behind.split(' ').next()?.parse().ok()?;
        Some((name, night))
    }

    /// Whether a server says by it that a letter of ours is late: nobody reads an answer to that.
    pub fn tells_of_delay(&self) -> bool {
        self.record.seat.is_none() && self.record.why.starts_with(LATE)
    }

    /// Whether it is the GM's, and says what is done once the GM confirms it.
    pub fn awaits_confirmation(&self) -> bool {
        says_what_is_done(&self.record.gm) && self.settled.is_none()
    }

    /// Whether it was set aside since its orders came too late.
    pub fn is_late_order(&self) -> bool {
        let late = self.record.why.starts_with(TOO_LATE) || self.record.for_night.is_some();
        self.record.seat.is_some() && self.state() == LetterState::SetAside && late
    }

    /// Whether it asks for more time.
    pub fn asks_for_time(&self) -> bool {
        self.record.asked.iter().any(|request| matches!(request, Request::Extension(_)))
    }

    /// Whether that is all of it that is for the GM.
    pub fn asks_for_time_alone(&self) -> bool {
        let asked = |note: &String| self.record.asked.iter().any(|one| *one == Request::Extension(note.clone()));
        self.asks_for_time() && self.record.notes.iter().all(asked) && self.record.outcome != LetterOutcome::SetAside
    }

    /// What the GM is shown of it while it awaits them.
    pub fn excerpt(&self) -> Vec<String> {
        let (notes, kept) = (&self.record.notes, &self.record.kept);
        let is_kept = |note: &String| kept.iter().any(|line| folded(line) == *note);
        // Where the whole letter is shown, its notes stand in it.
        notes.iter().filter(|note| !is_kept(note)).chain(kept).cloned().collect()
    }

    /// Whether a player says something in it that is no order.
    pub fn has_words(&self) -> bool {
        self.record.seat.is_some() && !self.record.notes.is_empty()
    }
}

/// The most letters of one address that are listed each, where nothing proves whose they are.
const MOST_ALIKE: usize = 3;

/// The letters that await the GM. Of an address that proves nothing the first few; how many more there are of each.
pub fn awaiting(all: &[FiledLetter]) -> (Vec<&FiledLetter>, Vec<String>) {
    let mut shown: Vec<&FiledLetter> = Vec::new();
    let mut more: Vec<(&str, Vec<usize>)> = Vec::new();
    for letter in all.iter().filter(|letter| letter.awaits_gm()) {
        let from = letter.record.from.as_deref().unwrap_or("nobody");
        let alike = |one: &&&FiledLetter| one.record.seat.is_none() && one.record.from == letter.record.from;
        if letter.record.seat.is_some()
            || letter.record.returned.is_some()
            || shown.iter().filter(alike).count() < MOST_ALIKE
        {
            shown.push(letter);
            continue;
        }
        match more.iter_mut().find(|(address, _)| *address == from) {
            Some((_, numbers)) => numbers.push(letter.number),
            None => more.push((from, vec![letter.number])),
        }
    }
    let words = |(from, numbers): (&str, Vec<usize>)| format!("{} more of {from}: {}", numbers.len(), ranges(&numbers));
    (shown, more.into_iter().map(words).collect())
}

/// Numbers in their order as people write them: `4, 7-9`.
fn ranges(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut().filter(|(_, last)| *last + 1 == *number) {
            Some((_, last)) => *last = *number,
            None => runs.push((*number, *number)),
        }
    }
    let each = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    each.collect::<Vec<_>>().join(", ")
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
            changed: false,
        };
        let mut all: Vec<FiledLetter> = (1..=9).map(|n| letter(n, "eve@example.org", None)).collect();
        all.push(letter(10, "al@example.org", Some("Red")));
        all.push(letter(11, "eve@example.org", None));
        let (shown, more) = awaiting(&all);
        assert_eq!(shown.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3, 10]);
        assert_eq!(more, ["7 more of eve@example.org: 4-9, 11"]);
    }
}
