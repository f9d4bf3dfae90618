//! Conditions, shared by the effect language and the order language.
//!
//! The same tree serves three stages. A [`Naming`] says what represents a name in it: the name as written, with its
//! place ([`Written`]), or a handle into a War (the night's own naming).

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

use super::span::Span;

pub mod collectors;
mod facts;
mod who;

pub use facts::{Gap, RankComparison, SheetFact};
pub use who::{Filter, Group, Relation, Side, Who};

/// What represents a name in a tree.
pub trait Naming: Clone + Debug + PartialEq + Eq {
    /// A character.
    type Character: Clone + Debug + PartialEq + Eq;
    /// A location.
    type Location: Clone + Debug + PartialEq + Eq;
    /// A skill, Command Spell or item.
    type Skill: Clone + Debug + PartialEq + Eq;
    /// A team.
    type Team: Clone + Debug + PartialEq + Eq;
}

/// Names as text with their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written;

/// A name as written. Two names are equal if their texts are, wherever they stand.
#[derive(Clone, Debug, Eq)]
pub struct Name {
    /// The name without quotes, with single spaces.
    pub text: String,
    /// Its place in the author's text.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Naming for Written {
    type Character = Name;
    type Location = Name;
    type Skill = Name;
    type Team = Name;
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition<N: Naming> {
    /// `A and B`.
    All(Vec<Condition<N>>),
    /// `A or B`.
    AnyOf(Vec<Condition<N>>),
    /// `not A`, `unless A`, `A does not …`.
    Not(Box<Condition<N>>),
    /// One statement.
    Is(Predicate<N>),
}

impl<N: Naming> Condition<N> {
    /// Whether some part of it is empty: a list without parts, which no statement could be built for.
    pub fn has_empty_part(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::AnyOf(parts) => {
                parts.is_empty() || parts.iter().any(Condition::has_empty_part)
            }
            Condition::Not(part) => part.has_empty_part(),
            Condition::Is(_) => false,
        }
    }
}

/// A property of one character, which names no other character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// `has LCK ranked A or higher`.
    Ranked(Stat, Comparison, Rank),
    /// `has 30% or less of their maximum Health`, `has 100 or less Health`.
    Has(Resource, Comparison, Level),
    /// `has lower LCK than the user`, `has less Health than the user`: compared with the user's.
    BesideUser(Measured, Comparison),
    /// `is in Spirit Form`.
    InSpiritForm,
    /// `is affected by Poison`.
    AffectedBy(StatusKind),
    /// `is affected by "Bleeding"`: a status of a sheet's own.
    AffectedByNamed(String),
    /// `is affected by a negative status effect`.
    AffectedByAnyStatus,
    /// `is in battle`.
    InBattle,
    /// `is in the first Turn of battle`. It holds outside a battle too (R254).
    InFirstTurnOfBattle,
    /// `is in the second Turn of battle`, `in every third Turn of battle`: counted from the battle's beginning.
    InTurnOfBattle {
        /// Which Turn: 2 or more.
        nth: u32,
        /// Whether every `nth` Turn after that counts too.
        every: bool,
    },
    /// `is dead`.
    Dead,
    /// `is alive`.
    Alive,
    /// `was damaged by the user` (this Turn).
    DamagedByUser,
    /// `is Masterless`.
    Masterless,
    /// `is in their Home Base`: one of their team's.
    AtHome,
    /// `has Flight`.
    HasFlight,
    /// `has the ability "Divinity"`: a skill or an ability of this name, on the sheet or granted.
    HasAbility(String),
}

/// What two characters are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// The ranks of a stat.
    Stat(Stat),
    /// A number.
    Number(Resource),
    /// The missing part of the maximum of Health or Mana.
    Missing(Resource),
}

/// A resource of which a character has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Resource {
    /// Health.
    Health,
    /// Mana.
    Mana,
    /// Combat Points of the Master.
    CombatPoints,
    /// Command Spells of the Master.
    CommandSpells,
    /// Action Points.
    ActionPoints,
    /// Support Points.
    SupportPoints,
}

impl Resource {
    /// Returns an amount of this resource as an amount of Health and one of Mana; at least one of them is 0.
    pub fn as_health_and_mana(self, amount: Exact) -> (Exact, Exact) {
        let of = |this: Resource| if self == this { amount } else { Exact::ZERO };
        (of(Resource::Health), of(Resource::Mana))
    }
}

/// How a number or rank is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `less than N`, `fewer than N`, `lower than B`.
    Below,
    /// `N or less`, `at most N`, `B or lower`.
    AtMost,
    /// `exactly N`.
    Exactly,
    /// `N or more`, `at least N`, `B or higher`.
    AtLeast,
    /// `more than N`, `higher than B`.
    Above,
}

impl Comparison {
    /// Returns the comparison from the other side: if A is below B, B is above A.
    #[must_use]
    pub const fn reversed(self) -> Comparison {
        match self {
            Comparison::Below => Comparison::Above,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Exactly => Comparison::Exactly,
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::Above => Comparison::Below,
        }
    }

    /// Whether `value` satisfies this comparison with `limit`.
    pub fn holds<T: Ord>(self, value: &T, limit: &T) -> bool {
        match self {
            Comparison::Below => value < limit,
            Comparison::AtMost => value <= limit,
            Comparison::Exactly => value == limit,
            Comparison::AtLeast => value >= limit,
            Comparison::Above => value > limit,
        }
    }
}

/// A level of Health, Mana or another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// A number.
    Number(Exact),
    /// A percentage of the maximum, as a factor: 30% is 0.3.
    OfMaximum(Exact),
    /// `1/3` of the maximum: its denominator.
    Share(u32),
}

impl Level {
    /// Returns the level as a number, given the maximum; `None` if an exact product cannot be held.
    #[must_use]
    pub fn of(self, maximum: Exact) -> Option<Exact> {
        match self {
            Level::Number(number) => Some(number),
            Level::OfMaximum(part) => maximum.times(part).ok(),
            Level::Share(parts) => Some(maximum.truncated_quotient(parts)),
        }
    }
}

/// A deed of this Turn, as the reader perceived it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed<N: Naming> {
    /// Who did it.
    pub who: Who<N>,
    /// What is done, and to whom.
    pub act: Act<N>,
    /// `first`: before any other such deed of that character (A237).
    pub is_first: bool,
    /// `has attacked`, `attacked`: an order does not wait for it (A253). A sheet does not distinguish the tenses.
    pub is_past: bool,
    /// `in the Attacking Phase`: the phase in which it is done; one of the first combat round means either round.
    pub during: Option<Phase>,
}

impl<N: Naming> Act<N> {
    /// The object, mutable: whom it is done to; `None` if there is none.
    pub const fn object_mut(&mut self) -> Option<&mut Who<N>> {
        match self {
            Act::Attacks(whom)
            | Act::AttacksWith(_, whom)
            | Act::Hits(_, whom)
            | Act::Damages(_, whom)
            | Act::Kills(whom)
            | Act::Uses(_, whom) => whom.as_mut(),
            Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell => None,
            Act::Enters(_) | Act::Leaves(_) | Act::Flees | Act::Acts | Act::Dies | Act::Intercepts => None,
            Act::IsAttacked | Act::IsDamaged | Act::EntersSpiritForm | Act::LeavesSpiritForm => None,
        }
    }
}

impl<N: Naming> Deed<N> {
    /// A deed of this Turn, in whichever phase, in the present tense.
    pub const fn new(who: Who<N>, act: Act<N>) -> Self {
        Deed { who, act, is_first: false, is_past: false, during: None }
    }

    /// Whether it may be one that was done in this phase.
    pub fn may_be_in(&self, phase: Phase) -> bool {
        self.during.is_none_or(|during| during == phase || during == phase.in_first_round())
    }

    /// The object: whom it is done to; `None` if none is named.
    pub const fn object(&self) -> Option<&Who<N>> {
        match &self.act {
            Act::Attacks(whom)
            | Act::AttacksWith(_, whom)
            | Act::Hits(_, whom)
            | Act::Damages(_, whom)
            | Act::Kills(whom)
            | Act::Uses(_, whom) => whom.as_ref(),
            Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell | Act::Acts | Act::Dies => None,
            Act::Enters(_) | Act::Leaves(_) | Act::EntersSpiritForm | Act::LeavesSpiritForm => None,
            Act::IsAttacked | Act::IsDamaged | Act::Flees | Act::Intercepts => None,
        }
    }
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act<N: Naming> {
    /// `attacks Y`; `attacks` without object.
    Attacks(Option<Who<N>>),
    /// `attacks Y with a physical attack`, `Y is attacked by a physical attack`: legal only if known (R199).
    AttacksWith(SkillKind, Option<Who<N>>),
    /// `hits W`, `hits W with a Physical attack`: even for 0 damage (A004).
    Hits(Option<SkillKind>, Option<Who<N>>),
    /// `damages W`, `damages W with a Physical attack`: by a hit, for more than 0 damage.
    Damages(Option<SkillKind>, Option<Who<N>>),
    /// `kills Y`: the death is credited to them (A082).
    Kills(Option<Who<N>>),
    /// `uses SKILL [on Y]`.
    Uses(N::Skill, Option<Who<N>>),
    /// `uses a Magical attack`, `uses an Instant skill`: legal only if known (R199).
    UsesKind(SkillKind),
    /// `uses a Noble Phantasm`.
    UsesNoblePhantasm,
    /// `uses a Command Spell`.
    UsesCommandSpell,
    /// `enters L`, `enters this location` (`None`).
    Enters(Option<N::Location>),
    /// `leaves L`, `leaves this location` (`None`).
    Leaves(Option<N::Location>),
    /// `acts`, `makes an action`.
    Acts,
    /// `dies`.
    Dies,
    /// `is attacked`.
    IsAttacked,
    /// `is damaged`: more than 0.
    IsDamaged,
    /// `enters Spirit Form`.
    EntersSpiritForm,
    /// `leaves Spirit Form`.
    LeavesSpiritForm,
    /// `flees`.
    Flees,
    /// `intercepts an attack`.
    Intercepts,
}

/// An attribute of a skill, which an onlooker may not know (R199).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkillKind {
    /// A damage type.
    Damage(DamageType),
    /// A skill type.
    Type(SkillType),
    /// A Noble Phantasm.
    NoblePhantasm,
    /// `a skill`: of any kind.
    Any,
    /// `their Basic Attack` (sheets only).
    BasicAttack,
    /// `a skill that costs 20 or more Mana` (sheets only).
    Costing(Costing),
}

/// `that cost 20 or more Mana`: the cost of a use in the skill's present form, as on the sheet. `that cost Mana` is
/// more than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costing {
    /// The resource that is paid.
    pub resource: Resource,
    /// How the cost is compared.
    pub bound: Comparison,
    /// The amount that the cost is compared with.
    pub amount: Exact,
}

impl Costing {
    /// `that cost Mana`: a spell (A046).
    pub const MANA: Costing = Costing { resource: Resource::Mana, bound: Comparison::Above, amount: Exact::ZERO };
}

/// What is counted in a number of deeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// How often a deed was done.
    Times,
    /// How many characters did it.
    People,
}

/// The span of time in which damage is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageSpan {
    /// This Turn.
    Turn,
    /// The current battle; nothing is counted outside a battle.
    Battle,
}

/// `received more than 50 damage this Turn`: all hits and effects together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamageSum {
    /// Whether damage received is counted, and not damage inflicted.
    pub is_received: bool,
    /// Since when.
    pub within: DamageSpan,
    /// How the sum is compared.
    pub bound: Comparison,
    /// The damage that the sum is compared with.
    pub amount: Exact,
}

/// What somebody did in the previous Turn, or whether they moved in this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTurn {
    /// Used an attack in the previous Turn.
    Attacked,
    /// Moved or fled in the previous Turn.
    Moved,
    /// Was in battle in the previous Turn.
    Fought,
    /// Was damaged in the previous Turn, by a hit, a status or an effect.
    Damaged,
    /// Moved or fled in this Turn.
    MovedNow,
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate<N: Naming> {
    /// A statement about a character: `the user has 30% or less of their maximum Health`.
    Has(Who<N>, Property),
    /// `the target is an Evil Servant`, `the target is Evil`: a member of the group.
    Among(Who<N>, Group<N>),
    /// `X falls to 80 or less Health`, `X becomes affected by Poison`: an order waits for it (A253). It holds as long
    /// as the state does.
    Becomes(Who<N>, Property),
    /// `X attacks Y first`: an event of this Turn.
    Did(Deed<N>),
    /// `X attacks Y at least 2 times`, `2 or more opponents attack Y`: how often a deed was done, or by how many
    /// (orders only).
    DidOften(Tally, Comparison, u32, Deed<N>),
    /// `X is here`, `X is in L`: where someone is now. `None` is the reader's location.
    IsIn(Who<N>, Option<N::Location>),
    /// `X is in the same location as Y`.
    IsWith(Who<N>, Who<N>),
    /// `the target is the user's Master`: one of the people meant (effects only).
    IsOne(Who<N>, Who<N>),
    /// `two or more opponents are here`.
    Count(Comparison, u32, Group<N>, Option<N::Location>),
    /// `SKILL is active`; with a holder, `SKILL is active on X`.
    Active(N::Skill, Option<Who<N>>),
    /// `X has ITEM`.
    Holds(Who<N>, N::Skill),
    /// `I detect X`.
    Detects(Who<N>, Who<N>),
    /// `it is Night N`, `it is Night N or later`.
    Night(Comparison, u32),
    /// `it is the second combat round`.
    SecondRound,
    /// `my move was cancelled`.
    MoveCancelled(Who<N>),
    /// `SKILL fails`: an order of one's own this Turn.
    OwnSkillFailed(N::Skill),
    /// `the user pays 8 additional Mana`: an extra payment of this use (effects only).
    Pays(Exact, Resource),
    /// `the user chooses "Fire"`: a choice of this use (effects only).
    Chooses(String),
    /// `this attack inflicts 30 or more damage`: what this use inflicted on the character in question (effects only).
    UseInflicts(Comparison, Exact),
    /// `this skill has 2 or more targets`: how many this use was aimed at (effects only).
    UseTargets(Comparison, u32),
    /// `X attacked in the previous Turn`: what was done in the Turn before this one; `X moved this Turn` (effects
    /// only).
    InLastTurn(Who<N>, LastTurn),
    /// `X received more than 50 damage this Turn`; an order may ask it of its own team alone (R200).
    HadDamage(Who<N>, DamageSum),
    /// `Archer has dealt more damage to me this Turn than Lancer`: by attacks whose attackers were perceived; an order
    /// asks it of whoever acts (R196).
    DealtMore {
        /// Who has dealt more.
        by: Who<N>,
        /// Who has taken it.
        to: Who<N>,
        /// Who has dealt less.
        than: Who<N>,
    },
    /// `the user's MAE is higher than the user's STR` (sheets only).
    Ranks(RankComparison<N>),
    /// `this is the second hit` (sheets only).
    Sheet(SheetFact),
    /// `X would …`: an act not yet done; always illegal (R198). Kept in the tree so that the fault can be named.
    Would(Who<N>),
}

impl<N: Naming> Predicate<N> {
    /// The deed it is about; `None` for every other statement.
    pub const fn deed(&self) -> Option<&Deed<N>> {
        match self {
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => Some(deed),
            _ => None,
        }
    }

    /// The same as [`Predicate::subject`], mutable.
    pub const fn subject_mut(&mut self) -> Option<&mut Who<N>> {
        match self {
            Predicate::Has(who, _)
            | Predicate::Becomes(who, _)
            | Predicate::Among(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::IsWith(who, _)
            | Predicate::IsOne(who, _)
            | Predicate::Holds(who, _)
            | Predicate::Detects(_, who)
            | Predicate::MoveCancelled(who)
            | Predicate::InLastTurn(who, _)
            | Predicate::HadDamage(who, _)
            | Predicate::DealtMore { by: who, .. }
            | Predicate::Ranks(RankComparison { who, .. })
            | Predicate::Would(who) => Some(who),
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => Some(&mut deed.who),
            Predicate::Active(_, on) => on.as_mut(),
            Predicate::Count(..) | Predicate::Night(..) | Predicate::SecondRound => None,
            Predicate::OwnSkillFailed(_) | Predicate::Pays(..) | Predicate::Chooses(_) => None,
            Predicate::UseInflicts(..) | Predicate::UseTargets(..) | Predicate::Sheet(_) => None,
        }
    }

    /// Whom it is about; of `I detect X` that is X. `None` if it is about nobody.
    pub const fn subject(&self) -> Option<&Who<N>> {
        match self {
            Predicate::Has(who, _)
            | Predicate::Becomes(who, _)
            | Predicate::Among(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::IsWith(who, _)
            | Predicate::IsOne(who, _)
            | Predicate::Holds(who, _)
            | Predicate::Detects(_, who)
            | Predicate::MoveCancelled(who)
            | Predicate::InLastTurn(who, _)
            | Predicate::HadDamage(who, _)
            | Predicate::DealtMore { by: who, .. }
            | Predicate::Ranks(RankComparison { who, .. })
            | Predicate::Would(who) => Some(who),
            Predicate::Did(deed) | Predicate::DidOften(_, _, _, deed) => Some(&deed.who),
            Predicate::Active(_, on) => on.as_ref(),
            Predicate::Count(..) | Predicate::Night(..) | Predicate::SecondRound => None,
            Predicate::OwnSkillFailed(_) | Predicate::Pays(..) | Predicate::Chooses(_) => None,
            Predicate::UseInflicts(..) | Predicate::UseTargets(..) | Predicate::Sheet(_) => None,
        }
    }
}
