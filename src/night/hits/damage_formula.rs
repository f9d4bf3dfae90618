//! The one damage formula (`compute`) and the functions that lead to it (R034–R037, R044–R047, R089–R094, A002–A007,
//! A030, A031); its worked examples are R419–R423.
//!
//! Damage = (Base + flat) × max(0, stat multiplier) × max(0, 1 + Σ percentages). It returns its receipt, which lists
//! only the modifiers that applied, each with its source. `grail calc`, the Night and `grail explain` all use this
//! formula.

use crate::event::number_receipts::{DelayedTerm, Receipt, StatTerm, Term, TermSource};
use crate::language::condition::{Group, Resource, Written};
use crate::language::effect::{AttackFilter, AttackQuality, Change, Clause, Measure, Modifier, Quota, Standing};
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::Stack;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::counts_and_measures::{CountContext, measure_change};
use crate::war::evaluate::{EvalContext, in_group};
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::UsedSkill;

use super::base_damage::{self, BaseDamage};
use super::damage_shares;
use super::damage_source::{DamageSource, is_by_named_skill};
use super::hit::Hit;
use super::piercing::{Piercing, compare_stats};
use super::quotas::CountedAttack;

/// Returns the receipt for the damage of one hit on the given position.
pub(crate) fn compute_hit_damage(war: &War, hit: Hit) -> Result<Receipt, LostDigits> {
    let skill = war.skill(hit.skill);
    let antecedent = Some(hit.taker);
    let context = EvalContext { antecedent, ..EvalContext::of(hit.attacker, Some(hit.taker), Some(hit.attacker)) };
    let tally = CountContext { targets: hit.targets, ..CountContext::of(context, hit.skill, hit.taker) };
    let blow = match base_damage::find_field_damage(skill, hit.is_upgraded) {
        Some(blow) => Some(blow),
        None => {
            let effects = skill.blows_on_targets().chain(skill.blows_on_others());
            base_damage::find_sentence_damage(war, effects, tally, |sentence| {
                base_damage::condition_holds_now(war, sentence, tally)
            })?
        }
    };
    let blow = blow.map(|blow| blow.with_changed_type(war, hit.used_skill()));
    compute_blow_damage(war, hit, blow, &Bargain::NONE, &[]).map(|(receipt, _)| receipt)
}

/// Returns the damage of one blow of a use, and the quota sentences (`the next attack …`) that count it.
///
/// `bargain` is what was paid additionally or chosen for the use. The sentences in `spent` were used up earlier in this
/// batch and no longer work. Without a `blow`, the attack inflicts statuses only and no damage (A078).
pub(crate) fn compute_blow_damage(
    war: &War,
    hit: Hit,
    blow: Option<BaseDamage>,
    bargain: &Bargain,
    spent: &[CountedAttack],
) -> Result<(Receipt, Vec<CountedAttack>), LostDigits> {
    let skill = war.skill(hit.skill);
    let kind = blow.map(|blow| blow.damage_type);
    let mut modifiers = Modifiers { spent, ..Modifiers::default() };
    let use_event = hit.use_event;
    let context = EvalContext {
        bargain,
        use_event,
        hits: hit.facts,
        ..EvalContext::of(hit.attacker, Some(hit.taker), Some(hit.attacker))
    };
    add_own_clauses(war, hit, context, &mut modifiers)?;
    let source = DamageSource { skill_form: hit.used_skill(), is_attack: true, is_intercepted: hit.is_intercepted };
    add_modifiers_in_force(war, ModifierKind::Dealt, hit.taker, kind, source, &mut modifiers)?;
    add_modifiers_in_force(war, ModifierKind::Taken, hit.taker, kind, source, &mut modifiers)?;
    let Some(BaseDamage { base, damage_type: kind, .. }) = blow else {
        // A sentence with a quota counts this attack too.
        modifiers.collect_attack_qualities(war, hit);
        let nothing = compute(Exact::ZERO, DamageType::Special, None, Modifiers::default(), Stack::Additive)?;
        return Ok((nothing, modifiers.list_counted_attacks()));
    };
    let own_base = if blow.is_some_and(|blow| blow.joins_hit) { None } else { find_own_base(war, hit, context)? };
    let base = own_base.unwrap_or(base);
    modifiers.count_for_reflections(war, hit, kind);
    let piercing = Piercing::of(war.clauses(hit.skill, context), modifiers.collect_attack_qualities(war, hit));
    if !piercing.ignores_low_health {
        add_low_health_penalty(war, hit, skill, &mut modifiers);
    }
    add_luck_bonus(war, hit.attacker, hit.taker, kind, &mut modifiers);
    if !piercing.ignores_flight {
        add_flight_penalty(war, hit.attacker, hit.taker, kind, &mut modifiers);
    }
    modifiers.drop_reductions(war, hit.taker, &piercing);
    if !blow.is_some_and(|blow| blow.joins_hit) {
        let amount_without_spells = modifiers.flat.iter().fold(base, |sum, term| sum + term.amount);
        modifiers.flat.extend(damage_shares::compute_share_terms(war, hit, amount_without_spells, context)?);
    }
    let stats = compare_stats(war, hit.attacker, hit.taker, kind, &piercing);
    let stack = war.setup.switches.stack;
    let delayed_share = war.clauses(hit.skill, context).find_map(|clause| match clause {
        Clause::Splits { part, turns } => Some((*part, *turns)),
        _ => None,
    });
    let counted = modifiers.list_counted_attacks();
    let Some((part, turns)) = delayed_share.filter(|_| !blow.is_some_and(|blow| blow.joins_hit)) else {
        return compute(base, kind, stats, modifiers, stack).map(|receipt| (receipt, counted));
    };
    // A delayed part is received later: the victim's Command Spells change it when it is received (R166).
    let modifiers_at_once = modifiers.without_spells_on(war, hit.taker);
    let amount_without_spells = compute(base, kind, stats, modifiers_at_once, stack)?.amount;
    let mut receipt = compute(base, kind, stats, modifiers, stack)?;
    receipt.later = Some(DelayedTerm { amount: amount_without_spells - part.of(amount_without_spells)?, turns });
    receipt.amount = part.of(receipt.amount)?;
    Ok((receipt, counted))
}

/// Returns the base damage that the skill's own sentences give it, the last of them.
fn find_own_base(war: &War, hit: Hit, context: EvalContext<'_>) -> Result<Option<Exact>, LostDigits> {
    let mut base = None;
    for clause in war.clauses(hit.skill, context) {
        match clause {
            Clause::BaseBecomes { base: becomes, .. } => base = Some(*becomes),
            Clause::SpendsAll { part, .. } => {
                let spent = context.bargain.paid.map_or(Exact::ZERO, |(spent, _)| spent);
                base = Some(spent.times(*part)?);
            }
            _ => {}
        }
    }
    Ok(base)
}

/// Returns the damage of a Poison tick. A Command Spell on its victim changes it (A077), and so does a sentence that
/// names Special damage, the type that Poison inflicts (R127).
pub(crate) fn compute_poison_damage(
    war: &War,
    by: Option<CharacterId>,
    victim: CharacterId,
    base: Exact,
) -> Result<Receipt, LostDigits> {
    let mut modifiers = Modifiers::default();
    add_command_spell_modifiers(war, ModifierKind::Taken, victim, &mut modifiers)?;
    add_special_damage_modifiers(war, ModifierKind::Taken, victim, victim, by, &mut modifiers)?;
    compute(base, DamageType::Special, None, modifiers, war.setup.switches.stack)
}

/// Adds the modifiers that name Special damage (R094), for damage without an attack.
fn add_special_damage_modifiers(
    war: &War,
    side: ModifierKind,
    who: CharacterId,
    taker: CharacterId,
    attacker: Option<CharacterId>,
    modifiers: &mut Modifiers<'_>,
) -> Result<(), LostDigits> {
    for (effect, standing, holds) in war.covering_effects_between(side, who, Some(taker), attacker) {
        let Standing { attacks, quota: None, modifier, .. } = standing else { continue };
        let other = if side == ModifierKind::Taken { attacker } else { Some(taker) };
        let is_from_named_attacker = attacks.others.is_anybody()
            || other.is_some_and(|other| is_in_group_of(war, &attacks.others, effect, other));
        if !holds
            || !is_from_named_attacker
            || attacks.skill_filter.is_some()
            || !attacks.kinds.contains(&DamageType::Special)
        {
            continue;
        }
        match modifier {
            Modifier::DamageTaken(change) | Modifier::DamageDealt(change) => {
                modifiers
                    .add(measure_change_in_force(war, effect, change, who, Some(taker), attacker)?, source_of(effect));
            }
            Modifier::DamageAtMost(most) => modifiers.limit(*most, source_of(effect)),
            _ => {}
        }
    }
    Ok(())
}

/// Adds what Command Spells on somebody do to all damage that they take or inflict.
fn add_command_spell_modifiers(
    war: &War,
    side: ModifierKind,
    who: CharacterId,
    modifiers: &mut Modifiers<'_>,
) -> Result<(), LostDigits> {
    for (effect, standing) in war.standing_effects_on(side, who) {
        let change = match &standing.modifier {
            Modifier::DamageTaken(change) | Modifier::DamageDealt(change) if standing.attacks == AttackFilter::ALL => {
                change
            }
            _ => continue,
        };
        if war.skill(effect.skill).role == Role::CommandSpell {
            modifiers.add(measure_change_in_force(war, effect, change, who, Some(who), None)?, source_of(effect));
        }
    }
    Ok(())
}

/// Returns by how much a sentence in force changes the damage somebody deals or takes, as measured now.
fn measure_change_in_force(
    war: &War,
    effect: ActiveEffect,
    change: &Measure,
    own: CharacterId,
    target: Option<CharacterId>,
    attacker: Option<CharacterId>,
) -> Result<Change, LostDigits> {
    if change.each.is_none() {
        return Ok(change.amount);
    }
    measure_change(war, change, war.count_context_between(effect, own, target, attacker))
}

/// Returns the damage of an effect that is no attack: low Health does not weaken it (R018, A005), but luck and height
/// apply to all damage (R044, R263). Only Command Spells on its user and its victim (R166, R167) and sentences that
/// name it (R094) change Special damage.
pub(crate) fn effect_damage(
    war: &War,
    skill_form: UsedSkill,
    taker: CharacterId,
    base: Exact,
    kind: DamageType,
) -> Result<Receipt, LostDigits> {
    let by = skill_form.user;
    let mut modifiers = Modifiers::default();
    if kind == DamageType::Special {
        add_command_spell_modifiers(war, ModifierKind::Dealt, by, &mut modifiers)?;
        add_command_spell_modifiers(war, ModifierKind::Taken, taker, &mut modifiers)?;
        add_special_damage_modifiers(war, ModifierKind::Dealt, by, taker, Some(by), &mut modifiers)?;
        add_special_damage_modifiers(war, ModifierKind::Taken, taker, taker, Some(by), &mut modifiers)?;
        return compute(base, kind, None, modifiers, war.setup.switches.stack);
    }
    let source = DamageSource { skill_form, is_attack: false, is_intercepted: false };
    add_modifiers_in_force(war, ModifierKind::Dealt, taker, Some(kind), source, &mut modifiers)?;
    add_modifiers_in_force(war, ModifierKind::Taken, taker, Some(kind), source, &mut modifiers)?;
    add_luck_bonus(war, by, taker, kind, &mut modifiers);
    add_flight_penalty(war, by, taker, kind, &mut modifiers);
    let stats = compare_stats(war, by, taker, kind, &Piercing::default());
    compute(base, kind, stats, modifiers, war.setup.switches.stack)
}

/// Returns the damage of a delayed share of a blow. Only a Command Spell on its victim changes it.
pub(crate) fn compute_delayed_damage(
    war: &War,
    victim: CharacterId,
    share: Exact,
    kind: DamageType,
) -> Result<Receipt, LostDigits> {
    let mut modifiers = Modifiers::default();
    add_command_spell_modifiers(war, ModifierKind::Taken, victim, &mut modifiers)?;
    compute(share, kind, None, modifiers, war.setup.switches.stack)
}

#[derive(Default)]
struct Modifiers<'s> {
    flat: Vec<Term>,
    percents: Vec<Term>,
    /// The lowest upper limit.
    cap: Option<Term>,
    /// The quota sentences that worked on this attack, each with whether it lessens the damage.
    counted: Vec<(ActiveEffect, CharacterId, bool)>,
    /// The quota sentences that attacks of this batch have used up.
    spent: &'s [CountedAttack],
}

impl Modifiers<'_> {
    /// Counts this attack against the quota of a sentence, if it has one. Returns whether the sentence works on it.
    fn take_from_quota(
        &mut self,
        war: &War,
        effect: ActiveEffect,
        on: CharacterId,
        quota: Option<Quota>,
        change: Change,
    ) -> bool {
        let Some(quota) = quota else { return true };
        let already_spent = self.spent.iter().filter(|entry| **entry == (effect, on)).count();
        let is_working = war.attacks_left_of(effect, on, quota) as usize > already_spent;
        if is_working {
            self.counted.push((effect, on, change.is_less()));
        }
        is_working
    }

    /// Returns the qualities that sentences in force give all attacks of the attacker, and counts their quotas.
    fn collect_attack_qualities<'w>(&mut self, war: &'w War, hit: Hit) -> Vec<&'w AttackQuality> {
        let Hit { attacker, skill, is_upgraded, taker, .. } = hit;
        let candidates = war.covering_effects_between(ModifierKind::Attacks, attacker, Some(taker), Some(attacker));
        let qualities = candidates.filter_map(|(effect, standing, holds)| {
            let Modifier::OfAttacks(quality) = &standing.modifier else { return None };
            let is_working = war.skill(skill).matches_skills(standing.attacks.skills(), is_upgraded)
                && self.take_from_quota(war, effect, attacker, standing.quota, Change::Flat(Exact::ZERO))
                && holds;
            is_working.then_some(quality)
        });
        qualities.collect()
    }

    /// Counts the attack against the quotas of sentences that reflect a part of its damage.
    fn count_for_reflections(&mut self, war: &War, hit: Hit, kind: DamageType) {
        let Hit { attacker, taker, .. } = hit;
        for (effect, standing, _) in
            war.covering_effects_between(ModifierKind::Reflection, taker, Some(taker), Some(attacker))
        {
            if standing.quota.is_some() && standing.attacks.has_kind(Some(kind)) {
                self.take_from_quota(war, effect, taker, standing.quota, Change::Flat(Exact::ZERO));
            }
        }
    }

    /// Returns the quota sentences that count this attack.
    fn list_counted_attacks(&self) -> Vec<CountedAttack> {
        self.counted.iter().map(|(effect, on, _)| (*effect, *on)).collect()
    }

    /// Drops what may not reduce the damage. A Command Spell still does (R160).
    fn drop_reductions(&mut self, war: &War, taker: CharacterId, piercing: &Piercing) {
        let is_dropped = |source: TermSource, is_percentage: bool| match source {
            TermSource::Skill { skill, .. } if war.skill(skill).role == Role::CommandSpell => false,
            TermSource::Skill { user, .. } => {
                piercing.drops_skills()
                    || (piercing.not_reduced_by_target && user == taker)
                    || (piercing.not_reduced_by_percentages && is_percentage)
            }
            TermSource::Rule(_) => piercing.cannot_be_reduced,
        };
        self.flat.retain(|term| !term.amount.is_negative() || !is_dropped(term.source, false));
        self.percents.retain(|term| !term.amount.is_negative() || !is_dropped(term.source, true));
        self.cap = self.cap.filter(|cap| !is_dropped(cap.source, false));
        if piercing.drops_skills() {
            self.counted.retain(|(.., lessens)| !lessens);
        }
    }

    fn limit(&mut self, cap: Exact, source: TermSource) {
        if self.cap.is_none_or(|known| cap < known.amount) {
            self.cap = Some(Term { amount: cap, source });
        }
    }

    fn add(&mut self, change: Change, source: TermSource) {
        match change {
            Change::Flat(amount) => self.flat.push(Term { amount, source }),
            Change::Percent(amount) => self.percents.push(Term { amount, source }),
        }
    }

    /// Returns these modifiers without those of Command Spells on damage that the taker takes.
    fn without_spells_on(&self, war: &War, taker: CharacterId) -> Modifiers<'static> {
        let is_of_spell = |term: &&Term| match term.source {
            TermSource::Skill { skill, user } => {
                let mut effects = war.standing_effects_on(ModifierKind::Taken, taker);
                let role = war.skill(skill).role;
                role == Role::CommandSpell && effects.any(|(effect, _)| effect.skill == skill && effect.user == user)
            }
            TermSource::Rule(_) => false,
        };
        let without_spells = |terms: &[Term]| terms.iter().filter(|term| !is_of_spell(term)).copied().collect();
        let cap = self.cap.filter(|term| !is_of_spell(&term));
        Modifiers {
            flat: without_spells(&self.flat),
            percents: without_spells(&self.percents),
            cap,
            ..Modifiers::default()
        }
    }

    fn add_rule_percent(&mut self, percent: i64, rule: RuleId) {
        self.percents.push(Term { amount: Exact::percent(percent), source: TermSource::Rule(rule) });
    }
}

const fn source_of(effect: ActiveEffect) -> TermSource {
    TermSource::Skill { skill: effect.skill, user: effect.user }
}

fn compute(
    base: Exact,
    kind: DamageType,
    stats: Option<StatTerm>,
    modifiers: Modifiers<'_>,
    stack: Stack,
) -> Result<Receipt, LostDigits> {
    let mut receipt = Receipt {
        kind,
        base,
        flat: modifiers.flat,
        stats,
        percents: modifiers.percents,
        is_multiplicative: stack == Stack::Multiplicative,
        amount: Exact::ZERO,
        most: None,
        absorbed: Vec::new(),
        spared: None,
        later: None,
    };
    let product = receipt.product()?;
    receipt.most = modifiers.cap.filter(|most| most.amount < product);
    receipt.amount = receipt.most.map_or(product, |most| most.amount);
    Ok(receipt)
}

/// Adds the skill's own clauses on its damage.
fn add_own_clauses(
    war: &War,
    hit: Hit,
    context: EvalContext<'_>,
    modifiers: &mut Modifiers<'_>,
) -> Result<(), LostDigits> {
    let own_source = TermSource::Skill { skill: hit.skill, user: hit.attacker };
    for clause in war.clauses(hit.skill, context) {
        let Clause::SkillDamage(change) = clause else { continue };
        let tally = CountContext { targets: hit.targets, ..CountContext::of(context, hit.skill, hit.taker) };
        let change = measure_change(war, change, tally)?;
        modifiers.add(change, own_source);
    }
    Ok(())
}

/// A change that can only lessen damage; its size does not matter.
const ANY_REDUCTION: Change = Change::Flat(Exact::percent(-100));

/// Adds what abilities and skills in force do to the damage the attacker deals, or to the damage the taker takes.
fn add_modifiers_in_force(
    war: &War,
    side: ModifierKind,
    taker: CharacterId,
    kind: Option<DamageType>,
    source: DamageSource,
    modifiers: &mut Modifiers<'_>,
) -> Result<(), LostDigits> {
    let attacker = source.skill_form.user;
    let (own, other) = if side == ModifierKind::Taken { (taker, attacker) } else { (attacker, taker) };
    for (effect, standing, holds) in war.covering_effects_between(side, own, Some(taker), Some(attacker)) {
        let Standing { attacks, quota, modifier, .. } = standing;
        match modifier {
            Modifier::DamageDealt(change) | Modifier::DamageTaken(change)
                if is_by_named_skill(war, attacks.skill_filter.as_ref(), source)
                    && (source.is_intercepted || !attacks.is_intercepted)
                    && (!attacks.is_from_elsewhere || war.character(own).at != war.character(other).at)
                    && (quota.is_none() || source.is_attack)
                    && is_counted_or_changed(war, effect, standing, change.amount, kind)
                    && is_in_group_of(war, &attacks.others, effect, other) =>
            {
                let is_working = modifiers.take_from_quota(war, effect, own, *quota, change.amount) && holds;
                if !(is_working && is_about_damage(war, effect, &attacks.kinds, change.amount, kind)) {
                    continue;
                }
                let tally = war.count_context_between(effect, own, Some(taker), Some(attacker));
                let tally = CountContext { attack: Some(source.skill_form.skill), ..tally };
                let change = measure_change(war, change, tally)?;
                modifiers.add(change, source_of(effect));
            }
            // Other sentences with a quota count the attack together with its damage.
            Modifier::Inflicts(_) | Modifier::MoreHits(_)
                if source.is_attack && quota.is_some() && attacks.has_kind(kind) =>
            {
                modifiers.take_from_quota(war, effect, own, *quota, Change::Flat(Exact::ZERO));
            }
            Modifier::DamageAtMost(most)
                if is_by_named_skill(war, attacks.skill_filter.as_ref(), source)
                    && (quota.is_none() || source.is_attack)
                    && is_counted_or_changed(war, effect, standing, ANY_REDUCTION, kind)
                    && is_in_group_of(war, &attacks.others, effect, other) =>
            {
                let is_working = modifiers.take_from_quota(war, effect, own, *quota, ANY_REDUCTION) && holds;
                if !(is_working && is_about_damage(war, effect, &attacks.kinds, ANY_REDUCTION, kind)) {
                    continue;
                }
                modifiers.limit(*most, source_of(effect));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether somebody belongs to the group that a sentence in force names.
pub(crate) fn is_in_group_of(war: &War, group: &Group<Written>, effect: ActiveEffect, who: CharacterId) -> bool {
    group.is_anybody() || in_group(war, group, war.context_of_effect(effect, None, None), who)
}

/// Whether a modifier on some types of damage concerns this one. A skill that reduces damage in general does not reduce
/// Special damage (R094); a Command Spell is no skill effect (A077).
pub(super) fn is_about_damage(
    war: &War,
    effect: ActiveEffect,
    kinds: &[DamageType],
    change: Change,
    kind: Option<DamageType>,
) -> bool {
    if !kinds.is_empty() {
        return kinds.iter().any(|filter| kind.is_some_and(|kind| kind.matches_filter(*filter)));
    }
    let (Change::Flat(amount) | Change::Percent(amount)) = change;
    kind != Some(DamageType::Special) || !amount.is_negative() || war.skill(effect.skill).role == Role::CommandSpell
}

/// Whether a sentence changes this damage, or counts the attack: `the next attack` is the next, whether or not its
/// damage can be reduced (R094).
fn is_counted_or_changed(
    war: &War,
    effect: ActiveEffect,
    standing: &Standing,
    change: Change,
    kind: Option<DamageType>,
) -> bool {
    let counts_any_attack = standing.quota.is_some() && standing.attacks.kinds.is_empty();
    counts_any_attack || is_about_damage(war, effect, &standing.attacks.kinds, change, kind)
}

/// Adds the penalty for low Health: at a third of maximum Health or less, damage is 25% less, whoever attacks (R018,
/// R019, A005–A007), unless the skill has a clause of its own about its user's Health (A001).
fn add_low_health_penalty(war: &War, hit: Hit, skill: &Skill, modifiers: &mut Modifiers<'_>) {
    let health = war.character(hit.attacker).health;
    let is_exempt = war
        .standing_effects_on(ModifierKind::Dealt, hit.attacker)
        .any(|(_, standing)| matches!(standing.modifier, Modifier::NoLowHealthPenalty));
    let is_low = health + health + health <= war.maximum(hit.attacker, Resource::Health) && !is_exempt;
    let is_replaced_by_clause = war.setup.switches.skill_clause_replaces && skill.depends_on_own_health();
    if is_low && skill.low_health_penalty.unwrap_or(!is_replaced_by_clause) {
        modifiers.add_rule_percent(-25, RuleId::R(18));
    }
}

/// Adds the luck bonus: 25% more non-Special damage, by LCK as the Turn began (R044–R047, A008, A012, A014).
fn add_luck_bonus(
    war: &War,
    attacker: CharacterId,
    taker: CharacterId,
    kind: DamageType,
    modifiers: &mut Modifiers<'_>,
) {
    if kind == DamageType::Special || !war.are_opponents(attacker, taker) {
        return;
    }
    let (own, other) = (war.character(attacker).turn.luck, war.character(taker).turn.luck);
    if own.is_ex_over(other) {
        modifiers.add_rule_percent(25, RuleId::R(45));
    } else if own.exceeds_by_more_than_two_ranks(other, war.setup.switches.rank_gap) {
        modifiers.add_rule_percent(25, RuleId::R(44));
    }
}

/// Adds the flight penalty: a flyer takes less from the Flightless and from lower flyers, and no less from equals
/// (R263, R264, R267, R268, A147).
fn add_flight_penalty(
    war: &War,
    attacker: CharacterId,
    taker: CharacterId,
    kind: DamageType,
    modifiers: &mut Modifiers<'_>,
) {
    if !matches!(kind, DamageType::Physical | DamageType::Magical) || !war.are_opponents(attacker, taker) {
        return;
    }
    let Some(flyer) = war.flight_rank(taker) else { return };
    match (war.flight_rank(attacker), kind) {
        (None, DamageType::Physical) => modifiers.add_rule_percent(-15, RuleId::R(263)),
        (None, DamageType::Magical) => modifiers.add_rule_percent(-10, RuleId::R(264)),
        (Some(own), DamageType::Physical) if flyer > own => modifiers.add_rule_percent(-15, RuleId::R(267)),
        _ => {}
    }
}
