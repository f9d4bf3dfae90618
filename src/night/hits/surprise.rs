//! Surprise Attacks: who notices one, and whom it keeps from acting (R109–R111, R257, A140–A143).

use crate::event::detail::Reason;
use crate::event::kind::Combat;
use crate::event::{Cause, EventId};
use crate::language::effect::Modifier;
use crate::night::state::Night;
use crate::night::state::skill_use::SkillUse;
use crate::sheet::skill::Skill;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::switches::{SurpriseDetect, SurpriseScope};
use crate::war::War;
use crate::war::in_force::{ActiveEffect, ModifierKind};
use crate::war::setup::SkillRef;

use super::negation;

/// Whether a skill is a Surprise Attack in its present form.
pub(crate) fn is_surprise_attack(skill: &Skill, upgraded: bool) -> bool {
    *skill.kind.value(upgraded) == SkillType::SurpriseAttack
}

/// Fails the Surprise Attack if a target notices it: nothing comes of it, and its cost is spent (R111, A143). Its user
/// is in battle all the same (A087).
///
/// # Errors
/// [`Reason::Noticed`].
pub(crate) fn fail_if_noticed(
    night: &mut Night<'_>,
    user: CharacterId,
    skill: SkillRef,
    targets: &[CharacterId],
    use_event: EventId,
) -> Result<(), Reason> {
    let war = night.basis();
    let noticing: Vec<CharacterId> = targets.iter().copied().filter(|t| can_notice(war, *t, user)).collect();
    if noticing.is_empty() {
        return Ok(());
    }
    let detecting_effect = noticing.iter().find_map(|target| find_detecting_effect(war, *target));
    let cause = detecting_effect.map_or(Cause::Rule, |effect| Cause::Effect { skill: effect.skill, user: effect.user });
    night.emit(
        Combat::SurpriseFailed { user, skill, by: noticing },
        Some(use_event),
        cause,
        None,
        &[RuleId::R(111), RuleId::A(143)],
    );
    let joined_battle = Combat::JoinedBattle { who: user, with: Vec::new(), beside: false, remote: false };
    night.emit(joined_battle, Some(use_event), Cause::Rule, None, &[RuleId::R(244), RuleId::A(87)]);
    Err(Reason::Noticed)
}

/// Returns the effect by which somebody detects every Surprise Attack on them.
fn find_detecting_effect(war: &War, target: CharacterId) -> Option<ActiveEffect> {
    let mut senses = war.standing_effects_on(ModifierKind::Senses, target);
    senses.find(|(_, standing)| standing.modifier == Modifier::DetectsSurprise).map(|(effect, _)| effect)
}

/// Whether a target can notice a Surprise Attack: by an effect that detects each one, by an ACT equal to the attacker's
/// or to its concealment, or because the attacker was in battle there in the previous Turn. An ACT of N/A never notices
/// by itself (A143, A196).
fn can_notice(war: &War, target: CharacterId, user: CharacterId) -> bool {
    if find_detecting_effect(war, target).is_some() {
        return true;
    }
    if war.is_hidden_from(user, target, false) {
        return false;
    }
    let acuity = war.acuity(target);
    let concealment = war.sheet(user).concealment.map(|rank| Acuity::from_letter(rank.letter));
    let needed_acuity = match war.setup.switches.surprise_detect {
        SurpriseDetect::Act => Some(concealment.unwrap_or_else(|| war.acuity(user))),
        SurpriseDetect::SheetOnly => concealment,
    };
    let notices = acuity != Acuity::None && needed_acuity.is_some_and(|needed| acuity >= needed);
    let fought_here = war.character(user).battle.turns > 0;
    notices || (fought_here && war.setup.switches.surprise_detect == SurpriseDetect::Act)
}

/// Keeps opponents from acting for the rest of the Turn: all in the location, or the targets alone (R110, A140). What
/// they do in the same batch still happens (A141).
pub(crate) fn disable_opponents(night: &mut Night<'_>, skill_use: &SkillUse) {
    if !is_surprise_attack(night.war.skill(skill_use.skill), skill_use.is_upgraded) {
        return;
    }
    let at = night.war.character(skill_use.user).at;
    let opponents: Vec<CharacterId> = match night.war.setup.switches.surprise_scope {
        SurpriseScope::Location => night.war.present(at).filter(|id| night.war.are_foes(skill_use.user, *id)).collect(),
        SurpriseScope::Targets => skill_use.targets.clone(),
    };
    for who in opponents {
        let turn = &night.war.character(who).turn;
        let can_be_surprised =
            night.war.character(who).is_alive() && !night.war.character(who).is_in_spirit_form && !turn.is_surprised;
        if can_be_surprised && !negation::negate_whole_use(night, skill_use, who) {
            let surprised_event = Combat::Surprised { who, by: skill_use.user, skill: skill_use.skill };
            night.emit(
                surprised_event,
                Some(skill_use.use_event),
                skill_use.cause,
                None,
                &[RuleId::R(110), RuleId::A(140)],
            );
        }
    }
}
