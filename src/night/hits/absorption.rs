//! Shields (family 37). A shield absorbs the next so much damage. The oldest shield absorbs first; the target receives
//! what is left. Of that, another character may receive a part in their place (family 24).
//!
//! A shield lessens damage as it is received, after everything that changes the damage. It is a skill effect that
//! reduces damage, so it stops neither Special damage, unless it names it (R094), nor damage that nothing reduces.

use crate::event::Cause;
use crate::event::detail::EndReason;
use crate::event::number_receipts::{AbsorbedTerm, Receipt};
use crate::language::condition::{Resource, Who, Written};
use crate::language::effect::{AttackFilter, Change, Clause, Modifier, Operation};
use crate::night::effects::end_effects::end_skill;
use crate::night::state::Night;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::bargain::Bargain;
use crate::war::evaluate::EvalContext;
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::UsedSkill;
use crate::war::shields::Shield;

use super::base_damage;
use super::damage_formula::{is_about_damage, is_in_group_of};
use super::damage_source::{DamageSource, is_by_named_skill};

/// Damage that a character is about to receive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IncomingDamage {
    /// Who inflicts it; `None` for damage without an attacker, as Poison can be.
    pub attacker: Option<CharacterId>,
    pub taker: CharacterId,
    /// The skill that inflicts it; `None` for Poison.
    pub source: Option<DamageSource>,
    /// What reduces it.
    pub reduced_by: Reducers,
}

/// Whose skills may reduce some damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reducers {
    Anybody,
    /// Anybody but who receives it.
    Others,
    Nobody,
}

impl Reducers {
    /// Returns whose skills may reduce the damage of a use, as these sentences of it say.
    pub(crate) fn allowed_by<'c>(clauses: impl Iterator<Item = &'c Clause>) -> Reducers {
        clauses.fold(Reducers::Anybody, |known, clause| match clause {
            Clause::CannotBeReduced | Clause::NotReducedBySkills => Reducers::Nobody,
            Clause::NotReducedByTarget if known == Reducers::Anybody => Reducers::Others,
            _ => known,
        })
    }

    /// Returns whose skills may reduce the damage of a skill used.
    pub(crate) fn of_use(war: &War, skill_form: UsedSkill, taker: CharacterId, bargain: &Bargain) -> Reducers {
        let UsedSkill { user, skill, .. } = skill_form;
        if war.in_force.has_none(ModifierKind::Absorption) {
            return Reducers::Anybody;
        }
        let context = EvalContext { bargain, ..EvalContext::of(user, Some(taker), Some(user)) };
        Reducers::allowed_by(war.clauses(skill, context))
    }

    fn allow(self, user: CharacterId, taker: CharacterId) -> bool {
        match self {
            Reducers::Anybody => true,
            Reducers::Others => user != taker,
            Reducers::Nobody => false,
        }
    }
}

/// Takes what shields absorb off a receipt. The shields are read from the position before the batch. What is left of
/// each is counted through the batch: hits of one batch share a shield.
pub(crate) fn absorb(night: &mut Night<'_>, incoming: IncomingDamage, receipt: &mut Receipt) {
    if receipt.amount <= Exact::ZERO || night.basis().in_force.has_none(ModifierKind::Absorption) {
        return;
    }
    let shields = match find_shields(night.basis(), &night.war, incoming, receipt) {
        Ok(shields) => shields,
        Err(error) => return night.report_fault(&error.to_string()),
    };
    for (shield, left) in shields {
        let amount = left.min(receipt.amount);
        if amount > Exact::ZERO {
            receipt.amount -= amount;
            receipt.absorbed.push(AbsorbedTerm { amount, shield });
        }
    }
    for (shield, part) in find_shares(night.basis(), incoming, receipt) {
        let Some(amount) = night.report_on_error(receipt.amount.times(part)) else { continue };
        receipt.amount -= amount;
        receipt.absorbed.push(AbsorbedTerm { amount, shield });
    }
}

/// Returns the sentences by which somebody else receives a part of some damage, each with that part.
fn find_shares(war: &War, incoming: IncomingDamage, receipt: &Receipt) -> Vec<(Shield, Exact)> {
    let IncomingDamage { attacker, taker, .. } = incoming;
    let in_force = war.standing_effects_between(ModifierKind::Absorption, taker, Some(taker), attacker);
    let shares = in_force.filter_map(|(effect, standing)| match &standing.modifier {
        Modifier::Shares { part, with } if applies_to(war, effect, &standing.attacks, incoming, receipt) => {
            find_sharer(war, effect, with, taker).map(|_| (war.shield_of(effect), *part))
        }
        _ => None,
    });
    shares.collect()
}

/// The living character who receives a part of the damage to somebody.
fn find_sharer(war: &War, effect: ActiveEffect, with: &Who<Written>, taker: CharacterId) -> Option<CharacterId> {
    war.living().find(|id| *id != taker && war.can_name(effect, with, *id))
}

/// Returns the shields that stand before some damage, with what is left of each.
fn find_shields(
    war: &War,
    now: &War,
    incoming: IncomingDamage,
    receipt: &Receipt,
) -> Result<Vec<(Shield, Exact)>, LostDigits> {
    let IncomingDamage { attacker, taker, .. } = incoming;
    let mut shields = Vec::new();
    for (effect, standing) in war.standing_effects_between(ModifierKind::Absorption, taker, Some(taker), attacker) {
        let Modifier::Absorbs { damage, span } = &standing.modifier else { continue };
        if applies_to(war, effect, &standing.attacks, incoming, receipt) {
            let tally = war.count_context_between(effect, taker, Some(taker), attacker);
            let capacity = base_damage::measure_amount(war, damage, Resource::Health, tally)?;
            let shield = war.shield_of(effect);
            shields.push((shield, (capacity - now.absorbed_by(shield, taker, *span)).at_least_zero()));
        }
    }
    Ok(shields)
}

/// Whether a sentence that lessens what somebody receives works on this damage.
fn applies_to(
    war: &War,
    effect: ActiveEffect,
    attacks: &AttackFilter,
    incoming: IncomingDamage,
    receipt: &Receipt,
) -> bool {
    let IncomingDamage { attacker, source, reduced_by, taker } = incoming;
    let is_from_named_attacker = attacks.others.is_anybody()
        || attacker.is_some_and(|attacker| is_in_group_of(war, &attacks.others, effect, attacker));
    let reduction = Change::Flat(-Exact::ONE);
    is_from_named_attacker
        && source.map_or(attacks.skill_filter.is_none(), |source| {
            is_by_named_skill(war, attacks.skill_filter.as_ref(), source)
        })
        && is_about_damage(war, effect, &attacks.kinds, reduction, Some(receipt.kind))
        && (reduced_by.allow(effect.user, taker) || war.skill(effect.skill).role == Role::CommandSpell)
}

/// The one who receives a part of some damage by this sentence; `None` if the sentence is a shield.
pub(crate) fn find_sharer_by(war: &War, incoming: IncomingDamage, by: Shield) -> Option<CharacterId> {
    let IncomingDamage { attacker, taker, .. } = incoming;
    let mut in_force = war.standing_effects_between(ModifierKind::Absorption, taker, Some(taker), attacker);
    in_force.find_map(|(effect, standing)| match &standing.modifier {
        Modifier::Shares { with, .. } if war.shield_of(effect) == by => find_sharer(war, effect, with, taker),
        _ => None,
    })
}

/// Ends each skill in force that consists of shields only and whose shields are used up.
pub(crate) fn end_used_up_shields(night: &mut Night<'_>, receipt: &Receipt) {
    for term in &receipt.absorbed {
        let Shield { skill, user, began, .. } = term.shield;
        let is_shield_skill =
            |a: &&ActiveSkill| (a.user, a.skill) == (user, skill) && Some((a.since, a.began)) == began;
        let Some((index, active)) = (0u16..).zip(&night.war.active_skills).find(|(_, a)| is_shield_skill(a)) else {
            continue;
        };
        if is_used_up(&night.war, index, active) {
            let active = active.clone();
            end_skill(night, &active, EndReason::UsedUp, Cause::Rule, &[RuleId::R(366)]);
        }
    }
}

/// Whether all sentences of a skill in force are shields that have nothing left for anybody.
fn is_used_up(war: &War, index: u16, active: &ActiveSkill) -> bool {
    !active.parts.is_empty()
        && active.parts.iter().all(|part| {
            let effect = ActiveEffect {
                user: active.user,
                skill: active.skill,
                line: part.line,
                of_status: part.of_status,
                active: Some(index),
            };
            part.left == Some(0) || has_nothing_left(war, effect)
        })
}

fn has_nothing_left(war: &War, effect: ActiveEffect) -> bool {
    let Some(Operation::Standing(standing)) = war.sentence(effect).map(|rule| &rule.operation) else { return false };
    let Modifier::Absorbs { damage, span } = &standing.modifier else { return false };
    if !standing.can_be_used_up() {
        return false;
    }
    let shield = war.shield_of(effect);
    let is_empty_for = |who: CharacterId| {
        let tally = war.count_context(effect, who);
        let capacity = base_damage::measure_amount(war, damage, Resource::Health, tally);
        capacity.is_ok_and(|capacity| capacity <= war.absorbed_by(shield, who, *span))
    };
    war.living().filter(|who| war.covers(effect, &standing.who, *who)).all(is_empty_for)
}
