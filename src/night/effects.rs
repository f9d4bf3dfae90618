//! What a used skill does besides damage: what happens once ([`immediate`]), and what begins to
//! hold ([`lasting`]).

mod cancelling;
mod immediate;
mod lasting;
mod learning;
mod relocation;
mod summoning;

use std::collections::BTreeMap;

use crate::event::{Cause, EventId};
use crate::language::effect::{Effect, Immediate, Operation, Rule, Who};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::war::bargain::Bargain;
use crate::war::setup::SkillRef;
use crate::war::truth::{Speech, holds};

use super::{Night, attack, marble};

pub(super) use immediate::{Source, apply_to_all, hurt, inflict};
pub(super) use lasting::{end, end_by_death, end_by_spirit_form, end_unheld, run_durations, set_off};
pub(super) use relocation::{Course, arrive, feasible, in_battle, pursue};

/// A skill whose effects now happen.
#[derive(Clone, Debug)]
pub(super) struct Working {
    /// Who used it.
    pub user: CharacterId,
    /// What.
    pub skill: SkillRef,
    /// On whom its sentences about "the target" work: for an attack, whoever took the hits (A030).
    pub targets: Vec<CharacterId>,
    /// Whom a Command Spell names besides its Servant: the second target.
    pub second: Option<CharacterId>,
    /// The location it is used on, or that the order names.
    pub chosen: Option<LocationId>,
    /// Where to somebody is pushed.
    pub push: Option<LocationId>,
    /// What damage each of them took from it.
    pub inflicted: BTreeMap<CharacterId, Exact>,
    /// In its upgraded form.
    pub upgraded: bool,
    /// Where it works: the location it was used on, else where its user is.
    pub place: LocationId,
    /// The words it was given: an order, what was chosen.
    pub words: Option<String>,
    /// What was paid and chosen in this use.
    pub bargain: Bargain,
    /// The event of its use.
    pub used: EventId,
    /// The order behind it.
    pub cause: Cause,
    /// `The attacker`: of a skill used, its user.
    pub attacker: Option<CharacterId>,
    /// `That character`: who did what the sentence waited for.
    pub that: Option<CharacterId>,
}

/// Whom a sentence that was set off works on now; what holds for a time and covers a group is its user's.
pub(super) fn reached(night: &Night<'_>, working: &Working, rule: &Rule) -> Vec<CharacterId> {
    let Some(who) = rule.operation.who() else { return Vec::new() };
    match &rule.operation {
        // The GM is asked though its user has just died.
        Operation::Immediate(Immediate::AskGm(_)) => {
            let that = working.that.or(Some(working.user));
            let target = working.targets.first().copied();
            let speech =
                Speech { here: Some(working.place), that, ..Speech::of(working.user, target, working.attacker) };
            let told = rule.condition.as_ref().is_none_or(|c| holds(night.basis(), c, speech));
            if told { vec![working.user] } else { Vec::new() }
        }
        Operation::Standing(_) if lasting::is_of_groups(who) => {
            immediate::reached(night, working, &Who::User, rule.condition.as_ref())
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => {
            immediate::reached(night, working, who, rule.condition.as_ref())
        }
    }
}

/// Whether a sentence speaks of `the attacker`.
pub(super) fn speaks_of_attacker(rule: &Rule) -> bool {
    fn says(who: &Who) -> bool {
        match who {
            Who::Attacker => true,
            Who::MasterOf(of) | Who::ServantOf(of) | Who::PartnerOf(of) | Who::FamiliarsOf(of) | Who::TeamOf(of) => {
                says(of)
            }
            Who::OneOf(all) => all.iter().any(says),
            _ => false,
        }
    }
    let on = match &rule.operation {
        Operation::Immediate(Immediate::Uses { on, .. }) => on.as_ref(),
        _ => None,
    };
    rule.operation.who().into_iter().chain(on).any(says)
}

/// Does everything the skill's sentences say but damage.
pub(super) fn work(night: &mut Night<'_>, working: &Working) {
    if night.war.skill(working.skill).is_marble(working.upgraded) {
        marble::close(night, working);
    }
    learning::of_places(night, working);
    for line in 0..night.war.skill(working.skill).effects.len() {
        let Some(sentence) = night.war.skill(working.skill).effects.get(line) else { continue };
        if let Effect::Rule(Rule { trigger: None, operation: Operation::Immediate(what), condition, .. }) =
            sentence.effect.clone()
            && !learning::is_of_place(&what)
        {
            let reached = immediate::reached(night, working, what.who(), condition.as_ref());
            apply_to_all(night, working, &what, u16::try_from(line).unwrap_or(u16::MAX), &reached);
            if matches!(what, Immediate::Damage { .. }) {
                attack::join_by_effect(night, working, &reached);
            }
        }
    }
    night.ask_of_use(working);
    lasting::begin(night, working);
}
