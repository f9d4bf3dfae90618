//! Which skill or item a step uses, how often, and whether it occurs first or last in its phase (R182, R191).

use crate::language::effect::Clause;
use crate::language::order::{ActionKind, Moment, Times, UsedThing};
use crate::night::state::Night;
use crate::night::state::task::Step;
use crate::war::setup::{SheetId, SkillRef};

use super::find_skill::{basic_attack, find_by_name};

/// Returns how often a step uses a skill; `None` for an item or another action.
pub(crate) fn times_to_use(night: &Night<'_>, step: Step) -> Option<Times> {
    match night.action(step).map(|a| &a.kind)? {
        ActionKind::Use { skill, times, .. } => {
            let item =
                night.actor(step).and_then(|a| find_by_name(&night.war, a, &skill.text)).is_some_and(|f| f.is_item);
            (!item).then_some(*times)
        }
        ActionKind::Attack { times, .. } => Some(*times),
        _ => None,
    }
}

/// Returns the skill, item or Command Spell that a step uses.
pub(crate) fn skill_used(night: &Night<'_>, step: Step) -> Option<SkillRef> {
    let actor = night.actor(step)?;
    match night.action(step)?.kind.facts().uses? {
        UsedThing::Skill(skill) => find_by_name(&night.war, actor, &skill.text).map(|f| f.skill),
        UsedThing::Item(item) => night.war.setup.find_skill(SheetId::ITEMS, &item.text),
        UsedThing::Spell(spell) => night.war.setup.find_skill(SheetId::SPELLS, &spell.text),
        UsedThing::BasicAttack => basic_attack(&night.war, actor).map(|f| f.skill),
    }
}

/// Whether a step is an attack.
pub(crate) fn is_attack(night: &Night<'_>, step: Step) -> bool {
    skill_used(night, step).is_some_and(|skill| night.war.skill(skill).is_attack())
}

/// Whether the skill of a step occurs after all other actions of its phase (R182) and is not delayed.
pub(crate) fn occurs_last(night: &Night<'_>, step: Step) -> bool {
    night.moment_of(step) == Moment::Natural
        && skill_used(night, step)
            .is_some_and(|skill| night.war.skill(skill).has_unconditional_clause(&Clause::OccursLast))
}

/// Whether the skill of a step occurs before all other actions of its phase (R191) and is not delayed.
pub(crate) fn occurs_first(night: &Night<'_>, step: Step) -> bool {
    night.moment_of(step) == Moment::Natural
        && skill_used(night, step)
            .is_some_and(|skill| night.war.skill(skill).has_unconditional_clause(&Clause::OccursFirst))
}
