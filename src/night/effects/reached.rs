//! The characters that a sentence reaches.

use crate::language::condition::{Condition, Who, Written};
use crate::language::effect::{Cancelled, Immediate, Operation, Sentence, Verb};
use crate::night::state::position::Position;
use crate::night::state::skill_use::AppliedSkill;
use crate::vocabulary::ids::CharacterId;
use crate::war::evaluate::{EvalContext, characters_meant, condition_holds, is_asked_of_each};

use super::lasting;

/// A character that a sentence reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::night) struct Reached {
    pub who: CharacterId,
    /// The targets because of which `who` is reached; empty means all of them.
    pub because_of: Vec<CharacterId>,
}

/// Returns the characters that a sentence means and for whom its condition holds. Harm to a whole group leaves out the
/// user's team.
pub(super) fn reached_by(
    position: &Position,
    working: &AppliedSkill,
    who: &Who<Written>,
    only_if: Option<&Condition<Written>>,
    harm: bool,
) -> Vec<Reached> {
    let mut all: Vec<Reached> = Vec::new();
    // `The target and opponents in this location` reaches each character once, as the first part names them.
    if let Who::OneOf(list) = who {
        for on in list.iter().flat_map(|who| reached_by(position, working, who, only_if, harm)) {
            if all.iter().all(|known| known.who != on.who) {
                all.push(on);
            }
        }
        return all;
    }
    let war = position.basis();
    let of_each = speaks_of_target(who);
    let holds_for = |on: CharacterId, target: Option<CharacterId>| {
        let antecedent = working.antecedent.or(Some(on));
        let each = Some((who, on)).filter(|_| is_asked_of_each(who));
        let peaceful = !war.skill(working.skill).is_attack();
        let inflicted = working.inflicted_on(target);
        let context = EvalContext { antecedent, each, peaceful, inflicted, ..sentence_context(working, target) };
        only_if.is_none_or(|c| condition_holds(war, c, context))
    };
    for target in each_target(who, &working.targets) {
        for on in characters_meant(war, who, sentence_context(working, target)) {
            let out_of_range = who.group().is_some_and(|group| {
                !war.is_in_range(group, working.place, on)
                    || (harm && war.leaves_out_own_team(group, working.used_skill(), on))
            });
            if out_of_range || !position.war.character(on).is_alive() {
                continue;
            }
            // `The user restores 10 Health if the target is Evil`, used on several targets, applies once if any of them
            // is.
            let targets_asked = if of_each { target.as_slice() } else { working.targets.as_slice() };
            let because_of: Vec<CharacterId> =
                targets_asked.iter().copied().filter(|target| holds_for(on, Some(*target))).collect();
            let reaches = if targets_asked.is_empty() { holds_for(on, None) } else { !because_of.is_empty() };
            if reaches {
                let of_all = !of_each && because_of.len() == targets_asked.len();
                all.push(Reached { who: on, because_of: if of_all { Vec::new() } else { because_of } });
            }
        }
    }
    all
}

/// Returns the context in which a sentence of an applied skill is read.
fn sentence_context(working: &AppliedSkill, target: Option<CharacterId>) -> EvalContext<'_> {
    let (here, of_use) = (Some(working.place), Some(working.used.0));
    let (antecedent, bargain) = (working.antecedent, &working.bargain);
    EvalContext { here, antecedent, bargain, of_use, ..EvalContext::of(working.user, target, working.attacker) }
}

/// Returns the targets for which a sentence is carried out: each in turn if it names `the target`, else only the first.
pub(super) fn each_target(who: &Who<Written>, targets: &[CharacterId]) -> Vec<Option<CharacterId>> {
    if speaks_of_target(who) { targets.iter().copied().map(Some).collect() } else { vec![targets.first().copied()] }
}

fn speaks_of_target(who: &Who<Written>) -> bool {
    who.mentions(&|who| *who == Who::Target)
}

/// Returns the characters that a triggered sentence reaches now. A lasting sentence on a group is put on its user.
pub(in crate::night) fn find_reached_now(
    position: &Position,
    working: &AppliedSkill,
    sentence: &Sentence,
) -> Vec<Reached> {
    let Some(who) = sentence.operation.who() else { return Vec::new() };
    match &sentence.operation {
        // The GM is asked, and a skill in force ends, even if the user has just died.
        Operation::Immediate(Immediate {
            verb: Verb::AskGm(_) | Verb::Cancel(Cancelled::This | Cancelled::Named(_)),
            ..
        }) => {
            let antecedent = working.antecedent.or(Some(working.user));
            let target = working.targets.first().copied();
            let context = EvalContext {
                here: Some(working.place),
                antecedent,
                ..EvalContext::of(working.user, target, working.attacker)
            };
            let holds = sentence.condition.as_ref().is_none_or(|c| condition_holds(position.basis(), c, context));
            if holds { vec![Reached { who: working.user, because_of: Vec::new() }] } else { Vec::new() }
        }
        Operation::Standing(_) if lasting::means_groups(who) => {
            reached_by(position, working, &Who::User, sentence.condition.as_ref(), false)
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => {
            reached_by(position, working, who, sentence.condition.as_ref(), sentence.operation.does_harm())
        }
    }
}

/// Whether any part of a sentence names `the attacker`, or somebody through them.
pub(in crate::night) fn speaks_of_attacker(sentence: &Sentence) -> bool {
    sentence.operation.people().into_iter().any(|who| who.mentions(&|who| *who == Who::Attacker))
}
