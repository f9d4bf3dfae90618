//! Sentences with several operations of a kind: `30 Health and 20 Mana`, `Poison and Stun`.

use super::immediate::{read_gain_or_loss, read_health_and_mana, read_part_of_own_points, read_share_of_damage};
use super::parts::{
    child, has_child, nonsense_error, read_attack_quota, read_counted, read_factor, read_name, read_positive,
    read_quantity, read_signed_points, read_stat, read_status_kind, read_status_name, read_vital, read_who, required,
    says_increase,
};
use super::{Node, clause, find_ending_state, restrictions, use_clauses};
use crate::language::condition::{Comparison, Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    Amount, AttackFilter, AttackQuality, Cancelled, Clause, Immediate, Modifier, Operation, Quota, SkillSort, Standing,
    Stock, Verb,
};
use crate::language::fields::{ParseResult, exact_of, status_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::status::{Status, StatusKind};

/// Builds every operation of such a pair; `None` for a pair of another kind.
pub(super) fn build_several(pair: &Node<'_>) -> ParseResult<Option<Vec<Operation>>> {
    Ok(Some(match pair.as_rule() {
        Rule::restore => build_amounts(pair)?
            .into_iter()
            .map(|(who, resource, amount)| {
                Operation::Immediate(Immediate { who, verb: Verb::Restore { resource, amount } })
            })
            .collect(),
        Rule::lose => build_losses(pair)?,
        Rule::regeneration_each => build_regeneration_each(pair)?,
        Rule::restore_by | Rule::lose_by => build_gains_by(pair)?,
        Rule::lasts if has_child(pair, Rule::until_deed) && find_ending_state(pair).is_none() => {
            vec![Operation::Immediate(Immediate::by_user(Verb::Cancel(Cancelled::This)))]
        }
        Rule::not_reduced => {
            let or_negated = has_child(pair, Rule::or_negated).then_some(Clause::NotNegated);
            let by_skills = has_child(pair, Rule::by_skills);
            let not_reduced = if by_skills { Clause::NotReducedBySkills } else { Clause::CannotBeReduced };
            [Some(not_reduced), or_negated].into_iter().flatten().map(Operation::Clause).collect()
        }
        Rule::calculated_with | Rule::ignores_part | Rule::attack_cannot => use_clauses::build_use_clauses(pair)?,
        Rule::of_attacks => build_attack_qualities(pair)?,
        Rule::inflict if has_child(pair, Rule::k_poisoned) => {
            let turns = read_positive(&required(pair, Rule::count)?)?;
            let damage = exact_of(&required(pair, Rule::written_number)?)?;
            let verb = Verb::Inflict(Status::Poison { turns, damage });
            vec![Operation::Immediate(Immediate { who: read_who(pair)?, verb })]
        }
        Rule::inflict => build_inflicts(pair)?,
        Rule::cure => build_cures(pair)?,
        Rule::immune | Rule::no_effect_on | Rule::cannot_suffer | Rule::next_status => build_immunities(pair)?,
        Rule::ignores_stat => {
            let ignored =
                |p: Node<'_>| clause::read_defence(&p).map(|stat| Operation::Clause(Clause::IgnoresStat(stat)));
            reject_duplicates(pair, children(pair, Rule::stat_word).map(ignored).collect::<ParseResult<_>>()?)?
        }
        Rule::becomes => build_becomes(pair)?,
        Rule::points_each_turn => build_points_each_turn(pair)?,
        Rule::forbids => {
            reject_duplicates(pair, restrictions::build_forbids(pair)?.into_iter().map(Operation::Standing).collect())?
        }
        Rule::upgrade => {
            let upgrade = |p: Node<'_>| Operation::Standing(Standing::of(Who::User, Modifier::Upgrade(read_name(&p))));
            reject_duplicates(pair, children(pair, Rule::quoted_name).map(upgrade).collect())?
        }
        _ => return Ok(None),
    }))
}

/// Builds `The user's STR is raised to A`, `The user's STR and END become A`.
fn build_becomes(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let (who, rank) = (read_who(pair)?, conditions::rank(&required(pair, Rule::written_rank)?));
    let bound = if has_child(pair, Rule::w_raised) || has_child(pair, Rule::w_rises) {
        Comparison::AtLeast
    } else if has_child(pair, Rule::w_lowered) || has_child(pair, Rule::w_falls) {
        Comparison::AtMost
    } else {
        Comparison::Exactly
    };
    let build = |word: Node<'_>| {
        let modifier = Modifier::SetRank { stat: read_stat(&word)?, bound, rank };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    reject_duplicates(pair, children(pair, Rule::stat_word).map(build).collect::<ParseResult<_>>()?)
}

/// Builds `The user's regeneration increases by 10 for Health and 5 for Mana`.
fn build_regeneration_each(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let who = read_who(pair)?;
    if let Some(named) = child(pair, Rule::vitals) {
        return Err(nonsense_error(&named, "Health or Mana is said twice"));
    }
    let build_each = |part: Node<'_>| {
        let resource = child(&part, Rule::vital).and_then(|v| read_vital(&v));
        let modifier = Modifier::Regeneration { resource, change: read_quantity(&part, says_increase(pair))?.into() };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    let operations = children(pair, Rule::for_vital).map(build_each).collect::<ParseResult<Vec<_>>>()?;
    let what = |operations: &Operation| match operations.modifier() {
        Some(Modifier::Regeneration { resource, .. }) => *resource,
        _ => None,
    };
    if operations.iter().all(|one| what(one) == operations.first().and_then(what)) {
        return Err(nonsense_error(pair, "the same regeneration twice"));
    }
    Ok(operations)
}

/// Builds `The user restores Health by 50% of the damage`.
fn build_gains_by(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let (who, what) = (read_who(pair)?, child(pair, Rule::vital).and_then(|v| read_vital(&v)));
    let resource = what.ok_or_else(|| nonsense_error(pair, "neither Health nor Mana"))?;
    let amount_pair = required(pair, Rule::by_so_much)?;
    let amount = match child(&amount_pair, Rule::written_number) {
        Some(number) => Amount::Number(exact_of(&number)?),
        None => Amount::OfDamage(read_share_of_damage(&amount_pair)?),
    };
    let is_loss = pair.as_rule() == Rule::lose_by;
    let verb = if is_loss { Verb::Lose { resource, amount, keeps: None } } else { Verb::Restore { resource, amount } };
    Ok(vec![Operation::Immediate(Immediate { who, verb })])
}

/// Reads `but keeps at least 1`, of what is taken: `at least 1 Health`.
pub(super) fn read_kept(pair: &Node<'_>, resource: Resource) -> ParseResult<Option<Exact>> {
    let Some(least) = child(pair, Rule::kept_at_least) else { return Ok(None) };
    if child(&least, Rule::vital).and_then(|vital| read_vital(&vital)).is_some_and(|kept| kept != resource) {
        return Err(nonsense_error(&least, "what is kept is something else than what is taken"));
    }
    exact_of(&required(&least, Rule::written_number)?).map(Some)
}

/// Builds `The target loses 20 Mana`, `… but keeps at least 1`.
fn build_losses(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let amounts = build_amounts(pair)?;
    let keeps = match (child(pair, Rule::kept_at_least), amounts.as_slice()) {
        (Some(least), [_, _, ..]) => {
            return Err(nonsense_error(&least, "of Health or of Mana? make it two sentences"));
        }
        (_, [(_, resource, _)]) => read_kept(pair, *resource)?,
        _ => None,
    };
    let lose = |(who, resource, amount)| Immediate { who, verb: Verb::Lose { resource, amount, keeps } };
    Ok(amounts.into_iter().map(lose).map(Operation::Immediate).collect())
}

/// Builds `The user's attacks ignore END and cannot be intercepted`.
fn build_attack_qualities(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let who = read_who(pair)?;
    let what = restrictions::read_skills(&required(pair, Rule::skills_of)?)?;
    if what.sort == SkillSort::Items {
        return Err(nonsense_error(pair, "items are no attacks"));
    }
    let mut qualities: Vec<AttackQuality> = Vec::new();
    for part in pair.clone().into_inner() {
        qualities.extend(match part.as_rule() {
            Rule::stat_word => Some(AttackQuality::IgnoresStat(clause::read_defence(&part)?)),
            Rule::ignores_ranks => {
                let (stat, ranks) = clause::read_lower_ranks(&part)?;
                Some(AttackQuality::TreatedLower(stat, ranks))
            }
            Rule::all_hits => Some(AttackQuality::Hits(clause::read_times(&part)?)),
            Rule::w_intercepted => Some(AttackQuality::NotIntercepted),
            Rule::w_negated => Some(AttackQuality::NotNegated),
            Rule::damage_word => Some(AttackQuality::BecomesKind(conditions::damage_type(&part))),
            _ => None,
        });
    }
    let quota = read_attack_quota(pair, Some(pair))?;
    let build = |quality| {
        let attacks = AttackFilter::with(what.clone());
        Operation::Standing(Standing { attacks, quota, ..Standing::of(who.clone(), Modifier::OfAttacks(quality)) })
    };
    reject_duplicates(pair, qualities.into_iter().map(build).collect())
}

/// Builds `Inflicts Stun 1`: on the target.
fn build_inflicts(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let who = if has_child(pair, Rule::effect_who) { read_who(pair)? } else { Who::Target };
    let inflict = |p: Node<'_>| {
        let (who, status) = (who.clone(), status_of(&p)?);
        Ok(Operation::Immediate(Immediate { who, verb: Verb::Inflict(status) }))
    };
    children(pair, Rule::status).map(inflict).collect::<ParseResult<_>>()
}

/// Builds `Cures the target of Poison and Stun`.
fn build_cures(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let who = read_who(pair)?;
    let cure = |which: Node<'_>| {
        let verb = match read_status_name(&which) {
            Some(name) => Verb::CureNamed(name),
            None => Verb::Cure(read_status_kind(&which)),
        };
        Operation::Immediate(Immediate { who: who.clone(), verb })
    };
    if let Some(or) = pair.descendants([Rule::k_or]).next() {
        return Err(nonsense_error(&or, "one of them, or both? write `and`, or begin with `Choose one: …`"));
    }
    reject_duplicates(pair, children(pair, Rule::which_statuses).map(cure).collect())
}

/// Builds `The user is immune to Poison and Stun`, `The next negative status effect the user would receive is negated`.
fn build_immunities(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let is_about_user = pair.as_rule() == Rule::immune && !has_child(pair, Rule::effect_who);
    let who = if is_about_user { Who::User } else { read_who(pair)? };
    let quota = (pair.as_rule() == Rule::next_status).then_some(Quota::Next(1));
    let immune = |which: Node<'_>| {
        let modifier = match which.as_rule() {
            Rule::ailing if has_child(&which, Rule::k_stunned) => Modifier::Immune(Some(StatusKind::Stun)),
            Rule::ailing => Modifier::Immune(Some(StatusKind::Poison)),
            _ => match read_status_name(&which) {
                Some(name) => Modifier::ImmuneNamed(name),
                None => Modifier::Immune(read_status_kind(&which)),
            },
        };
        Operation::Standing(Standing { quota, ..Standing::of(who.clone(), modifier) })
    };
    let pairs = children(pair, Rule::which_statuses).chain(children(pair, Rule::ailing));
    reject_duplicates(pair, pairs.map(immune).collect())
}

/// Builds `The user gains 1 AP and 1 SP each Turn`.
fn build_points_each_turn(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let who = read_who(pair)?;
    let is_loss = has_child(pair, Rule::w_loses);
    let counted = read_counted(pair)?;
    if counted.is_some() && children(pair, Rule::points_told).count() > 1 {
        return Err(nonsense_error(pair, "for each of these AP, SP or both? make it two sentences"));
    }
    let build_each = |part: Node<'_>| {
        let resource = if has_child(&part, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
        let by = read_signed_points(&part)?;
        let modifier = Modifier::EachTurn { resource, amount: if is_loss { -by } else { by }, each: counted.clone() };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    children(pair, Rule::points_told).map(build_each).collect::<ParseResult<_>>()
}

fn children<'i>(pair: &Node<'i>, rule: Rule) -> impl Iterator<Item = Node<'i>> + use<'i> {
    pair.clone().into_inner().filter(move |p| p.as_rule() == rule)
}

fn reject_duplicates(pair: &Node<'_>, operations: Vec<Operation>) -> ParseResult<Vec<Operation>> {
    let has_duplicate = operations.iter().enumerate().any(|(index, one)| operations[..index].contains(one));
    if has_duplicate { Err(nonsense_error(pair, "the same thing twice")) } else { Ok(operations) }
}

/// Builds who restores or loses how much of which resource.
fn build_amounts(pair: &Node<'_>) -> ParseResult<Vec<(Who<Written>, Resource, Amount)>> {
    let who = read_who(pair)?;
    let pairs: Vec<_> = children(pair, Rule::amount_of).collect();
    let mut amounts: Vec<(Who<Written>, Resource, Amount)> = Vec::new();
    if pairs.is_empty() {
        let within = child(pair, Rule::whole_of);
        let what = read_health_and_mana(within.as_ref().unwrap_or(pair))?;
        let is_all = has_child(pair, Rule::w_fully) || has_child(pair, Rule::k_all) || within.is_some();
        let is_of_damage = has_child(pair, Rule::part_of_damage) || has_child(pair, Rule::k_as);
        let amount = if has_child(pair, Rule::part_of_damage) {
            let (what, amount) = read_gain_or_loss(pair, &who)?;
            return Ok(vec![(who, what, amount)]);
        } else if is_of_damage {
            let factor = child(pair, Rule::percent).map_or(Ok(Exact::percent(50)), |p| read_factor(&p))?;
            Amount::OfDamage(factor)
        } else if is_all {
            Amount::OfMaximum(Exact::ONE)
        } else {
            for what in what {
                amounts.push((who.clone(), what, read_part_of_own_points(pair, &who, what, Stock::Maximum)?));
            }
            return Ok(amounts);
        };
        amounts.extend(what.into_iter().map(|what| (who.clone(), what, amount.clone())));
    }
    for amount_pair in &pairs {
        let (what, amount) = read_gain_or_loss(amount_pair, &who)?;
        amounts.push((who.clone(), what, amount));
    }
    // `… for each familiar` and `…, up to 30` behind the last could be of each.
    let is_open = matches!(amounts.last(), Some((_, _, Amount::Each(..) | Amount::AtMost(..))));
    let kind_of = |of: &(Who<Written>, Resource, Amount)| std::mem::discriminant(&of.2);
    if is_open && amounts.iter().any(|of| Some(kind_of(of)) != amounts.last().map(kind_of)) {
        return Err(nonsense_error(pair, "which of them is counted so? write two sentences"));
    }
    if amounts.is_empty()
        || amounts.iter().enumerate().any(|(index, one)| amounts[..index].iter().any(|other| other.1 == one.1))
    {
        return Err(nonsense_error(pair, "of Health or of Mana: each once"));
    }
    Ok(amounts)
}
