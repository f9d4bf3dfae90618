//! Effects that a skill leaves in force (R123, R130, R374, A136, A228).

use std::collections::BTreeMap;

use crate::event::EventId;
use crate::event::detail::{CountedUse, EndReason};
use crate::event::kind::{Effects, Statuses};
use crate::language::condition::{Who, Written};
use crate::language::effect::{Clause, Duration, Effect, Modifier, Operation, Sentence, Trigger};
use crate::night::hits::negation::end_used_up_quotas;
use crate::night::state::Night;
use crate::night::state::skill_use::AppliedSkill;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active_skill::{ActivePart, ActiveSkill, TriggerPeople, Until};
use crate::war::evaluate::{EvalContext, characters_meant, condition_holds, is_asked_of_each};
use crate::war::setup::SkillRef;

use super::{end_effects, summoning};

/// The results of the conditions that are read at the use, by line.
pub(super) type UseConditions = BTreeMap<u16, UseCondition>;

/// The result of a condition that is read at the use.
pub(super) enum UseCondition {
    /// It holds for nobody: the sentence does not come into force.
    Nobody,
    /// The sentence comes into force, but not for these targets.
    AllBut(Vec<CharacterId>),
}

/// Reads the condition of a lasting sentence at the use, for each target.
pub(super) fn read_condition_at_use(war: &War, applied: &AppliedSkill, sentence: &Sentence) -> UseCondition {
    let Some(condition) = &sentence.condition else { return UseCondition::AllBut(Vec::new()) };
    let context_for = |target| {
        let (this_location, bargain, use_event) = (Some(applied.location), &applied.bargain, Some(applied.use_event.0));
        let (inflicted, hits) = (applied.inflicted_on(target), applied.hits_on(target));
        EvalContext {
            this_location,
            bargain,
            use_event,
            inflicted,
            hits,
            ..EvalContext::of(applied.user, target, Some(applied.user))
        }
    };
    let holds_for = |target| condition_holds(war, condition, context_for(target));
    // For `The user's Servants`, the condition is asked for each of them.
    if let Some(who) = sentence.operation.who().filter(|who| is_asked_of_each(who)) {
        let target = applied.targets.first().copied();
        let recipients = characters_meant(war, who, context_for(target));
        let holds_for_recipient = |recipient: &CharacterId| {
            condition_holds(war, condition, EvalContext { each: Some((who, *recipient)), ..context_for(target) })
        };
        let spared: Vec<CharacterId> = recipients.iter().copied().filter(|on| !holds_for_recipient(on)).collect();
        let holds_for_nobody = spared.len() == recipients.len();
        return if holds_for_nobody { UseCondition::Nobody } else { UseCondition::AllBut(spared) };
    }
    let spared: Vec<CharacterId> = applied.targets.iter().copied().filter(|target| !holds_for(Some(*target))).collect();
    let holds_for_nobody = if applied.targets.is_empty() {
        condition.asks_of_target() || !holds_for(None)
    } else {
        spared.len() == applied.targets.len()
    };
    if holds_for_nobody { UseCondition::Nobody } else { UseCondition::AllBut(spared) }
}

/// Brings the skill's lasting sentences into force, if it has any (R123, R374). Returns the skill in force, and its
/// event.
pub(super) fn put_use_in_force(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    use_conditions: &UseConditions,
) -> Option<(ActiveSkill, EventId)> {
    let skill = night.war.skill(applied.skill);
    let (parts, until) = build_lasting_parts(night.basis(), applied, use_conditions)?;
    let covers_ground = skill.covers_ground(applied.is_upgraded);
    let summoned = summoning::list_summoned_familiars(night, applied);
    if skill.summoned_familiars().next().is_some() && summoned.is_empty() && parts.is_empty() {
        return None;
    }
    let is_self_only =
        !covers_ground && summoned.is_empty() && skill.targets.iter().all(|t| *t == TargetKind::SelfTarget);
    let targets = match (covers_ground, is_self_only) {
        // A Bounded Field covers its location, whoever is there. A Reality Marble is on those it drew in.
        (true, _) if skill.is_field(applied.is_upgraded) => Vec::new(),
        (_, true) => vec![applied.user],
        // A summoning is on its familiars: each lasts as long as the other.
        _ if !summoned.is_empty() => summoned,
        _ => applied.targets.clone(),
    };
    let active = ActiveSkill {
        second: applied.second,
        location: applied.location,
        is_afar: applied.location != night.war.character(applied.user).at,
        upkeep: skill.cost.value(applied.is_upgraded).upkeep,
        is_self_only,
        is_upgraded: applied.is_upgraded,
        parts,
        until,
        bargain: applied.bargain.clone(),
        targets,
        words: applied.order_text.clone(),
        ..night.war.new_active(applied.user, applied.skill)
    };
    Some(put_in_force(night, applied, active))
}

/// Whether words mean groups, which are read anew each time.
pub(super) fn means_groups(who: &Who<Written>) -> bool {
    match who {
        Who::OneOf(all) => all.iter().all(means_groups),
        one => one.group().is_some(),
    }
}

/// Brings into force what a triggered sentence leaves: it begins now and lasts for its own time. Returns the skill in
/// force, and its event.
pub(in crate::night) fn put_triggered_in_force(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    line: u16,
    sentence: &Sentence,
    targets: Vec<CharacterId>,
) -> (ActiveSkill, EventId) {
    // What is triggered as a Turn ends counts the next Turn as its first.
    let starts_next_turn = !gives_points(sentence) && sentence.trigger.as_ref().is_some_and(Trigger::is_of_turn_end);
    let first_night = night.war.night + u32::from(starts_next_turn);
    let until = find_sentence_end(sentence, first_night).unwrap_or(Until::Open);
    // Only a sentence that counts needs the trigger's characters again: its condition has been read already.
    let is_counting = sentence.operation.counted().is_some();
    let set_off_by =
        TriggerPeople { targets: applied.targets.clone(), doer: applied.antecedent, attacker: applied.attacker };
    let set_off_by = if is_counting { set_off_by } else { TriggerPeople::default() };
    let active = ActiveSkill {
        is_self_only: targets == [applied.user],
        is_upgraded: applied.is_upgraded,
        parts: vec![ActivePart {
            left: night.war.attacks_from_use(applied.skill, line),
            ..ActivePart::until(line, until)
        }],
        until,
        targets,
        location: applied.location,
        is_afar: applied.location != night.war.character(applied.user).at,
        set_off: Some(line),
        set_off_by,
        ..night.war.new_active(applied.user, applied.skill)
    };
    put_in_force(night, applied, active)
}

/// Inflicts a status defined on a sheet. It is received (R130), except by the immune (A137), and takes effect from the
/// next Turn on (A075).
pub(in crate::night) fn inflict_sheet_status(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    line: u16,
    who: CharacterId,
) {
    let (user, skill) = (applied.user, applied.skill);
    let Some(status) = night.war.find_affliction(skill, line) else { return };
    let (parent, cause) = (Some(applied.use_event), applied.cause);
    let turns =
        if status.is_negative() { night.basis().received_turns(who, user, None, status.turns) } else { status.turns };
    let is_ignored = turns == 0 || night.basis().is_immune_to_affliction(who, status);
    let stops = |modifier: &Modifier| modifier.stops_affliction(status);
    let guard = if is_ignored { None } else { night.basis().next_status_guard(who, stops) };
    if is_ignored || guard.is_some() {
        let counts = guard.map(|effect| CountedUse::of(effect, who));
        let affliction_ignored = Statuses::AfflictionIgnored { who, by: user, skill, line, counts };
        night.emit(affliction_ignored, parent, cause, None, &[RuleId::A(137)]);
        guard.iter().for_each(|effect| end_used_up_quotas(night, effect.user, effect.skill));
        return;
    }
    let until = Until::Night(night.war.night + turns);
    let active = ActiveSkill {
        is_self_only: who == user,
        is_upgraded: applied.is_upgraded,
        parts: (0u16..)
            .take(status.effects.len())
            .map(|part| ActivePart { of_status: Some(part), ..ActivePart::until(line, until) })
            .collect(),
        until,
        targets: vec![who],
        status: Some(line),
        ..night.war.new_active(user, skill)
    };
    night.emit(Statuses::Afflicted { active }, parent, cause, None, &[RuleId::R(130), RuleId::A(75)]);
}

/// Ends statuses defined on sheets: those with a name, or all negative ones, every version at once (R135).
pub(in crate::night) fn cure_sheet_statuses(
    night: &mut Night<'_>,
    applied: &AppliedSkill,
    who: CharacterId,
    name: Option<&str>,
) {
    let cured: Vec<(CharacterId, SkillRef, u16)> = night
        .war
        .afflictions_on(who)
        .filter(|(_, affliction)| {
            name.map_or_else(|| affliction.is_negative(), |name| affliction.name.eq_ignore_ascii_case(name))
        })
        .filter_map(|(active, _)| Some((active.user, active.skill, active.status?)))
        .collect();
    for (by, skill, line) in cured {
        let affliction_ended = Statuses::AfflictionEnded { who, by, skill, line, is_cured: true };
        night.emit(affliction_ended, Some(applied.use_event), applied.cause, None, &[RuleId::R(135), RuleId::A(81)]);
    }
}

/// Puts a skill in force. A skill that does not stack replaces itself (A136).
fn put_in_force(night: &mut Night<'_>, applied: &AppliedSkill, active: ActiveSkill) -> (ActiveSkill, EventId) {
    let stacks = !night.war.skill(applied.skill).has_unconditional_clause(&Clause::DoesNotStack);
    let is_in_force = night.war.active_skills.iter().any(|a| {
        a.skill == active.skill
            && a.set_off == active.set_off
            && a.status.is_none()
            && a.targets.iter().any(|t| active.targets.contains(t))
    });
    if night.war.skill(applied.skill).has_unconditional_clause(&Clause::OneAtATime) {
        end_on_others(night, applied, &active);
    }
    if let Some(most) = night.war.skill(applied.skill).most_in_force() {
        end_oldest(night, applied, &active, most);
    }
    let renews = !stacks && is_in_force;
    let rule = if renews { RuleId::A(136) } else { RuleId::R(374) };
    // The user's deed is seen where the user is; its effect elsewhere is noticed there.
    let seen_at = night.war.character(applied.user).at;
    let effect_began = Effects::EffectBegan { active: active.clone(), renews };
    let began = night.emit(effect_began, Some(applied.use_event), applied.cause, Some(seen_at), &[rule]);
    (active, began)
}

/// Ends a skill on its earlier targets when it is used on another.
fn end_on_others(night: &mut Night<'_>, applied: &AppliedSkill, active: &ActiveSkill) {
    let is_on_others = |a: &&ActiveSkill| {
        (a.user, a.skill) == (active.user, active.skill)
            && a.status.is_none()
            && a.targets.iter().any(|target| !active.targets.contains(target))
    };
    let ending: Vec<ActiveSkill> = night.war.active_skills.iter().filter(is_on_others).cloned().collect();
    for earlier in ending {
        end_effects::end_skill(night, &earlier, EndReason::UsedUp, applied.cause, &[RuleId::R(125)]);
    }
}

/// Ends the oldest use of a skill on each target on which it is in force as often as it can be, for those targets alone
/// (A136).
fn end_oldest(night: &mut Night<'_>, applied: &AppliedSkill, active: &ActiveSkill, most: u32) {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let mut ending: Vec<ActiveSkill> = Vec::new();
    for target in &active.targets {
        let is_same = |a: &&ActiveSkill| {
            (a.skill, a.set_off) == (active.skill, active.set_off) && a.status.is_none() && a.targets.contains(target)
        };
        let in_force = night.war.active_skills.iter().filter(is_same);
        let count = in_force.clone().count();
        let Some(oldest) = in_force.min_by_key(|a| a.began).filter(|_| count >= most) else { continue };
        match ending.iter_mut().find(|known| known.began == oldest.began) {
            Some(known) => known.targets.push(*target),
            None => ending.push(ActiveSkill { targets: vec![*target], ..oldest.clone() }),
        }
    }
    for oldest in ending {
        let rules = [RuleId::A(136)];
        end_effects::end_skill_after(night, &oldest, EndReason::UsedAgain, None, applied.cause, &rules);
    }
}

/// Returns the end of a duration that begins on a Night. That Turn counts as the first (R374).
fn duration_end(duration: Duration, night: u32) -> Until {
    match duration {
        Duration::Turns(turns) => Until::Night(night + turns.max(1) - 1),
        Duration::ThisTurn => Until::Night(night),
        Duration::Battle | Duration::Indefinitely => Until::Open,
    }
}

/// Returns the end of a sentence that begins on a Night, by its own duration. Points are given as a Turn begins, and
/// those of the Turn of its use have been given: `for 2 Turns` means the next two Turns (R080, A035).
fn find_sentence_end(sentence: &Sentence, night: u32) -> Option<Until> {
    Some(match sentence.duration? {
        Duration::Turns(turns) if gives_points(sentence) => Until::Night(night + turns),
        duration => duration_end(duration, night),
    })
}

fn gives_points(sentence: &Sentence) -> bool {
    sentence.operation.modifier().is_some_and(Modifier::is_of_turn_points)
}

/// Returns the end of a skill by its own duration. A conditional number of Turns applies if its condition holds now,
/// and then goes before any other.
fn find_skill_end(war: &War, applied: &AppliedSkill) -> Option<Until> {
    let target = applied.targets.first().copied();
    let context = EvalContext {
        this_location: Some(applied.location),
        bargain: &applied.bargain,
        ..EvalContext::of(applied.user, target, Some(applied.user))
    };
    let skill = war.skill(applied.skill);
    let has_turns = skill.clauses().any(|(clause, only_if)| {
        matches!(clause, Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn)) && only_if.is_none()
    });
    let stated_ends = skill.clauses().filter_map(|(clause, only_if)| match (clause, only_if) {
        // In `Lasts 3 Turns or until …`, the second part does not extend the first.
        (Clause::Lasts(Duration::Indefinitely), Some(_)) if has_turns => None,
        (Clause::Lasts(Duration::Indefinitely), _) => Some((false, Until::Open)),
        (Clause::Lasts(duration), Some(condition)) => {
            condition_holds(war, condition, context).then(|| (true, duration_end(*duration, war.night)))
        }
        (Clause::Lasts(duration), None) => Some((false, duration_end(*duration, war.night))),
        _ => None,
    });
    stated_ends.max().map(|(_, until)| until)
}

/// Returns the lasting sentences of a skill and the end of the skill; `None` when nothing lasts.
fn build_lasting_parts(
    war: &War,
    applied: &AppliedSkill,
    use_conditions: &UseConditions,
) -> Option<(Vec<ActivePart>, Until)> {
    let (skill, upgraded, night) = (war.skill(applied.skill), applied.is_upgraded, war.night);
    let sentences = || {
        skill.effects.iter().zip(0u16..).filter_map(|(line, line_index)| match &line.effect {
            Effect::Sentence(sentence) => Some((sentence, line_index)),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    };
    let skill_end = find_skill_end(war, applied);
    let has_upkeep = skill.cost.value(upgraded).upkeep.is_some();
    // Sentences that depend on a payment or choice that was not made are left out.
    let is_denied = |sentence: &Sentence| {
        sentence.condition.as_ref().is_some_and(|c| applied.bargain.truth_of_condition(c) == Some(false))
    };
    let comes_into_force = |line: u16| !matches!(use_conditions.get(&line), Some(UseCondition::Nobody));
    // A sentence that waits for a kill by an attack ends with the attack, unless it has a duration.
    let is_lasting = |sentence: &Sentence| sentence.duration.is_some() || skill_end.is_some() || has_upkeep;
    let is_limited_to_attack =
        |sentence: &Sentence| skill.is_attack() && sentence.waits_for_a_kill() && !is_lasting(sentence);
    let parts: Vec<ActivePart> = sentences()
        .filter(|(sentence, line)| {
            sentence.is_in_force() && !is_denied(sentence) && comes_into_force(*line) && !is_limited_to_attack(sentence)
        })
        .map(|(sentence, line)| {
            let times_what_it_triggers = sentence.times_what_is_set_off();
            let own_end = match sentence.trigger {
                Some(Trigger::Once(turns, _)) => Some(Until::Night(night + turns)),
                Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::Limited(..)) | None => {
                    find_sentence_end(sentence, night).filter(|_| !times_what_it_triggers).or(skill_end)
                }
            };
            // An upgrade without a duration holds to the end of the Turn (A228).
            let is_upgrade = matches!(sentence.operation.modifier(), Some(Modifier::Upgrade(_)));
            let fallback = if is_upgrade && !has_upkeep { Until::Night(night) } else { Until::Open };
            let attacks_left = match &sentence.operation {
                Operation::Standing(standing) if !times_what_it_triggers => standing.next_attack_count(),
                _ => None,
            };
            let spared = match use_conditions.get(&line) {
                Some(UseCondition::AllBut(spared)) => spared.clone(),
                Some(UseCondition::Nobody) | None => Vec::new(),
            };
            let measures_use =
                matches!(&sentence.operation, Operation::Standing(standing) if standing.is_measured_by_use());
            let inflicted = applied.inflicted.iter().filter(|_| measures_use);
            let inflicted = inflicted.map(|(who, totals)| (*who, totals.damage)).collect();
            ActivePart { left: attacks_left, spared, inflicted, ..ActivePart::until(line, own_end.unwrap_or(fallback)) }
        })
        .collect();
    if parts.is_empty() && skill_end.is_none() && !has_upkeep && !skill.stays_until_ended(upgraded) {
        return None;
    }
    let longest = parts.iter().map(|p| p.until).max();
    let later_ends = parts
        .iter()
        .filter(|part| {
            let mut sentences_of_part = sentences().filter(|(_, line)| *line == part.line);
            sentences_of_part.any(|(sentence, _)| matches!(sentence.trigger, Some(Trigger::Once(..))))
        })
        .map(|part| part.until);
    // The skill stays in force for sentences that come later, and for sentences with a longer duration of their own.
    // The latter applies only where nothing of the skill itself would stay with them: a field, familiars, an upkeep.
    let only_sentences_stay = !has_upkeep && !skill.stays_until_ended(upgraded);
    let sentences_with_duration =
        sentences().filter(|(sentence, _)| only_sentences_stay && sentence.duration.is_some());
    let outlasting_lines: Vec<u16> = sentences_with_duration.map(|(_, line)| line).collect();
    let outlasting_ends = parts.iter().filter(|part| outlasting_lines.contains(&part.line)).map(|part| part.until);
    let skill_end = skill_end
        .map(|skill_end| later_ends.chain(outlasting_ends).max().map_or(skill_end, |later| skill_end.max(later)));
    let until = skill_end.or(if has_upkeep { Some(Until::Open) } else { longest }).unwrap_or(Until::Open);
    Some((parts, until))
}
