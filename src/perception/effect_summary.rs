//! Describes a lasting effect for ACT A in the program's own words: what it concerns and for about how long (the row
//! `effect_began` of docs/who-learns-what.md). It never gives a number or a sentence of the sheet (R010).

use crate::language::effect::{Effect, Operation};
use crate::war::War;
use crate::war::active_skill::{ActiveSkill, Until};
use crate::war::in_force::ModifierKind;

/// Returns for example `ranks, for some Turns`; `None` when no sentence of the effect lasts.
pub(super) fn summarize_effect(war: &War, active: &ActiveSkill) -> Option<String> {
    let mut concerns: Vec<&'static str> = Vec::new();
    for part in active.parts.iter().filter(|part| part.of_status.is_none()) {
        let line = war.skill(active.skill).effects.get(usize::from(part.line))?;
        let Effect::Sentence(sentence) = &line.effect else { continue };
        let concern = match &sentence.operation {
            Operation::Standing(standing) => concern_of(ModifierKind::of(&standing.modifier)),
            Operation::Immediate(_) => "something that happens later",
            Operation::Clause(_) => continue,
        };
        if !concerns.contains(&concern) {
            concerns.push(concern);
        }
    }
    let time = match active.until {
        Until::Night(last) if last <= war.night => "this Turn",
        Until::Night(_) => "some Turns",
        Until::Open if active.upkeep.is_some() => "as long as it is kept up",
        Until::Open => "as long as nothing ends it",
    };
    (!concerns.is_empty()).then(|| format!("{}{TIME_SEPARATOR}{time}", concerns.join(" and ")))
}

/// The separator between what an effect concerns and its time.
const TIME_SEPARATOR: &str = ", for ";

/// Returns a summary without its time.
pub fn without_time(summary: &str) -> &str {
    summary.split_once(TIME_SEPARATOR).map_or(summary, |(concerns, _)| concerns)
}

const fn concern_of(kind: ModifierKind) -> &'static str {
    match kind {
        ModifierKind::Stats => "ranks",
        ModifierKind::Dealt => "the damage dealt",
        ModifierKind::Taken | ModifierKind::Absorption => "the damage taken",
        ModifierKind::Regeneration => "regeneration",
        ModifierKind::Maxima => "how much one can have",
        ModifierKind::Flight => "flight",
        ModifierKind::Upgrades => "the form of a skill",
        ModifierKind::Granted => "what can be used",
        ModifierKind::Immunity => "what ills take hold",
        ModifierKind::Points => "the points of a Turn",
        ModifierKind::Forbidden => "what may be done",
        ModifierKind::Obedience => "whose word is obeyed",
        ModifierKind::Survival => "a fatal blow",
        ModifierKind::Masterless => "the want of a Master",
        ModifierKind::Detection => "who is noticed",
        ModifierKind::Senses => "the senses",
        ModifierKind::Reflection => "blows thrown back",
        ModifierKind::Negation => "what has no effect",
        ModifierKind::Interception => "who stands before whom",
        ModifierKind::Attacks => "how attacks go through",
        ModifierKind::Costs => "what a use costs",
        ModifierKind::TurnOrder => "who acts before whom",
        ModifierKind::Movement => "how far one moves",
        ModifierKind::Pursuit => "who follows whom",
    }
}
