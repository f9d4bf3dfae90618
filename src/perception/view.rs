//! What a seat may know when it writes orders: its own state, the map, and the names it has learned.
//!
//! `grail check`, the receipt and the night bind names only through a [`View`]. So the three agree, and none can
//! reveal whether a hidden name exists. A packet is a View in a file.

use serde::{Deserialize, Serialize};

use crate::language::condition::Resource;
use crate::sheet::SheetKind;
use crate::sheet::skill::ExtraPayment;
use crate::vocabulary::cost::Cost;
use crate::vocabulary::damage::Damage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::points::FirstTurnPoints;
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
    /// The Night for which orders are written.
    pub night: u32,
    /// The seat's name.
    pub seat: String,
    /// The team's name.
    pub team: String,
    /// The secret that proves who orders (R232), if the reader of this View may compare it.
    pub token: Option<String>,
    /// The names of all teams (public).
    pub teams: Vec<String>,
    /// The seat's own characters.
    pub own: Vec<OwnCharacter>,
    /// The Home Bases of the seat's Masters (R221).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub homes: Vec<String>,
    /// Everybody else for whom the seat has a name: known handles, the public roster, aliases.
    pub known: Vec<KnownCharacter>,
    /// The locations with their neighbours.
    pub locations: Vec<KnownLocation>,
    pub command_spells: Vec<SkillCard>,
    pub items: Vec<SkillCard>,
    /// Names of others' skills that the seat has seen used and heard.
    pub seen_skills: Vec<String>,
    /// Whether an `if` of this War never waits for an event: each is evaluated when its order's turn comes (A253).
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
    /// The sex, if the sheet says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    #[serde(rename = "alive")]
    pub is_alive: bool,
    pub at: String,
    /// Health now.
    pub health: Exact,
    /// Maximum Health.
    pub max_health: Exact,
    /// Mana now.
    pub mana: Exact,
    /// Maximum Mana.
    pub max_mana: Exact,
    /// AGI at the start of the next Turn.
    pub agi: Rank,
    /// The AP that the next Turn would begin with, before an AGI bonus that depends on hidden facts.
    pub ap: u32,
    #[serde(rename = "spirit_form")]
    pub is_in_spirit_form: bool,
    /// Turns in its current battle; 0 for none.
    pub turns_in_battle: u32,
    /// The points that a Servant may spend on skills in the first Turn of a battle (R254).
    #[serde(default, skip_serializing_if = "FirstTurnPoints::is_the_rule")]
    pub first_turn: FirstTurnPoints,
    /// Whether it was in battle this Night, so that it may not scout (R234).
    pub was_in_battle: bool,
    /// The Master, for a Servant with one.
    pub master: Option<String>,
    /// The Servants, for a Master.
    pub servants: Vec<String>,
    /// Command Spells left, for a Master.
    pub command_spells: u32,
    /// Whether it is a disqualified Master (R137).
    #[serde(rename = "disqualified", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_disqualified: bool,
    /// For a disqualified Master, the Servants with whom a contract is possible again (R138).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_servants: Vec<String>,
    /// For a Master, the Servants that shield them before others do (A116).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guards: Vec<String>,
    /// For a Master, the teams with which they have declared an alliance (R364).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allies: Vec<String>,
    /// For a Master, the teams with which they have declared a ceasefire (R364).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ceasefires: Vec<String>,
    /// Combat Points, for a Master.
    pub cp: Exact,
    /// Items held.
    pub items: Vec<String>,
    /// Names of its active skills.
    pub active: Vec<String>,
    /// The most locations that one move covers, with what its own side may use for it (R273).
    #[serde(default = "one_step")]
    pub stride: u32,
    /// Every skill it can use, with its own numbers.
    pub skills: Vec<SkillCard>,
}

const fn one_step() -> u32 {
    1
}

/// A skill as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct SkillCard {
    /// Its names: one, or both of a skill with an upgrade.
    pub names: Vec<String>,
    /// Whether it is Passive: always on, so that no order names it.
    #[serde(rename = "passive")]
    pub is_passive: bool,
    #[serde(rename = "basic_attack")]
    pub is_basic_attack: bool,
    #[serde(rename = "noble_phantasm")]
    pub is_noble_phantasm: bool,
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
    /// Whether it reaches characters in other locations (R091, R356).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reaches_elsewhere: bool,
    /// Cost in its present form.
    pub cost: Cost,
    /// Abilities and skills of its own side that may still change that cost tonight.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cost_changed_by: Vec<String>,
    /// An item's price in Combat Points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Exact>,
    /// The facility that sells the item, as `map.yaml` calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sold_at: Option<String>,
    /// Whether it occurs before all other actions of its phase, so that it cannot wait.
    #[serde(rename = "first", default)]
    pub occurs_first: bool,
    /// The additional payments that a use allows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub payments: Vec<PaymentCard>,
    /// The choices that a use offers: the name of each, and its meaning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<(String, String)>,
    /// Whether any text may be chosen: the GM weighs it, or somebody obeys it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_any_words: bool,
}

/// An additional payment that a use allows (family 35).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentCard {
    /// How much.
    pub amount: Exact,
    /// The resource paid.
    pub what: Resource,
    /// The phase in which the skill is then used, if the payment changes it (family 21).
    pub phase: Option<Phase>,
    /// Whether the amount is a step, so that any number of them may be paid (family 44).
    #[serde(rename = "in_steps", default, skip_serializing_if = "std::ops::Not::not")]
    pub is_in_steps: bool,
    /// The upper limit; `None` for as much as there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Exact>,
}

impl PaymentCard {
    /// Whether this amount of this resource makes the payment.
    pub fn is_paid_by(&self, amount: Exact, resource: Resource) -> bool {
        let PaymentCard { amount: listed_amount, what: listed_resource, is_in_steps, at_most, .. } = *self;
        ExtraPayment { amount: listed_amount, resource: listed_resource, is_in_steps, at_most }
            .accepts(amount, resource)
    }
}

/// Somebody for whom the seat has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownCharacter {
    /// The handle or alias.
    pub name: String,
    /// Master, Servant or familiar, if known.
    pub kind: Option<SheetKind>,
    /// The sex, if the seat has seen it (I03).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    /// Whether the seat has met and recognised them (a name on the roster is not enough).
    #[serde(rename = "recognised")]
    pub is_recognised: bool,
    /// The location where they were last seen, with the Night.
    pub last_seen: Option<(String, u32)>,
    /// Whether that was by day, so that it does not say where they are at night.
    #[serde(rename = "by_day", default, skip_serializing_if = "std::ops::Not::not")]
    pub was_by_day: bool,
    /// Whether the seat knows them to be dead.
    #[serde(rename = "dead")]
    pub is_dead: bool,
    /// The Master that a Servant was last seen, or said, to serve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub master: Option<String>,
    /// The team of this Master, for one who is known by name (R377).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// What effects have revealed about them, with the Night.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<(Fact, u32)>,
}

/// A location on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLocation {
    /// Its name.
    pub name: String,
    /// The locations one move away.
    pub adjacent: Vec<String>,
    /// `igm-office`, `advanced-hospital`, `super-mall`, `fancy-mansion`, if any.
    pub facility: Option<String>,
    /// Its position on the map, if the War gives one: eastward, southward.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(i64, i64)>,
    /// The neighbours to which a bridge leads, with the bridge's name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bridges: Vec<(String, String)>,
}

impl View {
    /// The seat's own character with this name, in any letter case.
    pub fn own(&self, name: &str) -> Option<&OwnCharacter> {
        self.own.iter().find(|own_character| own_character.name.eq_ignore_ascii_case(name))
    }

    /// Every character name the seat may write.
    pub fn character_names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|c| c.name.as_str()).chain(self.known.iter().map(|c| c.name.as_str()))
    }
}

impl SkillCard {
    /// Whether the skill goes by this name, in any letter case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.iter().any(|known_name| known_name.eq_ignore_ascii_case(name))
    }
}
