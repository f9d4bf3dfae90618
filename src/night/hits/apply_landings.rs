//! Carries out computed hits: damage, statuses, and what else they set off (R100, R101).

use std::collections::BTreeMap;

use super::absorption::{IncomingDamage, Reducers};
use super::base_damage::{self, BaseDamage};
use super::compute_landings::{build_hit, hit_facts, sentences_striking};
use super::damage_formula::{compute_blow_damage, is_in_group_of};
use super::damage_source::DamageSource;
use super::landing::{InterceptionReason, Landing};
use super::quotas::{CountedAttack, CountedHits};
use super::{absorption, negation, sparing, thrown_back};
use crate::event::EventId;
use crate::event::detail::CountedUse;
use crate::event::kind::Combat;
use crate::event::number_receipts::Receipt;
use crate::language::condition::Resource;
use crate::language::effect::{AttackFilter, Immediate, Modifier, Operation, Verb};
use crate::night::effects::immediate::{inflict_status, settle_absorbed};
use crate::night::effects::lasting::inflict_sheet_status;
use crate::night::state::Night;
use crate::night::state::damage_credit::InflictedDamage;
use crate::night::state::skill_use::{AppliedSkill, HitTotals, Inflicted, SkillUse};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Round;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::Status;
use crate::war::War;
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::UsedSkill;

/// The hits of one use so far.
#[derive(Default)]
pub(super) struct HitsSoFar {
    /// What each taker of a hit received.
    pub takers: Inflicted,
    /// For each target, who took its hits; `None` where nobody did.
    pub takers_by_target: BTreeMap<CharacterId, Option<CharacterId>>,
}

impl HitsSoFar {
    /// Adds further hits of the same use.
    pub(super) fn add(&mut self, other: HitsSoFar) {
        for (taker, totals) in other.takers {
            self.takers.entry(taker).or_default().add(totals);
        }
        self.takers_by_target.extend(other.takers_by_target);
    }

    /// Yields the characters that the hits concern: the targets and their interceptors.
    pub(super) fn affected(&self) -> impl Iterator<Item = CharacterId> {
        self.takers_by_target.iter().flat_map(|(target, taker)| [Some(*target), *taker]).flatten()
    }
}

/// Emits the events of computed hits: damage, rider statuses, further sentences, Combat Points. Returns, per use, who
/// was struck. Those struck by earlier hits of this use do not take its once-per-use sentences again.
pub(super) fn apply_landings(
    night: &mut Night<'_>,
    uses: &[SkillUse],
    landings: Vec<Landing>,
    already_struck: &Inflicted,
) -> Vec<HitsSoFar> {
    let mut hits_by_use: Vec<HitsSoFar> = uses.iter().map(|_| HitsSoFar::default()).collect();
    let mut counted_hits = CountedHits::default();
    for mut landing in landings {
        let Some((skill_use, hits_so_far)) = uses.get(landing.use_index).zip(hits_by_use.get_mut(landing.use_index))
        else {
            continue;
        };
        let Landing { attacker, target, taker, line: own_line, .. } = landing;
        hits_so_far.takers_by_target.entry(target).or_default();
        let Some(mut receipt) = landing.receipt.take() else {
            let shielded = Combat::Shielded { who: target, by: taker, attacker, skill: skill_use.skill };
            let rule = landing.interception_reason.map_or(RuleId::R(258), InterceptionReason::rule);
            night.emit(shielded, Some(skill_use.use_event), skill_use.cause, None, &[rule, RuleId::A(117)]);
            continue;
        };
        if let Some(negation) = landing.negated {
            let other_half = landing.other_half.map_or(Exact::ZERO, |half| half.amount);
            thrown_back::negate_hit(night, &negation, skill_use, receipt.amount + other_half);
            continue;
        }
        absorb(night, skill_use, taker, &mut receipt);
        let inflicted = hits_so_far.takers.get(&taker).map_or(Exact::ZERO, |totals| totals.damage);
        sparing::spare(night, skill_use, taker, own_line, inflicted, &mut receipt);
        let inflicted = inflicted + receipt.amount;
        let is_first_hit = !hits_so_far.takers.contains_key(&taker) && !already_struck.contains_key(&taker);
        hits_so_far.takers_by_target.insert(target, Some(taker));
        let facts = hit_facts(night.basis(), skill_use, landing.hit, target, taker);
        hits_so_far.takers.entry(taker).or_default().add(HitTotals::once(receipt.amount, facts));
        if night.phase.round() == Some(Round::Second) {
            night.agenda.note_attacked_again([target, taker]);
        }
        let damage_type = find_damage_type(night.basis(), skill_use, taker, own_line);
        let added_statuses = find_statuses_added_to_attacks(
            night.basis(),
            skill_use.used_skill().on(taker),
            taker,
            damage_type,
            &landing.counted,
        );
        let counted = counted_hits.count(
            night.basis(),
            landing.use_index,
            landing.hit,
            &landing.counted,
            already_struck.is_empty(),
        );
        let other_half = landing.other_half.take();
        let id = emit_hit(night, skill_use, &landing, receipt, counted);
        let landed = LandedHit { event: id, target, taker, line: own_line, inflicted, counted: &landing.counted };
        let other_damage =
            other_half.map_or(Exact::ZERO, |half| strike_with_other_half(night, skill_use, landed, half));
        let landed = LandedHit { inflicted: inflicted + other_damage, ..landed };
        let mut further_damage = other_damage;
        for (effect, status) in added_statuses {
            let applied = AppliedSkill { skill: effect.skill, ..skill_use.applied_to(vec![taker], Inflicted::new()) };
            inflict_status(night, &applied, taker, status, id);
        }
        for status in rider_statuses(&night.war, skill_use) {
            inflict_status(night, &skill_use.applied_to(vec![taker], Inflicted::new()), taker, status, id);
        }
        if is_first_hit || skill_use.blows_on_others.is_some() {
            further_damage += strike_with_joined_sentences(night, skill_use, landed);
        }
        if let Some(totals) =
            hits_by_use.get_mut(landing.use_index).and_then(|hits_so_far| hits_so_far.takers.get_mut(&taker))
        {
            totals.damage += further_damage;
        }
    }
    hits_by_use
}

/// Emits a hit and its damage.
fn emit_hit(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    landing: &Landing,
    receipt: Receipt,
    counted: Vec<CountedUse>,
) -> EventId {
    let mut rules = vec![if receipt.has_no_damage() { RuleId::A(78) } else { formula_rule(receipt.kind) }];
    if let Some(guard) = landing.interception_reason {
        rules.extend([guard.rule(), RuleId::A(30), RuleId::A(122)]);
    }
    let event = Combat::Hit {
        attacker: landing.attacker,
        skill: skill_use.skill,
        target: landing.target,
        taker: landing.taker,
        hit: landing.hit,
        is_upgraded: skill_use.is_upgraded,
        receipt: receipt.clone(),
        counted: counted.clone(),
    };
    let dealt = DealtDamage {
        taker: landing.taker,
        receipt: &receipt,
        event,
        parent: skill_use.use_event,
        rules: &rules,
        counted: &counted,
        quota_sentences: &landing.counted,
    };
    emit_damage(night, skill_use, dealt)
}

/// Takes what shields absorb off a hit.
fn absorb(night: &mut Night<'_>, skill_use: &SkillUse, taker: CharacterId, receipt: &mut Receipt) {
    absorption::absorb(night, incoming_damage(night, skill_use, taker), receipt);
}

/// The damage of a hit as shields see it.
fn incoming_damage(night: &Night<'_>, skill_use: &SkillUse, taker: CharacterId) -> IncomingDamage {
    let reduced_by = Reducers::of_use(night.basis(), skill_use.used_skill(), taker, &skill_use.bargain);
    let source =
        Some(DamageSource { skill_form: skill_use.used_skill().on(taker), is_attack: true, is_intercepted: false });
    IncomingDamage { attacker: Some(skill_use.user), taker, source, reduced_by }
}

/// Damage that a hit inflicts, and the event that reports it.
struct DealtDamage<'a> {
    taker: CharacterId,
    receipt: &'a Receipt,
    /// The event that reports it.
    event: Combat,
    /// The event it follows from.
    parent: EventId,
    rules: &'a [RuleId],
    /// The quota sentences that count the hit.
    counted: &'a [CountedUse],
    /// The quota sentences that work on the attack.
    quota_sentences: &'a [CountedAttack],
}

/// A hit that has landed.
#[derive(Clone, Copy)]
struct LandedHit<'a> {
    event: EventId,
    target: CharacterId,
    taker: CharacterId,
    /// The sentence that inflicted its damage; `None` for the Damage field.
    line: Option<u16>,
    /// What the use has inflicted on the taker in this batch.
    inflicted: Exact,
    counted: &'a [CountedAttack],
}

/// Emits the damage of a hit as following from `parent`. Then ends the effects that the hit used up, books the damage,
/// and lets effects reflect it.
fn emit_damage(night: &mut Night<'_>, skill_use: &SkillUse, dealt: DealtDamage<'_>) -> EventId {
    let DealtDamage { taker, receipt, event, parent, rules, counted, quota_sentences } = dealt;
    // The attack may use up what reflects it.
    let reflections = find_reflections(night.basis(), (skill_use.user, taker), receipt.kind, quota_sentences);
    let id = night.emit(event, Some(parent), skill_use.cause, None, rules);
    for CountedUse { skill, whose, .. } in counted {
        negation::end_used_up_quotas(night, *whose, *skill);
    }
    settle_absorbed(night, incoming_damage(night, skill_use, taker), receipt, id);
    night.book_damage(InflictedDamage {
        event: id,
        inflicter: Some(skill_use.user),
        taker,
        amount: receipt.amount,
        is_attack: true,
    });
    // Reflected damage is Special, is no attack, and is not reflected again (A028).
    for (effect, part) in reflections {
        let Some(base) = night.report_on_error(receipt.amount.times(part)) else { continue };
        thrown_back::inflict_reflected(night, effect, taker, skill_use.user, id, base);
    }
    id
}

/// Returns the type of a hit's damage; `None` where only statuses strike.
fn find_damage_type(war: &War, skill_use: &SkillUse, taker: CharacterId, own_line: Option<u16>) -> Option<DamageType> {
    let skill = war.skill(skill_use.skill);
    let changed_type = war.changed_damage_type(skill_use.used_skill().on(taker));
    let line_type = own_line.and_then(|line| {
        base_damage::sentences_at(skill, &[line])
            .next()
            .and_then(|(_, sentence)| base_damage::find_damage_type(sentence))
    });
    let sheet_type = line_type.or_else(|| {
        base_damage::find_field_damage(skill, skill_use.is_upgraded)
            .filter(|_| skill_use.blows_on_others.is_none())
            .map(|blow| blow.damage_type)
    });
    sheet_type.map(|kind| changed_type.unwrap_or(kind))
}

/// Strikes with the half of a hit that is of another type. Returns its damage.
fn strike_with_other_half(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    landed: LandedHit<'_>,
    mut receipt: Receipt,
) -> Exact {
    let LandedHit { event: hit, taker, line, inflicted, counted: spent, .. } = landed;
    absorb(night, skill_use, taker, &mut receipt);
    sparing::spare(night, skill_use, taker, line, inflicted, &mut receipt);
    emit_further_damage(night, skill_use, (taker, hit), &receipt, spent);
    receipt.amount
}

/// Emits damage of a use that joins one of its hits.
fn emit_further_damage(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    (taker, hit): (CharacterId, EventId),
    receipt: &Receipt,
    spent: &[CountedAttack],
) {
    let event = Combat::Damaged {
        who: taker,
        by: skill_use.user,
        skill: skill_use.skill,
        lingering: None,
        receipt: receipt.clone(),
    };
    let rules = [formula_rule(receipt.kind), RuleId::A(263)];
    let (counted, quota_sentences) = (&[][..], spent);
    let dealt = DealtDamage { taker, receipt, event, parent: hit, rules: &rules, counted, quota_sentences };
    emit_damage(night, skill_use, dealt);
}

/// Strikes with the further sentences of a use that join a hit: whoever took the hit takes them (A263). Returns their
/// damage.
fn strike_with_joined_sentences(night: &mut Night<'_>, skill_use: &SkillUse, landed: LandedHit<'_>) -> Exact {
    let LandedHit { event: hit, target, taker, line: own_line, inflicted, counted: spent } = landed;
    let mut total = Exact::ZERO;
    let setup = std::sync::Arc::clone(&night.war.setup);
    let skill = setup.skill(skill_use.skill);
    let applied = skill_use.applied_to(vec![taker], Inflicted::new());
    for (line, sentence) in sentences_striking(skill_use, skill, target).filter(|(line, _)| Some(*line) != own_line) {
        let war = night.basis();
        let tally = skill_use.count_context_on(taker);
        if skill_use.blows_on_others.is_none() && !base_damage::condition_holds_now(war, sentence, tally) {
            continue;
        }
        match &sentence.operation {
            Operation::Immediate(Immediate { verb: Verb::Damage { amount, kind, .. }, .. }) => {
                let receipt = base_damage::measure_amount(war, amount, Resource::Health, tally).and_then(|base| {
                    let blow = BaseDamage { base, damage_type: *kind, line: Some(line), joins_hit: true };
                    let blow = blow.with_changed_type(war, skill_use.used_skill().on(taker));
                    compute_blow_damage(
                        war,
                        build_hit(war, skill_use, 1, taker, taker),
                        Some(blow),
                        &skill_use.bargain,
                        spent,
                    )
                });
                let Ok((mut receipt, _)) = receipt else {
                    night.report_fault("a product needs more digits than an exact decimal holds");
                    continue;
                };
                absorb(night, skill_use, taker, &mut receipt);
                sparing::spare(night, skill_use, taker, Some(line), inflicted + total, &mut receipt);
                total += receipt.amount;
                emit_further_damage(night, skill_use, (taker, hit), &receipt, spent);
            }
            Operation::Immediate(Immediate { verb: Verb::Inflict(status), .. }) => {
                inflict_status(night, &applied, taker, *status, hit);
            }
            Operation::Immediate(Immediate { verb: Verb::InflictNamed(_), .. }) => {
                inflict_sheet_status(night, &applied, line, taker)
            }
            Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => {}
        }
    }
    total
}

/// Returns the effects on whoever is struck that reflect damage of a type, each with the part it reflects.
fn find_reflections(
    war: &War,
    (attacker, taker): (CharacterId, CharacterId),
    kind: DamageType,
    quota_sentences: &[CountedAttack],
) -> Vec<(ActiveEffect, Exact)> {
    let effects = war.standing_effects_between(ModifierKind::Reflection, taker, Some(taker), Some(attacker));
    let reflections = effects.filter_map(|(effect, standing)| {
        let Modifier::Reflects(part) = &standing.modifier else { return None };
        let AttackFilter { others, .. } = &standing.attacks;
        let is_reflected = standing.attacks.has_kind(Some(kind))
            && is_in_group_of(war, others, effect, attacker)
            && (standing.quota.is_none() || quota_sentences.contains(&(effect, taker)));
        is_reflected.then_some((effect, *part))
    });
    reflections.collect()
}

/// The rule of the damage formula of a type of damage.
pub(crate) const fn formula_rule(kind: DamageType) -> RuleId {
    match kind {
        DamageType::Physical => RuleId::R(89),
        DamageType::Ranged => RuleId::R(90),
        DamageType::LongRanged => RuleId::R(91),
        DamageType::Magical => RuleId::R(92),
        DamageType::Special => RuleId::R(93),
    }
}

/// Returns the statuses that effects on the attacker add to hits of a type: `the user's physical attacks inflict Stun
/// 1`.
fn find_statuses_added_to_attacks(
    war: &War,
    skill_form: UsedSkill,
    taker: CharacterId,
    kind: Option<DamageType>,
    counted: &[CountedAttack],
) -> Vec<(ActiveEffect, Status)> {
    let attacker = skill_form.user;
    war.standing_effects_between(ModifierKind::Dealt, attacker, Some(taker), Some(attacker))
        .filter_map(|(effect, standing)| match &standing.modifier {
            Modifier::Inflicts(status)
                if standing.attacks.has_kind(kind)
                    && standing
                        .attacks
                        .skill_filter
                        .as_ref()
                        .is_none_or(|skills| war.is_currently_among(skill_form, skills)) =>
            {
                let is_counted = standing.quota.is_none() || counted.contains(&(effect, attacker));
                is_counted.then_some((effect, *status))
            }
            _ => None,
        })
        .collect()
}

/// Returns the statuses that the Damage field of a use inflicts.
pub(super) fn rider_statuses(war: &War, skill_use: &SkillUse) -> Vec<Status> {
    war.skill(skill_use.skill)
        .damage
        .as_ref()
        .map(|damage| damage.value(skill_use.is_upgraded).riders.clone())
        .unwrap_or_default()
}
