//! What stands above a move and is of the place that the move leaves: `Attack Lancer here, then move to the Bridge.`
//! (R211–R218, R276).
//!
//! An order that was not carried out in the first round comes up again in the second. One that says `here`, or is
//! followed by `then move`, is of the place where its actor was: behind the move it is not carried out.

use super::Checker;
use super::canonical_names::same_name;
use super::phrases::has_words;
use super::plan::phase_of_action;
use crate::language::codes;
use crate::language::condition::{Act, Condition, Filter, Naming, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target};
use crate::language::order_text;
use crate::language::visit::Visit;
use crate::perception::view::OwnCharacter;

impl Checker<'_> {
    /// Marks the orders that are not carried out behind a move of their actor's.
    pub(super) fn mark_orders_before_moves(&self, orders: &mut [Order<Written>]) {
        let is_marked = |(index, order): (usize, &Order<Written>)| {
            let of_actor = |other: &&Order<Written>| same_name(&other.actor.text, &order.actor.text);
            let mut below = orders.iter().skip(index + 1).filter(of_actor);
            // `A, then move with Rin` is one sentence and an order for each of the two.
            let next_is_then_move = below.clone().next().is_some_and(|next| {
                let is_of_sentence = next.span == order.span && order.actor.text == next.actor.text;
                moves(next) && (is_of_sentence || self.begins_with_then(next))
            });
            let is_above_move = below.any(moves);
            !order.after_move
                && !only_moves(order)
                && (next_is_then_move
                    || order.body.branches.iter().any(|branch| is_followed_by_move(&branch.actions))
                    || (is_above_move && (says_own_place(order) || self.says_place_or_first(order))))
        };
        let marked: Vec<bool> = orders.iter().enumerate().map(is_marked).collect();
        for (order, is_marked) in orders.iter_mut().zip(marked) {
            order.before_move = is_marked;
        }
    }

    /// Whether the words of an order say `here`, or that it is done first.
    fn says_place_or_first(&self, order: &Order<Written>) -> bool {
        let words = self.words_of(order).to_lowercase();
        let is_first = words.starts_with("first") || words.trim_end_matches(['.', '!']).ends_with(" first");
        is_first || self.says_place(order)
    }

    /// Whether the words of an order say `here`.
    fn says_place(&self, order: &Order<Written>) -> bool {
        let words = self.words_of(order).to_lowercase();
        ["here", "this location", "this place", "now"].iter().any(|place| has_words(&words, place))
    }

    /// Whether an order begins with `then`.
    fn begins_with_then(&self, order: &Order<Written>) -> bool {
        let words = self.words_of(order).to_lowercase();
        ["then", "and then", "after that", "afterwards"].iter().any(|then| words.starts_with(then))
    }

    /// `If Lancer is here, attack him. Use Blink to Bridge.`: rejects `here` in an order above a skill that has taken
    /// its actor elsewhere by then.
    pub(super) fn reject_here_before_warp(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let mut rejected: Vec<usize> = Vec::new();
        for warping in orders.iter().filter(|order| !order.body.is_conditional()) {
            let Some((warp, to)) = warping.body.actions().find_map(|action| warp_of(action, actor)) else { continue };
            let Some(warp_phase) = phase_of_action(warping, warp, actor) else { continue };
            for order in orders.iter().filter(|order| order.number < warping.number && !order.after_move) {
                let says_place = says_own_place(order) || self.says_place(order);
                let comes_later = |action: &Action<Written>| {
                    phase_of_action(order, action, actor).is_some_and(|phase| phase > warp_phase)
                };
                if !says_place || only_moves(order) || !order.body.actions().all(comes_later) {
                    continue;
                }
                let words = order_text::action_kind_text(&warp.kind);
                let message = format!("`here` is `{}` where it stands, and `{words}` comes before this", actor.at);
                self.push_error(codes::HERE_OR_THERE, order.span, message).notes.extend([
                    format!(
                        "of `{}`: put the other off, `In the second round, …` or `At the end of the … Phase, …`",
                        actor.at
                    ),
                    format!("of `{to}`: write it below, or name the place: `If Lancer is in {to}, …`"),
                ]);
                rejected.push(order.number);
            }
        }
        self.faulty.extend(rejected);
    }

    /// `Tell Illya: "Truce?" if Archer is here. Flee to the Bridge.`: rejects `here` in words above a move. What is
    /// said is said as the Turn ends, where the move leads.
    pub(super) fn reject_here_of_words_before_move(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let says = |action: &Action<Written>| {
            matches!(action.kind, ActionKind::Tell { .. } | ActionKind::Say(_) | ActionKind::Pact(..))
        };
        let mut rejected: Vec<usize> = Vec::new();
        for (index, order) in orders.iter().enumerate() {
            let below = orders.iter().skip(index + 1).filter(|below| !below.body.is_conditional());
            let goal = below.flat_map(|below| below.body.actions()).find_map(|action| match &action.kind {
                ActionKind::Move(to) | ActionKind::Flee(to) => Some(to.text.clone()),
                _ => None,
            });
            let Some(to) = goal.filter(|_| order.body.actions().all(says)) else { continue };
            if order.after_move || !order.body.conditions().any(asks_of_own_place) {
                continue;
            }
            let message = format!("`here`: in `{}` before the move, or in `{to}`, where this is said?", actor.at);
            self.push_error(codes::HERE_OR_THERE, order.span, message).notes.extend([
                "what is said is said as the Turn ends, after the move: leave the condition out".to_owned(),
                format!("of where it is said: name the place, `If Archer is in {to}, …`"),
            ]);
            rejected.push(order.number);
        }
        self.faulty.extend(rejected);
    }

    /// `Flee to the Bridge. If Lancer is here, attack him.`: rejects `here` in an order below a flight. Below `Move to`
    /// an order is of the new place; below `Flee to` it is done before the flight, where its actor stands (R276).
    pub(super) fn reject_here_below_flight(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let flight_of = |order: &Order<Written>| {
            order.body.actions().find_map(|action| match &action.kind {
                ActionKind::Flee(to) => Some(to.text.clone()),
                _ => None,
            })
        };
        let mut rejected: Vec<usize> = Vec::new();
        for (index, order) in orders.iter().enumerate() {
            let above = orders.iter().take(index).filter(|above| !above.body.is_conditional());
            let Some(to) = above.filter_map(|above| flight_of(above)).next_back() else { continue };
            let asks_of_place = order.body.conditions().any(asks_of_own_place) || self.says_place(order);
            let has_own_time = order.body.actions().any(|action| !order.body.delay_of(action).is_none());
            if order.after_move || only_moves(order) || has_own_time || !asks_of_place {
                continue;
            }
            let message = format!("`here`: in `{}` before the flight, or in `{to}` after it?", actor.at);
            self.push_error(codes::HERE_OR_THERE, order.span, message).notes.extend([
                "before it: write this above the flight".to_owned(),
                format!("after it: name the place, `In the second round, if Lancer is in {to}, …`"),
            ]);
            rejected.push(order.number);
        }
        self.faulty.extend(rejected);
    }
}

/// A use of a skill that takes its user elsewhere at its own time, and where to.
fn warp_of<'o>(action: &'o Action<Written>, actor: &OwnCharacter) -> Option<(&'o Action<Written>, &'o str)> {
    let ActionKind::Use { destination: Some(to), .. } = &action.kind else { return None };
    let is_elsewhere = action.delay.awaited.is_none() && !same_name(&to.text, &actor.at);
    is_elsewhere.then_some((action, to.text.as_str()))
}

/// Whether an action leads its actor, or others, to another place.
pub(crate) const fn leads_elsewhere<N: Naming>(kind: &ActionKind<N>) -> bool {
    matches!(kind, ActionKind::Move(_) | ActionKind::Flee(_) | ActionKind::Use { destination: Some(_), .. })
}

fn moves(order: &Order<Written>) -> bool {
    order.body.actions().any(|action| leads_elsewhere(&action.kind))
}

fn only_moves(order: &Order<Written>) -> bool {
    order.body.actions().all(|action| leads_elsewhere(&action.kind) || action.kind == ActionKind::Stay)
}

/// Whether a branch's actions are followed by a move: `A, then move to Bridge`.
fn is_followed_by_move(actions: &[Action<Written>]) -> bool {
    actions.last().is_some_and(|last| leads_elsewhere(&last.kind)) && actions.len() > 1
}

/// Whether an order says `here` of whom it strikes or asks about.
fn says_own_place(order: &Order<Written>) -> bool {
    let mut sought = OwnPlace(false);
    order.body.conditions().for_each(|condition| sought.visit_condition(condition));
    for action in order.body.actions() {
        sought.0 |= action.kind.targets().contains(&Target::Here);
        sought.visit_action_kind(&action.kind);
    }
    sought.0
}

/// Whether a condition asks about the place of whoever asks: `here`, `this location`.
pub(super) fn asks_of_own_place(condition: &Condition<Written>) -> bool {
    let mut sought = OwnPlace(false);
    sought.visit_condition(condition);
    sought.0
}

/// A visitor that looks for `here`.
struct OwnPlace(bool);

impl Visit<'_, Written> for OwnPlace {
    fn visit_predicate(&mut self, statement: &Predicate<Written>) {
        self.0 |= matches!(
            statement,
            Predicate::IsIn(_, None) | Predicate::IsWith(_, Who::User) | Predicate::Count(_, _, _, None)
        );
        self.walk_predicate(statement);
    }

    fn visit_act(&mut self, act: &Act<Written>) {
        self.0 |= matches!(act, Act::Enters(None) | Act::Leaves(None));
        self.walk_act(act);
    }

    fn visit_filter(&mut self, filter: &Filter<Written>) {
        self.0 |= matches!(filter, Filter::Here);
        self.walk_filter(filter);
    }
}
