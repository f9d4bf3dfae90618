//! Parses days as people write them in a letter.

use jiff::ToSpan as _;
use jiff::civil::Date;

/// The months, by the three letters that all their names begin with.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Parses a range of days: `from 3 to 8 December`, `2026-12-24 to 2027-01-02`, `December 30 until January 2`,
/// `on 5 May`. A day without a year is the next such day.
pub(super) fn parse_range(words: &[&str], today: Date) -> Option<(Date, Date)> {
    let words = match words {
        ["from" | "on", rest @ ..] => rest,
        words => words,
    };
    let parts: Vec<&[&str]> =
        words.split(|word| ["to", "until", "till", "-", "and", "through"].contains(word)).collect();
    match parts.as_slice() {
        [only] => Day::parse_day(only)?.at_or_after(today).map(|day| (day, day)),
        [first, last] => {
            let (mut first, last) = (Day::parse_day(first)?, Day::parse_day(last)?);
            first.month = first.month.or(last.month);
            let from = first.at_or_after(today)?;
            let to = last.at_or_after(from)?;
            // A range of 200 days or more is not an absence.
            (from.checked_add(200.days()).ok()? > to).then_some((from, to))
        }
        _ => None,
    }
}

/// A day as written.
#[derive(Clone, Copy, Debug)]
struct Day {
    year: Option<i16>,
    month: Option<i8>,
    day: i8,
}

impl Day {
    fn parse_day(words: &[&str]) -> Option<Day> {
        if let [one] = words
            && let Ok(date) = one.parse::<Date>()
        {
            return Some(Day { year: Some(date.year()), month: Some(date.month()), day: date.day() });
        }
        let mut found = Day { year: None, month: None, day: 0 };
        for word in words {
            let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
            if let Ok(number) = digits.parse::<i16>() {
                let ending = word.get(digits.len()..).unwrap_or_default();
                match (i8::try_from(number), number) {
                    (Ok(day @ 1..=31), _) if found.day == 0 && ["", "st", "nd", "rd", "th"].contains(&ending) => {
                        found.day = day;
                    }
                    (_, 2000..=2999) if found.year.is_none() => found.year = Some(number),
                    _ => return None,
                }
            } else if let Some(month) = parse_month(word).filter(|_| found.month.is_none()) {
                found.month = Some(month);
            } else if !["the", "of"].contains(word) {
                return None;
            }
        }
        (found.day > 0).then_some(found)
    }

    /// The first such day on or after another.
    fn at_or_after(self, other: Date) -> Option<Date> {
        let month = self.month?;
        let day_in = |year: i16| Date::new(year, month, self.day).ok();
        match self.year {
            Some(year) => day_in(year),
            None => (0..=4).filter_map(|years| day_in(other.year() + years)).find(|day| *day >= other),
        }
        .filter(|day| *day >= other)
    }
}

fn parse_month(word: &str) -> Option<i8> {
    let start = word.get(..3)?;
    let index = MONTHS.iter().position(|month| *month == start)?;
    word.chars().all(char::is_alphabetic).then(|| i8::try_from(index + 1).ok())?
}
