//! What is said of the skill itself: pairs of `grammar/effects_skill.pest` → trees.

use super::*;

/// The tree of a pair of this kind; `None` for one of another kind.
pub(super) fn clause(pair: &Node<'_>) -> Read<Option<Clause>> {
    Ok(Some(match pair.as_rule() {
        Rule::skill_damage => Clause::SkillDamage(change(pair)?),
        Rule::damage_per => {
            let each = counted(pair)?.ok_or_else(|| nonsense(pair, "for each what?"))?;
            Clause::SkillDamagePer { change: quantity(pair, rises(pair))?, each }
        }
        Rule::splits => {
            let parts = [(Rule::w_half, 2), (Rule::w_third, 3), (Rule::w_quarter, 4)];
            let part = match child(pair, Rule::percent) {
                Some(percent) => Portion::Percent(factor(&percent)?),
                None => Portion::OneOf(parts.into_iter().find(|(rule, _)| has(pair, *rule)).map_or(2, |(_, n)| n)),
            };
            if matches!(part, Portion::Percent(factor) if factor >= Exact::ONE || factor.is_zero()) {
                return Err(nonsense(pair, "a part is less than the whole, and more than nothing"));
            }
            let turns = child(pair, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
            Clause::Splits { part, turns }
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
        Rule::occurs_last => Clause::Last,
        Rule::ends_fatal => Clause::EndsBeforeFatal,
        Rule::becomes_type => Clause::BecomesType(skill_type(&required(pair, Rule::skill_type)?)?),
        Rule::lasts => Clause::Lasts(duration_of(pair)?),
        // A summoning lasts as long as its familiars are there.
        Rule::disappears => Clause::Lasts(match child(pair, Rule::count) {
            Some(count) => Duration::Turns(above_zero(&count)?),
            None if has(pair, Rule::turn_passes) => Duration::ThisTurn,
            None => Duration::Indefinitely,
        }),
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

/// The condition that `when …` is to how long familiars stay: until then.
pub(super) fn condition_within(pair: &Node<'_>) -> Option<Condition<Written>> {
    let told = pair.as_rule() == Rule::disappears && has(pair, Rule::w_when);
    told.then(|| {
        Condition::Is(if has(pair, Rule::when_dead) {
            Predicate::Has(Who::User, Trait::Alive)
        } else {
            Predicate::IsIn(Who::User, None)
        })
    })
}
