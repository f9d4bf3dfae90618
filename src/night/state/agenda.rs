//! The agenda: orders, bids for contracts, pending deaths, queued uses, and what sentences wait for.

use crate::event::OrderRef;
use crate::event::detail::Reason;
use crate::language::effect::Who;
use crate::night::resolution::SeatPlan;
use crate::vocabulary::ids::CharacterId;
use crate::war::setup::SkillRef;

use super::skill_use::AppliedSkill;
use super::task::{Choice, ObeyedCommand, Step, Task};
use super::triggers::Triggers;

/// The maximum number of reactions to reactions that are carried out at once.
pub(in crate::night) const MAX_REACTION_DEPTH: u32 = 64;

/// What is still to be carried out.
#[derive(Clone)]
pub(in crate::night) struct Agenda<'a> {
    plans: &'a [SeatPlan],
    tasks: Vec<Task>,
    bids: Vec<Bid>,
    /// Upkeeps refused by order (R365).
    refused_upkeeps: Vec<(CharacterId, SkillRef)>,
    /// Who was attacked in the second round (A104).
    attacked_again: Vec<CharacterId>,
    /// Characters that an effect kills, with whose effect it is.
    pending_deaths: Vec<(CharacterId, CharacterId)>,
    queued_uses: Vec<QueuedUse>,
    /// The number of nested reactions in progress.
    chain_depth: u32,
    /// Whether a chain that is too long has been reported.
    is_chain_reported: bool,
    /// What sentences wait for.
    pub(in crate::night) triggers: Triggers,
}

/// A side that has agreed to a contract tonight, and waits for the other (A160).
#[derive(Clone, Debug)]
pub(in crate::night) struct Bid {
    pub bidder: CharacterId,
    pub step: Step,
    /// The characters it would make the contract with.
    pub partners: Vec<CharacterId>,
    /// Whether only one of them is wanted.
    pub wants_only_one: bool,
    /// Whether a former contract is to be re-established.
    pub is_reestablished: bool,
}

/// `The user uses "X" on the attacker`: a use that a triggered sentence leads to.
#[derive(Clone, Debug)]
pub(in crate::night) struct QueuedUse {
    /// The sentence as applied.
    pub applied: AppliedSkill,
    /// The skill's name; `None` for the Basic Attack.
    pub name: Option<String>,
    pub targets: Option<Who>,
    /// Whether it is used on their location instead of on them.
    pub is_at_location: bool,
    /// Whether nothing is paid for it.
    pub is_free: bool,
}

impl<'a> Agenda<'a> {
    /// Starts before the Turn.
    pub(super) fn new(plans: &'a [SeatPlan]) -> Agenda<'a> {
        Agenda {
            plans,
            tasks: Vec::new(),
            bids: Vec::new(),
            refused_upkeeps: Vec::new(),
            attacked_again: Vec::new(),
            pending_deaths: Vec::new(),
            queued_uses: Vec::new(),
            chain_depth: 0,
            is_chain_reported: false,
            triggers: Triggers::default(),
        }
    }

    /// Returns the orders as they were checked.
    pub(in crate::night) fn plans(&self) -> &'a [SeatPlan] {
        self.plans
    }

    /// Sets the orders of the Night.
    pub(in crate::night) fn set_tasks(&mut self, tasks: Vec<Task>) {
        self.tasks = tasks;
    }

    /// Returns all orders of the Night; a step refers to them by index.
    pub(in crate::night) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Returns the order that a step belongs to.
    pub(in crate::night) fn task(&self, step: Step) -> Option<&Task> {
        self.tasks.get(step.task)
    }

    fn task_mut(&mut self, step: Step) -> Option<&mut Task> {
        self.tasks.get_mut(step.task)
    }

    /// Notes why a step was not carried out when its turn came.
    pub(super) fn note_not_done(&mut self, step: Step, why: Reason) {
        let Some(task) = self.task_mut(step) else { return };
        // What was tried and failed is not tried again.
        task.is_closed |= matches!(
            why,
            Reason::Noticed
                | Reason::FailedByItself
                | Reason::Foiled
                | Reason::FieldThere
                | Reason::MarbleThere
                | Reason::Sheltered
        );
        // Why one branch failed is more informative than that the other's condition did not hold, or that the second
        // round is closed to it.
        let is_informative =
            |why: Reason| !matches!(why, Reason::FoughtAlready | Reason::ConditionNotMet | Reason::NeverTriggered);
        if is_informative(why) {
            task.failed_actions.insert((step.branch, step.action));
        }
        if task
            .last_reason
            .is_none_or(|last| is_informative(why) || (!is_informative(last) && why != Reason::FoughtAlready))
        {
            task.last_reason = Some(why);
        }
    }

    /// Notes a use: its branch runs from now on.
    pub(in crate::night) fn count_use(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.branch = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            *task.uses.entry(step).or_default() += 1;
        }
    }

    /// Notes that a step was carried out.
    pub(super) fn mark_carried_out(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.branch = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            task.failed_actions.remove(&(step.branch, step.action));
            if !task.done_actions.contains(&(step.branch, step.action)) {
                task.done_actions.push((step.branch, step.action));
            }
            let actions = task.order.body.branches.get(step.branch).map_or(0, |b| b.actions.len());
            task.is_closed = task.done_actions.len() >= actions;
        }
    }

    /// Marks an order as reported. Returns the order and its actor, if it is a player's and was not reported before.
    pub(super) fn mark_reported(&mut self, task: usize) -> Option<(OrderRef, CharacterId)> {
        let task = self.tasks.get_mut(task).filter(|task| !task.is_reported)?;
        task.is_reported = true;
        // A command is not reported as an order; its effects speak for it.
        task.obeys.is_none().then_some((task.reference, task.order.actor.id))
    }

    /// Lets a step wait for something to happen from now on (A063, A253).
    pub(in crate::night) fn start_waiting(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.waiting.insert((step.branch, step.action));
        }
    }

    /// Ends the waiting of a step.
    pub(in crate::night) fn stop_waiting(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.waiting.remove(&(step.branch, step.action));
        }
    }

    /// Notes how often the event of a step that waits by an `if` had happened when the step was asked.
    pub(in crate::night) fn note_asked(&mut self, step: Step, event_count: usize) {
        if let Some(task) = self.task_mut(step) {
            task.counts_when_asked.insert((step.branch, step.action), event_count);
        }
    }

    /// Ends all waiting as the Movement Phase begins. In the second round each step has its own turn again; it reacts
    /// there to what happened in the Movement Phase, not earlier (A063, A253). Standing orders have no turn and wait
    /// on.
    pub(in crate::night) fn reset_waiting_for_second_round(&mut self) {
        for task in &mut self.tasks {
            let branches = &task.order.body.branches;
            let is_standing = |(branch, action): &(usize, usize)| {
                let action = branches.get(*branch).and_then(|b| b.actions.get(*action));
                action.is_some_and(|action| action.kind.has_only_phase())
            };
            task.waiting.retain(is_standing);
            task.counts_when_asked.clear();
        }
    }

    /// Notes the choice of a branch of an order.
    pub(in crate::night) fn set_choice(&mut self, step: Step, choice: Choice) {
        if let Some(task) = self.task_mut(step) {
            task.choice = Some(choice);
        }
    }

    /// Notes that the turn of the chosen branch has come.
    pub(in crate::night) fn mark_choice_reached(&mut self, step: Step) {
        if let Some(choice) = self.task_mut(step).and_then(|task| task.choice.as_mut()) {
            choice.is_reached = true;
        }
    }

    /// Lets orders with several branches be asked again in the second round, unless the turn of the chosen branch is
    /// still to come, or they say as which phase begins they are asked.
    pub(in crate::night) fn reset_reached_choices(&mut self) {
        for task in self.tasks.iter_mut().filter(|task| !task.order.body.is_asked_early()) {
            task.choice = task.choice.filter(|choice| choice.branch.is_some() && !choice.is_reached);
        }
    }

    /// Notes that an order to stay holds.
    pub(in crate::night) fn note_stay(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.stayed = Some(step.branch);
        }
    }

    /// Notes the characters that a step's condition found: `that character`.
    pub(in crate::night) fn note_found(&mut self, step: Step, found: Vec<CharacterId>) {
        if let Some(task) = self.task_mut(step)
            && !found.is_empty()
        {
            task.antecedents = found;
        }
    }

    /// Closes an order for this Turn, for this reason.
    pub(in crate::night) fn drop_order(&mut self, step: Step, why: Reason) {
        if let Some(task) = self.task_mut(step) {
            (task.is_closed, task.last_reason) = (true, Some(why));
        }
    }

    /// Closes a player's order that the GM forbids.
    pub(in crate::night) fn close_forbidden(&mut self, order: OrderRef) {
        let forbidden_tasks =
            self.tasks.iter_mut().filter(|t| t.obeys.is_none() && t.reference == order && !t.is_closed);
        forbidden_tasks.for_each(|task| (task.is_closed, task.last_reason) = (true, Some(Reason::Forbidden)));
    }

    /// Adds the orders by which a command is obeyed. A command given once more starts once more.
    pub(in crate::night) fn add_commanded_orders(
        &mut self,
        servant: CharacterId,
        command: &ObeyedCommand,
        orders: Vec<Task>,
    ) {
        let is_same_command = |task: &&mut Task| task.order.actor.id == servant && task.obeys.as_ref() == Some(command);
        self.tasks.iter_mut().filter(is_same_command).for_each(|task| task.is_closed = true);
        self.tasks.extend(orders);
    }

    /// Returns the sides that have agreed to a contract tonight.
    pub(in crate::night) fn bids(&self) -> &[Bid] {
        &self.bids
    }

    /// Adds a bid for a contract.
    pub(in crate::night) fn add_bid(&mut self, bid: Bid) {
        self.bids.retain(|b| b.step != bid.step);
        self.bids.push(bid);
    }

    /// Withdraws the bid of somebody who has the contract they wanted.
    pub(in crate::night) fn withdraw_bid(&mut self, step: Step) {
        self.bids.retain(|bid| bid.step != step);
    }

    /// Notes that an upkeep is refused (R365).
    pub(in crate::night) fn refuse_upkeep(&mut self, user: CharacterId, skill: SkillRef) {
        self.refused_upkeeps.push((user, skill));
    }

    /// Whether an upkeep has been refused.
    pub(in crate::night) fn is_refused(&self, user: CharacterId, skill: SkillRef) -> bool {
        self.refused_upkeeps.contains(&(user, skill))
    }

    /// Notes that these are attacked in the second round (A104).
    pub(in crate::night) fn note_attacked_again(&mut self, who: [CharacterId; 2]) {
        self.attacked_again.extend(who);
    }

    /// Whether somebody was attacked in the second round (A104).
    pub(in crate::night) fn is_attacked_again(&self, who: CharacterId) -> bool {
        self.attacked_again.contains(&who)
    }

    /// Notes that an effect kills somebody; they die as the batch is settled.
    pub(in crate::night) fn add_pending_death(&mut self, who: CharacterId, by: CharacterId) {
        self.pending_deaths.push((who, by));
    }

    /// Yields whose effects kill somebody; nobody if none does.
    pub(in crate::night) fn pending_killers(&self, victim: CharacterId) -> impl Iterator<Item = CharacterId> {
        self.pending_deaths.iter().filter(move |(who, _)| *who == victim).map(|(_, by)| *by)
    }

    /// Clears the pending deaths, when all of them are dead.
    pub(in crate::night) fn end_pending_deaths(&mut self) {
        self.pending_deaths.clear();
    }

    /// Queues a use that a sentence leads to.
    pub(in crate::night) fn queue_use(&mut self, counter: QueuedUse) {
        self.queued_uses.push(counter);
    }

    /// Takes the queued uses.
    pub(in crate::night) fn take_queued_uses(&mut self) -> Vec<QueuedUse> {
        std::mem::take(&mut self.queued_uses)
    }

    /// Returns the number of nested reactions in progress.
    pub(in crate::night) fn chain_depth(&self) -> u32 {
        self.chain_depth
    }

    /// Begins a nested reaction.
    pub(in crate::night) fn lengthen_chain(&mut self) {
        self.chain_depth += 1;
    }

    /// Ends a nested reaction.
    pub(in crate::night) fn shorten_chain(&mut self) {
        self.chain_depth -= 1;
    }

    /// Whether a chain that is too long is to be reported; true only once.
    pub(in crate::night) fn take_chain_report(&mut self) -> bool {
        !std::mem::replace(&mut self.is_chain_reported, true)
    }
}
