//! What holds for a time: turns pairs of `grammar/effects_standing.pest` into trees.

use super::parts::{
    above_zero, at_most, change, child, counted, factor, has, kinds, measure, most_steps, name, nonsense, often_said,
    one_of_group, quantity, quota, required, rises, signed_points, stat, stats, struck, vital, who_in, whom,
};
use super::{Node, masterless, restrictions, shields};
use crate::language::condition::{Filter, Group, Resource, Side, Who};
use crate::language::conditions;
use crate::language::effect::{
    AttackFilter, Change, Counted, Hiding, Measure, Modifier, Often, Quota, Skills, Sort, Standing,
};
use crate::language::fields::{Read, exact_of, status_of};
use crate::language::parser::Rule;
use crate::vocabulary::damage::DamageType;
use crate::vocabulary::exact::Exact;
use crate::vocabulary::stat::Stat;

/// Builds the tree of a pair of this kind; `None` for a pair of another kind.
pub(super) fn standing(pair: &Node<'_>) -> Read<Option<Standing>> {
    Ok(Some(match pair.as_rule() {
        Rule::damage_dealt => damage_dealt(pair)?,
        Rule::attacks_inflict => {
            let basic = has(pair, Rule::k_basic_attack).then_some(Skills {
                sort: Sort::BasicAttacks,
                ranked: None,
                costing: None,
            });
            let attacks = AttackFilter { with: basic, ..AttackFilter::inflicting(kinds(pair)?) };
            let quota = quota(pair, Some(pair))?;
            let modifier = Modifier::Inflicts(status_of(&required(pair, Rule::status)?)?);
            Standing { attacks, quota, ..Standing::of(who_in(pair)?, modifier) }
        }
        Rule::costs => costs(pair)?,
        Rule::attacks_hit => {
            let more = required(pair, Rule::more_hits)?;
            let hits = child(&more, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
            let (attacks, quota) = (AttackFilter::inflicting(kinds(pair)?), quota(pair, Some(pair))?);
            Standing { attacks, quota, ..Standing::of(who_in(pair)?, Modifier::MoreHits(hits)) }
        }
        Rule::damage_taken => damage_taken(pair)?,
        Rule::damage_most | Rule::damage_negated => damage_most(pair)?,
        Rule::not_lowered => {
            let stats = child(pair, Rule::stat_list).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| stats(&p))?;
            if stats.contains(&Stat::NP) {
                return Err(nonsense(pair, "NP is no stat that effects change (R064)"));
            }
            Standing::of(who_in(pair)?, Modifier::NotLowered { stats, by_opponents: has(pair, Rule::by_opponents) })
        }
        Rule::maxima => maximum(pair)?,
        Rule::absorbed => shields::absorbed(pair)?,
        Rule::reflects => reflects(pair)?,
        Rule::regeneration => {
            let modifier = Modifier::Regeneration { what: vitals_of(pair)?, change: measure(pair)? };
            Standing::of(who_in(pair)?, modifier)
        }
        Rule::restoration if has(pair, Rule::w_restores) && !has(pair, Rule::change) => {
            Standing::of(who_in(pair)?, Modifier::CannotRestore(vitals_of(pair)?))
        }
        Rule::restoration => {
            let what = if child(pair, Rule::vitals).is_some() { vitals_of(pair)? } else { Some(Resource::Health) };
            let change = if has(pair, Rule::change) { change(pair)? } else { Change::Percent(Exact::percent(-100)) };
            if matches!(change, Change::Flat(_)) {
                return Err(nonsense(pair, "by a percentage: `Health the target restores decreases by 50%`"));
            }
            Standing::of(who_in(pair)?, Modifier::Restoration { what, change })
        }
        Rule::regenerates_in_battle => Standing::of(who_in(pair)?, Modifier::RegenerateInBattle),
        Rule::no_regeneration => Standing::of(who_in(pair)?, Modifier::CannotRegenerate(vitals_of(pair)?)),
        Rule::raise => raise(pair)?,
        Rule::points_fall => {
            let what = if has(pair, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
            let by = signed_points(pair)?;
            let up = rises(pair);
            Standing::of(who_in(pair)?, Modifier::EachTurn { what, by: if up { by } else { -by }, each: None })
        }
        Rule::no_low_health => Standing::of(who_in(pair)?, Modifier::NoLowHealthPenalty),
        Rule::senses_mana => Standing::of(who_in(pair)?, Modifier::SensesMana),
        Rule::surprise_fails => Standing::of(who_in(pair)?, Modifier::DetectsSurprise),
        Rule::hidden => hidden(pair)?,
        Rule::revealed => Standing::of(who_in(pair)?, Modifier::Revealed),
        Rule::uncovers => {
            let whom = struck(pair)?;
            if whom.side == Side::Allies {
                return Err(nonsense(pair, "nobody hides from their own team"));
            }
            Standing::of(who_in(pair)?, Modifier::Uncovers(whom))
        }
        Rule::flight_loss => Standing::of(who_in(pair)?, Modifier::LosesFlight),
        Rule::needs_no_master => Standing::of(who_in(pair)?, Modifier::NeedsNoMaster),
        Rule::masterless_regeneration => Standing::of(who_in(pair)?, Modifier::RegenerateMasterless),
        Rule::masterless_rate => masterless::rate(pair)?,
        Rule::damage_here => damage_here(pair)?,
        Rule::masterless_loss => Standing::of(who_in(pair)?, Modifier::MasterlessLoss(change(pair)?)),
        Rule::cannot_act => Standing::of(who_in(pair)?, Modifier::CannotAct),
        Rule::obeys => Standing::of(who_in(pair)?, Modifier::Obeys),
        Rule::acts_as => {
            if stat(&required(pair, Rule::stat_word)?)? != Stat::AGI {
                return Err(nonsense(pair, "actions are ordered by AGI (R207): treat AGI as another rank"));
            }
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            Standing::of(who_in(pair)?, Modifier::ActsAs(rank))
        }
        Rule::exist_most => Standing::of(Who::User, Modifier::AtMostExist(above_zero(&required(pair, Rule::count)?)?)),
        Rule::exchanged => {
            let mut words = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::stat_word);
            let (Some(one), Some(other)) = (words.next(), words.next()) else {
                return Err(nonsense(pair, "two stats are exchanged"));
            };
            let (one, other) = (stat(&one)?, stat(&other)?);
            if one == other || !Stat::MAIN.contains(&one) || !Stat::MAIN.contains(&other) {
                return Err(nonsense(pair, "two of the six main stats are exchanged"));
            }
            Standing::of(who_in(pair)?, Modifier::Exchanged(one, other))
        }
        Rule::floored => {
            if exact_of(&required(pair, Rule::written_number)?)? != Exact::ONE {
                return Err(nonsense(pair, "what keeps alive leaves 1 Health: write `below 1`"));
            }
            Standing::of(who_in(pair)?, Modifier::HealthFloor)
        }
        Rule::survives => survives(pair)?,
        Rule::grant => Standing::of(who_in(pair)?, Modifier::Grant(name(&required(pair, Rule::quoted_name)?))),
        Rule::flight_gain => {
            let rank = conditions::rank(&required(pair, Rule::written_rank)?);
            Standing::of(who_in(pair)?, Modifier::Flight(rank))
        }
        _ => return restrictions::standing(pair),
    }))
}

/// Builds `Physical damage the user inflicts on Masters increases by 10%`.
fn damage_dealt(pair: &Node<'_>) -> Read<Standing> {
    let mut kinds = kinds(pair)?;
    let told = child(pair, Rule::with_skills).and_then(|with| child(&with, Rule::skills_of));
    let told = told.or_else(|| child(pair, Rule::skills_of));
    let with = told.as_ref().map_or(Ok(None), |told| by_skills(told, &mut kinds))?;
    let mut against = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::against);
    let first = against.next().map_or(Ok(Group::ANYBODY), |p| struck(&p))?;
    if let Some(second) = against.next() {
        return Err(nonsense(&second, "on whom is said twice"));
    }
    let quota = quota(pair, Some(pair))?;
    if quota.is_some() {
        counted_against(pair)?;
    }
    let attacks = AttackFilter { kinds, with, others: first, ..AttackFilter::ALL };
    let attacks = if quota.is_none() { of_attacks_alone(told.as_ref(), attacks)? } else { attacks };
    Ok(Standing { attacks, quota, ..Standing::of(who_in(pair)?, Modifier::DamageDealt(measure(pair)?)) })
}

/// Builds `Magical damage inflicted in this location increases by 20%`: by whoever is there.
fn damage_here(pair: &Node<'_>) -> Read<Standing> {
    let mut kinds = kinds(pair)?;
    let told = child(pair, Rule::skills_of);
    let with = told.as_ref().map_or(Ok(None), |told| by_skills(told, &mut kinds))?;
    let mut here = Group::ANYBODY;
    here.filters.push(Filter::Here);
    let attacks = of_attacks_alone(told.as_ref(), AttackFilter { kinds, with, ..AttackFilter::ALL })?;
    Ok(Standing { attacks, ..Standing::of(Who::Every(here), Modifier::DamageDealt(measure(pair)?)) })
}

/// Builds `The user's skills cost 10 less Mana`.
fn costs(pair: &Node<'_>) -> Read<Standing> {
    let of = match (child(pair, Rule::skills_of), child(pair, Rule::quoted_name)) {
        (Some(told), _) => restrictions::skills(&told)?,
        (None, Some(quoted)) => Skills { sort: Sort::Named(name(&quoted)), ranked: None, costing: None },
        (None, None) => return Err(nonsense(pair, "the cost of what?")),
    };
    if of.sort == Sort::Items {
        return Err(nonsense(pair, "an item costs nothing to use"));
    }
    let named = has(pair, Rule::effect_who) || has(pair, Rule::k_their);
    let who = if named { who_in(pair)? } else { Who::User };
    let (what, change) = cost_change(pair)?;
    let quota = quota(pair, Some(pair))?;
    if !matches!(quota, None | Some(Quota::FirstEachTurn(_))) {
        let why = "uses are counted of each Turn: write `the user's first skill each Turn costs …`";
        return Err(nonsense(pair, why));
    }
    let least = no_less_than(pair, &change)?;
    Ok(Standing { quota, ..Standing::of(who, Modifier::Costs { of, what, change, least }) })
}

/// Builds `50% of the damage the user receives is reflected to the attacker`.
fn reflects(pair: &Node<'_>) -> Read<Standing> {
    let part = match child(pair, Rule::percent) {
        Some(percent) => factor(&percent)?,
        None => Exact::percent(50),
    };
    let attacks = AttackFilter { with: None, ..sources_of(pair, Rule::from_kinds)? };
    let who = if child(pair, Rule::effect_who).is_some() { who_in(pair)? } else { Who::User };
    let named = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
    if named.map(|p| whom(&p)).collect::<Read<Vec<_>>>()?.iter().any(|named| *named != who && *named != Who::Antecedent)
    {
        return Err(nonsense(pair, "whoever receives the damage is who reflects it"));
    }
    Ok(Standing { attacks, ..Standing::of(who, Modifier::Reflects(part)) })
}

/// Rejects `The next attack … against Masters` if `against` stands behind the damage: there it could describe the
/// attack or the damage. Words beside the attack say which attacks are counted (R101).
fn counted_against(pair: &Node<'_>) -> Read<()> {
    let start = |rule| child(pair, rule).map(|p| p.as_span().start);
    match child(pair, Rule::against).filter(|against| Some(against.as_span().start) > start(Rule::w_inflicts)) {
        Some(behind) => Err(nonsense(
            &behind,
            "which attack is counted: any, or one against these? write `attack against Masters inflicts …`, or `… if the target is a Master`",
        )),
        None => Ok(()),
    }
}

fn hidden(pair: &Node<'_>) -> Read<Standing> {
    let who = who_in(pair)?;
    let from = match child(pair, Rule::group) {
        Some(group) => {
            let read = conditions::group(group.clone(), 0);
            if read.side == Side::Allies {
                return Err(nonsense(&group, "nobody hides from their own team"));
            }
            read
        }
        None => Group::ANYBODY,
    };
    if child(pair, Rule::scouts_only).is_some() && child(pair, Rule::while_scouting).is_some() {
        return Err(nonsense(pair, "hidden from those who scout, and when besides? write two sentences"));
    }
    let when = match child(pair, Rule::until_attack) {
        Some(until) => {
            let told = [(Rule::the_user, Who::User), (Rule::the_target, Who::Target)];
            if told.into_iter().any(|(rule, person)| has(&until, rule) && person != who) {
                return Err(nonsense(&until, "until somebody else attacks: write `until they attack`"));
            }
            if child(pair, Rule::scouts_only).is_some() { Hiding::FromScoutsUntilAttack } else { Hiding::UntilAttack }
        }
        None if child(pair, Rule::scouts_only).is_some() => Hiding::FromScouts,
        None if child(pair, Rule::while_scouting).is_some() || has(pair, Rule::w_scouting) => Hiding::Scouting,
        None => Hiding::Always,
    };
    Ok(Standing::of(who, Modifier::Hidden { from, when }))
}

/// Reads Health or Mana; `None` means both.
fn vitals_of(pair: &Node<'_>) -> Read<Option<Resource>> {
    let vitals = child(pair, Rule::vitals).map(|p| p.into_inner().filter_map(|v| vital(&v)).collect::<Vec<_>>());
    match vitals.as_deref() {
        Some([one]) => Ok(Some(*one)),
        Some([a, b]) if a == b => Err(nonsense(pair, "the same regeneration twice")),
        _ => Ok(None),
    }
}

/// Builds `no damage`, `at most 50 damage from each attack`.
fn damage_most(pair: &Node<'_>) -> Read<Standing> {
    let mut kinds = kinds(pair)?;
    let told = child(pair, Rule::from);
    let mut with = match told.as_ref().and_then(|from| child(from, Rule::skills_of)) {
        Some(skills) => Some(restrictions::skills(&skills)?),
        None => None,
    };
    if matches!(&with, Some(Skills { sort: Sort::Items, .. })) {
        return Err(nonsense(pair, "items inflict no damage"));
    }
    if let Some(from) = told.as_ref().filter(|from| has(from, Rule::attack_quota) || has(from, Rule::each_such_turn)) {
        return damage_most_of_some(pair, from);
    }
    if let Some(Skills { sort: Sort::Inflicting(more) | Sort::SkillsInflicting(more), ranked: None, costing: None }) =
        &with
    {
        if !kinds.is_empty() {
            return Err(nonsense(pair, "the type of the damage is given twice"));
        }
        kinds.extend(more.iter().copied());
        with = Some(Skills::ATTACKS);
    }
    let others = match told.as_ref().filter(|from| has(from, Rule::group)) {
        Some(from) => struck(from)?,
        None => Group::ANYBODY,
    };
    if has(pair, Rule::per_attack) {
        with = with.or(Some(Skills::ATTACKS));
    }
    let most = child(pair, Rule::written_number).map_or(Ok(Exact::ZERO), |p| exact_of(&p))?;
    if !most.is_zero() && with.is_none() {
        return Err(nonsense(pair, "at most so much at once? write `from each attack` behind it"));
    }
    let attacks = AttackFilter { kinds, with, others, ..AttackFilter::ALL };
    let own = pair.as_rule() == Rule::damage_negated && child(pair, Rule::effect_who).is_none();
    let who = if own { Who::User } else { who_in(pair)? };
    Ok(Standing { attacks, ..Standing::of(who, Modifier::DamageAtMost(most)) })
}

/// Builds `no damage from the first ranged attack each Turn`, `at most 50 damage from the next attack`.
fn damage_most_of_some(pair: &Node<'_>, from: &Node<'_>) -> Read<Standing> {
    if child(pair, Rule::damage_kinds).is_some() || has(pair, Rule::per_attack) {
        return Err(nonsense(
            pair,
            "which attacks are counted? write `… damage from the first physical attack each Turn`",
        ));
    }
    let attacks = sources_of(pair, Rule::from)?;
    let quota = quota(from, Some(from))?;
    let most = child(pair, Rule::written_number).map_or(Ok(Exact::ZERO), |p| exact_of(&p))?;
    Ok(Standing { attacks, quota, ..Standing::of(who_in(pair)?, Modifier::DamageAtMost(most)) })
}

fn damage_taken(pair: &Node<'_>) -> Read<Standing> {
    if let Some(on) = child(pair, Rule::attack_on) {
        let mut kinds = Vec::new();
        let with = by_skills(&required(&on, Rule::skills_of)?, &mut kinds)?;
        let (quota, who) = (quota(&on, Some(&on))?, who_in(&on)?);
        let attacks = AttackFilter { kinds, with, ..AttackFilter::ALL };
        let attacks =
            if quota.is_none() { of_attacks_alone(child(&on, Rule::skills_of).as_ref(), attacks)? } else { attacks };
        return Ok(Standing { attacks, quota, ..Standing::of(who, Modifier::DamageTaken(measure(pair)?)) });
    }
    if let Some(from) = child(pair, Rule::attacks_from) {
        let mut kinds = Vec::new();
        let with = by_skills(&required(&from, Rule::skills_of)?, &mut kinds)?;
        let attacks = of_attacks_alone(
            child(&from, Rule::skills_of).as_ref(),
            AttackFilter { kinds, with, others: struck(&from)?, ..AttackFilter::ALL },
        )?;
        return Ok(Standing { attacks, ..Standing::of(who_in(pair)?, Modifier::DamageTaken(measure(pair)?)) });
    }
    let told = child(pair, Rule::from);
    let intercepted = told.as_ref().is_some_and(|from| has(from, Rule::w_intercepted));
    let with = intercepted.then_some(Skills::ATTACKS);
    let attacks = sources_of(pair, Rule::from)?;
    let attacks = AttackFilter { intercepted, with: attacks.with.clone().or(with), ..attacks };
    let counts = told.as_ref().unwrap_or(pair);
    let quota = quota(counts, Some(counts))?;
    let attacks =
        if quota.is_none() { of_attacks_alone(child(counts, Rule::skills_of).as_ref(), attacks)? } else { attacks };
    // `Damage received from Servants …`: the receiver is the user, whose sheet it is.
    let who = if child(pair, Rule::effect_who).is_some() { who_in(pair)? } else { Who::User };
    Ok(Standing { attacks, quota, ..Standing::of(who, Modifier::DamageTaken(measure(pair)?)) })
}

/// Limits the filter to attacks if the words say `attacks`: fields, triggers and Poison inflict damage too, and are no
/// attacks (A263, A077).
fn of_attacks_alone(told: Option<&Node<'_>>, attacks: AttackFilter) -> Read<AttackFilter> {
    let said = told.map(restrictions::skills).transpose()?;
    let of_attacks = said.is_some_and(|said| matches!(said.sort, Sort::Attacks | Sort::Inflicting(_)));
    let with = if of_attacks { attacks.with.or(Some(Skills::ATTACKS)) } else { attacks.with };
    Ok(AttackFilter { with, ..attacks })
}

/// Reads the skills that inflict the damage. Skills of some damage types become `kinds`, and attacks in general become
/// no limit at all.
fn by_skills(told: &Node<'_>, kinds: &mut Vec<DamageType>) -> Read<Option<Skills>> {
    let read = restrictions::skills(told)?;
    match (read.sort, read.ranked.is_some() || read.costing.is_some()) {
        (Sort::Inflicting(more) | Sort::SkillsInflicting(more), false) => {
            if !kinds.is_empty() {
                return Err(nonsense(told, "the type of the damage is given twice"));
            }
            kinds.extend(more);
            Ok(None)
        }
        (Sort::Attacks | Sort::Any, false) => Ok(None),
        (Sort::Items, _) => Err(nonsense(told, "items inflict no damage")),
        (sort, _) => Ok(Some(Skills { sort, ranked: read.ranked, costing: read.costing })),
    }
}

/// Reads what a `cost_word` pair names.
pub(super) fn paid_with(word: &Node<'_>) -> Read<Resource> {
    let kinds = [
        (Rule::k_health, Resource::Health),
        (Rule::k_mana, Resource::Mana),
        (Rule::k_cp, Resource::CombatPoints),
        (Rule::k_ap, Resource::ActionPoints),
        (Rule::k_sp, Resource::SupportPoints),
    ];
    let what = kinds.into_iter().find(|(rule, _)| has(word, *rule)).map(|(_, what)| what);
    what.ok_or_else(|| nonsense(word, "nothing that is paid"))
}

/// Reads `, to a minimum of 1`: the least a cost can fall to.
pub(super) fn no_less_than(pair: &Node<'_>, change: &Measure) -> Read<Option<Exact>> {
    let Some(told) = child(pair, Rule::no_less_than) else { return Ok(None) };
    let least = exact_of(&required(&told, Rule::written_number)?)?;
    if !change.is_less() || least.is_zero() {
        return Err(nonsense(&told, "a cost that rises has no minimum, and none falls below nothing"));
    }
    Ok(Some(least))
}

/// Reads which part of a cost changes, and by how much.
pub(super) fn cost_change(pair: &Node<'_>) -> Read<(Resource, Measure)> {
    let what = paid_with(&required(pair, Rule::cost_word)?)?;
    let change = match child(pair, Rule::dear) {
        Some(dear) => {
            let by = if has(&dear, Rule::w_no) {
                Change::Percent(Exact::percent(-100))
            } else if has(&dear, Rule::quantity) {
                quantity(&dear, !has(&dear, Rule::w_less))?
            } else {
                Change::Flat(Exact::ONE)
            };
            Measure { by, each: counted(pair)?, at_most: at_most(pair, by)? }
        }
        None => measure(pair)?,
    };
    let points = matches!(what, Resource::ActionPoints | Resource::SupportPoints);
    let whole = match change.by {
        Change::Flat(by) => by.as_whole().is_some(),
        Change::Percent(by) => by == Exact::percent(-100),
    };
    if points && !whole {
        return Err(nonsense(pair, "AP and SP are counted in whole numbers"));
    }
    Ok((what, change))
}

/// Reads of which types and from whom the damage is.
pub(super) fn sources_of(pair: &Node<'_>, rule: Rule) -> Read<AttackFilter> {
    let mut kinds = kinds(pair)?;
    let mut others = Group::ANYBODY;
    // `from physical attacks of Evil Servants`, or `by Evil Servants` beside the rest.
    let place = child(pair, rule);
    let source = place.as_ref().unwrap_or(pair);
    let with = child(source, Rule::skills_of).map_or(Ok(None), |told| by_skills(&told, &mut kinds))?;
    if place.is_some() {
        let more = self::kinds(source)?;
        if !kinds.is_empty() && !more.is_empty() {
            return Err(nonsense(source, "the type of the damage is given twice"));
        }
        kinds.extend(more);
    }
    if child(source, Rule::group).is_some() {
        others = struck(source)?;
    }
    Ok(AttackFilter { kinds, with, others, ..AttackFilter::ALL })
}

/// Builds `The user's maximum Health increases by 50`, `… is reduced by the damage inflicted`.
fn maximum(pair: &Node<'_>) -> Read<Standing> {
    let (who, what) = (who_in(pair)?, vitals_of(pair)?);
    let gained = has(pair, Rule::w_gains) || has(pair, Rule::w_receives);
    let change = if let Some(part) = child(pair, Rule::part_of_use) {
        let factor = match child(&part, Rule::percent) {
            Some(percent) => factor(&percent)?,
            None if has(&part, Rule::w_half) => Exact::percent(50),
            None => Exact::ONE,
        };
        let by = Change::Flat(if rises(pair) { factor } else { -factor });
        Measure { by, each: Some(Counted::DamageOfUse), at_most: None }
    } else if gained || has(pair, Rule::w_loses) {
        quantity(pair, gained)?.into()
    } else {
        measure(pair)?
    };
    if matches!(change.each, Some(Counted::Points { .. } | Counted::Steps { .. } | Counted::Damage { .. })) {
        return Err(nonsense(
            pair,
            "a maximum that hangs on points would hang on itself: write a number or a percentage",
        ));
    }
    Ok(Standing::of(who, Modifier::Maximum { what, change }))
}

/// Builds the survival of a fatal blow; whoever is struck is whoever survives.
fn survives(pair: &Node<'_>) -> Read<Standing> {
    let who = who_in(pair)?;
    if let Some(other) = child(pair, Rule::effect_one)
        && one_of_group(&other)? != who
    {
        return Err(nonsense(&other, "somebody else than whose Health it is"));
    }
    let fatally = child(pair, Rule::fatally);
    let within = fatally.as_ref().unwrap_or(pair);
    let end = |rule| -> Read<Exact> {
        let end = required(within, rule)?;
        let number = exact_of(&required(&end, Rule::written_number)?)?;
        Ok(if has(&end, Rule::minus) { -number } else { number })
    };
    let from = if has(pair, Rule::low_end) { Some(end(Rule::low_end)?) } else { None };
    let to = if has(within, Rule::high_end) { end(Rule::high_end)? } else { Exact::ZERO };
    let left = exact_of(&required(pair, Rule::written_number)?)?;
    if from.is_some_and(|from| from > to) || to > Exact::ZERO || left <= Exact::ZERO {
        return Err(nonsense(
            pair,
            "a fatal blow leaves 0 or less, the lower number first, and one survives with more",
        ));
    }
    let said: Vec<Node<'_>> = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::often_said).collect();
    let quota = match (said.as_slice(), child(pair, Rule::attack_quota)) {
        ([], None) => None,
        ([], Some(next)) if has(&next, Rule::k_first) => {
            return Err(nonsense(
                &next,
                "the first of what? write `once per Turn`, `once during the War` or `the next`",
            ));
        }
        ([], Some(next)) => Some(Quota::Next(child(&next, Rule::count).map_or(Ok(1), |p| above_zero(&p))?)),
        ([often], None) => Some(match often_said(&required(often, Rule::how_often)?, often)? {
            Often::EachTurn(most) | Often::WorkingEachTurn(most) => Quota::FirstEachTurn(most),
            Often::InBattle(most) => Quota::FirstInBattle(most),
            Often::InWar(most) => Quota::FirstInWar(most),
            Often::EveryTurns(turns) => Quota::OnceEvery(turns),
        }),
        _ => return Err(nonsense(pair, "how often is said twice")),
    };
    Ok(Standing { quota, ..Standing::of(who, Modifier::Survives { from, to, left }) })
}

/// The stats without those that a `stats_but` excludes.
fn without(pair: &Node<'_>, stats: Vec<Stat>) -> Read<Vec<Stat>> {
    let Some(told) = child(pair, Rule::stats_but) else { return Ok(stats) };
    let but = self::stats(&told)?;
    // There are only these two besides the six main stats.
    if [Stat::ACT, Stat::NP].iter().all(|stat| but.contains(stat)) && but.len() == 2 {
        return Ok(stats);
    }
    if let Some(other) = but.iter().find(|stat| !stats.contains(stat)) {
        let why = format!("{other} is none of them: all stats are the six main ones (R052, R065)");
        return Err(nonsense(&told, &why));
    }
    let left: Vec<Stat> = stats.into_iter().filter(|stat| !but.contains(stat)).collect();
    if left.is_empty() { Err(nonsense(pair, "none is left")) } else { Ok(left) }
}

fn raise(pair: &Node<'_>) -> Read<Standing> {
    let (who, stats) = match child(pair, Rule::stats_of) {
        Some(of) => {
            let stats = child(&of, Rule::which_stats).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| stats(&p))?;
            (who_in(&of)?, without(&of, stats)?)
        }
        None => {
            let stats = child(pair, Rule::which_stats).map_or_else(|| Ok(Stat::MAIN.to_vec()), |p| stats(&p))?;
            (who_in(pair)?, without(pair, stats)?)
        }
    };
    let signed = child(pair, Rule::signed_step);
    let each = counted(pair)?;
    let step = signed.clone().map_or_else(|| required(pair, Rule::step), Ok)?;
    let signs = child(&step, Rule::w_pluses).or_else(|| child(&step, Rule::w_minuses));
    let signs = signs.map(|p| u32::try_from(p.as_str().trim().chars().count()).unwrap_or(u32::MAX));
    let count = child(&step, Rule::count).map_or(Ok(signs.unwrap_or(1)), |p| above_zero(&p))?;
    let by =
        i8::try_from(count).ok().filter(|n| *n <= 20).ok_or_else(|| nonsense(&step, "a rank changes by at most 20"))?;
    let up = match &signed {
        Some(signed) => {
            let lost = has(pair, Rule::w_loses);
            if (lost && has(signed, Rule::w_negative))
                || (has(signed, Rule::w_rank)
                    && !has(signed, Rule::w_full)
                    && (has(signed, Rule::w_positive) || has(signed, Rule::w_negative)))
            {
                return Err(nonsense(
                    signed,
                    "raised or lowered? write `is raised by 1 rank` or `is lowered by 1 rank`",
                ));
            }
            if lost && (has(signed, Rule::w_pluses) || has(signed, Rule::w_minuses)) {
                return Err(nonsense(signed, "raised or lowered? write `gains +` or `gains -`"));
            }
            !lost && !has(signed, Rule::w_negative) && !has(signed, Rule::w_minuses)
        }
        None if has(&step, Rule::w_positive) && !rises(pair) => {
            return Err(nonsense(&step, "raised or lowered? write `is lowered by 1 subrank`"));
        }
        None => rises(pair),
    };
    let by = if up { by } else { -by };
    let subranks = has(&step, Rule::w_subrank) || signs.is_some();
    let most = most_steps(pair, by, subranks)?;
    let modifier = if subranks {
        Modifier::RaiseSubranks { stats, by, each, most }
    } else {
        Modifier::RaiseRanks { stats, by, each, most }
    };
    Ok(Standing::of(who, modifier))
}
