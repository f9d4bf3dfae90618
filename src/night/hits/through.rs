//! Through what damage is done, and which sentences speak of it.

use crate::language::effect::{Skills, Sort};
use crate::war::War;
use crate::war::setup::UsedSkill;

/// Through what damage is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through {
    pub used: UsedSkill,
    /// By an attack; else later, or by what a field does to whoever is in it.
    pub attack: bool,
    /// By an attack that whoever takes it intercepted.
    pub intercepted: bool,
}

/// Whether damage is of a skill of the sort a modifier speaks of; what a skill does later is that skill's too, and no
/// attack.
pub(super) fn is_with(war: &War, with: Option<&Skills>, by: Through) -> bool {
    let of_attacks = |of: &Skills| matches!(of.sort, Sort::Attacks | Sort::BasicAttacks | Sort::Inflicting(_));
    let is_among = |of: &Skills| match by.attack {
        true => war.is_now_among(by.used, of),
        false => war.skill(by.used.skill).is_among(of, by.used.upgraded),
    };
    with.is_none_or(|of| (by.attack || !of_attacks(of)) && is_among(of))
}
