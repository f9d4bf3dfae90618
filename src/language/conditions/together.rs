//! What is said of several together: `Lancer and Archer are here`, `the user and their Master are in the same
//! location`.

use super::people::bind_own;
use super::{Reader, Rule, all_of, has, is, negated_if, never, words};
use crate::language::condition::{Condition, Predicate, Who, Written};
use crate::language::pairs::{Pair, Pairs};

impl Reader<'_> {
    /// `Saber and I are apart`.
    pub(super) fn apart(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let deny = inner.clone().any(|p| p.as_rule() == Rule::be && words::is_denied(p));
        let mut both = inner.filter(|p| p.as_rule() == Rule::who_one).map(|p| self.who(p));
        let together = match (both.next(), both.next()) {
            (Some(Who::User), Some(other)) | (Some(other), Some(Who::User)) => Predicate::IsIn(other, None),
            (Some(one), Some(other)) => Predicate::IsWith(one, other),
            _ => return never(),
        };
        negated_if(!deny, is(together))
    }

    /// `Lancer and Archer are here`: it is so of each.
    pub(super) fn about_all(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let Some(said) = inner.clone().into_iter().find(|p| p.as_rule() == Rule::said) else { return never() };
        let mut all: Vec<_> =
            inner.filter(|p| p.as_rule() == Rule::who_one).map(|p| self.one_of(self.who(p))).collect();
        if self.places.is_sheet() {
            bind_own(&mut all);
        }
        if let Some(denied) = all_in_one_place(&said) {
            return negated_if(denied, together(all));
        }
        all_of(all.iter().map(|who| self.said(said.clone(), who, &mut true)))
    }
}

/// Whether all that is said is `are in the same location`, and as whom is not: as each other; and whether it is denied.
fn all_in_one_place(said: &Pair<'_, Rule>) -> Option<bool> {
    let phrase = only(&only(said, Rule::said_all)?, Rule::verb_phrase)?;
    let place = phrase.clone().into_inner().find(|p| p.as_rule() == Rule::same_place)?;
    let be = phrase.into_inner().find(|p| p.as_rule() == Rule::be)?;
    (!has(&place.into_inner(), Rule::object)).then(|| words::is_denied(be))
}

/// Each of them is where the first is.
fn together(all: Vec<Who<Written>>) -> Condition<Written> {
    let mut all = all.into_iter();
    let Some(first) = all.next() else { return never() };
    all_of(all.map(|other| is(Predicate::IsWith(other, first.clone()))))
}

/// The one pair of a rule within another, if there is no second.
fn only<'i>(pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
    let mut of_rule = pair.clone().into_inner().filter(|p| p.as_rule() == rule);
    of_rule.next().filter(|_| of_rule.next().is_none())
}
