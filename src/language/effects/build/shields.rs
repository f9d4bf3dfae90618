//! Shields (family 37): turns pairs of `grammar/effects_shields.pest` into trees.

use super::Node;
use super::antecedents::is_several;
use super::immediate::amount_of_points;
use super::parts::{child, has_child, nonsense_error, read_part_of_points, read_people};
use super::standing::read_sources;
use crate::language::condition::{Resource, Who, Written};
use crate::language::effect::{Amount, Counted, Modifier, ShieldSpan, Standing, Stock};
use crate::language::fields::{ParseResult, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;

/// Builds the tree of an `absorbed` pair.
pub(super) fn build_shield(pair: &Node<'_>) -> ParseResult<Standing> {
    let find = |rule| pair.descendants([rule]).next();
    let damage_pair = find(Rule::soaked);
    let who = read_shield_bearer(pair, damage_pair.as_ref())?;
    if let Some(each) = child(pair, Rule::of_each)
        && !is_several(&who)
    {
        return Err(nonsense_error(&each, "one alone has this shield"));
    }
    let damage = match find(Rule::part_of_points) {
        Some(part) => read_shield_size(&part, &who)?,
        None => {
            let number = find(Rule::written_number);
            let number = number.ok_or_else(|| nonsense_error(pair, "how much? write `the next 40 damage`"))?;
            let number = exact_of(&number)?;
            if number <= Exact::ZERO {
                return Err(nonsense_error(pair, "nothing at all is absorbed: at least 1"));
            }
            Amount::Number(number)
        }
    };
    let shield = damage_pair.unwrap_or_else(|| child(pair, Rule::shield_size).unwrap_or_else(|| pair.clone()));
    if child(&shield, Rule::from)
        .is_some_and(|from| has_child(&from, Rule::attack_quota) || has_child(&from, Rule::each_such_turn))
    {
        return Err(nonsense_error(
            &shield,
            "so much damage, or so many attacks? attacks are negated: `The next attack … is negated`",
        ));
    }
    let span = match (has_child(&shield, Rule::k_first), child(&shield, Rule::each_such_turn)) {
        (true, Some(each)) if has_child(&each, Rule::per_war) => ShieldSpan::InWar,
        (true, Some(each)) if has_child(&each, Rule::each_battle) => {
            return Err(nonsense_error(
                &each,
                "a shield is counted each Turn, in the War, or from its use on: write `each Turn`",
            ));
        }
        (true, Some(_)) => ShieldSpan::EachTurn,
        (true, None) => {
            return Err(nonsense_error(&shield, "the first of what? write `each Turn` behind it, or `the next`"));
        }
        (false, Some(each)) => {
            return Err(nonsense_error(&each, "the next damage is so much in all: of each Turn it is `the first`"));
        }
        (false, None) => ShieldSpan::FromUse,
    };
    let attacks = read_sources(&shield, Rule::from)?;
    Ok(Standing { attacks, ..Standing::of(who, Modifier::Absorbs { damage, span }) })
}

/// Reads the bearer of a shield, whose received damage is absorbed.
fn read_shield_bearer(pair: &Node<'_>, soaked: Option<&Node<'_>>) -> ParseResult<Who<Written>> {
    let bearer = child(pair, Rule::effect_who).map(|who| read_people(&who)).transpose()?;
    let by = soaked.and_then(|soaked| child(soaked, Rule::soaked_by));
    let received = by.as_ref().and_then(|by| child(by, Rule::effect_who)).map(|who| read_people(&who)).transpose()?;
    match (bearer, received) {
        (Some(bearer), None | Some(Who::Antecedent)) | (None, Some(bearer)) => Ok(bearer),
        (Some(bearer), Some(received)) if bearer == received => Ok(bearer),
        (Some(_), Some(_)) => Err(nonsense_error(
            pair,
            "a shield is of whoever receives the damage: write `The next 40 damage … receives is absorbed`",
        )),
        (None, None) => Ok(Who::User),
    }
}

/// Reads the size of a shield, which is fixed: `20% of their maximum Health`.
fn read_shield_size(part: &Node<'_>, who: &Who<Written>) -> ParseResult<Amount> {
    let (factor, points) = read_part_of_points(part, Some(who))?;
    match points {
        Counted::Points { stock: Stock::Maximum, .. } => Ok(amount_of_points(Resource::Health, factor, points)),
        _ => Err(nonsense_error(part, "a shield has one size: a number, or a part of a maximum")),
    }
}
