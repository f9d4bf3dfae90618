//! The small War in which a skill is tried: its user and a partner meet a Servant and a Master.

use crate::event::detail::StateChange;
use crate::event::kind::{Effects, EventKind};
use crate::language::span::Source;
use crate::sheet::common::common;
use crate::sheet::load_sheet::{Defaults, load};
use crate::sheet::skill::{Role, Skill};
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};
use crate::war::setup::{SheetId, SkillRef};

use super::super::play::{set, set_up};
use super::{NoTry, TryWish};

/// The location where everybody stands.
pub(super) const HERE: &str = "Square";
/// The adjacent location.
pub(super) const BESIDE: &str = "Lane";

const SERVANT: &str = "kind: servant\nname: NAME\nhealth: 300\nmana: 200\nap: 4\n\
    basic_attack: { name: Blow of NAME, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Physical, cost: 1 AP }\n\
    skills:\n\
    - { name: Spark of NAME, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Magical, cost: 1 AP }\n\
    - { name: Arrow of NAME, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Ranged, cost: 1 AP }\n\
    - { name: Stone of NAME, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 20 Long-ranged, cost: 1 AP }\n";
const MASTER: &str = "kind: master\nname: NAME\nhealth: 150\nmana: 75\n";
const FAMILIAR: &str = "kind: familiar\nname: NAME\nhealth: 20\nmana: 0\nap: 1\n\
    basic_attack: { name: Bite of NAME, rank: E, type: Anti-Personnel, max_targets: 1, targets: \"[Any]\", damage: 5 Physical, cost: 1 AP }\n";

/// The sheet on which the tried skill stands.
#[derive(Clone, Copy, Debug)]
enum Shelf {
    Own,
    Spells,
    Items,
}

/// The parts of a stage.
#[derive(Clone, Debug)]
pub(super) struct Staging {
    /// The request.
    pub(super) wish: TryWish,
    spells: Sheet,
    items: Sheet,
    shelf: Shelf,
    place: usize,
    /// The skill tried, as its sheet has it.
    pub(super) tried: Skill,
    /// Notes on who stands in for what is not available.
    pub(super) notes: Vec<String>,
}

impl Staging {
    /// Collects what is needed to try a skill.
    ///
    /// # Errors
    /// If nothing has this name.
    pub(super) fn of(mut wish: TryWish) -> Result<Staging, NoTry> {
        let (spells, items) = common();
        let masters = wish.user.kind == SheetKind::Master;
        let found = [(Shelf::Own, &wish.user), (Shelf::Spells, &spells), (Shelf::Items, &items)]
            .into_iter()
            .filter(|(shelf, _)| masters || !matches!(shelf, Shelf::Spells))
            .find_map(|(shelf, sheet)| {
                let place = sheet.skill_named(wish.skill.trim())?;
                let skill = sheet.skills.get(place).filter(|skill| skill.role != Role::Service)?;
                Some((shelf, place, skill.clone()))
            });
        let Some((shelf, place, mut tried)) = found else {
            let shelves = if masters { vec![&spells, &items] } else { vec![&items] };
            let usable = |skill: &&Skill| skill.role != Role::Service;
            let all = wish.user.skills.iter().chain(shelves.into_iter().flat_map(|s| &s.skills).filter(usable));
            return Err(NoTry::NoSkill(all.flat_map(|skill| skill.name.values().cloned()).collect()));
        };
        let mut notes = stand_in_for_familiars(&mut wish);
        // A story skill is treated as if its story update had come.
        if let Some(own) = wish.user.skills.get_mut(place).filter(|_| matches!(shelf, Shelf::Own))
            && own.role == Role::StorySkill
        {
            own.role = Role::Skill;
            tried.role = Role::Skill;
            notes.push("the story update that gives it is taken to have come".to_owned());
        }
        Ok(Staging { wish, spells, items, shelf, place, tried, notes })
    }

    fn sheet_mut(&mut self) -> &mut Sheet {
        match self.shelf {
            Shelf::Own => &mut self.wish.user,
            Shelf::Spells => &mut self.spells,
            Shelf::Items => &mut self.items,
        }
    }

    /// The same parts with another skill in place of the tried one.
    pub(super) fn with(&self, skill: Skill) -> Staging {
        let mut other = self.clone();
        let place = other.place;
        if let Some(own) = other.sheet_mut().skills.get_mut(place) {
            *own = skill.clone();
        }
        other.tried = skill;
        other
    }
}

/// Adds plain familiars for those that can be summoned but have no sheet here; returns notes on them.
fn stand_in_for_familiars(wish: &mut TryWish) -> Vec<String> {
    let sheets = std::iter::once(&wish.user).chain(&wish.opponent).chain(&wish.familiars);
    let mut missing: Vec<String> = sheets.flat_map(|sheet| sheet.familiars.iter().cloned()).collect();
    missing.sort();
    missing.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    let known =
        |name: &String| wish.familiars.iter().chain([&wish.user]).any(|sheet| sheet.name.eq_ignore_ascii_case(name));
    missing.retain(|name| !known(name));
    wish.familiars.extend(missing.iter().filter_map(|name| plain(FAMILIAR, name)));
    missing
        .iter()
        .map(|name| format!("no sheet of `{name}` is at hand: a plain familiar of 20 Health stands in"))
        .collect()
}

/// The stage, set up.
pub(super) struct Stage {
    /// The position.
    pub(super) war: War,
    /// The user of the skill.
    pub(super) user: CharacterId,
    /// The user's Master or Servant.
    pub(super) partner: CharacterId,
    /// The opponent.
    pub(super) foe: CharacterId,
    /// Everybody, the user first.
    pub(super) people: Vec<CharacterId>,
    /// Handles and parts, in the same order.
    pub(super) cast: Vec<(String, &'static str)>,
    /// The skill tried.
    pub(super) skill: SkillRef,
}

impl Stage {
    /// Builds the stage.
    pub(super) fn set_up(staging: &Staging) -> Result<Stage, NoTry> {
        let wish = &staging.wish;
        let faulty = |what: &str| NoTry::Stage(vec![what.to_owned()]);
        let mut names = Names { taken: vec![wish.user.name.clone()] };
        names.taken.extend(wish.opponent.iter().chain(&wish.familiars).map(|sheet| sheet.name.clone()));
        let is_opponent = |kind| wish.opponent.as_ref().filter(|sheet| sheet.kind == kind).cloned();
        let foe = is_opponent(SheetKind::Servant).or_else(|| names.plain(SERVANT, "Foe"));
        let warden = is_opponent(SheetKind::Master).or_else(|| names.plain(MASTER, "Warden"));
        let own = |kind| Some(wish.user.clone()).filter(|sheet| sheet.kind == kind);
        let lord = own(SheetKind::Master).or_else(|| names.plain(MASTER, "Patron"));
        let squire = own(SheetKind::Servant).or_else(|| names.plain(SERVANT, "Squire"));
        let (Some(foe), Some(warden), Some(lord), Some(squire)) = (foe, warden, lord, squire) else {
            return Err(faulty("the plain characters of the stage could not be made"));
        };
        let handles = [&lord.name, &squire.name, &foe.name, &warden.name].map(Clone::clone);
        let mut plan = plan(staging, (lord, squire), (warden, foe));
        let targets = &staging.tried.targets;
        let calls = !targets.is_empty() && targets.iter().all(|kind| *kind == TargetKind::Familiar);
        let page = if calls { names.plain(FAMILIAR, "Page") } else { None };
        plan.familiars.extend(page.clone());
        if wish.user.kind == SheetKind::Familiar {
            plan.familiars.push(wish.user.clone());
        }
        let mut war = build_war(plan).map_err(NoTry::Stage)?;
        let find = |name: &String| war.character_named(name).ok_or_else(|| faulty("somebody of the stage is missing"));
        let [lord, squire, foe, warden] =
            [find(&handles[0])?, find(&handles[1])?, find(&handles[2])?, find(&handles[3])?];
        let summoned = if wish.user.kind == SheetKind::Familiar { Some(&wish.user) } else { page.as_ref() };
        let familiar = summoned.and_then(|sheet| summon(&mut war, &sheet.name, squire));
        let (user, partner) = match wish.user.kind {
            SheetKind::Master => (lord, squire),
            SheetKind::Servant | SheetKind::Library => (squire, lord),
            SheetKind::Familiar => (familiar.unwrap_or(squire), squire),
        };
        let mut people = vec![user, partner, foe, warden];
        people.extend(war.ids().filter(|id| !people.contains(id)).collect::<Vec<_>>());
        let skill = staging.reference(&war, user)?;
        open(&mut war, staging, user, skill, &people);
        let part = |id: &CharacterId| part(&war, *id, user, foe);
        let cast = people.iter().map(|id| (war.character(*id).name.clone(), part(id))).collect();
        Ok(Stage { cast, war, user, partner, foe, people, skill })
    }

    /// A location of the stage.
    pub(super) fn place(war: &War, name: &str) -> LocationId {
        war.setup.location_named(name).unwrap_or(LocationId(0))
    }
}

/// A character's part on the stage.
fn part(war: &War, id: CharacterId, user: CharacterId, foe: CharacterId) -> &'static str {
    let own = war.are_partners(user, id);
    match war.character(id).kind {
        _ if id == user => "who has it",
        _ if id == foe => "the opponent",
        SheetKind::Master if own => "their Master",
        SheetKind::Master => "the opponent's Master",
        SheetKind::Servant if own => "their Servant",
        SheetKind::Familiar => "a familiar",
        SheetKind::Servant | SheetKind::Library => "another Servant",
    }
}

/// Sets the starting position of the first Night: everybody in one location and known to each other, and the item
/// that is used in hand.
fn open(war: &mut War, staging: &Staging, user: CharacterId, skill: SkillRef, people: &[CharacterId]) {
    let here = Stage::place(war, HERE);
    let mut changes: Vec<StateChange> = people
        .iter()
        .flat_map(|id| {
            let others = people.iter().copied().filter(|other| other != id).collect();
            [StateChange::At(*id, here), StateChange::Known(*id, others)]
        })
        .collect();
    if let Shelf::Items = staging.shelf {
        let times = usize::try_from(staging.wish.times).unwrap_or(1);
        changes.push(StateChange::Items(user, vec![skill; times]));
    }
    if staging.wish.night > 1 {
        changes.push(StateChange::Night(staging.wish.night - 1));
    }
    set(war, changes);
}

impl Stage {
    /// The changes that make both sides have fought one Turn already.
    pub(super) fn have_fought(&self) -> Vec<StateChange> {
        let own = |id: &CharacterId| *id == self.user || self.war.are_partners(self.user, *id);
        let against = |id: &CharacterId| self.people.iter().copied().filter(|other| own(other) != own(id)).collect();
        self.people.iter().map(|id| StateChange::Battle(*id, 1, against(id))).collect()
    }
}

/// Names not taken yet.
struct Names {
    taken: Vec<String>,
}

impl Names {
    /// A plain character with this name, or with a number appended if it is taken.
    fn plain(&mut self, text: &str, name: &str) -> Option<Sheet> {
        let numbered = (2..9).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !self.taken.iter().any(|taken| taken.eq_ignore_ascii_case(name)))?;
        self.taken.push(free.clone());
        plain(text, &free)
    }
}

fn plain(text: &str, name: &str) -> Option<Sheet> {
    let source = Source::new("the stage", text.replace("NAME", name));
    load(&source, Defaults::Scenario).ok()?.sheets.pop()
}

fn plan(staging: &Staging, own: (Sheet, Sheet), theirs: (Sheet, Sheet)) -> WarPlan {
    let place = |name: &str, adjacent: &[&str]| PlannedLocation {
        name: name.to_owned(),
        adjacent: adjacent.iter().map(|name| (*name).to_owned()).collect(),
        ..PlannedLocation::default()
    };
    let team = |name: &str, (master, servant): (Sheet, Sheet), home: &str| PlannedTeam {
        name: name.to_owned(),
        master,
        servants: vec![servant],
        home: home.to_owned(),
        seats: vec![(name.to_owned(), Vec::new())],
    };
    WarPlan {
        title: "The Stage".to_owned(),
        seed: 1.into(),
        locations: vec![
            place(HERE, &[BESIDE]),
            place(BESIDE, &[HERE, "North House", "South House"]),
            place("North House", &[BESIDE]),
            place("South House", &[BESIDE]),
        ],
        teams: vec![team("Own", own, "North House"), team("Other", theirs, "South House")],
        familiars: staging.wish.familiars.clone(),
        spells: Some(staging.spells.clone()),
        items: Some(staging.items.clone()),
        ..WarPlan::default()
    }
}

/// Puts a familiar beside its summoner.
fn summon(war: &mut War, name: &str, by: CharacterId) -> Option<CharacterId> {
    let sheet = war.setup.familiar_named(name)?;
    let who = CharacterId::at(war.characters.len());
    let skill = SkillRef { sheet: war.character(by).sheet, place: 0 };
    let name = war.name_of_familiar(by, sheet);
    let at = war.character(by).at;
    set_up(war, EventKind::Effects(Effects::Summoned { who, name, sheet, at, by, skill }));
    Some(who)
}

impl Staging {
    fn reference(&self, war: &War, user: CharacterId) -> Result<SkillRef, NoTry> {
        let sheet = match self.shelf {
            Shelf::Own => war.character(user).sheet,
            Shelf::Spells => SheetId::SPELLS,
            Shelf::Items => SheetId::ITEMS,
        };
        let place =
            u16::try_from(self.place).map_err(|_| NoTry::Stage(vec!["the sheet has too many skills".to_owned()]))?;
        Ok(SkillRef { sheet, place })
    }
}
