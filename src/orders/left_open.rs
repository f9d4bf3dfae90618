//! Orders that leave open what they mean: one of those found or all of them, which orders are called off.

use super::Checker;
use super::action_checks::card;
use crate::language::codes;
use crate::language::condition::{Condition, Group, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Branch, Order, Target};
use crate::language::order_text;
use crate::perception::view::OwnCharacter;

impl Checker<'_> {
    /// `If an opponent is here, use Whirlwind on that opponent`, of a skill that strikes several: one of them, or all?
    pub(super) fn one_or_all(&mut self, order: &Order<Written>, actor: &OwnCharacter) {
        for (branch, action) in order.body.branches.iter().flat_map(|b| b.actions.iter().map(move |a| (b, a))) {
            let Some(group) = found_by_state(branch).filter(|_| strikes_several(action, actor)) else { continue };
            let words = |who: Who<Written>| order_text::target(&Target::Character(who));
            let (one, all) = (words(Who::Any(group.clone())), words(Who::Every(group.clone())));
            let message = "one of those of whom the condition holds, or all of them?";
            let fault = self.error(codes::WHOM, action.span, message);
            fault.notes.push(format!("write `on {one}` or `on {all}`"));
        }
    }

    /// `Attack Lancer. If Archer is here, do nothing.`: what is not to be done then stands in an order of its own.
    pub(super) fn called_off(&mut self, orders: &[&Order<Written>], words: impl Fn(&Order<Written>) -> String) {
        let idle = |order: &Order<Written>| order.body.actions().all(|action| action.kind == ActionKind::Stay);
        let says_nothing = |order: &Order<Written>| {
            let said = words(order).to_lowercase();
            ["nothing", "anything"].iter().any(|word| said.contains(word))
        };
        if orders.iter().all(|order| idle(order)) {
            return;
        }
        for order in orders.iter().filter(|order| idle(order) && order.body.hangs() && says_nothing(order)) {
            let message = "`do nothing` calls no other order off: those stand whether or not this is so";
            self.error(codes::UNCHANGED_BY_NOTHING, order.span, message)
                .notes
                .push("put the condition at what is not to be done then: `Unless C, attack …`".to_owned());
            self.faulty.push(order.number);
        }
    }
}

/// Of which group the conditions of a branch find somebody by how it is, and not by what they did.
fn found_by_state(branch: &Branch<Written>) -> Option<&Group<Written>> {
    let said = branch.guards.iter().flat_map(Condition::statements);
    said.filter(|said| said.deed().is_none()).find_map(|said| match said {
        Predicate::IsIn(Who::Any(group), _)
        | Predicate::Has(Who::Any(group), _)
        | Predicate::Among(Who::Any(group), _) => Some(group),
        _ => None,
    })
}

/// Whether an action takes several targets and means those whom its condition finds.
fn strikes_several(action: &Action<Written>, actor: &OwnCharacter) -> bool {
    let ActionKind::Use { skill, targets, .. } = &action.kind else { return false };
    let several = card(actor, &skill.text).is_some_and(|card| card.max_targets > 1);
    several && targets.iter().any(|target| matches!(target, Target::Character(Who::Antecedent)))
}
