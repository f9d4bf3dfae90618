//! What a seat may know when it writes orders: its own state, the map, the names it has learned.
//!
//! A [`View`] is all that `grail check`, the receipt and the night bind names through, so that
//! the three agree and none can tell whether a hidden name exists. A packet is a View in a file.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::sheet::SheetKind;
use crate::sheet::skill::Payment;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::sex::Sex;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::target::TargetKind;

pub use super::logic_view::LogicView;
pub use crate::war::knowledge::Fact;

/// A seat's own state and knowledge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct View {
    /// The War's title.
    pub war: String,
    /// The Night orders are written for.
    pub night: u32,
    /// The seat's name.
    pub seat: String,
    /// The team's name.
    pub team: String,
    /// The proof of who orders (R232), when the reader of this View may compare it.
    pub token: Option<String>,
    /// The names of all teams (public).
    pub teams: Vec<String>,
    /// The seat's own characters.
    pub own: Vec<OwnCharacter>,
    /// The Home Bases of its Masters (R221).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub homes: Vec<String>,
    /// Everybody else the seat has a name for: known handles, the public roster, aliases.
    pub known: Vec<KnownCharacter>,
    /// The locations with their neighbours.
    pub locations: Vec<KnownLocation>,
    pub command_spells: Vec<SkillCard>,
    pub items: Vec<SkillCard>,
    /// Skill names of others, seen and named before.
    pub seen_skills: Vec<String>,
    /// In this War no `if` waits for what happens: each is asked at its order's place (A253).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub if_is_asked: bool,
    /// The Logic Game's log.
    #[serde(default, skip_serializing_if = "LogicView::is_empty")]
    pub logic: LogicView,
}

/// One of the seat's characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct OwnCharacter {
    /// The handle.
    pub name: String,
    /// Master, Servant or familiar.
    pub kind: SheetKind,
    /// `he` or `she`, if the sheet says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    pub alive: bool,
    pub at: String,
    /// Health now.
    pub health: Exact,
    /// Maximum Health.
    pub max_health: Exact,
    /// Mana now.
    pub mana: Exact,
    /// Maximum Mana.
    pub max_mana: Exact,
    /// AGI as the next Turn begins.
    pub agi: Rank,
    /// AP the next Turn would begin with, before an AGI bonus that hidden facts decide.
    pub ap: u32,
    pub spirit_form: bool,
    /// Whether a battle of its own is going on: Turns in it so far.
    pub turns_in_battle: u32,
    /// Was in battle this Night, so may not scout (R234).
    pub was_in_battle: bool,
    /// The Master, for a Servant with one.
    pub master: Option<String>,
    /// The Servants, for a Master.
    pub servants: Vec<String>,
    /// Command Spells left, for a Master.
    pub command_spells: u32,
    /// A disqualified Master (R137).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disqualified: bool,
    /// For a disqualified Master, whom they can have a contract with again (R138).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_servants: Vec<String>,
    /// For a Master, which Servants shield them before the others (A116).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<String>,
    /// For a Master, the teams they have declared an alliance with (R364).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allies: Vec<String>,
    /// For a Master, the teams they have declared a ceasefire with (R364).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ceasefires: Vec<String>,
    /// Combat Points, for a Master.
    pub cp: Exact,
    /// Items held.
    pub items: Vec<String>,
    /// Names of skills active.
    pub active: Vec<String>,
    /// How many locations one move leads at most, with what its own side may use for it (R273).
    #[serde(default = "one_step")]
    pub stride: u32,
    /// Everything it can use, with its own numbers.
    pub skills: Vec<SkillCard>,
}

const fn one_step() -> u32 {
    1
}

/// A skill as its owner reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct SkillCard {
    /// Its names: one, or both of a progression.
    pub names: Vec<String>,
    /// A Passive skill: always on, so that no order names it.
    pub passive: bool,
    pub basic_attack: bool,
    pub noble_phantasm: bool,
    /// Its type in its present form.
    pub kind: SkillType,
    /// The phase it is used in, in its present form.
    pub phase: Option<Phase>,
    /// Max Number of Targets.
    pub max_targets: u32,
    /// Type of Target.
    pub targets: Vec<TargetKind>,
    /// Damage in its present form.
    pub damage: Option<Damage>,
    /// It reaches people in other locations (R091, R356).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reaches_elsewhere: bool,
    /// Cost in its present form.
    pub cost: Cost,
    /// What of its own side's may still change that tonight: names of abilities and skills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost_changed_by: Vec<String>,
    /// Of an item, its price in Combat Points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Exact>,
    /// Of an item, the facility that sells it, as `map.yaml` calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sold_at: Option<String>,
    /// It occurs before all other actions of its phase, and so cannot wait.
    #[serde(default)]
    pub first: bool,
    /// What may be paid additionally.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payments: Vec<PaymentCard>,
    /// What is chosen among: what each is called, and what it comes to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(String, String)>,
    /// Any words may be chosen: the GM weighs them, or somebody obeys them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_any_words: bool,
}

/// Something that may be paid additionally in a use (family 35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentCard {
    /// How much.
    pub amount: Exact,
    /// Of what.
    pub what: Resource,
    /// The phase the skill is used in then, where that is another (family 21).
    pub phase: Option<Phase>,
    /// The amount is a step: any number of them may be paid (family 44).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_steps: bool,
    /// How much at most; `None` is as much as there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Exact>,
}

impl PaymentCard {
    /// Whether this is paid by so much.
    pub fn is_paid_by(&self, amount: Exact, what: Resource) -> bool {
        let PaymentCard { amount: asked, what: of, in_steps, at_most, .. } = *self;
        Payment { amount: asked, what: of, in_steps, at_most }.is_paid_by(amount, what)
    }
}

/// Somebody the seat has a name for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownCharacter {
    /// The handle or alias.
    pub name: String,
    /// Master, Servant or familiar, if known.
    pub kind: Option<SheetKind>,
    /// `he` or `she`, where the seat has seen it (I03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// Known by handle because met and recognised (a roster name alone is not).
    pub recognised: bool,
    /// Where last seen, with the Night.
    pub last_seen: Option<(String, u32)>,
    /// That was by day: it does not say where they are at night.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_day: bool,
    /// Whether the seat knows them to be dead.
    pub dead: bool,
    /// Whom a Servant was last seen, or told, to serve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub master: Option<String>,
    /// The team whose Master this is, for one who is known by name (R377).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// What effects have told of them, with the Night.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<(Fact, u32)>,
}

/// A place of the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLocation {
    /// Its name.
    pub name: String,
    /// One move away.
    pub adjacent: Vec<String>,
    /// `igm-office`, `advanced-hospital`, `super-mall`, `fancy-mansion`, if any.
    pub facility: Option<String>,
    /// Where it stands on the map, if the War says so: to the east, to the south.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(i64, i64)>,
    /// Neighbours to which a bridge leads, and what that is called.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bridges: Vec<(String, String)>,
}

impl View {
    /// The own character of a name, in any letter case.
    pub fn own(&self, name: &str) -> Option<&OwnCharacter> {
        self.own.iter().find(|c| c.name.eq_ignore_ascii_case(name))
    }

    /// Every character name the seat may write.
    pub fn character_names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|c| c.name.as_str()).chain(self.known.iter().map(|c| c.name.as_str()))
    }
}

impl SkillCard {
    /// Whether the skill goes by this name, in any letter case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|n| n.eq_ignore_ascii_case(name))
    }
}
