//! Parses the times of posts as forums write them.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

/// The reference for relative and incomplete times.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// The zone of times without one.
    pub(super) zone: TimeZone,
    /// When the thread was saved: `today` and `2 hours ago` are relative to it.
    pub(super) saved: Timestamp,
    /// Whether `11/24/2026` is the 24th of November.
    pub(super) begins_with_month: bool,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Parses the first moment in a text, in seconds since 1970; `None` if there is none, or it is ambiguous.
pub(super) fn parse_moment(text: &str, clock: &Clock) -> Option<i64> {
    let text = text.trim();
    if let Some(found) = parse_machine_time(text) {
        return Some(found);
    }
    if let Some(found) = parse_ago(text, clock) {
        return Some(found);
    }
    let split =
        |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '«' | '»' | '•' | '|' | '\u{A0}' | '\u{202F}');
    let bare = |word: &str| word.trim_end_matches(['.', ';']).to_lowercase();
    let words: Vec<String> = text.split(split).map(bare).filter(|word| !word.is_empty()).collect();
    for (number, word) in words.iter().enumerate() {
        let Some(time) = parse_time_of_day(word, words.get(number + 1).map(String::as_str)) else { continue };
        // The day is before the time, or after it (`8:00 PM, Nov 24, 2026`).
        let before = words.get(number.saturating_sub(6)..number).unwrap_or_default();
        let behind = words.get(number + 1..(number + 7).min(words.len())).unwrap_or_default();
        let date = parse_day(before, clock).or_else(|| parse_day(behind, clock))?;
        return date.to_datetime(time).to_zoned(clock.zone.clone()).ok().map(|at| at.timestamp().as_second());
    }
    None
}

/// Parses a machine-readable moment: `2026-11-24T20:00:00+00:00`, seconds or milliseconds.
fn parse_machine_time(text: &str) -> Option<i64> {
    if text.len() >= 10 && text.len() <= 13 && text.bytes().all(|b| b.is_ascii_digit()) {
        let number: i64 = text.parse().ok()?;
        return Some(if text.len() == 13 { number / 1000 } else { number });
    }
    if let Ok(at) = text.parse::<Timestamp>() {
        return Some(at.as_second());
    }
    // `+0000` for `+00:00`.
    let (head, tail) = text.split_at_checked(text.len().checked_sub(5)?)?;
    let digits = tail.get(1..)?.bytes().all(|b| b.is_ascii_digit());
    if !tail.starts_with(['+', '-']) || !digits {
        return None;
    }
    format!("{head}{}:{}", tail.get(..3)?, tail.get(3..)?).parse::<Timestamp>().ok().map(Timestamp::as_second)
}

/// Parses `3 hours ago`: the latest moment that this can be.
fn parse_ago(text: &str, clock: &Clock) -> Option<i64> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let at = words.iter().position(|word| word.trim_end_matches(['.', ',', ')']) == "ago")?;
    let count = match words.get(at.checked_sub(2)?)?.as_str() {
        "a" | "an" | "one" => 1,
        number => number.trim_start_matches('(').parse::<i64>().ok()?,
    };
    let unit_seconds = match words.get(at - 1)?.trim_end_matches('s') {
        "second" | "sec" => 1,
        "minute" | "min" => 60,
        "hour" | "hr" => 3600,
        "day" => 86_400,
        _ => return None,
    };
    clock.saved.as_second().checked_sub(count.checked_mul(unit_seconds)?)
}

/// Parses `20:00`, `8:00:12`, `8:00pm`, `8:00` before `PM`.
fn parse_time_of_day(word: &str, next: Option<&str>) -> Option<Time> {
    let (digits, meridiem) = match word.find(|c: char| c.is_alphabetic()) {
        Some(at) => word.split_at(at),
        None => (word, next.unwrap_or_default()),
    };
    let meridiem = meridiem.replace('.', "");
    let parts: Vec<i8> = digits.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let (hour, minute, second) = match parts.as_slice() {
        [hour, minute] => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return None,
    };
    let hour = match meridiem.as_str() {
        "pm" if hour < 12 => hour + 12,
        "am" if hour == 12 => 0,
        _ => hour,
    };
    Time::new(hour, minute, second, 0).ok()
}

/// Parses a day from words: the number beside a month, if it is certain which.
fn parse_day(words: &[String], clock: &Clock) -> Option<Date> {
    let today = clock.saved.to_zoned(clock.zone.clone()).date();
    let bare = |word: &String| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '#').to_owned();
    let words: Vec<String> = words.iter().map(bare).collect();
    for word in &words {
        match word.as_str() {
            "today" => return Some(today),
            "yesterday" => return today.checked_sub(1.days()).ok(),
            word => {
                if let Some(date) = parse_numeric_date(word, clock.begins_with_month) {
                    return Some(date);
                }
            }
        }
    }
    let is_month = |word: &String| MONTHS.iter().position(|name| word.len() >= 3 && name.starts_with(word.as_str()));
    let (at, month) = words.iter().enumerate().find_map(|(at, word)| Some((at, is_month(word)?)))?;
    let month = i8::try_from(month + 1).ok()?;
    let number = |index: Option<usize>| {
        let word = index.and_then(|index| words.get(index))?;
        let ends = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
        ends.unwrap_or(word).parse::<i16>().ok()
    };
    let day = |index| number(index).and_then(|number| i8::try_from(number).ok()).filter(|day| (1..=31).contains(day));
    let year = |index| number(index).filter(|year| (1990..2200).contains(year));
    let before = if at > 0 && words.get(at - 1).is_some_and(|word| word == "of") {
        at.checked_sub(2)
    } else {
        at.checked_sub(1)
    };
    match (year(Some(at + 1)), year(Some(at + 2)), day(before), day(Some(at + 1))) {
        (Some(year), _, Some(day), _) | (None, Some(year), _, Some(day)) => Date::new(year, month, day).ok(),
        // A day without a year is the last such day.
        (None, None, Some(day), None) | (None, None, None, Some(day)) => {
            let date = Date::new(today.year(), month, day).ok()?;
            if date > today { Date::new(today.year() - 1, month, day).ok() } else { Some(date) }
        }
        _ => None,
    }
}

/// Parses `2026-11-24`, `24.11.2026`, `11/24/2026`; `None` if the day could be the month.
fn parse_numeric_date(word: &str, month_first: bool) -> Option<Date> {
    let mark = word.chars().find(|c| matches!(c, '-' | '/' | '.'))?;
    let parts: Vec<i16> = word.split(mark).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let [first, second, third] = <[i16; 3]>::try_from(parts).ok()?;
    let date = |year: i16, month: i16, day: i16| Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok();
    let century = if third < 100 { third + 2000 } else { third };
    match (mark, first, second) {
        _ if first > 1000 => date(first, second, third),
        ('.', ..) => date(century, second, first),
        _ if month_first => date(century, first, second),
        (_, 13.., _) => date(century, second, first),
        (_, _, 13..) => date(century, first, second),
        _ if first == second => date(century, first, second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_say_when_in_many_ways() {
        let saved: Timestamp = "2026-11-25T09:00:00Z".parse().unwrap();
        let clock = Clock { zone: TimeZone::get("Europe/London").unwrap(), saved, begins_with_month: false };
        let eight = "2026-11-24T20:00:00Z".parse::<Timestamp>().unwrap().as_second();
        for text in [
            "2026-11-24T20:00:00+00:00",
            "2026-11-24T21:00:00+0100",
            "1795550400",
            "1795550400000",
            "by Alys » Tue Nov 24, 2026 8:00 pm",
            "« Reply #3 on: November 24, 2026, 08:00:00 PM »",
            "24.11.2026, 20:00",
            "24/11/2026 20:00:00",
            "11/24/2026 8:00:00 PM",
            "Yesterday, 08:00 PM",
            "Yesterday at 8:00pm",
            "8:00 PM, 24th November 2026",
            "#7, 24th of Nov 2026 at 20:00",
            "« Reply #5 on: November 24, 20:00:00 »",
            "13 hours ago",
            "Last edited by Alys on 24 Nov 2026, 20:00, edited 1 time in total.",
        ] {
            assert_eq!(parse_moment(text, &clock), Some(eight), "{text}");
        }
        for text in ["05/06/2026 20:00", "a while ago", "November 24, 2026", "#12", ""] {
            assert_eq!(parse_moment(text, &clock), None, "{text}");
        }
        let american = Clock { begins_with_month: true, ..clock };
        let june = "2026-05-06T19:00:00Z".parse::<Timestamp>().unwrap().as_second();
        assert_eq!(parse_moment("05/06/2026 20:00", &american), Some(june));
    }
}
