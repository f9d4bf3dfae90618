//! Applies a used skill: what happens once, what comes into force, and what the GM decides.

use crate::event::EventId;
use crate::language::effect::{Effect, Immediate, Operation, Verb, Who};
use crate::night::consequences::joining::join_by_effect;
use crate::night::rulings::apply_rulings::{AppliedRuling, GmAnswer};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::EffectLine;
use crate::war::active_skill::ActiveSkill;

use super::immediate::apply_to_all;
use super::reached_characters::{Reached, find_reached};
use super::{lasting, marble, tell_facts};

/// Carries out all sentences of the skill except its damage.
pub(crate) fn apply_use(night: &mut Night<'_>, applied: &AppliedSkill) {
    if night.war.skill(applied.skill).is_marble(applied.is_upgraded) {
        marble::close_marble(night, applied);
    }
    tell_facts::tell_locations(night, applied);
    let mut ready: Vec<ReadySentence> = Vec::new();
    let mut use_conditions = lasting::UseConditions::new();
    for line_index in 0u16.. {
        let Some(continues_sentence) = find_line(night, applied, line_index).map(|line| line.continues_sentence) else {
            break;
        };
        // Joined lines happen at one moment: whom they reach is read before any of them is carried out.
        if !continues_sentence {
            carry_out_ready(night, applied, &mut ready);
        }
        let Some(Effect::Sentence(sentence)) = find_line(night, applied, line_index).map(|line| &line.effect) else {
            continue;
        };
        match &sentence.operation {
            Operation::Immediate(what) if sentence.is_at_once() && !tell_facts::tells_of_location(&what.verb) => {
                let mut reached =
                    find_reached(night, applied, &what.who, sentence.condition.as_ref(), what.verb.does_harm());
                // The blows were already struck as hits; only what a blow does to its own user is left (A263).
                if applied.has_struck && night.war.skill(applied.skill).blows().any(|(line, _)| line == line_index) {
                    reached.retain(|on| on.character == applied.user && what.who != Who::Target);
                }
                ready.push((line_index, what.clone(), reached));
            }
            Operation::Standing(_) if sentence.at_use => {
                use_conditions.insert(line_index, lasting::read_condition_at_use(night.basis(), applied, sentence));
            }
            Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => {}
        }
    }
    carry_out_ready(night, applied, &mut ready);
    let answer = night.ask_of_use(applied);
    carry_out_answer(night, answer);
    if let Some((active, began)) = lasting::put_use_in_force(night, applied, &use_conditions) {
        obey_commands(night, &active, began);
    }
}

/// Lets Servants obey the commands that a skill gives as it comes into force.
pub(crate) fn obey_commands(night: &mut Night<'_>, active: &ActiveSkill, began: EventId) {
    for (servant, command) in night.find_commands_given(active) {
        let answer = night.begin_to_obey(servant, &command, began);
        carry_out_answer(night, answer);
    }
}

/// Carries out what the GM has answered.
pub(crate) fn carry_out_answer<'a>(night: &mut Night<'a>, answer: Option<GmAnswer<'a>>) {
    if let Some(answered) = answer {
        carry_out_ruling(night, &answered.applied);
        night.forbid(&answered);
    }
}

/// Carries out sentences of the GM: now, or as the Turn begins.
pub(crate) fn carry_out_ruling(night: &mut Night<'_>, ruling: &AppliedRuling) {
    for sentences in &ruling.sentences {
        let applied = sentences.applied_skill(&night.war);
        if let Some(applied) = night.questions.defer(applied) {
            apply_use(night, &applied);
        }
    }
}

/// Carries out a sentence once on the characters it reaches.
pub(crate) fn apply_immediate(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    immediate: &Immediate,
    line: u16,
    reached: &[Reached],
) {
    if let Verb::AskGm(sentence) = &immediate.verb {
        let answer = night.ask_of_triggered(applied, sentence);
        carry_out_answer(night, answer);
    } else {
        apply_to_all(night, applied, immediate, line, reached);
    }
}

fn find_line<'n>(night: &'n Night<'_>, applied: &AppliedSkill, index: u16) -> Option<&'n EffectLine> {
    night.war.skill(applied.skill).effects.get(usize::from(index))
}

/// A sentence ready to be carried out once: the index of its line, what it does, and whom it reaches.
type ReadySentence = (u16, Immediate, Vec<Reached>);

/// Carries out what is ready, on whom it reaches.
fn carry_out_ready(night: &mut Night<'_>, applied: &AppliedSkill, ready: &mut Vec<ReadySentence>) {
    for (line, immediate, reached) in ready.drain(..) {
        apply_immediate(night, applied, &immediate, line, &reached);
        if matches!(immediate.verb, Verb::Damage { .. }) {
            join_by_effect(night, applied, &reached.iter().map(|recipient| recipient.character).collect::<Vec<_>>());
        }
    }
}
