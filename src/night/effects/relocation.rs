//! Moving characters to other locations (family 16; R182–R188, R192, R193, R261, R349, R417, A109, A114, A115).

use crate::event::detail::{Reason, Travel};
use crate::event::kind::{Combat, Movement};
use crate::event::{Cause, EventId};
use crate::language::condition::{Relation, Who, Written};
use crate::language::effect::{
    Destination, Effect, Forbidden, Immediate, Modifier, Operation, RelocationKind, Sentence, Verb,
};
use crate::night::consequences::joining::is_in_battle;
use crate::night::consequences::{arrival, joining};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::evaluate::{EvalContext, characters_meant, is_asked_of_each};
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::SkillRef;

use super::reached_characters::{Reached, each_target};

/// The parts of a skill's use that decide who is moved where.
#[derive(Clone, Copy, Debug)]
pub(in crate::night) struct RelocationPlan<'a> {
    pub user: CharacterId,
    pub skill: SkillRef,
    pub targets: &'a [CharacterId],
    /// The location the skill is used on, or that the order names.
    pub chosen: Option<LocationId>,
    /// Where somebody is pushed, if the order says so separately.
    pub push: Option<LocationId>,
}

/// A character and where they are to be moved; `None` where no location is named.
type MoveTarget = (CharacterId, Option<LocationId>);

/// Returns the characters that a sentence moves, and where.
fn find_movers(war: &War, relocation: RelocationPlan<'_>, who: &Who<Written>, to: &Destination) -> Vec<MoveTarget> {
    let mut movers: Vec<MoveTarget> = Vec::new();
    for target in each_target(who, relocation.targets) {
        let context = EvalContext::of(relocation.user, target, Some(relocation.user));
        for id in find_chosen_partners(war, relocation, who, context) {
            let is_alive = war.character(id).is_alive();
            if is_alive && !movers.iter().any(|(other, _)| *other == id) {
                movers.push((id, find_destination(war, relocation, to, id, context)));
            }
        }
    }
    movers
}

/// Returns the characters that words mean. Of several contracted partners, only targets of the use count, if the skill
/// takes them as targets.
fn find_chosen_partners(
    war: &War,
    relocation: RelocationPlan<'_>,
    who: &Who<Written>,
    context: EvalContext,
) -> Vec<CharacterId> {
    match who {
        Who::OneOf(all) => {
            all.iter().flat_map(|member| find_chosen_partners(war, relocation, member, context)).collect()
        }
        Who::Related(Relation::Partner | Relation::Servant | Relation::Master, of) if **of == Who::User => {
            let mut found = characters_meant(war, who, context);
            if war.skill(relocation.skill).targets.contains(&TargetKind::ContractedPartner) {
                found.retain(|id| relocation.targets.contains(id));
            }
            found
        }
        _ => characters_meant(war, who, context),
    }
}

fn find_destination(
    war: &War,
    relocation: RelocationPlan<'_>,
    to: &Destination,
    who: CharacterId,
    context: EvalContext,
) -> Option<LocationId> {
    match to {
        Destination::Target => relocation.chosen,
        Destination::Adjacent => {
            let adjacent = &war.setup.location(war.character(who).at).adjacent;
            relocation.push.or(relocation.chosen).filter(|location| adjacent.contains(location))
        }
        Destination::Of(host) => characters_meant(war, host, context).first().map(|id| war.character(*id).at),
        Destination::HomeOf(owner) => {
            let master = characters_meant(war, owner, context).first().and_then(|id| war.master_of(*id))?;
            let homes = &war.character(master).mastery.as_ref()?.homes;
            relocation.chosen.filter(|location| homes.contains(location)).or(homes.first().copied())
        }
    }
}

/// Checks that a skill can move anybody at all: a location is named for them, they have the Move Actions it takes, and
/// not all of them are held back (R349, A139).
///
/// # Errors
/// Why it cannot; nothing is paid then.
pub(in crate::night) fn check_can_relocate(war: &War, plan: RelocationPlan<'_>) -> Result<(), Reason> {
    let skill = war.skill(plan.skill);
    if skill.is_attack() {
        return Ok(());
    }
    for effect in &skill.effects {
        let Effect::Sentence(Sentence {
            trigger: None,
            operation: Operation::Immediate(Immediate { who, verb: Verb::Relocate { destination, way } }),
            condition: None,
            ..
        }) = &effect.effect
        else {
            continue;
        };
        let movers = find_movers(war, plan, who, destination);
        if movers.is_empty() {
            continue;
        }
        if movers.iter().all(|(_, location)| location.is_none()) {
            let is_place_named = plan.push.or(plan.chosen).is_some();
            return Err(if is_place_named { Reason::NotAdjacent } else { Reason::PlaceMissing });
        }
        if *way != RelocationKind::Carried && movers.iter().any(|(who, _)| !war.has_move_action(*who)) {
            return Err(Reason::NoMoveAction);
        }
        if movers.iter().all(|(who, location)| find_hindrance(war, plan.skill, *who, *location, *way).is_some()) {
            return Err(Reason::Held);
        }
    }
    Ok(())
}

/// Returns the skill, and its user, that keeps a character from being moved. Nothing stops a Command Spell (R160, R184,
/// A114).
fn find_hindrance(
    war: &War,
    skill: SkillRef,
    who: CharacterId,
    to: Option<LocationId>,
    way: RelocationKind,
) -> Option<(SkillRef, CharacterId)> {
    if war.skill(skill).role == Role::CommandSpell {
        return None;
    }
    // No skill leads through the wall of a Reality Marble (R292, R295).
    if let Some(marble) = to.and_then(|to| war.marble_wall_against(war.character(who).at, to)) {
        return Some((marble.skill, marble.user));
    }
    let is_forbidden = match way {
        RelocationKind::Carried => Forbidden::BeRelocated,
        RelocationKind::Moves => Forbidden::Move,
        RelocationKind::Flees => Forbidden::Flee,
    };
    let effect = war
        .find_effect_holding(who)
        .or_else(|| to.and_then(|to| war.find_effect_keeping_out(who, to)))
        .or_else(|| war.find_effect_forbidding(who, &is_forbidden));
    effect.map(|effect| (effect.skill, effect.user))
}

/// Moves everybody a sentence means. If its condition is asked of each, only those reached are moved.
pub(super) fn relocate(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    who: &Who<Written>,
    to: &Destination,
    way: RelocationKind,
    reached: &[Reached],
) {
    let relocation = RelocationPlan {
        user: applied.user,
        skill: applied.skill,
        targets: &applied.targets,
        chosen: applied.chosen,
        push: applied.push,
    };
    let mut movers = find_movers(night.basis(), relocation, who, to);
    if is_asked_of_each(who) {
        movers.retain(|(id, _)| reached.iter().any(|recipient| recipient.character == *id));
    }
    let mut moves: Vec<(CharacterId, LocationId, LocationId)> = Vec::new();
    for (who, to) in movers {
        let from = night.war.character(who).at;
        let Some(to) = to.filter(|to| *to != from) else { continue };
        match find_hindrance(night.basis(), applied.skill, who, Some(to), way) {
            None => moves.push((who, from, to)),
            Some((through, whose)) => {
                let (by, skill) = (applied.user, applied.skill);
                let negated = Combat::Negated { who, by, skill, through, whose, counts: None };
                night.emit(negated, Some(applied.use_event), applied.cause, None, &[RuleId::R(371), RuleId::A(227)]);
            }
        }
    }
    move_all(night, applied, &moves, way);
}

/// Lets two characters change places, unless one of them is kept where they are, or they are in one location (R192,
/// A115).
pub(super) fn swap_locations(night: &mut Night<'_>, applied: &AppliedSkill, who: CharacterId, with: &Who<Written>) {
    let war = night.basis();
    let context = EvalContext {
        antecedent: applied.antecedent,
        ..EvalContext::of(applied.user, applied.targets.first().copied(), applied.attacker)
    };
    let is_alive = |id: &CharacterId| war.character(*id).is_alive();
    let mut others: Vec<CharacterId> = characters_meant(war, with, context);
    others.retain(|other| *other != who && is_alive(other));
    if others.len() > 1 {
        others.retain(|other| applied.targets.contains(other));
    }
    // Of several partners, one must be chosen as a target.
    let (true, [other]) = (is_alive(&who), others.as_slice()) else { return };
    let other = *other;
    let (here, there) = (war.character(who).at, war.character(other).at);
    if here == there {
        return;
    }
    let exchanges = [(who, here, there), (other, there, here)];
    let find_held = |(who, _, to): &(CharacterId, LocationId, LocationId)| {
        let hindrance_found = find_hindrance(war, applied.skill, *who, Some(*to), RelocationKind::Carried);
        hindrance_found.map(|(through, whose)| (*who, through, whose))
    };
    match exchanges.iter().find_map(find_held) {
        None => move_all(night, applied, &exchanges, RelocationKind::Carried),
        Some((who, through, whose)) => {
            let negated = Combat::Negated { who, by: applied.user, skill: applied.skill, through, whose, counts: None };
            night.emit(negated, Some(applied.use_event), applied.cause, None, &[RuleId::R(371), RuleId::A(227)]);
        }
    }
}

/// Moves all at once: everybody leaves, then everybody arrives. Where a battle is in progress, they arrive too late for
/// its first round (R261, A109). Pursuers follow.
fn move_all(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    moves: &[(CharacterId, LocationId, LocationId)],
    way: RelocationKind,
) {
    let (parent, cause) = (Some(applied.use_event), applied.cause);
    let mut arrivals = Vec::new();
    for (who, from, to) in moves.iter().copied() {
        let is_fighting = is_in_battle(&night.war, who);
        let how = match way {
            RelocationKind::Carried => Travel::Skill,
            RelocationKind::Moves if is_fighting => Travel::Escape,
            RelocationKind::Moves => Travel::Warp,
            RelocationKind::Flees => Travel::Escape,
        };
        let rules: &[RuleId] = match way {
            RelocationKind::Carried => &[RuleId::R(192), RuleId::R(193), RuleId::A(115)],
            RelocationKind::Moves => &[RuleId::R(349)],
            RelocationKind::Flees => &[RuleId::R(182), RuleId::R(185)],
        };
        // Being moved by a skill of one's own side is fleeing (A115). A normal move is fleeing only out of a battle
        // (R349).
        let is_fleeing = (is_fighting || way != RelocationKind::Moves) && night.war.are_partners(applied.user, who);
        let left_event = night.emit(Movement::Left { who, from, to, how }, parent, cause, Some(from), rules);
        arrivals.push((who, from, to, how, left_event, is_fleeing));
    }
    let mut fled = Vec::new();
    for (who, from, to, travel, left, flees) in arrivals {
        let entered = arrive(night, Move { mover: who, from, to, travel }, left, cause, &[RuleId::R(192)]);
        if flees {
            fled.push((who, to, entered));
        }
    }
    pursue(night, &fled);
}

/// A move of a character from one location to another.
#[derive(Clone, Copy)]
pub(in crate::night) struct Move {
    pub mover: CharacterId,
    pub from: LocationId,
    pub to: LocationId,
    pub travel: Travel,
}

/// Lets a moved character arrive. A Home Base alerts its owner. Where a battle is in progress, they arrive too late for
/// its first round (R222, R261, A109).
pub(in crate::night) fn arrive(
    night: &mut Night<'_>,
    journey: Move,
    parent: EventId,
    cause: Cause,
    rules: &[RuleId],
) -> EventId {
    let Move { mover: who, from, to, travel } = journey;
    // Somebody who came out of a battle elsewhere does not count as fighting there.
    let is_fighting_here = |id: &CharacterId| is_in_battle(night.basis(), *id) && joining::is_battle_here(night, *id);
    let has_battle = night.basis().present(to).filter(|id| *id != who).any(|id| is_fighting_here(&id));
    let entered_event = Movement::Entered { who, at: to, from, how: travel };
    let entered = night.emit(entered_event, Some(parent), cause, Some(to), rules);
    arrival::alert_owner(night, who, to, entered);
    if has_battle && night.phase < Phase::Movement {
        night.emit(Combat::ArrivedLate { who }, Some(entered), cause, None, &[RuleId::R(261), RuleId::A(109)]);
    }
    arrival::find_battle(night, who, to, entered);
    entered
}

/// Moves pursuers beside whoever fled, at once, at no cost and at any distance. Their battle continues (R187, R188,
/// A113, A114).
pub(in crate::night) fn pursue(night: &mut Night<'_>, fled: &[(CharacterId, LocationId, EventId)]) {
    for (prey, to, entered) in fled {
        let war = &night.war;
        let find_pursuit = |id: &CharacterId| {
            war.standing_effects_on(ModifierKind::Pursuit, *id).find_map(|(effect, standing)| {
                match &standing.modifier {
                    Modifier::Pursues { whom } if war.can_name(effect, whom, *prey) => Some(effect),
                    _ => None,
                }
            })
        };
        let hunters: Vec<CharacterId> = war
            .living()
            .filter(|id| id != prey && war.character(*id).at != *to)
            .filter(|id| {
                find_pursuit(id).is_some_and(|effect: ActiveEffect| {
                    find_hindrance(war, effect.skill, *id, Some(*to), RelocationKind::Carried).is_none()
                })
            })
            .collect();
        for who in hunters {
            let (from, how, cause) = (night.war.character(who).at, Travel::Skill, Cause::Rule);
            let rules = [RuleId::R(187), RuleId::R(188), RuleId::A(114)];
            let left_event =
                night.emit(Movement::Left { who, from, to: *to, how }, Some(*entered), cause, Some(from), &rules);
            let entered_event = Movement::Entered { who, at: *to, from, how };
            let arrived = night.emit(entered_event, Some(left_event), cause, Some(*to), &[RuleId::R(187)]);
            arrival::alert_owner(night, who, *to, arrived);
            joining::continue_battle(night, who, *prey, arrived);
        }
    }
}
