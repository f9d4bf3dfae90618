//! What the damage of a use is calculated with, and what cannot be done to its attack: turns pairs of
//! `grammar/effects_use.pest` into trees.

use super::Node;
use super::clause::defence;
use super::parts::{child, factor, has, nonsense, required, stat};
use crate::language::effect::{Clause, Operation};
use crate::language::fields::Read;
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;

/// Builds every clause of such a pair.
pub(super) fn clauses(pair: &Node<'_>) -> Read<Vec<Operation>> {
    let said = match pair.as_rule() {
        Rule::ignores_part => vec![ignores_part(pair)?],
        Rule::attack_cannot => cannot(pair)?,
        _ => calculated(pair)?,
    };
    Ok(said.into_iter().map(Operation::Clause).collect())
}

/// Builds `with the higher of the user's STR and MAE in place of STR, and against the target's END`.
fn calculated(pair: &Node<'_>) -> Read<Vec<Clause>> {
    let mut said = Vec::new();
    if let Some(own) = child(pair, Rule::own_stats) {
        let stats = best_of(&own, Rule::k_greater, &[Stat::STR, Stat::MAE, Stat::END, Stat::MAR])?;
        let in_place_of = match child(pair, Rule::in_place) {
            Some(place) => Some(one_of(&required(&place, Rule::stat_word)?, &[Stat::STR, Stat::MAE])?),
            None => None,
        };
        if in_place_of.is_some_and(|replaced| stats.contains(&replaced)) {
            return Err(nonsense(&own, "in place of itself?"));
        }
        said.push(Clause::CalculatedWith { stats, in_place_of });
    }
    if let Some(theirs) = child(pair, Rule::target_stats) {
        said.push(Clause::CalculatedAgainst(best_of(&theirs, Rule::k_smaller, &[Stat::END, Stat::MAR])?));
    }
    Ok(said)
}

/// One stat, or several of which the best for the attacker counts.
fn best_of(pair: &Node<'_>, best: Rule, known: &[Stat]) -> Read<Vec<Stat>> {
    let mut stats = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word) {
        let told = one_of(&word, known)?;
        if stats.contains(&told) {
            return Err(nonsense(&word, "the same stat twice"));
        }
        stats.push(told);
    }
    if (stats.len() > 1) != has(pair, best) {
        return Err(nonsense(pair, "one stat, or `the higher of` the user's two, `the lower of` the target's two"));
    }
    Ok(stats)
}

/// Reads a stat; only the `known` ones have a value in damage.
fn one_of(word: &Node<'_>, known: &[Stat]) -> Read<Stat> {
    let told = stat(word)?;
    if known.contains(&told) {
        return Ok(told);
    }
    Err(nonsense(word, "no value of damage is known of this stat here (R028 to R031)"))
}

/// Builds `ignores half of the target's MAR`, `only half of the target's MAR is considered`.
fn ignores_part(pair: &Node<'_>) -> Read<Clause> {
    let part = child(pair, Rule::percent).map_or(Ok(Exact::percent(50)), |percent| factor(&percent))?;
    if part <= Exact::ZERO || part >= Exact::ONE {
        return Err(nonsense(pair, "a part is more than nothing and less than the whole: write `ignores END`"));
    }
    if has(pair, Rule::w_only) && part != Exact::percent(50) {
        return Err(nonsense(
            pair,
            "how much of it does not count? write `This attack ignores 70% of the target's END`",
        ));
    }
    Ok(Clause::IgnoresPart(defence(&required(pair, Rule::stat_word)?)?, part))
}

/// Builds `cannot be intercepted or negated`.
fn cannot(pair: &Node<'_>) -> Read<Vec<Clause>> {
    let mut said: Vec<Clause> = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::not_done) {
        if has(&word, Rule::w_lowered) {
            return Err(nonsense(&word, "its damage cannot: write `This damage cannot be reduced or negated`"));
        }
        let clause = if has(&word, Rule::w_negated) {
            Clause::NotNegated
        } else if has(&word, Rule::w_intercepted) {
            Clause::NotIntercepted
        } else {
            return Err(nonsense(&word, "what cannot be done to it"));
        };
        if said.contains(&clause) {
            return Err(nonsense(&word, "the same thing twice"));
        }
        said.push(clause);
    }
    Ok(said)
}
