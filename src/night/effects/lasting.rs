//! Effects that a skill leaves in force (R123, R130, R374, A136, A228).

use std::collections::BTreeMap;

use crate::event::EventId;
use crate::event::detail::EndReason;
use crate::event::kind::{Effects, Statuses};
use crate::language::condition::{Who, Written};
use crate::language::effect::{Clause, Duration, Effect, Modifier, Operation, Sentence, Trigger};
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
pub(super) fn read_at_use(war: &War, working: &AppliedSkill, sentence: &Sentence) -> UseCondition {
    let Some(condition) = &sentence.condition else { return UseCondition::AllBut(Vec::new()) };
    let context = |target| {
        let (here, bargain, of_use) = (Some(working.place), &working.bargain, Some(working.used.0));
        let inflicted = working.inflicted_on(target);
        EvalContext { here, bargain, of_use, inflicted, ..EvalContext::of(working.user, target, Some(working.user)) }
    };
    let holds_for = |target| condition_holds(war, condition, context(target));
    // For `The user's Servants`, the condition is asked for each of them.
    if let Some(who) = sentence.operation.who().filter(|who| is_asked_of_each(who)) {
        let target = working.targets.first().copied();
        let all = characters_meant(war, who, context(target));
        let holds = |on: &CharacterId| {
            condition_holds(war, condition, EvalContext { each: Some((who, *on)), ..context(target) })
        };
        let spared: Vec<CharacterId> = all.iter().copied().filter(|on| !holds(on)).collect();
        let nobody = spared.len() == all.len();
        return if nobody { UseCondition::Nobody } else { UseCondition::AllBut(spared) };
    }
    let spared: Vec<CharacterId> = working.targets.iter().copied().filter(|target| !holds_for(Some(*target))).collect();
    let nobody = if working.targets.is_empty() { !holds_for(None) } else { spared.len() == working.targets.len() };
    if nobody { UseCondition::Nobody } else { UseCondition::AllBut(spared) }
}

/// Brings the skill's lasting sentences into force, if it has any (R123, R374). Returns the skill in force, and its
/// event.
pub(super) fn put_use_in_force(
    night: &mut Night<'_>,
    working: &AppliedSkill,
    use_conditions: &UseConditions,
) -> Option<(ActiveSkill, EventId)> {
    let skill = night.war.skill(working.skill);
    let (parts, until) = lasting_parts(night.basis(), working, use_conditions)?;
    let on_ground = skill.covers_ground(working.upgraded);
    let summoned = summoning::familiars_summoned(night, working);
    if skill.summons().next().is_some() && summoned.is_empty() && parts.is_empty() {
        return None;
    }
    let self_only = !on_ground && summoned.is_empty() && skill.targets.iter().all(|t| *t == TargetKind::SelfTarget);
    let targets = match (on_ground, self_only) {
        // A Bounded Field covers its location, whoever is there. A Reality Marble is on those it drew in.
        (true, _) if skill.is_field(working.upgraded) => Vec::new(),
        (_, true) => vec![working.user],
        // A summoning is on its familiars: each lasts as long as the other.
        _ if !summoned.is_empty() => summoned,
        _ => working.targets.clone(),
    };
    let active = ActiveSkill {
        second: working.second,
        place: working.place,
        afar: working.place != night.war.character(working.user).at,
        upkeep: skill.cost.value(working.upgraded).upkeep,
        self_only,
        upgraded: working.upgraded,
        parts,
        until,
        bargain: working.bargain.clone(),
        targets,
        words: working.words.clone(),
        ..night.war.new_active(working.user, working.skill)
    };
    Some(put_in_force(night, working, active))
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
    working: &AppliedSkill,
    line: u16,
    sentence: &Sentence,
    targets: Vec<CharacterId>,
) -> (ActiveSkill, EventId) {
    // What is triggered as a Turn ends counts the next Turn as its first.
    let starts_next_turn = !gives_points(sentence) && sentence.trigger.as_ref().is_some_and(Trigger::is_of_turn_end);
    let begins = night.war.night + u32::from(starts_next_turn);
    let until = sentence_end(sentence, begins).unwrap_or(Until::Open);
    // Only a sentence that counts needs the trigger's characters again: its condition has been read already.
    let counts = sentence.operation.counted().is_some();
    let set_off_by =
        TriggerPeople { targets: working.targets.clone(), doer: working.antecedent, attacker: working.attacker };
    let set_off_by = if counts { set_off_by } else { TriggerPeople::default() };
    let active = ActiveSkill {
        self_only: targets == [working.user],
        upgraded: working.upgraded,
        parts: vec![ActivePart {
            left: night.war.attacks_from_use(working.skill, line),
            ..ActivePart::until(line, until)
        }],
        until,
        targets,
        place: working.place,
        afar: working.place != night.war.character(working.user).at,
        set_off: Some(line),
        set_off_by,
        ..night.war.new_active(working.user, working.skill)
    };
    put_in_force(night, working, active)
}

/// Inflicts a status defined on a sheet. It is received (R130), except by the immune (A137), and takes effect from the
/// next Turn on (A075).
pub(in crate::night) fn inflict_sheet_status(
    night: &mut Night<'_>,
    working: &AppliedSkill,
    line: u16,
    who: CharacterId,
) {
    let (user, skill) = (working.user, working.skill);
    let Some(status) = night.war.affliction(skill, line) else { return };
    let (parent, cause) = (Some(working.used), working.cause);
    if night.basis().is_immune_to_affliction(who, status) {
        let ignored = Statuses::AfflictionIgnored { who, by: user, skill, line };
        night.emit(ignored, parent, cause, None, &[RuleId::A(137)]);
        return;
    }
    let until = Until::Night(night.war.night + status.turns);
    let active = ActiveSkill {
        self_only: who == user,
        upgraded: working.upgraded,
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
    working: &AppliedSkill,
    who: CharacterId,
    name: Option<&str>,
) {
    let cured: Vec<(CharacterId, SkillRef, u16)> = night
        .war
        .afflictions_on(who)
        .filter(|(_, of)| name.map_or_else(|| of.is_negative(), |name| of.name.eq_ignore_ascii_case(name)))
        .filter_map(|(active, _)| Some((active.user, active.skill, active.status?)))
        .collect();
    for (by, skill, line) in cured {
        let ended = Statuses::AfflictionEnded { who, by, skill, line, cured: true };
        night.emit(ended, Some(working.used), working.cause, None, &[RuleId::R(135), RuleId::A(81)]);
    }
}

/// Puts a skill in force. A skill that does not stack replaces itself (A136).
fn put_in_force(night: &mut Night<'_>, working: &AppliedSkill, active: ActiveSkill) -> (ActiveSkill, EventId) {
    let stacks = !night.war.skill(working.skill).has_unconditional_clause(&Clause::DoesNotStack);
    let in_force = night.war.active_skills.iter().any(|a| {
        a.skill == active.skill
            && a.set_off == active.set_off
            && a.status.is_none()
            && a.targets.iter().any(|t| active.targets.contains(t))
    });
    if night.war.skill(working.skill).has_unconditional_clause(&Clause::OneAtATime) {
        end_on_others(night, working, &active);
    }
    let renews = !stacks && in_force;
    let rule = if renews { RuleId::A(136) } else { RuleId::R(374) };
    // The user's deed is seen where the user is; its effect elsewhere is noticed there.
    let seen_at = night.war.character(working.user).at;
    let began = Effects::EffectBegan { active: active.clone(), renews };
    let began = night.emit(began, Some(working.used), working.cause, Some(seen_at), &[rule]);
    (active, began)
}

/// Ends a skill on its earlier targets when it is used on another.
fn end_on_others(night: &mut Night<'_>, working: &AppliedSkill, active: &ActiveSkill) {
    let on_others = |a: &&ActiveSkill| {
        (a.user, a.skill) == (active.user, active.skill)
            && a.status.is_none()
            && a.targets.iter().any(|target| !active.targets.contains(target))
    };
    let ending: Vec<ActiveSkill> = night.war.active_skills.iter().filter(on_others).cloned().collect();
    for earlier in ending {
        end_effects::end_skill(night, &earlier, EndReason::UsedUp, working.cause, &[RuleId::R(125)]);
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
fn sentence_end(sentence: &Sentence, night: u32) -> Option<Until> {
    Some(match sentence.duration? {
        Duration::Turns(turns) if gives_points(sentence) => Until::Night(night + turns),
        duration => duration_end(duration, night),
    })
}

const fn gives_points(sentence: &Sentence) -> bool {
    matches!(sentence.operation.modifier(), Some(Modifier::EachTurn { .. }))
}

/// Returns the end of a skill by its own duration. A conditional number of Turns applies if its condition holds now,
/// and then goes before any other.
fn skill_end(war: &War, working: &AppliedSkill) -> Option<Until> {
    let target = working.targets.first().copied();
    let context = EvalContext {
        here: Some(working.place),
        bargain: &working.bargain,
        ..EvalContext::of(working.user, target, Some(working.user))
    };
    let skill = war.skill(working.skill);
    let has_turns = skill.clauses().any(|(clause, only_if)| {
        matches!(clause, Clause::Lasts(Duration::Turns(_) | Duration::ThisTurn)) && only_if.is_none()
    });
    let stated = skill.clauses().filter_map(|(clause, only_if)| match (clause, only_if) {
        // In `Lasts 3 Turns or until …`, the second part does not extend the first.
        (Clause::Lasts(Duration::Indefinitely), Some(_)) if has_turns => None,
        (Clause::Lasts(Duration::Indefinitely), _) => Some((false, Until::Open)),
        (Clause::Lasts(duration), Some(condition)) => {
            condition_holds(war, condition, context).then(|| (true, duration_end(*duration, war.night)))
        }
        (Clause::Lasts(duration), None) => Some((false, duration_end(*duration, war.night))),
        _ => None,
    });
    stated.max().map(|(_, until)| until)
}

/// Returns the lasting sentences of a skill and the end of the skill; `None` when nothing lasts.
fn lasting_parts(
    war: &War,
    working: &AppliedSkill,
    use_conditions: &UseConditions,
) -> Option<(Vec<ActivePart>, Until)> {
    let (skill, upgraded, night) = (war.skill(working.skill), working.upgraded, war.night);
    let sentences = || {
        skill.effects.iter().zip(0u16..).filter_map(|(line, line_index)| match &line.effect {
            Effect::Sentence(sentence) => Some((sentence, line_index)),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    };
    let skill_end = skill_end(war, working);
    let has_upkeep = skill.cost.value(upgraded).upkeep.is_some();
    // Sentences that depend on a payment or choice that was not made are left out.
    let denied = |sentence: &Sentence| {
        sentence.condition.as_ref().is_some_and(|c| working.bargain.truth_of_condition(c) == Some(false))
    };
    let begins = |line: u16| !matches!(use_conditions.get(&line), Some(UseCondition::Nobody));
    // A sentence that waits for a kill by an attack ends with the attack, unless it has a duration.
    let lasts = |sentence: &Sentence| sentence.duration.is_some() || skill_end.is_some() || has_upkeep;
    let of_blow = |sentence: &Sentence| skill.is_attack() && sentence.waits_for_a_kill() && !lasts(sentence);
    let parts: Vec<ActivePart> = sentences()
        .filter(|(sentence, line)| sentence.is_in_force() && !denied(sentence) && begins(*line) && !of_blow(sentence))
        .map(|(sentence, line)| {
            let waits = sentence.times_what_is_set_off();
            let own = match sentence.trigger {
                Some(Trigger::Once(turns, _)) => Some(Until::Night(night + turns)),
                Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::Limited(..)) | None => {
                    sentence_end(sentence, night).filter(|_| !waits).or(skill_end)
                }
            };
            // An upgrade without a duration holds to the end of the Turn (A228).
            let upgrades = matches!(sentence.operation.modifier(), Some(Modifier::Upgrade(_)));
            let fallback = if upgrades && !has_upkeep { Until::Night(night) } else { Until::Open };
            let left = match &sentence.operation {
                Operation::Standing(standing) if !waits => standing.next(),
                _ => None,
            };
            let spared = match use_conditions.get(&line) {
                Some(UseCondition::AllBut(spared)) => spared.clone(),
                Some(UseCondition::Nobody) | None => Vec::new(),
            };
            let measures = matches!(&sentence.operation, Operation::Standing(standing) if standing.measures_use());
            let inflicted = working.inflicted.iter().filter(|_| measures);
            let inflicted = inflicted.map(|(who, struck)| (*who, struck.damage)).collect();
            ActivePart { left, spared, inflicted, ..ActivePart::until(line, own.unwrap_or(fallback)) }
        })
        .collect();
    if parts.is_empty() && skill_end.is_none() && !has_upkeep && !skill.stays_until_ended(upgraded) {
        return None;
    }
    let longest = parts.iter().map(|p| p.until).max();
    let later = parts
        .iter()
        .filter(|part| {
            let mut of_part = sentences().filter(|(_, line)| *line == part.line);
            of_part.any(|(sentence, _)| matches!(sentence.trigger, Some(Trigger::Once(..))))
        })
        .map(|part| part.until);
    // The skill stays in force for sentences that come later, and for sentences with a longer duration of their own.
    // The latter applies only where nothing of the skill itself would stay with them: a field, familiars, an upkeep.
    let only_sentences_stay = !has_upkeep && !skill.stays_until_ended(upgraded);
    let own = sentences().filter(|(sentence, _)| only_sentences_stay && sentence.duration.is_some());
    let own: Vec<u16> = own.map(|(_, line)| line).collect();
    let outlasts = parts.iter().filter(|part| own.contains(&part.line)).map(|part| part.until);
    let skill_end =
        skill_end.map(|skill_end| later.chain(outlasts).max().map_or(skill_end, |later| skill_end.max(later)));
    let until = skill_end.or(if has_upkeep { Some(Until::Open) } else { longest }).unwrap_or(Until::Open);
    Some((parts, until))
}
