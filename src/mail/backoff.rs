//! Wrong tokens slow down whoever sends them, and whoever they are sent in the name of.
//!
//! All follows from the book of letters: each entry says how many words of its letter were nobody's token, and
//! when it came. A letter that comes too soon behind too many of these is not taken at once, even with the right
//! token; it waits for the GM.

use std::collections::BTreeSet;

use super::inbox::LetterRecord;
use super::sender::Correspondent;

/// How many letters with wrong tokens within a day cost no time: people mistype.
pub const FREE: usize = 5;
/// How long such a letter counts, in seconds.
pub const DAY: i64 = 24 * 60 * 60;
/// The first wait, in seconds; each further letter doubles it.
const FIRST_WAIT: i64 = 60;
/// The longest wait, in seconds.
const LONGEST_WAIT: i64 = 6 * 60 * 60;

/// Letters with wrong tokens, of an address or in the name of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// How many within a day.
    pub letters: usize,
    /// How many words they tried.
    pub words: usize,
    /// When the last one came, in seconds since 1970.
    pub last: i64,
}

impl Failures {
    /// Until when letters wait for the GM; `None` while nothing is slowed down.
    pub fn until(&self) -> Option<i64> {
        let doublings = u32::try_from(self.letters.checked_sub(FREE + 1)?).unwrap_or(u32::MAX).min(16);
        Some(self.last + (FIRST_WAIT << doublings).min(LONGEST_WAIT))
    }
}

/// The letters of the day before a moment that were wrong, of those that are of one kind.
fn failures<'a>(
    entries: impl Iterator<Item = &'a LetterRecord>,
    at: i64,
    of_kind: impl Fn(&str) -> bool,
) -> Option<Failures> {
    let wrong = entries.filter(|e| e.guesses > 0 && e.arrived > at - DAY);
    wrong.filter(|e| of_kind(e.from.as_deref().unwrap_or_default())).fold(None, |sum: Option<Failures>, e| {
        let (letters, words, last) = sum.map_or((0, 0, e.arrived), |sum| (sum.letters, sum.words, sum.last));
        Some(Failures { letters: letters + 1, words: words + e.guesses, last: last.max(e.arrived) })
    })
}

/// Those of an address.
pub fn of_address<'a>(entries: impl Iterator<Item = &'a LetterRecord>, at: i64, address: &str) -> Option<Failures> {
    failures(entries, at, |from| from.eq_ignore_ascii_case(address))
}

/// Those that could have been taken for a seat's: from an address of its people, or from nobody's where it has
/// somebody without an address.
pub fn could_be_of_seat<'a>(
    entries: impl Iterator<Item = &'a LetterRecord>,
    at: i64,
    seat: usize,
    people: &[Correspondent],
) -> Option<Failures> {
    let own = |from: &str| people.iter().any(|p| p.seat == seat && p.has_address(from));
    let open = people.iter().any(|p| p.seat == seat && p.has_no_address());
    let nobody_s = |from: &str| !people.iter().any(|p| p.has_address(from));
    failures(entries, at, |from| own(from) || (open && nobody_s(from)))
}

/// Until when a letter of an address for a seat waits for the GM, if it came before that.
pub fn slowed_until(
    entries: &[&LetterRecord],
    at: i64,
    address: &str,
    seat: usize,
    people: &[Correspondent],
) -> Option<i64> {
    let found =
        [of_address(entries.iter().copied(), at, address), could_be_of_seat(entries.iter().copied(), at, seat, people)];
    found.iter().flatten().filter_map(Failures::until).max().filter(|until| at < *until)
}

/// Every address that sent wrong tokens within a day.
pub fn addresses(entries: &[LetterRecord], at: i64) -> Vec<(String, Failures)> {
    let wrong = entries.iter().filter(|e| e.guesses > 0 && e.arrived > at - DAY);
    let names: BTreeSet<&str> = wrong.map(|e| e.from.as_deref().unwrap_or_default()).collect();
    let each = |name: &str| Some((name.to_owned(), of_address(entries.iter(), at, name)?));
    names.into_iter().filter_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_further_letter_doubles_the_wait() {
        let until = |letters| Failures { letters, words: letters, last: 1000 }.until().map(|until| until - 1000);
        assert_eq!([1, 5, 6, 7, 10].map(until), [None, None, Some(60), Some(120), Some(960)]);
        assert_eq!([15, 100, usize::MAX].map(until), [Some(LONGEST_WAIT); 3]);
    }
}
