//! What a skill leaves in force, and how that ends (R357–R368, R374, A136, A228).

use crate::event::detail::EndReason;
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::condition::{Condition, Predicate, Written};
use crate::language::effect::{Clause, Duration, Effect, Operation, Rule, Standing};
use crate::night::Night;
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active::{Active, Part, Until};
use crate::war::truth::{Speech, holds, meant};

use super::Working;

/// The skill's lasting sentences begin to hold, if it has any (R123, R374).
pub(super) fn begin(night: &mut Night<'_>, working: &Working) {
    let skill = night.war.skill(working.skill);
    let Some((parts, until)) = lasting(skill, working, night.war.night) else { return };
    let on_ground = skill.is_field(working.upgraded);
    let self_only = !on_ground && skill.targets.iter().all(|t| *t == TargetKind::SelfTarget);
    let targets = match (on_ground, self_only) {
        (true, _) => Vec::new(),
        (_, true) => vec![working.user],
        _ => working.targets.clone(),
    };
    let active = Active {
        skill: working.skill,
        user: working.user,
        place: working.place,
        since: night.war.night,
        upkeep: skill.cost.at(working.upgraded).upkeep,
        self_only,
        upgraded: working.upgraded,
        parts,
        until,
        bargain: working.bargain.clone(),
        targets,
        words: working.words.clone(),
    };
    let stacks = !skill.says(&Clause::DoesNotStack);
    let in_force = night
        .war
        .active
        .iter()
        .any(|a| a.skill == active.skill && a.targets.iter().any(|t| active.targets.contains(t)));
    let renews = !stacks && in_force;
    let rule = if renews { RuleId::A(136) } else { RuleId::R(374) };
    // Its user's deed is seen where its user is; what it does elsewhere is noticed there.
    let seen_at = night.war.character(working.user).at;
    let began = EventKind::EffectBegan { active: active.clone(), renews };
    let began = night.emit(began, Some(working.used), working.cause, Some(seen_at), &[rule]);
    night.obeyed_from_now(&active, began);
}

/// The lasting sentences of a skill and until when it is active; `None` when nothing lasts.
fn lasting(skill: &Skill, working: &Working, night: u32) -> Option<(Vec<Part>, Until)> {
    let until = |duration: Duration| match duration {
        // The casting Turn counts as the first (R374).
        Duration::Turns(turns) => Until::Night(night + turns.max(1) - 1),
        Duration::ThisTurn => Until::Night(night),
        Duration::Indefinitely => Until::Open,
    };
    let rules = || {
        skill.effects.iter().zip(0u16..).filter_map(|(line, place)| match &line.effect {
            Effect::Rule(rule) => Some((rule, place)),
            Effect::Gm(_) | Effect::Choice(_) => None,
        })
    };
    let whole = skill.clauses().find_map(|(clause, _)| match clause {
        Clause::Lasts(duration) => Some(until(*duration)),
        _ => None,
    });
    // What was not paid for or not chosen is no part of it.
    let denied = |rule: &Rule| rule.condition.as_ref().is_some_and(|c| working.bargain.settles(c) == Some(false));
    let has_upkeep = skill.cost.at(working.upgraded).upkeep.is_some();
    let parts: Vec<Part> = rules()
        .filter(|(rule, _)| rule.is_in_force() && !denied(rule))
        .map(|(rule, line)| {
            let own = rule.duration.map(until).or(whole);
            let fallback = match rule.operation {
                // An upgrade without a duration holds to the end of the Turn (A228).
                Operation::Standing(Standing::Upgrade(_)) if !has_upkeep => Until::Night(night),
                _ => Until::Open,
            };
            Part { line, until: own.unwrap_or(fallback) }
        })
        .collect();
    if parts.is_empty() && whole.is_none() && !has_upkeep && !skill.is_field(working.upgraded) {
        return None;
    }
    let longest = parts.iter().map(|p| p.until).max();
    let until = whole.or(if has_upkeep { Some(Until::Open) } else { longest }).unwrap_or(Until::Open);
    Some((parts, until))
}

/// Ends a skill in force.
pub(in crate::night) fn end(night: &mut Night<'_>, active: &Active, why: EndReason, cause: Cause, rules: &[RuleId]) {
    end_after(night, active, why, None, cause, rules);
}

/// Ends a skill in force by what has just happened.
fn end_after(
    night: &mut Night<'_>,
    active: &Active,
    why: EndReason,
    parent: Option<EventId>,
    cause: Cause,
    rules: &[RuleId],
) {
    let Active { user, skill, place: at, .. } = *active;
    // A field fades where it lies; anything else where its user is.
    let place = night.war.ground_of(active);
    let ended = EventKind::EffectEnded { user, skill, targets: active.targets.clone(), at, why };
    night.emit(ended, parent, cause, place, rules);
}

/// Entering Spirit Form ends the Servant's active skills, but for those on itself (R361, R362, A095).
pub(in crate::night) fn end_by_spirit_form(night: &mut Night<'_>, servant: CharacterId, parent: EventId) {
    let ending: Vec<Active> = night.war.active.iter().filter(|a| a.user == servant && !a.self_only).cloned().collect();
    for active in ending {
        let rules = [RuleId::R(361), RuleId::R(362), RuleId::A(95)];
        end_after(night, &active, EndReason::SpiritForm, Some(parent), Cause::Rule, &rules);
    }
}

/// The user's death ends what has an upkeep (R359, R360); an effect nobody is left to bear ends too.
pub(in crate::night) fn end_by_death(night: &mut Night<'_>, dead: CharacterId, parent: EventId) {
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
        end_after(night, &active, why, Some(parent), Cause::Rule, &[RuleId::R(359), RuleId::R(360)]);
    }
}

/// Ends what lasts only while something holds that holds no longer (family 28).
pub(in crate::night) fn end_unheld(night: &mut Night<'_>) {
    let war = &night.war;
    let ending: Vec<Active> = war.active.iter().filter(|a| !still_holds(war, a)).cloned().collect();
    for active in ending {
        end(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::R(374)]);
    }
    // What lasts as long as a caster wants needs that caster, and the contract (A128).
    let freed: Vec<Active> = night.war.active.iter().filter(|a| has_no_master(&night.war, a)).cloned().collect();
    for active in freed {
        end(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::A(128)]);
    }
}

/// A Command Spell without an end of its own whose caster is dead, or no Master of its Servant any more.
fn has_no_master(war: &War, active: &Active) -> bool {
    let servants = war.servants_of(active.user);
    active.until == Until::Open
        && war.skill(active.skill).role == Role::CommandSpell
        && (!war.character(active.user).is_alive() || !active.targets.iter().any(|t| servants.contains(t)))
}

fn still_holds(war: &War, active: &Active) -> bool {
    let lasts = |clause: &Clause| matches!(clause, Clause::Lasts(_));
    let conditions = war.skill(active.skill).clauses().filter(|(c, _)| lasts(c)).filter_map(|(_, only_if)| only_if);
    conditions.into_iter().all(|condition| holds_of(war, active, condition))
}

/// A condition of a skill in force; "this location" is where it was used.
fn holds_of(war: &War, active: &Active, condition: &Condition<Written>) -> bool {
    let target = active.targets.first().copied();
    let speech = Speech { bargain: &active.bargain, ..Speech::of(active.user, target, None) };
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
pub(in crate::night) fn run_durations(night: &mut Night<'_>) {
    let number = night.war.night;
    for active in night.war.active.clone() {
        let parts_over = active.parts.iter().filter(|p| p.until.is_over_after(number)).count();
        let over = active.until.is_over_after(number)
            || (parts_over > 0 && parts_over == active.parts.len() && active.upkeep.is_none());
        if over {
            end(night, &active, EndReason::Time, Cause::Rule, &[RuleId::R(374)]);
        } else if parts_over > 0 {
            let Active { user, skill, targets, place: at, .. } = active;
            let ended = EventKind::PartsEnded { user, skill, targets, at };
            night.emit(ended, None, Cause::Rule, None, &[RuleId::R(374)]);
        }
    }
}
