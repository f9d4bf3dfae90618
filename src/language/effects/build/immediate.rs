//! Immediate operations: turns pairs of `grammar/effects_once.pest` into trees.

use super::operation_lists::read_kept;
use super::parts::{
    child, has_child, nonsense_error, read_anybody, read_counted, read_factor, read_name, read_part_of_damage,
    read_part_of_points, read_people, read_person, read_positive, read_quantity, read_signed_points, read_vital,
    read_who, reader, required,
};
use super::{Node, antecedents, build_operations, build_trigger, restrictions};
use crate::language::condition::{Act, Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    Affliction, Amount, Change, Counted, Immediate, Lesson, Operation, Sentence, Stock, Trigger, Verb,
};
use crate::language::fields::{ParseResult, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::rank::Acuity;
use crate::vocabulary::status::Status;
use crate::vocabulary::text::collapse_whitespace;

/// Builds the tree of a pair of this kind; `None` for a pair of another kind.
pub(super) fn build_immediate(pair: &Node<'_>) -> ParseResult<Option<Immediate>> {
    Ok(Some(match pair.as_rule() {
        Rule::drain => build_drain(pair)?,
        // `The user gives 20 Mana to their Master`: whoever gets it drains it from the user.
        Rule::gives => build_gift(pair)?,
        Rule::effect_damage => {
            // `The user inflicts 10 Special damage on the attacker`: the user is not kept, for effects inflict as
            // their user.
            let who = read_damage_receiver(pair)?;
            let amount_pair = required(pair, Rule::damage_amount)?;
            let amount = read_damage_amount(&amount_pair, &who)?;
            let kind = conditions::damage_type(&required(&amount_pair, Rule::damage_word)?);
            let keeps = read_kept(pair, Resource::Health)?;
            Immediate { who, verb: Verb::Damage { amount, kind, keeps } }
        }
        Rule::uses_skill => {
            let phrase_pair = child(pair, Rule::place_of);
            let target = match &phrase_pair {
                Some(phrase_pair) => Some(read_person(&required(phrase_pair, Rule::effect_one)?)?),
                None if has_child(pair, Rule::w_counters) => Some(Who::Attacker),
                None => child(pair, Rule::effect_who).map(|who| read_people(&who)).transpose()?,
            };
            Immediate::by_user(Verb::Uses {
                skill: child(pair, Rule::quoted_name).map(|name| reader().build_name(name)),
                targets: target,
                at_location: phrase_pair.is_some(),
                is_free: has_child(pair, Rule::w_without_cost),
            })
        }
        Rule::refunded => Immediate::by_user(Verb::Refund(read_refunded_part(pair)?)),
        Rule::asks_gm => {
            let text = collapse_whitespace(child(pair, Rule::gm_text).map_or("", |t| t.as_str().trim()));
            Immediate::by_user(Verb::AskGm(text))
        }
        Rule::changes_places => build_location_swap(pair)?,
        Rule::dies_of => Immediate { who: read_who(pair)?, verb: Verb::Die },
        Rule::summon => {
            let number = |pair: &Node<'_>| child(pair, Rule::count).map_or(Ok(1), |p| read_positive(&p));
            Immediate::by_user(Verb::Summon {
                count: number(pair)?,
                familiar: read_name(&required(pair, Rule::quoted_name)?),
                at_most: child(pair, Rule::at_a_time).map(|most| number(&most)).transpose()?,
            })
        }
        Rule::stunned => {
            let turns = read_positive(&required(pair, Rule::count)?)?;
            Immediate { who: read_who(pair)?, verb: Verb::Inflict(Status::Stun { turns }) }
        }
        Rule::named_status => {
            let effects = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::status_effect);
            let effects = effects.map(|p| build_status_effects(&p)).collect::<ParseResult<Vec<_>>>()?.concat();
            let (name, turns) = read_status_and_turns(pair)?;
            Immediate { who: read_who(pair)?, verb: Verb::InflictNamed(Affliction { name, turns, effects }) }
        }
        Rule::ap_next_turn => {
            let verb = Verb::ApNextTurn { amount: read_signed_points(pair)?, each: read_counted(pair)? };
            Immediate { who: read_who(pair)?, verb }
        }
        Rule::learns => build_learns(pair)?,
        Rule::alerted => Immediate { who: read_who(pair)?, verb: Verb::Alert },
        Rule::whole_report => {
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            if rank.subranks != 0 {
                return Err(nonsense_error(pair, "ACT can never have subranks (R062)"));
            }
            Immediate { who: read_who(pair)?, verb: Verb::WholeReport(Acuity::from_letter(rank.letter)) }
        }
        Rule::combat_points => {
            let by = read_number(pair)?;
            let amount = if has_child(pair, Rule::w_loses) { -by } else { by };
            let verb = Verb::CombatPoints { amount, each: read_counted(pair)? };
            Immediate { who: read_who(pair)?, verb }
        }
        Rule::command_spells => {
            let spells = read_number(pair)?;
            let whole = i32::try_from(spells.floor()).ok().filter(|n| Exact::whole(i64::from(*n)) == spells && *n > 0);
            let by = whole.ok_or_else(|| nonsense_error(pair, "Command Spells are counted in whole numbers"))?;
            let by = if has_child(pair, Rule::w_loses) { -by } else { by };
            Immediate { who: read_who(pair)?, verb: Verb::CommandSpells(by) }
        }
        Rule::contract_broken => {
            let who = match child(pair, Rule::effect_one_alone) {
                Some(alone) => read_person(&required(&alone, Rule::effect_one)?)?,
                None => read_who(pair)?,
            };
            Immediate { who, verb: Verb::BreakContract }
        }
        Rule::spirit_entry => build_spirit_entry(pair)?,
        Rule::spirit_exit => Immediate { who: read_who(pair)?, verb: Verb::LeaveSpiritForm },
        _ => return restrictions::build_immediate(pair),
    }))
}

/// Builds a change of places: one person with one other.
fn build_location_swap(pair: &Node<'_>) -> ParseResult<Immediate> {
    let (who, with) = match (read_who(pair)?, child(pair, Rule::drained)) {
        (who, Some(with)) => {
            let mut with = read_who(&with)?;
            antecedents::bind_their(&mut with, &who);
            (who, Some(with))
        }
        (Who::OneOf(mut two), None) if two.len() == 2 => {
            let mut with = two.remove(1);
            let who = two.remove(0);
            antecedents::bind_their(&mut with, &who);
            (who, Some(with))
        }
        (who, None) => (who, None),
    };
    let is_one = |who: &Who<Written>| !antecedents::is_several(who) && who.group().is_none();
    match with {
        Some(with) if is_one(&who) && is_one(&with) => Ok(Immediate { who, verb: Verb::ChangePlaces { with } }),
        _ => Err(nonsense_error(pair, "two change places: write `The user and the target change places`")),
    }
}

/// Reads which part of its Mana cost is refunded, as a factor.
pub(super) fn read_refunded_part(pair: &Node<'_>) -> ParseResult<Exact> {
    let part = match child(pair, Rule::percent) {
        Some(percent) => read_factor(&percent)?,
        None if has_child(pair, Rule::w_half) => Exact::percent(50),
        None => Exact::ONE,
    };
    if part > Exact::ONE || part <= Exact::ZERO {
        return Err(nonsense_error(pair, "a part of it, or all of it"));
    }
    Ok(part)
}

/// Builds who learns what of whom.
fn build_learns(pair: &Node<'_>) -> ParseResult<Immediate> {
    let everybody_with = |p: &Node<'_>| Who::Every(read_anybody(p));
    let there = child(pair, Rule::everyone_there);
    let who = match there.as_ref().or(child(pair, Rule::anyone_with).as_ref()) {
        Some(people_there) => everybody_with(people_there),
        None => read_who(pair)?,
    };
    let there = there.is_some();
    if child(pair, Rule::place_word).is_some() {
        let verb = Verb::Learn { there, lessons: vec![Lesson::TargetLocation], owner: Who::User };
        return Ok(Immediate { who, verb });
    }
    let owner = match child(pair, Rule::effect_one) {
        Some(person) => read_person(&person)?,
        None => Who::Antecedent,
    };
    let Some(lessons_pair) = child(pair, Rule::lessons) else {
        return Ok(Immediate { who, verb: Verb::Learn { there, lessons: vec![Lesson::Location], owner } });
    };
    let mut lessons = Vec::new();
    for lesson in lessons_pair.into_inner().filter(|p| p.as_rule() == Rule::lesson) {
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
        if lessons.contains(&learned) {
            return Err(nonsense_error(&lesson, "the same thing twice"));
        }
        lessons.push(learned);
    }
    Ok(Immediate { who, verb: Verb::Learn { there, lessons, owner } })
}

/// Reads `50`, `an additional`, `two`.
fn read_number(pair: &Node<'_>) -> ParseResult<Exact> {
    let amount_pair = required(pair, Rule::so_much)?;
    if let Some(number) = child(&amount_pair, Rule::written_number) {
        return exact_of(&number);
    }
    Ok(child(&amount_pair, Rule::count).map_or(Exact::ONE, |p| Exact::from(conditions::whole_number(&p))))
}

/// Reads who receives damage; if somebody else is named as its source, it must be the user.
fn read_damage_receiver(pair: &Node<'_>) -> ParseResult<Who<Written>> {
    let mut named = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
    let (Some(first), Some(second)) = (named.next(), named.next()) else { return read_who(pair) };
    if read_people(&first)? != Who::User {
        return Err(nonsense_error(&first, "an effect's damage is its user's: write who receives it"));
    }
    read_people(&second)
}

/// Builds a gift as a drain by the receiver.
fn build_gift(pair: &Node<'_>) -> ParseResult<Immediate> {
    let mut drainer = read_who(&required(pair, Rule::drained)?)?;
    let who = read_who(pair)?;
    antecedents::bind_their(&mut drainer, &who);
    if antecedents::is_several(&drainer) || antecedents::is_several(&who) {
        return Err(nonsense_error(pair, "one gives to one: how much of it is whose?"));
    }
    let (resource, amount) = read_gain_or_loss(&required(pair, Rule::amount_of)?, &who)?;
    if matches!(amount.unlimited(), Amount::OfDamage(_)) {
        return Err(nonsense_error(
            pair,
            "of the damage one restores: write `restores … equal to … of the damage inflicted`",
        ));
    }
    Ok(Immediate { who, verb: Verb::Drain { drainer, resource, amount, share: Exact::ONE } })
}

/// Builds a drain; the user drains, where nobody is named.
fn build_drain(pair: &Node<'_>) -> ParseResult<Immediate> {
    let drainer = if has_child(pair, Rule::effect_who) { read_who(pair)? } else { Who::User };
    if antecedents::is_several(&drainer) {
        return Err(nonsense_error(pair, "one drains: how much of it is whose?"));
    }
    let who = read_who(&required(pair, Rule::drained)?)?;
    let amount_pair = required(pair, Rule::amount_of)?;
    let points = child(&amount_pair, Rule::part_of_points).and_then(|part| child(&part, Rule::points_of));
    let part = points.or_else(|| child(&amount_pair, Rule::of_maximum));
    if let Some(whose) = part.filter(|part| has_child(part, Rule::k_their)) {
        return Err(nonsense_error(&whose, "whose? a part of what the other has: write `the target's`"));
    }
    let (resource, amount) = read_gain_or_loss(&amount_pair, &who)?;
    if matches!(amount.unlimited(), Amount::OfDamage(_)) {
        return Err(nonsense_error(
            &amount_pair,
            "of the damage one restores: write `restores … equal to … of the damage inflicted`",
        ));
    }
    let share = match child(pair, Rule::keeping) {
        Some(keeping) => {
            child(&keeping, Rule::percent).map_or(Ok(Exact::percent(50)), |percent| read_factor(&percent))?
        }
        None => Exact::ONE,
    };
    Ok(Immediate { who, verb: Verb::Drain { drainer, resource, amount, share } })
}

/// Reads how much Health or Mana an `amount_of` pair is; `who` gains or loses it.
pub(super) fn read_gain_or_loss(pair: &Node<'_>, who: &Who<Written>) -> ParseResult<(Resource, Amount)> {
    let (what, amount) = read_gain_without_limit(pair, who)?;
    Ok((what, limit_amount(pair, amount)?))
}

/// The name of a status of a sheet's own, and its Turns: `"Bleeding" for 2 Turns`, `"Bleeding 2"`.
fn read_status_and_turns(pair: &Node<'_>) -> ParseResult<(String, u32)> {
    let name = read_name(&required(pair, Rule::quoted_name)?);
    if let Some(turns) = child(pair, Rule::count) {
        return Ok((name, read_positive(&turns)?));
    }
    let (name, turns) = name.rsplit_once(char::is_whitespace).unwrap_or_default();
    match turns.parse() {
        Ok(turns @ 1..) => Ok((name.trim().to_owned(), turns)),
        _ => Err(nonsense_error(pair, "for how many Turns?")),
    }
}

/// `…, up to 60`: no more than this.
fn limit_amount(pair: &Node<'_>, amount: Amount) -> ParseResult<Amount> {
    let Some(limit_pair) = child(pair, Rule::no_more_than) else { return Ok(amount) };
    let Change::Flat(most) = read_quantity(&limit_pair, true)? else {
        return Err(nonsense_error(&limit_pair, "up to a number"));
    };
    if matches!(amount, Amount::Number(_)) {
        return Err(nonsense_error(&limit_pair, "a number is what it is: up to as much as what?"));
    }
    Ok(Amount::AtMost(Box::new(amount), most))
}

fn read_gain_without_limit(pair: &Node<'_>, who: &Who<Written>) -> ParseResult<(Resource, Amount)> {
    if let Some(damage_words) = child(pair, Rule::part_happened) {
        let (part, damage) = read_part_of_damage(&damage_words, Some(who))?;
        let what = child(pair, Rule::vital).and_then(|vital| read_vital(&vital)).unwrap_or(Resource::Health);
        return Ok((what, Amount::Each(part, damage)));
    }
    if let Some(part) = child(pair, Rule::part_of_damage) {
        let what = child(&part, Rule::vital).and_then(|v| read_vital(&v));
        let what = what.ok_or_else(|| nonsense_error(&part, "neither Health nor Mana"))?;
        return Ok((what, Amount::OfDamage(read_share_of_damage(&part)?)));
    }
    if let Some(part) = child(pair, Rule::part_of_points) {
        let (part, points) = read_part_of_points(&part, Some(who))?;
        let Counted::Points { resource: of, .. } = points else {
            return Err(nonsense_error(pair, "neither Health nor Mana"));
        };
        let what = child(pair, Rule::vital).and_then(|v| read_vital(&v)).unwrap_or(of);
        return Ok((what, amount_of_points(what, part, points)));
    }
    let what = read_health_and_mana(pair)?;
    let [what] = what.as_slice() else {
        return Err(nonsense_error(pair, "of one thing a part of another: it is always of its own maximum"));
    };
    let is_of_current = has_child(pair, Rule::w_current);
    if is_of_current || has_child(pair, Rule::of_maximum) {
        let stock = if is_of_current { Stock::Current } else { Stock::Maximum };
        return Ok((*what, read_part_of_own_points(pair, who, *what, stock)?));
    }
    let number = exact_of(&required(pair, Rule::written_number)?)?;
    Ok((*what, read_counted(pair)?.map_or(Amount::Number(number), |each| Amount::Each(number, each))))
}

/// A part of somebody's points as an amount: the points have no owner if they are the receiver's own.
pub(super) fn amount_of_points(what: Resource, part: Exact, points: Counted) -> Amount {
    match points {
        Counted::Points { owner: None, resource: of, stock: Stock::Maximum } if of == what => Amount::OfMaximum(part),
        Counted::Points { owner: None, resource: of, stock: Stock::Current } if of == what => Amount::OfCurrent(part),
        points => Amount::Each(part, points),
    }
}

/// Reads a part of one's own points, or of somebody else's, that somebody restores or loses.
pub(super) fn read_part_of_own_points(
    pair: &Node<'_>,
    who: &Who<Written>,
    resource: Resource,
    stock: Stock,
) -> ParseResult<Amount> {
    let within = child(pair, Rule::of_maximum);
    let owner = child(pair, Rule::effect_one).or_else(|| within.and_then(|part| child(&part, Rule::effect_one)));
    let owner = owner.map(|owner| read_person(&owner)).transpose()?;
    let part = match child(pair, Rule::percent) {
        Some(percent) => read_factor(&percent)?,
        None => Exact::percent(50),
    };
    Ok(amount_of_points(resource, part, Counted::Points { owner: owner.filter(|owner| owner != who), resource, stock }))
}

/// Reads how much damage a `damage_amount` pair is to somebody.
fn read_damage_amount(pair: &Node<'_>, who: &Who<Written>) -> ParseResult<Amount> {
    limit_amount(pair, read_damage_without_limit(pair, who)?)
}

fn read_damage_without_limit(pair: &Node<'_>, who: &Who<Written>) -> ParseResult<Amount> {
    if let Some(damage_words) = child(pair, Rule::part_happened) {
        let (part, damage) = read_part_of_damage(&damage_words, Some(who))?;
        return Ok(Amount::Each(part, damage));
    }
    if let Some(part) = child(pair, Rule::part_of_points) {
        let (part, points) = read_part_of_points(&part, Some(who))?;
        return Ok(Amount::Each(part, points));
    }
    if let Some(number) = child(pair, Rule::written_number) {
        let number = exact_of(&number)?;
        return Ok(read_counted(pair)?.map_or(Amount::Number(number), |each| Amount::Each(number, each)));
    }
    Ok(Amount::OfDamage(read_share_of_damage(pair)?))
}

/// Reads which part of the damage inflicted is meant, as a factor.
pub(super) fn read_share_of_damage(pair: &Node<'_>) -> ParseResult<Exact> {
    Ok(match child(pair, Rule::percent) {
        Some(percent) => read_factor(&percent)?,
        None if has_child(pair, Rule::w_half) => Exact::percent(50),
        None if has_child(pair, Rule::w_twice) => Exact::whole(2),
        None => Exact::ONE,
    })
}

/// Reads which of Health and Mana a pair names, each once.
pub(super) fn read_health_and_mana(pair: &Node<'_>) -> ParseResult<Vec<Resource>> {
    let mut all = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::vital) {
        let what = read_vital(&word).ok_or_else(|| nonsense_error(&word, "neither Health nor Mana"))?;
        if !all.contains(&what) {
            all.push(what);
        }
    }
    Ok(all)
}

/// Builds one thing a status does to whoever has it: at a phase of each Turn, or as long as it lasts.
fn build_status_effects(pair: &Node<'_>) -> ParseResult<Vec<Sentence>> {
    let (mut trigger, mut operations) = (None, Vec::new());
    for part in pair.clone().into_inner() {
        match part.as_rule() {
            Rule::effect_trigger | Rule::effect_each => {
                if trigger.replace(build_trigger(&part)?).is_some() {
                    return Err(nonsense_error(&part, "it waits for one thing, not for two"));
                }
            }
            _ => operations = build_operations(&part)?,
        }
    }
    if pair.contains_any([Rule::who_does]) {
        return Err(nonsense_error(pair, "a status works on whoever has it: write `they` or `their`"));
    }
    operations.into_iter().map(|operation| build_status_effect(pair, trigger.clone(), operation)).collect()
}

/// Builds one of the effects of a status, or rejects what no status does.
fn build_status_effect(pair: &Node<'_>, trigger: Option<Trigger>, operation: Operation) -> ParseResult<Sentence> {
    let works_on_bearer = operation.who().is_some_and(|who| *who == Who::Antecedent);
    // What it waits for is a deed of whoever has it: `When that character attacks, …`.
    let waits_for_bearer = matches!(
        &trigger,
        Some(Trigger::When(deed)) if deed.who == Who::Antecedent && !deed.is_first && !matches!(deed.act, Act::Dies)
    );
    let has_moment = waits_for_bearer || matches!(trigger, Some(Trigger::EachTurn(_)));
    match &operation {
        Operation::Immediate(Immediate {
            verb:
                Verb::InflictNamed(_) | Verb::Uses { .. } | Verb::Relocate { .. } | Verb::Drain { .. } | Verb::AskGm(_),
            ..
        })
        | Operation::Clause(_) => Err(nonsense_error(pair, "a status does not do this to whoever has it")),
        Operation::Standing(standing) if standing.can_be_used_up() => {
            Err(nonsense_error(pair, "a status works as long as it lasts, not on so many attacks or so much damage"))
        }
        _ if !works_on_bearer => Err(nonsense_error(pair, "a status works on whoever has it: write `they` or `their`")),
        Operation::Immediate(_) if !has_moment => {
            let why = "when? write `at the Instant Phase of each Turn` before it, or what whoever has it does, as in `when that character attacks`";
            Err(nonsense_error(pair, why))
        }
        Operation::Standing(_) if trigger.is_some() => {
            Err(nonsense_error(pair, "this holds as long as the status works: leave the phase out"))
        }
        Operation::Immediate(_) | Operation::Standing(_) => {
            Ok(Sentence { trigger, operation, condition: None, duration: None, ending_deed: None, at_use: false })
        }
    }
}

/// Builds `The user enters Spirit Form even if they are in battle`: whoever enters is who may be in battle.
fn build_spirit_entry(pair: &Node<'_>) -> ParseResult<Immediate> {
    let who = read_who(pair)?;
    let despite = child(pair, Rule::despite_battle);
    if let Some(despite) = &despite {
        let is_another = has_child(despite, Rule::the_user) && who != Who::User
            || has_child(despite, Rule::the_target) && who != Who::Target;
        if is_another {
            return Err(nonsense_error(despite, "whose battle? write `even if they are in battle`"));
        }
    }
    Ok(Immediate { who, verb: Verb::EnterSpiritForm { even_in_battle: despite.is_some() } })
}
