//! Statements about several people together: `Lancer and Archer are here`, `the user and their Master are in the same
//! location`.

use super::people::bind_possessives;
use super::{ConditionReader, Rule, build_conjunction, has_pair, negated_if, never, simple_condition, values};
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::pairs::{Pair, Pairs};

impl ConditionReader<'_> {
    /// `Saber and I are apart`.
    pub(super) fn build_apart(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let deny = inner.clone().any(|p| p.as_rule() == Rule::be && values::is_denied(p));
        let mut both = inner.filter(|p| p.as_rule() == Rule::who_one).map(|p| self.build_who(p));
        let together = match (both.next(), both.next()) {
            (Some(Who::User), Some(other)) | (Some(other), Some(Who::User)) => Predicate::IsIn(other, None),
            (Some(one), Some(other)) => Predicate::IsWith(one, other),
            _ => return never(),
        };
        negated_if(!deny, simple_condition(together))
    }

    /// `Lancer and Archer are here`: a statement about each of them.
    pub(super) fn build_about_all(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let Some(said) = inner.clone().into_iter().find(|p| p.as_rule() == Rule::said) else { return never() };
        let mut all: Vec<_> =
            inner.filter(|p| p.as_rule() == Rule::who_one).map(|p| self.every_as_any(self.build_who(p))).collect();
        if self.context.is_sheet() {
            bind_possessives(&mut all);
        }
        if let Some(denied) = same_location_denial(&said) {
            return negated_if(denied, all_together(all));
        }
        build_conjunction(all.iter().map(|who| self.build_verb_phrases(said.clone(), who, &mut true)))
    }
}

/// Whether the statement is only `are in the same location`, with each other: returns whether it is denied, and `None`
/// for any other statement.
fn same_location_denial(said: &Pair<'_, Rule>) -> Option<bool> {
    let phrase = only_child(&only_child(said, Rule::said_all)?, Rule::verb_phrase)?;
    let same_place = phrase.clone().into_inner().find(|p| p.as_rule() == Rule::same_place)?;
    let be = phrase.into_inner().find(|p| p.as_rule() == Rule::be)?;
    (!has_pair(&same_place.into_inner(), Rule::object)).then(|| values::is_denied(be))
}

/// A condition that all are where the first is.
fn all_together(all: Vec<Who<Written>>) -> Condition<Written> {
    let mut all = all.into_iter();
    let Some(first) = all.next() else { return never() };
    build_conjunction(all.map(|other| simple_condition(Predicate::IsWith(other, first.clone()))))
}

/// The only child of a rule; `None` if there is none or several.
fn only_child<'i>(pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    let mut of_rule = pair.clone().into_inner().filter(|p| p.as_rule() == rule);
    of_rule.next().filter(|_| of_rule.next().is_none())
}
