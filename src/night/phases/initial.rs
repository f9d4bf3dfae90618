//! The Initial Phase: regeneration, upkeeps, the drain of contracts (R212, A085).
//!
//! It is one batch, together with what effects do in it each Turn: one net sum per character and stat. Whether somebody
//! can pay depends on what they had before it, less what they have paid in it. Deaths are checked afterwards.

use std::collections::BTreeMap;

use crate::event::Cause;
use crate::event::detail::{Drain, EndReason, SpiritReason};
use crate::event::kind::{Movement, Resources};
use crate::event::number_receipts::{RegenReceipt, Term, TermSource};
use crate::language::condition::Resource;
use crate::language::effect::{Forbidden, Modifier};
use crate::night::effects::end_effects::{self, end_by_spirit_form};
use crate::night::phases::phase_loop::{carry_out_each_turn, carry_out_now};
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::counts_and_measures::measure_change;
use crate::war::in_force::ModifierKind;

/// Runs the phase.
pub(crate) fn run(night: &mut Night<'_>) {
    let war_before = night.war.clone();
    carry_out_now(night, |night| {
        carry_out_each_turn(night, Phase::Initial);
        let mut payments = Payments { war_before: &war_before, paid: BTreeMap::new() };
        pay_upkeeps(night, &war_before, &mut payments);
        drain_by_contracts(night, &war_before, &mut payments);
        war_before.living().for_each(|who| regenerate(night, &war_before, who));
    });
}

/// What everybody can pay with in the batch: what they had before it, less what they have paid.
struct Payments<'w> {
    war_before: &'w War,
    /// The Mana and Health paid.
    paid: BTreeMap<CharacterId, (Exact, Exact)>,
}

impl Payments<'_> {
    /// Pays, if there is enough: down to 0, and nobody pays more than they have (A050, A085). Returns whether it was
    /// paid.
    fn pay(&mut self, who: CharacterId, mana: Exact, health: Exact) -> bool {
        let character = self.war_before.character(who);
        let paid = self.paid.entry(who).or_default();
        let after = (paid.0 + mana, paid.1 + health);
        let can_pay = after.0 <= character.mana && after.1 <= character.health;
        if can_pay {
            *paid = after;
        }
        can_pay
    }
}

/// Pays every upkeep, in the order the effects began. Refused upkeeps end their effects (R365).
fn pay_upkeeps(night: &mut Night<'_>, before: &War, payments: &mut Payments<'_>) {
    for active in before.active_skills.iter().filter(|a| a.since < before.night) {
        let Some(upkeep) = active.upkeep else { continue };
        let is_refused = night.agenda.is_refused(active.user, active.skill);
        if is_refused {
            end_for_upkeep(night, active, EndReason::Cancelled, &[RuleId::R(365)]);
        } else if payments.pay(active.user, upkeep.mana, upkeep.health) {
            let upkeep_paid = Resources::UpkeepPaid {
                who: active.user,
                skill: active.skill,
                mana: upkeep.mana,
                health: upkeep.health,
            };
            night.emit(upkeep_paid, None, Cause::Rule, None, &[RuleId::R(123), RuleId::R(212)]);
        } else {
            end_for_upkeep(night, active, EndReason::Unpaid, &[RuleId::R(123), RuleId::A(85)]);
        }
    }
}

fn end_for_upkeep(night: &mut Night<'_>, active: &ActiveSkill, why: EndReason, rules: &[RuleId]) {
    end_effects::end_skill(night, active, why, Cause::Rule, rules);
}

/// Drains Masters with three or more Servants, and Servants without a Master (R143–R151, A164, A165).
fn drain_by_contracts(night: &mut Night<'_>, before: &War, payments: &mut Payments<'_>) {
    for who in before.living() {
        let servants = before.servants_of(who);
        if servants.len() >= 3 {
            drain_for_many_servants(night, before, who, servants, payments);
        }
        let character = before.character(who);
        if character.kind == SheetKind::Servant && character.master.is_none() {
            drain_masterless(night, who, Drain::Masterless, &[RuleId::R(144), RuleId::A(164)]);
        }
    }
}

fn drain_for_many_servants(
    night: &mut Night<'_>,
    before: &War,
    master: CharacterId,
    servants: &[CharacterId],
    payments: &mut Payments<'_>,
) {
    let extra_servants = u32::try_from(servants.len()).unwrap_or(u32::MAX).saturating_sub(2);
    let cost = Exact::from(extra_servants.saturating_mul(10));
    // Mana that went to upkeeps is not available, and neither is what regenerates (A085).
    if payments.pay(master, cost, Exact::ZERO) {
        let drained_event = Resources::Drained { who: master, mana: cost, why: Drain::ManyServants };
        night.emit(drained_event, None, Cause::Rule, None, &[RuleId::R(149)]);
        return;
    }
    for servant in servants.iter().copied().filter(|s| !before.character(*s).is_in_spirit_form) {
        if before.character(servant).battle.turns > 0 || before.may_not(servant, &Forbidden::EnterSpiritForm) {
            drain_masterless(night, servant, Drain::UnpaidMaster, &[RuleId::R(151), RuleId::A(165)]);
        } else {
            let forced_event = Movement::SpiritForm { who: servant, entered: true, sp: 0, why: SpiritReason::Forced };
            let parent = night.emit(forced_event, None, Cause::Rule, None, &[RuleId::R(150), RuleId::A(165)]);
            end_by_spirit_form(night, servant, parent);
        }
    }
}

fn drain_masterless(night: &mut Night<'_>, who: CharacterId, why: Drain, rules: &[RuleId]) {
    let maximum = night.war.maximum(who, Resource::Mana);
    let turns_masterless = match why {
        Drain::UnpaidMaster => night.war.turns_unpaid(who),
        Drain::Masterless | Drain::ManyServants => night.war.turns_masterless(who),
    };
    let part = night.war.masterless_loss_share(who, turns_masterless);
    let Some(part) = night.report_on_error(part) else { return };
    // An effect that softens the loss for some Turns counts them from the first unpaid Turn. That Turn is therefore
    // noted even without a loss.
    let is_noted = |mana: &Exact| !mana.is_zero() || why == Drain::UnpaidMaster;
    if let Some(mana) = night.report_on_error(maximum.times(part)).filter(is_noted) {
        night.emit(Resources::Drained { who, mana, why }, None, Cause::Rule, None, rules);
    }
}

fn regenerate(night: &mut Night<'_>, before: &War, who: CharacterId) {
    if !may_regenerate(before, who) {
        return;
    }
    let sheet = before.sheet(who);
    let Some(health_receipt) = compute_regeneration(night, before, who, Resource::Health, sheet.health_regen) else {
        return;
    };
    let Some(mana_receipt) = compute_regeneration(night, before, who, Resource::Mana, sheet.mana_regen) else { return };
    let character = night.war.character(who);
    // The maximum caps the net sum: what was paid in this phase leaves room (A023, A085).
    let room_below = |maximum: Exact, value: Exact| (maximum - value).at_least_zero();
    let health = health_receipt.amount.min(room_below(night.war.maximum(who, Resource::Health), character.health));
    let mana = mana_receipt.amount.min(room_below(night.war.maximum(who, Resource::Mana), character.mana));
    if health.is_zero() && mana.is_zero() {
        return;
    }
    let regenerated_event = Resources::Regenerated { who, health, mana, health_receipt, mana_receipt };
    night.emit(regenerated_event, None, Cause::Rule, None, &[RuleId::R(242), RuleId::R(243), RuleId::A(175)]);
}

/// Whether somebody regenerates: they were not in battle in the previous Turn, and nothing forbids it (R021, R140,
/// R143, R147, R148, R243, R251, A090, A168).
fn may_regenerate(war: &War, who: CharacterId) -> bool {
    let character = war.character(who);
    // Whoever maintains a Reality Marble does not regenerate (R296).
    if war.keeps_a_marble(who) {
        return false;
    }
    let mut regenerates_with_two_servants = false;
    let mut regenerates_in_battle = character.is_in_spirit_form && war.setup.switches.spirit_regen_after_battle;
    for (_, standing) in war.standing_effects_on(ModifierKind::Regeneration, who) {
        match &standing.modifier {
            Modifier::CannotRegenerate(None) | Modifier::CannotRestore(None) => return false,
            Modifier::RegenerateInBattle => regenerates_in_battle = true,
            Modifier::RegenerateWithTwoServants => regenerates_with_two_servants = true,
            _ => {}
        }
    }
    let servants = match war.master_of(who) {
        None => {
            let can_regenerate = character.kind == SheetKind::Familiar || war.regenerates_masterless(who);
            return can_regenerate && (regenerates_in_battle || !character.turn.fought_last_turn);
        }
        Some(master) => war.servants_of(master).len(),
    };
    if maintains_servant_again(war, who) {
        return false;
    }
    let is_spent_master = character.kind == SheetKind::Master && !regenerates_with_two_servants;
    let has_too_many_servants = servants >= 3 || (servants == 2 && is_spent_master);
    !has_too_many_servants && (regenerates_in_battle || !character.turn.fought_last_turn)
}

/// Whether a disqualified Master has a Servant again that is not in Spirit Form (R140, A167).
fn maintains_servant_again(war: &War, who: CharacterId) -> bool {
    let is_disqualified = war.character(who).mastery.as_ref().is_some_and(|m| !m.is_qualified);
    is_disqualified && war.servants_of(who).iter().any(|servant| !war.character(*servant).is_in_spirit_form)
}

/// Returns the receipt of a regeneration: base × (1 + Σ percentages) + flat (A175).
fn compute_regeneration(
    night: &mut Night<'_>,
    war: &War,
    who: CharacterId,
    resource: Resource,
    base: Exact,
) -> Option<RegenReceipt> {
    if war.cannot_regenerate(who, resource) {
        return Some(RegenReceipt::default());
    }
    let mut receipt = RegenReceipt { base, ..RegenReceipt::default() };
    for (effect, standing) in war.standing_effects_on(ModifierKind::Regeneration, who) {
        if let Modifier::Regeneration { resource: regenerated, change } = &standing.modifier
            && regenerated.is_none_or(|regenerated| regenerated == resource)
        {
            let source = TermSource::Skill { skill: effect.skill, user: effect.user };
            receipt.add(night.report_on_error(measure_change(war, change, war.count_context(effect, who)))?, source);
        }
    }
    if war.character(who).is_in_spirit_form {
        receipt.percents.push(Term { amount: Exact::percent(50), source: TermSource::Rule(RuleId::R(246)) });
    }
    if is_at_own_home(war, who) {
        let rule = if war.character(who).kind == SheetKind::Master { RuleId::R(225) } else { RuleId::R(226) };
        receipt.flat.push(Term { amount: Exact::whole(5), source: TermSource::Rule(rule) });
    }
    let bracket = (Exact::ONE + receipt.percents.iter().map(|t| t.amount).sum()).at_least_zero();
    let flat: Exact = receipt.flat.iter().map(|t| t.amount).sum();
    receipt.amount = (night.report_on_error(base.times(bracket))? + flat).at_least_zero();
    Some(receipt)
}

/// Whether a Master is in a Home Base they own, or a Servant is there with such a Master (R225, R226, A174).
fn is_at_own_home(war: &War, who: CharacterId) -> bool {
    let character = war.character(who);
    let master = match character.kind {
        SheetKind::Master => who,
        SheetKind::Servant => match character.master {
            Some(master) => master,
            None => return false,
        },
        SheetKind::Familiar | SheetKind::Library => return false,
    };
    let owner = war.character(master);
    // Inside a Reality Marble the field of the Home Base is suspended (A221).
    war.marble_at(owner.at).is_none()
        && owner.at == character.at
        && owner.mastery.as_ref().is_some_and(|m| m.homes.contains(&owner.at))
}
