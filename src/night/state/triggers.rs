//! What sentences wait for: sentences with a trigger, and those that hold until something is done.
//!
//! A deed triggers a sentence as it happens, on the position before it. The sentence is carried out after the batch and
//! its deaths, on the position at that time. Sentences triggered in one batch follow each other in the order of turns
//! (AGI, LCK, name), each as a batch; those that they trigger come after all of them. `When the user dies, …` belongs
//! to the consequences of the death. What is done in a phase of each Turn happens at once, as that phase begins: in the
//! Initial Phase together with upkeeps and regeneration (A085), in the Instant Phase together with Poison (A067).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::event::kind::EventKind;
use crate::event::recorded_deeds::for_each_deed;
use crate::event::{Cause, EventId};
use crate::language::condition::{Deed, Written};
use crate::language::effect::{Effect, Often, Trigger, Who};
use crate::sheet::skill::EffectLine;
use crate::vocabulary::ids::{CharacterId, LocationId};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::stat::Stat;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::evaluate::{EvalContext, matches_deed};
use crate::war::history::{PastDeed, PastDeedKind, is_first};
use crate::war::in_force::ActiveEffect;
use crate::war::setup::SkillRef;

use super::damage_credit::Credit;
use super::position::Position;
use super::skill_use::{AppliedSkill, SkillUse};

/// What has been triggered and not yet been carried out.
#[derive(Clone, Default)]
pub(in crate::night) struct Triggers {
    triggered: Vec<TriggeredEffect>,
    /// Attacks that have hit in this batch.
    resolved_attacks: Vec<ResolvedAttack>,
    /// Sentences that held until something that has now been done.
    endings: Vec<EndedSentence>,
    /// Whether triggered sentences are being carried out.
    is_carrying_out: bool,
    /// How often sentences with a limit per Turn have responded.
    responses: BTreeMap<(CharacterId, SkillRef, u16), u32>,
}

/// A sentence that has been triggered.
#[derive(Clone, Debug)]
pub(in crate::night) struct TriggeredEffect {
    pub effect: ActiveEffect,
    /// The characters that its skill affects.
    targets: Vec<CharacterId>,
    is_upgraded: bool,
    /// The location that the sentence calls `this location`.
    location: LocationId,
    /// Who did the deed; `None` for a sentence triggered by a time.
    doer: Option<CharacterId>,
    pub attackers: Vec<CharacterId>,
    pub event: Option<EventId>,
    /// Whether the sentence's owner died in the deed.
    pub has_owner_died: bool,
}

/// A sentence that held until something that has now been done.
#[derive(Clone, Debug)]
pub(in crate::night) struct EndedSentence {
    /// The skill in force, as it was then.
    pub active: ActiveSkill,
    pub line: u16,
    /// Of several targets, the one that the deed concerns.
    pub target: Option<CharacterId>,
    pub event: EventId,
}

/// An attack that has hit. Its own sentences respond to the deaths it causes.
#[derive(Clone, Debug)]
struct ResolvedAttack {
    user: CharacterId,
    skill: SkillRef,
    is_upgraded: bool,
    location: LocationId,
    /// Who took its hits.
    takers: Vec<CharacterId>,
}

impl Triggers {
    /// Triggers the sentences that wait for the deeds of an event about to happen.
    pub(super) fn trigger_for_event(&mut self, position: &Position, credit: &Credit, kind: &EventKind, event: EventId) {
        let war = &position.war;
        if !war.in_force.has_waiting() && self.resolved_attacks.is_empty() {
            return;
        }
        let mut found: Vec<TriggeredEffect> = Vec::new();
        let mut endings: Vec<EndedSentence> = Vec::new();
        for_each_deed(war, kind, |past_deed| {
            for effect in war.in_force.waiting_for(past_deed.kind) {
                let ending =
                    war.ending_deed(*effect).and_then(|deed| match_awaited_deed(war, *effect, &past_deed, deed));
                if let Some((ending, active)) = ending.zip(war.active_of(*effect)) {
                    endings.push(EndedSentence {
                        active: active.clone(),
                        line: effect.line,
                        target: ending.target,
                        event,
                    });
                }
                // Of several targets, the one that the deed concerns.
                let awaited =
                    war.awaited_deed(*effect).and_then(|deed| match_awaited_deed(war, *effect, &past_deed, deed));
                let Some(AwaitedDeed { target }) = awaited else { continue };
                let attacker = find_attacker(position, credit, &past_deed);
                match found
                    .iter_mut()
                    .find(|triggered| triggered.effect == *effect && triggered.doer == Some(past_deed.who))
                {
                    Some(triggered) => {
                        triggered.attackers.extend(attacker.filter(|a| !triggered.attackers.contains(a)));
                        let another_target = find_directed_target(war, *effect, &past_deed)
                            .or(target)
                            .filter(|t| !triggered.targets.contains(t));
                        triggered.targets.extend(another_target);
                    }
                    None => {
                        let mut triggered = TriggeredEffect::new_trigger(war, *effect);
                        triggered.targets = target.map_or(triggered.targets, |whose| vec![whose]);
                        triggered.doer = Some(past_deed.who);
                        triggered.attackers.extend(attacker);
                        if let Some(target) = find_directed_target(war, *effect, &past_deed) {
                            triggered.targets = vec![target];
                        }
                        triggered.event = Some(event);
                        let has_owner_died = past_deed.kind == PastDeedKind::Died && past_deed.who == effect.user;
                        let has_owner_killed =
                            past_deed.kind == PastDeedKind::Killed && past_deed.other == Some(effect.user);
                        triggered.has_owner_died = has_owner_died || has_owner_killed;
                        found.push(triggered);
                    }
                }
            }
        });
        self.trigger_for_kills(war, kind, event, &mut found);
        self.endings.extend(endings);
        for triggered in found {
            if let Some(Often::EachTurn(most)) = response_limit(war, triggered.effect) {
                if self.times_responded(triggered.effect) >= most {
                    continue;
                }
                self.count_response(triggered.effect);
            }
            self.triggered.push(triggered);
        }
    }

    /// Returns how often a sentence has responded this Turn.
    fn times_responded(&self, effect: ActiveEffect) -> u32 {
        self.responses.get(&(effect.user, effect.skill, effect.line)).copied().unwrap_or(0)
    }

    fn count_response(&mut self, effect: ActiveEffect) {
        *self.responses.entry((effect.user, effect.skill, effect.line)).or_default() += 1;
    }

    /// Notes that a triggered sentence was carried out.
    pub(in crate::night) fn note_carried_out(&mut self, war: &War, effect: ActiveEffect) {
        if let Some(Often::WorkingEachTurn(_)) = response_limit(war, effect) {
            self.count_response(effect);
        }
    }

    /// Whether a sentence has reached its limit for this Turn, the battle or the War.
    pub(in crate::night) fn is_used_up(&self, war: &War, effect: ActiveEffect) -> bool {
        match response_limit(war, effect) {
            Some(Often::WorkingEachTurn(most)) => self.times_responded(effect) >= most,
            Some(Often::InBattle(most)) => war.times_in_battle(effect, effect.user) >= most,
            Some(Often::InWar(most)) => war.times_in_war(effect, effect.user) >= most,
            Some(Often::EveryTurns(turns)) => war.is_resting(effect, effect.user, turns),
            Some(Often::EachTurn(_)) | None => false,
        }
    }

    /// Notes the targets of an attack that has hit. Whether it kills is noted with the deaths of its batch.
    pub(super) fn note_struck(&mut self, war: &War, skill_use: &SkillUse, on: impl Iterator<Item = CharacterId>) {
        let SkillUse { user, skill, is_upgraded, location, .. } = *skill_use;
        let waits_for_kill =
            |line: &EffectLine| matches!(&line.effect, Effect::Sentence(sentence) if sentence.waits_for_a_kill());
        if war.skill(skill).effects.iter().any(waits_for_kill) {
            self.resolved_attacks.push(ResolvedAttack { user, skill, is_upgraded, location, takers: on.collect() });
        }
    }

    /// Triggers the sentences of attacks that wait for the death of a character they hit and are not in force.
    fn trigger_for_kills(&self, war: &War, kind: &EventKind, event: EventId, found: &mut Vec<TriggeredEffect>) {
        for attack in &self.resolved_attacks {
            let ResolvedAttack { user, skill, is_upgraded, location, .. } = *attack;
            for line in (0u16..).take(war.skill(skill).effects.len()) {
                let effect = ActiveEffect { user, skill, line, of_status: None, active: None };
                let sentence = war.sentence(effect).filter(|sentence| sentence.waits_for_a_kill());
                let Some(deed) = sentence.and_then(|sentence| sentence.trigger.as_ref()).and_then(Trigger::deed) else {
                    continue;
                };
                for_each_deed(war, kind, |past_deed| {
                    let victim =
                        if past_deed.kind == PastDeedKind::Died { Some(past_deed.who) } else { past_deed.other };
                    let Some(victim) = victim.filter(|who| attack.takers.contains(who)) else { return };
                    let context =
                        EvalContext { this_location: Some(location), ..EvalContext::of(user, Some(victim), None) };
                    let is_known = |triggered: &TriggeredEffect| {
                        (triggered.effect.user, triggered.effect.skill, triggered.effect.line)
                            == (user, skill, effect.line)
                    };
                    if matches_deed(war, &past_deed, deed, context) && !found.iter().any(is_known) {
                        let triggered = TriggeredEffect {
                            doer: Some(past_deed.who),
                            event: Some(event),
                            ..TriggeredEffect::new_trigger(war, effect)
                        };
                        found.push(TriggeredEffect { targets: vec![victim], is_upgraded, location, ..triggered });
                    }
                });
            }
        }
    }

    /// Whether triggered sentences are being carried out.
    pub(in crate::night) fn is_carrying_out(&self) -> bool {
        self.is_carrying_out
    }

    /// Begins or ends carrying out triggered sentences. At the end, those that are left are dropped.
    pub(in crate::night) fn set_carrying_out(&mut self, carrying_out: bool) {
        self.is_carrying_out = carrying_out;
        if !carrying_out {
            self.triggered.clear();
        }
    }

    /// Whether nothing has been triggered.
    pub(in crate::night) fn is_empty(&self) -> bool {
        self.triggered.is_empty()
    }

    /// Forgets the attacks of the batch, once whoever died of them is dead.
    pub(in crate::night) fn end_attacks(&mut self) {
        self.resolved_attacks.clear();
    }

    /// Takes the sentences that held until something that has been done.
    pub(in crate::night) fn take_endings(&mut self) -> Vec<EndedSentence> {
        std::mem::take(&mut self.endings)
    }

    /// Takes the triggered sentences, in the order of turns. Those of one sentence and one deed stand together.
    pub(super) fn take_triggered(&mut self, war: &War) -> Vec<Vec<TriggeredEffect>> {
        let mut all = std::mem::take(&mut self.triggered);
        sort_by_turns(war, &mut all);
        group_by_sentence(war, all)
    }

    /// Takes the sentences that deaths trigger in those who died, in the order of turns.
    pub(super) fn take_death_triggers(&mut self, war: &War) -> Vec<Vec<TriggeredEffect>> {
        let (mut death_triggers, rest): (Vec<TriggeredEffect>, Vec<TriggeredEffect>) =
            std::mem::take(&mut self.triggered).into_iter().partition(|triggered| triggered.has_owner_died);
        self.triggered = rest;
        sort_by_turns(war, &mut death_triggers);
        group_by_sentence(war, death_triggers)
    }
}

/// Returns the limit on how often a sentence responds; `None` if it responds each time.
fn response_limit(war: &War, effect: ActiveEffect) -> Option<Often> {
    match war.sentence(effect)?.trigger.as_ref()? {
        Trigger::Limited(often, _) => Some(*often),
        Trigger::When(_) | Trigger::EachTurn(_) | Trigger::Once(..) => None,
    }
}

/// A deed that a sentence waits for, or that ends it.
struct AwaitedDeed {
    /// The target that the deed concerns; `None` where the sentence names no target.
    target: Option<CharacterId>,
}

/// Returns the deed if it is the one that a sentence waits for, or that ends it.
fn match_awaited_deed(
    war: &War,
    effect: ActiveEffect,
    past_deed: &PastDeed,
    deed: &Deed<Written>,
) -> Option<AwaitedDeed> {
    let active = war.active_of(effect);
    if war.is_dormant(effect) || (deed.is_first && !is_first(past_deed, &war.past_deeds)) {
        return None;
    }
    let is_awaited = |target: Option<CharacterId>| {
        // A triggered sentence means by `they` the characters it was put on.
        let context = EvalContext { antecedent: target, ..war.context_of_effect(effect, target, None) };
        matches_deed(war, past_deed, deed, context)
    };
    let names_target = deed.mentions(&|who| matches!(who, Who::Target | Who::Antecedent));
    let Some(active) = active.filter(|_| names_target) else {
        return is_awaited(None).then_some(AwaitedDeed { target: None });
    };
    // Of several targets, the one who did the deed comes first, then the one to whom it was done, then those related to
    // them.
    let is_own_target = |id: CharacterId| active.targets.contains(&id) && !active.spares(effect.line, id);
    let participants = [Some(past_deed.who), past_deed.other].into_iter().flatten();
    let candidates = participants.chain(active.targets.iter().copied()).filter(|id| is_own_target(*id));
    candidates.map(Some).find(|target| is_awaited(*target)).map(|target| AwaitedDeed { target })
}

/// Returns whom an attack or a use is directed at. That is `the target` for a sentence without targets of its own: an
/// ability, or a skill on its user alone. Where the user waits for something that happens to `the target`, the target
/// remains the user.
fn find_directed_target(war: &War, effect: ActiveEffect, past_deed: &PastDeed) -> Option<CharacterId> {
    let is_directed = [
        PastDeedKind::Attacked,
        PastDeedKind::Hit,
        PastDeedKind::Damaged,
        PastDeedKind::Killed,
        PastDeedKind::Used,
        PastDeedKind::Commanded,
    ]
    .contains(&past_deed.kind);
    let waits_for_target = |active: &ActiveSkill| {
        let names_target = war.awaited_deed(effect).is_some_and(|deed| deed.mentions(&|who| *who == Who::Target));
        !(active.is_skill() && active.is_self_only) || names_target
    };
    past_deed.other.filter(|_| is_directed && !war.active_of(effect).is_some_and(waits_for_target))
}

/// Returns who attacked in a deed; for a death, who struck the fatal blow by an attack, not by Poison.
fn find_attacker(position: &Position, credit: &Credit, past_deed: &PastDeed) -> Option<CharacterId> {
    match past_deed.kind {
        PastDeedKind::Attacked | PastDeedKind::Hit | PastDeedKind::Damaged => Some(past_deed.who),
        PastDeedKind::WasAttacked | PastDeedKind::WasDamaged | PastDeedKind::Intercepted => past_deed.other,
        PastDeedKind::Died => past_deed.other.filter(|by| credit.has_struck(position.batch_number, *by, past_deed.who)),
        PastDeedKind::Killed => Some(past_deed.who)
            .filter(|by| past_deed.other.is_some_and(|who| credit.has_struck(position.batch_number, *by, who))),
        PastDeedKind::Used
        | PastDeedKind::Commanded
        | PastDeedKind::Hurt
        | PastDeedKind::Entered
        | PastDeedKind::Left
        | PastDeedKind::Fled
        | PastDeedKind::EnteredSpiritForm
        | PastDeedKind::LeftSpiritForm => None,
    }
}

impl TriggeredEffect {
    pub(in crate::night) fn new_trigger(war: &War, effect: ActiveEffect) -> TriggeredEffect {
        let active = war.active_of(effect);
        TriggeredEffect {
            effect,
            targets: active.map(|a| a.targets.clone()).unwrap_or_default(),
            is_upgraded: active.is_some_and(|a| a.is_upgraded),
            location: war.context_of_effect(effect, None, None).here(war),
            // In a status, `they` are whoever has it.
            doer: active.filter(|a| a.status.is_some()).and_then(|a| a.targets.first().copied()),
            attackers: Vec::new(),
            event: None,
            has_owner_died: false,
        }
    }

    /// Returns the sentence as applied, with an attacker that it names.
    pub(in crate::night) fn applied_skill(&self, attacker: Option<CharacterId>, use_event: EventId) -> AppliedSkill {
        let ActiveEffect { user, skill, .. } = self.effect;
        AppliedSkill {
            targets: self.targets.clone(),
            is_upgraded: self.is_upgraded,
            attacker,
            antecedent: self.doer,
            ..AppliedSkill::new(user, skill, self.location, use_event, Cause::Effect { skill, user })
        }
    }
}

/// Sorts by turns: the faster first, then the luckier, then by name. A character's own come in the order of the deeds
/// and of the sheet.
fn sort_by_turns(war: &War, all: &mut [TriggeredEffect]) {
    all.sort_by_cached_key(|triggered| {
        let (user, effect) = (triggered.effect.user, triggered.effect);
        let speed = (Reverse(war.rank(user, Stat::AGI)), Reverse(war.rank(user, Stat::LCK)));
        // The parts of one sentence about one deed stay together.
        (
            speed,
            war.character(user).name.clone(),
            triggered.event,
            effect.skill,
            effect.active,
            triggered.doer,
            effect.line,
        )
    });
}

/// Whether a sentence that waits for a phase is due this Turn.
fn is_due(war: &War, effect: ActiveEffect) -> bool {
    match war.sentence(effect).and_then(|sentence| sentence.trigger.as_ref()) {
        Some(Trigger::Once(turns, _)) => war.active_of(effect).is_some_and(|a| a.since + turns == war.night),
        Some(Trigger::EachTurn(_) | Trigger::When(_) | Trigger::Limited(..)) | None => true,
    }
}

/// Returns the sentences in force that are carried out in this phase of each Turn, in the order of turns.
pub(in crate::night) fn find_due_in_phase(war: &War, phase: Phase) -> Vec<TriggeredEffect> {
    let is_due_now = |effect: &ActiveEffect| is_due(war, *effect) && !war.is_dormant(*effect);
    let mut all: Vec<TriggeredEffect> = war
        .in_force
        .each_turn_effects(phase)
        .filter(is_due_now)
        .map(|effect| TriggeredEffect::new_trigger(war, effect))
        .collect();
    sort_by_turns(war, &mut all);
    all
}

/// Groups the parts of one sentence that one deed triggered: they happen at one moment.
fn group_by_sentence(war: &War, all: Vec<TriggeredEffect>) -> Vec<Vec<TriggeredEffect>> {
    let mut sentences: Vec<Vec<TriggeredEffect>> = Vec::new();
    for effect in all {
        let ActiveEffect { user, skill, line, .. } = effect.effect;
        let continues_sentence =
            war.skill(skill).effects.get(usize::from(line)).is_some_and(|line| line.continues_sentence);
        let joins_last = |last: &TriggeredEffect| {
            let last_effect = last.effect;
            continues_sentence
                && (last_effect.user, last_effect.skill, last_effect.line + 1, last_effect.active)
                    == (user, skill, line, effect.effect.active)
                && (last.doer, last.event) == (effect.doer, effect.event)
        };
        match sentences.last_mut().filter(|sentence| sentence.last().is_some_and(joins_last)) {
            Some(sentence) => sentence.push(effect),
            None => sentences.push(vec![effect]),
        }
    }
    sentences
}
