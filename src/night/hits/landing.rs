//! A computed hit: its target, who takes it and why, its damage, and what negates it.

use crate::event::number_receipts::Receipt;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::in_force::ActiveEffect;

use super::quotas::CountedAttack;

/// A hit that is going to land, computed on the position before its batch.
pub(crate) struct Landing {
    pub attacker: CharacterId,
    pub target: CharacterId,
    pub taker: CharacterId,
    pub hit: u32,
    /// The index of its use in the batch.
    pub use_index: usize,
    /// Why somebody other than the target takes it.
    pub interception_reason: Option<InterceptionReason>,
    /// `None`: the target is spared because its Servant, hit itself, shields it (A117).
    pub receipt: Option<Receipt>,
    /// The half of its damage that is of another type.
    pub other_half: Option<Receipt>,
    /// The sentence that inflicts its damage; `None` for the Damage field, or where it inflicts none.
    pub line: Option<u16>,
    /// The quota sentences that count the hit.
    pub counted: Vec<CountedAttack>,
    /// What negates it, and for whom (family 7).
    pub negated: Option<Negation>,
}

/// Why somebody intercepts a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InterceptionReason {
    /// By a Command Spell: a Servant (R173) or a Master (R179).
    Spell {
        /// The sentence of the spell.
        effect: ActiveEffect,
        /// Whether a Master intercepts for their Servant.
        is_master: bool,
    },
    /// A Servant that protects its Master (R258).
    Protection,
    /// By a sentence of a skill (R073).
    Sentence(ActiveEffect),
}

impl InterceptionReason {
    /// Returns the rule that allows the interception. The event cites it, and readers of the event learn the reason
    /// from it (`Stance`).
    pub(crate) const fn rule(self) -> RuleId {
        match self {
            InterceptionReason::Spell { is_master: false, .. } => RuleId::R(173),
            InterceptionReason::Spell { is_master: true, .. } => RuleId::R(179),
            InterceptionReason::Protection => RuleId::R(258),
            InterceptionReason::Sentence(_) => RuleId::R(73),
        }
    }
}

/// A negation: on whom, by which effect, and whether it counts against a quota.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Negation {
    pub character: CharacterId,
    pub through: ActiveEffect,
    pub counts_against_quota: bool,
}

#[cfg(test)]
mod tests {
    use super::InterceptionReason;
    use crate::event::detail::Stance;
    use crate::vocabulary::ids::CharacterId;
    use crate::war::in_force::ActiveEffect;
    use crate::war::setup::{SheetId, SkillRef};

    #[test]
    fn every_guard_is_read_from_the_rule_it_cites() {
        let effect = ActiveEffect {
            user: CharacterId::at(0),
            skill: SkillRef { sheet: SheetId(0), skill_index: 0 },
            line: 0,
            of_status: None,
            active: None,
        };
        for (guard, stance) in [
            (InterceptionReason::Spell { effect, is_master: false }, Stance::Spell),
            (InterceptionReason::Spell { effect, is_master: true }, Stance::Spell),
            (InterceptionReason::Protection, Stance::OwnWill),
            (InterceptionReason::Sentence(effect), Stance::Skill),
        ] {
            assert_eq!(Stance::find_cited(&[guard.rule()]), Some(stance), "{guard:?}");
        }
    }
}
