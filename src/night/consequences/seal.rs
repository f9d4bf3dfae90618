//! The Seal of the IGM: marks, the hunt, its prize; the countdowns of the story (R305–R316, A184–A193).

use std::collections::BTreeSet;

use crate::event::Cause;
use crate::event::kind::{Course, Igm};
use crate::night::state::Night;
use crate::sheet::SheetKind;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::setup::SkillRef;

/// The Night from which the first countdown runs, and the Nights from the first set to the second countdown (R314,
/// R316).
const FIRST_STORY_NIGHT: u32 = 10;
const NIGHTS_BETWEEN_SETS: u32 = 10;
/// The number of story sets (A193).
const STORY_SET_COUNT: usize = 2;

/// A mark that has died.
#[derive(Clone, Debug)]
pub(crate) struct FallenMark {
    /// Whether somebody of another team killed it.
    pub is_killed_by_others: bool,
    pub killer_masters: BTreeSet<CharacterId>,
    /// Whether somebody of its own team killed it.
    pub is_killed_by_partner: bool,
}

impl FallenMark {
    /// Describes a dying mark on the position before the deaths of its batch.
    pub(crate) fn new(night: &Night<'_>, mark: CharacterId, killers: &[CharacterId]) -> FallenMark {
        let war = &night.war;
        let (own, others): (Vec<_>, Vec<_>) = killers.iter().copied().partition(|by| war.are_partners(*by, mark));
        let masters = others.iter().filter_map(|by| war.master_of(*by)).collect();
        FallenMark {
            is_killed_by_others: !others.is_empty(),
            killer_masters: masters,
            is_killed_by_partner: !own.is_empty(),
        }
    }
}

/// Marks a team at the end of every seventh Night, before the stores disappear (R305–R307, A182).
pub(crate) fn mark_team(night: &mut Night<'_>) {
    if !night.war.night.is_multiple_of(7) {
        return;
    }
    let (masters, marks) = night.war.find_last_teams();
    if marks.is_empty() {
        return;
    }
    let is_public = night.war.setup.switches.seal_public;
    let rules = [RuleId::R(305), RuleId::R(306), RuleId::R(307), RuleId::A(184), RuleId::I(10)];
    night.emit(Igm::Marked { masters, marks, is_public }, None, Cause::Rule, None, &rules);
}

/// Rewards hunters after the deaths of a batch: the first teams that killed a mark get the prize, and the hunt is over.
/// It is also over when no mark is left (R308–R311, A188, A189).
pub(crate) fn reward_hunters(night: &mut Night<'_>, fallen: &[FallenMark]) {
    let Some(hunt) = night.war.hunt.clone() else { return };
    let was_mark_killed = fallen.iter().any(|f| f.is_killed_by_partner || f.is_killed_by_others);
    let is_mark_alive = hunt.marks.iter().any(|id| night.war.character(*id).is_alive());
    if !was_mark_killed && is_mark_alive {
        return;
    }
    let winners = fallen.iter().flat_map(|f| &f.killer_masters).copied();
    let winners: BTreeSet<CharacterId> = winners.filter(|m| night.war.character(*m).is_alive()).collect();
    for master in winners {
        let Some(mastery) = &night.war.character(master).mastery else { continue };
        let left = mastery.command_spells.saturating_add(1);
        let rules = [RuleId::R(308), RuleId::R(309), RuleId::A(130), RuleId::A(170), RuleId::A(189)];
        night.emit(Igm::SealPrize { master, left }, None, Cause::Rule, None, &rules);
    }
    end_hunt(night, was_mark_killed);
}

/// Ends the hunt as the Turn ends, when its three Nights have passed (R311, A187).
pub(crate) fn end_expired_hunt(night: &mut Night<'_>) {
    let number = night.war.night;
    if night.war.hunt.as_ref().is_some_and(|hunt| hunt.is_over_after(number)) {
        end_hunt(night, false);
    }
}

fn end_hunt(night: &mut Night<'_>, was_mark_killed: bool) {
    let is_public = night.war.setup.switches.seal_public;
    let rules = [RuleId::R(311), RuleId::A(187), RuleId::A(188)];
    night.emit(Igm::HuntEnded { killed: was_mark_killed, is_public }, None, Cause::Rule, None, &rules);
}

/// Tells a set of the story on the first Night without combat from Night 10 on, and again from ten Nights later
/// (R314–R316, A193).
pub(crate) fn tell_story(night: &mut Night<'_>) {
    let war = &night.war;
    let due_night = match war.story_nights.first() {
        None => FIRST_STORY_NIGHT,
        Some(first) => first.saturating_add(NIGHTS_BETWEEN_SETS),
    };
    let was_fighting = war.ids().any(|id| war.character(id).turn.was_in_battle);
    if war.story_nights.len() >= STORY_SET_COUNT || war.night < due_night || was_fighting {
        return;
    }
    let set = u32::try_from(war.story_nights.len()).unwrap_or(u32::MAX).saturating_add(1);
    let rules = [RuleId::R(314), RuleId::R(316), RuleId::A(193)];
    let story_event = night.emit(Course::StoryTold { set }, None, Cause::Rule, None, &rules);
    let war = &night.war;
    let gained: Vec<(CharacterId, Vec<SkillRef>)> = war
        .living()
        .filter(|id| war.character(*id).kind == SheetKind::Master)
        .map(|id| {
            let sheet = war.character(id).sheet;
            let skills = war.sheet(id).skills.iter().zip(0u16..);
            let new_skills = skills.filter(|(skill, _)| skill.role == Role::StorySkill && skill.story_set == Some(set));
            (id, new_skills.map(|(_, skill_index)| SkillRef { sheet, skill_index }).collect())
        })
        .collect();
    for (who, skills) in gained.into_iter().filter(|(_, skills)| !skills.is_empty()) {
        night.emit(Course::StoryGained { who, skills }, Some(story_event), Cause::Rule, None, &[RuleId::R(315)]);
    }
}
