//! The loop of every phase: what happens at once, its consequences, and then the effects they trigger, until nothing is
//! left (R209, R214, A023, A054, A069, A085).
//!
//! Everybody in a batch reads the position before it. Its consequences are settled when all of it has been done. Gains
//! and losses form one sum: restorations meet the maximum after all losses. The agenda holds triggered sentences and
//! the uses they lead to; only this module takes them from it.

use crate::event::kind::Effects;
use crate::event::{Cause, EventId};
use crate::language::effect::{Operation, Verb};
use crate::night::actions::begin_use::{UseTerms, use_skill_on};
use crate::night::actions::find_skill;
use crate::night::conditions::targeting::Aim;
use crate::night::consequences::joining::{self, join_by_effect};
use crate::night::consequences::{deaths, homes, maxima, seal};
use crate::night::effects::apply_skill::{apply_immediate, obey_commands};
use crate::night::effects::end_effects::end_line;
use crate::night::effects::expired_effects::end_no_longer_holding;
use crate::night::effects::lasting;
use crate::night::effects::reached_characters::{Reached, find_reached_now, speaks_of_attacker};
use crate::night::hits::interception::carry_out_unless_fatal;
use crate::night::hits::land_hits::HitByHit;
use crate::night::state::Night;
use crate::night::state::agenda::{MAX_REACTION_DEPTH, QueuedUse};
use crate::night::state::position::Position;
use crate::night::state::skill_use::SkillUse;
use crate::night::state::triggers::{EndedSentence, TriggeredEffect, find_due_in_phase};
use crate::sheet::skill::Role;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::Phase;
use crate::vocabulary::rule_id::RuleId;
use crate::war::evaluate::{EvalContext, characters_meant};
use crate::war::in_force::ActiveEffect;

/// The maximum number of sentences that one batch triggers, with all that those trigger in turn.
const MAX_TRIGGERED_SENTENCES: usize = 1000;

/// Carries out what happens at once, and settles its consequences. Within a batch, it becomes part of that batch.
pub(crate) fn carry_out_now<'a>(night: &mut Night<'a>, batch: impl Fn(&mut Night<'a>)) {
    if night.is_in_batch() {
        return batch(night);
    }
    night.next_batch();
    carry_out_unless_fatal(night, |night| {
        night.begin_batch();
        batch(night);
        night.end_batch();
    });
    settle_consequences(night);
}

/// Lands the hits of one use, each as a batch, and then applies what the skill does besides.
pub(crate) fn land_hits_of_use(night: &mut Night<'_>, skill_use: &SkillUse) {
    let mut hits = HitByHit::new(night, skill_use);
    loop {
        // The use is in progress until its hits have landed.
        night.set_in_use(Some(skill_use.use_event));
        let has_hit = hits.next_hit(night);
        night.set_in_use(None);
        if !has_hit {
            break;
        }
        settle_consequences(night);
    }
    if !night.is_over {
        hits.apply_effects_besides_hits(night);
        settle_consequences(night);
    }
}

/// Settles the consequences of a batch; does nothing while a batch is in progress.
pub(crate) fn settle_consequences(night: &mut Night<'_>) {
    if night.is_over || night.is_in_batch() {
        return;
    }
    let mut fallen = Vec::new();
    // A Master beside a Servant that falls now was in the battle with it (R245).
    joining::join_masters(night);
    loop {
        deaths::settle_deaths(night, &mut fallen);
        if !carry_out_death_triggers(night) {
            break;
        }
    }
    night.agenda.triggers.end_attacks();
    seal::reward_hunters(night, &fallen);
    homes::hand_over_held_homes(night);
    end_no_longer_holding(night);
    maxima::settle_maxima(night);
    joining::join_masters(night);
    deaths::end_war(night);
    carry_out_triggered(night);
}

/// Carries out what the deaths of a batch trigger in those who died. Returns whether anything did.
fn carry_out_death_triggers(night: &mut Night<'_>) -> bool {
    let death_triggers = night.take_death_triggers();
    if death_triggers.is_empty() {
        return false;
    }
    night.next_batch();
    death_triggers.iter().for_each(|sentence| carry_out_all(night, sentence));
    true
}

/// Carries out triggered sentences, and the sentences that those trigger.
fn carry_out_triggered(night: &mut Night<'_>) {
    if night.agenda.triggers.is_carrying_out() {
        return;
    }
    end_effects_until_done(night);
    if night.agenda.triggers.is_empty() {
        return;
    }
    night.agenda.triggers.set_carrying_out(true);
    let (mut waves, mut carried_out) = (0, 0);
    while !night.agenda.triggers.is_empty() && !night.is_over {
        if waves >= MAX_REACTION_DEPTH || carried_out >= MAX_TRIGGERED_SENTENCES {
            night.report_fault(&format!(
                "a chain of more than {MAX_REACTION_DEPTH} answers of effects to each other is cut off"
            ));
            break;
        }
        waves += 1;
        for sentences in night.take_triggered() {
            if night.is_over {
                break;
            }
            carried_out += sentences.len();
            // Amounts are also read at that moment.
            if sentences.len() > 1 {
                carry_out_now(night, |night| carry_out_all(night, &sentences));
            } else {
                night.next_batch();
                carry_out_all(night, &sentences);
                settle_consequences(night);
            }
            end_effects_until_done(night);
        }
    }
    night.agenda.triggers.set_carrying_out(false);
    night.next_batch();
}

/// Ends effects whose `until …` deed has happened.
fn end_effects_until_done(night: &mut Night<'_>) {
    let endings = night.agenda.triggers.take_endings();
    if endings.is_empty() {
        return;
    }
    night.next_batch();
    for EndedSentence { active, line, target, event } in endings {
        end_line(night, &active, line, target, Some(event));
    }
    night.next_batch();
}

/// Carries out what is done in this phase of each Turn, all at once, by what is in force as its batch begins.
pub(crate) fn carry_out_each_turn(night: &mut Night<'_>, phase: Phase) {
    let due_sentences = find_due_in_phase(night.basis(), phase);
    if !due_sentences.is_empty() && !night.is_over {
        carry_out_now(night, |night| carry_out_all(night, &due_sentences));
    }
}

/// Carries out sentences of one moment: whom each of them reaches is read before any is carried out.
fn carry_out_all(night: &mut Night<'_>, all: &[TriggeredEffect]) {
    let reaches: Vec<Vec<Reach>> = all.iter().map(|triggered| find_reach(night, triggered)).collect();
    for (triggered, reach) in all.iter().zip(reaches) {
        carry_out_triggered_sentence(night, triggered, reach);
    }
}

/// The characters that a sentence reaches, for one attacker it names; the attacker is `None` if there is none.
type Reach = (Option<CharacterId>, Vec<Reached>);

/// Returns whom a sentence reaches. A dead character's abilities respond only to its own death.
fn find_reach(night: &Night<'_>, triggered: &TriggeredEffect) -> Vec<Reach> {
    let position: &Position = night;
    let ActiveEffect { user, active, .. } = triggered.effect;
    let is_silenced = active.is_none() && !triggered.has_owner_died && !position.basis().character(user).is_alive();
    let sentence = position
        .war
        .sentence(triggered.effect)
        .filter(|_| !is_silenced && !night.agenda.triggers.is_used_up(&position.war, triggered.effect));
    let Some(sentence) = sentence else { return Vec::new() };
    let attackers: Vec<Option<CharacterId>> = match triggered.attackers.as_slice() {
        [] => vec![None],
        some => some.iter().copied().map(Some).collect(),
    };
    let used_event = triggered.event.unwrap_or(EventId(0));
    let reach = attackers.into_iter().map(|attacker| {
        let reached = find_reached_now(position, &triggered.applied_skill(attacker, used_event), sentence);
        (attacker, reached)
    });
    let mut reach: Vec<Reach> = reach.filter(|(_, reached)| !reached.is_empty()).collect();
    // A sentence that does not name the attacker is carried out once, however many there were.
    if !speaks_of_attacker(sentence) {
        reach.truncate(1);
    }
    reach
}

/// Carries out one sentence on those it reaches.
fn carry_out_triggered_sentence(night: &mut Night<'_>, triggered: &TriggeredEffect, reach: Vec<Reach>) {
    let ActiveEffect { user, skill, line, .. } = triggered.effect;
    let Some(sentence) = night.war.sentence(triggered.effect).cloned() else { return };
    let cause = Cause::Effect { skill, user };
    let mut emitted_event: Option<EventId> = None;
    for (attacker, reached) in reach {
        let event = match emitted_event {
            Some(event) => event,
            None => {
                night.note_triggered_use(triggered.effect);
                let kind = Effects::SetOff { user, skill, line };
                night.emit(kind, triggered.event, cause, None, &[RuleId::R(125)])
            }
        };
        let applied = triggered.applied_skill(attacker, event);
        match &sentence.operation {
            Operation::Immediate(what) => {
                apply_immediate(night, &applied, what, line, &reached);
                for queued in night.agenda.take_queued_uses() {
                    carry_out_queued_use(night, &queued);
                }
                let field = night.war.skill(skill).is_field(applied.is_upgraded);
                if field && matches!(what.verb, Verb::Damage { .. }) {
                    join_by_effect(night, &applied, &reached.iter().map(|on| on.character).collect::<Vec<_>>());
                }
            }
            Operation::Standing(_) => {
                let targets = reached.iter().map(|on| on.character).collect();
                let (active, began) = lasting::put_triggered_in_force(night, &applied, line, &sentence, targets);
                obey_commands(night, &active, began);
            }
            Operation::Clause(_) => {}
        }
        emitted_event = Some(event);
    }
}

/// Carries out `The user uses "X" on the attacker`. It is a use like any other, paid for and within its limits, in
/// whatever phase it falls; `without cost` pays nothing. A character that may not act, is dead or surprised, or cannot
/// pay does not use it (A142).
fn carry_out_queued_use(night: &mut Night<'_>, queued: &QueuedUse) {
    let QueuedUse { applied, name, targets, is_at_location, is_free } = queued;
    let user = applied.user;
    let character = night.war.character(user);
    let is_barred = !character.is_alive()
        || character.is_in_spirit_form
        || character.turn.uses_full_turn
        || character.turn.is_surprised
        || night.basis().cannot_act(user);
    let found = match name {
        Some(name) => find_skill::find_by_name(&night.war, user, name),
        None => find_skill::basic_attack(&night.war, user),
    };
    let found = found.filter(|found| !found.is_item && !is_barred);
    // A character that cannot use a skill cannot use it here either (R135).
    let found = found.filter(|found| !night.basis().may_not_use(found.used_by(user)));
    let Some(found) = found.filter(|found| night.war.skill(found.skill).role != Role::StorySkill) else { return };
    let context = EvalContext {
        antecedent: applied.antecedent,
        ..EvalContext::of(user, applied.targets.first().copied(), applied.attacker)
    };
    let people = targets.as_ref().map(|who| characters_meant(&night.war, who, context)).unwrap_or_default();
    let location = people.first().map(|who| night.war.character(*who).at).filter(|_| *is_at_location);
    let aim = Aim { named_characters: if *is_at_location { Vec::new() } else { people }, location, ..Aim::default() };
    let bargain = find_skill::default_bargain(night.war.skill(found.skill));
    let terms = UseTerms {
        cause: applied.cause,
        parent: Some(applied.use_event),
        is_free: *is_free,
        is_allowed: false,
        push: None,
        order_text: None,
        bargain,
    };
    if let Ok(skill_use) = use_skill_on(night, user, found, &aim, terms) {
        land_hits_of_use(night, &skill_use);
    }
}
