//! Builds what the rules give of points, and what effects make of it.

use super::Node;
use super::parts::{
    child, has_child, nonsense_error, read_change, read_factor, read_person, read_vital, read_who, required,
};
use crate::language::condition::{Resource, Who};
use crate::language::effect::{Change, Modifier, Standing};
use crate::language::fields::{ParseResult, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::points::FirstTurnPoints;

/// Builds a sentence about points that the rules give.
pub(super) fn build_points(pair: &Node<'_>) -> ParseResult<Standing> {
    match pair.as_rule() {
        Rule::points_none => {
            let resource = if has_child(pair, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
            Ok(Standing::of(read_who(pair)?, Modifier::GainsNone(resource)))
        }
        Rule::no_agility_bonus => Ok(Standing::of(read_who(pair)?, Modifier::NoAgilityBonus)),
        Rule::first_turn_points => {
            let all = has_child(pair, Rule::all_points);
            let points = if all { FirstTurnPoints::All } else { FirstTurnPoints::OneOfEach };
            Ok(Standing::of(read_who(pair)?, Modifier::FirstTurnPoints(points)))
        }
        Rule::cp_for_damage => {
            let Change::Percent(by) = read_change(pair)? else {
                return Err(nonsense_error(pair, "by a part of them: `… increase by 50%`"));
            };
            Ok(Standing::of(read_who(pair)?, Modifier::CombatPointsFor(by)))
        }
        _ => build_of_civilian(pair),
    }
}

/// Builds `Consuming a civilian restores 20% of the user's maximum Mana instead of 10%`.
fn build_of_civilian(pair: &Node<'_>) -> ParseResult<Standing> {
    let who = read_person(&required(pair, Rule::effect_one)?)?;
    let Some(resource) = read_vital(&required(pair, Rule::vital)?) else {
        return Err(nonsense_error(pair, "Health or Mana?"));
    };
    let percents: Vec<Exact> = pair
        .clone()
        .into_inner()
        .filter(|part| part.as_rule() == Rule::percent)
        .map(|part| read_factor(&part))
        .collect::<ParseResult<_>>()?;
    let number = child(pair, Rule::written_number).map(|number| exact_of(&number)).transpose()?;
    let instead = has_child(pair, Rule::w_instead);
    let is_of_the_rule = percents.last() == Some(&Exact::percent(10)) && resource == Resource::Mana;
    if instead && (!is_of_the_rule || number.is_some()) {
        return Err(nonsense_error(pair, "a civilian restores 10% of the maximum Mana (R298): instead of that"));
    }
    if who != Who::User {
        return Err(nonsense_error(pair, "whoever consumes a civilian is restored: write `the user`"));
    }
    let of_maximum = || percents.first().copied().map(Change::Percent);
    let Some(amount) = number.map(Change::Flat).or_else(of_maximum) else {
        return Err(nonsense_error(pair, "how much?"));
    };
    if !instead && !has_child(pair, Rule::k_also) && resource == Resource::Mana {
        let why = "instead of what the rules give (R298), or besides?";
        return Err(nonsense_error(pair, why)
            .into_iter()
            .map(|fault| fault.note("write `… instead of 10%`, or `Consuming a civilian also restores …`"))
            .collect());
    }
    Ok(Standing::of(who, Modifier::OfCivilian { resource, amount, instead }))
}
