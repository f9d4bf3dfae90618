//! What is often looked for in a tree, each by the one walk ([`crate::language::visit`]).

use super::{Condition, Naming, Predicate, Who, Written};
use crate::language::visit::{Visit, VisitMut};

/// Everybody a node names, each place once and in order; not whom they are told by.
pub struct People<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> People<'t, N> {
    /// Everybody whom a walk comes by.
    pub fn of(walk: impl FnOnce(&mut Self)) -> Vec<&'t Who<N>> {
        let mut people = People(Vec::new());
        walk(&mut people);
        people.0
    }
}

impl<'t, N: Naming> Visit<'t, N> for People<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.0.push(who);
    }
}

/// Whether somebody is named of whom a test holds, or told by them.
pub(super) struct Mentions<'f, F> {
    test: &'f F,
    pub(super) found: bool,
}

impl<'f, F> Mentions<'f, F> {
    pub(super) const fn new(test: &'f F) -> Self {
        Mentions { test, found: false }
    }
}

impl<'t, N: Naming, F: Fn(&Who<N>) -> bool> Visit<'t, N> for Mentions<'_, F> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        self.found |= (self.test)(who);
        self.walk_who(who);
    }
}

struct Roots<'t, N: Naming>(Vec<&'t Who<N>>);

impl<'t, N: Naming> Visit<'t, N> for Roots<'t, N> {
    fn visit_who(&mut self, who: &'t Who<N>) {
        match who {
            Who::Related(..) | Who::OneOf(_) => self.walk_who(who),
            root => self.0.push(root),
        }
    }
}

/// Those by whom somebody is told, through bonds and lists.
pub(super) fn roots<N: Naming>(who: &Who<N>) -> Vec<&Who<N>> {
    let mut roots = Roots(Vec::new());
    roots.visit_who(who);
    roots.0
}

struct Statements<'t, N: Naming> {
    all: Vec<&'t Predicate<N>>,
    /// Those under a `not` too.
    denied: bool,
}

impl<'t, N: Naming> Visit<'t, N> for Statements<'t, N> {
    fn visit_condition(&mut self, condition: &'t Condition<N>) {
        if self.denied || !matches!(condition, Condition::Not(_)) {
            self.walk_condition(condition);
        }
    }

    fn visit_predicate(&mut self, predicate: &'t Predicate<N>) {
        self.all.push(predicate);
    }
}

/// Every statement of a condition, in order.
pub(super) fn statements<N: Naming>(condition: &Condition<N>) -> Vec<&Predicate<N>> {
    let mut statements = Statements { all: Vec::new(), denied: true };
    statements.visit_condition(condition);
    statements.all
}

/// Every statement of a condition that is not denied, in order.
pub(crate) fn asserted<N: Naming>(condition: &Condition<N>) -> Vec<&Predicate<N>> {
    let mut statements = Statements { all: Vec::new(), denied: false };
    statements.visit_condition(condition);
    statements.all
}

struct StatementsMut<'t>(Vec<&'t mut Predicate<Written>>);

impl<'t> VisitMut<'t, Written> for StatementsMut<'t> {
    fn visit_predicate(&mut self, predicate: &'t mut Predicate<Written>) {
        self.0.push(predicate);
    }
}

/// Every statement of a condition, in order, to be said otherwise.
pub(super) fn statements_mut(condition: &mut Condition<Written>) -> Vec<&mut Predicate<Written>> {
    let mut statements = StatementsMut(Vec::new());
    statements.visit_condition(condition);
    statements.0
}
