//! The GM's own letters: the program mails back what each would do, and does it once the GM confirms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::Zoned;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::read_text_if_there;
use crate::campaign::game::play::{PlayedNight, Trial};
use crate::campaign::transaction::Transaction;
use crate::mail::clock::{self, render_moved_notice, render_resumed_notice};
use crate::mail::compose::LetterContent;
use crate::mail::filed_letters::{self, FiledLetter, LetterState, SettlementKind};
use crate::mail::gm_letters::{GmCommand, is_confirmation, render_confirm_reminder, summarize_command};
use crate::mail::inbox::{LetterOutcome, LetterRecord};
use crate::mail::intake::{Intake, reply_subject};
use crate::mail::outbox::{DONE_PREFIX, ECHO_PREFIX, LetterKind, Outbox};

use super::failure::Failure;
use super::letters::{answer_address, draft_answer_in, render_letter_line, settle_in};
use super::mail_session::MailSession;
use super::rulings::render_skeleton;
use super::ui::{counted, render_faults};

/// The most commands beside a `confirm` that are reported.
const MAX_BESIDE: usize = 20;

impl MailSession {
    /// Drafts the letter back to the GM that says what one of theirs would do.
    pub(super) fn draft_echo(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        entry: &LetterRecord,
        entries: &[LetterRecord],
    ) -> Result<()> {
        let name = echo_name(&entry.id);
        let night = self.mailed_war.night;
        let (None, Some((draft, can_confirm))) = (outbox.letter(&name), self.make_echo(night, entry, entries)?) else {
            return Ok(());
        };
        if !can_confirm {
            // There is nothing to confirm, so the letter awaits nobody.
            let why = "nothing of it was possible; the letter back to you says why";
            let night = self.game.folder.night(night);
            filed_letters::settle_record(change, &night, &entry.id, (SettlementKind::NotDone, why), self.now)?;
        }
        self.draft_one(change, outbox, &name, (LetterKind::Answer, None), &draft)
    }

    /// Makes the letter back to the GM that says what one of theirs would do now, from the log of a night; the second
    /// part is whether any of it can be confirmed. `new` are letters of the same import.
    pub(super) fn make_echo(
        &self,
        night: u32,
        entry: &LetterRecord,
        new: &[LetterRecord],
    ) -> Result<Option<(LetterContent, bool)>> {
        let Some(to) = self.file.gm.as_ref().and_then(|gm| gm.email.clone()) else { return Ok(None) };
        if entry.gm.is_empty() || is_confirmation(&entry.gm) {
            return Ok(None);
        }
        let name = echo_name(&entry.id);
        let mut all = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
        filed_letters::add_new(&mut all, self.mailed_war.night, new);
        let mut lines = Vec::new();
        let mut is_possible = false;
        let orders = self.preview_accepted_orders(&entry.gm, &all)?;
        for word in &entry.gm {
            let tried = match self.reason_too_late(night, word) {
                Some(why) => Err(why),
                None => self.try_command(word, &all, &orders),
            };
            match tried {
                Ok(told) => {
                    is_possible |= !matches!(word, GmCommand::Signed(_) | GmCommand::Confirm(_));
                    lines.push(told);
                }
                Err(why) => lines.push(format!("NOT POSSIBLE: {why}")),
            }
        }
        lines.push(if is_possible {
            "Nothing is done yet. Answer this letter with your token and the line `confirm`, and it is.".to_owned()
        } else {
            "Nothing is done, and there is nothing to confirm.".to_owned()
        });
        let mut draft = self.make_notice(&to, None, &name, &lines)?;
        let subject = if entry.subject.is_empty() { &self.mailed_war.title } else { &entry.subject };
        draft.subject = reply_subject(subject);
        draft.answers.clone_from(&entry.message);
        draft.references = entry.message.iter().cloned().collect();
        draft.is_answer = true;
        draft.id = self.make_message_id(self.sender()?, night, &name);
        Ok(Some((draft, is_possible)))
    }

    /// Why a command for a night can no longer be carried out; `None` if it can.
    fn reason_too_late(&self, night: u32, word: &GmCommand) -> Option<String> {
        (night != self.mailed_war.night && is_of_a_night(word)).then(|| {
            format!(
                "this was of night {night}, which is played. If it is to be of night {}, write it again.",
                self.mailed_war.night
            )
        })
    }

    /// The order files as they would be with the orders that a letter of the GM's accepts, by seat.
    fn preview_accepted_orders(&self, words: &[GmCommand], all: &[FiledLetter]) -> Result<BTreeMap<usize, String>> {
        let context = self.intake_context(true)?;
        let mut intake = Intake::new(&self.game.folder, &self.mailed_war, &self.templates, context)?;
        for word in words {
            let GmCommand::Accept { letter, seat } = word else { continue };
            let is_unaccepted =
                |known: &&FiledLetter| known.number == *letter && known.state() != LetterState::Accepted;
            let letter = all.iter().filter(|known| known.order_night() == self.mailed_war.night).find(is_unaccepted);
            let Some(letter) = letter else { continue };
            let seat = seat.as_ref().or(letter.record.seat.as_ref()).and_then(|seat| self.game.find_seat(seat).ok());
            if let Some(seat) = seat {
                intake.import_for_seat(&self.read_raw_letter(letter)?, seat.index())?;
            }
        }
        Ok(intake.pending_order_files())
    }

    /// Tries a command with these order files and describes its result; the error is why it is not possible.
    fn try_command(
        &self,
        word: &GmCommand,
        filed_letters: &[FiledLetter],
        orders: &BTreeMap<usize, String>,
    ) -> std::result::Result<String, String> {
        let find_letter = |number: usize| {
            let letter = filed_letters.iter().find(|letter| letter.number == number);
            letter.ok_or_else(|| format!("there is no letter {number}"))
        };
        match word {
            GmCommand::Answer { letter, text } => {
                let letter = find_letter(*letter)?;
                let to = answer_address(self, letter).map_err(|error| error.to_string())?;
                let address_note = match self.writer_has_left(letter) {
                    true => format!(", at {to}, for its writer has left the seat"),
                    false => String::new(),
                };
                Ok(format!("Letter {}\nis answered{address_note}: {text}", render_letter_line(letter)))
            }
            GmCommand::Aside(letter) => {
                Ok(format!("Letter {}\nis put aside.", render_letter_line(find_letter(*letter)?)))
            }
            GmCommand::Accept { letter, seat } => {
                let letter = find_letter(*letter)?;
                if letter.order_night() != self.mailed_war.night {
                    let root = self.game.folder.root().display();
                    return Err(format!(
                        "letter {0} is for night {1}, which is played: `grail letters {root} {0} --accept` takes it in, \
                         `grail reopen {root} {1}` plays the night again, and `grail mail {root} --send` sends errata",
                        letter.number,
                        letter.order_night()
                    ));
                }
                let seat = seat.as_ref().or(letter.record.seat.as_ref());
                let seat = seat
                    .ok_or_else(|| format!("whose are the orders of letter {0}? `accept {0} as …`", letter.number))?;
                let seat = self.game.find_seat(seat).map_err(|error| error.to_string())?;
                let name = &self.mailed_war.seats[seat.index()].name;
                let tried =
                    self.import_on_gm_word(letter, Some(seat.index()), true).map_err(|error| error.to_string())?;
                let reason =
                    tried.new_letters.iter().map(|record| record.why.as_str()).find(|reason| !reason.is_empty());
                let reason = reason.map(|reason| format!(" Of it: {reason}.")).unwrap_or_default();
                Ok(format!("Letter {}\nis taken in, as orders of {name}.{reason}", render_letter_line(letter)))
            }
            GmCommand::Rulings(text) => {
                let refuse_all = |reason: String| {
                    format!("none of these rulings is taken, for they hold together or not at all:\n{reason}")
                };
                let played = self.try_night(text, orders).map_err(refuse_all)?;
                let unasked = self.list_unasked_rulings(&played).map_err(|error| error.to_string())?;
                if !unasked.is_empty() {
                    return Err(refuse_all(format!("{}\nWrite them again without that.", unasked.join("\n"))));
                }
                Ok(format!(
                    "These rulings, of night {}:\n\n{}\n{}",
                    self.mailed_war.night,
                    indent(text),
                    render_outcome(&played)
                ))
            }
            GmCommand::Extend(_) | GmCommand::Deadline(_) | GmCommand::Resume => {
                let due = self.deadline_set_by(word)?;
                Ok(format!(
                    "Orders for night {} are due {}; everybody is told.",
                    self.mailed_war.night,
                    clock::render_deadline(&due)
                ))
            }
            GmCommand::Pause => Ok(format!("Night {} is put off; everybody is told.", self.mailed_war.night)),
            GmCommand::Again(name) => {
                self.find_outbox_night(name).map(|night| format!("{name} of night {night} goes out once more."))
            }
            GmCommand::Settle(name) => {
                self.find_outbox_night(name).map(|night| format!("{name} of night {night} is done with."))
            }
            GmCommand::Confirm(_) => Ok(
                "`confirm` beside them does nothing: it answers no letter that says what would come of one of yours."
                    .to_owned(),
            ),
            GmCommand::Signed(lines) => Ok(format!("Not mailed, for it is your signature: {lines}")),
            GmCommand::Unread(line) => Err(format!(
                "`{line}` was not understood. A letter of yours may say `answer 12: …`, `aside 12`, `accept 12 as Red`, \
                 `extend 24 hours`, `deadline 2026-12-03 23:00`, `pause`, `resume`, `again update-red`, `settle update-red`, or hold rulings"
            )),
        }
    }

    /// The rulings of the next night with these appended.
    fn append_rulings(&self, text: &str) -> Result<String> {
        let path = self.game.folder.night(self.mailed_war.night).rulings_file();
        let current = read_text_if_there(&path)?.unwrap_or_default();
        let gap = if current.is_empty() || current.ends_with('\n') { "" } else { "\n" };
        Ok(format!("{current}{gap}{}", text.trim_end().to_owned() + "\n"))
    }

    /// Plays the next night with further rulings and these order files; nothing is written.
    fn try_night(&self, text: &str, orders: &BTreeMap<usize, String>) -> std::result::Result<PlayedNight, String> {
        let describe_error = |error: CampaignError| render_failure(&Failure::Campaign(error));
        let mut game = self.game.reread().map_err(describe_error)?;
        let (night, rulings) = (self.mailed_war.night, self.append_rulings(text).map_err(describe_error)?);
        game.trial = Some(Trial { night, rulings, orders: orders.clone() });
        let war = game.war_after(self.mailed_war.night - 1).map_err(describe_error)?;
        game.play(war, self.mailed_war.night).map_err(describe_error)
    }

    /// The rulings of a letter that answer no question; the earlier entries of `rulings.yaml` are not counted.
    fn list_unasked_rulings(&self, played: &PlayedNight) -> Result<Vec<String>> {
        let path = self.game.folder.night(self.mailed_war.night).rulings_file();
        let current_rulings = read_text_if_there(&path)?.unwrap_or_default();
        let before = current_rulings.lines().filter(|line| line.starts_with("- ")).count();
        let own = played.resolution.unasked.iter().map(|answer| (usize::from(answer.ruling), &answer.key));
        let own = own.filter(|(number, _)| *number > before);
        Ok(own.map(|(n, key)| format!("entry {} answers `{key}`, which nothing asks.", n - before)).collect())
    }

    /// Checks that a moment is still to come, so that it may be announced.
    fn require_future(&self, due: Zoned) -> std::result::Result<Zoned, String> {
        if due.timestamp().as_second() <= self.now {
            return Err(format!(
                "{} is past: nobody is told of a deadline that has gone by",
                clock::render_deadline(&due)
            ));
        }
        Ok(due)
    }

    /// The deadline that a command sets; it must be still to come.
    fn deadline_set_by(&self, word: &GmCommand) -> std::result::Result<Zoned, String> {
        if self.mailed_war.end_night.is_some() {
            return Err("the War is over: no orders are due".to_owned());
        }
        let due = match word {
            GmCommand::Extend(length) => {
                let by = clock::parse_duration(length)
                    .ok_or_else(|| format!("`{length}` is no length of time: write `extend 24 hours`"))?;
                let due = self.due(false).map_err(|error| error.to_string())?;
                clock::postpone(&due.ok_or_else(|| "no deadline is set that could be extended".to_owned())?, by)
            }
            GmCommand::Deadline(text) => self.parse_moment(text),
            _ => self.deadline_after_resume(),
        };
        self.require_future(due.map_err(|error| error.to_string())?)
    }

    /// The night whose outbox has a letter: this night or the last.
    pub(super) fn find_outbox_night(&self, name: &str) -> std::result::Result<u32, String> {
        for night in [self.mailed_war.night, self.mailed_war.night - 1] {
            let outbox = Outbox::open(&self.game.folder.night(night)).map_err(|error| error.to_string())?;
            if outbox.letter(name).is_some() {
                return Ok(night);
            }
        }
        Err(format!("no letter of this night or the last is called `{name}`"))
    }

    /// Carries out what the GM has confirmed and is not done yet, each letter in one transaction.
    pub(super) fn carry_out_confirmed(&self) -> Result<()> {
        let all = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
        let is_waiting = |letter: &&FiledLetter| letter.settled.is_none() && is_confirmation(&letter.record.gm);
        let waiting: Vec<&FiledLetter> = all.iter().filter(is_waiting).collect();
        if waiting.is_empty() {
            return Ok(());
        }
        // The letters that have just come in count too: they can say who is away.
        let session = self.reopen()?;
        for confirming in waiting {
            let confirmed_id = confirming.record.gm.iter().find_map(|word| match word {
                GmCommand::Confirm(id) => Some(id.clone()),
                _ => None,
            });
            let Some(id) = confirmed_id else { continue };
            let confirmed = all.iter().find(|letter| Some(&letter.id) == id.as_ref() && !letter.record.gm.is_empty());
            session.carry_out(confirming, confirmed)?;
        }
        Ok(())
    }

    fn carry_out(&self, confirming: &FiledLetter, confirmed: Option<&FiledLetter>) -> Result<()> {
        let mut reports = Vec::new();
        let mut change = Transaction::new(&self.game.folder);
        let mut due = self.due(false)?;
        let mut settlement = SettlementKind::Done;
        match confirmed {
            None => {
                settlement = SettlementKind::NotDone;
                reports.push("Nothing is done: which letter does this confirm?".to_owned());
                let waiting = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
                let waiting = waiting
                    .iter()
                    .filter(|letter| letter.awaits_confirmation() && letter.night == self.mailed_war.night);
                reports.extend(waiting.map(|letter| render_confirm_reminder(&letter.id, &letter.record.subject)));
            }
            Some(FiledLetter { settled: Some(done), .. }) if done.how == SettlementKind::NotDone => {
                settlement = SettlementKind::NotDone;
                reports.push(format!("That was gone through before. What came of it:\n\n{}", done.text));
            }
            Some(meant) if meant.settled.is_some() => reports.push("That was done before.".to_owned()),
            Some(meant) => {
                let orders = self.preview_accepted_orders(
                    &meant.record.gm,
                    &filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?,
                )?;
                for word in
                    meant.record.gm.iter().filter(|word| !matches!(word, GmCommand::Signed(_) | GmCommand::Confirm(_)))
                {
                    let outcome = match self.reason_too_late(meant.night, word) {
                        Some(why) => Err(why),
                        None => self.carry_out_command(&mut change, word, &orders, &mut due)?,
                    };
                    reports.push(outcome.unwrap_or_else(|why| {
                        settlement = SettlementKind::NotDone;
                        format!("NOT DONE: {why}")
                    }));
                }
                settle_in(self, &mut change, meant, settlement, &reports.join("\n\n"))?;
            }
        }
        let other_commands: Vec<String> = confirming
            .record
            .gm
            .iter()
            .skip(1)
            .take(MAX_BESIDE)
            .map(|word| format!("  {}", summarize_command(word)))
            .collect();
        if !other_commands.is_empty() {
            reports.push(format!(
                "Beside `confirm` your letter says this, and nothing of it is done. Send it in a letter without \
                 `confirm`:\n\n{}",
                other_commands.join("\n")
            ));
        }
        settle_in(self, &mut change, confirming, settlement, &reports.join("\n\n"))?;
        if let (Some(to), Some(_)) = (self.file.gm.as_ref().and_then(|gm| gm.email.clone()), &self.file.mail.sender) {
            let name = format!("{DONE_PREFIX}{}", confirming.id);
            let mut outbox = Outbox::open(&self.game.folder.night(self.mailed_war.night))?;
            let draft = self.make_done_report(&to, self.mailed_war.night, confirming, &reports)?;
            // The letter describes the state after the transaction, the moved deadline included.
            let facts = self.render_facts(due.as_ref());
            self.draft_letter_with_facts(&mut change, &mut outbox, &name, (LetterKind::Answer, None), &draft, facts)?;
        }
        change.commit()
    }

    /// Makes the letter to the GM that says what was done.
    pub(super) fn make_done_report(
        &self,
        to: &str,
        night: u32,
        confirming: &FiledLetter,
        told: &[String],
    ) -> Result<LetterContent> {
        let name = format!("{DONE_PREFIX}{}", confirming.id);
        let mut draft = self.make_notice(to, None, &name, told)?;
        draft.answers.clone_from(&confirming.record.message);
        draft.references = confirming.record.message.iter().cloned().collect();
        draft.is_answer = true;
        draft.id = self.make_message_id(self.sender()?, night, &name);
        Ok(draft)
    }

    /// Carries out a command as part of a transaction; returns the report, or why it was not done. `orders` are the
    /// order files with the orders that the same letter accepts; `due` is the deadline after the transaction.
    fn carry_out_command(
        &self,
        change: &mut Transaction,
        word: &GmCommand,
        orders: &BTreeMap<usize, String>,
        due: &mut Option<Zoned>,
    ) -> Result<std::result::Result<String, String>> {
        let all = filed_letters::load_letters_up_to(&self.game.folder, self.mailed_war.night)?;
        let tried = match self.try_command(word, &all, orders) {
            Ok(told) => told,
            Err(why) => return Ok(Err(why)),
        };
        let letter = |number: usize| all.iter().find(|letter| letter.number == number);
        match word {
            GmCommand::Answer { letter: number, text } => {
                if let Some(letter) = letter(*number) {
                    draft_answer_in(self, change, letter, text)?;
                }
            }
            GmCommand::Aside(number) => {
                if let Some(letter) = letter(*number) {
                    settle_in(self, change, letter, SettlementKind::PutAside, "")?;
                }
            }
            GmCommand::Accept { letter: number, seat } => {
                if let Some(letter) = letter(*number).filter(|letter| letter.state() != LetterState::Accepted) {
                    let seat =
                        seat.as_ref().map(|seat| self.game.find_seat(seat)).transpose()?.map(|seat| seat.index());
                    let taken = self.import_on_gm_word(letter, seat, false)?.new_letters;
                    if let Some(record) = taken.iter().find(|record| record.outcome != LetterOutcome::Accepted) {
                        return Ok(Err(format!("letter {number} was not taken: {}", record.why)));
                    }
                }
            }
            GmCommand::Rulings(text) => change
                .write(&self.game.folder.night(self.mailed_war.night).rulings_file(), self.append_rulings(text)?)?,
            GmCommand::Extend(_) | GmCommand::Deadline(_) | GmCommand::Resume => match self.deadline_set_by(word) {
                Ok(set) => {
                    let notice = match word {
                        GmCommand::Resume => render_resumed_notice(self.mailed_war.night, &set),
                        _ => render_moved_notice(self.mailed_war.night, &set),
                    };
                    self.move_deadline(change, Some(&set), &notice)?;
                    *due = Some(set);
                }
                Err(why) => return Ok(Err(why)),
            },
            GmCommand::Pause => {
                let notice = clock::render_paused_notice(self.mailed_war.night);
                self.move_deadline(change, None, &notice)?;
                *due = None;
            }
            GmCommand::Again(name) | GmCommand::Settle(name) => {
                if let Ok(night) = self.find_outbox_night(name) {
                    let mut outbox = Outbox::open(&self.game.folder.night(night))?;
                    let resend = matches!(word, GmCommand::Again(_));
                    outbox.settle(name, resend, self.now)?;
                    self.settle_bounces_of(change, (night, name), resend)?;
                }
            }
            GmCommand::Confirm(_) | GmCommand::Signed(_) | GmCommand::Unread(_) => {}
        }
        Ok(Ok(format!("Done. {tried}")))
    }
}

/// The name of the letter back to the GM.
fn echo_name(id: &str) -> String {
    format!("{ECHO_PREFIX}{id}")
}

/// Whether a command applies only to the night that was next when it was written.
const fn is_of_a_night(word: &GmCommand) -> bool {
    match word {
        GmCommand::Rulings(_)
        | GmCommand::Extend(_)
        | GmCommand::Deadline(_)
        | GmCommand::Pause
        | GmCommand::Resume
        | GmCommand::Accept { .. } => true,
        GmCommand::Answer { .. }
        | GmCommand::Aside(_)
        | GmCommand::Again(_)
        | GmCommand::Settle(_)
        | GmCommand::Confirm(_)
        | GmCommand::Signed(_)
        | GmCommand::Unread(_) => false,
    }
}

/// Renders why a command failed.
pub(super) fn render_failure(failure: &Failure) -> String {
    match failure {
        Failure::Campaign(CampaignError::Faults(files)) => render_faults(files),
        Failure::Campaign(error) => error.to_string(),
        Failure::Usage(text) => text.clone(),
        Failure::Output(error) => error.to_string(),
        Failure::RulingsAwaited => "rulings are awaited".to_owned(),
        Failure::Reported => "it was not done".to_owned(),
    }
}

fn indent(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}\n")).collect()
}

/// Renders the result of a night, as far as the GM must know it before the night is played.
fn render_outcome(played: &PlayedNight) -> String {
    let pending = &played.resolution.pending;
    let mut out = format!("The night was tried with them: {}.", counted(played.resolution.events.len(), "event"));
    if pending.is_empty() {
        out.push_str(" It awaits no further ruling.");
    } else {
        let _ = writeln!(out, " It awaits {} more:", counted(pending.len(), "ruling"));
        pending.iter().for_each(|one| _ = write!(out, "\n{}", render_skeleton(one)));
    }
    out
}
