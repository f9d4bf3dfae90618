//! Computes the hits of a batch on one position, before any of them is carried out (R244, R258, R259).

use super::base_damage::{self, BaseDamage};
use super::damage_formula::compute_blow_damage;
use super::hit::Hit;
use super::interception;
use super::landing::Landing;
use super::quotas::{CountedAttack, Quotas};
use crate::event::number_receipts::Receipt;
use crate::language::effect::{Clause, Sentence};
use crate::night::state::skill_use::SkillUse;
use crate::sheet::skill::Skill;
use crate::vocabulary::exact::LostDigits;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::switches::ProtectArea;
use crate::war::War;
use crate::war::hit_facts::HitFacts;
use crate::war::in_force::{ActiveEffect, ModifierKind};

/// Returns the hits as they would land, and how many could not be computed.
pub(super) fn compute_landings(
    war: &War,
    uses: &[SkillUse],
    hits: &[(usize, u32)],
    ended: &[ActiveEffect],
) -> (Vec<Landing>, u32) {
    let mut landings = Vec::new();
    let mut faults = 0;
    let mut quotas = Quotas::new(ended);
    for (use_index, hit) in hits {
        let Some(skill_use) = uses.get(*use_index) else { continue };
        let interceptors = interception::interceptors_of(war, skill_use, quotas.ended());
        let is_struck = |target: CharacterId| skill_use.hits_on(target) >= *hit;
        for target in skill_use.targets.iter().copied().filter(|t| is_struck(*t) && war.character(*t).is_alive()) {
            let interceptor = interceptors.get(&target);
            let taker = interceptor.map_or(target, |interceptor| interceptor.character);
            // An interceptor that is itself a target takes one hit for both (A117). If somebody intercepts its own hit,
            // it takes this one.
            let is_absorbed = interceptor.is_some_and(|interceptor| {
                is_struck(interceptor.character) && !interceptors.contains_key(&interceptor.character)
            }) && war.setup.switches.protect_area == ProtectArea::Absorb;
            let mut landing = Landing {
                attacker: skill_use.user,
                target,
                taker,
                hit: *hit,
                use_index: *use_index,
                interception_reason: interceptor.map(|interceptor| interceptor.guard),
                receipt: None,
                other_half: None,
                line: None,
                counted: Vec::new(),
                negated: None,
            };
            if !is_absorbed {
                let Ok(damage) = compute_damage(war, skill_use, *hit, (target, taker), quotas.spent()) else {
                    faults += 1;
                    continue;
                };
                quotas.note_counted(&damage.counted);
                (landing.line, landing.receipt, landing.counted) = (damage.line, Some(damage.receipt), damage.counted);
                landing.other_half = damage.other_half;
                let counted_by_interceptor =
                    interceptor.and_then(|interceptor| interception::find_counted_sentence(war, interceptor, target));
                for counting in counted_by_interceptor.into_iter().chain(find_unmet_quotas(war, skill_use, target)) {
                    quotas.note_counted(&[counting]);
                    landing.counted.push(counting);
                }
            }
            landings.push(landing);
        }
        quotas.end_hit(war, *use_index);
    }
    (landings, faults)
}

/// The damage of one hit.
struct HitDamage {
    /// The sentence that inflicts it; `None` for the Damage field.
    line: Option<u16>,
    receipt: Receipt,
    /// The half that is of another type.
    other_half: Option<Receipt>,
    /// The quota sentences that count the hit.
    counted: Vec<CountedAttack>,
}

/// Computes the damage of a hit that was meant for a target and is taken by the target or an interceptor.
fn compute_damage(
    war: &War,
    skill_use: &SkillUse,
    hit: u32,
    (target, taker): (CharacterId, CharacterId),
    spent: &[CountedAttack],
) -> Result<HitDamage, LostDigits> {
    let blow = find_blow(war, skill_use, target, taker)?;
    let blow = blow.map(|blow| blow.with_changed_type(war, skill_use.used_skill().on(taker)));
    let single_hit = build_hit(war, skill_use, hit, target, taker);
    let line = blow.and_then(|blow| blow.line);
    let compute = |hit, blow| compute_blow_damage(war, hit, Some(blow), &skill_use.bargain, spent);
    if let Some((first, second)) = blow.and_then(|blow| split_by_type(war, skill_use, single_hit, blow)) {
        let half = Hit { is_half: true, ..single_hit };
        let (receipt, counted) = compute(half, first)?;
        let (other_half, _) = compute(half, second)?;
        return Ok(HitDamage { line, receipt, other_half: Some(other_half), counted });
    }
    let (receipt, counted) = compute_blow_damage(war, single_hit, blow, &skill_use.bargain, spent)?;
    Ok(HitDamage { line, receipt, other_half: None, counted })
}

/// Returns a blow by each of two types, if a sentence of the skill says that half of the damage is of each.
fn split_by_type(war: &War, skill_use: &SkillUse, hit: Hit, blow: BaseDamage) -> Option<(BaseDamage, BaseDamage)> {
    let (one, other) = war
        .clauses(skill_use.skill, skill_use.eval_context_on(hit.taker))
        .find_map(|clause| if let Clause::HalfAndHalf(one, other) = clause { Some((*one, *other)) } else { None })?;
    let (first, second) = if blow.damage_type == other { (other, one) } else { (one, other) };
    let of = |damage_type| BaseDamage { damage_type, ..blow };
    Some((of(first), of(second)))
}

/// Yields the quota sentences that would negate or intercept this attack but whose condition does not hold. The attack
/// counts against the quota all the same (R101).
fn find_unmet_quotas(war: &War, skill_use: &SkillUse, target: CharacterId) -> impl Iterator<Item = CountedAttack> {
    let find_of_kind = |kind| war.covering_effects_between(kind, target, Some(target), None);
    let effects = find_of_kind(ModifierKind::Negation).chain(find_of_kind(ModifierKind::Interception));
    effects.filter_map(move |(effect, standing, holds)| {
        let is_counted = war.is_currently_among(skill_use.used_skill().on(target), standing.attacks.skills());
        let has_attacks_left = standing.quota.is_some_and(|quota| war.attacks_left_of(effect, target, quota) > 0);
        (!holds && is_counted && has_attacks_left && skill_use.user != target).then_some((effect, target))
    })
}

/// Returns the damage of a hit: the Damage field's, else that of the first sentence that strikes the taker.
fn find_blow(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    taker: CharacterId,
) -> Result<Option<BaseDamage>, LostDigits> {
    let skill = war.skill(skill_use.skill);
    let tally = skill_use.count_context_on(taker);
    if skill_use.blows_on_others.is_some() {
        return base_damage::find_sentence_damage(war, sentences_striking(skill_use, skill, target), tally, |_| true);
    }
    match base_damage::find_field_damage(skill, skill_use.is_upgraded) {
        Some(blow) => Ok(Some(blow)),
        None => base_damage::find_sentence_damage(war, skill.blows_on_targets(), tally, |sentence| {
            base_damage::condition_holds_now(war, sentence, tally)
        }),
    }
}

/// Yields the sentences of a use that strike the target a hit was meant for.
pub(super) fn sentences_striking<'s>(
    skill_use: &'s SkillUse,
    skill: &'s Skill,
    target: CharacterId,
) -> Box<dyn Iterator<Item = (u16, &'s Sentence)> + 's> {
    match &skill_use.blows_on_others {
        Some(others) => {
            Box::new(base_damage::sentences_at(skill, others.lines.get(&target).map_or(&[], Vec::as_slice)))
        }
        None => Box::new(skill.blows_on_targets()),
    }
}

/// Builds the hit of a use that the damage formula reads.
pub(super) fn build_hit(war: &War, skill_use: &SkillUse, hit: u32, target: CharacterId, taker: CharacterId) -> Hit {
    let to_u32 = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let targets = to_u32(skill_use.targets.len());
    let targets_before = skill_use.targets.iter().position(|one| *one == target).map_or(0, to_u32);
    let (attacker, skill, is_upgraded) = (skill_use.user, skill_use.skill, skill_use.is_upgraded);
    Hit {
        attacker,
        skill,
        is_upgraded,
        taker,
        is_intercepted: target != taker,
        targets,
        targets_before,
        is_half: false,
        hit,
        facts: hit_facts(war, skill_use, hit, target, taker),
        use_event: Some(skill_use.use_event.0),
    }
}

/// Returns what words can ask of a hit that was meant for a target and is taken by the target or an interceptor.
pub(super) fn hit_facts(
    war: &War,
    skill_use: &SkillUse,
    hit: u32,
    target: CharacterId,
    taker: CharacterId,
) -> HitFacts {
    let is_for_master = target != taker && war.master_of(taker) == Some(target);
    HitFacts::of(hit, skill_use.hits_on(target), target != taker, is_for_master)
}
