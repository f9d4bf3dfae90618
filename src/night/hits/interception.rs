//! Interception: who takes an attack in place of its target (R173–R180, R258, R259, A116–A126).
//!
//! Interceptors are tried in this order: first by Command Spell, a Servant before a Master and the latest spell first
//! (A122, A123); then by a skill; then a Servant for its own Master; then a familiar by a sentence. Nobody intercepts
//! for two targets in one attack, and a hit that was intercepted is not intercepted again.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::event::Cause;
use crate::event::detail::EndReason;
use crate::language::effect::{Clause, Modifier};
use crate::night::effects::end_effects::end_skill;
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::{BehindCancel, ProtectDefault};
use crate::war::War;
use crate::war::evaluate::{EvalContext, in_group};
use crate::war::in_force::{ActiveEffect, ModifierKind};

use super::landing::{InterceptionReason, Landing};
use super::quotas::{CountedAttack, quota_of};

/// Somebody who takes a hit in another's place: the interceptor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interceptor {
    pub character: CharacterId,
    pub guard: InterceptionReason,
}

/// Finds the interceptor of a target by one kind of guard, among those not yet busy.
type GuardFinder<'a> = &'a dyn Fn(CharacterId, &[CharacterId]) -> Option<Interceptor>;

/// Returns the interceptor of each target of one attack. The sentences in `ended` end before it.
pub(crate) fn interceptors_of(
    war: &War,
    skill_use: &SkillUse,
    ended: &[ActiveEffect],
) -> BTreeMap<CharacterId, Interceptor> {
    let targets: Vec<CharacterId> =
        skill_use.targets.iter().copied().filter(|target| war.character(*target).is_alive()).collect();
    let mut interceptors: BTreeMap<CharacterId, Interceptor> = BTreeMap::new();
    let guard_finders: [GuardFinder<'_>; 4] = [
        &|target, busy| find_interceptor_by_spell(war, skill_use, target, busy, ended),
        &|target, busy| interceptor_by_sentence(war, skill_use, target, busy, ended, false),
        &|target, busy| find_protector(war, skill_use, target, busy, ended),
        &|target, busy| interceptor_by_sentence(war, skill_use, target, busy, ended, true),
    ];
    for find_guard in guard_finders {
        for target in &targets {
            if interceptors.contains_key(target) {
                continue;
            }
            let busy: Vec<CharacterId> = interceptors.values().map(|interceptor| interceptor.character).collect();
            if let Some(interceptor) =
                find_guard(*target, &busy).filter(|interceptor| !busy.contains(&interceptor.character))
            {
                interceptors.insert(*target, interceptor);
            }
        }
    }
    interceptors
}

/// Whether somebody can intercept for a target now (R249, R259, A118, A124). A Command Spell overrides a skill that
/// keeps them from acting (R160).
fn can_intercept(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    interceptor: CharacterId,
    is_commanded: bool,
) -> bool {
    let character = war.character(interceptor);
    interceptor != skill_use.user
        && interceptor != target
        && character.is_alive()
        && character.at == war.character(target).at
        && !character.is_in_spirit_form
        && (is_commanded || !war.cannot_act(interceptor))
}

/// Yields the sentences that let somebody intercept this attack on a target, with each character who could.
fn interceptions_by_sentence<'w>(
    war: &'w War,
    skill_use: &'w SkillUse,
    target: CharacterId,
    by_spell: bool,
) -> impl Iterator<Item = (ActiveEffect, CharacterId)> + 'w {
    war.standing_effects_between(ModifierKind::Interception, target, Some(target), Some(skill_use.user))
        .filter(move |(effect, _)| (war.skill(effect.skill).role == Role::CommandSpell) == by_spell)
        .filter_map(move |(effect, standing)| match &standing.modifier {
            Modifier::Intercepts { interceptor }
                if war.is_currently_among(skill_use.used_skill().on(target), standing.attacks.skills()) =>
            {
                standing
                    .quota
                    .is_none_or(|quota| war.attacks_left_of(effect, target, quota) > 0)
                    .then_some((effect, interceptor))
            }
            _ => None,
        })
        .flat_map(move |(effect, by)| {
            let candidates = war.living().filter(move |id| {
                war.can_name(effect, by, *id) && can_intercept(war, skill_use, target, *id, by_spell)
            });
            candidates.map(move |id| (effect, id))
        })
}

/// Returns the quota sentence that counts an intercepted attack, if there is one.
pub(crate) fn find_counted_sentence(
    war: &War,
    interceptor: &Interceptor,
    target: CharacterId,
) -> Option<CountedAttack> {
    let (InterceptionReason::Spell { effect, .. } | InterceptionReason::Sentence(effect)) = interceptor.guard else {
        return None;
    };
    quota_of(war, effect).map(|_| (effect, target))
}

/// Finds an interceptor by Command Spell, which overrides what an attack's own sentences say (R160, R174).
fn find_interceptor_by_spell(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
) -> Option<Interceptor> {
    interceptions_by_sentence(war, skill_use, target, true)
        .filter(|(effect, by)| !busy.contains(by) && !ended.contains(effect))
        .min_by_key(|(effect, by)| (war.character(*by).kind == SheetKind::Master, Reverse(effect.active), *by))
        .map(|(effect, by)| {
            let is_master = war.character(by).kind == SheetKind::Master;
            Interceptor { character: by, guard: InterceptionReason::Spell { effect, is_master } }
        })
}

/// Finds the Servant that intercepts for its Master: the one the Master named first, else the default (R258, R259,
/// A116, A118–A120).
fn find_protector(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
) -> Option<Interceptor> {
    if war.character(target).kind != SheetKind::Master {
        return None;
    }
    let is_ready = |id: &CharacterId| {
        can_intercept(war, skill_use, target, *id, false)
            && !busy.contains(id)
            && !is_barred(war, skill_use, target, *id)
            && !is_kept_from_protecting(war, skill_use, target, *id, ended)
    };
    let servants: Vec<CharacterId> = war.servants_of(target).iter().copied().filter(is_ready).collect();
    let named = war.character(target).mastery.iter().flat_map(|m| &m.guards).copied();
    let by = named.into_iter().find(|guard| servants.contains(guard)).or_else(|| choose_interceptor(war, servants))?;
    Some(Interceptor { character: by, guard: InterceptionReason::Protection })
}

/// Finds an interceptor by sentence. A Servant or Master with such a skill goes before any Servant that protects
/// unasked, as a Master's word would have it; familiars come last (A116, A122).
fn interceptor_by_sentence(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
    among_familiars: bool,
) -> Option<Interceptor> {
    let is_familiar = |id: CharacterId| war.character(id).kind == SheetKind::Familiar;
    let ready: Vec<(ActiveEffect, CharacterId)> = interceptions_by_sentence(war, skill_use, target, false)
        .filter(|(effect, by)| is_familiar(*by) == among_familiars && !busy.contains(by) && !ended.contains(effect))
        .filter(|(_, by)| !is_barred(war, skill_use, target, *by))
        .collect();
    let by = choose_interceptor(war, ready.iter().map(|(_, by)| *by).collect())?;
    let effect = ready.into_iter().find(|(_, interceptor)| *interceptor == by)?.0;
    Some(Interceptor { character: by, guard: InterceptionReason::Sentence(effect) })
}

/// Chooses one of several: the one with the most Health, or the first by contract (A116).
fn choose_interceptor(war: &War, candidates: Vec<CharacterId>) -> Option<CharacterId> {
    match war.setup.switches.protect_default {
        ProtectDefault::ContractOrder => candidates.first().copied(),
        ProtectDefault::HighestHealth => {
            let most_health = candidates.iter().map(|id| war.character(*id).health).max()?;
            candidates.into_iter().find(|id| war.character(*id).health == most_health)
        }
    }
}

/// Whether an effect keeps a Servant from intercepting for its Master (R178).
fn is_kept_from_protecting(
    war: &War,
    skill_use: &SkillUse,
    target: CharacterId,
    servant: CharacterId,
    ended: &[ActiveEffect],
) -> bool {
    let standing =
        war.standing_effects_between(ModifierKind::Interception, servant, Some(servant), Some(skill_use.user));
    standing.into_iter().any(|(effect, standing)| match &standing.modifier {
        Modifier::StandsAside { sheltered } => {
            let is_hindering = war.is_currently_among(skill_use.used_skill().on(target), standing.attacks.skills());
            !ended.contains(&effect) && war.can_name(effect, sheltered, target) && is_hindering
        }
        _ => false,
    })
}

/// Whether the attack's own sentences keep somebody from intercepting it (R009).
fn is_barred(war: &War, skill_use: &SkillUse, target: CharacterId, interceptor: CharacterId) -> bool {
    let context = EvalContext {
        bargain: &skill_use.bargain,
        ..EvalContext::of(skill_use.user, Some(target), Some(skill_use.user))
    };
    let mut clauses = war.clauses_of_attack(skill_use.skill, skill_use.is_upgraded, context);
    clauses.any(|clause| match &*clause {
        Clause::NotIntercepted | Clause::DamagesMasters => true,
        Clause::NotInterceptedBy(group) => in_group(war, group, context, interceptor),
        _ => false,
    })
}

/// Whether the skill of an interception says that it ends before a fatal hit (R180).
fn ends_before_fatal(war: &War, effect: ActiveEffect) -> bool {
    war.skill(effect.skill).has_unconditional_clause(&Clause::EndsBeforeFatal)
}

/// Whether any interception in force ends before a fatal hit.
fn has_ending_before_fatal(war: &War) -> bool {
    war.in_force.of_kind(ModifierKind::Interception).any(|effect| ends_before_fatal(war, effect))
}

/// Notes who intercepts by a sentence that ends before a fatal hit. The note also covers hits of the same attack on the
/// interceptor themselves (A126).
pub(crate) fn note_interceptors(night: &mut Night<'_>, landings: &[Landing]) {
    for landing in landings.iter().filter(|landing| landing.negated.is_none()) {
        let Some(InterceptionReason::Spell { effect, .. } | InterceptionReason::Sentence(effect)) =
            landing.interception_reason
        else {
            continue;
        };
        if ends_before_fatal(&night.war, effect) {
            night.batch.note_interceptor(effect, landing.taker);
        }
    }
}

/// Returns all interception sentences, as in force before the batch, of the effects whose interceptors the batch as a
/// whole has killed (R180, A125).
fn collect_fatal_interceptions(night: &Night<'_>, before: &War) -> Vec<ActiveEffect> {
    let was_killed = |who: &CharacterId| night.war.character(*who).health <= Exact::ZERO;
    let fatal_effects: Vec<ActiveEffect> =
        night.batch.interceptors().iter().filter(|(_, who)| was_killed(who)).map(|(effect, _)| *effect).collect();
    let effect_key = |effect: &ActiveEffect| (effect.user, effect.skill, effect.active);
    before
        .in_force
        .of_kind(ModifierKind::Interception)
        .filter(|effect| fatal_effects.iter().any(|fatal| effect_key(fatal) == effect_key(effect)))
        .collect()
}

/// Ends the interceptions that would have been fatal. Where the switch counts single hits, they are left out this once
/// (A125).
pub(crate) fn end_before_fatal(night: &mut Night<'_>) {
    if night.war.setup.switches.behind_cancel == BehindCancel::SingleHit {
        return;
    }
    let ending: Vec<_> =
        night.batch.ended().iter().filter_map(|effect| night.basis().active_of(*effect).cloned()).collect();
    for active in ending {
        end_skill(night, &active, EndReason::WouldKill, Cause::Rule, &[RuleId::R(180), RuleId::A(125)]);
    }
}

/// Carries out a batch, or a part of one. If the whole of it would kill an interceptor whose effect ends before a fatal
/// hit, the batch is taken back and carried out without such effects (R180, A125).
pub(crate) fn carry_out_unless_fatal<'a, T>(night: &mut Night<'a>, batch: impl Fn(&mut Night<'a>) -> T) -> T {
    if night.is_in_batch() || !has_ending_before_fatal(&night.war) {
        return batch(night);
    }
    let night_at_start = night.clone();
    let mut ended: Vec<ActiveEffect> = Vec::new();
    loop {
        let result = batch(night);
        let fatal_interceptions = collect_fatal_interceptions(night, &night_at_start.war);
        if fatal_interceptions.is_empty() {
            night.batch.end_interceptions();
            return result;
        }
        ended.extend(fatal_interceptions);
        night.clone_from(&night_at_start);
        night.batch.begin_without(&ended);
    }
}
