//! Commands that a Servant obeys: the words given with a Command Spell, for as long as it is in force (R171, R172,
//! A138).
//!
//! Words that parse as orders of the order language, as the Servant's own seat might have written them, are carried out
//! every Night before any order of its own. The GM weighs other words: what the command keeps the Servant from doing,
//! and what it makes it do. The GM is asked when the command is given, and on every later Night on which somebody
//! ordered the Servant to do something.

use std::collections::BTreeMap;

use crate::event::kind::Referee;
use crate::event::{Cause, EventId, OrderRef};
use crate::language::condition::Written;
use crate::language::order::Order;
use crate::language::order_text;
use crate::night::bind::bind_order;
use crate::night::state::Night;
use crate::night::state::task::{ObeyedCommand, Step, Task};
use crate::orders::obeyed_words::read_as_orders;
use crate::perception::view_of::build_view;
use crate::vocabulary::ids::CharacterId;
use crate::vocabulary::rule_id::RuleId;
use crate::war::War;
use crate::war::active_skill::ActiveSkill;
use crate::war::in_force::ModifierKind;

use super::Question;
use super::apply_rulings::{GmAnswer, QuestionSource};

impl<'a> Night<'a> {
    /// Makes Servants obey commands of earlier Nights from the start of the Turn. Returns the commands that do not
    /// parse as orders, for Servants that have orders tonight; the GM has to weigh them.
    pub(crate) fn obey_earlier_commands(&mut self) -> Vec<(CharacterId, ObeyedCommand)> {
        // All unparsed commands of one Servant make one question.
        let mut unparsed: BTreeMap<CharacterId, ObeyedCommand> = BTreeMap::new();
        for (servant, command) in find_commands_in_force(&self.war) {
            if self.obey_as_orders(servant, &command) {
                continue;
            }
            match unparsed.get_mut(&servant) {
                Some(earlier) => earlier.command_text.push_str(&format!("; {}", command.command_text)),
                None => drop(unparsed.insert(servant, command)),
            }
        }
        unparsed.into_iter().filter(|(servant, _)| self.has_orders(*servant)).collect()
    }

    /// Returns the commands that a skill gives as it comes into force, with the Servants they bind.
    pub(crate) fn find_commands_given(&self, active: &ActiveSkill) -> Vec<(CharacterId, ObeyedCommand)> {
        let given_commands = find_commands_in_force(&self.war).into_iter().filter(|(servant, command)| {
            command.skill == active.skill && command.user == active.user && active.targets.contains(servant)
        });
        given_commands.collect()
    }

    /// Makes a Servant obey a command from the moment it is given, or asks the GM about it; the Servant hears its
    /// words.
    pub(crate) fn begin_to_obey(
        &mut self,
        servant: CharacterId,
        command: &ObeyedCommand,
        began: EventId,
    ) -> Option<GmAnswer<'a>> {
        if self.war.seat_of(servant) != self.war.seat_of(command.user) {
            // What the Servant saw tells who commands; this event does not.
            let words = format!("A command that cannot be refused: \"{}\"", command.command_text);
            let told_event = Referee::Told { to: vec![servant], words, is_public: false };
            let cause = Cause::Effect { skill: command.skill, user: command.user };
            self.emit(told_event, Some(began), cause, None, &[RuleId::R(171)]);
        }
        if self.obey_as_orders(servant, command) {
            return None;
        }
        let question = self.next_use_question(command.user, command.skill);
        self.ask_of_command(question, servant, command, Some(began))
    }

    /// Turns the words of a command into tasks. Returns whether they parse as orders.
    fn obey_as_orders(&mut self, servant: CharacterId, command: &ObeyedCommand) -> bool {
        let Some(seat) = self.war.seat_of(servant) else { return false };
        let Some(orders) = parse_as_orders(&self.war, servant, &command.command_text) else { return false };
        let bound_orders = orders.iter().filter_map(|order| bind_order(&self.war, seat, order));
        let reference = OrderRef { seat, number: 0 };
        let tasks = bound_orders.map(|order| {
            let mut task = Task { obeys: Some(command.clone()), ..Task::new(order, reference) };
            self.bring_up_to_now(&mut task);
            task
        });
        let tasks = tasks.collect();
        self.agenda.add_commanded_orders(servant, command, tasks);
        true
    }

    /// Asks the GM what a command means for a Servant tonight.
    pub(crate) fn ask_of_command(
        &mut self,
        question: Question,
        servant: CharacterId,
        command: &ObeyedCommand,
        use_event: Option<EventId>,
    ) -> Option<GmAnswer<'a>> {
        let orders = self.describe_open_orders(servant);
        let targets = [servant];
        let source = QuestionSource::new(question, command.user, command.skill, &targets);
        self.ask(&QuestionSource { order_text: Some(&command.command_text), orders, use_event, ..source })
    }

    /// Whether a step is an own order, or obeys a command that is still in force.
    pub(crate) fn is_still_commanded(&self, step: Step) -> bool {
        let Some(task) = self.agenda.task(step) else { return false };
        let servant = task.order.actor.id;
        task.obeys
            .as_ref()
            .is_none_or(|command| find_commands_in_force(&self.war).contains(&(servant, command.clone())))
    }

    /// Whether somebody ordered a character to do something tonight.
    fn has_orders(&self, who: CharacterId) -> bool {
        self.agenda.tasks().iter().any(|task| task.obeys.is_none() && !task.is_closed && task.order.actor.id == who)
    }

    /// Returns the orders of a character that are still to be carried out, in words.
    fn describe_open_orders(&self, who: CharacterId) -> Vec<(OrderRef, String)> {
        let open_tasks =
            self.agenda.tasks().iter().filter(|t| t.obeys.is_none() && !t.is_closed && t.order.actor.id == who);
        let describe = |reference: OrderRef| {
            let plan = self.agenda.plans().iter().find(|plan| plan.seat == reference.seat)?;
            let order = plan.admitted(self.questions.rulings()).find(|o| o.number == usize::from(reference.number))?;
            Some((reference, order_text::order_sentence(order)))
        };
        open_tasks.filter_map(|task| describe(task.reference)).collect()
    }
}

/// Returns every command in force, with the Servant that obeys it.
fn find_commands_in_force(war: &War) -> Vec<(CharacterId, ObeyedCommand)> {
    let effects = war.in_force.of_kind(ModifierKind::Obedience);
    effects
        .filter_map(|effect| {
            let active = war.active_of(effect)?;
            let command = ObeyedCommand { skill: active.skill, user: active.user, command_text: active.words.clone()? };
            let servant = *active.targets.first()?;
            Some((servant, command))
        })
        .collect()
}

/// Parses words as orders of a Servant; `None` if they do not parse without faults.
fn parse_as_orders(war: &War, servant: CharacterId, words: &str) -> Option<Vec<Order<Written>>> {
    read_as_orders(&war.character(servant).name, words, &build_view(war, war.seat_of(servant)?))
}
