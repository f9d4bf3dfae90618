//! Effects of one order on another, and actions that come too late for the event they wait for: advice before the
//! letter is sent (R202, R205).

use super::action_checks::{is_attack, used_card};
use super::canonical_names::find_skill_card;
use super::plan::phase_of_action;
use super::{Checker, canonical_names};
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Predicate, Who, Written};
use crate::language::order::{Action, ActionKind, Order, Target, Times};
use crate::language::order_text;
use crate::language::span::Span;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;

/// An action with its order and the phase in which it comes.
type TimedAction<'o> = (&'o Order<Written>, &'o Action<Written>, Phase);

impl Checker<'_> {
    /// Warns of orders of one character that affect each other.
    pub(super) fn warn_of_neighbours(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let placed: Vec<TimedAction<'_>> = orders
            .iter()
            .flat_map(|order| order.body.actions().map(move |action| (*order, action)))
            .filter_map(|(order, action)| Some((order, action, phase_of_action(order, action, actor)?)))
            .collect();
        self.warn_of_carried_away(&placed, actor);
        self.warn_of_no_ap_left(&placed, actor);
        for (order, action, phase) in &placed {
            self.warn_of_late_support((order, action, *phase), actor);
        }
    }

    /// `Use Blink to Bridge. Use Cut on Lancer.`: warns of an attack after a skill that moves its user away from the
    /// target.
    fn warn_of_carried_away(&mut self, placed: &[TimedAction<'_>], actor: &OwnCharacter) {
        let first_warp =
            placed.iter().filter(|(order, ..)| !has_condition_or_waits(order)).find_map(|(order, action, phase)| {
                match &action.kind {
                    ActionKind::Use { destination: Some(to), .. } if action.delay.awaited.is_none() => {
                        (!canonical_names::same_name(&to.text, &actor.at)).then_some((order.number, action, *phase, to))
                    }
                    _ => None,
                }
            });
        let Some((number, warp, warp_phase, destination)) = first_warp else { return };
        let mut left_behind: Vec<(Span, String)> = Vec::new();
        for (order, action, phase) in placed {
            let is_later =
                *phase > warp_phase && order.number != number && !order.after_move && !has_condition_or_waits(order);
            let targets = action.kind.targets();
            let is_left_behind =
                |target: &Target<Written>| matches!(target, Target::Character(who) if self.was_beside(who, actor));
            if is_later && is_attack(&action.kind, actor) && !targets.is_empty() && targets.iter().all(is_left_behind) {
                let words: Vec<_> =
                    targets.iter().map(|target| format!("`{}`", order_text::target_text(target))).collect();
                left_behind.push((action.span, words.join(", ")));
            }
        }
        for (span, whom) in left_behind {
            let message = format!(
                "`{}` comes before: this is done in `{}`, and {whom} was last seen in `{}`",
                order_text::action_kind_text(&warp.kind),
                destination.text,
                actor.at
            );
            let note = "what is to be done first comes in an earlier phase; or put the other off: `at the end of the Attacking Phase`";
            self.push_warning(codes::LEFT_BEHIND, span, message).notes.push(note.to_owned());
        }
    }

    /// Whether somebody was last seen where the actor is.
    fn was_beside(&self, who: &Who<Written>, actor: &OwnCharacter) -> bool {
        let Who::Named(name) = who else { return false };
        let mut known = self.view.known.iter().filter(|known| !known.is_dead && !known.was_by_day);
        known.any(|known| {
            let here =
                known.last_seen.as_ref().is_some_and(|(location, _)| canonical_names::same_name(location, &actor.at));
            here && canonical_names::same_name(&known.name, &name.text)
        })
    }

    /// `Use Cut on Lancer as often as possible. Use Surge on Archer.`: warns of an order below one that takes all AP.
    fn warn_of_no_ap_left(&mut self, placed: &[TimedAction<'_>], actor: &OwnCharacter) {
        let ap_cost = |kind: &ActionKind<Written>| used_card(kind, actor).map_or(0, |card| card.cost.ap);
        let takes_all = |kind: &ActionKind<Written>| kind.facts().times == Times::AsOftenAsPossible;
        let all_ap_use = placed.iter().find(|(order, action, _)| {
            !has_condition_or_waits(order)
                && takes_all(&action.kind)
                && ap_cost(&action.kind) == 1
                && action.delay.is_none()
        });
        let Some((taker_order, all_of_it, phase)) = all_ap_use else { return };
        let later_use = placed.iter().find(|(order, action, at)| {
            order.number > taker_order.number
                && at >= phase
                && !has_condition_or_waits(order)
                && ap_cost(&action.kind) > 0
        });
        let Some((_, action, _)) = later_use else { return };
        let message = format!(
            "`{}` above takes all AP there are: this is used only if that cannot go on",
            order_text::action_kind_text(&all_of_it.kind)
        );
        let note = "say how often the first is used, `2 times`; or put this above it";
        self.push_warning(codes::NOT_ENOUGH_AP, action.span, message).notes.push(note.to_owned());
    }

    /// `When Lancer attacks me, use Guard`: warns of a Support skill that waits for an attack, because it comes after
    /// that attack and does not stop it.
    fn warn_of_late_support(&mut self, (order, action, phase): TimedAction<'_>, actor: &OwnCharacter) {
        let ActionKind::Use { skill, targets, .. } = &action.kind else { return };
        let Some(card) = find_skill_card(actor, &skill.text).filter(|card| card.damage.is_none()) else { return };
        if card.phase != Some(Phase::Support) || phase != Phase::Support || order.after_move {
            return;
        }
        let is_own = |who: &Who<Written>| match who {
            Who::User => true,
            Who::Named(name) => self.view.own(&name.text).is_some(),
            Who::Related(_, of) => **of == Who::User,
            _ => false,
        };
        let only_for_user = targets.iter().all(|target| matches!(target, Target::Character(Who::User)));
        let is_blow_on_own = |deed: &Deed<Written>| match &deed.act {
            Act::Attacks(Some(whom)) | Act::AttacksWith(_, Some(whom)) => {
                !deed.is_past && !is_own(&deed.who) && is_own(whom)
            }
            Act::IsAttacked => !deed.is_past && is_own(&deed.who),
            _ => false,
        };
        let awaited = action.delay.awaited.iter().flat_map(Condition::statements).filter_map(Predicate::deed);
        if only_for_user && awaited.into_iter().any(is_blow_on_own) {
            let message = format!("`{}` comes behind the blow it waits for, and does not meet it", skill.text);
            let note = "to have it before, leave the condition out: it then comes in the Support Phase";
            self.push_warning(codes::BEHIND_THE_BLOW, action.span, message).notes.push(note.to_owned());
        }
    }
}

/// Whether an order has a condition or waits.
fn has_condition_or_waits(order: &Order<Written>) -> bool {
    order.body.is_conditional()
}
