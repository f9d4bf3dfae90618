//! Applies a used skill: what happens once, what comes into force, and what the GM decides.

use crate::event::EventId;
use crate::language::effect::{Effect, Immediate, Operation, Verb, Who};
use crate::night::consequences::joining::join_by_effect;
use crate::night::rulings::apply_rulings::{Answered, AppliedRuling};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::EffectLine;
use crate::war::active_skill::ActiveSkill;

use super::immediate::apply_to_all;
use super::reached::{Reached, reached_by};
use super::{lasting, lessons, marble};

/// Carries out all sentences of the skill except its damage.
pub(crate) fn apply_use(night: &mut Night<'_>, working: &AppliedSkill) {
    if night.war.skill(working.skill).is_marble(working.upgraded) {
        marble::close_marble(night, working);
    }
    lessons::tell_of_places(night, working);
    let mut ready: Vec<Ready> = Vec::new();
    let mut use_conditions = lasting::UseConditions::new();
    for line_index in 0u16.. {
        let Some(joined) = line_at(night, working, line_index).map(|line| line.continues_sentence) else { break };
        // Joined lines happen at one moment: whom they reach is read before any of them is carried out.
        if !joined {
            carry_out_ready(night, working, &mut ready);
        }
        let Some(Effect::Sentence(sentence)) = line_at(night, working, line_index).map(|line| &line.effect) else {
            continue;
        };
        match &sentence.operation {
            Operation::Immediate(what) if sentence.is_at_once() && !lessons::tells_of_location(&what.verb) => {
                let mut reached =
                    reached_by(night, working, &what.who, sentence.condition.as_ref(), what.verb.does_harm());
                // The blows were already struck as hits; only what a blow does to its own user is left (A263).
                if working.struck && night.war.skill(working.skill).blows().any(|(line, _)| line == line_index) {
                    reached.retain(|on| on.who == working.user && what.who != Who::Target);
                }
                ready.push((line_index, what.clone(), reached));
            }
            Operation::Standing(_) if sentence.at_use => {
                use_conditions.insert(line_index, lasting::read_at_use(night.basis(), working, sentence));
            }
            Operation::Immediate(_) | Operation::Standing(_) | Operation::Clause(_) => {}
        }
    }
    carry_out_ready(night, working, &mut ready);
    let answered = night.ask_of_use(working);
    carry_out_answer(night, answered);
    if let Some((active, began)) = lasting::put_use_in_force(night, working, &use_conditions) {
        obey_commands(night, &active, began);
    }
}

/// Lets Servants obey the commands that a skill gives as it comes into force.
pub(crate) fn obey_commands(night: &mut Night<'_>, active: &ActiveSkill, began: EventId) {
    for (servant, command) in night.commands_given(active) {
        let answered = night.begin_to_obey(servant, &command, began);
        carry_out_answer(night, answered);
    }
}

/// Carries out what the GM has answered.
pub(crate) fn carry_out_answer<'a>(night: &mut Night<'a>, answered: Option<Answered<'a>>) {
    if let Some(answered) = answered {
        carry_out_ruling(night, &answered.applied);
        night.forbid(&answered);
    }
}

/// Carries out sentences of the GM: now, or as the Turn begins.
pub(crate) fn carry_out_ruling(night: &mut Night<'_>, said: &AppliedRuling) {
    for sentences in &said.sentences {
        let working = sentences.applied_skill(&night.war);
        if let Some(working) = night.questions.defer(working) {
            apply_use(night, &working);
        }
    }
}

/// Carries out a sentence once on the characters it reaches.
pub(crate) fn apply_immediate(
    night: &mut Night<'_>,
    working: &AppliedSkill,
    what: &Immediate,
    line: u16,
    reached: &[Reached],
) {
    if let Verb::AskGm(sentence) = &what.verb {
        let answered = night.ask_of_triggered(working, sentence);
        carry_out_answer(night, answered);
    } else {
        apply_to_all(night, working, what, line, reached);
    }
}

fn line_at<'n>(night: &'n Night<'_>, working: &AppliedSkill, index: u16) -> Option<&'n EffectLine> {
    night.war.skill(working.skill).effects.get(usize::from(index))
}

/// A sentence ready to be carried out once: the index of its line, what it does, and whom it reaches.
type Ready = (u16, Immediate, Vec<Reached>);

/// Carries out what is ready, on whom it reaches.
fn carry_out_ready(night: &mut Night<'_>, working: &AppliedSkill, ready: &mut Vec<Ready>) {
    for (line, what, reached) in ready.drain(..) {
        apply_immediate(night, working, &what, line, &reached);
        if matches!(what.verb, Verb::Damage { .. }) {
            join_by_effect(night, working, &reached.iter().map(|on| on.who).collect::<Vec<_>>());
        }
    }
}
