//! What waits for something: sentences with a trigger.
//!
//! A deed wakes a sentence as it happens, on the position before it; the sentence is carried out
//! behind the batch and its deaths, on the position as it is then. Those of one batch follow each
//! other in Turn order (AGI, LCK, name), each a batch of its own; what they wake comes behind all of
//! them. `When the user dies, …` belongs to the consequences of the death. What is done in a phase
//! of each Turn happens at once, as that phase begins; in the Initial Phase together with upkeeps and regeneration
//! (A085), in the Instant Phase together with Poison (A067).

use std::cmp::Reverse;

use crate::event::deeds::each;
use crate::event::kind::{Effects, EventKind};
use crate::event::{Cause, EventId};
use crate::language::condition::{Deed, Written};
use crate::language::effect::{Effect, Immediate, Often, Operation, Trigger, Who};
use crate::night::actions::skill_use::Use;
use crate::night::actions::skills;
use crate::night::actions::using;
use crate::night::actions::using::Terms;
use crate::night::conditions::targeting::Aim;
use crate::night::consequences::joining::join_by_effect;
use crate::night::effects;
use crate::night::hits::attack;
use crate::night::{LONGEST_CHAIN, Night};
use crate::sheet::skill::{EffectLine, Role};
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::stat::Stat;
use crate::war::War;
use crate::war::active::Active;
use crate::war::bargain::Bargain;
use crate::war::deeds::{Done, What, is, is_first};
use crate::war::force::Line;
use crate::war::setup::SkillRef;
use crate::war::truth::{Speech, meant};

use super::{Reached, Working};

/// The most sentences that one batch sets off, all their answers among them.
const MOST_ANSWERS: usize = 1000;

/// A sentence that what it waited for has come to.
#[derive(Clone, Debug)]
pub(crate) struct Woken {
    line: Line,
    /// On whom its skill works.
    targets: Vec<CharacterId>,
    upgraded: bool,
    /// `This location`.
    place: LocationId,
    /// Who did the deed; `None` for a time.
    doer: Option<CharacterId>,
    /// Who attacked in it.
    attackers: Vec<CharacterId>,
    /// The deed.
    event: Option<EventId>,
    /// Its owner died in it.
    last_words: bool,
}

/// A sentence that held until something that has now been done.
#[derive(Clone, Debug)]
pub(crate) struct Ending {
    /// What was used, as it was in force then.
    active: Active,
    /// The sentence.
    line: u16,
    /// Of several targets, whose deed it was.
    whose: Option<CharacterId>,
    /// The deed.
    event: EventId,
}

/// Wakes what waits for the deeds of an event that is about to happen.
pub(crate) fn wake(night: &mut Night<'_>, kind: &EventKind, event: EventId) {
    let mut woken: Vec<Woken> = Vec::new();
    let mut endings: Vec<Ending> = Vec::new();
    let war = &night.war;
    each(war, kind, |done| {
        for line in war.in_force.waiting_for(done.what) {
            let ending = war.ended_by(*line).and_then(|deed| awaited_of(war, *line, &done, deed));
            if let Some((whose, active)) = ending.zip(war.active_of(*line)) {
                endings.push(Ending { active: active.clone(), line: line.line, whose, event });
            }
            // Of several targets, whose deed it is.
            let awaited = war.awaited_by(*line).and_then(|deed| awaited_of(war, *line, &done, deed));
            let Some(whose) = awaited else { continue };
            let attacker = attacker(night, &done);
            match woken.iter_mut().find(|w| w.line == *line && w.doer == Some(done.who)) {
                Some(known) => {
                    known.attackers.extend(attacker.filter(|a| !known.attackers.contains(a)));
                    known.targets.extend(chosen(*line, &done).or(whose).filter(|t| !known.targets.contains(t)));
                }
                None => {
                    let mut new = Woken::of(war, *line);
                    new.targets = whose.map_or(new.targets, |whose| vec![whose]);
                    new.doer = Some(done.who);
                    new.attackers.extend(attacker);
                    new.targets.extend(chosen(*line, &done));
                    new.event = Some(event);
                    new.last_words = done.what == What::Died && done.who == line.user;
                    woken.push(new);
                }
            }
        }
    });
    struck_down(night, kind, event, &mut woken);
    night.endings.extend(endings);
    for woken in woken {
        let Line { user, skill, line, .. } = woken.line;
        let most = match night.war.rule(woken.line).and_then(|rule| rule.trigger.as_ref()) {
            Some(Trigger::Limited(Often::EachTurn(most), _)) => *most,
            _ => u32::MAX,
        };
        let answered = night.answers.entry((user, skill, line)).or_default();
        if *answered < most {
            *answered += 1;
            night.woken.push(woken);
        }
    }
}

/// An attack whose blow has fallen: its own sentences hear of the deaths that this blow brings.
#[derive(Clone, Debug)]
pub(crate) struct Blown {
    user: CharacterId,
    skill: SkillRef,
    upgraded: bool,
    place: LocationId,
    /// Who took it.
    on: Vec<CharacterId>,
}

/// A blow has fallen; whether it kills is told as the deaths of its batch are.
pub(crate) fn has_struck(night: &mut Night<'_>, used: &Use, on: impl Iterator<Item = CharacterId>) {
    let Use { user, skill, upgraded, place, .. } = *used;
    let waits = |line: &EffectLine| matches!(&line.effect, Effect::Rule(rule) if rule.waits_for_a_kill());
    if night.war.skill(skill).effects.iter().any(waits) {
        night.blown.push(Blown { user, skill, upgraded, place, on: on.collect() });
    }
}

/// Wakes what waits in an attack for the death of whom it has struck, where it has not come into force.
fn struck_down(night: &Night<'_>, kind: &EventKind, event: EventId, woken: &mut Vec<Woken>) {
    let war = &night.war;
    for blown in &night.blown {
        let Blown { user, skill, upgraded, place, .. } = *blown;
        for line in (0u16..).take(war.skill(skill).effects.len()) {
            let line = Line { user, skill, line, of_status: None, active: None };
            let rule = war.rule(line).filter(|rule| rule.waits_for_a_kill());
            let Some(deed) = rule.and_then(|rule| rule.trigger.as_ref()).and_then(Trigger::deed) else { continue };
            each(war, kind, |done| {
                let victim = if done.what == What::Died { Some(done.who) } else { done.other };
                let Some(victim) = victim.filter(|who| blown.on.contains(who)) else { return };
                let speech = Speech { here: Some(place), ..Speech::of(user, Some(victim), None) };
                let known = |w: &Woken| (w.line.user, w.line.skill, w.line.line) == (user, skill, line.line);
                if is(war, &done, deed, speech) && !woken.iter().any(known) {
                    let of_it = Woken { doer: Some(done.who), event: Some(event), ..Woken::of(war, line) };
                    woken.push(Woken { targets: vec![victim], upgraded, place, ..of_it });
                }
            });
        }
    }
}

/// Whether a sentence has answered as often as it does in the War.
fn is_used_up(war: &War, line: Line) -> bool {
    match war.rule(line).and_then(|rule| rule.trigger.as_ref()) {
        Some(Trigger::Limited(Often::InWar(most), _)) => war.times_in_war(line, line.user) >= *most,
        _ => false,
    }
}

/// Of whom among those it is on a deed is just that which a sentence waits for, or which ends it; `None` if it is not.
/// None of them is named where the words speak of no target.
fn awaited_of(war: &War, line: Line, done: &Done, deed: &Deed<Written>) -> Option<Option<CharacterId>> {
    let active = war.active_of(line);
    if active.is_some_and(|active| war.is_suspended(active)) || (deed.first && !is_first(done, &war.deeds)) {
        return None;
    }
    let is_it = |target: Option<CharacterId>| {
        // What has been set off speaks of whom it was set off upon as `they`.
        let speech = Speech { that: target, ..war.speech_of(line, target, None) };
        is(war, done, deed, speech)
    };
    let of_target = deed.mentions(&|who| matches!(who, Who::Target | Who::That));
    let Some(active) = active.filter(|_| of_target) else { return is_it(None).then_some(None) };
    // Of several targets the one who did it comes before one to whom it was done, and both before their kin.
    let own = |id: CharacterId| active.targets.contains(&id) && !active.spares(line.line, id);
    let first = [Some(done.who), done.other].into_iter().flatten();
    let all = first.chain(active.targets.iter().copied()).filter(|id| own(*id));
    all.map(Some).find(|target| is_it(*target))
}

/// Whom an attack or a use is directed at: `the target` to what is always on.
fn chosen(line: Line, done: &Done) -> Option<CharacterId> {
    let directed = [What::Attacked, What::Damaged, What::Killed, What::Used, What::Commanded].contains(&done.what);
    done.other.filter(|_| directed && line.active.is_none())
}

/// Who attacked in a deed. Of a death, who struck the blow: an attack's, no Poison's.
fn attacker(night: &Night<'_>, done: &Done) -> Option<CharacterId> {
    match done.what {
        What::Attacked | What::Damaged => Some(done.who),
        What::WasAttacked | What::WasDamaged | What::Intercepted => done.other,
        What::Died => done.other.filter(|by| {
            let mut blows = night.blows.iter().filter(|b| b.on == done.who && b.by == Some(*by));
            blows.any(|b| b.attack && b.batch == night.batch)
        }),
        What::Used
        | What::Commanded
        | What::Killed
        | What::Entered
        | What::Left
        | What::Fled
        | What::EnteredSpiritForm
        | What::LeftSpiritForm => None,
    }
}

impl Woken {
    fn of(war: &War, line: Line) -> Woken {
        let active = war.active_of(line);
        Woken {
            line,
            targets: active.map(|a| a.targets.clone()).unwrap_or_default(),
            upgraded: active.is_some_and(|a| a.upgraded),
            place: war.speech_of(line, None, None).here(war),
            // Whoever has a status is `they` in it.
            doer: active.filter(|a| a.status.is_some()).and_then(|a| a.targets.first().copied()),
            attackers: Vec::new(),
            event: None,
            last_words: false,
        }
    }

    /// The sentence at work, with an attacker of whom it speaks.
    fn working(&self, attacker: Option<CharacterId>, used: EventId) -> Working {
        Working {
            words: None,
            second: None,
            chosen: None,
            push: None,
            user: self.line.user,
            skill: self.line.skill,
            targets: self.targets.clone(),
            inflicted: std::collections::BTreeMap::new(),
            struck: false,
            bargain: Bargain::NONE,
            upgraded: self.upgraded,
            place: self.place,
            used,
            cause: Cause::Effect { skill: self.line.skill, user: self.line.user },
            attacker,
            that: self.doer,
        }
    }
}

/// Turn order: the faster, the luckier, by name; one's own in the order of the deeds and of the sheet.
fn in_turn_order(war: &War, woken: &mut [Woken]) {
    woken.sort_by_cached_key(|w| {
        let (user, line) = (w.line.user, w.line);
        let speed = (Reverse(war.rank(user, Stat::AGI)), Reverse(war.rank(user, Stat::LCK)));
        // What one sentence says of one deed stands together.
        (speed, war.character(user).name.clone(), w.event, line.skill, line.active, w.doer, line.line)
    });
}

/// Carries out what the deaths of a batch woke in those who died; whether anything did.
pub(crate) fn last_words(night: &mut Night<'_>) -> bool {
    let (mut last, rest): (Vec<Woken>, Vec<Woken>) =
        std::mem::take(&mut night.woken).into_iter().partition(|w| w.last_words);
    night.woken = rest;
    if last.is_empty() {
        return false;
    }
    in_turn_order(&night.war, &mut last);
    night.next_batch();
    for sentence in sentences(&night.war, last) {
        carry_out_all(night, &sentence);
    }
    true
}

/// Carries out what has been woken, and what that wakes.
pub(crate) fn answer(night: &mut Night<'_>) {
    if !night.answering {
        end(night);
    }
    if night.answering || night.woken.is_empty() {
        return;
    }
    night.answering = true;
    let (mut waves, mut answers) = (0, 0);
    while !night.woken.is_empty() && !night.over {
        if waves >= LONGEST_CHAIN || answers >= MOST_ANSWERS {
            night.fault(&format!("a chain of more than {LONGEST_CHAIN} answers of effects to each other is cut off"));
            break;
        }
        waves += 1;
        let mut wave = std::mem::take(&mut night.woken);
        in_turn_order(&night.war, &mut wave);
        for sentence in sentences(&night.war, wave) {
            if night.over {
                break;
            }
            answers += sentence.len();
            // How much it comes to is told of that moment too.
            if sentence.len() > 1 {
                night.at_once(|night| carry_out_all(night, &sentence));
            } else {
                night.next_batch();
                carry_out_all(night, &sentence);
                night.settle();
            }
            end(night);
        }
    }
    night.woken.clear();
    night.answering = false;
    night.next_batch();
}

/// Ends what held until something that has been done.
fn end(night: &mut Night<'_>) {
    if night.endings.is_empty() {
        return;
    }
    night.next_batch();
    for Ending { active, line, whose, event } in std::mem::take(&mut night.endings) {
        effects::end_line(night, &active, line, whose, Some(event));
    }
    night.next_batch();
}

/// Whether the Turn of what waits for a phase is this one.
fn is_due(war: &War, line: Line) -> bool {
    match war.rule(line).and_then(|rule| rule.trigger.as_ref()) {
        Some(Trigger::Once(turns, _)) => war.active_of(line).is_some_and(|a| a.since + turns == war.night),
        Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::Limited(..)) | None => true,
    }
}

/// Carries out what is done in this phase of each Turn, all at once: what is in force as its batch begins.
pub(crate) fn each_turn(night: &mut Night<'_>, phase: Phase) {
    let war = night.basis();
    let due = |line: &Line| is_due(war, *line) && !war.is_dormant(*line);
    let lines: Vec<Line> = war.in_force.each_turn(phase).filter(due).collect();
    if lines.is_empty() || night.over {
        return;
    }
    let mut woken: Vec<Woken> = lines.into_iter().map(|line| Woken::of(war, line)).collect();
    in_turn_order(war, &mut woken);
    night.at_once(|night| carry_out_all(night, &woken));
}

/// What was woken together by one sentence that says several things: they are of one moment.
fn sentences(war: &War, woken: Vec<Woken>) -> Vec<Vec<Woken>> {
    let mut all: Vec<Vec<Woken>> = Vec::new();
    for woken in woken {
        let Line { user, skill, line, .. } = woken.line;
        let joined = war.skill(skill).effects.get(usize::from(line)).is_some_and(|line| line.joined);
        let of_last = |last: &Woken| {
            let of = last.line;
            joined
                && (of.user, of.skill, of.line + 1, of.active) == (user, skill, line, woken.line.active)
                && (last.doer, last.event) == (woken.doer, woken.event)
        };
        match all.last_mut().filter(|sentence| sentence.last().is_some_and(of_last)) {
            Some(sentence) => sentence.push(woken),
            None => all.push(vec![woken]),
        }
    }
    all
}

/// Carries out what is of one moment: whom each of them reaches is told before any is carried out.
fn carry_out_all(night: &mut Night<'_>, woken: &[Woken]) {
    let judged: Vec<Vec<Reach>> = woken.iter().map(|woken| judge(night, woken)).collect();
    for (woken, reach) in woken.iter().zip(judged) {
        carry_out(night, woken, reach);
    }
}

/// Whom a sentence reaches, for each attacker it speaks of.
type Reach = (Option<CharacterId>, Vec<Reached>);

/// Whom a sentence reaches. A dead character's abilities answer no more, but to its own death.
fn judge(night: &Night<'_>, woken: &Woken) -> Vec<Reach> {
    let Line { user, active, .. } = woken.line;
    let silent = active.is_none() && !woken.last_words && !night.basis().character(user).is_alive();
    let rule = night.war.rule(woken.line).filter(|_| !silent && !is_used_up(&night.war, woken.line));
    let Some(rule) = rule else { return Vec::new() };
    let attackers: Vec<Option<CharacterId>> = match woken.attackers.as_slice() {
        [] => vec![None],
        some => some.iter().copied().map(Some).collect(),
    };
    let used = woken.event.unwrap_or(EventId(0));
    let reach = attackers.into_iter().map(|attacker| {
        let reached = effects::reached(night, &woken.working(attacker, used), rule);
        (attacker, reached)
    });
    let mut reach: Vec<Reach> = reach.filter(|(_, reached)| !reached.is_empty()).collect();
    // A sentence that does not speak of the attacker is carried out once, however many there were.
    if !effects::speaks_of_attacker(rule) {
        reach.truncate(1);
    }
    reach
}

/// Carries out one sentence on whom it reaches.
fn carry_out(night: &mut Night<'_>, woken: &Woken, reach: Vec<Reach>) {
    let Line { user, skill, line, .. } = woken.line;
    let Some(rule) = night.war.rule(woken.line).cloned() else { return };
    let cause = Cause::Effect { skill, user };
    let mut told: Option<EventId> = None;
    for (attacker, reached) in reach {
        let set_off = match told {
            Some(event) => event,
            None => {
                let kind = Effects::SetOff { user, skill, line };
                night.emit(kind, woken.event, cause, None, &[RuleId::R(125)])
            }
        };
        let working = woken.working(attacker, set_off);
        match &rule.operation {
            Operation::Immediate(what) => {
                effects::apply_to_all(night, &working, what, line, &reached);
                let field = night.war.skill(skill).is_field(working.upgraded);
                if field && matches!(what, Immediate::Damage { .. }) {
                    join_by_effect(night, &working, &reached.iter().map(|on| on.who).collect::<Vec<_>>());
                }
            }
            Operation::Standing(_) => {
                effects::set_off(night, &working, line, &rule, reached.iter().map(|on| on.who).collect());
            }
            Operation::Clause(_) => {}
        }
        told = Some(set_off);
    }
}

/// `The user uses "X" on the attacker`: a use like any other, paid for and within its limits, in whatever
/// phase the answer falls; `without cost` pays nothing. Who may not act does not answer, and a death, a
/// surprise or an empty purse leaves it at that (A142).
pub(crate) fn counter(
    night: &mut Night<'_>,
    working: &Working,
    name: &str,
    on: Option<&Who>,
    at_place: bool,
    free: bool,
) {
    let user = working.user;
    let character = night.war.character(user);
    let barred = !character.is_alive()
        || character.spirit_form
        || character.turn.full_turn
        || character.turn.surprised
        || night.basis().cannot_act(user);
    let found = skills::find(&night.war, user, name).filter(|found| !found.item && !barred);
    let Some(found) = found.filter(|found| night.war.skill(found.skill).role != Role::StorySkill) else { return };
    let speech = Speech { that: working.that, ..Speech::of(user, working.targets.first().copied(), working.attacker) };
    let named = on.map(|who| meant(&night.war, who, speech)).unwrap_or_default();
    let location = named.first().map(|who| night.war.character(*who).at).filter(|_| at_place);
    let aim = Aim { named: if at_place { Vec::new() } else { named }, location, ..Aim::default() };
    let bargain = skills::unspoken(night.war.skill(found.skill));
    let terms = Terms {
        cause: working.cause,
        parent: Some(working.used),
        free,
        allowed: false,
        push: None,
        words: None,
        bargain,
    };
    if let Ok(used) = using::use_on(night, user, found, &aim, terms) {
        attack::strike_hit_by_hit(night, &used);
    }
}
