//! Effects that last only while something holds. They end when it no longer holds (family 28; R116, R357, R374, A124,
//! A128).

use crate::event::Cause;
use crate::event::detail::EndReason;
use crate::language::effect::{Clause, Duration, Sentence};
use crate::night::state::Night;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::{ActiveSkill, Until};
use crate::war::evaluate::{EvalContext, condition_holds};

use super::end_effects::{end_part, end_skill};
use super::marble;

/// Ends effects whose `while` condition no longer holds (family 28), and those confined to a location that their user
/// has left.
pub(in crate::night) fn end_no_longer_holding(night: &mut Night<'_>) {
    end_confined_left_behind(night);
    let war = &night.war;
    let ending: Vec<ActiveSkill> = war.active_skills.iter().filter_map(|active| find_ended_part(war, active)).collect();
    for active in ending {
        end_skill(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::R(374)]);
    }
    marble::end_without_user(night);
    let war = &night.war;
    let ending: Vec<ActiveSkill> = war.active_skills.iter().filter(|a| is_deserted(war, a)).cloned().collect();
    for active in ending {
        end_skill(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::A(124), RuleId::A(128)]);
    }
}

/// Whether a Command Spell without an end of its own has lost what it needs: its caster, qualified and in contract with
/// the Servant, or the character it names (A124, A128).
fn is_deserted(war: &War, active: &ActiveSkill) -> bool {
    if war.skill(active.skill).role != Role::CommandSpell || active.until != Until::Open {
        return false;
    }
    let caster = war.character(active.user);
    let can_command = caster.is_alive() && caster.mastery.as_ref().is_some_and(|m| m.is_qualified);
    let is_contracted = active.targets.iter().any(|t| war.character(*t).master == Some(active.user));
    let is_named_alive = active.second.is_none_or(|id| war.character(id).is_alive());
    !(can_command && is_contracted && is_named_alive)
}

/// Returns the part of a skill in force that ends now: the skill with those targets for which its condition no longer
/// holds.
fn find_ended_part(war: &War, active: &ActiveSkill) -> Option<ActiveSkill> {
    if active.status.is_some() {
        return None;
    }
    let is_open_duration = |clause: &Clause| matches!(clause, Clause::Lasts(Duration::Indefinitely));
    let conditions =
        || war.skill(active.skill).clauses().filter(|(c, _)| is_open_duration(c)).filter_map(|(_, only_if)| only_if);
    let holds_for = |target: Option<CharacterId>| {
        let this_location = Some(active.location);
        let context =
            EvalContext { this_location, bargain: &active.bargain, ..EvalContext::of(active.user, target, None) };
        conditions().all(|condition| condition_holds(war, condition, context))
    };
    if active.targets.is_empty() {
        return (!holds_for(None)).then(|| active.clone());
    }
    let ended_targets: Vec<CharacterId> =
        active.targets.iter().copied().filter(|target| !holds_for(Some(*target))).collect();
    (!ended_targets.is_empty()).then(|| ActiveSkill { targets: ended_targets, ..active.clone() })
}

/// Ends what lasts until the end of the battle when its user's battle is over (A102).
pub(in crate::night) fn end_with_battle(night: &mut Night<'_>) {
    let war = &night.war;
    let ended_battles = war.active_skills.iter().filter(|active| war.character(active.user).battle.turns == 0);
    let parts = ended_battles.flat_map(|active| active.parts.iter().map(move |part| (active, part.line)));
    let lasts_for_battle = |(active, line): &(&ActiveSkill, u16)| {
        let own_duration = war.sentence_at(active.skill, *line).and_then(|sentence| sentence.duration);
        let times_what_it_triggers = war.sentence_at(active.skill, *line).is_some_and(Sentence::times_what_is_set_off);
        let skill_lasts_for_battle =
            || war.skill(active.skill).has_unconditional_clause(&Clause::Lasts(Duration::Battle));
        match own_duration {
            Some(duration) if !times_what_it_triggers || active.set_off.is_some() => duration == Duration::Battle,
            Some(_) | None => skill_lasts_for_battle(),
        }
    };
    let ending: Vec<(ActiveSkill, u16)> =
        parts.filter(lasts_for_battle).map(|(active, line)| (active.clone(), line)).collect();
    for (active, line) in ending {
        end_part(night, &active, line, None, EndReason::Time, None, &[RuleId::R(374), RuleId::A(102)]);
    }
}

/// Ends what is confined to a location when its user leaves it, for good (R357, R358).
fn end_confined_left_behind(night: &mut Night<'_>) {
    let war = &night.war;
    let left_behind = war.active_skills.iter().filter(|active| war.is_left_behind(active));
    let parts = left_behind.flat_map(|active| active.parts.iter().map(move |part| (active, part.line)));
    let is_confined = |(active, line): &(&ActiveSkill, u16)| {
        let sentence = war.sentence_at(active.skill, *line);
        sentence.is_some_and(|sentence| {
            if active.set_off.is_some() { sentence.operation.is_confined() } else { sentence.is_confined() }
        })
    };
    let ending: Vec<(ActiveSkill, u16)> =
        parts.filter(is_confined).map(|(active, line)| (active.clone(), line)).collect();
    for (active, line) in ending {
        end_part(night, &active, line, None, EndReason::UserLeft, None, &[RuleId::R(357)]);
    }
}
