//! The part of a blow's damage that a later hit does not inflict, or that another target takes (family 6).

use crate::event::number_receipts::{Term, TermSource};
use crate::language::effect::{Change, Clause};
use crate::vocabulary::exact::{Exact, LostDigits};
use crate::war::War;
use crate::war::evaluate::EvalContext;
use crate::war::setup::SkillRef;

/// Returns the terms that are taken off `whole`, which is the damage before the stats, for the given hit of a use on so
/// many targets.
pub(super) fn compute_share_terms(
    war: &War,
    skill: SkillRef,
    hit: u32,
    targets: u32,
    full_damage: Exact,
    context: EvalContext<'_>,
) -> Result<Vec<Term>, LostDigits> {
    let source = TermSource::Skill { skill, user: context.user };
    let (mut whole, mut terms) = (full_damage, Vec::new());
    for clause in war.clauses(skill, context) {
        let remaining = match clause {
            Clause::DividesDamage if targets > 1 => whole.truncated_quotient(targets),
            Clause::FallsPerHit(by) if hit > 1 => (1..hit).try_fold(whole, |left, _| match by {
                Change::Flat(by) => Ok((left + *by).at_least_zero()),
                // Each step is cut to four decimals, as divided damage is.
                Change::Percent(by) => left.times(Exact::ONE + *by).map(|left| left.truncated_quotient(1)),
            })?,
            _ => continue,
        };
        terms.push(Term { amount: remaining - whole, source });
        whole = remaining;
    }
    Ok(terms)
}
