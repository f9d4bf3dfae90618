//! Clauses about one use: what its damage is calculated with, and what cannot be done to its attack. Turns pairs of
//! `grammar/effects_use.pest` into trees.

use super::Node;
use super::clause::read_defence;
use super::parts::{child, has_child, nonsense_error, read_factor, read_stat, required};
use crate::language::effect::{Clause, Operation};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;

/// Builds every clause of such a pair.
pub(super) fn build_use_clauses(pair: &Node<'_>) -> ParseResult<Vec<Operation>> {
    let clauses = match pair.as_rule() {
        Rule::ignores_part => vec![build_ignores_part(pair)?],
        Rule::attack_cannot => build_cannot(pair)?,
        _ => build_calculated_with(pair)?,
    };
    Ok(clauses.into_iter().map(Operation::Clause).collect())
}

/// Builds `with the higher of the user's STR and MAE in place of STR, and against the target's END`.
fn build_calculated_with(pair: &Node<'_>) -> ParseResult<Vec<Clause>> {
    let mut clauses = Vec::new();
    if let Some(own) = child(pair, Rule::own_stats) {
        let stats = read_stats(&own, Rule::k_greater, &Stat::MAIN)?;
        let in_place_of = match child(pair, Rule::in_place) {
            Some(phrase_pair) => {
                Some(read_known_stat(&required(&phrase_pair, Rule::stat_word)?, &[Stat::STR, Stat::MAE])?)
            }
            None => None,
        };
        if in_place_of.is_some_and(|replaced| stats.contains(&replaced)) {
            return Err(nonsense_error(&own, "in place of itself?"));
        }
        clauses.push(Clause::CalculatedWith { stats, in_place_of });
    }
    if let Some(theirs) = child(pair, Rule::target_stats) {
        clauses.push(Clause::CalculatedAgainst(read_stats(&theirs, Rule::k_smaller, &TARGET_STATS)?));
    }
    Ok(clauses)
}

/// What of the target damage can be calculated against; AGI and LCK count as the stat in whose place they stand.
const TARGET_STATS: [Stat; 4] = [Stat::END, Stat::MAR, Stat::AGI, Stat::LCK];

/// One stat, or several of which the best for the attacker counts.
fn read_stats(pair: &Node<'_>, best: Rule, known: &[Stat]) -> ParseResult<Vec<Stat>> {
    let mut stats = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word) {
        let stat = read_known_stat(&word, known)?;
        if stats.contains(&stat) {
            return Err(nonsense_error(&word, "the same stat twice"));
        }
        stats.push(stat);
    }
    if (stats.len() > 1) != has_child(pair, best) {
        return Err(nonsense_error(
            pair,
            "one stat, or `the higher of` the user's two, `the lower of` the target's two",
        ));
    }
    Ok(stats)
}

/// Reads a stat; only the `known` ones have a value in damage.
fn read_known_stat(word: &Node<'_>, known: &[Stat]) -> ParseResult<Stat> {
    let stat = read_stat(word)?;
    if known.contains(&stat) {
        return Ok(stat);
    }
    Err(nonsense_error(word, "no value of damage is known of this stat here (R028 to R031)"))
}

/// Builds `ignores half of the target's MAR`, `only half of the target's MAR is considered`.
fn build_ignores_part(pair: &Node<'_>) -> ParseResult<Clause> {
    let part = child(pair, Rule::percent).map_or(Ok(Exact::percent(50)), |percent| read_factor(&percent))?;
    if part <= Exact::ZERO || part >= Exact::ONE {
        return Err(nonsense_error(pair, "a part is more than nothing and less than the whole: write `ignores END`"));
    }
    if has_child(pair, Rule::w_only) && part != Exact::percent(50) {
        return Err(nonsense_error(
            pair,
            "how much of it does not count? write `This attack ignores 70% of the target's END`",
        ));
    }
    Ok(Clause::IgnoresPart(read_defence(&required(pair, Rule::stat_word)?)?, part))
}

/// Builds `cannot be intercepted or negated`.
fn build_cannot(pair: &Node<'_>) -> ParseResult<Vec<Clause>> {
    let mut clauses: Vec<Clause> = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::not_done) {
        if has_child(&word, Rule::w_lowered) {
            return Err(nonsense_error(&word, "its damage cannot: write `This damage cannot be reduced or negated`"));
        }
        let clause = if has_child(&word, Rule::w_negated) {
            Clause::NotNegated
        } else if has_child(&word, Rule::w_intercepted) {
            Clause::NotIntercepted
        } else {
            return Err(nonsense_error(&word, "what cannot be done to it"));
        };
        if clauses.contains(&clause) {
            return Err(nonsense_error(&word, "the same thing twice"));
        }
        clauses.push(clause);
    }
    Ok(clauses)
}
