//! Collects what the letters of the War ask for that keeps holding: to be waited for, to be away, letters without HTML,
//! another address. All of it is kept only in the inbox logs; the latest request holds.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::inbox::{LetterOutcome, LetterRecord};
use super::requests::Request;
use super::thread::POST_ID_SUFFIX;

/// The requests of a seat, oldest first: its letters in the order they came.
fn requests_of_seat<'a>(
    entries: &'a [LetterRecord],
    seat: &'a str,
) -> impl DoubleEndedIterator<Item = (&'a LetterRecord, &'a Request)> {
    // Only the latest version of an edited post counts.
    let is_current = move |number: usize, entry: &LetterRecord| {
        let is_post = entry.message.as_ref().is_some_and(|id| id.ends_with(POST_ID_SUFFIX));
        !is_post || !entries.iter().skip(number + 1).any(|later| later.message == entry.message)
    };
    let own = entries.iter().enumerate().filter(move |(number, entry)| {
        entry.seat.as_deref() == Some(seat) && !entry.is_doubted && is_current(*number, entry)
    });
    let own = own.map(|(_, entry)| entry);
    own.filter(|entry| entry.outcome != LetterOutcome::SetAside || !entry.asked.is_empty())
        .flat_map(|entry| entry.asked.iter().map(move |request| (entry, request)))
}

/// Returns the letters without the requests of a seat's former player. `handed` maps a seat to the moment at which its
/// current player took it over, in seconds since 1970.
pub fn drop_former_requests(letters: Vec<LetterRecord>, handed: &BTreeMap<String, i64>) -> Vec<LetterRecord> {
    let is_former = |letter: &LetterRecord| {
        let taken_over = letter.seat.as_ref().and_then(|seat| handed.get(seat));
        letter.person == 0 && taken_over.is_some_and(|taken_over| letter.taken <= *taken_over)
    };
    let without_former_requests = |letter: LetterRecord| match is_former(&letter) {
        true => LetterRecord { asked: Vec::new(), ..letter },
        false => letter,
    };
    letters.into_iter().map(without_former_requests).collect()
}

/// Whether a seat said that it is ready (true) or is to be waited for (false); `None` if it said neither.
pub fn is_ready(entries: &[LetterRecord], seat: &str) -> Option<bool> {
    requests_of_seat(entries, seat).rev().find_map(|(_, request)| match request {
        Request::Ready => Some(true),
        Request::Wait => Some(false),
        _ => None,
    })
}

/// The days that a seat is away, by its last request in the letters of all nights.
pub fn absence(entries: &[LetterRecord], seat: &str) -> Option<(Date, Date)> {
    requests_of_seat(entries, seat).rev().find_map(|(_, request)| match request {
        Request::Away { from, to } => Some(from.parse().ok().zip(to.parse().ok())),
        Request::Back => Some(None),
        _ => None,
    })?
}

/// Whether a person of a seat wants letters with an HTML part: 0 is the player, then the substitute.
pub fn wants_html(entries: &[LetterRecord], seat: &str, person: usize) -> bool {
    let own = requests_of_seat(entries, seat).rev().filter(|(entry, _)| entry.person == person);
    let answers = own.filter_map(|(_, request)| if let Request::Html(wanted) = request { Some(*wanted) } else { None });
    answers.into_iter().next().unwrap_or(true)
}

/// The seats that asked for more time in the letters of a night that were imported at or after a moment.
pub fn seats_asking_for_time(entries: &[LetterRecord], since: i64) -> BTreeSet<&str> {
    let asks_for_time = |entry: &&LetterRecord| {
        entry.taken >= since && entry.asked.iter().any(|request| matches!(request, Request::Extension(_)))
    };
    entries.iter().filter(asks_for_time).filter_map(|entry| entry.seat.as_deref()).collect()
}

/// A change of address that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressChange {
    /// The letter that asked for it.
    pub letter: String,
    /// Whose address it is.
    pub seat: String,
    /// The new address.
    pub new_address: String,
}

/// The last change of address that each seat's player asked for.
pub fn address_changes(entries: &[LetterRecord]) -> Vec<AddressChange> {
    let mut found: Vec<AddressChange> = Vec::new();
    for entry in entries.iter().filter(|entry| !entry.is_doubted && entry.person == 0) {
        for request in &entry.asked {
            if let (Request::Address(to), Some(seat)) = (request, &entry.seat) {
                found.retain(|change| change.seat != *seat);
                found.push(AddressChange { letter: entry.id.clone(), seat: seat.clone(), new_address: to.clone() });
            }
        }
    }
    found
}

/// Whether a seat has sent a confirmation code back.
pub fn has_confirmed(entries: &[LetterRecord], seat: &str, code: &str) -> bool {
    let own = entries.iter().filter(|entry| entry.seat.as_deref() == Some(seat));
    own.flat_map(|entry| &entry.asked).any(|request| *request == Request::Confirm(code.to_owned()))
}
