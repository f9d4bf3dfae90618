//! What the commands of the post share: the campaign with its settings, imports, letters out.

mod drafts;
mod entry_line;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{Timestamp, Zoned};

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, file_name};
use crate::campaign::game::mail_file::Readers;
use crate::campaign::game::play::Game;
use crate::campaign::game::secret_keys::Keys;
use crate::campaign::game::war_file::WarFile;
use crate::campaign::lock::Lock;
use crate::campaign::transaction::Transaction;
use crate::campaign::{order_files, templates};
use crate::mail::backoff::{self, Failures};
use crate::mail::clock;
use crate::mail::compose::{self, ComposedLetter, compose};
use crate::mail::dispatch::{self, DispatchOptions};
use crate::mail::inbox::{self, Filed, LetterRecord};
use crate::mail::intake::{Intake, IntakeContext, IntakeResult, Mode};
use crate::mail::letter_templates::LetterTemplates;
use crate::mail::outbox::{LetterKind, Outbox, QueuedLetter, State};
use crate::mail::referee::MailedWar;
use crate::mail::sources::{self, Raw};
use crate::vocabulary::switches::Silence;

use self::drafts::{about, update_name};
use super::transport::transport;
use super::ui::{Ui, counted};

pub(super) use entry_line::line;

/// How long a run waits for another one to end.
const LOCK_PATIENCE: Duration = Duration::from_secs(60);

/// A campaign with what the post needs.
pub(super) struct Post {
    pub(super) game: Game,
    pub(super) file: WarFile,
    pub(super) referee: MailedWar,
    pub(super) templates: LetterTemplates,
    keys: Keys,
    pub(super) now: i64,
}

/// A letter to be written: what it is called, what it is, whose, and its words.
pub(super) type LetterDraft = (String, LetterKind, Option<String>, ComposedLetter);

/// Where letters are taken from.
#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) mboxes: Vec<PathBuf>,
    pub(super) maildirs: Vec<PathBuf>,
    pub(super) files: Vec<PathBuf>,
    pub(super) mode: Option<usize>,
}

/// What an import came to.
#[derive(Debug, Default)]
pub(super) struct ImportedLetters {
    pub(super) new: Vec<LetterRecord>,
    /// What is to be said of each of those.
    pub(super) remarks: Vec<Vec<String>>,
    pub(super) known: usize,
    /// Who sent wrong tokens, where this run met some.
    pub(super) guesses: Vec<String>,
    pub(super) filed: Vec<(String, Filed)>,
}

impl ImportedLetters {
    fn record(&mut self, result: IntakeResult) {
        match result {
            IntakeResult::Known => self.known += 1,
            IntakeResult::New(entry, remarks) => {
                self.new.push(*entry);
                self.remarks.push(remarks);
            }
        }
    }
}

/// Takes the lock of a campaign, waiting for a run that holds it: letters come at any time.
pub(super) fn lock(folder: &Folder) -> Result<Lock> {
    Lock::wait_for(folder, LOCK_PATIENCE)
}

impl Post {
    pub(super) fn open(folder: Folder) -> Result<Post> {
        let game = Game::open(folder)?;
        let file = game.contacts()?;
        let last = game.folder.last_resolved_night()?.number;
        let referee = MailedWar::new(&game.known_after(last)?, &file);
        let own = templates::night_templates(&game.folder, &game.folder.night(referee.night))?;
        let templates = LetterTemplates::new(own)?;
        let keys = Keys::of(&game.folder)?;
        Ok(Post { game, file, referee, templates, keys, now: Timestamp::now().as_second() })
    }

    /// When the orders of the next night are due.
    pub(super) fn due(&self, fix: bool) -> Result<Option<Zoned>> {
        if self.referee.ended.is_some() {
            return Ok(None);
        }
        let night = self.game.folder.night(self.referee.night);
        let now = Timestamp::from_second(self.now).unwrap_or_default();
        clock::due(&self.game.folder, &night, self.file.deadline.as_deref(), now, fix)
    }

    /// How long after that they are still taken, in seconds.
    pub(super) fn grace(&self) -> Result<i64> {
        length("grace", self.file.mail.grace.as_deref())
    }

    fn intake_context(&self, dry: bool) -> Result<IntakeContext> {
        let last = Outbox::open(&self.game.folder.night(self.referee.night.saturating_sub(1)))?;
        let opened = last
            .letters()
            .iter()
            .filter(|l| l.about.kind == LetterKind::Update && !l.state.is_due())
            .map(|l| l.at)
            .min();
        let mut sent = BTreeMap::new();
        for night in 0..=self.referee.night {
            let letters = Outbox::open(&self.game.folder.night(night))?;
            sent.extend(letters.letters().iter().map(|l| (l.about.id.clone(), l.about.to.clone())));
        }
        Ok(IntakeContext {
            now: self.now,
            sent,
            due: self.due(!dry)?,
            grace: self.grace()?,
            opened,
            own: self
                .file
                .mail
                .from
                .iter()
                .chain(&self.file.mail.reply_to)
                .filter_map(|m| compose::address(m))
                .collect(),
            answers: self.file.mail.answers,
            dry,
        })
    }

    /// The Maildir that war.yaml says letters come in by; made where it is not there, unless nothing is to be written.
    pub(super) fn inbox(&self, ui: &Ui, dry: bool) -> Result<Option<Sources>> {
        let Some(inbox) = &self.file.mail.inbox else { return Ok(None) };
        let folder = self.game.folder.root().join(inbox);
        if !dry && sources::make_maildir(&folder)? {
            ui.status(&format!("The Maildir {} is made: letters come in by it.", folder.display()));
        }
        Ok(Some(Sources { maildirs: vec![folder], ..Sources::default() }))
    }

    /// Takes letters in, and writes the answers to them.
    pub(super) fn import(&self, sources: &Sources, dry: bool) -> Result<ImportedLetters> {
        let mut intake = Intake::begin(&self.game.folder, &self.referee, &self.templates, self.intake_context(dry)?)?;
        let mut done = ImportedLetters::default();
        let mode = sources.mode.map_or(Mode::Post, Mode::As);
        let mut take = |raw: &Raw| -> Result<()> {
            done.record(intake.take(raw, mode)?);
            Ok(())
        };
        for folder in &sources.maildirs {
            for path in sources::maildir(folder)? {
                take(&sources::file(&path)?)?;
            }
        }
        for path in &sources.mboxes {
            sources::mbox(path, |raw| take(&raw))?;
        }
        for path in &sources.files {
            take(&if path == Path::new("-") {
                sources::piped(std::io::stdin().lock())?
            } else {
                sources::file(path)?
            })?;
        }
        done.filed = intake.finish()?;
        if done.new.iter().any(|entry| entry.guesses > 0) {
            done.guesses = guesses(&intake.all(), &self.referee, self.now);
        }
        if !dry {
            self.conclude(intake)?;
        }
        Ok(done)
    }

    /// Takes in a letter that was set aside, on the GM's word.
    pub(super) fn accept(&self, id: &str, seat: Option<usize>) -> Result<ImportedLetters> {
        let night = self.game.folder.night(self.referee.night);
        let mut intake = Intake::begin(&self.game.folder, &self.referee, &self.templates, self.intake_context(false)?)?;
        let found: Vec<LetterRecord> =
            intake.entries.iter().filter(|entry| entry.id.starts_with(id)).cloned().collect();
        let missing = |hint: &str| CampaignError::Missing {
            path: night.path.join("letters").join(format!("{id}.eml")),
            hint: hint.to_owned(),
        };
        let [entry, ..] = found.as_slice() else {
            return Err(missing("`grail status` lists the letters that were set aside"));
        };
        let own = entry.seat.as_ref().and_then(|name| self.referee.seats.iter().position(|seat| seat.name == *name));
        let seat = seat.or(own).ok_or_else(|| missing("whose orders are they? say so with --as SEAT"))?;
        let raw = Raw {
            bytes: inbox::kept_letter(&night, &entry.id)?,
            place: entry.place.clone(),
            arrived: Some(entry.arrived),
        };
        let mut done = ImportedLetters::default();
        done.record(intake.accept(&raw, seat)?);
        done.filed = intake.finish()?;
        self.conclude(intake)?;
        Ok(done)
    }

    /// Whom letters are from.
    pub(super) fn from(&self) -> Result<&str> {
        self.file.mail.from.as_deref().ok_or_else(|| CampaignError::Post {
            text: "letters need a sender: write `mail: { from: \"The Referee <gm@example.org>\", … }` into war.yaml"
                .to_owned(),
        })
    }

    /// Writes what an import came to: its entries, the orders that hold now, and the answers.
    fn conclude(&self, intake: Intake<'_>) -> Result<()> {
        let Intake { entries, mut change, .. } = intake;
        self.draft_answers(&mut change, &entries)?;
        change.commit()
    }

    /// The answers that the book asks for and that are not written yet. Without a sender they wait.
    fn draft_answers(&self, change: &mut Transaction, entries: &[LetterRecord]) -> Result<()> {
        let Some(from) = &self.file.mail.from else { return Ok(()) };
        let mut outbox = Outbox::open(&self.game.folder.night(self.referee.night))?;
        for (entry, answer) in entries.iter().filter_map(|entry| Some((entry, entry.answer.as_ref()?))) {
            let name = format!("answer-{}", entry.id);
            if outbox.letter(&name).is_some() {
                continue;
            }
            let draft = ComposedLetter {
                from: from.clone(),
                reply_to: self.file.mail.reply_to.clone(),
                to: answer.to.clone(),
                subject: answer.subject.clone(),
                text: answer.text.clone(),
                id: self.id(from, self.referee.night, &name),
                answers: answer.answers.clone(),
                references: answer.references.clone(),
                is_answer: true,
                at: self.now,
                ..ComposedLetter::default()
            };
            let about = about(LetterKind::Answer, entry.seat.as_deref(), &draft);
            self.keys.keep(&self.game.folder)?;
            match compose(&draft) {
                Ok(bytes) => outbox.draft_with(change, &name, about, &bytes, self.now)?,
                // A sender that no letter can go to gets no answer.
                Err(CampaignError::Address { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Which seats have sent an order that will be carried out.
    pub(super) fn seats_with_orders(&self) -> Result<Vec<bool>> {
        let last = self.referee.night.saturating_sub(1);
        let came =
            self.game.checked_orders(&self.game.known_after(last)?, &self.game.folder.night(self.referee.night))?;
        let spoke = |seat: usize| came.iter().any(|o| o.seat.index() == seat && !o.plan.orders.is_empty());
        Ok((0..self.referee.seats.len()).map(spoke).collect())
    }

    /// The seats that are waited for and have sent nothing.
    pub(super) fn silent_seats(&self) -> Result<Vec<String>> {
        let spoke = self.seats_with_orders()?;
        let seats = self.referee.seats.iter().zip(spoke);
        Ok(seats.filter(|(seat, spoke)| seat.is_awaited() && !spoke).map(|(seat, _)| seat.name.clone()).collect())
    }

    /// The seats that anything lies there from.
    pub(super) fn seats_heard_from(&self) -> Result<Vec<String>> {
        let seats = self.game.seats();
        let came = order_files::read(&self.game.folder.night(self.referee.night), &seats)?;
        Ok(came.iter().filter_map(|text| seats.get(text.seat).cloned()).collect())
    }

    /// How many teams are silent as a whole, and how many there may be.
    pub(super) fn silent_teams(&self) -> Result<(usize, usize)> {
        let mut spoke = self.seats_with_orders()?;
        if self.game.loaded.war.setup.switches.silence == Silence::Repeat {
            let seats = self.game.seats();
            for night in 1..self.referee.night {
                order_files::read(&self.game.folder.night(night), &seats)?
                    .iter()
                    .for_each(|text| spoke[text.seat] = true);
            }
        }
        let mut teams: Vec<&str> =
            self.referee.seats.iter().filter(|s| s.is_awaited()).map(|s| s.team.as_str()).collect();
        teams.sort_unstable();
        teams.dedup();
        let heard = |team: &str| self.referee.seats.iter().zip(&spoke).any(|(seat, spoke)| seat.team == team && *spoke);
        let silent = teams.iter().filter(|team| !heard(team)).count();
        Ok((silent, self.file.mail.silence.map_or(teams.len() / 2, |most| most as usize)))
    }

    /// The names of the letters that tell any night.
    pub(super) fn update_readers(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (number, seat) in self.referee.seats.iter().enumerate() {
            let people = self.referee.people.iter().filter(|person| person.seat == number);
            names.extend(
                people.enumerate().filter(|(_, p)| p.email.is_some()).map(|(place, _)| update_name(&seat.name, place)),
            );
        }
        let public = |to: &String| format!("public-{}", file_name(to));
        match &self.file.mail.public {
            Readers::Players => names.extend(self.referee.people.iter().filter_map(|p| p.email.as_ref()).map(public)),
            Readers::Nobody => {}
            Readers::List(list) => names.extend(list.iter().map(public)),
        }
        names
    }

    /// Hands over what waits in a night's outbox.
    pub(super) fn send(
        &self,
        ui: &Ui,
        outbox: &mut Outbox,
        patience: &RetryPolicy,
        wanted: impl Fn(&QueuedLetter) -> bool,
    ) -> Result<()> {
        let from = compose::address(self.from()?)
            .ok_or_else(|| CampaignError::Address { text: self.from().unwrap_or_default().to_owned() })?;
        let mut way = transport(&self.file.mail, self.game.folder.root())?;
        let total = outbox.letters().iter().filter(|l| l.state.is_due() && wanted(l)).count();
        let mut done = 0;
        let mut told = |letter: &QueuedLetter| {
            done += 1;
            let said = if letter.said.is_empty() || letter.state == State::Sent {
                String::new()
            } else {
                format!(": {}", letter.said.trim())
            };
            ui.status(&format!("{done}/{total} {} to {}: {}{said}", letter.name, letter.about.to, letter.state.word()));
        };
        let mut options = DispatchOptions {
            from,
            tries: patience.tries,
            wait: Duration::from_secs(patience.wait),
            now: &|| Timestamp::now().as_second(),
            pause: &|wait| std::thread::sleep(wait),
            on_outcome: &mut told,
        };
        dispatch::run(outbox, way.as_mut(), &mut options, wanted)
    }
}

/// The letters with wrong tokens of a day, an address a line, and the seats that are slowed down by them.
pub(super) fn guesses(entries: &[LetterRecord], referee: &MailedWar, now: i64) -> Vec<String> {
    let told = |whose: &str, failures: &Failures| {
        let until = failures.until().filter(|until| now < *until);
        let slowed =
            until.map(|until| format!("; letters wait for you until {}", clock::stamp(until))).unwrap_or_default();
        let (letters, words) = (counted(failures.letters, "letter"), counted(failures.words, "word"));
        format!(
            "{whose}: {letters} without the right token, {words} tried, the last at {}{slowed}",
            clock::stamp(failures.last)
        )
    };
    let mut lines: Vec<String> = Vec::new();
    for (address, failures) in backoff::addresses(entries, now) {
        lines.push(told(if address.is_empty() { "nobody" } else { &address }, &failures));
    }
    for (number, seat) in referee.seats.iter().enumerate() {
        let failures = backoff::could_be_of_seat(entries.iter(), now, number, &referee.people);
        lines.extend(
            failures.filter(|f| f.letters > backoff::FREE).map(|f| told(&format!("in the name of {}", seat.name), &f)),
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

/// A length of time in the settings, in seconds; none is none.
fn length(key: &str, text: Option<&str>) -> Result<i64> {
    match text {
        None => Ok(0),
        Some(text) => clock::length(text).map(|length| length.as_secs()).ok_or_else(|| CampaignError::Post {
            text: format!("`{key}: {text}` in war.yaml is no length of time: write `30 minutes` or `4 hours`"),
        }),
    }
}
