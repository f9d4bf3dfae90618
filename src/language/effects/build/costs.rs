//! What skills cost: turns pairs of the grammar into changes of a cost.

use super::parts::{
    child, has_child, nonsense_error, read_attack_quota, read_counted, read_maximum, read_measure, read_name,
    read_quantity, read_who, required,
};
use super::standing::read_cost_resource;
use super::{Node, restrictions};
use crate::language::condition::{Resource, Who};
use crate::language::effect::{Change, Measure, Modifier, Quota, SkillFilter, SkillSort, Standing};
use crate::language::fields::{ParseResult, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;

/// Builds `The user's skills cost 10 less Mana`.
pub(super) fn build_cost_change(pair: &Node<'_>) -> ParseResult<Standing> {
    let skills = match (child(pair, Rule::skills_of), child(pair, Rule::quoted_name)) {
        (Some(skills_pair), _) => restrictions::read_skills(&skills_pair)?,
        (None, Some(quoted)) => SkillFilter { sort: SkillSort::Named(read_name(&quoted)), ranked: None, costing: None },
        (None, None) => return Err(nonsense_error(pair, "the cost of what?")),
    };
    if skills.sort == SkillSort::Items {
        return Err(nonsense_error(pair, "an item costs nothing to use"));
    }
    let names_owner = has_child(pair, Rule::effect_who) || has_child(pair, Rule::k_their);
    let who = if names_owner { read_who(pair)? } else { Who::User };
    let (resource, change) = read_cost_change(pair)?;
    let quota = read_attack_quota(pair, Some(pair))?;
    if !matches!(quota, None | Some(Quota::FirstEachTurn(_) | Quota::Next(_))) {
        return Err(nonsense_error(
            pair,
            "uses are counted of each Turn (`first … each Turn`), or from now on (`next`)",
        ));
    }
    let least = read_minimum_cost(pair, &change)?;
    Ok(Standing { quota, ..Standing::of(who, Modifier::Costs { skills, resource, change, least }) })
}

/// Builds `The target's next Support skill fails`.
pub(super) fn build_foiled_use(pair: &Node<'_>) -> ParseResult<Standing> {
    let skills = restrictions::read_skills(&required(pair, Rule::skills_of)?)?;
    let who = read_who(pair)?;
    if who.group().is_some() || matches!(skills.sort, SkillSort::Items | SkillSort::BasicAttacks) {
        return Err(nonsense_error(
            pair,
            "skills of one character fail: write `The target's next Support skill fails`",
        ));
    }
    let quota = read_attack_quota(pair, Some(pair))?;
    if !matches!(quota, Some(Quota::FirstEachTurn(_) | Quota::Next(_))) {
        return Err(nonsense_error(
            pair,
            "uses are counted of each Turn (`first … each Turn`), or from now on (`next`)",
        ));
    }
    Ok(Standing { quota, ..Standing::of(who, Modifier::Foils(skills)) })
}

/// Reads `, to a minimum of 1`: the least a cost can fall to.
pub(super) fn read_minimum_cost(pair: &Node<'_>, change: &Measure) -> ParseResult<Option<Exact>> {
    let Some(minimum_pair) = child(pair, Rule::no_less_than) else { return Ok(None) };
    let least = exact_of(&required(&minimum_pair, Rule::written_number)?)?;
    if !change.is_less() || least.is_zero() {
        return Err(nonsense_error(&minimum_pair, "a cost that rises has no minimum, and none falls below nothing"));
    }
    Ok(Some(least))
}

/// Reads which part of a cost changes, and by how much.
pub(super) fn read_cost_change(pair: &Node<'_>) -> ParseResult<(Resource, Measure)> {
    let what = read_cost_resource(&required(pair, Rule::cost_word)?)?;
    let change = match child(pair, Rule::dear) {
        Some(dear) => {
            let amount = if has_child(&dear, Rule::w_no) {
                Change::Percent(Exact::percent(-100))
            } else if has_child(&dear, Rule::quantity) {
                read_quantity(&dear, !has_child(&dear, Rule::w_less))?
            } else {
                Change::Flat(Exact::ONE)
            };
            Measure { amount, each: read_counted(pair)?, at_most: read_maximum(pair, amount)? }
        }
        None => read_measure(pair)?,
    };
    let is_points = matches!(what, Resource::ActionPoints | Resource::SupportPoints);
    let is_whole = match change.amount {
        Change::Flat(by) => by.as_whole().is_some(),
        Change::Percent(by) => by == Exact::percent(-100),
    };
    if is_points && !is_whole {
        return Err(nonsense_error(pair, "AP and SP are counted in whole numbers"));
    }
    Ok((what, change))
}
