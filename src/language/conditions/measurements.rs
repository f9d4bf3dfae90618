//! Numbers and ranks of a character, compared with a bound or with another's; and changes into a state.

use super::{ConditionReader, any_of, comparison, has_pair, negated_if, never, simple_condition, values};
use crate::language::condition::{Comparison, Condition, Measured, Predicate, Property, Who, Written};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;

/// Compares two characters, one of whom must be the user. Returns the other one with the property; `None` if neither or
/// both are the user.
pub(super) fn compare_with_user(
    of: Who<Written>,
    other: Who<Written>,
    what: Measured,
    bound: Comparison,
) -> Option<(Who<Written>, Property)> {
    let (who, bound) = match (of, other) {
        (Who::User, Who::User) => return None,
        (who, Who::User) => (who, bound),
        // It would be unclear whose Master `their Master` is.
        (Who::User, who) if !who.says_they() => (who, bound.reversed()),
        _ => return None,
    };
    Some((who, Property::BesideUser(what, bound)))
}

impl ConditionReader<'_> {
    /// `Health is 100 or less`, `AGI is B or higher`, `move was cancelled`.
    pub(super) fn build_measurement(&self, pair: Pair<'_, Rule>, of: Who<Written>) -> Condition<Written> {
        let inner = pair.into_inner();
        let deny = inner.clone().any(|p| matches!(p.as_rule(), Rule::be | Rule::have) && values::is_denied(p));
        if has_pair(&inner, Rule::k_move) {
            return negated_if(deny, simple_condition(Predicate::MoveCancelled(of)));
        }
        if let Some(beside) = inner.clone().find(|p| p.as_rule() == Rule::beside) {
            let found = values::find_measure(inner).and_then(|what| self.build_comparison(beside, of, what));
            return found.map_or_else(never, |condition| negated_if(deny, condition));
        }
        let mut resource = None;
        let mut stat = None;
        let mut found = None;
        let mut sinks = false;
        let mut falls = !has_pair(&inner, Rule::have);
        for pair in inner {
            match pair.as_rule() {
                Rule::resource => resource = values::resource(pair),
                Rule::stat_word => stat = values::stat(&pair),
                Rule::be if values::says_gets(&pair) => sinks = true,
                Rule::be => falls = false,
                Rule::v_reduced => sinks = true,
                Rule::v_sink => {
                    sinks = true;
                    falls &= !values::has_sunk(&pair);
                }
                Rule::level => found = resource.map(|r| values::level_property(pair, r)),
                Rule::rank_bound => found = stat.map(|s| values::rank_property(pair, s)),
                _ => {}
            }
        }
        let found = if sinks { found.and_then(values::after_fall) } else { found };
        let said = found.map_or_else(never, |t| simple_condition(Predicate::Has(of, t)));
        negated_if(deny, if sinks && falls { self.as_change(said) } else { said })
    }

    /// Turns a state into an event, the change into it: an order waits for that (A253). A sheet checks the state.
    pub(super) fn as_change(&self, said: Condition<Written>) -> Condition<Written> {
        match said {
            Condition::Is(Predicate::Has(who, what)) if self.context.tells_tenses() => {
                simple_condition(Predicate::Becomes(who, what))
            }
            Condition::AnyOf(all) => any_of(all.into_iter().map(|said| self.as_change(said))),
            said => said,
        }
    }

    /// `lower than the user's`: one of the two is the user, and the statement is about the other.
    fn build_comparison(&self, pair: Pair<'_, Rule>, of: Who<Written>, what: Measured) -> Option<Condition<Written>> {
        let bound = comparison(&pair);
        let inner = pair.clone().into_inner();
        let again = inner.clone().filter(|p| matches!(p.as_rule(), Rule::stat_word | Rule::resource));
        let other = match inner.clone().find(|p| p.as_rule() == Rule::who_one) {
            Some(other) => self.build_who(other),
            None => Who::User,
        };
        let is_of_their_own = has_pair(&inner, Rule::k_their);
        let is_of_one_stat = values::are_all_measure(again.clone(), what) && !is_of_their_own;
        if let (Some((who, said)), true, false) = (
            compare_with_user(of.clone(), other.clone(), what, bound),
            is_of_one_stat,
            has_pair(&inner, Rule::rank_gap),
        ) {
            return Some(simple_condition(Predicate::Has(who, said)));
        }
        let other = if is_of_their_own { of.clone() } else { other };
        self.build_rank_comparison(pair, of, what, other)
    }
}
