//! What happens once: pairs of `grammar/effects_once.pest` → trees.

use super::*;

/// The tree of a pair of this kind; `None` for one of another kind.
pub(super) fn immediate(pair: &Node<'_>) -> Read<Option<Immediate>> {
    Ok(Some(match pair.as_rule() {
        Rule::restore => {
            let (who, what, amount) = person_and_amount(pair)?;
            Immediate::Restore { who, what, amount }
        }
        Rule::lose => {
            let (who, what, amount) = person_and_amount(pair)?;
            Immediate::Lose { who, what, amount }
        }
        Rule::inflict => Immediate::Inflict { who: who_in(pair)?, status: status_of(&required(pair, Rule::status)?)? },
        Rule::stunned => {
            let turns = above_zero(&required(pair, Rule::count)?)?;
            Immediate::Inflict { who: who_in(pair)?, status: Status::Stun { turns } }
        }
        Rule::named_status => Immediate::InflictNamed {
            who: who_in(pair)?,
            name: name(&required(pair, Rule::quoted_name)?),
            turns: above_zero(&required(pair, Rule::count)?)?,
            phase: phase_named(required(pair, Rule::phase)?.as_str())
                .ok_or_else(|| nonsense(pair, "no phase of the Turn"))?,
            damage: exact_of(&required(pair, Rule::written_number)?)?,
            kind: conditions::damage_type(&required(pair, Rule::damage_word)?),
        },
        Rule::cure => {
            Immediate::Cure { who: who_in(pair)?, kind: which_status(&required(pair, Rule::which_statuses)?) }
        }
        Rule::ap_next_turn => Immediate::ApNextTurn { who: who_in(pair)?, by: signed_points(pair)? },
        Rule::spirit_entry => Immediate::EnterSpiritForm(who_in(pair)?),
        Rule::spirit_exit => Immediate::LeaveSpiritForm(who_in(pair)?),
        _ => return keeping::immediate(pair),
    }))
}

/// Somebody and how much of Health or Mana.
fn person_and_amount(pair: &Node<'_>) -> Read<(Who<Written>, Resource, Amount)> {
    let who = who_in(pair)?;
    let told = required(pair, Rule::amount_of)?;
    if let Some(part) = child(&told, Rule::part_of_damage) {
        let what = child(&part, Rule::vital).and_then(|v| vital(&v));
        let what = what.ok_or_else(|| nonsense(&part, "neither Health nor Mana"))?;
        let factor = match child(&part, Rule::percent) {
            Some(percent) => factor(&percent)?,
            None if has(&part, Rule::w_half) => Exact::percent(50),
            None => Exact::ONE,
        };
        return Ok((who, what, Amount::OfDamage(factor)));
    }
    let what = vital(&required(&told, Rule::vital)?).ok_or_else(|| nonsense(&told, "neither Health nor Mana"))?;
    if let Some(part) = child(&told, Rule::of_maximum) {
        if let Some(other) = child(&part, Rule::effect_one)
            && one(&other)? != who
        {
            return Err(nonsense(&other, "a part of somebody else's maximum: it is always of one's own"));
        }
        let factor = match child(&told, Rule::percent) {
            Some(percent) => factor(&percent)?,
            None => Exact::percent(50),
        };
        return Ok((who, what, Amount::OfMaximum(factor)));
    }
    let number = exact_of(&required(&told, Rule::written_number)?)?;
    Ok((who, what, Amount::Number(number)))
}
