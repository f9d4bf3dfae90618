//! Numbers and ranks of a character, beside a bound or another's, and what somebody comes to be.

use super::{Reader, any_of, bound, has, is, negated_if, never, words};
use crate::language::condition::{Comparison, Condition, Measured, Predicate, Property, Who, Written};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;

/// Two compared: one of them is the user, and of the other it is said.
pub(super) fn beside_other(
    of: Who<Written>,
    other: Who<Written>,
    what: Measured,
    bound: Comparison,
) -> Option<(Who<Written>, Property)> {
    let (who, bound) = match (of, other) {
        (Who::User, Who::User) => return None,
        (who, Who::User) => (who, bound),
        // `Their Master` would be whose?
        (Who::User, who) if !who.says_they() => (who, bound.turned()),
        _ => return None,
    };
    Some((who, Property::BesideUser(what, bound)))
}

impl Reader<'_> {
    /// `Health is 100 or less`, `AGI is B or higher`, `move was cancelled`.
    pub(super) fn measured(&self, pair: Pair<'_, Rule>, of: Who<Written>) -> Condition<Written> {
        let inner = pair.into_inner();
        let deny = inner.clone().any(|p| matches!(p.as_rule(), Rule::be | Rule::have) && words::is_denied(p));
        if has(&inner, Rule::k_move) {
            return negated_if(deny, is(Predicate::MoveCancelled(of)));
        }
        if let Some(beside) = inner.clone().find(|p| p.as_rule() == Rule::beside) {
            let found = words::measured_by(inner).and_then(|what| self.beside(beside, of, what));
            return found.map_or_else(never, |condition| negated_if(deny, condition));
        }
        let mut resource = None;
        let mut stat = None;
        let mut found = None;
        let mut sinks = false;
        let mut falls = !has(&inner, Rule::have);
        for pair in inner {
            match pair.as_rule() {
                Rule::resource => resource = words::resource(pair),
                Rule::stat_word => stat = words::stat(&pair),
                Rule::be if words::says_gets(&pair) => sinks = true,
                Rule::be => falls = false,
                Rule::v_reduced => sinks = true,
                Rule::v_sink => {
                    sinks = true;
                    falls &= !words::has_sunk(&pair);
                }
                Rule::level => found = resource.map(|r| words::level(pair, r)),
                Rule::rank_bound => found = stat.map(|s| words::ranked(pair, s)),
                _ => {}
            }
        }
        let found = if sinks { found.and_then(words::fallen_to) } else { found };
        let said = found.map_or_else(never, |t| is(Predicate::Has(of, t)));
        negated_if(deny, if sinks && falls { self.becoming(said) } else { said })
    }

    /// What somebody comes to be: an order waits for it (A253), a sheet asks for the state.
    pub(super) fn becoming(&self, said: Condition<Written>) -> Condition<Written> {
        match said {
            Condition::Is(Predicate::Has(who, what)) if self.places.tells_tenses() => is(Predicate::Becomes(who, what)),
            Condition::AnyOf(all) => any_of(all.into_iter().map(|said| self.becoming(said))),
            said => said,
        }
    }

    /// `lower than the user's`: one of the two is the user, and the other stands in the tree.
    fn beside(&self, pair: Pair<'_, Rule>, of: Who<Written>, what: Measured) -> Option<Condition<Written>> {
        let bound = bound(&pair);
        let inner = pair.into_inner();
        let again = inner.clone().filter(|p| matches!(p.as_rule(), Rule::stat_word | Rule::resource));
        let other = match inner.clone().find(|p| p.as_rule() == Rule::who_one) {
            Some(other) => self.who(other),
            None => Who::User,
        };
        let (who, said) = beside_other(of, other, what, bound)?;
        words::same_measure(again, what).then(|| is(Predicate::Has(who, said)))
    }
}
