//! Who is in battle, with whom and where: by attacking and being attacked, by an effect, and Masters beside their own
//! (R244, R245).

use std::collections::BTreeSet;

use crate::event::kind::{Combat, EventKind};
use crate::event::{Cause, EventId};
use crate::night::state::Night;
use crate::night::state::position::Position;
use crate::night::state::skill_use::{AppliedSkill, SkillUse};
use crate::sheet::SheetKind;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Round;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;

/// Puts the user of an attack and everybody it affects in battle, also those who were shielded from it (R244, A029,
/// A087, A088).
pub(crate) fn join_battle(night: &mut Night<'_>, skill_use: &SkillUse, struck: &BTreeSet<CharacterId>) {
    let war = &night.war;
    let skill = war.skill(skill_use.skill);
    let targets_only_user = !skill_use.targets.is_empty() && skill_use.targets.iter().all(|t| *t == skill_use.user);
    if !skill.is_attack() || (targets_only_user && skill.blows_on_others().next().is_none()) {
        return;
    }
    let mut affected: BTreeSet<CharacterId> = skill_use.targets.iter().copied().chain(struck.iter().copied()).collect();
    affected.remove(&skill_use.user);
    let from = war.character(skill_use.user).at;
    let mut participants: Vec<(CharacterId, Vec<CharacterId>, bool)> =
        vec![(skill_use.user, affected.iter().copied().collect(), false)];
    participants.extend(affected.iter().map(|id| (*id, vec![skill_use.user], war.character(*id).at != from)));
    emit_joined(night, participants, skill_use.use_event, skill_use.cause, &ATTACK_RULES);
}

/// Puts whoever an effect damages in battle, and its user (R244, A087). For a Bounded Field, that is everybody inside
/// it, and its user if they are inside too. The ground alone keeps nobody from leaving (R371).
pub(crate) fn join_by_effect(night: &mut Night<'_>, applied: &AppliedSkill, affected: &[CharacterId]) {
    let war = &night.war;
    let user = applied.user;
    let is_field = war.skill(applied.skill).is_field(applied.is_upgraded);
    if affected.is_empty() || applied.has_struck || war.skill(applied.skill).damage.is_some() {
        return;
    }
    let is_inside = |id: &CharacterId| *id != user && !war.character(*id).is_in_spirit_form && !war.is_sheltered(*id);
    let others: Vec<CharacterId> = if is_field {
        war.present(applied.location).filter(is_inside).collect()
    } else {
        affected.iter().copied().filter(|id| *id != user && !war.are_partners(user, *id)).collect()
    };
    let is_user_fighting = war.character(user).is_alive() && (!is_field || war.character(user).at == applied.location);
    let foes: Vec<CharacterId> =
        others.iter().copied().filter(|id| is_user_fighting && !war.are_partners(user, *id)).collect();
    let from = war.character(user).at;
    let mut participants: Vec<(CharacterId, Vec<CharacterId>, bool)> = Vec::new();
    for who in others {
        let with = if foes.contains(&who) { vec![user] } else { Vec::new() };
        participants.push((who, with, !foes.contains(&who) || war.character(who).at != from));
    }
    if !foes.is_empty() {
        participants.push((user, foes, false));
    }
    emit_joined(night, participants, applied.use_event, applied.cause, &ATTACK_RULES);
}

/// Continues the battle between a pursuer and whom they pursue, struck or not, as though it had not ended (R188).
pub(crate) fn continue_battle(night: &mut Night<'_>, hunter: CharacterId, prey: CharacterId, arrived: EventId) {
    let has_fought = |one: CharacterId, other: CharacterId| {
        let own_state = night.war.character(one);
        own_state.battle.opponents.contains(&other) || own_state.turn.fought.contains(&other)
    };
    if has_fought(hunter, prey) || has_fought(prey, hunter) {
        let participants = vec![(prey, vec![hunter], false), (hunter, vec![prey], false)];
        emit_joined(night, participants, arrived, Cause::Rule, &[RuleId::R(188), RuleId::A(102)]);
    }
}

/// The rules of attacking and being attacked (R244, A087).
const ATTACK_RULES: [RuleId; 2] = [RuleId::R(244), RuleId::A(87)];

fn emit_joined(
    night: &mut Night<'_>,
    participants: Vec<(CharacterId, Vec<CharacterId>, bool)>,
    use_event: EventId,
    cause: Cause,
    rules: &[RuleId],
) {
    for (who, with, remote) in participants {
        let turn = &night.war.character(who).turn;
        let is_new = !turn.was_in_battle
            || (!remote && !turn.is_pinned)
            || (night.phase.round() == Some(Round::First) && !turn.was_in_first_round && !turn.came_late)
            || with.iter().any(|opponent| !turn.fought.contains(opponent));
        if is_new {
            let joined_battle = Combat::JoinedBattle { who, with, beside: false, remote };
            night.emit(joined_battle, Some(use_event), cause, None, rules);
        }
    }
}

/// Whether somebody's battle of this Turn is in their present location: an opponent is there, or they joined it there.
pub(crate) fn is_battle_here(position: &Position, who: CharacterId) -> bool {
    let own_state = position.war.character(who);
    let mut foes = own_state.turn.fought.union(&own_state.battle.opponents);
    let find_joined_location = || {
        position.events.iter().rev().find_map(|event| {
            let EventKind::Combat(Combat::JoinedBattle { who: joining, .. }) = event.kind else { return None };
            event.location.filter(|_| joining == who)
        })
    };
    foes.any(|foe| position.war.character(*foe).at == own_state.at) || find_joined_location() == Some(own_state.at)
}

/// Puts a Master in battle where their Servant or familiar is (R245, A089).
pub(crate) fn join_masters(night: &mut Night<'_>) {
    let war = &night.war;
    let fighting: Vec<CharacterId> = war
        .living()
        .filter(|id| war.character(*id).kind != SheetKind::Master && war.character(*id).turn.was_in_battle)
        .collect();
    if fighting.is_empty() {
        return;
    }
    let round_counts = night.phase.round() == Some(Round::First);
    let masters = war.living().filter(|id| {
        let character = war.character(*id);
        character.kind == SheetKind::Master && character.mastery.as_ref().is_none_or(|m| !m.is_sheltered)
    });
    let joining = masters.filter_map(|master| {
        let (at, own) = (war.character(master).at, &war.character(master).turn);
        let is_new = !own.was_in_battle || (round_counts && !own.was_in_first_round && !own.came_late);
        let is_new_foe = |foe: &&CharacterId| !own.fought.contains(*foe) && !war.are_partners(master, **foe);
        let mut fighting = fighting
            .iter()
            .map(|id| (*id, war.character(*id)))
            .filter(|(id, character)| character.at == at && war.master_of(*id) == Some(master))
            .filter(|(_, character)| is_new || character.turn.fought.iter().any(|foe| is_new_foe(&foe)))
            .filter(|(id, _)| is_battle_here(night, *id))
            .peekable();
        fighting.peek()?;
        let foes = fighting.flat_map(|(_, character)| character.turn.fought.iter().filter(is_new_foe).copied());
        Some((master, foes.collect()))
    });
    let joining: Vec<(CharacterId, Vec<CharacterId>)> = joining.collect();
    for (who, mut with) in joining {
        with.sort_unstable();
        with.dedup();
        let joined_battle = Combat::JoinedBattle { who, with, beside: true, remote: false };
        night.emit(joined_battle, None, Cause::Rule, None, &[RuleId::R(245)]);
    }
}

/// Whether somebody is in a battle now.
pub(crate) fn is_in_battle(war: &War, who: CharacterId) -> bool {
    let character = war.character(who);
    character.turn.was_in_battle || character.battle.turns > 0
}
