//! How many of a group are somewhere.

use super::{
    ConditionReader, Rule, build_conjunction, comparison, denials, has_pair, never, people, simple_condition, values,
};
use crate::language::condition::{Comparison, Condition, Filter, Predicate, Who, Written};
use crate::language::pairs::Pairs;

impl ConditionReader<'_> {
    /// `Two opponents are here`, `there is no opponent here`.
    pub(super) fn build_count(&self, inner: Pairs<'_, Rule>) -> Condition<Written> {
        let (mut bound, mut count) = (Comparison::AtLeast, 1);
        let mut of = None;
        let (mut location, mut beside, mut is_with_target) = (None, false, false);
        // `Two Masters in Park are here` names both locations.
        let there = has_pair(&inner, Rule::where_);
        let another = inner.clone().any(|p| people::says_another(&p));
        let is_none = has_pair(&inner, Rule::k_no);
        for pair in inner {
            match pair.as_rule() {
                Rule::k_no => (bound, count) = (Comparison::Exactly, 0),
                Rule::how_many => {
                    bound = comparison(&pair);
                    count = values::first_whole_number(pair);
                }
                Rule::group => of = Some(self.build_group(pair)),
                Rule::at_target => is_with_target = true,
                Rule::where_ => {
                    beside = people::is_beside_user(&pair);
                    location = self.build_location(pair);
                }
                _ => {}
            }
        }
        let Some(mut of) = of else { return never() };
        if another {
            people::exclude_user(&mut of);
        }
        if beside {
            of.filters.push(Filter::Beside);
        }
        if is_with_target {
            of.filters.push(Filter::With(Box::new(Who::Target)));
            of.filters.sort_by_key(people::filter_position);
        }
        // `there are two opponents here`: the location belongs to the statement, not to the group.
        if location.is_none()
            && of.filters.last().is_some_and(|last| match last {
                Filter::Here => true,
                Filter::In(_) => !there,
                _ => false,
            })
            && let Some(Filter::In(name)) = of.filters.pop()
        {
            location = Some(name);
        }
        let are_excepted: Vec<_> = match is_none {
            true if !self.context.is_sheet() => denials::excepted_are_there(&of, location.as_ref()),
            _ => Vec::new(),
        };
        let counted = simple_condition(Predicate::Count(bound, count, of, location));
        build_conjunction(are_excepted.into_iter().chain([counted]))
    }
}
