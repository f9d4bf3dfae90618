//! Conditions on what a partner does by the same letter, and that come before it (R194, R205).

use super::Checker;
use super::awaited_deeds::fulfils_by_order;
use super::canonical_names::same_name;
use crate::language::codes;
use crate::language::condition::{Condition, Deed, Predicate, Who, Written};
use crate::language::order::Order;
use crate::language::order_text;
use crate::perception::view::OwnCharacter;
use crate::vocabulary::phase::Phase;

impl Checker<'_> {
    /// `Saber: If Rin attacks Lancer, A; otherwise, B.` `Rin: Attack Lancer.`: rejects what is asked once, before the
    /// partner's own order can be carried out.
    pub(super) fn reject_partner_deeds_asked_early(&mut self, orders: &[Order<Written>]) {
        let mut rejected: Vec<usize> = Vec::new();
        for order in orders.iter().filter(|order| !order.body.waits_for_event()) {
            let Some(actor) = self.view.own(&order.actor.text).filter(|_| !self.faulty.contains(&order.number)) else {
                continue;
            };
            let guards = order.body.branches.iter().flat_map(|branch| &branch.guards);
            let deeds = guards.flat_map(Condition::statements).filter_map(Predicate::deed);
            let Some((deed, later)) = deeds
                .filter(|deed| !deed.is_past)
                .find_map(|deed| Some((deed, self.find_later(order, deed, actor, orders)?)))
            else {
                continue;
            };
            let words = order_text::guard_text(&Condition::Is(Predicate::Did(deed.clone())));
            let message =
                format!("`{words}` is asked once, before `{}` does so by order {}", later.actor.text, later.number);
            let at_the_end = "after it: `At the end of the Attacking Phase, if C, A; otherwise, B.`";
            let diagnostic = self.push_error(codes::WHOSE_TIME, order.span, message);
            diagnostic.notes.push(format!("to wait for it: `If {words}, A.`, without another case"));
            diagnostic.notes.push(at_the_end.to_owned());
            rejected.push(order.number);
        }
        self.faulty.extend(rejected);
    }

    /// The partner's order by which a deed is done, if it comes after the order that asks for it.
    fn find_later<'o>(
        &self,
        asking: &Order<Written>,
        deed: &Deed<Written>,
        actor: &OwnCharacter,
        orders: &'o [Order<Written>],
    ) -> Option<&'o Order<Written>> {
        let Who::Named(name) = &deed.who else { return None };
        let partner = self.view.own(&name.text).filter(|own| own.name != actor.name)?;
        let asked = self.earliest_turn_time(asking, actor)?;
        orders.iter().find(|other| {
            let is_partners = same_name(&other.actor.text, &partner.name) && !self.faulty.contains(&other.number);
            is_partners
                && other.body.actions().any(|action| {
                    fulfils_by_order(&action.kind, deed, partner)
                        && self.turn_time(other, action, partner).is_some_and(|done| {
                            // Where all act at once nobody sees what another does (R214, R274).
                            let is_at_once = matches!(done.0.in_first_round(), Phase::Instant | Phase::Movement);
                            let is_slower = is_at_once || partner.agi < actor.agi;
                            done > asked || (done == asked && is_slower)
                        })
                })
        })
    }
}
