//! What a skill leaves in force, and how that ends (R357–R368, R374, A136, A228).

use std::collections::BTreeMap;

use crate::event::detail::EndReason;
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::condition::{Who, Written};
use crate::language::effect::{Clause, Duration, Effect, Modifier, Operation, Rule, Standing, Trigger};
use crate::night::Night;
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::target::TargetKind;
use crate::war::War;
use crate::war::active::{Active, Part, Until};
use crate::war::setup::SkillRef;
use crate::war::truth::{Speech, holds};

use super::{Working, marble, summoning};

/// What the conditions that are read at the use came to, by their lines.
pub(super) type Judged = BTreeMap<u16, Verdict>;

/// What a condition read at the use came to.
pub(super) enum Verdict {
    /// It holds of nobody: the sentence does not begin.
    Nobody,
    /// It begins, but not for these targets.
    AllBut(Vec<CharacterId>),
}

/// Reads the condition of a sentence that begins to hold, of each target.
pub(super) fn judge(war: &War, working: &Working, rule: &Rule) -> Verdict {
    let Some(condition) = &rule.condition else { return Verdict::AllBut(Vec::new()) };
    let told = |target| {
        let (here, bargain, of_use) = (Some(working.place), &working.bargain, Some(working.used.0));
        holds(war, condition, Speech { here, bargain, of_use, ..Speech::of(working.user, target, Some(working.user)) })
    };
    let spared: Vec<CharacterId> = working.targets.iter().copied().filter(|target| !told(Some(*target))).collect();
    let nobody = if working.targets.is_empty() { !told(None) } else { spared.len() == working.targets.len() };
    if nobody { Verdict::Nobody } else { Verdict::AllBut(spared) }
}

/// The skill's lasting sentences begin to hold, if it has any (R123, R374).
pub(super) fn begin(night: &mut Night<'_>, working: &Working, judged: &Judged) {
    let skill = night.war.skill(working.skill);
    let Some((parts, until)) = lasting(night.basis(), working, judged) else { return };
    let on_ground = skill.lies_on_ground(working.upgraded);
    let summoned = summoning::summoned(night, working);
    if skill.summons().next().is_some() && summoned.is_empty() && parts.is_empty() {
        return;
    }
    let self_only = !on_ground && summoned.is_empty() && skill.targets.iter().all(|t| *t == TargetKind::SelfTarget);
    let targets = match (on_ground, self_only) {
        // A field lies there, whoever comes; a Marble is on whom it drew in.
        (true, _) if skill.is_field(working.upgraded) => Vec::new(),
        (_, true) => vec![working.user],
        // A summoning is on its familiars: it lasts while they are there, and they while it does.
        _ if !summoned.is_empty() => summoned,
        _ => working.targets.clone(),
    };
    let active = Active {
        second: working.second,
        place: working.place,
        afar: working.place != night.war.character(working.user).at,
        upkeep: skill.cost.at(working.upgraded).upkeep,
        self_only,
        upgraded: working.upgraded,
        parts,
        until,
        bargain: working.bargain.clone(),
        targets,
        words: working.words.clone(),
        ..night.war.beginning(working.user, working.skill)
    };
    put_in_force(night, working, active);
}

/// Whether words speak of groups, which are read anew each time.
pub(super) fn is_of_groups(who: &Who<Written>) -> bool {
    match who {
        Who::OneOf(all) => all.iter().all(is_of_groups),
        one => one.group().is_some(),
    }
}

/// What a sentence leaves in force that was set off: it begins now and holds for its own time.
pub(in crate::night) fn set_off(
    night: &mut Night<'_>,
    working: &Working,
    line: u16,
    rule: &Rule,
    targets: Vec<CharacterId>,
) {
    let until = own_time(rule, night.war.night).unwrap_or(Until::Open);
    let active = Active {
        self_only: targets == [working.user],
        upgraded: working.upgraded,
        parts: vec![Part { left: night.war.count_of(working.skill, line), ..Part::of(line, until) }],
        until,
        targets,
        place: working.place,
        afar: working.place != night.war.character(working.user).at,
        set_off: Some(line),
        ..night.war.beginning(working.user, working.skill)
    };
    put_in_force(night, working, active);
}

/// A status of a sheet's own is received (R130), but by the immune (A137). It works from the next Turn on (A075).
pub(in crate::night) fn afflict(night: &mut Night<'_>, working: &Working, line: u16, who: CharacterId) {
    let (user, skill) = (working.user, working.skill);
    let Some(status) = night.war.affliction(skill, line) else { return };
    let (parent, cause) = (Some(working.used), working.cause);
    if night.basis().is_immune_to_named(who, &status.name) {
        let ignored = EventKind::AfflictionIgnored { who, by: user, skill, line };
        night.emit(ignored, parent, cause, None, &[RuleId::A(137)]);
        return;
    }
    let until = Until::Night(night.war.night + status.turns);
    let active = Active {
        self_only: who == user,
        upgraded: working.upgraded,
        parts: (0u16..)
            .take(status.effects.len())
            .map(|part| Part { of_status: Some(part), ..Part::of(line, until) })
            .collect(),
        until,
        targets: vec![who],
        status: Some(line),
        ..night.war.beginning(user, skill)
    };
    night.emit(EventKind::Afflicted { active }, parent, cause, None, &[RuleId::R(130), RuleId::A(75)]);
}

/// Ends statuses of sheets' own, of a name or all: every version at once (R135).
pub(in crate::night) fn cure(night: &mut Night<'_>, working: &Working, who: CharacterId, name: Option<&str>) {
    let cured: Vec<(CharacterId, SkillRef, u16)> = night
        .war
        .afflictions_on(who)
        .filter(|(_, of)| name.is_none_or(|name| of.name.eq_ignore_ascii_case(name)))
        .filter_map(|(active, _)| Some((active.user, active.skill, active.status?)))
        .collect();
    for (by, skill, line) in cured {
        let ended = EventKind::AfflictionEnded { who, by, skill, line, cured: true };
        night.emit(ended, Some(working.used), working.cause, None, &[RuleId::R(135), RuleId::A(81)]);
    }
}

/// Lets a skill come into force; one that does not stack takes its own place (A136).
fn put_in_force(night: &mut Night<'_>, working: &Working, active: Active) {
    let stacks = !night.war.skill(working.skill).says(&Clause::DoesNotStack);
    let in_force = night.war.active.iter().any(|a| {
        a.skill == active.skill
            && a.set_off == active.set_off
            && a.status.is_none()
            && a.targets.iter().any(|t| active.targets.contains(t))
    });
    let renews = !stacks && in_force;
    let rule = if renews { RuleId::A(136) } else { RuleId::R(374) };
    // Its user's deed is seen where its user is; what it does elsewhere is noticed there.
    let seen_at = night.war.character(working.user).at;
    let began = EventKind::EffectBegan { active: active.clone(), renews };
    let began = night.emit(began, Some(working.used), working.cause, Some(seen_at), &[rule]);
    night.obeyed_from_now(&active, began);
}

/// Until when something holds that begins on a Night; that Turn counts as the first (R374).
fn until(duration: Duration, night: u32) -> Until {
    match duration {
        Duration::Turns(turns) => Until::Night(night + turns.max(1) - 1),
        Duration::ThisTurn => Until::Night(night),
        Duration::Indefinitely => Until::Open,
    }
}

/// Until when a sentence that begins on a Night holds by its own words. Points are given as a Turn begins, and those of
/// the Turn of its use have been: for 2 Turns they are those of the next two (R080, A035).
fn own_time(rule: &Rule, night: u32) -> Option<Until> {
    let points = matches!(rule.operation.modifier(), Some(Modifier::EachTurn { .. }));
    Some(match rule.duration? {
        Duration::Turns(turns) if points => Until::Night(night + turns),
        duration => until(duration, night),
    })
}

/// The lasting sentences of a skill and until when it is active; `None` when nothing lasts.
fn lasting(war: &War, working: &Working, judged: &Judged) -> Option<(Vec<Part>, Until)> {
    let (skill, upgraded, night) = (war.skill(working.skill), working.upgraded, war.night);
    let until = |duration: Duration| until(duration, night);
    let rules = || {
        skill.effects.iter().zip(0u16..).filter_map(|(line, place)| match &line.effect {
            Effect::Rule(rule) => Some((rule, place)),
            Effect::Gm(_) | Effect::Choice(_) | Effect::Several(_) => None,
        })
    };
    let target = working.targets.first().copied();
    let speech = Speech {
        here: Some(working.place),
        bargain: &working.bargain,
        ..Speech::of(working.user, target, Some(working.user))
    };
    // A number of Turns that hangs on a condition holds if that holds now, and then before any other.
    let whole = skill
        .clauses()
        .filter_map(|(clause, only_if)| match (clause, only_if) {
            (Clause::Lasts(Duration::Indefinitely), _) => Some((false, Until::Open)),
            (Clause::Lasts(duration), Some(condition)) => {
                holds(war, condition, speech).then(|| (true, until(*duration)))
            }
            (Clause::Lasts(duration), None) => Some((false, until(*duration))),
            _ => None,
        })
        .max()
        .map(|(_, until)| until);
    let has_upkeep = skill.cost.at(upgraded).upkeep.is_some();
    // What was not paid for or not chosen is no part of it.
    let denied = |rule: &Rule| rule.condition.as_ref().is_some_and(|c| working.bargain.settles(c) == Some(false));
    let begins = |line: u16| !matches!(judged.get(&line), Some(Verdict::Nobody));
    // What waits for the kill of an attack is over with the attack, unless it says how long.
    let lasts = |rule: &Rule| rule.duration.is_some() || whole.is_some() || has_upkeep;
    let of_blow = |rule: &Rule| skill.is_attack() && rule.waits_for_a_kill() && !lasts(rule);
    let parts: Vec<Part> = rules()
        .filter(|(rule, line)| rule.is_in_force() && !denied(rule) && begins(*line) && !of_blow(rule))
        .map(|(rule, line)| {
            // What is to be set off waits as long as the skill lasts; the time it names comes after.
            let waits = rule.trigger.is_some() && matches!(rule.operation, Operation::Standing(_));
            let own = match rule.trigger {
                Some(Trigger::Once(turns, _)) => Some(Until::Night(night + turns)),
                Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::Limited(..)) | None => {
                    own_time(rule, night).filter(|_| !waits).or(whole)
                }
            };
            let fallback = match rule.operation {
                // An upgrade without a duration holds to the end of the Turn (A228).
                Operation::Standing(Standing { modifier: Modifier::Upgrade(_), .. }) if !has_upkeep => {
                    Until::Night(night)
                }
                _ => Until::Open,
            };
            let left = match &rule.operation {
                Operation::Standing(standing) if !waits => standing.next(),
                _ => None,
            };
            let spared = match judged.get(&line) {
                Some(Verdict::AllBut(spared)) => spared.clone(),
                Some(Verdict::Nobody) | None => Vec::new(),
            };
            Part { left, spared, ..Part::of(line, own.unwrap_or(fallback)) }
        })
        .collect();
    if parts.is_empty() && whole.is_none() && !has_upkeep && !skill.stays_by_itself(upgraded) {
        return None;
    }
    let longest = parts.iter().map(|p| p.until).max();
    let later = parts
        .iter()
        .filter(|part| {
            let mut of_part = rules().filter(|(_, line)| *line == part.line);
            of_part.any(|(rule, _)| matches!(rule.trigger, Some(Trigger::Once(..))))
        })
        .map(|part| part.until);
    // What comes later is waited for, though the rest is over.
    let whole = whole.map(|whole| later.max().map_or(whole, |later| whole.max(later)));
    let until = whole.or(if has_upkeep { Some(Until::Open) } else { longest }).unwrap_or(Until::Open);
    Some((parts, until))
}

/// Ends a skill in force, unless the batch has ended it already.
pub(in crate::night) fn end(night: &mut Night<'_>, active: &Active, why: EndReason, cause: Cause, rules: &[RuleId]) {
    let is_it = |a: &Active| a.is_same_use(active) && (a.set_off, a.status) == (active.set_off, active.status);
    if night.war.active.iter().any(is_it) {
        end_after(night, active, why, None, cause, rules);
    }
}

/// Ends a skill in force by what has just happened.
fn end_after(
    night: &mut Night<'_>,
    active: &Active,
    why: EndReason,
    parent: Option<EventId>,
    cause: Cause,
    rules: &[RuleId],
) {
    let Active { user, skill, place: at, set_off, .. } = *active;
    if let (Some(line), Some(who)) = (active.status, active.targets.first().copied()) {
        let ended = EventKind::AfflictionEnded { who, by: user, skill, line, cured: false };
        night.emit(ended, parent, cause, None, &[RuleId::A(75)]);
        return;
    }
    // A field fades where it lies; anything else where its user is.
    let place = night.war.ground_of(active);
    let ended = EventKind::EffectEnded { user, skill, targets: active.targets.clone(), at, set_off, why };
    let event = night.emit(ended, parent, cause, place, rules);
    summoning::vanish(night, active, event);
    if place.is_some() {
        // One field, one fate: what the GM put into it ends with it (A261).
        let war = &night.war;
        let of_it = |a: &&Active| a.user == user && a.skill != skill && war.known_as(a.skill) == Some(skill);
        let put: Vec<Active> = war.active.iter().filter(of_it).filter(|a| a.status.is_none()).cloned().collect();
        for active in put {
            end_after(night, &active, why, Some(event), cause, &[RuleId::A(261)]);
        }
    }
}

/// Ends one sentence of a skill in force, which held until something was done: for one of its targets, if it is theirs,
/// and the rest goes on for the others. With its last sentence the skill ends.
pub(in crate::night) fn end_line(
    night: &mut Night<'_>,
    active: &Active,
    line: u16,
    whose: Option<CharacterId>,
    deed: Option<EventId>,
) {
    end_part(night, active, line, whose, (EndReason::UntilDone, deed), &[RuleId::R(125), RuleId::R(374)]);
}

fn end_part(
    night: &mut Night<'_>,
    active: &Active,
    line: u16,
    whose: Option<CharacterId>,
    (why, deed): (EndReason, Option<EventId>),
    rules: &[RuleId],
) {
    // As it stands now: much may have ended it before.
    let Some(active) = night.war.active.iter().find(|a| a.is_same_use(active)).cloned() else { return };
    if !active.parts.iter().any(|part| part.line == line) {
        return;
    }
    let spared = active.parts.iter().filter(|part| part.line == line).flat_map(|part| &part.spared);
    let spared: Vec<CharacterId> = spared.copied().collect();
    let alone = active.parts.iter().all(|part| part.line == line);
    let stays = active.is_skill() && night.war.skill(active.skill).stays_by_itself(active.upgraded);
    let one = whose.filter(|who| active.targets.iter().any(|t| t != who && !spared.contains(t)));
    if alone && !stays {
        let ending = Active { targets: one.map_or(active.targets.clone(), |who| vec![who]), ..active };
        return end_after(night, &ending, why, deed, Cause::Rule, rules);
    }
    let Active { user, skill, targets, place: at, .. } = active;
    let ended = EventKind::PartsEnded { user, skill, targets, at, line: Some(line), whose: one };
    night.emit(ended, deed, Cause::Rule, None, rules);
}

/// What is confined to a location disappears as its user leaves it, and for good (R357, R358).
fn end_left(night: &mut Night<'_>) {
    let war = &night.war;
    let left = war.active.iter().filter(|active| war.is_left(active));
    let parts = left.flat_map(|active| active.parts.iter().map(move |part| (active, part.line)));
    let confined = |(active, line): &(&Active, u16)| {
        let rule = war.written(active.skill, *line);
        rule.is_some_and(
            |rule| if active.set_off.is_some() { rule.operation.is_confined() } else { rule.is_confined() },
        )
    };
    let ending: Vec<(Active, u16)> = parts.filter(confined).map(|(active, line)| (active.clone(), line)).collect();
    for (active, line) in ending {
        end_part(night, &active, line, None, (EndReason::UserLeft, None), &[RuleId::R(357)]);
    }
}

/// Entering Spirit Form ends the Servant's active skills, but for those on itself (R361, R362, A095).
pub(in crate::night) fn end_by_spirit_form(night: &mut Night<'_>, servant: CharacterId, parent: EventId) {
    // Created familiars stay.
    let summons = |a: &Active| night.war.skill(a.skill).summons().next().is_some();
    let others = night.war.active.iter().filter(|a| a.user == servant && !a.self_only && a.status.is_none());
    let ending: Vec<Active> = others.filter(|a| !summons(a)).cloned().collect();
    for active in ending {
        let rules = [RuleId::R(361), RuleId::R(362), RuleId::A(95)];
        end_after(night, &active, EndReason::SpiritForm, Some(parent), Cause::Rule, &rules);
    }
}

/// The user's death ends what has an upkeep (R359, R360); an effect nobody is left to bear ends too.
pub(in crate::night) fn end_by_death(night: &mut Night<'_>, dead: CharacterId, parent: EventId) {
    let lone = |war: &War, active: &Active| active.targets.iter().all(|t| !war.character(*t).is_alive());
    let ending: Vec<(Active, EndReason)> = night
        .war
        .active
        .iter()
        .filter_map(|active| {
            if active.user == dead && active.upkeep.is_some() {
                Some((active.clone(), EndReason::UserDied))
            } else if active.targets.contains(&dead) && lone(&night.war, active) && !night.war.is_marble(active) {
                Some((active.clone(), EndReason::NobodyLeft))
            } else {
                None
            }
        })
        .collect();
    for (active, why) in ending {
        end_after(night, &active, why, Some(parent), Cause::Rule, &[RuleId::R(359), RuleId::R(360)]);
    }
}

/// Ends what lasts only while something holds that holds no longer (family 28), and what is confined to a location its
/// user has left.
pub(in crate::night) fn end_unheld(night: &mut Night<'_>) {
    end_left(night);
    let war = &night.war;
    let ending: Vec<Active> = war.active.iter().filter_map(|active| no_longer_on(war, active)).collect();
    for active in ending {
        end(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::R(374)]);
    }
    marble::end_without_user(night);
    let war = &night.war;
    let ending: Vec<Active> = war.active.iter().filter(|a| is_deserted(war, a)).cloned().collect();
    for active in ending {
        end(night, &active, EndReason::NoLongerHolds, Cause::Rule, &[RuleId::A(124), RuleId::A(128)]);
    }
}

/// Whether a Command Spell without an end of its own has lost what it needs: its caster, qualified and with the
/// Servant's contract, or whom it names (A124, A128).
fn is_deserted(war: &War, active: &Active) -> bool {
    if war.skill(active.skill).role != Role::CommandSpell || active.until != Until::Open {
        return false;
    }
    let caster = war.character(active.user);
    let commands = caster.is_alive() && caster.mastery.as_ref().is_some_and(|m| m.qualified);
    let contracted = active.targets.iter().any(|t| war.character(*t).master == Some(active.user));
    let named = active.second.is_none_or(|id| war.character(id).is_alive());
    !(commands && contracted && named)
}

/// A skill in force as it ends now: for those of its targets of whom what it lasts by holds no longer.
fn no_longer_on(war: &War, active: &Active) -> Option<Active> {
    if active.status.is_some() {
        return None;
    }
    let lasts = |clause: &Clause| matches!(clause, Clause::Lasts(Duration::Indefinitely));
    let conditions = || war.skill(active.skill).clauses().filter(|(c, _)| lasts(c)).filter_map(|(_, only_if)| only_if);
    let holds_on = |target: Option<CharacterId>| {
        let here = Some(active.place);
        let speech = Speech { here, bargain: &active.bargain, ..Speech::of(active.user, target, None) };
        conditions().all(|condition| holds(war, condition, speech))
    };
    if active.targets.is_empty() {
        return (!holds_on(None)).then(|| active.clone());
    }
    let gone: Vec<CharacterId> = active.targets.iter().copied().filter(|target| !holds_on(Some(*target))).collect();
    (!gone.is_empty()).then(|| Active { targets: gone, ..active.clone() })
}

/// Ends what has run its time as the Turn ends (R374).
pub(in crate::night) fn run_durations(night: &mut Night<'_>) {
    let number = night.war.night;
    for active in night.war.active.clone() {
        let parts_over = active.parts.iter().filter(|p| p.until.is_over_after(number)).count();
        let over = active.until.is_over_after(number)
            || (parts_over > 0 && parts_over == active.parts.len() && active.upkeep.is_none());
        if over {
            end(night, &active, EndReason::Time, Cause::Rule, &[RuleId::R(374)]);
        } else if parts_over > 0 {
            let Active { user, skill, targets, place: at, .. } = active;
            let ended = EventKind::PartsEnded { user, skill, targets, at, line: None, whose: None };
            night.emit(ended, None, Cause::Rule, None, &[RuleId::R(374)]);
        }
    }
}
