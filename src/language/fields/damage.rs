//! The Damage field: `30 Magical, 2 hits, Stun 1` (R089–R101, R121).

use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::pairs::Pair;
use crate::language::parser::Rule;
use crate::vocabulary::damage::{Damage, DamageType};
use crate::vocabulary::exact::Exact;
use crate::vocabulary::status::StatusKind;

use super::{ParseResult, code, collect, count_of, damage_type_named, exact_of, span, status_of};

pub(super) fn damage_of(pair: Pair<'_, Rule>) -> ParseResult<Damage> {
    let whole = span(&pair);
    let mut damage = Damage { base: Exact::ZERO, kind: None, hits: 1, riders: Vec::new() };
    let mut faults = Vec::new();
    let mut hits_given = false;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::number => collect(&mut faults, exact_of(&part), |base| damage.base = base),
            Rule::word => match damage_type_named(part.as_str()) {
                Some(kind) => damage.kind = Some(kind),
                None => {
                    let names = DamageType::ALL.map(DamageType::name);
                    faults.push(
                        Diagnostic::error(code::DAMAGE, span(&part), format!("`{}` is no damage type", part.as_str()))
                            .note(format!("damage types are {}", names.join(", ")))
                            .suggest(nearest(part.as_str(), names)),
                    );
                }
            },
            // Statuses without damage (A078).
            Rule::status => collect(&mut faults, status_of(&part), |status| damage.riders.push(status)),
            Rule::damage_extra => {
                let at = span(&part);
                let text = part.as_str().trim().to_owned();
                match part.into_inner().next() {
                    Some(extra) if extra.as_rule() == Rule::status => {
                        collect(&mut faults, status_of(&extra), |status| damage.riders.push(status));
                    }
                    Some(extra) if extra.as_rule() == Rule::damage_hits => {
                        let hits = extra.into_inner().find(|p| p.as_rule() == Rule::integer);
                        match hits.map(|p| count_of(&p)) {
                            Some(Ok(hits)) if (1..=100).contains(&hits) && !hits_given => {
                                damage.hits = hits;
                                hits_given = true;
                            }
                            Some(Ok(_)) if hits_given => {
                                faults.push(Diagnostic::error(code::DAMAGE, at, "the hits are given twice"));
                            }
                            _ => faults.push(Diagnostic::error(code::DAMAGE, at, "hits are from 1 to 100")),
                        }
                    }
                    _ => faults.push(
                        Diagnostic::error(
                            code::DAMAGE,
                            at,
                            format!("`{text}` is neither a number of hits nor a status"),
                        )
                        .note("behind the damage stand hits and statuses, as in `30 Magical, 2 hits, Stun 1`")
                        .suggest(nearest_status(&text)),
                    ),
                }
            }
            _ => {}
        }
    }
    if hits_given && damage.kind.is_none() && faults.is_empty() {
        faults.push(
            Diagnostic::error(code::DAMAGE, whole, "hits are of damage: statuses alone strike once")
                .note("write `1 Special, 2 hits, Poison 3/20`, or the statuses without the hits"),
        );
    }
    if damage.base.is_zero() && faults.is_empty() && damage.riders.is_empty() {
        faults.push(
            Diagnostic::error(code::DAMAGE, whole, "0 damage without a status is none")
                .note("a skill that inflicts no damage has no `damage` field"),
        );
    }
    if faults.is_empty() { Ok(damage) } else { Err(faults) }
}

/// Corrects the name of a status: `Pioson 3/20` → `Poison 3/20`. `None` if no status is near.
fn nearest_status(text: &str) -> Option<String> {
    let word = text.split(|c: char| !c.is_alphabetic()).find(|w| !w.is_empty())?;
    let kind = nearest(word, StatusKind::ALL.map(StatusKind::name))?;
    let rest = text.split_once(word).map_or("", |(_, rest)| rest);
    Some(format!("{kind}{rest}"))
}
