//! Collects the people whom an operation names, and what it counts, by walking its tree.

use crate::language::condition::Written;
use crate::language::condition::collectors::PeopleCollector;
use crate::language::visit::{Visit, VisitEffect, VisitEffectMut, VisitMut};

use super::{Affliction, Counted, Operation, Who};

impl<'t> VisitEffect<'t> for PeopleCollector<'t, Written> {
    /// The people in a status's own sentences are not collected.
    fn visit_affliction(&mut self, _: &'t Affliction) {}
}

/// Collects people, except those whose statuses, points or ranks are counted.
struct InvolvedPeople<'t>(Vec<&'t Who>);

impl<'t> Visit<'t, Written> for InvolvedPeople<'t> {
    fn visit_who(&mut self, who: &'t Who) {
        self.0.push(who);
    }
}

impl<'t> VisitEffect<'t> for InvolvedPeople<'t> {
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

struct CountFinder<'t>(Option<&'t Counted>);

impl<'t> Visit<'t, Written> for CountFinder<'t> {}

impl<'t> VisitEffect<'t> for CountFinder<'t> {
    fn visit_affliction(&mut self, _: &'t Affliction) {}

    fn visit_counted(&mut self, counted: &'t Counted) {
        self.0 = Some(counted);
    }
}

impl Operation {
    /// Everybody whom the operation names, once for each place in the tree. A user who is not named (`upgrades`) is
    /// left out.
    pub fn people(&self) -> Vec<&Who> {
        PeopleCollector::of(|people| people.visit_operation(self))
    }

    /// Everybody whom the operation names, except those whose statuses, points or ranks it counts.
    pub fn involved_people(&self) -> Vec<&Who> {
        let mut involved = InvolvedPeople(Vec::new());
        involved.visit_operation(self);
        involved.0
    }

    /// The same places as [`Operation::people`], mutable.
    pub fn people_mut(&mut self) -> Vec<&mut Who> {
        let mut people = PeopleMut(Vec::new());
        people.visit_operation(self);
        people.0
    }

    /// What the operation counts; `None` if it counts nothing.
    pub fn counted(&self) -> Option<&Counted> {
        let mut counts = CountFinder(None);
        counts.visit_operation(self);
        counts.0
    }
}
