//! Sheets: the programs of a War, written in the rulebook's English (INTERFACES 1, EFFECTS).
//!
//! May import [`crate::language`] and [`crate::vocabulary`].

pub mod attack;
mod checks;
pub mod common;
pub mod form;
pub mod import;
pub mod ladder;
mod lints;
pub mod load;
mod load_skill;
mod never;
mod no_end;
pub mod reader;
mod runs;
pub mod schema;
pub mod sentences;
pub mod skill;
pub mod yaml;

use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;

use skill::Skill;

/// The codes of faults in a sheet's contents.
pub mod code {
    /// A `kind` that is none.
    pub const KIND: &str = "E231";
    /// N/A where a rank must stand (A018).
    pub const NOT_AVAILABLE: &str = "E232";
    /// A number out of its range.
    pub const RANGE: &str = "E233";
    /// Two skills of one name.
    pub const DUPLICATE_SKILL: &str = "E234";
    /// `Upgrades "X"` of a skill that is not on the sheet.
    pub const UNKNOWN_UPGRADE: &str = "E235";
    /// A requirement that names a skill that is not on the sheet.
    pub const UNKNOWN_REQUIREMENT: &str = "E236";
    /// A name that cannot be typed in orders.
    pub const NAME: &str = "E237";
    /// A key that this kind of character cannot have.
    pub const NOT_FOR_KIND: &str = "E238";
    /// An effect that does not fit its skill.
    pub const MISPLACED_EFFECT: &str = "E239";
    /// An effect that is understood, but that the engine cannot carry out yet.
    pub const NOT_YET: &str = "E240";
    /// Two durations for one skill.
    pub const TWO_DURATIONS: &str = "E246";
    /// Skills that upgrade each other in a ring.
    pub const UPGRADE_RING: &str = "E247";
    /// A familiar that summons itself.
    pub const SUMMONS_ITSELF: &str = "E229";
    /// A file that holds no sheet.
    pub const EMPTY: &str = "E230";
    /// More than three subranks (A016).
    pub const SUBRANKS: &str = "W231";
    /// Fewer targets than kinds of target (R120, R415).
    pub const MAX_TARGETS: &str = "W232";
    /// A Passive with a cost (R108).
    pub const PASSIVE_COST: &str = "W233";
    /// A basic attack that does not cost 1 AP (R097).
    pub const BASIC_COST: &str = "W234";
    /// A cost its owner can never pay (R084).
    pub const UNPAYABLE: &str = "W235";
    /// An upgrade that changes nothing, or an arrow that nothing turns (R427).
    pub const IDLE_ARROW: &str = "W236";
    /// A Servant without a basic attack or a Noble Phantasm (R063, R099).
    pub const INCOMPLETE: &str = "W237";
    /// A duration of what is always on (R102).
    pub const NEVER_BEGINS: &str = "W241";
    /// A condition that can never hold.
    pub const NEVER_HOLDS: &str = "W242";
    /// Two sentences that cancel each other.
    pub const CANCELLED: &str = "W243";
    /// A sentence or limit that is said twice and counts once.
    pub const SAID_TWICE: &str = "W244";
    /// A status on those who are immune to it.
    pub const IMMUNE: &str = "W245";
    /// An ability that speaks of a target it does not have.
    pub const NO_TARGET: &str = "W246";
    /// What a sentence waits for has been done by then.
    pub const TOO_LATE: &str = "W247";
    /// What a used skill sets would hold for ever, because no time is said.
    pub const NO_END: &str = "W295";
}

/// What a character is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A Master.
    Master,
    /// A Servant.
    Servant,
    /// A familiar.
    Familiar,
    /// No character: a shelf of Command Spells, items, services (`sheets/common/`).
    Library,
}

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What the character is.
    pub kind: Kind,
    /// The public handle; a Servant's is its class.
    pub name: String,
    /// The secret name.
    pub true_name: Option<String>,
    /// A Servant's class.
    pub class: Option<String>,
    /// As written.
    pub sex: Option<String>,
    /// As written; its words are what filters such as `Evil` look at.
    pub alignment: Option<String>,
    /// As written.
    pub origin: Option<String>,
    /// What an observer sees.
    pub appearance: Option<String>,
    /// What an acute observer understands.
    pub personality: Option<String>,
    /// What an observer sees in the character's hands.
    pub weapon: Option<String>,
    /// Clues to the true name.
    pub clues: Vec<String>,
    /// Rank of concealment, if better than ACT.
    pub concealment: Option<Rank>,
    /// Maximum Health (R015–R017).
    pub health: Exact,
    /// Health regenerated a Turn (R020).
    pub health_regen: Exact,
    /// Maximum Mana (R024–R026).
    pub mana: Exact,
    /// Mana regenerated a Turn (R027).
    pub mana_regen: Exact,
    /// The ranked stats.
    pub stats: Stats,
    /// AP a Turn; 0 for Masters (R077, R084).
    pub ap: u32,
    /// Abilities, the basic attack, skills and Noble Phantasms in the order of the sheet.
    pub skills: Vec<Skill>,
    /// A Master's endings.
    pub endings: Vec<Ending>,
    /// Names of the familiars' sheets its skills summon: those listed, and those its sentences name.
    pub familiars: Vec<String>,
    /// What a familiar transmits, as written (R075).
    pub transmits: Option<String>,
}

/// The ranked stats of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// STR, END, MAE, MAR, AGI, LCK, in that order.
    pub main: [Rank; 6],
    /// ACT (no subranks, R062).
    pub act: Acuity,
    /// NP; `None` is N/A (A018).
    pub np: Option<Rank>,
}

impl Stats {
    /// One of the main six, or NP; `None` for ACT, and for an NP that is N/A.
    #[must_use]
    pub fn ranked(&self, stat: Stat) -> Option<Rank> {
        if stat == Stat::NP { self.np } else { self.main(stat) }
    }

    /// One of the main six; `None` for ACT and NP.
    #[must_use]
    pub fn main(&self, stat: Stat) -> Option<Rank> {
        Stat::MAIN.iter().position(|s| *s == stat).and_then(|place| self.main.get(place).copied())
    }
}

/// An ending of a Master (R401).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `Good End`, `Normal End`, …
    pub kind: String,
    /// Its condition as written.
    pub condition: String,
}

impl Sheet {
    /// The place of the skill that goes by a name, in any letter case; either name of a progression.
    #[must_use]
    pub fn skill_named(&self, name: &str) -> Option<usize> {
        self.skills.iter().position(|s| s.is_called(name))
    }

    /// The place of the basic attack, if the sheet has one.
    #[must_use]
    pub fn basic_attack(&self) -> Option<usize> {
        self.skills.iter().position(|s| s.role == skill::Role::BasicAttack)
    }
}

impl Sheet {
    /// A shelf with another's entries behind its own.
    #[must_use]
    pub fn with(mut self, other: &Sheet) -> Sheet {
        self.skills.extend(other.skills.iter().cloned());
        self
    }

    /// An empty shelf of the common library.
    #[must_use]
    pub fn shelf(name: &str) -> Sheet {
        use crate::vocabulary::rank::Letter;
        Sheet {
            kind: Kind::Library,
            name: name.to_owned(),
            true_name: None,
            class: None,
            sex: None,
            alignment: None,
            origin: None,
            appearance: None,
            personality: None,
            weapon: None,
            clues: Vec::new(),
            concealment: None,
            health: Exact::ZERO,
            health_regen: Exact::ZERO,
            mana: Exact::ZERO,
            mana_regen: Exact::ZERO,
            stats: Stats { main: [Rank::plain(Letter::E); 6], act: Acuity::None, np: None },
            ap: 0,
            skills: Vec::new(),
            endings: Vec::new(),
            familiars: Vec::new(),
            transmits: None,
        }
    }
}
