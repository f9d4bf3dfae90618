//! Sheets: the programs of a War, written in the rulebook's English (docs/sheets.md).
//!
//! | module | holds |
//! | --- | --- |
//! | `load_sheet`, `load_skill`, `effect_sentences` | YAML → [`Sheet`] and its skills, with their sentences compiled |
//! | `skill`, `attack_kind` | a skill; whether it is an attack, and what makes it one |
//! | `yaml`, `yaml_repair`, `reader` | hand-written YAML with source spans; repair of slips that make a file invalid YAML; a reader that takes a map key by key |
//! | `statuses` | statuses that a sheet defines under headings of their own; sentences that inflict one are expanded |
//! | `item_heading` | the name and price of an item before its effects |
//! | `stated_fields` | fields that the sentences state: an upkeep, what an item's use takes, the damage of each hit |
//! | `owner_names` | the owner of a sheet, called by class or name in its sentences |
//! | `sheet_keys`, `schema` | every key of a sheet; the JSON Schema generated from them |
//! | `checks`, `misplaced_effects`, `owner_references`, `everyone_else`, `unsupported`, `upkeep_and_uses` | errors between the parts of a sheet; effects that do not fit their skill; words that refer to this sheet or this skill; words such as `everyone_else`; effects that no Night can carry out |
//! | `unclear_in_use` | sentences of a used skill that could be of this use, or of what comes later |
//! | `conditions_after_blows`, `already_conditions` | conditions that would be evaluated after the skill has changed what they ask about |
//! | `lints`, `use_lints`, `upgrade_rings`, `impossible_conditions`, `missing_duration` | warnings: sentences that do nothing, or not what their author expects |
//! | `common`, `library`, `visibility_table` | Command Spells and items; the sheets that ship with the program; who learns what |
//! | `import` | the rulebook's text form → a sheet |

mod already_conditions;
pub mod attack_kind;
mod checks;
pub mod common;
mod conditions_after_blows;
pub mod effect_sentences;
mod everyone_else;
pub mod import;
mod impossible_conditions;
pub mod item_heading;
pub mod library;
mod lints;
pub mod load_sheet;
mod load_skill;
pub mod misplaced_effects;
mod missing_duration;
mod owner_names;
mod owner_references;
pub mod reader;
pub mod schema;
pub mod sheet_keys;
pub mod skill;
pub mod stated_fields;
pub mod statuses;
mod unclear_in_use;
mod unsupported;
mod upgrade_rings;
mod upkeep_and_uses;
mod use_lints;
pub mod visibility_table;
pub mod yaml;
mod yaml_repair;

use crate::language::effect::{Effect, Modifier};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::{Acuity, Rank};
use crate::vocabulary::stat::Stat;

use skill::Skill;

/// The codes of faults in a sheet's contents.
pub mod code {
    crate::language::codes::codes! {
        /// A familiar summons itself.
        SUMMONS_ITSELF = "E229";
        /// A file holds no sheet.
        EMPTY = "E230";
        /// A `kind` that is none: `master`, `servant`, `familiar`.
        KIND = "E231";
        /// N/A where a rank must stand (A018).
        NOT_AVAILABLE = "E232";
        /// A number is out of its range.
        RANGE = "E233";
        /// Two skills have one name.
        DUPLICATE_SKILL = "E234";
        /// `Upgrades "X"` of a skill that is not on the sheet.
        UNKNOWN_UPGRADE = "E235";
        /// A requirement that names a skill that is not on the sheet.
        UNKNOWN_REQUIREMENT = "E236";
        /// A name that cannot be typed in orders.
        NAME = "E237";
        /// A key that this kind of character cannot have.
        NOT_FOR_KIND = "E238";
        /// An effect that does not fit its skill.
        MISPLACED_EFFECT = "E239";
        /// An effect is understood, but nothing can carry it out.
        NOT_YET = "E240";
        /// A skill has two durations.
        TWO_DURATIONS = "E246";
        /// Skills upgrade each other in a ring.
        UPGRADE_RING = "E247";
        /// A rank has more than three subranks (A016).
        SUBRANKS = "W231";
        /// A skill has fewer targets than kinds of target (R120, R415).
        MAX_TARGETS = "W232";
        /// A Passive has a cost (R108).
        PASSIVE_COST = "W233";
        /// A basic attack does not cost 1 AP (R097).
        BASIC_COST = "W234";
        /// A skill has a cost that its owner can never pay (R084).
        UNPAYABLE = "W235";
        /// An upgrade that changes nothing, or an arrow that nothing turns (R427).
        IDLE_ARROW = "W236";
        /// A Servant has no basic attack or no Noble Phantasm (R063, R099).
        INCOMPLETE = "W237";
        /// What holds of attacks asks for the attack that is being made: `if the user attacks a Servant`.
        UNDER_WAY = "W240";
        /// What is always on has a duration, which never begins (R102).
        NEVER_BEGINS = "W241";
        /// A condition can never hold, or always does.
        NEVER_HOLDS = "W242";
        /// Two sentences cancel each other.
        CANCELLED = "W243";
        /// A sentence or limit is said twice and counts once.
        SAID_TWICE = "W244";
        /// A status is put on somebody who is immune to it.
        IMMUNE = "W245";
        /// An ability speaks of a target, which it does not have.
        NO_TARGET = "W246";
        /// What a sentence waits for has been done by then.
        TOO_LATE = "W247";
        /// An attack asks before its own hits whether its target was hit.
        BEFORE_ITS_HITS = "W248";
        /// A used skill asks once, as it is used, of what could happen later: `if the target attacks the user`.
        ASKED_ONCE = "E248";
        /// Whom an effect sends into Spirit Form does not enter it in battle (R250, A094).
        NOT_IN_BATTLE = "W250";
        /// Of several targets the next attacks are counted once for all, and what others do is done once, if one of
        /// them is so.
        COUNTED_TOGETHER = "W251";
        /// What lasts for several Turns asks at every moment what was done this Turn; AP of the next Turn ask as it
        /// begins.
        ASKED_ANEW = "W252";
        /// Only the user is left out of a harm that spares all of their own side (R369).
        OWN_SPARED = "W253";
        /// A sentence among the effects describes, and does nothing.
        DESCRIBES = "W254";
        /// `and` and `or` beside each other without brackets (A240).
        UNBRACKETED = "W255";
        /// A field does once, in the Turn it is laid, what has no `each`.
        ONCE_IN_FIELD = "W256";
        /// What has a longer time of its own ends with its skill.
        CUT_SHORT = "W257";
        /// What a used skill sets would hold for ever, because no time is said.
        NO_END = "W295";
    }
}

/// What a sheet describes: a kind of character, or a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SheetKind {
    /// A Master.
    Master,
    /// A Servant.
    Servant,
    /// A familiar.
    Familiar,
    /// No character: a library of Command Spells, items or services (`sheets/common/`).
    Library,
}

/// A checked sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Servant, Master, familiar, or a library of skills.
    pub kind: SheetKind,
    /// The public handle; a Servant's is its class.
    pub name: String,
    /// The secret name.
    pub true_name: Option<String>,
    /// A Servant's class.
    pub class: Option<String>,
    /// As written; conditions may refer to it.
    pub sex: Option<String>,
    /// As written; filters such as `Evil` match its words.
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
    /// The rank of concealment; `None` where ACT applies.
    pub concealment: Option<Rank>,
    /// Maximum Health (R015–R017).
    pub health: Exact,
    /// Health regenerated each Turn (R020).
    pub health_regen: Exact,
    /// Maximum Mana (R024–R026).
    pub mana: Exact,
    /// Mana regenerated each Turn (R027).
    pub mana_regen: Exact,
    /// The ranked stats.
    pub stats: Stats,
    /// AP per Turn; 0 for Masters (R077, R084).
    pub ap: u32,
    /// Abilities, the basic attack, skills and Noble Phantasms in the order of the sheet.
    pub skills: Vec<Skill>,
    /// A Master's endings.
    pub endings: Vec<MasterEnding>,
    /// The names of the familiars' sheets that its skills summon: the listed names, then the names its sentences use.
    pub familiars: Vec<String>,
    /// What a familiar transmits, as written (R075).
    pub transmits: Option<String>,
}

/// The ranked stats of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// STR, END, MAE, MAR, AGI, LCK, in that order.
    pub main_ranks: [Rank; 6],
    /// ACT (no subranks, R062).
    pub act: Acuity,
    /// NP; `None` is N/A (A018).
    pub np: Option<Rank>,
}

impl Stats {
    /// The rank of one of the main six or of NP. `None` for ACT, and for an NP that is N/A.
    pub fn rank_of(&self, stat: Stat) -> Option<Rank> {
        if stat == Stat::NP { self.np } else { self.main_rank(stat) }
    }

    /// Sets one of the main six. ACT and NP stay unchanged.
    pub fn set_main_rank(&mut self, stat: Stat, rank: Rank) {
        if let Some(rank_slot) =
            Stat::MAIN.iter().position(|s| *s == stat).and_then(|index| self.main_ranks.get_mut(index))
        {
            *rank_slot = rank;
        }
    }

    /// The rank of one of the main six; `None` for ACT and NP.
    pub fn main_rank(&self, stat: Stat) -> Option<Rank> {
        Stat::MAIN.iter().position(|s| *s == stat).and_then(|index| self.main_ranks.get(index).copied())
    }
}

/// An ending of a Master (R401).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MasterEnding {
    /// `Good End`, `Normal End`, …
    pub kind: String,
    /// Its condition as written.
    pub condition: String,
}

impl Sheet {
    /// The index of the skill with a name, in any letter case. Either name of a progression matches.
    pub fn skill_index(&self, name: &str) -> Option<usize> {
        self.skills.iter().position(|s| s.is_called(name))
    }

    /// How many familiars of this sheet one summoner can have at a time; `None` where the sheet sets no limit. The
    /// lowest limit counts.
    pub fn max_per_summoner(&self) -> Option<u32> {
        let modifiers = self.skills.iter().flat_map(|skill| &skill.effects).filter_map(|line| match &line.effect {
            Effect::Sentence(sentence) => sentence.operation.modifier(),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        });
        let most = modifiers.filter_map(|modifier| match modifier {
            Modifier::AtMostExist(most) => Some(*most),
            _ => None,
        });
        most.min()
    }

    /// The index of the basic attack, if the sheet has one.
    pub fn basic_attack_index(&self) -> Option<usize> {
        self.skills.iter().position(|s| s.role == skill::Role::BasicAttack)
    }
}

impl Sheet {
    /// Appends the entries of another library.
    #[must_use]
    pub fn extended_with(mut self, other: &Sheet) -> Sheet {
        self.skills.extend(other.skills.iter().cloned());
        self
    }

    /// An empty library of this name.
    pub fn empty_library(name: &str) -> Sheet {
        use crate::vocabulary::rank::RankLetter;
        Sheet {
            kind: SheetKind::Library,
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
            stats: Stats { main_ranks: [Rank::plain(RankLetter::E); 6], act: Acuity::None, np: None },
            ap: 0,
            skills: Vec::new(),
            endings: Vec::new(),
            familiars: Vec::new(),
            transmits: None,
        }
    }
}
