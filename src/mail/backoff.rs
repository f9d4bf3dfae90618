//! Slows down letters after wrong tokens, by the address that sent them and by the seat that they claimed.
//!
//! The inbox log is the only source: each entry says when its letter came and how many of its words were offered as a
//! token and are nobody's. A letter that comes too soon after too many of these is not accepted at once, even with the
//! right token; it waits for the GM.

use std::collections::BTreeSet;

use super::inbox::LetterRecord;
use super::sender::Correspondent;

/// The number of letters with wrong tokens within a day that cause no wait: people mistype.
pub const FREE_FAILURES: usize = 5;
/// How long a letter with a wrong token counts, in seconds.
pub const DAY: i64 = 24 * 60 * 60;
/// The first wait, in seconds; each further letter doubles it.
const FIRST_WAIT: i64 = 60;
/// The longest wait, in seconds.
const MAX_WAIT: i64 = 6 * 60 * 60;

/// The letters with wrong tokens from an address, or against a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failures {
    /// The number of letters within a day.
    pub letters: usize,
    /// The number of words that they offered as a token.
    pub offered_words: usize,
    /// When the last of them came, in seconds since 1970.
    pub last_failure_at: i64,
}

impl Failures {
    /// Until when letters wait for the GM, in seconds since 1970; `None` while nothing is slowed down.
    pub fn waits_until(&self) -> Option<i64> {
        let doublings = u32::try_from(self.letters.checked_sub(FREE_FAILURES + 1)?).unwrap_or(u32::MAX).min(16);
        Some(self.last_failure_at + (FIRST_WAIT << doublings).min(MAX_WAIT))
    }
}

/// Counts the letters with wrong tokens in the day before `at` whose address satisfies `is_counted`. `None` if there
/// are none.
fn count_failures<'a>(
    entries: impl Iterator<Item = &'a LetterRecord>,
    at: i64,
    is_counted: impl Fn(&str) -> bool,
) -> Option<Failures> {
    let wrong = entries.filter(|e| e.guesses > 0 && e.arrived > at - DAY);
    wrong.filter(|e| is_counted(e.from.as_deref().unwrap_or_default())).fold(None, |sum: Option<Failures>, e| {
        let (letters, words, last) =
            sum.map_or((0, 0, e.arrived), |sum| (sum.letters, sum.offered_words, sum.last_failure_at));
        Some(Failures { letters: letters + 1, offered_words: words + e.guesses, last_failure_at: last.max(e.arrived) })
    })
}

/// Counts the letters with wrong tokens from an address.
pub fn failures_of_address<'a>(
    entries: impl Iterator<Item = &'a LetterRecord>,
    at: i64,
    address: &str,
) -> Option<Failures> {
    count_failures(entries, at, |from| from.eq_ignore_ascii_case(address))
}

/// Counts the letters with wrong tokens that may have been meant for a seat: those from an address of its people, and
/// those from an unknown address if one of its people has no address.
pub fn failures_against_seat<'a>(
    entries: impl Iterator<Item = &'a LetterRecord>,
    at: i64,
    seat: usize,
    people: &[Correspondent],
) -> Option<Failures> {
    let own = |from: &str| people.iter().any(|p| p.seat == seat && p.has_address(from));
    let somebody_lacks_address = people.iter().any(|p| p.seat == seat && p.has_no_address());
    let is_unknown_address = |from: &str| !people.iter().any(|p| p.has_address(from));
    count_failures(entries, at, |from| own(from) || (somebody_lacks_address && is_unknown_address(from)))
}

/// Until when a letter from an address for a seat waits for the GM, in seconds since 1970; `None` if it need not wait.
pub fn slowed_until(
    entries: &[&LetterRecord],
    at: i64,
    address: &str,
    seat: usize,
    people: &[Correspondent],
) -> Option<i64> {
    let found = [
        failures_of_address(entries.iter().copied(), at, address),
        failures_against_seat(entries.iter().copied(), at, seat, people),
    ];
    found.iter().flatten().filter_map(Failures::waits_until).max().filter(|until| at < *until)
}

/// Every address that sent wrong tokens within a day, with its failures.
pub fn failing_addresses(entries: &[LetterRecord], at: i64) -> Vec<(String, Failures)> {
    let wrong = entries.iter().filter(|e| e.guesses > 0 && e.arrived > at - DAY);
    let names: BTreeSet<&str> = wrong.map(|e| e.from.as_deref().unwrap_or_default()).collect();
    let with_failures = |name: &str| Some((name.to_owned(), failures_of_address(entries.iter(), at, name)?));
    names.into_iter().filter_map(with_failures).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_further_letter_doubles_the_wait() {
        let until = |letters| {
            Failures { letters, offered_words: letters, last_failure_at: 1000 }.waits_until().map(|until| until - 1000)
        };
        assert_eq!([1, 5, 6, 7, 10].map(until), [None, None, Some(60), Some(120), Some(960)]);
        assert_eq!([15, 100, usize::MAX].map(until), [Some(MAX_WAIT); 3]);
    }
}
