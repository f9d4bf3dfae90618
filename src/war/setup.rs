//! What never changes during a War: sheets, map, teams, seats, switches, seed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::sheet::skill::Skill;
use crate::sheet::visibility_table::VisibilityTable;
use crate::sheet::{Sheet, SheetKind};
use crate::vocabulary::ids::{CharacterId, LocationId, SeatId, TeamId};
use crate::vocabulary::seed::Seed;
use crate::vocabulary::switches::Switches;

/// A sheet of the War.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SheetId(pub u16);

impl SheetId {
    /// The shelf of Command Spells.
    pub const SPELLS: SheetId = SheetId(0);
    /// The shelf of items.
    pub const ITEMS: SheetId = SheetId(1);
    /// The shelf of the GM's rulings, which the War holds itself.
    pub const RULED: SheetId = SheetId(u16::MAX);
    /// The first sheet of a character.
    pub const FIRST_CHARACTER: usize = 2;

    /// The place in the Setup's list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The sheet at a place of the Setup's list.
    fn at(place: usize) -> Option<SheetId> {
        u16::try_from(place).ok().map(SheetId)
    }
}

/// A skill, Command Spell or item: a place on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillRef {
    /// The sheet it stands on.
    pub sheet: SheetId,
    /// Its place there.
    pub place: u16,
}

/// A skill in somebody's hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedSkill {
    /// Who uses it, or has used it.
    pub user: CharacterId,
    /// The skill.
    pub skill: SkillRef,
    /// In its upgraded form.
    pub upgraded: bool,
}

/// A location of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its name.
    pub name: String,
    /// One move away, in order.
    pub adjacent: Vec<LocationId>,
    /// What can be had there.
    pub facility: Option<Facility>,
    /// Where it stands on the map, if the War says so: to the east, to the south.
    pub spot: Option<(i64, i64)>,
    /// By which bridges its ways cross a water.
    pub bridges: Vec<(LocationId, String)>,
}

/// What can be had at a location (R317–R351).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Facility {
    /// The IGM's place (R317).
    IgmOffice,
    /// One purchase a Turn (R338).
    AdvancedHospital,
    /// Unlimited purchases (R339).
    SuperMall,
    /// A visit (R333).
    FancyMansion,
}

impl Facility {
    /// All facilities.
    pub const ALL: [Facility; 4] =
        [Facility::IgmOffice, Facility::AdvancedHospital, Facility::SuperMall, Facility::FancyMansion];

    /// The word of `map.yaml`.
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
    /// Its Servants, in contract order.
    pub servants: Vec<CharacterId>,
    /// Its Home Base (R221).
    pub home: LocationId,
}

/// A seat: the unit of orders, updates and packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its name; the team's, where the team has one player.
    pub name: String,
    /// Its team.
    pub team: TeamId,
    /// The characters that are its own by name; empty where it simply follows the team's Master.
    pub own: Vec<CharacterId>,
}

/// All that is frozen when the War starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The War's title.
    pub title: String,
    /// What every draw comes from.
    pub seed: Seed,
    /// The first focus character (R380).
    pub focus_primary: Option<CharacterId>,
    /// Who replaces them (R383).
    pub focus_secondary: Option<CharacterId>,
    /// The switches.
    pub switches: Switches,
    /// Who learns what of an event (I01–I24).
    pub visibility_table: Arc<VisibilityTable>,
    /// Command Spells, items, then the characters' sheets in order of handle, then familiars'.
    pub sheets: Vec<Sheet>,
    /// The map, in order of name.
    pub locations: Vec<Location>,
    /// The waters of the map, from point to point.
    pub water: Vec<Vec<(i64, i64)>>,
    /// The teams, in order of name.
    pub teams: Vec<Team>,
    /// The seats, in order of name.
    pub seats: Vec<Seat>,
    /// The seat each character has of its own, by number: [`Setup::own_seat`] is asked thousands of times a Night.
    pub own_seats: Vec<Option<SeatId>>,
}

impl Setup {
    /// A skill.
    pub fn skill(&self, skill: SkillRef) -> &Skill {
        &self.sheets[skill.sheet.index()].skills[usize::from(skill.place)]
    }

    /// The skill of a name on a sheet, by either name of a progression.
    pub fn find_skill(&self, sheet: SheetId, name: &str) -> Option<SkillRef> {
        let place = self.sheets.get(sheet.index())?.skill_named(name)?;
        Some(SkillRef { sheet, place: u16::try_from(place).ok()? })
    }

    /// The familiar's sheet of a name, in any letter case.
    pub fn familiar_named(&self, name: &str) -> Option<SheetId> {
        let is_it = |sheet: &Sheet| sheet.kind == SheetKind::Familiar && sheet.name.eq_ignore_ascii_case(name);
        SheetId::at(self.sheets.iter().position(is_it)?)
    }

    /// A location.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.index()]
    }

    /// The location of a name, in any letter case.
    pub fn location_named(&self, name: &str) -> Option<LocationId> {
        self.locations.iter().position(|l| l.name.eq_ignore_ascii_case(name)).map(LocationId::at)
    }

    /// The team of a name, in any letter case.
    pub fn team_named(&self, name: &str) -> Option<TeamId> {
        self.teams.iter().position(|t| t.name.eq_ignore_ascii_case(name)).map(TeamId::at)
    }

    /// The seat of a name, in any letter case.
    pub fn seat_named(&self, name: &str) -> Option<SeatId> {
        self.seats.iter().position(|s| s.name.eq_ignore_ascii_case(name)).map(SeatId::at)
    }

    /// The seat a character has of its own, if any.
    pub fn own_seat(&self, id: CharacterId) -> Option<SeatId> {
        self.own_seats.get(id.index()).copied().flatten()
    }

    /// The next location on the shortest way from one to another; of several the first in the map's order. The other
    /// one itself where it lies next to the one; `None` if there is no way.
    pub fn next_step(&self, from: LocationId, to: LocationId) -> Option<LocationId> {
        let near = self.location(from).adjacent.iter().copied();
        let apart = near.filter_map(|place| Some((self.distance(place, to)?, place)));
        apart.min().map(|(_, place)| place).filter(|_| from != to)
    }

    /// How many moves apart two locations are; `None` if there is no way.
    pub fn distance(&self, from: LocationId, to: LocationId) -> Option<u32> {
        let mut reached = vec![from];
        let mut edge = vec![from];
        let mut steps = 0;
        while !edge.is_empty() {
            if edge.contains(&to) {
                return Some(steps);
            }
            let mut next = Vec::new();
            for place in edge.iter().flat_map(|l| &self.location(*l).adjacent) {
                if !reached.contains(place) {
                    reached.push(*place);
                    next.push(*place);
                }
            }
            edge = next;
            steps += 1;
        }
        None
    }
}
