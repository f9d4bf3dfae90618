//! Attacks that leave so much Health: `This attack cannot reduce the target's Health below 1` (family 26).

use crate::event::number_receipts::Receipt;
use crate::language::effect::{Clause, Verb};
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::war::War;
use crate::war::evaluate::EvalContext;
use crate::war::setup::SkillRef;

use super::base_damage::sentences_at;

/// Lessens what a hit inflicts so that whoever takes it keeps the Health that the skill, or the sentence that strikes,
/// leaves them. The Health before the batch counts, less what this use has inflicted in the batch: what others inflict
/// at the same moment is not spared.
pub(super) fn spare(
    night: &Night<'_>,
    skill_use: &SkillUse,
    taker: CharacterId,
    line: Option<u16>,
    inflicted: Exact,
    receipt: &mut Receipt,
) {
    let war = night.basis();
    let of_skill = least_left(war, skill_use.skill, skill_use.eval_context_on(taker));
    let lines = line.as_slice();
    let of_sentence = sentences_at(war.skill(skill_use.skill), lines).filter_map(|(_, sentence)| {
        if let Some(Verb::Damage { keeps, .. }) = sentence.operation.verb() { *keeps } else { None }
    });
    if let Some(least) = of_skill.into_iter().chain(of_sentence).max() {
        receipt.spare_above(war.character(taker).health - inflicted - least);
    }
}

/// The Health that an attack leaves whoever it strikes, if its sentences say so.
pub(in crate::night) fn least_left(war: &War, skill: SkillRef, context: EvalContext<'_>) -> Option<Exact> {
    let left = |clause| if let &Clause::SparesTarget(least) = clause { Some(least) } else { None };
    war.clauses(skill, context).filter_map(left).max()
}
