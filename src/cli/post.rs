//! What the commands of the post share: the campaign with its settings, imports, letters out.

mod entry_line;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{Timestamp, Zoned};

use crate::campaign::error::{CampaignError, Result};
use crate::campaign::folder::{Folder, file_name, read_text, read_text_if_there};
use crate::campaign::game::mail_file::Readers;
use crate::campaign::game::play::Game;
use crate::campaign::game::secret_keys::Keys;
use crate::campaign::game::war_file::WarFile;
use crate::campaign::game::{ENGINE, PUBLIC};
use crate::campaign::lock::Lock;
use crate::campaign::transaction::Transaction;
use crate::campaign::{order_files, templates};
use crate::mail::backoff::{self, Failures};
use crate::mail::clock;
use crate::mail::compose::{self, Draft, written};
use crate::mail::dispatch::{self, DispatchOptions};
use crate::mail::inbox::{self, Filed, LetterRecord};
use crate::mail::intake::{Intake, IntakeContext, IntakeResult, Mode};
use crate::mail::letter_templates::{COVER, Cover, LetterTemplates, REMINDER};
use crate::mail::outbox::{About, LetterKind, Outbox, QueuedLetter, State};
use crate::mail::referee::{Referee, packet_text};
use crate::mail::sources::{self, Raw};
use crate::vocabulary::switches::Silence;

use super::transport::transport;
use super::ui::{Ui, counted};

pub(super) use entry_line::line;

/// How long a run waits for another one to end.
const LOCK_PATIENCE: Duration = Duration::from_secs(60);

/// A campaign with what the post needs.
pub(super) struct Post {
    pub(super) game: Game,
    pub(super) file: WarFile,
    pub(super) referee: Referee,
    pub(super) templates: LetterTemplates,
    keys: Keys,
    pub(super) now: i64,
}

/// A letter to be written: what it is called, what it is, whose, and its words.
pub(super) type LetterDraft = (String, LetterKind, Option<String>, Draft);

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
pub(super) struct Imported {
    pub(super) new: Vec<LetterRecord>,
    /// What is to be said of each of those.
    pub(super) remarks: Vec<Vec<String>>,
    pub(super) known: usize,
    /// Who sent wrong tokens, where this run met some.
    pub(super) guesses: Vec<String>,
    pub(super) filed: Vec<(String, Filed)>,
}

impl Imported {
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
        let last = game.folder.last()?.number;
        let referee = Referee::new(&game.known_after(last)?, &file);
        let own = templates::of_night(&game.folder, &game.folder.night(referee.night))?;
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
    pub(super) fn import(&self, sources: &Sources, dry: bool) -> Result<Imported> {
        let mut intake = Intake::begin(&self.game.folder, &self.referee, &self.templates, self.intake_context(dry)?)?;
        let mut done = Imported::default();
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
    pub(super) fn accept(&self, id: &str, seat: Option<usize>) -> Result<Imported> {
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
        let raw =
            Raw { bytes: inbox::kept(&night, &entry.id)?, place: entry.place.clone(), arrived: Some(entry.arrived) };
        let mut done = Imported::default();
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
            let draft = Draft {
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
                ..Draft::default()
            };
            let about = about(LetterKind::Answer, entry.seat.as_deref(), &draft);
            self.keys.keep(&self.game.folder)?;
            match written(&draft) {
                Ok(bytes) => outbox.draft_with(change, &name, about, &bytes, self.now)?,
                // A sender that no letter can go to gets no answer.
                Err(CampaignError::Address { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Which seats have sent an order that will be carried out.
    pub(super) fn spoke(&self) -> Result<Vec<bool>> {
        let last = self.referee.night.saturating_sub(1);
        let came = self.game.ordered(&self.game.known_after(last)?, &self.game.folder.night(self.referee.night))?;
        let spoke = |seat: usize| came.iter().any(|o| o.seat.index() == seat && !o.plan.orders.is_empty());
        Ok((0..self.referee.seats.len()).map(spoke).collect())
    }

    /// The seats that are waited for and have sent nothing.
    pub(super) fn silent(&self) -> Result<Vec<String>> {
        let spoke = self.spoke()?;
        let seats = self.referee.seats.iter().zip(spoke);
        Ok(seats.filter(|(seat, spoke)| seat.is_awaited() && !spoke).map(|(seat, _)| seat.name.clone()).collect())
    }

    /// The seats that anything lies there from.
    pub(super) fn came(&self) -> Result<Vec<String>> {
        let seats = self.game.seats();
        let came = order_files::read(&self.game.folder.night(self.referee.night), &seats)?;
        Ok(came.iter().filter_map(|text| seats.get(text.seat).cloned()).collect())
    }

    /// How many teams are silent as a whole, and how many there may be.
    pub(super) fn silent_teams(&self) -> Result<(usize, usize)> {
        let mut spoke = self.spoke()?;
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
    pub(super) fn readers(&self) -> Vec<String> {
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

    /// The letters that tell a night as it stands: each seat's update, then the public one.
    pub(super) fn pages_of(&self, ui: Option<&Ui>, number: u32) -> Result<Vec<LetterDraft>> {
        let from = self.from()?;
        let night = self.game.folder.resolved_night(number)?;
        let war = self.game.war_before(number + 1)?;
        let engine = self.game.again(number)?.files;
        let page = |seat: &str| -> Result<(String, Option<String>)> {
            let name = format!("updates/{}.txt", file_name(seat));
            let text = read_text(&night.path.join(&name))?;
            let html = read_text_if_there(&night.path.join(name.replace(".txt", ".html")))?;
            // A page that the GM edited goes out as the GM wrote it, and not beside another form of it.
            if engine.files.get(&name) == Some(&text) {
                return Ok((text, html));
            }
            ui.inspect(|ui| ui.warning(&format!(
                "{} is not what the program writes: it goes out as it lies there, as text alone. Your own words stand best in \
                 story.yaml; `grail updates --write` brings the pages up to it",
                night.path.join(&name).display()
            )));
            Ok((text, None))
        };
        let due = if war.ended.is_some() { None } else { self.due(false)?.as_ref().map(clock::words) };
        let due = due.filter(|_| number + 1 == self.referee.night);
        let mut letters = Vec::new();
        let mut readers: Vec<(String, Option<String>)> = Vec::new();
        for (number_of, seat) in self.referee.seats.iter().enumerate() {
            let (update, html) = page(&seat.name)?;
            let packet = if war.ended.is_some() { None } else { Some(packet_text(&self.game, &war, number_of)?) };
            let packet =
                packet.map(|text| (format!("{}-packet-night-{}.yaml", file_name(&seat.name), number + 1), text));
            let people = self.referee.people.iter().filter(|person| person.seat == number_of);
            for (place, person) in people.enumerate() {
                let Some(to) = &person.email else { continue };
                let cover = Cover {
                    war: self.referee.title.clone(),
                    night: number,
                    seat: seat.name.clone(),
                    player: person.name.clone().unwrap_or_else(|| seat.player.clone()),
                    due: due.clone(),
                    packet: packet.as_ref().map(|(name, _)| name.clone()),
                    engine: ENGINE,
                    over: war.ended.is_some(),
                    public: false,
                    unread: false,
                };
                let text = format!("{}{update}", self.templates.render(COVER, &cover)?);
                let name = update_name(&seat.name, place);
                let draft = Draft {
                    subject: format!("{}, night {number}: {}", self.referee.title, seat.name),
                    text,
                    html: html.clone(),
                    attached: packet.clone(),
                    to: to.clone(),
                    to_name: person.name.clone(),
                    ..self.blank(from, number, &name)
                };
                readers.push((to.clone(), person.name.clone()));
                letters.push((name, LetterKind::Update, Some(seat.name.clone()), draft));
            }
        }
        let readers = match &self.file.mail.public {
            Readers::Players => readers,
            Readers::Nobody => Vec::new(),
            Readers::List(list) => list.iter().map(|to| (to.clone(), None)).collect(),
        };
        let (text, html) = page(PUBLIC)?;
        for (to, to_name) in readers {
            let name = format!("public-{}", file_name(&to));
            if letters.iter().any(|(known, ..)| *known == name) {
                continue;
            }
            let subject = format!("{}, night {number}", self.referee.title);
            let draft = Draft {
                subject,
                text: text.clone(),
                html: html.clone(),
                to,
                to_name,
                ..self.blank(from, number, &name)
            };
            letters.push((name, LetterKind::Public, None, draft));
        }
        Ok(letters)
    }

    /// The id of a letter of a night: the same whenever it is written; what tells a reopened night anew is another letter.
    pub(super) fn id(&self, from: &str, night: u32, name: &str) -> String {
        let (number, revision) = (night.to_string(), self.game.folder.night(night).revision());
        let again = revision.to_string();
        let parts = [number.as_str(), name, &again];
        compose::id(from, &self.keys.letter(if revision == 0 { &parts[..2] } else { &parts }))
    }

    /// A letter with all that does not depend on its reader; its thread is that of its name.
    pub(super) fn blank(&self, from: &str, night: u32, name: &str) -> Draft {
        let mut thread = Vec::new();
        for number in 1..night {
            // An outbox that cannot be read is told of when that night is mailed.
            let earlier = Outbox::open(&self.game.folder.night(number)).ok();
            thread.extend(earlier.and_then(|o| o.letter(name).map(|l| l.about.id.clone())));
        }
        let references = match thread.as_slice() {
            [] => Vec::new(),
            [first, .., last] => vec![first.clone(), last.clone()],
            [only] => vec![only.clone()],
        };
        Draft {
            from: from.to_owned(),
            reply_to: self.file.mail.reply_to.clone(),
            id: self.id(from, night, name),
            answers: thread.last().cloned(),
            references,
            at: self.now,
            ..Draft::default()
        }
    }

    /// The reminders to those who are silent, once a night.
    pub(super) fn reminders(&self) -> Result<Vec<LetterDraft>> {
        let from = self.from()?;
        let due = self.due(false)?;
        let ahead = length("remind", self.file.mail.remind.as_deref())?;
        let too_early = due.as_ref().is_some_and(|due| ahead > 0 && self.now < due.timestamp().as_second() - ahead);
        if too_early || self.referee.ended.is_some() {
            return Ok(Vec::new());
        }
        let (silent, came) = (self.silent()?, self.came()?);
        let mut letters = Vec::new();
        for (number, seat) in self.referee.seats.iter().enumerate().filter(|(_, seat)| silent.contains(&seat.name)) {
            for (place, person) in self.referee.people.iter().filter(|p| p.seat == number).enumerate() {
                let Some(to) = &person.email else { continue };
                let name = format!("reminder-{}{}", file_name(&seat.name), if place > 0 { "-substitute" } else { "" });
                let cover = Cover {
                    war: self.referee.title.clone(),
                    night: self.referee.night,
                    seat: seat.name.clone(),
                    player: person.name.clone().unwrap_or_else(|| seat.player.clone()),
                    due: due.as_ref().map(clock::words),
                    unread: came.contains(&seat.name),
                    engine: ENGINE,
                    ..Cover::default()
                };
                let draft = Draft {
                    subject: format!("{}: orders for night {}", self.referee.title, self.referee.night),
                    text: self.templates.render(REMINDER, &cover)?,
                    to: to.clone(),
                    to_name: person.name.clone(),
                    answers: None,
                    references: Vec::new(),
                    ..self.blank(from, self.referee.night, &name)
                };
                letters.push((name, LetterKind::Reminder, Some(seat.name.clone()), draft));
            }
        }
        Ok(letters)
    }

    /// Writes letters into a night's outbox, those that went out or are on their way aside.
    pub(super) fn draft(&self, outbox: &mut Outbox, letters: Vec<LetterDraft>) -> Result<()> {
        self.keys.keep(&self.game.folder)?;
        let revision = outbox.revision();
        self.drop_overtaken(outbox)?;
        for (name, kind, seat, draft) in letters {
            // A letter that waits goes out as its night stands now.
            let stale = |letter: &QueuedLetter| letter.state == State::Deferred && letter.about.revision < revision;
            if outbox.letter(&name).is_some_and(|letter| letter.state != State::Draft && !stale(letter)) {
                continue;
            }
            let about = About { revision, ..about(kind, seat.as_deref(), &draft) };
            let bytes = match written(&draft) {
                Ok(bytes) => bytes,
                Err(CampaignError::Address { text }) => {
                    outbox.draft(&name, about, b"", self.now)?;
                    outbox.note(&name, State::Failed, &format!("`{text}` is no address"), self.now)?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            outbox.draft(&name, about, &bytes, self.now)?;
        }
        Ok(())
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
        let mut errand = DispatchOptions {
            from,
            tries: patience.tries,
            wait: Duration::from_secs(patience.wait),
            now: &|| Timestamp::now().as_second(),
            pause: &|wait| std::thread::sleep(wait),
            told: &mut told,
        };
        dispatch::run(outbox, way.as_mut(), &mut errand, wanted)
    }
}

/// The letters with wrong tokens of a day, an address a line, and the seats that are slowed down by them.
pub(super) fn guesses(entries: &[LetterRecord], referee: &Referee, now: i64) -> Vec<String> {
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
        let failures = backoff::of_seat(entries.iter(), now, number, &referee.people);
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

/// What a seat's update is called: the player's own, or the substitute's.
fn update_name(seat: &str, place: usize) -> String {
    format!("update-{}{}", file_name(seat), if place > 0 { "-substitute" } else { "" })
}

fn about(kind: LetterKind, seat: Option<&str>, draft: &Draft) -> About {
    About {
        kind,
        seat: seat.map(str::to_owned),
        to: draft.to.clone(),
        id: draft.id.clone(),
        subject: draft.subject.clone(),
        revision: 0,
    }
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
