//! Conditions, shared by the effect language and the order language.
//!
//! The same tree serves three stages. A [`Naming`] says what stands for a name in it: a written
//! name with its place ([`Written`]), or a handle into a War (the night's own naming).

use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

use super::span::Span;
use super::visit::Visit;

pub mod collectors;

/// What stands for a name in a tree.
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

/// A name as written. Two are equal when their text is, wherever they stand.
#[derive(Clone, Debug, Eq)]
pub struct Name {
    /// The name without quotes; white space folded.
    pub text: String,
    /// Where it stands.
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
    /// Whether it speaks of one use of a skill: of what the user pays or chooses then (family 35).
    pub fn is_of_use(&self) -> bool {
        self.statements().into_iter().any(|said| matches!(said, Predicate::Pays(..) | Predicate::Chooses(_)))
    }

    /// Whether some part of it says nothing: what no statement could be made of.
    pub fn is_hollow(&self) -> bool {
        match self {
            Condition::All(parts) | Condition::AnyOf(parts) => {
                parts.is_empty() || parts.iter().any(Condition::is_hollow)
            }
            Condition::Not(part) => part.is_hollow(),
            Condition::Is(_) => false,
        }
    }

    /// Whether it speaks of something that happens: as the `if` of an order without an `otherwise` it waits for that
    /// (A253). What has happened, a state and what is denied are asked at the order's place.
    pub fn waits(&self) -> bool {
        self.happenings().next().is_some()
    }

    /// What happens, of all that it speaks of: no state, nothing past and nothing denied.
    pub fn happenings(&self) -> impl Iterator<Item = &Deed<N>> {
        let deeds = collectors::asserted(self).into_iter().filter_map(Predicate::deed);
        deeds.filter(|deed| !deed.past)
    }

    /// Every statement in it, in order.
    pub fn statements(&self) -> Vec<&Predicate<N>> {
        collectors::statements(self)
    }
}

impl Condition<Written> {
    /// Every statement in it, in order, to be said otherwise.
    pub fn statements_mut(&mut self) -> Vec<&mut Predicate<Written>> {
        collectors::statements_mut(self)
    }

    /// Says in the present what is denied, which is asked at one place in any tense (A253).
    pub fn forget_denied_tense(&mut self) {
        match self {
            Condition::All(parts) | Condition::AnyOf(parts) => parts.iter_mut().for_each(Self::forget_denied_tense),
            Condition::Not(part) => part.forget_tense(),
            Condition::Is(_) => {}
        }
    }

    /// Says all of it of what lies behind.
    pub fn say_in_the_past(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) = said {
                deed.past = true;
            }
        }
    }

    /// Says all of it in the present.
    pub fn forget_tense(&mut self) {
        for said in self.statements_mut() {
            if let Predicate::Did(deed) = said {
                deed.past = false;
            }
        }
    }
}

/// Who a condition or an operation speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who<N: Naming> {
    /// `the user`; in orders `I`, `me`, `myself`.
    User,
    /// `the target`, `the targets` (effects only).
    Target,
    /// `the second target` (Command Spells only): whom the spell names besides its Servant.
    SecondTarget,
    /// `the attacker` (effects only).
    Attacker,
    /// `that character`: the one the condition found (orders only).
    That,
    /// A character by handle or alias.
    Named(N::Character),
    /// `X's Master`, `my team`: whoever is bound to somebody.
    Related(Relation, Box<Who<N>>),
    /// `Archer or Lancer`.
    OneOf(Vec<Who<N>>),
    /// Any one of a group: `an opponent`, `anyone`, `whoever …`.
    Any(Group<N>),
    /// All of a group: `every opponent`, `characters in this location`.
    Every(Group<N>),
    /// `up to N opponents`.
    UpTo(u32, Group<N>),
    /// `the opponent who attacked me first`, `whoever attacked Rin`: found by an event of this Turn.
    WhoDid(Box<Deed<N>>),
}

/// A bond by which somebody is told from somebody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `X's Master`, `my Master`.
    Master,
    /// `X's Servant`, `my Servant`.
    Servant,
    /// `X's contracted partner`, `my partner`.
    Partner,
    /// `X's familiars`.
    Familiars,
    /// `X's summoner`, `my summoner`: whoever summoned a familiar.
    Summoner,
    /// `my team`, `the user's team`: every member.
    Team,
}

impl Relation {
    /// Whether it may be of several to one.
    #[must_use]
    pub const fn is_of_several(self) -> bool {
        match self {
            Relation::Familiars | Relation::Team => true,
            Relation::Master | Relation::Servant | Relation::Partner | Relation::Summoner => false,
        }
    }
}

impl<N: Naming> Who<N> {
    /// Whoever is bound to somebody.
    #[must_use]
    pub fn related(relation: Relation, of: Who<N>) -> Who<N> {
        Who::Related(relation, Box::new(of))
    }

    /// The group these words mean one, some or all of; `None` for words that name people.
    pub const fn group(&self) -> Option<&Group<N>> {
        match self {
            Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => Some(group),
            Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::That => None,
            Who::Named(_) | Who::Related(..) | Who::OneOf(_) | Who::WhoDid(_) => None,
        }
    }

    /// Those by whom these words are told: of `Archer or the attacker's Master` Archer and the attacker.
    pub fn roots(&self) -> Vec<&Who<N>> {
        collectors::roots(self)
    }

    /// Whether these are whoever is in this location (R356): groups, and of no other place.
    pub fn is_local(&self) -> bool {
        match self {
            Who::OneOf(all) => all.iter().all(Who::is_local),
            one => one.group().is_some_and(Group::is_local),
        }
    }

    /// Whether these words name somebody of whom the test holds: they themselves, or whom they are told by. Of `the
    /// attacker's summoner` the attacker is asked too.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = collectors::Mentions::new(test);
        mentions.visit_who(self);
        mentions.found
    }

    /// Whether the words say `they` or `that character`, or somebody of theirs: `their Master`.
    pub fn says_they(&self) -> bool {
        self.mentions(&|who| *who == Who::That)
    }
}

/// A group of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<N: Naming> {
    /// Of whom.
    pub side: Side,
    /// Only those of whom all of these hold.
    pub filters: Vec<Filter<N>>,
}

impl<N: Naming> Filter<N> {
    /// Whether it says where those are whom it lets pass, or are not.
    pub fn names_place(&self) -> bool {
        match self {
            Filter::Not(of) => of.names_place(),
            plain => matches!(plain, Filter::Here | Filter::Beside | Filter::In(_)),
        }
    }
}

impl<N: Naming> Group<N> {
    /// Anybody at all.
    pub const ANYBODY: Group<N> = Group { side: Side::Anyone, filters: Vec::new() };

    /// Whether this is anybody at all.
    pub fn is_anybody(&self) -> bool {
        self.side == Side::Anyone && self.filters.is_empty()
    }

    /// Whether these are of this location, whether it says so or names none (R356).
    pub fn is_local(&self) -> bool {
        self.filters.iter().all(|filter| matches!(filter, Filter::Here) || !filter.names_place())
    }
}

/// Which side a group is of, seen from the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Opponents, foes, enemies (R364).
    Opponents,
    /// The user's team but the user.
    Allies,
    /// Anybody.
    Anyone,
}

/// What a character must be to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filter<N: Naming> {
    /// Servants.
    Servants,
    /// Masters.
    Masters,
    /// Familiars.
    Familiars,
    /// `Servants or familiars`: any of these.
    AnyOf(Vec<Filter<N>>),
    /// `Evil Servants`, as the first of a list of kinds: a describer before a list is of its first member (A259).
    AllOf(Vec<Filter<N>>),
    /// A word of the alignment: `Evil`, `Lawful`.
    Alignment(String),
    /// A class: `Saber-class`.
    Class(String),
    /// Without Flight.
    Flightless,
    /// `detected`: whom the user has before their eyes, and nothing hides.
    Detected,
    /// `other`, `another`, `else`: not the user.
    Other,
    /// `in this location`, `here`, `inside`: where a skill was used or what it was used on, for an ability where its
    /// owner is; in orders where one is.
    Here,
    /// `in the user's location`: where the user is, wherever they go.
    Beside,
    /// `in L`.
    In(N::Location),
    /// A statement about each: `with LCK ranked A or higher`, `in Spirit Form`.
    That(Box<Trait>),
    /// `who are not in battle`, `who are not Servants`.
    Not(Box<Filter<N>>),
}

/// A statement about one character without naming another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trait {
    /// `has LCK ranked A or higher`.
    Ranked(Stat, Bound, Rank),
    /// `has 30% or less of their maximum Health`, `has 100 or less Health`.
    Has(Resource, Bound, Level),
    /// `has lower LCK than the user`, `has less Health than the user`: beside what the user has.
    BesideUser(Measured, Bound),
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
    /// `is in the first Turn of battle`, or in none yet (R254).
    InFirstTurnOfBattle,
    /// `is dead`.
    Dead,
    /// `is alive`.
    Alive,
    /// `was damaged by the user` (this Turn).
    DamagedByUser,
    /// `is Masterless`.
    Masterless,
    /// `has Flight`.
    HasFlight,
}

/// What two characters are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// The ranks of a stat.
    Stat(Stat),
    /// A number.
    Number(Resource),
}

/// What a character has a number of.
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
    /// An amount of it as what it is of Health, and of Mana.
    #[must_use]
    pub fn vitals(self, amount: Exact) -> (Exact, Exact) {
        let of = |this: Resource| if self == this { amount } else { Exact::ZERO };
        (of(Resource::Health), of(Resource::Mana))
    }
}

/// How a number or rank is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
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

impl Bound {
    /// The same said from the other side: what is below something is what that is above.
    #[must_use]
    pub const fn turned(self) -> Bound {
        match self {
            Bound::Below => Bound::Above,
            Bound::AtMost => Bound::AtLeast,
            Bound::Exactly => Bound::Exactly,
            Bound::AtLeast => Bound::AtMost,
            Bound::Above => Bound::Below,
        }
    }

    /// Whether `value` lies as this bound asks of `limit`.
    pub fn holds<T: Ord>(self, value: &T, limit: &T) -> bool {
        match self {
            Bound::Below => value < limit,
            Bound::AtMost => value <= limit,
            Bound::Exactly => value == limit,
            Bound::AtLeast => value >= limit,
            Bound::Above => value > limit,
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
}

/// An event of this Turn that somebody did, as the reader perceived it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed<N: Naming> {
    /// Who did it.
    pub who: Who<N>,
    /// What.
    pub act: Act<N>,
    /// `first`: before any other such deed of theirs (A237).
    pub first: bool,
    /// `has attacked`, `attacked`: said of what lies behind, so that an order does not wait for it (A253). A sheet does
    /// not tell the tenses apart.
    pub past: bool,
}

impl<N: Naming> Act<N> {
    /// Whom it is done to, to say somebody else.
    pub const fn object_mut(&mut self) -> Option<&mut Who<N>> {
        match self {
            Act::Attacks(whom)
            | Act::AttacksWith(_, whom)
            | Act::Damages(_, whom)
            | Act::Kills(whom)
            | Act::Uses(_, whom) => whom.as_mut(),
            _ => None,
        }
    }
}

impl<N: Naming> Deed<N> {
    /// Whether it names somebody of whom the test holds, as who does it or to whom it is done.
    pub fn mentions(&self, test: &impl Fn(&Who<N>) -> bool) -> bool {
        let mut mentions = collectors::Mentions::new(test);
        mentions.visit_deed(self);
        mentions.found
    }

    /// Whom it is done to, where that is said.
    pub const fn object(&self) -> Option<&Who<N>> {
        match &self.act {
            Act::Attacks(whom)
            | Act::AttacksWith(_, whom)
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
    /// `damages Y`, `damages Y with a physical attack`: with a hit of one.
    Damages(Option<SkillKind>, Option<Who<N>>),
    /// `kills Y`: whose death is theirs (A082).
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
    /// `is damaged`, `is hit`.
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

/// An attribute of a skill that an onlooker may not know (R199).
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
}

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate<N: Naming> {
    /// A statement about a character: `the user has 30% or less of their maximum Health`.
    Has(Who<N>, Trait),
    /// `the target is an Evil Servant`, `the target is Evil`: one of a group.
    Among(Who<N>, Group<N>),
    /// `X attacks Y first`: an event of this Turn.
    Did(Deed<N>),
    /// `X is here`, `X is in L`: where someone is now. `None` is the reader's location.
    IsIn(Who<N>, Option<N::Location>),
    /// `X is in the same location as Y`.
    IsWith(Who<N>, Who<N>),
    /// `two or more opponents are here`.
    Count(Bound, u32, Group<N>, Option<N::Location>),
    /// `SKILL is active`; with a holder, `SKILL is active on X`.
    Active(N::Skill, Option<Who<N>>),
    /// `X has ITEM`.
    Holds(Who<N>, N::Skill),
    /// `I detect X`.
    Detects(Who<N>, Who<N>),
    /// `it is Night N`, `it is Night N or later`.
    Night(Bound, u32),
    /// `it is the second combat round`.
    SecondRound,
    /// `my move was cancelled`.
    MoveCancelled(Who<N>),
    /// `SKILL fails`, `SKILL was not used`: an own order of this Turn.
    OwnSkillFailed(N::Skill),
    /// `the user pays 8 additional Mana`: an extra payment of this use (effects only).
    Pays(Exact, Resource),
    /// `the user chooses "Fire"`: a choice of this use (effects only).
    Chooses(String),
    /// `X would …`: an act not yet made; always illegal (R198). Kept so that it can be named.
    Would(Who<N>),
}

impl<N: Naming> Predicate<N> {
    /// The event it speaks of, if it speaks of one.
    pub const fn deed(&self) -> Option<&Deed<N>> {
        if let Predicate::Did(deed) = self { Some(deed) } else { None }
    }

    /// Whom it is about; of `I detect X` that is whoever is detected.
    pub const fn subject(&self) -> Option<&Who<N>> {
        match self {
            Predicate::Has(who, _)
            | Predicate::Among(who, _)
            | Predicate::IsIn(who, _)
            | Predicate::IsWith(who, _)
            | Predicate::Holds(who, _)
            | Predicate::Detects(_, who)
            | Predicate::MoveCancelled(who)
            | Predicate::Would(who) => Some(who),
            Predicate::Did(deed) => Some(&deed.who),
            Predicate::Active(_, on) => on.as_ref(),
            Predicate::Count(..) | Predicate::Night(..) | Predicate::SecondRound => None,
            Predicate::OwnSkillFailed(_) | Predicate::Pays(..) | Predicate::Chooses(_) => None,
        }
    }
}
