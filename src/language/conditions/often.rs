//! How often something happens, and how many do it: `attacks me twice`, `two opponents attack me` (orders only).

use super::{Reader, Rule, has, is, never, words};
use crate::language::condition::{Act, Comparison, Condition, Deed, Predicate, Tally, Who, Written};
use crate::language::pairs::{Pair, Pairs};

impl Reader<'_> {
    /// What happens, so often as a `tallied` pair says. What is so is not counted, and a sheet counts nothing.
    ///
    /// `I am hit twice` is said of whoever hits; `anyone hits me twice` could be said of one of them.
    pub(super) fn so_often(
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
            Rule::count => Some(words::whole(&p)),
            Rule::nth_word => Some(nth(&p)),
            _ => None,
        });
        let plain = !inner.clone().any(|p| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound));
        let bound = if plain { Comparison::AtLeast } else { words::bound(often) };
        let by_anybody =
            matches!(&said, Condition::Is(Predicate::Did(deed)) if deed.who == Who::Any(super::people::anyone()));
        if by_anybody && !passive {
            return never();
        }
        self.done_so_often(said, bound, count.unwrap_or(0))
    }

    /// What happens, so often.
    pub(crate) fn done_so_often(&self, said: Condition<Written>, bound: Comparison, count: u32) -> Condition<Written> {
        match said {
            Condition::Is(Predicate::Did(deed)) if self.counts(&deed) && count > 0 => {
                is(Predicate::DidOften(Tally::Times, bound, count, deed))
            }
            _ => never(),
        }
    }

    /// `at least two opponents attack me`.
    pub(super) fn done_by_so_many(&self, inner: &Pairs<'_, Rule>) -> Condition<Written> {
        let act = inner.clone().find(|p| matches!(p.as_rule(), Rule::act_phrase | Rule::doing));
        let act = act.and_then(|p| match p.as_rule() {
            Rule::doing => p.into_inner().find(|p| p.as_rule() == Rule::act_phrase),
            _ => Some(p),
        });
        let Some((act, who)) = act.zip(self.so_many(inner)) else { return never() };
        let past = has(inner, Rule::k_have) || words::is_past_form(&act);
        let mut said = self.by_so_many(inner, self.act_of(act, who));
        if past {
            said.say_in_the_past();
        }
        said
    }

    /// What is done by so many: `attacked by at least two opponents`.
    pub(super) fn by_so_many(&self, inner: &Pairs<'_, Rule>, said: Condition<Written>) -> Condition<Written> {
        let Some(many) = inner.clone().find(|p| p.as_rule() == Rule::how_many) else { return said };
        let plain = !many
            .clone()
            .into_inner()
            .any(|p| matches!(p.as_rule(), Rule::lead_bound | Rule::tail_bound | Rule::k_only));
        let bound = if plain { Comparison::AtLeast } else { words::bound(&many) };
        match said {
            Condition::Is(Predicate::Did(deed)) if !self.places.is_sheet() => {
                is(Predicate::DidOften(Tally::People, bound, words::first_whole(many), deed))
            }
            _ => never(),
        }
    }

    /// Those of whom so many are counted.
    pub(super) fn so_many(&self, inner: &Pairs<'_, Rule>) -> Option<Who<Written>> {
        has(inner, Rule::how_many).then_some(())?;
        inner.clone().find(|p| p.as_rule() == Rule::group).map(|group| Who::Any(self.group(group)))
    }

    /// Whether it is one who does it, so that what they do can be counted: of several it would be all theirs, or one's.
    fn counts(&self, deed: &Deed<Written>) -> bool {
        let anybody_at_all = |who: &Who<Written>| *who == Who::Any(super::people::anyone()) && deed.object().is_some();
        let one = match &deed.who {
            Who::User | Who::Antecedent | Who::Named(_) => true,
            Who::Related(relation, of) => {
                use crate::language::condition::Relation;
                !matches!(relation, Relation::Team | Relation::Familiars) && **of == Who::User
            }
            who => anybody_at_all(who) && deed.object().is_some_and(is_one),
        };
        one && deed.act != Act::Dies && !deed.first && !self.places.is_sheet()
    }
}

/// Whether it is one person, and not one of several.
const fn is_one(who: &Who<Written>) -> bool {
    matches!(who, Who::User | Who::Antecedent | Who::Named(_))
}

/// The number of `second`, `3rd`.
pub(crate) fn nth(word: &Pair<'_, Rule>) -> u32 {
    match word.as_str().trim().bytes().take(2).map(|b| b.to_ascii_lowercase()).collect::<Vec<_>>().as_slice() {
        [b's', _] | [b'2', _] => 2,
        [b't', _] | [b'3', _] => 3,
        [b'f', b'o'] | [b'4', _] => 4,
        _ => 5,
    }
}
