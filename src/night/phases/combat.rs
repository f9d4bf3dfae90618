//! A combat phase: turns by AGI, ties, delays and reactions (R202–R209, R213–R220).

use crate::event::detail::{Outcome, Reason};
use crate::language::order::{ActionKind, ContractStep, Times};
use crate::night::actions::{begin_use, contracts, perform, step_skill};
use crate::night::effects::{bounded_fields, marble};
use crate::night::hits::land_hits;
use crate::night::phases::phase_loop::{self, land_hits_of_use, settle_consequences};
use crate::night::schedule::turn_order::{TurnSlot, order_steps, turn_speed};
use crate::night::state::Night;
use crate::night::state::agenda::MAX_REACTION_DEPTH;
use crate::night::state::skill_use::SkillUse;
use crate::night::state::task::Step;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};
use crate::vocabulary::switches::{DelayTie, Round2, SamePhase};

use super::poison;

/// Runs the Instant Phase: first what occurs before all else, then everything at once, then what is delayed (R191,
/// R214, A062, A067).
pub(crate) fn run_instants(night: &mut Night<'_>) {
    let known_tasks = night.agenda.tasks().len();
    let steps = night.steps_in(night.phase);
    let (delayed_steps, at_once): (Vec<Step>, Vec<Step>) = steps.into_iter().partition(|s| night.is_delayed(*s));
    let (first_steps, at_once): (Vec<Step>, Vec<Step>) =
        at_once.into_iter().partition(|s| step_skill::occurs_first(night, *s));
    let (last_steps, at_once): (Vec<Step>, Vec<Step>) =
        at_once.into_iter().partition(|s| step_skill::occurs_last(night, *s));
    carry_out_batch(night, &first_steps);
    // Under a switch, Command Spells come before the batch (A068).
    let is_spell = |s: &Step| matches!(night.action(*s).map(|a| &a.kind), Some(ActionKind::Command { .. }));
    let comes_before = |s: &Step| night.war.setup.switches.command_spells_first && is_spell(s);
    let (spells, at_once): (Vec<Step>, Vec<Step>) = at_once.into_iter().partition(comes_before);
    carry_out_batch(night, &spells);
    // Waiting orders react after the one batch (A067), whether or not anybody acts before it.
    if night.phase == Phase::Instant {
        poison::run_first_instant_batch(night, |night| carry_out_batch(night, &at_once));
    } else {
        night.next_batch();
        carry_out_batch(night, &at_once);
    }
    carry_out_reactions_in_chain(night);
    run_turns(night, delayed_steps, known_tasks);
    if !last_steps.is_empty() {
        carry_out_batch(night, &last_steps);
        carry_out_reactions_in_chain(night);
    }
}

/// Runs any other combat phase.
pub(crate) fn run(night: &mut Night<'_>) {
    let known_tasks = night.agenda.tasks().len();
    let steps = night.steps_in(night.phase);
    carry_out_reactions_in_chain(night);
    run_turns(night, steps, known_tasks);
}

/// Adds the steps of this phase by which a command is obeyed that was given since `known_tasks` were all there were: a
/// Servant fulfils it from then on, with what is left of its Turn (R171, A138).
fn add_commanded_steps(
    night: &Night<'_>,
    turn_slots: Vec<Vec<TurnSlot>>,
    known_tasks: &mut usize,
) -> Vec<Vec<TurnSlot>> {
    let tasks = night.agenda.tasks().len();
    if tasks == *known_tasks {
        return turn_slots;
    }
    let given: Vec<Step> = night.steps_in(night.phase).into_iter().filter(|step| step.task >= *known_tasks).collect();
    *known_tasks = tasks;
    let still_to_come = turn_slots.into_iter().flatten().flat_map(|turn_slot| turn_slot.steps);
    order_steps(night, still_to_come.chain(given).collect())
}

/// Carries out steps in the order of turns (R207–R209).
fn run_turns(night: &mut Night<'_>, steps: Vec<Step>, mut known_tasks: usize) {
    let mut turn_slots = order_steps(night, steps);
    turn_slots = add_commanded_steps(night, turn_slots, &mut known_tasks);
    match night.war.setup.switches.same_phase {
        SamePhase::Block => {
            while !turn_slots.is_empty() && !night.is_over {
                let tied_slots = turn_slots.remove(0);
                run_turn(night, &tied_slots, u32::MAX);
                // An action may have changed the order of those still to come (A135).
                if turn_slots.iter().flatten().any(|turn_slot| turn_slot.has_changed(night)) {
                    turn_slots = order_steps(
                        night,
                        turn_slots.into_iter().flatten().flat_map(|turn_slot| turn_slot.steps).collect(),
                    );
                }
                turn_slots = add_commanded_steps(night, turn_slots, &mut known_tasks);
            }
        }
        // Round robin: everybody's first use, then everybody's second, … (A053).
        SamePhase::RoundRobin => {
            while !turn_slots.is_empty() && !night.is_over {
                let mut next_round = Vec::new();
                while !turn_slots.is_empty() {
                    let mut tied_slots = turn_slots.remove(0);
                    let turn: Vec<TurnSlot> = tied_slots.iter().filter_map(TurnSlot::first_step_only).collect();
                    run_turn(night, &turn, 1);
                    for turn_slot in &mut tied_slots {
                        // A step under way continues in the next round; one that could not begin is dropped.
                        if turn_slot.steps.first().is_some_and(|s| !night.is_under_way(*s)) {
                            turn_slot.steps.remove(0);
                        }
                    }
                    tied_slots.retain(|p| !p.steps.is_empty());
                    if !tied_slots.is_empty() {
                        next_round.push(tied_slots);
                    }
                    turn_slots = add_commanded_steps(night, turn_slots, &mut known_tasks);
                }
                turn_slots = next_round;
            }
        }
    }
}

/// Runs one place in the order: a character's steps one after the other, at most `at_most` uses of each, or a full tie
/// as one batch.
fn run_turn(night: &mut Night<'_>, tied_slots: &[TurnSlot], at_most: u32) {
    if night.is_over {
        return;
    }
    match tied_slots {
        [alone] => alone.steps.iter().for_each(|step| {
            carry_out_step_alone(night, *step, at_most);
        }),
        _ => {
            night.next_batch();
            let is_slot_ready = |night: &mut Night<'_>, turn_slot: &&TurnSlot| {
                turn_slot.steps.iter().any(|step| is_ready(night, *step))
            };
            let ready_slots: Vec<&TurnSlot> =
                tied_slots.iter().filter(|turn_slot| is_slot_ready(night, turn_slot)).collect();
            let steps: Vec<Step> = ready_slots.iter().flat_map(|turn_slot| turn_slot.steps.iter().copied()).collect();
            if ready_slots.len() == tied_slots.len() {
                carry_out_batch(night, &steps);
                carry_out_reactions_in_chain(night);
                return;
            }
            // An order that is not ready ties with nobody: the others go on as if it had not been written.
            for group in order_steps(night, steps) {
                run_turn(night, &group, at_most);
            }
        }
    }
}

/// Carries out one step alone, use by use, each its own batch, at most `at_most` uses now. Returns whether anything was
/// done.
fn carry_out_step_alone(night: &mut Night<'_>, step: Step, at_most: u32) -> bool {
    night.next_batch();
    if night.is_over {
        return false;
    }
    let times_wanted = step_skill::times_to_use(night, step);
    if !is_ready(night, step) {
        // The step was begun and is now barred, for example by a death. The uses made so far are final.
        if let Some(times_wanted) = times_wanted {
            report_uses(night, step, night.count_uses(step), times_wanted);
        }
        return false;
    }
    let Some(times_wanted) = times_wanted else {
        return match perform::perform(night, step) {
            Ok(()) => {
                night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() });
                settle_consequences(night);
                carry_out_reactions_in_chain(night);
                true
            }
            Err(why) => {
                night.note_not_done(step, why);
                false
            }
        };
    };
    let uses_before = night.count_uses(step);
    let mut is_refused = false;
    while night.count_uses(step) < times_wanted.at_most()
        && night.count_uses(step) - uses_before < at_most
        && !night.is_over
        && !is_refused
    {
        // A reaction to the use before may have killed its user.
        let bar = night.actor(step).and_then(|actor| reason_not_to_act(night, actor, step));
        let events_before = night.events.len();
        match bar.map_or_else(|| begin_use::begin_use(night, step), Err) {
            Ok(skill_use) => {
                night.agenda.count_use(step);
                land_hits_of_use(night, &skill_use);
                carry_out_reactions_in_chain(night);
            }
            Err(why) => {
                night.note_not_done(step, why);
                is_refused = true;
                // A Surprise Attack that was noticed puts its user in battle, and their Master beside them. Orders that
                // wait for an attack react now. If this step is itself a reaction, its round of reactions handles them.
                settle_consequences(night);
                if night.agenda.chain_depth() == 0 && night.events.len() > events_before {
                    carry_out_reactions_in_chain(night);
                }
            }
        }
        night.next_batch();
    }
    let uses_made = night.count_uses(step);
    if uses_made == times_wanted.at_most() || is_refused || night.is_over {
        report_uses(night, step, uses_made, times_wanted);
    }
    uses_made > uses_before
}

/// Reports the uses of a step, if any was made.
fn report_uses(night: &mut Night<'_>, step: Step, uses_made: u32, times_wanted: Times) {
    let branch = step.branch_number();
    if uses_made > 0 {
        let outcome = if uses_made == times_wanted.at_most() || times_wanted == Times::AsOftenAsPossible {
            Outcome::Done { branch }
        } else {
            Outcome::DonePartly { branch, times: uses_made, why: night.reason_for_stopping(step) }
        };
        night.mark_carried_out(step, outcome);
    }
}

/// Carries out steps of several characters as one batch. Each sees only its own spending, and all damage is computed
/// from the position before (R209, R214, A054, A069).
fn carry_out_batch(night: &mut Night<'_>, steps: &[Step]) {
    if steps.is_empty() || night.is_over {
        return;
    }
    phase_loop::carry_out_now(night, |night| carry_out_steps(night, steps));
}

fn carry_out_steps(night: &mut Night<'_>, steps: &[Step]) {
    let ready: Vec<Step> = steps.iter().copied().filter(|s| is_ready(night, *s)).collect();
    let mut uses: Vec<SkillUse> = Vec::new();
    let mut used_steps: Vec<(Step, u32, Times, std::ops::Range<usize>)> = Vec::new();
    for step in ready {
        let Some(times_wanted) = step_skill::times_to_use(night, step) else {
            match perform::perform(night, step) {
                Ok(()) => night.mark_carried_out(step, Outcome::Done { branch: step.branch_number() }),
                Err(why) => night.note_not_done(step, why),
            }
            continue;
        };
        let first_use = uses.len();
        let mut uses_made = 0;
        while uses_made < times_wanted.at_most() {
            match begin_use::begin_use(night, step) {
                Ok(skill_use) => uses.push(skill_use),
                Err(why) => {
                    night.note_not_done(step, why);
                    break;
                }
            }
            uses_made += 1;
        }
        used_steps.push((step, uses_made, times_wanted, first_use..uses.len()));
    }
    contracts::conclude_contracts(night, None);
    let clashing_fields = bounded_fields::refuse_clashing_fields(night, &uses);
    let clashing_marbles = marble::collapse_clashing_marbles(night, &uses);
    let clashing: Vec<usize> = clashing_fields.iter().chain(&clashing_marbles).copied().collect();
    for (step, uses_made, wanted, own_uses) in used_steps {
        let uses_lost = clashing.iter().filter(|n| own_uses.contains(n)).count();
        if uses_lost > 0 {
            let lost_to_marbles = clashing_marbles.iter().any(|n| own_uses.contains(n));
            night.note_not_done(step, if lost_to_marbles { Reason::MarbleThere } else { Reason::FieldThere });
        }
        report_uses(night, step, uses_made.saturating_sub(u32::try_from(uses_lost).unwrap_or(u32::MAX)), wanted);
    }
    let mut number = 0;
    uses.retain(|_| (!clashing.contains(&number), number += 1).0);
    land_hits::strike_at_once(night, &uses);
}

/// Whether a step is carried out now: its actor may act, what it waits for has happened, and its branch runs.
fn is_ready(night: &mut Night<'_>, step: Step) -> bool {
    let Some(actor) = night.actor(step) else { return false };
    if !night.is_open(step) {
        return false;
    }
    if let Some(why) = reason_not_to_act(night, actor, step) {
        // A later event may let somebody act in the second round who fought in the first (A104).
        if why == Reason::FoughtAlready {
            night.wait_for_event(step);
        }
        night.note_not_done(step, why);
        return false;
    }
    night.is_due(step)
}

/// Returns why a character may not act in this round at all. Somebody who moved and meets opponents fights in the
/// second (R219, R220, R260, R261, A104–A111).
fn reason_not_to_act(night: &Night<'_>, actor: CharacterId, step: Step) -> Option<Reason> {
    let character = night.war.character(actor);
    let turn = &character.turn;
    if !character.is_alive() {
        return Some(Reason::Dead);
    }
    if night.is_allowed(step) {
        return None;
    }
    // Consenting to a contract is no action: neither a spent Turn nor a finished round prevents it (A047).
    let is_consent = matches!(night.action(step).map(|a| &a.kind), Some(ActionKind::Contract(ContractStep::Accept, _)));
    if is_consent && !night.basis().cannot_act(actor) {
        return None;
    }
    if turn.uses_full_turn {
        return Some(Reason::FullTurn);
    }
    // A Master can always use Command Spells (A132, A142).
    let is_command = matches!(night.action(step).map(|a| &a.kind), Some(ActionKind::Command { .. }));
    if !is_command && turn.is_surprised {
        return Some(Reason::Surprised);
    }
    if !is_command && night.basis().cannot_act(actor) {
        return Some(Reason::Prevented);
    }
    // Consuming a dying Master is not part of a combat round (A226).
    if matches!(night.action(step).map(|a| &a.kind), Some(ActionKind::Consume(_))) {
        return None;
    }
    match night.phase.round()? {
        Round::First if turn.came_late => Some(Reason::ArrivedLate),
        // Somebody who fought and fled fights no more, unless an opponent is still beside them (R188, A111).
        Round::First => {
            let is_pursued = turn.fought.iter().any(|foe| {
                let foe = night.war.character(*foe);
                foe.is_alive() && foe.at == character.at
            });
            let has_fought_and_fled =
                turn.has_moved && turn.was_in_first_round && !is_pursued && step_skill::is_attack(night, step);
            has_fought_and_fled.then_some(Reason::FoughtAlready)
        }
        Round::Second if turn.was_in_first_round => {
            let may_react =
                night.war.setup.switches.round2 == Round2::MayReact && night.agenda.is_attacked_again(actor);
            // Somebody who fled keeps Supports that inflict nothing (A111).
            let has_fled = turn.has_moved && night.phase == Phase::Support2 && !step_skill::is_attack(night, step);
            (!may_react && !has_fled).then_some(Reason::FoughtAlready)
        }
        Round::Second => None,
    }
}

/// Carries out the orders that wait for what has just happened, the faster last. Each order runs once, so a chain of
/// reactions ends (R205, R206, A060, A063, A064). In too long a chain, the next reactions run after it.
pub(crate) fn carry_out_reactions_in_chain(night: &mut Night<'_>) {
    if night.phase.round().is_none() {
        return;
    }
    if night.agenda.chain_depth() >= MAX_REACTION_DEPTH {
        if night.agenda.take_chain_report() {
            night.report_fault(&format!(
                "a chain of more than {MAX_REACTION_DEPTH} reactions: what answers it comes behind it"
            ));
        }
        return;
    }
    night.agenda.lengthen_chain();
    run_reaction_rounds(night);
    night.agenda.shorten_chain();
}

fn run_reaction_rounds(night: &mut Night<'_>) {
    loop {
        if night.is_over {
            return;
        }
        night.next_batch();
        let triggered: Vec<Step> = night.waiting_steps().into_iter().filter(|s| night.is_triggered_now(*s)).collect();
        let (mut has_acted, events_before) = (false, night.events.len());
        for tied_steps in order_reactions(night, triggered) {
            let is_one_actor =
                tied_steps.iter().all(|step| night.actor(*step) == tied_steps.first().and_then(|s| night.actor(*s)));
            if !is_one_actor {
                carry_out_batch(night, &tied_steps);
                has_acted |= tied_steps.iter().any(|step| !night.is_open(*step));
            }
            for step in tied_steps {
                has_acted |= is_one_actor && carry_out_step_alone(night, step, u32::MAX);
                // The event came. What could not be done then is not done later (A063).
                night.agenda.stop_waiting(step);
            }
        }
        if !has_acted && night.events.len() == events_before {
            return;
        }
    }
}

/// Returns the reactions to one event in their order, grouped by ties. They are delayed to one time: the faster goes
/// last, a full tie at once (R206, R209, A060).
fn order_reactions(night: &Night<'_>, mut steps: Vec<Step>) -> Vec<Vec<Step>> {
    let speed_of = |step: &Step| night.actor(*step).map(|who| turn_speed(night, who));
    // A character's own steps keep the order in which they were written.
    steps.sort_by_key(|step| (speed_of(step), night.actor(*step)));
    let is_tied = |a: &Step, b: &Step| speed_of(a) == speed_of(b);
    let mut tied_steps: Vec<Vec<Step>> = steps.chunk_by(is_tied).map(<[Step]>::to_vec).collect();
    if night.war.setup.switches.delay_tie == DelayTie::SlowerLast {
        tied_steps.reverse();
    }
    tied_steps
}
