//! Drafts what an import must answer: the answers with their enclosures, press, codes for a change of address, and
//! extensions. All of it is in one transaction with the letters that cause it.

use std::collections::BTreeSet;

use jiff::SignedDuration;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{file_name, read_text, read_text_if_there};
use crate::campaign::game::mail_file::ExtensionRule;
use crate::campaign::game::packet::make_packet;
use crate::campaign::game::pages::without_refusals;
use crate::campaign::game::seat_edit::{SeatChange, edit_seat};
use crate::campaign::transaction::Transaction;
use crate::mail::compose::{LetterContent, compose};
use crate::mail::inbox::{Enclosure, LetterRecord};
use crate::mail::lasting_requests::{self, AddressChange};
use crate::mail::letter_templates::{NOTICE, Notice, RECEIPT};
use crate::mail::mailed_war::render_packet;
use crate::mail::outbox::{ANSWER_PREFIX, About, LetterKind, Outbox};
use crate::mail::requests::{Press, Request};
use crate::mail::{clock, sender};
use crate::vocabulary::ids::SeatId;

use super::drafts::{letter_about, update_letter_name};
use super::{MailSession, parse_seconds};

/// The players' guide, which is mailed to whoever asks for help.
pub(in crate::cli) const GUIDE: &str = include_str!("../../../docs/players-guide.md");
/// The length of an extension in seconds if `extension_length` is not set.
const DEFAULT_EXTENSION: i64 = 24 * 60 * 60;

impl MailSession {
    /// Drafts all that the letters of the night must be answered with and that is not drafted yet. Letters are not
    /// drafted while no sender is set.
    pub(super) fn draft_answers(&self, change: &mut Transaction, entries: &[LetterRecord]) -> Result<()> {
        self.extend_on_request(change, entries)?;
        let changed = self.change_addresses(change, entries)?;
        let Some(from) = self.file.mail.sender.clone() else { return Ok(()) };
        let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
        for change_request in changed {
            let name = format!("new-address-{}", change_request.letter);
            let player = self.file.contact_of(&change_request.seat).and_then(|contact| contact.player.clone());
            let words = format!(
                "Letters for {} go here from now on, and no longer to the former address.",
                change_request.seat
            );
            let draft = self.make_notice(&change_request.new_address, player, &name, &[words])?;
            self.draft_one(change, &mut outbox, &name, (LetterKind::Notice, Some(&change_request.seat)), &draft)?;
        }
        for entry in entries.iter().filter(|entry| entry.answer.is_some()) {
            let name = answer_name(&entry.id);
            if outbox.letter(&name).is_some() {
                continue;
            }
            let Some(draft) = self.make_answer(&from, self.mailed_war.night, entry)? else { continue };
            self.draft_one(change, &mut outbox, &name, (LetterKind::Answer, entry.seat.as_deref()), &draft)?;
            self.draft_plan_notices(change, &mut outbox, entry)?;
        }
        for entry in entries {
            self.draft_echo(change, &mut outbox, entry, entries)?;
            for request in &entry.asked {
                match request {
                    Request::Press(press) => self.draft_press(change, &mut outbox, entry, press)?,
                    Request::Address(to) => self.draft_code(change, &mut outbox, entry, to)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Tells the other person who orders for a seat the current plan after a letter: a player and their substitute
    /// order for the same seat.
    fn draft_plan_notices(&self, change: &mut Transaction, outbox: &mut Outbox, entry: &LetterRecord) -> Result<()> {
        let (Some(seat), Some(receipt)) =
            (&entry.seat, entry.answer.as_ref().and_then(|answer| answer.receipt.as_ref()))
        else {
            return Ok(());
        };
        let number = self.mailed_war.seats.iter().position(|mailed_seat| mailed_seat.name == *seat);
        let people: Vec<_> = self.mailed_war.people.iter().filter(|person| Some(person.seat) == number).collect();
        let writer = people.get(entry.person).and_then(|person| person.name.clone()).unwrap_or_else(|| seat.clone());
        let others =
            people.iter().enumerate().filter(|(index, _)| *index != entry.person && entry.changes_orders_of(seat));
        for (index, other) in others {
            let Some(to) = &other.email else { continue };
            let name = format!("plan-{}-{index}", entry.id);
            let plan_note = match receipt.plan.is_empty() {
                true => "No orders stand since.".to_owned(),
                false => format!("What stands since:\n\n{}", receipt.plan),
            };
            let message = format!("{writer} has written for {seat}, for night {}.", receipt.night);
            let draft = self.make_notice(to, other.name.clone(), &name, &[message, plan_note])?;
            self.draft_one(change, outbox, &name, (LetterKind::Notice, Some(seat)), &draft)?;
        }
        Ok(())
    }

    /// Makes the answer to a letter in a night's log, as it would be sent now; `None` if the letter has none.
    pub(super) fn make_answer(&self, from: &str, night: u32, entry: &LetterRecord) -> Result<Option<LetterContent>> {
        let Some(answer) = &entry.answer else { return Ok(None) };
        let text = match &answer.receipt {
            None => answer.text.clone(),
            Some(receipt) => {
                let seat = self.mailed_war.seats.iter().position(|seat| Some(&seat.name) == entry.seat.as_ref());
                let people = self.mailed_war.people.iter().enumerate();
                let person = people.filter(|(_, person)| Some(person.seat) == seat).map(|(n, _)| n).nth(entry.person);
                let dated = receipt.as_of(&self.sending_moment()?);
                sender::hide_token(&self.templates.render(RECEIPT, &dated)?, self.mailed_war.token_of(person))
            }
        };
        let mut draft = LetterContent {
            from: from.to_owned(),
            reply_to: self.file.mail.reply_to.clone(),
            to: answer.to.clone(),
            subject: answer.subject.clone(),
            text,
            id: self.make_message_id(from, night, &answer_name(&entry.id)),
            answers: answer.answers.clone(),
            references: answer.references.clone(),
            is_answer: true,
            sent_at: self.now,
            ..LetterContent::default()
        };
        for enclosed in &answer.enclosed {
            self.enclose(&mut draft, entry, *enclosed)?;
        }
        for (seat, code) in self.codes_for_old_address(entry) {
            let words = format!(
                "\nTo confirm the change of address of {seat} from here, answer with your token and this line:\n\nconfirm {code}\n"
            );
            draft.text.push_str(&words);
        }
        Ok(Some(draft))
    }

    /// Drafts a letter as part of a transaction, unless it is drafted already.
    pub(in crate::cli) fn draft_one(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        name: &str,
        (kind, seat): (LetterKind, Option<&str>),
        draft: &LetterContent,
    ) -> Result<()> {
        let facts = self.deadline_facts()?;
        self.draft_letter_with_facts(change, outbox, name, (kind, seat), draft, facts)
    }

    /// Drafts a letter with the deadline `facts` as they are after the transaction; a letter that is drafted already
    /// stays.
    pub(in crate::cli) fn draft_letter_with_facts(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        name: &str,
        (kind, seat): (LetterKind, Option<&str>),
        draft: &LetterContent,
        facts: String,
    ) -> Result<()> {
        if outbox.letter(name).is_some() {
            return Ok(());
        }
        self.write_letter(change, outbox, name, (kind, seat), draft, facts)
    }

    /// Drafts a letter as part of a transaction, and replaces a waiting letter of that name.
    pub(super) fn write_letter(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        name: &str,
        (kind, seat): (LetterKind, Option<&str>),
        draft: &LetterContent,
        told: String,
    ) -> Result<()> {
        self.keep_keys()?;
        match compose(draft) {
            Ok(bytes) => {
                let about = About { told: Some(told), ..letter_about(kind, seat, draft) };
                outbox.draft_with(change, name, about, &bytes, self.now)
            }
            // An invalid address reaches nobody.
            Err(CampaignError::Address { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Adds an enclosure to an answer; it contains nothing that the reader was not told already.
    fn enclose(&self, draft: &mut LetterContent, entry: &LetterRecord, enclosed: Enclosure) -> Result<()> {
        let Some(seat) =
            entry.seat.as_ref().and_then(|name| self.mailed_war.seats.iter().position(|s| s.name == *name))
        else {
            return Ok(());
        };
        let name = file_name(entry.seat.as_deref().unwrap_or_default());
        let last_night = self.last_told_night(entry)?;
        match enclosed {
            Enclosure::Guide => draft.text.push_str(&format!("\n{GUIDE}")),
            Enclosure::Update => match last_night {
                None => draft.text.push_str("\nNo night has been told yet: there is no update to send again.\n"),
                Some(night) => {
                    let folder = self.game.folder.night(night).updates();
                    let seat = entry.seat.as_deref().unwrap_or_default();
                    let text = read_text(&folder.join(format!("{name}.txt")))?;
                    // What a former player wrote in vain is not for this reader.
                    let text_for_reader = match self.handovers.has_handover_after(seat, night) {
                        true => without_refusals(&text),
                        false => text.clone(),
                    };
                    let page = self.update_deadline_on_page(night, text_for_reader.clone())?;
                    draft.text.push_str(&format!("\nYour update of night {night}:\n\n{page}"));
                    let html = read_text_if_there(&folder.join(format!("{name}.html")))?;
                    let html = html.filter(|_| text_for_reader == text && self.takes_html(seat, entry.person));
                    let html = html.map(|page| self.update_deadline_on_page(night, page)).transpose()?;
                    draft.attached.extend(html.map(|page| (format!("{name}-night-{night}.html"), page)));
                }
            },
            Enclosure::Packet | Enclosure::Sheets => {
                let last = self.mailed_war.night - 1;
                if last_night.unwrap_or(0) != last {
                    draft.text.push_str(
                        "\nYour packet and sheets come with the update of the last night, which is not told yet.\n",
                    );
                    return Ok(());
                }
                let war = self.game.war_before(last + 1)?;
                if enclosed == Enclosure::Packet {
                    let file = format!("{name}-packet-night-{}.yaml", last + 1);
                    draft.text.push_str(&format!("\nThe packet for your next orders is attached: {file}.\n"));
                    draft.attached.push((file, render_packet(&self.game, &war, seat)?));
                } else {
                    draft.text.push_str("\nThe sheets of your characters are attached, as they hold now.\n");
                    let sheets = make_packet(&war, SeatId::at(seat), None, &self.game).sheets;
                    draft
                        .attached
                        .extend(sheets.into_iter().map(|(who, text)| (format!("{}.yaml", file_name(&who)), text)));
                }
            }
        }
        Ok(())
    }

    /// The last night that the writer of a letter was told of; `None` if none.
    fn last_told_night(&self, entry: &LetterRecord) -> Result<Option<u32>> {
        let seat = entry.seat.as_deref().unwrap_or_default();
        let (name, people) = (update_letter_name(seat, entry.person), self.mailed_war.people_of(seat));
        let to = people.get(entry.person).and_then(|person| person.email.as_deref());
        for night in (1..self.mailed_war.night).rev() {
            let night = self.game.folder.night(night);
            let handover = || to.map_or(Ok(None), |to| self.find_handover_with_page(&night, Some(seat), to));
            if Outbox::open(&night)?.last_sent_to(&name).is_some() || handover()?.is_some() {
                return Ok(Some(night.number));
            }
        }
        Ok(None)
    }

    /// Whether a person of a seat wants letters with an HTML part.
    pub(in crate::cli) fn takes_html(&self, seat: &str, person: usize) -> bool {
        lasting_requests::wants_html(&self.letters, seat, person)
    }

    /// Drafts press: a letter to each reader except its writer.
    fn draft_press(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        entry: &LetterRecord,
        press: &Press,
    ) -> Result<()> {
        let writer = entry.seat.as_deref().and_then(|name| self.mailed_war.seats.iter().find(|seat| seat.name == name));
        let Some(writer) = writer else { return Ok(()) };
        let by = if press.is_anonymous { None } else { Some(writer.team.clone()) };
        let index = entry.asked.iter().position(|request| matches!(request, Request::Press(one) if one == press));
        for person in &self.mailed_war.people {
            let Some(seat) = self.mailed_war.seats.get(person.seat) else { continue };
            let is_addressed = press.to.as_ref().is_none_or(|team| seat.team.eq_ignore_ascii_case(team));
            let (true, Some(to)) = (is_addressed && seat.name != writer.name, &person.email) else { continue };
            let name = format!("press-{}-{}-{}", entry.id, index.unwrap_or(0), file_name(to));
            let head = match (&by, &press.to) {
                (Some(by), None) => format!("{by} says to all:"),
                (Some(by), Some(_)) => format!("{by} says to {}:", seat.team),
                (None, None) => "Somebody says to all:".to_owned(),
                (None, Some(_)) => format!("Somebody says to {}:", seat.team),
            };
            // The writer's token must not be passed on.
            let words = sender::hide_token(&press.text, &self.token_of(entry).unwrap_or_default());
            let quoted: Vec<String> = words.lines().map(|line| format!("  {line}")).collect();
            let mut draft = self.make_notice(to, person.name.clone(), &name, &[head, quoted.join("\n")])?;
            draft.subject = format!("{}: press", self.mailed_war.title);
            self.draft_one(change, outbox, &name, (LetterKind::Press, Some(&seat.name)), &draft)?;
        }
        Ok(())
    }

    /// The token of a letter's writer.
    fn token_of(&self, entry: &LetterRecord) -> Option<String> {
        let seat = self.mailed_war.seats.iter().position(|seat| Some(&seat.name) == entry.seat.as_ref())?;
        self.mailed_war.people.iter().filter(|person| person.seat == seat).nth(entry.person)?.token.clone()
    }

    /// Makes a letter of a few paragraphs.
    pub(in crate::cli) fn make_notice(
        &self,
        to: &str,
        to_name: Option<String>,
        name: &str,
        paragraphs: &[String],
    ) -> Result<LetterContent> {
        let words = Notice { player: to_name.clone().unwrap_or_default(), paragraphs: paragraphs.to_vec() };
        Ok(LetterContent {
            to: to.to_owned(),
            to_name,
            subject: format!("{}, night {}", self.mailed_war.title, self.mailed_war.night),
            text: self.templates.render(NOTICE, &words)?,
            answers: None,
            references: Vec::new(),
            ..self.blank_letter(self.sender()?, self.mailed_war.night, name)
        })
    }

    /// The code with which an address confirms a change that a letter asked for.
    fn confirmation_code(&self, change: &AddressChange, address: &str) -> String {
        self.keys.letter_id(&["address", &change.letter, address]).chars().take(12).collect()
    }

    /// All valid codes, each with its seat and, if it was mailed to the new address, that address.
    pub(super) fn confirmation_codes(&self) -> std::collections::BTreeMap<String, (String, Option<String>)> {
        let mut codes = std::collections::BTreeMap::new();
        for change in lasting_requests::address_changes(&self.letters) {
            codes.insert(self.confirmation_code(&change, "old"), (change.seat.clone(), None));
            codes.insert(
                self.confirmation_code(&change, "new"),
                (change.seat.clone(), Some(change.new_address.clone())),
            );
        }
        codes
    }

    /// The seat and code that the old address must send back, for each change that a letter asks for.
    fn codes_for_old_address(&self, entry: &LetterRecord) -> Vec<(String, String)> {
        let changes = lasting_requests::address_changes(std::slice::from_ref(entry));
        changes.iter().map(|change| (change.seat.clone(), self.confirmation_code(change, "old"))).collect()
    }

    /// Drafts the letter to a new address, which must confirm the change.
    fn draft_code(&self, change: &mut Transaction, outbox: &mut Outbox, entry: &LetterRecord, to: &str) -> Result<()> {
        for asked in lasting_requests::address_changes(std::slice::from_ref(entry))
            .iter()
            .filter(|change_request| change_request.new_address == to)
        {
            let name = format!("address-{}", entry.id);
            let words = [
                format!("Somebody who plays {} asks for letters to go here from now on.", asked.seat),
                format!(
                    "If that is you, answer with your token and this line:\n\nconfirm {}",
                    self.confirmation_code(asked, "new")
                ),
                "If it is not, there is nothing to do: nothing more comes.".to_owned(),
            ];
            let draft = self.make_notice(to, None, &name, &words)?;
            self.draft_one(change, outbox, &name, (LetterKind::Answer, Some(&asked.seat)), &draft)?;
        }
        Ok(())
    }

    /// Writes the address changes into `war.yaml` that both addresses have confirmed, and returns them.
    fn change_addresses(&self, change: &mut Transaction, entries: &[LetterRecord]) -> Result<Vec<AddressChange>> {
        let path = self.game.folder.war_file();
        let all: Vec<LetterRecord> = self.earlier_entries_and(entries);
        let mut text = None;
        let mut changed = Vec::new();
        for change_request in lasting_requests::address_changes(&all) {
            let is_confirmed_twice = ["old", "new"].iter().all(|address| {
                lasting_requests::has_confirmed(
                    &all,
                    &change_request.seat,
                    &self.confirmation_code(&change_request, address),
                )
            });
            let current = self.file.contact_of(&change_request.seat).and_then(|contact| contact.email.as_deref());
            let has_new_confirmation =
                entries.iter().any(|entry| entry.asked.iter().any(|request| matches!(request, Request::Confirm(_))));
            if !is_confirmed_twice
                || !has_new_confirmation
                || current.is_some_and(|current| current.eq_ignore_ascii_case(&change_request.new_address))
            {
                continue;
            }
            let current_text = match text.take() {
                Some(text) => text,
                None => read_text(&path)?,
            };
            text = Some(edit_seat(
                &path,
                &current_text,
                &change_request.seat,
                "email",
                &SeatChange::Put(change_request.new_address.clone()),
            )?);
            changed.push(change_request);
        }
        if let Some(text) = text {
            change.write(&path, text)?;
        }
        Ok(changed)
    }

    /// The entries of all earlier imports, and these.
    fn earlier_entries_and(&self, entries: &[LetterRecord]) -> Vec<LetterRecord> {
        let earlier = self.letters.iter().filter(|known| !entries.iter().any(|entry| entry.id == known.id));
        earlier.chain(entries).cloned().collect()
    }

    /// Moves the deadline if the War's own rule grants the players' requests. It does so once a night, whether or not
    /// the GM has moved the deadline.
    fn extend_on_request(&self, change: &mut Transaction, entries: &[LetterRecord]) -> Result<()> {
        let night = self.game.folder.night(self.mailed_war.night);
        let Some(asking_seats) = self.seats_asking_for_time(entries)? else { return Ok(()) };
        let granted = match self.file.mail.extension {
            ExtensionRule::Gm => false,
            ExtensionRule::Anybody => !asking_seats.is_empty(),
            ExtensionRule::Half => asking_seats.len() * 2 > self.count_awaited(),
        };
        let Some(due) = self.due(false)?.filter(|_| granted) else { return Ok(()) };
        let seconds = match parse_seconds("extension_length", self.file.mail.extension_length.as_deref())? {
            0 => DEFAULT_EXTENSION,
            seconds => seconds,
        };
        let new_due = clock::postpone(&due, SignedDuration::from_secs(seconds))?;
        let notice = format!(
            "More time was asked for, and granted. Orders for night {} are due {} now.",
            night.number,
            clock::render_deadline(&new_due)
        );
        self.set_deadline(change, Some(&new_due), &notice, true)
    }

    /// The seats that have asked for more time since the deadline was last moved; `None` if the War's own rule can no
    /// longer grant it.
    fn seats_asking_for_time<'e>(&self, entries: &'e [LetterRecord]) -> Result<Option<BTreeSet<&'e str>>> {
        let night = self.game.folder.night(self.mailed_war.night);
        if self.file.mail.extension == ExtensionRule::Gm || clock::was_granted(&night)? {
            return Ok(None);
        }
        Ok(Some(lasting_requests::seats_asking_for_time(entries, clock::moved_at(&night)?.unwrap_or(0))))
    }

    fn count_awaited(&self) -> usize {
        self.mailed_war.seats.iter().filter(|seat| seat.is_awaited()).count()
    }

    /// Renders the note to the GM on requests for more time that the War's own rule has not granted; `None` if there
    /// are none.
    pub(in crate::cli) fn render_ungranted_requests(&self) -> Result<Option<String>> {
        let entries = self.letters_of_the_night()?;
        let asking = self.seats_asking_for_time(&entries)?.filter(|asking| !asking.is_empty());
        let Some(asking) = asking.filter(|_| self.mailed_war.end_night.is_none()) else { return Ok(None) };
        let names: Vec<&str> = asking.into_iter().collect();
        let awaited = self.count_awaited();
        Ok(Some(format!(
            "More time is asked for by {} ({} of {awaited}; the War's own rule grants it to more than half).",
            names.join(", "),
            names.len()
        )))
    }
}

/// The name of the answer to a letter.
fn answer_name(id: &str) -> String {
    format!("{ANSWER_PREFIX}{id}")
}
