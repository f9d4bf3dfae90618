//! Whether a statement is about one of several, so that its `or` stands in brackets.

use crate::language::condition::{Filter, Group, Predicate, Who, Written};
use crate::language::visit::Visit;

/// Whether a statement is about one of several: `Lancer or Caster attacks me`, `a Servant or familiar is here`.
pub(super) fn names_several(said: &Predicate<Written>) -> bool {
    let mut several = SeveralSearch(false);
    several.visit_predicate(said);
    several.0
}

/// Looks for lists of people or of kinds.
struct SeveralSearch(bool);

impl Visit<'_, Written> for SeveralSearch {
    fn visit_who(&mut self, who: &Who<Written>) {
        self.0 |= matches!(who, Who::OneOf(_));
        self.walk_who(who);
    }

    fn visit_group(&mut self, group: &Group<Written>) {
        self.0 |= lists_kinds(group);
    }
}

fn lists_kinds(group: &Group<Written>) -> bool {
    group.filters.iter().any(|filter| match filter {
        Filter::AnyOf(_) => true,
        Filter::Not(inner) => matches!(**inner, Filter::AnyOf(_)),
        _ => false,
    })
}
