//! The reader's orders as accepted, each with its outcome: its consequences, or why nothing happened.

use serde::Serialize;

use crate::event::OrderRef;
use crate::event::detail::{Outcome, Reason};
use crate::language::condition::Written;
use crate::language::order::{ActionKind, Branch, Order};
use crate::language::order_text;
use crate::perception::perceived::{Perceived, SeenAct};
use crate::perception::report::Report;
use crate::vocabulary::ids::SeatId;

use super::event_line::{EventLine, event_lines};
use super::fallen::{list_fallen, omit_duration_on_fallen};
use super::value_words;

/// An order as accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct AcceptedOrder {
    pub order: OrderRef,
    pub actor: String,
    /// The order in its canonical words.
    pub text: String,
    /// What each of its branches does, in canonical words; empty if it has only one.
    pub branches: Vec<String>,
    /// Whether it is only to stay.
    pub stays: bool,
    /// Whether it is only to stop paying for something.
    pub stops: bool,
}

impl AcceptedOrder {
    /// Builds the entry for a seat's order.
    pub fn new(seat: SeatId, order: &Order<Written>) -> AcceptedOrder {
        let deeds =
            |b: &Branch<Written>| b.actions.iter().map(|a| order_text::action_kind_text(&a.kind)).collect::<Vec<_>>();
        let is_every = |is_kind: fn(&ActionKind<Written>) -> bool| {
            order.body.branches.iter().flat_map(|b| &b.actions).all(|action| is_kind(&action.kind))
        };
        let branches = Some(&order.body.branches).filter(|branches| branches.len() > 1);
        AcceptedOrder {
            order: OrderRef { seat, number: u16::try_from(order.number).unwrap_or(u16::MAX) },
            actor: order.actor.text.clone(),
            text: order_text::order_sentence(order),
            branches: branches.into_iter().flatten().map(|b| deeds(b).join(" and then ")).collect(),
            stays: is_every(|kind| matches!(kind, ActionKind::Stay)),
            stops: is_every(|kind| matches!(kind, ActionKind::StopPaying(_))),
        }
    }
}

/// An order and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "a field without a comment is what its name says")]
pub struct OrderLine {
    pub number: u16,
    pub actor: String,
    pub text: String,
    /// Whether it was carried out.
    #[serde(rename = "done")]
    pub is_done: bool,
    /// The outcome, in words.
    pub result: String,
    /// What the reader perceived of its execution; the narrator puts it into words.
    #[serde(skip)]
    pub deeds: Vec<EventLine>,
}

impl OrderLine {
    /// Appends the consequences to the outcome. They replace a bare `done`.
    pub(super) fn append_results(&mut self, answer: impl FnMut(&EventLine) -> String) {
        let results: Vec<String> = self.deeds.iter().map(answer).filter(|result| !result.is_empty()).collect();
        if results.is_empty() {
            return;
        }
        let results = results.join(" ");
        self.result = if self.result == DONE { results } else { format!("{}. {results}", self.result) };
    }
}

/// The outcome of an order that was carried out, if nothing more is known of it.
const DONE: &str = "done";

/// A line for every order with its outcome; the best outcome if there were several.
pub(super) fn order_lines(report: &Report, orders: &[AcceptedOrder]) -> Vec<OrderLine> {
    let fallen = list_fallen(&report.scenes);
    let line = |ordered: &AcceptedOrder| {
        let outcomes = || report.outcomes.iter().filter(|p| p.order == Some(ordered.order)).filter_map(|p| p.outcome);
        let carried_out = outcomes().find(|o| !matches!(o, Outcome::NotDone { .. }));
        let outcome = carried_out.or_else(|| outcomes().next_back());
        let result = outcome.map(|outcome| {
            let outcome_text = value_words::outcome_words(outcome, &ordered.branches);
            let stop_note = || ordered.stops.then(|| "nothing was paid, and it ended".to_owned());
            let done = if outcome_text == DONE {
                describe_stay(ordered, report).or_else(stop_note).unwrap_or(outcome_text)
            } else {
                outcome_text
            };
            explain_failure(outcome, ordered, report).map_or(done, |why| format!("not done: {why}"))
        });
        OrderLine {
            number: ordered.order.number,
            actor: ordered.actor.clone(),
            text: ordered.text.clone(),
            is_done: carried_out.is_some(),
            result: result.unwrap_or_else(|| "nothing came of it".to_owned()),
            deeds: lines_for_order(ordered.order, report)
                .into_iter()
                .map(|line| omit_duration_on_fallen(line, &fallen, &report.lexicon))
                .collect(),
        }
    };
    orders.iter().map(line).collect()
}

/// The lines for what the reader perceived of their own character carrying out an order. A departure is left out
/// because the arrival tells it.
fn lines_for_order(order: OrderRef, report: &Report) -> Vec<EventLine> {
    let is_of_it = |deed: &&Vec<Perceived>| {
        let first = deed.first().filter(|part| part.act != SeenAct::Left);
        first.is_some() && deed.iter().any(|part| part.by_order == Some(order))
    };
    let deeds: Vec<&Vec<Perceived>> =
        report.scenes.iter().flat_map(|scene| &scene.event_groups).filter(is_of_it).collect();
    event_lines(&deeds, &report.lexicon)
}

/// Where a character stayed that was ordered to stay and was not moved afterwards.
fn describe_stay(ordered: &AcceptedOrder, report: &Report) -> Option<String> {
    let own = report.own_states.iter().find(|own| ordered.stays && own.name == ordered.actor)?;
    let old_location = own.at_night_start.filter(|before| own.is_alive && before.location == own.location)?;
    Some(format!("stayed at {}", report.lexicon.location_name(old_location.location)))
}

/// Why an order was not carried out, if the reader knows more than the bare reason: somebody was dead.
fn explain_failure(outcome: Outcome, ordered: &AcceptedOrder, report: &Report) -> Option<String> {
    let Outcome::NotDone { why } = outcome else { return None };
    match why {
        Reason::Dead => {
            let actor_died =
                report.own_states.iter().any(|own| own.name == ordered.actor && !own.is_alive && !own.has_vanished);
            actor_died.then(|| format!("{} was dead by then", ordered.actor))
        }
        Reason::TargetNotAvailable => {
            let is_named =
                |name: &str| ordered.text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == name);
            let dead = report
                .known_people
                .iter()
                .map(|person| &person.knowledge)
                .find(|known| known.is_dead && is_named(&known.name));
            dead.map(|known| format!("{}; {} is dead", value_words::reason_words(why), known.name))
        }
        Reason::RequirementNotMet => {
            let own = report.own_states.iter().find(|own| own.name == ordered.actor)?;
            let mut unmet = own.skills.iter().filter(|skill| {
                !skill.requirements.is_empty() && ordered.text.to_lowercase().contains(&skill.name.to_lowercase())
            });
            let (skill, None) = (unmet.next()?, unmet.next()) else { return None };
            let needed = value_words::join_with_and(&skill.requirements)?;
            Some(format!("{} can be used only if {needed}", skill.name))
        }
        _ => None,
    }
}
