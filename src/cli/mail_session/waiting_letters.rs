//! Keeps letters from stating an outdated night or deadline: a waiting letter is written again when it is sent, or
//! dropped if another letter says the same.

use crate::campaign::error::{CampaignError, Result};
use crate::mail::clock::{self, render_moved_notice};
use crate::mail::compose::{LetterContent, compose};
use crate::mail::filed_letters::{self, SettlementKind};
use crate::mail::inbox;
use crate::mail::outbox::{ANSWER_PREFIX, About, DONE_PREFIX, ECHO_PREFIX, LetterKind, Outbox, QueuedLetter, State};
use crate::mail::reply::{ReplyContext, RequestReply};

use super::drafts::letter_about;
use super::last_letters::THE_END;
use super::move_deadline::NOTICE;
use super::{MailSession, NamedDraft};

/// What happens to a waiting letter.
enum LetterUpdate {
    /// It is sent as it is.
    Unchanged,
    /// It is written again.
    Rewritten(Box<LetterContent>),
    /// It is not sent; the text is the reason.
    Dropped(&'static str),
}

impl MailSession {
    /// The night that accepts orders, and its deadline, as one text: the facts that letters may state.
    pub(in crate::cli) fn deadline_facts(&self) -> Result<String> {
        Ok(self.render_facts(self.due(false)?.as_ref()))
    }

    /// The state of the War at the time of sending.
    pub(super) fn sending_moment(&self) -> Result<ReplyContext> {
        Ok(ReplyContext {
            now: self.now,
            night: self.mailed_war.night,
            deadline: self.due(false)?,
            grace: self.grace()?,
            is_paused: clock::is_paused(&self.game.folder.night(self.mailed_war.night))?,
            is_over: self.mailed_war.end_night.is_some(),
        })
    }

    /// Brings the waiting letters of an outbox up to date.
    pub(super) fn update_waiting_letters(&self, outbox: &mut Outbox) -> Result<()> {
        let facts = self.deadline_facts()?;
        let is_waiting =
            |letter: &&QueuedLetter| letter.state.is_due() || (self.is_taken_back(letter) && self.is_sendable(letter));
        let waiting: Vec<QueuedLetter> = outbox.letters().iter().filter(is_waiting).cloned().collect();
        for letter in waiting {
            if self.is_taken_back(&letter) {
                outbox.record_state(
                    &letter.name,
                    State::Settled,
                    "the end was taken back before it went out",
                    self.now,
                )?;
                continue;
            }
            let Some(old_facts) = &letter.about.told else { continue };
            let fresh = match (*old_facts == facts, letter.about.kind) {
                (true, LetterKind::Answer) if self.now > letter.state_since => {
                    self.update_answer(outbox, &letter, false)?
                }
                (true, LetterKind::Reminder) if self.now > letter.state_since => self.update_reminder(&letter)?,
                (true, _) => LetterUpdate::Unchanged,
                (false, kind) => match kind {
                    LetterKind::Answer => self.update_answer(outbox, &letter, true)?,
                    LetterKind::Notice => self.update_notice(outbox, &letter)?,
                    LetterKind::Reminder => self.update_reminder(&letter)?,
                    LetterKind::Digest => LetterUpdate::Dropped("what it told is in the next digest"),
                    LetterKind::HandOver => {
                        let seat = letter.about.seat.as_deref().unwrap_or_default();
                        match self.make_handover_letter(outbox.night(), &letter.name, seat)? {
                            Some((_, draft)) => LetterUpdate::Rewritten(Box::new(draft)),
                            None => LetterUpdate::Dropped("the seat, or the War, is not as it was"),
                        }
                    }
                    // The command that sends these writes them again.
                    LetterKind::Update | LetterKind::Public | LetterKind::Welcome | LetterKind::Errata => {
                        LetterUpdate::Unchanged
                    }
                    LetterKind::Word | LetterKind::Press => LetterUpdate::Unchanged,
                },
            };
            match fresh {
                LetterUpdate::Unchanged => {}
                LetterUpdate::Dropped(why) => outbox.record_state(&letter.name, State::Settled, why, self.now)?,
                LetterUpdate::Rewritten(draft) => self.write_again(outbox, &letter, &draft, &facts)?,
            }
        }
        Ok(())
    }

    fn write_again(
        &self,
        outbox: &mut Outbox,
        letter: &QueuedLetter,
        draft: &LetterContent,
        facts: &str,
    ) -> Result<()> {
        let about = About {
            told: Some(facts.to_owned()),
            revision: letter.about.revision,
            ..letter_about(letter.about.kind, letter.about.seat.as_deref(), draft)
        };
        match compose(draft) {
            Ok(bytes) => outbox.draft(&letter.name, about, &bytes, self.now),
            // An invalid address stays invalid.
            Err(CampaignError::Address { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Decides about an answer, an echo of the GM's letter, or a report that it was done; `facts_changed` is whether
    /// the night or the deadline has changed.
    fn update_answer(&self, outbox: &Outbox, letter: &QueuedLetter, facts_changed: bool) -> Result<LetterUpdate> {
        let night = outbox.night();
        let rewrite_or_keep = |draft: Option<LetterContent>| {
            draft.map_or(LetterUpdate::Unchanged, |draft| LetterUpdate::Rewritten(Box::new(draft)))
        };
        if let Some(id) = letter.name.strip_prefix(ANSWER_PREFIX) {
            let log = inbox::inbox_log(&self.game.folder.night(night)).read()?;
            let Some(entry) = log.iter().find(|entry| entry.id == id) else { return Ok(LetterUpdate::Unchanged) };
            // The remaining time is true only at one moment.
            let receipt = entry.answer.as_ref().and_then(|answer| answer.receipt.as_ref());
            let has_status = receipt
                .is_some_and(|answered| answered.says.iter().any(|one| matches!(one, RequestReply::Status { .. })));
            return match facts_changed || has_status {
                true => Ok(rewrite_or_keep(self.make_answer(self.sender()?, night, entry)?)),
                false => Ok(LetterUpdate::Unchanged),
            };
        }
        let all = filed_letters::load_letters_up_to(&self.game.folder, night)?;
        let found = |id: &str| all.iter().find(|filed| filed.night == night && filed.id == id);
        if let Some(filed) = letter.name.strip_prefix(ECHO_PREFIX).and_then(found) {
            let is_unconfirmed = filed.settled.as_ref().is_none_or(|done| done.how == SettlementKind::NotDone);
            return match is_unconfirmed {
                false => Ok(LetterUpdate::Dropped("it was confirmed, or put aside, before it went out")),
                true if facts_changed => {
                    Ok(rewrite_or_keep(self.make_echo(night, &filed.record, &[])?.map(|(draft, _)| draft)))
                }
                true => Ok(LetterUpdate::Unchanged),
            };
        }
        if let Some(filed) = letter.name.strip_prefix(DONE_PREFIX).and_then(found).filter(|_| facts_changed) {
            let Some(settlement) = &filed.settled else { return Ok(LetterUpdate::Unchanged) };
            let since = format!(
                "What follows was so on {}; the night or its deadline is another since.",
                clock::render_stamp(settlement.at)
            );
            let draft = self.make_done_report(&letter.about.to, night, filed, &[since, settlement.text.clone()])?;
            return Ok(LetterUpdate::Rewritten(Box::new(draft)));
        }
        Ok(LetterUpdate::Unchanged)
    }

    /// Decides about a notice of a deadline: the last one is brought up to date; those before it, and those of a played
    /// night, are not sent.
    fn update_notice(&self, outbox: &Outbox, letter: &QueuedLetter) -> Result<LetterUpdate> {
        if letter.name.starts_with(THE_END) {
            let draft = self.remake_last_letter(outbox, letter)?;
            return Ok(draft.map_or(LetterUpdate::Unchanged, |draft| LetterUpdate::Rewritten(Box::new(draft))));
        }
        // A notice of the plan after somebody else's letter mentions no deadline.
        if !letter.name.starts_with(NOTICE) {
            return Ok(LetterUpdate::Unchanged);
        }
        if outbox.night() < self.mailed_war.night {
            return Ok(LetterUpdate::Dropped("the night is played"));
        }
        let number =
            |name: &str| name.strip_prefix(NOTICE).and_then(|rest| rest.split_once('-')?.0.parse::<u32>().ok());
        let newer =
            |other: &&QueuedLetter| other.about.to == letter.about.to && number(&other.name) > number(&letter.name);
        if outbox.letters().iter().any(|other| newer(&other)) {
            return Ok(LetterUpdate::Dropped("the deadline was moved once more before it went out"));
        }
        let Some(due) = self.due(false)? else { return Ok(LetterUpdate::Dropped("no deadline is set any more")) };
        let person = self.mailed_war.people.iter().find(|person| person.email.as_ref() == Some(&letter.about.to));
        let name = person.and_then(|person| person.name.clone());
        let draft =
            self.make_notice(&letter.about.to, name, &letter.name, &[render_moved_notice(outbox.night(), &due)])?;
        Ok(LetterUpdate::Rewritten(Box::new(draft)))
    }

    /// Decides about a reminder: it is brought up to date, or dropped if its reader is no longer silent or it is too
    /// early for it.
    fn update_reminder(&self, letter: &QueuedLetter) -> Result<LetterUpdate> {
        let current_reminder: Option<NamedDraft> =
            self.make_reminders()?.into_iter().find(|(name, ..)| *name == letter.name);
        let matching_reminder = current_reminder.filter(|(.., draft)| draft.id == letter.about.id);
        Ok(match matching_reminder {
            Some((.., draft)) => LetterUpdate::Rewritten(Box::new(draft)),
            None => LetterUpdate::Dropped("its reader is waited for no longer, or the deadline is another"),
        })
    }
}
