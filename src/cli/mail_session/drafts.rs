//! Drafts letters: the updates of a night, and reminders.

use std::cell::OnceCell;

use super::{MailSession, NamedDraft, parse_seconds};

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{NightFolder, file_name, read_text, read_text_if_there};
use crate::campaign::game::book::book;
use crate::campaign::game::mail_file::Readers;
use crate::campaign::game::pages::without_due;
use crate::campaign::game::{ENGINE, PUBLIC};
use crate::campaign::night_files::NightFiles;
use crate::mail::clock;
use crate::mail::compose::{self, LetterContent, compose};
use crate::mail::letter_pictures::render_pictures;
use crate::mail::letter_templates::{COVER, Cover, REMINDER};
use crate::mail::mailed_war::render_packet;
use crate::mail::outbox::{About, LetterKind, Outbox, QueuedLetter, State};

use crate::cli::ui::Ui;

impl MailSession {
    /// Makes the letters that tell a night as it is now: each seat's update, then the public one.
    pub(in crate::cli) fn make_update_letters(&self, ui: Option<&Ui>, number: u32) -> Result<Vec<NamedDraft>> {
        let from = self.sender()?;
        let night = self.game.folder.resolved_night(number)?;
        let war = self.game.war_before(number + 1)?;
        let engine = self.game.replay_night(number)?.files;
        let page = |seat: &str| -> Result<(String, Option<String>)> {
            let (text, html) = read_page(ui, &night, &engine, seat)?;
            Ok((
                self.update_deadline_on_page(number, text)?,
                html.map(|html| self.update_deadline_on_page(number, html)).transpose()?,
            ))
        };
        let due = if war.ended.is_some() { None } else { self.due(false)?.as_ref().map(clock::render_deadline) };
        let due = due.filter(|_| number + 1 == self.mailed_war.night);
        let early_due = self.deadline_if_played_early(&night)?;
        // The last letter brings everybody the book, because there are no secrets any more.
        let is_over = war.ended.is_some() && number + 1 == self.mailed_war.night;
        let last = if is_over { Some(("the-book-of-the-war.html".to_owned(), book(&self.game)?)) } else { None };
        let mut letters = Vec::new();
        let mut readers: Vec<(String, Option<String>)> = Vec::new();
        for (number_of, seat) in self.mailed_war.seats.iter().enumerate() {
            let (update, html) = page(&seat.name)?;
            let packet = if war.ended.is_some() { None } else { Some(render_packet(&self.game, &war, number_of)?) };
            let packet =
                packet.map(|text| (format!("{}-packet-night-{}.yaml", file_name(&seat.name), number + 1), text));
            let people = self.mailed_war.people.iter().filter(|person| person.seat == number_of);
            let drawn = OnceCell::new();
            for (index, person) in people.enumerate() {
                let Some(to) = &person.email else { continue };
                let cover = Cover {
                    war: self.mailed_war.title.clone(),
                    night: number,
                    seat: seat.name.clone(),
                    player: person.name.clone().unwrap_or_else(|| seat.player.clone()),
                    due: due.clone(),
                    early: early_due.clone(),
                    packet: packet.as_ref().map(|(name, _)| name.clone()),
                    engine: ENGINE,
                    over: war.ended.is_some(),
                    ..Cover::default()
                };
                let text = format!("{}{update}", self.templates.render(COVER, &cover)?);
                let name = update_letter_name(&seat.name, index);
                let html = html.as_ref().filter(|_| self.takes_html(&seat.name, index));
                let draft = LetterContent {
                    subject: format!("{}, night {number}: {}", self.mailed_war.title, seat.name),
                    text,
                    html: html.cloned(),
                    pictures: html.map(|page| drawn.get_or_init(|| render_pictures(page)).clone()).unwrap_or_default(),
                    attached: packet.clone().into_iter().chain(last.clone()).collect(),
                    to: to.clone(),
                    to_name: person.name.clone(),
                    ..self.blank_letter(from, number, &name)
                };
                readers.push((to.clone(), person.name.clone()));
                letters.push((name, LetterKind::Update, Some(seat.name.clone()), draft));
            }
        }
        self.add_public_letters(&mut letters, from, number, page(PUBLIC)?, readers);
        Ok(letters)
    }

    /// The deadline of a night that was played before it; `None` if the night was not played early.
    fn deadline_if_played_early(&self, night: &NightFolder) -> Result<Option<String>> {
        let (due, played) = (clock::fixed_deadline(night)?, clock::recorded_play_time(night)?);
        let early = due.zip(played).filter(|(due, played)| *played < due.timestamp());
        Ok(early.map(|(due, _)| clock::render_deadline(&due)))
    }

    /// Updates the deadline on a night's page, as it is mailed, shown and rewritten. The page names the War's time of
    /// day. If the next deadline was moved, the night is paused, or the GM has ended the War, the page says that, like
    /// the letter around it.
    pub(in crate::cli) fn update_deadline_on_page(&self, number: u32, page: String) -> Result<String> {
        let Some(time_of_day) = self.file.deadline.as_deref().filter(|_| number + 1 == self.mailed_war.night) else {
            return Ok(page);
        };
        let head = format!("Orders for Night {} are ", number + 1);
        let next = self.game.folder.night(self.mailed_war.night);
        let was_extended = clock::was_extended(&next)?;
        let deadline_words = match self.due(false)?.as_ref().map(clock::render_deadline) {
            _ if self.mailed_war.end_night.is_some() => "The War is over: no more orders are due.".to_owned(),
            Some(due) if was_extended || !due.ends_with(time_of_day) => format!("{head}due {due}."),
            None if clock::is_paused(&next)? => format!("{head}put off until further word."),
            Some(_) | None => return Ok(page),
        };
        let mut out = String::with_capacity(page.len());
        let mut rest = page.as_str();
        while let Some((before, behind)) = rest.split_once(&format!("{head}due by ")) {
            let line = behind.find(['\n', '<']).unwrap_or(behind.len());
            out.extend([before, &deadline_words]);
            rest = behind.get(line..).unwrap_or_default();
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Adds the letters with the public update, one to each reader.
    fn add_public_letters(
        &self,
        letters: &mut Vec<NamedDraft>,
        from: &str,
        number: u32,
        (text, html): (String, Option<String>),
        players: Vec<(String, Option<String>)>,
    ) {
        let readers = match &self.file.mail.public {
            Readers::Players => players,
            Readers::Nobody => Vec::new(),
            Readers::List(list) => list.iter().map(|to| (to.clone(), None)).collect(),
        };
        for (to, to_name) in readers {
            let name = format!("public-{}", file_name(&to));
            if letters.iter().any(|(known, ..)| *known == name) {
                continue;
            }
            let subject = format!("{}, night {number}", self.mailed_war.title);
            let draft = LetterContent {
                subject,
                text: text.clone(),
                html: html.clone(),
                to,
                to_name,
                ..self.blank_letter(from, number, &name)
            };
            letters.push((name, LetterKind::Public, None, draft));
        }
    }

    /// Makes the message id of a letter of a night. It is the same whenever the letter is written, but differs for each
    /// revision of a reopened night.
    pub(in crate::cli) fn make_message_id(&self, from: &str, night: u32, name: &str) -> String {
        let (number, revision) = (night.to_string(), self.game.folder.night(night).revision());
        let again = revision.to_string();
        let parts = [number.as_str(), name, &again];
        compose::message_id(from, &self.keys.letter_id(if revision == 0 { &parts[..2] } else { &parts }))
    }

    /// Makes a letter with all that does not depend on its reader; its thread is formed by the letters of that name.
    pub(in crate::cli) fn blank_letter(&self, from: &str, night: u32, name: &str) -> LetterContent {
        let mut thread = Vec::new();
        for number in 1..night {
            // An unreadable outbox is reported when that night is mailed.
            let earlier = Outbox::open(&self.game.folder.night(number)).ok();
            thread.extend(earlier.and_then(|o| o.letter(name).map(|l| l.about.id.clone())));
        }
        let references = match thread.as_slice() {
            [] => Vec::new(),
            [first, .., last] => vec![first.clone(), last.clone()],
            [only] => vec![only.clone()],
        };
        LetterContent {
            from: from.to_owned(),
            reply_to: self.file.mail.reply_to.clone(),
            id: self.make_message_id(from, night, name),
            answers: thread.last().cloned(),
            references,
            sent_at: self.now,
            ..LetterContent::default()
        }
    }

    /// Makes the reminders to silent seats, once a night.
    pub(in crate::cli) fn make_reminders(&self) -> Result<Vec<NamedDraft>> {
        let from = self.sender()?;
        let due = self.due(false)?;
        let lead_seconds = parse_seconds("remind", self.file.mail.remind.as_deref())?;
        let too_early =
            due.as_ref().is_some_and(|due| lead_seconds > 0 && self.now < due.timestamp().as_second() - lead_seconds);
        if too_early || self.mailed_war.end_night.is_some() {
            return Ok(Vec::new());
        }
        let moment = self.sending_moment()?;
        let (silent, (came, withdrawn)) = (self.silent_seats()?, self.seats_heard_from()?);
        let mut letters = Vec::new();
        for (number, seat) in self.mailed_war.seats.iter().enumerate().filter(|(_, seat)| silent.contains(&seat.name)) {
            for (index, person) in self.mailed_war.people.iter().filter(|p| p.seat == number).enumerate() {
                let Some(to) = &person.email else { continue };
                let name = format!("reminder-{}{}", file_name(&seat.name), if index > 0 { "-substitute" } else { "" });
                let cover = Cover {
                    war: self.mailed_war.title.clone(),
                    night: self.mailed_war.night,
                    seat: seat.name.clone(),
                    player: person.name.clone().unwrap_or_else(|| seat.player.clone()),
                    due: due.as_ref().map(clock::render_deadline),
                    unread: came.contains(&seat.name),
                    withdrawn: withdrawn.contains(&seat.name),
                    late: moment.is_past_deadline_by(0),
                    grace: moment.is_past_deadline_by(0) && !moment.is_past_deadline_by(moment.grace),
                    engine: ENGINE,
                    ..Cover::default()
                };
                let draft = LetterContent {
                    subject: format!("{}: orders for night {}", self.mailed_war.title, self.mailed_war.night),
                    text: self.templates.render(REMINDER, &cover)?,
                    to: to.clone(),
                    to_name: person.name.clone(),
                    answers: None,
                    references: Vec::new(),
                    ..self.blank_letter(from, self.mailed_war.night, &name)
                };
                letters.push((name, LetterKind::Reminder, Some(seat.name.clone()), draft));
            }
        }
        Ok(letters)
    }

    /// Writes letters into a night's outbox, except those that were sent or are being sent.
    pub(in crate::cli) fn draft_letters(&self, outbox: &mut Outbox, letters: Vec<NamedDraft>) -> Result<()> {
        self.keys.save(&self.game.folder)?;
        let revision = outbox.revision();
        self.drop_superseded_errata(outbox)?;
        let facts = self.deadline_facts()?;
        for (name, kind, seat, draft) in letters {
            // A waiting letter is rewritten if its night or deadline has changed.
            let is_outdated = |letter: &QueuedLetter| {
                let facts_changed = letter.about.told.as_ref().is_some_and(|old_facts| *old_facts != facts);
                letter.state == State::Deferred && (letter.about.revision < revision || facts_changed)
            };
            if outbox.letter(&name).is_some_and(|letter| letter.state != State::Draft && !is_outdated(letter)) {
                continue;
            }
            let about = About { revision, told: Some(facts.clone()), ..letter_about(kind, seat.as_deref(), &draft) };
            let bytes = match compose(&draft) {
                Ok(bytes) => bytes,
                Err(CampaignError::Address { text }) => {
                    outbox.draft(&name, about, b"", self.now)?;
                    outbox.record_state(&name, State::Failed, &format!("`{text}` is no address"), self.now)?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            outbox.draft(&name, about, &bytes, self.now)?;
        }
        Ok(())
    }
}

/// The name of a seat's update: the player's, or the substitute's.
pub(super) fn update_letter_name(seat: &str, index: usize) -> String {
    format!("update-{}{}", file_name(seat), if index > 0 { "-substitute" } else { "" })
}

pub(in crate::cli) fn letter_about(kind: LetterKind, seat: Option<&str>, draft: &LetterContent) -> About {
    About {
        kind,
        seat: seat.map(str::to_owned),
        to: draft.to.clone(),
        id: draft.id.clone(),
        subject: draft.subject.clone(),
        revision: 0,
        told: None,
    }
}

/// Reads a seat's page as it is in the folder, with its HTML form.
fn read_page(
    ui: Option<&Ui>,
    night: &NightFolder,
    engine: &NightFiles,
    seat: &str,
) -> Result<(String, Option<String>)> {
    let name = format!("updates/{}.txt", file_name(seat));
    let text = read_text(&night.path.join(&name))?;
    let html = read_text_if_there(&night.path.join(name.replace(".txt", ".html")))?;
    // A page that `grail updates --write` wrote has the deadline of that time; an engine page is dated when it is sent.
    let without_due_line = |page: &str| without_due(page, night.number + 1);
    let engine_page_if_unedited = |name: &str, page: &str| {
        engine.files.get(name).filter(|engine_page| without_due_line(engine_page) == without_due_line(page)).cloned()
    };
    // A page that the GM edited is sent as it is, and without its other form.
    if let Some(own_text) = engine_page_if_unedited(&name, &text) {
        let html = html.map(|page| engine_page_if_unedited(&name.replace(".txt", ".html"), &page).unwrap_or(page));
        return Ok((own_text, html));
    }
    ui.inspect(|ui| {
        ui.warning(&format!(
            "{} is not what the program writes: it goes out as it lies there, as text alone. Your own words stand best in \
             story.yaml; `grail updates --write` brings the pages up to it",
            night.path.join(&name).display()
        ));
    });
    Ok((text, None))
}
