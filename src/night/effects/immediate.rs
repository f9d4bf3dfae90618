//! What a skill's sentences do once (R125–R135, R189–R193).

use crate::event::EventId;
use crate::event::detail::{SpiritReason, Travel};
use crate::event::kind::EventKind;
use crate::language::condition::{Condition, Resource, Who, Written};
use crate::language::effect::{Amount, Immediate};
use crate::night::Night;
use crate::sheet::Kind;
use crate::sheet::skill::Role;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::status::{Status, StatusKind};
use crate::war::War;
use crate::war::truth::{Speech, holds, meant};

use super::Working;

/// Carries a sentence out on everybody it means.
pub(super) fn carry_out(
    night: &mut Night<'_>,
    working: &Working,
    immediate: &Immediate,
    only_if: Option<&Condition<Written>>,
) {
    for target in each_target(immediate.who(), &working.targets) {
        let speech = Speech { bargain: &working.bargain, ..Speech::of(working.user, target, Some(working.user)) };
        if only_if.is_some_and(|c| !holds(&night.war, c, speech)) {
            continue;
        }
        for who in meant(&night.war, immediate.who(), speech) {
            if night.war.character(who).is_alive() {
                apply_to(night, working, immediate, who);
            }
        }
    }
}

/// "The target" is each target in turn; a sentence that speaks of others is carried out once.
fn each_target(who: &Who<Written>, targets: &[CharacterId]) -> Vec<Option<CharacterId>> {
    if of_target(who) { targets.iter().copied().map(Some).collect() } else { vec![targets.first().copied()] }
}

fn of_target(who: &Who<Written>) -> bool {
    match who {
        Who::Target => true,
        Who::MasterOf(of) | Who::ServantOf(of) | Who::PartnerOf(of) | Who::FamiliarsOf(of) | Who::TeamOf(of) => {
            of_target(of)
        }
        Who::OneOf(list) => list.iter().any(of_target),
        _ => false,
    }
}

fn apply_to(night: &mut Night<'_>, working: &Working, immediate: &Immediate, who: CharacterId) {
    let (skill, by) = (working.skill, working.user);
    let parent = Some(working.used);
    match immediate {
        Immediate::Restore { what, amount, .. } => {
            let Some(amount) = amount_of(night, working, *what, *amount, who) else { return };
            let (sheet, now) = (night.war.sheet(who), night.war.character(who));
            let (health, mana) = split(*what, amount);
            let health = health.min((sheet.health - now.health).at_least_zero());
            let mana = mana.min((sheet.mana - now.mana).at_least_zero());
            let restored = EventKind::Restored { who, health, mana, skill, by };
            night.emit(restored, parent, working.cause, None, &[RuleId::A(23)]);
        }
        Immediate::Lose { what, amount, .. } => {
            let Some(amount) = amount_of(night, working, *what, *amount, who) else { return };
            let (health, mana) = split(*what, amount);
            let lost = EventKind::Lost { who, health, mana, skill, by };
            night.emit(lost, parent, working.cause, None, &[RuleId::R(125)]);
        }
        Immediate::Inflict { status, .. } => inflict(night, working, who, *status, working.used),
        Immediate::Cure { kind, .. } => {
            for cured in StatusKind::ALL.into_iter().filter(|k| kind.is_none_or(|only| only == *k)) {
                if night.war.character(who).statuses.iter().any(|s| s.status.kind() == cured) {
                    let ended = EventKind::StatusEnded { who, kind: cured, cured: true };
                    night.emit(ended, parent, working.cause, None, &[RuleId::R(135), RuleId::A(81)]);
                }
            }
        }
        Immediate::EnterSpiritForm(_) => enter_spirit_form(night, working, who),
        Immediate::LeaveSpiritForm(_) if night.war.character(who).spirit_form => {
            let why = spirit_reason(&night.war, working);
            let left = EventKind::SpiritForm { who, entered: false, sp: 0, why };
            night.emit(left, parent, working.cause, None, &[RuleId::R(190)]);
        }
        Immediate::ApNextTurn { by: ap, .. } => {
            if matches!(night.war.character(who).kind, Kind::Servant | Kind::Familiar) {
                let booked = EventKind::ApBooked { who, ap: *ap, skill, by };
                night.emit(booked, parent, working.cause, None, &[RuleId::R(80), RuleId::A(35)]);
            }
        }
        Immediate::WholeReport { act, .. } => {
            let raised = EventKind::ReportRaised { who, act: *act, skill };
            night.emit(raised, parent, working.cause, None, &[RuleId::R(350), RuleId::A(215)]);
        }
        Immediate::Learn { what, of, .. } => {
            let speech = Speech::of(by, working.targets.first().copied(), Some(by));
            for of in meant(&night.war, of, speech) {
                super::learning::teach(night, working, who, of, what);
            }
        }
        Immediate::CombatPoints { by: points, per_familiar, .. } => {
            combat_points(night, working, who, *points, *per_familiar);
        }
        Immediate::CommandSpells { by: spells, .. } => {
            let Some(master) = night.war.master_of(who) else { return };
            let Some(mastery) = &night.war.character(master).mastery else { return };
            let before = mastery.command_spells;
            let left = before.saturating_add_signed(*spells);
            if left != before {
                let changed = EventKind::SpellsChanged { master, left, before, skill, by };
                night.emit(changed, parent, working.cause, None, &[RuleId::R(125), RuleId::R(156)]);
            }
        }
        Immediate::Bring { to, .. } => {
            let speech = Speech::of(by, Some(who), Some(by));
            if let Some(host) = meant(&night.war, to, speech).first() {
                let at = night.basis().character(*host).at;
                bring(night, working, who, at);
            }
        }
        Immediate::LeaveSpiritForm(_) | Immediate::InflictNamed { .. } => {}
    }
}

/// Combat Points are their Master's (R282); a Masterless Servant has none (R286).
fn combat_points(night: &mut Night<'_>, working: &Working, who: CharacterId, points: Exact, per_familiar: bool) {
    let familiars = night.war.living().filter(|id| night.war.character(*id).summoner == Some(working.user)).count();
    let times = if per_familiar { Exact::from(u32::try_from(familiars).unwrap_or(u32::MAX)) } else { Exact::ONE };
    let Some(points) = night.exact(points.times(times)) else { return };
    let Some(master) = night.war.master_of(who).filter(|m| night.war.character(*m).mastery.is_some()) else { return };
    let parent = Some(working.used);
    let rules = [RuleId::R(125), RuleId::R(282)];
    if points.is_negative() {
        let amount = (-points).min(night.war.character(master).cp());
        if !amount.is_zero() {
            night.emit(EventKind::CombatPointsLost { master, amount }, parent, working.cause, None, &rules);
        }
    } else if !points.is_zero() {
        let given = EventKind::CombatPointsGiven { master, amount: points, skill: working.skill };
        night.emit(given, parent, working.cause, None, &rules);
    }
}

/// A Servant enters Spirit Form by an effect: even in battle if it is commanded to (R189, R250).
fn enter_spirit_form(night: &mut Night<'_>, working: &Working, who: CharacterId) {
    let why = spirit_reason(&night.war, working);
    let character = night.war.character(who);
    let in_battle = character.battle.turns > 0 || character.turn.in_battle;
    let barred = in_battle && why != SpiritReason::Commanded;
    if character.kind != Kind::Servant || character.spirit_form || barred {
        return;
    }
    let entered = EventKind::SpiritForm { who, entered: true, sp: 0, why };
    let event = night.emit(entered, Some(working.used), working.cause, None, &[RuleId::R(189), RuleId::R(250)]);
    super::lasting::end_by_spirit_form(night, who, event);
}

fn spirit_reason(war: &War, working: &Working) -> SpiritReason {
    match war.skill(working.skill).role {
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

/// Brings somebody to a place by a skill, without a Move Action (R192, R193). Where a battle is
/// going on they come too late for its first round (R261, A109).
fn bring(night: &mut Night<'_>, working: &Working, who: CharacterId, at: LocationId) {
    let from = night.war.character(who).at;
    if from == at {
        return;
    }
    let battle = night.basis().present(at).any(|id| {
        let there = night.basis().character(id);
        there.turn.in_battle || there.battle.turns > 0
    });
    let (parent, cause, how) = (Some(working.used), working.cause, Travel::Skill);
    let rules = [RuleId::R(192), RuleId::R(193)];
    let left = night.emit(EventKind::Left { who, from, to: at, how }, parent, cause, Some(from), &rules);
    let entered = night.emit(EventKind::Entered { who, at, from, how }, Some(left), cause, Some(at), &[RuleId::R(192)]);
    crate::night::movement::alert(night, who, at, entered);
    if battle && night.phase < Phase::Movement {
        night.emit(EventKind::ArrivedLate { who }, Some(entered), cause, None, &[RuleId::R(261), RuleId::A(109)]);
    }
}

/// Health and Mana parts of an amount.
fn split(what: Resource, amount: Exact) -> (Exact, Exact) {
    if what == Resource::Mana { (Exact::ZERO, amount) } else { (amount, Exact::ZERO) }
}

fn amount_of(
    night: &mut Night<'_>,
    working: &Working,
    what: Resource,
    amount: Amount,
    who: CharacterId,
) -> Option<Exact> {
    match amount {
        // Of one's own damage where one took some, else of all that was inflicted.
        Amount::OfDamage(part) => {
            let own = working.inflicted.get(&who).copied().filter(|_| who != working.user);
            let damage = own.unwrap_or_else(|| working.inflicted.values().copied().sum());
            night.exact(damage.times(part))
        }
        Amount::Number(n) => Some(n),
        Amount::OfMaximum(part) => {
            let sheet = night.war.sheet(who);
            let maximum = if what == Resource::Mana { sheet.mana } else { sheet.health };
            night.exact(maximum.times(part))
        }
    }
}

/// Every inflicted status is received (R130), but by the immune (A137); Masters are immune to Stun (R129).
pub(in crate::night) fn inflict(
    night: &mut Night<'_>,
    working: &Working,
    who: CharacterId,
    status: Status,
    parent: EventId,
) {
    let by_rule = status.kind() == StatusKind::Stun && night.war.character(who).kind == Kind::Master;
    let by = working.user;
    if by_rule || night.basis().is_immune(who, status.kind()) {
        let ignored = EventKind::StatusIgnored { who, status, by };
        let rule = if by_rule { RuleId::R(129) } else { RuleId::A(137) };
        night.emit(ignored, Some(parent), working.cause, None, &[rule]);
    } else {
        let received = EventKind::StatusReceived { who, status, by, skill: working.skill };
        night.emit(received, Some(parent), working.cause, None, &[RuleId::R(130), RuleId::A(75)]);
    }
}
