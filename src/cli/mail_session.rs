//! What the mail commands share: the campaign with its settings, imports, and outgoing letters.
//!
//! | module | holds |
//! | --- | --- |
//! | `draft_answers`, `threads`, `entry_line` | answers to an import; forum threads; a letter in a line |
//! | `drafts`, `welcome`, `handover`, `last_letters` | updates, reminders, and the first, handover and last letters |
//! | `intake_context` | what an import must know of the War and its letters |
//! | `move_deadline`, `waiting_letters`, `settled_bounces` | deadlines; keeping waiting letters up to date; returned letters |

mod draft_answers;
mod drafts;
mod entry_line;
mod handover;
mod intake_context;
mod last_letters;
mod move_deadline;
mod settled_bounces;
mod threads;
mod waiting_letters;
mod welcome;

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, file_name};
use crate::campaign::game::mail_file::{Readers, TransportSettings};
use crate::campaign::game::play::Game;
use crate::campaign::game::secret_keys::Keys;
use crate::campaign::game::war_file::WarFile;
use crate::campaign::lock::Lock;
use crate::campaign::{order_files, templates};
use crate::mail::backoff::{self, Failures};
use crate::mail::clock::{self, DailyDeadline};
use crate::mail::compose::{self, LetterContent};
use crate::mail::dispatch::{self, DispatchOptions};
use crate::mail::filed_letters::FiledLetter;
use crate::mail::inbox::{self, LetterRecord, OrderFileUpdate};
use crate::mail::intake::{Intake, IntakeContext, IntakeResult, SeatProof};
use crate::mail::kept_letters;
use crate::mail::lasting_requests;
use crate::mail::letter_templates::LetterTemplates;
use crate::mail::mailed_war::{MailedSeat, MailedWar};
use crate::mail::outbox::{LetterKind, Outbox, QueuedLetter, State};
use crate::mail::sources::{self, RawLetter};
use crate::vocabulary::switches::Silence;

use self::drafts::update_letter_name;
use self::handover::HandOvers;
use super::transport::make_transport;
use super::ui::{Ui, counted};

pub(super) use drafts::letter_about;
pub(super) use entry_line::render_entry_line;
pub(super) use handover::{DepartingPerson, is_farewell};
pub(super) use last_letters::render_ending;

/// How long a run waits for another one to end.
const LOCK_PATIENCE: Duration = Duration::from_secs(60);

/// A campaign with what the mail commands need.
pub(super) struct MailSession {
    pub(super) game: Game,
    pub(super) file: WarFile,
    pub(super) mailed_war: MailedWar,
    pub(super) templates: LetterTemplates,
    keys: Keys,
    pub(super) now: i64,
    /// The log entries of all nights before this run, without the requests of former players.
    pub(super) letters: Vec<LetterRecord>,
    /// The letters by which seats were handed over.
    handovers: HandOvers,
}

/// A letter to be written: its name, its kind, its seat and its parts.
pub(super) type NamedDraft = (String, LetterKind, Option<String>, LetterContent);

/// The places to import letters from.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) mboxes: Vec<PathBuf>,
    pub(super) maildirs: Vec<PathBuf>,
    pub(super) files: Vec<PathBuf>,
    /// Forum threads, saved as pages or texts.
    pub(super) threads: Vec<PathBuf>,
    /// The zone of their times, if it is not that of the War's deadline.
    pub(super) zone: Option<TimeZone>,
    pub(super) seat_index: Option<usize>,
}

/// The result of an import.
#[derive(Debug, Default)]
pub(super) struct ImportedLetters {
    pub(super) new_letters: Vec<LetterRecord>,
    /// The remarks on each of the new letters.
    pub(super) remarks: Vec<Vec<String>>,
    pub(super) known_count: usize,
    /// The senders of wrong tokens, if this run found any.
    pub(super) guesses: Vec<String>,
    pub(super) filed: Vec<(String, OrderFileUpdate)>,
    /// The outcomes of forum posts, in sentences.
    pub(super) posts: Vec<String>,
}

impl ImportedLetters {
    fn record(&mut self, result: IntakeResult) {
        match result {
            IntakeResult::Known => self.known_count += 1,
            IntakeResult::New(entry, remarks) => {
                self.new_letters.push(*entry);
                self.remarks.push(remarks);
            }
        }
    }
}

/// Takes the lock of a campaign, and waits for another run that holds it, because letters come at any time.
pub(super) fn lock(folder: &Folder) -> Result<Lock> {
    Lock::wait_for(folder, LOCK_PATIENCE)
}

impl MailSession {
    pub(super) fn open(folder: Folder) -> Result<MailSession> {
        let game = Game::open(folder)?;
        let file = game.read_contacts()?;
        MailSession::from_game(game, file)
    }

    /// The same campaign, with what has changed in its folder since it was opened.
    pub(super) fn reopen(&self) -> Result<MailSession> {
        let game = self.game.reread()?;
        let file = game.read_contacts()?;
        MailSession::from_game(game, file)
    }

    /// Opens a campaign with these contacts.
    pub(super) fn from_game(game: Game, file: WarFile) -> Result<MailSession> {
        let last = game.folder.last_resolved_night()?.number;
        let mut mailed_war = MailedWar::new(&game.known_after(last)?, &file);
        let own = templates::night_templates(&game.folder, &game.folder.night(mailed_war.night))?;
        let templates = LetterTemplates::new(own)?;
        let keys = Keys::load(&game.folder)?;
        let handovers = HandOvers::read_up_to(&game.folder, mailed_war.night)?;
        let letters = lasting_requests::drop_former_requests(
            inbox::read_entries_up_to(&game.folder, mailed_war.night)?,
            &handovers.handover_times(),
        );
        let now = Timestamp::now().as_second();
        let night = game.folder.night(mailed_war.night);
        let due =
            clock::find_or_fix_deadline(&game.folder, &night, daily_deadline(&file).as_ref(), at_second(now), false)?;
        for seat in &mut mailed_war.seats {
            let away = lasting_requests::absence(&letters, &seat.name).zip(due.as_ref());
            seat.is_absent |= away.is_some_and(|((from, to), due)| (from..=to).contains(&due.date()));
        }
        Ok(MailSession { game, file, mailed_war, templates, keys, now, letters, handovers })
    }

    /// The deadline of the next night; `fix` writes it to the night's folder.
    pub(super) fn due(&self, fix: bool) -> Result<Option<Zoned>> {
        if self.mailed_war.end_night.is_some() {
            return Ok(None);
        }
        let night = self.game.folder.night(self.mailed_war.night);
        clock::find_or_fix_deadline(
            &self.game.folder,
            &night,
            daily_deadline(&self.file).as_ref(),
            at_second(self.now),
            fix,
        )
    }

    /// The log entries of the night that accepts orders.
    pub(super) fn letters_of_the_night(&self) -> Result<Vec<LetterRecord>> {
        inbox::inbox_log(&self.game.folder.night(self.mailed_war.night)).read()
    }

    /// The seats that asked to be waited for.
    pub(super) fn seats_asking_to_wait(&self) -> Result<Vec<String>> {
        let letters = self.letters_of_the_night()?;
        let asked_to_wait = |name: &str| lasting_requests::is_ready(&letters, name) == Some(false);
        let seats = self.mailed_war.seats.iter().filter(|seat| seat.is_awaited() && asked_to_wait(&seat.name));
        Ok(seats.map(|seat| seat.name.clone()).collect())
    }

    /// How long after the deadline orders are still accepted, in seconds.
    pub(super) fn grace(&self) -> Result<i64> {
        parse_seconds("grace", self.file.mail.grace.as_deref())
    }

    /// The inbox Maildir in war.yaml; it is made if it does not exist, unless this is a dry run.
    pub(super) fn inbox(&self, ui: &Ui, dry: bool) -> Result<Option<Sources>> {
        let Some(inbox) = &self.file.mail.inbox else { return Ok(None) };
        let folder = self.game.folder.root().join(inbox);
        if !dry && sources::make_maildir(&folder)? {
            ui.status(&format!("The Maildir {} is made: letters come in by it.", folder.display()));
        }
        Ok(Some(Sources { maildirs: vec![folder], ..Sources::default() }))
    }

    /// Imports letters and drafts the answers to them.
    pub(super) fn import(&self, sources: &Sources, dry: bool) -> Result<ImportedLetters> {
        let mut intake = Intake::new(&self.game.folder, &self.mailed_war, &self.templates, self.intake_context(dry)?)?;
        let mut imported = ImportedLetters::default();
        let mode = sources.seat_index.map_or(SeatProof::Letter, SeatProof::GmSays);
        let mut take = |raw: &RawLetter| -> Result<()> {
            imported.record(intake.import_letter(raw, mode)?);
            Ok(())
        };
        for folder in &sources.maildirs {
            for path in sources::list_maildir(folder)? {
                take(&sources::read_file(&path)?)?;
            }
        }
        for path in &sources.mboxes {
            sources::read_mbox(path, |raw| take(&raw))?;
        }
        for path in &sources.files {
            take(&if path == Path::new("-") {
                sources::read_piped(std::io::stdin().lock())?
            } else {
                sources::read_file(path)?
            })?;
        }
        for path in &sources.threads {
            self.import_thread(&mut intake, path, sources.zone.as_ref(), &mut imported)?;
        }
        imported.filed = intake.update_order_files()?;
        if imported.new_letters.iter().any(|entry| entry.guesses > 0) {
            imported.guesses = list_wrong_tokens(&intake.all_entries(), &self.mailed_war, self.now);
        }
        if !dry {
            self.commit_import(intake)?;
            self.carry_out_confirmed()?;
        }
        Ok(imported)
    }

    /// Imports a letter on the GM's word, into the night that its orders are for; a played night uses it when it is
    /// reopened. Nothing is written in a dry run.
    pub(super) fn import_on_gm_word(
        &self,
        letter: &FiledLetter,
        seat: Option<usize>,
        dry: bool,
    ) -> Result<ImportedLetters> {
        let night = self.game.folder.night(letter.night);
        let order_night = letter.order_night();
        let is_played = order_night < self.mailed_war.night;
        let past_referee = match is_played {
            true => Some(MailedWar::new(&self.game.known_after(order_night.saturating_sub(1))?, &self.file)),
            false => None,
        };
        let mailed_war = past_referee.as_ref().unwrap_or(&self.mailed_war);
        let own =
            letter.record.seat.as_ref().and_then(|name| mailed_war.seats.iter().position(|seat| seat.name == *name));
        let seat = seat.or(own).ok_or_else(|| CampaignError::Missing {
            path: night.path.join("letters").join(format!("{}.eml", letter.id)),
            hint: "whose orders are they? say so with --as SEAT".to_owned(),
        })?;
        let writer_has_left = mailed_war
            .seats
            .get(seat)
            .is_some_and(|mailed_seat| self.handovers.has_taken_over_since(&mailed_seat.name, 0, &letter.record));
        let first_night = (order_night != letter.night).then_some(letter.night);
        let context = IntakeContext {
            night_is_played: is_played,
            writer_has_left,
            first_logged_night: first_night,
            ..self.intake_context(dry)?
        };
        let mut intake = Intake::new(&self.game.folder, mailed_war, &self.templates, context)?;
        let raw = self.read_raw_letter(letter)?;
        let mut imported = ImportedLetters::default();
        imported.record(intake.import_for_seat(&raw, seat)?);
        imported.filed = intake.update_order_files()?;
        match (dry, is_played) {
            (true, _) => {}
            // Its answer would be about a night that is over; readers for whom something changes get errata.
            (false, true) => intake.change.commit()?,
            (false, false) => self.commit_import(intake)?,
        }
        Ok(imported)
    }

    /// Reads a letter as it came.
    pub(super) fn read_raw_letter(&self, letter: &FiledLetter) -> Result<RawLetter> {
        Ok(RawLetter {
            bytes: kept_letters::read_kept_letter(&self.game.folder.night(letter.night), &letter.id)?,
            source: letter.record.source.clone(),
            arrived: Some(letter.record.arrived),
        })
    }

    /// Renders the next steps after a letter was imported into a played night; `None` if the night is not played.
    pub(super) fn render_reopen_steps(&self, letter: &FiledLetter) -> Option<String> {
        let root = self.game.folder.root().display();
        (letter.order_night() < self.mailed_war.night).then(|| {
            format!(
                "Night {0} is played: `grail reopen {root} {0}` plays it again with what letter {1} orders, then \
                 `grail mail {root} --send` sends errata to whoever reads otherwise.",
                letter.order_night(),
                letter.number
            )
        })
    }

    /// The sender of the program's letters.
    pub(super) fn sender(&self) -> Result<&str> {
        self.file.mail.sender.as_deref().ok_or_else(|| CampaignError::Mail {
            text: "letters need a sender: write `mail: { from: \"The Referee <gm@example.org>\", … }` into war.yaml"
                .to_owned(),
        })
    }

    /// Commits an import: its entries, the order files and the answers.
    fn commit_import(&self, intake: Intake<'_>) -> Result<()> {
        let Intake { entries, mut change, .. } = intake;
        self.draft_answers(&mut change, &entries)?;
        change.commit()
    }

    /// Saves the keys that message ids are made from, before a letter is written.
    pub(super) fn keep_keys(&self) -> Result<()> {
        self.keys.save(&self.game.folder)
    }

    /// Whether each seat has sent an order that will be carried out.
    pub(super) fn seats_with_orders(&self) -> Result<Vec<bool>> {
        let last = self.mailed_war.night.saturating_sub(1);
        let checked =
            self.game.checked_orders(&self.game.known_after(last)?, &self.game.folder.night(self.mailed_war.night))?;
        let has_orders = |seat: usize| checked.iter().any(|o| o.seat.index() == seat && !o.plan.orders.is_empty());
        Ok((0..self.mailed_war.seats.len()).map(has_orders).collect())
    }

    /// The seats that are waited for and have sent no orders.
    pub(super) fn silent_seats(&self) -> Result<Vec<String>> {
        let has_orders = self.seats_with_orders()?;
        let letters = self.letters_of_the_night()?;
        // A player who is ready without orders means to stay.
        let is_ready = |seat: &MailedSeat| lasting_requests::is_ready(&letters, &seat.name) == Some(true);
        let silent =
            self.mailed_war.seats.iter().zip(has_orders).filter(|(seat, has_orders)| seat.is_awaited() && !has_orders);
        Ok(silent.map(|(seat, _)| seat).filter(|seat| !is_ready(seat)).map(|seat| seat.name.clone()).collect())
    }

    /// The seats with any words in their order files, and the seats that have withdrawn all of theirs.
    pub(super) fn seats_heard_from(&self) -> Result<(Vec<String>, Vec<String>)> {
        let seats = self.game.seats();
        let order_texts = order_files::read_order_texts(&self.game.folder.night(self.mailed_war.night), &seats)?;
        let (with_words, blank): (Vec<_>, Vec<_>) = order_texts.iter().partition(|text| text.has_content());
        let names = |texts: Vec<&order_files::OrderText>| {
            texts.iter().filter_map(|text| seats.get(text.seat).cloned()).collect::<Vec<String>>()
        };
        Ok((names(with_words), names(blank)))
    }

    /// The number of teams without any orders, and how many there may be.
    pub(super) fn silent_teams(&self) -> Result<(usize, usize)> {
        let mut has_orders = self.seats_with_orders()?;
        let letters = self.letters_of_the_night()?;
        for (seat, has_orders) in self.mailed_war.seats.iter().zip(&mut has_orders) {
            *has_orders |= lasting_requests::is_ready(&letters, &seat.name) == Some(true);
        }
        if self.game.loaded.war.setup.switches.silence == Silence::Repeat {
            let seats = self.game.seats();
            for night in 1..self.mailed_war.night {
                order_files::read_order_texts(&self.game.folder.night(night), &seats)?
                    .iter()
                    .for_each(|text| has_orders[text.seat] = true);
            }
        }
        let mut teams: Vec<&str> =
            self.mailed_war.seats.iter().filter(|s| s.is_awaited()).map(|s| s.team.as_str()).collect();
        teams.sort_unstable();
        teams.dedup();
        let is_heard = |team: &str| {
            self.mailed_war.seats.iter().zip(&has_orders).any(|(seat, has_orders)| seat.team == team && *has_orders)
        };
        let silent_count = teams.iter().filter(|team| !is_heard(team)).count();
        Ok((silent_count, self.file.mail.silence.map_or(teams.len() / 2, |most| most as usize)))
    }

    /// Whether a letter is still to be handed over. A Maildir takes no letter twice, so an interrupted letter is handed
    /// over again. The letters about the end of the War are held once the end is taken back.
    pub(super) fn is_due(&self, letter: &QueuedLetter) -> bool {
        !self.is_taken_back(letter) && self.is_sendable(letter)
    }

    fn is_sendable(&self, letter: &QueuedLetter) -> bool {
        let repeats_safely = self.file.mail.transport == TransportSettings::Maildir;
        letter.state.is_due() || (repeats_safely && letter.state == State::Sending)
    }

    /// Whether a letter that tells a night is still to be sent. A player who has their own update and has changed their
    /// address needs no second public one.
    pub(super) fn has_untold_letters(&self, outbox: &Outbox) -> Result<bool> {
        let is_waiting = |name: &str| outbox.letter(name).is_none_or(|letter| self.is_due(letter));
        let public = |to: &String| format!("public-{}", file_name(to));
        let night = self.game.folder.night(outbox.night());
        for (number, seat) in self.mailed_war.seats.iter().enumerate() {
            let people = self.mailed_war.people.iter().filter(|person| person.seat == number).enumerate();
            for (index, person) in people {
                let Some(to) = &person.email else { continue };
                let gets_public_update =
                    self.file.mail.public == Readers::Players && outbox.letter(&public(to)).is_some();
                let name = update_letter_name(&seat.name, index);
                let came_with_handover = outbox.letter(&name).is_none()
                    && self.find_handover_with_page(&night, Some(&seat.name), to)?.is_some();
                if (is_waiting(&name) && !came_with_handover) || (gets_public_update && is_waiting(&public(to))) {
                    return Ok(true);
                }
            }
        }
        Ok(matches!(&self.file.mail.public, Readers::List(list) if list.iter().any(|to| is_waiting(&public(to)))))
    }

    /// Tries again the letters of the last night that a server deferred or the GM sends again. The pages of a night
    /// that waits to be told are not sent.
    pub(super) fn retry_deferred(&self, ui: &Ui, patience: &RetryPolicy) -> Result<()> {
        let last = self.mailed_war.night.saturating_sub(1);
        if last == 0 {
            return Ok(());
        }
        let mut outbox = Outbox::open(&self.game.folder.night(last))?;
        let is_waiting = |letter: &QueuedLetter| self.is_due(letter) && letter.about.kind.is_sent_at_once();
        if outbox.letters().iter().any(is_waiting) {
            self.send(ui, &mut outbox, patience, |letter| letter.about.kind.is_sent_at_once())?;
        }
        let is_deferred = |letter: &QueuedLetter| {
            letter.state == State::Deferred && matches!(letter.about.kind, LetterKind::Update | LetterKind::Public)
        };
        if outbox.letters().iter().any(is_deferred) {
            let letters = self.letters_telling_night(None, last)?;
            let is_deferred_name = |name: &String| outbox.letter(name).is_some_and(is_deferred);
            let letters: Vec<NamedDraft> = letters.into_iter().filter(|(name, ..)| is_deferred_name(name)).collect();
            let names: Vec<String> = letters.iter().map(|(name, ..)| name.clone()).collect();
            self.draft_letters(&mut outbox, letters)?;
            self.send(ui, &mut outbox, patience, |letter| names.contains(&letter.name))?;
        }
        Ok(())
    }

    /// Hands over the waiting letters of a night's outbox.
    pub(super) fn send(
        &self,
        ui: &Ui,
        outbox: &mut Outbox,
        patience: &RetryPolicy,
        is_wanted: impl Fn(&QueuedLetter) -> bool,
    ) -> Result<()> {
        let from = compose::parse_address(self.sender()?)
            .ok_or_else(|| CampaignError::Address { text: self.sender().unwrap_or_default().to_owned() })?;
        let mut transport = make_transport(&self.file.mail, self.game.folder.root())?;
        self.update_waiting_letters(outbox)?;
        let total = outbox.letters().iter().filter(|l| self.is_due(l) && is_wanted(l)).count();
        let mut finished = 0;
        let mut report = |letter: &QueuedLetter| {
            finished += 1;
            let note = if letter.server_answer.is_empty() || letter.state == State::Sent {
                String::new()
            } else {
                format!(": {}", letter.server_answer.trim())
            };
            ui.status(&format!(
                "{finished}/{total} {} to {}: {}{note}",
                letter.name,
                letter.about.to,
                letter.state.word()
            ));
        };
        let mut options = DispatchOptions {
            from,
            tries: patience.tries,
            wait: Duration::from_secs(patience.wait),
            now: &|| Timestamp::now().as_second(),
            pause: &|wait| std::thread::sleep(wait),
            on_outcome: &mut report,
        };
        dispatch::run(outbox, transport.as_mut(), &mut options, is_wanted)
    }
}

/// Lists the wrong tokens within a day, one line for each address, and the seats that are slowed down by them.
pub(super) fn list_wrong_tokens(entries: &[LetterRecord], mailed_war: &MailedWar, now: i64) -> Vec<String> {
    let has_weak_token = |seat: Option<usize>| {
        mailed_war.people.iter().any(|person| person.has_weak_token && seat.is_none_or(|seat| person.seat == seat))
    };
    let render_failures = |whose: &str, failures: &Failures, seat: Option<usize>| {
        let until = failures.waits_until().filter(|until| now < *until && has_weak_token(seat));
        let slowed = until
            .map(|until| format!("; letters wait for you until {}", clock::render_stamp(until)))
            .unwrap_or_default();
        let (letters, words) = (counted(failures.letters, "letter"), counted(failures.offered_words, "word"));
        format!(
            "{whose}: {letters} without the right token, {words} tried, the last at {}{slowed}",
            clock::render_stamp(failures.last_failure_at)
        )
    };
    let mut lines: Vec<String> = Vec::new();
    for (address, failures) in backoff::failing_addresses(entries, now) {
        lines.push(render_failures(if address.is_empty() { "nobody" } else { &address }, &failures, None));
    }
    for (number, seat) in mailed_war.seats.iter().enumerate() {
        let failures = backoff::failures_against_seat(entries.iter(), now, number, &mailed_war.people);
        lines.extend(
            failures
                .filter(|f| f.letters > backoff::FREE_FAILURES)
                .map(|f| render_failures(&format!("in the name of {}", seat.name), &f, Some(number))),
        );
    }
    lines
}

/// How patient a run is with servers.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct RetryPolicy {
    /// How often a letter is tried that the server refuses for the time being.
    #[arg(long, default_value_t = 4)]
    pub(super) tries: u32,
    /// How many seconds the first wait between two tries is; each further one is twice as long.
    #[arg(long, default_value_t = 5)]
    pub(super) wait: u64,
}

/// The deadline on the days of the War's calendar.
fn daily_deadline(file: &WarFile) -> Option<DailyDeadline> {
    let daily = file.deadline.as_deref().and_then(DailyDeadline::parse)?;
    Some(daily.with_calendar(&file.mail.days, &file.mail.holidays))
}

fn at_second(seconds: i64) -> Timestamp {
    Timestamp::from_second(seconds).unwrap_or_default()
}

/// Parses a duration in the settings, in seconds; 0 if it is not set.
fn parse_seconds(key: &str, text: Option<&str>) -> Result<i64> {
    match text {
        None => Ok(0),
        Some(text) => clock::parse_duration(text).map(|length| length.as_secs()).ok_or_else(|| CampaignError::Mail {
            text: format!("`{key}: {text}` in war.yaml is no length of time: write `30 minutes` or `4 hours`"),
        }),
    }
}
