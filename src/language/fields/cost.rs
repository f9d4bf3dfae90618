//! The Cost field: `1 AP, 20 Mana, Upkeep 10 Mana` (R122–R124).

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::vocabulary::cost::{Cost, Upkeep};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::text::collapse_whitespace;

use super::{ParseResult, code, collect, exact_of, span};

pub(super) fn cost_of(pair: Pair<'_, Rule>) -> ParseResult<Cost> {
    let mut cost = Cost::default();
    let mut seen: Vec<&'static str> = Vec::new();
    let mut faults = Vec::new();
    for part in pair.into_inner().filter(|p| p.as_rule() == Rule::cost_part) {
        let at = span(&part);
        let text = collapse_whitespace(part.as_str());
        let Some(form) = part.into_inner().next() else { continue };
        let upkeep = form.as_rule() == Rule::cost_upkeep;
        let mut amount = None;
        let mut words = Vec::new();
        for token in form.into_inner() {
            match token.as_rule() {
                Rule::number => collect(&mut faults, exact_of(&token), |n| amount = Some(n)),
                Rule::word => words.push(token.as_str().to_lowercase()),
                _ => {}
            }
        }
        let unit = words.join(" ");
        if let Err(fault) = add_cost(&mut cost, &mut seen, upkeep, amount, &unit) {
            let fault = match fault {
                CostFault::Unit => Diagnostic::error(code::COST, at, format!("`{text}` is no cost"))
                    .note(format!("costs are counted in {}", COST_WORDS.join(", ")))
                    .suggest(nearest(&unit, COST_WORDS)),
                CostFault::Twice(what) => Diagnostic::error(code::COST, at, format!("the {what} is given twice")),
                CostFault::Amount(why) => Diagnostic::error(code::COST, at, format!("`{text}`: {why}")),
            };
            faults.push(fault);
        }
    }
    if faults.is_empty() { Ok(cost) } else { Err(faults) }
}

const COST_WORDS: [&str; 9] =
    ["AP", "SP", "Mana", "Health", "CP", "Turn Action", "Move Action", "Full Turn", "Upkeep 10 Mana"];

enum CostFault {
    Unit,
    Twice(&'static str),
    Amount(&'static str),
}

/// Adds one part to a cost.
fn add_cost(
    cost: &mut Cost,
    seen: &mut Vec<&'static str>,
    upkeep: bool,
    amount: Option<Exact>,
    unit: &str,
) -> Result<(), CostFault> {
    let what = match (upkeep, unit) {
        (true, "mana") => "Mana upkeep",
        (true, "health") => "Health upkeep",
        (false, "ap" | "action point" | "action points") => "AP",
        (false, "sp" | "support point" | "support points") => "SP",
        (false, "mana") => "Mana",
        (false, "health") => "Health",
        (false, "cp" | "combat point" | "combat points") => "CP",
        (false, "turn action") => "Turn Action",
        (false, "move action") => "Move Action",
        (false, "full turn") => "Full Turn",
        _ => return Err(CostFault::Unit),
    };
    if seen.contains(&what) {
        return Err(CostFault::Twice(what));
    }
    seen.push(what);
    let number = || amount.ok_or(CostFault::Amount("it needs a number"));
    let points = || {
        let n = number()?;
        n.as_whole().and_then(|n| u32::try_from(n).ok()).ok_or(CostFault::Amount("points are whole numbers"))
    };
    let single = || match amount {
        None => Ok(()),
        Some(n) if n == Exact::ONE => Ok(()),
        Some(_) => Err(CostFault::Amount("there is one a Turn")),
    };
    let keep = |change: fn(&mut Upkeep, Exact), cost: &mut Cost| {
        let n = number()?;
        if !n.is_zero() {
            change(cost.upkeep.get_or_insert_with(Upkeep::default), n);
        }
        Ok(())
    };
    match what {
        "AP" => cost.ap = points()?,
        "SP" => cost.sp = points()?,
        "Mana" => cost.mana = number()?,
        "Health" => cost.health = number()?,
        "CP" => cost.cp = number()?,
        "Turn Action" => single().map(|()| cost.takes_turn_action = true)?,
        "Move Action" => single().map(|()| cost.takes_move_action = true)?,
        "Full Turn" => single().map(|()| cost.takes_full_turn = true)?,
        "Mana upkeep" => keep(|upkeep, n| upkeep.mana = n, cost)?,
        _ => keep(|upkeep, n| upkeep.health = n, cost)?,
    }
    Ok(())
}
