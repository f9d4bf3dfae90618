//! Orders as tasks of the Night, and the steps that each phase carries out.
//!
//! An order fires once a Turn (A064), and at most one of its branches runs. What was not carried out in the first
//! combat round comes up again in the second.

use std::borrow::Cow;

use crate::event::detail::{Outcome, Reason};
use crate::event::kind::{EventKind, Movement};
use crate::event::{Cause, Event, OrderRef};
use crate::language::order::{Action, ActionKind, Delay, Moment, NaturalTime};
use crate::night::actions::find_skill;
use crate::night::bind::{WarIds, bind_order};
use crate::night::resolution::SeatPlan;
use crate::night::rulings::Rulings;
use crate::night::state::Night;
use crate::night::state::task::{Step, Task};
use crate::orders::{keeps_to_first_round, leads_elsewhere};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::setup::SheetId;

/// Binds all plans, sorted by seat and number so that the order of the files does not matter. Orders that the GM
/// forbids are closed from the start.
pub(crate) fn bind_tasks(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Vec<Task> {
    let mut tasks: Vec<Task> = plans
        .iter()
        .flat_map(|plan| {
            // Statements go into the Logic Game's log; they have no place in the Turn.
            plan.admitted(rulings).filter(|order| !order.body.is_logic_game_only()).filter_map(|order| {
                let bound = bind_order(war, plan.seat, order)?;
                let is_own = war.seat_of(bound.actor.id) == Some(plan.seat);
                let reference = OrderRef { seat: plan.seat, number: u16::try_from(order.number).ok()? };
                let is_forbidden = rulings.forbids(reference);
                // A character that has taken shelter has left the War (R336).
                let is_sheltered = war.is_sheltered(bound.actor.id);
                let reason_closed = match (is_forbidden, is_sheltered) {
                    (true, _) => Some(Reason::Forbidden),
                    (false, true) => Some(Reason::Sheltered),
                    (false, false) => None,
                };
                is_own.then(|| Task {
                    is_closed: reason_closed.is_some(),
                    last_reason: reason_closed,
                    is_allowed: rulings.allows(reference),
                    ..Task::new(bound, reference)
                })
            })
        })
        .collect();
    tasks.sort_by_key(|task| task.reference);
    tasks
}

impl Night<'_> {
    /// Returns the action of a step.
    pub(crate) fn action(&self, step: Step) -> Option<&Action<WarIds>> {
        self.agenda.task(step)?.order.body.branches.get(step.branch)?.actions.get(step.action)
    }

    /// Returns the open steps of a phase, in the order written.
    pub(crate) fn steps_in(&self, phase: Phase) -> Vec<Step> {
        let round = phase.round();
        let mut steps = Vec::new();
        // A command is obeyed before any order of the Servant's own (A138).
        let commands = self.agenda.tasks().iter().enumerate().filter(|(_, task)| task.obeys.is_some());
        let own_tasks = self.agenda.tasks().iter().enumerate().filter(|(_, task)| task.obeys.is_none());
        for (index, task) in commands.chain(own_tasks) {
            if task.is_closed || (task.order.after_move && round == Some(Round::First)) {
                continue;
            }
            for (branch, branch_content) in task.order.body.branches.iter().enumerate() {
                if task.branch.is_some_and(|running| running != branch) {
                    continue;
                }
                for (action_index, action) in branch_content.actions.iter().enumerate() {
                    let is_open = !task.done_actions.contains(&(branch, action_index));
                    if is_open && self.phase_of(task, action, round) == Some(phase) {
                        steps.push(Step { task: index, branch, action: action_index });
                    }
                }
            }
        }
        steps
    }

    /// Returns the open steps of standing orders without a later phase, in the order written.
    pub(crate) fn standing_steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (index, task) in self.agenda.tasks().iter().enumerate().filter(|(_, task)| !task.is_closed) {
            for (branch, content) in task.order.body.branches.iter().enumerate() {
                for (action_index, action) in content.actions.iter().enumerate() {
                    let is_standing = action.kind.is_declaration() && self.delay_of(task, action).phase.is_none();
                    if is_standing && !task.done_actions.contains(&(branch, action_index)) {
                        steps.push(Step { task: index, branch, action: action_index });
                    }
                }
            }
        }
        steps
    }

    /// Yields the steps of a character's open orders, whatever their phase.
    pub(crate) fn steps_of(&self, who: CharacterId) -> impl Iterator<Item = Step> {
        let own_tasks =
            self.agenda.tasks().iter().enumerate().filter(move |(_, t)| !t.is_closed && t.order.actor.id == who);
        own_tasks.flat_map(|(task, content)| {
            content.order.body.branches.iter().enumerate().flat_map(move |(branch, content)| {
                (0..content.actions.len()).map(move |action| Step { task, branch, action })
            })
        })
    }

    /// Puts the actions of a command that is given in the midst of a combat round into the phase under way, if their
    /// own phase is over: the Servant fulfils it from then on (R171, R202, A138).
    pub(crate) fn bring_up_to_now(&self, task: &mut Task) {
        let round = self.phase.round();
        let is_over = |action: &Action<WarIds>| {
            action.delay.is_none() && self.phase_of(task, action, round).is_some_and(|phase| phase < self.phase)
        };
        let branches = task.order.body.branches.iter();
        let late: Vec<Vec<bool>> = branches.map(|branch| branch.actions.iter().map(is_over).collect()).collect();
        for (branch, late) in task.order.body.branches.iter_mut().zip(late).filter(|_| round.is_some()) {
            for (action, _) in branch.actions.iter_mut().zip(late).filter(|(_, is_late)| *is_late) {
                action.delay.phase = Some(self.phase);
            }
        }
    }

    /// Returns the phase of an action in a combat round; `None` if it has none in this round.
    fn phase_of(&self, task: &Task, action: &Action<WarIds>, round: Option<Round>) -> Option<Phase> {
        let natural = phase_without_delay(&self.war, task.order.actor.id, &action.kind, self.phase)?;
        let delay = self.delay_of(task, action);
        let ordered_phase = delay.phase.unwrap_or(natural);
        let is_explicitly_second = ordered_phase.round() == Some(Round::Second) || delay.is_second_round;
        match round {
            Some(Round::Second) if !task.order.after_move && keeps_to_first_round(&task.order.body, action) => None,
            // What is of the place that its actor has left is not carried out in another.
            Some(Round::Second) if task.order.before_move && self.has_moved_by_order(task.order.actor.id) => None,
            Some(Round::Second) => {
                let phase = ordered_phase.in_second_round();
                // Never earlier than its natural phase in that round (R202).
                Some(phase.max(natural.in_second_round()))
            }
            Some(Round::First) if is_explicitly_second => None,
            _ => Some(ordered_phase.max(natural)),
        }
    }

    /// Whether a character has left a place this Turn, and has carried out an order that leads elsewhere.
    fn has_moved_by_order(&self, who: CharacterId) -> bool {
        let has_left =
            |event: &Event| matches!(event.kind, EventKind::Movement(Movement::Left { who: left, .. }) if left == who);
        let is_move = |task: &Task, (branch, action): &(usize, usize)| {
            let ordered = task.order.body.branches.get(*branch).and_then(|branch| branch.actions.get(*action));
            ordered.is_some_and(|action| leads_elsewhere(&action.kind))
        };
        let mut own_tasks = self.agenda.tasks().iter().filter(|task| task.order.actor.id == who);
        own_tasks.any(|task| task.done_actions.iter().any(|done| is_move(task, done)))
            && self.events.iter().any(has_left)
    }

    /// Returns the delay of an action, combined with that of the whole order.
    pub(crate) fn delay_of<'t>(&self, task: &'t Task, action: &'t Action<WarIds>) -> Cow<'t, Delay<WarIds>> {
        let read_at = &task.order.body.read_at;
        match (action.delay.is_none(), read_at.is_none()) {
            (true, _) => Cow::Borrowed(read_at),
            (false, true) => Cow::Borrowed(&action.delay),
            (false, false) => Cow::Owned(task.order.body.delay_of(action)),
        }
    }

    /// Returns the moment of a step within its phase.
    pub(crate) fn moment_of(&self, step: Step) -> Moment {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return Moment::Natural };
        self.delay_of(task, action).moment
    }

    /// Whether a step waits for an event, or is delayed within or between phases (A062).
    pub(crate) fn is_delayed(&self, step: Step) -> bool {
        self.agenda.task(step).zip(self.action(step)).is_some_and(|(task, action)| {
            let delay = self.delay_of(task, action);
            delay.awaited.is_some() || delay.moment != Moment::Natural
        })
    }

    /// Whether the GM allows a step in spite of the rules (R008).
    pub(crate) fn is_allowed(&self, step: Step) -> bool {
        self.agenda.task(step).is_some_and(|t| t.is_allowed)
    }

    /// Passes on why an order does not happen, unless the GM allows it (R008).
    pub(crate) fn pass_if_allowed<E>(&self, step: Step, checked: Result<(), E>) -> Result<(), E> {
        if self.is_allowed(step) { Ok(()) } else { checked }
    }

    /// Returns the character that acts in a step.
    pub(crate) fn actor(&self, step: Step) -> Option<CharacterId> {
        self.agenda.task(step).map(|t| t.order.actor.id)
    }

    /// Returns what kept a step that was begun from being carried out in full (I22).
    pub(crate) fn reason_for_stopping(&self, step: Step) -> Option<Reason> {
        let last_reason = self.agenda.task(step)?.last_reason;
        last_reason
            .filter(|why| !matches!(why, Reason::FoughtAlready | Reason::ConditionNotMet | Reason::NeverTriggered))
    }

    /// Whether a step has not been carried out.
    pub(crate) fn is_open(&self, step: Step) -> bool {
        self.agenda.task(step).is_some_and(|t| !t.is_closed && !t.done_actions.contains(&(step.branch, step.action)))
    }

    /// Whether a step is begun and not finished (`N times`, round robin).
    pub(crate) fn is_under_way(&self, step: Step) -> bool {
        self.is_open(step) && self.count_uses(step) > 0
    }

    /// Returns how often a step has used its skill.
    pub(crate) fn count_uses(&self, step: Step) -> u32 {
        self.agenda.task(step).and_then(|t| t.uses.get(&step)).copied().unwrap_or(0)
    }

    /// Returns the cause of events that a step leads to.
    pub(crate) fn cause(&self, step: Step) -> Cause {
        self.agenda.task(step).map_or(Cause::Rule, |task| match &task.obeys {
            Some(command) => Cause::Effect { skill: command.skill, user: command.user },
            None => Cause::Order(task.reference),
        })
    }
}

/// Returns the phase of an action without delay. An upgraded skill has the phase of its upgraded form (R211–R218, R428,
/// A055).
pub(crate) fn phase_without_delay(
    war: &War,
    actor: CharacterId,
    kind: &ActionKind<WarIds>,
    now: Phase,
) -> Option<Phase> {
    match kind.natural_time() {
        NaturalTime::Phase(phase) | NaturalTime::PhaseOnly(phase) => Some(phase),
        NaturalTime::OfSkill(skill, _) => {
            let found = find_skill::find_by_name(war, actor, &skill.text)?;
            let bargain = find_skill::read_bargain(war.skill(found.skill), kind).unwrap_or(Bargain::NONE);
            found.phase_with(war, actor, &bargain, now)
        }
        NaturalTime::OfBasicAttack => find_skill::basic_attack(war, actor).and_then(|found| found.phase(war)),
        NaturalTime::OfItem(item) => {
            let item = war.setup.find_skill(SheetId::ITEMS, &item.text);
            Some(item.and_then(|i| war.skill(i).natural_phase(false)).unwrap_or(Phase::Support))
        }
        NaturalTime::NextPhase => Some(if now.round().is_some() { now } else { Phase::Instant }),
        NaturalTime::AtDeath | NaturalTime::AtOpening | NaturalTime::Never => None,
    }
}

/// Whether an order uses a skill that its actor does not have.
fn uses_missing_skill(war: &War, task: &Task) -> bool {
    let actor = task.order.actor.id;
    let actions = task.order.body.actions();
    let mut skills = actions.filter_map(|a| match &a.kind {
        ActionKind::Use { skill, .. } => Some(skill),
        _ => None,
    });
    skills.any(|skill| find_skill::find_by_name(war, actor, &skill.text).is_none())
}

/// Whether an order applies only at a Master's death.
fn is_for_a_death(task: &Task) -> bool {
    task.order.body.actions().any(|action| action.kind.happens_at_death())
}

/// Whether an order only says where others are pushed; it waits for the skill that pushes them (R294).
fn has_only_pushes(task: &Task) -> bool {
    task.order.body.actions().all(|a| matches!(a.kind, ActionKind::Push(_)))
}

/// Reports, as the Turn ends, the outcome of every order that was not carried out.
pub(crate) fn report_remaining_orders(night: &mut Night<'_>) {
    for index in 0..night.agenda.tasks().len() {
        let Some(task) = night.agenda.tasks().get(index) else { continue };
        let is_stay_order = task.order.body.actions().all(|a| a.kind == ActionKind::Stay);
        let is_stay_branch = |branch: usize| {
            let branch = task.order.body.branches.get(branch);
            branch.is_some_and(|branch| branch.actions.iter().all(|a| a.kind == ActionKind::Stay))
        };
        let is_forbidden = task.last_reason == Some(Reason::Forbidden);
        // Staying needs no action. A conditional order to stay is asked in the Movement Phase.
        let stay_branch = task.stayed.or((!task.order.body.is_conditional()).then_some(0));
        let stay_branch = stay_branch.filter(|branch| is_stay_branch(*branch) && !is_forbidden);
        let outcome = if let Some(branch) = stay_branch {
            Outcome::Done { branch: Step { task: index, branch, action: 0 }.branch_number() }
        } else {
            let is_dead = !night.war.character(task.order.actor.id).is_alive();
            let why = match task.last_reason {
                Some(Reason::Forbidden) => Reason::Forbidden,
                _ if night.is_over && task.last_reason.is_none() => Reason::WarOver,
                _ if is_dead => Reason::Dead,
                Some(why) => why,
                None if is_stay_order => Reason::ConditionNotMet,
                None if is_for_a_death(task) || has_only_pushes(task) => Reason::NeverTriggered,
                // Somebody could have been granted this skill, and was not (family 22).
                None if uses_missing_skill(&night.war, task) => Reason::NothingInForce,
                None => Reason::TargetNotAvailable,
            };
            Outcome::NotDone { why }
        };
        night.report_outcome(index, outcome);
    }
}
