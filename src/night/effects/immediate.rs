//! Effects that a skill's sentences have once (R125–R135, R189–R193).

use std::collections::BTreeSet;
use std::iter::Sum;

use crate::event::detail::{CountedUse, FreedReason, SpiritReason};
use crate::event::kind::{Combat, Contracts, Effects, EventKind, Knowledge, Movement, Resources, Statuses};
use crate::event::number_receipts::{AbsorbedTerm, Receipt};
use crate::event::{Cause, EventId};
use crate::language::condition::{Relation, Resource, Who, Written};
use crate::language::effect::{Amount, Counted, Forbidden, Immediate, Modifier, Verb};
use crate::night::hits::absorption::{self, IncomingDamage, Reducers};
use crate::night::hits::damage_formula::{compute_delayed_damage, effect_damage};
use crate::night::hits::damage_source::DamageSource;
use crate::night::hits::sparing::least_left;
use crate::night::hits::{base_damage, negation};
use crate::night::state::Night;
use crate::night::state::agenda::QueuedUse;
use crate::night::state::batch::Restoration;
use crate::night::state::damage_credit::InflictedDamage;
use crate::night::state::position::Position;
use crate::night::state::skill_use::{AppliedSkill, HitTotals};
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::counts_and_measures::{CountContext, count_amount};
use crate::war::evaluate::{EvalContext, characters_meant};
use crate::war::setup::{SkillRef, UsedSkill};
use crate::war::shields::Shield;

use super::reached_characters::{Reached, each_target};
use super::{cancelling, end_effects, lasting, relocation, summoning, tell_facts};

/// Carries out a sentence on the characters reached.
pub(in crate::night) fn apply_to_all(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    immediate: &Immediate,
    line: u16,
    reached: &[Reached],
) {
    let Immediate { who, verb } = immediate;
    if let Verb::Relocate { destination, way } = verb {
        if !reached.is_empty() {
            let affects_all = reached.iter().any(|recipient| recipient.because_of.is_empty());
            let is_affected =
                |target: &CharacterId| affects_all || reached.iter().any(|on| on.because_of.contains(target));
            let targets = applied.targets.iter().copied().filter(is_affected).collect();
            let moved = AppliedSkill { targets, ..applied.clone() };
            relocation::relocate(night, &moved, who, destination, *way, reached);
        }
        return;
    }
    if let Verb::ChangePlaces { with } = verb {
        return reached
            .iter()
            .for_each(|recipient| relocation::swap_locations(night, applied, recipient.character, with));
    }
    // What a team gains or loses, its Master gains or loses, once.
    let is_for_team = matches!(who, Who::Related(Relation::Team, _))
        && matches!(verb, Verb::CombatPoints { .. } | Verb::CommandSpells(_));
    let mut masters = BTreeSet::new();
    for reached in reached {
        let master = night.war.master_of(reached.character).filter(|_| is_for_team);
        if master.is_some_and(|master| !masters.insert(master)) {
            continue;
        }
        // A verb that names nobody needs no living character.
        let can_be_applied = verb.names_nobody() || night.war.character(reached.character).is_alive();
        if can_be_applied && !negation::negate_for_bystander(night, applied, reached.character) {
            apply_to(night, applied, immediate, line, reached);
        }
    }
}

fn apply_to(night: &mut Night<'_>, applied: &AppliedSkill, immediate: &Immediate, line: u16, recipient: &Reached) {
    let who = recipient.character;
    let (skill, user) = (applied.skill, applied.user);
    let parent = Some(applied.use_event);
    match &immediate.verb {
        Verb::Restore { resource, amount } => {
            let Some(amount) = evaluate_amount(night, applied, *resource, amount, recipient) else { return };
            restore(night, applied, who, *resource, amount, applied.use_event);
        }
        Verb::Lose { resource, amount, keeps } => {
            let Some(amount) = evaluate_amount(night, applied, *resource, amount, recipient) else { return };
            let spared = if *resource == Resource::Health { least_left_to(night, applied, who) } else { None };
            let keeps = (*keeps).max(spared);
            let amount = limit_loss(&night.war, who, *resource, amount, keeps);
            if keeps.is_some() && amount.is_zero() {
                return;
            }
            let lost_event = Resources::Lost { who, of: *resource, amount, skill, by: user };
            night.emit(lost_event, parent, applied.cause, None, &[RuleId::R(125)]);
        }
        Verb::Drain { drainer, resource, amount, share } => {
            let Some(amount) = evaluate_amount(night, applied, *resource, amount, recipient) else { return };
            drain(night, applied, who, drainer, *share, *resource, amount);
        }
        Verb::Damage { amount, kind, keeps } => {
            // A character in Spirit Form is immune to all area damage (R248).
            let is_area = matches!(immediate.who, Who::Every(_));
            if !(is_area && night.basis().character(who).is_in_spirit_form) {
                let source = EffectDamageSource {
                    inflicter: user,
                    skill,
                    is_upgraded: applied.is_upgraded,
                    parent: Some(applied.use_event),
                    cause: applied.cause,
                    lingering: None,
                    keeps: (*keeps).max(least_left_to(night, applied, who)),
                };
                if let Some(base) = evaluate_amount(night, applied, Resource::Health, amount, recipient) {
                    inflict_effect_damage(night, source, who, base, *kind);
                }
            }
        }
        Verb::Uses { skill, targets, at_location, is_free } => {
            let (working, targets) = (applied.clone(), targets.clone());
            let name = skill.as_ref().map(|skill| skill.text.clone());
            night.agenda.queue_use(QueuedUse {
                applied: working,
                name,
                targets,
                is_at_location: *at_location,
                is_free: *is_free,
            });
        }
        Verb::Refund(part) => refund(night, applied, *part),
        // `apply_skill::apply_immediate` asks the GM.
        Verb::AskGm(_) => {}
        Verb::BreakContract => break_contracts(night, applied, who),
        Verb::Die => night.agenda.add_pending_death(who, user),
        Verb::Inflict(status) => inflict_status(night, applied, who, *status, applied.use_event),
        Verb::Cure(kind) => cure_statuses(night, applied, who, *kind),
        Verb::CureNamed(name) => lasting::cure_sheet_statuses(night, applied, who, Some(name)),
        Verb::InflictNamed(_) => lasting::inflict_sheet_status(night, applied, line, who),
        Verb::EnterSpiritForm { even_in_battle } => enter_spirit_form(night, applied, who, *even_in_battle),
        Verb::LeaveSpiritForm => leave_spirit_form(night, applied, who),
        Verb::ApNextTurn { amount: ap, each } => {
            let times = each.as_ref().map_or(Exact::ONE, |each| count_each(night, applied, each, recipient));
            let ap = ap.saturating_mul(i32::try_from(times.floor()).unwrap_or(i32::MAX));
            if ap != 0 && matches!(night.war.character(who).kind, SheetKind::Servant | SheetKind::Familiar) {
                let ap_booked = Resources::ApBooked { who, ap, skill, by: user };
                night.emit(ap_booked, parent, applied.cause, None, &[RuleId::R(80), RuleId::A(35)]);
            }
        }
        Verb::Alert => tell_facts::alert(night, applied, who),
        Verb::WholeReport(act) => {
            let report_raised = Knowledge::ReportRaised { who, act: *act, skill };
            night.emit(report_raised, parent, applied.cause, None, &[RuleId::R(350), RuleId::A(215)]);
        }
        Verb::Learn { lessons, owner: of, .. } => {
            for target in each_target(of, &applied.targets) {
                let context =
                    EvalContext { antecedent: applied.antecedent, ..EvalContext::of(user, target, applied.attacker) };
                let subjects = characters_meant(&night.war, of, context);
                subjects.into_iter().for_each(|subject| tell_facts::teach(night, applied, who, subject, lessons));
            }
        }
        Verb::CombatPoints { amount: points, each } => {
            let times = each.as_ref().map_or(Exact::ONE, |each| count_each(night, applied, each, recipient));
            change_combat_points(night, applied, who, *points, times);
        }
        Verb::CommandSpells(spells) => {
            change_command_spells(night, applied, who, *spells);
        }
        Verb::Summon { count, familiar, at_most } => summoning::summon(night, applied, *count, familiar, *at_most),
        Verb::Cancel(what) => cancelling::cancel(night, applied, what, who),
        // Relocation moves all characters together, in `apply_to_all`.
        Verb::Relocate { .. } | Verb::ChangePlaces { .. } => {}
    }
}

/// The Health that an attack leaves one of its targets, whatever its sentences take from them.
fn least_left_to(night: &Night<'_>, applied: &AppliedSkill, who: CharacterId) -> Option<Exact> {
    let context =
        EvalContext { bargain: &applied.bargain, ..EvalContext::of(applied.user, Some(who), Some(applied.user)) };
    let is_struck = applied.has_struck && applied.targets.contains(&who);
    if is_struck { least_left(night.basis(), applied.skill, context) } else { None }
}

/// Restores Health or Mana, reduced by effects on restoration.
fn restore(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    who: CharacterId,
    resource: Resource,
    amount: Exact,
    parent: EventId,
) {
    let part = night.basis().restoration_factor(who, resource);
    let Some(amount) = night.report_on_error(amount.times(part)) else { return };
    let (skill, restorer, cause) = (applied.skill, applied.user, applied.cause);
    night.restore(Restoration { character: who, resource, amount, skill, restorer, parent, cause });
}

/// Returns to the user a part of the Mana that the skill's last use tonight cost.
fn refund(night: &mut Night<'_>, applied: &AppliedSkill, part: Exact) {
    let (user, skill) = (applied.user, applied.skill);
    let paid = night.events.iter().rev().find_map(|event| {
        let EventKind::Effects(Effects::SkillUsed { user: by, skill: used, paid, .. }) = &event.kind else {
            return None;
        };
        ((*by, *used) == (user, skill)).then_some(paid.mana)
    });
    let Some(amount) = paid.filter(|mana| !mana.is_zero()).and_then(|mana| night.report_on_error(mana.times(part)))
    else {
        return;
    };
    let (resource, restorer, parent, cause) = (Resource::Mana, user, applied.use_event, applied.cause);
    night.restore(Restoration { character: user, resource, amount, skill, restorer, parent, cause });
}

/// Takes Health or Mana from a character, no more than there is, and gives it to those who drain.
fn drain(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    who: CharacterId,
    drainer: &Who<Written>,
    share: Exact,
    what: Resource,
    amount: Exact,
) {
    let take_share = |night: &mut Night<'_>| {
        let (available, _) = night.war.current_and_maximum(who, what);
        let drained = amount.min(available.at_least_zero());
        let lost_event = Resources::Lost { who, of: what, amount: drained, skill: applied.skill, by: applied.user };
        (drained, night.emit(lost_event, Some(applied.use_event), applied.cause, None, &[RuleId::R(125)]))
    };
    // Where the user gives of their own, each of the skill's targets gains. A triggered sentence may have no targets.
    let is_giving = !applied.targets.contains(&who);
    let targets: Vec<Option<CharacterId>> = match applied.targets.as_slice() {
        [] => vec![None],
        _ if !is_giving => vec![Some(who)],
        targets => targets.iter().copied().map(Some).collect(),
    };
    let drainers_for = |target: Option<CharacterId>| {
        let context =
            EvalContext { antecedent: applied.antecedent, ..EvalContext::of(applied.user, target, applied.attacker) };
        characters_meant(&night.war, drainer, context)
    };
    let gainers: BTreeSet<CharacterId> = targets.into_iter().flat_map(drainers_for).collect();
    let mut last_drained = None;
    for gainer in gainers {
        if night.war.character(gainer).is_alive() {
            let (drained, event) = match last_drained {
                Some(known) if !is_giving => known,
                _ => *last_drained.insert(take_share(night)),
            };
            let kept = drained.times(share).unwrap_or(drained);
            restore(night, applied, gainer, what, kept, event);
        }
    }
    if last_drained.is_none() && !is_giving {
        take_share(night);
    }
}

/// Ends the statuses of a kind, or all of them.
fn cure_statuses(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId, kind: Option<StatusKind>) {
    if kind.is_none() {
        lasting::cure_sheet_statuses(night, applied, who, None);
    }
    for cured in StatusKind::ALL.into_iter().filter(|k| kind.is_none_or(|only| only == *k)) {
        if night.war.character(who).statuses.iter().any(|s| s.status.kind() == cured) {
            let status_ended = Statuses::StatusEnded { who, kind: cured, is_cured: true };
            night.emit(status_ended, Some(applied.use_event), applied.cause, None, &[RuleId::R(135), RuleId::A(81)]);
        }
    }
}

/// Makes a character leave Spirit Form, unless an effect keeps them in it.
fn leave_spirit_form(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId) {
    let why = spirit_reason(&night.war, applied);
    let is_kept = why != SpiritReason::Commanded && night.basis().may_not(who, &Forbidden::LeaveSpiritForm);
    if night.war.character(who).is_in_spirit_form && !is_kept {
        let leaving = Movement::SpiritForm { who, entered: false, sp: 0, why };
        night.emit(leaving, Some(applied.use_event), applied.cause, None, &[RuleId::R(190)]);
    }
}

/// Gives Command Spells to a Servant's Master, or takes them.
fn change_command_spells(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId, spells: i32) {
    let Some(master) = night.war.master_of(who) else { return };
    let Some(mastery) = &night.war.character(master).mastery else { return };
    let before = mastery.command_spells;
    let left = before.saturating_add_signed(spells);
    if left != before {
        let spells_changed = Contracts::SpellsChanged { master, left, before, skill: applied.skill, by: applied.user };
        night.emit(spells_changed, Some(applied.use_event), applied.cause, None, &[RuleId::R(125), RuleId::R(156)]);
    }
}

/// Breaks a Servant's contract with their Master, or a Master's with each Servant (R142).
fn break_contracts(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId) {
    let bonds: Vec<(CharacterId, CharacterId)> = match night.war.character(who).master {
        Some(master) => vec![(who, master)],
        None => night.war.servants_of(who).iter().map(|servant| (*servant, who)).collect(),
    };
    for (servant, master) in bonds {
        let freed_event = Contracts::Freed { servant, master, why: FreedReason::Severed };
        night.emit(freed_event, Some(applied.use_event), applied.cause, None, &[RuleId::R(125), RuleId::R(142)]);
    }
}

/// Gives or takes Combat Points of a character's Master (R282). A Masterless Servant has none (R286).
fn change_combat_points(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId, points: Exact, times: Exact) {
    let Some(points) = night.report_on_error(points.times(times)) else { return };
    let Some(master) = night.war.master_of(who).filter(|m| night.war.character(*m).mastery.is_some()) else { return };
    let parent = Some(applied.use_event);
    let rules = [RuleId::R(125), RuleId::R(282)];
    if points.is_negative() {
        let amount = (-points).min(night.war.character(master).cp());
        if !amount.is_zero() {
            night.emit(Resources::CombatPointsLost { master, amount }, parent, applied.cause, None, &rules);
        }
    } else if !points.is_zero() {
        let points_given = Resources::CombatPointsGiven { master, amount: points, skill: applied.skill };
        night.emit(points_given, parent, applied.cause, None, &rules);
    }
}

/// The origin of an effect's damage.
#[derive(Clone, Copy, Debug)]
pub(in crate::night) struct EffectDamageSource {
    /// The character that inflicts it.
    pub inflicter: CharacterId,
    /// The skill that inflicts it.
    pub skill: SkillRef,
    /// Whether the skill is in its upgraded form.
    pub is_upgraded: bool,
    /// The event that it follows from.
    pub parent: Option<EventId>,
    pub cause: Cause,
    /// So much Health is left.
    pub keeps: Option<Exact>,
    /// For delayed damage, its index among the victim's; `None` for other damage.
    pub lingering: Option<u16>,
}

/// Inflicts an effect's damage. It is no attack, so nobody intercepts it. It counts as its user's for kills and Combat
/// Points, as Poison counts as its author's (A080, A082).
pub(in crate::night) fn inflict_effect_damage(
    night: &mut Night<'_>,
    source: EffectDamageSource,
    taker: CharacterId,
    base: Exact,
    kind: DamageType,
) {
    let EffectDamageSource { inflicter, skill, is_upgraded, parent, cause, keeps, lingering } = source;
    let skill_form = UsedSkill { user: inflicter, skill, is_upgraded, target: Some(taker) };
    // A delayed share was computed with its blow. Only a Command Spell still changes it (A077).
    let receipt = match lingering {
        Some(_) => compute_delayed_damage(night.basis(), taker, base, kind),
        None => effect_damage(night.basis(), skill_form, taker, base, kind),
    };
    let mut receipt = match receipt {
        Ok(receipt) => receipt,
        Err(error) => return night.report_fault(&error.to_string()),
    };
    let always = |(clause, only_if): (_, Option<_>)| only_if.is_none().then_some(clause);
    let reduced_by = match lingering {
        Some(_) => Reducers::allowed_by(night.basis().skill(skill).clauses().filter_map(always)),
        None => Reducers::Anybody,
    };
    let source = Some(DamageSource { skill_form, is_attack: lingering.is_some(), is_intercepted: false });
    let incoming = IncomingDamage { attacker: Some(inflicter), taker, source, reduced_by };
    absorption::absorb(night, incoming, &mut receipt);
    if let Some(least) = keeps {
        receipt.spare_above(night.war.character(taker).health - least);
    }
    let shielded = receipt.clone();
    let amount = receipt.amount;
    let rules = [RuleId::R(125), RuleId::A(80)];
    let damage_event = Combat::Damaged { who: taker, by: inflicter, skill, lingering, receipt };
    let id = night.emit(damage_event, parent, cause, None, &rules);
    settle_absorbed(night, incoming, &shielded, id);
    night.book_damage(InflictedDamage { event: id, inflicter: Some(inflicter), taker, amount, is_attack: false });
}

/// Settles what was taken off some damage, once it is told: inflicts what others receive of it, and ends the shields
/// that are used up.
pub(in crate::night) fn settle_absorbed(
    night: &mut Night<'_>,
    incoming: IncomingDamage,
    receipt: &Receipt,
    event: EventId,
) {
    for term in &receipt.absorbed {
        inflict_share(night, incoming, term, event);
    }
    absorption::end_used_up_shields(night, receipt);
}

/// Inflicts a part of somebody's damage on the one who receives it instead, as Special damage.
fn inflict_share(night: &mut Night<'_>, incoming: IncomingDamage, term: &AbsorbedTerm, event: EventId) {
    let Some(sharer) = absorption::find_sharer_by(night.basis(), incoming, term.shield) else { return };
    let Shield { skill, user, .. } = term.shield;
    let source = EffectDamageSource {
        inflicter: incoming.attacker.unwrap_or(user),
        skill,
        is_upgraded: false,
        parent: Some(event),
        cause: Cause::Effect { skill, user },
        lingering: None,
        keeps: None,
    };
    inflict_effect_damage(night, source, sharer, term.amount, DamageType::Special);
}

/// How much is lost if so much of the resource must be left.
fn limit_loss(war: &War, who: CharacterId, resource: Resource, amount: Exact, keeps: Option<Exact>) -> Exact {
    let character = war.character(who);
    let current = match resource {
        Resource::Health => character.health,
        Resource::Mana => character.mana,
        Resource::CombatPoints | Resource::CommandSpells | Resource::ActionPoints | Resource::SupportPoints => {
            return amount;
        }
    };
    keeps.map_or(amount, |least| amount.min((current - least).at_least_zero()))
}

/// Makes a Servant enter Spirit Form by an effect, in battle only if a Command Spell orders it or the sentence says so
/// (R189, R250).
fn enter_spirit_form(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId, even_in_battle: bool) {
    let why = spirit_reason(&night.war, applied);
    let character = night.war.character(who);
    let in_battle = character.battle.turns > 0 || character.turn.was_in_battle;
    let is_forbidden = night.basis().may_not(who, &Forbidden::EnterSpiritForm);
    // A Command Spell overrides both bars (R160, R189).
    let is_barred = ((in_battle && !even_in_battle) || is_forbidden) && why != SpiritReason::Commanded;
    if character.kind != SheetKind::Servant || character.is_in_spirit_form || is_barred {
        return;
    }
    let entering = Movement::SpiritForm { who, entered: true, sp: 0, why };
    let event = night.emit(entering, Some(applied.use_event), applied.cause, None, &[RuleId::R(189), RuleId::R(250)]);
    end_effects::end_by_spirit_form(night, who, event);
}

fn spirit_reason(war: &War, applied: &AppliedSkill) -> SpiritReason {
    match war.skill(applied.skill).role {
        Role::CommandSpell => SpiritReason::Commanded,
        Role::Ability
        | Role::BasicAttack
        | Role::Skill
        | Role::NoblePhantasm
        | Role::StorySkill
        | Role::Item
        | Role::Service => SpiritReason::Skill,
    }
}

/// Sums what the use inflicted: on the targets because of which `recipient` is reached; else on that character; else on
/// everybody.
fn sum_inflicted<T: Sum<T>>(applied: &AppliedSkill, recipient: &Reached, value_of: impl Fn(&HitTotals) -> T) -> T {
    if !recipient.because_of.is_empty() {
        return recipient.because_of.iter().filter_map(|target| applied.inflicted.get(target)).map(value_of).sum();
    }
    let own_totals = applied.inflicted.get(&recipient.character).filter(|_| recipient.character != applied.user);
    own_totals.map_or_else(|| applied.inflicted.values().map(&value_of).sum(), &value_of)
}

/// Returns the context in which a sentence counts and measures for a character it affects. `The target` in its words is
/// a target of the skill, whomever the sentence affects.
fn build_count_context<'a>(applied: &'a AppliedSkill, recipient: &'a Reached) -> CountContext<'a> {
    let who = recipient.character;
    let hits = sum_inflicted(applied, recipient, |struck| struck.hits);
    let this_location = Some(applied.location);
    let antecedent = applied.antecedent.or(Some(who));
    let because_of = if recipient.because_of.is_empty() { &applied.targets } else { &recipient.because_of };
    let target = because_of.first().copied();
    let bargain = &applied.bargain;
    let context =
        EvalContext { this_location, antecedent, bargain, ..EvalContext::of(applied.user, target, applied.attacker) };
    CountContext { hits, of_target: because_of, ..CountContext::of(context, applied.skill, who) }
}

/// Returns how many there are of what a sentence counts, for a character it affects.
fn count_each(position: &Position, applied: &AppliedSkill, each: &Counted, recipient: &Reached) -> Exact {
    count_amount(position.basis(), each, build_count_context(applied, recipient))
}

fn evaluate_amount(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    what: Resource,
    measure: &Amount,
    recipient: &Reached,
) -> Option<Exact> {
    let amount = if let Amount::OfDamage(part) = measure.unlimited() {
        let inflicted = sum_inflicted(applied, recipient, |struck| struck.damage).times(*part);
        inflicted.map(|amount| measure.limit(amount))
    } else {
        base_damage::measure_amount(night.basis(), measure, what, build_count_context(applied, recipient))
    };
    night.report_on_error(amount)
}

/// Inflicts a status. It is always received (R130), except by the immune (A137); Masters are immune to Stun (R129).
pub(in crate::night) fn inflict_status(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    who: CharacterId,
    status: Status,
    parent: EventId,
) {
    let is_immune_by_rule = status.kind() == StatusKind::Stun && night.war.character(who).kind == SheetKind::Master;
    let by = applied.user;
    let turns = night.basis().received_turns(who, by, Some(status.kind()), status.turns());
    let is_ignored = is_immune_by_rule || turns == 0 || night.basis().is_immune(who, status.kind());
    let stops = |modifier: &Modifier| modifier.stops_status(status.kind());
    let guard = if is_ignored { None } else { night.basis().next_status_guard(who, stops) };
    if is_ignored || guard.is_some() {
        let counts = guard.map(|effect| CountedUse::of(effect, who));
        let status_ignored = Statuses::StatusIgnored { who, status, by, counts };
        let rule = if is_immune_by_rule { RuleId::R(129) } else { RuleId::A(137) };
        night.emit(status_ignored, Some(parent), applied.cause, None, &[rule]);
        guard.iter().for_each(|effect| negation::end_used_up_quotas(night, effect.user, effect.skill));
    } else {
        let status = status.lasting(turns);
        let status_received = Statuses::StatusReceived { who, status, by, skill: applied.skill };
        night.emit(status_received, Some(parent), applied.cause, None, &[RuleId::R(130), RuleId::A(75)]);
    }
}
