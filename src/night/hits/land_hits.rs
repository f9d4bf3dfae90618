//! Hits: who takes them, what they inflict, and who is in battle because of them (R100, R101, R244, R258, R259).

use std::collections::BTreeMap;

use crate::event::EventId;
use crate::event::detail::CountedUse;
use crate::event::kind::Combat;
use crate::event::number_receipts::Receipt;
use crate::language::condition::Resource;
use crate::language::effect::{AttackFilter, Immediate, Modifier, Operation, Sentence, Verb};
use crate::night::actions::find_skill::FoundSkill;
use crate::night::actions::reach::can_be_struck;
use crate::night::consequences::joining::join_battle;
use crate::night::effects::apply_skill;
use crate::night::effects::immediate::inflict_status;
use crate::night::effects::lasting::inflict_sheet_status;
use crate::night::effects::reached_characters::find_reached_now;
use crate::night::state::Night;
use crate::night::state::damage_credit::InflictedDamage;
use crate::night::state::position::Position;
use crate::night::state::skill_use::{AppliedSkill, BlowsOnOthers, HitTotals, Inflicted, SkillUse};
use crate::sheet::skill::Skill;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Round;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::Status;
use crate::vocabulary::switches::ProtectArea;
use crate::war::War;
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::UsedSkill;

use super::base_damage::{self, BaseDamage};
use super::damage_formula::{compute_blow_damage, is_in_group_of};
use super::damage_source::DamageSource;
use super::hit::Hit;
use super::landing::{InterceptionReason, Landing};
use super::quotas::{CountedAttack, CountedHits, Quotas};
use super::{absorption, interception, negation, surprise, thrown_back};

/// The hits of one use so far.
#[derive(Default)]
struct HitsSoFar {
    /// What each taker of a hit received.
    takers: Inflicted,
    /// For each target, who took its hits; `None` where nobody did.
    takers_by_target: BTreeMap<CharacterId, Option<CharacterId>>,
}

impl HitsSoFar {
    /// Adds further hits of the same use.
    fn add(&mut self, other: HitsSoFar) {
        for (taker, totals) in other.takers {
            self.takers.entry(taker).or_default().add(totals);
        }
        self.takers_by_target.extend(other.takers_by_target);
    }

    /// Yields the characters that the hits concern: the targets and their interceptors.
    fn affected(&self) -> impl Iterator<Item = CharacterId> {
        self.takers_by_target.iter().flat_map(|(target, taker)| [Some(*target), *taker]).flatten()
    }
}

/// Returns the blows of a use on characters other than its targets (a group, or somebody connected with a target), as a
/// use on those (A263).
pub(crate) fn blows_on_others(position: &Position, skill_use: &SkillUse) -> SkillUse {
    let war = position.basis();
    let mut others: BTreeMap<CharacterId, Vec<u16>> = BTreeMap::new();
    let found = FoundSkill { skill: skill_use.skill, is_upgraded: skill_use.is_upgraded, is_item: false };
    let applied = skill_use.applied_to(skill_use.targets.clone(), Inflicted::new());
    for (line, sentence) in war.skill(skill_use.skill).blows_on_others() {
        for target in find_reached_now(position, &applied, sentence) {
            let is_strikable = can_be_struck(position, skill_use.user, found, target.character)
                && !war.may_not_attack(skill_use.used_skill(), target.character);
            if target.character != skill_use.user && is_strikable {
                others.entry(target.character).or_default().push(line);
            }
        }
    }
    let targets: Vec<CharacterId> = others.keys().copied().collect();
    let others = BlowsOnOthers { lines: others, use_targets: skill_use.targets.clone() };
    SkillUse { hits: vec![1; targets.len()], targets, blows_on_others: Some(others), ..skill_use.clone() }
}

/// Returns the uses followed by their blows on others, and the hits of the latter.
fn with_blows_on_others(position: &Position, uses: &[SkillUse]) -> (Vec<SkillUse>, Vec<(usize, u32)>) {
    let mut all_uses = uses.to_vec();
    all_uses.extend(uses.iter().map(|skill_use| blows_on_others(position, skill_use)));
    let hits = (uses.len()..all_uses.len()).map(|use_index| (use_index, 1)).collect();
    (all_uses, hits)
}

/// One use, alone: each of its hits is a batch (R101, A073).
pub(crate) struct HitByHit<'u> {
    skill_use: &'u SkillUse,
    on_targets: HitsSoFar,
    on_others: HitsSoFar,
    /// How many hits have landed.
    landed: u32,
    /// How many hits there are.
    hits: u32,
}

impl<'u> HitByHit<'u> {
    /// Starts before the first hit.
    pub(crate) fn new(night: &Night<'_>, skill_use: &'u SkillUse) -> HitByHit<'u> {
        let minimum_hits = u32::from(night.war.skill(skill_use.skill).blows_on_others().next().is_some());
        let hits = skill_use.most_hits().max(minimum_hits);
        HitByHit { skill_use, on_targets: HitsSoFar::default(), on_others: HitsSoFar::default(), landed: 0, hits }
    }

    /// Lands the next hit. Returns whether there was one. Its consequences must be settled before the next.
    pub(crate) fn next_hit(&mut self, night: &mut Night<'_>) -> bool {
        let skill_use = self.skill_use;
        if self.landed >= self.hits || night.is_over || !night.war.character(skill_use.user).is_alive() {
            return false;
        }
        self.landed += 1;
        let hit = self.landed;
        if hit > 1 {
            night.next_batch();
        }
        let already_struck = &self.on_targets.takers;
        let (landed, hits_so_far) = interception::carry_out_unless_fatal(night, |night| {
            let (uses, hits_on_others) = with_blows_on_others(night, std::slice::from_ref(skill_use));
            let mut hits = vec![(0, hit)];
            hits.extend(hits_on_others.into_iter().filter(|_| hit == 1));
            let landings = land_hits(night, &uses, &hits);
            (!landings.is_empty(), apply_landings(night, &uses, landings, already_struck))
        });
        if !landed && hit > 1 {
            self.landed = self.hits;
            return false;
        }
        for (hits_so_far, total) in hits_so_far.into_iter().zip([&mut self.on_targets, &mut self.on_others]) {
            total.add(hits_so_far);
        }
        night.note_struck(skill_use, self.on_targets.takers.keys().chain(self.on_others.takers.keys()).copied());
        join_battle(night, skill_use, &self.on_targets.affected().chain(self.on_others.affected()).collect());
        true
    }

    /// Applies what else the skill does, once its last hit has landed.
    pub(crate) fn apply_effects_besides_hits(&self, night: &mut Night<'_>) {
        apply_effects_besides_hits(night, self.skill_use, &self.on_targets, &self.on_others);
    }
}

/// Lands several uses at once: all hits are computed on the position before, then applied (A054, A069).
pub(crate) fn strike_at_once(night: &mut Night<'_>, uses: &[SkillUse]) {
    let (all_uses, hits_on_others) = with_blows_on_others(night, uses);
    let own_uses = uses.iter().enumerate();
    let hits = own_uses.flat_map(|(number, skill_use)| (1..=skill_use.most_hits()).map(move |hit| (number, hit)));
    let hits: Vec<(usize, u32)> = hits.chain(hits_on_others).collect();
    let landings = land_hits(night, &all_uses, &hits);
    let mut on_targets = apply_landings(night, &all_uses, landings, &Inflicted::new());
    let on_others = on_targets.split_off(uses.len());
    for ((skill_use, on_targets), on_others) in uses.iter().zip(on_targets).zip(on_others) {
        night.note_struck(skill_use, on_targets.takers.keys().chain(on_others.takers.keys()).copied());
        join_battle(night, skill_use, &on_targets.affected().chain(on_others.affected()).collect());
        apply_effects_besides_hits(night, skill_use, &on_targets, &on_others);
    }
}

/// Applies what the skill does besides its blows, to whoever took its hits, or to its targets (A030).
fn apply_effects_besides_hits(
    night: &mut Night<'_>,
    skill_use: &SkillUse,
    on_targets: &HitsSoFar,
    on_others: &HitsSoFar,
) {
    surprise::disable_opponents(night, skill_use);
    let targets = if skill_use.most_hits() > 0 {
        on_targets.takers.keys().copied().collect()
    } else {
        // Where a blow struck a target as one of the others, whoever took that blow counts.
        let is_struck_as_other = |target: &CharacterId| on_others.takers_by_target.contains_key(target);
        let (struck_targets, other_targets) =
            skill_use.targets.iter().copied().partition::<Vec<_>, _>(is_struck_as_other);
        let mut targets: Vec<CharacterId> =
            struck_targets.iter().filter_map(|target| *on_others.takers_by_target.get(target)?).collect();
        targets
            .extend(negation::find_unnegated_targets(night, &SkillUse { targets: other_targets, ..skill_use.clone() }));
        targets
    };
    let mut inflicted = on_targets.takers.clone();
    for (taker, totals) in &on_others.takers {
        inflicted.entry(*taker).or_default().add(*totals);
    }
    let applied = AppliedSkill { has_struck: true, ..skill_use.applied_to(targets, inflicted) };
    if skill_use.most_hits() == 0 {
        // The field inflicts statuses and no damage: it is no attack and has no hit (A263).
        for status in rider_statuses(&night.war, skill_use) {
            applied.targets.iter().for_each(|who| inflict_status(night, &applied, *who, status, skill_use.use_event));
        }
    }
    apply_skill::apply_use(night, &applied);
}

/// Computes hits of a batch on each of their targets: who takes them, what they inflict, which are negated.
fn land_hits(night: &mut Night<'_>, uses: &[SkillUse], hits: &[(usize, u32)]) -> Vec<Landing> {
    let war = night.basis();
    let (mut landings, faults) = compute_landings(war, uses, hits, night.batch.ended());
    landings.sort_by_key(|landing| (landing.attacker, landing.use_index, landing.hit, landing.target));
    negation::mark_negated(war, uses, &mut landings);
    for _ in 0..faults {
        night.report_fault("a product needs more digits than an exact decimal holds");
    }
    interception::end_before_fatal(night);
    interception::note_interceptors(night, &landings);
    landings
}

/// Returns the hits as they would land, and how many could not be computed.
fn compute_landings(
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
                line: None,
                counted: Vec::new(),
                negated: None,
            };
            if !is_absorbed {
                let base_damage = find_blow(war, skill_use, target, taker)
                    .map(|blow| blow.map(|blow| blow.with_changed_type(war, skill_use.used_skill())));
                let single_hit = build_hit(skill_use, *hit, target, taker);
                match base_damage.and_then(|blow| {
                    Ok((blow, compute_blow_damage(war, single_hit, blow, &skill_use.bargain, quotas.spent())?))
                }) {
                    Ok((blow, (receipt, counted))) => {
                        landing.line = blow.and_then(|blow| blow.line);
                        quotas.note_counted(&counted);
                        (landing.receipt, landing.counted) = (Some(receipt), counted);
                    }
                    Err(_) => {
                        faults += 1;
                        continue;
                    }
                }
            }
            if let (Some(_), Some(counting)) = (
                &landing.receipt,
                interceptor.and_then(|interceptor| interception::find_counted_sentence(war, interceptor, target)),
            ) {
                quotas.note_counted(&[counting]);
                landing.counted.push(counting);
            }
            for counting in find_unmet_quotas(war, skill_use, target).filter(|_| landing.receipt.is_some()) {
                quotas.note_counted(&[counting]);
                landing.counted.push(counting);
            }
            landings.push(landing);
        }
        quotas.end_hit(war, *use_index);
    }
    (landings, faults)
}

/// Yields the quota sentences that would negate or intercept this attack but whose condition does not hold. The attack
/// counts against the quota all the same (R101).
fn find_unmet_quotas(war: &War, skill_use: &SkillUse, target: CharacterId) -> impl Iterator<Item = CountedAttack> {
    let find_of_kind = |kind| war.covering_effects_between(kind, target, Some(target), None);
    let effects = find_of_kind(ModifierKind::Negation).chain(find_of_kind(ModifierKind::Interception));
    effects.filter_map(move |(effect, standing, holds)| {
        let is_counted = war.is_currently_among(skill_use.used_skill(), standing.attacks.skills());
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
        return base_damage::find_sentence_damage(war, sentences(skill_use, skill, target), tally, |_| true);
    }
    match base_damage::find_field_damage(skill, skill_use.is_upgraded) {
        Some(blow) => Ok(Some(blow)),
        None => base_damage::find_sentence_damage(war, skill.blows_on_targets(), tally, |sentence| {
            base_damage::condition_holds_now(war, sentence, tally)
        }),
    }
}

/// Yields the sentences of a use that strike the target a hit was meant for.
fn sentences<'s>(
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

/// Emits the events of computed hits: damage, rider statuses, further sentences, Combat Points. Returns, per use, who
/// was struck. Those struck by earlier hits of this use do not take its once-per-use sentences again.
fn apply_landings(
    night: &mut Night<'_>,
    uses: &[SkillUse],
    landings: Vec<Landing>,
    already_struck: &Inflicted,
) -> Vec<HitsSoFar> {
    let mut hits_by_use: Vec<HitsSoFar> = uses.iter().map(|_| HitsSoFar::default()).collect();
    let mut counted_hits = CountedHits::default();
    for landing in landings {
        let Some((skill_use, hits_so_far)) = uses.get(landing.use_index).zip(hits_by_use.get_mut(landing.use_index))
        else {
            continue;
        };
        let Landing { attacker, target, taker, hit, line: own_line, .. } = landing;
        hits_so_far.takers_by_target.entry(target).or_default();
        let Some(mut receipt) = landing.receipt else {
            let shielded = Combat::Shielded { who: target, by: taker, attacker, skill: skill_use.skill };
            let rule = landing.interception_reason.map_or(RuleId::R(258), InterceptionReason::rule);
            night.emit(shielded, Some(skill_use.use_event), skill_use.cause, None, &[rule, RuleId::A(117)]);
            continue;
        };
        if let Some(negation) = landing.negated {
            thrown_back::negate_hit(night, &negation, skill_use, receipt.amount);
            continue;
        }
        absorb(night, skill_use, taker, &mut receipt);
        let is_first_hit = !hits_so_far.takers.contains_key(&taker) && !already_struck.contains_key(&taker);
        hits_so_far.takers_by_target.insert(target, Some(taker));
        hits_so_far.takers.entry(taker).or_default().add(HitTotals::once(receipt.amount));
        let mut rules = vec![if receipt.has_no_damage() { RuleId::A(78) } else { formula_rule(receipt.kind) }];
        if let Some(guard) = landing.interception_reason {
            rules.extend([guard.rule(), RuleId::A(30), RuleId::A(122)]);
        }
        if night.phase.round() == Some(Round::Second) {
            night.agenda.note_attacked_again([target, taker]);
        }
        let damage_type = find_damage_type(night.basis(), skill_use, own_line);
        let added_statuses =
            find_statuses_added_to_attacks(night.basis(), skill_use.used_skill(), taker, damage_type, &landing.counted);
        let counted =
            counted_hits.count(night.basis(), landing.use_index, hit, &landing.counted, already_struck.is_empty());
        let (skill, is_upgraded) = (skill_use.skill, skill_use.is_upgraded);
        let hit_event = Combat::Hit {
            attacker,
            skill,
            target,
            taker,
            hit,
            is_upgraded,
            receipt: receipt.clone(),
            counted: counted.clone(),
        };
        let dealt = DealtDamage {
            taker,
            receipt: &receipt,
            event: hit_event,
            parent: skill_use.use_event,
            rules: &rules,
            counted: &counted,
        };
        let id = emit_damage(night, skill_use, dealt);
        for (effect, status) in added_statuses {
            let applied = AppliedSkill { skill: effect.skill, ..skill_use.applied_to(vec![taker], Inflicted::new()) };
            inflict_status(night, &applied, taker, status, id);
        }
        for status in rider_statuses(&night.war, skill_use) {
            inflict_status(night, &skill_use.applied_to(vec![taker], Inflicted::new()), taker, status, id);
        }
        if is_first_hit || skill_use.blows_on_others.is_some() {
            let joined_damage = strike_with_joined_sentences(
                night,
                skill_use,
                LandedHit { event: id, target, taker, line: own_line, counted: &landing.counted },
            );
            if let Some(totals) =
                hits_by_use.get_mut(landing.use_index).and_then(|hits_so_far| hits_so_far.takers.get_mut(&taker))
            {
                totals.damage += joined_damage;
            }
        }
    }
    hits_by_use
}

/// Builds the hit of a use that the damage formula reads.
fn build_hit(skill_use: &SkillUse, hit: u32, target: CharacterId, taker: CharacterId) -> Hit {
    let targets = u32::try_from(skill_use.targets.len()).unwrap_or(u32::MAX);
    let (attacker, skill, is_upgraded) = (skill_use.user, skill_use.skill, skill_use.is_upgraded);
    Hit {
        attacker,
        skill,
        is_upgraded,
        taker,
        is_intercepted: target != taker,
        targets,
        hit,
        use_event: Some(skill_use.use_event.0),
    }
}

/// Takes what shields absorb off a hit.
fn absorb(night: &mut Night<'_>, skill_use: &SkillUse, taker: CharacterId, receipt: &mut Receipt) {
    let is_unreduced = absorption::is_unreduced(night.basis(), skill_use.used_skill(), taker, &skill_use.bargain);
    let source = Some(DamageSource { skill_form: skill_use.used_skill(), is_attack: true, is_intercepted: false });
    absorption::absorb(
        night,
        absorption::IncomingDamage { attacker: Some(skill_use.user), taker, source, is_unreduced },
        receipt,
    );
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
}

/// A hit that has landed.
#[derive(Clone, Copy)]
struct LandedHit<'a> {
    event: EventId,
    target: CharacterId,
    taker: CharacterId,
    /// The sentence that inflicted its damage; `None` for the Damage field.
    line: Option<u16>,
    counted: &'a [CountedAttack],
}

/// Emits the damage of a hit as following from `parent`. Then ends the effects that the hit used up, books the damage,
/// and lets effects reflect it.
fn emit_damage(night: &mut Night<'_>, skill_use: &SkillUse, dealt: DealtDamage<'_>) -> EventId {
    let DealtDamage { taker, receipt, event, parent, rules, counted } = dealt;
    let id = night.emit(event, Some(parent), skill_use.cause, None, rules);
    for CountedUse { skill, whose, .. } in counted {
        negation::end_used_up_quotas(night, *whose, *skill);
    }
    absorption::end_used_up_shields(night, receipt);
    night.book_damage(InflictedDamage {
        event: id,
        inflicter: Some(skill_use.user),
        taker,
        amount: receipt.amount,
        is_attack: true,
    });
    reflect(night, id, skill_use.user, taker, receipt.kind, receipt.amount);
    id
}

/// Returns the type of a hit's damage; `None` where only statuses strike.
fn find_damage_type(war: &War, skill_use: &SkillUse, own_line: Option<u16>) -> Option<DamageType> {
    let skill = war.skill(skill_use.skill);
    let changed_type = war.changed_damage_type(skill_use.used_skill());
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

/// Strikes with the further sentences of a use that join a hit: whoever took the hit takes them (A263). Returns their
/// damage.
fn strike_with_joined_sentences(night: &mut Night<'_>, skill_use: &SkillUse, landed: LandedHit<'_>) -> Exact {
    let LandedHit { event: hit, target, taker, line: own_line, counted: spent } = landed;
    let mut total = Exact::ZERO;
    let setup = std::sync::Arc::clone(&night.war.setup);
    let skill = setup.skill(skill_use.skill);
    let applied = skill_use.applied_to(vec![taker], Inflicted::new());
    for (line, sentence) in sentences(skill_use, skill, target).filter(|(line, _)| Some(*line) != own_line) {
        let war = night.basis();
        let tally = skill_use.count_context_on(taker);
        if skill_use.blows_on_others.is_none() && !base_damage::condition_holds_now(war, sentence, tally) {
            continue;
        }
        match &sentence.operation {
            Operation::Immediate(Immediate { verb: Verb::Damage { amount, kind }, .. }) => {
                let receipt = base_damage::measure_amount(war, amount, Resource::Health, tally).and_then(|base| {
                    let blow = BaseDamage { base, damage_type: *kind, line: Some(line), joins_hit: true };
                    let blow = blow.with_changed_type(war, skill_use.used_skill());
                    compute_blow_damage(
                        war,
                        build_hit(skill_use, 1, taker, taker),
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
                total += receipt.amount;
                let damaged_event = Combat::Damaged {
                    who: taker,
                    by: skill_use.user,
                    skill: skill_use.skill,
                    lingering: None,
                    receipt: receipt.clone(),
                };
                let rules = [formula_rule(receipt.kind), RuleId::A(263)];
                let dealt = DealtDamage {
                    taker,
                    receipt: &receipt,
                    event: damaged_event,
                    parent: hit,
                    rules: &rules,
                    counted: &[],
                };
                emit_damage(night, skill_use, dealt);
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

/// Reflects damage of a hit by effects on whoever was struck. Reflected damage is Special, is no attack, and is not
/// reflected again (A028).
fn reflect(
    night: &mut Night<'_>,
    hit: EventId,
    attacker: CharacterId,
    taker: CharacterId,
    kind: DamageType,
    amount: Exact,
) {
    let war = night.basis();
    let parts: Vec<(ActiveEffect, Exact)> = war
        .standing_effects_between(ModifierKind::Reflection, taker, Some(taker), Some(attacker))
        .filter_map(|(effect, standing)| match &standing.modifier {
            Modifier::Reflects(part) => {
                let AttackFilter { others, .. } = &standing.attacks;
                let is_reflected =
                    standing.attacks.has_kind(Some(kind)) && is_in_group_of(war, others, effect, attacker);
                is_reflected.then_some((effect, *part))
            }
            _ => None,
        })
        .collect();
    for (effect, part) in parts {
        let Some(base) = night.report_on_error(amount.times(part)) else { continue };
        thrown_back::inflict_reflected(night, effect, taker, attacker, hit, base);
    }
}

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

fn rider_statuses(war: &War, skill_use: &SkillUse) -> Vec<Status> {
    war.skill(skill_use.skill)
        .damage
        .as_ref()
        .map(|damage| damage.value(skill_use.is_upgraded).riders.clone())
        .unwrap_or_default()
}
