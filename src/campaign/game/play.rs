//! Plays a night: reads the inputs in its folder and makes the night's files.
//!
//! Only [`commit`] writes here; a dry run stops before it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::campaign::error::{CampaignError, Result, Unreadable};
use crate::campaign::folder::{Folder, NightFolder};
use crate::campaign::night_files::{self, EarlierRun, NightFiles};
use crate::campaign::order_files::{self, OrderText};
use crate::campaign::templates;
use crate::campaign::transaction::Transaction;
use crate::language::span::Source;
use crate::logic::entry::LogicEntry;
use crate::night::logic::add_posted;
use crate::night::rulings::Rulings;
use crate::night::{Resolution, SeatPlan, resolve};
use crate::updates::markup::Form;
use crate::vocabulary::ids::SeatId;
use crate::vocabulary::switches::Silence;
use crate::war::War;

use super::amended_sheets::{self, Amendments};
use super::checked_orders::CheckedOrders;
use super::ended_file::EndedFile;
use super::load_war::LoadedWar;
use super::pages::{PageMaker, Pages};
use super::secret_keys::Keys;
use super::state_file::Stamp;
use super::story_file::Story;
use super::war_file::{self, WarFile};
use super::{ENGINE, event_file, night_inputs, night_zero, state_file};

/// The files that only a run writes in a night's folder; an interrupted run may have left some.
pub(super) const RUN_FILES: [&str; 3] = ["events.jsonl", "updates", templates::FOLDER];

/// A War in progress.
#[derive(Debug)]
pub struct Game {
    /// The campaign.
    pub folder: Folder,
    /// The frozen files of `grail start`, and the War at that time.
    pub loaded: Arc<LoadedWar>,
    /// The stamp of night 000.
    pub start: Stamp,
    /// The sheets that were amended after the start, by the Night from which they hold.
    pub amendments: Amendments,
    /// Inputs that replace those in a Night's folder for a trial; never set for a Night that is written.
    pub trial: Option<Trial>,
    /// How the GM has ended the War, if they have.
    pub end_file: Option<EndedFile>,
}

/// Rulings and orders for the trial of a night.
#[derive(Debug)]
pub struct Trial {
    /// The night.
    pub night: u32,
    /// The text of its `rulings.yaml`.
    pub rulings: String,
    /// The replaced order files, by the index of their seat.
    pub orders: BTreeMap<usize, String>,
}

/// A night that was played, but is not yet written.
#[derive(Debug)]
pub struct PlayedNight {
    /// Its folder.
    pub night: NightFolder,
    /// The position before it.
    pub war_before: War,
    /// Each seat's orders, in the order of the seats; silent seats are left out.
    pub orders: Vec<CheckedOrders>,
    /// The position after it, its events and open questions.
    pub resolution: Resolution,
    /// Its pages.
    pub pages: Pages,
    /// All files that a commit writes.
    pub files: NightFiles,
}

/// The forms in which a night's pages are written into its folder.
const WRITTEN: [Form; 2] = [Form::Text, Form::Html];

impl Game {
    /// Opens a War that was started.
    ///
    /// # Errors
    /// [`CampaignError::NotStarted`], or an error in night 000.
    pub fn open(folder: Folder) -> Result<Game> {
        folder.resolved_nights()?;
        let start = folder.night(0);
        if !start.is_resolved() {
            return Err(CampaignError::NotStarted { path: folder.root().to_owned() });
        }
        let (loaded, start) = night_zero::load_night_zero(&start)?;
        let amendments = amended_sheets::read_amendments(&folder)?;
        let ended = EndedFile::read(&folder)?;
        Ok(Game { folder, loaded: Arc::new(loaded), start, amendments, trial: None, end_file: ended })
    }

    /// The same War with what may have changed in its folder read again. Night 000 never changes, and is kept.
    ///
    /// # Errors
    /// An error in an amended sheet or in the file of the War's end.
    pub fn reread(&self) -> Result<Game> {
        Ok(Game {
            folder: self.folder.clone(),
            loaded: Arc::clone(&self.loaded),
            start: self.start.clone(),
            amendments: amended_sheets::read_amendments(&self.folder)?,
            trial: None,
            end_file: EndedFile::read(&self.folder)?,
        })
    }

    /// The position after a night that was resolved.
    ///
    /// # Errors
    /// [`CampaignError::NoNight`], or an error in its state file.
    pub fn war_after(&self, night: u32) -> Result<War> {
        let (_, mut war) = self.state_after(night)?;
        self.end_file.iter().for_each(|ended| ended.apply(&mut war, night));
        Ok(war)
    }

    fn state_after(&self, night: u32) -> Result<(Stamp, War)> {
        let folder = self.folder.resolved_night(night)?;
        let (stamp, war) = state_file::read_state(&folder, self.setup_in_night(night))?;
        if stamp.start != self.start.start {
            return Err(CampaignError::Unreadable { path: folder.state_file(), why: Unreadable::OtherStart });
        }
        Ok((stamp, war))
    }

    /// Plays a resolved night again, with the stamp of the version that resolved it.
    ///
    /// # Errors
    /// [`CampaignError::NoNight`], also for the start; otherwise the errors of [`Game::play`].
    pub fn replay_night(&self, number: u32) -> Result<PlayedNight> {
        let last = self.folder.last_resolved_night()?.number;
        let before = number.checked_sub(1).ok_or(CampaignError::NoNight { night: number, last })?;
        let (stamp, _) = self.state_after(number)?;
        self.play_with_stamp(self.war_after(before)?, number, &stamp)
    }

    /// The names of the seats, in order.
    pub fn seats(&self) -> Vec<String> {
        self.loaded.war.setup.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// Finds the seat with a name, or the only seat of a team with that name.
    ///
    /// # Errors
    /// [`CampaignError::UnknownSeat`] with the nearest name.
    pub fn find_seat(&self, name: &str) -> Result<SeatId> {
        let setup = &self.loaded.war.setup;
        let seats = self.seats();
        if let Some(seat) = order_files::seat_of_file(name, &seats) {
            return Ok(SeatId::at(seat));
        }
        let team = setup.team_named(name);
        let team_seats: Vec<usize> = (0..seats.len()).filter(|n| Some(setup.seats[*n].team) == team).collect();
        match team_seats.as_slice() {
            [seat] => Ok(SeatId::at(*seat)),
            _ => Err(order_files::unknown_seat_error(&self.folder.war_file(), name, &seats)),
        }
    }

    /// Reads the contacts of the seats from the current `war.yaml`.
    pub fn read_contacts(&self) -> Result<WarFile> {
        war_file::load(&self.folder.war_file())
    }

    /// Plays the night after a position from the inputs in its folder.
    pub fn play(&self, before: War, number: u32) -> Result<PlayedNight> {
        self.play_with_stamp(before, number, &Stamp::of_this_engine(self.start.start.clone()))
    }

    /// Plays a night whose files get a stamp; for a replay it is another version's.
    pub fn play_with_stamp(&self, before: War, number: u32, stamp: &Stamp) -> Result<PlayedNight> {
        if let Some(ended) = &before.ended {
            return Err(CampaignError::Over { night: ended.night });
        }
        let night = self.folder.night(number);
        let seats = self.seats();
        let (war_before, amended) = self.apply_amendments(before, number)?;
        let (orders, plans, mut rulings) =
            self.read_inputs(&war_before, &night, night_inputs::read_logic(&war_before, &night)?)?;
        rulings.entries.extend(amended);
        let mut resolution = resolve(&war_before, &plans, &rulings);
        let orders = orders.into_iter().map(|o| o.admit_allowed(&rulings)).collect::<Vec<_>>();
        let story = Story::read(&night, &seats)?;
        let templates = templates::night_templates(&self.folder, &night)?;
        let deadline = self.loaded.file.deadline.as_deref();
        let page_maker = PageMaker {
            war_before: &war_before,
            resolution: &resolution,
            orders: &orders,
            deadline,
            templates: templates.clone(),
            story: &story,
        };
        let mut pages = page_maker.make_pages()?;
        resolution.war.named_publicly.extend(&pages.named_publicly);
        let kept_dossiers = std::mem::take(&mut pages.dossiers);
        for (memory, dossiers) in resolution.war.seats.iter_mut().zip(kept_dossiers) {
            memory.dossiers = dossiers;
        }
        let files = make_night_files(&resolution, &pages, &templates, number, stamp)?;
        Ok(PlayedNight { night, war_before, orders, resolution, pages, files })
    }

    /// Reads the inputs of a night: orders, checked against what everybody has read, and rulings.
    pub(super) fn read_inputs(
        &self,
        before: &War,
        night: &NightFolder,
        logic: Vec<LogicEntry>,
    ) -> Result<(Vec<CheckedOrders>, Vec<SeatPlan>, Rulings)> {
        let posted = add_posted(before, &logic);
        let known = posted.as_ref().unwrap_or(before);
        let mut orders = self.checked_orders(known, night)?;
        if before.setup.switches.silence == Silence::Repeat {
            orders = self.repeat_last_orders(known, orders, night.number)?;
        }
        let plans: Vec<SeatPlan> = orders.iter().map(|o| o.plan.clone()).collect();
        let tried = self.trial_of(night).map(|trial| trial.rulings.as_str());
        let rulings = Rulings { logic, ..night_inputs::read_rulings(before, night, &plans, tried)? };
        Ok((orders, plans, rulings))
    }

    /// The position after a night, with all that everybody has read since and the sheets that hold from the next night
    /// on. The next orders are checked against it.
    pub fn known_after(&self, night: u32) -> Result<War> {
        let war = self.war_before(night + 1)?;
        let logic = night_inputs::read_logic(&war, &self.folder.night(night + 1))?;
        Ok(add_posted(&war, &logic).unwrap_or(war))
    }

    /// Reads and checks the orders for a night against what everybody knows before it.
    pub fn checked_orders(&self, known: &War, night: &NightFolder) -> Result<Vec<CheckedOrders>> {
        let mut texts = order_files::read_order_texts(night, &self.seats())?;
        if let Some(trial) = self.trial_of(night) {
            texts.retain(|text| !trial.orders.contains_key(&text.seat));
            texts.extend(trial.orders.iter().map(|(seat, text)| OrderText {
                seat: *seat,
                night: night.number,
                source: Source::new("orders", text.clone()),
            }));
            texts.sort_by_key(|text| text.seat);
        }
        Ok(texts.into_iter().map(|text| night_inputs::check_orders(known, text)).collect())
    }

    fn trial_of(&self, night: &NightFolder) -> Option<&Trial> {
        self.trial.as_ref().filter(|trial| trial.night == night.number)
    }

    /// Adds the last orders of silent seats (A234, switch `orders.silence`). A seat is also silent if nothing that it
    /// sent was understood; the diagnostics on that remain.
    fn repeat_last_orders(&self, known: &War, orders: Vec<CheckedOrders>, number: u32) -> Result<Vec<CheckedOrders>> {
        let mut found: BTreeMap<usize, CheckedOrders> = orders.into_iter().map(|o| (o.seat.index(), o)).collect();
        let has_orders = |o: &CheckedOrders| !o.plan.orders.is_empty() || !o.plan.refused.is_empty();
        let mut heard_seats: BTreeSet<usize> =
            found.iter().filter(|(_, o)| has_orders(o)).map(|(seat, _)| *seat).collect();
        for earlier in (1..number).rev() {
            for last in order_files::read_order_texts(&self.folder.night(earlier), &self.seats())? {
                let seat = last.seat;
                let last = night_inputs::check_orders(known, last);
                if !has_orders(&last) || !heard_seats.insert(seat) {
                    continue;
                }
                match found.get_mut(&seat) {
                    Some(tonight) => tonight.plan = last.plan,
                    None => drop(found.insert(seat, last)),
                }
            }
        }
        Ok(found.into_values().collect())
    }
}

/// Makes the files of a night.
fn make_night_files(
    resolution: &Resolution,
    pages: &Pages,
    templates: &BTreeMap<String, String>,
    number: u32,
    stamp: &Stamp,
) -> Result<NightFiles> {
    let (mut files, after) = (BTreeMap::new(), &resolution.war);
    files.insert("events.jsonl".to_owned(), event_file::render_log(after, number, &resolution.events, &stamp.engine)?);
    files.extend(templates.iter().map(|(name, text)| (format!("{}/{name}", templates::FOLDER), text.clone())));
    files.extend(pages.render_all(&WRITTEN)?.into_iter().map(|page| (page.file(), page.text)));
    Ok(NightFiles { files, state: state_file::render_state(after, number, stamp)? })
}

/// Writes the updates of a night that was resolved again, with the GM's current passages: all of them or none.
/// `as_it_goes_out` maps the text of each page.
pub fn write_updates(
    folder: &Folder,
    played: &PlayedNight,
    as_it_goes_out: impl Fn(String) -> Result<String>,
) -> Result<usize> {
    let updates = played.files.files.iter().filter(|(path, _)| path.starts_with("updates/"));
    let mut change = Transaction::new(folder);
    let mut count = 0;
    for (path, text) in updates {
        change.write(&played.night.path.join(path), as_it_goes_out(text.clone())?)?;
        count += 1;
    }
    change.commit().map(|()| count)
}

/// Writes a night completely or not at all.
pub fn commit(played: &PlayedNight) -> Result<EarlierRun> {
    if !played.resolution.pending.is_empty() {
        return Err(CampaignError::internal("a night with open questions was to be written"));
    }
    night_files::commit(&played.night, &played.files, &RUN_FILES)
}

/// Starts a War: writes night 000.
///
/// # Errors
/// [`CampaignError::Committed`] if it was started already; an error with the path if the system refuses.
pub fn start(folder: &Folder, loaded: &LoadedWar) -> Result<EarlierRun> {
    folder.resolved_nights()?;
    let found =
        night_files::commit(&folder.night(0), &night_zero::make_files(loaded, ENGINE)?, &night_zero::START_FILES)?;
    // Another War begins, whatever folder it was copied from. If a run ends before this, the first letter makes the
    // keys.
    Keys::generate()?.save(folder)?;
    Ok(found)
}
