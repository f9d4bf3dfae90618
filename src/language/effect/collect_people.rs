//! Everybody an operation speaks of, and what it counts: by the one walk over the tree.

use crate::language::condition::Written;
use crate::language::condition::collectors::People;
use crate::language::visit::{Visit, VisitEffect, VisitEffectMut, VisitMut};

use super::{Affliction, Counted, Operation, Who};

impl<'t> VisitEffect<'t> for People<'t, Written> {
    /// A status speaks of whoever has it.
    fn visit_affliction(&mut self, _: &'t Affliction) {}
}

/// Everybody but whose statuses, points or ranks are counted.
struct Involved<'t>(Vec<&'t Who>);

impl<'t> Visit<'t, Written> for Involved<'t> {
    fn visit_who(&mut self, who: &'t Who) {
        self.0.push(who);
    }
}

impl<'t> VisitEffect<'t> for Involved<'t> {
    fn visit_affliction(&mut self, _: &'t Affliction) {}
    fn visit_counted(&mut self, _: &'t Counted) {}
}

struct PeopleMut<'t>(Vec<&'t mut Who>);

impl<'t> VisitMut<'t, Written> for PeopleMut<'t> {
    fn visit_who(&mut self, who: &'t mut Who) {
        self.0.push(who);
    }
}

impl<'t> VisitEffectMut<'t> for PeopleMut<'t> {
    fn visit_affliction(&mut self, _: &'t mut Affliction) {}
}

struct Counts<'t>(Option<&'t Counted>);

impl<'t> Visit<'t, Written> for Counts<'t> {}

impl<'t> VisitEffect<'t> for Counts<'t> {
    fn visit_affliction(&mut self, _: &'t Affliction) {}

    fn visit_counted(&mut self, counted: &'t Counted) {
        self.0 = Some(counted);
    }
}

impl Operation {
    /// Everybody this speaks of, each place of the tree once; the user where that is not said (`upgrades`) is none.
    pub fn people(&self) -> Vec<&Who> {
        People::of(|people| people.visit_operation(self))
    }

    /// Everybody it speaks of, but those whose statuses, points or ranks it counts.
    pub fn involved(&self) -> Vec<&Who> {
        let mut involved = Involved(Vec::new());
        involved.visit_operation(self);
        involved.0
    }

    /// The same places as [`Operation::people`], to put somebody else there.
    pub fn people_mut(&mut self) -> Vec<&mut Who> {
        let mut people = PeopleMut(Vec::new());
        people.visit_operation(self);
        people.0
    }

    /// What this counts, each time anew.
    pub fn counted(&self) -> Option<&Counted> {
        let mut counts = Counts(None);
        counts.visit_operation(self);
        counts.0
    }
}
