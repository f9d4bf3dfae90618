//! What waits for something: sentences with a trigger (EFFECTS "Shape").
//!
//! A deed wakes a sentence as it happens, on the position before it; the sentence is carried out
//! behind the batch and its deaths, on the position as it is then. Those of one batch follow each
//! other in Turn order (AGI, LCK, name), each a batch of its own; what they wake comes behind all of
//! them. `When the user dies, …` belongs to the consequences of the death. What is done in a phase
//! of each Turn happens at once, as that phase begins; in the Instant Phase together with Poison (A067).

use std::cmp::Reverse;

use crate::event::deeds::each;
use crate::event::kind::EventKind;
use crate::event::{Cause, EventId};
use crate::language::effect::{Immediate, Operation, Trigger, Who};
use crate::sheet::skill::Role;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rules::RuleId;
use crate::vocabulary::stat::Stat;
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::deeds::{Done, What, is, is_first};
use crate::war::force::Line;
use crate::war::truth::{Speech, meant};

use super::effects::{self, Working};
use super::finding::Aim;
use super::joining::join_by_effect;
use super::skills;
use super::using::{self, Terms};
use super::{LONGEST_CHAIN, Night, attack};

/// The most sentences that one batch sets off, all their answers among them.
const MOST_ANSWERS: usize = 1000;

/// A sentence that what it waited for has come to.
#[derive(Clone, Debug)]
pub(super) struct Woken {
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

/// Wakes what waits for the deeds of an event that is about to happen.
pub(super) fn wake(night: &mut Night<'_>, kind: &EventKind, event: EventId) {
    let mut woken: Vec<Woken> = Vec::new();
    let war = &night.war;
    each(war, kind, |done| {
        for line in war.in_force.waiting_for(done.what) {
            if !is_waited_for(war, *line, &done) {
                continue;
            }
            let attacker = attacker(night, &done);
            match woken.iter_mut().find(|w| w.line == *line && w.doer == Some(done.who)) {
                Some(known) => {
                    known.attackers.extend(attacker.filter(|a| !known.attackers.contains(a)));
                    known.targets.extend(chosen(*line, &done).filter(|t| !known.targets.contains(t)));
                }
                None => {
                    let mut new = Woken::of(war, *line);
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
    for woken in woken {
        let Line { user, skill, line, .. } = woken.line;
        let most = match night.war.rule(woken.line).and_then(|rule| rule.trigger.as_ref()) {
            Some(Trigger::FirstEachTurn(most, _)) => *most,
            _ => u32::MAX,
        };
        let answered = night.answers.entry((user, skill, line)).or_default();
        if *answered < most {
            *answered += 1;
            night.woken.push(woken);
        }
    }
}

/// Whether a sentence waits for just this deed.
fn is_waited_for(war: &War, line: Line, done: &Done) -> bool {
    let Some(deed) = war.rule(line).and_then(|rule| rule.trigger.as_ref()).and_then(Trigger::deed) else {
        return false;
    };
    let active = war.active_of(line);
    if active.is_some_and(|active| war.is_suspended(active)) {
        return false;
    }
    let of_targets = |id: &CharacterId| active.is_some_and(|a| a.targets.contains(id));
    // Of several targets, the one who has to do with it.
    let target = Some(done.who)
        .filter(of_targets)
        .or_else(|| done.other.filter(of_targets))
        .or_else(|| active.and_then(|a| a.targets.first().copied()));
    is(war, done, deed, war.speech_of(line, target, None)) && (!deed.first || is_first(done, &war.deeds))
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
            let mut blows = night.blows.iter().filter(|b| b.on == done.who && b.by == *by);
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
}

/// Turn order: the faster, the luckier, by name; one's own in the order of the deeds and of the sheet.
fn in_turn_order(war: &War, woken: &mut [Woken]) {
    woken.sort_by_cached_key(|w| {
        let (user, line) = (w.line.user, w.line);
        let speed = (Reverse(war.rank(user, Stat::AGI)), Reverse(war.rank(user, Stat::LCK)));
        (speed, war.character(user).name.clone(), w.event, line.skill, line.line)
    });
}

/// Carries out what the deaths of a batch woke in those who died; whether anything did.
pub(super) fn last_words(night: &mut Night<'_>) -> bool {
    let (mut last, rest): (Vec<Woken>, Vec<Woken>) =
        std::mem::take(&mut night.woken).into_iter().partition(|w| w.last_words);
    night.woken = rest;
    if last.is_empty() {
        return false;
    }
    in_turn_order(&night.war, &mut last);
    night.next_batch();
    for woken in last {
        carry_out(night, &woken);
    }
    true
}

/// Carries out what has been woken, and what that wakes.
pub(super) fn answer(night: &mut Night<'_>) {
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
        for woken in wave {
            if night.over {
                break;
            }
            answers += 1;
            night.next_batch();
            carry_out(night, &woken);
            night.settle();
        }
    }
    night.woken.clear();
    night.answering = false;
    night.next_batch();
}

/// Whether the Turn of what waits for a phase is this one.
fn is_due(war: &War, line: Line) -> bool {
    match war.rule(line).and_then(|rule| rule.trigger.as_ref()) {
        Some(Trigger::Once(turns, _)) => war.active_of(line).is_some_and(|a| a.since + turns == war.night),
        Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::FirstEachTurn(..)) | None => true,
    }
}

/// Carries out what is done in this phase of each Turn, all at once.
pub(super) fn each_turn(night: &mut Night<'_>, phase: Phase) {
    let war = &night.war;
    let due = |line: &Line| is_due(war, *line) && !war.is_dormant(*line);
    let lines: Vec<Line> = war.in_force.each_turn(phase).filter(due).collect();
    if lines.is_empty() || night.over {
        return;
    }
    let mut woken: Vec<Woken> = lines.into_iter().map(|line| Woken::of(&night.war, line)).collect();
    in_turn_order(&night.war, &mut woken);
    let outer = night.before.is_some();
    if !outer {
        night.next_batch();
        night.before = Some(night.war.clone());
    }
    for woken in woken {
        carry_out(night, &woken);
    }
    if !outer {
        night.before = None;
        night.settle();
    }
}

/// Carries out one sentence. A dead character's abilities answer no more, but to its own death.
fn carry_out(night: &mut Night<'_>, woken: &Woken) {
    let Line { user, skill, line, active, .. } = woken.line;
    if active.is_none() && !woken.last_words && !night.basis().character(user).is_alive() {
        return;
    }
    let Some(rule) = night.war.rule(woken.line).cloned() else { return };
    let attackers: Vec<Option<CharacterId>> = match woken.attackers.as_slice() {
        [] => vec![None],
        some => some.iter().copied().map(Some).collect(),
    };
    let cause = Cause::Effect { skill, user };
    let working = |attacker, used| Working {
        words: None,
        second: None,
        chosen: None,
        push: None,
        user,
        skill,
        targets: woken.targets.clone(),
        inflicted: std::collections::BTreeMap::new(),
        bargain: Bargain::NONE,
        upgraded: woken.upgraded,
        place: woken.place,
        used,
        cause,
        attacker,
        that: woken.doer,
    };
    let mut told: Option<EventId> = None;
    for attacker in attackers {
        let mut working = working(attacker, woken.event.unwrap_or(EventId(0)));
        let reached = effects::reached(night, &working, &rule);
        if reached.is_empty() {
            continue;
        }
        let set_off = match told {
            Some(event) => event,
            None => {
                let kind = EventKind::SetOff { user, skill, line };
                night.emit(kind, woken.event, cause, None, &[RuleId::R(125)])
            }
        };
        working.used = set_off;
        match &rule.operation {
            Operation::Immediate(what) => {
                effects::apply_to_all(night, &working, what, line, &reached);
                let field = night.war.skill(skill).is_field(working.upgraded);
                if field && matches!(what, Immediate::Damage { .. }) {
                    join_by_effect(night, &working, &reached);
                }
            }
            Operation::Standing(_) => effects::set_off(night, &working, line, &rule, reached),
            Operation::Clause(_) => {}
        }
        told = Some(set_off);
        // A sentence that does not speak of the attacker is carried out once, however many there were.
        if !effects::speaks_of_attacker(&rule) {
            break;
        }
    }
}

/// `The user uses "X" on the attacker`: a use like any other, paid for and within its limits, in whatever
/// phase the answer falls; `without cost` pays nothing. Who may not act does not answer, and a death, a
/// surprise or an empty purse leaves it at that (A142).
pub(super) fn counter(
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
