//! `Attack Lancer and Archer` with a skill that takes one target: one use on each. `Use Surge and Cut on Lancer`: both
//! on him.

use super::action_checks::used_card;
use crate::language::condition::{Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target, Times};
use crate::perception::view::OwnCharacter;

/// Splits a use on several named targets into one use on each, in the order of their names. The skill must take one
/// target and cost Action Points (R097, R119). `None` if nothing is split: a number could apply to each or to all, and
/// a condition after the names could apply to the last one only.
pub(super) fn split_by_target(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Order<Written>> {
    const LEADS: [&str; 6] = ["if ", "when ", "unless ", "after ", "as soon as ", "once "];
    let begins_with_condition =
        LEADS.iter().any(|lead| words.get(..lead.len()).is_some_and(|start| start.eq_ignore_ascii_case(lead)));
    if order.body.is_conditional() && !begins_with_condition || order.body.branches.len() > 1 {
        return None;
    }
    let mut split = order.clone();
    let mut is_split = false;
    for branch in &mut split.body.branches {
        let actions = std::mem::take(&mut branch.actions);
        for action in actions {
            match use_on_each(&action, actor) {
                Some(uses) => {
                    is_split = true;
                    branch.actions.extend(uses);
                }
                None => branch.actions.push(action),
            }
        }
    }
    is_split.then_some(split)
}

/// Gives a skill without a target the targets of the skill after it, if that one has no verb of its own: `Use Surge
/// and Cut on Lancer`, `Use Quick Hand, then Surge on Lancer twice`. Both must do damage, in the order in which they
/// are written.
pub(super) fn share_next_target(order: &Order<Written>, words: &str, actor: &OwnCharacter) -> Option<Order<Written>> {
    let mut shared = order.clone();
    let mut is_shared = false;
    for branch in &mut shared.body.branches {
        for index in (1..branch.actions.len()).rev() {
            let Some((earlier, [next, ..])) = branch.actions.split_at_mut_checked(index) else { continue };
            let (Some(first), ActionKind::Use { skill, targets: next_targets, .. }) = (earlier.last_mut(), &next.kind)
            else {
                continue;
            };
            let start = next.span.start.checked_sub(order.span.start).and_then(|start| words.get(start..))?;
            let (card, next_card) = (used_card(&first.kind, actor)?, used_card(&next.kind, actor)?);
            if card.damage.is_none() || next_card.damage.is_none() || card.phase > next_card.phase {
                continue;
            }
            let named = without_count(start);
            let has_no_verb = named.get(..skill.text.len()).is_some_and(|name| name.eq_ignore_ascii_case(&skill.text));
            let ActionKind::Use { targets, destination: None, .. } = &mut first.kind else { continue };
            let is_named = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(_)));
            if has_no_verb
                && targets.is_empty()
                && first.delay.is_none()
                && !next_targets.is_empty()
                && next_targets.iter().all(is_named)
            {
                targets.clone_from(next_targets);
                is_shared = true;
            }
        }
    }
    is_shared.then_some(shared)
}

/// The words without a number before them: `1x Cut on Lancer`, `two Cuts on Lancer`.
fn without_count(words: &str) -> &str {
    const NUMBERS: [&str; 5] = ["a", "an", "one", "two", "three"];
    let Some((first, rest)) = words.split_once(' ') else { return words };
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let counts = is_number(first.trim_end_matches('x')) || NUMBERS.iter().any(|word| first.eq_ignore_ascii_case(word));
    if counts { rest } else { words }
}

/// One use on each of the people whom a use names; `None` if it is not to be split.
fn use_on_each(action: &Action<Written>, actor: &OwnCharacter) -> Option<Vec<Action<Written>>> {
    let card = used_card(&action.kind, actor)?;
    if card.max_targets != 1 || card.cost.ap == 0 || card.cost.takes_turn_action || card.cost.takes_full_turn {
        return None;
    }
    let (ActionKind::Use { targets, times: Times::ONCE, destination: None, .. }
    | ActionKind::Attack { targets, times: Times::ONCE }) = &action.kind
    else {
        return None;
    };
    let is_named = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(_)));
    if targets.len() < 2 || !targets.iter().all(is_named) {
        return None;
    }
    let use_on = |target: &Target<Written>| {
        let mut single = action.clone();
        if let ActionKind::Use { targets, .. } | ActionKind::Attack { targets, .. } = &mut single.kind {
            *targets = vec![target.clone()];
        }
        single
    };
    Some(targets.iter().map(use_on).collect())
}
