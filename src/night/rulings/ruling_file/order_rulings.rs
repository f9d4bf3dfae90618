//! Parses rulings on orders: `forbid`, `allow`, `undo`.

use crate::event::detail::RulingVerdict;
use crate::event::kind::{EventKind, Referee};
use crate::event::{Cause, Event, EventId, OrderRef};
use crate::language::condition::Written;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::order::Order;
use crate::language::span::Span;
use crate::language::{fields, order_text};
use crate::orders::is_carried_out;
use crate::sheet::reader::MapReader;
use crate::sheet::yaml::Node;
use crate::vocabulary::ids::SeatId;

use crate::event::changes::code as names;
use crate::night::bind::bind_order;
use crate::night::resolve;
use crate::night::rulings::{ForbiddenThing, RulingKind, Rulings};

use super::question_keys::{find_usable_skill, list_usable_names};
use super::{RulingContext, code};

/// Parses `forbid: { seat: Red, order: 3 }` or `forbid: { character: Saber, skill: Rapid Cut }`.
pub(super) fn parse_forbid(node: &Node, context: &RulingContext<'_>) -> Option<RulingKind> {
    let mut map = MapReader::new(node, "`forbid`", context.diagnostics)?;
    let (character, skill) = (map.node("character"), map.node("skill"));
    if character.is_none() && skill.is_none() {
        let order = parse_order_ref(&mut map, context);
        map.finish();
        let forbid_order = |(order, _)| RulingKind::Forbid { thing: ForbiddenThing::Order(order), undoes: None };
        return order.map(forbid_order);
    }
    for key in ["seat", "order"] {
        if let Some(node) = map.node(key) {
            let message = format!("`{key}` does not belong to `character` and `skill`");
            context.diagnostics.report(Diagnostic::error(code::TOGETHER, node.span, message));
        }
    }
    let who = map.required("character").and_then(|n| context.names().read_character(n));
    let skill = map.required("skill");
    let skill = who.zip(skill).and_then(|(who, node)| {
        context.diagnostics.read(node, |text| {
            let name = text.trim();
            find_usable_skill(context.war, who, name).ok_or_else(|| {
                let message = format!("`{}` has no skill `{name}`", context.war.character(who).name);
                let fault = Diagnostic::error(names::NAME, Span::new(0, text.len()), message);
                vec![fault.suggest(nearest(name, list_usable_names(context.war, who)))]
            })
        })
    });
    map.finish();
    Some(RulingKind::Forbid { thing: ForbiddenThing::Skill(who?, skill?), undoes: None })
}

/// Parses `allow: { seat: Red, order: 3 }`.
pub(super) fn parse_allow(node: &Node, context: &RulingContext<'_>) -> Option<RulingKind> {
    let mut map = MapReader::new(node, "`allow`", context.diagnostics)?;
    let at = map.node("order").map_or(node.span, |n| n.span);
    let found = parse_order_ref(&mut map, context);
    map.finish();
    let (reference, order) = found?;
    let report_fault = |message: String| {
        context.diagnostics.report(
            Diagnostic::error(code::ORDER, at, message)
                .note("correct the order in the seat's file, or say with `set` and `add` what comes of it"),
        );
        None
    };
    let Some(order) = order else { return report_fault(format!("order {} could not be read", reference.number)) };
    let not_carried_out = order.body.actions().find(|a| !is_carried_out(&a.kind));
    if let Some(action) = not_carried_out {
        let words = order_text::action_kind_text(&action.kind);
        return report_fault(format!("order {} cannot be allowed: `{words}` is not carried out yet", reference.number));
    }
    if bind_order(context.war, reference.seat, order).is_none() {
        return report_fault(format!("order {} cannot be allowed: it names what is not there", reference.number));
    }
    Some(RulingKind::Allow(reference))
}

/// The reference of an order, and the order; `None` if the order itself could not be parsed.
type FoundOrder<'a> = (OrderRef, Option<&'a Order<Written>>);

/// Parses `seat` and `order`.
fn parse_order_ref<'a>(map: &mut MapReader<'_>, context: &RulingContext<'a>) -> Option<FoundOrder<'a>> {
    let seat = map.required("seat").and_then(|node| context.diagnostics.read(node, |text| parse_seat(text, context)));
    let order = map.required("order");
    let number = order.and_then(|node| context.diagnostics.read(node, fields::whole));
    let (seat, number, node) = (seat?, number?, order?);
    let name = &context.war.setup.seats[seat.index()].name;
    let report_fault = |message: String| context.diagnostics.report(Diagnostic::error(code::ORDER, node.span, message));
    let Some(plan) = context.plans.iter().find(|plan| plan.seat == seat && plan.count > 0) else {
        report_fault(format!("no orders came from `{name}`"));
        return None;
    };
    if number == 0 || number as usize > plan.count {
        let orders_there = if plan.count == 1 {
            "its only order is 1".to_owned()
        } else {
            format!("its orders are 1 to {}", plan.count)
        };
        report_fault(format!("`{name}` has no order {number}: {orders_there}"));
        return None;
    }
    let found = plan.orders.iter().chain(&plan.refused).find(|o| o.number == number as usize);
    Some((OrderRef { seat, number: u16::try_from(number).ok()? }, found))
}

/// Parses a seat by its name, or by its team's name if the team has only one.
fn parse_seat(text: &str, context: &RulingContext<'_>) -> fields::ParseResult<SeatId> {
    let setup = &context.war.setup;
    let name = text.trim();
    if let Some(seat) = setup.seat_named(name) {
        return Ok(seat);
    }
    let team = setup.team_named(name);
    let team_seats: Vec<usize> = (0..setup.seats.len()).filter(|n| team == Some(setup.seats[*n].team)).collect();
    if let [seat] = team_seats.as_slice() {
        return Ok(SeatId::at(*seat));
    }
    let seat_names = setup.seats.iter().map(|s| s.name.as_str());
    let fault = Diagnostic::error(code::ORDER, Span::new(0, text.len()), format!("there is no seat `{name}`"));
    Err(vec![fault.suggest(nearest(name, seat_names))])
}

/// Parses the orders that an answer forbids: `{ seat: Red, order: 3 }`, one or a list of them.
pub(super) fn parse_forbidden_orders(node: &Node, context: &RulingContext<'_>) -> Vec<OrderRef> {
    let nodes = node.items().unwrap_or(std::slice::from_ref(node));
    let read_order = |node| {
        let mut map = MapReader::new(node, "`forbid`", context.diagnostics)?;
        let found = parse_order_ref(&mut map, context);
        map.finish();
        found.map(|(reference, _)| reference)
    };
    nodes.iter().filter_map(read_order).collect()
}

/// Parses `undo: 174`. The event is numbered as under the rulings above; the order behind it is forbidden.
pub(super) fn parse_undo(node: &Node, context: &RulingContext<'_>, above: &Rulings) -> Option<RulingKind> {
    let number = context.diagnostics.read(node, fields::whole)?;
    // If an earlier entry is faulty, events cannot be identified; that an event does not exist can still be said.
    let has_faults = context.diagnostics.has_errors();
    let events = resolve(context.war, context.plans, above).events;
    let report_fault = |message: String, note: &str| {
        context.diagnostics.report(Diagnostic::error(code::ORDER, node.span, message).note(note));
        None
    };
    let event_count = events.len();
    let Some(event) = events.iter().find(|event| event.id.0 == number) else {
        let note = "`grail explain` shows the night that comes next as it would be now, event by event";
        return report_fault(format!("the night has no event {number}: its events are 1 to {event_count}"), note);
    };
    if has_faults {
        return None;
    }
    match find_cause(event, &events) {
        Some(EventSource::Order(order)) => {
            Some(RulingKind::Forbid { thing: ForbiddenThing::Order(order), undoes: Some(event.id) })
        }
        Some(EventSource::Ruling(ruling)) => {
            report_fault(format!("event {number} comes of ruling {ruling}"), "take that ruling out of the file")
        }
        None => {
            let note = "say with `set` and `add` what is to be instead";
            report_fault(format!("no order stands behind event {number}"), note)
        }
    }
}

/// What caused an event.
enum EventSource {
    Order(OrderRef),
    Ruling(u16),
}

/// Returns the order or ruling that caused an event, or an event it follows from.
fn find_cause(event: &Event, events: &[Event]) -> Option<EventSource> {
    let mut event = event;
    loop {
        // For an order that the GM allowed, the order itself counts.
        match (&event.cause, &event.kind) {
            (Cause::Order(order), _) => return Some(EventSource::Order(*order)),
            (Cause::Ruling(_), EventKind::Referee(Referee::Ruled { verdict: RulingVerdict::Allowed(order), .. })) => {
                return Some(EventSource::Order(*order));
            }
            (Cause::Ruling(ruling), _) => return Some(EventSource::Ruling(*ruling)),
            (Cause::Rule | Cause::Effect { .. }, _) => {}
        }
        let parent: EventId = event.parent.filter(|parent| *parent < event.id)?;
        event = events.iter().find(|e| e.id == parent)?;
    }
}
