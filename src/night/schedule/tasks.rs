//! Orders on their way to being carried out.
//!
//! An order fires once a Turn (A064). Of its branches at most one runs; what was not carried out
//! in the first combat round comes up again in the second.

use crate::event::detail::{Outcome, Reason};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::event::{Cause, OrderRef};
use crate::language::order::{Action, Deed, Delay, Moment, Order};
use crate::night::actions::skills;
use crate::night::rulings::Rulings;
use crate::night::{Night, SeatPlan};
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::phase::{Phase, Round};
use crate::war::War;
use crate::war::bargain::Bargain;
use crate::war::setup::{SheetId, SkillRef};

use super::bind::{Bound, bind};

/// An order of the Night.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// What was ordered.
    pub order: Order<Bound>,
    /// Whose order it is.
    pub reference: OrderRef,
    /// Which branch runs.
    pub ran: Option<usize>,
    /// Actions carried out: branch, place in it.
    pub done: Vec<(usize, usize)>,
    /// Actions whose place has come, and that wait for something to happen (A063, A253): branch, place in it.
    pub waiting: BTreeSet<(usize, usize)>,
    /// Of those that wait by an `if`: how often what they wait for had happened when they were asked last.
    pub asked: BTreeMap<(usize, usize), usize>,
    /// The branch by which its actor stays in the Movement Phase.
    pub stayed: Option<usize>,
    /// How often its steps have used their skill.
    pub uses: BTreeMap<Step, u32>,
    /// It has nothing more to do this Turn.
    pub closed: bool,
    /// Why it was not carried out when its place last came.
    pub last: Option<Reason>,
    /// Its outcome has been reported.
    pub reported: bool,
    /// Whom its condition found: `that character`.
    pub that: Vec<CharacterId>,
    /// The GM lets it happen in spite of the rules (R008).
    pub allowed: bool,
    /// It is no player's order but a command that is obeyed (R171).
    pub obeys: Option<Command>,
}

/// A command that a Servant obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// The spell in force.
    pub skill: SkillRef,
    /// Who gave it.
    pub user: CharacterId,
    /// Its words.
    pub words: String,
}

impl Task {
    /// An order as it stands before the Night.
    pub(crate) fn new(order: Order<Bound>, reference: OrderRef) -> Task {
        Task {
            order,
            reference,
            ran: None,
            done: Vec::new(),
            uses: BTreeMap::new(),
            waiting: BTreeSet::new(),
            asked: BTreeMap::new(),
            stayed: None,
            closed: false,
            last: None,
            reported: false,
            that: Vec::new(),
            allowed: false,
            obeys: None,
        }
    }
}

/// One action of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    /// The order, as its place among the Night's.
    pub task: usize,
    /// The branch.
    pub branch: usize,
    /// The action's place in the branch.
    pub action: usize,
}

/// Binds all plans, ordered by seat and number so that files' order does not matter. What the GM
/// forbids is closed from the first.
pub(crate) fn gather(war: &War, plans: &[SeatPlan], rulings: &Rulings) -> Vec<Task> {
    let mut tasks: Vec<Task> = plans
        .iter()
        .flat_map(|plan| {
            // What is stated stands in the Logic Game's log and has no place in the Turn.
            plan.admitted(rulings).filter(|order| !order.body.is_spoken()).filter_map(|order| {
                let bound = bind(war, plan.seat, order)?;
                let own = war.seat_of(bound.actor.id) == Some(plan.seat);
                let reference = OrderRef { seat: plan.seat, number: u16::try_from(order.number).ok()? };
                let forbidden = rulings.forbids(reference);
                // Who has taken shelter has left the War (R336).
                let sheltered = war.is_sheltered(bound.actor.id);
                let closed = match (forbidden, sheltered) {
                    (true, _) => Some(Reason::Forbidden),
                    (false, true) => Some(Reason::Sheltered),
                    (false, false) => None,
                };
                own.then(|| Task {
                    closed: closed.is_some(),
                    last: closed,
                    allowed: rulings.allows(reference),
                    ..Task::new(bound, reference)
                })
            })
        })
        .collect();
    tasks.sort_by_key(|t| t.reference);
    tasks
}

impl Step {
    /// The number of its branch as players count, from 1.
    pub(crate) fn branch_number(self) -> u16 {
        u16::try_from(self.branch).unwrap_or(u16::MAX).saturating_add(1)
    }
}

impl Night<'_> {
    /// The action a step stands for.
    pub(crate) fn action(&self, step: Step) -> Option<&Action<Bound>> {
        self.tasks.get(step.task)?.order.body.branches.get(step.branch)?.actions.get(step.action)
    }

    /// Every step still open whose place lies in a phase, in the order written.
    pub(crate) fn steps_in(&self, phase: Phase) -> Vec<Step> {
        let round = phase.round();
        let mut steps = Vec::new();
        // A command is obeyed before anything of one's own (A138).
        let commands = self.tasks.iter().enumerate().filter(|(_, task)| task.obeys.is_some());
        let own = self.tasks.iter().enumerate().filter(|(_, task)| task.obeys.is_none());
        for (number, task) in commands.chain(own) {
            if task.closed || (task.order.after_move && round == Some(Round::First)) {
                continue;
            }
            for (branch, content) in task.order.body.branches.iter().enumerate() {
                if task.ran.is_some_and(|ran| ran != branch) {
                    continue;
                }
                for (place, action) in content.actions.iter().enumerate() {
                    let open = !task.done.contains(&(branch, place));
                    if open && self.phase_of(task, action, round) == Some(phase) {
                        steps.push(Step { task: number, branch, action: place });
                    }
                }
            }
        }
        steps
    }

    /// Every step still open that stands from the start of the Turn, in the order written.
    pub(crate) fn standing_steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for (number, task) in self.tasks.iter().enumerate().filter(|(_, task)| !task.closed) {
            for (branch, content) in task.order.body.branches.iter().enumerate() {
                for (place, action) in content.actions.iter().enumerate() {
                    let stands = matches!(
                        action.deed,
                        Deed::Protect(_) | Deed::Ally(_) | Deed::Ceasefire(_) | Deed::EndAlliance(_)
                    ) && self.delay_of(task, action).phase.is_none();
                    if stands && !task.done.contains(&(branch, place)) {
                        steps.push(Step { task: number, branch, action: place });
                    }
                }
            }
        }
        steps
    }

    /// Every step still open of a character, whatever its phase.
    pub(crate) fn steps_of(&self, who: CharacterId) -> impl Iterator<Item = Step> {
        let own = self.tasks.iter().enumerate().filter(move |(_, t)| !t.closed && t.order.actor.id == who);
        own.flat_map(|(task, content)| {
            content
                .order
                .body
                .branches
                .iter()
                .enumerate()
                .flat_map(move |(branch, b)| (0..b.actions.len()).map(move |action| Step { task, branch, action }))
        })
    }

    /// The phase an action's place lies in, in a combat round.
    fn phase_of(&self, task: &Task, action: &Action<Bound>, round: Option<Round>) -> Option<Phase> {
        let natural = natural_phase(&self.war, task.order.actor.id, &action.deed, self.phase)?;
        let delay = self.delay_of(task, action);
        let ordered = delay.phase.unwrap_or(natural);
        let explicit_second = ordered.round() == Some(Round::Second) || delay.second_round;
        match round {
            Some(Round::Second) => {
                let phase = ordered.in_second_round();
                // Never earlier than its natural place in that round (R202).
                Some(phase.max(natural.in_second_round()))
            }
            Some(Round::First) if explicit_second => None,
            _ => Some(ordered.max(natural)),
        }
    }

    /// An action's own delay, with that of the whole conditional.
    pub(crate) fn delay_of<'t>(&self, task: &'t Task, action: &'t Action<Bound>) -> Cow<'t, Delay<Bound>> {
        let read_at = &task.order.body.read_at;
        match (action.delay.is_none(), read_at.is_none()) {
            (true, _) => Cow::Borrowed(read_at),
            (false, true) => Cow::Borrowed(&action.delay),
            (false, false) => Cow::Owned(task.order.body.delay_of(action)),
        }
    }

    /// The moment within its phase at which a step's place lies.
    pub(crate) fn moment_of(&self, step: Step) -> Moment {
        let Some((task, action)) = self.tasks.get(step.task).zip(self.action(step)) else { return Moment::Natural };
        self.delay_of(task, action).moment
    }

    /// Whether a step waits for an event or was put off within or between phases (A062).
    pub(crate) fn is_delayed(&self, step: Step) -> bool {
        self.tasks.get(step.task).zip(self.action(step)).is_some_and(|(task, action)| {
            let delay = self.delay_of(task, action);
            delay.after.is_some() || delay.moment != Moment::Natural
        })
    }

    /// Whether the GM lets a step happen in spite of the rules (R008).
    pub(crate) fn is_allowed(&self, step: Step) -> bool {
        self.tasks.get(step.task).is_some_and(|t| t.allowed)
    }

    /// Why something ordered does not happen, unless the GM lets it happen all the same (R008).
    pub(crate) fn unless_allowed<E>(&self, step: Step, refused: Result<(), E>) -> Result<(), E> {
        if self.is_allowed(step) { Ok(()) } else { refused }
    }

    /// Who acts in a step.
    pub(crate) fn actor(&self, step: Step) -> Option<CharacterId> {
        self.tasks.get(step.task).map(|t| t.order.actor.id)
    }

    /// Notes why a step was not carried out when its place came.
    pub(crate) fn put_off(&mut self, step: Step, why: Reason) {
        let Some(task) = self.tasks.get_mut(step.task) else { return };
        // What was tried and failed is not tried again.
        task.closed |= matches!(why, Reason::Noticed | Reason::FieldThere | Reason::MarbleThere | Reason::Sheltered);
        // Why the one branch came to nothing says more than that the other's condition did not
        // hold, or that the second round is closed to it.
        let tells =
            |why: Reason| !matches!(why, Reason::FoughtAlready | Reason::ConditionNotMet | Reason::NeverTriggered);
        if task.last.is_none_or(|last| tells(why) || (!tells(last) && why != Reason::FoughtAlready)) {
            task.last = Some(why);
        }
    }

    /// What kept a step that was begun from being carried out in full (I22).
    pub(crate) fn why_no_more(&self, step: Step) -> Option<Reason> {
        let last = self.tasks.get(step.task)?.last;
        last.filter(|why| !matches!(why, Reason::FoughtAlready | Reason::ConditionNotMet | Reason::NeverTriggered))
    }

    /// Whether a step has not been carried out.
    pub(crate) fn is_open(&self, step: Step) -> bool {
        self.tasks.get(step.task).is_some_and(|t| !t.closed && !t.done.contains(&(step.branch, step.action)))
    }

    /// Whether a step has been begun and not finished (`N times`, taking turns).
    pub(crate) fn is_under_way(&self, step: Step) -> bool {
        self.is_open(step) && self.uses_of(step) > 0
    }

    /// How often a step has used its skill.
    pub(crate) fn uses_of(&self, step: Step) -> u32 {
        self.tasks.get(step.task).and_then(|t| t.uses.get(&step)).copied().unwrap_or(0)
    }

    /// Notes a use: its branch runs, however far it comes.
    pub(crate) fn count_use(&mut self, step: Step) {
        if let Some(task) = self.tasks.get_mut(step.task) {
            task.ran = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            *task.uses.entry(step).or_default() += 1;
        }
    }

    /// Why an event happens that a step leads to.
    pub(crate) fn cause(&self, step: Step) -> Cause {
        self.tasks.get(step.task).map_or(Cause::Rule, |task| match &task.obeys {
            Some(command) => Cause::Effect { skill: command.skill, user: command.user },
            None => Cause::Order(task.reference),
        })
    }

    /// Notes that a step was carried out.
    pub(crate) fn carried_out(&mut self, step: Step, outcome: Outcome) {
        if let Some(task) = self.tasks.get_mut(step.task) {
            task.ran = Some(step.branch);
            task.waiting.remove(&(step.branch, step.action));
            if !task.done.contains(&(step.branch, step.action)) {
                task.done.push((step.branch, step.action));
            }
            let actions = task.order.body.branches.get(step.branch).map_or(0, |b| b.actions.len());
            task.closed = task.done.len() >= actions;
        }
        self.report(step.task, outcome);
    }
}

/// The phase in which a deed is done of itself (REFERENCE "Order types").
pub(crate) fn natural_phase(war: &War, actor: CharacterId, deed: &Deed<Bound>, now: Phase) -> Option<Phase> {
    match deed {
        Deed::Scout(_) => Some(Phase::DailyMove),
        Deed::Use { skill, .. } => {
            let found = skills::find(war, actor, &skill.text)?;
            let bargain = skills::bargain(war.skill(found.skill), deed).unwrap_or(Bargain::NONE);
            found.phase_with(war, actor, &bargain, now)
        }
        Deed::Attack { .. } => skills::basic_attack(war, actor).and_then(|found| found.phase(war)),
        Deed::UseItem { item, .. } => {
            let item = war.setup.find_skill(SheetId::ITEMS, &item.text);
            Some(item.and_then(|i| war.skill(i).natural_phase(false)).unwrap_or(Phase::Support))
        }
        Deed::EnterSpiritForm
        | Deed::LeaveSpiritForm
        | Deed::Cancel(_)
        | Deed::Release(_)
        | Deed::Buy { .. }
        | Deed::Request { .. }
        | Deed::Give { .. }
        | Deed::Drop(_)
        | Deed::PickUp(_)
        | Deed::AskIgm(_)
        | Deed::TakeShelter
        | Deed::Visit
        | Deed::ConsumeCivilian
        | Deed::Contract(_)
        | Deed::AcceptContract(_)
        | Deed::Reestablish(_)
        | Deed::BreakContract(_) => Some(Phase::Support),
        // Any slot after the death (A226).
        Deed::Consume(_) => Some(if now.round().is_some() { now } else { Phase::Instant }),
        Deed::PuzzleAnswer(_) | Deed::Tell { .. } | Deed::Say(_) => Some(Phase::TurnEnd),
        // They stand from the start of the Turn (O48, O49).
        Deed::Protect(_) | Deed::Ally(_) | Deed::Ceasefire(_) | Deed::EndAlliance(_) => Some(Phase::TurnStart),
        Deed::Move(_) | Deed::Flee(_) | Deed::Stay => Some(Phase::Movement),
        Deed::Command { .. } => Some(Phase::Instant),
        Deed::StopPaying(_) => Some(Phase::Initial),
        _ => None,
    }
}

/// Whether an order uses a skill that its actor does not have.
fn uses_what_is_not_there(war: &War, task: &Task) -> bool {
    let actor = task.order.actor.id;
    let actions = task.order.body.branches.iter().flat_map(|b| &b.actions);
    let mut skills = actions.filter_map(|a| match &a.deed {
        Deed::Use { skill, .. } => Some(skill),
        _ => None,
    });
    skills.any(|skill| skills::find(war, actor, &skill.text).is_none())
}

/// Whether an order was for a Master's death alone.
fn is_for_a_death(task: &Task) -> bool {
    let mut deeds = task.order.body.branches.iter().flat_map(|b| &b.actions).map(|a| &a.deed);
    deeds.any(|deed| matches!(deed, Deed::AcceptTransfer(_) | Deed::RefuseTransfer(_) | Deed::ForceContract(_)))
}

/// Whether an order only says where to others are pushed: it waits for what pushes them (O55).
fn only_pushes(task: &Task) -> bool {
    task.order.body.branches.iter().all(|b| b.actions.iter().all(|a| matches!(a.deed, Deed::Push(_))))
}

/// Reports, as the Turn ends, what became of every order not carried out.
pub(crate) fn report_the_rest(night: &mut Night<'_>) {
    for number in 0..night.tasks.len() {
        let Some(task) = night.tasks.get(number) else { continue };
        let stays = task.order.body.branches.iter().all(|b| b.actions.iter().all(|a| a.deed == Deed::Stay));
        let forbidden = task.last == Some(Reason::Forbidden);
        // Nothing need be done to stay; under a condition it is asked in the Movement Phase.
        let stayed = task.stayed.or((!task.order.body.hangs()).then_some(0)).filter(|_| stays && !forbidden);
        let outcome = if let Some(branch) = stayed {
            Outcome::Done { branch: Step { task: number, branch, action: 0 }.branch_number() }
        } else {
            let dead = !night.war.character(task.order.actor.id).is_alive();
            let why = match task.last {
                Some(Reason::Forbidden) => Reason::Forbidden,
                _ if night.over && task.last.is_none() => Reason::WarOver,
                _ if dead => Reason::Dead,
                Some(why) => why,
                None if stays => Reason::ConditionNotMet,
                None if is_for_a_death(task) || only_pushes(task) => Reason::NeverTriggered,
                // A skill that somebody could have been granted, and was not (family 22).
                None if uses_what_is_not_there(&night.war, task) => Reason::NothingInForce,
                None => Reason::TargetNotAvailable,
            };
            Outcome::NotDone { why }
        };
        night.report(number, outcome);
    }
}
