//! What a used skill does besides damage: what happens once ([`immediate`]), and what begins to
//! hold ([`lasting`]).

mod cancelling;
mod immediate;
mod lasting;
mod learning;
pub(super) mod marble;
mod relocation;
mod summoning;

use crate::language::effect::{Effect, Immediate, Operation, Rule, Who};
use crate::vocabulary::ids::CharacterId;
use crate::war::truth::{Speech, holds};

use super::Night;
use super::joining::join_by_effect;

pub(super) use super::skill_use::Working;

pub(super) use immediate::{Source, apply_to_all, hurt, inflict};
pub(super) use lasting::{end, end_by_death, end_by_spirit_form, end_line, end_unheld, run_durations, set_off};
pub(super) use relocation::{Course, arrive, feasible, pursue};

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
    let mut lines: Vec<(u16, Immediate, Vec<CharacterId>)> = Vec::new();
    let effects = (0u16..).zip(&night.war.skill(working.skill).effects);
    let at_once: Vec<(u16, bool, Rule)> = effects
        .filter_map(|(place, line)| match &line.effect {
            Effect::Rule(rule) if rule.is_at_once() => Some((place, line.joined, rule.clone())),
            Effect::Rule(_) | Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
        .collect();
    for (place, joined, rule) in at_once {
        let Operation::Immediate(what) = rule.operation else { continue };
        if learning::is_of_place(&what) {
            continue;
        }
        // What one sentence says is of one moment: whom it reaches is told before any of it is done.
        if !joined {
            carry_out(night, working, &mut lines);
        }
        let reached = immediate::reached(night, working, what.who(), rule.condition.as_ref());
        lines.push((place, what, reached));
    }
    carry_out(night, working, &mut lines);
    night.ask_of_use(working);
    lasting::begin(night, working);
}

/// Carries out what one sentence says, on whom it reaches.
fn carry_out(night: &mut Night<'_>, working: &Working, lines: &mut Vec<(u16, Immediate, Vec<CharacterId>)>) {
    for (place, what, reached) in lines.drain(..) {
        apply_to_all(night, working, &what, place, &reached);
        if matches!(what, Immediate::Damage { .. }) {
            join_by_effect(night, working, &reached);
        }
    }
}
