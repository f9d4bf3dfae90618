//! The first letter to a player or substitute who takes over a seat: what the seat knows, and what it was told.

use std::collections::BTreeMap;

use crate::campaign::error::Result;
use crate::campaign::folder::{Folder, NightFolder, file_name, read_text, read_text_if_there};
use crate::campaign::game::mail_file::Readers;
use crate::campaign::game::packet::make_packet;
use crate::campaign::game::pages::{without_due, without_refusals};
use crate::campaign::game::war_file::Contact;
use crate::campaign::game::{ENGINE, PUBLIC};
use crate::campaign::transaction::Transaction;
use crate::mail::clock;
use crate::mail::compose::LetterContent;
use crate::mail::filed_letters::FiledLetter;
use crate::mail::inbox::{self, LetterRecord};
use crate::mail::letter;
use crate::mail::letter_templates::{HANDOVER, HandOver};
use crate::mail::mailed_war::{MailedWar, render_packet};
use crate::mail::outbox::{About, LetterKind, Outbox, QueuedLetter, State};
use crate::vocabulary::ids::SeatId;

use super::MailSession;
use super::draft_answers::GUIDE;
use super::drafts::update_letter_name;
use super::welcome::render_press_examples;

/// The prefix of the name of the letter to a new player.
const HAND_OVER: &str = "hand-over-";
/// The prefix of the name of the letter to a new substitute.
const STAND_IN: &str = "stand-in-";

/// The prefix of the name of the letter to somebody who leaves a seat.
const FAREWELL: &str = "farewell-";

/// Whether a letter tells somebody that they have left a seat.
pub(in crate::cli) fn is_farewell(letter: &QueuedLetter) -> bool {
    letter.name.starts_with(FAREWELL)
}

/// Somebody who leaves a seat, and their role there.
#[derive(Debug)]
pub(in crate::cli) enum DepartingPerson {
    /// Its player; `token_holds` is whether the seat keeps the token that they know.
    Player { who: Contact, token_holds: bool },
    /// Its substitute.
    Substitute(Contact),
}

impl DepartingPerson {
    fn contact(&self) -> &Contact {
        match self {
            DepartingPerson::Player { who, .. } | DepartingPerson::Substitute(who) => who,
        }
    }

    /// The paragraphs of the letter to them.
    fn farewell_paragraphs(&self, seat: &str) -> [String; 2] {
        let void_note = "What you write for it counts no more, and your token is nobody's.";
        match self {
            DepartingPerson::Player { token_holds: true, .. } => {
                [format!("{seat} has another player now."), "You get no more letters about it.".to_owned()]
            }
            DepartingPerson::Player { .. } => [format!("{seat} has another player now."), void_note.to_owned()],
            DepartingPerson::Substitute(_) => [format!("You stand in for {seat} no longer."), void_note.to_owned()],
        }
    }
}

/// The letters by which seats were handed over.
#[derive(Debug)]
pub(super) struct HandOvers {
    /// Each letter with the night whose outbox has it.
    letters: Vec<(u32, QueuedLetter)>,
}

impl HandOvers {
    /// Reads the handover letters of all nights up to `last`.
    pub(super) fn read_up_to(folder: &Folder, last: u32) -> Result<HandOvers> {
        let mut letters = Vec::new();
        for night in 0..=last {
            let outbox = Outbox::open(&folder.night(night))?;
            let handovers = outbox.letters().iter().filter(|letter| letter.about.kind == LetterKind::HandOver);
            letters.extend(handovers.map(|letter| (night, letter.clone())));
        }
        Ok(HandOvers { letters })
    }

    /// When each seat was taken over by its current player, in seconds since 1970.
    pub(super) fn handover_times(&self) -> BTreeMap<String, i64> {
        let to_player = self.letters.iter().filter(|(_, letter)| letter.name.starts_with(HAND_OVER));
        to_player.filter_map(|(_, letter)| Some((letter.about.seat.clone()?, letter.written))).collect()
    }

    /// Whether somebody took a seat over, or became its substitute, after a night was told.
    pub(super) fn has_handover_after(&self, seat: &str, night: u32) -> bool {
        self.letters
            .iter()
            .any(|(handover_night, letter)| *handover_night > night && letter.about.seat.as_deref() == Some(seat))
    }

    /// Whether the current player (0) or substitute (1) of a seat came after a letter was imported.
    pub(super) fn has_taken_over_since(&self, seat: &str, index: usize, letter: &LetterRecord) -> bool {
        let stem = if index > 0 { STAND_IN } else { HAND_OVER };
        let is_of_seat =
            |handover: &QueuedLetter| handover.name.starts_with(stem) && handover.about.seat.as_deref() == Some(seat);
        self.letters.iter().any(|(_, handover)| is_of_seat(handover) && letter.taken <= handover.written)
    }
}

impl MailSession {
    /// Whether the writer of a letter has left its seat, and another person has it.
    pub(in crate::cli) fn writer_has_left(&self, letter: &FiledLetter) -> bool {
        let record = &letter.record;
        record.seat.as_deref().is_some_and(|seat| self.handovers.has_taken_over_since(seat, record.person, record))
    }

    /// Drafts the letter to the new player (0) or substitute (1) of a seat, as part of a transaction. Returns whether
    /// there is one: without an address or a sender there is none.
    pub(in crate::cli) fn draft_handover(&self, change: &mut Transaction, seat: &str, role: usize) -> Result<bool> {
        // Each person who takes the seat over gets their own letter.
        let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        let stem = format!("{}{}-", if role > 0 { STAND_IN } else { HAND_OVER }, file_name(seat));
        let before = outbox.letters().iter().filter(|letter| letter.name.starts_with(&stem)).count();
        let name = format!("{stem}{}", before + 1);
        let Some((seat, draft)) = self.make_handover_letter(self.mailed_war.night, &name, seat)? else {
            return Ok(false);
        };
        self.draft_one(change, &mut outbox, &name, (LetterKind::HandOver, Some(&seat)), &draft)?;
        if let (0, Some(of)) = (role, self.mailed_war.seats.iter().find(|mailed_seat| mailed_seat.name == seat)) {
            let night = self.game.folder.night(self.mailed_war.night);
            let entries = self.letters_of_the_night()?;
            let handover_times = BTreeMap::from([(of.name.clone(), self.now)]);
            let remaining = self.mailed_war.drop_former_words(entries.clone(), &handover_times);
            inbox::rewrite_file_for_new_player(change, &night, (&of.name, &of.characters), (&entries, &remaining))?;
        }
        Ok(true)
    }

    /// Drafts the letter to somebody who leaves a seat. Returns whether there is one.
    pub(in crate::cli) fn draft_farewell(
        &self,
        change: &mut Transaction,
        seat: &str,
        leaver: &DepartingPerson,
    ) -> Result<bool> {
        let who = leaver.contact();
        let (Some(to), true) = (&who.email, self.file.mail.sender.is_some() && self.mailed_war.end_night.is_none())
        else {
            return Ok(false);
        };
        let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        let before = outbox.letters().iter().filter(|letter| is_farewell(letter)).count();
        let name = format!("{FAREWELL}{}-{}", before + 1, file_name(to));
        let draft = self.make_notice(to, who.player.clone(), &name, &leaver.farewell_paragraphs(seat))?;
        self.draft_one(change, &mut outbox, &name, (LetterKind::Notice, Some(seat)), &draft)?;
        Ok(true)
    }

    /// Makes the handover letter with a name, of a night, as it would be sent now. It is returned with the seat's exact
    /// name.
    pub(super) fn make_handover_letter(
        &self,
        night: u32,
        name: &str,
        seat: &str,
    ) -> Result<Option<(String, LetterContent)>> {
        let role = usize::from(name.starts_with(STAND_IN));
        let found = self.mailed_war.seats.iter().position(|mailed_seat| mailed_seat.name.eq_ignore_ascii_case(seat));
        let Some((number, mailed_seat)) = found.and_then(|n| Some((n, self.mailed_war.seats.get(n)?))) else {
            return Ok(None);
        };
        let people: Vec<_> = self.mailed_war.people.iter().filter(|person| person.seat == number).collect();
        let Some((person, to)) = people.get(role).and_then(|person| Some((person, person.email.as_ref()?))) else {
            return Ok(None);
        };
        if self.file.mail.sender.is_none() || self.mailed_war.end_night.is_some() {
            return Ok(None);
        }
        let own = file_name(&mailed_seat.name);
        let last_night = self.last_told_night_of_seat(&mailed_seat.name)?;
        let mut files = Vec::new();
        if last_night + 1 == self.mailed_war.night {
            let war = self.game.war_before(self.mailed_war.night)?;
            let name = format!("{own}-packet-night-{}.yaml", self.mailed_war.night);
            files.push((name, render_packet(&self.game, &war, number)?));
            let sheets = make_packet(&war, SeatId::at(number), None, &self.game).sheets;
            files.extend(sheets.into_iter().map(|(who, text)| (format!("{}.yaml", file_name(&who)), text)));
        }
        let public = self.file.mail.public == Readers::Players;
        for night in 1..=last_night {
            for page in [Some(own.as_str()), public.then_some(PUBLIC)].into_iter().flatten() {
                let text = read_text(&self.game.folder.night(night).updates().join(format!("{page}.txt")))?;
                files.push((attached_page(page, night), self.update_deadline_on_page(night, without_refusals(&text))?));
            }
        }
        files.push(("orders-in-two-pages.txt".to_owned(), GUIDE.to_owned()));
        let handed_at = self.handovers.handover_times().get(&mailed_seat.name).copied().unwrap_or(self.now);
        let entries = match role {
            0 => {
                let handover_times = BTreeMap::from([(mailed_seat.name.clone(), handed_at)]);
                self.mailed_war.drop_former_words(self.letters_of_the_night()?, &handover_times)
            }
            _ => self.letters_of_the_night()?,
        };
        let standing_orders =
            inbox::render_order_file(&entries, &mailed_seat.name, &mailed_seat.characters, self.mailed_war.night)
                .unwrap_or_default();
        let room = MailedWar::max_reply_bytes(standing_orders.len());
        // A new player gets only the orders of a former player, nothing else that they wrote.
        let plan = match role {
            0 => self.mailed_war.render_orders_within(number, &standing_orders, room),
            _ => self.mailed_war.render_plan_within(number, &standing_orders, room).0,
        };
        let words = HandOver {
            war: self.mailed_war.title.clone(),
            night: self.mailed_war.night,
            player: person.name.clone().unwrap_or_default(),
            seat: mailed_seat.name.clone(),
            team: mailed_seat.team.clone(),
            characters: mailed_seat.characters.clone(),
            stands_in_for: (role > 0).then(|| mailed_seat.player.clone()),
            attached: files.iter().map(|(name, _)| name.clone()).collect(),
            told: last_night,
            plan: plan.trim_end().to_owned(),
            engine: ENGINE,
            due: self.due(false)?.as_ref().map(clock::render_deadline),
            press: render_press_examples(self.file.mail.press),
        };
        let draft = LetterContent {
            subject: match role {
                0 => format!("{}: you play {}", self.mailed_war.title, mailed_seat.name),
                _ => format!("{}: you stand in at {}", self.mailed_war.title, mailed_seat.name),
            },
            text: self.templates.render(HANDOVER, &words)?,
            attached: files,
            to: to.clone(),
            to_name: person.name.clone(),
            id: self.make_message_id(self.sender()?, night, name),
            ..self.blank_letter(self.sender()?, self.mailed_war.night, name)
        };
        Ok(Some((mailed_seat.name.clone(), draft)))
    }

    /// The handover letter that brought a page of a night to an address, with the revision of that page.
    pub(in crate::cli) fn find_handover_with_page(
        &self,
        night: &NightFolder,
        seat: Option<&str>,
        to: &str,
    ) -> Result<Option<QueuedLetter>> {
        let page = seat.map_or_else(|| PUBLIC.to_owned(), file_name);
        for (handover_night, letter) in self.handovers.letters.iter().rev() {
            let is_theirs = letter.about.to == to && seat.is_none_or(|seat| letter.about.seat.as_deref() == Some(seat));
            if *handover_night <= night.number || !is_theirs || letter.state == State::Failed {
                continue;
            }
            let read =
                letter::parse_letter(&Outbox::open(&self.game.folder.night(*handover_night))?.bytes(&letter.name)?);
            let name = attached_page(&page, night.number);
            let Some(attachment) = read.ok().and_then(|read| read.texts.into_iter().find(|text| text.part == name))
            else {
                continue;
            };
            let revision = find_revision(night, &page, &attachment.text)?;
            return Ok(Some(QueuedLetter { about: About { revision, ..letter.about.clone() }, ..letter.clone() }));
        }
        Ok(None)
    }

    /// The last night that somebody of a seat was told of; 0 if none.
    fn last_told_night_of_seat(&self, seat: &str) -> Result<u32> {
        for night in (1..self.mailed_war.night).rev() {
            let outbox = Outbox::open(&self.game.folder.night(night))?;
            if (0..2).any(|index| outbox.last_sent_to(&update_letter_name(seat, index)).is_some()) {
                return Ok(night);
            }
        }
        Ok(0)
    }
}

/// The file name of a night's page in a handover letter.
fn attached_page(page: &str, night: u32) -> String {
    format!("{page}-night-{night}.txt")
}

/// The revision of a night whose page equals the page in a letter.
fn find_revision(night: &NightFolder, page: &str, page_in_letter: &str) -> Result<u32> {
    let without_volatile_parts = |text: &str| without_refusals(&without_due(text, night.number + 1)).trim().to_owned();
    let (page_in_letter, file) = (without_volatile_parts(page_in_letter), format!("{page}.txt"));
    for revision in (0..night.revision()).rev() {
        let kept_page = read_text_if_there(&night.kept_revision(revision + 1).join("updates").join(&file))?;
        if kept_page.is_some_and(|kept_page| without_volatile_parts(&kept_page) == page_in_letter) {
            // A page that still says the same needs no errata.
            let current_page = read_text_if_there(&night.updates().join(&file))?;
            return Ok(
                if current_page.is_some_and(|current_page| without_volatile_parts(&current_page) == page_in_letter) {
                    night.revision()
                } else {
                    revision
                },
            );
        }
    }
    Ok(night.revision())
}
