//! Parts of sentences of every kind: who, how much, how long.

use super::immediate::read_share_of_damage;
use super::{Node, people_lists};
use crate::language::condition::{Filter, Group, Level, Predicate, Relation, Resource, Who, Written};
use crate::language::conditions::{self, ConditionReader, SheetText};
use crate::language::diagnostic::Diagnostic;
use crate::language::effect::{
    Change, Counted, DamageSpan, Duration, HitSource, HitSpan, Measure, Often, Quota, Stock,
};
use crate::language::effects::code;
use crate::language::fields::{ParseResult, exact_of, span};
use crate::language::parser::Rule;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::skill_type::SkillType;
use crate::vocabulary::stat::Stat;
use crate::vocabulary::status::StatusKind;

/// Reads the people of a pair: its `effect_who`, or `their`.
pub(super) fn read_who(pair: &Node<'_>) -> ParseResult<Who<Written>> {
    if !has_child(pair, Rule::effect_who) && has_child(pair, Rule::k_their) {
        return Ok(Who::Antecedent);
    }
    read_people(&required(pair, Rule::effect_who)?)
}

/// Reads the people of an `effect_who` pair.
pub(super) fn read_people(who: &Node<'_>) -> ParseResult<Who<Written>> {
    if has_child(who, Rule::elided) {
        return Ok(Who::Antecedent);
    }
    let nodes: Vec<_> = who.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_one).collect();
    let mut all = nodes.iter().map(read_person).collect::<ParseResult<Vec<_>>>()?;
    people_lists::share_list_filters(&nodes, &mut all)?;
    conditions::bind_possessives(&mut all);
    let is_doer_clause = who.contains_any([Rule::who_does]);
    if is_doer_clause && all.len() > 1 {
        return Err(nonsense_error(who, "whoever does something, and somebody else? make it two sentences"));
    }
    Ok(if all.len() == 1 { all.remove(0) } else { Who::OneOf(all) })
}

/// Reads one of the people an operation works on.
pub(super) fn read_person(pair: &Node<'_>) -> ParseResult<Who<Written>> {
    let mut who = None;
    for part in pair.clone().into_inner() {
        who = Some(match (part.as_rule(), who.take()) {
            (Rule::role, Some(owner)) => Who::related(conditions::relation_of_role(&part), owner),
            (Rule::the_user, _) => Who::User,
            (Rule::the_summoner, _) => Who::related(Relation::Summoner, Who::User),
            (Rule::contracted_with, _) => {
                let owner = if has_child(&part, Rule::the_user) { Who::User } else { Who::Antecedent };
                Who::related(Relation::Partner, owner)
            }
            (Rule::the_target, _) => Who::Target,
            (Rule::the_second, _) => Who::SecondTarget,
            (Rule::the_attacker, _) => Who::Attacker,
            (Rule::effect_some, _) => return Err(nonsense_error(&part, "which one? write `every …`, or whose")),
            (Rule::whole_team, _) => Who::related(Relation::Team, Who::User),
            (Rule::their_killer, _) => Who::Attacker,
            (Rule::they | Rule::k_their | Rule::who_does, _) => Who::Antecedent,
            (Rule::every_target | Rule::sole_target, _) => Who::Target,
            (Rule::quoted_name, _) => Who::Named(reader().build_name(part)),
            (Rule::effect_all, _) => Who::Every(read_everyone(&part)?),
            (_, Some(who)) => who,
            (_, None) => continue,
        });
    }
    who.ok_or_else(|| nonsense_error(pair, "nobody"))
}

pub(super) fn read_everyone(pair: &Node<'_>) -> ParseResult<Group<Written>> {
    if let Some(group) = child(pair, Rule::group) {
        let is_singular = child(&group, Rule::kind).is_some_and(|kind| {
            let word = kind.as_str().trim().to_ascii_lowercase();
            !word.ends_with('s') && word != "people"
        });
        if is_singular && !has_child(pair, Rule::k_every) {
            return Err(nonsense_error(&group, "which one? write `every …`, or whose"));
        }
        return Ok(conditions::build_group(group, 0));
    }
    Ok(read_anybody(pair))
}

/// Anybody, limited by the filters of a pair.
pub(super) fn read_anybody(pair: &Node<'_>) -> Group<Written> {
    let mut group =
        reader().build_filtered_group(pair.clone().into_inner().filter(|p| p.as_rule() == Rule::post_filter));
    if has_child(pair, Rule::k_else) {
        group.filters.insert(0, Filter::Other);
    }
    group
}

/// Reads the group in a pair.
pub(super) fn read_group(pair: &Node<'_>) -> ParseResult<Group<Written>> {
    if let Some(targets) = child(pair, Rule::any_targets) {
        return Ok(read_anybody(&targets));
    }
    Ok(conditions::build_group(required(pair, Rule::group)?, 0))
}

pub(super) fn read_damage_kinds(pair: &Node<'_>) -> ParseResult<Vec<DamageType>> {
    let Some(list) = child(pair, Rule::damage_kinds) else { return Ok(Vec::new()) };
    let mut kinds = Vec::new();
    for word in list.into_inner().filter(|p| p.as_rule() == Rule::damage_word) {
        let kind = conditions::damage_type(&word);
        if kinds.contains(&kind) {
            return Err(nonsense_error(&word, "the same damage type twice"));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Reads a change: a `change` in the pair, or `20% more`.
pub(super) fn read_change(pair: &Node<'_>) -> ParseResult<Change> {
    if let Some(pair_of_change) = child(pair, Rule::change).or_else(|| child(pair, Rule::change_past)) {
        if has_child(&pair_of_change, Rule::w_doubled) {
            return Ok(Change::Percent(Exact::ONE));
        }
        if has_child(&pair_of_change, Rule::w_halved) {
            return Ok(Change::Percent(Exact::percent(-50)));
        }
        if has_child(&pair_of_change, Rule::w_tripled) {
            return Ok(Change::Percent(Exact::whole(2)));
        }
        return read_quantity(&pair_of_change, says_increase(&pair_of_change));
    }
    if let Some(pair_of_change) = child(pair, Rule::times_as_much) {
        let percent = if has_child(&pair_of_change, Rule::w_half) {
            Exact::percent(-50)
        } else if has_child(&pair_of_change, Rule::w_triple) {
            Exact::whole(2)
        } else {
            Exact::ONE
        };
        return Ok(Change::Percent(percent));
    }
    // `Only 60% of the damage` is 40% less.
    if let Some(left) = child(pair, Rule::part_left) {
        let part = child(&left, Rule::percent).map_or(Ok(Exact::percent(50)), |percent| read_factor(&percent))?;
        if part <= Exact::ZERO || part >= Exact::ONE {
            return Err(nonsense_error(&left, "a part is more than nothing and less than the whole"));
        }
        return Ok(Change::Percent(part - Exact::ONE));
    }
    match child(pair, Rule::more_or_less) {
        Some(pair_of_change) => read_quantity(&pair_of_change, !has_child(&pair_of_change, Rule::w_less)),
        // `Reduces damage the user receives by 10`: the verb stands before what it changes.
        None => read_quantity(pair, says_increase(pair)),
    }
}

/// Reads a change that may depend on a count: a `change` in the pair, or `20% more damage for each …`.
pub(super) fn read_measure(pair: &Node<'_>) -> ParseResult<Measure> {
    let within = child(pair, Rule::change).or_else(|| child(pair, Rule::change_past));
    let change_pair = within.as_ref().unwrap_or(pair);
    let (amount, each) = match child(change_pair, Rule::part_of_points) {
        Some(part) => {
            let (part, points) = read_part_of_points(&part, None)?;
            (Change::Flat(if says_increase(change_pair) { part } else { -part }), Some(points))
        }
        None if has_child(change_pair, Rule::part_happened) => {
            let (part, damage) = read_part_of_damage(&required(change_pair, Rule::part_happened)?, None)?;
            (Change::Flat(if says_increase(change_pair) { part } else { -part }), Some(damage))
        }
        None => (read_change(pair)?, read_counted(change_pair)?),
    };
    Ok(Measure { amount, each, at_most: read_maximum(change_pair, amount)? })
}

/// Reads `up to 25`, in the unit of the change.
pub(super) fn read_maximum(pair: &Node<'_>, change: Change) -> ParseResult<Option<Exact>> {
    let Some(maximum_pair) = child(pair, Rule::no_more_than) else { return Ok(None) };
    match (read_quantity(&maximum_pair, true)?, change) {
        (Change::Percent(most), Change::Percent(_)) | (Change::Flat(most), Change::Flat(_)) => Ok(Some(most)),
        (Change::Percent(_) | Change::Flat(_), _) => Err(nonsense_error(
            &maximum_pair,
            "at most so much of something else: give both as numbers or both as percentages",
        )),
    }
}

/// Reads `10% of the user's maximum Mana`: the part as a factor, and the points. The points have no owner if the text
/// says `their`, or names the one the sentence works on.
pub(super) fn read_part_of_points(pair: &Node<'_>, on: Option<&Who<Written>>) -> ParseResult<(Exact, Counted)> {
    let part = match child(pair, Rule::percent) {
        Some(percent) => read_factor(&percent)?,
        None if has_child(pair, Rule::w_half) => Exact::percent(50),
        None => Exact::ONE,
    };
    let points = required(pair, Rule::points_of)?;
    // `The Health they are missing` is their own; `that character` is whoever did it.
    let is_pronoun = |stock: &Node<'_>| ["they", "he", "she"].contains(&stock.as_str().trim().to_lowercase().as_str());
    let whose = child(&points, Rule::effect_one)
        .filter(|stock| !is_pronoun(stock))
        .map(|stock| read_person(&stock))
        .transpose()?;
    let owner = whose.filter(|whose| Some(whose) != on);
    let what = child(&points, Rule::vital).and_then(|vital| read_vital(&vital));
    let resource = what.ok_or_else(|| nonsense_error(&points, "neither Health nor Mana"))?;
    let is_missing =
        [Rule::w_missing, Rule::w_missing_verb, Rule::w_lost].into_iter().any(|rule| has_child(&points, rule));
    let stock = match (is_missing, has_child(&points, Rule::k_maximum)) {
        _ if has_child(&points, Rule::w_beyond) => Stock::Beyond,
        (true, _) => Stock::Missing,
        (false, true) => Stock::Maximum,
        (false, false) => Stock::Current,
    };
    Ok((part, Counted::Points { owner, resource, stock }))
}

/// Reads `10% of the damage the user received this Turn`: the part as a factor, and the damage. Where nobody is named,
/// the damage is that of the one the sentence works on.
pub(super) fn read_part_of_damage(pair: &Node<'_>, on: Option<&Who<Written>>) -> ParseResult<(Exact, Counted)> {
    Ok((read_share_of_damage(pair)?, read_past_damage(&required(pair, Rule::happened)?, None, on)?))
}

/// Reads the damage of a `happened` pair: of whoever is named, else of `on`, the one the sentence works on.
fn read_past_damage(pair: &Node<'_>, step: Option<Exact>, on: Option<&Who<Written>>) -> ParseResult<Counted> {
    let span = required(pair, Rule::happened_span)?;
    let within = if has_child(&span, Rule::w_turns) { DamageSpan::Turn } else { DamageSpan::Battle };
    let is_received = has_child(pair, Rule::w_took) || has_child(pair, Rule::w_received);
    let unclear = || nonsense_error(pair, "whose damage? write `the user`, `the target` or `the attacker`");
    let named = child(pair, Rule::effect_one).map(|who| read_person(&who)).transpose()?;
    let who = match (named, on) {
        (Some(Who::Antecedent) | None, Some(on)) => on.clone(),
        (Some(who), _) => who,
        (None, None) => return Err(unclear()),
    };
    let unnamed = child(pair, Rule::effect_one).is_none();
    if who == Who::Antecedent || super::antecedents::is_several(&who) || (unnamed && !is_received && who != Who::User) {
        return Err(unclear());
    }
    Ok(Counted::Damage { who, taken: is_received, within, step })
}

pub(super) fn read_quantity(pair: &Node<'_>, is_increase: bool) -> ParseResult<Change> {
    let amount = required(pair, Rule::quantity)?;
    let signed = |n: Exact| if is_increase { n } else { -n };
    match child(&amount, Rule::percent) {
        Some(percent) => Ok(Change::Percent(signed(read_factor(&percent)?))),
        None => Ok(Change::Flat(signed(exact_of(&required(&amount, Rule::written_number)?)?))),
    }
}

/// Reads `50%` as 0.5.
pub(super) fn read_factor(percent: &Node<'_>) -> ParseResult<Exact> {
    let number = exact_of(&required(percent, Rule::written_number)?)?;
    number.times(Exact::percent(1)).map_err(|_| nonsense_error(percent, "too many digits"))
}

/// Reads the number of attacks: `next 2`, `first … each Turn`. `each Turn` stands in `pair`, the number in
/// `counted_pair`.
pub(super) fn read_attack_quota(pair: &Node<'_>, counted_pair: Option<&Node<'_>>) -> ParseResult<Option<Quota>> {
    let each_turn = has_child(pair, Rule::each_such_turn);
    match counted_pair.and_then(|counted_pair| child(counted_pair, Rule::attack_quota)) {
        Some(quota) => {
            let count = child(&quota, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
            match (has_child(&quota, Rule::k_first), each_turn) {
                (true, true) if counts_in_span(pair, Rule::per_war) => Ok(Some(Quota::FirstInWar(count))),
                (true, true) if counts_in_span(pair, Rule::each_battle) => Ok(Some(Quota::FirstInBattle(count))),
                (true, true) => Ok(Some(Quota::FirstEachTurn(count))),
                (false, false) => Ok(Some(Quota::Next(count))),
                (true, false) => {
                    Err(nonsense_error(&quota, "the first of what? write `each Turn` behind it, or `the next`"))
                }
                // `The next attack … this Turn`: it is the next one, in this Turn.
                (false, true)
                    if child(pair, Rule::each_such_turn).is_some_and(|each| has_child(&each, Rule::k_this)) =>
                {
                    Ok(Some(Quota::Next(count)))
                }
                (false, true) => {
                    Err(nonsense_error(&quota, "the next attacks are so many in all: of each Turn it is `the first`"))
                }
            }
        }
        None if each_turn => Err(nonsense_error(pair, "how many each Turn? write `the first attack … each Turn`")),
        None => Ok(None),
    }
}

/// Whether the count runs over the whole War, or over each battle.
fn counts_in_span(pair: &Node<'_>, span: Rule) -> bool {
    child(pair, Rule::each_such_turn).is_some_and(|each| has_child(&each, span))
}

/// Reads how often: `once per Turn`, `twice during the War`.
pub(super) fn read_trigger_limit(how_often: &Node<'_>, within: &Node<'_>) -> ParseResult<Often> {
    let count_by_word =
        [(Rule::w_twice, 2), (Rule::w_thrice, 3)].into_iter().find(|(rule, _)| has_child(how_often, *rule));
    let count_of = || child(how_often, Rule::count).map_or(Ok(1), |p| read_positive(&p));
    let count = count_by_word.map_or_else(count_of, |(_, n)| Ok(n))?;
    if let Some(every) = child(within, Rule::every_so_many) {
        if count != 1 {
            return Err(nonsense_error(how_often, "so often in so many Turns? write `once every … Turns`"));
        }
        return Ok(Often::EveryTurns(read_positive(&required(&every, Rule::count)?)?));
    }
    Ok(if has_child(within, Rule::per_war) {
        Often::InWar(count)
    } else if has_child(within, Rule::each_battle) {
        Often::InBattle(count)
    } else {
        Often::WorkingEachTurn(count)
    })
}

/// Reads what a `per_each` or `number_of` in the pair counts.
pub(super) fn read_counted(pair: &Node<'_>) -> ParseResult<Option<Counted>> {
    let Some(counted_pair) = child(pair, Rule::per_each).or_else(|| child(pair, Rule::number_of)) else {
        return Ok(None);
    };
    let counted_pair = required(&counted_pair, Rule::counted)?;
    let inner =
        counted_pair.clone().into_inner().next().ok_or_else(|| nonsense_error(&counted_pair, "for each what?"))?;
    Ok(Some(match inner.as_rule() {
        Rule::own_familiars => Counted::Familiars,
        Rule::spells_left => Counted::CommandSpells,
        Rule::turns_in_force => Counted::TurnsInForce,
        Rule::turns_of_battle if has_child(&inner, Rule::before_now) => Counted::EarlierTurnsOfBattle,
        Rule::turns_of_battle => Counted::TurnsOfBattle,
        Rule::earlier_turns => Counted::EarlierTurns {
            hit: has_child(&inner, Rule::v_hit),
            in_a_row: has_child(&inner, Rule::w_in_a_row),
            within: if has_child(&inner, Rule::of_this_battle) { HitSpan::Battle } else { HitSpan::War },
        },
        Rule::skills_in_force => {
            Counted::SkillsInForce(child(&inner, Rule::skill_type_word).map(|word| conditions::skill_type(&word)))
        }
        Rule::group_beyond => Counted::GroupBeyondFirst(conditions::build_group(required(&inner, Rule::group)?, 0)),
        Rule::hits_taken => read_hits_taken(&inner)?,
        Rule::uses_of_this => {
            Counted::UsesOfThis { within: read_hit_span(&inner), on_target: has_child(&inner, Rule::used_on_target) }
        }
        Rule::statuses_on => Counted::Statuses(read_person(&required(&inner, Rule::effect_one)?)?),
        Rule::steps_of => {
            let what = child(&inner, Rule::vital).and_then(|v| read_vital(&v));
            let resource = what.ok_or_else(|| nonsense_error(&inner, "neither Health nor Mana"))?;
            let step = match (child(&inner, Rule::percent), child(&inner, Rule::written_number)) {
                (Some(percent), _) => Level::OfMaximum(read_factor(&percent)?),
                (None, Some(number)) => Level::Number(exact_of(&number)?),
                (None, None) => Level::Number(Exact::ONE),
            };
            if matches!(step, Level::Number(of) | Level::OfMaximum(of) if of <= Exact::ZERO) {
                return Err(nonsense_error(&inner, "steps of nothing"));
            }
            let missing =
                [Rule::w_missing, Rule::w_missing_verb, Rule::w_lost].into_iter().any(|r| has_child(&inner, r));
            let who = if has_child(&inner, Rule::the_target) { Who::Target } else { Who::User };
            let owner = child(&inner, Rule::of_maximum).and_then(|part| child(&part, Rule::effect_one));
            if let Some(other) = owner
                && read_person(&other)? != who
            {
                return Err(nonsense_error(&other, "a part of what somebody else has: it is always of one's own"));
            }
            Counted::Steps { who, resource, step, missing }
        }
        Rule::happened_steps => {
            let step = exact_of(&required(&inner, Rule::written_number)?)?;
            if step <= Exact::ZERO {
                return Err(nonsense_error(&inner, "steps of nothing"));
            }
            read_past_damage(&required(&inner, Rule::happened)?, Some(step), None)?
        }
        Rule::paid_steps => {
            let what = conditions::resource(required(&inner, Rule::resource)?);
            let what = what.ok_or_else(|| nonsense_error(&inner, "nothing that is paid"))?;
            let step = exact_of(&required(&inner, Rule::written_number)?)?;
            let most = match child(&inner, Rule::paid_most) {
                Some(most) => Some(exact_of(&required(&most, Rule::written_number)?)?),
                None => None,
            };
            build_paid_steps(&inner, what, step, most)?
        }
        Rule::other_targets => Counted::OtherTargets,
        Rule::w_hit_noun => Counted::Hits,
        Rule::ranks_above => {
            let mut people = inner.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_one);
            let (Some(who), Some(over)) = (people.next(), people.next()) else {
                return Err(nonsense_error(&inner, "two people are compared here"));
            };
            let stat = read_stat(&required(&inner, Rule::stat_word)?)?;
            if !Stat::MAIN.contains(&stat) {
                return Err(nonsense_error(&inner, "ranks are counted of the six main stats"));
            }
            Counted::RanksAbove { stat, who: read_person(&who)?, over: read_person(&over)? }
        }
        _ => Counted::Group(conditions::build_group(inner, 0)),
    }))
}

/// Reads which hits taken are counted, and since when: in the whole War, where no span is given.
fn read_hits_taken(pair: &Node<'_>) -> ParseResult<Counted> {
    let by = if has_child(pair, Rule::same_skill) {
        HitSource::SameSkill
    } else if has_child(pair, Rule::w_times) {
        HitSource::ThisSkill
    } else {
        HitSource::Kinds(read_damage_kinds(pair)?)
    };
    let is_target = has_child(pair, Rule::the_target) || has_child(pair, Rule::same_one);
    let who = if is_target { Who::Target } else { Who::User };
    Ok(Counted::HitsTaken { who, by, within: read_hit_span(pair) })
}

fn read_hit_span(pair: &Node<'_>) -> HitSpan {
    match child(pair, Rule::hit_span) {
        Some(span) if has_child(&span, Rule::w_turns) => HitSpan::Turn,
        Some(span) if has_child(&span, Rule::k_battle) || has_child(&span, Rule::k_combat) => HitSpan::Battle,
        Some(_) | None => HitSpan::War,
    }
}

/// What is paid besides the cost, in whole steps.
pub(super) fn build_paid_steps(
    pair: &Node<'_>,
    resource: Resource,
    step: Exact,
    most: Option<Exact>,
) -> ParseResult<Counted> {
    if !matches!(resource, Resource::Mana | Resource::Health) {
        return Err(nonsense_error(pair, "as much as one likes is paid of Mana or Health"));
    }
    if step.is_zero() || most.is_some_and(|most| most.whole_steps(step) == 0) {
        return Err(nonsense_error(pair, "steps of nothing"));
    }
    Ok(Counted::Paid { resource, step, most })
}

pub(super) fn says_increase(pair: &Node<'_>) -> bool {
    [Rule::w_rises, Rule::w_raised, Rule::w_raises].into_iter().any(|rule| has_child(pair, rule))
}

/// Reads `up to 3 subranks`, in ranks or subranks as in the step.
pub(super) fn read_step_limit(pair: &Node<'_>, by: i8, in_subranks: bool) -> ParseResult<Option<i8>> {
    let Some(limit) = child(pair, Rule::step_most) else { return Ok(None) };
    let signs = child(&limit, Rule::w_pluses).map(|p| u32::try_from(p.as_str().trim().chars().count()).unwrap_or(0));
    let unit = if has_child(&limit, Rule::w_subrank) || signs.is_some() {
        Some(true)
    } else {
        has_child(&limit, Rule::w_rank).then_some(false)
    };
    if unit.is_some_and(|unit| unit != in_subranks) {
        return Err(nonsense_error(
            &limit,
            "at most so much of something else: give both in ranks or both in subranks",
        ));
    }
    if unit.is_none() && by.abs() != 1 {
        return Err(nonsense_error(&limit, "at most so many of what? write `up to 3 ranks`, or `up to 3 subranks`"));
    }
    let count = child(&limit, Rule::count).map_or(Ok(signs.unwrap_or(1)), |p| read_positive(&p))?;
    let most = i8::try_from(count).ok().filter(|n| *n <= 20);
    let most = most.ok_or_else(|| nonsense_error(&limit, "a rank changes by at most 20"))?;
    if most < by.abs() {
        return Err(nonsense_error(&limit, "the most is less than one step"));
    }
    Ok(Some(most))
}

pub(super) fn read_stats(pair: &Node<'_>) -> ParseResult<Vec<Stat>> {
    if has_child(pair, Rule::all_stats) {
        return Ok(Stat::MAIN.to_vec());
    }
    let mut stats = Vec::new();
    for word in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word) {
        let stat = read_stat(&word)?;
        if stats.contains(&stat) {
            return Err(nonsense_error(&word, "the same stat twice"));
        }
        stats.push(stat);
    }
    Ok(stats)
}

pub(super) fn read_stat(pair: &Node<'_>) -> ParseResult<Stat> {
    conditions::stat(pair).ok_or_else(|| nonsense_error(pair, "no stat"))
}

pub(super) fn read_vital(pair: &Node<'_>) -> Option<Resource> {
    if has_child(pair, Rule::k_health) {
        Some(Resource::Health)
    } else if has_child(pair, Rule::k_mana) {
        Some(Resource::Mana)
    } else {
        None
    }
}

/// The one kind of a `which_statuses` pair; `None` means all kinds.
pub(super) fn read_status_kind(pair: &Node<'_>) -> Option<StatusKind> {
    child(pair, Rule::status_word).map(|p| conditions::status_kind(&p))
}

/// The name in a `which_statuses` pair, if it names a status of the sheet's own.
pub(super) fn read_status_name(pair: &Node<'_>) -> Option<String> {
    child(pair, Rule::quoted_name).map(|p| read_name(&p))
}

pub(super) fn read_skill_type(pair: &Node<'_>) -> ParseResult<SkillType> {
    crate::language::fields::skill_type_named(pair.as_str())
        .filter(|kind| *kind != SkillType::AntiOther)
        .ok_or_else(|| nonsense_error(pair, "no skill type"))
}

/// The duration of an `effect_duration` or `lasts` pair; `Lasts while …` has no fixed end.
pub(super) fn read_duration(pair: &Node<'_>) -> ParseResult<Duration> {
    let span = child(pair, Rule::turns_long).unwrap_or_else(|| pair.clone());
    if let Some(count) = child(&span, Rule::count) {
        return read_positive(&count).map(Duration::Turns);
    }
    if has_child(&span, Rule::w_next) {
        return Ok(Duration::Turns(1));
    }
    if has_child(pair, Rule::battle_long) {
        return Ok(Duration::Battle);
    }
    let turn = child(pair, Rule::turn_long);
    if turn.is_some_and(|turn| has_child(&turn, Rule::next_long) || has_child(&turn, Rule::this_and_next)) {
        // The Turn of use counts as the first (R374).
        return Ok(Duration::Turns(2));
    }
    Ok(if has_child(pair, Rule::turn_long) || has_child(pair, Rule::w_this_turn) {
        Duration::ThisTurn
    } else {
        Duration::Indefinitely
    })
}

/// Reads a whole number of at least 1.
pub(super) fn read_positive(pair: &Node<'_>) -> ParseResult<u32> {
    match conditions::whole_number(pair) {
        0 => Err(nonsense_error(pair, "none at all: at least 1")),
        n => Ok(n),
    }
}

pub(super) fn read_name(pair: &Node<'_>) -> String {
    reader().build_name(pair.clone()).text
}

pub(super) const fn reader() -> ConditionReader<'static> {
    ConditionReader { context: &SheetText(0) }
}

pub(super) fn child<'i>(pair: &Node<'i>, rule: Rule) -> Option<Node<'i>> {
    pair.first_child(rule)
}

pub(super) fn has_child(pair: &Node<'_>, rule: Rule) -> bool {
    child(pair, rule).is_some()
}

pub(super) fn required<'i>(pair: &Node<'i>, rule: Rule) -> ParseResult<Node<'i>> {
    child(pair, rule).ok_or_else(|| nonsense_error(pair, &format!("no {rule:?} in this")))
}

pub(super) fn nonsense_error(pair: &Node<'_>, message: &str) -> Vec<Diagnostic> {
    vec![Diagnostic::error(code::NONSENSE, span(pair), message)]
}

/// Reads points: positive if gained, negative if lost.
pub(super) fn read_signed_points(pair: &Node<'_>) -> ParseResult<i32> {
    let count = child(pair, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
    let points = i32::try_from(count).map_err(|_| nonsense_error(pair, "too many points"))?;
    Ok(if has_child(pair, Rule::w_loses) { -points } else { points })
}

/// Reads what a `payment` pair takes.
pub(super) fn read_payment(pair: &Node<'_>) -> ParseResult<Predicate<Written>> {
    let amount = exact_of(&required(pair, Rule::written_number)?)?;
    let resource = conditions::resource(required(pair, Rule::resource)?);
    resource
        .map(|resource| Predicate::Pays(amount, resource))
        .ok_or_else(|| nonsense_error(pair, "nothing that can be paid"))
}
