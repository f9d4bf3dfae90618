//! Clauses about the skill itself: turns pairs of `grammar/effects_skill.pest` into trees.

use super::parts::{
    build_paid_steps, child, has_child, nonsense_error, read_counted, read_duration, read_factor, read_measure,
    read_positive, read_quantity, read_skill_type, read_stat, required,
};
use super::{Node, costs, immediate};
use crate::language::condition::{Condition, Predicate, Property, Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{Change, Clause, Counted, Duration, Limit, Measure, Portion};
use crate::language::fields::{ParseResult, exact_of, phase_named};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::stat::Stat;

/// Builds the tree of a pair of this kind; `None` for a pair of another kind.
pub(super) fn build_clause(pair: &Node<'_>) -> ParseResult<Option<Clause>> {
    Ok(Some(match pair.as_rule() {
        Rule::skill_damage | Rule::damage_on => {
            let change = read_measure(pair)?;
            if matches!(change.each, Some(Counted::Points { owner: None, .. })) {
                return Err(nonsense_error(
                    pair,
                    "`their` could be either of two: write `the user's` or `the target's`",
                ));
            }
            Clause::SkillDamage(change)
        }
        Rule::base_becomes => Clause::BaseBecomes {
            base: exact_of(&required(pair, Rule::written_number)?)?,
            instead_of: child(pair, Rule::usual_base)
                .map(|usual| exact_of(&required(&usual, Rule::written_number)?))
                .transpose()?,
        },
        Rule::only_usable => Clause::OnlyUsable,
        Rule::charges => Clause::Charges(read_positive(&required(pair, Rule::count)?)?),
        Rule::own_cost => {
            let (resource, change) = costs::read_cost_change(pair)?;
            Clause::Cost { least: costs::read_minimum_cost(pair, &change)?, resource, change }
        }
        Rule::splits => {
            if let Some(evenly) = child(pair, Rule::evenly) {
                let turns = read_positive(&required(&evenly, Rule::count)?)?;
                if !(2..=4).contains(&turns) {
                    return Err(nonsense_error(
                        &evenly,
                        "in equal parts over 2, 3 or 4 Turns; else write `20% of the damage is inflicted at once and the rest over …`",
                    ));
                }
                return Ok(Some(Clause::Splits { part: Portion::OneOf(turns), turns: turns - 1 }));
            }
            if child(pair, Rule::phase).is_some_and(|p| phase_named(p.as_str()) != Some(Phase::Instant)) {
                return Err(nonsense_error(pair, "what comes later comes at the Instant Phase, as Poison does"));
            }
            let parts = [(Rule::w_half, 2), (Rule::w_third, 3), (Rule::w_quarter, 4)];
            let part = match child(pair, Rule::percent) {
                Some(percent) => Portion::Percent(read_factor(&percent)?),
                None => {
                    Portion::OneOf(parts.into_iter().find(|(rule, _)| has_child(pair, *rule)).map_or(2, |(_, n)| n))
                }
            };
            if matches!(part, Portion::Percent(factor) if factor >= Exact::ONE || factor.is_zero()) {
                return Err(nonsense_error(pair, "a part is less than the whole, and more than nothing"));
            }
            let turns = child(pair, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
            Clause::Splits { part, turns }
        }
        Rule::paid_more => {
            let resource_pairs = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::resource);
            let kinds: Vec<Resource> = resource_pairs.filter_map(conditions::resource).collect();
            let resource = *kinds.first().ok_or_else(|| nonsense_error(pair, "nothing that is paid"))?;
            if kinds.iter().any(|other| *other != resource) {
                return Err(nonsense_error(pair, "two kinds of payment in one"));
            }
            let most = exact_of(&required(&required(pair, Rule::paid_most)?, Rule::written_number)?)?;
            let step = exact_of(&required(pair, Rule::written_number)?)?;
            let amount = read_quantity(pair, !has_child(pair, Rule::w_falls) && !has_child(pair, Rule::w_lowered))?;
            Clause::SkillDamage(Measure {
                amount,
                each: Some(build_paid_steps(pair, resource, step, Some(most))?),
                at_most: None,
            })
        }
        Rule::falls => {
            if child(pair, Rule::than_before).is_none() {
                let advice = "less than the first, or than the one before? write `… less damage than the one before`";
                return Err(nonsense_error(pair, advice));
            }
            let amount = read_quantity(pair, false)?;
            if matches!(amount, Change::Percent(by) if by <= Exact::percent(-100)) {
                return Err(nonsense_error(pair, "less than all of it"));
            }
            Clause::FallsPerHit(amount)
        }
        Rule::half_and_half => {
            let kinds: Vec<_> =
                pair.descendants([Rule::damage_word]).map(|word| conditions::damage_type(&word)).collect();
            match kinds.as_slice() {
                [one, other] if one != other => Clause::HalfAndHalf(*one, *other),
                _ => return Err(nonsense_error(pair, "two halves of one type")),
            }
        }
        Rule::spends_all => {
            let number = child(pair, Rule::written_number).map(|number| exact_of(&number)).transpose()?;
            let part = read_factor(&required(pair, Rule::percent)?)?;
            if part.is_zero() {
                return Err(nonsense_error(pair, "a part of nothing"));
            }
            Clause::SpendsAll { keeps: number.unwrap_or_default(), part }
        }
        Rule::falls_per_target => {
            let amount = read_quantity(pair, false)?;
            if matches!(amount, Change::Percent(by) if by <= Exact::percent(-100)) {
                return Err(nonsense_error(pair, "less than all of it"));
            }
            Clause::FallsPerTarget(amount)
        }
        Rule::divided => Clause::DividesDamage,
        Rule::hits => build_hits(pair)?,
        Rule::treated_lower => {
            let (stat, ranks) = read_lower_ranks(pair)?;
            Clause::TreatedLower { stat, ranks }
        }
        Rule::treated_as => build_treated_as(pair)?,
        Rule::use_fails => Clause::Fails {
            refunded: child(pair, Rule::fails_refunded).map(|part| immediate::read_refunded_part(&part)).transpose()?,
        },
        Rule::limit_most => build_limit(pair, read_limit(pair)?),
        Rule::limit_row => match child(pair, Rule::count).map_or(2, |count| conditions::whole_number(&count)) {
            2 => build_limit(pair, Limit::NotConsecutive),
            _ => {
                return Err(nonsense_error(
                    pair,
                    "only two consecutive Turns can be forbidden: write `again for N Turns`",
                ));
            }
        },
        Rule::limit_rest => {
            let turns = read_positive(&required(pair, Rule::count)?)?;
            build_limit(pair, Limit::Rest(turns.saturating_add(u32::from(has_child(pair, Rule::w_coming)))))
        }
        Rule::not_intercepted => Clause::NotIntercepted,
        Rule::not_intercepted_by => Clause::NotInterceptedBy(conditions::build_group(required(pair, Rule::group)?, 0)),
        Rule::no_low_penalty => Clause::NoLowHealthPenalty,
        Rule::not_by_target => Clause::NotReducedByTarget,
        Rule::not_by_flight => Clause::NotReducedByFlight,
        Rule::not_by_percentages => Clause::NotReducedByPercentages,
        Rule::spares => build_spares(pair)?,
        Rule::not_negated => Clause::NotNegated,
        Rule::ignores_flight => Clause::IgnoresFlight,
        Rule::becomes_kind => Clause::BecomesKind(conditions::damage_type(&required(pair, Rule::damage_word)?)),
        Rule::damages_masters => Clause::DamagesMasters,
        Rule::occurs_first => Clause::OccursFirst,
        Rule::occurs_last => Clause::OccursLast,
        Rule::ends_fatal => Clause::EndsBeforeFatal,
        Rule::becomes_type => Clause::BecomesType(read_skill_type(&required(pair, Rule::skill_type)?)?),
        Rule::lasts => Clause::Lasts(match child(pair, Rule::until_end_of) {
            None if !has_child(pair, Rule::w_ends) && !has_child(pair, Rule::until_deed) => read_duration(pair)?,
            _ => Duration::Indefinitely,
        }),
        Rule::ends_itself => Clause::Lasts(Duration::Indefinitely),
        // A summoning lasts as long as its familiars exist.
        Rule::disappears => Clause::Lasts(match child(pair, Rule::count) {
            Some(count) => Duration::Turns(read_positive(&count)?),
            None if has_child(pair, Rule::turn_passes) => Duration::ThisTurn,
            None => Duration::Indefinitely,
        }),
        Rule::one_at_a_time => Clause::OneAtATime,
        Rule::does_not_stack => Clause::DoesNotStack,
        Rule::stacks_up_to => match read_positive(&required(pair, Rule::count)?)? {
            1 => Clause::DoesNotStack,
            most => Clause::StacksUpTo(most),
        },
        _ => return Ok(None),
    }))
}

/// Builds `This attack cannot reduce the target's Health below 1`.
fn build_spares(pair: &Node<'_>) -> ParseResult<Clause> {
    let least = exact_of(&required(pair, Rule::written_number)?)?;
    if least < Exact::ONE {
        return Err(nonsense_error(pair, "who is below 1 Health dies: write `below 1`"));
    }
    Ok(Clause::SparesTarget(least))
}

/// `… on each target`, `on the same target`: the limit is counted for each target.
fn build_limit(pair: &Node<'_>, limit: Limit) -> Clause {
    if has_child(pair, Rule::on_each_target) || has_child(pair, Rule::on_same_target) {
        Clause::LimitedOnTarget(limit)
    } else {
        Clause::Limited(limit)
    }
}

fn read_limit(pair: &Node<'_>) -> ParseResult<Limit> {
    let count = read_times(&required(pair, Rule::all_hits)?)?;
    Ok(if has_child(pair, Rule::per_week) {
        if count != 1 {
            return Err(nonsense_error(pair, "a week allows a thing once"));
        }
        Limit::PerWeek
    } else if has_child(pair, Rule::per_battle) {
        Limit::PerBattle(count)
    } else if has_child(pair, Rule::per_turn) {
        Limit::PerTurn(count)
    } else {
        Limit::PerWar(count)
    })
}

fn build_hits(pair: &Node<'_>) -> ParseResult<Clause> {
    if let Some(more) = child(pair, Rule::more_hits) {
        let hits = child(&more, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
        return Ok(Clause::MoreHits { hits, each: read_counted(pair)? });
    }
    read_times(&required(pair, Rule::all_hits)?).map(Clause::Hits)
}

/// Reads `once`, `twice`, `3 times`.
pub(super) fn read_times(pair: &Node<'_>) -> ParseResult<u32> {
    let count_of_word = |rule, count| has_child(pair, rule).then_some(count);
    let by_word =
        count_of_word(Rule::w_once, 1).or(count_of_word(Rule::w_twice, 2)).or(count_of_word(Rule::w_thrice, 3));
    by_word.map_or_else(|| read_positive(&required(pair, Rule::count)?), Ok)
}

/// Reads which stat counts as how many ranks lower.
pub(super) fn read_lower_ranks(pair: &Node<'_>) -> ParseResult<(Stat, i8)> {
    let step = required(pair, Rule::step)?;
    if has_child(&step, Rule::w_subrank) {
        return Err(nonsense_error(&step, "an attack treats a stat as whole ranks lower"));
    }
    let count = child(&step, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
    let ranks = i8::try_from(count).map_err(|_| nonsense_error(&step, "too many ranks"))?;
    Ok((read_defence(&required(pair, Rule::stat_word)?)?, ranks))
}

/// Builds `The target's END is treated as E for this attack`.
fn build_treated_as(pair: &Node<'_>) -> ParseResult<Clause> {
    let stat_pair = required(pair, Rule::stat_word)?;
    let of_attacker = has_child(pair, Rule::the_user);
    let stat = if of_attacker { read_attacking_stat(&stat_pair)? } else { read_defence(&stat_pair)? };
    let rank = conditions::rank(&required(pair, Rule::written_rank)?);
    Ok(Clause::TreatedAs { of_attacker, stat, rank })
}

/// Reads a stat that damage is calculated with: STR or MAE.
fn read_attacking_stat(pair: &Node<'_>) -> ParseResult<Stat> {
    match read_stat(pair)? {
        stat @ (Stat::STR | Stat::MAE) => Ok(stat),
        _ => Err(nonsense_error(pair, "damage is calculated with STR and MAE alone (R089, R092)")),
    }
}

/// Reads a stat that protects against damage: END or MAR.
pub(super) fn read_defence(pair: &Node<'_>) -> ParseResult<Stat> {
    match read_stat(pair)? {
        stat @ (Stat::END | Stat::MAR) => Ok(stat),
        _ => Err(nonsense_error(pair, "only END and MAR stand against damage (R089, R092)")),
    }
}

/// The description of the targets to whom an operation applies: `Targets in Spirit Form lose …`. It is rejected if it
/// describes anyone but the one person the operation works on, because it would be lost.
fn find_target_description<'i>(pair: &Node<'i>) -> ParseResult<Option<Node<'i>>> {
    if !pair.contains_any([Rule::every_target, Rule::sole_target]) {
        return Ok(None);
    }
    let all = || pair.clone().into_inner().flatten();
    let description = |p: &Node<'i>| {
        let every = child(p, Rule::every_target).and_then(|every| child(&every, Rule::struck_targets));
        every.or_else(|| child(p, Rule::sole_target).and_then(|one| child(&one, Rule::group)))
    };
    let Some(which) = all().find_map(|p| description(&p)) else { return Ok(None) };
    // `The user learns the Health of one opponent`: the opponent is the target.
    if pair.as_rule() == Rule::learns && pair.descendants([Rule::sole_target]).count() == 1 {
        return Ok(Some(which));
    }
    let mut people = pair.descendants([Rule::effect_who]);
    let described = match (people.next(), people.next()) {
        (Some(who), None) => who.into_inner().filter(|p| p.as_rule() == Rule::effect_one).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    match described.as_slice() {
        [one] if description(one).is_some() => Ok(Some(which)),
        _ => Err(nonsense_error(
            &which,
            "which of the targets? write `the target`, and which behind it: `… if the target is an ally`",
        )),
    }
}

/// Builds the condition that is part of an operation's words: how long familiars stay or a skill lasts, to whom its
/// damage applies, when it can be used.
pub(super) fn build_inner_condition(pair: &Node<'_>) -> ParseResult<Option<Condition<Written>>> {
    if let Some(which) = find_target_description(pair)? {
        return Ok(Some(Condition::Is(Predicate::Among(Who::Target, conditions::build_group(which, 0)))));
    }
    let ground_condition = |of: &Node<'_>| {
        Condition::Is(if has_child(of, Rule::when_dead) {
            Predicate::Has(Who::User, Property::Alive)
        } else {
            Predicate::IsIn(Who::User, None)
        })
    };
    Ok(match pair.as_rule() {
        Rule::disappears if has_child(pair, Rule::w_when) => Some(ground_condition(pair)),
        Rule::lasts if has_child(pair, Rule::w_ends) => Some(ground_condition(pair)),
        Rule::lasts => child(pair, Rule::until_end_of).map(|until| ground_condition(&until)),
        Rule::only_usable => match (child(pair, Rule::condition), child(pair, Rule::if_clause)) {
            (Some(condition), _) => Some(conditions::build_condition(condition, 0)),
            (None, Some(clause)) => Some(match conditions::build_condition(clause, 0) {
                Condition::Not(inner) => *inner,
                other => Condition::Not(Box::new(other)),
            }),
            (None, None) if has_child(pair, Rule::first_of_battle) || has_child(pair, Rule::in_battle) => {
                let of_first = has_child(pair, Rule::first_of_battle);
                let property = if of_first { Property::InFirstTurnOfBattle } else { Property::InBattle };
                let property = Condition::Is(Predicate::Has(Who::User, property));
                Some(if has_child(pair, Rule::w_cannot) { Condition::Not(Box::new(property)) } else { property })
            }
            (None, None) => None,
        },
        Rule::skill_damage | Rule::damage_on => match child(pair, Rule::struck) {
            Some(struck) => {
                let group = child(&struck, Rule::group).or_else(|| child(&struck, Rule::struck_targets));
                let group = group.ok_or_else(|| nonsense_error(&struck, "on whom?"))?;
                Some(Condition::Is(Predicate::Among(Who::Target, conditions::build_group(group, 0))))
            }
            None => None,
        },
        _ => None,
    })
}
