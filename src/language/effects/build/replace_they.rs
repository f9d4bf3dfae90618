//! Replaces `they` with the person whom it means.

use crate::language::condition::{Condition, Deed, Predicate, Who, Written};
use crate::language::visit::VisitMut;

/// Replaces `they` with a person, wherever it stands.
struct TheyReplacer<'w>(&'w Who<Written>);

impl VisitMut<'_, Written> for TheyReplacer<'_> {
    fn visit_predicate(&mut self, predicate: &mut Predicate<Written>) {
        match predicate {
            Predicate::IsWith(who, Who::Antecedent) => self.visit_who(who),
            other => self.walk_predicate(other),
        }
    }

    fn visit_who(&mut self, who: &mut Who<Written>) {
        match who {
            Who::Antecedent => *who = self.0.clone(),
            other => self.walk_who(other),
        }
    }
}

pub(super) fn replace_in_condition(condition: &mut Condition<Written>, by: &Who<Written>) {
    TheyReplacer(by).visit_condition(condition);
}

pub(super) fn replace_in_deed(deed: &mut Deed<Written>, by: &Who<Written>) {
    TheyReplacer(by).visit_deed(deed);
}

pub(super) fn replace_in_who(who: &mut Who<Written>, by: &Who<Written>) {
    TheyReplacer(by).visit_who(who);
}
