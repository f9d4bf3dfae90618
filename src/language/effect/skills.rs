//! Which skills a sentence speaks of, and what it forbids.

use crate::language::condition::Comparison;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::rank::Rank;
use crate::vocabulary::skill_type::SkillType;

use super::Who;
pub use crate::language::condition::Costing;
use crate::language::condition::{Group, Written};

/// Which attacks a sentence speaks of: `magical attacks ranked C or lower of Evil Servants`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttackFilter {
    /// Only damage of these types; empty is any.
    pub kinds: Vec<DamageType>,
    /// Only by skills of this sort: `with Noble Phantasms`; `None` is effects too.
    pub with: Option<Skills>,
    /// Only against these, or of what is received only from these.
    pub others: Group<Written>,
    /// Only attacks that whoever takes them intercepted: `from intercepted attacks`.
    pub intercepted: bool,
}

impl AttackFilter {
    /// All attacks, and all damage.
    pub const ALL: AttackFilter =
        AttackFilter { kinds: Vec::new(), with: None, others: Group::ANYBODY, intercepted: false };

    /// Attacks that inflict damage of one of these types; of none is of any.
    pub fn inflicting(kinds: Vec<DamageType>) -> AttackFilter {
        AttackFilter { kinds, ..AttackFilter::ALL }
    }

    /// What is done with skills of a sort.
    pub fn with(skills: Skills) -> AttackFilter {
        AttackFilter { with: Some(skills), ..AttackFilter::ALL }
    }

    /// The sort of skills it names; attacks, where it names none.
    pub const fn skills(&self) -> &Skills {
        const ATTACKS: &Skills = &Skills::ATTACKS;
        match &self.with {
            Some(skills) => skills,
            None => ATTACKS,
        }
    }

    /// Whether an attack of a type, or one that inflicts no damage, is of a type it names.
    pub fn has_kind(&self, kind: Option<DamageType>) -> bool {
        self.kinds.is_empty() || kind.is_some_and(|kind| self.kinds.iter().any(|of| kind.matches_filter(*of)))
    }
}

/// Skills of a sort: `magical attacks ranked C or lower`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skills {
    /// Of which sort.
    pub sort: Sort,
    /// Only those ranked so (A025).
    pub ranked: Option<Ranked>,
    /// Only those whose sheet says that they cost so much (family 39).
    pub costing: Option<Costing>,
}

impl Skills {
    /// `attacks`, of any rank.
    pub const ATTACKS: Skills = Skills { sort: Sort::Attacks, ranked: None, costing: None };
}

/// `ranked C or lower`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked(pub Comparison, pub Rank);

/// A sort of skills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `skills`: all of them, attacks among them.
    Any,
    /// `attacks`: what can inflict damage (R100).
    Attacks,
    /// `magical attacks`: what inflicts damage of one of these types.
    Inflicting(Vec<DamageType>),
    /// `magical skills`, `skills that inflict magical damage`: the same, and read back as skills.
    SkillsInflicting(Vec<DamageType>),
    /// `Surprise Attacks`, `Instant skills`.
    Typed(SkillType),
    /// `basic attacks`.
    BasicAttacks,
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
    Use(Skills),
    /// `attack the user`.
    Attack(Who),
    /// `use other skills`: any but that whose sentence it is.
    UseOthers,
    /// `target the user`: with a skill of any kind; what strikes a place strikes them all the same.
    Target(Who),
    /// `attack anybody but the user`: `can only attack the user`.
    AttackOthers(Who),
    /// `enter Spirit Form`.
    EnterSpiritForm,
    /// `leave Spirit Form`.
    LeaveSpiritForm,
    /// `move`, at the Movement Phase.
    Move,
    /// `flee`: leave a battle at the Movement Phase.
    Flee,
    /// `leave this location`, by whatever means, while the user is in it (R371, A227).
    Leave,
    /// `enter this location`.
    Enter,
    /// `scout this location`.
    Scout,
    /// `be relocated by skills`.
    BeRelocated,
}
