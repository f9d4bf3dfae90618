//! What happens once: turns pairs of `grammar/effects_once.pest` into trees.

use super::parts::{
    above_zero, anybody, child, counted, factor, has, name, nonsense, one_of_group, part_happened, part_of_points,
    reader, required, signed_points, vital, who_in, whom,
};
use super::{Node, antecedents, operations_of, restrictions, trigger_of};
use crate::language::condition::{Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    Affliction, Amount, Counted, Immediate, Lesson, Operation, Sentence, Stock, Trigger, Verb,
};
use crate::language::fields::{Read, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::status::Status;
use crate::vocabulary::text::folded;

/// Builds the tree of a pair of this kind; `None` for a pair of another kind.
pub(super) fn immediate(pair: &Node<'_>) -> Read<Option<Immediate>> {
    Ok(Some(match pair.as_rule() {
        Rule::drain => drain(pair)?,
        // `The user gives 20 Mana to their Master`: whoever gets it drains it from the user.
        Rule::gives => give_effect(pair)?,
        Rule::effect_damage => {
            // `The user inflicts 10 Special damage on the attacker`: the user is not kept, for effects inflict as
            // their user.
            let who = inflicted_on(pair)?;
            let told = required(pair, Rule::damage_amount)?;
            let amount = amount_of_damage(&told, &who)?;
            let kind = conditions::damage_type(&required(&told, Rule::damage_word)?);
            Immediate { who, verb: Verb::Damage { amount, kind } }
        }
        Rule::uses_skill => {
            let place = child(pair, Rule::place_of);
            let on = match &place {
                Some(place) => Some(one_of_group(&required(place, Rule::effect_one)?)?),
                None if has(pair, Rule::w_counters) => Some(Who::Attacker),
                None => child(pair, Rule::effect_who).map(|who| whom(&who)).transpose()?,
            };
            Immediate::by_user(Verb::Uses {
                skill: child(pair, Rule::quoted_name).map(|name| reader().name(name)),
                on,
                at_place: place.is_some(),
                free: has(pair, Rule::w_without_cost),
            })
        }
        Rule::refunded => Immediate::by_user(Verb::Refund(refunded_part(pair)?)),
        Rule::asks_gm => {
            let text = folded(child(pair, Rule::gm_text).map_or("", |t| t.as_str().trim()));
            Immediate::by_user(Verb::AskGm(text))
        }
        Rule::changes_places => changes_places(pair)?,
        Rule::dies_of => Immediate { who: who_in(pair)?, verb: Verb::Die },
        Rule::summon => {
            let number = |pair: &Node<'_>| child(pair, Rule::count).map_or(Ok(1), |p| above_zero(&p));
            Immediate::by_user(Verb::Summon {
                count: number(pair)?,
                familiar: name(&required(pair, Rule::quoted_name)?),
                at_most: child(pair, Rule::at_a_time).map(|most| number(&most)).transpose()?,
            })
        }
        Rule::stunned => {
            let turns = above_zero(&required(pair, Rule::count)?)?;
            Immediate { who: who_in(pair)?, verb: Verb::Inflict(Status::Stun { turns }) }
        }
        Rule::named_status => Immediate {
            who: who_in(pair)?,
            verb: Verb::InflictNamed(Affliction {
                name: name(&required(pair, Rule::quoted_name)?),
                turns: above_zero(&required(pair, Rule::count)?)?,
                effects: pair
                    .clone()
                    .into_inner()
                    .filter(|p| p.as_rule() == Rule::status_effect)
                    .map(|p| status_effects(&p))
                    .collect::<Read<Vec<_>>>()?
                    .concat(),
            }),
        },
        Rule::ap_next_turn => {
            let verb = Verb::ApNextTurn { by: signed_points(pair)?, each: counted(pair)? };
            Immediate { who: who_in(pair)?, verb }
        }
        Rule::learns => learns(pair)?,
        Rule::alerted => Immediate { who: who_in(pair)?, verb: Verb::Alert },
        Rule::whole_report => {
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            if rank.subranks != 0 {
                return Err(nonsense(pair, "ACT can never have subranks (R062)"));
            }
            Immediate { who: who_in(pair)?, verb: Verb::WholeReport(Acuity::of(rank.letter)) }
        }
        Rule::combat_points => {
            let by = so_much(pair)?;
            let by = if has(pair, Rule::w_loses) { -by } else { by };
            let verb = Verb::CombatPoints { by, each: counted(pair)? };
            Immediate { who: who_in(pair)?, verb }
        }
        Rule::command_spells => {
            let spells = so_much(pair)?;
            let whole = i32::try_from(spells.floor()).ok().filter(|n| Exact::whole(i64::from(*n)) == spells && *n > 0);
            let by = whole.ok_or_else(|| nonsense(pair, "Command Spells are counted in whole numbers"))?;
            let by = if has(pair, Rule::w_loses) { -by } else { by };
            Immediate { who: who_in(pair)?, verb: Verb::CommandSpells(by) }
        }
        Rule::contract_broken => {
            let who = match child(pair, Rule::effect_one_alone) {
                Some(alone) => one_of_group(&required(&alone, Rule::effect_one)?)?,
                None => who_in(pair)?,
            };
            Immediate { who, verb: Verb::BreakContract }
        }
        Rule::spirit_entry => Immediate { who: who_in(pair)?, verb: Verb::EnterSpiritForm },
        Rule::spirit_exit => Immediate { who: who_in(pair)?, verb: Verb::LeaveSpiritForm },
        _ => return restrictions::immediate(pair),
    }))
}

/// Builds a change of places: one person with one other.
fn changes_places(pair: &Node<'_>) -> Read<Immediate> {
    let (who, with) = match (who_in(pair)?, child(pair, Rule::drained)) {
        (who, Some(with)) => {
            let mut with = who_in(&with)?;
            antecedents::own(&mut with, &who);
            (who, Some(with))
        }
        (Who::OneOf(mut two), None) if two.len() == 2 => {
            let mut with = two.remove(1);
            let who = two.remove(0);
            antecedents::own(&mut with, &who);
            (who, Some(with))
        }
        (who, None) => (who, None),
    };
    let one = |who: &Who<Written>| !antecedents::is_several(who) && who.group().is_none();
    match with {
        Some(with) if one(&who) && one(&with) => Ok(Immediate { who, verb: Verb::ChangePlaces { with } }),
        _ => Err(nonsense(pair, "two change places: write `The user and the target change places`")),
    }
}

/// Reads which part of its Mana cost is refunded, as a factor.
pub(super) fn refunded_part(pair: &Node<'_>) -> Read<Exact> {
    let part = match child(pair, Rule::percent) {
        Some(percent) => factor(&percent)?,
        None if has(pair, Rule::w_half) => Exact::percent(50),
        None => Exact::ONE,
    };
    if part > Exact::ONE || part <= Exact::ZERO {
        return Err(nonsense(pair, "a part of it, or all of it"));
    }
    Ok(part)
}

/// Builds who learns what of whom.
fn learns(pair: &Node<'_>) -> Read<Immediate> {
    let people = |p: &Node<'_>| Who::Every(anybody(p));
    let there = child(pair, Rule::everyone_there);
    let who = match there.as_ref().or(child(pair, Rule::anyone_with).as_ref()) {
        Some(people_there) => people(people_there),
        None => who_in(pair)?,
    };
    let there = there.is_some();
    if child(pair, Rule::place_word).is_some() {
        let verb = Verb::Learn { there, what: vec![Lesson::TargetLocation], of: Who::User };
        return Ok(Immediate { who, verb });
    }
    let of = match child(pair, Rule::effect_one) {
        Some(person) => one_of_group(&person)?,
        None => Who::Antecedent,
    };
    let Some(told) = child(pair, Rule::lessons) else {
        return Ok(Immediate { who, verb: Verb::Learn { there, what: vec![Lesson::Location], of } });
    };
    let mut what = Vec::new();
    for lesson in told.into_inner().filter(|p| p.as_rule() == Rule::lesson) {
        let word = lesson.clone().into_inner().find(|p| p.as_rule() != Rule::w_current);
        let learned = match word.map(|p| p.as_rule()) {
            Some(Rule::k_health) => Lesson::Health,
            Some(Rule::k_mana) => Lesson::Mana,
            Some(Rule::w_location) => Lesson::Location,
            Some(Rule::w_stats) => Lesson::Stats,
            Some(Rule::w_true_name) => Lesson::TrueName,
            Some(Rule::w_class) => Lesson::Class,
            _ => Lesson::Name,
        };
        if what.contains(&learned) {
            return Err(nonsense(&lesson, "the same thing twice"));
        }
        what.push(learned);
    }
    Ok(Immediate { who, verb: Verb::Learn { there, what, of } })
}

/// Reads `50`, `an additional`, `two`.
fn so_much(pair: &Node<'_>) -> Read<Exact> {
    let told = required(pair, Rule::so_much)?;
    if let Some(number) = child(&told, Rule::written_number) {
        return exact_of(&number);
    }
    Ok(child(&told, Rule::count).map_or(Exact::ONE, |p| Exact::from(conditions::whole(&p))))
}

/// Reads who receives damage; if somebody else is named as its source, it must be the user.
fn inflicted_on(pair: &Node<'_>) -> Read<Who<Written>> {
    let mut named = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
    let (Some(first), Some(second)) = (named.next(), named.next()) else { return who_in(pair) };
    if whom(&first)? != Who::User {
        return Err(nonsense(&first, "an effect's damage is its user's: write who receives it"));
    }
    whom(&second)
}

/// Builds a gift as a drain by the receiver.
fn give_effect(pair: &Node<'_>) -> Read<Immediate> {
    let mut by = who_in(&required(pair, Rule::drained)?)?;
    let who = who_in(pair)?;
    antecedents::own(&mut by, &who);
    if antecedents::is_several(&by) || antecedents::is_several(&who) {
        return Err(nonsense(pair, "one gives to one: how much of it is whose?"));
    }
    let (what, amount) = amount(&required(pair, Rule::amount_of)?, &who)?;
    if matches!(amount, Amount::OfDamage(_)) {
        return Err(nonsense(
            pair,
            "of the damage one restores: write `restores … equal to … of the damage inflicted`",
        ));
    }
    Ok(Immediate { who, verb: Verb::Drain { by, what, amount, share: Exact::ONE } })
}

/// Builds a drain; the user drains, where nobody is named.
fn drain(pair: &Node<'_>) -> Read<Immediate> {
    let by = if has(pair, Rule::effect_who) { who_in(pair)? } else { Who::User };
    if antecedents::is_several(&by) {
        return Err(nonsense(pair, "one drains: how much of it is whose?"));
    }
    let who = who_in(&required(pair, Rule::drained)?)?;
    let told = required(pair, Rule::amount_of)?;
    let points = child(&told, Rule::part_of_points).and_then(|part| child(&part, Rule::points_of));
    let part = points.or_else(|| child(&told, Rule::of_maximum));
    if let Some(whose) = part.filter(|part| has(part, Rule::k_their)) {
        return Err(nonsense(&whose, "whose? a part of what the other has: write `the target's`"));
    }
    let (what, amount) = amount(&told, &who)?;
    if matches!(amount, Amount::OfDamage(_)) {
        return Err(nonsense(
            &told,
            "of the damage one restores: write `restores … equal to … of the damage inflicted`",
        ));
    }
    let share = match child(pair, Rule::keeping) {
        Some(keeping) => child(&keeping, Rule::percent).map_or(Ok(Exact::percent(50)), |percent| factor(&percent))?,
        None => Exact::ONE,
    };
    Ok(Immediate { who, verb: Verb::Drain { by, what, amount, share } })
}

/// Reads how much Health or Mana an `amount_of` pair is; `who` gains or loses it.
pub(super) fn amount(told: &Node<'_>, who: &Who<Written>) -> Read<(Resource, Amount)> {
    if let Some(happened) = child(told, Rule::part_happened) {
        let (part, damage) = part_happened(&happened, Some(who))?;
        let what = child(told, Rule::vital).and_then(|v| vital(&v)).unwrap_or(Resource::Health);
        return Ok((what, Amount::Each(part, damage)));
    }
    if let Some(part) = child(told, Rule::part_of_damage) {
        let what = child(&part, Rule::vital).and_then(|v| vital(&v));
        let what = what.ok_or_else(|| nonsense(&part, "neither Health nor Mana"))?;
        return Ok((what, Amount::OfDamage(share_of_damage(&part)?)));
    }
    if let Some(part) = child(told, Rule::part_of_points) {
        let (part, points) = part_of_points(&part, Some(who))?;
        let Counted::Points { what: of, .. } = points else { return Err(nonsense(told, "neither Health nor Mana")) };
        let what = child(told, Rule::vital).and_then(|v| vital(&v)).unwrap_or(of);
        return Ok((what, of_points(what, part, points)));
    }
    let what = vitals(told)?;
    let [what] = what.as_slice() else {
        return Err(nonsense(told, "of one thing a part of another: it is always of its own maximum"));
    };
    let of_current = has(told, Rule::w_current);
    if of_current || has(told, Rule::of_maximum) {
        let of = if of_current { Stock::Current } else { Stock::Maximum };
        return Ok((*what, part_of(told, who, *what, of)?));
    }
    let number = exact_of(&required(told, Rule::written_number)?)?;
    Ok((*what, counted(told)?.map_or(Amount::Number(number), |each| Amount::Each(number, each))))
}

/// A part of somebody's points as an amount: the points have no owner if they are the receiver's own.
pub(super) fn of_points(what: Resource, part: Exact, points: Counted) -> Amount {
    match points {
        Counted::Points { whose: None, what: of, of: Stock::Maximum } if of == what => Amount::OfMaximum(part),
        Counted::Points { whose: None, what: of, of: Stock::Current } if of == what => Amount::OfCurrent(part),
        points => Amount::Each(part, points),
    }
}

/// Reads a part of one's own points, or of somebody else's, that somebody restores or loses.
pub(super) fn part_of(told: &Node<'_>, who: &Who<Written>, what: Resource, of: Stock) -> Read<Amount> {
    let within = child(told, Rule::of_maximum);
    let owner = child(told, Rule::effect_one).or_else(|| within.and_then(|part| child(&part, Rule::effect_one)));
    let owner = owner.map(|owner| one_of_group(&owner)).transpose()?;
    let part = match child(told, Rule::percent) {
        Some(percent) => factor(&percent)?,
        None => Exact::percent(50),
    };
    Ok(of_points(what, part, Counted::Points { whose: owner.filter(|owner| owner != who), what, of }))
}

/// Reads how much damage a `damage_amount` pair is to somebody.
fn amount_of_damage(told: &Node<'_>, who: &Who<Written>) -> Read<Amount> {
    if let Some(happened) = child(told, Rule::part_happened) {
        let (part, damage) = part_happened(&happened, Some(who))?;
        return Ok(Amount::Each(part, damage));
    }
    if let Some(part) = child(told, Rule::part_of_points) {
        let (part, points) = part_of_points(&part, Some(who))?;
        return Ok(Amount::Each(part, points));
    }
    if let Some(number) = child(told, Rule::written_number) {
        let number = exact_of(&number)?;
        return Ok(counted(told)?.map_or(Amount::Number(number), |each| Amount::Each(number, each)));
    }
    Ok(Amount::OfDamage(share_of_damage(told)?))
}

/// Reads which part of the damage inflicted is meant, as a factor.
pub(super) fn share_of_damage(told: &Node<'_>) -> Read<Exact> {
    Ok(match child(told, Rule::percent) {
        Some(percent) => factor(&percent)?,
        None if has(told, Rule::w_half) => Exact::percent(50),
        None if has(told, Rule::w_twice) => Exact::whole(2),
        None => Exact::ONE,
    })
}

/// Reads which of Health and Mana a pair names, each once.
pub(super) fn vitals(pair: &Node<'_>) -> Read<Vec<Resource>> {
    let mut all = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::vital) {
        let what = vital(&word).ok_or_else(|| nonsense(&word, "neither Health nor Mana"))?;
        if !all.contains(&what) {
            all.push(what);
        }
    }
    Ok(all)
}

/// Builds one thing a status does to whoever has it: at a phase of each Turn, or as long as it lasts.
fn status_effects(pair: &Node<'_>) -> Read<Vec<Sentence>> {
    let (mut trigger, mut operations) = (None, Vec::new());
    for part in pair.clone().into_inner() {
        match part.as_rule() {
            Rule::effect_trigger | Rule::effect_each => {
                if trigger.replace(trigger_of(&part)?).is_some() {
                    return Err(nonsense(&part, "it waits for one thing, not for two"));
                }
            }
            _ => operations = operations_of(&part)?,
        }
    }
    if pair.holds([Rule::who_does]) {
        return Err(nonsense(pair, "a status works on whoever has it: write `they` or `their`"));
    }
    operations.into_iter().map(|operation| status_effect(pair, trigger.clone(), operation)).collect()
}

/// Builds one of the effects of a status, or rejects what no status does.
fn status_effect(pair: &Node<'_>, trigger: Option<Trigger>, operation: Operation) -> Read<Sentence> {
    let status_effect = operation.who().is_some_and(|who| *who == Who::Antecedent);
    let each_turn = matches!(trigger, Some(Trigger::EachTurn(_)));
    match &operation {
        Operation::Immediate(Immediate {
            verb:
                Verb::InflictNamed(_) | Verb::Uses { .. } | Verb::Relocate { .. } | Verb::Drain { .. } | Verb::AskGm(_),
            ..
        })
        | Operation::Clause(_) => Err(nonsense(pair, "a status does not do this to whoever has it")),
        Operation::Standing(standing) if standing.is_used_up() => {
            Err(nonsense(pair, "a status works as long as it lasts, not on so many attacks or so much damage"))
        }
        _ if !status_effect => Err(nonsense(pair, "a status works on whoever has it: write `they` or `their`")),
        Operation::Immediate(_) if !each_turn => {
            Err(nonsense(pair, "when? write `at the Instant Phase`, or another phase, before it"))
        }
        Operation::Standing(_) if trigger.is_some() => {
            Err(nonsense(pair, "this holds as long as the status works: leave the phase out"))
        }
        Operation::Immediate(_) | Operation::Standing(_) => {
            Ok(Sentence { trigger, operation, condition: None, duration: None, until: None, at_use: false })
        }
    }
}
