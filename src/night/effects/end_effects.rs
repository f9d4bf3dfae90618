//! How skills in force end (R357–R368, R374, A095, A231, A261).

use crate::event::detail::EndReason;
use crate::event::kind::{Effects, Possessions, Statuses};
use crate::event::{Cause, EventId};
use crate::night::state::Night;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::{ActivePart, ActiveSkill};
use crate::war::evaluate::{EvalContext, characters_meant};
use crate::war::setup::SkillRef;

/// Ends a skill in force, unless the batch has ended it already.
pub(in crate::night) fn end_skill(
    night: &mut Night<'_>,
    active: &ActiveSkill,
    why: EndReason,
    cause: Cause,
    rules: &[RuleId],
) {
    let is_same_effect =
        |a: &ActiveSkill| a.is_same_use(active) && (a.set_off, a.status) == (active.set_off, active.status);
    if night.war.active_skills.iter().any(is_same_effect) {
        end_skill_after(night, active, why, None, cause, rules);
    }
}

/// Ends a held item that has worked as often as it does, or that something ends: it is gone (R346).
pub(in crate::night) fn spend_held_item(night: &mut Night<'_>, holder: CharacterId, item: SkillRef) {
    let item_spent = Possessions::ItemSpent { who: holder, item };
    night.emit(item_spent, None, Cause::Rule, None, &[RuleId::R(346), RuleId::A(212)]);
}

/// Ends a skill in force as a consequence of `parent`.
pub(super) fn end_skill_after(
    night: &mut Night<'_>,
    active: &ActiveSkill,
    why: EndReason,
    parent: Option<EventId>,
    cause: Cause,
    rules: &[RuleId],
) {
    let ActiveSkill { user, skill, location: at, set_off, .. } = *active;
    if let (Some(line), Some(who)) = (active.status, active.targets.first().copied()) {
        let affliction_ended = Statuses::AfflictionEnded { who, by: user, skill, line, is_cured: false };
        night.emit(affliction_ended, parent, cause, None, &[RuleId::A(75)]);
        return;
    }
    // A Bounded Field ends in its location; anything else ends where its user is.
    let ground = night.war.ground_covered(active);
    let effect_ended = Effects::EffectEnded { user, skill, targets: active.targets.clone(), at, set_off, why };
    let event = night.emit(effect_ended, parent, cause, ground, rules);
    remove_familiars(night, active, event);
    if ground.is_some() {
        // What the GM added to a Bounded Field ends with it (A261).
        let war = &night.war;
        let is_added_to_field =
            |a: &&ActiveSkill| a.user == user && a.skill != skill && war.skill_known_as(a.skill) == Some(skill);
        let added_by_gm: Vec<ActiveSkill> =
            war.active_skills.iter().filter(is_added_to_field).filter(|a| a.status.is_none()).cloned().collect();
        for active in added_by_gm {
            end_skill_after(night, &active, why, Some(event), cause, &[RuleId::A(261)]);
        }
    }
}

/// Ends one sentence of a skill in force that held until something was done. If `whose` is one of several targets, it
/// ends for that one alone. With its last sentence the skill ends.
pub(in crate::night) fn end_line(
    night: &mut Night<'_>,
    active: &ActiveSkill,
    line: u16,
    whose: Option<CharacterId>,
    deed: Option<EventId>,
) {
    end_part(night, active, line, whose, EndReason::UntilDone, deed, &[RuleId::R(125), RuleId::R(374)]);
}

pub(super) fn end_part(
    night: &mut Night<'_>,
    active: &ActiveSkill,
    line: u16,
    whose: Option<CharacterId>,
    why: EndReason,
    deed: Option<EventId>,
    rules: &[RuleId],
) {
    // Reads the skill as it stands now: something may have ended it before.
    let Some(active) = night.war.active_skills.iter().find(|a| a.is_same_use(active)).cloned() else { return };
    if !active.parts.iter().any(|part| part.line == line) {
        return;
    }
    let spared = active.parts.iter().filter(|part| part.line == line).flat_map(|part| &part.spared);
    let spared: Vec<CharacterId> = spared.copied().collect();
    let is_only_sentence = active.parts.iter().all(|part| part.line == line);
    let stays_in_force = active.is_skill() && night.war.skill(active.skill).stays_until_ended(active.is_upgraded);
    let ends_for = whose.filter(|who| active.targets.iter().any(|t| t != who && !spared.contains(t)));
    if is_only_sentence && !stays_in_force {
        let ending = ActiveSkill { targets: ends_for.map_or(active.targets.clone(), |who| vec![who]), ..active };
        return end_skill_after(night, &ending, why, deed, Cause::Rule, rules);
    }
    let ActiveSkill { user, skill, targets, location: at, .. } = active;
    let parts_ended = Effects::PartsEnded { user, skill, targets, at, line: Some(line), whose: ends_for };
    night.emit(parts_ended, deed, Cause::Rule, None, rules);
}

/// Ends a Servant's skills in force as it enters Spirit Form, except those on itself (R361, R362, A095).
pub(in crate::night) fn end_by_spirit_form(night: &mut Night<'_>, servant: CharacterId, parent: EventId) {
    // Summoned familiars stay.
    let is_summoning = |a: &ActiveSkill| night.war.skill(a.skill).summoned_familiars().next().is_some();
    let others = night.war.active_skills.iter().filter(|a| a.user == servant && !a.is_self_only && a.status.is_none());
    let ending: Vec<ActiveSkill> = others.filter(|a| !is_summoning(a)).cloned().collect();
    for active in ending {
        let rules = [RuleId::R(361), RuleId::R(362), RuleId::A(95)];
        end_skill_after(night, &active, EndReason::SpiritForm, Some(parent), Cause::Rule, &rules);
    }
}

/// Ends what has an upkeep as its user dies (R359, R360), and every effect that affects nobody alive.
pub(in crate::night) fn end_by_death(night: &mut Night<'_>, dead: CharacterId, parent: EventId) {
    let ending: Vec<(ActiveSkill, EndReason)> = night
        .war
        .active_skills
        .iter()
        .filter_map(|active| {
            if active.user == dead && active.upkeep.is_some() {
                Some((active.clone(), EndReason::UserDied))
            } else if (active.user == dead || active.targets.contains(&dead))
                && affects_nobody(&night.war, active)
                && !night.war.is_marble(active)
            {
                Some((active.clone(), EndReason::NobodyLeft))
            } else {
                None
            }
        })
        .collect();
    for (active, why) in ending {
        end_skill_after(night, &active, why, Some(parent), Cause::Rule, &[RuleId::R(359), RuleId::R(360)]);
    }
}

/// Whether nobody lives whom a skill in force affects: neither its targets nor those its sentences name (R360).
fn affects_nobody(war: &War, active: &ActiveSkill) -> bool {
    let is_alive = |id: &CharacterId| war.character(*id).is_alive();
    if active.targets.is_empty() || active.targets.iter().any(is_alive) {
        return false;
    }
    let skill = war.skill(active.skill);
    let depends_on_targets = active.status.is_some() || skill.summoned_familiars().next().is_some();
    let affects_somebody_living = |part: &ActivePart| {
        let who = war.sentence_at(active.skill, part.line).and_then(|sentence| sentence.operation.who());
        who.is_some_and(|who| {
            let context =
                EvalContext { this_location: Some(active.location), ..EvalContext::of(active.user, None, None) };
            who.group().is_some() || characters_meant(war, who, context).iter().any(is_alive)
        })
    };
    depends_on_targets || !active.parts.iter().any(affects_somebody_living)
}

/// Removes the familiars of a summoning that has ended.
fn remove_familiars(night: &mut Night<'_>, ended: &ActiveSkill, parent: EventId) {
    if night.war.skill(ended.skill).summoned_familiars().next().is_none() {
        return;
    }
    let is_own_familiar = |id: &CharacterId| {
        let familiar = night.war.character(*id);
        familiar.is_alive() && familiar.summoner == Some(ended.user)
    };
    let vanishing: Vec<CharacterId> = ended.targets.iter().copied().filter(is_own_familiar).collect();
    for who in vanishing {
        let familiar_vanished = Effects::Vanished { who, skill: ended.skill };
        let event = night.emit(familiar_vanished, Some(parent), Cause::Rule, None, &[RuleId::R(359), RuleId::A(231)]);
        end_by_death(night, who, event);
    }
}

/// Ends what has run its time as the Turn ends (R374).
pub(in crate::night) fn end_expired(night: &mut Night<'_>) {
    let number = night.war.night;
    for active in night.war.active_skills.clone() {
        let expired_parts = active.parts.iter().filter(|p| p.until.is_over_after(number)).count();
        let is_over = active.until.is_over_after(number)
            || (expired_parts > 0 && expired_parts == active.parts.len() && active.upkeep.is_none());
        if is_over {
            end_skill(night, &active, EndReason::Time, Cause::Rule, &[RuleId::R(374)]);
        } else if expired_parts > 0 {
            let ActiveSkill { user, skill, targets, location: at, .. } = active;
            let parts_ended = Effects::PartsEnded { user, skill, targets, at, line: None, whose: None };
            night.emit(parts_ended, None, Cause::Rule, None, &[RuleId::R(374)]);
        }
    }
}
