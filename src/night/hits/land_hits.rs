//! Hits: who takes them, what they inflict, and who is in battle because of them (R100, R101, R244, R258, R259).

use std::collections::BTreeMap;

use super::apply_landings::{HitsSoFar, apply_landings, rider_statuses};
use super::compute_landings::compute_landings;
use super::landing::Landing;
use super::{interception, negation, surprise};
use crate::night::actions::find_skill::FoundSkill;
use crate::night::actions::reach::can_be_struck;
use crate::night::consequences::joining::join_battle;
use crate::night::effects::apply_skill;
use crate::night::effects::immediate::inflict_status;
use crate::night::effects::reached_characters::find_reached_now;
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::skill_use::{AppliedSkill, BlowsOnOthers, Inflicted, SkillUse};
use crate::vocabulary::ids::CharacterId;

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
