//! What became of each sentence of a skill that was tried.
//!
//! The same Nights are played without the sentence; what differs is what it did. Where nothing differs they are
//! played once more without its condition: what differs then, the condition has kept from happening.

use crate::event::Event;
use crate::event::facts::Prominence;
use crate::event::kind::{EventKind, Referee, Resources};
use crate::event::words::describe;
use crate::language::effect::{Clause, Effect, Operation, Sentence, Trigger, Verb};
use crate::language::effect_text::{anatomy, canonical, condition_text};
use crate::sheet::skill::{EffectLine, Skill};
use crate::war::setup::SkillRef;

use super::super::played::ScenarioNight;
use super::is_use;
use super::person_state::PersonState;

/// A sentence with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceFate {
    /// The author's words.
    pub written: String,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Something came otherwise than without it.
    Did {
        /// The Night in which it first did.
        night: u32,
        /// What came, as the GM reads it.
        with: Vec<String>,
        /// What came in its place without it.
        without: Vec<String>,
    },
    /// The GM says what it does.
    LeftToGm,
    /// The skill was not used, so it could do nothing.
    NotUsed,
    /// Its condition did not hold: the condition.
    ConditionNotMet(String),
    /// What it waits for did not come: what.
    Waits(String),
    /// It was in force, and nothing came that it bears on.
    NothingMet,
    /// It limits or forbids a use that nobody tried.
    LimitNotReached,
    /// Nobody whom it means lacked what it gives.
    NothingLacking,
    /// It was carried out and changed nothing.
    NothingChanged,
}

/// What became of each sentence; `again` plays the same Nights with another skill in the place of this one.
pub(super) fn fates(
    reference: SkillRef,
    skill: &Skill,
    nights: &[ScenarioNight],
    again: &dyn Fn(Skill) -> Option<Vec<ScenarioNight>>,
) -> Vec<SentenceFate> {
    let used = skill.is_passive() || nights.iter().flat_map(|night| &night.events).any(|e| is_use(e, reference));
    let told = tell_all(nights);
    let mut fates = Vec::new();
    for group in sentences(skill) {
        let written = skill.effects.get(group.start).map(|line| line.text.trim().to_owned()).unwrap_or_default();
        let lines = skill.effects.get(group.clone()).unwrap_or_default();
        let without = |skill: Skill| again(skill).map(|nights| tell_all(&nights));
        let fate = if lines.iter().any(|line| matches!(line.effect, Effect::Gm(_))) {
            Fate::LeftToGm
        } else if !used {
            Fate::NotUsed
        } else if let Some(did) =
            without(removed(skill, group.clone())).and_then(|other| difference(nights, &told, &other))
        {
            did
        } else {
            let unconditional = unconditional(skill, group.clone()).and_then(without);
            let kept = unconditional.is_some_and(|other| other != told);
            why_nothing(lines, kept)
        };
        fates.push(SentenceFate { written, fate });
    }
    fates
}

/// The lines of each of the author's sentences.
fn sentences(skill: &Skill) -> Vec<std::ops::Range<usize>> {
    let mut groups: Vec<std::ops::Range<usize>> = Vec::new();
    for (place, line) in skill.effects.iter().enumerate() {
        // The options of a choice are lines of one text too.
        let same =
            place.checked_sub(1).and_then(|before| skill.effects.get(before)).is_some_and(|b| b.text == line.text);
        match groups.last_mut().filter(|_| line.joined || same) {
            Some(group) => group.end = place + 1,
            None => groups.push(place..place + 1),
        }
    }
    groups
}

fn removed(skill: &Skill, lines: std::ops::Range<usize>) -> Skill {
    let mut without = skill.clone();
    without.effects.drain(lines);
    without
}

/// The skill with what these lines hang on taken away; `None` where they hang on nothing.
fn unconditional(skill: &Skill, lines: std::ops::Range<usize>) -> Option<Skill> {
    let mut always = skill.clone();
    let mut any = false;
    for line in always.effects.get_mut(lines)? {
        if let Effect::Sentence(sentence) = &mut line.effect {
            any |= sentence.condition.take().is_some();
        }
    }
    any.then_some(always)
}

/// A Night in words: what happened, how everybody stood behind it.
type Told = (Vec<String>, Vec<PersonState>);

fn tell_all(nights: &[ScenarioNight]) -> Vec<Told> {
    let tell = |night: &ScenarioNight| {
        let told = |event: &&Event| {
            // What the Masters earn by it follows from the damage.
            let earned = matches!(event.kind, EventKind::Resources(Resources::CombatPoints { .. }));
            matches!(event.kind, EventKind::Referee(Referee::OrderOutcome { .. }))
                || (!earned && event.kind.facts(&night.war).prominence == Prominence::News)
        };
        let events =
            night.events.iter().filter(told).map(|event| format!("{}: {}", event.phase, describe(&night.war, event)));
        let people = night.war.ids().map(|id| PersonState::of(&night.war, id));
        (events.collect(), people.collect())
    };
    nights.iter().map(tell).collect()
}

/// What came in one telling and not in the other.
fn difference(nights: &[ScenarioNight], with: &[Told], without: &[Told]) -> Option<Fate> {
    let place = with.iter().zip(without).position(|(one, other)| one != other)?;
    let night = nights.get(place).map_or(0, |night| night.war.night);
    let (one, other) = (with.get(place)?, without.get(place)?);
    let (mut came, mut instead) = (missing_in(&one.0, &other.0), missing_in(&other.0, &one.0));
    if came.is_empty() && instead.is_empty() {
        let standing = |told: &Told| told.1.iter().flat_map(standing_words).collect::<Vec<_>>();
        (came, instead) = (missing_in(&standing(one), &standing(other)), missing_in(&standing(other), &standing(one)));
    }
    Some(Fate::Did { night, with: came, without: instead })
}

/// How somebody stands, a phrase each.
fn standing_words(state: &PersonState) -> Vec<String> {
    let name = &state.name;
    let mut words = vec![
        format!("{name}: Health {} of {}", state.health, state.max_health),
        format!("{name}: Mana {} of {}", state.mana, state.max_mana),
        format!("{name}: {} AP next Turn", state.ap),
        format!("{name}: at {}", state.place),
    ];
    words.extend(state.also.iter().map(|also| format!("{name}: {also}")));
    words
}

/// Lines of one list that the other has not, or not so often.
fn missing_in(list: &[String], other: &[String]) -> Vec<String> {
    let mut left: Vec<&String> = other.iter().collect();
    let mut missing = Vec::new();
    for line in list {
        match left.iter().position(|had| *had == line) {
            Some(place) => {
                left.swap_remove(place);
            }
            None => missing.push(line.clone()),
        }
    }
    missing
}

/// Why a sentence changed nothing, as far as its tree tells; `kept` if its condition has kept it from it.
fn why_nothing(lines: &[EffectLine], kept: bool) -> Fate {
    let sentences: Vec<&Sentence> = lines.iter().flat_map(|line| line.effect.sentences()).collect();
    if kept {
        let conditions = sentences.iter().filter_map(|sentence| sentence.condition.as_ref()).map(condition_text);
        let mut said: Vec<String> = conditions.collect();
        said.dedup();
        return Fate::ConditionNotMet(said.join("; "));
    }
    let Some(sentence) = sentences.first() else { return Fate::NothingChanged };
    if let Some(Trigger::When(_) | Trigger::Limited(..) | Trigger::Once(..)) = &sentence.trigger {
        let words = anatomy(sentence).trigger;
        return Fate::Waits(words.unwrap_or_else(|| canonical(&Effect::Sentence((*sentence).clone()))));
    }
    match &sentence.operation {
        Operation::Clause(
            Clause::Limited(_)
            | Clause::LimitedOnTarget(_)
            | Clause::OnlyUsable
            | Clause::DoesNotStack
            | Clause::OneAtATime
            | Clause::Fails { .. },
        ) => Fate::LimitNotReached,
        Operation::Standing(_) => Fate::NothingMet,
        Operation::Immediate(what)
            if matches!(what.verb, Verb::Restore { .. } | Verb::Cure(_) | Verb::CureNamed(_)) =>
        {
            Fate::NothingLacking
        }
        Operation::Immediate(_) | Operation::Clause(_) => Fate::NothingChanged,
    }
}
