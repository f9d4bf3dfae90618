//! Denied statements: `no opponent is here`, `neither Saber nor Rin is here`.

use super::{Voice, is_everybody};
use crate::language::condition::{Condition, Predicate, Who, Written};

impl Voice {
    /// A denied statement beside others. In an order `no opponent except Lancer is here` says that Lancer is: where the
    /// others do not say so, it is `not (an opponent except Lancer is here)`.
    pub(super) fn denial(self, said: &Predicate<Written>, beside: &[Condition<Written>]) -> String {
        let words = self.predicate(said, true);
        let is_said_of = |who: &Who<Written>| {
            let mut of_excepted = said.clone();
            of_excepted.subject_mut().into_iter().for_each(|subject| *subject = who.clone());
            beside.contains(&Condition::Is(of_excepted))
        };
        let is_of_nobody = self == Voice::Order && words.starts_with("no");
        match said.subject() {
            Some(subject) if is_of_nobody && !subject.excepted_by_name().all(is_said_of) => {
                format!("not ({})", self.predicate(said, false))
            }
            _ => words,
        }
    }

    /// The subject of a statement, whether its verb is plural, and whether the verb is denied. `nobody`, `no opponent`
    /// and `neither` contain the denial.
    pub(super) fn subject_with_denial(self, of: &Who<Written>, deny: bool) -> (String, bool, bool) {
        match of {
            Who::Any(group) if deny && is_everybody(group) => {
                (format!("nobody{}", self.filters_behind(group, false)), false, false)
            }
            Who::Any(group) if deny => (format!("no {}", self.group(group, false)), false, false),
            Who::OneOf(all) if deny => {
                let each: Vec<_> = all.iter().map(|w| self.subject(w).0).collect();
                (format!("neither {}", each.join(" nor ")), false, false)
            }
            _ => {
                let (subject, plural) = self.subject(of);
                (subject, plural, deny)
            }
        }
    }
}
