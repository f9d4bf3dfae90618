//! What is still to come: orders, offers, deaths, uses that answer something, and what sentences wait for.

use crate::event::OrderRef;
use crate::event::detail::Reason;
use crate::language::effect::Who;
use crate::night::resolution::SeatPlan;
use crate::vocabulary::ids::CharacterId;
use crate::war::setup::SkillRef;

use super::skill_use::AppliedSkill;
use super::task::{Choice, ObeyedCommand, Step, Task};
use super::triggers::Triggers;

/// The most reactions to reactions that are carried out at once.
pub(in crate::night) const LONGEST_CHAIN: u32 = 64;

/// What is still to come.
#[derive(Clone)]
pub(in crate::night) struct Agenda<'a> {
    plans: &'a [SeatPlan],
    tasks: Vec<Task>,
    bids: Vec<Bid>,
    /// Upkeeps refused by order (R365).
    refused_upkeeps: Vec<(CharacterId, SkillRef)>,
    /// Who was attacked in the second round (A104).
    attacked_again: Vec<CharacterId>,
    /// Who dies of an effect, and by whom.
    pending_deaths: Vec<(CharacterId, CharacterId)>,
    counters: Vec<Counter>,
    /// How many reactions to reactions are under way.
    chain: u32,
    /// A chain too long has been reported.
    chain_reported: bool,
    /// What sentences wait for.
    pub(in crate::night) triggers: Triggers,
}

/// A side that has said yes to a contract tonight, and waits for the other (A160).
#[derive(Clone, Debug)]
pub(in crate::night) struct Bid {
    pub from: CharacterId,
    pub step: Step,
    /// Whom they mean.
    pub to: Vec<CharacterId>,
    /// One of them is wanted, and no more.
    pub one_of_them: bool,
    /// To re-establish what there was, not to make a new contract.
    pub again: bool,
}

/// `The user uses "X" on the attacker`: a use that a sentence which was set off has led to.
#[derive(Clone, Debug)]
pub(in crate::night) struct Counter {
    /// The sentence at work.
    pub working: AppliedSkill,
    /// The skill's name; `None` is their Basic Attack.
    pub name: Option<String>,
    pub on: Option<Who>,
    /// On the place where they are.
    pub at_place: bool,
    /// Nothing is paid for it.
    pub free: bool,
}

impl<'a> Agenda<'a> {
    /// Before the Turn.
    pub(super) fn new(plans: &'a [SeatPlan]) -> Agenda<'a> {
        Agenda {
            plans,
            tasks: Vec::new(),
            bids: Vec::new(),
            refused_upkeeps: Vec::new(),
            attacked_again: Vec::new(),
            pending_deaths: Vec::new(),
            counters: Vec::new(),
            chain: 0,
            chain_reported: false,
            triggers: Triggers::default(),
        }
    }

    /// The orders as they were checked.
    pub(in crate::night) fn plans(&self) -> &'a [SeatPlan] {
        self.plans
    }

    /// The orders of the Night are these.
    pub(in crate::night) fn set_tasks(&mut self, tasks: Vec<Task>) {
        self.tasks = tasks;
    }

    /// All orders of the Night; a step names them by their place.
    pub(in crate::night) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// The order a step belongs to.
    pub(in crate::night) fn task(&self, step: Step) -> Option<&Task> {
        self.tasks.get(step.task)
    }

    fn task_mut(&mut self, step: Step) -> Option<&mut Task> {
        self.tasks.get_mut(step.task)
    }

    /// Notes why a step was not carried out when its place came.
    pub(super) fn note_not_done(&mut self, step: Step, why: Reason) {
        let Some(task) = self.task_mut(step) else { return };
        // What was tried and failed is not tried again.
        task.closed |= matches!(
            why,
            Reason::Noticed | Reason::FailedByItself | Reason::FieldThere | Reason::MarbleThere | Reason::Sheltered
        );
        // Why the one branch came to nothing says more than that the other's condition did not
        // hold, or that the second round is closed to it.
        let tells =
            |why: Reason| !matches!(why, Reason::FoughtAlready | Reason::ConditionNotMet | Reason::NeverTriggered);
        if task.last.is_none_or(|last| tells(why) || (!tells(last) && why != Reason::FoughtAlready)) {
            task.last = Some(why);
        }
    }

    /// Notes a use: its branch runs, however far it comes.
    pub(in crate::night) fn count_use(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.ran = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            *task.uses.entry(step).or_default() += 1;
        }
    }

    /// Notes that a step was carried out.
    pub(super) fn carried_out(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.ran = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            if !task.done.contains(&(step.branch, step.action)) {
                task.done.push((step.branch, step.action));
            }
            let actions = task.order.body.branches.get(step.branch).map_or(0, |b| b.actions.len());
            task.closed = task.done.len() >= actions;
        }
    }

    /// Notes that what became of an order is reported; whose order it is, if it has not been and is one of a player's.
    pub(super) fn report(&mut self, task: usize) -> Option<(OrderRef, CharacterId)> {
        let task = self.tasks.get_mut(task).filter(|task| !task.reported)?;
        task.reported = true;
        // Of a command nobody is answered but by what came of it.
        task.obeys.is_none().then_some((task.reference, task.order.actor.id))
    }

    /// From here on a step waits for something to happen (A063, A253).
    pub(in crate::night) fn wait(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.waiting.insert((step.branch, step.action));
        }
    }

    /// A step waits no longer.
    pub(in crate::night) fn waits_no_more(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.waiting.remove(&(step.branch, step.action));
        }
    }

    /// A step that waits by an `if` has been asked, when what it speaks of had happened so often.
    pub(in crate::night) fn note_asked(&mut self, step: Step, seen: usize) {
        if let Some(task) = self.task_mut(step) {
            task.asked.insert((step.branch, step.action), seen);
        }
    }

    /// In the second round what waits has its own place again: what happens in the Movement Phase is answered there,
    /// and not before it (A063, A253). What is said once and stands has no place, and waits on.
    pub(in crate::night) fn ask_again_in_the_second_round(&mut self) {
        for task in &mut self.tasks {
            let branches = &task.order.body.branches;
            let stands = |(branch, action): &(usize, usize)| {
                let action = branches.get(*branch).and_then(|b| b.actions.get(*action));
                action.is_some_and(|action| action.kind.has_no_place())
            };
            task.waiting.retain(stands);
            task.asked.clear();
        }
    }

    /// A branch of an order is chosen.
    pub(in crate::night) fn choose(&mut self, step: Step, choice: Choice) {
        if let Some(task) = self.task_mut(step) {
            task.choice = Some(choice);
        }
    }

    /// The place of the branch that was chosen has come.
    pub(in crate::night) fn choice_came(&mut self, step: Step) {
        if let Some(choice) = self.task_mut(step).and_then(|task| task.choice.as_mut()) {
            choice.came = true;
        }
    }

    /// In the second round an order of several branches is asked anew, unless what was chosen is still to come.
    pub(in crate::night) fn choose_anew(&mut self) {
        for task in &mut self.tasks {
            task.choice = task.choice.filter(|choice| choice.branch.is_some() && !choice.came);
        }
    }

    /// Notes that an order to stay holds.
    pub(in crate::night) fn stays_put(&mut self, step: Step) {
        if let Some(task) = self.task_mut(step) {
            task.stayed = Some(step.branch);
        }
    }

    /// Notes whom a step's condition found: `that character`.
    pub(in crate::night) fn note_found(&mut self, step: Step, found: Vec<CharacterId>) {
        if let Some(task) = self.task_mut(step)
            && !found.is_empty()
        {
            task.antecedents = found;
        }
    }

    /// An order has nothing more to do this Turn, for this reason.
    pub(in crate::night) fn drop_order(&mut self, step: Step, why: Reason) {
        if let Some(task) = self.task_mut(step) {
            (task.closed, task.last) = (true, Some(why));
        }
    }

    /// The GM forbids a player's order.
    pub(in crate::night) fn forbid(&mut self, order: OrderRef) {
        let forbidden = self.tasks.iter_mut().filter(|t| t.obeys.is_none() && t.reference == order && !t.closed);
        forbidden.for_each(|task| (task.closed, task.last) = (true, Some(Reason::Forbidden)));
    }

    /// A command is obeyed by these orders. Given once more, it is begun once more.
    pub(in crate::night) fn obey(&mut self, servant: CharacterId, command: &ObeyedCommand, orders: Vec<Task>) {
        let same = |task: &&mut Task| task.order.actor.id == servant && task.obeys.as_ref() == Some(command);
        self.tasks.iter_mut().filter(same).for_each(|task| task.closed = true);
        self.tasks.extend(orders);
    }

    /// Who has said yes to a contract tonight.
    pub(in crate::night) fn bids(&self) -> &[Bid] {
        &self.bids
    }

    /// Somebody says yes to a contract.
    pub(in crate::night) fn bid(&mut self, bid: Bid) {
        self.bids.retain(|b| b.step != bid.step);
        self.bids.push(bid);
    }

    /// Somebody has got what they wanted, and says yes no more.
    pub(in crate::night) fn withdraw_bid(&mut self, step: Step) {
        self.bids.retain(|bid| bid.step != step);
    }

    /// An upkeep is refused (R365).
    pub(in crate::night) fn refuse_upkeep(&mut self, user: CharacterId, skill: SkillRef) {
        self.refused_upkeeps.push((user, skill));
    }

    /// Whether an upkeep has been refused.
    pub(in crate::night) fn is_refused(&self, user: CharacterId, skill: SkillRef) -> bool {
        self.refused_upkeeps.contains(&(user, skill))
    }

    /// These are attacked in the second round (A104).
    pub(in crate::night) fn note_attacked_again(&mut self, who: [CharacterId; 2]) {
        self.attacked_again.extend(who);
    }

    /// Whether somebody was attacked in the second round (A104).
    pub(in crate::night) fn is_attacked_again(&self, who: CharacterId) -> bool {
        self.attacked_again.contains(&who)
    }

    /// Somebody dies of an effect, as the batch is settled.
    pub(in crate::night) fn add_pending_death(&mut self, who: CharacterId, by: CharacterId) {
        self.pending_deaths.push((who, by));
    }

    /// By whom somebody is to die of an effect; nobody, where they are not.
    pub(in crate::night) fn pending_killers(&self, victim: CharacterId) -> impl Iterator<Item = CharacterId> {
        self.pending_deaths.iter().filter(move |(who, _)| *who == victim).map(|(_, by)| *by)
    }

    /// All who were to die of an effect are dead.
    pub(in crate::night) fn end_pending_deaths(&mut self) {
        self.pending_deaths.clear();
    }

    /// A sentence leads to a use.
    pub(in crate::night) fn queue_counter(&mut self, counter: Counter) {
        self.counters.push(counter);
    }

    /// The uses that are to be made now.
    pub(in crate::night) fn take_counters(&mut self) -> Vec<Counter> {
        std::mem::take(&mut self.counters)
    }

    /// How many reactions to reactions are under way.
    pub(in crate::night) fn chain_depth(&self) -> u32 {
        self.chain
    }

    /// A reaction begins.
    pub(in crate::night) fn lengthen_chain(&mut self) {
        self.chain += 1;
    }

    /// A reaction is done.
    pub(in crate::night) fn shorten_chain(&mut self) {
        self.chain -= 1;
    }

    /// Whether a chain too long is to be reported: once.
    pub(in crate::night) fn reports_chain(&mut self) -> bool {
        !std::mem::replace(&mut self.chain_reported, true)
    }
}
