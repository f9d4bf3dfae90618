//! What the user of a skill decides when using it: an additional payment, or one of several choices (family 35). Also
//! how often they had used it before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::language::condition::{Condition, Predicate, Resource, Written};
use crate::language::effect::HitSpan;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;

/// The decisions in one use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bargain {
    /// What was paid additionally.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid: Option<(Exact, Resource)>,
    /// What was chosen, as the sheet calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<String>,
    /// How often its user had used the skill before, if one of its sentences counts that.
    #[serde(default, skip_serializing_if = "EarlierUses::is_none")]
    pub earlier: EarlierUses,
    /// How often its user had used the skill on each target of this use, if one of its sentences counts that.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub earlier_on: BTreeMap<CharacterId, EarlierUses>,
    /// The number of targets, if one of its sentences asks for it; otherwise 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub targets: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Uses of a skill by its user before this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierUses {
    /// The uses this Turn.
    pub in_turn: u32,
    /// The uses since the user's battle began; out of battle, since the Turn began (A102).
    pub in_battle: u32,
    /// The uses since the War began.
    pub in_war: u32,
}

impl EarlierUses {
    /// No earlier uses.
    pub const NONE: EarlierUses = EarlierUses { in_turn: 0, in_battle: 0, in_war: 0 };

    /// Whether there were none.
    pub fn is_none(&self) -> bool {
        *self == EarlierUses::NONE
    }

    /// Returns the uses within a span.
    pub const fn within(self, within: HitSpan) -> u32 {
        match within {
            HitSpan::Turn => self.in_turn,
            HitSpan::Battle => self.in_battle,
            HitSpan::War => self.in_war,
        }
    }
}

impl Default for EarlierUses {
    fn default() -> EarlierUses {
        EarlierUses::NONE
    }
}

impl Bargain {
    /// No decisions.
    pub const NONE: Bargain =
        Bargain { paid: None, chosen: None, earlier: EarlierUses::NONE, earlier_on: BTreeMap::new(), targets: 0 };

    /// A reference to [`Bargain::NONE`].
    pub const NOTHING: &'static Bargain = &Bargain::NONE;

    /// Whether nothing was decided.
    pub fn is_none(&self) -> bool {
        *self == Bargain::NONE
    }

    /// Returns whether a statement about a use is true for this one; `None` for a statement about anything else.
    pub fn truth_of_statement(&self, predicate: &Predicate<Written>) -> Option<bool> {
        match predicate {
            Predicate::Pays(amount, what) => Some(self.paid == Some((*amount, *what))),
            Predicate::Chooses(choice) => {
                Some(self.chosen.as_ref().is_some_and(|chosen| chosen.eq_ignore_ascii_case(choice)))
            }
            _ => None,
        }
    }

    /// Returns whether a condition holds by the decisions alone; `None` where it depends on something else.
    pub fn truth_of_condition(&self, condition: &Condition<Written>) -> Option<bool> {
        match condition {
            Condition::All(parts) => {
                let truths: Vec<Option<bool>> = parts.iter().map(|part| self.truth_of_condition(part)).collect();
                if truths.contains(&Some(false)) {
                    Some(false)
                } else if truths.contains(&None) {
                    None
                } else {
                    Some(true)
                }
            }
            Condition::AnyOf(parts) => {
                let truths: Vec<Option<bool>> = parts.iter().map(|part| self.truth_of_condition(part)).collect();
                if truths.contains(&Some(true)) {
                    Some(true)
                } else if truths.contains(&None) {
                    None
                } else {
                    Some(false)
                }
            }
            Condition::Not(part) => self.truth_of_condition(part).map(|truths| !truths),
            Condition::Is(predicate) => self.truth_of_statement(predicate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_decided_settles_what_hangs_on_it_alone() {
        let paid = Bargain { paid: Some((Exact::whole(8), Resource::Mana)), ..Bargain::NONE };
        let pays = |n| Condition::Is(Predicate::Pays(Exact::whole(n), Resource::Mana));
        let night = Condition::Is(Predicate::SecondRound);
        assert_eq!(paid.truth_of_condition(&pays(8)), Some(true));
        assert_eq!(paid.truth_of_condition(&pays(10)), Some(false));
        assert_eq!(paid.truth_of_condition(&Condition::Not(Box::new(pays(8)))), Some(false));
        assert_eq!(paid.truth_of_condition(&night), None);
        assert_eq!(paid.truth_of_condition(&Condition::All(vec![night.clone(), pays(10)])), Some(false));
        assert_eq!(paid.truth_of_condition(&Condition::All(vec![night.clone(), pays(8)])), None);
        assert_eq!(paid.truth_of_condition(&Condition::AnyOf(vec![night, pays(8)])), Some(true));
    }
}
