//! What a used skill does besides damage: immediate operations, effects that begin to hold, and
//! how they end (R357–R368, R374, A136, A228).

use std::collections::BTreeMap;

use crate::event::detail::{EndReason, SpiritReason, Travel};
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::condition::{Condition, Predicate, Resource, Who, Written};
use crate::language::effect::{Amount, Duration, Effect, Operation, Rule};
use crate::sheet::Kind;
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::status::{Status, StatusKind};
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active::{Active, Part, Until};
use crate::war::setup::SkillRef;
use crate::war::truth::{Speech, holds, meant};

use super::Night;

/// A skill whose effects now happen.
#[derive(Clone, Debug)]
pub(super) struct Working {
    /// Who used it.
    pub user: CharacterId,
    /// What.
    pub skill: SkillRef,
    /// On whom its sentences about "the target" work: for an attack, whoever took the hits (A030).
    pub targets: Vec<CharacterId>,
    /// What damage each of them took from it.
    pub inflicted: BTreeMap<CharacterId, Exact>,
    /// In its upgraded form.
    pub upgraded: bool,
    /// The event of its use.
    pub used: EventId,
    /// The order behind it.
    pub cause: Cause,
}

/// Does everything the skill's sentences say but damage.
pub(super) fn work(night: &mut Night<'_>, working: &Working) {
    let sentences = night.war.skill(working.skill).effects.len();
    for line in 0..sentences {
        let war = &night.war;
        let Some(Effect::Rule(rule)) = war.skill(working.skill).effects.get(line).map(|l| &l.effect) else { continue };
        if !rule.operation.is_immediate() {
            continue;
        }
        let rule = rule.clone();
        immediate(night, working, &rule);
    }
    begin(night, working);
}

fn immediate(night: &mut Night<'_>, working: &Working, rule: &Rule) {
    for target in each_target(&rule.operation, &working.targets) {
        let speech = Speech { user: working.user, target, attacker: Some(working.user) };
        if rule.condition.as_ref().is_some_and(|c| !holds(&night.war, c, speech)) {
            continue;
        }
        let Some(who) = rule.operation.who() else { continue };
        for who in meant(&night.war, who, speech) {
            if night.war.character(who).is_alive() {
                apply_to(night, working, &rule.operation, who);
            }
        }
    }
}

/// "The target" is each target in turn; a sentence that speaks of others is carried out once.
fn each_target(operation: &Operation, targets: &[CharacterId]) -> Vec<Option<CharacterId>> {
    let speaks_of_target = operation.who().is_some_and(of_target);
    if speaks_of_target { targets.iter().copied().map(Some).collect() } else { vec![targets.first().copied()] }
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

fn apply_to(night: &mut Night<'_>, working: &Working, operation: &Operation, who: CharacterId) {
    let (skill, by) = (working.skill, working.user);
    let parent = Some(working.used);
    match operation {
        Operation::Restore { what, amount, .. } => {
            let Some(amount) = amount_of(night, working, *what, *amount, who) else { return };
            let (sheet, now) = (night.war.sheet(who), night.war.character(who));
            let (health, mana) = split(*what, amount);
            let health = health.min((sheet.health - now.health).at_least_zero());
            let mana = mana.min((sheet.mana - now.mana).at_least_zero());
            let restored = EventKind::Restored { who, health, mana, skill, by };
            night.emit(restored, parent, working.cause, None, &[RuleId::A(23)]);
        }
        Operation::Lose { what, amount, .. } => {
            let Some(amount) = amount_of(night, working, *what, *amount, who) else { return };
            let (health, mana) = split(*what, amount);
            let lost = EventKind::Lost { who, health, mana, skill, by };
            night.emit(lost, parent, working.cause, None, &[RuleId::R(125)]);
        }
        Operation::Inflict { status, .. } => inflict(night, working, who, *status, working.used),
        Operation::Cure { kind, .. } => {
            for cured in StatusKind::ALL.into_iter().filter(|k| kind.is_none_or(|only| only == *k)) {
                if night.war.character(who).statuses.iter().any(|s| s.status.kind() == cured) {
                    let ended = EventKind::StatusEnded { who, kind: cured, cured: true };
                    night.emit(ended, parent, working.cause, None, &[RuleId::R(135), RuleId::A(81)]);
                }
            }
        }
        Operation::EnterSpiritForm(_) => enter_spirit_form(night, working, who),
        Operation::LeaveSpiritForm(_) if night.war.character(who).spirit_form => {
            let why = spirit_reason(&night.war, working);
            let left = EventKind::SpiritForm { who, entered: false, sp: 0, why };
            night.emit(left, parent, working.cause, None, &[RuleId::R(190)]);
        }
        Operation::ApNextTurn { by: ap, .. } => {
            if matches!(night.war.character(who).kind, Kind::Servant | Kind::Familiar) {
                let booked = EventKind::ApBooked { who, ap: *ap, skill, by };
                night.emit(booked, parent, working.cause, None, &[RuleId::R(80), RuleId::A(35)]);
            }
        }
        Operation::Bring { to, .. } => {
            let speech = Speech { user: by, target: Some(who), attacker: Some(by) };
            if let Some(host) = meant(&night.war, to, speech).first() {
                let at = night.basis().character(*host).at;
                bring(night, working, who, at);
            }
        }
        _ => {}
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
    end_by_spirit_form(night, who, event);
}

fn spirit_reason(war: &War, working: &Working) -> SpiritReason {
    match war.skill(working.skill).role {
        Role::CommandSpell => SpiritReason::Commanded,
        Role::Ability | Role::BasicAttack | Role::Skill | Role::NoblePhantasm | Role::StorySkill | Role::Item => {
            SpiritReason::Skill
        }
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
    super::movement::alert(night, who, at, entered);
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
pub(super) fn inflict(night: &mut Night<'_>, working: &Working, who: CharacterId, status: Status, parent: EventId) {
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

/// The skill's lasting sentences begin to hold, if it has any (R123, R374).
fn begin(night: &mut Night<'_>, working: &Working) {
    let skill = night.war.skill(working.skill);
    let Some((parts, until)) = lasting(skill, working.upgraded, night.war.night) else { return };
    let self_only = skill.targets.iter().all(|t| *t == TargetKind::SelfTarget);
    let targets = if self_only { vec![working.user] } else { working.targets.clone() };
    let active = Active {
        skill: working.skill,
        user: working.user,
        place: night.war.character(working.user).at,
        since: night.war.night,
        upkeep: skill.cost.at(working.upgraded).upkeep,
        self_only,
        upgraded: working.upgraded,
        parts,
        until,
        targets,
    };
    let stacks = !skill.says(&Operation::DoesNotStack);
    let in_force = night
        .war
        .active
        .iter()
        .any(|a| a.skill == active.skill && a.targets.iter().any(|t| active.targets.contains(t)));
    let renews = !stacks && in_force;
    let rule = if renews { RuleId::A(136) } else { RuleId::R(374) };
    night.emit(EventKind::EffectBegan { active, renews }, Some(working.used), working.cause, None, &[rule]);
}

/// The lasting sentences of a skill and until when it is active; `None` when nothing lasts.
fn lasting(skill: &Skill, upgraded: bool, night: u32) -> Option<(Vec<Part>, Until)> {
    let until = |duration: Duration| match duration {
        // The casting Turn counts as the first (R374).
        Duration::Turns(turns) => Until::Night(night + turns.max(1) - 1),
        Duration::ThisTurn => Until::Night(night),
        Duration::Indefinitely => Until::Open,
    };
    let rules = || {
        skill.effects.iter().zip(0u16..).filter_map(|(line, place)| match &line.effect {
            Effect::Rule(rule) => Some((rule, place)),
            Effect::Gm(_) => None,
        })
    };
    let whole = rules().find_map(|(rule, _)| match rule.operation {
        Operation::Lasts(duration) => Some(until(duration)),
        _ => None,
    });
    let has_upkeep = skill.cost.at(upgraded).upkeep.is_some();
    let parts: Vec<Part> = rules()
        .filter(|(rule, _)| !rule.operation.is_immediate() && !rule.operation.is_of_this_use())
        .map(|(rule, line)| {
            let own = rule.duration.map(until).or(whole);
            let fallback = match rule.operation {
                // An upgrade without a duration holds to the end of the Turn (A228).
                Operation::Upgrade(_) if !has_upkeep => Until::Night(night),
                _ => Until::Open,
            };
            Part { line, until: own.unwrap_or(fallback) }
        })
        .collect();
    if parts.is_empty() && whole.is_none() && !has_upkeep {
        return None;
    }
    let longest = parts.iter().map(|p| p.until).max();
    let until = whole.or(if has_upkeep { Some(Until::Open) } else { longest }).unwrap_or(Until::Open);
    Some((parts, until))
}

/// Ends a skill in force.
pub(super) fn end(night: &mut Night<'_>, active: &Active, why: EndReason, cause: Cause, rules: &[RuleId]) {
    let ended = EventKind::EffectEnded { user: active.user, skill: active.skill, targets: active.targets.clone(), why };
    night.emit(ended, None, cause, None, rules);
}

/// Entering Spirit Form ends the Servant's active skills, but for those on itself (R361, R362, A095).
pub(super) fn end_by_spirit_form(night: &mut Night<'_>, servant: CharacterId, parent: EventId) {
    let ending: Vec<Active> = night.war.active.iter().filter(|a| a.user == servant && !a.self_only).cloned().collect();
    for active in ending {
        let ended = EventKind::EffectEnded {
            user: active.user,
            skill: active.skill,
            targets: active.targets,
            why: EndReason::SpiritForm,
        };
        night.emit(ended, Some(parent), Cause::Rule, None, &[RuleId::R(361), RuleId::R(362)]);
    }
}

/// The user's death ends what has an upkeep (R359, R360); an effect nobody is left to bear ends too.
pub(super) fn end_by_death(night: &mut Night<'_>, dead: CharacterId, parent: EventId) {
    let lone = |war: &War, active: &Active| active.targets.iter().all(|t| !war.character(*t).is_alive());
    let ending: Vec<(Active, EndReason)> = night
        .war
        .active
        .iter()
        .filter_map(|active| {
            if active.user == dead && active.upkeep.is_some() {
                Some((active.clone(), EndReason::UserDied))
            } else if active.targets.contains(&dead) && lone(&night.war, active) {
                Some((active.clone(), EndReason::NobodyLeft))
            } else {
                None
            }
        })
        .collect();
    for (active, why) in ending {
        let ended = EventKind::EffectEnded { user: active.user, skill: active.skill, targets: active.targets, why };
        night.emit(ended, Some(parent), Cause::Rule, None, &[RuleId::R(359), RuleId::R(360)]);
    }
}

/// Ends what lasts only while something holds that holds no longer (family 28).
pub(super) fn end_unheld(night: &mut Night<'_>) {
    let war = &night.war;
    let ending: Vec<Active> = war.active.iter().filter(|a| !still_holds(war, a)).cloned().collect();
    for active in ending {
        end(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::R(374)]);
    }
}

fn still_holds(war: &War, active: &Active) -> bool {
    war.skill(active.skill).effects.iter().all(|line| match &line.effect {
        Effect::Rule(Rule { operation: Operation::Lasts(_), condition: Some(condition), .. }) => {
            holds_of(war, active, condition)
        }
        Effect::Rule(_) | Effect::Gm(_) => true,
    })
}

/// A condition of a skill in force; "this location" is where it was used.
fn holds_of(war: &War, active: &Active, condition: &Condition<Written>) -> bool {
    let speech = Speech { user: active.user, target: active.targets.first().copied(), attacker: None };
    match condition {
        Condition::All(parts) => parts.iter().all(|c| holds_of(war, active, c)),
        Condition::AnyOf(parts) => parts.iter().any(|c| holds_of(war, active, c)),
        Condition::Not(part) => !holds_of(war, active, part),
        Condition::Is(Predicate::IsIn(who, None)) => {
            meant(war, who, speech).iter().any(|id| war.character(*id).at == active.place)
        }
        Condition::Is(_) => holds(war, condition, speech),
    }
}

/// Ends what has run its time as the Turn ends (R374).
pub(super) fn run_durations(night: &mut Night<'_>) {
    let number = night.war.night;
    for active in night.war.active.clone() {
        let parts_over = active.parts.iter().filter(|p| p.until.is_over_after(number)).count();
        let over = active.until.is_over_after(number)
            || (parts_over > 0 && parts_over == active.parts.len() && active.upkeep.is_none());
        if over {
            end(night, &active, EndReason::Time, Cause::Rule, &[RuleId::R(374)]);
        } else if parts_over > 0 {
            let ended = EventKind::PartsEnded { user: active.user, skill: active.skill, targets: active.targets };
            night.emit(ended, None, Cause::Rule, None, &[RuleId::R(374)]);
        }
    }
}
