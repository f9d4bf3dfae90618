//! What a used skill does besides damage: what happens once ([`immediate`]), and what begins to
//! hold ([`lasting`]).

pub(super) mod bounded_fields;
mod cancelling;
mod immediate;
mod lasting;
mod learning;
pub(super) mod marble;
pub(super) mod reactions;
mod relocation;
mod summoning;

use crate::language::effect::{Effect, Immediate, Operation, Rule, Who};
use crate::sheet::skill::EffectLine;
use crate::war::truth::{Speech, holds};

use super::Night;
use super::consequences::joining::join_by_effect;

pub(super) use super::actions::skill_use::Working;

pub(super) use immediate::{Reached, Source, apply_to_all, hurt, inflict};
pub(super) use lasting::{
    afflict, end, end_by_death, end_by_spirit_form, end_line, end_unheld, run_durations, set_off,
};
pub(super) use relocation::{Course, arrive, feasible, pursue};

/// Whom a sentence that was set off works on now; what holds for a time and covers a group is its user's.
pub(super) fn reached(night: &Night<'_>, working: &Working, rule: &Rule) -> Vec<Reached> {
    let Some(who) = rule.operation.who() else { return Vec::new() };
    match &rule.operation {
        // The GM is asked though its user has just died.
        Operation::Immediate(Immediate::AskGm(_)) => {
            let that = working.that.or(Some(working.user));
            let target = working.targets.first().copied();
            let speech =
                Speech { here: Some(working.place), that, ..Speech::of(working.user, target, working.attacker) };
            let told = rule.condition.as_ref().is_none_or(|c| holds(night.basis(), c, speech));
            if told { vec![Reached { who: working.user, of: Vec::new() }] } else { Vec::new() }
        }
        Operation::Standing(_) if lasting::is_of_groups(who) => {
            immediate::reached(night, working, &Who::User, rule.condition.as_ref(), false)
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => {
            immediate::reached(night, working, who, rule.condition.as_ref(), rule.operation.does_harm())
        }
    }
}

/// Whether a sentence speaks of `the attacker`, or of somebody told by them, wherever in it.
pub(super) fn speaks_of_attacker(rule: &Rule) -> bool {
    rule.operation.people().into_iter().any(|who| who.mentions(&|who| *who == Who::Attacker))
}

/// Does everything the skill's sentences say but damage.
pub(super) fn work(night: &mut Night<'_>, working: &Working) {
    if night.war.skill(working.skill).is_marble(working.upgraded) {
        marble::close(night, working);
    }
    learning::of_places(night, working);
    let mut together: Vec<Ready> = Vec::new();
    let mut spared = lasting::Judged::new();
    for place in 0u16.. {
        let Some(joined) = line_at(night, working, place).map(|line| line.joined) else { break };
        // What one sentence says is of one moment: whom it reaches is told before any of it is done.
        if !joined {
            carry_out(night, working, &mut together);
        }
        let Some(Effect::Rule(rule)) = line_at(night, working, place).map(|line| &line.effect) else { continue };
        match &rule.operation {
            Operation::Immediate(what) if rule.is_at_once() && !learning::is_of_place(what) => {
                let mut reached =
                    immediate::reached(night, working, what.who(), rule.condition.as_ref(), what.does_harm());
                // Its blows have fallen with its hits; what of them is its user's own is none (A263).
                if working.struck && night.war.skill(working.skill).blows().any(|(line, _)| line == place) {
                    reached.retain(|on| on.who == working.user && *what.who() != Who::Target);
                }
                together.push((place, what.clone(), reached));
            }
            Operation::Standing(_) if rule.at_use => {
                spared.insert(place, lasting::judge(night.basis(), working, rule));
            }
            Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => {}
        }
    }
    carry_out(night, working, &mut together);
    night.ask_of_use(working);
    lasting::begin(night, working, &spared);
}

fn line_at<'n>(night: &'n Night<'_>, working: &Working, place: u16) -> Option<&'n EffectLine> {
    night.war.skill(working.skill).effects.get(usize::from(place))
}

/// Something that is about to be done once: which line it is, what, and on whom.
type Ready = (u16, Immediate, Vec<Reached>);

/// Carries out what one sentence says, on whom it reaches.
fn carry_out(night: &mut Night<'_>, working: &Working, together: &mut Vec<Ready>) {
    for (place, what, reached) in together.drain(..) {
        apply_to_all(night, working, &what, place, &reached);
        if matches!(what, Immediate::Damage { .. }) {
            join_by_effect(night, working, &reached.iter().map(|on| on.who).collect::<Vec<_>>());
        }
    }
}
