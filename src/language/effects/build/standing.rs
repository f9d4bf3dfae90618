//! Standings: turns pairs of `grammar/effects_standing.pest` into trees.

use super::parts::{
    child, has_child, nonsense_error, read_attack_quota, read_change, read_counted, read_damage_kinds, read_factor,
    read_group, read_measure, read_name, read_people, read_person, read_positive, read_quantity, read_signed_points,
    read_stat, read_stats, read_status_kind, read_status_name, read_step_limit, read_trigger_limit, read_vital,
    read_who, required, says_increase,
};
use super::{Node, costs, damage_taken, masterless, points, restrictions, shields};
use crate::language::condition::{Filter, Group, Level, Resource, Side, Who, Written};
use crate::language::conditions;
use crate::language::effect::{
    AttackFilter, Change, Counted, Hiding, Measure, Modifier, Often, Quota, SkillFilter, SkillSort, Standing,
};
use crate::language::fields::{ParseResult, exact_of, status_of};
use crate::language::parser::Rule;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;

/// Builds the tree of a pair of this kind; `None` for a pair of another kind.
pub(super) fn build_standing(pair: &Node<'_>) -> ParseResult<Option<Standing>> {
    Ok(Some(match pair.as_rule() {
        Rule::damage_dealt => build_damage_dealt(pair)?,
        Rule::attacks_inflict => {
            let basic_attacks = has_child(pair, Rule::k_basic_attack).then_some(SkillFilter {
                sort: SkillSort::BasicAttacks,
                ranked: None,
                costing: None,
            });
            let attacks =
                AttackFilter { skill_filter: basic_attacks, ..AttackFilter::inflicting(read_damage_kinds(pair)?) };
            let quota = read_attack_quota(pair, Some(pair))?;
            let modifier = Modifier::Inflicts(status_of(&required(pair, Rule::status)?)?);
            Standing { attacks, quota, ..Standing::of(read_who(pair)?, modifier) }
        }
        Rule::costs => costs::build_cost_change(pair)?,
        Rule::use_foiled => costs::build_foiled_use(pair)?,
        Rule::points_none
        | Rule::no_agility_bonus
        | Rule::first_turn_points
        | Rule::cp_for_damage
        | Rule::of_civilian => points::build_points(pair)?,
        Rule::attacks_hit => {
            let more_hits = required(pair, Rule::more_hits)?;
            let hits = child(&more_hits, Rule::count).map_or(Ok(1), |p| read_positive(&p))?;
            let (attacks, quota) =
                (AttackFilter::inflicting(read_damage_kinds(pair)?), read_attack_quota(pair, Some(pair))?);
            Standing { attacks, quota, ..Standing::of(read_who(pair)?, Modifier::MoreHits(hits)) }
        }
        Rule::damage_taken => damage_taken::build_damage_taken(pair)?,
        Rule::damage_most | Rule::damage_negated => build_damage_limit(pair)?,
        Rule::not_lowered => {
            let stats = child(pair, Rule::stat_list).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| read_stats(&p))?;
            if stats.contains(&Stat::NP) {
                return Err(nonsense_error(pair, "NP is no stat that effects change (R064)"));
            }
            Standing::of(
                read_who(pair)?,
                Modifier::NotLowered { stats, by_opponents: has_child(pair, Rule::by_opponents) },
            )
        }
        Rule::maxima => build_maximum(pair)?,
        Rule::status_length => build_status_length(pair)?,
        Rule::absorbed => shields::build_shield(pair)?,
        Rule::reflects => build_reflection(pair)?,
        Rule::shared => build_sharing(pair)?,
        Rule::regeneration => {
            let modifier = Modifier::Regeneration { resource: read_health_or_mana(pair)?, change: read_measure(pair)? };
            Standing::of(read_who(pair)?, modifier)
        }
        Rule::restoration if has_child(pair, Rule::w_restores) && !has_child(pair, Rule::change) => {
            Standing::of(read_who(pair)?, Modifier::CannotRestore(read_health_or_mana(pair)?))
        }
        Rule::restoration => {
            let resource =
                if child(pair, Rule::vitals).is_some() { read_health_or_mana(pair)? } else { Some(Resource::Health) };
            let change =
                if has_child(pair, Rule::change) { read_change(pair)? } else { Change::Percent(Exact::percent(-100)) };
            if matches!(change, Change::Flat(_)) {
                return Err(nonsense_error(pair, "by a percentage: `Health the target restores decreases by 50%`"));
            }
            Standing::of(read_who(pair)?, Modifier::Restoration { resource, change })
        }
        Rule::regenerates_with_two => Standing::of(read_who(pair)?, Modifier::RegenerateWithTwoServants),
        Rule::regenerates_in_battle => Standing::of(read_who(pair)?, Modifier::RegenerateInBattle),
        Rule::no_regeneration => Standing::of(read_who(pair)?, Modifier::CannotRegenerate(read_health_or_mana(pair)?)),
        Rule::raise => build_rank_change(pair)?,
        Rule::points_fall => {
            let resource = if has_child(pair, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
            let amount = read_signed_points(pair)?;
            let is_increase = says_increase(pair);
            Standing::of(
                read_who(pair)?,
                Modifier::EachTurn { resource, amount: if is_increase { amount } else { -amount }, each: None },
            )
        }
        Rule::no_low_health => Standing::of(read_who(pair)?, Modifier::NoLowHealthPenalty),
        Rule::senses_mana => Standing::of(read_who(pair)?, Modifier::SensesMana),
        Rule::surprise_fails => Standing::of(read_who(pair)?, Modifier::DetectsSurprise),
        Rule::hidden => build_hiding(pair)?,
        Rule::revealed => Standing::of(read_who(pair)?, Modifier::Revealed),
        Rule::uncovers => {
            let whom = read_group(pair)?;
            if whom.side == Side::Allies {
                return Err(nonsense_error(pair, "nobody hides from their own team"));
            }
            Standing::of(read_who(pair)?, Modifier::DetectsHidden(whom))
        }
        Rule::flight_loss => Standing::of(read_who(pair)?, Modifier::LosesFlight),
        Rule::needs_no_master => Standing::of(read_who(pair)?, Modifier::NeedsNoMaster),
        Rule::masterless_regeneration => Standing::of(read_who(pair)?, Modifier::RegenerateMasterless),
        Rule::masterless_rate => masterless::build_masterless_rate(pair)?,
        Rule::damage_here => build_damage_here(pair)?,
        Rule::masterless_loss => Standing::of(read_who(pair)?, Modifier::MasterlessLoss(read_change(pair)?)),
        Rule::cannot_act => Standing::of(read_who(pair)?, Modifier::CannotAct),
        Rule::obeys => Standing::of(read_who(pair)?, Modifier::Obeys),
        Rule::acts_as => {
            if read_stat(&required(pair, Rule::stat_word)?)? != Stat::AGI {
                return Err(nonsense_error(pair, "actions are ordered by AGI (R207): treat AGI as another rank"));
            }
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            Standing::of(read_who(pair)?, Modifier::ActsAs(rank))
        }
        Rule::exist_most => {
            Standing::of(Who::User, Modifier::AtMostExist(read_positive(&required(pair, Rule::count)?)?))
        }
        Rule::exchanged => {
            let mut stat_words = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word);
            let (Some(first_stat), Some(second_stat)) = (stat_words.next(), stat_words.next()) else {
                return Err(nonsense_error(pair, "two stats are exchanged"));
            };
            let (first_stat, second_stat) = (read_stat(&first_stat)?, read_stat(&second_stat)?);
            if first_stat == second_stat || !Stat::MAIN.contains(&first_stat) || !Stat::MAIN.contains(&second_stat) {
                return Err(nonsense_error(pair, "two of the six main stats are exchanged"));
            }
            Standing::of(read_who(pair)?, Modifier::ExchangedStats(first_stat, second_stat))
        }
        Rule::floored => {
            if exact_of(&required(pair, Rule::written_number)?)? != Exact::ONE {
                return Err(nonsense_error(pair, "what keeps alive leaves 1 Health: write `below 1`"));
            }
            Standing::of(read_who(pair)?, Modifier::HealthFloor)
        }
        Rule::survives => build_survival(pair)?,
        Rule::grant => Standing::of(read_who(pair)?, Modifier::Grant(read_name(&required(pair, Rule::quoted_name)?))),
        Rule::flight_gain => {
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            Standing::of(read_who(pair)?, Modifier::Flight(rank))
        }
        _ => return restrictions::build_standing(pair),
    }))
}

/// Builds `Physical damage the user inflicts on Masters increases by 10%`.
fn build_damage_dealt(pair: &Node<'_>) -> ParseResult<Standing> {
    let mut kinds = read_damage_kinds(pair)?;
    let skills = child(pair, Rule::with_skills).and_then(|skill_filter| child(&skill_filter, Rule::skills_of));
    let skills = skills.or_else(|| child(pair, Rule::skills_of));
    let skill_filter = skills.as_ref().map_or(Ok(None), |skills| read_damaging_skills(skills, &mut kinds))?;
    let mut against = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::against);
    let first = against.next().map_or(Ok(Group::ANYBODY), |p| read_group(&p))?;
    if let Some(second) = against.next() {
        return Err(nonsense_error(&second, "on whom is said twice"));
    }
    let quota = read_attack_quota(pair, Some(pair))?;
    if quota.is_some() {
        reject_against_behind_damage(pair)?;
    }
    let attacks = AttackFilter { kinds, skill_filter, others: first, ..AttackFilter::ALL };
    let attacks = if quota.is_none() { limit_to_attacks(skills.as_ref(), attacks)? } else { attacks };
    Ok(Standing { attacks, quota, ..Standing::of(read_who(pair)?, Modifier::DamageDealt(read_measure(pair)?)) })
}

/// Builds `Magical damage inflicted in this location increases by 20%`: by whoever is there.
fn build_damage_here(pair: &Node<'_>) -> ParseResult<Standing> {
    let mut kinds = read_damage_kinds(pair)?;
    let skills = child(pair, Rule::skills_of);
    let skill_filter = skills.as_ref().map_or(Ok(None), |skills| read_damaging_skills(skills, &mut kinds))?;
    // Who is inside may strike out of it, and be struck from outside.
    if kinds.contains(&DamageType::LongRanged) {
        let faults = nonsense_error(pair, "of those who are inside, or on those who are inside?");
        let ways = ["inflict decreases by 20%", "receive decreases by 20%"]
            .map(|way| format!("`Long-ranged damage all characters in this location {way}`"));
        return Err(faults.into_iter().map(|fault| fault.note(format!("write {}", ways.join(" or ")))).collect());
    }
    let mut here = Group::ANYBODY;
    here.filters.push(Filter::Here);
    let attacks = limit_to_attacks(skills.as_ref(), AttackFilter { kinds, skill_filter, ..AttackFilter::ALL })?;
    Ok(Standing { attacks, ..Standing::of(Who::Every(here), Modifier::DamageDealt(read_measure(pair)?)) })
}

/// Builds `50% of the damage the user receives is reflected to the attacker`.
fn build_reflection(pair: &Node<'_>) -> ParseResult<Standing> {
    let part = match child(pair, Rule::percent) {
        Some(percent) => read_factor(&percent)?,
        None => Exact::percent(50),
    };
    let attacks = AttackFilter { skill_filter: None, ..read_sources(pair, Rule::from_kinds)? };
    let who = if child(pair, Rule::effect_who).is_some() { read_who(pair)? } else { Who::User };
    let named = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
    if named
        .map(|p| read_people(&p))
        .collect::<ParseResult<Vec<_>>>()?
        .iter()
        .any(|named| *named != who && *named != Who::Antecedent)
    {
        return Err(nonsense_error(pair, "whoever receives the damage is who reflects it"));
    }
    let source = child(pair, Rule::from_kinds);
    let quota = source.map_or(Ok(None), |source| read_attack_quota(&source, Some(&source)))?;
    Ok(Standing { attacks, quota, ..Standing::of(who, Modifier::Reflects(part)) })
}

/// Builds `50% of the damage the target receives is received by the user instead`.
fn build_sharing(pair: &Node<'_>) -> ParseResult<Standing> {
    let half = || if has_child(pair, Rule::w_half) { Exact::percent(50) } else { Exact::ONE };
    let part = child(pair, Rule::percent).map_or_else(|| Ok(half()), |percent| read_factor(&percent))?;
    let (who, with) = (read_who(pair)?, read_person(&required(&required(pair, Rule::taken_by)?, Rule::effect_one)?)?);
    let attacks = AttackFilter { skill_filter: None, ..read_sources(pair, Rule::from_kinds)? };
    if part > Exact::ONE || part.is_zero() || with == who || with.group().is_some() {
        return Err(nonsense_error(pair, "a part of it, and one other character who receives that part"));
    }
    if attacks.kinds.contains(&DamageType::Special) {
        return Err(nonsense_error(pair, "Special damage is received by whoever it is meant for (R094)"));
    }
    Ok(Standing { attacks, ..Standing::of(who, Modifier::Shares { part, with }) })
}

/// Rejects `The next attack … against Masters` if `against` stands behind the damage: there it could describe the
/// attack or the damage. Words beside the attack say which attacks are counted (R101).
fn reject_against_behind_damage(pair: &Node<'_>) -> ParseResult<()> {
    let start = |rule| child(pair, rule).map(|p| p.as_span().start);
    match child(pair, Rule::against).filter(|against| Some(against.as_span().start) > start(Rule::w_inflicts)) {
        Some(behind) => Err(nonsense_error(
            &behind,
            "which attack is counted: any, or one against these? write `attack against Masters inflicts …`, or `… if the target is a Master`",
        )),
        None => Ok(()),
    }
}

fn build_hiding(pair: &Node<'_>) -> ParseResult<Standing> {
    let who = read_who(pair)?;
    let from = match child(pair, Rule::group) {
        Some(group) => {
            let parsed = conditions::build_group(group.clone(), 0);
            if parsed.side == Side::Allies {
                return Err(nonsense_error(&group, "nobody hides from their own team"));
            }
            parsed
        }
        None => Group::ANYBODY,
    };
    if child(pair, Rule::scouts_only).is_some() && child(pair, Rule::while_scouting).is_some() {
        return Err(nonsense_error(pair, "hidden from those who scout, and when besides? write two sentences"));
    }
    let when = match child(pair, Rule::until_attack) {
        Some(until) => {
            let subjects = [(Rule::the_user, Who::User), (Rule::the_target, Who::Target)];
            if subjects.into_iter().any(|(rule, person)| has_child(&until, rule) && person != who) {
                return Err(nonsense_error(&until, "until somebody else attacks: write `until they attack`"));
            }
            if child(pair, Rule::scouts_only).is_some() { Hiding::FromScoutsUntilAttack } else { Hiding::UntilAttack }
        }
        None if child(pair, Rule::scouts_only).is_some() => Hiding::FromScouts,
        None if child(pair, Rule::while_scouting).is_some() || has_child(pair, Rule::w_scouting) => Hiding::Scouting,
        None => Hiding::Always,
    };
    Ok(Standing::of(who, Modifier::Hidden { from, when }))
}

/// Reads Health or Mana; `None` means both.
fn read_health_or_mana(pair: &Node<'_>) -> ParseResult<Option<Resource>> {
    let vitals = child(pair, Rule::vitals).map(|p| p.into_inner().filter_map(|v| read_vital(&v)).collect::<Vec<_>>());
    match vitals.as_deref() {
        Some([one]) => Ok(Some(*one)),
        Some([a, b]) if a == b => Err(nonsense_error(pair, "the same regeneration twice")),
        _ => Ok(None),
    }
}

/// Builds `no damage`, `at most 50 damage from each attack`.
fn build_damage_limit(pair: &Node<'_>) -> ParseResult<Standing> {
    let mut kinds = read_damage_kinds(pair)?;
    let source = child(pair, Rule::from);
    let mut skill_filter = match source.as_ref().and_then(|from| child(from, Rule::skills_of)) {
        Some(skills) => Some(restrictions::read_skills(&skills)?),
        None => None,
    };
    if matches!(&skill_filter, Some(SkillFilter { sort: SkillSort::Items, .. })) {
        return Err(nonsense_error(pair, "items inflict no damage"));
    }
    if let Some(from) =
        source.as_ref().filter(|from| has_child(from, Rule::attack_quota) || has_child(from, Rule::each_such_turn))
    {
        return build_counted_damage_limit(pair, from);
    }
    if let Some(SkillFilter {
        sort: SkillSort::Inflicting(more) | SkillSort::SkillsInflicting(more),
        ranked: None,
        costing: None,
    }) = &skill_filter
    {
        if !kinds.is_empty() {
            return Err(nonsense_error(pair, "the type of the damage is given twice"));
        }
        kinds.extend(more.iter().copied());
        skill_filter = Some(SkillFilter::ATTACKS);
    }
    let others = match source.as_ref().filter(|from| has_child(from, Rule::group)) {
        Some(from) => read_group(from)?,
        None => Group::ANYBODY,
    };
    if has_child(pair, Rule::per_attack) {
        skill_filter = skill_filter.or(Some(SkillFilter::ATTACKS));
    }
    let most = child(pair, Rule::written_number).map_or(Ok(Exact::ZERO), |p| exact_of(&p))?;
    if !most.is_zero() && skill_filter.is_none() {
        return Err(nonsense_error(pair, "at most so much at once? write `from each attack` behind it"));
    }
    let attacks = AttackFilter { kinds, skill_filter, others, ..AttackFilter::ALL };
    let is_of_user = pair.as_rule() == Rule::damage_negated && child(pair, Rule::effect_who).is_none();
    let who = if is_of_user { Who::User } else { read_who(pair)? };
    Ok(Standing { attacks, ..Standing::of(who, Modifier::DamageAtMost(most)) })
}

/// Builds `no damage from the first ranged attack each Turn`, `at most 50 damage from the next attack`.
fn build_counted_damage_limit(pair: &Node<'_>, from: &Node<'_>) -> ParseResult<Standing> {
    if child(pair, Rule::damage_kinds).is_some() || has_child(pair, Rule::per_attack) {
        return Err(nonsense_error(
            pair,
            "which attacks are counted? write `… damage from the first physical attack each Turn`",
        ));
    }
    let attacks = read_sources(pair, Rule::from)?;
    let quota = read_attack_quota(from, Some(from))?;
    let most = child(pair, Rule::written_number).map_or(Ok(Exact::ZERO), |p| exact_of(&p))?;
    Ok(Standing { attacks, quota, ..Standing::of(read_who(pair)?, Modifier::DamageAtMost(most)) })
}

/// Limits the filter to attacks if the words say `attacks`: fields, triggers and Poison inflict damage too, and are no
/// attacks (A263, A077).
pub(super) fn limit_to_attacks(skills_pair: Option<&Node<'_>>, attacks: AttackFilter) -> ParseResult<AttackFilter> {
    let skills = skills_pair.map(restrictions::read_skills).transpose()?;
    let is_about_attacks =
        skills.is_some_and(|skills| matches!(skills.sort, SkillSort::Attacks | SkillSort::Inflicting(_)));
    let skill_filter =
        if is_about_attacks { attacks.skill_filter.or(Some(SkillFilter::ATTACKS)) } else { attacks.skill_filter };
    Ok(AttackFilter { skill_filter, ..attacks })
}

/// Reads the skills that inflict the damage. Skills of some damage types become `kinds`, and attacks in general become
/// no limit at all.
pub(super) fn read_damaging_skills(pair: &Node<'_>, kinds: &mut Vec<DamageType>) -> ParseResult<Option<SkillFilter>> {
    let skills = restrictions::read_skills(pair)?;
    match (skills.sort, skills.ranked.is_some() || skills.costing.is_some()) {
        (SkillSort::Inflicting(more) | SkillSort::SkillsInflicting(more), false) => {
            if !kinds.is_empty() {
                return Err(nonsense_error(pair, "the type of the damage is given twice"));
            }
            kinds.extend(more);
            Ok(None)
        }
        (SkillSort::Attacks | SkillSort::Any, false) => Ok(None),
        (SkillSort::Items, _) => Err(nonsense_error(pair, "items inflict no damage")),
        (sort, _) => Ok(Some(SkillFilter { sort, ranked: skills.ranked, costing: skills.costing })),
    }
}

/// Reads what a `cost_word` pair names.
pub(super) fn read_cost_resource(word: &Node<'_>) -> ParseResult<Resource> {
    let kinds = [
        (Rule::k_health, Resource::Health),
        (Rule::k_mana, Resource::Mana),
        (Rule::k_cp, Resource::CombatPoints),
        (Rule::k_ap, Resource::ActionPoints),
        (Rule::k_sp, Resource::SupportPoints),
    ];
    let what = kinds.into_iter().find(|(rule, _)| has_child(word, *rule)).map(|(_, what)| what);
    what.ok_or_else(|| nonsense_error(word, "nothing that is paid"))
}

/// Reads the types and the source of the damage.
pub(super) fn read_sources(pair: &Node<'_>, rule: Rule) -> ParseResult<AttackFilter> {
    let mut kinds = read_damage_kinds(pair)?;
    let mut others = Group::ANYBODY;
    // `from physical attacks of Evil Servants`, or `by Evil Servants` beside the rest.
    let source_pair = child(pair, rule);
    let source = source_pair.as_ref().unwrap_or(pair);
    let skill_filter =
        child(source, Rule::skills_of).map_or(Ok(None), |told| read_damaging_skills(&told, &mut kinds))?;
    if source_pair.is_some() {
        let more = read_damage_kinds(source)?;
        if !kinds.is_empty() && !more.is_empty() {
            return Err(nonsense_error(source, "the type of the damage is given twice"));
        }
        kinds.extend(more);
    }
    if child(source, Rule::group).is_some() {
        others = read_group(source)?;
    }
    Ok(AttackFilter { kinds, skill_filter, others, ..AttackFilter::ALL })
}

/// Builds `The user's maximum Health increases by 50`, `… is reduced by the damage inflicted`.
fn build_maximum(pair: &Node<'_>) -> ParseResult<Standing> {
    let (who, resource) = (read_who(pair)?, read_health_or_mana(pair)?);
    let is_gain = has_child(pair, Rule::w_gains) || has_child(pair, Rule::w_receives);
    let change = if let Some(part) = child(pair, Rule::part_of_use) {
        let factor = match child(&part, Rule::percent) {
            Some(percent) => read_factor(&percent)?,
            None if has_child(&part, Rule::w_half) => Exact::percent(50),
            None => Exact::ONE,
        };
        let amount = Change::Flat(if says_increase(pair) { factor } else { -factor });
        Measure { amount, each: Some(Counted::DamageOfUse), at_most: None }
    } else if is_gain || has_child(pair, Rule::w_loses) {
        read_quantity(pair, is_gain)?.into()
    } else {
        read_measure(pair)?
    };
    if matches!(change.each, Some(Counted::Points { .. } | Counted::Steps { .. } | Counted::Damage { .. })) {
        return Err(nonsense_error(
            pair,
            "a maximum that hangs on points would hang on itself: write a number or a percentage",
        ));
    }
    Ok(Standing::of(who, Modifier::Maximum { resource, change }))
}

/// Builds the survival of a fatal blow. The character who is struck must be the one who survives.
fn build_survival(pair: &Node<'_>) -> ParseResult<Standing> {
    let who = read_who(pair)?;
    if let Some(blow_owner) = child(pair, Rule::effect_one)
        && read_person(&blow_owner)? != who
    {
        return Err(nonsense_error(&blow_owner, "somebody else than whose Health it is"));
    }
    let would_fall = child(pair, Rule::health_would_fall);
    let pair_of_ends = would_fall.as_ref().unwrap_or(pair);
    let fatally = child(pair_of_ends, Rule::fatally);
    let within = fatally.as_ref().unwrap_or(pair_of_ends);
    let end = |rule| -> ParseResult<Exact> {
        let end = required(within, rule)?;
        let number = exact_of(&required(&end, Rule::written_number)?)?;
        Ok(if has_child(&end, Rule::minus) { -number } else { number })
    };
    let from = if has_child(pair_of_ends, Rule::low_end) { Some(end(Rule::low_end)?) } else { None };
    let to = if has_child(within, Rule::high_end) { end(Rule::high_end)? } else { Exact::ZERO };
    let left = read_health_left(&required(pair, Rule::health_left)?, &who)?;
    let leaves_nothing = matches!(left, Level::Number(health) | Level::OfMaximum(health) if health <= Exact::ZERO);
    if from.is_some_and(|from| from > to) || to > Exact::ZERO || leaves_nothing {
        return Err(nonsense_error(
            pair,
            "a fatal blow leaves 0 or less, the lower number first, and one survives with more",
        ));
    }
    let limits: Vec<Node<'_>> = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::often_said).collect();
    let next = child(pair, Rule::attack_quota).or_else(|| child(pair, Rule::next_time));
    let quota = match (limits.as_slice(), next) {
        ([], None) => None,
        ([], Some(next)) if has_child(&next, Rule::k_first) => {
            return Err(nonsense_error(
                &next,
                "the first of what? write `once per Turn`, `once during the War` or `the next`",
            ));
        }
        ([], Some(next)) => Some(Quota::Next(child(&next, Rule::count).map_or(Ok(1), |p| read_positive(&p))?)),
        ([limit_pair], None) => Some(match read_trigger_limit(&required(limit_pair, Rule::how_often)?, limit_pair)? {
            Often::EachTurn(most) | Often::WorkingEachTurn(most) => Quota::FirstEachTurn(most),
            Often::InBattle(most) => Quota::FirstInBattle(most),
            Often::InWar(most) => Quota::FirstInWar(most),
            Often::EveryTurns(turns) => Quota::OnceEvery(turns),
        }),
        _ => return Err(nonsense_error(pair, "how often is said twice")),
    };
    Ok(Standing {
        quota,
        ..Standing::of(who, Modifier::Survives { of_anything: would_fall.is_some(), from, to, left })
    })
}

/// Builds `Negative status effects the user receives last 1 Turn less`.
fn build_status_length(pair: &Node<'_>) -> ParseResult<Standing> {
    let statuses = required(pair, Rule::which_statuses)?;
    if read_status_name(&statuses).is_some() {
        return Err(nonsense_error(&statuses, "only Poison, Stun, or all negative status effects"));
    }
    let length = child(pair, Rule::turn_count).map_or_else(|| required(pair, Rule::turn_count_more), Ok)?;
    let turns = i32::try_from(read_positive(&required(&length, Rule::count)?)?)
        .map_err(|_| nonsense_error(&length, "no War is that long"))?;
    let least = match child(pair, Rule::status_least) {
        Some(least) => read_positive(&required(&least, Rule::count)?)?,
        None => 0,
    };
    let is_shorter = has_child(pair, Rule::w_less);
    if least > 0 && !is_shorter {
        return Err(nonsense_error(pair, "a minimum of what grows"));
    }
    let turns = if is_shorter { -turns } else { turns };
    let inflicter = child(pair, Rule::inflicted_by);
    let who = read_who(inflicter.as_ref().unwrap_or(pair))?;
    let others = child(pair, Rule::inflicted_from).map_or(Ok(Group::ANYBODY), |from| read_group(&from))?;
    let kind = read_status_kind(&statuses);
    let modifier = Modifier::StatusLength { kind, inflicted: inflicter.is_some(), turns, least };
    Ok(Standing { attacks: AttackFilter { others, ..AttackFilter::ALL }, ..Standing::of(who, modifier) })
}

/// Reads the Health that a survivor is left with: a number, or a part of their own maximum.
fn read_health_left(pair: &Node<'_>, survivor: &Who<Written>) -> ParseResult<Level> {
    if let Some(number) = child(pair, Rule::written_number) {
        return Ok(Level::Number(exact_of(&number)?));
    }
    if let Some(owner) = child(pair, Rule::of_maximum).and_then(|part| child(&part, Rule::effect_one))
        && read_person(&owner)? != *survivor
    {
        return Err(nonsense_error(&owner, "somebody else than who survives"));
    }
    let part = if let Some(percent) = child(pair, Rule::percent) { read_factor(&percent)? } else { Exact::percent(50) };
    if part > Exact::ONE {
        return Err(nonsense_error(pair, "more than the maximum"));
    }
    Ok(Level::OfMaximum(part))
}

/// The stats without those that a `stats_but` excludes.
fn exclude_stats(pair: &Node<'_>, stats: Vec<Stat>) -> ParseResult<Vec<Stat>> {
    let Some(exception) = child(pair, Rule::stats_but) else { return Ok(stats) };
    let excluded = read_stats(&exception)?;
    // There are only these two besides the six main stats.
    if [Stat::ACT, Stat::NP].iter().all(|stat| excluded.contains(stat)) && excluded.len() == 2 {
        return Ok(stats);
    }
    if let Some(other) = excluded.iter().find(|stat| !stats.contains(stat)) {
        let why = format!("{other} is none of them: all stats are the six main ones (R052, R065)");
        return Err(nonsense_error(&exception, &why));
    }
    let left: Vec<Stat> = stats.into_iter().filter(|stat| !excluded.contains(stat)).collect();
    if left.is_empty() { Err(nonsense_error(pair, "none is left")) } else { Ok(left) }
}

fn build_rank_change(pair: &Node<'_>) -> ParseResult<Standing> {
    let (who, stats) = match child(pair, Rule::stats_of) {
        Some(stats_pair) => {
            let stats =
                child(&stats_pair, Rule::which_stats).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| read_stats(&p))?;
            (read_who(&stats_pair)?, exclude_stats(&stats_pair, stats)?)
        }
        None => {
            let stats = child(pair, Rule::which_stats).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| read_stats(&p))?;
            (read_who(pair)?, exclude_stats(pair, stats)?)
        }
    };
    let signed = child(pair, Rule::signed_step);
    let each = read_counted(pair)?;
    let step = signed.clone().map_or_else(|| required(pair, Rule::step), Ok)?;
    let signs = child(&step, Rule::w_pluses).or_else(|| child(&step, Rule::w_minuses));
    let signs = signs.map(|p| u32::try_from(p.as_str().trim().chars().count()).unwrap_or(u32::MAX));
    let count = child(&step, Rule::count).map_or(Ok(signs.unwrap_or(1)), |p| read_positive(&p))?;
    let by = i8::try_from(count)
        .ok()
        .filter(|n| *n <= 20)
        .ok_or_else(|| nonsense_error(&step, "a rank changes by at most 20"))?;
    let is_increase = match &signed {
        Some(signed) => {
            let is_loss = has_child(pair, Rule::w_loses);
            if (is_loss && has_child(signed, Rule::w_negative))
                || (has_child(signed, Rule::w_rank)
                    && !has_child(signed, Rule::w_full)
                    && (has_child(signed, Rule::w_positive) || has_child(signed, Rule::w_negative)))
            {
                return Err(nonsense_error(
                    signed,
                    "raised or lowered? write `is raised by 1 rank` or `is lowered by 1 rank`",
                ));
            }
            if is_loss && (has_child(signed, Rule::w_pluses) || has_child(signed, Rule::w_minuses)) {
                return Err(nonsense_error(signed, "raised or lowered? write `gains +` or `gains -`"));
            }
            !is_loss && !has_child(signed, Rule::w_negative) && !has_child(signed, Rule::w_minuses)
        }
        None if has_child(&step, Rule::w_positive) && !says_increase(pair) => {
            return Err(nonsense_error(&step, "raised or lowered? write `is lowered by 1 subrank`"));
        }
        None => says_increase(pair),
    };
    let amount = if is_increase { by } else { -by };
    let in_subranks = has_child(&step, Rule::w_subrank) || signs.is_some();
    let most = read_step_limit(pair, amount, in_subranks)?;
    let modifier = if in_subranks {
        Modifier::RaiseSubranks { stats, amount, each, most }
    } else {
        Modifier::RaiseRanks { stats, amount, each, most }
    };
    Ok(Standing::of(who, modifier))
}
