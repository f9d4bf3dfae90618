//! What is negated, forbidden, relocated or cancelled (families 7, 15–17, 24, 29).

use super::super::implicit_places::with_location;
use super::parts::{
    child, has_child, nonsense_error, read_attack_quota, read_damage_kinds, read_everyone, read_group, read_name,
    read_person, read_positive, read_who, required,
};
use super::standing::read_cost_resource;
use super::{Node, find_ending_state};
use crate::language::condition::{Filter, Group, Resource, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    AttackFilter, Cancelled, Costing, Destination, EffectSort, Forbidden, Immediate, Modifier, Quota, RankLimit,
    Ranked, RelocationKind, SkillFilter, SkillSort, Standing, Verb,
};
use crate::language::fields::{ParseResult, exact_of};
use crate::language::parser::Rule;
use crate::vocabulary::skill_type::SkillType;

/// Builds the tree of a pair that holds for a time; `None` for a pair of another kind.
pub(super) fn build_standing(pair: &Node<'_>) -> ParseResult<Option<Standing>> {
    Ok(Some(match pair.as_rule() {
        Rule::negated => {
            let (what, quota) = read_negated_skills(pair)?;
            let attacks = AttackFilter::with(what);
            Standing { attacks, quota, ..Standing::of(read_who(pair)?, Modifier::Negates) }
        }
        Rule::thrown_back => build_thrown_back(pair)?,
        Rule::unscouted => {
            let group = if has_child(pair, Rule::group) { read_group(pair)? } else { Group::ANYBODY };
            Standing::of(Who::Every(group), Modifier::Forbids(Forbidden::Scout))
        }
        Rule::untargeted if has_child(pair, Rule::skills_of) => build_targeting_ban(pair)?,
        Rule::untargeted if child(pair, Rule::group).is_none() => {
            let whom = with_location(read_who(pair)?);
            Standing::of(Who::Every(Group::ANYBODY), Modifier::Forbids(Forbidden::Target(whom)))
        }
        Rule::untargeted => {
            // The one who is protected is not tied to a place (R356).
            let whom = with_location(read_who(pair)?);
            let is_attack = has_child(pair, Rule::k_attack) || has_child(pair, Rule::w_attacked);
            let what = if is_attack { Forbidden::Attack(whom) } else { Forbidden::Target(whom) };
            Standing::of(Who::Every(read_group(pair)?), Modifier::Forbids(what))
        }
        Rule::taunted => {
            let what = Forbidden::AttackOthers(read_person(&required(pair, Rule::effect_one)?)?);
            Standing::of(read_who(pair)?, Modifier::Forbids(what))
        }
        Rule::moves_far => {
            Standing::of(read_who(pair)?, Modifier::MovesFar(read_positive(&required(pair, Rule::count)?)?))
        }
        Rule::stands_between => {
            let (interceptor, who) = read_two_people(pair)?;
            let what = child(pair, Rule::skills_of).map_or(Ok(SkillFilter::ATTACKS), |p| read_skills(&p))?;
            let (attacks, quota) = (AttackFilter::with(what), read_attack_quota(pair, Some(pair))?);
            Standing { attacks, quota, ..Standing::of(who, Modifier::Intercepts { interceptor }) }
        }
        Rule::stands_aside => {
            let (who, sheltered) = read_two_people(pair)?;
            let attacks = AttackFilter::with(read_skills(&required(pair, Rule::skills_of)?)?);
            Standing { attacks, ..Standing::of(who, Modifier::StandsAside { sheltered }) }
        }
        Rule::pursues => {
            let (who, whom) = read_two_people(pair)?;
            Standing::of(who, Modifier::Pursues { whom })
        }
        Rule::chase => {
            let (whom, who) = read_two_people(pair)?;
            Standing::of(who, Modifier::Pursues { whom })
        }
        _ => return Ok(None),
    }))
}

/// Builds `The user cannot be targeted by ranged attacks`: attacks as `cannot be attacked`, other skills as `cannot be
/// targeted`, each by these alone.
fn build_targeting_ban(pair: &Node<'_>) -> ParseResult<Standing> {
    // A list names no place for whoever attacks: `allies in this location` are safe wherever the attacker is (R091,
    // R356).
    let whom = match with_location(read_who(pair)?) {
        group if group.group().is_some() => Who::OneOf(vec![group]),
        whom => whom,
    };
    let with = read_skills(&required(pair, Rule::skills_of)?)?;
    let what = match with.sort {
        SkillSort::Attacks | SkillSort::Inflicting(_) | SkillSort::BasicAttacks | SkillSort::AttacksButBasic => {
            Forbidden::Attack(whom)
        }
        SkillSort::Any
        | SkillSort::SkillsInflicting(_)
        | SkillSort::ButBasicAttacks
        | SkillSort::Typed(_)
        | SkillSort::NoblePhantasms
        | SkillSort::Named(_) => Forbidden::Target(whom),
        SkillSort::Items => return Err(nonsense_error(pair, "an item is used on its user: say which skills")),
    };
    let who = child(pair, Rule::group).map_or(Group::ANYBODY, |group| conditions::build_group(group, 0));
    let is_unlimited =
        with == SkillFilter::ATTACKS || with == SkillFilter { sort: SkillSort::Any, ..SkillFilter::ATTACKS };
    let attacks = if is_unlimited { AttackFilter::ALL } else { AttackFilter::with(with) };
    Ok(Standing { attacks, ..Standing::of(Who::Every(who), Modifier::Forbids(what)) })
}

/// Builds the tree of a pair that happens once; `None` for a pair of another kind.
pub(super) fn build_immediate(pair: &Node<'_>) -> ParseResult<Option<Immediate>> {
    Ok(Some(match pair.as_rule() {
        Rule::relocated => {
            let kind = if has_child(pair, Rule::walks) {
                RelocationKind::Moves
            } else if has_child(pair, Rule::runs) {
                RelocationKind::Flees
            } else {
                RelocationKind::Carried
            };
            Immediate { who: read_who(pair)?, verb: Verb::Relocate { destination: read_destination(pair)?, way: kind } }
        }
        Rule::cancelled => build_cancellation(pair)?,
        Rule::ends_itself if find_ending_state(pair).is_some() => return Ok(None),
        Rule::ends_itself if has_child(pair, Rule::w_effect) => {
            let why = "which effect? all of the skill is `this skill ends`; one sentence says its own end: `… until the user is damaged`";
            return Err(nonsense_error(pair, why));
        }
        Rule::ends_itself => Immediate::by_user(Verb::Cancel(Cancelled::This)),
        _ => return Ok(None),
    }))
}

/// Reads the two people of a pair, in the order written.
fn read_two_people(pair: &Node<'_>) -> ParseResult<(Who<Written>, Who<Written>)> {
    let mut people = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
    match (people.next(), people.next()) {
        (Some(first), Some(second)) => Ok((read_everybody(&first)?, read_everybody(&second)?)),
        _ => Err(nonsense_error(pair, "two people are spoken of here")),
    }
}

/// Reads whom an `effect_who` pair means.
fn read_everybody(pair: &Node<'_>) -> ParseResult<Who<Written>> {
    if has_child(pair, Rule::elided) {
        return Ok(Who::Antecedent);
    }
    let mut all = read_each_person(pair)?;
    Ok(if all.len() == 1 { all.remove(0) } else { Who::OneOf(all) })
}

fn read_each_person(pair: &Node<'_>) -> ParseResult<Vec<Who<Written>>> {
    let all = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_one);
    all.map(|p| match child(&p, Rule::effect_some) {
        // `Attacks that target an ally`: any one of them.
        Some(any) => Ok(Who::Every(read_group(&any)?)),
        None => read_person(&p),
    })
    .collect()
}

/// Reads the skills of a `skills_of` pair.
pub(super) fn read_skills(pair: &Node<'_>) -> ParseResult<SkillFilter> {
    let sort = if has_child(pair, Rule::damage_kinds) {
        // Canonical text distinguishes skills from attacks, though damage alone makes a skill magical (R092).
        if has_child(pair, Rule::k_skill) {
            SkillSort::SkillsInflicting(read_damage_kinds(pair)?)
        } else {
            SkillSort::Inflicting(read_damage_kinds(pair)?)
        }
    } else if let Some(all_but_basic) = child(pair, Rule::all_but_basic) {
        let is_of_attacks = has_child(&all_but_basic, Rule::k_attack);
        if is_of_attacks { SkillSort::AttacksButBasic } else { SkillSort::ButBasicAttacks }
    } else if let Some(word) = child(pair, Rule::skill_type_word) {
        if has_child(pair, Rule::k_attack) {
            let why = format!("skills of this type, or attacks? write `{} skills`", word.as_str().trim());
            return Err(nonsense_error(pair, &why));
        }
        SkillSort::Typed(conditions::skill_type(&word))
    } else if has_child(pair, Rule::k_noble_phantasm) {
        SkillSort::NoblePhantasms
    } else if has_child(pair, Rule::k_basic_attack) {
        SkillSort::BasicAttacks
    } else if has_child(pair, Rule::w_items) {
        SkillSort::Items
    } else if let Some(quoted) = child(pair, Rule::quoted_name) {
        SkillSort::Named(read_name(&quoted))
    } else if has_child(pair, Rule::k_attack) {
        SkillSort::Attacks
    } else {
        SkillSort::Any
    };
    let costing = read_costing(pair)?;
    if costing.is_some() && sort == SkillSort::Items {
        return Err(nonsense_error(pair, "an item costs nothing to use"));
    }
    Ok(SkillFilter {
        sort,
        ranked: child(pair, Rule::skills_ranked).map_or(Ok(None), |p| read_ranked(&p).map(Some))?,
        costing,
    })
}

/// Reads `that cost 20 or more Mana`; a spell costs Mana (A046).
fn read_costing(pair: &Node<'_>) -> ParseResult<Option<Costing>> {
    let is_spell =
        child(pair, Rule::k_skill).is_some_and(|word| word.as_str().trim().to_lowercase().starts_with("spell"));
    let Some(cost_pair) = child(pair, Rule::skills_costing) else { return Ok(is_spell.then_some(Costing::MANA)) };
    let resource = read_cost_resource(&required(&cost_pair, Rule::cost_word)?)?;
    if is_spell && resource != Resource::Mana {
        return Err(nonsense_error(&cost_pair, "a spell costs Mana (A046), and this too? write `skills that cost …`"));
    }
    let Some(number) = child(&cost_pair, Rule::written_number) else {
        return Ok(Some(Costing { resource, ..Costing::MANA }));
    };
    let amount = exact_of(&number)?;
    Ok(Some(Costing { resource, bound: conditions::comparison(&cost_pair), amount }))
}

/// Reads `ranked C or lower`.
fn read_ranked(pair: &Node<'_>) -> ParseResult<Ranked> {
    let bound = required(pair, Rule::rank_bound)?;
    let rank = conditions::rank(&required(&bound, Rule::written_rank)?);
    Ok(Ranked(conditions::comparison(&bound), rank))
}

/// Builds everything that a `forbids` pair forbids.
pub(super) fn build_forbids(pair: &Node<'_>) -> ParseResult<Vec<Standing>> {
    if let Some(passive) = child(pair, Rule::no_form_passive) {
        let both =
            [(Rule::w_entered_past, Forbidden::EnterSpiritForm), (Rule::w_left_past, Forbidden::LeaveSpiritForm)];
        let rules_named = both.into_iter().filter(|(rule, _)| has_child(&passive, *rule));
        return rules_named
            .map(|(_, what)| Ok(Standing::of(read_forbidden_people(pair)?, Modifier::Forbids(what))))
            .collect();
    }
    let verbs = pair
        .clone()
        .into_inner()
        .skip_while(|p| !matches!(p.as_rule(), Rule::w_cannot | Rule::k_to | Rule::w_from | Rule::w_can | Rule::w_may))
        .skip(1);
    let verbs = verbs.filter(|p| !matches!(p.as_rule(), Rule::k_or | Rule::k_and_also));
    let mut all = Vec::new();
    for verb in verbs {
        let both = match verb.as_rule() {
            Rule::no_form_both => [Forbidden::EnterSpiritForm, Forbidden::LeaveSpiritForm],
            Rule::no_door_both => [Forbidden::Enter, Forbidden::Leave],
            _ => {
                all.push(build_forbidden(pair, &verb)?);
                continue;
            }
        };
        for what in both {
            all.push(Standing::of(read_forbidden_people(pair)?, Modifier::Forbids(what)));
        }
    }
    Ok(all)
}

/// Reads who may not: in `no opponent can …`, every opponent.
fn read_forbidden_people(pair: &Node<'_>) -> ParseResult<Who<Written>> {
    if has_child(pair, Rule::no_form_passive) {
        let mut anybody = Group::ANYBODY;
        anybody.filters.push(Filter::Here);
        return Ok(Who::Every(anybody));
    }
    let Some(none) = child(pair, Rule::no_one) else { return read_who(pair) };
    let mut group = match child(&none, Rule::group) {
        Some(group) => conditions::build_group(group, 0),
        None => read_everyone(&none)?,
    };
    if has_child(&none, Rule::k_other) {
        group.filters.push(Filter::Other);
    }
    Ok(Who::Every(group))
}

/// `Opponents cannot use skills here`: limits the group to opponents here.
fn limit_to_location(mut who: Who<Written>, pair: &Node<'_>) -> ParseResult<Who<Written>> {
    if has_child(pair, Rule::w_location) || has_child(pair, Rule::this_ground) || has_child(pair, Rule::k_here) {
        match &mut who {
            Who::Every(group) if !group.filters.contains(&Filter::Here) => group.filters.push(Filter::Here),
            _ => {
                return Err(nonsense_error(pair, "a place is said of a group: `opponents cannot … in this location`"));
            }
        }
    }
    Ok(who)
}

fn build_forbidden(pair: &Node<'_>, verb: &Node<'_>) -> ParseResult<Standing> {
    let mut who = read_forbidden_people(pair)?;
    let what = match verb.as_rule() {
        Rule::no_form_in => {
            who = limit_to_location(who, verb)?;
            Forbidden::EnterSpiritForm
        }
        Rule::no_form_out => Forbidden::LeaveSpiritForm,
        Rule::no_use => {
            who = limit_to_location(who, verb)?;
            Forbidden::Use(read_skills(&required(verb, Rule::skills_of)?)?)
        }
        Rule::no_others if who == Who::User => Forbidden::UseOthers,
        Rule::no_others => return Err(nonsense_error(verb, "other than which? it is said of the user of this skill")),
        Rule::no_target => {
            let mut whom = read_each_person(verb)?;
            // For one certain character it is the same as `cannot be targeted by …`.
            if whom.iter().any(|whom| whom.group().is_some()) {
                who = with_location(who);
            }
            Forbidden::Target(if whom.len() == 1 { whom.remove(0) } else { Who::OneOf(whom) })
        }
        Rule::no_attack => {
            let mut whom = read_each_person(verb)?;
            match whom.len() {
                0 => Forbidden::Use(SkillFilter::ATTACKS),
                1 => Forbidden::Attack(whom.remove(0)),
                _ => Forbidden::Attack(Who::OneOf(whom)),
            }
        }
        Rule::no_leaving => Forbidden::Leave,
        Rule::no_entry => Forbidden::Enter,
        Rule::no_scouting => Forbidden::Scout,
        Rule::no_carrying => Forbidden::BeRelocated,
        Rule::no_move => Forbidden::Move,
        Rule::no_fleeing => Forbidden::Flee,
        Rule::no_move_action => Forbidden::MoveAction,
        _ => return Err(nonsense_error(verb, "nothing that can be forbidden")),
    };
    Ok(Standing::of(who, Modifier::Forbids(what)))
}

fn read_destination(pair: &Node<'_>) -> ParseResult<Destination> {
    if has_child(pair, Rule::target_place) {
        return Ok(Destination::Target);
    }
    if has_child(pair, Rule::adjacent_place) {
        return Ok(Destination::Adjacent);
    }
    if let Some(home) = child(pair, Rule::home_place) {
        let owner = if has_child(&home, Rule::k_their) {
            Who::Antecedent
        } else {
            read_person(&required(&home, Rule::effect_one)?)?
        };
        return Ok(Destination::HomeOf(owner));
    }
    let phrase_pair = required(pair, Rule::place_of)?;
    Ok(Destination::Of(read_person(&required(&phrase_pair, Rule::effect_one)?)?))
}

/// Reads the rank of what a pair cancels, whether it stands before the person or behind.
fn read_rank_limit(pair: &Node<'_>) -> ParseResult<Option<RankLimit>> {
    let mut bounds =
        pair.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::skills_ranked | Rule::below_this));
    let (first, second) = (bounds.next(), bounds.next());
    match (first, second) {
        (_, Some(second)) => Err(nonsense_error(&second, "a second rank")),
        (Some(first), None) if first.as_rule() == Rule::below_this => Ok(Some(RankLimit::BelowThis)),
        (Some(first), None) => read_ranked(&first).map(|bound| Some(RankLimit::Ranked(bound))),
        (None, None) => Ok(None),
    }
}

fn build_cancellation(pair: &Node<'_>) -> ParseResult<Immediate> {
    if let Some(on) = child(pair, Rule::effects_on).or_else(|| child(pair, Rule::told_effects_from)) {
        let sort = match child(&on, Rule::effect_sort) {
            Some(sort) if has_child(&sort, Rule::w_stat) => EffectSort::StatIncrease,
            Some(_) => EffectSort::Positive,
            None if has_child(&on, Rule::with_upkeep) => EffectSort::WithUpkeep,
            None if has_child(&on, Rule::typed_effect) => {
                let word = required(&required(&on, Rule::typed_effect)?, Rule::skill_type_word)?;
                EffectSort::OfType(conditions::skill_type(&word))
            }
            None => EffectSort::Any,
        };
        if sort == EffectSort::Any && (has_child(pair, Rule::w_removed) || has_child(pair, Rule::w_negated)) {
            return Err(nonsense_error(
                pair,
                "of effects in force write `All active effects on the target are cancelled`",
            ));
        }
        return Ok(Immediate { who: read_who(&on)?, verb: Verb::Cancel(Cancelled::On(sort, read_rank_limit(&on)?)) });
    }
    if let Some(cancelled) = child(pair, Rule::kind_in_force) {
        let who = read_person(&required(&cancelled, Rule::effect_one)?)?;
        let kind = Some(conditions::skill_type(&required(&cancelled, Rule::skill_type_word)?));
        return Ok(Immediate { who, verb: Verb::Cancel(Cancelled::Of(kind)) });
    }
    if let Some(cancelled) = child(pair, Rule::all_in_force) {
        let who = read_person(&required(&cancelled, Rule::effect_one)?)?;
        return Ok(Immediate { who, verb: Verb::Cancel(Cancelled::Of(None)) });
    }
    if let Some(here) = child(pair, Rule::kind_here) {
        let kind = conditions::skill_type(&required(&here, Rule::skill_type_word)?);
        if !matches!(kind, SkillType::BoundedField | SkillType::RealityMarble) {
            return Err(nonsense_error(
                &here,
                "only a Bounded Field and a Reality Marble lie on a location: say whose this is",
            ));
        }
        if has_child(&here, Rule::at_target) {
            let verb = Verb::Cancel(Cancelled::Around(kind, read_rank_limit(&here)?));
            return Ok(Immediate { who: Who::Target, verb });
        }
        return Ok(Immediate::by_user(Verb::Cancel(Cancelled::Here(kind, read_rank_limit(&here)?))));
    }
    let name = read_name(&required(pair, Rule::quoted_name)?);
    Ok(Immediate::by_user(Verb::Cancel(Cancelled::Named(name))))
}

/// The skills that a sentence negates, and how many of them if it says so.
fn read_negated_skills(pair: &Node<'_>) -> ParseResult<(SkillFilter, Option<Quota>)> {
    let next = child(pair, Rule::the_next);
    let mut what = read_skills(&required(next.as_ref().unwrap_or(pair), Rule::skills_of)?)?;
    for bound in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::skills_ranked) {
        if what.ranked.is_some() {
            return Err(nonsense_error(&bound, "a second rank"));
        }
        what.ranked = Some(read_ranked(&bound)?);
    }
    Ok((what, read_attack_quota(pair, next.as_ref())?))
}

/// Builds `The next attack that targets the user is negated and the damage is reflected to the attacker`. Of what is no
/// attack there is no damage to reflect.
fn build_thrown_back(pair: &Node<'_>) -> ParseResult<Standing> {
    let (what, quota) = read_negated_skills(pair)?;
    match what.sort {
        SkillSort::Attacks | SkillSort::Inflicting(_) | SkillSort::BasicAttacks | SkillSort::AttacksButBasic => {}
        SkillSort::Any
        | SkillSort::SkillsInflicting(_)
        | SkillSort::ButBasicAttacks
        | SkillSort::Typed(_)
        | SkillSort::NoblePhantasms
        | SkillSort::Items
        | SkillSort::Named(_) => {
            let why =
                "the damage of attacks is reflected, and nothing else: write `attacks that target … are reflected`";
            return Err(nonsense_error(pair, why));
        }
    }
    let who = read_who(pair)?;
    Ok(Standing { attacks: AttackFilter::with(what), quota, ..Standing::of(who, Modifier::ThrowsBack) })
}
