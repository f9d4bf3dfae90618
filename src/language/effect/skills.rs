//! Filters for attacks and skills, and what a sentence forbids.

use crate::language::condition::Comparison;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;

use super::Who;
pub use crate::language::condition::Costing;
use crate::language::condition::{Group, Written};

/// A filter for attacks: `magical attacks ranked C or lower of Evil Servants`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackFilter {
    /// Only damage of these types; any type if empty.
    pub kinds: Vec<DamageType>,
    /// Only damage by these skills: `with Noble Phantasms`; `None` includes effects.
    pub skill_filter: Option<SkillFilter>,
    /// Only damage inflicted on these characters, or received from them.
    pub others: Group<Written>,
    /// Only intercepted attacks: `from intercepted attacks`.
    pub is_intercepted: bool,
    /// Only attacks made elsewhere than where whoever takes them is: `from attacks from other locations`.
    pub is_from_elsewhere: bool,
}

impl AttackFilter {
    /// All attacks, and all damage.
    pub const ALL: AttackFilter = AttackFilter {
        kinds: Vec::new(),
        skill_filter: None,
        others: Group::ANYBODY,
        is_intercepted: false,
        is_from_elsewhere: false,
    };

    /// Attacks that inflict damage of one of these types; any damage if `kinds` is empty.
    pub fn inflicting(kinds: Vec<DamageType>) -> AttackFilter {
        AttackFilter { kinds, ..AttackFilter::ALL }
    }

    /// Attacks and damage with these skills.
    pub fn with(skills: SkillFilter) -> AttackFilter {
        AttackFilter { skill_filter: Some(skills), ..AttackFilter::ALL }
    }

    /// The skills it names; all attacks if it names none.
    pub const fn skills(&self) -> &SkillFilter {
        const ATTACKS: &SkillFilter = &SkillFilter::ATTACKS;
        match &self.skill_filter {
            Some(skills) => skills,
            None => ATTACKS,
        }
    }

    /// Whether an attack of this damage type passes the filter. `None` is an attack that inflicts no damage.
    pub fn has_kind(&self, kind: Option<DamageType>) -> bool {
        self.kinds.is_empty() || kind.is_some_and(|kind| self.kinds.iter().any(|filter| kind.matches_filter(*filter)))
    }
}

/// A filter for skills: `magical attacks ranked C or lower`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillFilter {
    /// The sort of the skills.
    pub sort: SkillSort,
    /// Only those with such a rank (A025).
    pub ranked: Option<Ranked>,
    /// Only those with such a cost on their sheet (family 39).
    pub costing: Option<Costing>,
}

impl SkillFilter {
    /// `attacks`, of any rank.
    pub const ATTACKS: SkillFilter = SkillFilter { sort: SkillSort::Attacks, ranked: None, costing: None };
}

/// `ranked C or lower`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked(pub Comparison, pub Rank);

/// A sort of skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SkillSort {
    /// `skills`: all of them, including attacks.
    Any,
    /// `attacks`: skills that can inflict damage (R100).
    Attacks,
    /// `magical attacks`: attacks that inflict damage of one of these types.
    Inflicting(Vec<DamageType>),
    /// `magical skills`, `skills that inflict magical damage`: the same set, printed as skills.
    SkillsInflicting(Vec<DamageType>),
    /// `Surprise Attacks`, `Instant skills`.
    Typed(SkillType),
    /// `basic attacks`.
    BasicAttacks,
    /// `skills other than basic attacks`.
    ButBasicAttacks,
    /// `attacks other than basic attacks`.
    AttacksButBasic,
    /// `Noble Phantasms`.
    NoblePhantasms,
    /// `items`.
    Items,
    /// `"X"`: any of the skill's names.
    Named(String),
}

/// What somebody cannot do (families 15, 17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// `use magical skills`.
    Use(SkillFilter),
    /// `attack the user`.
    Attack(Who),
    /// `use other skills`: any skill except the sentence's own.
    UseOthers,
    /// `target the user` with any skill. What strikes a location still strikes everybody there.
    Target(Who),
    /// `attack anybody but the user`: printed as `can only attack the user`.
    AttackOthers(Who),
    /// `enter Spirit Form`.
    EnterSpiritForm,
    /// `leave Spirit Form`.
    LeaveSpiritForm,
    /// `move` in the Movement Phase.
    Move,
    /// `flee`: leave a battle in the Movement Phase.
    Flee,
    /// `use their Move Action`: move or flee by themselves, or pay with it (R085, R087, R416).
    MoveAction,
    /// `leave this location` by any means, while the user is in it (R371, A227).
    Leave,
    /// `enter this location`.
    Enter,
    /// `scout this location`.
    Scout,
    /// `be relocated by skills`.
    BeRelocated,
}
