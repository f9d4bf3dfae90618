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
    pub character: CharacterId,
    /// The targets because of which `who` is reached; empty means all of them.
    pub because_of: Vec<CharacterId>,
}

/// Returns the characters that a sentence means and for whom its condition holds. Harm to a whole group leaves out the
/// user's team.
pub(super) fn find_reached(
    position: &Position,
    applied: &AppliedSkill,
    who: &Who<Written>,
    only_if: Option<&Condition<Written>>,
    is_harm: bool,
) -> Vec<Reached> {
    let mut reached: Vec<Reached> = Vec::new();
    // `The target and opponents in this location` reaches each character once, as the first part names them.
    if let Who::OneOf(list) = who {
        for recipient in list.iter().flat_map(|who| find_reached(position, applied, who, only_if, is_harm)) {
            if reached.iter().all(|known| known.character != recipient.character) {
                reached.push(recipient);
            }
        }
        return reached;
    }
    let war = position.basis();
    let is_read_for_each = speaks_of_target(who);
    let holds_for = |recipient: CharacterId, target: Option<CharacterId>| {
        let antecedent = applied.antecedent.or(Some(recipient));
        let each = Some((who, recipient)).filter(|_| is_asked_of_each(who));
        let is_peaceful = !war.skill(applied.skill).is_attack();
        let (inflicted, hits) = (applied.inflicted_on(target), applied.hits_on(target));
        let context =
            EvalContext { antecedent, each, is_peaceful, inflicted, hits, ..sentence_context(applied, target) };
        only_if.is_none_or(|c| condition_holds(war, c, context))
    };
    // If nobody is left whom it struck, nothing is so of them, and nothing is not so.
    let asks_of_nobody = applied.targets.is_empty() && only_if.is_some_and(Condition::asks_of_target);
    for target in each_target(who, &applied.targets) {
        for recipient in characters_meant(war, who, sentence_context(applied, target)) {
            let is_out_of_range = who.group().is_some_and(|group| {
                !war.is_in_range(group, applied.location, recipient)
                    || (is_harm && war.leaves_out_own_team(group, applied.used_skill(), recipient))
            });
            if is_out_of_range || !position.war.character(recipient).is_alive() {
                continue;
            }
            // `The user restores 10 Health if the target is Evil`, used on several targets, applies once if any of them
            // is.
            let targets_asked = if is_read_for_each { target.as_slice() } else { applied.targets.as_slice() };
            let because_of: Vec<CharacterId> =
                targets_asked.iter().copied().filter(|target| holds_for(recipient, Some(*target))).collect();
            let is_reached = if targets_asked.is_empty() {
                !asks_of_nobody && holds_for(recipient, None)
            } else {
                !because_of.is_empty()
            };
            if is_reached {
                let is_for_all_targets = !is_read_for_each && because_of.len() == targets_asked.len();
                reached.push(Reached {
                    character: recipient,
                    because_of: if is_for_all_targets { Vec::new() } else { because_of },
                });
            }
        }
    }
    reached
}

/// Returns the context in which a sentence of an applied skill is read.
fn sentence_context(applied: &AppliedSkill, target: Option<CharacterId>) -> EvalContext<'_> {
    let (this_location, use_event) = (Some(applied.location), Some(applied.use_event.0));
    let (antecedent, bargain) = (applied.antecedent, &applied.bargain);
    EvalContext {
        this_location,
        antecedent,
        bargain,
        use_event,
        ..EvalContext::of(applied.user, target, applied.attacker)
    }
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
    applied: &AppliedSkill,
    sentence: &Sentence,
) -> Vec<Reached> {
    let Some(who) = sentence.operation.who() else { return Vec::new() };
    match &sentence.operation {
        // The GM is asked, and a skill in force ends, even if the user has just died.
        Operation::Immediate(Immediate {
            verb: Verb::AskGm(_) | Verb::Cancel(Cancelled::This | Cancelled::Named(_)),
            ..
        }) => {
            let antecedent = applied.antecedent.or(Some(applied.user));
            let target = applied.targets.first().copied();
            let context = EvalContext {
                this_location: Some(applied.location),
                antecedent,
                ..EvalContext::of(applied.user, target, applied.attacker)
            };
            let is_met = sentence.condition.as_ref().is_none_or(|c| condition_holds(position.basis(), c, context));
            if is_met { vec![Reached { character: applied.user, because_of: Vec::new() }] } else { Vec::new() }
        }
        Operation::Standing(_) if lasting::means_groups(who) => {
            find_reached(position, applied, &Who::User, sentence.condition.as_ref(), false)
        }
        Operation::Standing(_) | Operation::Immediate(_) | Operation::Clause(_) => {
            find_reached(position, applied, who, sentence.condition.as_ref(), sentence.operation.does_harm())
        }
    }
}

/// Whether any part of a sentence names `the attacker`, or somebody through them.
pub(in crate::night) fn speaks_of_attacker(sentence: &Sentence) -> bool {
    sentence.operation.people().into_iter().any(|who| who.mentions(&|who| *who == Who::Attacker))
}
