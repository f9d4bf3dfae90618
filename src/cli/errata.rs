//! Errata: letters to readers who were told of a night that was reopened later.
//!
//! What a reader was told is what was in the night's folder when their last letter about it was written. Only a reader
//! for whom something has changed gets errata: the changes for them, the current page, and the packet if it has
//! changed. Errata wait in the outbox of their night and are sent with any night's letters.

use crate::campaign::error::Result;
use crate::campaign::folder::{NightFolder, file_name, read_text_if_there};
use crate::campaign::game::reopen::{errata_file, render_errata_between};
use crate::campaign::game::{ENGINE, PUBLIC};
use crate::mail::clock;
use crate::mail::compose::LetterContent;
use crate::mail::letter;
use crate::mail::letter_templates::{ERRATA, Errata};
use crate::mail::outbox::{LetterKind, Outbox, QueuedLetter, State, errata_name};

use super::failure::Failure;
use super::mail::report_states;
use super::mail_session::{MailSession, NamedDraft, RetryPolicy};
use super::ui::Ui;

impl MailSession {
    /// The letters that tell a night: the pages for readers who have not received them, and errata for readers who
    /// received a different version.
    pub(super) fn letters_telling_night(&self, ui: Option<&Ui>, number: u32) -> Result<Vec<NamedDraft>> {
        let night = self.game.folder.night(number);
        let outbox = Outbox::open(&night)?;
        let mut letters = Vec::new();
        for named_draft in self.make_update_letters(ui, number)? {
            let (name, _, seat, draft) = &named_draft;
            let is_waiting = outbox.letter(name).is_some_and(|letter| letter.state.is_due());
            let last_sent = match outbox.last_sent_to(name) {
                Some(last_sent) => Some(last_sent.clone()),
                None => self.find_handover_with_page(&night, seat.as_deref(), &draft.to)?,
            };
            match last_sent.filter(|_| !is_waiting) {
                Some(last_sent) if last_sent.about.revision < night.revision() => {
                    letters.extend(self.make_errata(&night, &outbox, &last_sent, named_draft)?);
                }
                // Each page of a night is sent once.
                Some(last_sent) if matches!(last_sent.about.kind, LetterKind::HandOver | LetterKind::Errata) => {}
                Some(_) | None => letters.push(named_draft),
            }
        }
        Ok(letters)
    }

    /// Makes the errata that replace a letter, for a reader who received an earlier version; `None` if nothing changed
    /// for them.
    fn make_errata(
        &self,
        night: &NightFolder,
        outbox: &Outbox,
        last_sent: &QueuedLetter,
        posting: NamedDraft,
    ) -> Result<Option<NamedDraft>> {
        let (name, _, seat, draft) = posting;
        let page_name = seat.as_deref().map_or_else(|| PUBLIC.to_owned(), file_name);
        let page = read_text_if_there(&night.updates().join(format!("{page_name}.txt")))?.unwrap_or_default();
        let old_page_path =
            night.kept_revision(last_sent.about.revision + 1).join("updates").join(format!("{page_name}.txt"));
        let old_page = read_text_if_there(&old_page_path)?.unwrap_or_default();
        let mut changes = render_errata_between(&self.mailed_war.title, night.number, &old_page, &page);
        let last_step = last_sent.about.revision + 1 == night.revision();
        if let (true, Some(drafted)) =
            (last_step && changes.is_some(), read_text_if_there(&errata_file(night, &page_name))?)
        {
            changes = Some(drafted);
        }
        let last = night.number + 1 == self.mailed_war.night && self.mailed_war.end_night.is_none();
        let packet =
            draft.attached.first().cloned().filter(|(_, text)| last && packet_differs(outbox, last_sent, text));
        if changes.is_none() && packet.is_none() {
            return Ok(None);
        }
        let due = if last && packet.is_some() { self.due(false)? } else { None };
        let words = Errata {
            night: night.number,
            player: draft.to_name.clone().unwrap_or_default(),
            changes: changes.unwrap_or_default().trim_end().to_owned(),
            packet: packet.as_ref().map(|(name, _)| name.clone()),
            engine: ENGINE,
            late: due.as_ref().is_some_and(|due| due.timestamp().as_second() < self.now),
            due: due.as_ref().map(clock::render_deadline),
            ended: None,
        };
        let text = format!("{}\n{page}", self.templates.render(ERRATA, &words)?);
        self.to_errata_draft(
            night,
            last_sent,
            (
                name,
                LetterKind::Errata,
                seat,
                LetterContent { text, html: None, attached: packet.into_iter().collect(), ..draft },
            ),
        )
        .map(Some)
    }

    /// Puts a letter of errata into the thread of the letter that it corrects.
    fn to_errata_draft(
        &self,
        night: &NightFolder,
        told: &QueuedLetter,
        (name, _, seat, draft): NamedDraft,
    ) -> Result<NamedDraft> {
        let name = errata_name(night.revision(), &name);
        let mut references = draft.references;
        references.push(told.about.id.clone());
        references.dedup();
        let draft = LetterContent {
            subject: format!("Errata: {}", draft.subject),
            id: self.make_message_id(self.sender()?, night.number, &name),
            answers: Some(told.about.id.clone()),
            references,
            ..draft
        };
        Ok((name, LetterKind::Errata, seat, draft))
    }

    /// The letters to readers who were told of a night that is no longer played, because the War now ends before it.
    fn make_void_notices(&self, ended: u32, night: &NightFolder) -> Result<Vec<NamedDraft>> {
        let outbox = Outbox::open(night)?;
        let mut letters = Vec::new();
        for letter in outbox
            .letters()
            .iter()
            .filter(|letter| matches!(letter.about.kind, LetterKind::Update | LetterKind::Public))
        {
            let Some(told) =
                outbox.last_sent_to(&letter.name).filter(|last_sent| last_sent.about.revision < night.revision())
            else {
                continue;
            };
            let words = Errata { night: night.number, ended: Some(ended), engine: ENGINE, ..Errata::default() };
            let draft = LetterContent {
                subject: letter.about.subject.clone(),
                text: self.templates.render(ERRATA, &words)?,
                to: letter.about.to.clone(),
                ..self.blank_letter(self.sender()?, night.number, &letter.name)
            };
            letters.push(self.to_errata_draft(
                night,
                told,
                (letter.name.clone(), LetterKind::Errata, letter.about.seat.clone(), draft),
            )?);
        }
        Ok(letters)
    }

    /// The errata of all nights except one that are still to be sent, by night.
    pub(super) fn pending_errata_except(&self, number: u32) -> Result<Vec<(u32, Vec<NamedDraft>)>> {
        let mut all = Vec::new();
        if self.file.mail.sender.is_none() {
            return Ok(all);
        }
        for night in self.game.folder.begun_nights()? {
            if night.number == number || night.revision() == 0 {
                continue;
            }
            let mut letters = match self.mailed_war.end_night {
                _ if night.is_resolved() => self.letters_telling_night(None, night.number)?,
                Some(ended) => self.make_void_notices(ended, &night)?,
                // The night is to be played again.
                None => Vec::new(),
            };
            let outbox = Outbox::open(&night)?;
            let is_done = |name: &str| outbox.letter(name).is_some_and(|letter| !letter.state.is_due());
            letters.retain(|(name, kind, ..)| *kind == LetterKind::Errata && !is_done(name));
            if !letters.is_empty() {
                all.push((night.number, letters));
            }
        }
        Ok(all)
    }

    /// Whether errata are still to be sent.
    pub(super) fn has_pending_errata(&self) -> Result<bool> {
        // Night 0 has no errata.
        Ok(!self.pending_errata_except(0)?.is_empty())
    }

    /// Sends errata and reports on them; returns how many are not certain to have arrived.
    pub(super) fn send_errata(
        &self,
        ui: &Ui,
        patience: &RetryPolicy,
        errata: Vec<(u32, Vec<NamedDraft>)>,
    ) -> std::result::Result<usize, Failure> {
        let mut undelivered = 0;
        for (night, letters) in errata {
            let mut outbox = Outbox::open(&self.game.folder.night(night))?;
            self.draft_letters(&mut outbox, letters)?;
            self.send(ui, &mut outbox, patience, |letter| letter.about.kind == LetterKind::Errata)?;
            undelivered += report_states(ui, &outbox, night)?;
        }
        Ok(undelivered)
    }

    /// Drops waiting errata that later errata supersede.
    pub(super) fn drop_superseded_errata(&self, outbox: &mut Outbox) -> Result<()> {
        let revision = outbox.revision();
        let superseded: Vec<String> = outbox
            .letters()
            .iter()
            .filter(|l| l.about.kind == LetterKind::Errata && l.state.is_due() && l.about.revision < revision)
            .map(|letter| letter.name.clone())
            .collect();
        superseded.iter().try_for_each(|name| {
            outbox.record_state(name, State::Settled, "the night was reopened once more before it went out", self.now)
        })
    }
}

/// Whether a letter's packet differs from this one; true for a letter that can no longer be parsed.
fn packet_differs(outbox: &Outbox, last_sent: &QueuedLetter, new_packet: &str) -> bool {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(str::trim_end).filter(|line| !line.starts_with("engine:")).map(str::to_owned).collect()
    };
    let Ok(letter) = outbox.bytes(&last_sent.name).map(|bytes| letter::parse_letter(&bytes)) else { return true };
    let Ok(letter) = letter else { return true };
    !letter.texts.iter().any(|text| lines(&text.text) == lines(new_packet))
}
