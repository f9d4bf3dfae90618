//! What holds for a time: pairs of `grammar/effects_standing.pest` → trees.

use super::*;

/// The tree of a pair of this kind; `None` for one of another kind.
pub(super) fn standing(pair: &Node<'_>) -> Read<Option<Standing>> {
    Ok(Some(match pair.as_rule() {
        Rule::damage_dealt => Standing::DamageDealt {
            who: who_in(pair)?,
            kinds: kinds(pair)?,
            against: child(pair, Rule::against).map_or(Ok(Vec::new()), |p| filters(&p))?,
            change: change(pair)?,
        },
        Rule::attacks_hit => {
            let more = required(pair, Rule::more_hits)?;
            let hits = child(&more, Rule::count).map_or(Ok(1), |p| above_zero(&p))?;
            Standing::MoreHits { who: who_in(pair)?, kinds: kinds(pair)?, hits }
        }
        Rule::damage_taken => damage_taken(pair)?,
        Rule::reflects => {
            let part = match child(pair, Rule::percent) {
                Some(percent) => factor(&percent)?,
                None => Exact::percent(50),
            };
            let (kinds, from) = sources_of(pair)?;
            let who = if child(pair, Rule::effect_who).is_some() { who_in(pair)? } else { Who::User };
            let named = pair.clone().into_inner().filter(|p| p.as_rule() == Rule::effect_who);
            if named.map(|p| whom(&p)).collect::<Read<Vec<_>>>()?.iter().any(|named| *named != who) {
                return Err(nonsense(pair, "whoever receives the damage is who reflects it"));
            }
            Standing::Reflects { who, part, kinds, from }
        }
        Rule::regeneration => {
            let vitals =
                child(pair, Rule::vitals).map(|p| p.into_inner().filter_map(|v| vital(&v)).collect::<Vec<_>>());
            let what = match vitals.as_deref() {
                Some([one]) => Some(*one),
                Some([a, b]) if a == b => return Err(nonsense(pair, "the same regeneration twice")),
                _ => None,
            };
            Standing::Regeneration { who: who_in(pair)?, what, change: change(pair)? }
        }
        Rule::regenerates_in_battle => Standing::RegenerateInBattle(who_in(pair)?),
        Rule::no_regeneration => Standing::CannotRegenerate(who_in(pair)?),
        Rule::raise => raise(pair)?,
        Rule::becomes => Standing::Become {
            who: who_in(pair)?,
            stat: stat(&required(pair, Rule::stat_word)?)?,
            rank: conditions::rank(&required(pair, Rule::written_rank)?),
        },
        Rule::immune | Rule::no_effect_on => {
            let (who, which) = (who_in(pair)?, required(pair, Rule::which_statuses)?);
            match status_name(&which) {
                Some(name) => Standing::ImmuneNamed { who, name },
                None => Standing::Immune { who, kind: which_status(&which) },
            }
        }
        Rule::cannot_suffer => {
            let who = who_in(pair)?;
            match child(pair, Rule::which_statuses) {
                Some(which) => match status_name(&which) {
                    Some(name) => Standing::ImmuneNamed { who, name },
                    None => Standing::Immune { who, kind: which_status(&which) },
                },
                None if has(pair, Rule::k_stunned) => Standing::Immune { who, kind: Some(StatusKind::Stun) },
                None => Standing::Immune { who, kind: Some(StatusKind::Poison) },
            }
        }
        Rule::points_each_turn => {
            let what = if has(pair, Rule::k_ap) { Resource::ActionPoints } else { Resource::SupportPoints };
            Standing::EachTurn { who: who_in(pair)?, what, by: signed_points(pair)? }
        }
        Rule::no_low_health => Standing::NoLowHealthPenalty(who_in(pair)?),
        Rule::senses_mana => Standing::SensesMana(who_in(pair)?),
        Rule::hidden => hidden(pair)?,
        Rule::revealed => Standing::Revealed(who_in(pair)?),
        Rule::needs_no_master => Standing::NeedsNoMaster(who_in(pair)?),
        Rule::masterless_regeneration => Standing::RegenerateMasterless(who_in(pair)?),
        Rule::masterless_loss => Standing::MasterlessLoss { who: who_in(pair)?, change: change(pair)? },
        Rule::cannot_act => Standing::CannotAct(who_in(pair)?),
        Rule::obeys => Standing::Obeys(who_in(pair)?),
        Rule::survives => survives(pair)?,
        Rule::upgrade => Standing::Upgrade(name(&required(pair, Rule::quoted_name)?)),
        Rule::grant => Standing::Grant { who: who_in(pair)?, skill: name(&required(pair, Rule::quoted_name)?) },
        Rule::flight_gain => {
            Standing::Flight { who: who_in(pair)?, rank: conditions::rank(&required(pair, Rule::written_rank)?) }
        }
        _ => return keeping::standing(pair),
    }))
}

fn hidden(pair: &Node<'_>) -> Read<Standing> {
    let who = who_in(pair)?;
    let from = match child(pair, Rule::group) {
        Some(group) => {
            let read = conditions::group(group.clone(), 0);
            if read.side == Side::Allies {
                return Err(nonsense(&group, "nobody hides from their own team"));
            }
            read.filters
        }
        None => Vec::new(),
    };
    let when = match child(pair, Rule::until_attack) {
        Some(until) => {
            let told = [(Rule::the_user, Who::User), (Rule::the_target, Who::Target)];
            if told.into_iter().any(|(rule, person)| has(&until, rule) && person != who) {
                return Err(nonsense(&until, "until somebody else attacks: write `until they attack`"));
            }
            Hiding::UntilAttack
        }
        None if child(pair, Rule::while_scouting).is_some() => Hiding::Scouting,
        None => Hiding::Always,
    };
    Ok(Standing::Hidden { who, from, when })
}

fn damage_taken(pair: &Node<'_>) -> Read<Standing> {
    let (kinds, from) = sources_of(pair)?;
    // `Damage received from Servants …`: received by the user, whose sheet it is.
    let who = if child(pair, Rule::effect_who).is_some() { who_in(pair)? } else { Who::User };
    Ok(Standing::DamageTaken { who, kinds, from, change: change(pair)? })
}

/// Of what types and from whom damage is received.
fn sources_of(pair: &Node<'_>) -> Read<(Vec<DamageType>, Vec<Filter<Written>>)> {
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
    Ok((kinds, from))
}

/// Whoever is struck is whoever survives.
fn survives(pair: &Node<'_>) -> Read<Standing> {
    let who = who_in(pair)?;
    if let Some(other) = child(pair, Rule::effect_one)
        && one(&other)? != who
    {
        return Err(nonsense(&other, "somebody else than whose Health it is"));
    }
    let end = |rule| -> Read<Exact> {
        let end = required(pair, rule)?;
        let number = exact_of(&required(&end, Rule::written_number)?)?;
        Ok(if has(&end, Rule::minus) { -number } else { number })
    };
    let (from, to) = (end(Rule::low_end)?, end(Rule::high_end)?);
    let left = exact_of(&required(pair, Rule::written_number)?)?;
    if from > to || to > Exact::ZERO || left <= Exact::ZERO {
        return Err(nonsense(
            pair,
            "a fatal blow leaves 0 or less, the lower number first, and one survives with more",
        ));
    }
    Ok(Standing::Survives { who, from, to, left })
}

fn raise(pair: &Node<'_>) -> Read<Standing> {
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
        Standing::RaiseSubranks { who, stats, by }
    } else {
        Standing::RaiseRanks { who, stats, by }
    })
}
