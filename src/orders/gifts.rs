//! An item that one of a seat's characters gives to another, who uses it: the use comes when it has been received
//! (R202, R205, R352).

use super::Checker;
use super::canonical_names::same_name;
use crate::language::codes;
use crate::language::condition::{Condition, Name, Predicate, Who, Written};
use crate::language::order::{ActionKind, Order};
use crate::perception::view::OwnCharacter;

impl Checker<'_> {
    /// `Rin: Give the Pills to Saber. If Saber is affected by Stun, Saber uses the Pills.`: delays the use until the
    /// gift. Whoever has none of these can mean no other use.
    pub(super) fn delay_uses_to_gifts(&self, orders: &mut [Order<Written>]) {
        let gifts: Vec<Option<Name>> = orders.iter().map(|order| self.find_use_of_gift(order, orders)).collect();
        for (order, item) in orders.iter_mut().zip(gifts) {
            let Some(item) = item else { continue };
            for action in order.body.actions_mut() {
                action.delay.awaited = Some(Condition::Is(Predicate::Holds(Who::User, item.clone())));
            }
        }
    }

    /// The item that an order uses and that its actor has by the gift of another order alone. `None` for an order that
    /// does more, asks about several cases, or says when it is done.
    fn find_use_of_gift(&self, order: &Order<Written>, orders: &[Order<Written>]) -> Option<Name> {
        let actor = self.view.own(&order.actor.text)?;
        let [branch] = order.body.branches.as_slice() else { return None };
        let [action] = branch.actions.as_slice() else { return None };
        let ActionKind::UseItem { item, .. } = &action.kind else { return None };
        let is_plain = order.body.names_no_time()
            && action.delay.is_none()
            && !order.body.waits_for_event()
            && !asks_holding(order)
            && !self.faulty.contains(&order.number);
        let is_had_otherwise = |kind: &ActionKind<Written>| match kind {
            ActionKind::Buy { item: other, .. } | ActionKind::PickUp(other) => same_name(&other.text, &item.text),
            _ => false,
        };
        let is_use = |kind: &ActionKind<Written>| match kind {
            ActionKind::UseItem { item: used, .. } => same_name(&used.text, &item.text),
            _ => false,
        };
        let own_actions =
            || orders.iter().filter(|other| other.actor == order.actor).flat_map(|own| own.body.actions());
        // Of two uses each would wait for the first gift.
        let comes_by_gift = !own_actions().any(|own| is_had_otherwise(&own.kind))
            && own_actions().filter(|own| is_use(&own.kind)).count() == 1;
        let gift = self.find_later_gift(item, actor, orders).filter(|number| !self.faulty.contains(number));
        (is_plain && comes_by_gift && gift.is_some()).then(|| item.clone())
    }

    /// `Rin: Give the Glasses to Saber. Saber uses the Glasses.`: rejects a use of what is given by another order, for
    /// each comes at its own place and the use may come first.
    pub(super) fn reject_use_before_gift(
        &mut self,
        order: &Order<Written>,
        actor: &OwnCharacter,
        orders: &[Order<Written>],
    ) {
        if order.body.actions().any(|action| !order.body.delay_of(action).is_none()) || asks_holding(order) {
            return;
        }
        let mut used = order.body.actions().filter_map(|action| match &action.kind {
            ActionKind::UseItem { item, .. } => Some(item),
            _ => None,
        });
        let found = used.find_map(|item| self.find_later_gift(item, actor, orders).map(|number| (item, number)));
        if let Some((item, number)) = found {
            let item = &item.text;
            let message = format!("`{item}` may be used before order {number} gives it: each comes at its own place");
            self.faulty.push(order.number);
            self.push_error(codes::WHOSE_TIME, order.span, message)
                .notes
                .push(format!("behind the gift: `When {} has {item}, use item {item}.`", actor.name));
        }
    }

    /// The number of an order by which somebody slower gives an item to a character who has none.
    fn find_later_gift(&self, item: &Name, receiver: &OwnCharacter, orders: &[Order<Written>]) -> Option<usize> {
        if receiver.items.iter().any(|held| same_name(held, &item.text)) {
            return None;
        }
        let is_gift = |kind: &ActionKind<Written>| match kind {
            ActionKind::Give { item: gift, to: Who::Named(to) } => {
                same_name(&gift.text, &item.text) && same_name(&to.text, &receiver.name)
            }
            _ => false,
        };
        // Of two of one side the faster acts first (R038).
        let is_later =
            |other: &&Order<Written>| self.view.own(&other.actor.text).is_some_and(|giver| giver.agi < receiver.agi);
        let others = orders.iter().filter(|other| !same_name(&other.actor.text, &receiver.name));
        let found = others.filter(is_later).find(|other| other.body.actions().any(|action| is_gift(&action.kind)));
        found.map(|other| other.number)
    }
}

/// Whether an order asks who holds an item.
fn asks_holding(order: &Order<Written>) -> bool {
    let mut statements = order.body.conditions().flat_map(Condition::statements);
    statements.any(|statement| matches!(statement, Predicate::Holds(..)))
}
