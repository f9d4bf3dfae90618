//! Two orders for the two cases of one condition that are asked at two moments, so that both may be done (A253).

use super::Checker;
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Predicate, Side, Who, Written};
use crate::language::order::{Action, Moment, Order, Target};

impl Checker<'_> {
    /// `If nobody attacks me, A. If anyone attacks me, B.`: warns that A may be done before anybody attacks, and B
    /// after it. A denial is asked at its order's place, an event is waited for.
    pub(super) fn warn_of_both_cases(&mut self, orders: &[&Order<Written>]) {
        for (index, order) in orders.iter().enumerate() {
            let Some(condition) = only_condition(order) else { continue };
            let other = orders.iter().take(index).find(|above| {
                (only_condition(above).is_some_and(|asked| is_awaited_and_denied(asked, condition))
                    || strikes_whom_it_denies(above, condition))
                    && !is_asked_at_the_end(order, condition)
                    && !only_condition(above).is_some_and(|asked| is_asked_at_the_end(above, asked))
                    && [order, above].iter().any(|one| one.body.waits_for_event() || awaits(one) || strikes_doer(one))
            });
            if let Some(other) = other {
                let message = format!(
                    "both may be done, this and order {}: what is denied is asked at its order's place, and what happens \
                     is waited for to the end of the Turn",
                    other.number
                );
                self.push_warning(codes::BOTH_CASES, order.span, message)
                    .notes
                    .push("one of the two alone: `If C, A; otherwise, B.`, which is asked once".to_owned());
            }
        }
    }
}

/// The deed by which an order without a condition finds whom it strikes: `Attack whoever attacks Rin.`
fn deed_of_target(order: &Order<Written>) -> Option<&Deed<Written>> {
    let mut targets = order.body.actions().flat_map(|action| action.kind.targets());
    let deed = targets.find_map(|target| match target {
        Target::Character(Who::WhoDid(deed)) => Some(&**deed),
        Target::Character(_) | Target::Location(_) | Target::Here => None,
    })?;
    (!deed.is_past && !order.body.is_conditional()).then_some(deed)
}

fn strikes_doer(order: &Order<Written>) -> bool {
    deed_of_target(order).is_some()
}

/// `Attack whoever attacks Rin. If Rin is not attacked, …`: whether an order strikes whoever does what a condition
/// denies.
fn strikes_whom_it_denies(order: &Order<Written>, condition: &Condition<Written>) -> bool {
    let Condition::Not(denied) = condition else { return false };
    let Condition::Is(Predicate::Did(denied)) = &**denied else { return false };
    deed_of_target(order).is_some_and(|deed| {
        denied.act == deed.act || denied.act == Act::IsAttacked && deed.object() == Some(&denied.who)
    })
}

/// Whether an order asks its denial at the end of a phase, when what is denied has had its time.
fn is_asked_at_the_end(order: &Order<Written>, condition: &Condition<Written>) -> bool {
    let is_late = |action: &Action<Written>| order.body.delay_of(action).moment == Moment::End;
    matches!(condition, Condition::Not(_)) && order.body.actions().all(is_late)
}

/// Whether an order waits for `when`.
fn awaits(order: &Order<Written>) -> bool {
    order.body.read_at.awaited.is_some() || order.body.actions().any(|action| action.delay.awaited.is_some())
}

/// The condition of an order that has one and no other case.
fn only_condition(order: &Order<Written>) -> Option<&Condition<Written>> {
    let mut conditions = order.body.conditions();
    let first = conditions.next()?;
    (order.body.branches.len() == 1 && conditions.all(|other| other == first)).then_some(first)
}

/// Whether one condition is what the other denies, of something that is yet to happen.
fn is_awaited_and_denied(one: &Condition<Written>, other: &Condition<Written>) -> bool {
    let is_denial = |a: &Condition<Written>, b: &Condition<Written>| matches!(a, Condition::Not(inner) if **inner == *b || are_alike(inner, b));
    let is_to_come = |statement: &Predicate<Written>| statement.deed().is_some_and(|deed| !deed.is_past);
    // `If he doesn't and Archer is here`: one part denies it.
    let denies = |a: &Condition<Written>, b: &Condition<Written>| match b {
        Condition::All(parts) => parts.iter().any(|part| is_denial(part, a)),
        Condition::AnyOf(_) | Condition::Not(_) | Condition::Is(_) => false,
    };
    (is_denial(one, other) || is_denial(other, one) || denies(one, other))
        && one.statements().into_iter().any(is_to_come)
}

/// Whether two conditions ask the same deed of anybody and of any opponent: `nobody attacks me`, `an opponent attacks
/// me`.
fn are_alike(one: &Condition<Written>, other: &Condition<Written>) -> bool {
    let deed_of_anybody = |asked: &Condition<Written>| match asked {
        Condition::Is(Predicate::Did(deed)) => {
            let is_open =
                matches!(&deed.who, Who::Any(group) if group.filters.is_empty() && group.side != Side::Allies);
            is_open.then(|| deed.act.clone())
        }
        _ => None,
    };
    // `Rin is attacked`: whoever attacks Rin.
    let struck = |asked: &Condition<Written>| {
        let Condition::Is(Predicate::Did(deed)) = asked else { return None };
        (deed.act == Act::IsAttacked).then(|| Act::Attacks(Some(deed.who.clone())))
    };
    let act_of = |asked: &Condition<Written>| deed_of_anybody(asked).or_else(|| struck(asked));
    act_of(one).is_some_and(|act| act_of(other) == Some(act))
}
