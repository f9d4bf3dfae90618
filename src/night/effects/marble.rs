//! Reality Marbles: who is drawn in, who is pushed out, clashes of two, and what teams pay for idling inside
//! (R116–R118, R292–R297, A183, A218–A220, A222–A224). Its wall is in `crate::war::marble`.

use crate::event::detail::{EndReason, Reason, Travel};
use crate::event::kind::{Combat, Effects, Knowledge, Movement, Resources};
use crate::event::{Cause, EventId};
use crate::language::order::ActionKind;
use crate::night::actions::find_skill::FoundSkill;
use crate::night::state::Night;
use crate::night::state::skill_use::{AppliedSkill, SkillUse};
use crate::night::state::task::Step;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::switches::MarbleOwnTeam;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::setup::SkillRef;

use super::end_effects::end_skill;
use super::relocation::{Move, arrive};

/// The Combat Points that an idle team's Master loses, for each successive idle round (R297).
const IDLE_ROUND_PENALTY: u32 = 50;

/// Returns where a separate order sends those who are pushed (R294), and that order.
pub(in crate::night) fn find_ordered_push(night: &mut Night<'_>, user: CharacterId) -> Option<(LocationId, Step)> {
    let steps: Vec<Step> = night.steps_of(user).collect();
    for step in steps {
        if let Some(ActionKind::Push(destination)) = night.action(step).map(|action| action.kind.clone())
            && night.is_open(step)
            && night.is_due(step)
        {
            return Some((destination, step));
        }
    }
    None
}

/// Collapses a Marble activated inside another, together with that one; nothing is refunded (R118, A224).
pub(in crate::night) fn collapse_inside_another(
    night: &mut Night<'_>,
    user: CharacterId,
    found: FoundSkill,
    use_event: EventId,
    cause: Cause,
) -> Result<(), Reason> {
    let at = night.war.character(user).at;
    let outer_marble =
        night.war.marble_at(at).filter(|_| night.war.skill(found.skill).is_marble(found.is_upgraded)).cloned();
    let Some(outer_marble) = outer_marble else { return Ok(()) };
    end_skill(night, &outer_marble, EndReason::Collapsed, cause, &[RuleId::R(118), RuleId::A(224)]);
    collapse(night, user, found.skill, at, use_event, cause);
    Err(Reason::MarbleThere)
}

/// Collapses Marbles opened in one location at once, since each is opened inside the others (R118, A224). Returns the
/// indices of these uses.
pub(in crate::night) fn collapse_clashing_marbles(night: &mut Night<'_>, uses: &[SkillUse]) -> Vec<usize> {
    let is_marble = |skill_use: &SkillUse| night.war.skill(skill_use.skill).is_marble(skill_use.is_upgraded);
    let marbles: Vec<(usize, &SkillUse)> =
        uses.iter().enumerate().filter(|(_, skill_use)| is_marble(skill_use)).collect();
    let is_clashing = |index: usize, skill_use: &SkillUse| {
        marbles.iter().any(|(other, other_use)| *other != index && other_use.location == skill_use.location)
    };
    let clashing: Vec<usize> =
        marbles.iter().filter(|(n, skill_use)| is_clashing(*n, skill_use)).map(|(n, _)| *n).collect();
    for skill_use in clashing.iter().filter_map(|n| uses.get(*n)) {
        collapse(night, skill_use.user, skill_use.skill, skill_use.location, skill_use.use_event, skill_use.cause);
    }
    clashing
}

/// Ends a Marble that collapsed as it opened.
fn collapse(
    night: &mut Night<'_>,
    user: CharacterId,
    skill: SkillRef,
    at: LocationId,
    use_event: EventId,
    cause: Cause,
) {
    let why = EndReason::Collapsed;
    let effect_ended = Effects::EffectEnded { user, skill, targets: Vec::new(), at, set_off: None, why };
    night.emit(effect_ended, Some(use_event), cause, Some(at), &[RuleId::R(118), RuleId::A(224)]);
}

/// Closes a Marble over its location, and pushes out whoever it does not draw in (R116, R293, R294).
pub(in crate::night) fn close_marble(night: &mut Night<'_>, applied: &AppliedSkill) {
    let AppliedSkill { user, skill, use_event, cause, .. } = *applied;
    let war = &night.war;
    let at = war.character(user).at;
    let includes_team = war.setup.switches.marble_own_team == MarbleOwnTeam::Included;
    let is_of_team =
        |id: CharacterId| includes_team && war.are_partners(user, id) && !war.character(id).is_in_spirit_form;
    let is_inside = |id: &CharacterId| *id == user || applied.targets.contains(id) || is_of_team(*id);
    let (drawn_in, pushed_out): (Vec<CharacterId>, Vec<CharacterId>) = war.present(at).partition(is_inside);
    let taken = drawn_in.into_iter().filter(|id| *id != user).collect();
    let sealed_event = Effects::Sealed { user, skill, at, taken, out: pushed_out.clone() };
    let rules = [RuleId::R(116), RuleId::R(293), RuleId::A(218), RuleId::A(219)];
    let sealed = night.emit(sealed_event, Some(use_event), cause, Some(at), &rules);
    let pushes: Vec<(CharacterId, LocationId)> = pushed_out
        .into_iter()
        .filter_map(|who| Some((who, find_way_out(&night.war, who, at, applied.push)?)))
        .collect();
    for (who, to) in &pushes {
        let left_event = Movement::Left { who: *who, from: at, to: *to, how: Travel::Pushed };
        night.emit(left_event, Some(sealed), cause, Some(at), &[RuleId::R(294), RuleId::A(220)]);
    }
    for (who, to) in &pushes {
        let journey = Move { mover: *who, from: at, to: *to, travel: Travel::Pushed };
        arrive(night, journey, sealed, cause, &[RuleId::R(294), RuleId::A(220)]);
    }
    for (who, to) in &pushes {
        let character = night.war.character(*who);
        let foes = character.battle.opponents.union(&character.turn.fought);
        let is_beside = |foe: &CharacterId| pushes.iter().any(|(other, location)| other == foe && location == to);
        let is_fighting = character.battle.turns > 0 || character.turn.was_in_battle;
        if is_fighting && !foes.into_iter().any(is_beside) {
            let battle_over = Combat::BattleCounted { who: *who, turns: 0, with: Vec::new() };
            night.emit(battle_over, Some(sealed), cause, None, &[RuleId::A(220)]);
        }
    }
}

/// Returns where somebody is pushed: the adjacent location the user chose, else the first open one (R294).
fn find_way_out(war: &War, who: CharacterId, at: LocationId, chosen: Option<LocationId>) -> Option<LocationId> {
    let adjacent = &war.setup.location(at).adjacent;
    let chosen = chosen.filter(|location| adjacent.contains(location));
    let open_neighbours: Vec<LocationId> = chosen
        .into_iter()
        .chain(adjacent.iter().copied())
        .filter(|location| war.marble_at(*location).is_none())
        .collect();
    let first_free = open_neighbours.iter().find(|location| war.find_effect_keeping_out(who, **location).is_none());
    first_free.or(open_neighbours.first()).copied()
}

/// Ends a Marble whose user has left it or died (R116, R357).
pub(in crate::night) fn end_without_user(night: &mut Night<'_>) {
    if !night.war.in_force.has_marbles() {
        return;
    }
    let is_deserted = |marble: &&ActiveSkill| {
        let user = night.war.character(marble.user);
        night.war.is_marble(marble) && (!user.is_alive() || user.at != marble.location)
    };
    let ending: Vec<ActiveSkill> = night.war.active_skills.iter().filter(is_deserted).cloned().collect();
    for marble in ending {
        let is_user_dead = !night.war.character(marble.user).is_alive();
        let why = if is_user_dead { EndReason::UserDied } else { EndReason::NoLongerHolds };
        end_skill(night, &marble, why, Cause::Rule, &[RuleId::R(116), RuleId::R(357)]);
    }
}

/// Charges each team inside a Marble that was in no battle as the Turn ends. It pays for its successive idle rounds,
/// never below 0; a battle resets the count (R297, A183, A222, A223).
pub(in crate::night) fn charge_idle_teams(night: &mut Night<'_>) {
    let marbles: Vec<ActiveSkill> =
        night.war.active_skills.iter().filter(|active| night.war.is_marble(active)).cloned().collect();
    for marble in marbles {
        let ActiveSkill { user, skill, .. } = marble;
        for (master, fought) in night.war.teams_inside(&marble) {
            let before = marble.idle.get(&master).copied().unwrap_or(0);
            let rounds = if fought { 0 } else { before.saturating_add(1) };
            if rounds == before {
                continue;
            }
            let penalty = Exact::from(rounds.saturating_mul(IDLE_ROUND_PENALTY));
            let cp = penalty.min(night.war.character(master).cp());
            let idle_event = Resources::IdleInMarble { master, user, skill, rounds, cp };
            let rules = [RuleId::R(297), RuleId::A(222), RuleId::A(223), RuleId::A(183)];
            night.emit(idle_event, None, Cause::Rule, None, &rules);
        }
    }
}

/// Whether a scout finds the location sealed; it then learns nothing of what is inside (A197). Nothing keeps a scout
/// out of a mark's location (R312).
pub(in crate::night) fn report_if_sealed(
    night: &mut Night<'_>,
    scout: CharacterId,
    at: LocationId,
    cause: Cause,
) -> bool {
    if !is_blocked(&night.war, scout, at) {
        return false;
    }
    night.emit(Knowledge::FoundSealed { scout, at }, None, cause, Some(at), &[RuleId::R(295), RuleId::A(197)]);
    true
}

/// Whether the wall of a Marble stops somebody's move (R292, R295, A221).
pub(in crate::night) fn is_blocked(war: &War, who: CharacterId, to: LocationId) -> bool {
    war.marble_wall_against(war.character(who).at, to).is_some()
}
