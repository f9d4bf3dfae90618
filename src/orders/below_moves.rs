//! What stands below a move, or below a use that leads elsewhere, and may be meant before it: `Move to Bridge. If
//! attacked, use Parry.`, `Use Teleporter to Bridge. Drop Splint.` (R211–R218, R276).
//!
//! Below a move everything is of the second round, in the place where it leads. Below a use that has its place as all
//! move, everything keeps its own place in the Turn.

use super::canonical_names::same_name;
use super::phrases::{has_words, outside_quotes};
use super::{Checker, faulty_order};
use crate::language::codes;
use crate::language::condition::{Act, Condition, Deed, Predicate, Who, Written};
use crate::language::diagnostic::Diagnostic;
use crate::language::order::{Action, ActionKind, Branch, Delay, Moment, Order, Target};
use crate::language::orders::FaultyOrder;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::text::collapse_whitespace;

/// Words with which an order below a move says that it is of the place where the move leads.
const BEHIND: [&str; 9] = ["second", "2nd", "there", "then", "once", "afterwards", "after", "arrive", "arrival"];

impl Checker<'_> {
    /// Warns of orders below a move that is not accepted: the move does not make them orders of the first round.
    pub(super) fn warn_below_refused_moves(&mut self, orders: &[Order<Written>], unread: &[FaultyOrder]) {
        let faulty = self.faulty.clone();
        let is_refused = |order: &Order<Written>| faulty.contains(&order.number);
        let refused = orders.iter().filter(|order| is_refused(order)).map(faulty_order);
        let refused: Vec<FaultyOrder> = unread.iter().cloned().chain(refused).filter(|order| order.is_move).collect();
        for above in refused {
            let is_of_actor = |actor: &str| same_name(actor, &above.actor);
            let below = orders.iter().filter(|order| is_of_actor(&order.actor.text) && order.number > above.number);
            let mut below = below.take_while(|order| !order.body.branches.iter().any(Branch::moves));
            let Some(first) = below.find(|order| order.after_move && !is_refused(order)) else { continue };
            let has_moved = |order: &Order<Written>| {
                is_of_actor(&order.actor.text)
                    && order.number < first.number
                    && !is_refused(order)
                    && order.body.branches.iter().all(Branch::moves)
            };
            if orders.iter().any(has_moved) {
                continue;
            }
            let words = collapse_whitespace(self.text.get(above.span.range()).unwrap_or_default());
            let message = format!(
                "this stands below `{words}`, which is not accepted: it stays an order of the second round, wherever {} then is",
                first.actor.text
            );
            let warning = Diagnostic::warning(codes::BELOW_A_REFUSED_MOVE, first.span, message);
            self.diagnostics.push(warning.note("correct the move; what is to be done before it stands above it"));
        }
    }

    /// Rejects an order below a move that answers an attack, or names a phase of the first round.
    pub(super) fn reject_open_place_below_move(&mut self, order: &Order<Written>, words: &str) {
        let words = outside_quotes(&words.to_lowercase());
        if !order.after_move || BEHIND.iter().any(|word| has_words(&words, word)) {
            return;
        }
        let names_first_round = |action: &Action<Written>| {
            let Delay { phase, moment, is_second_round, .. } = &action.delay;
            !is_second_round
                && *moment == Moment::Natural
                && phase.is_some_and(|phase| phase.round() == Some(Round::First))
        };
        let message = if order.body.actions().any(names_first_round) {
            "in that phase before the move, or in the second behind it?"
        } else if self.answers_attack(order) {
            "if it happens before the move, or where it leads?"
        } else {
            return;
        };
        let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
        diagnostic.notes.push("before: write this above the move".to_owned());
        diagnostic.notes.push("where it leads: `In the second round, if C, A.`".to_owned());
    }

    /// Whether an order waits for an attack on somebody of the seat.
    fn answers_attack(&self, order: &Order<Written>) -> bool {
        let is_own = |who: &Who<Written>| self.is_of_seat(who);
        let is_attack_on_own = |deed: &Deed<Written>| match &deed.act {
            Act::IsAttacked | Act::IsDamaged => is_own(&deed.who),
            Act::Attacks(_) | Act::AttacksWith(..) | Act::Hits(..) | Act::Damages(..) => {
                !deed.is_past && deed.object().is_some_and(is_own)
            }
            Act::Kills(_) | Act::Uses(..) | Act::UsesKind(_) | Act::UsesNoblePhantasm | Act::UsesCommandSpell => false,
            Act::Enters(_) | Act::Leaves(_) | Act::EntersSpiritForm | Act::LeavesSpiritForm => false,
            Act::Acts | Act::Dies | Act::Flees | Act::Intercepts => false,
        };
        let awaited =
            order.body.read_at.awaited.iter().chain(order.body.actions().filter_map(|of| of.delay.awaited.as_ref()));
        let guards = order.body.conditions().filter(|_| order.body.waits_for_event());
        let mut deeds = awaited.chain(guards).flat_map(Condition::statements).filter_map(Predicate::deed);
        let strikes_attacker =
            |target: &Target<Written>| matches!(target, Target::Character(Who::WhoDid(deed)) if is_attack_on_own(deed));
        deeds.any(is_attack_on_own)
            || order.body.actions().flat_map(|action| action.kind.targets()).any(strikes_attacker)
    }

    /// `Use Teleporter to Bridge. Drop Splint.`: rejects an order below a use that leads elsewhere, if the order comes
    /// before that. Below a move it would come behind.
    pub(super) fn reject_below_use_that_leads(&mut self, orders: &[&Order<Written>], actor: &OwnCharacter) {
        let leads_elsewhere = |action: &&Action<Written>| {
            let (ActionKind::Use { destination, .. } | ActionKind::UseItem { destination, .. }) = &action.kind else {
                return false;
            };
            let targets = action.kind.targets();
            let leads_actor = targets.is_empty() || targets.contains(&Target::Character(Who::User));
            destination.is_some() && action.delay.is_none() && leads_actor
        };
        for (index, order) in orders.iter().enumerate().filter(|(_, order)| !order.after_move) {
            let above = orders.iter().take(index).filter(|above| above.span != order.span);
            let leads =
                above.flat_map(|above| above.body.actions().filter(leads_elsewhere).map(|action| (*above, action)));
            let left = leads.filter_map(|(above, action)| self.turn_time(above, action, actor)).max();
            // What leads elsewhere before all move has its place among the other skills.
            let left = left.filter(|(phase, _)| phase.in_first_round() == Phase::Movement);
            let own = order.body.actions().filter_map(|action| self.turn_time(order, action, actor)).min();
            if left.zip(own).is_some_and(|(left, own)| own < left) {
                let message = "before its actor is led elsewhere, as it stands in the Turn, or behind that?";
                let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
                diagnostic.notes.push("before: write this above that".to_owned());
                diagnostic.notes.push("behind: `In the second round, A.`".to_owned());
                self.faulty.push(order.number);
            }
        }
    }
}
