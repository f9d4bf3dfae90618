//! Which skill an order means, in which form, and what is paid and chosen with it (families 21, 35; R340).

use crate::language::order::ActionKind;
use crate::night::bind::WarIds;
use crate::sheet::skill::{Skill, is_choice};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::evaluate::{EvalContext, condition_holds};
use crate::war::setup::{SheetId, SkillRef, UsedSkill};

/// A skill or item of somebody, in its present form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundSkill {
    pub skill: SkillRef,
    pub is_upgraded: bool,
    pub is_item: bool,
}

impl FoundSkill {
    /// Returns the skill as somebody uses it.
    pub(crate) const fn used_by(self, user: CharacterId) -> UsedSkill {
        UsedSkill { user, skill: self.skill, is_upgraded: self.is_upgraded, target: None }
    }

    /// Returns the phase the skill is used in.
    pub(crate) fn phase(self, war: &War) -> Option<Phase> {
        war.skill(self.skill).natural_phase(self.is_upgraded)
    }

    /// Returns the phase the skill is used in with a bargain, which may give it another type (family 21). If the phase
    /// of that type is over, it is the phase of the skill's own type.
    pub(crate) fn phase_with(self, war: &War, user: CharacterId, bargain: &Bargain, now: Phase) -> Option<Phase> {
        let skill = war.skill(self.skill);
        let own_phase = self.phase(war);
        let context = EvalContext { bargain, ..EvalContext::of(user, None, Some(user)) };
        let Some(kind) =
            skill.type_in_use(|only_if| condition_holds(war, only_if, context)).filter(|_| skill.phase.is_none())
        else {
            return own_phase;
        };
        let is_second_round = now.round() == Some(Round::Second);
        let phase_in_use = kind.phase(skill.damage.is_some());
        phase_in_use.filter(|p| if is_second_round { p.in_second_round() >= now } else { *p >= now }).or(own_phase)
    }
}

/// Finds a character's skill by name, else an item with that name.
pub(crate) fn find_by_name(war: &War, actor: CharacterId, name: &str) -> Option<FoundSkill> {
    let own = war.setup.find_skill(war.character(actor).sheet, name);
    let find_granted = || war.granted_skills(actor).into_iter().find(|skill| war.skill(*skill).is_called(name));
    if let Some(skill) = own.or_else(find_granted) {
        return Some(FoundSkill { skill, is_upgraded: war.is_upgraded(actor, skill), is_item: false });
    }
    let skill = war.setup.find_skill(SheetId::ITEMS, name)?;
    Some(FoundSkill { skill, is_upgraded: false, is_item: true })
}

/// Returns the basic attack of a character.
pub(crate) fn basic_attack(war: &War, actor: CharacterId) -> Option<FoundSkill> {
    let skill_index = u16::try_from(war.sheet(actor).basic_attack_index()?).ok()?;
    let skill = SkillRef { sheet: war.character(actor).sheet, skill_index };
    Some(FoundSkill { skill, is_upgraded: war.is_upgraded(actor, skill), is_item: false })
}

/// Returns the bargain of an order that chooses nothing: the first of several choices.
pub(crate) fn default_bargain(skill: &Skill) -> Bargain {
    let choices = skill.choices();
    let first = choices.first().filter(|_| choices.len() > 1);
    Bargain { chosen: first.map(|(name, _)| name.clone()), ..Bargain::NONE }
}

/// Returns what a use pays additionally and chooses; `None` where the skill does not offer that (family 35).
pub(crate) fn read_bargain(skill: &Skill, kind: &ActionKind<WarIds>) -> Option<Bargain> {
    let ActionKind::Use { paying, choosing, .. } = kind else { return Some(Bargain::NONE) };
    if paying.is_some_and(|(amount, resource)| !skill.takes_payment(amount, resource)) {
        return None;
    }
    let choices = skill.choices();
    let chosen = match choosing {
        Some(words) => match choices.iter().position(|(name, meaning)| is_choice(words, name, meaning)) {
            None if skill.accepts_any_choice() => None,
            index => Some(index?),
        },
        None => return Some(Bargain { paid: *paying, ..default_bargain(skill) }),
    };
    let chosen = chosen.and_then(|index| choices.get(index)).map(|(name, _)| name.clone());
    Some(Bargain { paid: *paying, chosen, ..Bargain::NONE })
}
