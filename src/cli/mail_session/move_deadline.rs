//! Deadlines: parses moments as the GM writes them, and moves the deadline for everybody.

use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{file_name, read_text_if_there};
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::filed_letters::{self, FiledLetter, SettlementKind};
use crate::mail::lasting_requests;
use crate::mail::mailed_war::MailedSeat;
use crate::mail::outbox::{LetterKind, Outbox};

use super::{MailSession, at_second, daily_deadline};

/// The prefix of the names of letters about a deadline.
pub(super) const NOTICE: &str = "deadline-";

impl MailSession {
    /// The zone of the War's deadline.
    pub(super) fn zone(&self) -> TimeZone {
        let zone = self.file.deadline.as_deref().and_then(|text| text.split_once(' '));
        zone.and_then(|(_, zone)| TimeZone::get(zone.trim()).ok()).unwrap_or(TimeZone::UTC)
    }

    /// Parses a day and time, in the zone of the War's deadline if none is named; a day alone means the War's time of
    /// day.
    pub(in crate::cli) fn parse_moment(&self, text: &str) -> Result<Zoned> {
        let invalid = |e: jiff::Error| CampaignError::Mail {
            text: format!("`{text}` is no moment: {e}; write `2026-12-03 23:00`"),
        };
        if let Ok(zoned) = text.parse::<Zoned>() {
            return Ok(zoned);
        }
        if let (false, Ok(day)) = (text.contains(':'), text.trim().parse::<Date>()) {
            let due = daily_deadline(&self.file).and_then(|daily| daily.on_day(day));
            return due.ok_or_else(|| CampaignError::Mail {
                text: format!("`{text}` has no time of day, and war.yaml no `deadline: \"23:00 Europe/London\"`: write `{text} 23:00`"),
            });
        }
        let at: DateTime = text.parse().map_err(invalid)?;
        at.to_zoned(self.zone()).map_err(invalid)
    }

    /// The deadline of the paused night once it is resumed.
    pub(in crate::cli) fn deadline_after_resume(&self) -> Result<Zoned> {
        let refusal = |text: &str| CampaignError::Mail { text: text.to_owned() };
        if !clock::is_paused(&self.game.folder.night(self.mailed_war.night))? {
            return Err(refusal(&format!("night {} is not put off", self.mailed_war.night)));
        }
        let daily = daily_deadline(&self.file);
        let due = daily.and_then(|daily| clock::deadline_after_resume(&daily, at_second(self.now)));
        // Nobody gets less time than before the pause.
        let before = clock::announced_deadline(&self.game.folder.night(self.mailed_war.night))?;
        let due = due.map(|due| before.filter(|before| *before > due).unwrap_or(due));
        due.ok_or_else(|| {
            refusal("war.yaml has no `deadline: \"23:00 Europe/London\"` to go on with: set a day and time")
        })
    }

    /// Settles the letters of the night whose only concern for the GM is a request for more time.
    fn settle_extension_requests(&self, change: &mut Transaction) -> Result<()> {
        let night = self.mailed_war.night;
        let all = filed_letters::load_letters_up_to(&self.game.folder, night)?;
        let asks_only_for_time =
            |letter: &&FiledLetter| letter.night == night && letter.awaits_gm() && letter.asks_for_time_alone();
        all.iter().filter(asks_only_for_time).try_for_each(|letter| {
            filed_letters::settle(change, &self.game.folder, letter, (SettlementKind::Granted, ""), self.now)
        })
    }

    /// The command and the line of a letter with which the GM grants a letter's request for more time; `None` if it has
    /// no such request, or the deadline was moved since.
    pub(in crate::cli) fn command_to_grant(&self, letter: &FiledLetter) -> Result<Option<(String, &'static str)>> {
        let night = self.mailed_war.night;
        let moved = clock::moved_at(&self.game.folder.night(night))?;
        let is_open = letter.night == night && letter.awaits_gm() && letter.asks_for_time();
        let is_open = is_open && moved.is_none_or(|moved| moved <= letter.record.taken) && self.due(false)?.is_some();
        let command = format!("grail deadline {} --extend \"24 hours\" --send", self.game.folder.root().display());
        Ok(is_open.then_some((command, "extend 24 hours")))
    }

    /// Whether a moved deadline still holds the night, whoever has ordered: until it passes, or until every awaited
    /// seat says that it is ready.
    pub(in crate::cli) fn is_held_by_moved_deadline(&self) -> Result<bool> {
        let Some(moved) = clock::moved_at(&self.game.folder.night(self.mailed_war.night))? else { return Ok(false) };
        let since: Vec<_> = self.letters_of_the_night()?.into_iter().filter(|letter| letter.taken >= moved).collect();
        let is_ready = |name: &str| lasting_requests::is_ready(&since, name) == Some(true);
        Ok(self.mailed_war.seats.iter().any(|seat| seat.is_awaited() && !is_ready(&seat.name)))
    }

    /// The seats that were mailed the next deadline and have not written that they are ready: their players rely on the
    /// time that they were given.
    pub(in crate::cli) fn seats_relying_on_deadline(&self) -> Result<Vec<String>> {
        let letters = self.letters_of_the_night()?;
        let mut informed_seats: Vec<String> = Vec::new();
        for night in [self.mailed_war.night.saturating_sub(1), self.mailed_war.night] {
            let outbox = Outbox::open(&self.game.folder.night(night))?;
            let deadline_letters = outbox
                .letters()
                .iter()
                .filter(|letter| letter.state.may_have_been_sent() && letter.about.kind.mentions_deadline());
            informed_seats.extend(deadline_letters.filter_map(|letter| letter.about.seat.clone()));
        }
        let relies_on_deadline = |seat: &&MailedSeat| {
            seat.is_awaited()
                && informed_seats.contains(&seat.name)
                && lasting_requests::is_ready(&letters, &seat.name) != Some(true)
        };
        Ok(self.mailed_war.seats.iter().filter(relies_on_deadline).map(|seat| seat.name.clone()).collect())
    }

    /// Writes a deadline, or pauses the night if `due` is `None`, and tells everybody. A deadline that holds already is
    /// announced only once.
    pub(in crate::cli) fn move_deadline(
        &self,
        change: &mut Transaction,
        due: Option<&Zoned>,
        told: &str,
    ) -> Result<()> {
        self.set_deadline(change, due, told, false)
    }

    /// Writes a deadline and tells everybody. `by_rule` is whether the War's own rule grants it, which it does once a
    /// night.
    pub(super) fn set_deadline(
        &self,
        change: &mut Transaction,
        due: Option<&Zoned>,
        notice: &str,
        by_rule: bool,
    ) -> Result<()> {
        let night = self.game.folder.night(self.mailed_war.night);
        let path = clock::deadline_file(&night);
        let current_text = read_text_if_there(&path)?.unwrap_or_default();
        let (fixed, paused) = (clock::fixed_deadline(&night)?, clock::is_paused(&night)?);
        let is_unchanged = if due.is_none() { paused } else { fixed.as_ref() == due };
        if is_unchanged && clock::was_extended(&night)? && !current_text.is_empty() {
            return Ok(());
        }
        let granted = match by_rule || clock::was_granted(&night)? {
            true => format!("{}\n", clock::GRANTED_LINE),
            false => String::new(),
        };
        let text = match due {
            Some(_) => clock::render_deadline_file(night.number, due, Some(self.now)),
            None => clock::render_paused_file(night.number, clock::announced_deadline(&night)?.as_ref(), self.now),
        };
        change.write(&path, text + &granted)?;
        if due.zip(self.due(false)?).is_some_and(|(due, before)| *due > before) {
            self.settle_extension_requests(change)?;
        }
        if self.file.mail.sender.is_none() {
            return Ok(());
        }
        let mut outbox = Outbox::open(&night)?;
        // The same moment may be announced again: after a pause, it is set as it was.
        let numbers = outbox
            .letters()
            .iter()
            .filter_map(|letter| letter.name.strip_prefix(NOTICE)?.split_once('-')?.0.parse::<u32>().ok());
        let number = numbers.max().unwrap_or(0) + 1;
        for person in &self.mailed_war.people {
            let (Some(to), Some(seat)) = (&person.email, self.mailed_war.seats.get(person.seat)) else { continue };
            let name = format!("{NOTICE}{number}-{}", file_name(to));
            let draft = self.make_notice(to, person.name.clone(), &name, &[notice.to_owned()])?;
            let (kind_and_seat, notice) = ((LetterKind::Notice, Some(seat.name.as_str())), self.render_facts(due));
            self.draft_letter_with_facts(change, &mut outbox, &name, kind_and_seat, &draft, notice)?;
        }
        Ok(())
    }
}
