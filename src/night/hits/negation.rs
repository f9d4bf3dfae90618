//! Negation: attacks and skills that have no effect on somebody (family 7, A025, A026, A030).

use crate::event::detail::EndReason;
use crate::event::kind::Combat;
use crate::event::{Cause, EventId};
use crate::language::effect::Clause;
use crate::night::effects::end_effects::{end_skill, spend_held_item};
use crate::night::state::Night;
use crate::night::state::skill_use::{AppliedSkill, Inflicted, SkillUse};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::bargain::Bargain;
use crate::war::evaluate::EvalContext;
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::{SkillRef, UsedSkill};

use super::landing::{Landing, Negation};

/// Marks the hits of a batch that are negated, for their target or for who takes them. A negation with a quota negates
/// the first hits.
pub(crate) fn mark_negated(war: &War, uses: &[SkillUse], landings: &mut [Landing]) {
    let mut spent: Vec<ActiveEffect> = Vec::new();
    for landing in landings.iter_mut().filter(|landing| landing.receipt.is_some()) {
        let Some(skill_use) = uses.get(landing.use_index) else { continue };
        let negation =
            [landing.target, landing.taker].into_iter().find_map(|on| find_negation(war, on, skill_use, &spent));
        spent.extend(negation.filter(|negation| negation.counts_against_quota).map(|n| n.through));
        landing.negated = negation;
    }
}

/// Finds what negates a use for somebody. A negation without a quota goes before one that counts.
fn find_negation(war: &War, character: CharacterId, skill_use: &SkillUse, spent: &[ActiveEffect]) -> Option<Negation> {
    if cannot_be_negated(war, character, skill_use.used_skill(), &skill_use.bargain) {
        return None;
    }
    let mut found = None;
    for (through, attacks_left) in war.list_negating_effects(character, skill_use.used_skill()) {
        match attacks_left {
            None => return Some(Negation { character, through, counts_against_quota: false }),
            Some(left) => {
                let already_spent = spent.iter().filter(|effect| **effect == through).count();
                if found.is_none() && (left as usize) > already_spent {
                    found = Some(Negation { character, through, counts_against_quota: true });
                }
            }
        }
    }
    found
}

/// Whether a clause of the use, or one of all its user's attacks, says that nothing negates it.
fn cannot_be_negated(war: &War, on: CharacterId, skill_form: UsedSkill, bargain: &Bargain) -> bool {
    let UsedSkill { user, skill, is_upgraded, .. } = skill_form;
    if war.in_force.has_none(ModifierKind::Negation) {
        return false;
    }
    let context = EvalContext { bargain, ..EvalContext::of(user, Some(on), Some(user)) };
    war.clauses_of_attack(skill, is_upgraded, context).any(|clause| *clause == Clause::NotNegated)
}

/// Returns the targets that a skill without hits affects. Targets whose effects negate it are left out.
pub(crate) fn find_unnegated_targets(night: &mut Night<'_>, skill_use: &SkillUse) -> Vec<CharacterId> {
    let mut unnegated = Vec::new();
    let mut spent: Vec<ActiveEffect> = Vec::new();
    for target in &skill_use.targets {
        match find_negation(night.basis(), *target, skill_use, &spent) {
            None => unnegated.push(*target),
            Some(negation) => {
                spent.extend(Some(negation.through).filter(|_| negation.counts_against_quota));
                emit_negation(night, &negation, skill_use);
            }
        }
    }
    unnegated
}

/// Negates a skill's one-time effect on somebody who is not its target, if an effect of theirs does so. Returns whether
/// one did.
pub(crate) fn negate_for_bystander(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId) -> bool {
    if applied.targets.contains(&who) {
        return false;
    }
    let war = night.basis();
    if cannot_be_negated(war, who, applied.used_skill(), &applied.bargain) {
        return false;
    }
    let negation_found = war.list_negating_effects(who, applied.used_skill()).find(|(_, left)| left.is_none());
    let Some((through, _)) = negation_found else { return false };
    let negation = Negation { character: who, through, counts_against_quota: false };
    emit_negated(night, &negation, applied.user, applied.skill, applied.use_event, applied.cause);
    true
}

/// Whether an effect negates the use as a whole for somebody, target or not. For a target the event was already
/// emitted.
pub(crate) fn negate_whole_use(night: &mut Night<'_>, skill_use: &SkillUse, who: CharacterId) -> bool {
    let war = night.basis();
    let is_target = skill_use.targets.contains(&who);
    if is_target && !cannot_be_negated(war, who, skill_use.used_skill(), &skill_use.bargain) {
        return war.list_negating_effects(who, skill_use.used_skill()).any(|(_, left)| left.is_none());
    }
    negate_for_bystander(night, &skill_use.applied_to(skill_use.targets.clone(), Inflicted::new()), who)
}

/// Emits a negation.
pub(crate) fn emit_negation(night: &mut Night<'_>, negation: &Negation, skill_use: &SkillUse) -> EventId {
    emit_negated(night, negation, skill_use.user, skill_use.skill, skill_use.use_event, skill_use.cause)
}

fn emit_negated(
    night: &mut Night<'_>,
    negation: &Negation,
    by: CharacterId,
    skill: SkillRef,
    parent: EventId,
    cause: Cause,
) -> EventId {
    let Negation { character: who, through: effect, counts_against_quota: counts } = *negation;
    let negated_event = Combat::Negated {
        who,
        by,
        skill,
        through: effect.skill,
        whose: effect.user,
        counts: counts.then_some(effect.line),
    };
    let event = night.emit(negated_event, Some(parent), cause, None, &[RuleId::A(25), RuleId::A(26)]);
    end_used_up_quotas(night, effect.user, effect.skill);
    event
}

/// Ends a skill in force when all its quotas are used up. A held item is gone then (R346).
pub(crate) fn end_used_up_quotas(night: &mut Night<'_>, user: CharacterId, skill: SkillRef) {
    let is_used_up = |a: &&ActiveSkill| {
        let is_of_skill = a.user == user && a.skill == skill && !a.parts.is_empty();
        is_of_skill && a.parts.iter().all(|part| part.left == Some(0))
    };
    if let Some(active) = night.war.active_skills.iter().find(is_used_up).cloned() {
        end_skill(night, &active, EndReason::UsedUp, Cause::Rule, &[RuleId::R(366)]);
    }
    if night.war.is_item_used_up(user, skill) {
        spend_held_item(night, user, skill);
    }
}
