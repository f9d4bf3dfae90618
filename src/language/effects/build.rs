//! Pairs of `grammar/effects.pest` → trees.

use pest::iterators::Pair;

use crate::language::condition::{Condition, Filter, Group, Predicate, Resource, Side, Who, Written};
use crate::language::conditions::{self, Reader, Shift};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{Amount, Change, Duration, Effect, Operation, Rule as Sentence};
use crate::language::fields::{Read, exact_of, folded, phase_named, span, status_of};
use crate::language::parser::Rule;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::{Status, StatusKind};

use super::code;

type Node<'i> = Pair<'i, Rule>;

/// The tree of an `effect` pair.
pub(super) fn effect(pair: &Node<'_>) -> Read<Effect> {
    only_the_user_pays(pair)?;
    let mut condition = None;
    let mut duration = None;
    let mut operation = None;
    for part in pair.clone().into_inner() {
        match part.as_rule() {
            Rule::gm => {
                let text = child(&part, Rule::gm_text).map_or("", |t| t.as_str().trim());
                return Ok(Effect::Gm(folded(text)));
            }
            Rule::effect_if => {
                let Some(clause) = child(&part, Rule::if_clause) else { continue };
                let told = conditions::condition(clause, 0);
                if condition.replace(told).is_some() {
                    return Err(nonsense(&part, "a second condition: join them by `and` or `or`"));
                }
            }
            Rule::effect_duration => {
                let told = duration_of(&part)?;
                if duration.replace(told).is_some() {
                    return Err(nonsense(&part, "a second duration"));
                }
            }
            Rule::full_stop => {}
            _ => operation = Some(operation_of(&part)?),
        }
    }
    match operation {
        Some(operation) => Ok(Effect::Rule(Sentence { operation, condition, duration })),
        None => Err(nonsense(pair, "a sentence without an operation")),
    }
}

/// Who pays is not kept in the tree, so it must be the user (family 35).
fn only_the_user_pays(pair: &Node<'_>) -> Read<()> {
    for about in pair.clone().into_inner().flatten().filter(|p| p.as_rule() == Rule::about) {
        let pays = about.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::pays);
        let Some(subject) = child(&about, Rule::subject).filter(|_| pays) else { continue };
        if !subject.clone().into_inner().flatten().any(|p| p.as_rule() == Rule::the_user) {
            return Err(nonsense(&subject, "only the user pays for their own use of a skill"));
        }
    }
    Ok(())
}

/// The condition of a `requirement` pair.
pub(super) fn requirement(pair: &Node<'_>) -> Read<Condition<Written>> {
    let joined = |mut parts: Vec<Condition<Written>>, join: fn(Vec<Condition<Written>>) -> Condition<Written>| {
        if parts.len() == 1 { parts.remove(0) } else { join(parts) }
    };
    let rule = pair.as_rule();
    let inner = pair.clone().into_inner();
    Ok(match rule {
        Rule::requirement => match child(pair, Rule::if_clause) {
            Some(clause) => conditions::condition(clause, 0),
            None => {
                let parts = inner.filter(|p| p.as_rule() == Rule::requirement_all).map(|p| requirement(&p));
                joined(parts.collect::<Read<_>>()?, Condition::AnyOf)
            }
        },
        Rule::requirement_all => {
            let mut all = Vec::new();
            for part in inner.filter(|p| p.as_rule() == Rule::requirement_one) {
                match requirement(&part)? {
                    Condition::All(parts) => all.extend(parts),
                    other => all.push(other),
                }
            }
            joined(all, Condition::All)
        }
        Rule::must_be_active => {
            let names = inner.clone().filter(|p| p.as_rule() == Rule::quoted_name);
            let active = names.map(|p| Condition::Is(Predicate::Active(reader().name(p), None)));
            let join = if has(pair, Rule::k_or) { Condition::AnyOf } else { Condition::All };
            let all = joined(active.collect(), join);
            if has(pair, Rule::k_not) { Condition::Not(Box::new(all)) } else { all }
        }
        Rule::must_have => {
            let who = one(&required(pair, Rule::effect_one)?)?;
            let said = inner.into_iter().find(|p| matches!(p.as_rule(), Rule::has_trait | Rule::be_trait));
            let (said, holds) = said.map(conditions::trait_).ok_or_else(|| nonsense(pair, "nothing is asked for"))?;
            let asked = Condition::Is(Predicate::Has(who, said));
            if holds == has(pair, Rule::k_not) { Condition::Not(Box::new(asked)) } else { asked }
        }
        _ => match pair.clone().into_inner().next() {
            Some(part) if part.as_rule() == Rule::condition => conditions::condition(part, 0),
            Some(part) => requirement(&part)?,
            None => return Err(nonsense(pair, "nothing is asked for")),
        },
    })
}

fn operation_of(pair: &Node<'_>) -> Read<Operation> {
    Ok(match pair.as_rule() {
        Rule::skill_damage => Operation::SkillDamage(change(pair)?),
        Rule::damage_per_familiar => {
            let number = exact_of(&required(pair, Rule::written_number)?)?;
            Operation::SkillDamagePerFamiliar(if rises(pair) { number } else { -number })
        }
        Rule::damage_dealt => Operation::DamageDealt {
            who: who_in(pair)?,
            kinds: kinds(pair)?,
            against: child(pair, Rule::against).map_or(Ok(Vec::new()), |p| filters(&p))?,
            change: change(pair)?,
        },
        Rule::damage_taken => damage_taken(pair)?,
        Rule::hits => hits(pair)?,
        Rule::restore => {
            let (who, what, amount) = person_and_amount(pair)?;
            Operation::Restore { who, what, amount }
        }
        Rule::lose => {
            let (who, what, amount) = person_and_amount(pair)?;
            Operation::Lose { who, what, amount }
        }
        Rule::regeneration => {
            let vitals =
                child(pair, Rule::vitals).map(|p| p.into_inner().filter_map(|v| vital(&v)).collect::<Vec<_>>());
            let what = match vitals.as_deref() {
                Some([one]) => Some(*one),
                Some([a, b]) if a == b => return Err(nonsense(pair, "the same regeneration twice")),
                _ => None,
            };
            Operation::Regeneration { who: who_in(pair)?, what, change: change(pair)? }
        }
        Rule::regenerates_in_battle => Operation::RegenerateInBattle(who_in(pair)?),
        Rule::no_regeneration => Operation::CannotRegenerate(who_in(pair)?),
        Rule::raise => raise(pair)?,
        Rule::becomes => Operation::Become {
            who: who_in(pair)?,
            stat: stat(&required(pair, Rule::stat_word)?)?,
            rank: conditions::rank(&required(pair, Rule::written_rank)?),
        },
        Rule::inflict => Operation::Inflict { who: who_in(pair)?, status: status_of(&required(pair, Rule::status)?)? },
        Rule::stunned => {
            let turns = above_zero(&required(pair, Rule::count)?)?;
            Operation::Inflict { who: who_in(pair)?, status: Status::Stun { turns } }
        }
        Rule::named_status => Operation::InflictNamed {
            who: who_in(pair)?,
            name: name(&required(pair, Rule::quoted_name)?),
            turns: above_zero(&required(pair, Rule::count)?)?,
            phase: phase_named(required(pair, Rule::phase)?.as_str())
                .ok_or_else(|| nonsense(pair, "no phase of the Turn"))?,
            damage: exact_of(&required(pair, Rule::written_number)?)?,
            kind: conditions::damage_type(&required(pair, Rule::damage_word)?),
        },
        Rule::cure => {
            Operation::Cure { who: who_in(pair)?, kind: which_status(&required(pair, Rule::which_statuses)?) }
        }
        Rule::immune | Rule::no_effect_on => {
            Operation::Immune { who: who_in(pair)?, kind: which_status(&required(pair, Rule::which_statuses)?) }
        }
        Rule::cannot_suffer => {
            let kind = match child(pair, Rule::which_statuses) {
                Some(which) => which_status(&which),
                None if has(pair, Rule::k_stunned) => Some(StatusKind::Stun),
                None => Some(StatusKind::Poison),
            };
            Operation::Immune { who: who_in(pair)?, kind }
        }
        Rule::spirit_entry => Operation::EnterSpiritForm(who_in(pair)?),
        Rule::spirit_exit => Operation::LeaveSpiritForm(who_in(pair)?),
        Rule::brought => {
            let place = required(pair, Rule::place_of)?;
            Operation::Bring { who: who_in(pair)?, to: one(&required(&place, Rule::effect_one)?)? }
        }
        Rule::occurs_first => Operation::First,
        Rule::upgrade => Operation::Upgrade(name(&required(pair, Rule::quoted_name)?)),
        Rule::becomes_type => Operation::BecomesType(skill_type(&required(pair, Rule::skill_type)?)?),
        Rule::flight_gain => {
            Operation::Flight { who: who_in(pair)?, rank: conditions::rank(&required(pair, Rule::written_rank)?) }
        }
        Rule::lasts => Operation::Lasts(duration_of(pair)?),
        Rule::does_not_stack => Operation::DoesNotStack,
        _ => return Err(nonsense(pair, "an operation that is not built")),
    })
}

fn damage_taken(pair: &Node<'_>) -> Read<Operation> {
    let mut kinds = kinds(pair)?;
    let mut from = Vec::new();
    // `from physical attacks of Evil Servants`, or `by Evil Servants` beside the rest.
    let place = child(pair, Rule::from);
    let source = place.as_ref().unwrap_or(pair);
    if place.is_some() {
        let more = self::kinds(source)?;
        if !kinds.is_empty() && !more.is_empty() {
            return Err(nonsense(source, "the type of the damage is given twice"));
        }
        kinds.extend(more);
    }
    if child(source, Rule::group).is_some() {
        from = filters(source)?;
    }
    // `Damage received from Servants …`: received by the user, whose sheet it is.
    let who = if child(pair, Rule::effect_who).is_some() { who_in(pair)? } else { Who::User };
    Ok(Operation::DamageTaken { who, kinds, from, change: change(pair)? })
}

fn hits(pair: &Node<'_>) -> Read<Operation> {
    if let Some(more) = child(pair, Rule::more_hits) {
        let count = child(&more, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
        return Ok(Operation::MoreHits(count));
    }
    let all = required(pair, Rule::all_hits)?;
    let word = |rule, n| has(&all, rule).then_some(n);
    let by_word = word(Rule::w_once, 1).or(word(Rule::w_twice, 2)).or(word(Rule::w_thrice, 3));
    Ok(Operation::Hits(by_word.map_or_else(|| above_zero(&required(&all, Rule::count)?), Ok)?))
}

/// Somebody and how much of Health or Mana.
fn person_and_amount(pair: &Node<'_>) -> Read<(Who<Written>, Resource, Amount)> {
    let who = who_in(pair)?;
    let told = required(pair, Rule::amount_of)?;
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

fn raise(pair: &Node<'_>) -> Read<Operation> {
    let (who, stats) = match child(pair, Rule::stats_of) {
        Some(of) => {
            let stats = child(&of, Rule::which_stats).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| stats(&p))?;
            (who_in(&of)?, stats)
        }
        None => (who_in(pair)?, stats(&required(pair, Rule::which_stats)?)?),
    };
    let step = required(pair, Rule::step)?;
    let count = child(&step, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
    let by =
        i8::try_from(count).ok().filter(|n| *n <= 20).ok_or_else(|| nonsense(&step, "a rank changes by at most 20"))?;
    let by = if rises(pair) { by } else { -by };
    Ok(if has(&step, Rule::w_subrank) {
        Operation::RaiseSubranks { who, stats, by }
    } else {
        Operation::RaiseRanks { who, stats, by }
    })
}

// ------------------------------------------------------------------------------------------
// Parts of sentences.

/// The `effect_who` within a pair.
fn who_in(pair: &Node<'_>) -> Read<Who<Written>> {
    let who = required(pair, Rule::effect_who)?;
    let mut all =
        who.into_inner().filter(|p| p.as_rule() == Rule::effect_one).map(|p| one(&p)).collect::<Read<Vec<_>>>()?;
    Ok(if all.len() == 1 { all.remove(0) } else { Who::OneOf(all) })
}

/// One of those an operation works on.
fn one(pair: &Node<'_>) -> Read<Who<Written>> {
    let mut who = None;
    for part in pair.clone().into_inner() {
        who = Some(match (part.as_rule(), who.take()) {
            (Rule::role, Some(of)) => {
                let of = Box::new(of);
                match part.into_inner().next().map(|p| p.as_rule()) {
                    Some(Rule::k_servant) => Who::ServantOf(of),
                    Some(Rule::k_partner) => Who::PartnerOf(of),
                    Some(Rule::k_familiar) => Who::FamiliarsOf(of),
                    Some(Rule::k_team) => Who::TeamOf(of),
                    _ => Who::MasterOf(of),
                }
            }
            (Rule::the_user, _) => Who::User,
            (Rule::the_target, _) => Who::Target,
            (Rule::the_attacker, _) => Who::Attacker,
            (Rule::quoted_name, _) => Who::Named(reader().name(part)),
            (Rule::effect_all, _) => Who::Every(everyone(&part)?),
            (_, Some(who)) => who,
            (_, None) => continue,
        });
    }
    who.ok_or_else(|| nonsense(pair, "nobody"))
}

fn everyone(pair: &Node<'_>) -> Read<Group<Written>> {
    if let Some(group) = child(pair, Rule::group) {
        let single = child(&group, Rule::kind).is_some_and(|kind| {
            let word = kind.as_str().trim().to_ascii_lowercase();
            !word.ends_with('s') && word != "people"
        });
        if single && !has(pair, Rule::k_every) {
            return Err(nonsense(&group, "which one? write `every …`, or whose"));
        }
        return Ok(conditions::group(group, 0));
    }
    let posts = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::post_filter);
    Ok(Group { side: Side::Anyone, filters: posts.filter_map(|p| conditions::filter(p, 0)).collect() })
}

/// The filters of the group within a pair.
fn filters(pair: &Node<'_>) -> Read<Vec<Filter<Written>>> {
    let group = required(pair, Rule::group)?;
    let read = conditions::group(group.clone(), 0);
    match read.side {
        Side::Anyone => Ok(read.filters),
        Side::Opponents => {
            Err(nonsense(&group, "damage is not told apart by sides: leave `opponents` out, or write `characters`"))
        }
        Side::Allies => Err(nonsense(&group, "damage is not told apart by sides: write `characters`")),
    }
}

fn kinds(pair: &Node<'_>) -> Read<Vec<DamageType>> {
    let Some(told) = child(pair, Rule::damage_kinds) else { return Ok(Vec::new()) };
    let mut kinds = Vec::new();
    for word in told.into_inner().filter(|p| p.as_rule() == Rule::damage_word) {
        let kind = conditions::damage_type(&word);
        if kinds.contains(&kind) {
            return Err(nonsense(&word, "the same damage type twice"));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// By how much: a `change` within the pair, or `20% more`.
fn change(pair: &Node<'_>) -> Read<Change> {
    if let Some(told) = child(pair, Rule::change) {
        if has(&told, Rule::w_doubled) {
            return Ok(Change::Percent(Exact::ONE));
        }
        if has(&told, Rule::w_halved) {
            return Ok(Change::Percent(Exact::percent(-50)));
        }
        return quantity(&told, rises(&told));
    }
    let told = required(pair, Rule::more_or_less)?;
    quantity(&told, !has(&told, Rule::w_less))
}

fn quantity(pair: &Node<'_>, up: bool) -> Read<Change> {
    let told = required(pair, Rule::quantity)?;
    let signed = |n: Exact| if up { n } else { -n };
    match child(&told, Rule::percent) {
        Some(percent) => Ok(Change::Percent(signed(factor(&percent)?))),
        None => Ok(Change::Flat(signed(exact_of(&required(&told, Rule::written_number)?)?))),
    }
}

/// `50%` → 0.5.
fn factor(percent: &Node<'_>) -> Read<Exact> {
    let number = exact_of(&required(percent, Rule::written_number)?)?;
    number.times(Exact::percent(1)).map_err(|_| nonsense(percent, "too many digits"))
}

fn rises(pair: &Node<'_>) -> bool {
    [Rule::w_rises, Rule::w_raised, Rule::w_raises].into_iter().any(|rule| has(pair, rule))
}

fn stats(pair: &Node<'_>) -> Read<Vec<Stat>> {
    if has(pair, Rule::all_stats) {
        return Ok(Stat::MAIN.to_vec());
    }
    let mut stats = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word) {
        let stat = stat(&word)?;
        if stats.contains(&stat) {
            return Err(nonsense(&word, "the same stat twice"));
        }
        stats.push(stat);
    }
    Ok(stats)
}

fn stat(pair: &Node<'_>) -> Read<Stat> {
    conditions::stat(pair).ok_or_else(|| nonsense(pair, "no stat"))
}

fn vital(pair: &Node<'_>) -> Option<Resource> {
    if has(pair, Rule::k_health) {
        Some(Resource::Health)
    } else if has(pair, Rule::k_mana) {
        Some(Resource::Mana)
    } else {
        None
    }
}

/// The one kind of a `which_statuses` pair; `None` is all.
fn which_status(pair: &Node<'_>) -> Option<StatusKind> {
    child(pair, Rule::status_word).map(|p| conditions::status_kind(&p))
}

fn skill_type(pair: &Node<'_>) -> Read<SkillType> {
    crate::language::fields::skill_type_named(pair.as_str()).ok_or_else(|| nonsense(pair, "no skill type"))
}

/// The duration of an `effect_duration` or `lasts` pair; `Lasts while …` has no end of its own.
fn duration_of(pair: &Node<'_>) -> Read<Duration> {
    let place = child(pair, Rule::turns_long).unwrap_or_else(|| pair.clone());
    if let Some(count) = child(&place, Rule::count) {
        return above_zero(&count).map(Duration::Turns);
    }
    Ok(if has(pair, Rule::turn_long) { Duration::ThisTurn } else { Duration::Indefinitely })
}

/// A whole number from 1 on.
fn above_zero(pair: &Node<'_>) -> Read<u32> {
    match conditions::whole(pair) {
        0 => Err(nonsense(pair, "none at all: at least 1")),
        n => Ok(n),
    }
}

fn name(pair: &Node<'_>) -> String {
    reader().name(pair.clone()).text
}

const fn reader() -> Reader<'static> {
    Reader { places: &Shift(0) }
}

fn child<'i>(pair: &Node<'i>, rule: Rule) -> Option<Node<'i>> {
    pair.clone().into_inner().find(|p| p.as_rule() == rule)
}

fn has(pair: &Node<'_>, rule: Rule) -> bool {
    child(pair, rule).is_some()
}

fn required<'i>(pair: &Node<'i>, rule: Rule) -> Read<Node<'i>> {
    child(pair, rule).ok_or_else(|| nonsense(pair, &format!("no {rule:?} in this")))
}

fn nonsense(pair: &Node<'_>, message: &str) -> Vec<Diagnostic> {
    vec![Diagnostic::error(code::NONSENSE, span(pair), message)]
}
