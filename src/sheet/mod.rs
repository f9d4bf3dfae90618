//! Sheets: the programs of a War, written in the rulebook's English (INTERFACES 1, EFFECTS).
//!
//! May import [`crate::language`] and [`crate::vocabulary`].

pub mod reader;
pub mod skill;
pub mod yaml;

use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;

use skill::Skill;

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
    /// Names of the familiars' sheets its skills summon.
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
