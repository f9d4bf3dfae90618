//! Which branch of an order runs (A064, A236, A253).
//!
//! Of `if C, A; otherwise, B` one branch is chosen when the first of them comes up, once in each combat round. If each
//! branch were asked at its own turn, C could change between them and neither branch would run. An order that says as
//! which phase begins it is asked keeps that answer for the rest of the Turn.

use crate::event::detail::Reason;
use crate::language::condition::Condition;
use crate::language::order::Body;
use crate::night::bind::WarIds;
use crate::night::state::Night;
use crate::night::state::task::{Choice, Step, Task};
use crate::vocabulary::phase::Phase;
use crate::vocabulary::switches::IllegalConditional;

use super::evaluate_perceived::Truth;

impl Night<'_> {
    /// Whether a step's branch runs: it runs already, or it is the one chosen now.
    pub(crate) fn branch_runs(&mut self, step: Step) -> bool {
        let Some(task) = self.agenda.task(step) else { return false };
        match task.branch {
            Some(running_branch) => return running_branch == step.branch,
            None if task.is_closed => return false,
            None => {}
        }
        let is_running = match (task.order.body.is_asked_early(), task.order.body.chooses_once()) {
            _ if let Some(answer) = self.find_answer_of_writer(step) => Some(answer == Some(step.branch)),
            (true, _) => Some(task.choice.is_some_and(|choice| choice.branch == Some(step.branch))),
            (false, false) => self.branch_holds(step),
            (false, true) => self.choose_branch(step).map(|choice| choice.branch == Some(step.branch)),
        };
        match is_running {
            Some(false) => self.note_not_done(step, Reason::ConditionNotMet),
            Some(true) => self.agenda.mark_choice_reached(step),
            None => {}
        }
        is_running == Some(true)
    }

    /// Asks the orders that are to be asked as this phase begins, before anything is done in it. All of them read the
    /// same position.
    pub(crate) fn ask_as_phase_begins(&mut self) {
        self.ask_now(|body| body.asked);
    }

    /// Asks the orders that are to be asked as this phase ends, when all that is done in it is done.
    pub(crate) fn ask_as_phase_ends(&mut self) {
        self.ask_now(|body| body.asked_at_end);
    }

    /// Asks the orders for which this phase is the time to be asked, which are not asked yet.
    fn ask_now(&mut self, time_of_asking: fn(&Body<WarIds>) -> Option<Phase>) {
        let phase = self.phase;
        let is_asked_now = |task: &Task| {
            let asked = time_of_asking(&task.order.body);
            let asked = asked.map(|asked| if task.order.after_move { asked.in_second_round() } else { asked });
            asked == Some(phase) && !task.is_closed && task.choice.is_none()
        };
        let tasks = self.agenda.tasks().iter().enumerate();
        let due: Vec<usize> = tasks.filter(|(_, task)| is_asked_now(task)).map(|(index, _)| index).collect();
        for task in due {
            self.choose_branch(Step { task, branch: 0, action: 0 });
        }
    }

    /// Returns the choice among an order's branches, made earlier or now: the first branch whose guards hold, if there
    /// is one. `None` when the order has been dropped.
    fn choose_branch(&mut self, step: Step) -> Option<Choice> {
        let task = self.agenda.task(step)?;
        if task.choice.is_some() {
            return task.choice;
        }
        let mut branch = None;
        for index in 0..task.order.body.branches.len() {
            if self.branch_holds(Step { branch: index, ..step })? {
                branch = Some(index);
                break;
            }
        }
        let choice = Choice { branch, is_reached: false };
        self.agenda.set_choice(step, choice);
        Some(choice)
    }

    /// Whether the guards of a step's branch hold now; `None` when the order has been dropped because it asks what it
    /// cannot know (A236).
    fn branch_holds(&mut self, step: Step) -> Option<bool> {
        let is_allowed = self.agenda.task(step)?.is_allowed;
        let asking = self.find_asking_task(step)?;
        let (actor, antecedents) = (asking.order.actor.id, &asking.antecedents);
        let branch = asking.order.body.branches.get(step.branch)?;
        let mut found = Vec::new();
        let mut holds = true;
        let mut is_illegal = false;
        for guard in &branch.guards {
            match self.evaluate(actor, guard, antecedents, &mut found) {
                Truth::Yes => {}
                Truth::No => holds = false,
                // An order that the GM allows may rest on the GM's knowledge.
                Truth::Illegal => is_illegal = !is_allowed,
            }
        }
        if is_illegal && self.war.setup.switches.illegal_conditional == IllegalConditional::Drop {
            self.agenda.drop_order(step, Reason::IllegalCondition);
            return None;
        }
        // Under the other switch, the `otherwise` of an illegal condition runs: its guard `not C` holds.
        if is_illegal {
            holds = self.holds_without_the_illegal(step);
        }
        if holds {
            let found = self.sort_found_by_latest(step, found);
            self.agenda.note_found(step, found);
        } else if is_illegal {
            self.note_not_done(step, Reason::IllegalCondition);
        }
        Some(holds)
    }

    /// The order whose conditions are asked for a step: its own, or of a move together the writer's, as long as both
    /// are in one place (R196, A101).
    pub(super) fn find_asking_task(&self, step: Step) -> Option<&Task> {
        let task = self.agenda.task(step)?;
        let Some(asker) = &task.order.asker else { return Some(task) };
        let (writer, actor) = (self.war.character(asker.id), self.war.character(task.order.actor.id));
        let is_writers = |other: &&Task| {
            other.order.actor.id == asker.id
                && other.order.span == task.order.span
                && other.reference.seat == task.reference.seat
                && other.order.body.is_copied_by(&task.order.body)
        };
        let is_beside = writer.is_alive() && writer.at == actor.at;
        self.agenda.tasks().iter().find(is_writers).filter(|_| is_beside).or(Some(task))
    }

    /// The branch that runs of the order by whose writer a move together is asked, where that has been decided: perhaps
    /// in an earlier phase, in which the writer would have done something else.
    fn find_answer_of_writer(&self, step: Step) -> Option<Option<usize>> {
        let asking = self.find_asking_task(step).filter(|_| self.agenda.task(step).is_some_and(is_copy))?;
        asking.branch.map(Some).or_else(|| asking.choice.map(|choice| choice.branch))
    }

    /// Whether a branch's guards hold when an illegal condition counts as not met.
    fn holds_without_the_illegal(&self, step: Step) -> bool {
        let Some(asking) = self.find_asking_task(step) else { return false };
        let (actor, antecedents) = (asking.order.actor.id, &asking.antecedents);
        asking.order.body.branches.get(step.branch).is_some_and(|branch| {
            branch.guards.iter().all(|guard| match guard {
                Condition::Not(inner) => self.evaluate(actor, inner, antecedents, &mut Vec::new()) != Truth::Yes,
                guard => self.evaluate(actor, guard, antecedents, &mut Vec::new()) == Truth::Yes,
            })
        })
    }
}

/// Whether an order is the copy of a move together for whoever goes along.
fn is_copy(task: &Task) -> bool {
    task.order.asker.is_some()
}
