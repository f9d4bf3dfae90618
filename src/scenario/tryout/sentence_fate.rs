//! What each sentence of a tried skill did.
//!
//! The same Nights are played without the sentence, and the difference is what it did. If there is none, they are
//! played again without its condition: a difference then is what the condition prevented.

use crate::event::Event;
use crate::event::facts::Prominence;
use crate::event::kind::{EventKind, Referee, Resources};
use crate::event::words::describe;
use crate::language::effect::{Clause, Effect, Operation, Sentence, Trigger, Verb};
use crate::language::effect_text::{canonical, condition_text, outline_sentence};
use crate::sheet::skill::{EffectLine, Skill};
use crate::war::setup::SkillRef;

use super::super::scenario_night::ScenarioNight;
use super::is_use;
use super::person_state::PersonState;

/// A sentence with its fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceFate {
    /// The sentence in the author's words.
    pub written: String,
    /// What it did.
    pub fate: Fate,
}

/// What a sentence did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It made a difference.
    Did {
        /// The first Night with a difference.
        night: u32,
        /// What happened with it, as the GM reads it.
        with: Vec<String>,
        /// What happened instead without it.
        without: Vec<String>,
    },
    /// The GM decides what it does.
    LeftToGm,
    /// The skill was not used, so the sentence could do nothing.
    NotUsed,
    /// This condition of it did not hold.
    ConditionNotMet(String),
    /// What it waits for did not happen: this.
    Waits(String),
    /// It was in force, but nothing it affects happened.
    NothingMet,
    /// It limits or forbids a use that nobody tried.
    LimitNotReached,
    /// Nobody it applies to lacked what it gives.
    NothingLacking,
    /// It was carried out but changed nothing.
    NothingChanged,
}

/// Returns what each sentence did. `again` plays the same Nights with another skill in place of this one.
pub(super) fn find_fates(
    reference: SkillRef,
    skill: &Skill,
    nights: &[ScenarioNight],
    again: &dyn Fn(Skill) -> Option<Vec<ScenarioNight>>,
) -> Vec<SentenceFate> {
    let is_used = skill.is_passive() || nights.iter().flat_map(|night| &night.events).any(|e| is_use(e, reference));
    let accounts = describe_nights(nights);
    let mut fates = Vec::new();
    for group in sentence_ranges(skill) {
        let written = skill.effects.get(group.start).map(|line| line.text.trim().to_owned()).unwrap_or_default();
        let lines = skill.effects.get(group.clone()).unwrap_or_default();
        let account_without = |skill: Skill| again(skill).map(|nights| describe_nights(&nights));
        let fate = if lines.iter().any(|line| matches!(line.effect, Effect::Gm(_))) {
            Fate::LeftToGm
        } else if !is_used {
            Fate::NotUsed
        } else if let Some(difference) = account_without(without_lines(skill, group.clone()))
            .and_then(|other| find_difference(nights, &accounts, &other))
        {
            difference
        } else {
            let unconditional = without_conditions(skill, group.clone()).and_then(account_without);
            let prevented_by_condition = unconditional.is_some_and(|other| other != accounts);
            explain_no_effect(lines, prevented_by_condition)
        };
        fates.push(SentenceFate { written, fate });
    }
    fates
}

/// The ranges of effect lines that belong to each of the author's sentences.
fn sentence_ranges(skill: &Skill) -> Vec<std::ops::Range<usize>> {
    let mut groups: Vec<std::ops::Range<usize>> = Vec::new();
    for (index, line) in skill.effects.iter().enumerate() {
        // The options of a choice are also lines of one text.
        let is_same_text =
            index.checked_sub(1).and_then(|before| skill.effects.get(before)).is_some_and(|b| b.text == line.text);
        match groups.last_mut().filter(|_| line.continues_sentence || is_same_text) {
            Some(group) => group.end = index + 1,
            None => groups.push(index..index + 1),
        }
    }
    groups
}

fn without_lines(skill: &Skill, lines: std::ops::Range<usize>) -> Skill {
    let mut remaining = skill.clone();
    remaining.effects.drain(lines);
    remaining
}

/// The skill without the conditions of these lines; `None` if they have none.
fn without_conditions(skill: &Skill, lines: std::ops::Range<usize>) -> Option<Skill> {
    let mut always = skill.clone();
    let mut has_condition = false;
    for line in always.effects.get_mut(lines)? {
        if let Effect::Sentence(sentence) = &mut line.effect {
            has_condition |= sentence.condition.take().is_some();
        }
    }
    has_condition.then_some(always)
}

/// A Night in words: the events, and everybody's state after it.
type NightAccount = (Vec<String>, Vec<PersonState>);

fn describe_nights(nights: &[ScenarioNight]) -> Vec<NightAccount> {
    let account_of = |night: &ScenarioNight| {
        let is_worth_telling = |event: &&Event| {
            // What the Masters earn by damage follows from the damage.
            let is_earned = matches!(event.kind, EventKind::Resources(Resources::CombatPoints { .. }));
            matches!(event.kind, EventKind::Referee(Referee::OrderOutcome { .. }))
                || (!is_earned && event.kind.facts(&night.war).prominence == Prominence::News)
        };
        let events = night
            .events
            .iter()
            .filter(is_worth_telling)
            .map(|event| format!("{}: {}", event.phase, describe(&night.war, event)));
        let people = night.war.ids().map(|id| PersonState::from_war(&night.war, id));
        (events.collect(), people.collect())
    };
    nights.iter().map(account_of).collect()
}

/// The first Night that differs between the two accounts, with the difference; `None` if there is none.
fn find_difference(nights: &[ScenarioNight], with: &[NightAccount], without: &[NightAccount]) -> Option<Fate> {
    let index = with.iter().zip(without).position(|(one, other)| one != other)?;
    let night = nights.get(index).map_or(0, |night| night.war.night);
    let (one, other) = (with.get(index)?, without.get(index)?);
    let (mut added, mut missing) = (lines_missing_in(&one.0, &other.0), lines_missing_in(&other.0, &one.0));
    if added.is_empty() && missing.is_empty() {
        let standing = |account: &NightAccount| account.1.iter().flat_map(describe_state).collect::<Vec<_>>();
        (added, missing) =
            (lines_missing_in(&standing(one), &standing(other)), lines_missing_in(&standing(other), &standing(one)));
    }
    Some(Fate::Did { night, with: added, without: missing })
}

/// A character's state, a phrase for each item.
fn describe_state(state: &PersonState) -> Vec<String> {
    let name = &state.name;
    let mut words = vec![
        format!("{name}: Health {} of {}", state.health, state.max_health),
        format!("{name}: Mana {} of {}", state.mana, state.max_mana),
        format!("{name}: {} AP next Turn", state.ap),
        format!("{name}: at {}", state.location),
    ];
    words.extend(state.further.iter().map(|phrase| format!("{name}: {phrase}")));
    words
}

/// The lines of one list that the other does not have, or has less often.
fn lines_missing_in(list: &[String], other: &[String]) -> Vec<String> {
    let mut unmatched: Vec<&String> = other.iter().collect();
    let mut missing = Vec::new();
    for line in list {
        match unmatched.iter().position(|other_line| *other_line == line) {
            Some(index) => {
                unmatched.swap_remove(index);
            }
            None => missing.push(line.clone()),
        }
    }
    missing
}

/// Why a sentence changed nothing, as far as its syntax tree tells. `prevented_by_condition` says whether its condition
/// prevented it.
fn explain_no_effect(lines: &[EffectLine], prevented_by_condition: bool) -> Fate {
    let sentences: Vec<&Sentence> = lines.iter().flat_map(|line| line.effect.sentences()).collect();
    if prevented_by_condition {
        let conditions = sentences.iter().filter_map(|sentence| sentence.condition.as_ref()).map(condition_text);
        let mut conditions_text: Vec<String> = conditions.collect();
        conditions_text.dedup();
        return Fate::ConditionNotMet(conditions_text.join("; "));
    }
    let Some(sentence) = sentences.first() else { return Fate::NothingChanged };
    if let Some(Trigger::When(_) | Trigger::Limited(..) | Trigger::Once(..)) = &sentence.trigger {
        let words = outline_sentence(sentence).trigger;
        return Fate::Waits(words.unwrap_or_else(|| canonical(&Effect::Sentence((*sentence).clone()))));
    }
    match &sentence.operation {
        Operation::Clause(
            Clause::Limited(_)
            | Clause::LimitedOnTarget(_)
            | Clause::OnlyUsable
            | Clause::DoesNotStack
            | Clause::StacksUpTo(_)
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
