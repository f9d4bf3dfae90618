//! Changes of the damage that somebody receives: from which attacks, of whom, made where.

use super::Node;
use super::parts::{child, has_child, nonsense_error, read_attack_quota, read_group, read_measure, read_who, required};
use super::standing::{limit_to_attacks, read_damaging_skills, read_sources};
use crate::language::condition::Who;
use crate::language::effect::{AttackFilter, Modifier, SkillFilter, Standing};
use crate::language::fields::ParseResult;
use crate::language::parser::Rule;

/// Builds `Damage the user receives from physical attacks decreases by 20%`.
pub(super) fn build_damage_taken(pair: &Node<'_>) -> ParseResult<Standing> {
    if let Some(on) = child(pair, Rule::attack_on) {
        let mut kinds = Vec::new();
        let skill_filter = read_damaging_skills(&required(&on, Rule::skills_of)?, &mut kinds)?;
        let (quota, who) = (read_attack_quota(&on, Some(&on))?, read_who(&on)?);
        let attacks = AttackFilter { kinds, skill_filter, ..AttackFilter::ALL };
        let attacks =
            if quota.is_none() { limit_to_attacks(child(&on, Rule::skills_of).as_ref(), attacks)? } else { attacks };
        return Ok(Standing { attacks, quota, ..Standing::of(who, Modifier::DamageTaken(read_measure(pair)?)) });
    }
    if let Some(from) = child(pair, Rule::attacks_from) {
        let mut kinds = Vec::new();
        let skill_filter = read_damaging_skills(&required(&from, Rule::skills_of)?, &mut kinds)?;
        let attacks = limit_to_attacks(
            child(&from, Rule::skills_of).as_ref(),
            AttackFilter { kinds, skill_filter, others: read_group(&from)?, ..AttackFilter::ALL },
        )?;
        return Ok(Standing { attacks, ..Standing::of(read_who(pair)?, Modifier::DamageTaken(read_measure(pair)?)) });
    }
    if let Some(from) = child(pair, Rule::from_elsewhere) {
        return build_damage_from_elsewhere(pair, &from);
    }
    let source = child(pair, Rule::from);
    let is_intercepted = source.as_ref().is_some_and(|from| has_child(from, Rule::w_intercepted));
    let with = is_intercepted.then_some(SkillFilter::ATTACKS);
    let attacks = read_sources(pair, Rule::from)?;
    let attacks = AttackFilter { is_intercepted, skill_filter: attacks.skill_filter.clone().or(with), ..attacks };
    let counts = source.as_ref().unwrap_or(pair);
    let quota = read_attack_quota(counts, Some(counts))?;
    let attacks =
        if quota.is_none() { limit_to_attacks(child(counts, Rule::skills_of).as_ref(), attacks)? } else { attacks };
    // `Damage received from Servants …`: the receiver is the user, whose sheet it is.
    let who = if child(pair, Rule::effect_who).is_some() { read_who(pair)? } else { Who::User };
    Ok(Standing { attacks, quota, ..Standing::of(who, Modifier::DamageTaken(read_measure(pair)?)) })
}

/// Builds `Damage the user receives from ranged attacks from other locations decreases by 50%`.
fn build_damage_from_elsewhere(pair: &Node<'_>, from: &Node<'_>) -> ParseResult<Standing> {
    let skills = child(from, Rule::skills_of);
    let attacks = limit_to_attacks(skills.as_ref(), read_sources(pair, Rule::from_elsewhere)?)?;
    if attacks.skill_filter.is_none() {
        return Err(nonsense_error(from, "which attacks? write `… from attacks from other locations`"));
    }
    let attacks = AttackFilter { is_from_elsewhere: true, ..attacks };
    let who = if child(pair, Rule::effect_who).is_some() { read_who(pair)? } else { Who::User };
    Ok(Standing { attacks, ..Standing::of(who, Modifier::DamageTaken(read_measure(pair)?)) })
}
