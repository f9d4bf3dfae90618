//! The GM's own letters: the program mails back what each would do, and does it once the GM confirms.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::Zoned;

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::read_text_if_there;
use crate::campaign::game::play::{Game, PlayedNight, Trial};
use crate::campaign::transaction::Transaction;
use crate::mail::clock::{self, going_on, moved_to};
use crate::mail::compose::ComposedLetter;
use crate::mail::filed::{self, FiledLetter, LetterState, Settled};
use crate::mail::gm_letters::{GmWord, confirms, in_short, to_confirm};
use crate::mail::inbox::{LetterOutcome, LetterRecord};
use crate::mail::intake::{Intake, answer_to};
use crate::mail::outbox::{DONE, ECHO, LetterKind, Outbox};

use super::failure::Failure;
use super::letters::{answer_address, answer_with, line, settle_with};
use super::post::Post;
use super::rulings::skeleton;
use super::ui::{counted, faults_in_words};

/// The most commands beside a `confirm` that are reported.
const MOST_BESIDE: usize = 20;

impl Post {
    /// Drafts the letter back to the GM that says what one of theirs would do.
    pub(super) fn draft_echo(
        &self,
        change: &mut Transaction,
        outbox: &mut Outbox,
        entry: &LetterRecord,
        entries: &[LetterRecord],
    ) -> Result<()> {
        let name = echo_name(&entry.id);
        let night = self.referee.night;
        let (None, Some((draft, sound))) = (outbox.letter(&name), self.echo_draft(night, entry, entries)?) else {
            return Ok(());
        };
        if !sound {
            // There is nothing to confirm, so the letter awaits nobody.
            let why = "nothing of it was possible; the letter back to you says why";
            let night = self.game.folder.night(night);
            filed::settle_record(change, &night, &entry.id, (Settled::NotDone, why), self.now)?;
        }
        self.draft_one(change, outbox, &name, (LetterKind::Answer, None), &draft)
    }

    /// Makes the letter back to the GM that says what one of theirs would do now, from the log of a night; the second
    /// part is whether any of it can be confirmed. `new` are letters of the same import.
    pub(super) fn echo_draft(
        &self,
        night: u32,
        entry: &LetterRecord,
        new: &[LetterRecord],
    ) -> Result<Option<(ComposedLetter, bool)>> {
        let Some(to) = self.file.gm.as_ref().and_then(|gm| gm.email.clone()) else { return Ok(None) };
        if entry.gm.is_empty() || confirms(&entry.gm) {
            return Ok(None);
        }
        let name = echo_name(&entry.id);
        let mut all = filed::up_to(&self.game.folder, self.referee.night)?;
        filed::add_new(&mut all, self.referee.night, new);
        let mut lines = Vec::new();
        let mut sound = false;
        let orders = self.orders_taken_in(&entry.gm, &all)?;
        for word in &entry.gm {
            let tried = match self.too_late(night, word) {
                Some(why) => Err(why),
                None => self.tried(word, &all, &orders),
            };
            match tried {
                Ok(told) => {
                    sound |= !matches!(word, GmWord::Signed(_) | GmWord::Confirm(_));
                    lines.push(told);
                }
                Err(why) => lines.push(format!("NOT POSSIBLE: {why}")),
            }
        }
        lines.push(if sound {
            "Nothing is done yet. Answer this letter with your token and the line `confirm`, and it is.".to_owned()
        } else {
            "Nothing is done, and there is nothing to confirm.".to_owned()
        });
        let mut draft = self.notice(&to, None, &name, &lines)?;
        let subject = if entry.subject.is_empty() { &self.referee.title } else { &entry.subject };
        draft.subject = answer_to(subject);
        draft.answers.clone_from(&entry.message);
        draft.references = entry.message.iter().cloned().collect();
        draft.is_answer = true;
        draft.id = self.id(self.from()?, night, &name);
        Ok(Some((draft, sound)))
    }

    /// Why a command for a night can no longer be carried out; `None` if it can.
    fn too_late(&self, night: u32, word: &GmWord) -> Option<String> {
        (night != self.referee.night && is_of_a_night(word)).then(|| {
            format!(
                "this was of night {night}, which is played. If it is to be of night {}, write it again.",
                self.referee.night
            )
        })
    }

    /// The order files as they would be with the orders that a letter of the GM's accepts, by seat.
    fn orders_taken_in(&self, words: &[GmWord], all: &[FiledLetter]) -> Result<BTreeMap<usize, String>> {
        let context = self.intake_context(true)?;
        let mut intake = Intake::begin(&self.game.folder, &self.referee, &self.templates, context)?;
        for word in words {
            let GmWord::Accept { letter, seat } = word else { continue };
            let taken = |known: &&FiledLetter| known.number == *letter && known.state() != LetterState::Accepted;
            let letter = all.iter().filter(|known| known.of_night() == self.referee.night).find(taken);
            let Some(letter) = letter else { continue };
            let seat = seat.as_ref().or(letter.record.seat.as_ref()).and_then(|seat| self.game.seat(seat).ok());
            if let Some(seat) = seat {
                intake.accept(&self.kept(letter)?, seat.index())?;
            }
        }
        Ok(intake.order_files())
    }

    /// Tries a command with these order files and describes its result; the error is why it is not possible.
    fn tried(
        &self,
        word: &GmWord,
        all: &[FiledLetter],
        orders: &BTreeMap<usize, String>,
    ) -> std::result::Result<String, String> {
        let found = |number: usize| {
            let letter = all.iter().find(|letter| letter.number == number);
            letter.ok_or_else(|| format!("there is no letter {number}"))
        };
        match word {
            GmWord::Answer { letter, text } => {
                let letter = found(*letter)?;
                let to = answer_address(self, letter).map_err(|error| error.to_string())?;
                let left = match self.has_left(letter) {
                    true => format!(", at {to}, for its writer has left the seat"),
                    false => String::new(),
                };
                Ok(format!("Letter {}\nis answered{left}: {text}", line(letter)))
            }
            GmWord::Aside(letter) => Ok(format!("Letter {}\nis put aside.", line(found(*letter)?))),
            GmWord::Accept { letter, seat } => {
                let letter = found(*letter)?;
                if letter.of_night() != self.referee.night {
                    let root = self.game.folder.root().display();
                    return Err(format!(
                        "letter {0} is for night {1}, which is played: `grail letters {root} {0} --accept` takes it in, \
                         `grail reopen {root} {1}` plays the night again, and `grail mail {root} --send` sends errata",
                        letter.number,
                        letter.of_night()
                    ));
                }
                let seat = seat.as_ref().or(letter.record.seat.as_ref());
                let seat = seat
                    .ok_or_else(|| format!("whose are the orders of letter {0}? `accept {0} as …`", letter.number))?;
                let seat = self.game.seat(seat).map_err(|error| error.to_string())?;
                let name = &self.referee.seats[seat.index()].name;
                let tried = self.accept(letter, Some(seat.index()), true).map_err(|error| error.to_string())?;
                let why = tried.new.iter().map(|record| record.why.as_str()).find(|why| !why.is_empty());
                let why = why.map(|why| format!(" Of it: {why}.")).unwrap_or_default();
                Ok(format!("Letter {}\nis taken in, as orders of {name}.{why}", line(letter)))
            }
            GmWord::Rulings(text) => {
                let whole = |why: String| {
                    format!("none of these rulings is taken, for they hold together or not at all:\n{why}")
                };
                let played = self.played_with(text, orders).map_err(whole)?;
                let unasked = self.unasked(&played).map_err(|error| error.to_string())?;
                if !unasked.is_empty() {
                    return Err(whole(format!("{}\nWrite them again without that.", unasked.join("\n"))));
                }
                Ok(format!("These rulings, of night {}:\n\n{}\n{}", self.referee.night, indent(text), outcome(&played)))
            }
            GmWord::Extend(length) => {
                let due = self.extended(length)?;
                Ok(format!(
                    "Orders for night {} are due {}; everybody is told.",
                    self.referee.night,
                    clock::words(&due)
                ))
            }
            GmWord::Deadline(_) | GmWord::Resume => {
                let due = self.set_anew(word)?;
                Ok(format!(
                    "Orders for night {} are due {}; everybody is told.",
                    self.referee.night,
                    clock::words(&due)
                ))
            }
            GmWord::Pause => Ok(format!("Night {} is put off; everybody is told.", self.referee.night)),
            GmWord::Again(name) => {
                self.outbox_with(name).map(|night| format!("{name} of night {night} goes out once more."))
            }
            GmWord::Settle(name) => {
                self.outbox_with(name).map(|night| format!("{name} of night {night} is done with."))
            }
            GmWord::Confirm(_) => Ok(
                "`confirm` beside them does nothing: it answers no letter that says what would come of one of yours."
                    .to_owned(),
            ),
            GmWord::Signed(lines) => Ok(format!("Not mailed, for it is your signature: {lines}")),
            GmWord::Unread(line) => Err(format!(
                "`{line}` was not understood. A letter of yours may say `answer 12: …`, `aside 12`, `accept 12 as Red`, \
                 `extend 24 hours`, `deadline 2026-12-03 23:00`, `pause`, `resume`, `again update-red`, `settle update-red`, or hold rulings"
            )),
        }
    }

    /// The rulings of the next night with these appended.
    fn ruled(&self, text: &str) -> Result<String> {
        let path = self.game.folder.night(self.referee.night).rulings_file();
        let stands = read_text_if_there(&path)?.unwrap_or_default();
        let gap = if stands.is_empty() || stands.ends_with('\n') { "" } else { "\n" };
        Ok(format!("{stands}{gap}{}", text.trim_end().to_owned() + "\n"))
    }

    /// Plays the next night with further rulings and these order files; nothing is written.
    fn played_with(&self, text: &str, orders: &BTreeMap<usize, String>) -> std::result::Result<PlayedNight, String> {
        let told = |error: CampaignError| failure_words(&Failure::Campaign(error));
        let mut game = Game::open(self.game.folder.clone()).map_err(told)?;
        let (night, rulings) = (self.referee.night, self.ruled(text).map_err(told)?);
        game.trial = Some(Trial { night, rulings, orders: orders.clone() });
        let war = game.war_after(self.referee.night - 1).map_err(told)?;
        game.play(war, self.referee.night).map_err(told)
    }

    /// The rulings of a letter that answer no question; the earlier entries of `rulings.yaml` are not counted.
    fn unasked(&self, played: &PlayedNight) -> Result<Vec<String>> {
        let path = self.game.folder.night(self.referee.night).rulings_file();
        let stands = read_text_if_there(&path)?.unwrap_or_default();
        let before = stands.lines().filter(|line| line.starts_with("- ")).count();
        let own = played.resolution.unasked.iter().map(|answer| (usize::from(answer.ruling), &answer.key));
        let own = own.filter(|(number, _)| *number > before);
        Ok(own.map(|(n, key)| format!("entry {} answers `{key}`, which nothing asks.", n - before)).collect())
    }

    fn extended(&self, length: &str) -> std::result::Result<Zoned, String> {
        let by =
            clock::length(length).ok_or_else(|| format!("`{length}` is no length of time: write `extend 24 hours`"))?;
        let due = self.due(false).map_err(|error| error.to_string())?;
        let due = due.ok_or_else(|| "no deadline is set that could be extended".to_owned())?;
        self.to_come(clock::later(&due, by).map_err(|error| error.to_string())?)
    }

    /// Checks that a moment is still to come, so that it may be announced.
    fn to_come(&self, due: Zoned) -> std::result::Result<Zoned, String> {
        if due.timestamp().as_second() <= self.now {
            return Err(format!("{} is past: nobody is told of a deadline that has gone by", clock::words(&due)));
        }
        Ok(due)
    }

    /// The deadline that a command sets; it must be still to come.
    fn set_anew(&self, word: &GmWord) -> std::result::Result<Zoned, String> {
        if self.referee.ended.is_some() {
            return Err("the War is over: no orders are due".to_owned());
        }
        let due = match word {
            GmWord::Deadline(text) => self.moment(text),
            _ => self.resumed(),
        };
        self.to_come(due.map_err(|error| error.to_string())?)
    }

    /// The night whose outbox has a letter: this night or the last.
    pub(super) fn outbox_with(&self, name: &str) -> std::result::Result<u32, String> {
        for night in [self.referee.night, self.referee.night - 1] {
            let outbox = Outbox::open(&self.game.folder.night(night)).map_err(|error| error.to_string())?;
            if outbox.letter(name).is_some() {
                return Ok(night);
            }
        }
        Err(format!("no letter of this night or the last is called `{name}`"))
    }

    /// Carries out what the GM has confirmed and is not done yet, each letter in one transaction.
    pub(super) fn carry_out_confirmed(&self) -> Result<()> {
        let all = filed::up_to(&self.game.folder, self.referee.night)?;
        for confirming in all.iter().filter(|letter| letter.settled.is_none() && confirms(&letter.record.gm)) {
            let confirms = confirming.record.gm.iter().find_map(|word| match word {
                GmWord::Confirm(id) => Some(id.clone()),
                _ => None,
            });
            let Some(id) = confirms else { continue };
            let meant = all.iter().find(|letter| Some(&letter.id) == id.as_ref() && !letter.record.gm.is_empty());
            self.carry_out(confirming, meant)?;
        }
        Ok(())
    }

    fn carry_out(&self, confirming: &FiledLetter, meant: Option<&FiledLetter>) -> Result<()> {
        let mut told = Vec::new();
        let mut change = Transaction::of(&self.game.folder);
        let mut due = self.due(false)?;
        let mut how = Settled::Done;
        match meant {
            None => {
                how = Settled::NotDone;
                told.push("Nothing is done: which letter does this confirm?".to_owned());
                let waiting = filed::up_to(&self.game.folder, self.referee.night)?;
                let waiting =
                    waiting.iter().filter(|letter| letter.awaits_confirmation() && letter.night == self.referee.night);
                told.extend(waiting.map(|letter| to_confirm(&letter.id, &letter.record.subject)));
            }
            Some(FiledLetter { settled: Some(done), .. }) if done.how == Settled::NotDone => {
                how = Settled::NotDone;
                told.push(format!("That was gone through before. What came of it:\n\n{}", done.text));
            }
            Some(meant) if meant.settled.is_some() => told.push("That was done before.".to_owned()),
            Some(meant) => {
                let orders =
                    self.orders_taken_in(&meant.record.gm, &filed::up_to(&self.game.folder, self.referee.night)?)?;
                for word in
                    meant.record.gm.iter().filter(|word| !matches!(word, GmWord::Signed(_) | GmWord::Confirm(_)))
                {
                    let done = match self.too_late(meant.night, word) {
                        Some(why) => Err(why),
                        None => self.done(&mut change, word, &orders, &mut due)?,
                    };
                    told.push(done.unwrap_or_else(|why| {
                        how = Settled::NotDone;
                        format!("NOT DONE: {why}")
                    }));
                }
                settle_with(self, &mut change, meant, how, &told.join("\n\n"))?;
            }
        }
        let beside: Vec<String> =
            confirming.record.gm.iter().skip(1).take(MOST_BESIDE).map(|word| format!("  {}", in_short(word))).collect();
        if !beside.is_empty() {
            told.push(format!(
                "Beside `confirm` your letter says this, and nothing of it is done. Send it in a letter without \
                 `confirm`:\n\n{}",
                beside.join("\n")
            ));
        }
        settle_with(self, &mut change, confirming, how, &told.join("\n\n"))?;
        if let (Some(to), Some(_)) = (self.file.gm.as_ref().and_then(|gm| gm.email.clone()), &self.file.mail.from) {
            let name = format!("{DONE}{}", confirming.id);
            let mut outbox = Outbox::open(&self.game.folder.night(self.referee.night))?;
            let draft = self.done_draft(&to, self.referee.night, confirming, &told)?;
            // The letter describes the state after the transaction, the moved deadline included.
            let facts = self.facts_with(due.as_ref());
            self.draft_one_told(&mut change, &mut outbox, &name, (LetterKind::Answer, None), &draft, facts)?;
        }
        change.commit()
    }

    /// Makes the letter to the GM that says what was done.
    pub(super) fn done_draft(
        &self,
        to: &str,
        night: u32,
        confirming: &FiledLetter,
        told: &[String],
    ) -> Result<ComposedLetter> {
        let name = format!("{DONE}{}", confirming.id);
        let mut draft = self.notice(to, None, &name, told)?;
        draft.answers.clone_from(&confirming.record.message);
        draft.references = confirming.record.message.iter().cloned().collect();
        draft.is_answer = true;
        draft.id = self.id(self.from()?, night, &name);
        Ok(draft)
    }

    /// Carries out a command as part of a transaction; returns the report, or why it was not done. `orders` are the
    /// order files with the orders that the same letter accepts; `due` is the deadline after the transaction.
    fn done(
        &self,
        change: &mut Transaction,
        word: &GmWord,
        orders: &BTreeMap<usize, String>,
        due: &mut Option<Zoned>,
    ) -> Result<std::result::Result<String, String>> {
        let all = filed::up_to(&self.game.folder, self.referee.night)?;
        let tried = match self.tried(word, &all, orders) {
            Ok(told) => told,
            Err(why) => return Ok(Err(why)),
        };
        let letter = |number: usize| all.iter().find(|letter| letter.number == number);
        match word {
            GmWord::Answer { letter: number, text } => {
                if let Some(letter) = letter(*number) {
                    answer_with(self, change, letter, text)?;
                }
            }
            GmWord::Aside(number) => {
                if let Some(letter) = letter(*number) {
                    settle_with(self, change, letter, Settled::PutAside, "")?;
                }
            }
            GmWord::Accept { letter: number, seat } => {
                if let Some(letter) = letter(*number).filter(|letter| letter.state() != LetterState::Accepted) {
                    let seat = seat.as_ref().map(|seat| self.game.seat(seat)).transpose()?.map(|seat| seat.index());
                    let taken = self.accept(letter, seat, false)?.new;
                    if let Some(record) = taken.iter().find(|record| record.outcome != LetterOutcome::Accepted) {
                        return Ok(Err(format!("letter {number} was not taken: {}", record.why)));
                    }
                }
            }
            GmWord::Rulings(text) => {
                change.write(&self.game.folder.night(self.referee.night).rulings_file(), self.ruled(text)?)?
            }
            GmWord::Extend(length) => match self.extended(length) {
                Ok(later) => {
                    self.move_deadline(change, Some(&later), &moved_to(self.referee.night, &later))?;
                    *due = Some(later);
                }
                Err(why) => return Ok(Err(why)),
            },
            GmWord::Deadline(_) | GmWord::Resume => match self.set_anew(word) {
                Ok(set) => {
                    let told = match word {
                        GmWord::Resume => going_on(self.referee.night, &set),
                        _ => moved_to(self.referee.night, &set),
                    };
                    self.move_deadline(change, Some(&set), &told)?;
                    *due = Some(set);
                }
                Err(why) => return Ok(Err(why)),
            },
            GmWord::Pause => {
                let told = format!(
                    "Night {} is put off until further word. Orders are taken all the same.",
                    self.referee.night
                );
                self.move_deadline(change, None, &told)?;
                *due = None;
            }
            GmWord::Again(name) | GmWord::Settle(name) => {
                if let Ok(night) = self.outbox_with(name) {
                    let mut outbox = Outbox::open(&self.game.folder.night(night))?;
                    let again = matches!(word, GmWord::Again(_));
                    outbox.settle(name, again, self.now)?;
                    self.settle_returned(change, (night, name), again)?;
                }
            }
            GmWord::Confirm(_) | GmWord::Signed(_) | GmWord::Unread(_) => {}
        }
        Ok(Ok(format!("Done. {tried}")))
    }
}

/// The name of the letter back to the GM.
fn echo_name(id: &str) -> String {
    format!("{ECHO}{id}")
}

/// Whether a command applies only to the night that was next when it was written.
const fn is_of_a_night(word: &GmWord) -> bool {
    match word {
        GmWord::Rulings(_)
        | GmWord::Extend(_)
        | GmWord::Deadline(_)
        | GmWord::Pause
        | GmWord::Resume
        | GmWord::Accept { .. } => true,
        GmWord::Answer { .. }
        | GmWord::Aside(_)
        | GmWord::Again(_)
        | GmWord::Settle(_)
        | GmWord::Confirm(_)
        | GmWord::Signed(_)
        | GmWord::Unread(_) => false,
    }
}

/// Renders why a command failed.
pub(super) fn failure_words(failure: &Failure) -> String {
    match failure {
        Failure::Campaign(CampaignError::Faults(files)) => faults_in_words(files),
        Failure::Campaign(error) => error.to_string(),
        Failure::Usage(text) => text.clone(),
        Failure::Output(error) => error.to_string(),
        Failure::RulingsAwaited => "rulings are awaited".to_owned(),
        Failure::Told => "it was not done".to_owned(),
    }
}

fn indent(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}\n")).collect()
}

/// Renders the result of a night, as far as the GM must know it before the night is played.
fn outcome(played: &PlayedNight) -> String {
    let pending = &played.resolution.pending;
    let mut out = format!("The night was tried with them: {}.", counted(played.resolution.events.len(), "event"));
    if pending.is_empty() {
        out.push_str(" It awaits no further ruling.");
    } else {
        let _ = writeln!(out, " It awaits {} more:", counted(pending.len(), "ruling"));
        pending.iter().for_each(|one| _ = write!(out, "\n{}", skeleton(one)));
    }
    out
}
