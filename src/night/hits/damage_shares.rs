//! The part of a blow's damage that a later hit does not inflict, or that another target takes (family 6).

use crate::event::number_receipts::{Term, TermSource};
use crate::language::effect::{Change, Clause};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::war::War;
use crate::war::evaluate::EvalContext;

use super::hit::Hit;

/// Returns the terms that are taken off `whole`, which is the damage before the stats, for one hit of a use.
pub(super) fn compute_share_terms(
    war: &War,
    hit: Hit,
    full_damage: Exact,
    context: EvalContext<'_>,
) -> Result<Vec<Term>, LostDigits> {
    let source = TermSource::Skill { skill: hit.skill, user: context.user };
    let (mut whole, mut terms) = (full_damage, Vec::new());
    if hit.is_half {
        let half = whole.truncated_quotient(2);
        terms.push(Term { amount: half - whole, source });
        whole = half;
    }
    for clause in war.clauses(hit.skill, context) {
        let remaining = match clause {
            Clause::DividesDamage if hit.targets > 1 => whole.truncated_quotient(hit.targets),
            Clause::FallsPerHit(by) if hit.hit > 1 => fall(whole, *by, hit.hit - 1)?,
            Clause::FallsPerTarget(by) if hit.targets_before > 0 => fall(whole, *by, hit.targets_before)?,
            _ => continue,
        };
        terms.push(Term { amount: remaining - whole, source });
        whole = remaining;
    }
    Ok(terms)
}

/// What is left after so many steps down. Each step is cut to four decimals, as divided damage is.
fn fall(whole: Exact, by: Change, steps: u32) -> Result<Exact, LostDigits> {
    (0..steps).try_fold(whole, |left, _| match by {
        Change::Flat(by) => Ok((left + by).at_least_zero()),
        Change::Percent(by) => left.times(Exact::ONE + by).map(|left| left.truncated_quotient(1)),
    })
}
