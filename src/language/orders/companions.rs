//! Those who go together: one sentence, an order for each.

use crate::language::condition::{Name, Relation, Who, Written};
use crate::language::order::Order;
use crate::language::visit::VisitMut;

/// The same order of going for somebody who goes along. Where the writer says `I`, or nobody, it is still the writer who
/// is meant: in `We flee to Bridge if I have less than 50 Health`, of Rin's orders, Saber's hangs on Rin.
pub(super) fn order_of(order: &Order<Written>, companion: Name) -> Order<Written> {
    let mut copy = Order { actor: companion, ..order.clone() };
    let mut writer = Writer(order.actor.clone());
    copy.body.read_at.after.iter_mut().for_each(|event| writer.visit_condition(event));
    for branch in &mut copy.body.branches {
        branch.guards.iter_mut().for_each(|guard| writer.visit_condition(guard));
        for action in &mut branch.actions {
            action.delay.after.iter_mut().for_each(|event| writer.visit_condition(event));
        }
    }
    copy
}

/// Puts the writer in the place of `I`.
struct Writer(Name);

impl VisitMut<'_, Written> for Writer {
    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::User => *who = Who::Named(self.0.clone()),
            // They are of one team.
            Who::Related(Relation::Team, of) if **of == Who::User => {}
            other => self.walk_who(other),
        }
    }
}
