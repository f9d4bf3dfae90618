//! Who stands between an attack and whom it is directed at (R173–R180, R258, R259, A116–A126).
//!
//! By Command Spell first: a Servant before a Master, among those the latest (A122, A123). Then whoever a skill lets
//! stand there. Then a Servant before its own Master. Then a familiar that a sentence lets stand there. Nobody stands
//! before two at once in one attack, and a hit that was taken by somebody else is not taken by a third.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::event::Cause;
use crate::event::detail::EndReason;
use crate::language::effect::{Clause, Modifier};
use crate::night::effects::end_effects::end;
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::{BehindCancel, ProtectDefault};
use crate::war::War;
use crate::war::evaluate::EvalContext;
use crate::war::in_force::{ActiveEffect, ModifierKind};

use super::landing::{Guard, Landing};
use super::quotas::{CountedAttack, quota_of};

/// Somebody who takes a hit in another's place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interceptor {
    pub by: CharacterId,
    pub guard: Guard,
}

/// Who of those not yet busy stands before a target, of one kind of guard.
type GuardFinder<'a> = &'a dyn Fn(CharacterId, &[CharacterId]) -> Option<Interceptor>;

/// Who stands before each target of one attack; `ended` are sentences that end before it.
pub(crate) fn interceptors_of(
    war: &War,
    used: &SkillUse,
    ended: &[ActiveEffect],
) -> BTreeMap<CharacterId, Interceptor> {
    let targets: Vec<CharacterId> = used.targets.iter().copied().filter(|t| war.character(*t).is_alive()).collect();
    let mut shields: BTreeMap<CharacterId, Interceptor> = BTreeMap::new();
    let rounds: [GuardFinder<'_>; 4] = [
        &|target, busy| interceptor_by_spell(war, used, target, busy, ended),
        &|target, busy| interceptor_by_sentence(war, used, target, busy, ended, false),
        &|target, busy| protector(war, used, target, busy, ended),
        &|target, busy| interceptor_by_sentence(war, used, target, busy, ended, true),
    ];
    for round in rounds {
        for target in &targets {
            if shields.contains_key(target) {
                continue;
            }
            let busy: Vec<CharacterId> = shields.values().map(|s| s.by).collect();
            if let Some(shield) = round(*target, &busy).filter(|s| !busy.contains(&s.by)) {
                shields.insert(*target, shield);
            }
        }
    }
    shields
}

/// Whether somebody can stand before a target now (R249, R259, A118, A124). A Command Spell goes through what a skill
/// keeps them from (R160).
fn can_intercept(war: &War, used: &SkillUse, target: CharacterId, by: CharacterId, commanded: bool) -> bool {
    let character = war.character(by);
    by != used.user
        && by != target
        && character.is_alive()
        && character.at == war.character(target).at
        && !character.spirit_form
        && (commanded || !war.cannot_act(by))
}

/// The sentences that let somebody stand before a target of this attack, with all who could.
fn sentences<'w>(
    war: &'w War,
    used: &'w SkillUse,
    target: CharacterId,
    spells: bool,
) -> impl Iterator<Item = (ActiveEffect, CharacterId)> + 'w {
    war.standing_between(ModifierKind::Interception, target, Some(target), Some(used.user))
        .filter(move |(effect, _)| (war.skill(effect.skill).role == Role::CommandSpell) == spells)
        .filter_map(move |(effect, standing)| match &standing.modifier {
            Modifier::Intercepts { by } if war.is_now_among(used.used_skill(), standing.attacks.skills()) => standing
                .quota
                .is_none_or(|quota| war.attacks_left_of(effect, target, quota) > 0)
                .then_some((effect, by)),
            _ => None,
        })
        .flat_map(move |(effect, by)| {
            let all = war
                .living()
                .filter(move |id| war.means(effect, by, *id) && can_intercept(war, used, target, *id, spells));
            all.map(move |id| (effect, id))
        })
}

/// The sentence that counts an attack as one of so many that somebody stands before.
pub(crate) fn counted_sentence(war: &War, shield: &Interceptor, target: CharacterId) -> Option<CountedAttack> {
    let (Guard::Spell { effect, .. } | Guard::Sentence(effect)) = shield.guard else { return None };
    quota_of(war, effect).map(|_| (effect, target))
}

/// A Command Spell goes before what an attack's own sentences say (R160, R174).
fn interceptor_by_spell(
    war: &War,
    used: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
) -> Option<Interceptor> {
    sentences(war, used, target, true)
        .filter(|(effect, by)| !busy.contains(by) && !ended.contains(effect))
        .min_by_key(|(effect, by)| (war.character(*by).kind == SheetKind::Master, Reverse(effect.active), *by))
        .map(|(effect, by)| {
            let master = war.character(by).kind == SheetKind::Master;
            Interceptor { by, guard: Guard::Spell { effect, master } }
        })
}

/// The Servant that stands between an attack and its Master: whom the Master named first, else the default
/// (R258, R259, A116, A118–A120).
fn protector(
    war: &War,
    used: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
) -> Option<Interceptor> {
    if war.character(target).kind != SheetKind::Master || cannot_be_intercepted(war, used, target) {
        return None;
    }
    let ready = |id: &CharacterId| {
        can_intercept(war, used, target, *id, false)
            && !busy.contains(id)
            && !is_kept_from_protecting(war, used, target, *id, ended)
    };
    let servants: Vec<CharacterId> = war.servants_of(target).iter().copied().filter(ready).collect();
    let named = war.character(target).mastery.iter().flat_map(|m| &m.guards).copied();
    let by = named.into_iter().find(|guard| servants.contains(guard)).or_else(|| first_of(war, servants))?;
    Some(Interceptor { by, guard: Guard::Protection })
}

/// Whom a sentence lets stand between: a Servant or Master by a skill of theirs before any Servant that stands there of
/// itself, as a Master's word would have it; familiars behind all (A116, A122).
fn interceptor_by_sentence(
    war: &War,
    used: &SkillUse,
    target: CharacterId,
    busy: &[CharacterId],
    ended: &[ActiveEffect],
    familiars: bool,
) -> Option<Interceptor> {
    if cannot_be_intercepted(war, used, target) {
        return None;
    }
    let is_familiar = |id: CharacterId| war.character(id).kind == SheetKind::Familiar;
    let ready: Vec<(ActiveEffect, CharacterId)> = sentences(war, used, target, false)
        .filter(|(effect, by)| is_familiar(*by) == familiars && !busy.contains(by) && !ended.contains(effect))
        .collect();
    let by = first_of(war, ready.iter().map(|(_, by)| *by).collect())?;
    let effect = ready.into_iter().find(|(_, of)| *of == by)?.0;
    Some(Interceptor { by, guard: Guard::Sentence(effect) })
}

/// Of several the one with the most Health, or the first (A116).
fn first_of(war: &War, ready: Vec<CharacterId>) -> Option<CharacterId> {
    match war.setup.switches.protect_default {
        ProtectDefault::ContractOrder => ready.first().copied(),
        ProtectDefault::HighestHealth => {
            let most = ready.iter().map(|id| war.character(*id).health).max()?;
            ready.into_iter().find(|id| war.character(*id).health == most)
        }
    }
}

/// Whether an effect keeps a Servant from standing before its Master (R178).
fn is_kept_from_protecting(
    war: &War,
    used: &SkillUse,
    target: CharacterId,
    servant: CharacterId,
    ended: &[ActiveEffect],
) -> bool {
    let standing = war.standing_between(ModifierKind::Interception, servant, Some(servant), Some(used.user));
    standing.into_iter().any(|(effect, standing)| match &standing.modifier {
        Modifier::StandsAside { of } => {
            let stops = war.is_now_among(used.used_skill(), standing.attacks.skills());
            !ended.contains(&effect) && war.means(effect, of, target) && stops
        }
        _ => false,
    })
}

/// Whether nobody can stand before a target against this attack, as its own sentences say (R009).
fn cannot_be_intercepted(war: &War, used: &SkillUse, target: CharacterId) -> bool {
    let context = EvalContext { bargain: &used.bargain, ..EvalContext::of(used.user, Some(target), Some(used.user)) };
    let mut clauses = war.clauses_of_attack(used.skill, used.upgraded, context);
    clauses.any(|clause| matches!(*clause, Clause::NotIntercepted | Clause::DamagesMasters))
}

/// Whether a sentence that lets somebody stand between ends before that kills them (R180).
fn ends_before_fatal(war: &War, effect: ActiveEffect) -> bool {
    war.skill(effect.skill).says(&Clause::EndsBeforeFatal)
}

/// Whether anybody may stand between by such a sentence.
fn may_be_fatal(war: &War) -> bool {
    war.in_force.of_kind(ModifierKind::Interception).any(|effect| ends_before_fatal(war, effect))
}

/// Notes who stands between by such a sentence; before themselves too, struck by the same attack (A126).
pub(crate) fn note(night: &mut Night<'_>, landings: &[Landing]) {
    for landing in landings.iter().filter(|l| l.negated.is_none()) {
        let Some(Guard::Spell { effect, .. } | Guard::Sentence(effect)) = landing.guard else { continue };
        if ends_before_fatal(&night.war, effect) {
            night.batch.note_interceptor(effect, landing.taker);
        }
    }
}

/// All that the effects say of standing between, as they were in force before a batch, by which those stood whom all of
/// it together has killed (R180, A125).
fn remember_fatal(night: &Night<'_>, before: &War) -> Vec<ActiveEffect> {
    let killed = |who: &CharacterId| night.war.character(*who).health <= Exact::ZERO;
    let stood: Vec<ActiveEffect> =
        night.batch.interceptors().iter().filter(|(_, who)| killed(who)).map(|(effect, _)| *effect).collect();
    let whole = |effect: &ActiveEffect| (effect.user, effect.skill, effect.active);
    before
        .in_force
        .of_kind(ModifierKind::Interception)
        .filter(|effect| stood.iter().any(|of| whole(of) == whole(effect)))
        .collect()
}

/// What would have been fatal ends, or is left out this once (A125).
pub(crate) fn end_before_fatal(night: &mut Night<'_>) {
    if night.war.setup.switches.behind_cancel == BehindCancel::SingleHit {
        return;
    }
    let ending: Vec<_> =
        night.batch.ended().iter().filter_map(|effect| night.basis().active_of(*effect).cloned()).collect();
    for active in ending {
        end(night, &active, EndReason::WouldKill, Cause::Rule, &[RuleId::R(180), RuleId::A(125)]);
    }
}

/// Carries out a batch, or a part of one. Would all of it together kill whoever stands between by an effect that
/// ends before it kills, it is taken back and carried out with such effects at an end (R180, A125).
pub(crate) fn unless_fatal<'a, T>(night: &mut Night<'a>, batch: impl Fn(&mut Night<'a>) -> T) -> T {
    if night.is_in_batch() || !may_be_fatal(&night.war) {
        return batch(night);
    }
    let start = night.clone();
    let mut ended: Vec<ActiveEffect> = Vec::new();
    loop {
        let done = batch(night);
        let fatal = remember_fatal(night, &start.war);
        if fatal.is_empty() {
            night.batch.end_interceptions();
            return done;
        }
        ended.extend(fatal);
        night.clone_from(&start);
        night.batch.begin_without(&ended);
    }
}
