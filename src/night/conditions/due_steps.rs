//! When the condition of an order is asked, and how the order waits for it (R194, R205, A063, A064, A238, A253).
//!
//! Whoever carries out orders of any phase calls [`Night::is_due`] first, once the order's turn has come. It tells
//! whether what the order waits for has happened and its condition holds. From then on, an order that can be carried
//! out later waits.

use crate::event::detail::Reason;
use crate::language::condition::{Condition, Deed, Predicate, Who};
use crate::language::order::{Branch, Delay};
use crate::night::actions::step_skill;
use crate::night::bind::WarIds;
use crate::night::schedule::tasks::phase_without_delay;
use crate::night::state::Night;
use crate::night::state::task::{Step, Task};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::switches::IfEvent;

impl Night<'_> {
    /// Whether a step whose turn has come is carried out: its Command Spell is in force, what it waits for has
    /// happened, and its branch runs. If not, notes why, and lets the step wait where it can.
    pub(crate) fn is_due(&mut self, step: Step) -> bool {
        if !self.is_still_commanded(step) {
            return false;
        }
        if !self.has_been_triggered(step) {
            self.wait_for_event_and_state(step);
            self.note_not_done(step, Reason::NeverTriggered);
            return false;
        }
        if self.branch_runs(step) {
            return true;
        }
        if self.waits_by_if(step) || self.asks_each_time(step) {
            self.start_waiting(step);
            self.note_asked(step);
        }
        false
    }

    /// Keeps a due step waiting if its actor may not act there and the event it waits for may still happen (A104).
    pub(crate) fn wait_for_event(&mut self, step: Step) {
        if !self.has_been_triggered(step) {
            self.wait_for_event_and_state(step);
        } else if self.waits_by_if(step) {
            self.start_waiting(step);
            self.note_asked(step);
        }
    }

    /// Whether a step waits by its `if`: the condition names something that happens, and there is no `otherwise`, or
    /// only one with a time of its own (A253).
    fn waits_by_if(&self, step: Step) -> bool {
        let waits = |task: &Task| {
            let body = &task.order.body;
            body.waits_for_event() && body.branches.get(step.branch).is_some_and(Branch::waits_for_event)
        };
        self.war.setup.switches.if_event == IfEvent::Waits
            && self.agenda.task(step).is_some_and(|task| !task.is_closed && waits(task))
    }

    /// Whether a step waits for an event and also asks a condition, with no `otherwise`. `When Lancer attacks me, use
    /// Parry if I have less than 100 Health` is not used up by an attack at which the condition does not hold (A064).
    fn asks_each_time(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let has_event =
            |delay: &Delay<WarIds>| delay.awaited.as_ref().is_some_and(|event| event.present_deeds().next().is_some());
        matches!(task.order.body.branches.as_slice(), [only] if !only.guards.is_empty())
            && !task.is_closed
            && has_event(&self.delay_of(task, action))
    }

    /// Lets a step be carried out after what it waits for, if it can be carried out after its own turn.
    fn start_waiting(&mut self, step: Step) {
        if self.can_run_later(step) {
            self.agenda.start_waiting(step);
        }
    }

    /// Whether a step can be carried out after its own turn: an action of a combat round, or a standing order.
    fn can_run_later(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        if action.kind.is_declaration() {
            return true;
        }
        let natural_phase = phase_without_delay(&self.war, task.order.actor.id, &action.kind, self.phase);
        natural_phase.is_some_and(|phase| phase.round().is_some()) && !step_skill::occurs_first(self, step)
    }

    /// Returns the open steps whose own turn has come and that wait for something to happen.
    pub(crate) fn waiting_steps(&self) -> Vec<Step> {
        let is_waiting = |(_, task): &(usize, &Task)| !task.waiting.is_empty() && !task.is_closed;
        let tasks = self.agenda.tasks().iter().enumerate().filter(is_waiting);
        let is_open = |task: &Task, step: &(usize, usize)| {
            !task.done_actions.contains(step) && task.branch.is_none_or(|branch| branch == step.0)
        };
        tasks
            .flat_map(|(index, task)| {
                let steps = task.waiting.iter().filter(move |step| is_open(task, step));
                steps.map(move |(branch, action)| Step { task: index, branch: *branch, action: *action })
            })
            .collect()
    }

    /// Whether the event has come that a waiting step waits for by `when`, and by `if` also a new event since the last
    /// time.
    pub(crate) fn is_triggered_now(&mut self, step: Step) -> bool {
        let also_waits_for_state = self.waits_for_event_in_a_state(step);
        if also_waits_for_state && !self.has_happened_again(step) {
            return false;
        }
        if !self.has_been_triggered(step) {
            return false;
        }
        if !self.waits_by_if(step) && !self.asks_each_time(step) {
            return true;
        }
        if self.if_names_future_state(step) {
            return self.branch_runs(step);
        }
        (also_waits_for_state || self.has_happened_again(step))
            && self.if_is_met_often_enough(step)
            && self.branch_runs(step)
    }

    /// Whether what a step waits for has happened again since it was last asked. A state is asked when the event comes,
    /// and not again until the event comes again (A253).
    fn has_happened_again(&mut self, step: Step) -> bool {
        let event_count = self.count_events_seen(step, Night::count_signs);
        let count_when_asked =
            self.agenda.task(step).and_then(|task| task.counts_when_asked.get(&(step.branch, step.action))).copied();
        if count_when_asked == Some(event_count) {
            return false;
        }
        self.note_asked(step);
        true
    }

    /// Whether a step asks the state of a certain character together with an event: `If an opponent attacks me and I
    /// have less than 100 Health`.
    pub(crate) fn asks_state_with_event(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let conditions: Vec<&Condition<WarIds>> = guards.iter().chain(&delay.awaited).collect();
        let is_state_of_person = |predicate: &&Predicate<WarIds>| {
            predicate.deed().is_none()
                && matches!(predicate.subject(), Some(Who::User | Who::Named(_) | Who::Related(..)))
        };
        conditions.iter().any(|part| part.present_deeds().next().is_some())
            && conditions.iter().flat_map(|part| part.statements()).any(|predicate| is_state_of_person(&predicate))
    }

    /// Sorts the characters that a step's conditions found. Where the conditions ask a state together with an event,
    /// whoever did it last comes first, because that is when the state held (A253).
    pub(super) fn sort_found_by_latest(&self, step: Step, found: Vec<CharacterId>) -> Vec<CharacterId> {
        if found.len() < 2 || !self.asks_state_with_event(step) {
            return found;
        }
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return found };
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let deeds: Vec<&Deed<WarIds>> =
            guards.iter().chain(&delay.awaited).flat_map(Condition::present_deeds).collect();
        self.sort_latest_first(task.order.actor.id, &deeds, found)
    }

    /// Lets a step wait from now on. If it waits for an event in a state, notes that it was asked now.
    fn wait_for_event_and_state(&mut self, step: Step) {
        self.start_waiting(step);
        if self.waits_for_event_in_a_state(step) {
            self.note_asked(step);
        }
    }

    /// Whether a step waits for an event and a state at once: `When Lancer attacks me and I have less than 100 Health`.
    fn waits_for_event_in_a_state(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let delay = self.delay_of(task, action);
        let Some(Condition::All(parts)) = &delay.awaited else { return false };
        let is_event = |part: &Condition<WarIds>| part.present_deeds().next().is_some();
        let is_state = |part: &Condition<WarIds>| {
            !part.is_about_becoming() && part.statements().iter().all(|statement| statement.deed().is_none())
        };
        parts.iter().any(is_event) && parts.iter().any(is_state)
    }

    /// Whether a step's `if` names a state to come. Such a condition is asked whenever anything has happened.
    fn if_names_future_state(&self, step: Step) -> bool {
        let branch = self.agenda.task(step).and_then(|task| task.order.body.branches.get(step.branch));
        branch.is_some_and(|branch| branch.guards.iter().any(Condition::is_about_becoming))
    }

    fn note_asked(&mut self, step: Step) {
        let event_count = self.count_events_seen(step, Night::count_signs);
        self.agenda.note_asked(step, event_count);
    }

    /// Returns how often anything that a step's `when` or `if` names has happened, whoever `that character` is in it.
    fn count_events_seen(
        &self,
        step: Step,
        count: fn(&Self, CharacterId, &Deed<WarIds>, &[CharacterId]) -> usize,
    ) -> usize {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return 0 };
        let actor = task.order.actor.id;
        let anybody: Vec<CharacterId> = self.war.ids().collect();
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let events = guards.iter().chain(&delay.awaited).flat_map(Condition::present_deeds);
        events.map(|deed| count(self, actor, deed, &anybody)).sum()
    }

    /// Whether the `if` of a step has been met often enough: of several orders with the same text, the second answers
    /// the second such event (A064).
    fn if_is_met_often_enough(&self, step: Step) -> bool {
        let earlier = self.count_earlier_same_orders(step);
        earlier == 0 || self.count_events_seen(step, Night::count_times_seen) > earlier
    }

    /// Whether what a step waits for has happened often enough. Of several orders with the same text, the second
    /// answers the second such deed (A064: `each time` is written as several orders).
    pub(super) fn has_happened_often_enough(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let earlier = self.count_earlier_same_orders(step);
        let delay = self.delay_of(task, action);
        let parts = match &delay.awaited {
            Some(Condition::AnyOf(parts)) => parts.as_slice(),
            Some(other) => std::slice::from_ref(other),
            None => &[],
        };
        fn as_deed(part: &Condition<WarIds>) -> Option<&Deed<WarIds>> {
            if let Condition::Is(Predicate::Did(deed)) = part { Some(deed) } else { None }
        }
        match parts.iter().map(as_deed).collect::<Option<Vec<_>>>() {
            Some(deeds) if earlier > 0 && !deeds.is_empty() => {
                self.count_times_any_seen(task.order.actor.id, &deeds, &task.antecedents) > earlier
            }
            _ => true,
        }
    }

    /// Counts the orders above the one of a step that are the same order of the same character (A064).
    fn count_earlier_same_orders(&self, step: Step) -> usize {
        let Some(task) = self.agenda.task(step) else { return 0 };
        let is_same_order = |other: &&Task| {
            other.order.actor.id == task.order.actor.id && other.order.body.means_same_as(&task.order.body)
        };
        self.agenda.tasks().iter().take(step.task).filter(is_same_order).count()
    }
}
