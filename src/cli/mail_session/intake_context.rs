//! What an import must know of the War and its letters.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::{MailSession, at_second, daily_deadline};
use crate::campaign::error::Result;
use crate::campaign::random;
use crate::mail::intake::{IntakeContext, OrdersAskedAt};
use crate::mail::outbox::{ANSWER_PREFIX, ECHO_PREFIX, LetterKind, Outbox};
use crate::mail::sender::Correspondent;
use crate::mail::{clock, compose, filed_letters};

impl MailSession {
    /// Gathers it as of now; a `dry` run fixes no deadline.
    ///
    /// # Errors
    ///
    /// A file of the War or of its letters cannot be read.
    pub(in crate::cli) fn intake_context(&self, is_dry_run: bool) -> Result<IntakeContext> {
        let last = Outbox::open(&self.game.folder.night(self.mailed_war.night.saturating_sub(1)))?;
        let opened = last
            .letters()
            .iter()
            .filter(|l| l.about.kind == LetterKind::Update && !l.state.is_due())
            .map(|l| l.state_since)
            .min();
        let (mut sent, mut echoes, mut names) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut answered = BTreeMap::new();
        for night in 0..=self.mailed_war.night {
            for letter in Outbox::open(&self.game.folder.night(night))?.letters() {
                let (id, to) = (&letter.about.id, &letter.about.to);
                sent.insert(id.clone(), to.clone());
                let answers = letter.name.strip_prefix(ANSWER_PREFIX).filter(|_| night == self.mailed_war.night);
                let sent_answer = answers.filter(|_| letter.state.may_have_been_sent());
                answered.extend(sent_answer.map(|entry_id| (id.clone(), (entry_id.to_owned(), letter.state_since))));
                let words = format!("{} of night {night} to {to}", letter.name);
                names.insert(id.clone(), (letter.name.clone(), words));
                echoes.extend(letter.name.strip_prefix(ECHO_PREFIX).map(|echoed| (id.clone(), echoed.to_owned())));
            }
        }
        Ok(IntakeContext {
            now: self.now,
            answered,
            sent_to: sent,
            deadline: self.due(!is_dry_run)?,
            grace: self.grace()?,
            is_paused: clock::is_paused(&self.game.folder.night(self.mailed_war.night))?,
            opened,
            asked_for: match self.mailed_war.night - 1 {
                0 => None,
                last => Some(
                    clock::recorded_play_time(&self.game.folder.night(last))?
                        .map_or(OrdersAskedAt::Unknown, |at| OrdersAskedAt::At(at.as_second())),
                ),
            },
            referee_addresses: self
                .file
                .mail
                .sender
                .iter()
                .chain(&self.file.mail.reply_to)
                .filter_map(|m| compose::parse_address(m))
                .collect(),
            answers: self.file.mail.answers,
            today: daily_deadline(&self.file).map_or_else(
                || at_second(self.now).to_zoned(TimeZone::UTC).date(),
                |daily| daily.date_of(at_second(self.now)),
            ),
            has_granted_time: clock::was_granted(&self.game.folder.night(self.mailed_war.night))?,
            extension: self.file.mail.extension,
            press: self.file.mail.press,
            codes: self.confirmation_codes(),
            gm: self.file.gm.as_ref().map(|gm| Correspondent {
                seat: usize::MAX,
                name: gm.player.clone(),
                email: gm.email.clone(),
                other_addresses: gm.other_addresses.clone(),
                token: gm.token.clone(),
                has_weak_token: gm.token.as_deref().is_some_and(random::is_weak),
                forum: gm.forum.clone(),
            }),
            unconfirmed: filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?
                .iter()
                .filter(|letter| letter.awaits_confirmation() && letter.night == self.mailed_war.night)
                .map(|letter| (letter.id.clone(), letter.record.subject.clone()))
                .collect(),
            echoes,
            sent_letters: names,
            handed: self.handovers.handover_times(),
            night_is_played: false,
            writer_has_left: false,
            first_logged_night: None,
            is_dry_run,
        })
    }
}
