//! Builds a new War from its sheets, map and teams (R001, R156, R228).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::language::diagnostic::nearest;
use crate::logic::Ledger;
use crate::sheet::visibility_table::VisibilityTable;
use crate::sheet::{Sheet, SheetKind, common};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::seed::Seed;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::switches::Switches;

use super::character::{Battle, Character, MasterState, Turn};
use super::igm::{IgmState, STARTING_HINTS, build_first_pieces};
use super::setup::{Facility, Location, Seat, Setup, SheetId, Team};
use super::{SeatMemory, War};

/// The parts of a new War. The order of lists does not matter, except for a team's Servants.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct WarPlan {
    pub title: String,
    /// The seed of every draw.
    pub seed: Seed,
    /// The name of the first focus character.
    pub focus_primary: Option<String>,
    /// The name of the second focus character.
    pub focus_secondary: Option<String>,
    pub switches: Switches,
    /// The map.
    pub locations: Vec<PlannedLocation>,
    /// The waters of the map, from point to point.
    pub water: Vec<Vec<(i64, i64)>>,
    pub teams: Vec<PlannedTeam>,
    /// Sheets of familiars that skills summon.
    pub familiars: Vec<Sheet>,
    /// The library of Command Spells.
    pub spells: Option<Sheet>,
    /// The library of items.
    pub items: Option<Sheet>,
    /// The hints that the IGM begins with: the name of the Servant, and the words (R326).
    pub hints: Vec<(String, String)>,
    /// Who learns what; `None` for the engine's own table.
    pub visibility_table: Option<Arc<VisibilityTable>>,
    /// Whether a location may be the home of several teams (scenarios only, A174).
    pub allows_shared_homes: bool,
}

/// A location of the plan.
#[derive(Clone, Debug, Default)]
pub struct PlannedLocation {
    /// Its name.
    pub name: String,
    /// The names of the locations that are one move away.
    pub adjacent: Vec<String>,
    /// Its facility, if it has one.
    pub facility: Option<Facility>,
    /// Its coordinates on the map: to the east, to the south.
    pub spot: Option<(i64, i64)>,
    /// Neighbours across a bridge, with the name of the bridge.
    pub bridges: Vec<(String, String)>,
}

/// A team of the plan.
#[derive(Clone, Debug)]
pub struct PlannedTeam {
    /// Its name.
    pub name: String,
    /// Its Master's sheet.
    pub master: Sheet,
    /// Its Servants' sheets in contract order.
    pub servants: Vec<Sheet>,
    /// The name of its Home Base.
    pub home: String,
    /// Its seats, each with its name and the names of its characters; a seat without characters follows the Master.
    pub seats: Vec<(String, Vec<String>)>,
}

/// Reasons why a War cannot be built, in words.
pub type Faults = Vec<String>;

/// Builds the War before its first Night. Everybody is in their Home Base (R228), with full Health and Mana, and knows
/// their own team; Masters have three Command Spells (R156).
pub fn build_war(plan: WarPlan) -> Result<War, Faults> {
    let mut faults = Faults::new();
    let locations = build_map(&plan.locations, &mut faults);
    let mut familiars = plan.familiars;
    familiars.sort_by(|a, b| a.name.cmp(&b.name));
    let mut teams = plan.teams;
    teams.sort_by(|a, b| a.name.cmp(&b.name));
    let mut cast: Vec<(&Sheet, usize)> = teams
        .iter()
        .enumerate()
        .flat_map(|(team, t)| std::iter::once(&t.master).chain(&t.servants).map(move |sheet| (sheet, team)))
        .collect();
    cast.sort_by(|a, b| a.0.name.cmp(&b.0.name));
    report_duplicates("characters", cast.iter().map(|(sheet, _)| &sheet.name), &mut faults);
    let find_character =
        |name: &str| cast.iter().position(|(s, _)| s.name.eq_ignore_ascii_case(name)).map(CharacterId::at);
    let (built_teams, seats) = build_teams(&teams, plan.allows_shared_homes, &find_character, &locations, &mut faults);
    let mut find_focus = |name: &Option<String>| {
        name.as_ref().and_then(|n| {
            find_character(n).or_else(|| {
                faults.push(format!("focus: nobody is called `{n}`"));
                None
            })
        })
    };
    let (focus_primary, focus_secondary) = (find_focus(&plan.focus_primary), find_focus(&plan.focus_secondary));
    let is_servant = |name: &str| {
        cast.iter().any(|(sheet, _)| sheet.kind == SheetKind::Servant && sheet.name.eq_ignore_ascii_case(name))
    };
    faults.extend(find_hint_faults(&plan.hints, is_servant).into_iter().map(|(_, fault)| fault));
    let hints: Vec<_> =
        plan.hints.iter().filter_map(|(servant, words)| Some((find_character(servant)?, words.clone()))).collect();
    check_familiars(&cast, &familiars, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }

    let characters = build_characters(&cast, &built_teams, &seats);
    let library_or_empty = |sheet: Option<Sheet>, name: &str| sheet.unwrap_or_else(|| Sheet::empty_library(name));
    let sheets = [library_or_empty(plan.spells, "Command Spells"), library_or_empty(plan.items, "Items")]
        .into_iter()
        .chain(cast.iter().map(|(sheet, _)| (*sheet).clone()))
        .chain(familiars)
        .collect();
    let find_own_seat =
        |number| seats.iter().position(|s| s.own_characters.contains(&CharacterId::at(number))).map(SeatId::at);
    let own_seats = (0..characters.len()).map(find_own_seat).collect();
    let setup = Setup {
        title: plan.title,
        seed: plan.seed,
        focus_primary,
        focus_secondary,
        switches: plan.switches,
        visibility_table: plan.visibility_table.unwrap_or_else(common::visibility_table),
        sheets,
        locations,
        water: plan.water,
        teams: built_teams,
        seats,
        own_seats,
    };
    Ok(build_first_position(setup, characters, &hints))
}

/// Builds the characters of a cast, each with its team and the seat that orders for it.
fn build_characters(cast: &[(&Sheet, usize)], teams: &[Team], seats: &[Seat]) -> Vec<Character> {
    let build = |(index, (sheet, team)): (usize, &(&Sheet, usize))| {
        let id = CharacterId::at(index);
        let is_of_team = |seat: &Seat| seat.team == TeamId::at(*team);
        let own_seat =
            seats.iter().position(|s| is_of_team(s) && (s.own_characters.is_empty() || s.own_characters.contains(&id)));
        let seat = own_seat.or_else(|| seats.iter().position(is_of_team)).map(SeatId::at);
        let place = u16::try_from(index + SheetId::FIRST_CHARACTER).unwrap_or(u16::MAX);
        build_character(sheet, SheetId(place), &teams[*team], id, seat)
    };
    cast.iter().enumerate().map(build).collect()
}

/// Builds the position before the first Night.
fn build_first_position(setup: Setup, characters: Vec<Character>, hints: &[(CharacterId, String)]) -> War {
    let igm = IgmState { pieces: build_first_pieces(&setup, &characters, hints), red: Vec::new() };
    let seats = vec![SeatMemory::default(); setup.seats.len()];
    let mut war = War {
        past_deeds: Vec::new(),
        round: None,
        in_use: None,
        setup: Arc::new(setup),
        night: 0,
        characters,
        active_skills: Vec::new(),
        dropped: BTreeMap::new(),
        seats,
        named_publicly: BTreeSet::new(),
        ruled: Vec::new(),
        logic: Ledger::default(),
        igm,
        hunt: None,
        story_nights: Vec::new(),
        ended: None,
        endings: Vec::new(),
        in_force: super::in_force::InForce::default(),
        bonds: Arc::default(),
    };
    war.rebuild_bonds();
    war.reindex();
    war.fill_to_maxima();
    war
}

/// Builds the teams with their homes, and the seats by name.
fn build_teams(
    teams: &[PlannedTeam],
    shared_homes: bool,
    find: &dyn Fn(&str) -> Option<CharacterId>,
    locations: &[Location],
    faults: &mut Faults,
) -> (Vec<Team>, Vec<Seat>) {
    let mut built_teams = Vec::new();
    let mut seats: Vec<Seat> = Vec::new();
    let mut homes: BTreeSet<LocationId> = BTreeSet::new();
    let find_location =
        |name: &str| locations.iter().position(|l| l.name.eq_ignore_ascii_case(name)).map(LocationId::at);
    report_duplicates("teams", teams.iter().map(|team| &team.name), faults);
    for (index, team) in teams.iter().enumerate() {
        let home = find_location(&team.home).unwrap_or_else(|| {
            let nearest_name = nearest(&team.home, locations.iter().map(|l| l.name.as_str()));
            let hint = nearest_name.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
            faults.push(format!("team `{}`: there is no location `{}` for its home{hint}", team.name, team.home));
            LocationId(0)
        });
        if !homes.insert(home) && !shared_homes {
            faults.push(format!("team `{}`: `{}` is another team's home already (A174)", team.name, team.home));
        }
        for sheet in &team.servants {
            if sheet.kind != SheetKind::Servant {
                faults.push(format!("team `{}`: `{}` is no Servant", team.name, sheet.name));
            }
        }
        if team.master.kind != SheetKind::Master {
            faults.push(format!("team `{}`: `{}` is no Master", team.name, team.master.name));
        }
        built_teams.push(Team {
            name: team.name.clone(),
            master: find(&team.master.name).unwrap_or(CharacterId(0)),
            servants: team.servants.iter().filter_map(|s| find(&s.name)).collect(),
            home,
        });
        for (name, own) in &team.seats {
            let own_characters = own
                .iter()
                .filter_map(|c| {
                    find(c).or_else(|| {
                        faults.push(format!("seat `{name}`: nobody is called `{c}`"));
                        None
                    })
                })
                .collect();
            seats.push(Seat { name: name.clone(), team: TeamId::at(index), own_characters });
        }
    }
    seats.sort_by(|a, b| a.name.cmp(&b.name));
    report_duplicates("seats", seats.iter().map(|seat| &seat.name), faults);
    (built_teams, seats)
}

/// Returns what is wrong with the GM's hints, each with the index of the hint. Hints must be about Servants, unique,
/// and at most ten (R326).
pub fn find_hint_faults(hints: &[(String, String)], is_servant: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
    let mut faults = Vec::new();
    if hints.len() > STARTING_HINTS {
        let message = format!("the IGM begins with {STARTING_HINTS} hints, and there are {} (R326)", hints.len());
        faults.push((STARTING_HINTS, message));
    }
    for (index, (servant, words)) in hints.iter().enumerate() {
        if !is_servant(servant) {
            faults.push((index, format!("the IGM's hints: no Servant is called `{servant}` (R326)")));
        } else if hints.iter().take(index).any(|(_, earlier)| earlier == words) {
            faults.push((index, format!("the IGM's hints: \"{words}\" stands there twice (R326)")));
        }
    }
    faults
}

/// Reports names that are given twice, in any letter case.
fn report_duplicates<'n>(what: &str, names: impl Iterator<Item = &'n String>, faults: &mut Faults) {
    let mut known = BTreeSet::new();
    for name in names {
        if !known.insert(name.to_ascii_lowercase()) {
            faults.push(format!("two {what} are called `{name}`"));
        }
    }
}

/// Checks that every familiar that is summoned has a sheet, and that no summoning leads back to itself (R112).
fn check_familiars(cast: &[(&Sheet, usize)], familiars: &[Sheet], faults: &mut Faults) {
    let find_familiar = |name: &str| familiars.iter().position(|f| f.name.eq_ignore_ascii_case(name));
    report_duplicates("familiars", familiars.iter().map(|familiar| &familiar.name), faults);
    for familiar in familiars.iter().filter(|f| cast.iter().any(|(s, _)| s.name.eq_ignore_ascii_case(&f.name))) {
        faults.push(format!("a character and a familiar are called `{}`", familiar.name));
    }
    for sheet in cast.iter().map(|(sheet, _)| *sheet).chain(familiars) {
        for name in sheet.familiars.iter().filter(|name| find_familiar(name).is_none()) {
            faults.push(format!("`{}` summons `{name}`, but there is no sheet of such a familiar", sheet.name));
        }
    }
    for (start, familiar) in familiars.iter().enumerate() {
        let mut reached = vec![false; familiars.len()];
        let mut pending = vec![start];
        while let Some(current) = pending.pop() {
            for other in familiars[current].familiars.iter().filter_map(|name| find_familiar(name)) {
                if !std::mem::replace(&mut reached[other], true) {
                    pending.push(other);
                }
            }
        }
        if reached[start] {
            faults.push(format!("`{}` summons what in the end summons `{0}`: there would be no end", familiar.name));
        }
    }
}

/// Builds a character from a sheet, with full Health and Mana and without bonds.
fn build_character_from_sheet(sheet: &Sheet, id: SheetId, at: LocationId) -> Character {
    Character {
        name: sheet.name.clone(),
        sheet: id,
        kind: sheet.kind,
        at,
        health: sheet.health,
        mana: sheet.mana,
        death: None,
        is_in_spirit_form: false,
        seat: None,
        master: None,
        first_master: None,
        masterless_since: None,
        unpaid: None,
        spoils: Vec::new(),
        bereft_of: None,
        summoner: None,
        mastery: None,
        statuses: Vec::new(),
        lingering: Vec::new(),
        items: Vec::new(),
        uses: Vec::new(),
        counted: Vec::new(),
        counted_in_battle: Vec::new(),
        worked: Vec::new(),
        hits: Vec::new(),
        absorbed: Vec::new(),
        maxima: None,
        ap_change: 0,
        battle: Battle::default(),
        knows: BTreeSet::new(),
        heard: BTreeSet::new(),
        seen_dead: BTreeSet::new(),
        sightings: BTreeMap::new(),
        last_attack: None,
        learned: Vec::new(),
        bonds: BTreeMap::new(),
        turn: Turn::default(),
    }
}

/// Builds a familiar as it appears at `at`, without AP and SP this Turn (R083).
pub(crate) fn build_familiar(war: &War, name: &str, sheet: SheetId, at: LocationId, by: CharacterId) -> Character {
    let familiar_sheet = &war.setup.sheets[sheet.index()];
    let partners: BTreeSet<CharacterId> = war.ids().filter(|id| war.are_partners(*id, by)).collect();
    let luck = familiar_sheet.stats.main_rank(Stat::LCK).unwrap_or(Turn::default().luck);
    Character {
        name: name.to_owned(),
        kind: SheetKind::Familiar,
        summoner: Some(by),
        knows: partners.clone(),
        turn: Turn { partners, luck, ..Turn::default() },
        ..build_character_from_sheet(familiar_sheet, sheet, at)
    }
}

/// Builds a Master or Servant as the War begins (R001, R156).
fn build_character(sheet: &Sheet, sheet_id: SheetId, team: &Team, id: CharacterId, seat: Option<SeatId>) -> Character {
    let is_master = sheet.kind == SheetKind::Master;
    let mastery = MasterState {
        cp: Exact::ZERO,
        command_spells: 3,
        is_qualified: true,
        servants: team.servants.clone(),
        homes: vec![team.home],
        is_sheltered: false,
        puzzle: None,
        guards: Vec::new(),
        pacts: Vec::new(),
    };
    let members = std::iter::once(team.master).chain(team.servants.iter().copied());
    Character {
        seat,
        master: (!is_master).then_some(team.master),
        first_master: (!is_master).then_some(team.master),
        mastery: is_master.then_some(mastery),
        knows: members.filter(|other| *other != id).collect(),
        ..build_character_from_sheet(sheet, sheet_id, team.home)
    }
}

fn build_map(planned: &[PlannedLocation], faults: &mut Faults) -> Vec<Location> {
    let mut planned: Vec<&PlannedLocation> = planned.iter().collect();
    planned.sort_by(|a, b| a.name.cmp(&b.name));
    let find_location = |name: &str| planned.iter().position(|l| l.name.eq_ignore_ascii_case(name)).map(LocationId::at);
    if planned.is_empty() {
        faults.push("the map has no locations".to_owned());
    }
    let mut map = Vec::new();
    for (index, location) in planned.iter().enumerate() {
        if find_location(&location.name) != Some(LocationId::at(index)) {
            faults.push(format!("two locations are called `{}`", location.name));
        }
        let mut adjacent = BTreeSet::new();
        for name in &location.adjacent {
            match find_location(name) {
                None => faults.push(format!("location `{}`: there is no neighbour `{name}`", location.name)),
                Some(other) if other.index() == index => {
                    faults.push(format!("location `{}` is its own neighbour", location.name));
                }
                Some(other) => {
                    let leads_back =
                        planned[other.index()].adjacent.iter().any(|n| n.eq_ignore_ascii_case(&location.name));
                    if !leads_back {
                        faults.push(format!("`{}` leads to `{name}`, but `{name}` does not lead back", location.name));
                    }
                    adjacent.insert(other);
                }
            }
        }
        let bind_bridge = |(to, bridge): &(String, String)| Some((find_location(to)?, bridge.clone()));
        let bridges = location.bridges.iter().filter_map(bind_bridge);
        map.push(Location {
            name: location.name.clone(),
            adjacent: adjacent.into_iter().collect(),
            facility: location.facility,
            spot: location.spot,
            bridges: bridges.collect(),
        });
    }
    map
}
