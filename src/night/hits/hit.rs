//! One hit, as the damage formula takes it.

use crate::vocabulary::ids::CharacterId;
use crate::war::hit_facts::HitFacts;
use crate::war::setup::{SkillRef, UsedSkill};

/// One hit: who strikes whom with which skill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub attacker: CharacterId,
    pub skill: SkillRef,
    /// Whether the skill is used in its upgraded form.
    pub is_upgraded: bool,
    /// Who takes the hit; its stats count, also when it intercepts (A030).
    pub taker: CharacterId,
    /// Whether the hit was meant for somebody else.
    pub is_intercepted: bool,
    /// How many characters the skill is used on.
    pub targets: u32,
    /// The number of this hit within the use, from 1.
    pub hit: u32,
    /// What words can ask of this hit.
    pub facts: HitFacts,
    /// Whether it is one of the two halves of a hit whose damage has two types.
    pub is_half: bool,
    /// How many targets of the use were named before this one.
    pub targets_before: u32,
    /// The number of the event that reports the use, if there is one.
    pub use_event: Option<u32>,
}

impl Hit {
    /// Returns the skill as its attacker uses it.
    pub(crate) const fn used_skill(self) -> UsedSkill {
        UsedSkill { user: self.attacker, skill: self.skill, is_upgraded: self.is_upgraded, target: Some(self.taker) }
    }
}
