//! Sentences that say several things of a kind at once: `30 Health and 20 Mana`, `Poison and Stun`.

use super::immediate::{amount, part_of, share_of_damage, vitals};
use super::parts::{
    above_zero, child, counted, factor, has, name, nonsense, quantity, quota, required, rises, signed_points, stat,
    status_name, vital, which_status, who_in,
};
use super::{Node, clause, ending_state, of_use, restrictions};
use crate::language::condition::{Comparison, Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    Amount, AttackFilter, AttackQuality, Cancelled, Clause, Immediate, Modifier, Operation, Sort, Standing, Stock, Verb,
};
use crate::language::fields::{Read, exact_of, status_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::status::{Status, StatusKind};

/// Builds every operation of such a pair; `None` for a pair of another kind.
pub(super) fn several(pair: &Node<'_>) -> Read<Option<Vec<Operation>>> {
    Ok(Some(match pair.as_rule() {
        Rule::restore => amounts(pair)?
            .into_iter()
            .map(|(who, what, amount)| Operation::Immediate(Immediate { who, verb: Verb::Restore { what, amount } }))
            .collect(),
        Rule::lose => amounts(pair)?
            .into_iter()
            .map(|(who, what, amount)| Operation::Immediate(Immediate { who, verb: Verb::Lose { what, amount } }))
            .collect(),
        Rule::regeneration_each => regeneration_each(pair)?,
        Rule::restore_by | Rule::lose_by => gains_by(pair)?,
        Rule::lasts if has(pair, Rule::until_deed) && ending_state(pair).is_none() => {
            vec![Operation::Immediate(Immediate::by_user(Verb::Cancel(Cancelled::This)))]
        }
        Rule::not_reduced => {
            let or_negated = has(pair, Rule::or_negated).then_some(Clause::NotNegated);
            [Some(Clause::CannotBeReduced), or_negated].into_iter().flatten().map(Operation::Clause).collect()
        }
        Rule::calculated_with | Rule::ignores_part | Rule::attack_cannot => of_use::clauses(pair)?,
        Rule::of_attacks => of_attacks(pair)?,
        Rule::inflict if has(pair, Rule::k_poisoned) => {
            let turns = above_zero(&required(pair, Rule::count)?)?;
            let damage = exact_of(&required(pair, Rule::written_number)?)?;
            let verb = Verb::Inflict(Status::Poison { turns, damage });
            vec![Operation::Immediate(Immediate { who: who_in(pair)?, verb })]
        }
        Rule::inflict => inflicts(pair)?,
        Rule::cure => cures(pair)?,
        Rule::immune | Rule::no_effect_on | Rule::cannot_suffer => immune(pair)?,
        Rule::ignores_stat => {
            let ignored = |p: Node<'_>| clause::defence(&p).map(|stat| Operation::Clause(Clause::IgnoresStat(stat)));
            distinct(pair, all(pair, Rule::stat_word).map(ignored).collect::<Read<_>>()?)?
        }
        Rule::becomes => becomes(pair)?,
        Rule::points_each_turn => points_each_turn(pair)?,
        Rule::forbids => distinct(pair, restrictions::forbids(pair)?.into_iter().map(Operation::Standing).collect())?,
        Rule::upgrade => {
            let upgrade = |p: Node<'_>| Operation::Standing(Standing::of(Who::User, Modifier::Upgrade(name(&p))));
            distinct(pair, all(pair, Rule::quoted_name).map(upgrade).collect())?
        }
        _ => return Ok(None),
    }))
}

/// Builds `The user's STR is raised to A`, `The user's STR and END become A`.
fn becomes(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let (who, rank) = (who_in(pair)?, conditions::rank(&required(pair, Rule::written_rank)?));
    let bound = if has(pair, Rule::w_raised) || has(pair, Rule::w_rises) {
        Comparison::AtLeast
    } else if has(pair, Rule::w_lowered) || has(pair, Rule::w_falls) {
        Comparison::AtMost
    } else {
        Comparison::Exactly
    };
    let of = |word: Node<'_>| {
        let modifier = Modifier::Become { stat: stat(&word)?, bound, rank };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    distinct(pair, all(pair, Rule::stat_word).map(of).collect::<Read<_>>()?)
}

/// Builds `The user's regeneration increases by 10 for Health and 5 for Mana`.
fn regeneration_each(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let who = who_in(pair)?;
    if let Some(named) = child(pair, Rule::vitals) {
        return Err(nonsense(&named, "Health or Mana is said twice"));
    }
    let each = |told: Node<'_>| {
        let what = child(&told, Rule::vital).and_then(|v| vital(&v));
        let modifier = Modifier::Regeneration { what, change: quantity(&told, rises(pair))?.into() };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    let said = all(pair, Rule::for_vital).map(each).collect::<Read<Vec<_>>>()?;
    let what = |said: &Operation| match said.modifier() {
        Some(Modifier::Regeneration { what, .. }) => *what,
        _ => None,
    };
    if said.iter().all(|one| what(one) == said.first().and_then(what)) {
        return Err(nonsense(pair, "the same regeneration twice"));
    }
    Ok(said)
}

/// Builds `The user restores Health by 50% of the damage`.
fn gains_by(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let (who, what) = (who_in(pair)?, child(pair, Rule::vital).and_then(|v| vital(&v)));
    let what = what.ok_or_else(|| nonsense(pair, "neither Health nor Mana"))?;
    let told = required(pair, Rule::by_so_much)?;
    let amount = match child(&told, Rule::written_number) {
        Some(number) => Amount::Number(exact_of(&number)?),
        None => Amount::OfDamage(share_of_damage(&told)?),
    };
    let lost = pair.as_rule() == Rule::lose_by;
    let verb = if lost { Verb::Lose { what, amount } } else { Verb::Restore { what, amount } };
    Ok(vec![Operation::Immediate(Immediate { who, verb })])
}

/// Builds `The user's attacks ignore END and cannot be intercepted`.
fn of_attacks(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let who = who_in(pair)?;
    let what = restrictions::skills(&required(pair, Rule::skills_of)?)?;
    if what.sort == Sort::Items {
        return Err(nonsense(pair, "items are no attacks"));
    }
    let mut said: Vec<AttackQuality> = Vec::new();
    for part in pair.clone().into_inner() {
        said.extend(match part.as_rule() {
            Rule::stat_word => Some(AttackQuality::IgnoresStat(clause::defence(&part)?)),
            Rule::ignores_ranks => {
                let (stat, ranks) = clause::ranks_lower(&part)?;
                Some(AttackQuality::TreatedLower(stat, ranks))
            }
            Rule::all_hits => Some(AttackQuality::Hits(clause::often(&part)?)),
            Rule::w_intercepted => Some(AttackQuality::NotIntercepted),
            Rule::w_negated => Some(AttackQuality::NotNegated),
            Rule::damage_word => Some(AttackQuality::BecomesKind(conditions::damage_type(&part))),
            _ => None,
        });
    }
    let quota = quota(pair, Some(pair))?;
    let of = |quality| {
        let attacks = AttackFilter::with(what.clone());
        Operation::Standing(Standing { attacks, quota, ..Standing::of(who.clone(), Modifier::OfAttacks(quality)) })
    };
    distinct(pair, said.into_iter().map(of).collect())
}

/// Builds `Inflicts Stun 1`: on the target.
fn inflicts(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let who = if has(pair, Rule::effect_who) { who_in(pair)? } else { Who::Target };
    let inflict = |p: Node<'_>| {
        let (who, status) = (who.clone(), status_of(&p)?);
        Ok(Operation::Immediate(Immediate { who, verb: Verb::Inflict(status) }))
    };
    all(pair, Rule::status).map(inflict).collect::<Read<_>>()
}

/// Builds `Cures the target of Poison and Stun`.
fn cures(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let who = who_in(pair)?;
    let cure = |which: Node<'_>| {
        let verb = match status_name(&which) {
            Some(name) => Verb::CureNamed(name),
            None => Verb::Cure(which_status(&which)),
        };
        Operation::Immediate(Immediate { who: who.clone(), verb })
    };
    if let Some(or) = pair.within([Rule::k_or]).next() {
        return Err(nonsense(&or, "one of them, or both? write `and`, or begin with `Choose one: …`"));
    }
    distinct(pair, all(pair, Rule::which_statuses).map(cure).collect())
}

/// Builds `The user is immune to Poison and Stun`.
fn immune(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let own = pair.as_rule() == Rule::immune && !has(pair, Rule::effect_who);
    let who = if own { Who::User } else { who_in(pair)? };
    let immune = |which: Node<'_>| {
        let modifier = match which.as_rule() {
            Rule::ailing if has(&which, Rule::k_stunned) => Modifier::Immune(Some(StatusKind::Stun)),
            Rule::ailing => Modifier::Immune(Some(StatusKind::Poison)),
            _ => match status_name(&which) {
                Some(name) => Modifier::ImmuneNamed(name),
                None => Modifier::Immune(which_status(&which)),
            },
        };
        Operation::Standing(Standing::of(who.clone(), modifier))
    };
    let told = all(pair, Rule::which_statuses).chain(all(pair, Rule::ailing));
    distinct(pair, told.map(immune).collect())
}

/// Builds `The user gains 1 AP and 1 SP each Turn`.
fn points_each_turn(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let who = who_in(pair)?;
    let lost = has(pair, Rule::w_loses);
    let often = counted(pair)?;
    if often.is_some() && all(pair, Rule::points_told).count() > 1 {
        return Err(nonsense(pair, "for each of these AP, SP or both? make it two sentences"));
    }
    let each = |told: Node<'_>| {
        let what = if has(&told, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
        let by = signed_points(&told)?;
        let modifier = Modifier::EachTurn { what, by: if lost { -by } else { by }, each: often.clone() };
        Ok(Operation::Standing(Standing::of(who.clone(), modifier)))
    };
    all(pair, Rule::points_told).map(each).collect::<Read<_>>()
}

fn all<'i>(pair: &Node<'i>, rule: Rule) -> impl Iterator<Item = Node<'i>> + use<'i> {
    pair.clone().into_inner().filter(move |p| p.as_rule() == rule)
}

fn distinct(pair: &Node<'_>, said: Vec<Operation>) -> Read<Vec<Operation>> {
    let twice = said.iter().enumerate().any(|(place, one)| said[..place].contains(one));
    if twice { Err(nonsense(pair, "the same thing twice")) } else { Ok(said) }
}

/// Who restores or loses, and how much of which resource.
fn amounts(pair: &Node<'_>) -> Read<Vec<(Who<Written>, Resource, Amount)>> {
    let who = who_in(pair)?;
    let told: Vec<_> = all(pair, Rule::amount_of).collect();
    let mut said: Vec<(Who<Written>, Resource, Amount)> = Vec::new();
    if told.is_empty() {
        let within = child(pair, Rule::whole_of);
        let what = vitals(within.as_ref().unwrap_or(pair))?;
        let all_of_it = has(pair, Rule::w_fully) || has(pair, Rule::k_all) || within.is_some();
        let of_damage = has(pair, Rule::part_of_damage) || has(pair, Rule::k_as);
        let amount = if has(pair, Rule::part_of_damage) {
            let (what, amount) = amount(pair, &who)?;
            return Ok(vec![(who, what, amount)]);
        } else if of_damage {
            let factor = child(pair, Rule::percent).map_or(Ok(Exact::percent(50)), |p| factor(&p))?;
            Amount::OfDamage(factor)
        } else if all_of_it {
            Amount::OfMaximum(Exact::ONE)
        } else {
            for what in what {
                said.push((who.clone(), what, part_of(pair, &who, what, Stock::Maximum)?));
            }
            return Ok(said);
        };
        said.extend(what.into_iter().map(|what| (who.clone(), what, amount.clone())));
    }
    for told in &told {
        let (what, amount) = amount(told, &who)?;
        said.push((who.clone(), what, amount));
    }
    let each = |of: &(Who<Written>, Resource, Amount)| matches!(of.2, Amount::Each(..));
    if said.last().is_some_and(each) && !said.iter().all(each) {
        return Err(nonsense(pair, "which of them is counted so? write two sentences"));
    }
    if said.is_empty() || said.iter().enumerate().any(|(place, one)| said[..place].iter().any(|of| of.1 == one.1)) {
        return Err(nonsense(pair, "of Health or of Mana: each once"));
    }
    Ok(said)
}
