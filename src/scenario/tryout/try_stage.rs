//! The small War in which a skill is tried: its user and a partner meet a Servant and a Master.

use crate::event::detail::StateChange;
use crate::event::kind::{Effects, EventKind};
use crate::language::span::Source;
use crate::sheet::common::command_spells_and_items;
use crate::sheet::load_sheet::{Defaults, load};
use crate::sheet::skill::{Role, Skill};
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::new_war::{PlannedLocation, PlannedTeam, WarPlan, build_war};
use crate::war::setup::{SheetId, SkillRef};

use super::super::play::{apply_changes, apply_setup_event};
use super::{TryError, TryRequest};

/// The location where everybody stands.
pub(super) const HERE: &str = "Square";
/// The adjacent location.
pub(super) const ADJACENT: &str = "Lane";

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
enum SkillSource {
    Own,
    Spells,
    Items,
}

/// The parts of a stage.
#[derive(Clone, Debug)]
pub(super) struct Staging {
    /// The request.
    pub(super) wish: TryRequest,
    spells: Sheet,
    items: Sheet,
    shelf: SkillSource,
    skill_index: usize,
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
    pub(super) fn for_request(mut request: TryRequest) -> Result<Staging, TryError> {
        let (spells, items) = command_spells_and_items();
        let masters = request.user.kind == SheetKind::Master;
        let found = [(SkillSource::Own, &request.user), (SkillSource::Spells, &spells), (SkillSource::Items, &items)]
            .into_iter()
            .filter(|(shelf, _)| masters || !matches!(shelf, SkillSource::Spells))
            .find_map(|(shelf, sheet)| {
                let index = sheet.skill_index(request.skill.trim())?;
                let skill = sheet.skills.get(index).filter(|skill| skill.role != Role::Service)?;
                Some((shelf, index, skill.clone()))
            });
        let Some((shelf, skill_index, mut tried)) = found else {
            let shelves = if masters { vec![&spells, &items] } else { vec![&items] };
            let is_usable = |skill: &&Skill| skill.role != Role::Service;
            let candidates =
                request.user.skills.iter().chain(shelves.into_iter().flat_map(|s| &s.skills).filter(is_usable));
            return Err(TryError::NoSkill(candidates.flat_map(|skill| skill.name.values().cloned()).collect()));
        };
        let mut notes = add_plain_familiars(&mut request);
        // A story skill is treated as if its story update had come.
        if let Some(own) = request.user.skills.get_mut(skill_index).filter(|_| matches!(shelf, SkillSource::Own))
            && own.role == Role::StorySkill
        {
            own.role = Role::Skill;
            tried.role = Role::Skill;
            notes.push("the story update that gives it is taken to have come".to_owned());
        }
        Ok(Staging { wish: request, spells, items, shelf, skill_index, tried, notes })
    }

    fn sheet_mut(&mut self) -> &mut Sheet {
        match self.shelf {
            SkillSource::Own => &mut self.wish.user,
            SkillSource::Spells => &mut self.spells,
            SkillSource::Items => &mut self.items,
        }
    }

    /// The same parts with another skill in place of the tried one.
    pub(super) fn with_skill(&self, skill: Skill) -> Staging {
        let mut other = self.clone();
        let index = other.skill_index;
        if let Some(own) = other.sheet_mut().skills.get_mut(index) {
            *own = skill.clone();
        }
        other.tried = skill;
        other
    }
}

/// Adds plain familiars for those that can be summoned but have no sheet here; returns notes on them.
fn add_plain_familiars(request: &mut TryRequest) -> Vec<String> {
    let sheets = std::iter::once(&request.user).chain(&request.opponent).chain(&request.familiars);
    let mut missing: Vec<String> = sheets.flat_map(|sheet| sheet.familiars.iter().cloned()).collect();
    missing.sort();
    missing.dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    let known = |name: &String| {
        request.familiars.iter().chain([&request.user]).any(|sheet| sheet.name.eq_ignore_ascii_case(name))
    };
    missing.retain(|name| !known(name));
    request.familiars.extend(missing.iter().filter_map(|name| load_plain_sheet(FAMILIAR, name)));
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
    pub(super) fn set_up(staging: &Staging) -> Result<Stage, TryError> {
        let request = &staging.wish;
        let faulty = |what: &str| TryError::Stage(vec![what.to_owned()]);
        let mut names = FreeNames { taken_names: vec![request.user.name.clone()] };
        names.taken_names.extend(request.opponent.iter().chain(&request.familiars).map(|sheet| sheet.name.clone()));
        let is_opponent = |kind| request.opponent.as_ref().filter(|sheet| sheet.kind == kind).cloned();
        let foe = is_opponent(SheetKind::Servant).or_else(|| names.parse_plain_sheet(SERVANT, "Foe"));
        let opposing_master = is_opponent(SheetKind::Master).or_else(|| names.parse_plain_sheet(MASTER, "Warden"));
        let own = |kind| Some(request.user.clone()).filter(|sheet| sheet.kind == kind);
        let master = own(SheetKind::Master).or_else(|| names.parse_plain_sheet(MASTER, "Patron"));
        let servant = own(SheetKind::Servant).or_else(|| names.parse_plain_sheet(SERVANT, "Squire"));
        let (Some(foe), Some(opposing_master), Some(master), Some(servant)) = (foe, opposing_master, master, servant)
        else {
            return Err(faulty("the plain characters of the stage could not be made"));
        };
        let handles = [&master.name, &servant.name, &foe.name, &opposing_master.name].map(Clone::clone);
        let mut plan = plan_war(staging, (master, servant), (opposing_master, foe));
        let targets = &staging.tried.targets;
        let calls = !targets.is_empty() && targets.iter().all(|kind| *kind == TargetKind::Familiar);
        let page = if calls { names.parse_plain_sheet(FAMILIAR, "Page") } else { None };
        plan.familiars.extend(page.clone());
        if request.user.kind == SheetKind::Familiar {
            plan.familiars.push(request.user.clone());
        }
        let mut war = build_war(plan).map_err(TryError::Stage)?;
        let find = |name: &String| war.character_named(name).ok_or_else(|| faulty("somebody of the stage is missing"));
        let [master, servant, foe, opposing_master] =
            [find(&handles[0])?, find(&handles[1])?, find(&handles[2])?, find(&handles[3])?];
        let summoned = if request.user.kind == SheetKind::Familiar { Some(&request.user) } else { page.as_ref() };
        let familiar = summoned.and_then(|sheet| summon_familiar(&mut war, &sheet.name, servant));
        let (user, partner) = match request.user.kind {
            SheetKind::Master => (master, servant),
            SheetKind::Servant | SheetKind::Library => (servant, master),
            SheetKind::Familiar => (familiar.unwrap_or(servant), servant),
        };
        let mut people = vec![user, partner, foe, opposing_master];
        people.extend(war.ids().filter(|id| !people.contains(id)).collect::<Vec<_>>());
        let skill = staging.skill_ref(&war, user)?;
        set_starting_position(&mut war, staging, user, skill, &people);
        let part = |id: &CharacterId| part_on_stage(&war, *id, user, foe);
        let cast = people.iter().map(|id| (war.character(*id).name.clone(), part(id))).collect();
        Ok(Stage { cast, war, user, partner, foe, people, skill })
    }

    /// A location of the stage.
    pub(super) fn find_location(war: &War, name: &str) -> LocationId {
        war.setup.location_named(name).unwrap_or(LocationId(0))
    }
}

/// A character's part on the stage.
fn part_on_stage(war: &War, id: CharacterId, user: CharacterId, foe: CharacterId) -> &'static str {
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
fn set_starting_position(war: &mut War, staging: &Staging, user: CharacterId, skill: SkillRef, people: &[CharacterId]) {
    let location = Stage::find_location(war, HERE);
    let mut changes: Vec<StateChange> = people
        .iter()
        .flat_map(|id| {
            let others = people.iter().copied().filter(|other| other != id).collect();
            [StateChange::At(*id, location), StateChange::Known(*id, others)]
        })
        .collect();
    if let SkillSource::Items = staging.shelf {
        let times = usize::try_from(staging.wish.times).unwrap_or(1);
        changes.push(StateChange::Items(user, vec![skill; times]));
    }
    if staging.wish.night > 1 {
        changes.push(StateChange::Night(staging.wish.night - 1));
    }
    apply_changes(war, changes);
}

impl Stage {
    /// The changes that make both sides have fought one Turn already.
    pub(super) fn changes_for_fought_turn(&self) -> Vec<StateChange> {
        let own = |id: &CharacterId| *id == self.user || self.war.are_partners(self.user, *id);
        let opponents_of =
            |id: &CharacterId| self.people.iter().copied().filter(|other| own(other) != own(id)).collect();
        self.people.iter().map(|id| StateChange::Battle(*id, 1, opponents_of(id))).collect()
    }
}

/// Names not taken yet.
struct FreeNames {
    taken_names: Vec<String>,
}

impl FreeNames {
    /// A plain character with this name, or with a number appended if it is taken.
    fn parse_plain_sheet(&mut self, text: &str, name: &str) -> Option<Sheet> {
        let numbered = (2..9).map(|number| format!("{name}-{number}"));
        let free_name = std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !self.taken_names.iter().any(|taken_name| taken_name.eq_ignore_ascii_case(name)))?;
        self.taken_names.push(free_name.clone());
        load_plain_sheet(text, &free_name)
    }
}

fn load_plain_sheet(text: &str, name: &str) -> Option<Sheet> {
    let source = Source::new("the stage", text.replace("NAME", name));
    load(&source, Defaults::Scenario).ok()?.sheets.pop()
}

fn plan_war(staging: &Staging, own: (Sheet, Sheet), opposing: (Sheet, Sheet)) -> WarPlan {
    let planned_location = |name: &str, adjacent: &[&str]| PlannedLocation {
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
            planned_location(HERE, &[ADJACENT]),
            planned_location(ADJACENT, &[HERE, "North House", "South House"]),
            planned_location("North House", &[ADJACENT]),
            planned_location("South House", &[ADJACENT]),
        ],
        teams: vec![team("Own", own, "North House"), team("Other", opposing, "South House")],
        familiars: staging.wish.familiars.clone(),
        spells: Some(staging.spells.clone()),
        items: Some(staging.items.clone()),
        ..WarPlan::default()
    }
}

/// Puts a familiar beside its summoner.
fn summon_familiar(war: &mut War, name: &str, by: CharacterId) -> Option<CharacterId> {
    let sheet = war.setup.familiar_named(name)?;
    let who = CharacterId::at(war.characters.len());
    let skill = SkillRef { sheet: war.character(by).sheet, skill_index: 0 };
    let name = war.name_of_familiar(by, sheet);
    let at = war.character(by).at;
    apply_setup_event(war, EventKind::Effects(Effects::Summoned { who, name, sheet, at, by, skill }));
    Some(who)
}

impl Staging {
    fn skill_ref(&self, war: &War, user: CharacterId) -> Result<SkillRef, TryError> {
        let sheet = match self.shelf {
            SkillSource::Own => war.character(user).sheet,
            SkillSource::Spells => SheetId::SPELLS,
            SkillSource::Items => SheetId::ITEMS,
        };
        let skill_index = u16::try_from(self.skill_index)
            .map_err(|_| TryError::Stage(vec!["the sheet has too many skills".to_owned()]))?;
        Ok(SkillRef { sheet, skill_index })
    }
}
