//! When orders are due: a time of day in a zone, and the day it falls on for a night.
//!
//! `war.yaml` says the time (`23:00 Europe/London`); the day is fixed once a night, in
//! `nights/NNN/deadline.yaml`, where the GM may change it. The engine itself knows no clock: what
//! time it is now comes from the command line. Imports nothing of the game.

use std::fs;

use jiff::civil::Time;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan as _, Zoned};

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{Folder, NightFolder, read_text_if_there};
use crate::campaign::night_files::write_file;

/// How long players have at the least between a night's end and the next deadline.
const SHORTEST_DAY: SignedDuration = SignedDuration::from_hours(12);

/// A time of day in a zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Daily {
    time: Time,
    zone: TimeZone,
}

impl Daily {
    /// Reads `23:00 Europe/London`; nothing for a deadline in other words, which is printed alone.
    pub fn read(text: &str) -> Option<Daily> {
        let (time, zone) = text.trim().split_once(' ')?;
        let (hour, minute) = time.split_once(':')?;
        let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
        Some(Daily { time, zone: TimeZone::get(zone.trim()).ok()? })
    }

    /// The next such time behind a moment, on the day that the zone's clocks show then.
    pub fn after(&self, moment: Timestamp) -> Option<Zoned> {
        let start = moment.to_zoned(self.zone.clone()).date();
        (0..3).find_map(|days| {
            let date = start.checked_add(days.days()).ok()?;
            // A time that the clocks skip is the one behind the gap; one that they show twice the first.
            let due = date.to_datetime(self.time).to_zoned(self.zone.clone()).ok()?;
            (due.timestamp() > moment).then_some(due)
        })
    }
}

/// The moment that a `deadline.yaml` names, as written there.
pub fn written_due(text: &str) -> Option<&str> {
    let found = text.lines().find_map(|line| line.trim().strip_prefix("due:"))?;
    Some(found.trim().trim_matches(['"', '\'']))
}

/// When a night's orders are due: as fixed before, else fixed by `fix`. None where no time is set.
pub fn due(
    folder: &Folder,
    night: &NightFolder,
    deadline: Option<&str>,
    now: Timestamp,
    fix: bool,
) -> Result<Option<Zoned>> {
    let path = night.path.join("deadline.yaml");
    if let Some(text) = read_text_if_there(&path)? {
        let found = written_due(&text).unwrap_or_default();
        let due = found.parse::<Zoned>().map_err(|e| CampaignError::Unreadable {
            path: path.clone(),
            why: Unreadable::Broken { detail: format!("`due: {found}` is no moment with a zone: {e}") },
        })?;
        return Ok(Some(due));
    }
    let Some(daily) = deadline.and_then(Daily::read) else { return Ok(None) };
    let last = folder.night(night.number.saturating_sub(1)).state_file();
    let played = fs::metadata(last).and_then(|m| m.modified()).ok().and_then(|at| Timestamp::try_from(at).ok());
    let from = played.and_then(|at| at.checked_add(SHORTEST_DAY).ok()).unwrap_or(now);
    // A folder that was copied or left alone for days begins with the next deadline.
    let due = daily.after(from).filter(|due| due.timestamp() > now).or_else(|| daily.after(now));
    if let (Some(due), true) = (&due, fix) {
        write_file(
            &path,
            &format!("# When orders for night {} are due; yours to change.\nformat: 1\ndue: \"{due}\"\n", night.number),
        )?;
    }
    Ok(due)
}

/// Reads `30 minutes`, `2h`.
pub fn length(text: &str) -> Option<SignedDuration> {
    text.trim().parse().ok().filter(|length: &SignedDuration| !length.is_negative())
}

/// A moment as players read it: `Sunday 22 November, 23:00 Europe/London`.
pub fn words(due: &Zoned) -> String {
    let zone = due.time_zone().iana_name().map_or_else(|| due.strftime("%Z").to_string(), str::to_owned);
    format!("{}, {} {zone}", due.strftime("%A %-d %B"), due.strftime("%H:%M"))
}

/// A length of time that is left, as people say it: `2 hours 5 minutes`.
pub fn time_left_in_words(seconds: i64) -> String {
    let counted = |n: i64, thing: &str| match n {
        0 => None,
        1 => Some(format!("1 {thing}")),
        n => Some(format!("{n} {thing}s")),
    };
    // What is left of a minute is a minute.
    let minutes = seconds.max(0).saturating_add(59) / 60;
    let parts = [counted(minutes / 60, "hour"), counted(minutes % 60, "minute")];
    let said: Vec<String> = parts.into_iter().flatten().collect();
    if said.is_empty() { "no minutes".to_owned() } else { said.join(" ") }
}

/// A moment as the GM reads it.
pub fn stamp(seconds: i64) -> String {
    Timestamp::from_second(seconds)
        .map_or_else(|_| seconds.to_string(), |t| t.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_deadline_falls_on_the_zone_s_own_day() {
        let london = Daily::read("23:00 Europe/London").unwrap();
        assert_eq!(london.after(at("2026-11-21T22:59:00Z")).unwrap().timestamp(), at("2026-11-21T23:00:00Z"));
        assert_eq!(london.after(at("2026-11-21T23:00:00Z")).unwrap().timestamp(), at("2026-11-22T23:00:00Z"));
        // In summer the same words are another moment.
        assert_eq!(london.after(at("2026-07-01T00:00:00Z")).unwrap().timestamp(), at("2026-07-01T22:00:00Z"));
        assert_eq!(
            words(&london.after(at("2026-11-21T23:00:00Z")).unwrap()),
            "Sunday 22 November, 23:00 Europe/London"
        );
        let tokyo = Daily::read("06:30 Asia/Tokyo").unwrap();
        assert_eq!(tokyo.after(at("2026-11-21T22:59:00Z")).unwrap().timestamp(), at("2026-11-22T21:30:00Z"));
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_still_a_deadline() {
        let berlin = Daily::read("02:30 Europe/Berlin").unwrap();
        assert_eq!(berlin.after(at("2026-03-28T12:00:00Z")).unwrap().timestamp(), at("2026-03-29T01:30:00Z"));
    }

    #[test]
    fn what_is_left_is_said_in_hours_and_minutes() {
        assert_eq!(
            [0, 1, 60, 3600, 7500].map(time_left_in_words),
            ["no minutes", "1 minute", "1 minute", "1 hour", "2 hours 5 minutes"]
        );
    }

    #[test]
    fn other_words_are_no_time() {
        for text in ["sunset", "23:00", "25:00 Europe/London", "23:00 Middle/Earth", ""] {
            assert_eq!(Daily::read(text), None, "{text}");
        }
        assert_eq!(length("30 minutes"), Some(SignedDuration::from_mins(30)));
        assert_eq!(length("-2h"), None);
        assert_eq!(length("a while"), None);
    }
}
