//! When orders are due: moments as the GM writes them, and a deadline that is moved for everybody.

use jiff::Zoned;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{file_name, read_text_if_there};
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::outbox::{LetterKind, Outbox};

use super::{Post, at_second, daily};

/// What the letters are called that tell of a deadline.
const NOTICE: &str = "deadline-";

impl Post {
    /// The zone of the War's deadline.
    pub(super) fn zone(&self) -> TimeZone {
        let zone = self.file.deadline.as_deref().and_then(|text| text.split_once(' '));
        zone.and_then(|(_, zone)| TimeZone::get(zone.trim()).ok()).unwrap_or(TimeZone::UTC)
    }

    /// A day and time as written, in the zone of the War's deadline where none is named.
    pub(in crate::cli) fn moment(&self, text: &str) -> Result<Zoned> {
        let wrong = |e: jiff::Error| CampaignError::Post {
            text: format!("`{text}` is no moment: {e}; write `2026-12-03 23:00`"),
        };
        if let Ok(zoned) = text.parse::<Zoned>() {
            return Ok(zoned);
        }
        let at: DateTime = text.parse().map_err(wrong)?;
        at.to_zoned(self.zone()).map_err(wrong)
    }

    /// When orders are due once a night that was put off goes on.
    pub(in crate::cli) fn resumed(&self) -> Result<Zoned> {
        let refuse = |text: &str| CampaignError::Post { text: text.to_owned() };
        if !clock::is_paused(&self.game.folder.night(self.referee.night))? {
            return Err(refuse(&format!("night {} is not put off", self.referee.night)));
        }
        let daily = daily(&self.file);
        let due = daily.and_then(|daily| clock::resumed(&daily, at_second(self.now)));
        due.ok_or_else(|| {
            refuse("war.yaml has no `deadline: \"23:00 Europe/London\"` to go on with: set a day and time")
        })
    }

    /// Writes a deadline and tells everybody: nothing where it is put off without a day. What stands so already is
    /// told once.
    pub(in crate::cli) fn move_deadline(
        &self,
        change: &mut Transaction,
        due: Option<&Zoned>,
        told: &str,
    ) -> Result<()> {
        let night = self.game.folder.night(self.referee.night);
        let (path, written) = (clock::file(&night), clock::written(night.number, due, true));
        if read_text_if_there(&path)?.as_ref() == Some(&written) {
            return Ok(());
        }
        change.write(&path, written)?;
        if self.file.mail.from.is_none() {
            return Ok(());
        }
        let mut outbox = Outbox::open(&night)?;
        // The same moment may be told again: put off, and set as it was.
        let numbers = outbox
            .letters()
            .iter()
            .filter_map(|letter| letter.name.strip_prefix(NOTICE)?.split_once('-')?.0.parse::<u32>().ok());
        let number = numbers.max().unwrap_or(0) + 1;
        for person in &self.referee.people {
            let (Some(to), Some(seat)) = (&person.email, self.referee.seats.get(person.seat)) else { continue };
            let name = format!("{NOTICE}{number}-{}", file_name(to));
            let draft = self.notice(to, person.name.clone(), &name, &[told.to_owned()])?;
            self.draft_one(change, &mut outbox, &name, (LetterKind::Notice, Some(&seat.name)), &draft)?;
        }
        Ok(())
    }
}
