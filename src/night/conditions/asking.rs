//! When what an order hangs on is asked, and how it waits (R194, R205, A063, A064, A238, A253).
//!
//! Whoever carries out orders of any phase asks [`Night::is_due`] first, once the order's place has come: whether what
//! it waits for has happened and its condition holds. An order that can be carried out later waits from there.

use crate::event::detail::Reason;
use crate::language::condition::{Condition, Deed, Predicate, Who};
use crate::language::order::Delay;
use crate::night::actions::step_skill;
use crate::night::bind::Resolved;
use crate::night::schedule::tasks::phase_without_delay;
use crate::night::state::Night;
use crate::night::state::task::{Step, Task};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::switches::IfEvent;

impl Night<'_> {
    /// Whether a step whose place has come is carried out: the command behind it is in force, what it waits for has
    /// happened, its branch runs.
    pub(crate) fn is_due(&mut self, step: Step) -> bool {
        if !self.is_still_commanded(step) {
            return false;
        }
        if !self.has_been_triggered(step) {
            self.wait_in_a_state(step);
            self.note_not_done(step, Reason::NeverTriggered);
            return false;
        }
        if self.branch_runs(step) {
            return true;
        }
        if self.waits_by_if(step) || self.asks_each_time(step) {
            self.wait(step);
            self.note_asked(step);
        }
        false
    }

    /// A step whose place has come, though its actor may not act there, waits for what it hangs on, if that is still to
    /// come (A104).
    pub(crate) fn wait_for_event(&mut self, step: Step) {
        if !self.has_been_triggered(step) {
            self.wait_in_a_state(step);
        } else if self.waits_by_if(step) {
            self.wait(step);
            self.note_asked(step);
        }
    }

    /// Whether a step waits by its `if`: it speaks of something that happens, and has no `otherwise` (A253).
    fn waits_by_if(&self, step: Step) -> bool {
        self.war.setup.switches.if_event == IfEvent::Waits
            && self.agenda.task(step).is_some_and(|task| !task.closed && task.order.body.waits())
    }

    /// Whether a step waits for what happens and asks a condition beside that, with no `otherwise`: `When Lancer
    /// attacks me, use Parry if I have less than 100 Health` is not used up by an attack at which the condition does
    /// not hold (A064).
    fn asks_each_time(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let happens =
            |delay: &Delay<Resolved>| delay.after.as_ref().is_some_and(|event| event.happenings().next().is_some());
        matches!(task.order.body.branches.as_slice(), [only] if !only.guards.is_empty())
            && !task.closed
            && happens(&self.delay_of(task, action))
    }

    /// From here on a step is carried out behind what it waits for, if it has more than its one place.
    fn wait(&mut self, step: Step) {
        if self.has_later_places(step) {
            self.agenda.wait(step);
        }
    }

    /// Whether a step can be carried out after its own place: an action of a combat round, or what is said once and
    /// stands.
    fn has_later_places(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        if action.kind.stands() {
            return true;
        }
        let natural = phase_without_delay(&self.war, task.order.actor.id, &action.kind, self.phase);
        natural.is_some_and(|phase| phase.round().is_some()) && !step_skill::occurs_first(self, step)
    }

    /// The open steps whose own place has come and that wait for something to happen.
    pub(crate) fn waiting_steps(&self) -> Vec<Step> {
        let waits = |(_, task): &(usize, &Task)| !task.waiting.is_empty() && !task.closed;
        let tasks = self.agenda.tasks().iter().enumerate().filter(waits);
        let open = |task: &Task, step: &(usize, usize)| {
            !task.done.contains(step) && task.ran.is_none_or(|branch| branch == step.0)
        };
        tasks
            .flat_map(|(number, task)| {
                let steps = task.waiting.iter().filter(move |step| open(task, step));
                steps.map(move |(branch, action)| Step { task: number, branch: *branch, action: *action })
            })
            .collect()
    }

    /// Whether what a waiting step waits for has come: by `when` and by `if`, what happened for the one as for the
    /// other.
    pub(crate) fn is_stirred(&mut self, step: Step) -> bool {
        let in_a_state = self.waits_for_event_in_a_state(step);
        if in_a_state && !self.has_come_again(step) {
            return false;
        }
        if !self.has_been_triggered(step) {
            return false;
        }
        if !self.waits_by_if(step) && !self.asks_each_time(step) {
            return true;
        }
        if self.becomes_by_if(step) {
            return self.branch_runs(step);
        }
        (in_a_state || self.has_come_again(step)) && self.comes_for_if(step) && self.branch_runs(step)
    }

    /// Whether what a step waits for has come since it was asked last: states are asked when the event comes, and not
    /// again until it comes again (A253).
    fn has_come_again(&mut self, step: Step) -> bool {
        let seen = self.seen_of_if(step, Night::signs_of);
        let asked = self.agenda.task(step).and_then(|task| task.asked.get(&(step.branch, step.action))).copied();
        if asked == Some(seen) {
            return false;
        }
        self.note_asked(step);
        true
    }

    /// Whether a step asks a state of somebody by name beside something that happens: `If an opponent attacks me and I
    /// have less than 100 Health`.
    pub(crate) fn asks_a_state_beside(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let asked: Vec<&Condition<Resolved>> = guards.iter().chain(&delay.after).collect();
        let state = |said: &&Predicate<Resolved>| {
            said.deed().is_none() && matches!(said.subject(), Some(Who::User | Who::Named(_) | Who::Related(..)))
        };
        asked.iter().any(|part| part.happenings().next().is_some())
            && asked.iter().flat_map(|part| part.statements()).any(|said| state(&said))
    }

    /// Those whom a step's conditions found: where they ask a state beside an event, whoever did it last first, for it
    /// is then that the state held (A253).
    pub(super) fn found_last(&self, step: Step, found: Vec<CharacterId>) -> Vec<CharacterId> {
        if found.len() < 2 || !self.asks_a_state_beside(step) {
            return found;
        }
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return found };
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let deeds: Vec<&Deed<Resolved>> = guards.iter().chain(&delay.after).flat_map(Condition::happenings).collect();
        self.latest_first(task.order.actor.id, &deeds, found)
    }

    /// A step waits from here on; what it waits for has been asked now, if that is an event in a state.
    fn wait_in_a_state(&mut self, step: Step) {
        self.wait(step);
        if self.waits_for_event_in_a_state(step) {
            self.note_asked(step);
        }
    }

    /// Whether a step waits for an event and a state at once: `When Lancer attacks me and I have less
    /// than 100 Health`.
    fn waits_for_event_in_a_state(&self, step: Step) -> bool {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return false };
        let delay = self.delay_of(task, action);
        let Some(Condition::All(parts)) = &delay.after else { return false };
        let happens = |part: &Condition<Resolved>| part.happenings().next().is_some();
        let states =
            |part: &Condition<Resolved>| !part.becomes() && part.statements().iter().all(|said| said.deed().is_none());
        parts.iter().any(happens) && parts.iter().any(states)
    }

    /// Whether a step's `if` speaks of a state to come: it is asked whenever anything has happened.
    fn becomes_by_if(&self, step: Step) -> bool {
        let branch = self.agenda.task(step).and_then(|task| task.order.body.branches.get(step.branch));
        branch.is_some_and(|branch| branch.guards.iter().any(Condition::becomes))
    }

    fn note_asked(&mut self, step: Step) {
        let seen = self.seen_of_if(step, Night::signs_of);
        self.agenda.note_asked(step, seen);
    }

    /// How often something has happened that a step's `when` or `if` speaks of, whoever `that character` is in it.
    fn seen_of_if(&self, step: Step, count: fn(&Self, CharacterId, &Deed<Resolved>, &[CharacterId]) -> usize) -> usize {
        let Some((task, action)) = self.agenda.task(step).zip(self.action(step)) else { return 0 };
        let actor = task.order.actor.id;
        let anybody: Vec<CharacterId> = self.war.ids().collect();
        let guards = task.order.body.branches.get(step.branch).map_or(&[][..], |branch| &branch.guards);
        let delay = self.delay_of(task, action);
        let events = guards.iter().chain(&delay.after).flat_map(Condition::happenings);
        events.map(|deed| count(self, actor, deed, &anybody)).sum()
    }

    /// Whether a line that says the same as others before it is answered to: the second answers the second such event
    /// (A064).
    fn comes_for_if(&self, step: Step) -> bool {
        let Some(task) = self.agenda.task(step) else { return false };
        let actor = task.order.actor.id;
        let same = |other: &&Task| other.order.actor.id == actor && other.order.body.says_as(&task.order.body);
        let before = self.agenda.tasks().iter().take(step.task).filter(same).count();
        before == 0 || self.seen_of_if(step, Night::times_seen) > before
    }
}
