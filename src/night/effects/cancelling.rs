//! Ending skills and effects in force by a sentence (family 29).

use crate::event::detail::EndReason;
use crate::event::kind::Effects;
use crate::language::effect::{Cancelled, EffectSort, Operation, RankLimit};
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rank::{Rank, RankLetter};
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::{ActivePart, ActiveSkill};
use crate::war::evaluate::{EvalContext, characters_meant};

use super::end_effects::{end_part, spend_held_item};

/// Ends what a sentence cancels. A skill in force on a character ends for that character alone. No skill ends a Command
/// Spell (R160).
pub(super) fn cancel(night: &mut Night<'_>, applied: &AppliedSkill, cancelled: &Cancelled, who: CharacterId) {
    if let Cancelled::On(sort @ (EffectSort::Positive | EffectSort::StatIncrease), limit) = cancelled {
        return cancel_sentences(night, applied, *sort, *limit, who);
    }
    if *cancelled == Cancelled::This && night.war.holds_working_item(applied.user, applied.skill) {
        return spend_held_item(night, applied.user, applied.skill);
    }
    let war = night.basis();
    let ending: Vec<(ActiveSkill, Vec<CharacterId>)> = war
        .active_skills
        .iter()
        .filter(|active| *cancelled == Cancelled::This || war.skill(active.skill).role != Role::CommandSpell)
        .filter_map(|active| {
            find_cancelled_targets(war, applied, cancelled, who, active).map(|on| (active.clone(), on))
        })
        .collect();
    for (active, targets) in ending {
        let (user, skill, at) = (active.user, active.skill, active.location);
        let (why, rules) = match cancelled {
            Cancelled::This => (EndReason::UntilDone, [RuleId::R(125), RuleId::R(374)]),
            Cancelled::On(..)
            | Cancelled::Of(_)
            | Cancelled::Here(..)
            | Cancelled::Around(..)
            | Cancelled::Named(_) => (EndReason::Dispelled, [RuleId::A(25), RuleId::R(366)]),
        };
        let effect_ended = Effects::EffectEnded { user, skill, targets, why, at, set_off: active.set_off };
        // A Bounded Field ends in its location.
        let ground = night.war.ground_covered(&active);
        night.emit(effect_ended, Some(applied.use_event), applied.cause, ground, &rules);
    }
}

/// Ends each sentence of a sort for one character it affects. The rest of its skill stays in force.
fn cancel_sentences(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    sort: EffectSort,
    limit: Option<RankLimit>,
    who: CharacterId,
) {
    let war = night.basis();
    let mut ending: Vec<(ActiveSkill, u16)> = Vec::new();
    for active in &war.active_skills {
        let is_cancellable = war.skill(active.skill).role != Role::CommandSpell && active.status.is_none();
        if !is_cancellable || !is_on(war, applied, limit, who, active) {
            continue;
        }
        let is_of_sort_on_target = |part: &&ActivePart| {
            let sentence = war.sentence_at(active.skill, part.line);
            !part.spared.contains(&who)
                && sentence.is_some_and(|sentence| {
                    is_of_sort(war, &sentence.operation, sort, who) && affects(war, &sentence.operation, who, active)
                })
        };
        let lines = active.parts.iter().filter(is_of_sort_on_target).map(|part| (active.clone(), part.line));
        ending.extend(lines);
    }
    for (active, line) in ending {
        let rules = [RuleId::A(25), RuleId::R(366)];
        end_part(night, &active, line, Some(who), EndReason::Dispelled, Some(applied.use_event), &rules);
    }
}

/// Whether what a sentence does to somebody is of a sort. A sentence that sets a stat counts as an increase where it is
/// above the character's sheet.
fn is_of_sort(war: &War, operation: &Operation, sort: EffectSort, who: CharacterId) -> bool {
    let sheet_rank = |stat| war.sheet(who).stats.rank_of(stat).unwrap_or(Rank::plain(RankLetter::E));
    match (sort, operation) {
        (EffectSort::Positive, Operation::Standing(standing)) => {
            standing.modifier.only_helps() || standing.modifier.raises_stats(sheet_rank)
        }
        (EffectSort::Positive, Operation::Immediate(once)) => once.verb.only_helps(),
        (EffectSort::StatIncrease, Operation::Standing(standing)) => standing.modifier.raises_stats(sheet_rank),
        (EffectSort::Any | EffectSort::WithUpkeep | EffectSort::OfType(_), _) => true,
        (EffectSort::StatIncrease, Operation::Immediate(_)) | (_, Operation::Clause(_)) => false,
    }
}

/// Whether a character is among those that a sentence in force names.
fn affects(war: &War, operation: &Operation, who: CharacterId, active: &ActiveSkill) -> bool {
    let context = EvalContext {
        this_location: Some(active.location),
        antecedent: Some(who),
        ..EvalContext::of(active.user, Some(who), None)
    };
    operation.who().is_some_and(|of| characters_meant(war, of, context).contains(&who))
}

/// Whether a skill in force affects a character and satisfies the rank limit. A skill that covers a location is on
/// nobody.
fn is_on(war: &War, applied: &AppliedSkill, limit: Option<RankLimit>, who: CharacterId, active: &ActiveSkill) -> bool {
    active.targets.contains(&who)
        && war.ground_covered(active).is_none()
        && satisfies_rank_limit(war, applied, limit, active)
}

/// Whether a skill in force satisfies a rank limit; subranks count (A025).
fn satisfies_rank_limit(war: &War, applied: &AppliedSkill, limit: Option<RankLimit>, active: &ActiveSkill) -> bool {
    let skill = war.skill(active.skill);
    match limit {
        None => true,
        Some(RankLimit::Ranked(ranked)) => skill.has_rank(Some(ranked), active.is_upgraded),
        Some(RankLimit::BelowThis) => {
            skill.rank.value(active.is_upgraded) < war.skill(applied.skill).rank.value(applied.is_upgraded)
        }
    }
}

/// Returns for whom a skill in force ends; `None` where it stays in force.
fn find_cancelled_targets(
    war: &War,
    applied: &AppliedSkill,
    cancelled: &Cancelled,
    who: CharacterId,
    active: &ActiveSkill,
) -> Option<Vec<CharacterId>> {
    let skill = war.skill(active.skill);
    match cancelled {
        Cancelled::On(sort, limit) => {
            let is_ended = match sort {
                EffectSort::Any => true,
                EffectSort::WithUpkeep => active.upkeep.is_some(),
                EffectSort::OfType(kind) => *skill.kind.value(active.is_upgraded) == *kind,
                // These end sentence by sentence (`cancel_sentences`).
                EffectSort::Positive | EffectSort::StatIncrease => false,
            };
            (is_ended && is_on(war, applied, *limit, who, active)).then(|| vec![who])
        }
        Cancelled::Of(kind) => {
            let is_of_kind = kind.is_none_or(|kind| *skill.kind.value(active.is_upgraded) == kind);
            (active.user == who && active.is_skill() && is_of_kind).then(|| active.targets.clone())
        }
        Cancelled::Here(kind, limit) | Cancelled::Around(kind, limit) => {
            let is_around = matches!(cancelled, Cancelled::Around(..));
            let ground = if is_around { war.character(who).at } else { applied.location };
            let is_here = war.ground_covered(active) == Some(ground)
                && skill.kind.value(active.is_upgraded) == kind
                && satisfies_rank_limit(war, applied, *limit, active);
            is_here.then(|| active.targets.clone())
        }
        Cancelled::This => {
            let is_same_effect = active.user == applied.user && active.skill == applied.skill && active.is_skill();
            // `Lasts until the target attacks` ends, of several targets, for the one who attacks.
            let attacking_target = applied.antecedent.filter(|who| *who != active.user && active.targets.contains(who));
            let on = attacking_target.map_or_else(|| active.targets.clone(), |who| vec![who]);
            // `Lasts until the target is damaged` ends for the target that was damaged. `Lasts until the user attacks`
            // names somebody whom the skill need not affect.
            let affected = applied.targets.iter().copied().filter(|who| active.targets.contains(who));
            let affected_targets: Vec<CharacterId> = affected.collect();
            let ends_for_all = affected_targets.is_empty() || active.targets == applied.targets;
            is_same_effect.then_some(if ends_for_all { on } else { affected_targets })
        }
        Cancelled::Named(name) => {
            let is_reached = active.user == applied.user || active.targets.iter().any(|t| applied.targets.contains(t));
            (skill.is_called(name) && is_reached).then(|| active.targets.clone())
        }
    }
}
