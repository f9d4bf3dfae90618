//! Computes when orders are due: a time of day in a zone, and its date for a night.
//!
//! `war.yaml` sets the time (`23:00 Europe/London`). The date is fixed once a night, in `nights/NNN/deadline.yaml`,
//! where the GM may change it. The engine has no clock: the current time comes from the command line.

use std::fs;
use std::path::PathBuf;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp, ToSpan as _, Zoned};

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{Folder, NightFolder, read_text_if_there};
use crate::campaign::night_files::write_file;

/// The shortest time that players have between the end of a night and the next deadline.
const MIN_DAY_LENGTH: SignedDuration = SignedDuration::from_hours(12);

/// A time of day in a zone, on the days of a calendar.
#[derive(Clone, Debug, PartialEq)]
pub struct DailyDeadline {
    time: Time,
    zone: TimeZone,
    days: Vec<i8>,
    holidays: Vec<(Date, Date)>,
}

impl DailyDeadline {
    /// Parses `23:00 Europe/London`; `None` for a deadline in other words, which is only printed.
    pub fn parse(text: &str) -> Option<DailyDeadline> {
        let (time, zone) = text.trim().split_once(' ')?;
        let (hour, minute) = time.split_once(':')?;
        let time = Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()?;
        Some(DailyDeadline { time, zone: TimeZone::get(zone.trim()).ok()?, days: Vec::new(), holidays: Vec::new() })
    }

    /// The same time on the days of a calendar only: `days` are weekdays (1 is Monday; every day if empty), `holidays`
    /// are ranges of dates that are left out.
    #[must_use]
    pub fn with_calendar(self, days: &[i8], holidays: &[(Date, Date)]) -> DailyDeadline {
        DailyDeadline { days: days.to_vec(), holidays: holidays.to_vec(), ..self }
    }

    /// The date in the zone at a moment.
    pub fn date_of(&self, moment: Timestamp) -> Date {
        moment.to_zoned(self.zone.clone()).date()
    }

    fn is_deadline_day(&self, date: Date) -> bool {
        let weekday = self.days.is_empty() || self.days.contains(&date.weekday().to_monday_one_offset());
        weekday && !self.holidays.iter().any(|(from, to)| (*from..=*to).contains(&date))
    }

    /// The deadline on a date. A time that the clocks skip becomes the time after the gap; of a time that they show
    /// twice, the first counts.
    pub fn on_day(&self, date: Date) -> Option<Zoned> {
        date.to_datetime(self.time).to_zoned(self.zone.clone()).ok()
    }

    /// The first deadline after a moment on a day of the calendar; `None` if there is none within two years.
    pub fn next_after(&self, moment: Timestamp) -> Option<Zoned> {
        let start = self.date_of(moment);
        (0..730).find_map(|days| {
            let date = start.checked_add(days.days()).ok().filter(|date| self.is_deadline_day(*date))?;
            let due = self.on_day(date)?;
            (due.timestamp() > moment).then_some(due)
        })
    }
}

/// The text of the `due:` line of a `deadline.yaml`.
pub fn find_due_text(text: &str) -> Option<&str> {
    let found = text.lines().find_map(|line| line.trim().strip_prefix("due:"))?;
    Some(found.trim().trim_matches(['"', '\'']))
}

/// The file that records when a night was played.
const PLAYED_FILE: &str = "played.yaml";
/// The value of `due:` while a night is paused.
const PAUSED: &str = "paused";

/// The path of a night's `deadline.yaml`.
pub fn deadline_file(night: &NightFolder) -> PathBuf {
    night.path.join("deadline.yaml")
}

/// The deadline of a night or, if the night is paused, the one before the pause: players count on it.
pub fn announced_deadline(night: &NightFolder) -> Result<Option<Zoned>> {
    if let Some(due) = fixed_deadline(night)? {
        return Ok(Some(due));
    }
    let text = read_text_if_there(&deadline_file(night))?.unwrap_or_default();
    let old_due = text.lines().find_map(|line| line.trim().strip_prefix("before:"));
    Ok(old_due.and_then(|due| due.trim().trim_matches(['"', '\'']).parse().ok()))
}

/// Renders a night's `deadline.yaml`; the night is paused if `due` is `None`. `moved` is when the deadline was moved,
/// in seconds since 1970.
pub fn render_deadline_file(number: u32, due: Option<&Zoned>, moved: Option<i64>) -> String {
    let due = due.map_or_else(|| PAUSED.to_owned(), ToString::to_string);
    let at = moved.and_then(|at| Timestamp::from_second(at).ok()).map(|at| format!("moved: \"{at}\"\n"));
    let moved = at.map(|at| format!("extended: true\n{at}")).unwrap_or_default();
    format!("# When orders for night {number} are due; yours to change.\nformat: 1\ndue: \"{due}\"\n{moved}")
}

/// Renders the `deadline.yaml` of a paused night, with the deadline before the pause.
pub fn render_paused_file(number: u32, before: Option<&Zoned>, at: i64) -> String {
    let before = before.map(|before| format!("before: \"{before}\"\n")).unwrap_or_default();
    render_deadline_file(number, None, Some(at)) + &before
}

/// When a night's deadline was moved, in seconds since 1970: `None` if it never was, 0 if the file does not say when.
pub fn moved_at(night: &NightFolder) -> Result<Option<i64>> {
    if !was_extended(night)? {
        return Ok(None);
    }
    let text = read_text_if_there(&deadline_file(night))?.unwrap_or_default();
    let at = text.lines().find_map(|line| line.trim().strip_prefix("moved:"));
    let at = at.and_then(|at| at.trim().trim_matches(['"', '\'']).parse::<Timestamp>().ok());
    Ok(Some(at.map_or(0, Timestamp::as_second)))
}

/// The line in a night's `deadline.yaml` that says that the War's own rule has granted more time.
pub const GRANTED_LINE: &str = "granted: true";

/// Whether the War's own rule has granted more time in a night; it does so once.
pub fn was_granted(night: &NightFolder) -> Result<bool> {
    let text = read_text_if_there(&deadline_file(night))?.unwrap_or_default();
    Ok(text.lines().any(|line| line.trim() == GRANTED_LINE))
}

/// The deadline in a night's `deadline.yaml`; `None` if there is no file or its `due:` is not a moment.
pub fn fixed_deadline(night: &NightFolder) -> Result<Option<Zoned>> {
    let text = read_text_if_there(&deadline_file(night))?;
    Ok(text.as_deref().and_then(find_due_text).and_then(|due| due.parse().ok()))
}

/// Whether a night's deadline was moved after it was fixed.
pub fn was_extended(night: &NightFolder) -> Result<bool> {
    let text = read_text_if_there(&deadline_file(night))?.unwrap_or_default();
    Ok(text.lines().any(|line| line.trim() == "extended: true"))
}

/// Whether a night is paused.
pub fn is_paused(night: &NightFolder) -> Result<bool> {
    Ok(read_text_if_there(&deadline_file(night))?.as_deref().and_then(find_due_text) == Some(PAUSED))
}

/// Adds a duration to a deadline; the result is in the same zone.
pub fn postpone(due: &Zoned, by: SignedDuration) -> Result<Zoned> {
    due.checked_add(by).map_err(|e| CampaignError::Mail { text: format!("there is no such deadline: {e}") })
}

/// The first deadline of a resumed night: at least twelve hours from now.
pub fn deadline_after_resume(daily: &DailyDeadline, now: Timestamp) -> Option<Zoned> {
    daily.next_after(now.checked_add(MIN_DAY_LENGTH).ok()?)
}

/// Records when a night is played. It is called before the night is played, so that every played night has a record.
/// Reopening a night does not change the record.
pub fn record_play_time(night: &NightFolder, played_at: i64) -> Result<()> {
    let played = Timestamp::from_second(played_at).unwrap_or_default();
    let text = format!("# When night {} was played.\nformat: 1\nplayed: \"{played}\"\n", night.number);
    write_file(&night.path.join(PLAYED_FILE), &text)
}

/// When a night was played, by its record; `None` if it has no record.
pub fn recorded_play_time(night: &NightFolder) -> Result<Option<Timestamp>> {
    let text = read_text_if_there(&night.path.join(PLAYED_FILE))?.unwrap_or_default();
    let played = text.lines().find_map(|line| line.trim().strip_prefix("played:"));
    Ok(played.and_then(|time| time.trim().trim_matches(['"', '\'']).parse().ok()))
}

/// When a night was played, for the next deadline: by its record, else by the modification time of its state file.
fn find_play_time(folder: &Folder, night: u32) -> Option<Timestamp> {
    if let Ok(Some(recorded)) = recorded_play_time(&folder.night(night)) {
        return Some(recorded);
    }
    let state_file = folder.night(night).state_file();
    fs::metadata(state_file).and_then(|m| m.modified()).ok().and_then(|modified| Timestamp::try_from(modified).ok())
}

/// The deadline of a night: the one in its `deadline.yaml`, else the next one of `deadline`, which is written to that
/// file if `fix` is true. `None` if no time is set, and while the night is paused.
pub fn find_or_fix_deadline(
    folder: &Folder,
    night: &NightFolder,
    deadline: Option<&DailyDeadline>,
    now: Timestamp,
    fix: bool,
) -> Result<Option<Zoned>> {
    let path = deadline_file(night);
    if let Some(text) = read_text_if_there(&path)? {
        let found = find_due_text(&text).unwrap_or_default();
        if found == PAUSED {
            return Ok(None);
        }
        let due = found.parse::<Zoned>().map_err(|e| CampaignError::Unreadable {
            path: path.clone(),
            why: Unreadable::Broken { detail: format!("`due: {found}` is no moment with a zone: {e}") },
        })?;
        return Ok(Some(due));
    }
    let Some(daily) = deadline else { return Ok(None) };
    let from = find_play_time(folder, night.number.saturating_sub(1))
        .and_then(|at| at.checked_add(MIN_DAY_LENGTH).ok())
        .unwrap_or(now);
    // Nobody who relies on the announced day is too late for two nights.
    let announced = match night.number.checked_sub(1).filter(|last| *last > 0) {
        Some(last) => fixed_deadline(&folder.night(last))?.and_then(|due| due.timestamp().checked_sub(1.second()).ok()),
        None => None,
    };
    let from = announced.map_or(from, |announced| announced.max(from));
    // A folder that was copied, or not used for days, starts with the next deadline.
    let due = daily.next_after(from).filter(|due| due.timestamp() > now).or_else(|| daily.next_after(now));
    if let (Some(due), true) = (&due, fix) {
        write_file(&path, &render_deadline_file(night.number, Some(due), None))?;
    }
    Ok(due)
}

/// Parses `30 minutes`, `2h`, `2 days`; `None` for a negative duration.
pub fn parse_duration(text: &str) -> Option<SignedDuration> {
    let span: Span = text.trim().parse().ok()?;
    span.to_duration(SpanRelativeTo::days_are_24_hours()).ok().filter(|length| !length.is_negative())
}

/// Renders a moment for players: `Sunday 22 November, 23:00 Europe/London`.
pub fn render_deadline(due: &Zoned) -> String {
    let zone = due.time_zone().iana_name().map_or_else(|| due.strftime("%Z").to_string(), str::to_owned);
    format!("{}, {} {zone}", due.strftime("%A %-d %B"), due.strftime("%H:%M"))
}

/// Renders the notice that a deadline was moved.
pub fn render_moved_notice(night: u32, due: &Zoned) -> String {
    format!("The deadline was moved: orders for night {night} are due {} now.", render_deadline(due))
}

/// Renders the notice that a night waits for the GM's word.
pub fn render_paused_notice(night: u32) -> String {
    format!("Night {night} is put off until further word. Orders are taken all the same.")
}

/// Renders the notice that a paused night is resumed.
pub fn render_resumed_notice(night: u32, due: &Zoned) -> String {
    format!("Night {night} goes on: orders for it are due {}.", render_deadline(due))
}

/// The night that accepts orders and its deadline, in one line that can be compared.
pub fn deadline_key(night: u32, due: Option<&Zoned>) -> String {
    format!("{night} {}", due.map_or_else(|| "no day".to_owned(), ToString::to_string))
}

/// Renders a remaining time in seconds: `2 hours 5 minutes`.
pub fn time_left_in_words(seconds: i64) -> String {
    let counted = |n: i64, thing: &str| match n {
        0 => None,
        1 => Some(format!("1 {thing}")),
        n => Some(format!("{n} {thing}s")),
    };
    // A part of a minute counts as a minute.
    let minutes = seconds.max(0).saturating_add(59) / 60;
    let parts = [counted(minutes / 60, "hour"), counted(minutes % 60, "minute")];
    let parts_in_words: Vec<String> = parts.into_iter().flatten().collect();
    if parts_in_words.is_empty() { "no minutes".to_owned() } else { parts_in_words.join(" ") }
}

/// Renders how much time is left, as the end of a sentence: `1 minute is left`, `2 hours are left`.
pub fn render_time_left(seconds: i64) -> String {
    let duration = time_left_in_words(seconds);
    let is_singular = duration.starts_with("1 ") && duration.split(' ').count() == 2;
    format!("{duration} {} left", if is_singular { "is" } else { "are" })
}

/// Renders a moment, in seconds since 1970, for the GM.
pub fn render_stamp(seconds: i64) -> String {
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
        let london = DailyDeadline::parse("23:00 Europe/London").unwrap();
        assert_eq!(london.next_after(at("2026-11-21T22:59:00Z")).unwrap().timestamp(), at("2026-11-21T23:00:00Z"));
        assert_eq!(london.next_after(at("2026-11-21T23:00:00Z")).unwrap().timestamp(), at("2026-11-22T23:00:00Z"));
        // In summer the same words are another moment.
        assert_eq!(london.next_after(at("2026-07-01T00:00:00Z")).unwrap().timestamp(), at("2026-07-01T22:00:00Z"));
        assert_eq!(
            render_deadline(&london.next_after(at("2026-11-21T23:00:00Z")).unwrap()),
            "Sunday 22 November, 23:00 Europe/London"
        );
        let tokyo = DailyDeadline::parse("06:30 Asia/Tokyo").unwrap();
        assert_eq!(tokyo.next_after(at("2026-11-21T22:59:00Z")).unwrap().timestamp(), at("2026-11-22T21:30:00Z"));
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_still_a_deadline() {
        let berlin = DailyDeadline::parse("02:30 Europe/Berlin").unwrap();
        assert_eq!(berlin.next_after(at("2026-03-28T12:00:00Z")).unwrap().timestamp(), at("2026-03-29T01:30:00Z"));
        // What they show twice is the first, and comes once.
        let first = berlin.next_after(at("2026-10-24T12:00:00Z")).unwrap().timestamp();
        assert_eq!(first, at("2026-10-25T00:30:00Z"));
        assert_eq!(berlin.next_after(first).unwrap().timestamp(), at("2026-10-26T01:30:00Z"));
    }

    #[test]
    fn a_calendar_has_its_days_and_no_holidays() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let holidays = [(day("2026-12-24"), day("2026-12-31"))];
        let calendar = DailyDeadline::parse("21:00 Europe/London").unwrap().with_calendar(&[1, 4], &holidays);
        let due = |from: &str| calendar.next_after(at(from)).unwrap().date().to_string();
        // 24 November 2026 is a Tuesday.
        assert_eq!(due("2026-11-24T12:00:00Z"), "2026-11-26");
        assert_eq!(due("2026-11-26T21:00:00Z"), "2026-11-30");
        assert_eq!(due("2026-12-21T22:00:00Z"), "2027-01-04", "no Thursday in the holidays");
        assert_eq!(
            DailyDeadline::parse("21:00 Europe/London")
                .unwrap()
                .with_calendar(&[9], &[])
                .next_after(at("2026-11-24T12:00:00Z")),
            None
        );
        // An extension adds exactly its length, even across a change of the clocks.
        let due = "2026-03-28T23:00:00+00:00[Europe/London]".parse::<Zoned>().unwrap();
        let moved = postpone(&due, SignedDuration::from_hours(24)).unwrap();
        assert_eq!((moved.timestamp(), moved.hour()), (at("2026-03-29T23:00:00Z"), 0));
    }

    #[test]
    fn what_is_left_is_said_in_hours_and_minutes() {
        assert_eq!(
            [0, 1, 60, 3600, 7500].map(time_left_in_words),
            ["no minutes", "1 minute", "1 minute", "1 hour", "2 hours 5 minutes"]
        );
        assert_eq!(
            [60, 3600, 3660, 7200].map(render_time_left),
            ["1 minute is left", "1 hour is left", "1 hour 1 minute are left", "2 hours are left"]
        );
    }

    #[test]
    fn a_deadline_that_was_moved_says_when() {
        let dir = tempfile::tempdir().unwrap();
        write_file(&dir.path().join("war.yaml"), "").unwrap();
        let night = Folder::open(dir.path()).unwrap().night(1);
        let due = "2026-11-22T23:00:00+00:00[Europe/London]".parse::<Zoned>().unwrap();
        for (moved, wanted) in [(None, None), (Some(1_763_000_000), Some(1_763_000_000))] {
            write_file(&deadline_file(&night), &render_deadline_file(1, Some(&due), moved)).unwrap();
            assert_eq!((moved_at(&night).unwrap(), fixed_deadline(&night).unwrap()), (wanted, Some(due.clone())));
        }
        write_file(&deadline_file(&night), "due: \"paused\"\nextended: true\n").unwrap();
        assert_eq!((moved_at(&night).unwrap(), fixed_deadline(&night).unwrap()), (Some(0), None));
    }

    #[test]
    fn other_words_are_no_time() {
        for text in ["sunset", "23:00", "25:00 Europe/London", "23:00 Middle/Earth", ""] {
            assert_eq!(DailyDeadline::parse(text), None, "{text}");
        }
        assert_eq!(parse_duration("30 minutes"), Some(SignedDuration::from_mins(30)));
        assert_eq!(parse_duration("2 days"), Some(SignedDuration::from_hours(48)));
        assert_eq!(parse_duration("-2h"), None);
        assert_eq!(parse_duration("a while"), None);
    }
}
