//! Which targets a skill accepts and can reach (R091, R119, R120, R248, R265, R295, R312, R335, R356, A051, A144–A152).

use crate::event::detail::Reason;
use crate::language::effect::Clause;
use crate::night::conditions::targeting::Aim;
use crate::night::state::position::Position;
use crate::sheet::SheetKind;
use crate::sheet::skill::{Role, Skill};
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Round;
use crate::vocabulary::switches::{MaxDistance, Round2};
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::evaluate::EvalContext;

use super::find_skill::FoundSkill;

/// Targets that the skill accepts and can reach now.
#[derive(Debug)]
pub(crate) struct ReachableTargets {
    pub targets: Vec<CharacterId>,
    pub location: Option<LocationId>,
}

/// Chooses, from those the order names, the targets that the skill can be used on (R119, R120, R356, A051, A148–A151).
pub(crate) fn choose_targets(
    position: &Position,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
) -> Result<ReachableTargets, Reason> {
    let skill = position.basis().skill(found.skill);
    if skill.is_marble(found.is_upgraded) {
        return Ok(ReachableTargets { targets: find_drawn_in(position, user, found, aim)?, location: None });
    }
    if targets_location(skill) {
        targets_at_location(position, user, found, aim)
    } else {
        choose_named_targets(position, user, found, aim)
    }
}

/// Returns the targets of a skill used on a location: all who are there (R412).
fn targets_at_location(
    position: &Position,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
) -> Result<ReachableTargets, Reason> {
    let war = position.basis();
    let skill = war.skill(found.skill);
    let at = aim.location.unwrap_or(war.character(user).at);
    if !in_reach(war, skill, found.is_upgraded, war.character(user).at, at) {
        return Err(Reason::TargetNotAvailable);
    }
    if skill.is_field(found.is_upgraded) && !skill.is_attack() {
        // A Bounded Field is raised on the ground; its sentences say whom it affects (R113).
        return Ok(ReachableTargets { targets: Vec::new(), location: Some(at) });
    }
    // The targets are everyone there but the user's team (R369, R412). Flyers that are not exposed are left out (A145).
    let may_not_be_attacked = |id: &CharacterId| skill.is_attack() && war.may_not_attack(found.used_by(user), *id);
    let targets = war
        .present(at)
        .filter(|id| {
            !war.are_partners(user, *id) && can_be_targeted(position, user, found, *id) && !may_not_be_attacked(id)
        })
        .collect();
    Ok(ReachableTargets { targets, location: Some(at) })
}

/// Returns the targets of a skill used on characters, with a location beside them where it moves somebody (R415).
fn choose_named_targets(
    position: &Position,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
) -> Result<ReachableTargets, Reason> {
    let war = position.basis();
    let skill = war.skill(found.skill);
    let mut limit = skill.max_targets as usize;
    let chosen_location = if skill.targets.contains(&TargetKind::Location) {
        limit = limit.saturating_sub(1);
        Some(aim.location.ok_or(Reason::PlaceMissing)?)
    } else {
        None
    };
    if chosen_location
        .is_some_and(|at| skill.range.is_some() && !in_reach(war, skill, found.is_upgraded, war.character(user).at, at))
    {
        return Err(Reason::TargetNotAvailable);
    }
    let (mut targets, missed) = named_in_reach(position, user, found, aim)?;
    if aim.is_open_ended {
        targets.truncate(limit);
    }
    if skill.is_attack() && skill.area.unwrap_or(targets.len() > 1) {
        // A team is immune to its own members' area effects (R369, A149).
        targets.retain(|id| *id == user || !war.are_partners(user, *id));
    }
    if chosen_location.is_some() && skill.targets.contains(&TargetKind::SelfTarget) && !targets.contains(&user) {
        targets.insert(0, user);
    }
    if targets.is_empty() {
        return Err(missed.unwrap_or(if aim.is_unfulfilled {
            Reason::TargetNotAvailable
        } else {
            Reason::WrongTargets
        }));
    }
    if targets.len() > limit {
        return Err(Reason::WrongTargets);
    }
    if misses_listed_kind(war, user, skill, &targets) {
        Err(Reason::TargetNotAvailable)
    } else {
        Ok(ReachableTargets { targets, location: chosen_location })
    }
}

/// Returns the named characters that can be targeted now, and why another one cannot be.
fn named_in_reach(
    position: &Position,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
) -> Result<(Vec<CharacterId>, Option<Reason>), Reason> {
    let war = position.basis();
    let skill = war.skill(found.skill);
    let mut targets: Vec<CharacterId> = Vec::new();
    let mut is_barred = false;
    if aim.named_characters.is_empty() && skill.targets.contains(&TargetKind::SelfTarget) {
        targets.push(user);
    }
    let mut out_of_reach = false;
    for id in &aim.named_characters {
        let kind_fits = skill.targets.iter().any(|kind| is_target_kind(war, user, *kind, *id));
        if !kind_fits {
            return Err(Reason::WrongTargets);
        }
        let may_not_target = skill.role != Role::CommandSpell && war.may_not_target(found.used_by(user), *id);
        if may_not_target || (skill.is_attack() && war.may_not_attack(found.used_by(user), *id)) {
            is_barred = true;
            continue;
        }
        let is_in_reach = in_reach(war, skill, found.is_upgraded, war.character(user).at, war.character(*id).at);
        if is_in_reach && war.character(*id).is_alive() && can_be_targeted(position, user, found, *id) {
            if !targets.contains(id) {
                targets.push(*id);
            }
        } else {
            out_of_reach = true;
        }
    }
    let missed = if is_barred { Some(Reason::Barred) } else { out_of_reach.then_some(Reason::TargetNotAvailable) };
    Ok((targets, missed))
}

/// Whether a skill is used on a location and on all who are there (R412).
pub(crate) fn targets_location(skill: &Skill) -> bool {
    !skill.targets.is_empty() && skill.targets.iter().all(|kind| *kind == TargetKind::Location)
}

pub(crate) fn is_target_kind(war: &War, user: CharacterId, kind: TargetKind, id: CharacterId) -> bool {
    let character = war.character(id);
    match kind {
        TargetKind::SelfTarget => id == user,
        TargetKind::Any => true,
        TargetKind::Ally => war.are_partners(user, id),
        TargetKind::Enemy => war.are_foes(user, id),
        TargetKind::ContractedPartner => {
            id != user && (character.master == Some(user) || war.character(user).master == Some(id))
        }
        TargetKind::Master => character.kind == SheetKind::Master,
        TargetKind::Servant => character.kind == SheetKind::Servant,
        TargetKind::Familiar => character.kind == SheetKind::Familiar,
        TargetKind::Location => false,
    }
}

/// Whether a skill reaches a location: its own, or a farther one for Long-ranged attacks and by the sheet's range
/// (R091, R356, A152).
pub(crate) fn in_reach(war: &War, skill: &Skill, upgraded: bool, from: LocationId, to: LocationId) -> bool {
    if from == to {
        return true;
    }
    // Only a Command Spell reaches through the wall of a Reality Marble (R295, A133). A mark of the Seal can always be
    // targeted (R312).
    if skill.role != Role::CommandSpell && war.marble_wall_between(from, to).is_some() && !war.is_hunting_ground(to) {
        return false;
    }
    let is_long_ranged = skill.attack_type(upgraded) == Some(DamageType::LongRanged);
    match skill.range.or(is_long_ranged.then_some(war.setup.switches.long_range)) {
        Some(MaxDistance::Unlimited) => true,
        Some(MaxDistance::Moves(moves)) => war.setup.distance(from, to).is_some_and(|d| d <= moves),
        None => false,
    }
}

/// Whether somebody can be targeted: nobody in Spirit Form (R248), and no unexposed flyer by the physical attack of
/// somebody Flightless (R265, R266).
pub(crate) fn can_be_targeted(position: &Position, user: CharacterId, found: FoundSkill, target: CharacterId) -> bool {
    // A hidden character cannot be singled out, but a skill on a location strikes them too (family 18).
    let is_singled_out = !position.basis().skill(found.skill).targets.contains(&TargetKind::Location);
    !(is_singled_out && position.basis().is_hidden_from(target, user, false))
        && can_be_struck(position, user, found, target)
}

/// Whether a blow can strike somebody who is not singled out, because they are in its location or connected with a
/// target.
pub(crate) fn can_be_struck(position: &Position, user: CharacterId, found: FoundSkill, target: CharacterId) -> bool {
    let war = position.basis();
    let character = war.character(target);
    let skill = war.skill(found.skill);
    // Nothing affects a character that the IGM shelters (R335).
    if war.is_sheltered(target) {
        return false;
    }
    // A mark of the Seal can always be targeted (R312, A191).
    if war.is_marked(target) {
        return second_round_allows(position, target);
    }
    if skill.role != Role::CommandSpell && war.is_walled_off(war.character(user).at, target) {
        return false;
    }
    if character.is_in_spirit_form && target != user {
        return false;
    }
    if !second_round_allows(position, target) {
        return false;
    }
    let is_physical = skill.attack_type(found.is_upgraded) == Some(DamageType::Physical);
    let context = EvalContext::of(user, Some(target), Some(user));
    let flight_counts =
        || !war.clauses_of_attack(found.skill, found.is_upgraded, context).any(|c| *c == Clause::IgnoresFlight);
    let is_out_of_reach = is_physical
        && war.are_opponents(user, target)
        && !is_exposed(position, target)
        && war.flight_rank(target).is_some()
        && war.flight_rank(user).is_none()
        && flight_counts();
    !is_out_of_reach
}

/// Whether somebody can be targeted in the second round. One switch leaves out those who fought in the first (A104).
fn second_round_allows(position: &Position, target: CharacterId) -> bool {
    let war = position.basis();
    position.phase.round() != Some(Round::Second)
        || war.setup.switches.round2 != Round2::Excluded
        || !war.character(target).turn.was_in_first_round
}

/// Whether a flyer can be struck: it has used an attack this Turn or, under the other switch, uses one later in it
/// (R265, A144).
fn is_exposed(position: &Position, flyer: CharacterId) -> bool {
    position.basis().character(flyer).turn.has_attacked || position.exposed.contains(&flyer)
}

/// Returns the characters that a Reality Marble draws in: the contracted partners it lists, and the opponents there up
/// to its number of targets, those the order names first. It draws in nobody in Spirit Form (A218, A219).
///
/// # Errors
/// A kind of target that it lists is not there (R120).
fn find_drawn_in(
    position: &Position,
    user: CharacterId,
    found: FoundSkill,
    aim: &Aim,
) -> Result<Vec<CharacterId>, Reason> {
    let war = position.basis();
    let skill = war.skill(found.skill);
    let at = war.character(user).at;
    let can_be_drawn = |id: &CharacterId| {
        let character = war.character(*id);
        *id != user && character.is_alive() && character.at == at && !character.is_in_spirit_form
    };
    let is_kind_of_opponent = |kind: &&TargetKind| {
        !matches!(kind, TargetKind::SelfTarget | TargetKind::Location | TargetKind::ContractedPartner)
    };
    let kinds: Vec<TargetKind> = skill.targets.iter().filter(is_kind_of_opponent).copied().collect();
    let is_accepted = |id: &CharacterId| {
        let is_listed = kinds.is_empty() || kinds.iter().any(|kind| is_target_kind(war, user, *kind, *id));
        war.are_foes(user, *id) && is_listed
    };
    let lists_partners = skill.targets.contains(&TargetKind::ContractedPartner);
    let is_listed_partner =
        |id: &CharacterId| lists_partners && is_target_kind(war, user, TargetKind::ContractedPartner, *id);
    let mut drawn: Vec<CharacterId> = war.present(at).filter(can_be_drawn).filter(is_listed_partner).collect();
    let candidates = aim.named_characters.iter().copied().chain(war.present(at));
    for id in candidates.filter(can_be_drawn).filter(is_accepted) {
        if drawn.len() < skill.max_targets as usize && !drawn.contains(&id) {
            drawn.push(id);
        }
    }
    if misses_listed_kind(war, user, skill, &drawn) { Err(Reason::TargetNotAvailable) } else { Ok(drawn) }
}

/// Whether there is nobody of a kind that the skill lists: it needs one of each; [Self] is implied (R120).
fn misses_listed_kind(war: &War, user: CharacterId, skill: &Skill, targets: &[CharacterId]) -> bool {
    let mut listed = skill.targets.iter().filter(|kind| !matches!(kind, TargetKind::SelfTarget | TargetKind::Location));
    listed.any(|kind| !targets.iter().any(|id| is_target_kind(war, user, *kind, *id)))
}
