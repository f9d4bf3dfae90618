//! What a lasting effect bears on and for about how long, in words of our own: what ACT A makes of it (the row
//! `effect_began` of docs/who-learns-what.md). Never a number, never the sheet's sentence (R010).

use crate::language::effect::{Effect, Operation};
use crate::war::War;
use crate::war::active_skill::{Active, Until};
use crate::war::in_force::Class;

/// `the ranks of whoever it is on, for some Turns`; nothing where no sentence of it lasts.
pub(super) fn works(war: &War, active: &Active) -> Option<String> {
    let mut bears: Vec<&'static str> = Vec::new();
    for part in active.parts.iter().filter(|part| part.of_status.is_none()) {
        let line = war.skill(active.skill).effects.get(usize::from(part.line))?;
        let Effect::Rule(rule) = &line.effect else { continue };
        let on = match &rule.operation {
            Operation::Standing(standing) => bears_on(Class::of(&standing.modifier)),
            Operation::Immediate(_) => "what is yet to happen",
            Operation::Clause(_) => continue,
        };
        if !bears.contains(&on) {
            bears.push(on);
        }
    }
    let time = match active.until {
        Until::Night(last) if last <= war.night => "this Turn",
        Until::Night(_) => "some Turns",
        Until::Open if active.upkeep.is_some() => "as long as it was kept up",
        Until::Open => "as long as nothing ended it",
    };
    (!bears.is_empty()).then(|| format!("{}, for {time}", bears.join(" and ")))
}

const fn bears_on(class: Class) -> &'static str {
    match class {
        Class::Stats => "ranks",
        Class::Dealt => "the damage dealt",
        Class::Taken => "the damage taken",
        Class::Regeneration => "regeneration",
        Class::Flight => "flight",
        Class::Upgrades => "the form of a skill",
        Class::Granted => "what can be used",
        Class::Immunity => "what ills take hold",
        Class::Points => "the points of a Turn",
        Class::Forbidden => "what may be done",
        Class::Obedience => "whose word is obeyed",
        Class::Survival => "a fatal blow",
        Class::Contract => "the want of a Master",
        Class::Detection => "who is noticed",
        Class::Senses => "the senses",
        Class::Reflection => "blows thrown back",
        Class::Negation => "what has no effect",
        Class::Interception => "who stands before whom",
        Class::Attacks => "how attacks go through",
        Class::Costs => "what a use costs",
        Class::Movement => "how far one moves",
        Class::Pursuit => "who follows whom",
    }
}
