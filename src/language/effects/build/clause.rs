//! What is said of the skill itself: pairs of `grammar/effects_skill.pest` → trees.

use super::*;

/// The tree of a pair of this kind; `None` for one of another kind.
pub(super) fn clause(pair: &Node<'_>) -> Read<Option<Clause>> {
    Ok(Some(match pair.as_rule() {
        Rule::skill_damage => Clause::SkillDamage(change(pair)?),
        Rule::damage_per_familiar => {
            let number = exact_of(&required(pair, Rule::written_number)?)?;
            Clause::SkillDamagePerFamiliar(if rises(pair) { number } else { -number })
        }
        Rule::hits => hits(pair)?,
        Rule::ignores_stat => Clause::IgnoresStat(defence(&required(pair, Rule::stat_word)?)?),
        Rule::treated_lower => {
            let step = required(pair, Rule::step)?;
            if has(&step, Rule::w_subrank) {
                return Err(nonsense(&step, "an attack treats a stat as whole ranks lower"));
            }
            let count = child(&step, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
            let ranks = i8::try_from(count).map_err(|_| nonsense(&step, "too many ranks"))?;
            Clause::TreatedLower { stat: defence(&required(pair, Rule::stat_word)?)?, ranks }
        }
        Rule::not_reduced => Clause::CannotBeReduced,
        Rule::limit_most => {
            let most = often(&required(pair, Rule::all_hits)?)?;
            if has(pair, Rule::per_week) {
                if most != 1 {
                    return Err(nonsense(pair, "a week allows a thing once"));
                }
                return Ok(Some(Clause::Limited(Limit::PerWeek)));
            }
            Clause::Limited(if has(pair, Rule::per_turn) { Limit::PerTurn(most) } else { Limit::PerWar(most) })
        }
        Rule::limit_row => match conditions::whole(&required(pair, Rule::count)?) {
            2 => Clause::Limited(Limit::NotConsecutive),
            _ => return Err(nonsense(pair, "only two consecutive Turns can be forbidden: write `again for N Turns`")),
        },
        Rule::limit_rest => Clause::Limited(Limit::Rest(above_zero(&required(pair, Rule::count)?)?)),
        Rule::not_intercepted => Clause::NotIntercepted,
        Rule::damages_masters => Clause::DamagesMasters,
        Rule::occurs_first => Clause::First,
        Rule::becomes_type => Clause::BecomesType(skill_type(&required(pair, Rule::skill_type)?)?),
        Rule::lasts => Clause::Lasts(duration_of(pair)?),
        Rule::does_not_stack => Clause::DoesNotStack,
        _ => return Ok(None),
    }))
}

fn hits(pair: &Node<'_>) -> Read<Clause> {
    if let Some(more) = child(pair, Rule::more_hits) {
        let count = child(&more, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
        return Ok(Clause::MoreHits(count));
    }
    often(&required(pair, Rule::all_hits)?).map(Clause::Hits)
}

/// `once`, `twice`, `3 times`.
fn often(all: &Node<'_>) -> Read<u32> {
    let word = |rule, n| has(all, rule).then_some(n);
    let by_word = word(Rule::w_once, 1).or(word(Rule::w_twice, 2)).or(word(Rule::w_thrice, 3));
    by_word.map_or_else(|| above_zero(&required(all, Rule::count)?), Ok)
}

/// A stat that stands against damage.
fn defence(pair: &Node<'_>) -> Read<Stat> {
    match stat(pair)? {
        stat @ (Stat::END | Stat::MAR) => Ok(stat),
        _ => Err(nonsense(pair, "only END and MAR stand against damage (R089, R092)")),
    }
}
