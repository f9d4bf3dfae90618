//! Keeps letters from stating an outdated night or deadline: a waiting letter is written again when it is sent, or
//! dropped if another letter says the same.

use crate::campaign::error::{CampaignError, Result};
use crate::mail::clock::{self, moved_to};
use crate::mail::compose::{ComposedLetter, compose};
use crate::mail::filed::{self, Settled};
use crate::mail::inbox;
use crate::mail::outbox::{ANSWER, About, DONE, ECHO, LetterKind, Outbox, QueuedLetter, State};
use crate::mail::reply::{Moment, Reply};

use super::drafts::about;
use super::due::NOTICE;
use super::last_letters::THE_END;
use super::{LetterDraft, Post};

/// What happens to a waiting letter.
enum Fresh {
    /// It is sent as it is.
    AsItIs,
    /// It is written again.
    Again(Box<ComposedLetter>),
    /// It is not sent; the text is the reason.
    Not(&'static str),
}

impl Post {
    /// The night that accepts orders, and its deadline, as one text: the facts that letters may state.
    pub(in crate::cli) fn deadline_facts(&self) -> Result<String> {
        Ok(self.facts_with(self.due(false)?.as_ref()))
    }

    /// The state of the War at the time of sending.
    pub(super) fn moment_of_sending(&self) -> Result<Moment> {
        Ok(Moment {
            now: self.now,
            night: self.referee.night,
            due: self.due(false)?,
            grace: self.grace()?,
            paused: clock::is_paused(&self.game.folder.night(self.referee.night))?,
            over: self.referee.ended.is_some(),
        })
    }

    /// Brings the waiting letters of an outbox up to date.
    pub(super) fn freshen(&self, outbox: &mut Outbox) -> Result<()> {
        let facts = self.deadline_facts()?;
        let waits =
            |letter: &&QueuedLetter| letter.state.is_due() || (self.is_taken_back(letter) && self.may_leave(letter));
        let waiting: Vec<QueuedLetter> = outbox.letters().iter().filter(waits).cloned().collect();
        for letter in waiting {
            if self.is_taken_back(&letter) {
                outbox.note(&letter.name, State::Settled, "the end was taken back before it went out", self.now)?;
                continue;
            }
            let Some(then) = &letter.about.told else { continue };
            let fresh = match (*then == facts, letter.about.kind) {
                (true, LetterKind::Answer) if self.now > letter.at => self.fresh_answer(outbox, &letter, false)?,
                (true, LetterKind::Reminder) if self.now > letter.at => self.fresh_reminder(&letter)?,
                (true, _) => Fresh::AsItIs,
                (false, kind) => match kind {
                    LetterKind::Answer => self.fresh_answer(outbox, &letter, true)?,
                    LetterKind::Notice => self.fresh_notice(outbox, &letter)?,
                    LetterKind::Reminder => self.fresh_reminder(&letter)?,
                    LetterKind::Digest => Fresh::Not("what it told is in the next digest"),
                    LetterKind::HandOver => {
                        let seat = letter.about.seat.as_deref().unwrap_or_default();
                        match self.handover_draft(outbox.night(), &letter.name, seat)? {
                            Some((_, draft)) => Fresh::Again(Box::new(draft)),
                            None => Fresh::Not("the seat, or the War, is not as it was"),
                        }
                    }
                    // The command that sends these writes them again.
                    LetterKind::Update | LetterKind::Public | LetterKind::Welcome | LetterKind::Errata => Fresh::AsItIs,
                    LetterKind::Word | LetterKind::Press => Fresh::AsItIs,
                },
            };
            match fresh {
                Fresh::AsItIs => {}
                Fresh::Not(why) => outbox.note(&letter.name, State::Settled, why, self.now)?,
                Fresh::Again(draft) => self.write_again(outbox, &letter, &draft, &facts)?,
            }
        }
        Ok(())
    }

    fn write_again(
        &self,
        outbox: &mut Outbox,
        letter: &QueuedLetter,
        draft: &ComposedLetter,
        facts: &str,
    ) -> Result<()> {
        let about = About {
            told: Some(facts.to_owned()),
            revision: letter.about.revision,
            ..about(letter.about.kind, letter.about.seat.as_deref(), draft)
        };
        match compose(draft) {
            Ok(bytes) => outbox.draft(&letter.name, about, &bytes, self.now),
            // An invalid address stays invalid.
            Err(CampaignError::Address { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Decides about an answer, an echo of the GM's letter, or a report that it was done; `other` is whether the night
    /// or the deadline has changed.
    fn fresh_answer(&self, outbox: &Outbox, letter: &QueuedLetter, other: bool) -> Result<Fresh> {
        let night = outbox.night();
        let again = |draft: Option<ComposedLetter>| draft.map_or(Fresh::AsItIs, |draft| Fresh::Again(Box::new(draft)));
        if let Some(id) = letter.name.strip_prefix(ANSWER) {
            let book = inbox::book(&self.game.folder.night(night)).read()?;
            let Some(entry) = book.iter().find(|entry| entry.id == id) else { return Ok(Fresh::AsItIs) };
            // The remaining time is true only at one moment.
            let receipt = entry.answer.as_ref().and_then(|answer| answer.receipt.as_ref());
            let counts = receipt.is_some_and(|of| of.says.iter().any(|one| matches!(one, Reply::Status { .. })));
            return match other || counts {
                true => Ok(again(self.answer_draft(self.from()?, night, entry)?)),
                false => Ok(Fresh::AsItIs),
            };
        }
        let all = filed::up_to(&self.game.folder, night)?;
        let found = |id: &str| all.iter().find(|filed| filed.night == night && filed.id == id);
        if let Some(filed) = letter.name.strip_prefix(ECHO).and_then(found) {
            let possible = filed.settled.as_ref().is_none_or(|done| done.how == Settled::NotDone);
            return match possible {
                false => Ok(Fresh::Not("it was confirmed, or put aside, before it went out")),
                true if other => Ok(again(self.echo_draft(night, &filed.record, &[])?.map(|(draft, _)| draft))),
                true => Ok(Fresh::AsItIs),
            };
        }
        if let Some(filed) = letter.name.strip_prefix(DONE).and_then(found).filter(|_| other) {
            let Some(done) = &filed.settled else { return Ok(Fresh::AsItIs) };
            let since = format!(
                "What follows was so on {}; the night or its deadline is another since.",
                clock::stamp(done.at)
            );
            let draft = self.done_draft(&letter.about.to, night, filed, &[since, done.text.clone()])?;
            return Ok(Fresh::Again(Box::new(draft)));
        }
        Ok(Fresh::AsItIs)
    }

    /// Decides about a notice of a deadline: the last one is brought up to date; those before it, and those of a played
    /// night, are not sent.
    fn fresh_notice(&self, outbox: &Outbox, letter: &QueuedLetter) -> Result<Fresh> {
        if letter.name.starts_with(THE_END) {
            let draft = self.fresh_last_letter(outbox, letter)?;
            return Ok(draft.map_or(Fresh::AsItIs, |draft| Fresh::Again(Box::new(draft))));
        }
        // A notice of the plan after somebody else's letter mentions no deadline.
        if !letter.name.starts_with(NOTICE) {
            return Ok(Fresh::AsItIs);
        }
        if outbox.night() < self.referee.night {
            return Ok(Fresh::Not("the night is played"));
        }
        let number =
            |name: &str| name.strip_prefix(NOTICE).and_then(|rest| rest.split_once('-')?.0.parse::<u32>().ok());
        let newer =
            |other: &&QueuedLetter| other.about.to == letter.about.to && number(&other.name) > number(&letter.name);
        if outbox.letters().iter().any(|other| newer(&other)) {
            return Ok(Fresh::Not("the deadline was moved once more before it went out"));
        }
        let Some(due) = self.due(false)? else { return Ok(Fresh::Not("no deadline is set any more")) };
        let person = self.referee.people.iter().find(|person| person.email.as_ref() == Some(&letter.about.to));
        let name = person.and_then(|person| person.name.clone());
        let draft = self.notice(&letter.about.to, name, &letter.name, &[moved_to(outbox.night(), &due)])?;
        Ok(Fresh::Again(Box::new(draft)))
    }

    /// Decides about a reminder: it is brought up to date, or dropped if its reader is no longer silent or it is too
    /// early for it.
    fn fresh_reminder(&self, letter: &QueuedLetter) -> Result<Fresh> {
        let of_now: Option<LetterDraft> = self.reminders()?.into_iter().find(|(name, ..)| *name == letter.name);
        let same = of_now.filter(|(.., draft)| draft.id == letter.about.id);
        Ok(match same {
            Some((.., draft)) => Fresh::Again(Box::new(draft)),
            None => Fresh::Not("its reader is waited for no longer, or the deadline is another"),
        })
    }
}
