//! How often a deed is done, and by how many: `attacks me twice`, `two opponents attack me` (orders only).

use super::{ConditionReader, Rule, has_pair, never, simple_condition, values};
use crate::language::condition::{Act, Comparison, Condition, Deed, Predicate, Tally, Who, Written};
use crate::language::pairs::{Pair, Pairs};

impl ConditionReader<'_> {
    /// A deed, done as often as a `tallied` pair says. States are not counted, and sheets count nothing.
    ///
    /// `I am hit twice` counts all hits, whoever hits; `anyone hits me twice` could be about one of them, and is not
    /// read.
    pub(super) fn build_tallied(
        &self,
        said: Condition<Written>,
        often: &Pair<'_, Rule>,
        passive: bool,
    ) -> Condition<Written> {
        let inner = often.clone().into_inner();
        let count = inner.clone().find_map(|p| match p.as_rule() {
            Rule::o_once => Some(1),
            Rule::o_twice => Some(2),
            Rule::o_thrice => Some(3),
            Rule::count => Some(values::whole_number(&p)),
            Rule::nth_word => Some(ordinal_number(&p)),
            _ => None,
        });
        let plain = !inner.clone().any(|p| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound));
        let bound = if plain { Comparison::AtLeast } else { values::comparison(often) };
        let by_anybody =
            matches!(&said, Condition::Is(Predicate::Did(deed)) if deed.who == Who::Any(super::people::everybody()));
        if by_anybody && !passive {
            return never();
        }
        self.build_repeated(said, bound, count.unwrap_or(0))
    }

    /// A deed, done `count` times.
    pub(crate) fn build_repeated(&self, said: Condition<Written>, bound: Comparison, count: u32) -> Condition<Written> {
        match said {
            Condition::Is(Predicate::Did(deed)) if self.is_countable(&deed) && count > 0 => {
                simple_condition(Predicate::DidOften(Tally::Times, bound, count, deed))
            }
            _ => never(),
        }
    }

    /// `at least two opponents attack me`.
    pub(super) fn build_done_by_number(&self, inner: &Pairs<'_, Rule>) -> Condition<Written> {
        let act = inner.clone().find(|p| matches!(p.as_rule(), Rule::act_phrase | Rule::doing));
        let act = act.and_then(|p| match p.as_rule() {
            Rule::doing => p.into_inner().find(|p| p.as_rule() == Rule::act_phrase),
            _ => Some(p),
        });
        let Some((act, who)) = act.zip(self.counted_group(inner)) else { return never() };
        let past = has_pair(inner, Rule::k_have) || values::is_past_form(&act);
        let mut said = self.build_by_number(inner, self.build_act_statement(act, who));
        if past {
            said.set_to_past();
        }
        said
    }

    /// A deed, done by a number of people: `attacked by at least two opponents`.
    pub(super) fn build_by_number(&self, inner: &Pairs<'_, Rule>, said: Condition<Written>) -> Condition<Written> {
        let Some(many) = inner.clone().find(|p| p.as_rule() == Rule::how_many) else { return said };
        let plain = !many
            .clone()
            .into_inner()
            .any(|p| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound | Rule::k_only));
        let bound = if plain { Comparison::AtLeast } else { values::comparison(&many) };
        match said {
            Condition::Is(Predicate::Did(deed)) if !self.context.is_sheet() => {
                simple_condition(Predicate::DidOften(Tally::People, bound, values::first_whole_number(many), deed))
            }
            _ => never(),
        }
    }

    /// The group of which a number is counted; `None` if there is no number or no group.
    pub(super) fn counted_group(&self, inner: &Pairs<'_, Rule>) -> Option<Who<Written>> {
        has_pair(inner, Rule::how_many).then_some(())?;
        inner.clone().find(|p| p.as_rule() == Rule::group).map(|group| Who::Any(self.build_group(group)))
    }

    /// Whether the deed is one character's, so that it can be counted. Of several it would be unclear whether all deeds
    /// count or each character's.
    fn is_countable(&self, deed: &Deed<Written>) -> bool {
        let anybody_at_all =
            |who: &Who<Written>| *who == Who::Any(super::people::everybody()) && deed.object().is_some();
        let one = match &deed.who {
            Who::User | Who::Antecedent | Who::Named(_) => true,
            Who::Related(relation, of) => {
                use crate::language::condition::Relation;
                !matches!(relation, Relation::Team | Relation::Familiars) && **of == Who::User
            }
            who => anybody_at_all(who) && deed.object().is_some_and(is_one),
        };
        one && deed.act != Act::Dies && !deed.is_first && !self.context.is_sheet()
    }
}

/// Whether it is one person.
const fn is_one(who: &Who<Written>) -> bool {
    matches!(who, Who::User | Who::Antecedent | Who::Named(_))
}

/// The number of an ordinal: `second`, `3rd`.
pub(crate) fn ordinal_number(word: &Pair<'_, Rule>) -> u32 {
    match word.as_str().trim().bytes().take(2).map(|b| b.to_ascii_lowercase()).collect::<Vec<_>>().as_slice() {
        [b's', _] | [b'2', _] => 2,
        [b't', _] | [b'3', _] => 3,
        [b'f', b'o'] | [b'4', _] => 4,
        _ => 5,
    }
}
