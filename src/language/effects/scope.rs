//! Where a group is of which no place is said: in this location, for acting and for counting alike (R356, A258).
//!
//! The place is put into the tree, so that what is read back names it and nothing that carries it out has to guess.

use crate::language::condition::{Filter, Group, Who, Written};
use crate::language::effect::{Effect, Forbidden, Immediate, Operation, Rule, Standing};

/// Puts the place into every group of an effect that acts on one or counts one.
pub(super) fn name_places(effect: &mut Effect) {
    match effect {
        Effect::Gm(_) => {}
        Effect::Rule(rule) => of_rule(rule),
        Effect::Choice(options) => options.iter_mut().flatten().for_each(of_rule),
        Effect::Several(rules) => rules.iter_mut().for_each(of_rule),
    }
}

fn of_rule(rule: &mut Rule) {
    let operation = &mut rule.operation;
    if let Some(group) = operation.counted_group_mut() {
        here(group);
    }
    match operation {
        // Whoever may not enter is outside, and whoever may not leave is here.
        Operation::Standing(Standing::Forbids { what: Forbidden::Enter | Forbidden::Leave, .. }) => {}
        // Of whom something is learned, and on whom another skill is used, may be elsewhere.
        Operation::Immediate(Immediate::Learn { there: true, .. } | Immediate::Uses { .. }) => {}
        Operation::Immediate(Immediate::Learn { who, .. } | Immediate::Relocate { who, .. }) => of_who(who),
        Operation::Immediate(Immediate::InflictNamed { who, status }) => {
            of_who(who);
            status.effects.iter_mut().for_each(of_rule);
        }
        Operation::Immediate(_) | Operation::Clause(_) | Operation::Standing(_) => {
            operation.people_mut().into_iter().for_each(of_who);
        }
    }
}

fn of_who(who: &mut Who<Written>) {
    match who {
        Who::Any(group) | Who::Every(group) | Who::UpTo(_, group) => here(group),
        Who::MasterOf(of)
        | Who::ServantOf(of)
        | Who::PartnerOf(of)
        | Who::FamiliarsOf(of)
        | Who::SummonerOf(of)
        | Who::TeamOf(of) => of_who(of),
        Who::OneOf(all) => all.iter_mut().for_each(of_who),
        Who::User | Who::Target | Who::SecondTarget | Who::Attacker | Who::That | Who::Named(_) | Who::WhoDid(_) => {}
    }
}

fn here(group: &mut Group<Written>) {
    if !group.filters.iter().any(Filter::names_place) {
        group.filters.push(Filter::Here);
    }
}
