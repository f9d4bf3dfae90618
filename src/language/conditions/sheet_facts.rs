//! What only a sheet asks: two stats against each other, the hits of its attack, the ground.

use super::{ConditionReader, Rule, comparison, has_pair, negated_if, ordinal_number, simple_condition, values};
use crate::language::condition::{Condition, Gap, Measured, Predicate, RankComparison, SheetFact, Who, Written};
use crate::language::pairs::{Pair, Pairs};
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;

impl ConditionReader<'_> {
    /// Builds `this is the second hit`, `this attack is intercepted`, `a Bounded Field is active in this location`.
    pub(super) fn sheet_fact(&self, rule: Rule, inner: &Pairs<'_, Rule>) -> Option<Condition<Written>> {
        let of_target = || inner.clone().flatten().any(|p| p.as_rule() == Rule::ground_of_target);
        let fact = match rule {
            Rule::this_hit => match inner.clone().find(|p| p.as_rule() == Rule::nth_word) {
                Some(word) => SheetFact::NthHit(ordinal_number(&word)),
                None if has_pair(inner, Rule::k_first) => SheetFact::NthHit(1),
                None => SheetFact::LastHit,
            },
            Rule::hit_taken_for if has_pair(inner, Rule::k_master) => SheetFact::InterceptedForMaster,
            Rule::hit_taken_for => SheetFact::Intercepted,
            Rule::target_guarded => SheetFact::TargetProtected,
            Rule::target_adjacent => SheetFact::TargetAdjacent,
            Rule::ground_has => {
                let word = inner.clone().find(|p| p.as_rule() == Rule::k_ground_type)?;
                let is_field = word.as_str().trim_start().get(..1)?.eq_ignore_ascii_case("b");
                let kind = if is_field { SkillType::BoundedField } else { SkillType::RealityMarble };
                if of_target() { SheetFact::GroundOfTarget(kind) } else { SheetFact::Ground(kind) }
            }
            _ => return None,
        };
        let said = simple_condition(Predicate::Sheet(fact));
        self.context.is_sheet().then(|| negated_if(has_pair(inner, Rule::do_not), said))
    }

    /// Builds `higher than their END`, `at least 2 ranks lower than the target's`; `None` in an order, of numbers, and
    /// of stats whose ranks are not compared.
    pub(super) fn build_rank_comparison(
        &self,
        pair: Pair<'_, Rule>,
        who: Who<Written>,
        what: Measured,
        other: Who<Written>,
    ) -> Option<Condition<Written>> {
        let bound = comparison(&pair);
        let inner = pair.into_inner();
        let told = inner.clone().find(|p| p.as_rule() == Rule::stat_word);
        let Measured::Stat(stat) = what else { return None };
        let other_stat = match told {
            Some(told) => values::stat(&told)?,
            None => stat,
        };
        let by = match inner.clone().find(|p| p.as_rule() == Rule::rank_gap) {
            Some(gap) => read_gap(gap)?,
            None => Gap::Plain(bound),
        };
        let is_ranked = |stat: Stat| Stat::MAIN.contains(&stat);
        let is_two = (&who, stat) != (&other, other_stat) && !other.says_they();
        // `The attacker` is the user in what a skill says of its own use.
        let is_two = is_two && who != Who::Attacker && other != Who::Attacker;
        (self.context.is_sheet() && is_ranked(stat) && is_ranked(other_stat) && is_two)
            .then(|| simple_condition(Predicate::Ranks(RankComparison { who, stat, by, other, other_stat })))
    }
}

/// Reads `at least 2 ranks higher than`; `None` for exactly so many.
fn read_gap(pair: Pair<'_, Rule>) -> Option<Gap> {
    let ranks = values::whole_number(&pair.clone().into_inner().find(|p| p.as_rule() == Rule::count)?);
    let bounds = pair.into_inner().filter_map(|p| match p.as_rule() {
        rule @ (Rule::k_at_least | Rule::k_above | Rule::k_below | Rule::k_or_more) => Some(rule),
        _ => None,
    });
    let bounds: Vec<Rule> = bounds.collect();
    let (way, said) = bounds.split_last()?;
    let strictly = match said {
        [Rule::k_at_least] | [Rule::k_or_more] => false,
        [Rule::k_above] => true,
        _ => return None,
    };
    (ranks > 0).then_some(Gap::Ranks { is_above: *way == Rule::k_above, strictly, ranks })
}
