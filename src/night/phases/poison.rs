//! What earlier Turns left for the first batch of the Instant Phase: Poison and delayed damage (R127, R131, A067, A074,
//! A076).

use crate::event::Cause;
use crate::event::kind::Statuses;
use crate::night::effects::immediate::{EffectDamageSource, inflict_effect_damage, settle_absorbed};
use crate::night::hits::absorption::{self, IncomingDamage, Reducers};
use crate::night::hits::damage_formula::compute_poison_damage;
use crate::night::phases::phase_loop::{carry_out_each_turn, carry_out_now};
use crate::night::state::Night;
use crate::night::state::damage_credit::InflictedDamage;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::character::DelayedDamage;

/// Ticks Poison in the first batch of the Instant Phase, together with `others` and with what effects do in it each
/// Turn (R127, A067, A074).
pub(crate) fn run_first_instant_batch<'a>(night: &mut Night<'a>, others: impl Fn(&mut Night<'a>)) {
    carry_out_now(night, |night| {
        others(night);
        carry_out_each_turn(night, night.phase);
        inflict_delayed_damage(night);
        tick_poison(night);
    });
}

fn tick_poison(night: &mut Night<'_>) {
    let war = night.basis();
    let ticks: Vec<(CharacterId, Option<CharacterId>, Exact)> =
        war.living().filter_map(|who| worst_poison(war, who).map(|(by, d)| (who, by, d))).collect();
    for (taker, attacker, base) in ticks {
        let Some(mut receipt) = night.report_on_error(compute_poison_damage(night.basis(), attacker, taker, base))
        else {
            continue;
        };
        let incoming = IncomingDamage { attacker, taker, source: None, reduced_by: Reducers::Anybody };
        absorption::absorb(night, incoming, &mut receipt);
        let original_receipt = receipt.clone();
        let damage = receipt.amount;
        let poison_ticked = Statuses::PoisonTicked { who: taker, damage, by: attacker, receipt };
        let id = night.emit(poison_ticked, None, Cause::Rule, None, &[RuleId::R(127), RuleId::R(131), RuleId::A(77)]);
        settle_absorbed(night, incoming, &original_receipt, id);
        night.book_damage(InflictedDamage { event: id, inflicter: attacker, taker, amount: damage, is_attack: false });
    }
}

/// Inflicts a share of each delayed damage of earlier Turns, in the same batch.
fn inflict_delayed_damage(night: &mut Night<'_>) {
    let war = night.basis();
    let mut due_damages: Vec<(CharacterId, u16, DelayedDamage)> = Vec::new();
    for who in war.living() {
        let delayed_damages = war.character(who).lingering.iter().zip(0u16..);
        due_damages.extend(
            delayed_damages
                .filter(|(delayed, _)| delayed.since < war.night)
                .map(|(delayed, index)| (who, index, *delayed)),
        );
    }
    for (who, index, delayed) in due_damages {
        let DelayedDamage { by: user, skill, kind, .. } = delayed;
        let cause = Cause::Effect { skill, user };
        let source = EffectDamageSource {
            inflicter: user,
            skill,
            is_upgraded: false,
            parent: None,
            cause,
            lingering: Some(index),
            keeps: night.war.skill(skill).least_left(),
        };
        inflict_effect_damage(night, source, who, delayed.share(), kind);
    }
}

/// Returns the Poison that ticks: the highest damage, the earliest author among equals (R131, A076, A080). `None` for
/// the immune (A137).
fn worst_poison(war: &War, who: CharacterId) -> Option<(Option<CharacterId>, Exact)> {
    if war.is_immune(who, StatusKind::Poison) {
        return None;
    }
    let mut worst: Option<(Option<CharacterId>, Exact)> = None;
    for active_status in war.character(who).statuses.iter().filter(|s| s.since < war.night) {
        if let Status::Poison { damage, .. } = active_status.status
            && worst.is_none_or(|(_, worst_damage)| damage > worst_damage)
        {
            worst = Some((active_status.by, damage));
        }
    }
    worst
}
