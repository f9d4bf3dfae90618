//! Shields (family 37): turns pairs of `grammar/effects_shields.pest` into trees.

use super::Node;
use super::antecedents::is_several;
use super::immediate::of_points;
use super::parts::{child, has, nonsense, part_of_points, whom};
use super::standing::sources_of;
use crate::language::condition::{Resource, Who, Written};
use crate::language::effect::{Amount, Counted, Modifier, ShieldSpan, Standing, Stock};
use crate::language::fields::{Read, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;

/// Builds the tree of an `absorbed` pair.
pub(super) fn absorbed(pair: &Node<'_>) -> Read<Standing> {
    let within = |rule| pair.within([rule]).next();
    let soaked = within(Rule::soaked);
    let who = whose(pair, soaked.as_ref())?;
    if let Some(each) = child(pair, Rule::of_each)
        && !is_several(&who)
    {
        return Err(nonsense(&each, "one alone has this shield"));
    }
    let damage = match within(Rule::part_of_points) {
        Some(part) => part_of_maximum(&part, &who)?,
        None => {
            let number = within(Rule::written_number);
            let number = number.ok_or_else(|| nonsense(pair, "how much? write `the next 40 damage`"))?;
            let number = exact_of(&number)?;
            if number <= Exact::ZERO {
                return Err(nonsense(pair, "nothing at all is absorbed: at least 1"));
            }
            Amount::Number(number)
        }
    };
    let told = soaked.unwrap_or_else(|| child(pair, Rule::shield_size).unwrap_or_else(|| pair.clone()));
    if child(&told, Rule::from).is_some_and(|from| has(&from, Rule::attack_quota) || has(&from, Rule::each_such_turn)) {
        return Err(nonsense(
            &told,
            "so much damage, or so many attacks? attacks are negated: `The next attack … is negated`",
        ));
    }
    let span = match (has(&told, Rule::k_first), child(&told, Rule::each_such_turn)) {
        (true, Some(each)) if has(&each, Rule::per_war) => ShieldSpan::InWar,
        (true, Some(each)) if has(&each, Rule::each_battle) => {
            return Err(nonsense(
                &each,
                "a shield is counted each Turn, in the War, or from its use on: write `each Turn`",
            ));
        }
        (true, Some(_)) => ShieldSpan::EachTurn,
        (true, None) => {
            return Err(nonsense(&told, "the first of what? write `each Turn` behind it, or `the next`"));
        }
        (false, Some(each)) => {
            return Err(nonsense(&each, "the next damage is so much in all: of each Turn it is `the first`"));
        }
        (false, None) => ShieldSpan::FromUse,
    };
    let attacks = sources_of(&told, Rule::from)?;
    Ok(Standing { attacks, ..Standing::of(who, Modifier::Absorbs { damage, span }) })
}

/// Whose damage is absorbed: always that of whoever has the shield.
fn whose(pair: &Node<'_>, soaked: Option<&Node<'_>>) -> Read<Who<Written>> {
    let bearer = child(pair, Rule::effect_who).map(|who| whom(&who)).transpose()?;
    let by = soaked.and_then(|soaked| child(soaked, Rule::soaked_by));
    let received = by.as_ref().and_then(|by| child(by, Rule::effect_who)).map(|who| whom(&who)).transpose()?;
    match (bearer, received) {
        (Some(bearer), None | Some(Who::Antecedent)) | (None, Some(bearer)) => Ok(bearer),
        (Some(bearer), Some(received)) if bearer == received => Ok(bearer),
        (Some(_), Some(_)) => Err(nonsense(
            pair,
            "a shield is of whoever receives the damage: write `The next 40 damage … receives is absorbed`",
        )),
        (None, None) => Ok(Who::User),
    }
}

/// `20% of their maximum Health`: the size of a shield, which is fixed.
fn part_of_maximum(part: &Node<'_>, who: &Who<Written>) -> Read<Amount> {
    let (factor, points) = part_of_points(part, Some(who))?;
    match points {
        Counted::Points { of: Stock::Maximum, .. } => Ok(of_points(Resource::Health, factor, points)),
        _ => Err(nonsense(part, "a shield has one size: a number, or a part of a maximum")),
    }
}
