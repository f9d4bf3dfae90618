//! Effects of one order on another, and actions that come too late for the event they wait for: advice before the
//! letter is sent (R202, R205).

use super::Checker;
use super::action_checks::{is_attack, used_card};
use super::canonical_names::{find_skill_card, same_name};
use super::own_side::own_people;
use super::phrases::has_words;
use super::plan::phase_of_action;
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
    /// `Use Parry. Keep Parry for Gae Bolg.` · `Only use Surge on Archer if he attacks Rin. Surge Archer twice.`:
    /// rejects an order that does what another keeps for its own condition.
    pub(super) fn reject_use_beside_restriction(&mut self, orders: &[&Order<Written>]) {
        let mut broken: Vec<(usize, Span, String, usize)> = Vec::new();
        for order in orders.iter().filter(|order| order.body.is_conditional() && self.restricts(order)) {
            for other in orders.iter().filter(|other| other.number != order.number && other.span != order.span) {
                let kept = order.body.actions().find(|kept| other.body.actions().any(|done| is_same_use(kept, done)));
                if let Some(ActionKind::Use { skill, .. }) = kept.map(|action| &action.kind) {
                    broken.push((other.number, other.span, skill.text.clone(), order.number));
                }
            }
        }
        for (number, span, skill, by) in broken {
            let message = format!("order {by} keeps `{skill}` for its own condition, and this uses it besides");
            self.push_error(codes::WHOM, span, message)
                .notes
                .push("leave one of the two out, or leave out `only` and `keep`".to_owned());
            self.faulty.push(number);
        }
    }

    /// Whether the words of an order keep its skill for its condition: `only use Surge if …`, `keep Parry for …`.
    fn restricts(&self, order: &Order<Written>) -> bool {
        let words = self.words_of(order).to_lowercase();
        let begins = ["only ", "keep ", "save ", "reserve ", "hold "].iter().any(|head| words.starts_with(head));
        begins || ["only if", "only when", "only against", "only for"].iter().any(|only| has_words(&words, only))
    }

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
                        (!same_name(&to.text, &actor.at)).then_some((order.number, action, *phase, to))
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
    pub(super) fn was_beside(&self, who: &Who<Written>, actor: &OwnCharacter) -> bool {
        let Who::Named(name) = who else { return false };
        let mut known = self.view.known.iter().filter(|known| !known.is_dead && !known.was_by_day);
        known.any(|known| {
            let here = known.last_seen.as_ref().is_some_and(|(location, _)| same_name(location, &actor.at));
            here && same_name(&known.name, &name.text)
        })
    }

    /// `Use Cut on Lancer as often as possible. Use Surge on Archer.`: warns of an order below one that takes all AP.
    /// `Use Final Strike on Lancer. Attack Archer with the rest of my AP.`: rejects a use that would take the AP of
    /// what stands above it and comes later. The rest is what the others leave, so it is a number.
    fn warn_of_no_ap_left(&mut self, placed: &[TimedAction<'_>], actor: &OwnCharacter) {
        let ap_cost = |kind: &ActionKind<Written>| used_card(kind, actor).map_or(0, |card| card.cost.ap);
        let takes_all = |kind: &ActionKind<Written>| kind.facts().times == Times::AsOftenAsPossible;
        let all_ap_use = placed.iter().position(|(order, action, _)| {
            !has_condition_or_waits(order)
                && takes_all(&action.kind)
                && ap_cost(&action.kind) == 1
                && action.delay.is_none()
        });
        let Some(at_taker) = all_ap_use else { return };
        let Some((taker_order, all_of_it, phase)) = placed.get(at_taker) else { return };
        let comes_later = |(order, action, at): &TimedAction<'_>| {
            at > phase || (at == phase && (!action.delay.is_none() || order.body.waits_for_event() || waits(order)))
        };
        let others = || {
            let needs_ap = |(_, action, _): &&TimedAction<'_>| ap_cost(&action.kind) > 0 && !takes_all(&action.kind);
            placed.iter().enumerate().filter(|(at, _)| *at != at_taker).map(|(_, other)| other).filter(needs_ap)
        };
        let is_above = |other: &TimedAction<'_>| other.0.number < taker_order.number;
        let is_sure = |other: &&TimedAction<'_>| !has_condition_or_waits(other.0);
        let starved = others()
            .filter(is_sure)
            .find(|other| comes_later(other) && (is_above(other) || other.0.number == taker_order.number));
        if let Some(starved) = starved {
            let needs = others()
                .filter(is_sure)
                .map(|(_, action, _)| ap_cost(&action.kind).saturating_mul(action.kind.facts().times.at_most()));
            let needed = needs.fold(0, u32::saturating_add);
            return self.reject_starving((*taker_order, *all_of_it, *phase), *starved, needed, actor);
        }
        if let Some((_, action, _)) = others().find(|other| is_above(other) && comes_later(other)) {
            let message = format!(
                "this takes all AP there are: `{}` above, which may come later, finds none then",
                order_text::action_kind_text(&action.kind)
            );
            self.push_warning(codes::NOT_ENOUGH_AP, all_of_it.span, message)
                .notes
                .push("say how often, so that enough is left: `2 times`".to_owned());
            return;
        }
        let later_use = others()
            .find(|(order, _, at)| order.number > taker_order.number && at >= phase && !has_condition_or_waits(order));
        let Some(later @ (_, action, _)) = later_use else { return };
        let message = format!(
            "`{}` above takes all AP there are: this is used only if that cannot go on",
            order_text::action_kind_text(&all_of_it.kind)
        );
        let note = match comes_later(later) {
            true => "say how often the first is used, `2 times`",
            false => "say how often the first is used, `2 times`; or put this above it",
        };
        self.push_warning(codes::NOT_ENOUGH_AP, action.span, message).notes.push(note.to_owned());
    }

    /// Rejects a use of all AP before one that comes later and is ordered as surely.
    fn reject_starving(&mut self, taker: TimedAction<'_>, starved: TimedAction<'_>, needed: u32, actor: &OwnCharacter) {
        let message = format!(
            "how often? `{}` comes later and needs AP, and this would take all there are before it",
            order_text::action_kind_text(&starved.1.kind)
        );
        let note = match actor.ap.saturating_sub(needed) {
            0 => format!("of {} AP nothing is left for this: leave it out", actor.ap),
            1 => format!("say the number that leaves enough: of {} AP 1 is left, so `once`", actor.ap),
            left => format!("say the number that leaves enough: of {} AP {left} are left, so `{left} times`", actor.ap),
        };
        self.push_error(codes::HOW_MANY, taker.1.span, message).notes.push(note);
        self.faulty.push(taker.0.number);
    }

    /// `When Lancer attacks me, use Guard`: warns of a Support skill that waits for an attack, because it comes after
    /// that attack and does not stop it.
    fn warn_of_late_support(&mut self, (order, action, phase): TimedAction<'_>, actor: &OwnCharacter) {
        let ActionKind::Use { skill, targets, .. } = &action.kind else { return };
        let Some(card) = find_skill_card(actor, &skill.text).filter(|card| card.damage.is_none()) else { return };
        if card.phase != Some(Phase::Support) || phase != Phase::Support || order.after_move {
            return;
        }
        // A partner may be another seat's.
        let is_partner = |who: &Who<Written>| matches!(who, Who::Related(_, of) if **of == Who::User);
        let is_own = |who: &Who<Written>| own_people(who, actor, self.view).is_some() || is_partner(who);
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

/// Whether an order waits for `when`.
fn waits(order: &Order<Written>) -> bool {
    order.body.read_at.awaited.is_some() || order.body.actions().any(|action| action.delay.awaited.is_some())
}

/// Whether two actions use one skill on the same target, or on targets that may be the same.
fn is_same_use(one: &Action<Written>, other: &Action<Written>) -> bool {
    let (ActionKind::Use { skill, targets, .. }, ActionKind::Use { skill: same, targets: others, .. }) =
        (&one.kind, &other.kind)
    else {
        return false;
    };
    let is_certain = |target: &Target<Written>| matches!(target, Target::Character(Who::Named(_) | Who::User));
    let share = targets.is_empty() || others.is_empty() || targets.iter().any(|target| others.contains(target));
    let may_share = !targets.iter().all(is_certain) || !others.iter().all(is_certain);
    same_name(&skill.text, &same.text) && (share || may_share)
}
