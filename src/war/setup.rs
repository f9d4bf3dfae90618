//! What never changes during a War: sheets, map, teams, seats, switches, seed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::sheet::skill::Skill;
use crate::sheet::visibility_table::VisibilityTable;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::seed::Seed;
use crate::vocabulary::switches::Switches;

/// The id of a sheet of the War.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SheetId(pub u16);

impl SheetId {
    /// The sheet of Command Spells.
    pub const SPELLS: SheetId = SheetId(0);
    /// The sheet of items.
    pub const ITEMS: SheetId = SheetId(1);
    /// The sheet of the GM's rulings, which the War itself holds.
    pub const RULED: SheetId = SheetId(u16::MAX);
    /// The first sheet of a character.
    pub const FIRST_CHARACTER: usize = 2;

    /// Returns the index in the Setup's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the id for an index in the Setup's list.
    fn at(index: usize) -> Option<SheetId> {
        u16::try_from(index).ok().map(SheetId)
    }
}

/// A skill, Command Spell or item, by its sheet and its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillRef {
    /// The sheet it stands on.
    pub sheet: SheetId,
    /// Its index on the sheet.
    pub skill_index: u16,
}

/// A skill with its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedSkill {
    /// The character that uses it, or has used it.
    pub user: CharacterId,
    /// The skill.
    pub skill: SkillRef,
    /// Whether it is in its upgraded form.
    pub is_upgraded: bool,
    /// The character it is used on, where one is known: the type of its damage may depend on them.
    pub target: Option<CharacterId>,
}

impl UsedSkill {
    /// The same skill, used on somebody.
    #[must_use]
    pub const fn on(self, target: CharacterId) -> UsedSkill {
        UsedSkill { target: Some(target), ..self }
    }
}

/// A location of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// The locations one move away, in order.
    pub adjacent: Vec<LocationId>,
    /// Its facility, if it has one.
    pub facility: Option<Facility>,
    /// Its coordinates on the map, if the War gives them: to the east, to the south.
    pub spot: Option<(i64, i64)>,
    /// The bridges by which its ways cross water, each with the location it leads to.
    pub bridges: Vec<(LocationId, String)>,
}

/// A facility at a location (R317–R351).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Facility {
    /// The IGM's location (R317).
    IgmOffice,
    /// It allows one purchase a Turn (R338).
    AdvancedHospital,
    /// It allows unlimited purchases (R339).
    SuperMall,
    /// It allows a visit (R333).
    FancyMansion,
}

impl Facility {
    /// All facilities.
    pub const ALL: [Facility; 4] =
        [Facility::IgmOffice, Facility::AdvancedHospital, Facility::SuperMall, Facility::FancyMansion];

    /// Returns its word in `map.yaml`.
    pub const fn name(self) -> &'static str {
        match self {
            Facility::IgmOffice => "igm-office",
            Facility::AdvancedHospital => "advanced-hospital",
            Facility::SuperMall => "super-mall",
            Facility::FancyMansion => "fancy-mansion",
        }
    }
}

/// A team as the War began (R001).
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct Team {
    pub name: String,
    pub master: CharacterId,
    /// The team's Servants, in contract order.
    pub servants: Vec<CharacterId>,
    /// Its Home Base (R221).
    pub home: LocationId,
}

/// A seat: the unit of orders, updates and packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name; that of the team, if the team has one player.
    pub name: String,
    /// Its team.
    pub team: TeamId,
    /// The characters that the seat lists as its own; empty where it follows the team's Master.
    pub own_characters: Vec<CharacterId>,
}

/// Everything that is fixed when the War starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The War's title.
    pub title: String,
    /// The seed of every draw.
    pub seed: Seed,
    /// The first focus character (R380).
    pub focus_primary: Option<CharacterId>,
    /// The character that replaces them (R383).
    pub focus_secondary: Option<CharacterId>,
    /// The switches.
    pub switches: Switches,
    /// Who learns what of an event (I01–I24).
    pub visibility_table: Arc<VisibilityTable>,
    /// Command Spells, items, then the characters' sheets in order of id, then the familiars'.
    pub sheets: Vec<Sheet>,
    /// The map, in order of name.
    pub locations: Vec<Location>,
    /// The waters of the map, from point to point.
    pub water: Vec<Vec<(i64, i64)>>,
    /// The teams, in order of name.
    pub teams: Vec<Team>,
    /// The seats, in order of name.
    pub seats: Vec<Seat>,
    /// Each character's own seat, by index; stored because [`Setup::own_seat`] is called thousands of times a Night.
    pub own_seats: Vec<Option<SeatId>>,
}

impl Setup {
    /// Returns a skill.
    pub fn skill(&self, skill: SkillRef) -> &Skill {
        &self.sheets[skill.sheet.index()].skills[usize::from(skill.skill_index)]
    }

    /// Returns the skill with a name on a sheet, by either name of a progression.
    pub fn find_skill(&self, sheet: SheetId, name: &str) -> Option<SkillRef> {
        let index = self.sheets.get(sheet.index())?.skill_index(name)?;
        Some(SkillRef { sheet, skill_index: u16::try_from(index).ok()? })
    }

    /// Returns the sheet of the familiar with a name, in any letter case.
    pub fn familiar_named(&self, name: &str) -> Option<SheetId> {
        let is_named_familiar =
            |sheet: &Sheet| sheet.kind == SheetKind::Familiar && sheet.name.eq_ignore_ascii_case(name);
        SheetId::at(self.sheets.iter().position(is_named_familiar)?)
    }

    /// Returns a location.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }

    /// Returns the location with a name, in any letter case.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        self.locations.iter().position(|l| l.name.eq_ignore_ascii_case(name)).map(LocationId::at)
    }

    /// Returns the team with a name, in any letter case.
    pub fn team_named(&self, name: &str) -> Option<TeamId> {
        self.teams.iter().position(|t| t.name.eq_ignore_ascii_case(name)).map(TeamId::at)
    }

    /// Returns the seat with a name, in any letter case.
    pub fn seat_named(&self, name: &str) -> Option<SeatId> {
        self.seats.iter().position(|s| s.name.eq_ignore_ascii_case(name)).map(SeatId::at)
    }

    /// Returns a character's own seat, if it has one.
    pub fn own_seat(&self, id: CharacterId) -> Option<SeatId> {
        self.own_seats.get(id.index()).copied().flatten()
    }

    /// Returns the next location on the shortest way between two; of several, the first in the map's order. `None` if
    /// there is no way, or if both are the same.
    pub fn next_step(&self, from: LocationId, to: LocationId) -> Option<LocationId> {
        let neighbours = self.location(from).adjacent.iter().copied();
        let by_distance = neighbours.filter_map(|location| Some((self.distance(location, to)?, location)));
        by_distance.min().map(|(_, location)| location).filter(|_| from != to)
    }

    /// Returns how many moves apart two locations are; `None` if there is no way.
    pub fn distance(&self, from: LocationId, to: LocationId) -> Option<u32> {
        let mut reached = vec![from];
        let mut frontier = vec![from];
        let mut steps = 0;
        while !frontier.is_empty() {
            if frontier.contains(&to) {
                return Some(steps);
            }
            let mut next_frontier = Vec::new();
            for location in frontier.iter().flat_map(|l| &self.location(*l).adjacent) {
                if !reached.contains(location) {
                    reached.push(*location);
                    next_frontier.push(*location);
                }
            }
            frontier = next_frontier;
            steps += 1;
        }
        None
    }
}
